//! What detectors of races find.

use raddle_events::{Op, SiteId, ThreadId, VarId};

use crate::{Act, Found, Hold, Part};

/// Two accesses of one variable by different threads, at least one of them a write, with no
/// happens-before order between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    pub var: VarId,
    /// The one that was performed first in this run.
    pub first: Access,
    pub second: Access,
}

impl Found for Race {
    fn var(&self) -> Option<VarId> {
        Some(self.var)
    }

    fn parts(self) -> Vec<Part> {
        vec![self.first.into(), self.second.into()]
    }
}

impl From<Access> for Part {
    fn from(access: Access) -> Self {
        Part {
            thread: access.thread,
            act: Act::Access(access.op),
            site: access.site,
            clock: access.clock,
            locks: access.locks,
        }
    }
}

/// One access of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub thread: ThreadId,
    pub op: Op,
    pub site: SiteId,
    /// The thread's own clock at that time.
    pub clock: u32,
    /// The locks held, outermost first.
    pub locks: Vec<Hold>,
}
