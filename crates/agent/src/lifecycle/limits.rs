//! How much there may be of what can run out: what the configuration says, or else these numbers.

use raddle_clocks::MAX_SITE;
use raddle_session::Limits;

use crate::synchronisation::clocks;

/// What changed in the vectors of threads, all together.
const HISTORY_BYTES: u64 = 128 << 20;
/// A change of more components of a vector than this is one as a whole.
const WIDE: u64 = 32;
/// Vectors that several threads have published into.
const JOINED_BYTES: u64 = 64 << 20;
/// Read vectors of fields; beyond it reads are forgotten, and the run says so.
const READ_BYTES: u64 = 1 << 30;
/// Classes with a static initialiser that get a number; the rest go without the edge, and the run says so.
const CLASSES: u64 = 1 << 20;
const SITES: u64 = MAX_SITE as u64;

pub fn threads(limits: &Limits) -> clocks::Limits {
    let most = raddle_clocks::Limits::default();
    let clocks = raddle_clocks::Limits {
        slots: at_most(limits.slots, most.slots as u64) as usize,
        clock: at_most(limits.clock, u64::from(most.clock)) as u32,
        recent: at_most(limits.recent, most.recent as u64) as usize,
    };
    clocks::Limits {
        clocks,
        history: at_most(limits.history, HISTORY_BYTES) as usize,
        wide: at_most(limits.wide, WIDE) as usize,
        joined: at_most(limits.joined, JOINED_BYTES) as usize,
    }
}

pub fn reads(limits: &Limits) -> usize {
    at_most(limits.reads, READ_BYTES) as usize
}

pub fn sites(limits: &Limits) -> usize {
    at_most(limits.sites, SITES) as usize
}

pub fn classes(limits: &Limits) -> u32 {
    at_most(limits.classes, CLASSES) as u32
}

/// Of the shadows of all arrays; how large the heap may get counts as well.
pub fn shadow_bytes(limits: &Limits) -> i64 {
    at_most(limits.shadow, i64::MAX as u64) as i64
}

fn at_most(wanted: Option<u64>, most: u64) -> u64 {
    wanted.map_or(most, |wanted| wanted.min(most))
}
