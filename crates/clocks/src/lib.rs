//! Which thread has seen what: epochs, vector clocks, and the bookkeeping that keeps both small.
//!
//! A thread counts its own releases: that count is its clock. An access is recorded with the accessing thread's clock
//! at the time (an [`Epoch`]); it happened before all that a thread does now exactly if that thread's vector clock has
//! reached the epoch ([`VectorClock::has_seen`]).
//!
//! The JVM-facing side indexes vectors by [`Slot`], a small number that a new thread takes over from an ended one
//! ([`Slots`]), and releases lazily ([`lazy`]). The detectors on traces index by thread ([`ThreadClock`]).
//!
//! Start reading at [`lazy`]; [`LazyClocks`] puts all of it together.
#![forbid(unsafe_code)]

mod epoch;
mod error;
mod journal;
pub mod lazy;
mod machine;
mod slots;
mod thread_clock;
mod vector;

pub use epoch::{CLOCK_BITS, Epoch, MAX_CLOCK, MAX_SITE, MAX_SLOT, SHARED, SITE_BITS, SLOT_BITS, Slot, Word};
pub use error::Error;
pub use journal::{ENTRY_BYTES, Journal, Room, Versions};
pub use machine::LazyClocks;
pub use slots::{Assignment, LONG_AGO, Limits, Slots, Succession};
pub use thread_clock::ThreadClock;
pub use vector::{CHUNK, Chunk, VectorClock};
