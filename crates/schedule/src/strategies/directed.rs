//! Walks that try to make a suspicion come true: RaceFuzzer (Sen 2008) and DeadlockFuzzer (Joshi, Park, Sen
//! and Naik 2009).
//!
//! A random walk that holds a thread back when it comes to a place of the hint. For a race, until another one
//! is at the other place with the same target; then both go, one right after the other, in random order. For
//! a cycle of locks, until the others have come to theirs: each then holds what the next one wants, so the
//! deadlock is there by itself, and none of them is a candidate any more.
//!
//! Deviations: threads and objects are identified by places only, not by their allocation. No thread is held back for
//! ever: after as many choices as the shortest schedule had, one is let go, and then the patience halves. Hints are
//! tried in turn, new ones first; without any it is a plain random walk.
//!
//! Misses: what no hint names; and what the walk must come to by itself before the places of the hint, such as a
//! certain value.

use std::collections::{BTreeSet, VecDeque};

use raddle_events::ThreadId;

use crate::op::{ResumeKind, Step};
use crate::strategies::patience::Patience;
use crate::strategies::random::walk;
use crate::strategies::seed::{Rng, mix};
use crate::strategy::{Candidate, Choice, ChoiceKind, Hint, Strategy};

/// Choices for which a thread is held back at least.
const PATIENCE: u64 = 200;
/// Hints that are kept. Detectors tell of the same place once, so more would mean a large program.
const MOST_HINTS: usize = 1 << 12;

/// Which hints are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspicion {
    Deadlock,
    Race,
    Any,
}

#[derive(Debug)]
pub struct Directed {
    suspicion: Suspicion,
    rng: Rng,
    /// Those that were not tried come first.
    hints: VecDeque<Hint>,
    untried: usize,
    hint: Option<Hint>,
    /// Threads that may go on from where they were held back.
    released: BTreeSet<ThreadId>,
    /// The other side of a race that came true.
    next: Option<ThreadId>,
    patience: Patience,
    steps: u64,
    /// How long schedules are at least: those in which threads spin, as another is held back, are longer.
    shortest: Option<u64>,
}

impl Default for Directed {
    fn default() -> Self {
        Directed::new(Suspicion::Any)
    }
}

impl Directed {
    pub fn new(suspicion: Suspicion) -> Self {
        Directed {
            suspicion,
            rng: Rng::new(0),
            hints: VecDeque::new(),
            untried: 0,
            hint: None,
            released: BTreeSet::new(),
            next: None,
            patience: Patience::default(),
            steps: 0,
            shortest: None,
        }
    }

    pub fn has_hint(&self) -> bool {
        !self.hints.is_empty()
    }

    pub fn has_new_hint(&self) -> bool {
        self.untried > 0
    }

    fn wants(&self, hint: &Hint) -> bool {
        match hint {
            Hint::LockCycle(_) => self.suspicion != Suspicion::Race,
            Hint::Race(_) => self.suspicion != Suspicion::Deadlock,
        }
    }

    /// Whether the candidate is at a place of the hint, and waits for others there.
    fn holds(&self, candidate: &Candidate) -> bool {
        let sites = match &self.hint {
            Some(Hint::LockCycle(sites)) => sites.as_slice(),
            Some(Hint::Race(sites)) => sites,
            None => &[],
        };
        candidate.how == ResumeKind::Go
            && sites.contains(&candidate.op.site)
            && !self.released.contains(&candidate.thread)
    }

    /// Two candidates that are about to race, as the hint says.
    fn met(&self, candidates: &[Candidate]) -> Option<[usize; 2]> {
        let Some(Hint::Race([here, there])) = self.hint else {
            return None;
        };
        let at = |site| {
            let all = candidates.iter().enumerate();
            all.filter(move |(_, c)| c.op.site == site && c.how == ResumeKind::Go)
        };
        let races = |a: &Candidate, b: &Candidate| a.thread != b.thread && a.op.target == b.op.target;
        at(here).find_map(|(first, a)| {
            let (second, _) = at(there).find(|(_, b)| races(a, b))?;
            Some([first, second])
        })
    }
}

impl Strategy for Directed {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.rng = Rng::new(mix(seed, number));
        self.hint = self.hints.front().cloned();
        self.hints.rotate_left(usize::from(self.hint.is_some()));
        self.untried = self.untried.saturating_sub(1);
        self.released.clear();
        self.next = None;
        self.patience = Patience::new(self.shortest.unwrap_or(0).max(PATIENCE));
        self.steps = 0;
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let candidates = choice.candidates;
        if choice.what == ChoiceKind::Waiter {
            return self.rng.index(candidates.len());
        }
        if let Some(next) = self.next.take()
            && let Some(index) = candidates.iter().position(|c| c.thread == next)
        {
            return index;
        }
        if let Some(pair) = self.met(candidates) {
            let first = self.rng.index(2);
            self.next = Some(candidates[pair[1 - first]].thread);
            self.hint = None;
            return pair[first];
        }
        let held: Vec<_> = candidates.iter().map(|candidate| self.holds(candidate)).collect();
        let others = candidates
            .iter()
            .zip(&held)
            .filter(|(_, held)| !**held)
            .map(|(c, _)| c);
        let enough = held.contains(&true) && !self.patience.lasts(others);
        let all = !held.contains(&false);
        let is_held = |c: &Candidate| {
            candidates
                .iter()
                .zip(&held)
                .any(|(other, held)| other == c && *held)
        };
        if enough || all {
            let index = walk(&mut self.rng, candidates, is_held);
            self.released
                .extend(candidates.get(index).map(|candidate| candidate.thread));
            if enough && !self.patience.shrink() {
                self.hint = None;
            }
            return index;
        }
        walk(&mut self.rng, candidates, |c| !is_held(c))
    }

    fn performed(&mut self, step: &Step) {
        self.steps += 1;
        self.released.remove(&step.thread);
    }

    fn end(&mut self, cut_off: bool) {
        if !cut_off {
            let shortest = self.shortest.unwrap_or(self.steps);
            self.shortest = Some(shortest.min(self.steps));
        }
        self.steps = 0;
    }

    fn hint(&mut self, hint: &Hint) {
        if self.wants(hint) && !self.hints.contains(hint) && self.hints.len() < MOST_HINTS {
            self.hints.push_front(hint.clone());
            self.untried += 1;
        }
    }
}
