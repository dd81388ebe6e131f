//! The locks that a thread took and gave back, as a ring in native memory that rewritten code fills.
//!
//! The layout is that of [`runtime::LOG_HEAD`] and what follows there. Entries with a clock
//! up to that of an access were made before it: taking and giving back both begin a new epoch. A log
//! belongs to a thread in one slot: clocks of different slots do not compare.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering, fence};

use parking_lot::Mutex;
use raddle_clocks::Slot;
use raddle_events::runtime::{LOCK_SHARED, LOCK_TRIED, LOCK_UNCERTAIN, LOG_ENTRY_BITS};
use raddle_events::{Mode, SiteId, runtime};
use rustc_hash::FxHashMap;

use crate::locks::numbers::LockId;
use crate::memory_accesses::native_memory::reserve;

const ENTRIES: u32 = runtime::LOG_ENTRIES;
/// The oldest entries are not read: the owner may be writing them anew.
const SLACK: u32 = 64;
const BYTES: usize = runtime::LOG_HEAD as usize + ((ENTRIES as usize) << LOG_ENTRY_BITS);
/// Entries kept of a log that is given up.
const KEPT: u32 = 256;
/// Logs given up of which those are kept.
const KEPT_LOGS: usize = 1 << 12;

/// Rings of ended threads, zeroed, for new ones.
static SPARE: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// The site that took a lock and, in bits beside it, how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken(pub u32);

/// A lock that was held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub lock: LockId,
    pub at: Taken,
}

impl Taken {
    const HOW: u32 = LOCK_SHARED | LOCK_TRIED | LOCK_UNCERTAIN;

    /// As Java has it.
    pub fn from_java(at: i32) -> Taken {
        Taken(at.cast_unsigned())
    }

    pub fn site(self) -> SiteId {
        SiteId(self.0 & !Self::HOW)
    }

    pub fn mode(self) -> Mode {
        match self.0 & LOCK_SHARED {
            0 => Mode::Exclusive,
            _ => Mode::Shared,
        }
    }

    /// Whether the thread would have gone on without it.
    pub fn was_tried(self) -> bool {
        self.0 & LOCK_TRIED != 0
    }
}

impl Held {
    pub fn new(lock: LockId, site: SiteId, mode: Mode) -> Self {
        let shared = if mode.is_exclusive() { 0 } else { LOCK_SHARED };
        Self {
            lock,
            at: Taken(site.0 | shared),
        }
    }

    pub fn site(self) -> SiteId {
        self.at.site()
    }

    pub fn mode(self) -> Mode {
        self.at.mode()
    }

    /// Whether no other thread could hold the lock at the same time, whatever the program does.
    pub fn is_certain(self) -> bool {
        self.mode().is_exclusive() && self.at.0 & LOCK_UNCERTAIN == 0
    }
}

#[derive(Clone, Copy, Default)]
struct Entry {
    clock: u32,
    depth: i32,
    lock: LockId,
    at: Taken,
}

pub struct LockLog {
    address: usize,
    /// The ring belongs to another log.
    given_up: Mutex<bool>,
}

/// The last entries of a log, and how many there were before.
#[derive(Default)]
pub struct KeptLog {
    before: u32,
    entries: Vec<Entry>,
}

impl LockLog {
    /// A log of a thread that begins at `clock` and holds these locks; `None` if they are not known.
    pub fn new(clock: u32, held: Option<&[Held]>) -> Self {
        let log = Self {
            address: SPARE.lock().pop().unwrap_or_else(|| reserve(BYTES) as usize),
            given_up: Mutex::new(false),
        };
        let count = match held {
            Some(held) => {
                for (index, held) in (0u32..).zip(held) {
                    let entry = Entry {
                        clock,
                        depth: index.cast_signed() + 1,
                        lock: held.lock,
                        at: held.at,
                    };
                    log.put(index, entry);
                }
                held.len() as u32
            }
            // As if what is not there had been overwritten.
            None => ENTRIES,
        };
        log.word(0).store(count, Ordering::Release);
        log
    }

    pub fn address(&self) -> usize {
        self.address
    }

    /// Gives the ring to another thread and keeps a little of it.
    pub fn give_up(&self) -> KeptLog {
        let mut given_up = self.given_up.lock();
        let count = self.word(0).load(Ordering::Acquire);
        let before = count.saturating_sub(KEPT);
        let entries = (before..count).map(|i| self.entry(i)).collect();
        for i in count.saturating_sub(ENTRIES)..count {
            self.put(i, Entry::default());
        }
        self.word(0).store(0, Ordering::Release);
        *given_up = true;
        SPARE.lock().push(self.address);
        KeptLog { before, entries }
    }

    /// The monitors held at `clock`, outermost first; `None` if that is no longer known.
    pub fn held_at(&self, clock: u32) -> Option<Vec<Held>> {
        let given_up = self.given_up.lock();
        if *given_up {
            return None;
        }
        let count = self.word(0).load(Ordering::Acquire);
        let oldest = count.saturating_sub(ENTRIES - SLACK);
        let held = held_at(clock, oldest, (oldest..count).rev().map(|i| self.entry(i)));
        fence(Ordering::Acquire);
        let written = self.word(0).load(Ordering::Relaxed).wrapping_sub(count);
        held.filter(|_| written < SLACK)
    }

    fn entry(&self, i: u32) -> Entry {
        let part = |offset| self.part(i, offset).load(Ordering::Relaxed);
        Entry {
            clock: part(runtime::LOG_CLOCK),
            depth: part(runtime::LOG_DEPTH).cast_signed(),
            lock: LockId(part(runtime::LOG_LOCK)),
            at: Taken(part(runtime::LOG_AT)),
        }
    }

    fn put(&self, i: u32, entry: Entry) {
        let put = |offset, part| self.part(i, offset).store(part, Ordering::Relaxed);
        put(runtime::LOG_CLOCK, entry.clock);
        put(runtime::LOG_DEPTH, entry.depth.cast_unsigned());
        put(runtime::LOG_LOCK, entry.lock.0);
        put(runtime::LOG_AT, entry.at.0);
    }

    fn part(&self, i: u32, offset: u64) -> &AtomicU32 {
        let entry = ((i % ENTRIES) as usize) << LOG_ENTRY_BITS;
        self.word((runtime::LOG_HEAD as usize + entry + offset as usize) / size_of::<u32>())
    }

    fn word(&self, index: usize) -> &AtomicU32 {
        debug_assert!(index * 4 < BYTES);
        // SAFETY: the ring has BYTES bytes, is aligned, and is never unmapped.
        unsafe { AtomicU32::from_ptr((self.address as *mut u32).add(index)) }
    }
}

impl KeptLog {
    pub fn held_at(&self, clock: u32) -> Option<Vec<Held>> {
        held_at(clock, self.before, self.entries.iter().rev().copied())
    }
}

/// Goes back in the entries until all that can have been held is known. `before` is how many entries
/// there were that are not here.
fn held_at(clock: u32, before: u32, latest_first: impl Iterator<Item = Entry>) -> Option<Vec<Held>> {
    let mut held = Vec::new();
    let mut below = i32::MAX;
    for entry in latest_first.filter(|e| e.clock <= clock && e.depth != 0) {
        if entry.depth < 0 {
            below = below.min(-entry.depth);
        } else if entry.depth < below {
            below = entry.depth;
            held.push(Held {
                lock: entry.lock,
                at: entry.at,
            });
        }
        if below <= 1 {
            break;
        }
    }
    held.reverse();
    (below <= 1 || before == 0).then_some(held)
}

/// What is kept of the logs that were given up last, by slot and the clock at which the thread began there.
#[derive(Default)]
pub struct KeptLogs {
    logs: FxHashMap<(Slot, u32), KeptLog>,
    order: VecDeque<(Slot, u32)>,
}

impl KeptLogs {
    pub fn add(&mut self, slot: Slot, first_clock: u32, log: KeptLog) {
        if self.order.len() >= KEPT_LOGS
            && let Some(oldest) = self.order.pop_front()
        {
            self.logs.remove(&oldest);
        }
        self.order.push_back((slot, first_clock));
        self.logs.insert((slot, first_clock), log);
    }

    pub fn get(&self, slot: Slot, first_clock: u32) -> Option<&KeptLog> {
        self.logs.get(&(slot, first_clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(lock: u32) -> Held {
        Held {
            lock: LockId(lock),
            at: Taken(lock + 10),
        }
    }

    /// As `RaddleLocks.log` does it.
    fn write(log: &LockLog, clock: u32, depth: i32, lock: u32) {
        let count = log.word(0).load(Ordering::Relaxed);
        log.put(
            count,
            Entry {
                clock,
                depth,
                lock: LockId(lock),
                at: Taken(lock + 10),
            },
        );
        log.word(0).store(count + 1, Ordering::Release);
    }

    #[test]
    fn what_was_held_at_a_clock_is_known_before_and_after_the_end() {
        let log = LockLog::new(1, Some(&[]));
        write(&log, 2, 1, 7);
        write(&log, 3, 2, 8);
        write(&log, 4, -2, 0);
        write(&log, 5, -1, 0);
        let expected = [
            vec![],
            vec![held(7)],
            vec![held(7), held(8)],
            vec![held(7)],
            vec![],
        ];
        let live: Vec<_> = (1..6).map(|clock| log.held_at(clock).unwrap()).collect();
        assert_eq!(live, expected);
        let kept = log.give_up();
        let after: Vec<_> = (1..6).map(|clock| kept.held_at(clock).unwrap()).collect();
        assert_eq!(after, expected);
        assert_eq!(log.held_at(2), None);
    }

    #[test]
    fn locks_are_taken_along_to_another_slot() {
        let log = LockLog::new(30, Some(&[held(7), held(8)]));
        assert_eq!(log.held_at(30).unwrap(), [held(7), held(8)]);
        write(&log, 31, -2, 0);
        assert_eq!(log.held_at(31).unwrap(), [held(7)]);
        let unknown = LockLog::new(1, None);
        assert_eq!(unknown.held_at(1), None);
        write(&unknown, 2, -1, 0);
        assert_eq!(unknown.held_at(2), Some(vec![]));
    }

    #[test]
    fn what_was_overwritten_is_not_guessed() {
        let log = LockLog::new(1, Some(&[]));
        write(&log, 1, 1, 7);
        for clock in (2..).take(2 * ENTRIES as usize) {
            write(&log, clock, if clock % 2 == 0 { 2 } else { -2 }, 8);
        }
        assert_eq!(log.held_at(5000), None);
        let kept = log.give_up();
        assert_eq!(kept.held_at(8000), None);
    }

    #[test]
    fn the_oldest_logs_go_first() {
        let mut logs = KeptLogs::default();
        for clock in 0..=KEPT_LOGS as u32 {
            logs.add(Slot(3), clock, KeptLog::default());
        }
        assert!(logs.get(Slot(3), 0).is_none() && logs.get(Slot(3), 1).is_some());
        assert_eq!(logs.logs.len(), KEPT_LOGS);
    }
}
