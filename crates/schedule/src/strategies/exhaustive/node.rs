//! A choice point on the path that the search is on.

use raddle_events::{SiteId, ThreadId};
use serde::{Deserialize, Serialize};

use crate::op::{Access, ResumeKind};
use crate::strategy::{Candidate, Choice, ChoiceKind};

/// One candidate of a choice point.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Branch {
    pub candidate: Candidate,
    /// It must be tried.
    pub wanted: bool,
    pub tried: bool,
    /// It may not be tried: its thread goes round a loop, and others have to go first.
    pub unfair: bool,
    /// What the step touched that it began with, once that was seen.
    pub touched: Option<Vec<Access>>,
}

impl Branch {
    pub fn key(&self) -> (ThreadId, ResumeKind) {
        (self.candidate.thread, self.candidate.how)
    }
}

/// A step that was tried from where the path is now, or from before and nothing since has touched what it
/// touches: all schedules that begin with it have been seen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sleeper {
    pub thread: ThreadId,
    pub how: ResumeKind,
    pub touched: Vec<Access>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Node {
    step: u64,
    last: Option<ThreadId>,
    pub what: ChoiceKind,
    pub branches: Vec<Branch>,
    pub chosen: usize,
    pub sleepers: Vec<Sleeper>,
    /// How many came before.
    pub preemptions: u32,
}

impl Node {
    /// A choice point at which nothing has been tried. If it is about which thread is notified, all must be.
    pub fn new(choice: &Choice<'_>, unfair: &[bool], sleepers: Vec<Sleeper>, preemptions: u32) -> Self {
        let branch = |(index, candidate): (usize, &Candidate)| Branch {
            candidate: *candidate,
            wanted: choice.what == ChoiceKind::Waiter,
            tried: false,
            unfair: unfair.get(index).copied().unwrap_or(false),
            touched: None,
        };
        Node {
            step: choice.step,
            last: choice.last,
            what: choice.what,
            branches: choice.candidates.iter().enumerate().map(branch).collect(),
            chosen: 0,
            sleepers,
            preemptions,
        }
    }

    /// Whether this is the choice point. If it was met in another JVM, it learns where that is in this one.
    pub fn matches(&mut self, choice: &Choice<'_>) -> bool {
        let same = |(branch, candidate): (&mut Branch, &Candidate)| {
            let site = &mut branch.candidate.op.site;
            if *site == SiteId::UNKNOWN {
                *site = candidate.op.site;
            }
            branch.candidate == *candidate
        };
        (self.step, self.last, self.what) == (choice.step, choice.last, choice.what)
            && self.branches.len() == choice.candidates.len()
            && self.branches.iter_mut().zip(choice.candidates).all(same)
    }

    pub fn take(&mut self, index: usize) {
        self.chosen = index;
        self.branches[index].wanted = true;
        self.branches[index].tried = true;
    }

    pub fn branch(&self, thread: ThreadId, how: ResumeKind) -> Option<usize> {
        self.branches
            .iter()
            .position(|branch| branch.key() == (thread, how))
    }

    pub fn is_asleep(&self, index: usize) -> bool {
        let key = self.branches[index].key();
        let is = |sleeper: &Sleeper| (sleeper.thread, sleeper.how) == key;
        self.what == ChoiceKind::Thread && self.sleepers.iter().any(is)
    }

    /// The branches that were tried before the one that is chosen.
    pub fn tried_before(&self) -> impl Iterator<Item = Sleeper> {
        let tried = self
            .branches
            .iter()
            .enumerate()
            .filter(|(index, branch)| branch.tried && *index != self.chosen);
        tried.filter_map(|(_, branch)| {
            let (thread, how) = branch.key();
            Some(Sleeper {
                thread,
                how,
                touched: branch.touched.clone()?,
            })
        })
    }

    /// What the chosen one touched; more than once if it woke one of several.
    pub fn has_touched(&mut self, touched: &[Access]) {
        let all = self.branches[self.chosen].touched.get_or_insert_default();
        for access in touched {
            if !all.contains(access) {
                all.push(*access);
            }
        }
    }

    /// Whether this branch preempts a thread that could go on.
    pub fn preempts(&self, index: usize) -> bool {
        let candidates: Vec<_> = self.branches.iter().map(|branch| branch.candidate).collect();
        let choice = Choice {
            step: self.step,
            last: self.last,
            what: self.what,
            candidates: &candidates,
        };
        choice.is_preemption(index)
    }

    /// The preemptions up to and with a branch.
    pub fn preemptions_with(&self, index: usize) -> u32 {
        self.preemptions.saturating_add(u32::from(self.preempts(index)))
    }

    pub fn want(&mut self, thread: ThreadId, how: ResumeKind) {
        if let Some(index) = self.branch(thread, how) {
            self.branches[index].wanted = true;
        }
    }

    /// Any way in which this thread goes on; if it cannot, all.
    pub fn want_thread(&mut self, thread: ThreadId) {
        let has = self
            .branches
            .iter()
            .any(|branch| branch.candidate.thread == thread);
        for branch in &mut self.branches {
            branch.wanted |= !has || branch.candidate.thread == thread;
        }
    }

    /// One of these first steps, if none of them is wanted, or known, already.
    pub fn want_one_of(&mut self, initials: &[(ThreadId, ResumeKind)], best: ThreadId) {
        let found: Vec<_> = initials
            .iter()
            .filter_map(|(thread, how)| self.branch(*thread, *how))
            .collect();
        if found.is_empty() {
            return self.branches.iter_mut().for_each(|branch| branch.wanted = true);
        }
        if found
            .iter()
            .any(|index| self.branches[*index].wanted || self.is_asleep(*index))
        {
            return;
        }
        let mut fair: Vec<_> = found
            .into_iter()
            .filter(|index| !self.branches[*index].unfair)
            .collect();
        fair.sort_by_key(|index| self.branches[*index].candidate.thread != best);
        if let Some(index) = fair.first() {
            self.branches[*index].wanted = true;
        }
    }
}
