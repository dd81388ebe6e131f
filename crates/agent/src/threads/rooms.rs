//! What is kept of a slot: in each order its vector and journal, and who is in it.

use std::sync::Arc;

use parking_lot::Mutex;
use raddle_clocks::{Journal, Slot, VectorClock, Versions};

use super::orders::Order;
use super::thread::Thread;
use crate::live_clock::LiveClock;

pub(super) struct SlotRoom {
    pub(super) journals: [Journal; 2],
    pub(super) state: Mutex<SlotState>,
}

#[derive(Default)]
pub(super) struct SlotState {
    pub(super) tracks: [Track; 2],
    /// A clock of which others have seen what there was before it ended: it ends before the next change.
    pub(super) seen_open: u32,
    pub(super) tenant: Option<Arc<Thread>>,
    /// What an acquire has to join; kept to spare an allocation.
    pub(super) news: Vec<(Slot, u32)>,
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

    pub(super) fn whole(&mut self, order: Order) -> Option<VectorClock> {
        let now = self.now()?;
        let live = self.tracks[order as usize].live.as_mut()?;
        let mut vector = live.whole();
        vector.set(live.own(), now);
        Some(vector)
    }
}
