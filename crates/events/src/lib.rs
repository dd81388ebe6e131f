//! The vocabulary that everything downstream of the JVM speaks: ids, places, events, and the words of
//! schedules; and the numbers that Rust and the Java runtime share.
//!
//! An [`Event`] says that a thread did one thing that the Java memory model cares about. The set is
//! closed: a detector matches on all of it, so a new kind of event is a compile error until every
//! detector has said what it means there.
//!
//! Start reading at [`Action`].
#![forbid(unsafe_code)]

mod ids;
mod jdk_class;
mod optimisation;
mod place;
pub mod runtime;
pub mod schedule;

pub use ids::{SiteId, SyncId, ThreadId, VarId};
pub use jdk_class::{is_jdk_class, is_jdk_class_of_boot_loader};
pub use optimisation::Optimisation;
pub use place::{AccessKind, Mode, Op, Place};

/// One thing that one thread did, in the order in which the run performed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub thread: ThreadId,
    pub action: Action,
}

/// What a thread can do, as far as happens-before is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A plain read of a field or an array element.
    Read { var: VarId, site: SiteId },
    /// A plain write of a field or an array element.
    Write { var: VarId, site: SiteId },
    /// The thread is about to take a lock, and waits for it as long as it takes. Without this before it, a
    /// [`Action::Lock`] was a try that gave up if the lock was not free.
    Request { lock: SyncId, site: SiteId, mode: Mode },
    /// The thread has taken a lock: a monitor, or one of `java.util.concurrent` (the outermost time counts,
    /// further ones do not).
    Lock { lock: SyncId, site: SiteId, mode: Mode },
    /// The thread is about to release a lock for the last time.
    Unlock { lock: SyncId },
    /// The thread has seen what an [`Action::Release`] on the same object released: a volatile read, a detected
    /// interrupt, the first use of an initialised class, a finalizer's start.
    Acquire { sync: SyncId },
    /// The thread releases all it has done so far, on top of what others have released there.
    Release { sync: SyncId },
    /// The thread is about to start `child`.
    Fork { child: ThreadId },
    /// The thread has seen that `child` has ended.
    Join { child: ThreadId },
    /// The thread's last action.
    End,
}
