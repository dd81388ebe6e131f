//! What can go wrong with clocks.

use raddle_events::ThreadId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Ordering can no longer be known from here on: checking has to stop, with a note in the report.
    #[error("all {limit} clock slots belong to running threads")]
    SlotsExhausted { limit: usize },
    #[error("thread {} is not running", .0.0)]
    NotRunning(ThreadId),
    #[error("thread {} is already known", .0.0)]
    AlreadyKnown(ThreadId),
}
