//! How a thread gets a slot, and leaves it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use parking_lot::Mutex;
use raddle_clocks::{Epoch, Error, Journal, Slots, Succession, Word};
use raddle_events::{SiteId, ThreadId};

use super::ThreadClocks;
use super::orders::{Both, Order};
use super::slot_table::SlotRoom;
use super::thread::Thread;
use crate::locks::log::{Held, LockLog};
use crate::synchronisation::clocks::live_clock::LiveClock;

/// With more threads than this that have a slot, those that may have to wait leave it: vectors stay short.
const CROWD: usize = 1024;

/// The clock of a thread for itself, where it does not count.
const EVER: u32 = i32::MAX as u32;

impl ThreadClocks {
    /// A thread gets a slot; `seen` is the word of what it has seen, 0 for nothing.
    pub fn begin(&self, id: ThreadId, seen: u64) -> Result<(Arc<Thread>, Succession), Error> {
        let mut vector = Both::default();
        if let Word::At(epoch) = Word::from_bits(seen) {
            vector = self.published(epoch);
        }
        self.settle(id, vector, Some(&[]))
    }

    /// The thread leaves its slot, to end (`is_awaited` by the JVM or not) or to wait. The word is for all
    /// that it has seen and done.
    pub fn leave(&self, thread: &Arc<Thread>, is_awaited: bool) -> u64 {
        let (vector, _) = self.vacate(thread);
        if is_awaited {
            self.awaited.lock().join(&vector);
        }
        thread.word(vector.whole.get(thread.slot()))
    }

    /// The thread's clock is full: it goes on in another slot, as if it had started itself.
    pub fn renew(&self, thread: &Arc<Thread>) -> Result<(Arc<Thread>, Succession), Error> {
        let (vector, held) = self.vacate(thread);
        self.settle(thread.id, vector, held.as_deref())
    }

    fn settle(
        &self,
        id: ThreadId,
        mut vector: Both,
        held: Option<&[Held]>,
    ) -> Result<(Arc<Thread>, Succession), Error> {
        let given = {
            let mut slots = self.slots.lock();
            let given = slots.assign(id, &vector.whole)?;
            self.count_crowd(&slots);
            given
        };
        let (slot, first_clock) = (given.slot, given.first_clock);
        if given.succession != Succession::Unused {
            // The law of slots: a thread that has seen the slot has seen what its former owner had. An exact successor
            // has, but perhaps not in must-order.
            vector.join(&self.published(Epoch::new(slot, first_clock - 1, SiteId::UNKNOWN)));
        }
        let room = self.rooms[slot.index()].get_or_init(|| SlotRoom {
            journals: [(); 2].map(|()| Journal::new(self.journal_entries, first_clock)),
            state: Mutex::default(),
        });
        let live = |order: Order| {
            let mut live = self.spare.lock().pop().unwrap_or_else(LiveClock::new);
            // The thread itself comes before all that it does, and counts in the other one alone.
            let own = if order == Order::Whole { first_clock } else { EVER };
            live.begin(slot, own, vector.of(order).clone());
            live
        };
        let lives: Vec<LiveClock> = self.orders.iter().map(|&order| live(order)).collect();
        let log = LockLog::new(first_clock, held);
        let thread = Arc::new(Thread {
            clock: lives[0].address(),
            must_clock: lives.last().map_or(0, LiveClock::address),
            log_ring: log.address(),
            epoch: Epoch::new(slot, first_clock, SiteId::UNKNOWN).bits(),
            slot: u32::from(slot.0),
            id,
            first_clock,
            log,
        });
        let mut state = room.state.lock();
        let state = &mut *state;
        for ((track, journal), live) in state.tracks.iter_mut().zip(&room.journals).zip(lives) {
            if given.succession != Succession::Unused {
                let last = std::mem::take(&mut track.last);
                journal.change_all(first_clock, last, &mut track.versions, &self.journal_room);
            }
            track.live = Some(live);
        }
        state.owner = Some(Arc::clone(&thread));
        Ok((thread, given.succession))
    }

    /// Takes the thread out of its slot: what it has seen, itself included, and the monitors it holds.
    fn vacate(&self, thread: &Arc<Thread>) -> (Both, Option<Vec<Held>>) {
        let slot = thread.slot();
        let Some(room) = self.rooms[slot.index()].get() else {
            return (Both::default(), None);
        };
        let (now, lives, vector) = {
            let mut state = room.state.lock();
            state.owner = None;
            let Some(now) = state.now() else {
                return (Both::default(), None);
            };
            let vector = state.vectors(now);
            let [whole, must] = &mut state.tracks;
            whole.last = vector.whole.clone();
            must.last = vector.must.clone();
            (now, [whole.live.take(), must.live.take()], vector)
        };
        self.ended.lock().join(&vector);
        let held = thread.log.held_at(now);
        self.logs
            .lock()
            .add(slot, thread.first_clock, thread.log.give_up());
        self.spare.lock().extend(lives.into_iter().flatten());
        let mut slots = self.slots.lock();
        slots.retire(slot, now);
        self.count_crowd(&slots);
        (vector, held)
    }

    fn count_crowd(&self, slots: &Slots) {
        self.crowd
            .store(u32::from(slots.running() > CROWD), Ordering::Relaxed);
    }
}
