//! The contract of a strategy: given the threads that could go on, it says which one does.
//!
//! One thread runs at a time. Whenever it comes to a switch point, the controller lists the candidates and
//! asks; so what a strategy answers, together with the program, decides all that happens. A strategy has no
//! other source of chance than its seed, so the same seed gives the same schedule.
//!
//! Fairness: a candidate whose act [yields](crate::Act::yields), or that goes on because its time is up, says that
//! others should go first. A strategy that always prefers such a thread spins for ever in a loop that waits for another
//! thread; so it must at some point choose another candidate if there is one.

use raddle_events::{SiteId, ThreadId};
use serde::{Deserialize, Serialize};

use crate::op::{Op, ResumeKind, Step};
use crate::strategies::exhaustive::Search;

pub trait Strategy: Send {
    /// A schedule begins, counted from 0. False: there is none left that could show anything new.
    fn begin(&mut self, number: u64, seed: u64) -> bool;

    /// The number of the candidate that goes on. There are at least two; with one, the strategy is not asked.
    fn choose(&mut self, choice: &Choice<'_>) -> usize;

    /// What the thread that runs did from its last switch point up to the one at which it is now, or up to its end.
    /// Steps without a choice are reported, too.
    fn performed(&mut self, _step: &Step) {}

    /// The schedule has shown a failure, known by this fingerprint.
    fn failed(&mut self, _fingerprint: &str) {}

    /// The schedule is over: all threads have ended, or none can go on, or it was cut off.
    fn end(&mut self, _cut_off: bool) {}

    /// Whether the schedule that has just ended is one to keep, even if it has shown nothing new.
    fn keeps(&self) -> bool {
        false
    }

    /// A detector has a suspicion that a schedule could confirm. May come at any time, and more than once.
    fn hint(&mut self, _hint: &Hint) {}

    /// Why it can choose no more, if so: then its last answer means nothing, and the exploration ends.
    fn problem(&self) -> Option<&str> {
        None
    }

    /// From the next schedule on, the program has more switch points than before.
    fn refined(&mut self) {}

    /// What it has to know to go on in another JVM, after the schedule that has just ended; none if it needs nothing.
    fn leaves(&self) -> Option<Search> {
        None
    }

    /// Goes on where another one was.
    fn take_up(&mut self, _search: Search) {}

    /// Whether all schedules were tried, or all within a bound; said once [`Strategy::begin`] is false.
    fn exhausted(&self) -> Exhausted {
        Exhausted::No
    }
}

/// How much of what a program can do has been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exhausted {
    #[default]
    No,
    /// All with at most so many preemptions.
    UpTo(u32),
    All,
}

/// A thread that could go on.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// How many steps came before, in this schedule.
    pub step: u64,
    /// The thread that ran last. It may be no candidate: it has to wait, or has ended.
    pub last: Option<ThreadId>,
    pub what: ChoiceKind,
    /// In order of thread and way; for [`ChoiceKind::Waiter`] in the order in which they began to wait.
    pub candidates: &'a [Candidate],
}

/// What is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoiceKind {
    /// The thread that goes on.
    Thread,
    /// Whom a notification wakes.
    Waiter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    pub thread: ThreadId,
    pub how: ResumeKind,
    /// What it is about to do.
    pub op: Op,
}

impl Candidate {
    /// Whether it says that others should go first.
    pub fn yields(&self) -> bool {
        self.op.act.yields() || self.how != ResumeKind::Go
    }
}

impl Choice<'_> {
    /// Whether choosing this candidate preempts a thread that could go on.
    pub fn is_preemption(&self, index: usize) -> bool {
        let Some(last) = self.last.filter(|_| self.what == ChoiceKind::Thread) else {
            return false;
        };
        let could = |c: &Candidate| c.thread == last && !c.yields();
        self.candidates[index].thread != last && self.candidates.iter().any(could)
    }
}

/// What a detector suspects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Threads that take locks in different orders: for each, where it takes the lock that the next one holds.
    LockCycle(Vec<SiteId>),
    /// Two places that race.
    Race([SiteId; 2]),
}
