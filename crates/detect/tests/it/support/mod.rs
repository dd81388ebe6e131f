//! Traces, written and drawn at random, and the naive definitions that they are held against.

pub mod dsl;
pub mod lock_traces;
pub mod naive;
pub mod naive_locks;
#[path = "../../../../clocks/tests/support/trace.rs"]
pub mod trace;
pub mod words;
