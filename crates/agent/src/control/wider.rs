//! More switch points, once a portfolio learns nothing from those that there are.
//!
//! A program may have few schedules that differ as long as an operation of the JDK is one step and plain accesses are
//! none. If of [`WINDOW`] schedules hardly one is new, the next kind of switch points is added, from the next schedule on.
//! A recording says which there were, as if they had been asked for.

use raddle_events::schedule::{Widened, Wider};
use raddle_schedule::strategies::Named;

use super::{Control, State};

/// So many schedules are looked at, and so few new ones are hardly any.
const WINDOW: u64 = 100;
const FEW: u64 = 5;

pub struct Widening {
    is_on: bool,
    pub widened: Vec<Widened>,
    /// How many were tried, and how many differed, when the window began.
    tried: u64,
    distinct: u64,
}

impl Widening {
    pub fn new(config: &raddle_session::Control) -> Widening {
        let is_portfolio = Named::from_name(&config.strategy) == Some(Named::Portfolio);
        Widening {
            is_on: is_portfolio && config.replay.is_none() && config.minimize.is_none(),
            widened: config.widened.clone(),
            tried: 0,
            distinct: 0,
        }
    }

    fn has(&self, wider: Wider) -> bool {
        self.widened.iter().any(|widened| widened.to == wider)
    }
}

impl Control {
    /// Whether these are switch points in the schedule that runs.
    pub fn switches(&self, wider: Wider) -> bool {
        self.config.has(wider) || self.state.lock().widening.has(wider)
    }

    /// The configuration that asks for the switch points of the schedule that runs.
    pub(super) fn as_asked(&self, state: &State, control: &mut raddle_session::Control) {
        state
            .widening
            .widened
            .iter()
            .for_each(|widened| control.add(widened.to));
        control.widened.clear();
    }

    /// A schedule is about to begin. True: it has switch points that those before did not have.
    pub(super) fn widen(&self, state: &mut State) -> bool {
        let (schedules, distinct) = (state.explored.schedules, state.explored.distinct);
        let widening = &mut state.widening;
        if !widening.is_on || schedules - widening.tried < WINDOW {
            return false;
        }
        let is_few = distinct - widening.distinct < FEW;
        widening.tried = schedules;
        widening.distinct = distinct;
        let is_new = |wider: &Wider| !self.config.has(*wider) && !widening.has(*wider);
        let Some(next) = Wider::ALL.into_iter().find(is_new).filter(|_| is_few) else {
            return false;
        };
        widening.widened.push(Widened {
            to: next,
            schedule: state.next,
        });
        state.explored.widened.clone_from(&widening.widened);
        true
    }
}
