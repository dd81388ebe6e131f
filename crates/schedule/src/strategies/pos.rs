//! POS, partial order sampling (Yuan, Yang and Gu 2018).
//!
//! Each operation that a thread is about to do has a random score, and the highest goes first. After a step,
//! the scores of the operations that race with it are drawn anew: the ones that could not come before it any
//! more are as likely as others to come next. So orders of steps that do not race with each other, which all
//! amount to the same, get less of the probability than in a random walk.
//!
//! Deviations: an operation races with a step if the step touched its target, and one of them writes; only
//! [`Act::Read`] does not write. The score of a thread that yields, or [spins](super::spinning), is low, and is drawn
//! anew each time, as are all after some [`AGE`] choices, so that no thread starves.
//!
//! Misses: no kind of bug in particular; each partial order has some probability, but it may be tiny.

use std::collections::BTreeMap;

use raddle_events::ThreadId;

use crate::op::{Act, Op, ResumeKind, Step};
use crate::strategies::seed::{Rng, mix};
use crate::strategies::spinning::Spinning;
use crate::strategy::{Choice, ChoiceKind, Strategy};

/// Choices after which all scores are drawn anew.
const AGE: u64 = 256;
/// By how many bits the score of a thread that yields is lower.
const LOW: u32 = 4;

#[derive(Debug)]
pub struct Pos {
    rng: Rng,
    /// What threads are about to do, and its score.
    scores: BTreeMap<(ThreadId, ResumeKind), (Op, u64)>,
    choices: u64,
    spinning: Spinning,
}

impl Default for Pos {
    fn default() -> Self {
        Pos {
            rng: Rng::new(0),
            scores: BTreeMap::new(),
            choices: 0,
            spinning: Spinning::default(),
        }
    }
}

impl Strategy for Pos {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        *self = Pos {
            rng: Rng::new(mix(seed, number)),
            ..Pos::default()
        };
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        if choice.what == ChoiceKind::Waiter {
            return self.rng.index(choice.candidates.len());
        }
        self.choices += 1;
        if self.choices.is_multiple_of(AGE) {
            self.scores.clear();
        }
        let mut best = (0, 0);
        for (index, candidate) in choice.candidates.iter().enumerate() {
            let key = (candidate.thread, candidate.how);
            let score = match self.scores.get(&key) {
                _ if self.spinning.yields(candidate) => self.rng.draw() >> LOW,
                Some((op, score)) if *op == candidate.op => *score,
                Some(_) | None => self.rng.draw(),
            };
            self.scores.insert(key, (candidate.op, score));
            best = best.max((score, index));
        }
        best.1
    }

    fn performed(&mut self, step: &Step) {
        self.spinning.performed(step);
        self.scores
            .retain(|(thread, _), (op, _)| *thread != step.thread && !races(op, step));
    }
}

fn races(op: &Op, step: &Step) -> bool {
    let writes = op.act != Act::Read;
    step.accesses
        .iter()
        .any(|access| access.target == op.target && (writes || access.writes))
}
