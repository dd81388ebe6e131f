//! Traces in files: the STD format, which many research tools write and read.
//!
//! One event per line, `THREAD|OPERATION(TARGET)|LOCATION`:
//!
//! ```text
//! T0|fork(T1)|3
//! T0|acq(L1)|12
//! T0|w(balance)|13
//! T0|rel(L1)|14
//! ```
//!
//! Start reading at [`Line`] for the format, then [`Reader`] for what becomes of it.
#![forbid(unsafe_code)]

mod error;
mod line;
mod names;
mod reader;

pub use error::{Error, Expected};
pub use line::{Line, Operation};
pub use names::{Location, Names};
pub use reader::Reader;
