//! What has happened in a schedule, and in which partial order.
//!
//! An event is a step. It happens after the events of its thread, after those that touched the same target if one of
//! the two writes, and after the one that let its thread go on. All clocks that are put forward because a thread's time
//! is up are one target. Two schedules with the same partial order differ in nothing that a program could see.

use std::collections::BTreeMap;

use raddle_events::ThreadId;
use rustc_hash::FxHashMap;

use crate::op::{Access, Act, Op, ResumeKind, Step, Target};

/// In place of a target: the time.
const TIME: Target = Target::NONE;

/// How many events of each thread have been seen.
pub type Clock = BTreeMap<ThreadId, u32>;

#[derive(Debug)]
pub struct Event {
    pub thread: ThreadId,
    pub how: ResumeKind,
    pub op: Op,
    /// The choice point at which it was chosen; none if there was nothing to choose.
    pub node: Option<usize>,
    /// Where its thread's event before is.
    pub previous: Option<usize>,
    pub accesses: Vec<Access>,
    /// From 1 on, within its thread.
    count: u32,
    clock: Clock,
}

impl Event {
    /// Whether it says that others should go first.
    pub fn yields(&self) -> bool {
        self.op.act.yields() || self.how != ResumeKind::Go
    }

    /// Whether any thread but those that come to the same monitor could notice it.
    pub fn changes_nothing(&self) -> bool {
        let harmless = |access: &Access| !access.writes || access.target.part == Target::MONITOR;
        self.accesses
            .iter()
            .all(|access| access.target == TIME || harmless(access))
    }
}

#[derive(Debug, Default)]
pub struct Trace {
    pub events: Vec<Event>,
    last: BTreeMap<ThreadId, usize>,
    /// Never iterated.
    touched: FxHashMap<Target, Vec<(usize, bool)>>,
    /// What let a thread go on that could not before.
    enabled_by: BTreeMap<ThreadId, usize>,
}

/// All that a step touches, each target once, and the time if it puts that forward.
pub fn touches(step: &Step) -> Vec<Access> {
    let real = step
        .accesses
        .iter()
        .filter(|access| access.target != Target::NONE);
    let mut touched = BTreeMap::new();
    for access in real {
        *touched.entry(access.target).or_default() |= access.writes;
    }
    if step.how == ResumeKind::Expire {
        touched.insert(TIME, true);
    }
    touched
        .into_iter()
        .map(|(target, writes)| Access { target, writes })
        .collect()
}

/// Whether steps of two threads cannot be swapped.
pub fn dependent(ours: &[Access], theirs: &[Access]) -> bool {
    ours.iter().any(|a| {
        theirs
            .iter()
            .any(|b| a.target == b.target && (a.writes || b.writes))
    })
}

impl Trace {
    pub fn last_of(&self, thread: ThreadId) -> Option<usize> {
        self.last.get(&thread).copied()
    }

    /// The last event of each thread that has not ended.
    pub fn unfinished(&self) -> impl Iterator<Item = (ThreadId, usize)> {
        let ended = |last: usize| {
            self.events
                .get(last)
                .is_some_and(|event| event.op.act == Act::End)
        };
        self.last
            .iter()
            .map(|(thread, last)| (*thread, *last))
            .filter(move |(_, last)| !ended(*last))
    }

    /// A thread can go on that could not before the last event.
    pub fn enabled(&mut self, thread: ThreadId) {
        if let Some(last) = self.events.len().checked_sub(1) {
            self.enabled_by.insert(thread, last);
        }
    }

    /// Adds an event and says where it is.
    pub fn push(&mut self, step: &Step, node: Option<usize>) -> usize {
        let index = self.events.len();
        let previous = self.last.insert(step.thread, index);
        let accesses = touches(step);
        let mut clock = Clock::new();
        for before in previous.into_iter().chain(self.enabled_by.remove(&step.thread)) {
            join(&mut clock, &self.events[before].clock);
        }
        for access in &accesses {
            let touched = self.touched.entry(access.target).or_default();
            for (before, writes) in touched.iter().rev() {
                if *writes || access.writes {
                    join(&mut clock, &self.events[*before].clock);
                }
                // All that came before that one happened before it.
                if *writes {
                    break;
                }
            }
            touched.push((index, access.writes));
        }
        let count = clock.get(&step.thread).copied().unwrap_or(0) + 1;
        clock.insert(step.thread, count);
        self.events.push(Event {
            thread: step.thread,
            how: step.how,
            op: step.op,
            node,
            previous,
            accesses,
            count,
            clock,
        });
        index
    }

    /// Whether one event happens before another, or is the same.
    pub fn ordered(&self, before: usize, after: usize) -> bool {
        let (before, after) = (&self.events[before], &self.events[after]);
        after
            .clock
            .get(&before.thread)
            .is_some_and(|seen| *seen >= before.count)
    }

    /// The events of other threads that this one depends on directly, the latest first.
    pub fn conflicts(&self, index: usize) -> Vec<usize> {
        let event = &self.events[index];
        let mut found: Vec<_> = event
            .accesses
            .iter()
            .flat_map(|access| {
                let touched = self.touched.get(&access.target).into_iter().flatten();
                touched.filter(|(_, writes)| *writes || access.writes)
            })
            .map(|(other, _)| *other)
            .filter(|other| *other < index && self.events[*other].thread != event.thread)
            .collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found
    }

    /// The threads that could take the first step of what comes after `event` up to `last` and does not depend on
    /// `event`; `last` counts in any case. A schedule in which `last` comes before `event` begins with one of those.
    pub fn initials(&self, event: usize, last: usize) -> Vec<(ThreadId, ResumeKind)> {
        let mut first: BTreeMap<ThreadId, u32> = BTreeMap::new();
        let mut initials = Vec::new();
        for index in event + 1..=last {
            if index != last && self.ordered(event, index) {
                continue;
            }
            let it = &self.events[index];
            let after =
                |(thread, count): (&ThreadId, &u32)| it.clock.get(thread).is_some_and(|seen| seen >= count);
            if !first.iter().any(after) {
                initials.push((it.thread, it.how));
            }
            first.entry(it.thread).or_insert(it.count);
        }
        initials
    }

    /// The first event of the turn that this one belongs to: all since then are of the same thread.
    pub fn turn(&self, index: usize) -> usize {
        let thread = self.events[index].thread;
        let turn = self.events[..index]
            .iter()
            .rev()
            .take_while(|event| event.thread == thread);
        index - turn.count()
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    for (thread, count) in other {
        let seen = clock.entry(*thread).or_default();
        *seen = (*seen).max(*count);
    }
}

#[cfg(test)]
mod tests {
    use raddle_events::SiteId;

    use super::*;

    fn step(thread: u32, how: ResumeKind, accesses: &[(u32, bool)]) -> Step {
        let access = |(object, writes): &(u32, bool)| Access {
            target: Target {
                object: *object,
                part: 0,
            },
            writes: *writes,
        };
        Step {
            thread: ThreadId(thread),
            how,
            op: Op {
                act: Act::Update,
                target: Target::NONE,
                site: SiteId::UNKNOWN,
            },
            accesses: accesses.iter().map(access).collect(),
        }
    }

    #[test]
    fn what_orders_events() {
        let mut trace = Trace::default();
        trace.push(&step(1, ResumeKind::Go, &[(7, true)]), None);
        trace.push(&step(2, ResumeKind::Go, &[(7, false), (8, false)]), None);
        trace.push(&step(3, ResumeKind::Go, &[(7, false), (7, false)]), None);
        trace.push(&step(4, ResumeKind::Expire, &[(8, false)]), None);
        trace.push(&step(5, ResumeKind::Expire, &[]), None);
        assert!(trace.ordered(0, 1) && trace.ordered(0, 2), "a write, then a read");
        assert!(!trace.ordered(1, 2) && !trace.ordered(1, 3), "only reads");
        assert!(trace.ordered(3, 4), "both put the clock forward");
        trace.push(&step(3, ResumeKind::Go, &[(8, true)]), None);
        assert!(trace.ordered(0, 5) && trace.ordered(1, 5) && trace.ordered(3, 5));
        assert_eq!(trace.conflicts(5), [3, 1]);
    }

    #[test]
    fn who_is_let_go_on_comes_after_that() {
        let mut trace = Trace::default();
        trace.push(&step(1, ResumeKind::Go, &[]), None);
        trace.enabled(ThreadId(2));
        trace.push(&step(2, ResumeKind::Go, &[]), None);
        trace.push(&step(3, ResumeKind::Go, &[]), None);
        assert!(trace.ordered(0, 1) && !trace.ordered(0, 2));
    }

    #[test]
    fn who_could_have_been_first() {
        let mut trace = Trace::default();
        trace.push(&step(1, ResumeKind::Go, &[(7, true)]), None);
        trace.push(&step(2, ResumeKind::Go, &[(8, true)]), None);
        trace.push(&step(3, ResumeKind::Go, &[(8, true)]), None);
        trace.push(&step(4, ResumeKind::Go, &[(7, true)]), None);
        let first = |last| {
            trace
                .initials(0, last)
                .iter()
                .map(|(thread, _)| thread.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(first(2), [2], "thread 3 comes after thread 2");
        assert_eq!(first(3), [2, 4]);
    }
}
