//! The locks that a thread holds, in a form that its accesses can keep.

use std::sync::Arc;

use raddle_events::{Mode, SiteId, SyncId};

/// A lock that a thread has or wants, with the place where it takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hold {
    pub lock: SyncId,
    pub site: SiteId,
    pub mode: Mode,
}

impl Hold {
    /// Whether two threads cannot have both at the same time.
    pub fn excludes(&self, other: &Hold) -> bool {
        self.lock == other.lock && (self.mode.is_exclusive() || other.mode.is_exclusive())
    }
}

/// A set of held locks as an access remembers it: all accesses between two changes share one.
pub type LockSet = Arc<[Hold]>;

/// A bag, outermost first: a lock that was taken twice is held until it was given back twice.
#[derive(Debug, Default)]
pub struct Held {
    locks: Vec<Hold>,
    /// A copy of `locks` for accesses, made for the first that asks.
    copy: Option<LockSet>,
}

impl Held {
    pub fn enter(&mut self, hold: Hold) {
        self.locks.push(hold);
        self.copy = None;
    }

    /// Locks are nearly always given back in reverse, but need not be. Of one that is held in both modes,
    /// the inner hold ends first.
    pub fn leave(&mut self, lock: SyncId) {
        if let Some(at) = self.locks.iter().rposition(|held| held.lock == lock) {
            self.locks.remove(at);
            self.copy = None;
        }
    }

    pub fn as_slice(&self) -> &[Hold] {
        &self.locks
    }

    pub fn set(&mut self) -> LockSet {
        Arc::clone(self.copy.get_or_insert_with(|| self.locks.as_slice().into()))
    }
}
