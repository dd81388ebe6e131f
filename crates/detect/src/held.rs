//! The monitors that a thread holds, in a form that its accesses can keep.

use std::sync::Arc;

use raddle_events::{SiteId, SyncId};

/// A set of held monitors as an access remembers it: all accesses between two changes share one.
pub type LockSet = Arc<[(SyncId, SiteId)]>;

/// Outermost first.
#[derive(Debug, Default)]
pub struct Held {
    locks: Vec<(SyncId, SiteId)>,
    /// A copy of `locks` for accesses, made for the first that asks.
    copy: Option<LockSet>,
}

impl Held {
    pub fn enter(&mut self, lock: SyncId, site: SiteId) {
        self.locks.push((lock, site));
        self.copy = None;
    }

    /// Monitors are nearly always left in reverse, but need not be.
    pub fn leave(&mut self, lock: SyncId) {
        if let Some(at) = self.locks.iter().rposition(|&(held, _)| held == lock) {
            self.locks.remove(at);
            self.copy = None;
        }
    }

    pub fn set(&mut self) -> LockSet {
        Arc::clone(self.copy.get_or_insert_with(|| self.locks.as_slice().into()))
    }
}
