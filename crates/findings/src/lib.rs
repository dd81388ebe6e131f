//! Findings as data: what was found, how two findings are known to be the same, and how those of several JVMs or runs
//! become one [`Run`]. Text comes last, in `raddle-report`; the files of a run are in `raddle-session`.
//!
//! Start reading at [`Finding`] and [`kind`](Kind), then [`mod@merge`] for how runs become one, and [`suppress`] for
//! what of it is not shown.
#![forbid(unsafe_code)]

pub mod declared;
mod explained;
mod exploration;
mod finding;
mod fingerprint;
mod kind;
pub mod merge;
pub mod pattern;
mod run;
#[cfg(feature = "schema")]
pub mod schema;
pub mod suppress;

pub use declared::{Rule, UnusedRule};
pub use explained::{ExplainedSchedule, ExplainedStep, Replayed, TurnEnd, Value};
pub use exploration::{Exploration, weaker};
pub use finding::{
    Act, ArrayElement, Finding, Frame, HeldLock, LockInfo, Severity, Side, ThreadInfo, Variable, Wait,
    WaitKind,
};
pub use fingerprint::fingerprint;
pub use kind::{Descriptor, Kind, Mark, Needs};
pub use merge::FindingSet;
pub use raddle_events::{Mode, Op, Optimisation};
pub use run::{Interrupted, JvmState, JvmSummary, Run, SCHEMA};
pub use suppress::{Suppressed, Suppression, SuppressionEntry};
