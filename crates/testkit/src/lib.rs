//! What tests and chores share: programs run with and without Raddle, and a corpus whose files carry
//! their own expectations.
//!
//! A fixture is one Java file. In `race/bad/`, each line that may be a side of a race says so:
//! `//~ race Account.balance`; an array is named where it is made, `//~ array data`, and then
//! `//~ race data` or, if one index alone may race, `//~ race data[3]`; the inside of an object of the
//! JDK is `//~ race contents:HashMap`. `//~ unprotected Account.balance` marks both lines of a finding of
//! lock discipline. `//~ waits NAME` (`deadlock`, `stuck`) and `//~ takes NAME` (`lock-order`) mark each line
//! where a thread of the cycle NAME is, `NAME*3` where three are. Files in `ok/` and `missed/` have no marks:
//! nothing may be found there. `//@ mechanism AREA: TEXT` says what a fixture is about, `//@ jdk 21+` keeps it
//! from older JDKs, `//@ sites vary` says that which of the marked lines meet depends on the schedule,
//! `//@ others` that more threads than the marked ones may be sides, `//@ also KIND` that findings of another
//! kind belong to it, and `//@ options ARGS` are arguments of `raddle check`.
//!
//! Start reading at [`Expectations`], then [`Expectations::problems`]; the rest starts processes.
#![forbid(unsafe_code)]

mod agent;
mod classes;
mod compare;
mod compile;
mod corpus;
mod error;
mod expect;
mod explored;
mod jdks;
mod mechanism;
mod program;
mod sites;
mod suite;
mod transparency;
pub mod turn;
mod variable;

pub use agent::Raddle;
pub use classes::Classes;
pub use compile::{compile, compile_release, write_all};
pub use corpus::{fixtures, java_files, sources_of};
pub use error::Error;
pub use expect::{Expectations, Verdict};
pub use explored::{ExploreCorpus, Fixture, explored};
pub use jdks::{MODES, VERIFY, all as jdks, in_turn, in_turn_where, missing, supports};
pub use mechanism::{Area, Mechanism};
pub use program::{Checked, Finished, Program};
pub use sites::{Sites, sites};
pub use suite::{Test, run};
pub use turn::Turn;

/// What a function of this crate gives back.
pub type Result<T> = std::result::Result<T, Error>;
