//! Findings about threads that can never go on.

use std::collections::BTreeSet;
use std::fmt::Write;

use raddle_detect::wait_graph::{Needs, State, Verdict};
use raddle_events::ThreadId;
use raddle_findings::{Act, Finding, Frame, Kind, LockInfo, Side, ThreadInfo, Wait, WaitKind};

use crate::Agent;
use crate::jvm::Env;
use crate::locks::log::Held;
use crate::reporting::naming::Naming;
use crate::reporting::record::complain;
use crate::reporting::reports::Reporting;
use crate::waits::judge::stuck;
use crate::waits::notes::{Deaths, daemons};
use crate::waits::sample::{DEPTH, Sample, Still};

/// Writes the findings of a verdict. False: there is none that was asked for.
pub fn report(agent: &Agent, env: Env, sample: &Sample, verdict: &Verdict) -> bool {
    let names = agent.names(env);
    let describer = Describer {
        names: &names,
        deaths: &agent.waits.deaths,
        sample,
    };
    let cycles = verdict
        .cycles
        .iter()
        .filter(|_| agent.config.detects(Kind::Deadlock));
    let mut findings: Vec<Finding> = cycles.map(|cycle| describer.deadlock(cycle, verdict)).collect();
    if verdict.cycles.is_empty() && agent.config.detects(Kind::Stuck) {
        findings.extend(stuck(sample, verdict).map(|ids| describer.stuck(&ids, verdict)));
    }
    let is_new = !findings.is_empty();
    for finding in findings {
        agent.reports.add(finding);
    }
    is_new
}

/// The threads that keep the JVM alive, and those in code of the program, with what they do.
pub fn threads(agent: &Agent, env: Env, sample: &Sample) -> Vec<Side> {
    let names = agent.names(env);
    let describer = Describer {
        names: &names,
        deaths: &agent.waits.deaths,
        sample,
    };
    let ids: Vec<ThreadId> = sample.still.keys().copied().collect();
    let side = |id: &ThreadId| {
        Some((
            sample.still.get(id)?,
            describer.side(*id, sample.still.get(id)?, &ids),
        ))
    };
    let is_shown =
        |(still, side): &(&Still, Side)| !still.is_daemon || side.stack.iter().any(|frame| !frame.is_jdk());
    let shown: Vec<(ThreadId, Side)> = ids
        .iter()
        .filter_map(|id| side(id).filter(is_shown).map(|(_, side)| (*id, side)))
        .collect();
    // Numbers of sides are those of the threads that are shown.
    let ids: Vec<ThreadId> = shown.iter().map(|(id, _)| *id).collect();
    let numbered = |(id, mut side): (ThreadId, Side)| {
        side.wait = side.wait.map(|_| describer.wait(id, &sample.still[&id], &ids));
        side
    };
    shown.into_iter().map(numbered).collect()
}

/// Makes findings of a sample.
struct Describer<'a> {
    names: &'a dyn Naming,
    deaths: &'a Deaths,
    sample: &'a Sample,
}

impl Describer<'_> {
    fn deadlock(&self, cycle: &[ThreadId], verdict: &Verdict) -> Finding {
        let message = match cycle.len() {
            1 => "a thread waits for itself".to_owned(),
            n => format!("{n} threads wait for each other"),
        };
        let inside: BTreeSet<&ThreadId> = cycle.iter().collect();
        let others = verdict.stuck.iter().filter(|id| !inside.contains(id));
        let names: Vec<String> = others
            .filter_map(|id| self.sample.still.get(id))
            .map(|still| format!("\"{}\"", still.name))
            .collect();
        let note = match names.len() {
            0 => None,
            1 => Some(format!("thread {} cannot go on either", names[0])),
            n if n <= 5 => Some(format!("threads {} cannot go on either", names.join(", "))),
            n => Some(format!("{n} more threads cannot go on either")),
        };
        self.finding(Kind::Deadlock, message, cycle, note.into_iter().collect())
    }

    fn stuck(&self, ids: &[ThreadId], verdict: &Verdict) -> Finding {
        let message = match ids.len() {
            1 => "the last thread waits, and no thread is left that could wake it".to_owned(),
            n => format!("all {n} threads wait, and no thread is left that could wake them"),
        };
        let others = verdict.stuck.iter().filter(|id| !ids.contains(id));
        let sides = others.filter_map(|id| Some(self.side(*id, self.sample.still.get(id)?, ids)));
        let mut notes = self.deaths.notes();
        notes.extend(daemons(sides.collect()));
        self.finding(Kind::Stuck, message, ids, notes)
    }

    fn finding(&self, kind: Kind, message: String, ids: &[ThreadId], notes: Vec<String>) -> Finding {
        let sides: Vec<Side> = ids
            .iter()
            .filter_map(|id| Some(self.side(*id, self.sample.still.get(id)?, ids)))
            .collect();
        Finding {
            notes,
            ..Finding::new(kind, message, None, sides)
        }
    }

    fn side(&self, id: ThreadId, still: &Still, ids: &[ThreadId]) -> Side {
        let stack = self.names.stack(&still.stack);
        let wait = self.wait(id, still, ids);
        let op = match wait.kind.is_lock() {
            true => Act::Lock,
            false => Act::Wait,
        };
        // A thread that waits for a notification has left that monitor, until it has entered it again.
        let left = match wait.kind {
            WaitKind::Notification | WaitKind::Monitor => still.wait.as_ref().and_then(|wait| wait.object),
            _ => None,
        };
        let held: Vec<Held> = still
            .held
            .iter()
            .copied()
            .filter(|held| Some(held.lock) != left)
            .collect();
        Side {
            thread: self.thread(still),
            op,
            call: None,
            stack,
            stack_complete: still.stack.len() < DEPTH,
            locks: Some(self.names.held(&held)),
            wait: (still.wait.is_some() || still.class_wait.is_some()).then_some(wait),
        }
    }

    fn thread(&self, still: &Still) -> ThreadInfo {
        match still.noted.id {
            Some(thread) => self.names.thread(thread),
            None => self.names.new_thread(&still.name),
        }
    }

    fn wait(&self, id: ThreadId, still: &Still, ids: &[ThreadId]) -> Wait {
        let needed = match self.sample.states.get(&id) {
            Some(State::Waits(Needs::AllOf(others) | Needs::AnyOf(others))) => others.as_slice(),
            _ => &[],
        };
        let place = |other: &ThreadId| ids.iter().position(|id| id == other).map(|place| place + 1);
        let held_by = needed.iter().filter_map(place).collect();
        if let Some(wait) = &still.class_wait {
            let class = wait.class.as_ref().map(|class| LockInfo {
                class: crate::reporting::names::dotted(class),
                id: 0,
                created_at: None,
            });
            return Wait {
                kind: WaitKind::ClassInit,
                object: class,
                thread: None,
                held_by,
            };
        }
        let wait = still.wait.as_ref();
        let object = wait.and_then(|wait| wait.object);
        Wait {
            kind: wait.map_or(WaitKind::Parked, |wait| wait.kind),
            object: object.map(|lock| self.names.lock(lock)),
            thread: wait.and_then(|wait| wait.joined.clone()),
            held_by,
        }
    }
}

/// The stacks of all threads, on the program's stderr.
pub fn dump(agent: &Agent, env: Env) {
    let mut text = String::from("the program cannot go on; its threads:\n");
    for thread in agent.jvmti.all_threads() {
        let (name, _) = agent.jvmti.thread_info(env, thread).unwrap_or_default();
        let _ = writeln!(text, "\"{name}\"");
        let stack: Vec<Frame> = agent.names(env).stack(&agent.jvmti.stack_of(thread, DEPTH));
        for frame in stack {
            let file = frame.file.as_deref().unwrap_or("unknown source");
            let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
            let _ = writeln!(text, "    at {}.{}({file}{line})", frame.class, frame.method);
        }
    }
    complain(text.trim_end());
}
