//! The table of an explained schedule, with values.
//!
//! A variable has a short name, `balance`, as long as no other in the table has the same; else one that says of
//! which object, `Account#2.balance`.

use std::collections::{BTreeMap, BTreeSet};

use raddle_events::ThreadId;
use raddle_events::schedule::Act;
use raddle_findings::{ExplainedSchedule, ExplainedStep, Replayed, Value};

use super::{End, Line, Place, Step, Table};
use crate::compose::words::counted;

impl Table {
    /// The table of an explained schedule, with its last `rows` rows at most.
    pub fn explained(schedule: &ExplainedSchedule, rows: usize) -> Table {
        let names = Names::of(schedule);
        let mut steps: Vec<Step> = Vec::new();
        for step in &schedule.steps {
            steps.push((ThreadId(step.thread), line(step, &names)));
        }
        let ends: BTreeMap<u64, End> = schedule
            .steps
            .iter()
            .filter_map(|step| Some((step.number, End::Explained(step.then.clone()?))))
            .collect();
        let end = |turn: &[Step], _: &[Step]| {
            let last = turn.iter().rev();
            last.filter_map(|(_, line)| ends.get(&line.number))
                .next()
                .cloned()
        };
        Table::with(&steps, rows, schedule.threads.clone(), end)
    }
}

/// What came of the repetition, and how much simpler the schedule is than it was.
pub fn about(schedule: &ExplainedSchedule) -> String {
    let has = counted(schedule.preemptions, "preemption");
    let least = match schedule.is_least && schedule.preemptions > 0 {
        true => " (it takes no fewer)",
        false => "",
    };
    let took = schedule
        .simplified_millis
        .map(|millis| format!(" ({:.1} s)", millis as f64 / 1000.0));
    let took = took.unwrap_or_default();
    let had = match schedule.preemptions_before {
        Some(before) if before != schedule.preemptions => {
            format!(", {before} before it was simplified{took}")
        }
        _ => String::new(),
    };
    let replayed = match schedule.replayed {
        Replayed::Same => "same failure",
        Replayed::Otherwise => "the failure did not come again",
        Replayed::Diverged => "not the same steps, so the failure may not repeat",
        Replayed::Unknown => "it did not come to its end",
    };
    let early = schedule.steps.iter().find_map(|step| step.overtaken);
    let early = early
        .map(|thread| format!("; a timeout expired although thread {thread} could run"))
        .unwrap_or_default();
    format!("{has}{least}{had}{early}; replayed: {replayed}")
}

fn line(step: &ExplainedStep, names: &Names<'_>) -> Line {
    Line {
        number: step.number,
        act: step.act,
        how: step.how,
        overtaken: step.overtaken.map(ThreadId),
        place: step.place.as_ref().map_or(Place::Unknown, Place::of),
        woken: Vec::new(),
        what: what(step, names),
    }
}

/// What follows the word for the act.
fn what(step: &ExplainedStep, names: &Names<'_>) -> Option<String> {
    let whom: Vec<String> = step.whom.iter().map(u32::to_string).collect();
    let whom = (!whom.is_empty()).then(|| whom.join(", "));
    let values = || {
        let all: Vec<String> = step
            .values
            .iter()
            .map(|value| names.value(value, step.act))
            .collect();
        (!all.is_empty()).then(|| all.join(", "))
    };
    match step.act {
        Act::Read | Act::Write | Act::Update => values(),
        Act::Call => match (&step.call, step.values.as_slice()) {
            (Some(call), []) => Some(call.clone()),
            (Some(call), [first, rest @ ..]) => {
                let class = call.split('.').next().unwrap_or(call);
                // `AtomicInteger.get: AtomicInteger = 1` says it twice.
                let first = match amount(first) {
                    Some(amount) if names.name(first, step.act) == class => amount,
                    _ => names.value(first, step.act),
                };
                let rest = rest.iter().map(|value| names.value(value, step.act));
                let all: Vec<String> = std::iter::once(first).chain(rest).collect();
                Some(format!("{call}: {}", all.join(", ")))
            }
            (None, _) => values(),
        },
        Act::Enter => step.monitor.as_ref().map(|monitor| format!("of {monitor}")),
        Act::Wait => step.monitor.as_ref().map(|monitor| format!("at {monitor}")),
        Act::Notify => Some(match whom {
            Some(whom) => format!("thread {whom}"),
            None => "no thread: none waits".to_owned(),
        }),
        Act::Start => whom,
        Act::Unpark | Act::Interrupt => whom.map(|whom| format!("thread {whom}")),
        Act::Begin
        | Act::Reenter
        | Act::Park
        | Act::Sleep
        | Act::Yield
        | Act::Spin
        | Act::Return
        | Act::End => None,
    }
}

/// By short name, the variables that have it.
struct Names<'a>(BTreeMap<&'a str, BTreeSet<(&'a str, Option<&'a str>)>>);

impl<'a> Names<'a> {
    fn of(schedule: &'a ExplainedSchedule) -> Self {
        let mut names = Names(BTreeMap::new());
        for value in schedule.steps.iter().flat_map(|step| &step.values) {
            for name in [short(&value.variable), &value.variable] {
                let all = names.0.entry(name).or_default();
                all.insert((&value.variable, value.object.as_deref()));
            }
        }
        names
    }

    /// `balance = 100`.
    fn value(&self, value: &Value, act: Act) -> String {
        let name = self.name(value, act);
        match amount(value) {
            Some(amount) => format!("{name} = {amount}"),
            None => name,
        }
    }

    fn name(&self, value: &Value, act: Act) -> String {
        // The fields of JDK objects mean something only together with their class.
        let usual = match act {
            Act::Call => &value.variable,
            _ => short(&value.variable),
        };
        let is_alone = self.0.get(usual).is_none_or(|all| all.len() < 2);
        match (&value.object, is_alone) {
            (_, true) => usual.to_owned(),
            (None, false) => value.variable.clone(),
            (Some(object), false) => match element(&value.variable) {
                Some(index) => format!("{object}{index}"),
                None if act == Act::Call && !value.variable.contains('.') => object.clone(),
                None => format!("{object}.{}", short(&value.variable)),
            },
        }
    }
}

/// `100`; for what the JDK does, also `0 → 1`.
fn amount(value: &Value) -> Option<String> {
    match (&value.read, &value.written) {
        (Some(read), Some(written)) => Some(format!("{read} → {written}")),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    }
}

/// `balance` of `Account.balance`.
fn short(variable: &str) -> &str {
    variable.rsplit('.').next().unwrap_or(variable)
}

/// `[3]` of `int[3]`.
fn element(variable: &str) -> Option<&str> {
    let at = variable.rfind('[').filter(|_| variable.ends_with(']'))?;
    Some(&variable[at..])
}

#[cfg(test)]
mod tests {
    use raddle_events::schedule::ResumeKind;
    use raddle_findings::{Frame, TurnEnd};

    use super::*;
    use crate::document::{Document, ScheduleSection, Section};
    use crate::text;

    fn step(number: u64, thread: u32, act: Act, values: Vec<Value>, then: Option<TurnEnd>) -> ExplainedStep {
        ExplainedStep {
            number,
            thread,
            act,
            how: ResumeKind::Go,
            place: Some(Frame {
                class: "bank.Account".to_owned(),
                method: "take".to_owned(),
                file: Some("Account.java".to_owned()),
                line: Some(7),
            }),
            values,
            overtaken: None,
            call: None,
            monitor: None,
            whom: Vec::new(),
            then,
        }
    }

    fn value(variable: &str, object: Option<&str>, read: Option<&str>, written: Option<&str>) -> Value {
        Value {
            variable: variable.to_owned(),
            object: object.map(str::to_owned),
            read: read.map(str::to_owned),
            written: written.map(str::to_owned),
        }
    }

    fn schedule(steps: Vec<ExplainedStep>) -> ExplainedSchedule {
        ExplainedSchedule {
            preemptions: 1,
            preemptions_before: Some(9),
            replayed: Replayed::Same,
            threads: vec!["main".to_owned(), "clerk".to_owned()],
            steps,
            ..ExplainedSchedule::default()
        }
    }

    fn printed(steps: Vec<ExplainedStep>) -> Vec<String> {
        let grid = Ok(Table::explained(&schedule(steps), 40).grid());
        let section = ScheduleSection {
            title: String::new(),
            about: None,
            grid,
        };
        let shown = text(&Document {
            sections: vec![Section::Schedule(section)],
        });
        let plain = anstream::adapter::strip_str(&shown).to_string();
        plain.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn values_and_reasons_are_shown() {
        let (read, written) = (Some("100"), Some("101"));
        let mut starts = step(1, 0, Act::Start, Vec::new(), Some(TurnEnd::Preempted));
        starts.whom = vec![1];
        let mut calls = step(
            4,
            0,
            Act::Call,
            vec![value("AtomicInteger", Some("AtomicInteger#2"), read, written)],
            None,
        );
        calls.call = Some("AtomicInteger.incrementAndGet".to_owned());
        let account = Some("Account#1");
        let monitor = TurnEnd::Monitor {
            object: Some("Account#1".to_owned()),
            held_by: 0,
        };
        let shown = printed(vec![
            starts,
            step(
                2,
                1,
                Act::Read,
                vec![value("Account.balance", account, read, None)],
                None,
            ),
            step(
                3,
                1,
                Act::Write,
                vec![value("Account.balance", account, None, written)],
                Some(monitor),
            ),
            calls,
            step(5, 0, Act::Notify, Vec::new(), Some(TurnEnd::Ended)),
        ]);
        let lines = [
            "starts thread 1, line 7",
            "reads balance = 100, line 7",
            "writes balance = 101, line 7",
            "calls AtomicInteger.incrementAndGet: 100 → 101, line 7",
            "notifies no thread: none waits, line 7",
        ];
        assert_eq!(shown[..1], ["  (lines of Account.java)"]);
        assert!(shown[1].contains("thread 0 \"main\"") && shown[1].ends_with("thread 1 \"clerk\""));
        for (row, line) in shown[2..].iter().zip(lines) {
            assert!(row.contains(line), "{row}");
        }
        for (row, why) in [
            (2, "← thread 0 is preempted"),
            (
                4,
                "← thread 1 waits for the monitor of Account#1: thread 0 has it",
            ),
            (6, "← thread 0 ends"),
        ] {
            assert!(shown[row].ends_with(why), "{}", shown[row]);
        }
    }

    #[test]
    fn names_are_as_long_as_they_must_be() {
        let of = |variable: &str, object| value(variable, object, Some("1"), None);
        let shown = printed(vec![
            step(
                1,
                0,
                Act::Read,
                vec![of("Account.balance", Some("Account#1"))],
                None,
            ),
            step(
                2,
                0,
                Act::Read,
                vec![of("Account.balance", Some("Account#2"))],
                None,
            ),
            step(3, 1, Act::Read, vec![of("int[3]", Some("int[]#3"))], None),
            step(4, 1, Act::Read, vec![of("int[3]", Some("int[]#4"))], None),
            step(5, 0, Act::Read, vec![of("Bank.count", None)], None),
        ])
        .join("\n");
        for expected in ["Account#2.balance = 1", "int[]#4[3] = 1", " count = 1"] {
            assert!(shown.contains(expected), "{shown}");
        }
    }

    #[test]
    fn what_came_of_the_repetition_is_said() {
        assert_eq!(
            about(&schedule(Vec::new())),
            "1 preemption, 9 before it was simplified; replayed: same failure"
        );
        let other = ExplainedSchedule {
            replayed: Replayed::Diverged,
            preemptions_before: None,
            ..schedule(Vec::new())
        };
        assert!(about(&other).ends_with("replayed: not the same steps, so the failure may not repeat"));
    }
}
