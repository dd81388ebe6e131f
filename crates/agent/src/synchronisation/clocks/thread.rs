//! A thread that has a slot, as Java knows it.

use std::mem::offset_of;
use std::sync::Arc;

use raddle_clocks::{Epoch, Slot};
use raddle_events::{SiteId, ThreadId, runtime};

use crate::locks::log::LockLog;

/// A thread in its slot. `RaddleSync.load` reads the first six; the address is the handle that Java holds, until the
/// thread leaves the slot.
#[repr(C)]
pub struct Thread {
    pub(super) clock: usize,
    pub(super) log_ring: usize,
    pub(super) epoch: u64,
    pub(super) slot: u32,
    pub id: ThreadId,
    pub(super) must_clock: usize,
    pub(super) first_clock: u32,
    pub(super) log: LockLog,
}

const _: () = {
    assert!(offset_of!(Thread, clock) as u64 == runtime::RECORD_CLOCK);
    assert!(offset_of!(Thread, log_ring) as u64 == runtime::RECORD_LOG);
    assert!(offset_of!(Thread, epoch) as u64 == runtime::RECORD_EPOCH);
    assert!(offset_of!(Thread, slot) as u64 == runtime::RECORD_SLOT);
    assert!(offset_of!(Thread, id) as u64 == runtime::RECORD_ID);
    assert!(offset_of!(Thread, must_clock) as u64 == runtime::RECORD_MUST_CLOCK);
};

impl Thread {
    /// # Safety
    /// `handle` must come from [`Thread::handle`], and the thread must not have left its slot since.
    pub unsafe fn from_handle<'a>(handle: i64) -> &'a Thread {
        // SAFETY: the caller's; its slot keeps it alive.
        unsafe { &*(handle as *const Thread) }
    }

    /// Keeps the thread alive beyond its slot.
    ///
    /// # Safety
    /// As for [`Thread::from_handle`].
    pub unsafe fn keep(handle: i64) -> Arc<Thread> {
        let thread = handle as *const Thread;
        // SAFETY: the caller's: the address is that of a live `Arc`, of which this is one more.
        unsafe {
            Arc::increment_strong_count(thread);
            Arc::from_raw(thread)
        }
    }

    pub fn handle(self: &Arc<Self>) -> i64 {
        Arc::as_ptr(self) as i64
    }

    pub fn slot(&self) -> Slot {
        Slot(self.slot as u16)
    }

    pub(super) fn word(&self, clock: u32) -> u64 {
        Epoch::new(self.slot(), clock, SiteId::UNKNOWN).bits()
    }
}
