//! The default: several strategies take turns, schedule by schedule.
//!
//! No strategy is best on all programs: each finds at once what another needs thousands of schedules for. A turn costs
//! at most a constant factor, so the portfolio is as good as the best of them but for that factor. Each member sees all
//! schedules, also those that another one chose. Once there are hints, the directed walk takes turns too, and each new
//! hint is tried at once.
//!
//! Misses: what all of them miss. It never ends by itself, and never says that it has seen everything.

use crate::op::Step;
use crate::strategies::{Directed, Pct, Pos, Random, Stall, Surw};
use crate::strategy::{Choice, Hint, Strategy};

pub struct Portfolio {
    members: Vec<Box<dyn Strategy>>,
    directed: Directed,
    /// The member whose turn it is; none stands for the directed walk.
    turn: Option<usize>,
    /// From the number of the first schedule on: where each has a JVM of its own, all have their turns, too.
    turns: Option<u64>,
}

impl Default for Portfolio {
    fn default() -> Self {
        Portfolio {
            members: vec![
                Box::new(Pos::default()),
                Box::new(Pct::new(2)),
                Box::new(Surw::default()),
                Box::new(Stall::default()),
                Box::new(Pct::new(3)),
                Box::new(Random::default()),
                Box::new(Pct::new(5)),
            ],
            directed: Directed::default(),
            turn: None,
            turns: None,
        }
    }
}

impl Portfolio {
    fn everybody(&mut self) -> impl Iterator<Item = &mut dyn Strategy> {
        let directed: &mut dyn Strategy = &mut self.directed;
        self.members
            .iter_mut()
            .map(|member| member.as_mut() as &mut dyn Strategy)
            .chain([directed])
    }
}

impl Strategy for Portfolio {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.turn = if self.directed.has_new_hint() {
            None
        } else {
            let players = self.members.len() + usize::from(self.directed.has_hint());
            let turns = self.turns.get_or_insert(number.saturating_sub(1));
            let turn = (*turns % players as u64) as usize;
            *turns += 1;
            Some(turn).filter(|turn| *turn < self.members.len())
        };
        for member in &mut self.members {
            member.begin(number, seed);
        }
        // Each time that it begins, it takes the next hint.
        if self.turn.is_none() {
            self.directed.begin(number, seed);
        }
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        match self.turn.and_then(|turn| self.members.get_mut(turn)) {
            Some(member) => member.choose(choice),
            None => self.directed.choose(choice),
        }
    }

    fn performed(&mut self, step: &Step) {
        for member in self.everybody() {
            member.performed(step);
        }
    }

    fn end(&mut self, cut_off: bool) {
        for member in self.everybody() {
            member.end(cut_off);
        }
    }

    fn hint(&mut self, hint: &Hint) {
        for member in self.everybody() {
            member.hint(hint);
        }
    }
}
