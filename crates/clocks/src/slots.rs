//! Which thread has which component of the vector clocks.
//!
//! A vector clock with a component per thread of a long run would grow for ever, so a new thread
//! inherits the slot of one that has ended, and goes on with its clock. If the ended thread's last
//! action happened before the creation of the new one, nothing is lost: for ordering, both are one
//! thread with a longer program order. Only such heirs are made as long as there are fresh slots.
//!
//! Law: whoever has seen clock `c` of a slot has seen all that the slot's owners had seen at `c`. For an
//! exact heir that follows from what its creator has seen. The vector of a `degraded` heir must be
//! joined with the slot's last one by whoever creates it, or the law is broken and false alarms follow.
//!
//! Misses: a degraded heir counts as ordered after the thread whose slot it took, so races between
//! that thread and the heir, or whoever synchronises with the heir, are hidden.

use std::collections::VecDeque;

use raddle_events::ThreadId;

use crate::{Error, MAX_CLOCK, MAX_SLOT, Slot, get};

/// How many ended threads are looked at for an heir while there still are fresh slots: enough to find
/// the one that was joined last, and to come around to all others in time.
const PROBES: usize = 32;

/// How far clocks and slots may go. The default is what an [`crate::Epoch`] has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub slots: usize,
    pub clock: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            slots: usize::from(MAX_SLOT) + 1,
            clock: MAX_CLOCK,
        }
    }
}

/// The slot of a new thread and the clock at which the thread begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub slot: Slot,
    pub first_clock: u32,
    /// The former owner's end is not known to come before; see the module's law.
    pub degraded: bool,
}

#[derive(Debug)]
struct Owner {
    first_clock: u32,
    thread: ThreadId,
}

#[derive(Clone, Copy, Debug)]
struct Ended {
    slot: Slot,
    final_clock: u32,
    /// When it ended, in numbers of ends.
    order: u64,
}

#[derive(Debug, Default)]
struct Tenancy {
    owners: Vec<Owner>,
    running: bool,
}

#[derive(Debug, Default)]
pub struct Slots {
    limits: Limits,
    tenancies: Vec<Tenancy>,
    /// The most promising first: newly ended, then those not looked at for longest.
    ended: VecDeque<Ended>,
    ends: u64,
    degraded: u64,
}

impl Slots {
    pub fn new(limits: Limits) -> Self {
        let most = Limits::default();
        let limits = Limits {
            slots: limits.slots.min(most.slots),
            clock: limits.clock.min(most.clock),
        };
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Gives a slot to a thread that is created by one with the clock `creator`; or a further slot to a
    /// thread whose clock has come to the limit and which then is its own creator.
    pub fn assign(&mut self, thread: ThreadId, creator: &[u32]) -> Result<Assignment, Error> {
        let full = self.tenancies.len() >= self.limits.slots;
        let heir = self.find_heir(creator, if full { self.ended.len() } else { PROBES });
        match heir {
            Some(ended) => Ok(self.succeed(ended, thread, false)),
            None if !full => {
                let slot = Slot(self.tenancies.len() as u16);
                self.tenancies.push(Tenancy::default());
                Ok(self.settle(slot, thread, 1, false))
            }
            None => {
                let oldest = (0..self.ended.len()).min_by_key(|&i| self.ended[i].order);
                let ended = oldest.and_then(|i| self.ended.remove(i));
                let ended = ended.ok_or(Error::SlotsExhausted {
                    limit: self.limits.slots,
                })?;
                self.degraded += 1;
                Ok(self.succeed(ended, thread, true))
            }
        }
    }

    /// The owner of `slot` has done its last action, at `final_clock`.
    pub fn retire(&mut self, slot: Slot, final_clock: u32) {
        let Some(tenancy) = self.tenancies.get_mut(slot.index()).filter(|t| t.running) else {
            return;
        };
        tenancy.running = false;
        // An heir must have at least one clock to publish before it has to move on.
        if final_clock.saturating_add(1) < self.limits.clock {
            self.ended.push_front(Ended {
                slot,
                final_clock,
                order: self.ends,
            });
            self.ends += 1;
        }
    }

    /// Who owned `slot` at `clock`.
    pub fn thread_at(&self, slot: Slot, clock: u32) -> Option<ThreadId> {
        let owners = &self.tenancies.get(slot.index())?.owners;
        let later = owners.partition_point(|owner| owner.first_clock <= clock);
        Some(owners.get(later.checked_sub(1)?)?.thread)
    }

    /// How many slots were ever used: vectors need not be longer.
    pub fn used(&self) -> usize {
        self.tenancies.len()
    }

    /// The clock at which a thread has to move to another slot.
    pub fn clock_limit(&self) -> u32 {
        self.limits.clock
    }

    /// How many assignments were degraded.
    pub fn degraded(&self) -> u64 {
        self.degraded
    }

    fn find_heir(&mut self, creator: &[u32], probes: usize) -> Option<Ended> {
        let probes = probes.min(self.ended.len());
        let seen = |ended: &Ended| get(creator, ended.slot) >= ended.final_clock;
        let found = self.ended.iter().take(probes).position(seen);
        if found.is_none() {
            self.ended.rotate_left(probes);
        }
        self.ended.remove(found?)
    }

    fn succeed(&mut self, ended: Ended, thread: ThreadId, degraded: bool) -> Assignment {
        self.settle(ended.slot, thread, ended.final_clock + 1, degraded)
    }

    fn settle(&mut self, slot: Slot, thread: ThreadId, first_clock: u32, degraded: bool) -> Assignment {
        let tenancy = &mut self.tenancies[slot.index()];
        tenancy.running = true;
        tenancy.owners.push(Owner { first_clock, thread });
        Assignment {
            slot,
            first_clock,
            degraded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VectorClock;

    fn small(slots: usize) -> Slots {
        Slots::new(Limits { slots, clock: 100 })
    }

    fn assign(slots: &mut Slots, thread: u32, creator: &[u32]) -> (u16, u32, bool) {
        let a = slots.assign(ThreadId(thread), creator).unwrap();
        (a.slot.0, a.first_clock, a.degraded)
    }

    #[test]
    fn only_a_creator_that_has_seen_the_end_hands_the_slot_on() {
        let mut slots = small(10);
        assert_eq!(assign(&mut slots, 0, &[]), (0, 1, false));
        assert_eq!(assign(&mut slots, 1, &[1]), (1, 1, false));
        slots.retire(Slot(1), 4);
        assert_eq!(assign(&mut slots, 2, &[2, 3]), (2, 1, false));
        assert_eq!(assign(&mut slots, 3, &[3, 4]), (1, 5, false));
        assert_eq!(assign(&mut slots, 4, &[3, 4]), (3, 1, false));
        assert_eq!(slots.used(), 4);
    }

    #[test]
    fn a_running_slot_is_never_handed_on() {
        let mut slots = small(1);
        assign(&mut slots, 0, &[]);
        assert_eq!(
            slots.assign(ThreadId(1), &[9]),
            Err(Error::SlotsExhausted { limit: 1 })
        );
    }

    #[test]
    fn without_fresh_slots_the_thread_that_ended_first_gives_its_own() {
        let mut slots = small(3);
        for thread in 0..3 {
            assign(&mut slots, thread, &[]);
        }
        slots.retire(Slot(2), 7);
        slots.retire(Slot(1), 5);
        assert_eq!(assign(&mut slots, 3, &[1]), (2, 8, true));
        assert_eq!(assign(&mut slots, 4, &[1, 5]), (1, 6, false));
        assert_eq!(slots.degraded(), 1);
    }

    #[test]
    fn a_slot_at_its_limit_stays_empty() {
        let mut slots = small(2);
        assign(&mut slots, 0, &[]);
        slots.retire(Slot(0), 99);
        assert_eq!(assign(&mut slots, 0, &[99]), (1, 1, false));
        slots.retire(Slot(1), 98);
        assert_eq!(assign(&mut slots, 1, &[99, 98]), (1, 99, false));
    }

    #[test]
    fn the_owner_at_a_clock_is_found() {
        let mut slots = small(2);
        assign(&mut slots, 10, &[]);
        for (thread, last) in [(11, 5), (12, 6), (13, 20)] {
            slots.retire(Slot(0), last);
            assign(&mut slots, thread, &[last]);
        }
        let owners = [0, 1, 5, 6, 7, 20, 21].map(|clock| slots.thread_at(Slot(0), clock).map(|t| t.0));
        assert_eq!(
            owners,
            [None, Some(10), Some(10), Some(11), Some(12), Some(12), Some(13)]
        );
        assert_eq!(slots.thread_at(Slot(1), 1), None);
    }

    #[test]
    fn odd_calls_do_no_harm() {
        let mut slots = small(2);
        slots.retire(Slot(7), 3);
        assign(&mut slots, 0, &[]);
        slots.retire(Slot(0), 3);
        slots.retire(Slot(0), u32::MAX);
        assert_eq!(assign(&mut slots, 1, &[3]), (0, 4, false));
        assert_eq!(assign(&mut slots, 2, &[3]), (1, 1, false));
    }

    #[test]
    fn ten_thousand_threads_joined_one_by_one_need_two_slots() {
        let mut slots = Slots::default();
        let mut main = VectorClock::default();
        assign(&mut slots, 0, &[]);
        for thread in 1..=10_000 {
            let child = slots.assign(ThreadId(thread), main.as_slice()).unwrap();
            slots.retire(child.slot, child.first_clock + 1);
            main.set(child.slot, child.first_clock + 1);
        }
        assert_eq!(slots.used(), 2);
        assert_eq!(slots.thread_at(Slot(1), 2 * 5_000), Some(ThreadId(5_000)));
    }

    #[test]
    fn more_threads_than_slots_never_joined_find_room() {
        let mut slots = Slots::default();
        assign(&mut slots, 0, &[]);
        for thread in 1..=17_000 {
            let child = slots.assign(ThreadId(thread), &[1]).unwrap();
            slots.retire(child.slot, child.first_clock);
        }
        assert_eq!(slots.used(), 1 << 14);
        assert_eq!(slots.degraded(), 17_000 - ((1 << 14) - 1));
    }

    #[test]
    fn all_ended_threads_are_looked_at_in_time() {
        let mut slots = Slots::default();
        for thread in 0..=1_000 {
            assign(&mut slots, thread, &[]);
        }
        for slot in 1..=1_000 {
            slots.retire(Slot(slot), 1);
        }
        let mut creator = VectorClock::default();
        creator.set(Slot(1), 1);
        let found = (0..1_000).any(|thread| assign(&mut slots, 2_000 + thread, creator.as_slice()).0 == 1);
        assert!(found && slots.used() < 1_001 + 1_000 / PROBES + 1);
    }
}
