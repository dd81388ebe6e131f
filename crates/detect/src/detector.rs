//! The one contract of this crate.

use raddle_events::{Event, ThreadId};
use raddle_findings::Kind;

use crate::{Found, Names, Report};

/// Watches a run and says what is wrong with it.
///
/// The caller feeds all events of a run, one at a time, in an order in which the run performed them: each thread's
/// events are in program order, and every event that another depends on (the release before an acquire, the unlock
/// before a lock, the fork before a child's first event, the end before a join) has been fed before it. Where two
/// events are unordered, any order will do; a detector may name another pair for it, but sees an error in the same
/// variables.
///
/// A detector
/// - answers within the call: `found` is called for what this event exposed (of a race, with the event's
///   own access as the second side, at most once for each first side); what takes a look at the whole
///   run comes from [`Detector::finish`];
/// - need not remember what it has found: the same two places may be found again and again, and the
///   caller counts or drops repetitions;
/// - depends on the events alone, so that the same trace gives the same answers;
/// - takes any sequence of events without failing. A thread that acts before any thread has started it
///   begins with nothing seen; an event that makes no sense adds as little order as possible.
pub trait Detector {
    const KIND: Kind;

    /// What it finds.
    type Found: Found;

    fn event(&mut self, event: &Event, found: &mut dyn FnMut(Self::Found));

    /// Reports what the events so far show only together. Should more follow, it is reported once all the same.
    fn finish(&mut self, _found: &mut dyn FnMut(Self::Found)) {}

    /// All that was done so far happens-before what the thread does next: the collector stopped all threads to find an
    /// object unreachable, and the thread has seen that.
    fn join_all(&mut self, thread: ThreadId);

    /// Why something may be missing.
    fn incomplete(&self) -> Vec<String> {
        Vec::new()
    }

    /// One sentence for a report, without places.
    fn message(report: &Report, names: &dyn Names) -> String
    where
        Self: Sized;
}
