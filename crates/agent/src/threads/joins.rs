//! What a slot has published, and how it comes into the vector of a thread.

use raddle_clocks::{Epoch, Slot, VectorClock};

use super::Threads;
use super::orders::{Both, Order};
use super::rooms::{SlotRoom, SlotState};
use super::thread::Thread;
use crate::live_clock::LiveClock;

/// A change of more components than this is one as a whole.
const WIDE: usize = 32;

impl Threads {
    /// What a slot had published at a clock.
    pub(super) fn published(&self, epoch: Epoch) -> Both {
        let mut both = Both::default();
        for &order in self.orders {
            let vector = self.published_in(epoch, order);
            match order {
                Order::Whole => both.whole = vector,
                Order::Sure => both.sure = vector,
            }
        }
        both
    }

    pub(super) fn published_in(&self, epoch: Epoch, order: Order) -> VectorClock {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let Some(room) = self.rooms[slot.index()].get() else {
            return VectorClock::default();
        };
        let mut state = room.state.lock();
        let state = &mut *state;
        let now = state.now();
        let track = &mut state.tracks[order as usize];
        let (live, last) = (&mut track.live, &track.last);
        let present = || live.as_mut().map_or_else(|| last.clone(), LiveClock::whole);
        let (clock, mut vector) = room.journals[order as usize].at(clock, &track.versions, present);
        if Some(clock) == now {
            state.seen_open = clock;
        }
        vector.set(slot, clock);
        vector
    }

    /// Joins what is new in a slot since the thread last saw it. False: that is not known.
    pub(super) fn join_news(&self, thread: &Thread, epoch: Epoch, order: Order) -> bool {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let rooms = self.rooms[thread.slot().index()]
            .get()
            .zip(self.rooms[slot.index()].get());
        let Some((mine, theirs)) = rooms else {
            return false;
        };
        let mut state = mine.state.lock();
        let live = state.tracks[order as usize].live.as_ref();
        let Some(seen) = live.map(|live| live.get(slot)) else {
            return false;
        };
        if seen >= clock {
            return true;
        }
        let mut news = std::mem::take(&mut state.news);
        news.clear();
        news.push((slot, clock));
        let known = theirs.journals[order as usize].changes(seen, clock, &mut news);
        if known {
            self.raise(mine, &mut state, &news, order);
        }
        state.news = news;
        known
    }

    pub(super) fn change_all(&self, thread: &Thread, other: &Both) {
        for &order in self.orders {
            self.change(thread, other.of(order), order);
        }
    }

    /// Joins `other` into the thread's vector.
    pub(super) fn change(&self, thread: &Thread, other: &VectorClock, order: Order) {
        let Some(room) = self.rooms[thread.slot().index()].get() else {
            return;
        };
        let mut state = room.state.lock();
        let state = &mut *state;
        let mut news = std::mem::take(&mut state.news);
        news.clear();
        let Some(live) = &mut state.tracks[order as usize].live else {
            return;
        };
        if live.news(other, WIDE, &mut news) {
            self.raise(room, state, &news, order);
        } else {
            let before = live.join(other);
            let now = state.tick();
            let versions = &mut state.tracks[order as usize].versions;
            room.journals[order as usize].change_all(now, before, versions, &self.journal_room);
        }
        state.news = news;
    }

    /// A clock that others have seen while it was open ends before the first change.
    fn raise(&self, room: &SlotRoom, state: &mut SlotState, news: &[(Slot, u32)], order: Order) {
        let Some(mut now) = state.now() else { return };
        for &(slot, clock) in news {
            let live = &mut state.tracks[order as usize].live;
            let Some(old) = live.as_mut().and_then(|live| live.raise(slot, clock)) else {
                continue;
            };
            if state.seen_open == now {
                now = state.tick();
            }
            room.journals[order as usize].note(now, slot, old, clock, &self.journal_room);
        }
    }
}
