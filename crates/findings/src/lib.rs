//! Findings as data: what was found, how two findings are known to be the same, and the files in
//! which a run leaves them. Text comes last, in `raddle-report`.
//!
//! Start reading at [`Finding`], then [`record`] for what each JVM writes into the run directory,
//! [`read`] and [`mod@merge`] for how the records of all JVMs become one [`Run`], and [`suppress`] for
//! what of it is not shown.
#![forbid(unsafe_code)]

mod config;
pub mod control;
pub mod declared;
mod error;
mod exploration;
mod finding;
mod fingerprint;
mod kind;
pub mod merge;
pub mod read;
pub mod record;
mod run;
mod scope;
pub mod suppress;
mod told;

pub use config::{Config, Limits, OnDeadlock, Scope};
pub use control::{Bound, Control, Diverged, Explored, Saved, SwitchOn, Widened, Wider};
pub use declared::{Rule, UnusedRule};
pub use error::Error;
pub use exploration::{Exploration, weaker};
pub use finding::{
    Act, ArrayElement, Finding, Frame, HeldLock, LockInfo, Severity, Side, ThreadInfo, Variable, Wait,
    WaitKind,
};
pub use fingerprint::fingerprint;
pub use kind::{Descriptor, Kind, Mark, Needs};
pub use merge::{merge, united};
pub use raddle_events::{Mode, Op, Optimisation};
pub use read::{JvmRecord, Records};
pub use run::{Interrupted, JvmState, JvmSummary, Run, SCHEMA};
pub use suppress::{Suppressed, Suppression, SuppressionEntry};
pub use told::{Replayed, Then, Told, ToldStep, Value};
