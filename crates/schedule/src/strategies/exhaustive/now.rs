//! The schedule that runs, as far as the search knows it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_events::ThreadId;

use super::node::Sleeper;
use super::trace::Trace;
use crate::op::ResumeKind;
use crate::strategies::spinning::Spinning;
use crate::strategy::{Candidate, Choice};

/// By how many steps threads that yield come later than others.
const LATER: usize = 1000;

#[derive(Debug, Default)]
pub struct Now {
    /// How many choice points of the path were passed.
    pub depth: usize,
    /// How many of them were there before: what comes after the last of these is new.
    pub repeats: usize,
    /// Where a thread was chosen that has not come to its next switch point.
    pub asked: Option<usize>,
    pub trace: Trace,
    pub sleepers: Vec<Sleeper>,
    /// The threads that could go on, before the last step.
    pub awake: BTreeSet<ThreadId>,
    /// How many events came before a thread was seen.
    pub seen: BTreeMap<ThreadId, usize>,
    /// Where candidates were seen last that have not gone on since.
    pub pending: BTreeMap<(ThreadId, ResumeKind), usize>,
    pub preemptions: u32,
    /// All that could go on were asleep.
    pub is_redundant: bool,
    pub spinning: Spinning,
}

impl Now {
    /// The one among these that changes least: the last thread goes on, unless it yields; then the one that has not run
    /// for longest, where threads that yield have to wait longer.
    pub fn prefer(&self, choice: &Choice<'_>, among: impl IntoIterator<Item = usize>) -> usize {
        let order = |index: &usize| {
            let candidate = &choice.candidates[*index];
            let yields = self.spinning.yields(candidate);
            let goes_on = choice.last == Some(candidate.thread) && !yields;
            let ran = self.trace.last_of(candidate.thread).map_or(0, |last| last + 1);
            let rank = if yields { ran + LATER } else { ran };
            (!goes_on, rank, candidate.thread, candidate.how)
        };
        among.into_iter().min_by_key(order).unwrap_or(0)
    }

    /// How many events came before the thread was about to do this one; or before that was seen, if it is the
    /// thread's first.
    pub fn arrived(&self, index: usize) -> usize {
        let event = &self.trace.events[index];
        let seen = || self.seen.get(&event.thread).copied().unwrap_or(index);
        event.previous.map_or_else(seen, |previous| previous + 1)
    }

    /// Where the candidate's thread was about to do the same, and has changed nothing since.
    pub fn round_since(&self, candidate: &Candidate) -> Option<usize> {
        if !candidate.yields() {
            return None;
        }
        let mut at = self.trace.last_of(candidate.thread);
        while let Some(index) = at {
            let event = &self.trace.events[index];
            if !event.changes_nothing() {
                return None;
            }
            if event.yields() && (event.op, event.how) == (candidate.op, candidate.how) {
                return Some(index);
            }
            at = event.previous;
        }
        None
    }

    /// These could go on after the last step, and no other thread.
    pub fn can_go_on(&mut self, candidates: &[(ThreadId, ResumeKind)]) {
        let awake: BTreeSet<_> = candidates.iter().map(|(thread, _)| *thread).collect();
        for thread in awake.difference(&self.awake) {
            self.trace.enabled(*thread);
            self.seen.entry(*thread).or_insert(self.trace.events.len());
        }
        self.awake = awake;
        // A sleeper that cannot go on any more was touched, whatever the accesses say.
        self.sleepers
            .retain(|sleeper| candidates.contains(&(sleeper.thread, sleeper.how)));
    }

    pub fn is_asleep(&self, candidate: (ThreadId, ResumeKind)) -> bool {
        self.sleepers
            .iter()
            .any(|sleeper| (sleeper.thread, sleeper.how) == candidate)
    }
}
