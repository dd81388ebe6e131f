//! PCT, probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010).
//!
//! Each thread has a random priority, and the highest that can go on does. At d - 1 random steps, the thread
//! that took the step falls below all that have not fallen. A bug that needs d orderings of events (its
//! depth) shows in a schedule with a probability of at least 1 / (n k^(d-1)), for n threads and k steps.
//!
//! Deviations: k is taken from the schedules before, so the first one has no guarantee, and none has whose schedules
//! get longer. A thread that yields, or whose time is up, falls below all others once for each time that it says so, as
//! does one that [spins](super::spinning); both cost the guarantee for bugs that need such a thread to be ahead. The
//! thread that a notification wakes is drawn evenly.
//!
//! Misses: bugs that are deeper than d, but for luck; and the probability falls quickly with d.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use raddle_events::ThreadId;

use crate::op::Step;
use crate::strategies::seed::{Rng, mix};
use crate::strategies::spinning::Spinning;
use crate::strategy::{Choice, ChoiceKind, Strategy};

/// The length of the first schedule, until that is known.
const GUESS: u64 = 100;

/// Higher goes first. The order is that of the variants, and below them that of what they carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Priority {
    /// Has let others go first: the later, the lower.
    Yielded(Reverse<u64>),
    /// Has come to the change point of this number.
    Fallen(u32),
    Drawn(u64),
}

#[derive(Debug)]
pub struct Pct {
    depth: u32,
    rng: Rng,
    priorities: BTreeMap<ThreadId, Priority>,
    /// After how many steps priorities change.
    changes: Vec<u64>,
    /// Threads that were put behind the others for what they are about to do.
    let_others_go: BTreeSet<ThreadId>,
    yielded: u64,
    steps: u64,
    /// How long schedules are, once one was seen.
    length: Option<u64>,
    spinning: Spinning,
}

impl Pct {
    /// The depth of most bugs is 1 or 2; 3 is what is usual.
    pub const DEPTH: u32 = 3;

    pub fn new(depth: u32) -> Self {
        Pct {
            depth: depth.max(1),
            rng: Rng::new(0),
            priorities: BTreeMap::new(),
            changes: Vec::new(),
            let_others_go: BTreeSet::new(),
            yielded: 0,
            steps: 0,
            length: None,
            spinning: Spinning::default(),
        }
    }

    fn put_behind(&mut self, thread: ThreadId) {
        self.yielded += 1;
        self.priorities
            .insert(thread, Priority::Yielded(Reverse(self.yielded)));
        self.let_others_go.insert(thread);
    }
}

impl Strategy for Pct {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        let mut fresh = Pct::new(self.depth);
        fresh.rng = Rng::new(mix(seed, number));
        fresh.length = self.length;
        let length = self.length.unwrap_or(GUESS);
        fresh.changes = (1..self.depth).map(|_| 1 + fresh.rng.below(length)).collect();
        *self = fresh;
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        if choice.what == ChoiceKind::Waiter {
            return self.rng.index(choice.candidates.len());
        }
        for candidate in choice.candidates {
            let drawn = || Priority::Drawn(self.rng.draw());
            self.priorities.entry(candidate.thread).or_insert_with(drawn);
        }
        loop {
            let order = |index: &usize| {
                let candidate = &choice.candidates[*index];
                (self.priorities.get(&candidate.thread), Reverse(candidate.how))
            };
            let Some(first) = (0..choice.candidates.len()).max_by_key(order) else {
                return 0;
            };
            let candidate = &choice.candidates[first];
            if !self.spinning.yields(candidate) || self.let_others_go.contains(&candidate.thread) {
                return first;
            }
            self.put_behind(candidate.thread);
        }
    }

    fn performed(&mut self, step: &Step) {
        self.steps += 1;
        self.let_others_go.remove(&step.thread);
        self.spinning.performed(step);
        for (number, _) in (1..).zip(&self.changes).filter(|(_, at)| **at == self.steps) {
            self.priorities.insert(step.thread, Priority::Fallen(number));
        }
    }

    /// One long schedule, or one that never ended, should not spread the change points too thin for ever.
    fn end(&mut self, cut_off: bool) {
        let before = self.length.unwrap_or(if cut_off { GUESS } else { 0 });
        let steps = if cut_off {
            self.steps.min(2 * before)
        } else {
            self.steps
        };
        self.length = Some(steps.max(before - before / 8).max(1));
    }
}
