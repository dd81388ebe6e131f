//! What Rust and the Java runtime share as numbers. Each is written here alone: the agent's `build.rs` makes the Java
//! class `RaddleConstants` of this file ([`java`]), whose constants the Java compiler copies to where they are used.
//!
//! What one side passes to the other to say what happened is a code: an enum here, in Java a constant for each. Java's
//! numbers are not trusted: [`SyncCode::from_code`] and its like know none that is not in the table.

use std::fmt::Write;

use crate::Optimisation;

/// A constant as Java has it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Constant {
    name: String,
    value: Number,
    about: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Int(i32),
    Long(i64),
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Number::Int(value)
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Number::Int(value.cast_signed())
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number::Long(value)
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Number::Long(value.cast_signed())
    }
}

macro_rules! constants {
    ($($(#[doc = $about:literal])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[doc = $about])* pub const $name: $type = $value;)*

        fn constants() -> Vec<Constant> {
            vec![$(Constant {
                name: stringify!($name).to_owned(),
                value: Number::from($name),
                about: concat!($($about),*).trim().to_owned(),
            },)*]
        }
    };
}

macro_rules! codes {
    ($(
        $(#[doc = $about:literal])*
        $code:ident { $($(#[doc = $variant_about:literal])* $variant:ident = $name:ident,)* }
    )*) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $code {
                $($(#[doc = $variant_about])* $variant,)*
            }

            impl $code {
                const ALL: &[$code] = &[$($code::$variant),*];

                /// The number that Java has for it.
                pub const fn code(self) -> i32 {
                    self as i32
                }

                /// What a number from Java stands for, if anything.
                pub fn from_code(code: i32) -> Option<$code> {
                    Self::ALL.get(usize::try_from(code).ok()?).copied()
                }
            }
        )*

        fn codes() -> Vec<Constant> {
            vec![$($(Constant {
                name: stringify!($name).to_owned(),
                value: Number::Int($code::$variant.code()),
                about: concat!($($variant_about),*).trim().to_owned(),
            },)*)*]
        }
    };
}

constants! {
    /// The parts of an epoch, from the lowest bits on; the highest bit is not used.
    SITE_BITS: u32 = 20;
    CLOCK_BITS: u32 = 29;
    SLOT_BITS: u32 = 14;
    /// The flag of a word that is not an epoch but stands for something larger.
    SHARED_WORD: u64 = 1 << 63;

    /// A vector of reads: how many entries it has (an int), and from here on the entries (longs).
    VECTOR_ENTRIES: u64 = 8;

    /// Offsets in the record of a thread with a slot.
    RECORD_CLOCK: u64 = 0;
    RECORD_LOG: u64 = 8;
    RECORD_EPOCH: u64 = 16;
    RECORD_SLOT: u64 = 24;
    RECORD_ID: u64 = 28;
    RECORD_MUST_CLOCK: u64 = 32;

    /// The lock log: a count (an int), and from `LOG_HEAD` on a ring of entries, of `1 << LOG_ENTRY_BITS` bytes each.
    LOG_HEAD: u64 = 8;
    LOG_ENTRIES: u32 = 1 << 12;
    LOG_ENTRY_BITS: u32 = 4;
    /// The ints of an entry, by their offsets. The depth is negative for a release.
    LOG_CLOCK: u64 = 0;
    LOG_DEPTH: u64 = 4;
    LOG_LOCK: u64 = 8;
    LOG_AT: u64 = 12;
    /// Beside the site of a lock that others may hold too, to read.
    LOCK_SHARED: u32 = 1 << 30;
    /// Beside the site of a lock that was taken without waiting for it.
    LOCK_TRIED: u32 = 1 << 29;
    /// Beside the site of a lock which may not keep others out, or which others may release.
    LOCK_UNCERTAIN: u32 = 1 << 28;

    /// The words of a static field: the read word is the first, and this the offset of the write word.
    STATIC_WRITE: u64 = 8;
    /// In the highest bits of a class's sync word: the rest is the address of a list of classes; 0 before there is one.
    CLASS_LIST: u64 = 3;
    CLASS_LIST_SHIFT: u32 = 62;

    /// The code of a field is in so many low bits of what is known of it, the class number above them.
    FIELD_BITS: u32 = 8;
    /// In place of the site for accesses in modes other than plain: the call has nothing to do with any.
    MODE_NONE: i32 = -1;
    /// The program does not choose the mode there, but the call may access an array of the program through a view.
    MODE_VIEW: i32 = -2;
    /// How many strings a frame of a stack is: class, method, file and line.
    FRAME_TEXTS: u32 = 4;
    /// How many objects a field is in a list of fields: its class, its name and one more.
    FIELD_PARTS: u32 = 3;

    /// The operations of two accesses: that of the earlier one is shifted left by this.
    EARLIER_SHIFT: u32 = 1;
    /// With those: the later one belongs to a deferred access range and is over by now.
    DEFERRED: i32 = 1 << 2;
    /// With those: monitors may have been left unrecorded.
    LOST_EXIT: i32 = 1 << 3;

    /// What an atomic update does beside the update.
    UPDATE_ACQUIRES: i32 = 1 << 0;
    UPDATE_RELEASES: i32 = 1 << 1;

    /// The most maps of scattered elements that a method has.
    MOST_MAPS: u32 = 8;

    /// What an access is that is a switch point.
    TOUCH_WRITES: i32 = 1 << 0;
    /// A switch point only if the run asks for it.
    TOUCH_PLAIN: i32 = 1 << 1;
    /// In the code of the JDK.
    TOUCH_INNER: i32 = 1 << 2;
    /// Of a class, not of an object.
    TOUCH_STATIC: i32 = 1 << 3;

    /// The number that the first thread of a schedule has in Java, where 0 is a thread that is not controlled.
    FIRST_TURN: u32 = 1;
    /// In place of a part of an object: its monitor.
    PART_MONITOR: u32 = u32::MAX;
    /// In place of an object: the lives of threads, whose numbers are parts.
    LIVES: u32 = u32::MAX;
    /// Objects from this number on were met inside the JDK alone.
    INSIDE: u32 = 1 << 30;
    /// Each schedule has so many identity hash codes of its own, as a power of two.
    HASH_CODE_BITS: u32 = 12;
}

codes! {
    /// An operation on memory.
    OpCode {
        Read = READ,
        Write = WRITE,
    }

    /// What a field is that an instruction names.
    FieldCode {
        Unchecked = FIELD_UNCHECKED,
        Plain = FIELD_PLAIN,
        Volatile = FIELD_VOLATILE,
        Final = FIELD_FINAL,
        /// Plain, but beside a fence, which orders by it.
        Fenced = FIELD_FENCED,
    }

    /// Which elements a list reads, or an iterator of one.
    ElementsCode {
        All = ELEMENTS_ALL,
        Next = ELEMENTS_NEXT,
        Previous = ELEMENTS_PREVIOUS,
        First = ELEMENTS_FIRST,
        Last = ELEMENTS_LAST,
    }

    /// How a thread synchronises, in event mode.
    SyncCode {
        Acquire = SYNC_ACQUIRE,
        Release = SYNC_RELEASE,
        /// A lock is taken, or one more time.
        Lock = SYNC_LOCK,
        Unlock = SYNC_UNLOCK,
        /// A monitor is left to wait at it, however often it was entered.
        Leave = SYNC_LEAVE,
        /// And it is entered again.
        Return = SYNC_RETURN,
        /// A lock makes the order.
        AcquireLock = SYNC_ACQUIRE_LOCK,
        ReleaseLock = SYNC_RELEASE_LOCK,
    }

    /// Why findings may be missing, where Java notices it.
    IncompleteCode {
        ArrayMemory = NO_MEMORY,
        ReadVectors = NO_ROOM_FOR_READS,
        LostWord = LOST_WORD,
    }

    /// What a controlled thread is about to do.
    ActCode {
        Read = ACT_READ,
        Write = ACT_WRITE,
        Notify = ACT_NOTIFY,
        Unpark = ACT_UNPARK,
        Start = ACT_START,
        Yield = ACT_YIELD,
        Spin = ACT_SPIN,
        Interrupt = ACT_INTERRUPT,
        Call = ACT_CALL,
        /// It does much inside an operation of the JDK.
        GoesOn = ACT_GOES_ON,
    }

    /// What the program may see of a controlled thread.
    StateCode {
        /// The JVM's own answer.
        Real = STATE_REAL,
        Blocked = STATE_BLOCKED,
        Waiting = STATE_WAITING,
        TimedWaiting = STATE_TIMED_WAITING,
    }

    /// What a schedule leaves behind.
    Left {
        /// Threads that may go on: this JVM is of no more use.
        Threads = LEFT_THREADS,
        Nothing = LEFT_NOTHING,
        /// Threads that will never have a turn again.
        Parked = LEFT_PARKED,
    }
}

/// The optimisations that the runtime takes part in have a bit each.
fn optimisations() -> impl Iterator<Item = Constant> {
    let bit = |optimisation: &Optimisation| Constant {
        name: format!("WITHOUT_{}", optimisation.name().to_uppercase().replace('-', "_")),
        value: Number::from(optimisation.bit()),
        about: String::new(),
    };
    Optimisation::ALL.iter().map(bit)
}

/// The name of the class that [`java`] is the source of, in `java.lang`.
pub const JAVA_CLASS: &str = "RaddleConstants";

/// The Java source that has all of this.
pub fn java() -> String {
    let mut out = format!(
        "package java.lang;\n\n/** What the agent and the runtime share, made from its Rust source. */\n\
         final class {JAVA_CLASS} {{\n    private {JAVA_CLASS}() {{}}\n\n"
    );
    let all = constants().into_iter().chain(codes()).chain(optimisations());
    for Constant { name, value, about } in all {
        if !about.is_empty() {
            let _ = writeln!(out, "    /** {about} */");
        }
        let _ = match value {
            Number::Int(value) => writeln!(out, "    static final int {name} = {value};"),
            Number::Long(value) => writeln!(out, "    static final long {name} = {value}L;"),
        };
    }
    out + "}\n"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_code_that_is_not_in_the_table_stands_for_nothing() {
        for (number, &act) in (0..).zip(ActCode::ALL) {
            assert_eq!((act.code(), ActCode::from_code(number)), (number, Some(act)));
        }
        let end = ActCode::ALL.len() as i32;
        assert_eq!([-1, end, i32::MIN, i32::MAX].map(ActCode::from_code), [None; 4]);
    }

    #[test]
    fn each_name_is_there_once() {
        let all = constants().into_iter().chain(codes()).chain(optimisations());
        let names: Vec<String> = all.map(|constant| constant.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn java_has_the_same_values() {
        let source = java();
        for line in [
            "    static final int SITE_BITS = 20;",
            "    static final long SHARED_WORD = -9223372036854775808L;",
            "    static final int PART_MONITOR = -1;",
            "    static final int SYNC_RELEASE_LOCK = 7;",
            "    static final int WITHOUT_ACCESS_CACHES = 4;",
        ] {
            assert!(source.lines().any(|found| found == line), "{line}");
        }
    }

    /// The runtime makes one of the other by what both have in common.
    #[test]
    fn the_flag_of_a_write_is_the_code_of_a_write() {
        assert_eq!(TOUCH_WRITES, ActCode::Write.code());
        assert_eq!(
            OpCode::Write.code() << EARLIER_SHIFT | OpCode::Write.code(),
            DEFERRED - 1
        );
    }
}
