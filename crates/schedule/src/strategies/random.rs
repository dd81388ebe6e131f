//! A random walk: at each switch point, any thread that could go on.
//!
//! The baseline of every paper on the subject, and hard to beat on small programs (Thomson, Donaldson and Betts 2016).
//! Deviation: a thread that yields, or goes on only because its time is up, is chosen less often, so that a loop that
//! waits for another thread is left soon.
//!
//! Misses: what needs a thread to be far ahead of, or behind, the others. Each switch point is a coin, so a
//! thread gets through n of them alone with a probability of 2^-n.

use crate::strategies::seed::{Rng, mix};
use crate::strategy::{Candidate, Choice, Strategy};

/// How often a thread that does not yield is chosen for once that one that does is.
const EAGER: u64 = 8;

#[derive(Debug)]
pub struct Random {
    rng: Rng,
}

impl Default for Random {
    fn default() -> Self {
        Random { rng: Rng::new(0) }
    }
}

impl Strategy for Random {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.rng = Rng::new(mix(seed, number));
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        walk(&mut self.rng, choice.candidates, |_| true)
    }
}

/// One step of a random walk among those that may; if none may, among all.
pub(super) fn walk(rng: &mut Rng, candidates: &[Candidate], may: impl Fn(&Candidate) -> bool) -> usize {
    let weight = |candidate: &Candidate| if candidate.yields() { 1 } else { EAGER };
    let weights: Vec<_> = candidates
        .iter()
        .map(|candidate| if may(candidate) { weight(candidate) } else { 0 })
        .collect();
    if weights.iter().all(|weight| *weight == 0) {
        return rng.weighted(&candidates.iter().map(weight).collect::<Vec<_>>());
    }
    rng.weighted(&weights)
}
