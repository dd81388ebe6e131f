//! What a slot has released, and how it comes into the vectors of a thread.
//!
//! Invariant, of every thread and of all that is released: must-order is part of happens-before ([`Both::is_sound`]).
//! The Java side relies on it: what is ordered by must-order needs no acquire, in either order. So both orders are
//! looked up together, and both change at the same time. Where history is trimmed, happens-before is looked up at the
//! clock of must-order's stand-in; its own stand-in, which may be later still, has seen all that the other has.

use raddle_clocks::{Epoch, Slot};

use super::ThreadClocks;
use super::orders::{Both, Order};
use super::slot_table::{SlotRoom, SlotState};
use super::thread::Thread;
use crate::synchronisation::clocks::live_clock::LiveClock;

/// The clock at which a thread's vectors change. It begins anew at most once for all that one call changes,
/// and never before the thread asks for another slot at its last clock.
struct Changing {
    now: u32,
    is_new: bool,
}

impl Changing {
    fn of(state: &SlotState) -> Option<Self> {
        let now = state.now()?;
        Some(Self { now, is_new: false })
    }

    /// A clock that others have seen while it was open ends before the first change; so does one before a
    /// change as a whole.
    fn clock(&mut self, state: &SlotState, as_a_whole: bool) -> u32 {
        if !self.is_new && (as_a_whole || state.seen_open == self.now) {
            self.now = state.tick();
            self.is_new = true;
        }
        self.now
    }
}

impl ThreadClocks {
    /// What a slot had published at a clock, or a stand-in.
    pub(super) fn published(&self, epoch: Epoch) -> Both {
        self.published_in(epoch, self.orders)
    }

    pub(super) fn published_in(&self, epoch: Epoch, orders: &[Order]) -> Both {
        let mut both = Both::default();
        let slot = epoch.slot();
        let Some(room) = self.rooms[slot.index()].get() else {
            return both;
        };
        let mut state = room.state.lock();
        let state = &mut *state;
        let now = state.now();
        let mut clock = epoch.clock();
        for &order in orders.iter().rev() {
            let track = &mut state.tracks[order as usize];
            let (live, last) = (&mut track.live, &track.last);
            let present = || live.as_mut().map_or_else(|| last.clone(), LiveClock::whole);
            let (at, mut vector) = room.journals[order as usize].at(clock, &track.versions, present);
            vector.set(slot, at);
            clock = at;
            *both.of_mut(order) = vector;
        }
        if Some(clock) == now {
            state.seen_open = clock;
        }
        debug_assert!(both.is_sound(), "published by {epoch:?}: {both:?}");
        both
    }

    /// Joins what is new in a slot since the thread last saw it. False: that is not known, and nothing changes.
    pub(super) fn join_news(&self, thread: &Thread, epoch: Epoch, orders: &[Order]) -> bool {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let rooms = self.rooms[thread.slot().index()]
            .get()
            .zip(self.rooms[slot.index()].get());
        let Some((mine, theirs)) = rooms else {
            return false;
        };
        let mut state = mine.state.lock();
        let mut news = std::mem::take(&mut state.news);
        let known = orders.iter().all(|&order| {
            let (live, news) = (&state.tracks[order as usize].live, &mut news[order as usize]);
            news.clear();
            live.as_ref().is_some_and(|live| {
                let seen = live.get(slot);
                if seen >= clock {
                    return true;
                }
                news.push((slot, clock));
                theirs.journals[order as usize].changes(seen, clock, news)
            })
        });
        if known && let Some(mut changing) = Changing::of(&state) {
            for &order in orders {
                self.raise(mine, &mut state, &news[order as usize], order, &mut changing);
            }
        }
        debug_assert!(state.is_sound());
        state.news = news;
        known
    }

    /// Joins `other` into the thread's vectors, in these orders.
    pub(super) fn change(&self, thread: &Thread, other: &Both, orders: &[Order]) {
        let Some(room) = self.rooms[thread.slot().index()].get() else {
            return;
        };
        let mut state = room.state.lock();
        let state = &mut *state;
        let Some(mut changing) = Changing::of(state) else {
            return;
        };
        let mut news = std::mem::take(&mut state.news);
        for &order in orders {
            let news = &mut news[order as usize];
            news.clear();
            let Some(live) = &mut state.tracks[order as usize].live else {
                continue;
            };
            if live.news(other.of(order), self.wide, news) {
                self.raise(room, state, news, order, &mut changing);
            } else {
                let before = live.join(other.of(order));
                let now = changing.clock(state, true);
                let versions = &mut state.tracks[order as usize].versions;
                room.journals[order as usize].change_all(now, before, versions, &self.journal_room);
            }
        }
        debug_assert!(state.is_sound());
        state.news = news;
    }

    fn raise(
        &self,
        room: &SlotRoom,
        state: &mut SlotState,
        news: &[(Slot, u32)],
        order: Order,
        changing: &mut Changing,
    ) {
        for &(slot, clock) in news {
            let live = &mut state.tracks[order as usize].live;
            let Some(old) = live.as_mut().and_then(|live| live.raise(slot, clock)) else {
                continue;
            };
            let now = changing.clock(state, false);
            room.journals[order as usize].note(now, slot, old, clock, &self.journal_room);
        }
    }
}
