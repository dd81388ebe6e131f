//! Who has seen what: epochs, vector clocks, and the bookkeeping that keeps both small.
//!
//! A thread counts its own publications: that count is its clock. An access is marked with the
//! accessing thread's clock at the time (an [`Epoch`]); it happened before whatever a thread does now
//! exactly if that thread's vector clock has reached the mark ([`is_ordered`]).
//!
//! Two kinds of vector live here. The JVM-facing side indexes by [`Slot`], a small number that threads
//! inherit from each other ([`Slots`]), and publishes lazily ([`lazy`]); its vectors are plain `u32`
//! slices, so that they can lie in memory that somebody else reads. The detectors on traces index by
//! thread and share what is unchanged ([`ThreadClock`]).
//!
//! Start reading at [`lazy`]; [`LazyClocks`] puts all of it together.
#![forbid(unsafe_code)]

mod epoch;
mod error;
mod history;
pub mod lazy;
mod machine;
mod slots;
mod thread_clock;
mod vector;

pub use epoch::{CLOCK_BITS, Epoch, MAX_CLOCK, MAX_SITE, MAX_SLOT, SHARED, SITE_BITS, SLOT_BITS, Slot, Word};
pub use error::Error;
pub use history::{History, Version};
pub use machine::LazyClocks;
pub use slots::{Assignment, Limits, Slots};
pub use thread_clock::ThreadClock;
pub use vector::{VectorClock, get, is_ordered, join_into, join_published, leq, needed_len, snapshot};
