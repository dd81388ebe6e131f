//! The life of threads: start, end, join, interrupt, park.

pub(crate) mod patches;
