//! One thread is stopped in the middle of what it does, and all others go on as far as possible.
//!
//! Most errors of order need no more: one thread checks, others act, and then it goes on with what it saw. Which thread
//! and before which of its operations is drawn from what it did in the schedule before, so a program with n threads of
//! m operations each shows such an error once in n times m schedules, however many others there are; priorities (PCT)
//! have to come out right for all of them. Half of the time the thread is let through before all others, too. Apart
//! from that no thread is preempted.
//!
//! A thread on which the others depend, such as the one that empties their queue, has to be stopped early: so half of the
//! time it is as likely to be in the first ten of its steps as in the next ninety. And what others do meanwhile matters:
//! half of the time they go on in random order, so that they come to wait for it together, and half of the time it is
//! not held up again once they all do.
//!
//! Threads that were started at the same place are taken to be alike, however many they are: what is drawn first is the
//! place, and then one of its threads.
//!
//! The idea is that of a delay put in by hand; of bounded delays (Emmi, Qadeer and Rakamarić 2011) this is one
//! that is as long as it can be.
//!
//! Misses: what takes two threads that are stopped half-way.

use std::collections::BTreeMap;

use raddle_events::{SiteId, ThreadId};

use crate::op::{Act, Step, Target};
use crate::strategies::patience::Patience;
use crate::strategies::random::walk;
use crate::strategies::seed::{Rng, mix};
use crate::strategies::spinning::Spinning;
use crate::strategy::{Candidate, Choice, ChoiceKind, Strategy};

/// Choices for which the thread is held up at most.
const PATIENCE: u64 = 20_000;
/// The same where others walk: that two of them spin in turn does not show.
const WALK: u64 = 2_000;
/// One choice in so many is a step of a random walk, which may choose a thread that yields.
const YIELDS: usize = 16;

#[derive(Debug)]
pub struct Stall {
    rng: Rng,
    /// How many steps each thread took in the schedule before.
    learnt: BTreeMap<ThreadId, u64>,
    steps: BTreeMap<ThreadId, u64>,
    /// Where threads were started.
    started_at: BTreeMap<ThreadId, SiteId>,
    victim: ThreadId,
    /// It is stopped once it has taken so many steps.
    at: u64,
    goes_first: bool,
    /// The others go on in random order meanwhile.
    walks: bool,
    /// It is not held up again once it has gone on, since all others waited.
    is_let_go: bool,
    was_let_go: bool,
    patience: Patience,
    spinning: Spinning,
}

impl Default for Stall {
    fn default() -> Self {
        Stall {
            rng: Rng::new(0),
            learnt: BTreeMap::new(),
            steps: BTreeMap::new(),
            started_at: BTreeMap::new(),
            victim: ThreadId(0),
            at: u64::MAX,
            goes_first: false,
            walks: false,
            is_let_go: false,
            was_let_go: false,
            patience: Patience::default(),
            spinning: Spinning::default(),
        }
    }
}

impl Stall {
    fn is_stopped(&self) -> bool {
        !self.was_let_go && self.steps.get(&self.victim).copied().unwrap_or(0) >= self.at
    }

    /// The index of a thread. Each place where some of them were started is as likely as any other. There is one.
    fn one_of_its_like(&mut self, threads: &[ThreadId]) -> usize {
        let place = |thread: &ThreadId| self.started_at.get(thread).copied();
        let mut places: Vec<Option<SiteId>> = Vec::new();
        for thread in threads {
            if !places.contains(&place(thread)) {
                places.push(place(thread));
            }
        }
        let drawn = places[self.rng.index(places.len())];
        let alike: Vec<usize> = (0..threads.len())
            .filter(|&index| self.started_at.get(&threads[index]).copied() == drawn)
            .collect();
        alike[self.rng.index(alike.len())]
    }

    /// Another thread goes on; now and then one that yields, though there are others.
    fn another(&mut self, candidates: &[Candidate], may: impl Fn(&Candidate) -> bool) -> usize {
        let is_eager = |index: &usize| may(&candidates[*index]) && !candidates[*index].yields();
        let eager: Vec<usize> = (0..candidates.len()).filter(is_eager).collect();
        if eager.is_empty() || self.rng.index(YIELDS) == 0 {
            return walk(&mut self.rng, candidates, may);
        }
        let threads: Vec<ThreadId> = eager.iter().map(|&index| candidates[index].thread).collect();
        eager[self.one_of_its_like(&threads)]
    }

    /// A step up to `count`, from 1 on: each as likely as the others, or those of each power of two together.
    fn step_up_to(&mut self, count: u64) -> u64 {
        let count = count.max(1);
        let bound = match self.rng.index(2) {
            0 => count,
            _ => count.min(1 << self.rng.index(2 + count.ilog2() as usize)),
        };
        1 + self.rng.below(bound)
    }
}

impl Strategy for Stall {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.rng = Rng::new(mix(seed, number));
        self.steps.clear();
        self.spinning = Spinning::default();
        self.patience = Patience::new(PATIENCE);
        self.at = u64::MAX;
        self.was_let_go = false;
        if !self.learnt.is_empty() {
            let threads: Vec<ThreadId> = self.learnt.keys().copied().collect();
            self.victim = threads[self.one_of_its_like(&threads)];
            let count = self.learnt.get(&self.victim).copied().unwrap_or(1);
            self.at = self.step_up_to(count);
            self.goes_first = self.rng.index(2) == 0;
            self.walks = self.rng.index(2) == 0;
            self.patience = Patience::new(if self.walks { WALK } else { PATIENCE });
            self.is_let_go = self.rng.index(2) == 0;
        }
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let candidates = choice.candidates;
        if choice.what == ChoiceKind::Waiter {
            return self.rng.index(candidates.len());
        }
        let victim = self.victim;
        let is_stopped = self.is_stopped();
        let is_other = |c: &Candidate| c.thread != victim;
        let spinning = &self.spinning;
        let eager = |c: &Candidate| !spinning.yields(c);
        if !is_stopped && self.goes_first {
            let is_victim = |c: &Candidate| c.thread == victim && eager(c);
            if let Some(index) = candidates.iter().position(is_victim) {
                return index;
            }
        }
        let held = is_stopped && candidates.iter().any(is_other) && {
            let others = candidates.iter().filter(|c| is_other(c));
            // A thread that spins may wait for the one that is stopped.
            !spinning.spins() && self.patience.lasts(others)
        };
        let may = |c: &Candidate| !held || is_other(c);
        if held && self.walks && !self.spinning.spins() {
            return walk(&mut self.rng, candidates, may);
        }
        let goes_on = |c: &Candidate| Some(c.thread) == choice.last && eager(c) && may(c);
        if let Some(index) = candidates.iter().position(goes_on) {
            return index;
        }
        // A thread that spins waits for any of the others, and those that yield are as good as the rest.
        let others: Vec<usize> = (0..candidates.len())
            .filter(|&index| Some(candidates[index].thread) != choice.last && may(&candidates[index]))
            .collect();
        match others.get(self.rng.index(others.len())) {
            Some(&index) if self.spinning.spins() => index,
            _ => self.another(candidates, may),
        }
    }

    fn performed(&mut self, step: &Step) {
        if step.op.act == Act::Start && step.op.target != Target::NONE {
            self.started_at
                .insert(ThreadId(step.op.target.part), step.op.site);
        }
        self.spinning.performed(step);
        // It has gone on all the same: no other thread could, or it was held up for long enough.
        self.was_let_go |= self.is_let_go && step.thread == self.victim && self.is_stopped();
        *self.steps.entry(step.thread).or_default() += 1;
    }

    fn end(&mut self, cut_off: bool) {
        if !cut_off || self.learnt.is_empty() {
            self.learnt = std::mem::take(&mut self.steps);
        }
    }
}
