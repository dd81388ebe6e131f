//! What threads do at switch points, and what of it matters to others.

pub use raddle_events::schedule::{Act, ResumeKind};
use raddle_events::{SiteId, ThreadId, runtime};
use serde::{Deserialize, Serialize};

/// Something that threads meet at: a part of an object. Objects are numbered within one schedule, in the
/// order in which they come into play, so that the same schedule gives the same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Target {
    /// From 1 on; 0 stands for nothing.
    pub object: u32,
    /// A field or an element, or one of the parts below.
    pub part: u32,
}

impl Target {
    pub const NONE: Target = Target { object: 0, part: 0 };
    /// The monitor of an object, and the threads that wait at it.
    pub const MONITOR: u32 = runtime::PART_MONITOR;
    /// The permit of a thread, for `park`.
    pub const PERMIT: u32 = u32::MAX - 1;
    /// The life of a thread: started, ended, interrupted.
    pub const LIFE: u32 = u32::MAX - 2;
    /// In place of an object: threads, whose numbers are parts.
    pub const THREADS: u32 = runtime::LIVES;

    pub const fn monitor(object: u32) -> Self {
        Target {
            object,
            part: Self::MONITOR,
        }
    }

    /// The permit of a thread.
    pub const fn permit(thread: ThreadId) -> Self {
        Target {
            object: Self::THREADS - 1,
            part: thread.0,
        }
    }

    /// The life of a thread.
    pub const fn life(thread: ThreadId) -> Self {
        Target {
            object: Self::THREADS,
            part: thread.0,
        }
    }
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Op {
    pub act: Act,
    pub target: Target,
    /// Each JVM has its own numbers.
    #[serde(skip)]
    pub site: SiteId,
}

/// What a step did to something that others may touch. Two steps depend on each other if they touch the same
/// target and one of them writes; steps that do not can be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Access {
    pub target: Target,
    pub writes: bool,
}

/// A step that was performed: all that the thread did from one switch point to its next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub thread: ThreadId,
    pub how: ResumeKind,
    pub op: Op,
    pub accesses: Vec<Access>,
}
