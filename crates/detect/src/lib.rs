//! Detectors: a run's events in, errors out. Each has a file in `detectors`.
//!
//! Nothing here knows of a JVM: a detector sees a trace, and is tested on traces. Two cores are used by
//! the agent too, which has no trace but the same questions: [`LockGraph`] and [`wait_graph`].
//!
//! Start reading at [`Detector`], then [`DataRaces`]; [`Detectors`] is all of them.
#![forbid(unsafe_code)]

mod cycles;
mod detector;
mod detectors;
mod graph;
mod held;
mod lock_graph;
mod order;
mod race;
mod report;
pub mod wait_graph;

pub use detector::Detector;
pub use detectors::data_race::DataRaces;
pub use detectors::deadlock::Deadlocks;
pub use detectors::lock_discipline::{LockDiscipline, Period, State, Unprotected};
pub use detectors::lock_order::LockOrder;
pub use detectors::{Detectors, RunDetector};
pub use held::Hold;
pub use lock_graph::{Cycle, Dependency, Gaps, Link, LockGraph};
pub use order::{Moment, Visibility};
pub use race::{Access, Race};
pub use report::{Act, Found, Names, Part, Report};
