//! Threads that spin without a yield.
//!
//! A loop such as `while (!ready) {}` has no yield in it. A strategy that goes by priorities would stay in it for ever,
//! so a thread that comes to the same operation again and again, while no other thread does anything, counts as one
//! that yields. A loop that only works long is treated the same, which costs it a dispatch and nothing else.

use raddle_events::ThreadId;
use rustc_hash::FxHashMap;

use crate::op::{Op, Step};
use crate::strategy::Candidate;

/// So often may a thread do the same in a row.
const ROUNDS: u32 = 100;

#[derive(Debug, Default)]
pub(super) struct Spinning {
    thread: ThreadId,
    rounds: FxHashMap<Op, u32>,
    spins: bool,
}

impl Spinning {
    pub fn performed(&mut self, step: &Step) {
        if self.thread != step.thread {
            *self = Spinning {
                thread: step.thread,
                ..Spinning::default()
            };
        }
        let rounds = self.rounds.entry(step.op).or_default();
        *rounds += 1;
        self.spins |= *rounds >= ROUNDS;
    }

    pub fn spins(&self) -> bool {
        self.spins
    }

    /// Whether the candidate says, or shows, that others should go first.
    pub fn yields(&self, candidate: &Candidate) -> bool {
        candidate.yields() || self.spins && candidate.thread == self.thread
    }
}
