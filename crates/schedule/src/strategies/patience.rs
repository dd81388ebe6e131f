//! How long threads are held back for others to come to where they are wanted.
//!
//! A thread that is held back may be the one that the others wait for, so this must end: after some choices,
//! and much sooner if all the others do is yield.

use crate::strategy::Candidate;

/// What a choice costs if all threads that are not held back yield.
const FUTILE: u64 = 20;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    full: u64,
    left: u64,
}

impl Patience {
    pub fn new(choices: u64) -> Self {
        Patience {
            full: choices,
            left: choices,
        }
    }

    /// A thread is held back while one of these goes on. False: not any longer.
    pub fn lasts<'a>(&mut self, mut others: impl Iterator<Item = &'a Candidate>) -> bool {
        let cost = if others.all(Candidate::yields) { FUTILE } else { 1 };
        self.left = self.left.saturating_sub(cost);
        self.left > 0
    }

    /// Begins again.
    pub fn renew(&mut self) {
        self.left = self.full;
    }

    /// Begins again with half of what there was, so that all of it together is no more than twice the first.
    /// False: nothing is left.
    pub fn shrink(&mut self) -> bool {
        *self = Patience::new(self.full / 2);
        self.full > 0
    }
}
