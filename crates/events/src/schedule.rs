//! The words of schedules: what threads do at switch points, in which way they go on, how far an exploration got. They are
//! here because recordings, findings and reports all have them.

use serde::{Deserialize, Serialize};

macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident = $letter:literal $words:literal,)*) => {
        /// What a thread is about to do at a switch point.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StepAct"))]
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

/// In which way a thread goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResumeKind {
    /// What it waited for is there, or it did not wait.
    Go,
    /// Its time is up: the clock is put forward to that.
    Expire,
    /// Without any reason, as the specification of `wait` and `park` allows.
    Spurious,
}

/// The first difference between a recording and its repetition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Divergence {
    /// Counted from 1.
    pub step: u64,
    pub expected: String,
    pub found: String,
}

/// How much of what a program can do an exploration has seen, if it has seen all within a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// All of it.
    None,
    /// All with at most so many preemptions.
    Preemptions(u32),
}

/// Switch points that were added on the way, from a schedule on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Widened {
    pub to: Wider,
    pub schedule: u64,
}

/// Kinds of switch points that are not there from the beginning, in the order in which they are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wider {
    /// As with `--switch-in-jdk`.
    InJdk,
    /// As with `--switch-on fields`, and so on.
    Fields,
    Arrays,
}

impl Wider {
    pub const ALL: [Wider; 3] = [Wider::InJdk, Wider::Fields, Wider::Arrays];
}
