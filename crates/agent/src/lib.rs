//! The agent: a JVM loads this library, and it rewrites the classes that the JVM loads and keeps what
//! they tell.
//!
//! Start reading at `Agent`; then a folder by concern: `lifecycle` for the JVM's start and end, `class_loading` for
//! class bytes, `natives` for the calls of rewritten code, `synchronisation` for order, `memory_accesses` for races,
//! `locks` and `waits` for lock orders and deadlocks, `control` for schedules, `reporting` for names and findings.

mod class_loading;
mod control;
mod event_mode;
mod jvm;
mod lifecycle;
mod locks;
mod memory_accesses;
mod natives;
mod reporting;
mod synchronisation;
mod threads;
mod waits;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::Mutex;
use raddle_findings::Config;
use raddle_findings::record::Line;

/// Everything that the agent knows in this JVM.
struct Agent {
    jvmti: jvm::Jvmti,
    config: Config,
    record: reporting::record::Record,
    sites: class_loading::sites::Sites,
    classes: class_loading::classes::Classes,
    threads: synchronisation::clocks::Threads,
    people: threads::registry::People,
    locks: locks::numbers::Locks,
    reads: memory_accesses::reads::Reads,
    races: memory_accesses::races::Races,
    found: reporting::finding_log::Found,
    pure: event_mode::Pure,
    rules: synchronisation::rules::Applied,
    values: memory_accesses::values::Values,
    finals: memory_accesses::finals::Finals,
    caches: memory_accesses::caches::Caches,
    watch: waits::Watch,
    nesting: locks::lock_order::Nesting,
    /// If the schedule is ours to decide.
    control: Option<control::Control>,
    again: class_loading::transform::Again,
    included: class_loading::transform::Included,
    /// Where the next words of static fields go, and where their chunk ends.
    arena: Mutex<(usize, usize)>,
    /// The shortages that have been reported, a bit each.
    reported: AtomicU32,
    /// See [`Agent::go_blind`].
    blind: AtomicBool,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

fn agent() -> Option<&'static Agent> {
    AGENT.get()
}

/// Why findings may be missing.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Shortage {
    Panic,
    Sites,
    Slots,
    Threads,
    ArrayMemory,
    ReadVectors,
    Findings,
    LostWord,
    Watch,
    Order,
}

impl Shortage {
    fn reason(self) -> &'static str {
        match self {
            Shortage::Panic => {
                "an internal error in Raddle; from then on not everything was watched. Please report this"
            }
            Shortage::Sites => {
                "the program has more places than Raddle can number; from then on nothing could be checked"
            }
            Shortage::Slots => {
                "there were too many threads that nobody has joined; races with some of them may be missing"
            }
            Shortage::Threads => {
                "too many threads ran at the same time; from then on nothing could be checked"
            }
            Shortage::ArrayMemory => {
                "there is no room for the shadow of an array, which was not watched; try a larger -Xmx"
            }
            Shortage::ReadVectors => {
                "too many variables are read by several threads; some reads were forgotten"
            }
            Shortage::LostWord => {
                "a synchronisation was cut short by an error in the program, such as a stack overflow; what it \
                 ordered is not known, so from then on nothing could be checked"
            }
            Shortage::Watch => {
                "an internal error in Raddle; deadlocks were not looked for. Please report this"
            }
            Shortage::Order => {
                "two accesses by threads that held the same lock seemed to race, which cannot be: Raddle has lost \
                 some order. Races like this one are not reported; others may be false. Please report this"
            }
            Shortage::Findings => "more findings than --max-findings; the rest are only counted",
        }
    }
}

impl Agent {
    /// Some synchronisation will not be seen. What it orders would seem to race, so there are no findings
    /// from now on.
    fn go_blind(&self, shortage: Shortage) {
        self.blind.store(true, Ordering::Relaxed);
        self.incomplete(shortage);
    }

    /// Marks the run as incomplete, once for each reason.
    fn incomplete(&self, shortage: Shortage) {
        self.incomplete_with(shortage, String::new);
    }

    /// The same, with more to be said.
    fn incomplete_with(&self, shortage: Shortage, more: impl FnOnce() -> String) {
        let bit = 1 << shortage as u32;
        if self.reported.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            let reason = format!("{}{}", shortage.reason(), more());
            self.record.write(&Line::Incomplete { reason });
        }
    }
}
