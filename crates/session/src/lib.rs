//! A session: what the command and the agents of its JVMs say to each other, all of it in files of the run directory.
//!
//! The command writes a [`Config`]. Each JVM writes a record, one [`record::Line`] after the other, and, where its
//! schedule is controlled, recordings ([`Saved`]). [`read`] reads the records of all JVMs, and
//! [`Records::into_run`] makes one [`Run`](raddle_findings::Run) of them.
//!
//! Start reading at [`Config`], then [`record`] and [`files`].
#![forbid(unsafe_code)]

mod config;
mod control;
mod error;
pub mod files;
mod gather;
pub mod read;
pub mod record;
mod scope;

pub use config::{Config, Limits, OnDeadlock, Scope};
pub use control::{Control, Explored, Saved, SwitchOn};
pub use error::Error;
pub use gather::unused_rules;
pub use read::{JvmRecord, Records};
