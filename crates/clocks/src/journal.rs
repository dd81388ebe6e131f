//! What has changed in a slot's vector, in order, so that earlier states of the vector can be computed.
//!
//! Each change is an entry: the slot's clock at the time, whose component, its old and its new value. So the vector at
//! the end of clock `c` is the one of now without the entries after `c`; and what is new in it since the end of clock
//! `p` are the entries after `p`, up to `c`. The second takes no lock: nearly all acquires are answered by a few
//! entries. Where one owner of the slot follows another, or a thread acquires from very many others at once, everything
//! may change: that is no entry, but the vector before is kept as it was, sharing most of it with others
//! ([`Versions`]).
//!
//! There is room for so many of both. When the oldest ones are gone, the
//! earliest vector that is left stands in for those before: later vectors of a slot have seen all that
//! earlier ones have, so it orders too much, which may hide a race, and never too little.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

use crate::{Slot, VectorClock};

/// Entries that are allocated together.
const SEGMENT: usize = 256;
/// The most entries of one journal.
const MOST_ENTRIES: usize = 1 << 16;
pub const ENTRY_BYTES: usize = size_of::<Entry>();

/// Bytes that may still be taken, beyond the first segment of each journal.
#[derive(Debug)]
pub struct Room(AtomicUsize);

impl Room {
    pub fn of_bytes(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    fn take(&self, bytes: usize) -> bool {
        let less = |left: usize| left.checked_sub(bytes);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .is_ok()
    }

    fn give(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct Entry {
    /// The clock, and the slot of the component.
    when: AtomicU64,
    /// The component before and after.
    values: AtomicU64,
}

/// One change, as it is read.
#[derive(Clone, Copy, Debug)]
struct Change {
    clock: u32,
    slot: Slot,
    old: u32,
    new: u32,
}

/// What a slot's vector was before it changed as a whole, as far as that is kept.
#[derive(Debug, Default)]
pub struct Versions {
    /// With the clock at whose begin it changed.
    kept: VecDeque<(u32, VectorClock)>,
    known_from: u32,
}

impl Versions {
    const MOST: usize = 1 << 14;

    fn add(&mut self, before: VectorClock, changed: u32, room: &Room) {
        while self.kept.len() == Self::MOST || !room.take(before.weight()) {
            let Some((changed, oldest)) = self.kept.pop_front() else {
                self.known_from = changed;
                return;
            };
            self.known_from = changed;
            room.give(oldest.weight());
        }
        self.kept.push_back((changed, before));
    }

    /// The vector before the first change as a whole after this clock, and when that was.
    fn after(&self, clock: u32) -> Option<&(u32, VectorClock)> {
        let at = self.kept.partition_point(|(changed, _)| *changed <= clock);
        self.kept.get(at)
    }
}

/// Its slot's thread alone writes it, or the holder of the slot's lock while there is none. Any thread may read.
#[derive(Debug)]
pub struct Journal {
    segments: Box<[OnceLock<Box<[Entry]>>]>,
    /// The room in the ring. It shrinks once, to what is in use, when no more can be had.
    capacity: AtomicUsize,
    /// How many entries were ever written.
    end: AtomicUsize,
    /// The first clock of the first owner.
    born: u32,
    /// The clock at whose begin the vector last changed as a whole.
    changed: AtomicU32,
    degraded: AtomicU64,
}

impl Journal {
    /// With room for `entries`, at least one; for a slot whose first owner begins at this clock.
    pub fn new(entries: usize, born: u32) -> Self {
        let capacity = entries.clamp(1, MOST_ENTRIES);
        let segments = (0..capacity.div_ceil(SEGMENT)).map(|_| OnceLock::new());
        Self {
            segments: segments.collect(),
            capacity: AtomicUsize::new(capacity),
            end: AtomicUsize::new(0),
            born,
            changed: AtomicU32::new(born),
            degraded: AtomicU64::new(0),
        }
    }

    /// The vector changes as a whole, at the begin of this clock.
    pub fn change_all(&self, clock: u32, before: VectorClock, versions: &mut Versions, room: &Room) {
        versions.add(before, clock, room);
        self.changed.store(clock, Ordering::Release);
    }

    /// Notes that the component of `slot` changes, at the present `clock` of the journal's own slot.
    pub fn note(&self, clock: u32, slot: Slot, old: u32, new: u32, room: &Room) {
        let end = self.end.load(Ordering::Relaxed);
        let mut at = end % self.capacity.load(Ordering::Relaxed);
        let is_fresh = at.is_multiple_of(SEGMENT) && self.segments[at / SEGMENT].get().is_none();
        if is_fresh && at > 0 && !room.take(SEGMENT * ENTRY_BYTES) {
            self.capacity.store(at, Ordering::Relaxed);
            at = 0;
        }
        let segment =
            self.segments[at / SEGMENT].get_or_init(|| (0..SEGMENT).map(|_| Entry::default()).collect());
        let entry = &segment[at % SEGMENT];
        // A reader of the new content by the old index sees by `end` that the old one is gone.
        fence(Ordering::Release);
        let when = u64::from(clock) << 32 | slot.index() as u64;
        entry.when.store(when, Ordering::Relaxed);
        let values = u64::from(old) << 32 | u64::from(new);
        entry.values.store(values, Ordering::Relaxed);
        self.end.store(end + 1, Ordering::Release);
    }

    /// Adds to `into` the components that changed after the end of clock `after`, up to the end of `until`,
    /// which is over: the latest change first. False, with `into` as it was, if they are no longer known.
    pub fn changes(&self, after: u32, until: u32, into: &mut Vec<(Slot, u32)>) -> bool {
        let end = self.end.load(Ordering::Acquire);
        let oldest = self.oldest(end);
        let from = self.first_after(after, oldest, end);
        let is_known = from > oldest || after >= self.known_from(oldest);
        if !is_known || after < self.changed.load(Ordering::Acquire) {
            return false;
        }
        let kept = into.len();
        for at in (from..self.first_after(until, from, end)).rev() {
            let change = self.change(at);
            into.push((change.slot, change.new));
        }
        fence(Ordering::Acquire);
        let is_good = from >= self.oldest(self.end.load(Ordering::Relaxed));
        if !is_good {
            into.truncate(kept);
        }
        is_good
    }

    /// The slot's vector at the end of `clock`, with that clock; or the earliest that is known, with its own clock.
    /// (With the earlier clock beside the later components, a thread would seem to have seen another without having
    /// seen what that one had seen of this slot. And if that clock is not over yet, it has to end before the next
    /// change.) No thread may write meanwhile.
    pub fn at(
        &self,
        clock: u32,
        versions: &Versions,
        present: impl FnOnce() -> VectorClock,
    ) -> (u32, VectorClock) {
        let asked = clock;
        let clock = clock.max(versions.known_from);
        let (mut vector, until) = match versions.after(clock) {
            Some((changed, before)) => (before.clone(), *changed),
            None => (present(), u32::MAX),
        };
        let end = self.end.load(Ordering::Acquire);
        let oldest = self.oldest(end);
        let clock = clock.max(self.known_from(oldest)).min(until - 1);
        if clock > asked {
            self.degraded.fetch_add(1, Ordering::Relaxed);
        }
        let undone = self.first_after(clock, oldest, end)..self.first_after(until - 1, oldest, end);
        for at in undone.rev() {
            let change = self.change(at);
            vector.set(change.slot, change.old);
        }
        (clock, vector)
    }

    /// How often a stand-in was given.
    pub fn degraded(&self) -> u64 {
        self.degraded.load(Ordering::Relaxed)
    }

    /// The oldest entry that is there, and not about to be overwritten.
    fn oldest(&self, end: usize) -> usize {
        (end + 1).saturating_sub(self.capacity.load(Ordering::Relaxed))
    }

    /// The first clock at whose end the vector is known.
    fn known_from(&self, oldest: usize) -> u32 {
        match oldest {
            0 => self.born,
            _ => self.change(oldest).clock,
        }
    }

    /// The first entry after the end of `clock`. Most questions are about the last few.
    fn first_after(&self, clock: u32, oldest: usize, end: usize) -> usize {
        const FEW: usize = 8;
        for at in (oldest..end).rev().take(FEW) {
            if self.change(at).clock <= clock {
                return at + 1;
            }
        }
        let (mut low, mut high) = (oldest, end.saturating_sub(FEW).max(oldest));
        while low < high {
            let middle = low + (high - low) / 2;
            match self.change(middle).clock <= clock {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    fn change(&self, at: usize) -> Change {
        let at = at % self.capacity.load(Ordering::Relaxed);
        let entry = self.segments[at / SEGMENT]
            .get()
            .and_then(|s| s.get(at % SEGMENT));
        let read = |part: fn(&Entry) -> &AtomicU64| entry.map_or(0, |e| part(e).load(Ordering::Relaxed));
        let (when, values) = (read(|e| &e.when), read(|e| &e.values));
        Change {
            clock: (when >> 32) as u32,
            slot: Slot(when as u16),
            old: (values >> 32) as u32,
            new: values as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// One change at each of these clocks, of slot 7, from the clock before to it.
    fn journal(entries: usize, room: &Room, clocks: impl IntoIterator<Item = u32>) -> Journal {
        let journal = Journal::new(entries, 1);
        let mut old = 0;
        for clock in clocks {
            journal.note(clock, Slot(7), old, clock, room);
            old = clock;
        }
        journal
    }

    fn at(journal: &Journal, now: u32, clock: u32) -> (u32, u32) {
        let mut vector = VectorClock::default();
        vector.set(Slot(7), now);
        let (clock, vector) = journal.at(clock, &Versions::default(), || vector);
        (clock, vector.get(Slot(7)))
    }

    fn changes(journal: &Journal, after: u32, until: u32) -> Option<Vec<u32>> {
        let mut found = vec![];
        let known = journal.changes(after, until, &mut found);
        known.then(|| found.into_iter().map(|(_, clock)| clock).collect())
    }

    #[test]
    fn the_vector_that_was_is_found() {
        let journal = journal(100, &Room::of_bytes(0), [2, 5, 6]);
        assert_eq!(
            [1, 2, 4, 5, 99].map(|clock| at(&journal, 6, clock)),
            [(1, 0), (2, 2), (4, 2), (5, 5), (99, 6)]
        );
        assert_eq!(journal.degraded(), 0);
    }

    #[test]
    fn what_is_new_between_two_clocks_is_found_latest_first() {
        let journal = journal(100, &Room::of_bytes(0), 2..50);
        assert_eq!(changes(&journal, 3, 5), Some(vec![5, 4]));
        assert_eq!(changes(&journal, 47, 100), Some(vec![49, 48]));
        assert_eq!(changes(&journal, 49, 100), Some(vec![]));
        assert_eq!(
            changes(&journal, 0, 5),
            None,
            "what was there at first is not in it"
        );
    }

    #[test]
    fn what_is_gone_has_a_later_stand_in_with_its_own_clock() {
        let journal = journal(4, &Room::of_bytes(0), [2, 3, 4, 5, 6, 7]);
        // One place is given up for those who read without a lock.
        assert_eq!(at(&journal, 7, 6), (6, 6));
        assert_eq!((at(&journal, 7, 3), journal.degraded()), ((5, 5), 1));
        assert_eq!(
            (changes(&journal, 4, 9), changes(&journal, 5, 9)),
            (None, Some(vec![7, 6]))
        );
    }

    #[test]
    fn the_vectors_before_changes_as_a_whole_are_found() {
        let (journal, mut versions) = (Journal::new(100, 1), Versions::default());
        let vector = |clock| [clock].into_iter().collect::<VectorClock>();
        let room = Room::of_bytes(16 * vector(1).weight());
        for owner in 0..20 {
            let first = owner * 10 + 1;
            if owner > 0 {
                journal.change_all(first, vector(first - 6), &mut versions, &room);
            }
            journal.note(first + 4, Slot(0), first, first + 4, &room);
        }
        let at = |clock| {
            let (clock, vector) = journal.at(clock, &versions, || vector(195));
            (clock, vector.get(Slot(0)))
        };
        assert_eq!(
            [199, 193, 187, 183].map(at),
            [(199, 195), (193, 191), (187, 185), (183, 181)]
        );
        assert_eq!(
            (at(12), journal.degraded()),
            ((31, 31), 1),
            "there was no more room"
        );
        assert_eq!(
            (changes(&journal, 185, 199), changes(&journal, 191, 199)),
            (None, Some(vec![195]))
        );
    }

    #[test]
    fn without_room_it_stays_as_large_as_it_is() {
        let wide = journal(2000, &Room::of_bytes(SEGMENT * ENTRY_BYTES), 2..2000);
        assert_eq!(changes(&wide, 1990, 1991), Some(vec![1991]));
        assert_eq!(
            at(&wide, 1999, 1),
            (2000 + 1 - 2 * SEGMENT as u32, 2000 + 1 - 2 * SEGMENT as u32)
        );
    }

    #[test]
    fn readers_beside_a_writer_get_all_or_nothing() {
        let (room, stop) = (Room::of_bytes(0), AtomicBool::new(false));
        let journal = Journal::new(64, 1);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for clock in (2..u32::MAX).take_while(|_| !stop.load(Ordering::Relaxed)) {
                    journal.note(clock, Slot(7), clock - 1, clock, &room);
                }
            });
            let mut known = 0;
            while known < 10_000 {
                let last = journal.end.load(Ordering::Acquire) as u32;
                if last > 50
                    && let Some(found) = changes(&journal, last - 40, last)
                {
                    assert_eq!(found, (last - 39..=last).rev().collect::<Vec<u32>>());
                    known += 1;
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }
}
