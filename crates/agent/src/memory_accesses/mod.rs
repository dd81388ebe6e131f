//! Accesses to memory: read vectors, the report of a race, and the races that are explained or harmless.

pub mod caches;
pub mod finals;
pub mod native_memory;
pub mod races;
pub mod reads;
pub mod values;
