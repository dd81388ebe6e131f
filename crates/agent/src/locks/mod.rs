//! Locks: their numbers, which of them each thread holds, and which are taken while others are held.

pub mod lock_order;
pub mod log;
pub mod numbers;
