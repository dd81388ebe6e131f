//! What threads do at switch points, and what of it matters to others.

use raddle_events::{SiteId, ThreadId};
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
    pub const MONITOR: u32 = u32::MAX;
    /// The permit of a thread, for `park`.
    pub const PERMIT: u32 = u32::MAX - 1;
    /// The life of a thread: started, ended, interrupted.
    pub const LIFE: u32 = u32::MAX - 2;
    /// In place of an object: threads, whose numbers are parts.
    pub const THREADS: u32 = u32::MAX;

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

macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident = $letter:literal $words:literal,)*) => {
        /// What a thread is about to do at a switch point.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Act {
            $($(#[$doc])* $act,)*
        }

        impl Act {
            pub const ALL: &[Act] = &[$(Act::$act,)*];

            /// One letter, for recordings.
            pub const fn letter(self) -> char {
                match self { $(Act::$act => $letter,)* }
            }

            /// What a table of a schedule says.
            pub const fn words(self) -> &'static str {
                match self { $(Act::$act => $words,)* }
            }
        }
    };
}

acts! {
    /// Its first step.
    Begin = 'b' "begins",
    /// Takes a monitor.
    Enter = 'e' "takes monitor",
    /// Goes to wait at a monitor.
    Wait = 'w' "waits",
    /// Takes a monitor again after it has waited there.
    Reenter = 'a' "takes monitor again after waiting",
    Notify = 'n' "notifies",
    /// Reads, writes, or updates a volatile or atomic variable, or any if that was asked for.
    Read = 'r' "reads",
    Write = 'x' "writes",
    Update = 'u' "updates",
    /// Calls an operation of the JDK, which may read, write and update. The target is what that first touches.
    Call = 'j' "calls",
    /// Parks, until it has a permit.
    Park = 'p' "parks",
    Unpark = 'k' "unparks",
    Start = 's' "starts thread",
    Sleep = 'z' "sleeps",
    Yield = 'y' "yields",
    /// Says that it spins.
    Spin = 'o' "spins",
    Interrupt = 'i' "interrupts",
    /// Comes back from an external operation, such as I/O.
    Return = 'c' "comes back",
    End = 'q' "ends",
}

impl Act {
    pub fn from_letter(letter: char) -> Option<Act> {
        Self::ALL.iter().copied().find(|act| act.letter() == letter)
    }

    /// Whether the thread says by it that others should go first.
    pub const fn yields(self) -> bool {
        matches!(self, Act::Yield | Act::Spin | Act::Sleep)
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

/// In which way a thread goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResumeKind {
    /// What it waited for is there, or it did not wait.
    Go,
    /// Its time is up: the clock is put forward to that.
    Expire,
    /// Without any reason, as the specification of `wait` and `park` allows.
    Spurious,
}
