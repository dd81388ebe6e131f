//! The threads as reports name them.

pub mod registry;
