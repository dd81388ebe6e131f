//! The two orders that are kept, and a vector in each.

use raddle_clocks::VectorClock;

/// Which order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// All that happens-before.
    Whole,
    /// Must-order, which holds in any other schedule too: happens-before without lock edges.
    Must,
}

/// A vector in each order. Without the second it stays empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Both {
    pub(super) whole: VectorClock,
    pub(super) must: VectorClock,
}

impl Both {
    #[cfg(test)]
    pub fn new(whole: VectorClock, must: VectorClock) -> Self {
        Self { whole, must }
    }

    pub(super) fn of(&self, order: Order) -> &VectorClock {
        match order {
            Order::Whole => &self.whole,
            Order::Must => &self.must,
        }
    }

    pub(super) fn of_mut(&mut self, order: Order) -> &mut VectorClock {
        match order {
            Order::Whole => &mut self.whole,
            Order::Must => &mut self.must,
        }
    }

    /// Whether must-order is part of happens-before.
    pub(super) fn is_sound(&self) -> bool {
        self.must.leq(&self.whole)
    }

    pub(super) fn join(&mut self, other: &Both) {
        self.whole.join(&other.whole);
        self.must.join(&other.must);
    }

    pub(super) fn leq(&self, other: &Both) -> bool {
        self.whole.leq(&other.whole) && self.must.leq(&other.must)
    }

    pub fn weight(&self) -> usize {
        self.whole.weight() + self.must.weight()
    }
}
