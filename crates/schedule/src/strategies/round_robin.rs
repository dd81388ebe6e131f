//! Round robin by thread number: each runs for a quantum of switch points, then the next one does.
//!
//! Schedules go through all quanta from 1 on, and for each through all lengths of the very first turn, so
//! that the places of the switches move over the program. No chance is involved, and the seed does nothing.
//! When the quantum is longer than any schedule was, there is nothing new to come, and it ends.
//!
//! A thread that yields loses the rest of its quantum. One that goes on only because its time is up, or for no reason,
//! comes after all others, but is dispatched every [`ROUNDS`] rounds, too.
//!
//! Misses: nearly everything. It is there to compare with, and because its schedules are easy to follow.

use raddle_events::ThreadId;

use crate::op::{ResumeKind, Step};
use crate::strategies::spinning::Spinning;
use crate::strategy::{Candidate, Choice, ChoiceKind, Strategy};

/// In each of so many choices, only those threads count that can go on of themselves.
const ROUNDS: u64 = 32;

#[derive(Debug, Default)]
pub struct RoundRobin {
    number: u64,
    quantum: u64,
    /// Switch points until the running thread is preempted.
    left: u64,
    choices: u64,
    /// In a schedule so far; none before the first that this JVM has seen.
    most_choices: Option<u64>,
    spinning: Spinning,
}

/// The quanta and first turns are 1/1, 2/1, 2/2, 3/1, 3/2, 3/3 and so on.
fn quantum_and_first(number: u64) -> (u64, u64) {
    let mut quantum = (number.saturating_mul(2)).isqrt().max(1);
    while quantum * (quantum + 1) / 2 <= number {
        quantum += 1;
    }
    while quantum * (quantum - 1) / 2 > number {
        quantum -= 1;
    }
    (quantum, number - quantum * (quantum - 1) / 2 + 1)
}

impl Strategy for RoundRobin {
    fn begin(&mut self, number: u64, _seed: u64) -> bool {
        let (quantum, first) = quantum_and_first(number.saturating_sub(1).min(u64::from(u32::MAX)));
        *self = RoundRobin {
            number,
            quantum,
            left: first,
            most_choices: self.most_choices,
            ..Self::default()
        };
        self.most_choices.is_none_or(|most| quantum <= most.max(1))
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        if choice.what == ChoiceKind::Waiter {
            return (self.number % choice.candidates.len().max(1) as u64) as usize;
        }
        self.choices += 1;
        self.left = self.left.saturating_sub(u64::from(choice.last.is_some()));
        let stays = |c: &Candidate| Some(c.thread) == choice.last && !self.spinning.yields(c);
        if let Some(last) = choice.candidates.iter().position(stays).filter(|_| self.left > 0) {
            return last;
        }
        if choice.last.is_some() {
            self.left = self.quantum;
        }
        let all = self.choices.is_multiple_of(ROUNDS);
        let may = |c: &Candidate| all || c.how == ResumeKind::Go;
        next(choice.candidates, choice.last, may)
            .or_else(|| next(choice.candidates, choice.last, |_| true))
            .unwrap_or(0)
    }

    fn performed(&mut self, step: &Step) {
        self.spinning.performed(step);
    }

    fn end(&mut self, _cut_off: bool) {
        self.most_choices = self.most_choices.max(Some(self.choices));
    }
}

/// The first one after `last` by number, and then from the lowest on; `last` itself comes last.
fn next(candidates: &[Candidate], last: Option<ThreadId>, may: impl Fn(&Candidate) -> bool) -> Option<usize> {
    let after = |c: &Candidate| last.is_none_or(|last| c.thread > last);
    let first = |wanted: bool| candidates.iter().position(|c| after(c) == wanted && may(c));
    first(true).or_else(|| first(false))
}

#[cfg(test)]
mod tests {
    use super::{RoundRobin, quantum_and_first};
    use crate::strategy::Strategy;

    /// A JVM that goes on where another ended knows nothing of the schedules before.
    #[test]
    fn the_first_schedule_is_always_run() {
        let mut strategy = RoundRobin::default();
        assert!(strategy.begin(7, 0));
        strategy.end(false);
        assert!(!strategy.begin(8, 0));
        let mut strategy = RoundRobin::default();
        assert!(strategy.begin(0, 0));
    }

    #[test]
    fn each_quantum_with_each_first_turn() {
        let all: Vec<_> = (0..6).map(quantum_and_first).collect();
        assert_eq!(all, [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]);
        assert_eq!(quantum_and_first(5050), (101, 1));
    }
}
