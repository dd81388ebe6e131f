//! The two orders that are kept, and a vector in each.

use raddle_clocks::VectorClock;

/// Which order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// All that happens-before.
    Whole,
    /// What would hold in any other schedule too: all but what locks make.
    Sure,
}

/// A vector in each order. Without the second it stays empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Both {
    pub(super) whole: VectorClock,
    pub(super) sure: VectorClock,
}

impl Both {
    #[cfg(test)]
    pub fn new(whole: VectorClock, sure: VectorClock) -> Self {
        Self { whole, sure }
    }

    pub(super) fn of(&self, order: Order) -> &VectorClock {
        match order {
            Order::Whole => &self.whole,
            Order::Sure => &self.sure,
        }
    }

    pub(super) fn of_mut(&mut self, order: Order) -> &mut VectorClock {
        match order {
            Order::Whole => &mut self.whole,
            Order::Sure => &mut self.sure,
        }
    }

    /// Whether all that was surely seen was seen.
    pub(super) fn is_sound(&self) -> bool {
        self.sure.leq(&self.whole)
    }

    pub(super) fn join(&mut self, other: &Both) {
        self.whole.join(&other.whole);
        self.sure.join(&other.sure);
    }

    pub(super) fn leq(&self, other: &Both) -> bool {
        self.whole.leq(&other.whole) && self.sure.leq(&other.sure)
    }

    pub fn weight(&self) -> usize {
        self.whole.weight() + self.sure.weight()
    }
}
