//! Threads, their clocks, and what they publish to each other.
//!
//! A thread's vector clock is native memory: rewritten code compares against it and counts up its own
//! component; everything else about it happens here. The decisions are those of
//! [`raddle_clocks::lazy`]; this module keeps the state: live vectors, past versions per slot, and the
//! vectors that several threads have joined.
//!
//! Locks: a slot's lock guards its past versions and any change of its live vector by a join. No lock
//! is held while another is taken.

use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::{Mutex, RwLock};
use raddle_clocks::lazy::{Source, must_keep, source};
use raddle_clocks::{Epoch, History, Limits, SHARED, Slot, Slots, VectorClock, join_published, snapshot};
use raddle_events::{SiteId, ThreadId};

use crate::jvm::RawFrame;
use crate::lock_log::LockLog;
use crate::memory::reserve;

/// Past vectors kept per slot. Older ones are stood in for by later ones.
const VERSIONS: usize = 1 << 18;
const CLOCK_BYTES: usize = (raddle_clocks::MAX_SLOT as usize + 1) * 4;

/// What Java reads when it meets a thread: `RaddleSync.load` knows these offsets.
#[repr(C)]
struct Head {
    clock: *mut u32,
    log: *mut u8,
    epoch: u64,
    slot: u32,
}

/// One thread of the program. Its address, which is that of its head, is the handle that Java holds.
#[repr(C)]
pub struct Thread {
    head: UnsafeCell<Head>,
    pub id: ThreadId,
    /// The `Thread.start` call.
    pub created_at: Vec<RawFrame>,
    name: Mutex<String>,
    /// A weak global reference, for a name that changed.
    pub object: usize,
    pub log: LockLog,
    /// What it had seen at its end.
    last: Mutex<Option<VectorClock>>,
}

// SAFETY: the head is read and written by its own thread alone once that runs. Its pointers lead to
// memory that is never unmapped and is shared by design: components are atomics, and a join changes
// them only under the slot's lock.
unsafe impl Send for Thread {}
// SAFETY: as above.
unsafe impl Sync for Thread {}

struct SlotState {
    past: History,
    /// The clock at which the live vector last changed by a join.
    changed: u32,
    /// The clock at which the last owner ended.
    last: u32,
    /// The present owner's vector.
    live: Option<*mut u32>,
}

// SAFETY: as for `Thread`.
unsafe impl Send for SlotState {}

/// A vector that several threads have published into; `generation` tells it from an earlier one with
/// the same number.
#[derive(Default)]
struct Joined {
    generation: u32,
    clock: VectorClock,
}

#[derive(Default)]
pub struct Threads {
    slots: Mutex<Slots>,
    states: RwLock<Vec<Arc<Mutex<SlotState>>>>,
    all: RwLock<Vec<Arc<Thread>>>,
    joined: RwLock<Vec<Arc<Mutex<Joined>>>>,
    free_joined: Mutex<Vec<u32>>,
    spare_clocks: Mutex<Vec<usize>>,
    used: AtomicU32,
}

/// Something ran out and ordering is coarser than it should be.
pub struct Degraded;

impl Threads {
    pub fn new() -> Self {
        Self {
            slots: Mutex::new(Slots::new(Limits::default())),
            ..Self::default()
        }
    }

    /// A thread that is seen for the first time, created by `parent` if that is known.
    pub fn begin(
        &self,
        parent: Option<&Thread>,
        name: String,
        object: usize,
        created_at: Vec<RawFrame>,
    ) -> Result<(Arc<Thread>, Option<Degraded>), raddle_clocks::Error> {
        let mut seen = parent.map_or_else(Vec::new, |p| self.copy(p.clock()));
        let (id, given) = {
            let mut slots = self.slots.lock();
            let id = ThreadId(self.all.read().len() as u32);
            let given = slots.assign(id, &seen)?;
            self.used.store(slots.used() as u32, Ordering::Release);
            let log = LockLog::new();
            let clock = self
                .spare_clocks
                .lock()
                .pop()
                .unwrap_or_else(|| reserve(CLOCK_BYTES) as usize) as *mut u32;
            let head = Head {
                clock,
                log: log.address(),
                epoch: Epoch::new(given.slot, given.first_clock, SiteId::UNKNOWN).bits(),
                slot: u32::from(given.slot.0),
            };
            let thread = Thread {
                head: UnsafeCell::new(head),
                id,
                created_at,
                name: Mutex::new(name),
                object,
                log,
                last: Mutex::new(None),
            };
            self.all.write().push(Arc::new(thread));
            (id, given)
        };
        let thread = self.get(id).expect("just added");
        let state = self.state(given.slot);
        if given.degraded {
            // The law of slots: who has seen the slot has seen what its former owner had.
            if let Some(version) = state.lock().past.at(u32::MAX) {
                seen.resize(self.used(), 0);
                join_published(
                    &mut seen,
                    given.slot,
                    version.clock.min(given.first_clock),
                    version.others,
                );
            }
        }
        let clock = thread.clock();
        for (slot, &component) in seen.iter().enumerate() {
            component_at(clock, slot).store(component, Ordering::Relaxed);
        }
        component_at(clock, given.slot.index()).store(given.first_clock, Ordering::Release);
        let mut state = state.lock();
        state.changed = given.first_clock;
        state.live = Some(clock);
        Ok((thread, given.degraded.then_some(Degraded)))
    }

    /// The thread's last action.
    pub fn end(&self, thread: &Thread, name: Option<String>) {
        if let Some(name) = name {
            *thread.name.lock() = name;
        }
        let (clock, slot) = thread.position();
        let own = component_at(clock, slot.index()).load(Ordering::Relaxed);
        let seen = self.copy(clock);
        {
            let state = self.state(slot);
            let mut state = state.lock();
            let changed = state.changed;
            state.past.push(changed, snapshot(&seen, slot));
            state.last = own;
            state.live = None;
        }
        let mut last = VectorClock::default();
        last.join(&seen);
        *thread.last.lock() = Some(last);
        for (slot, _) in seen.iter().enumerate() {
            component_at(clock, slot).store(0, Ordering::Relaxed);
        }
        self.slots.lock().retire(slot, own);
        self.spare_clocks.lock().push(clock as usize);
        thread.log.retire();
    }

    /// `thread` has learnt that `child` has ended.
    pub fn join(&self, thread: &Thread, child: &Thread) {
        let last = child.last.lock();
        if let Some(last) = last.as_ref() {
            self.change(thread, |mine| {
                raddle_clocks::join_into(mine, last.as_slice());
            });
        }
    }

    /// The thread's clock is full: it goes on under another slot, as if it had started itself.
    pub fn renew(&self, thread: &Thread) -> Result<Option<Degraded>, raddle_clocks::Error> {
        let (clock, old) = thread.position();
        let seen = self.copy(clock);
        let own = component_at(clock, old.index()).load(Ordering::Relaxed);
        let given = {
            let mut slots = self.slots.lock();
            let given = slots.assign(thread.id, &seen)?;
            slots.retire(old, own);
            self.used.store(slots.used() as u32, Ordering::Release);
            given
        };
        {
            let state = self.state(old);
            let mut state = state.lock();
            let changed = state.changed;
            state.past.push(changed, snapshot(&seen, old));
            state.last = own;
            state.live = None;
        }
        component_at(clock, given.slot.index()).store(given.first_clock, Ordering::Release);
        let state = self.state(given.slot);
        let mut state = state.lock();
        state.changed = given.first_clock;
        state.live = Some(clock);
        // SAFETY: only the thread itself reads or writes its head, and this is its call.
        let head = unsafe { &mut *thread.head.get() };
        head.slot = u32::from(given.slot.0);
        head.epoch = Epoch::new(given.slot, given.first_clock, SiteId::UNKNOWN).bits();
        Ok(given.degraded.then_some(Degraded))
    }

    /// Joins what a word stands for. False: the word has been replaced, look again.
    pub fn acquire(&self, thread: &Thread, word: u64) -> bool {
        if word & SHARED != 0 {
            let Some(joined) = self.joined(word) else {
                return false;
            };
            let joined = joined.lock();
            if joined.generation != generation(word) {
                return false;
            }
            self.change(thread, |mine| {
                raddle_clocks::join_into(mine, joined.clock.as_slice());
            });
            return true;
        }
        let (slot, clock, others) = self.published(word);
        self.change(thread, |mine| {
            join_published(mine, slot, clock, &others);
        });
        true
    }

    /// A word for `word` and the thread's clock together. `None`: the word has been replaced.
    pub fn publish(&self, thread: &Thread, word: u64) -> Option<u64> {
        let mine = self.copy(thread.clock());
        if word & SHARED != 0 {
            let joined = self.joined(word)?;
            let mut joined = joined.lock();
            if joined.generation != generation(word) {
                return None;
            }
            if !raddle_clocks::leq(joined.clock.as_slice(), &mine) {
                joined.clock.join(&mine);
                return Some(word);
            }
            // This thread has seen all of it, so its epoch says as much. Nobody can join into the vector
            // any more, so the caller's exchange of the word succeeds.
            joined.generation = next(joined.generation);
            self.free_joined.lock().push(word as u32);
            let (clock, slot) = thread.position();
            let now = component_at(clock, slot.index()).load(Ordering::Relaxed);
            return Some(Epoch::new(slot, now, SiteId::UNKNOWN).bits());
        }
        let (slot, clock, others) = self.published(word);
        let mut both = VectorClock::default();
        both.join(&mine);
        both.join_published(slot, clock, &others);
        let free = self.free_joined.lock().pop();
        let number = match free {
            Some(number) => number,
            None => {
                let mut all = self.joined.write();
                all.push(Arc::default());
                (all.len() - 1) as u32
            }
        };
        let joined = Arc::clone(&self.joined.read()[number as usize]);
        let mut joined = joined.lock();
        joined.clock = both;
        Some(SHARED | u64::from(joined.generation) << 32 | u64::from(number))
    }

    /// Joins all that any thread has done so far.
    pub fn join_all(&self, thread: &Thread) {
        let states: Vec<_> = self.states.read().iter().map(Arc::clone).collect();
        for (slot, state) in states.into_iter().enumerate() {
            let mut state = state.lock();
            let last = state.last;
            let (clock, seen) = match (state.live, state.past.at(last)) {
                (Some(live), _) => {
                    let seen = self.copy(live);
                    (seen.get(slot).copied().unwrap_or(0), seen)
                }
                (None, Some(version)) => (version.clock, version.others.to_vec()),
                (None, None) => continue,
            };
            drop(state);
            self.change(thread, |mine| {
                join_published(mine, Slot(slot as u16), clock, &seen);
            });
        }
    }

    /// Who performed the access that an epoch stands for.
    pub fn performer(&self, epoch: u64) -> Option<Arc<Thread>> {
        let (slot, clock) = parts(epoch);
        let id = self.slots.lock().thread_at(slot, clock)?;
        self.get(id)
    }

    pub fn get(&self, id: ThreadId) -> Option<Arc<Thread>> {
        self.all.read().get(id.0 as usize).cloned()
    }

    pub fn count(&self) -> usize {
        self.all.read().len()
    }

    /// Whether a past clock was asked for that was no longer kept.
    pub fn is_history_degraded(&self) -> bool {
        self.states
            .read()
            .iter()
            .any(|state| state.lock().past.degraded() > 0)
    }

    fn used(&self) -> usize {
        self.used.load(Ordering::Acquire) as usize
    }

    fn state(&self, slot: Slot) -> Arc<Mutex<SlotState>> {
        if let Some(state) = self.states.read().get(slot.index()) {
            return Arc::clone(state);
        }
        let mut states = self.states.write();
        while states.len() <= slot.index() {
            states.push(Arc::new(Mutex::new(SlotState {
                past: History::new(VERSIONS),
                changed: 0,
                last: 0,
                live: None,
            })));
        }
        Arc::clone(&states[slot.index()])
    }

    fn joined(&self, word: u64) -> Option<Arc<Mutex<Joined>>> {
        self.joined.read().get(word as u32 as usize).cloned()
    }

    /// What a slot had published at a clock: the slot, the clock that stands for it, and the rest.
    fn published(&self, word: u64) -> (Slot, u32, Arc<[u32]>) {
        let (slot, clock) = parts(word);
        let state = self.state(slot);
        let mut state = state.lock();
        match (source(clock, state.changed), state.live) {
            (Source::Live, Some(live)) => (slot, clock, snapshot(&self.copy(live), slot)),
            _ => match state.past.at(clock) {
                Some(version) => (slot, version.clock, version.others.into()),
                None => (slot, clock, Arc::from([])),
            },
        }
    }

    /// Changes the thread's own vector by a join, keeping what it was if somebody may ask for it.
    fn change(&self, thread: &Thread, join: impl FnOnce(&mut [u32])) {
        let (clock, slot) = thread.position();
        let mut mine = self.copy(clock);
        let own = mine.get(slot.index()).copied().unwrap_or(0);
        let before = mine.clone();
        join(&mut mine);
        if mine == before {
            return;
        }
        let state = self.state(slot);
        let mut state = state.lock();
        if must_keep(own, state.changed) {
            let changed = state.changed;
            state.past.push(changed, snapshot(&before, slot));
        }
        for (slot, (&now, &then)) in mine.iter().zip(&before).enumerate() {
            if now != then {
                component_at(clock, slot).store(now, Ordering::Relaxed);
            }
        }
        state.changed = own;
    }

    /// A copy of a vector, as long as any slot in use needs.
    fn copy(&self, clock: *mut u32) -> Vec<u32> {
        (0..self.used())
            .map(|slot| component_at(clock, slot).load(Ordering::Relaxed))
            .collect()
    }
}

impl Thread {
    /// # Safety
    /// `handle` must come from [`Thread::handle`]: threads are never freed.
    pub unsafe fn from_handle<'a>(handle: i64) -> &'a Thread {
        // SAFETY: the caller's.
        unsafe { &*(handle as *const Thread) }
    }

    pub fn handle(self: &Arc<Self>) -> i64 {
        Arc::as_ptr(self) as i64
    }

    pub fn name(&self) -> String {
        self.name.lock().clone()
    }

    pub fn rename(&self, name: String) {
        *self.name.lock() = name;
    }

    /// The clock of the epoch that the thread is in.
    pub fn now(&self) -> u32 {
        let (clock, slot) = self.position();
        component_at(clock, slot.index()).load(Ordering::Relaxed)
    }

    fn clock(&self) -> *mut u32 {
        self.position().0
    }

    /// The thread's vector and slot. Only for the thread itself, and for its creator before it runs.
    fn position(&self) -> (*mut u32, Slot) {
        // SAFETY: as above, so nobody writes the head meanwhile.
        let head = unsafe { &*self.head.get() };
        (head.clock, Slot(head.slot as u16))
    }
}

fn parts(epoch: u64) -> (Slot, u32) {
    let clock = (epoch >> raddle_clocks::SITE_BITS) as u32 & raddle_clocks::MAX_CLOCK;
    let slot =
        (epoch >> (raddle_clocks::SITE_BITS + raddle_clocks::CLOCK_BITS)) as u16 & raddle_clocks::MAX_SLOT;
    (Slot(slot), clock)
}

fn next(generation: u32) -> u32 {
    (generation + 1) & 0x7fff_ffff
}

/// Word layout of joined vectors: SHARED, 31 bits of generation, 32 bits of number.
fn generation(word: u64) -> u32 {
    (word >> 32) as u32 & 0x7fff_ffff
}

fn component_at<'a>(clock: *mut u32, slot: usize) -> &'a AtomicU32 {
    debug_assert!(slot * 4 < CLOCK_BYTES);
    // SAFETY: a clock has a component for every slot there can be, is aligned, and is never unmapped.
    unsafe { AtomicU32::from_ptr(clock.add(slot)) }
}
