//! Which thread has which component of the vector clocks.
//!
//! A vector clock with a component per thread of a long run would grow for ever, so a new thread takes over the slot of
//! one that has released it, and goes on with its clock. (A thread releases its slot when it ends; when its clock is
//! full; and, if there are very many, while it waits: it comes back as if it had started itself.) If the last action
//! there happened before the successor's first, nothing is lost: for ordering, both are one thread with a longer
//! program order.
//!
//! A slot for which the new thread is such an exact successor is looked for first, then an unused slot is taken.
//! Vectors and their past would become large with that, so at most `recent` slots wait for an exact successor; beyond
//! them, and when there are no unused slots, the slot that was released longest ago goes to a `degraded` successor.
//!
//! Law: a thread that has seen clock `c` of a slot has seen all that the slot's owners had seen at `c`. For an exact
//! successor that follows from what it has seen when it begins. The caller must join the vector of a degraded successor
//! with the slot's last one, or the law is broken and false alarms follow.
//!
//! Misses: a degraded successor counts as ordered after the thread whose slot it took, so races between that thread and
//! the successor, or threads that synchronise with the successor, are hidden.

use std::collections::BTreeMap;

use raddle_events::ThreadId;

use crate::{Error, MAX_CLOCK, MAX_SLOT, Slot, VectorClock};

/// How many free slots are examined for an exact succession: some that were released last, which a creator that joins
/// has seen, and some from where the last search ended, so that all are examined in time.
const NEWEST: usize = 8;
const FURTHER: usize = 24;

/// A degraded successor at least this many departures after the last owner comes [`Succession::LongAfter`].
pub const LONG_AGO: u64 = 1000;

/// Owners kept in all; of more, the older half is dropped.
const OWNERS: usize = if cfg!(test) { 1 << 16 } else { 1 << 22 };

/// How far clocks and slots may go. The default is what an [`crate::Epoch`] has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub slots: usize,
    pub clock: u32,
    /// Free slots that wait for an exact successor.
    pub recent: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            slots: usize::from(MAX_SLOT) + 1,
            clock: MAX_CLOCK,
            recent: 2048,
        }
    }
}

/// Whose slot it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Succession {
    /// No thread had it before.
    Unused,
    /// Of one whose last action there comes before.
    Exact,
    /// Degraded, but the former owner left at least [`LONG_AGO`] departures before.
    LongAfter,
    /// Degraded, and the former owner left not long ago.
    Soon,
}

impl Succession {
    /// See the module's law.
    pub fn is_degraded(self) -> bool {
        matches!(self, Succession::LongAfter | Succession::Soon)
    }
}

/// The slot of a new thread and the clock at which the thread begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub slot: Slot,
    pub first_clock: u32,
    pub succession: Succession,
}

#[derive(Clone, Copy, Debug)]
struct Owner {
    first_clock: u32,
    thread: ThreadId,
}

#[derive(Clone, Copy, Debug)]
struct Free {
    slot: Slot,
    final_clock: u32,
}

#[derive(Debug, Default)]
struct Allocation {
    owners: Vec<Owner>,
    running: bool,
}

#[derive(Debug, Default)]
pub struct Slots {
    limits: Limits,
    table: Vec<Allocation>,
    /// By the number of the departure.
    free: BTreeMap<u64, Free>,
    departures: u64,
    /// Where the last search for an exact succession ended.
    looked_at: u64,
    owners: usize,
    running: usize,
    long_after: u64,
    soon: u64,
}

impl Slots {
    pub fn new(limits: Limits) -> Self {
        let most = Limits::default();
        let limits = Limits {
            slots: limits.slots.clamp(1, most.slots),
            clock: limits.clock.clamp(2, most.clock),
            recent: limits.recent.max(1),
        };
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Gives a slot to a thread that begins with the clock `seen`.
    pub fn assign(&mut self, thread: ThreadId, seen: &VectorClock) -> Result<Assignment, Error> {
        let has_fresh = self.table.len() < self.limits.slots;
        if let Some(free) = self.find_exact(seen, !has_fresh) {
            return Ok(self.succeed(free, thread, Succession::Exact));
        }
        if !has_fresh || self.free.len() >= self.limits.recent {
            if let Some((departure, free)) = self.free.pop_first() {
                let succession = if self.departures - departure >= LONG_AGO {
                    self.long_after += 1;
                    Succession::LongAfter
                } else {
                    self.soon += 1;
                    Succession::Soon
                };
                return Ok(self.succeed(free, thread, succession));
            }
            if !has_fresh {
                return Err(Error::SlotsExhausted {
                    limit: self.limits.slots,
                });
            }
        }
        let slot = Slot(self.table.len() as u16);
        self.table.push(Allocation::default());
        Ok(self.settle(slot, thread, 1, Succession::Unused))
    }

    /// The owner of `slot` has done its last action there, at `final_clock`.
    pub fn retire(&mut self, slot: Slot, final_clock: u32) {
        let Some(allocation) = self.table.get_mut(slot.index()).filter(|t| t.running) else {
            return;
        };
        allocation.running = false;
        self.running -= 1;
        // A successor must have at least one clock to release before it has to move on.
        if final_clock.saturating_add(1) < self.limits.clock {
            self.free.insert(self.departures, Free { slot, final_clock });
            self.departures += 1;
        }
    }

    /// The thread that owned `slot` at `clock`, and from which clock on. `None` if it is no longer known.
    pub fn owner_at(&self, slot: Slot, clock: u32) -> Option<(u32, ThreadId)> {
        let owners = &self.table.get(slot.index())?.owners;
        let later = owners.partition_point(|owner| owner.first_clock <= clock);
        let owner = owners.get(later.checked_sub(1)?)?;
        Some((owner.first_clock, owner.thread))
    }

    /// How many slots were ever used.
    pub fn used(&self) -> usize {
        self.table.len()
    }

    /// How many threads have a slot now.
    pub fn running(&self) -> usize {
        self.running
    }

    /// The clock at which a thread has to move to another slot.
    pub fn clock_limit(&self) -> u32 {
        self.limits.clock
    }

    /// How many successors were degraded, long after the former owner and soon after it.
    pub fn degraded(&self) -> (u64, u64) {
        (self.long_after, self.soon)
    }

    /// A free slot whose last owner's departure has been seen; of all free slots if `all`.
    fn find_exact(&mut self, seen: &VectorClock, all: bool) -> Option<Free> {
        let is_seen = |(_, free): &(&u64, &Free)| seen.get(free.slot) >= free.final_clock;
        let newest = self.free.iter().rev().take(NEWEST);
        let further = self.free.range(..self.looked_at).rev();
        let further = further.take(if all { usize::MAX } else { FURTHER });
        let around = self.free.range(self.looked_at..).rev();
        let around = around.take(if all { usize::MAX } else { 0 });
        let found = newest.chain(further).chain(around).find(is_seen);
        if let Some((&departure, _)) = found {
            return self.free.remove(&departure);
        }
        let end = self.free.range(..self.looked_at).rev().nth(FURTHER);
        self.looked_at = end.map_or(self.departures, |(&departure, _)| departure + 1);
        None
    }

    fn succeed(&mut self, free: Free, thread: ThreadId, succession: Succession) -> Assignment {
        self.settle(free.slot, thread, free.final_clock + 1, succession)
    }

    fn settle(
        &mut self,
        slot: Slot,
        thread: ThreadId,
        first_clock: u32,
        succession: Succession,
    ) -> Assignment {
        if self.owners >= OWNERS {
            self.forget_owners();
        }
        let allocation = &mut self.table[slot.index()];
        allocation.running = true;
        allocation.owners.push(Owner { first_clock, thread });
        self.owners += 1;
        self.running += 1;
        Assignment {
            slot,
            first_clock,
            succession,
        }
    }

    fn forget_owners(&mut self) {
        for allocation in &mut self.table {
            let half = allocation.owners.len() / 2;
            allocation.owners.drain(..half);
            self.owners -= half;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Succession::{Exact, LongAfter, Soon, Unused};

    fn small(slots: usize) -> Slots {
        Slots::new(Limits {
            slots,
            clock: 100,
            ..Limits::default()
        })
    }

    fn assign<const N: usize>(slots: &mut Slots, thread: u32, seen: [u32; N]) -> (u16, u32, Succession) {
        let seen: VectorClock = seen.into_iter().collect();
        let a = slots.assign(ThreadId(thread), &seen).unwrap();
        (a.slot.0, a.first_clock, a.succession)
    }

    #[test]
    fn only_a_thread_that_has_seen_the_end_takes_over_the_slot() {
        let mut slots = small(10);
        assert_eq!(assign(&mut slots, 0, []), (0, 1, Unused));
        assert_eq!(assign(&mut slots, 1, [1]), (1, 1, Unused));
        slots.retire(Slot(1), 4);
        assert_eq!(assign(&mut slots, 2, [2, 3]), (2, 1, Unused));
        assert_eq!(assign(&mut slots, 3, [3, 4]), (1, 5, Exact));
        assert_eq!(assign(&mut slots, 4, [3, 4]), (3, 1, Unused));
        assert_eq!((slots.used(), slots.running()), (4, 4));
    }

    #[test]
    fn a_running_slot_is_never_handed_on() {
        let mut slots = small(1);
        assign(&mut slots, 0, []);
        assert_eq!(
            slots.assign(ThreadId(1), &[9].into_iter().collect()),
            Err(Error::SlotsExhausted { limit: 1 })
        );
    }

    #[test]
    fn without_fresh_slots_the_one_left_first_is_given() {
        let mut slots = small(3);
        for thread in 0..3 {
            assign(&mut slots, thread, []);
        }
        slots.retire(Slot(2), 7);
        slots.retire(Slot(1), 5);
        assert_eq!(assign(&mut slots, 3, [1]), (2, 8, Soon));
        assert_eq!(assign(&mut slots, 4, [1, 5]), (1, 6, Exact));
        assert_eq!(slots.degraded(), (0, 1));
    }

    #[test]
    fn a_slot_at_its_limit_stays_empty() {
        let mut slots = small(2);
        assign(&mut slots, 0, []);
        slots.retire(Slot(0), 99);
        assert_eq!(assign(&mut slots, 0, [99]), (1, 1, Unused));
        slots.retire(Slot(1), 98);
        assert_eq!(assign(&mut slots, 1, [99, 98]), (1, 99, Exact));
    }

    #[test]
    fn the_owner_at_a_clock_is_found() {
        let mut slots = small(2);
        assign(&mut slots, 10, []);
        for (thread, last) in [(11, 5), (12, 6), (13, 20)] {
            slots.retire(Slot(0), last);
            assign(&mut slots, thread, [last]);
        }
        let owners = [0, 1, 5, 6, 7, 20, 21].map(|clock| slots.owner_at(Slot(0), clock).map(|(_, t)| t.0));
        assert_eq!(
            owners,
            [None, Some(10), Some(10), Some(11), Some(12), Some(12), Some(13)]
        );
        assert_eq!(slots.owner_at(Slot(0), 15), Some((7, ThreadId(12))));
        assert_eq!(slots.owner_at(Slot(1), 1), None);
    }

    #[test]
    fn odd_calls_do_no_harm() {
        let mut slots = small(2);
        slots.retire(Slot(7), 3);
        assign(&mut slots, 0, []);
        slots.retire(Slot(0), 3);
        slots.retire(Slot(0), u32::MAX);
        assert_eq!(assign(&mut slots, 1, [3]), (0, 4, Exact));
        assert_eq!(assign(&mut slots, 2, [3]), (1, 1, Unused));
    }

    #[test]
    fn ten_thousand_threads_joined_one_by_one_need_two_slots() {
        let mut slots = Slots::default();
        let mut main = VectorClock::default();
        assign(&mut slots, 0, []);
        for thread in 1..=10_000 {
            let child = slots.assign(ThreadId(thread), &main).unwrap();
            slots.retire(child.slot, child.first_clock + 1);
            main.set(child.slot, child.first_clock + 1);
        }
        assert_eq!(slots.used(), 2);
        assert_eq!(slots.owner_at(Slot(1), 2 * 5_000).unwrap().1, ThreadId(5_000));
    }

    #[test]
    fn threads_never_joined_need_few_slots_and_spare_the_latest() {
        let mut slots = Slots::default();
        assign(&mut slots, 0, []);
        for thread in 1..=5_000 {
            let (slot, clock, succession) = assign(&mut slots, thread, [1]);
            assert!(matches!(succession, Unused | LongAfter));
            slots.retire(Slot(slot), clock);
        }
        let recent = Limits::default().recent;
        assert_eq!(slots.used(), recent + 1);
        assert_eq!(slots.degraded(), (5_000 - recent as u64, 0));
    }

    #[test]
    fn many_threads_at_once_all_get_a_slot() {
        let mut slots = Slots::default();
        (0..1 << 14).for_each(|thread| assert_eq!(assign(&mut slots, thread, []).2, Unused));
        assert!(slots.assign(ThreadId(0), &VectorClock::default()).is_err());
    }

    #[test]
    fn all_free_slots_are_looked_at_in_time() {
        let mut slots = Slots::default();
        for thread in 0..=1_000 {
            assign(&mut slots, thread, []);
        }
        for slot in 1..=1_000 {
            slots.retire(Slot(slot), 1);
        }
        let mut seen = VectorClock::default();
        seen.set(Slot(1), 1);
        let found = (0..1_000).position(|thread| {
            let given = slots.assign(ThreadId(2_000 + thread), &seen).unwrap();
            given.slot == Slot(1)
        });
        assert!(found.unwrap() <= 1_000 / FURTHER + 1, "{found:?}");
    }

    #[test]
    fn owners_are_forgotten_oldest_first() {
        let mut slots = Slots::default();
        for thread in 0..OWNERS as u32 + 2 {
            let given = slots
                .assign(ThreadId(thread), &[u32::MAX].into_iter().collect())
                .unwrap();
            slots.retire(given.slot, given.first_clock);
        }
        assert_eq!(slots.owner_at(Slot(0), 1), None);
        let last = OWNERS as u32 + 1;
        assert_eq!(
            slots.owner_at(Slot(0), last + 1),
            Some((last + 1, ThreadId(last)))
        );
    }
}
