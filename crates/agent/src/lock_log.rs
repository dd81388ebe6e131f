//! The monitors that a thread entered and left, as a ring in native memory that rewritten code fills.
//!
//! An entry is four ints: clock, depth (negative for a release), lock number, site. Entries with a clock
//! up to that of an access were made before it: entering and leaving both begin a new epoch.

use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;
use raddle_events::SiteId;

use crate::memory::reserve;

const ENTRIES: u32 = 1 << 12;
const BYTES: usize = 8 + ENTRIES as usize * 16;

/// Logs of ended threads, zeroed, for new ones.
static SPARE: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// A lock that was held, and where it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub lock: u32,
    pub site: SiteId,
}

#[derive(Clone, Copy)]
struct Entry {
    clock: u32,
    depth: i32,
    lock: u32,
    site: u32,
}

pub struct LockLog {
    address: usize,
    /// What is kept of the ring once its thread has ended: the count and the last entries.
    kept: Mutex<Option<(u32, Vec<Entry>)>>,
}

/// Entries kept of an ended thread.
const KEPT: u32 = 256;

impl LockLog {
    pub fn new() -> Self {
        let address = SPARE.lock().pop().unwrap_or_else(|| reserve(BYTES) as usize);
        Self {
            address,
            kept: Mutex::new(None),
        }
    }

    pub fn address(&self) -> *mut u8 {
        self.address as *mut u8
    }

    /// The thread has ended: keep a little, give the ring to another thread.
    pub fn retire(&self) {
        let count = self.word(0).load(Ordering::Acquire);
        let first = count.saturating_sub(KEPT);
        let entries = (first..count).map(|i| self.entry(i)).collect();
        *self.kept.lock() = Some((count, entries));
        for i in count.saturating_sub(ENTRIES)..count {
            (0..4).for_each(|part| {
                self.word(2 + (i % ENTRIES) as usize * 4 + part)
                    .store(0, Ordering::Relaxed)
            });
        }
        self.word(0).store(0, Ordering::Release);
        SPARE.lock().push(self.address);
    }

    /// The monitors held at `clock`, outermost first; `None` if that is no longer known.
    pub fn held_at(&self, clock: u32) -> Option<Vec<Held>> {
        let kept = self.kept.lock();
        let (count, oldest): (u32, u32) = match kept.as_ref() {
            Some((count, entries)) => (*count, count - entries.len() as u32),
            None => {
                let count = self.word(0).load(Ordering::Acquire);
                // The owner may be writing the oldest ones anew.
                (count, count.saturating_sub(ENTRIES - 64))
            }
        };
        let entry = |i: u32| match kept.as_ref() {
            Some((_, entries)) => entries[(i - oldest) as usize],
            None => self.entry(i),
        };
        let mut held = Vec::new();
        let mut below = i32::MAX;
        for i in (oldest..count).rev() {
            let e = entry(i);
            if e.clock > clock || e.depth == 0 {
                continue;
            }
            if e.depth < 0 {
                below = below.min(-e.depth);
            } else if e.depth < below {
                below = e.depth;
                held.push(Held {
                    lock: e.lock,
                    site: SiteId(e.site),
                });
            }
            if below <= 1 {
                held.reverse();
                return Some(held);
            }
        }
        (oldest == 0).then(|| {
            held.reverse();
            held
        })
    }

    fn entry(&self, i: u32) -> Entry {
        let at = 2 + (i % ENTRIES) as usize * 4;
        let part = |n: usize| self.word(at + n).load(Ordering::Relaxed);
        Entry {
            clock: part(0),
            depth: part(1) as i32,
            lock: part(2),
            site: part(3),
        }
    }

    fn word(&self, index: usize) -> &AtomicU32 {
        debug_assert!(index * 4 < BYTES);
        // SAFETY: the ring has BYTES bytes, is aligned, and is never unmapped.
        unsafe { AtomicU32::from_ptr((self.address as *mut u32).add(index)) }
    }
}
