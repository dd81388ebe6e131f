//! Detectors: a run's events in, errors out. One file per detector.
//!
//! Nothing here knows of a JVM: a detector sees a trace, and is tested on traces. Two cores are used by
//! the agent too, which has no trace but the same questions: [`LockGraph`] and [`wait_graph`].
//!
//! Start reading at [`Detector`], then [`DataRaces`]; [`Detectors`] is all of them.
#![forbid(unsafe_code)]

mod cycles;
mod data_race;
mod deadlock;
mod detector;
mod graph;
mod held;
mod lock_discipline;
mod lock_graph;
mod lock_order;
mod order;
mod race;
mod registry;
mod report;
pub mod wait_graph;

pub use data_race::DataRaces;
pub use deadlock::Deadlocks;
pub use detector::Detector;
pub use held::Hold;
pub use lock_discipline::{LockDiscipline, Period, State, Unprotected};
pub use lock_graph::{Cycle, Dependency, Gaps, Link, LockGraph};
pub use lock_order::LockOrder;
pub use order::{Moment, Visibility};
pub use race::{Access, Race};
pub use registry::{Detectors, RunDetector};
pub use report::{Act, Found, Names, Part, Report};
