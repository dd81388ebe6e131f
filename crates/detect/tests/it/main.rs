//! The detectors on traces: their rules one by one, and random traces against naive definitions.

mod cycles;
mod lock_properties;
mod properties;
mod racer;
mod rules;
mod support;
