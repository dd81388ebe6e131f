//! Detectors: a run's events in, errors out. One file per detector.
//!
//! Nothing here knows of a JVM: a detector sees a trace, and is tested on traces.
//!
//! Start reading at [`Detector`], then [`DataRaces`].
#![forbid(unsafe_code)]

mod data_race;
mod detector;
mod held;
mod race;

pub use data_race::DataRaces;
pub use detector::Detector;
pub use race::{Access, Race};
