//! What is kept of a slot: in each order its vector and journal, and who is in it.

use std::sync::Arc;

use parking_lot::Mutex;
use raddle_clocks::{Journal, Slot, VectorClock, Versions};

use super::orders::{Both, Order};
use super::thread::Thread;
use crate::synchronisation::clocks::live_clock::LiveClock;

pub(super) struct SlotRoom {
    pub(super) journals: [Journal; 2],
    pub(super) state: Mutex<SlotState>,
}

#[derive(Default)]
pub(super) struct SlotState {
    pub(super) tracks: [Track; 2],
    /// A clock of which others have seen what there was before it ended: it ends before the next change.
    pub(super) seen_open: u32,
    pub(super) owner: Option<Arc<Thread>>,
    /// What an acquire has to join in each order; kept to spare an allocation.
    pub(super) news: [Vec<(Slot, u32)>; 2],
}

/// A slot's vector in one order.
#[derive(Default)]
pub(super) struct Track {
    /// When the last thread left.
    pub(super) last: VectorClock,
    pub(super) versions: Versions,
    pub(super) live: Option<LiveClock>,
}

impl SlotState {
    /// The clock of the thread in the slot, which both orders have in common.
    pub(super) fn now(&self) -> Option<u32> {
        self.tracks[Order::Whole as usize]
            .live
            .as_ref()
            .map(LiveClock::now)
    }

    pub(super) fn tick(&self) -> u32 {
        self.tracks[Order::Whole as usize]
            .live
            .as_ref()
            .map_or(0, LiveClock::tick)
    }

    /// The vectors of the thread in the slot at its clock `now`, which it may count up meanwhile.
    pub(super) fn vectors(&mut self, now: u32) -> Both {
        let mut both = Both::default();
        for order in [Order::Whole, Order::Must] {
            if let Some(live) = &mut self.tracks[order as usize].live {
                let mut vector = live.whole();
                vector.set(live.own(), now);
                *both.of_mut(order) = vector;
            }
        }
        both
    }

    pub(super) fn is_sound(&mut self) -> bool {
        let now = self.now().unwrap_or_default();
        self.vectors(now).is_sound()
    }
}
