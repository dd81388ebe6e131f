//! The table of a schedule: one column per thread, and who went on when, and why the others did not.
//!
//! What a reader wants to see are the switches, so the steps of one thread that follow each other are a [`Turn`], and a
//! long turn is shown by its first steps and its last. An explained schedule ([`ExplainedSchedule`]) has values, names, and
//! why each turn ended. A [`Recording`] alone has only the steps: there it follows from what a thread did next, that it
//! was ready for it or had to wait.
//!
//! Start reading at [`Table::explained`] or [`Table::of`]; [`Table::grid`] has the words.

mod explained;
mod grid;

use raddle_events::ThreadId;
use raddle_findings::{ExplainedSchedule, Frame, TurnEnd};
use raddle_schedule::{Act, Recording, ResumeKind, Word};

pub use explained::about;

/// Of a turn, so many steps are kept at its beginning, and one at its end.
const FIRST_STEPS: usize = 3;

/// Of a schedule, so many rows are shown.
const ROWS: usize = 40;

/// A schedule, or the end of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The threads that have a turn, in order.
    pub threads: Vec<ThreadId>,
    /// The names of all threads by number, if they are known.
    pub names: Vec<String>,
    pub turns: Vec<Turn>,
    /// How many steps came before the first turn.
    pub left_out: u64,
    /// The number of the last step.
    pub steps: u64,
}

/// Steps of one thread that no other thread's came between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub thread: ThreadId,
    /// The first steps, and the last.
    pub steps: Vec<Line>,
    /// How many are not in `steps`: they come before its last.
    pub skipped: usize,
    pub end: Option<End>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the recording, counted from 1: for `--stop-at`.
    pub number: u64,
    pub act: Act,
    pub how: ResumeKind,
    /// A thread that could run, though this one's time was up.
    pub overtaken: Option<ThreadId>,
    pub place: Place,
    /// Whom its notifications woke, where there was a choice.
    pub woken: Vec<ThreadId>,
    /// To what or whom it does what it does, if that is known: `balance = 100`.
    pub what: Option<String>,
}

/// Where a step is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Unknown,
    Line {
        file: String,
        number: u32,
    },
    /// A method or whatever else is known.
    Other(String),
}

impl Place {
    fn of(frame: &Frame) -> Place {
        match (&frame.file, frame.line) {
            (Some(file), Some(number)) => Place::Line {
                file: file.clone(),
                number,
            },
            _ => Place::Other(format!("{}.{}", frame.class, frame.method)),
        }
    }

    /// In a recording it is as a stack trace has it: `bank.Account.deposit(Account.java:17)`; it may be empty.
    fn recorded(text: &str) -> Place {
        let position = || {
            let (_, inside) = text.strip_suffix(')')?.rsplit_once('(')?;
            let (file, number) = inside.rsplit_once(':')?;
            Some((file.to_owned(), number.parse().ok()?))
        };
        match position() {
            Some((file, number)) => Place::Line { file, number },
            None if text.is_empty() => Place::Unknown,
            None => Place::Other(text.to_owned()),
        }
    }
}

/// Why a thread's turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// As it was explained.
    Explained(TurnEnd),
    /// It could have gone on.
    Preempted,
    /// It was about to take a monitor. Whether another had it, the recording does not say.
    AtMonitor,
    /// It had to wait for another thread or something else.
    Waits,
    /// It let others go first.
    GivesWay,
    /// It had no step after this.
    NeverAgain,
    Ended,
}

impl Table {
    /// The end of a schedule: as it was explained, if it was, else as it was recorded.
    pub fn shown(recording: &Recording, explained: Option<&ExplainedSchedule>) -> Result<Table, String> {
        match explained {
            // One that was not repeated is of something else.
            Some(explained) if explained.is_complete() => Ok(Table::explained(explained, ROWS)),
            _ => Table::of(recording, ROWS),
        }
    }

    /// The table of a recording, with its last `rows` rows at most, or what is wrong with it.
    pub fn of(recording: &Recording, rows: usize) -> Result<Table, String> {
        Ok(Self::with(&lines(recording)?, rows, Vec::new(), end))
    }

    fn with(
        steps: &[Step],
        rows: usize,
        names: Vec<String>,
        end: impl Fn(&[Step], &[Step]) -> Option<End>,
    ) -> Self {
        let last = steps.last().map_or(0, |(_, line)| line.number);
        let mut turns: Vec<Turn> = Vec::new();
        let mut at = 0;
        while let Some((thread, _)) = steps.get(at) {
            let len = steps[at..]
                .iter()
                .take_while(|(other, _)| other == thread)
                .count();
            let (turn, rest) = steps[at..].split_at(len);
            turns.push(Turn {
                thread: *thread,
                steps: shortened(turn),
                skipped: len.saturating_sub(FIRST_STEPS + 1),
                end: end(turn, rest),
            });
            at += len;
        }
        let mut shown = 0;
        let from = turns.iter().rposition(|turn| {
            shown += turn.rows();
            shown > rows
        });
        // The last turn is shown even if it alone is too long.
        let from = from.map_or(0, |at| (at + 1).min(turns.len().saturating_sub(1)));
        turns.drain(..from);
        let mut threads: Vec<_> = turns.iter().map(|turn| turn.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        let first = turns.first().and_then(|turn| turn.steps.first());
        Table {
            threads,
            names,
            left_out: first.map_or(0, |line| line.number - 1),
            turns,
            steps: last,
        }
    }
}

type Step = (ThreadId, Line);

impl Turn {
    fn rows(&self) -> usize {
        self.steps.len() + usize::from(self.skipped > 0)
    }
}

fn lines(recording: &Recording) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, word) in (1..).zip(recording.words()?) {
        match word {
            Word::Step {
                thread,
                how,
                act,
                place,
            } => steps.push((
                thread,
                Line {
                    number,
                    act,
                    how,
                    overtaken: recording
                        .early_timeouts
                        .iter()
                        .find(|early| early.step == number)
                        .map(|early| ThreadId(early.runnable)),
                    place: Place::recorded(recording.place(place)),
                    woken: Vec::new(),
                    what: None,
                },
            )),
            Word::Woken(thread) => {
                if let Some((_, line)) = steps.last_mut() {
                    line.woken.push(thread);
                }
            }
        }
    }
    Ok(steps)
}

fn shortened(turn: &[Step]) -> Vec<Line> {
    let all = turn.iter().map(|(_, line)| line.clone());
    match turn.len() <= FIRST_STEPS + 1 {
        true => all.collect(),
        false => all
            .clone()
            .take(FIRST_STEPS)
            .chain(all.skip(turn.len() - 1))
            .collect(),
    }
}

/// Why a turn ended, by what its thread did when it went on.
fn end(turn: &[Step], rest: &[Step]) -> Option<End> {
    let (thread, last) = turn.last()?;
    if last.act == Act::End {
        return Some(End::Ended);
    }
    // The last turn ends with the schedule.
    rest.first()?;
    let next = rest.iter().find(|(other, _)| other == thread);
    Some(match next.map(|(_, line)| (line.act, line.how)) {
        None => End::NeverAgain,
        Some((_, ResumeKind::Expire | ResumeKind::Spurious)) => End::Waits,
        Some((Act::Reenter | Act::Wait | Act::Park | Act::Return, ResumeKind::Go)) => End::Waits,
        Some((Act::Sleep | Act::Yield | Act::Spin, ResumeKind::Go)) => End::GivesWay,
        Some((Act::Enter, ResumeKind::Go)) => End::AtMonitor,
        Some((
            Act::Begin
            | Act::Notify
            | Act::Read
            | Act::Write
            | Act::Update
            | Act::Call
            | Act::Unpark
            | Act::Start
            | Act::Interrupt
            | Act::End,
            ResumeKind::Go,
        )) => End::Preempted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(steps: &str) -> Recording {
        Recording {
            version: Recording::VERSION,
            places: vec![String::new(), "bank.Account.take(Account.java:7)".to_owned()],
            steps: steps.to_owned(),
            ..Recording::default()
        }
    }

    fn ends(steps: &str) -> Vec<Option<End>> {
        let table = Table::of(&recording(steps), 100).unwrap();
        table.turns.into_iter().map(|turn| turn.end).collect()
    }

    #[test]
    fn steps_of_one_thread_are_one_turn() {
        let table = Table::of(&recording("0b0 0s1 1b0 1r1 1r1 1r1 1r1 1x1 0q0"), 100).unwrap();
        assert_eq!(table.threads, [ThreadId(0), ThreadId(1)]);
        assert_eq!((table.turns.len(), table.steps, table.left_out), (3, 9, 0));
        let long = &table.turns[1];
        let numbers: Vec<_> = long.steps.iter().map(|line| line.number).collect();
        assert_eq!((numbers, long.skipped), (vec![3, 4, 5, 8], 2));
    }

    #[test]
    fn why_a_turn_ended_shows_in_what_came_next() {
        assert_eq!(
            ends("0r1 1r1 0x1"),
            [Some(End::Preempted), Some(End::NeverAgain), None]
        );
        assert_eq!(ends("0r1 1q0 0e1")[..2], [Some(End::AtMonitor), Some(End::Ended)]);
        assert_eq!(ends("0r1 1r1 0a1")[0], Some(End::Waits));
        assert_eq!(ends("0r1 1r1 0!z1")[0], Some(End::Waits));
        assert_eq!(ends("0r1 1r1 0y1")[0], Some(End::GivesWay));
        assert!(ends("").is_empty());
    }

    #[test]
    fn notifications_belong_to_their_step() {
        let table = Table::of(&recording("0n1 >2 1a1"), 100).unwrap();
        assert_eq!(table.turns[0].steps[0].woken, [ThreadId(2)]);
        assert_eq!(table.turns[1].steps[0].number, 3);
        assert!(Table::of(&recording("0n1 x"), 100).is_err());
    }

    #[test]
    fn of_a_long_schedule_the_end_is_shown() {
        let steps: Vec<_> = (0..50).map(|step| format!("{}r1", step % 2)).collect();
        let table = Table::of(&recording(&steps.join(" ")), 10).unwrap();
        assert_eq!((table.turns.len(), table.left_out, table.steps), (10, 40, 50));
        let one = Table::of(&recording("0r1 1r1 1r1 1r1"), 2).unwrap();
        assert_eq!((one.turns.len(), one.left_out), (1, 1));
    }
}
