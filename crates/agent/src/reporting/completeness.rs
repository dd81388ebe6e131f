//! Why findings may be missing: each reason is written once, and some stop the reports.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Why findings may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum IncompleteReason {
    Panic,
    Sites,
    Slots,
    Threads,
    ArrayMemory,
    ReadVectors,
    Findings,
    LostWord,
    Waits,
    Order,
}

impl IncompleteReason {
    fn text(self) -> &'static str {
        match self {
            IncompleteReason::Panic => {
                "an internal error in Raddle; from then on not everything was watched. Please report this"
            }
            IncompleteReason::Sites => {
                "the program has more places than Raddle can number; from then on nothing could be checked"
            }
            IncompleteReason::Slots => {
                "there were too many threads that were never joined; races with some of them may be missing"
            }
            IncompleteReason::Threads => {
                "too many threads ran at the same time; from then on nothing could be checked"
            }
            IncompleteReason::ArrayMemory => {
                "there is no room for the shadow of an array, which was not watched; try a larger -Xmx"
            }
            IncompleteReason::ReadVectors => {
                "too many variables are read by several threads; some reads were forgotten"
            }
            IncompleteReason::LostWord => {
                "a synchronisation was cut short by an error in the program, such as a stack overflow; what it \
                 ordered is not known, so from then on nothing could be checked"
            }
            IncompleteReason::Waits => {
                "an internal error in Raddle; deadlocks were not looked for. Please report this"
            }
            IncompleteReason::Order => {
                "two accesses by threads that held the same lock seemed to race, which cannot be: Raddle has lost \
                 some order. Races like this one are not reported; others may be false. Please report this"
            }
            IncompleteReason::Findings => "more findings than --max-findings; the rest are only counted",
        }
    }
}

/// What is known of the gaps of a run.
#[derive(Default)]
pub struct Completeness {
    /// The reasons that have been written, a bit each.
    written: AtomicU32,
    stopped: AtomicBool,
}

impl Completeness {
    /// The text of a reason when it comes up for the first time.
    pub fn first(&self, reason: IncompleteReason) -> Option<&'static str> {
        let bit = 1 << reason as u32;
        let is_first = self.written.fetch_or(bit, Ordering::Relaxed) & bit == 0;
        is_first.then(|| reason.text())
    }

    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Some synchronisation was missed. What it orders would seem to race.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
