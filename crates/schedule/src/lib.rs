//! One thread at a time: which threads may go on, which one does, and how that is kept.
//!
//! [`Model`] is the controller's model of threads, monitors, permits and time; pure, so that it can be tested without a
//! JVM. At each switch point it lists the threads that could go on, and a [`Strategy`] chooses. A [`Recording`] keeps
//! what was chosen and what each thread was about to do, so that it can be repeated and a divergence be reported.
//!
//! Start reading at [`Strategy`], then [`Model`]; `strategies` has one file for each.
#![forbid(unsafe_code)]

mod fair;
mod model;
mod op;
mod recording;
pub mod strategies;
mod strategy;

pub use model::{BlockReason, Blocked, Model, Resumed, WaitsEnd};
pub use op::{Access, Act, Op, ResumeKind, Step, Target};
pub use raddle_events::schedule::Divergence;
pub use recording::{EarlyTimeout, Recording, Replay, Word};
pub use strategy::{Candidate, Choice, ChoiceKind, Exhausted, Hint, Strategy};
