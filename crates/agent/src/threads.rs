//! Threads, their clocks, and what they publish to each other.
//!
//! A thread has a slot, a clock and a lock log from its first recorded event to its end, unless it leaves
//! in between: see [`raddle_clocks::Slots`]. While it has none, an epoch says what it has seen: that of its
//! starter at the start, or its own last one. The decisions are those of [`raddle_clocks::lazy`]; this
//! module keeps the state: live vectors, past versions per slot, and what stands behind words.
//!
//! Locks: a slot's lock guards its past versions and its live vector. No lock is held while another is
//! taken, but for that of a joined vector, which is held while its words change hands.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::{Mutex, RwLock};
use raddle_clocks::lazy::{Source, must_keep, source};
use raddle_clocks::{Epoch, Error, History, Slot, Slots, Succession, VectorClock, Word};
use raddle_events::{SiteId, ThreadId};

use crate::joined::Joined;
use crate::live_clock::LiveClock;
use crate::lock_log::{Held, KeptLogs, LockLog};

/// With more threads than this that have a slot, those that may have to wait leave it: vectors stay short.
const CROWD: usize = 1024;

/// How much of what may be kept.
pub struct Limits {
    pub clocks: raddle_clocks::Limits,
    /// Bytes of past versions, of all slots together. Older ones are stood in for by later ones.
    pub history: usize,
    /// Bytes of joined vectors.
    pub joined: usize,
}

/// A thread in its slot. `RaddleSync.load` knows the offsets of the first five; the address is the handle
/// that Java holds, until the thread leaves the slot.
#[repr(C)]
pub struct Thread {
    clock: usize,
    log_ring: usize,
    epoch: u64,
    slot: u32,
    pub id: ThreadId,
    first_clock: u32,
    log: LockLog,
}

#[derive(Default)]
struct SlotState {
    past: History,
    /// The clock at which the live vector last changed by a join.
    changed: u32,
    /// A clock of which others have seen what there was before it ended: it ends before the next change.
    seen_open: u32,
    live: Option<LiveClock>,
    tenant: Option<Arc<Thread>>,
}

/// The versions in all histories, oldest first, by slot. (The last of each slot may be missing here: it is
/// never dropped.)
#[derive(Default)]
struct Archive {
    order: VecDeque<Slot>,
    bytes: usize,
}

pub struct Threads {
    slots: Mutex<Slots>,
    states: RwLock<Vec<Arc<Mutex<SlotState>>>>,
    archive: Mutex<Archive>,
    history_limit: usize,
    joined: Joined,
    spare: Mutex<Vec<LiveClock>>,
    logs: Mutex<KeptLogs>,
    /// What the ended threads had seen that the JVM waits for before it shuts down.
    awaited: Mutex<VectorClock>,
    /// What all ended threads had seen.
    ended: Mutex<VectorClock>,
    /// Not 0 with a crowd. Read by Java.
    crowd: AtomicU32,
    /// A word was given a later meaning since there was no room for a joined vector.
    is_coarse: AtomicBool,
}

impl Threads {
    pub fn new(limits: Limits) -> Self {
        Self {
            slots: Mutex::new(Slots::new(limits.clocks)),
            states: RwLock::default(),
            archive: Mutex::default(),
            history_limit: limits.history,
            joined: Joined::new(limits.joined),
            spare: Mutex::default(),
            logs: Mutex::default(),
            awaited: Mutex::default(),
            ended: Mutex::default(),
            crowd: AtomicU32::new(0),
            is_coarse: AtomicBool::new(false),
        }
    }

    /// A thread gets a slot; `seen` is the word of what it has seen, 0 for nothing.
    pub fn begin(&self, id: ThreadId, seen: u64) -> Result<(Arc<Thread>, Succession), Error> {
        let mut vector = VectorClock::default();
        if let Word::At(epoch) = Word::from_bits(seen) {
            let (slot, clock, others) = self.published(epoch);
            vector.join_published(slot, clock, &others, &mut |_, _| {});
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
        thread.word(vector.get(thread.slot()))
    }

    /// The thread's clock is full: it goes on in another slot, as if it had started itself.
    pub fn renew(&self, thread: &Arc<Thread>) -> Result<(Arc<Thread>, Succession), Error> {
        let (vector, held) = self.vacate(thread);
        self.settle(thread.id, vector, held.as_deref())
    }

    /// Joins what a word stands for. False: the word has been replaced, look again.
    pub fn acquire(&self, thread: &Thread, word: u64) -> bool {
        match Word::from_bits(word) {
            Word::Never => true,
            Word::At(epoch) => {
                let (slot, clock, others) = self.published(epoch);
                self.change(thread, |mine| mine.join_published(slot, clock, &others));
                true
            }
            Word::Shared(_) => {
                let joined = self.joined.with(word, |joined| joined.clone());
                joined.is_some_and(|joined| {
                    self.change(thread, |mine| mine.join(&joined));
                    true
                })
            }
        }
    }

    /// A word for `word` and the thread's clock together. `None`: the word has been replaced.
    pub fn publish(&self, thread: &Thread, word: u64) -> Option<u64> {
        let mine = self.vector_of(thread);
        let now = thread.word(mine.get(thread.slot()));
        match Word::from_bits(word) {
            Word::Never => Some(now),
            Word::At(epoch) => {
                let (slot, clock, others) = self.published(epoch);
                let mut both = mine;
                both.join_published(slot, clock, &others, &mut |_, _| {});
                self.joined.add(both).or_else(|| {
                    // Without room the thread acquires what is there, and its own epoch says it all.
                    self.is_coarse.store(true, Ordering::Relaxed);
                    self.acquire(thread, word);
                    Some(thread.word(self.now(thread)))
                })
            }
            Word::Shared(_) => {
                // Once the thread has seen all of it, its epoch says as much. Nobody can join into the
                // vector any more then, so the caller's exchange of the word succeeds.
                let dropped = self.joined.with_or_drop(word, |joined| {
                    let all_seen = joined.leq(&mine);
                    if !all_seen {
                        joined.join(&mine);
                    }
                    all_seen
                })?;
                Some(if dropped { now } else { word })
            }
        }
    }

    /// Joins all that any thread has done so far.
    pub fn join_all(&self, thread: &Thread) {
        let mut all = self.ended.lock().clone();
        let states: Vec<_> = self.states.read().iter().map(Arc::clone).collect();
        for state in states {
            let mut state = state.lock();
            if let Some(live) = &state.live {
                all.join(&live.whole());
                state.seen_open = live.now();
            }
        }
        self.change(thread, |mine| mine.join(&all));
    }

    /// The JVM shuts down, having waited for the threads that it waits for.
    pub fn acquire_awaited(&self, thread: &Thread) {
        let awaited = self.awaited.lock().clone();
        self.change(thread, |mine| mine.join(&awaited));
    }

    /// Who performed the access that an epoch stands for, and the monitors it held, as far as known.
    pub fn performer(&self, epoch: Epoch) -> (Option<ThreadId>, Option<Vec<Held>>) {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let Some((first_clock, id)) = self.slots.lock().owner_at(slot, clock) else {
            return (None, None);
        };
        let tenant = self.state(slot).lock().tenant.clone();
        let held = match tenant.filter(|tenant| tenant.first_clock == first_clock) {
            Some(tenant) => tenant.log.held_at(clock),
            None => {
                let logs = self.logs.lock();
                logs.get(slot, first_clock).and_then(|log| log.held_at(clock))
            }
        };
        (Some(id), held)
    }

    /// The clock of the calling thread.
    pub fn now(&self, thread: &Thread) -> u32 {
        self.vector_of(thread).get(thread.slot())
    }

    /// The monitors that the calling thread holds.
    pub fn held_now(&self, thread: &Thread) -> Option<Vec<Held>> {
        thread.log.held_at(self.now(thread))
    }

    /// Where Java finds whether there is a crowd.
    pub fn crowd_address(&self) -> i64 {
        self.crowd.as_ptr() as i64
    }

    /// The clock at which a thread has to ask for another slot.
    pub fn last_clock(&self) -> u32 {
        self.slots.lock().clock_limit()
    }

    /// Slots that were used again long after their last owner, whose end was not known to come before.
    pub fn slots_reused(&self) -> u64 {
        self.slots.lock().degraded().0
    }

    /// Whether more was ordered than should be.
    pub fn is_coarse(&self) -> bool {
        let is_degraded = |state: &Arc<Mutex<SlotState>>| state.lock().past.degraded() > 0;
        self.is_coarse.load(Ordering::Relaxed) || self.states.read().iter().any(is_degraded)
    }

    fn settle(
        &self,
        id: ThreadId,
        mut vector: VectorClock,
        held: Option<&[Held]>,
    ) -> Result<(Arc<Thread>, Succession), Error> {
        let given = {
            let mut slots = self.slots.lock();
            let given = slots.assign(id, &vector)?;
            self.count_crowd(&slots);
            given
        };
        let (slot, first_clock) = (given.slot, given.first_clock);
        let state = self.state(slot);
        if given.succession.is_degraded() {
            // The law of slots: who has seen the slot has seen what its former owner had.
            let last = Epoch::new(slot, first_clock - 1, SiteId::UNKNOWN);
            let (slot, clock, others) = self.published(last);
            vector.join_published(slot, clock, &others, &mut |_, _| {});
        }
        let mut live = self.spare.lock().pop().unwrap_or_else(LiveClock::new);
        live.begin(slot, first_clock, vector);
        let log = LockLog::new(first_clock, held);
        let thread = Arc::new(Thread {
            clock: live.address(),
            log_ring: log.address(),
            epoch: Epoch::new(slot, first_clock, SiteId::UNKNOWN).bits(),
            slot: u32::from(slot.0),
            id,
            first_clock,
            log,
        });
        let mut state = state.lock();
        state.changed = first_clock;
        state.live = Some(live);
        state.tenant = Some(Arc::clone(&thread));
        Ok((thread, given.succession))
    }

    /// Takes the thread out of its slot: what it has seen, itself included, and the monitors it holds.
    fn vacate(&self, thread: &Arc<Thread>) -> (VectorClock, Option<Vec<Held>>) {
        let slot = thread.slot();
        let state = self.state(slot);
        let (live, weight) = {
            let mut state = state.lock();
            state.tenant = None;
            let Some(live) = state.live.take() else {
                return (VectorClock::default(), None);
            };
            let changed = state.changed;
            state.past.push(changed, live.others().clone());
            let weight = live.others().weight();
            (live, weight)
        };
        let vector = live.whole();
        self.ended.lock().join(&vector);
        let now = live.now();
        let held = thread.log.held_at(now);
        self.logs
            .lock()
            .add(slot, thread.first_clock, thread.log.give_up());
        self.spare.lock().push(live);
        self.archive(slot, weight);
        let mut slots = self.slots.lock();
        slots.retire(slot, now);
        self.count_crowd(&slots);
        (vector, held)
    }

    fn count_crowd(&self, slots: &Slots) {
        self.crowd
            .store(u32::from(slots.running() > CROWD), Ordering::Relaxed);
    }

    fn state(&self, slot: Slot) -> Arc<Mutex<SlotState>> {
        if let Some(state) = self.states.read().get(slot.index()) {
            return Arc::clone(state);
        }
        let mut states = self.states.write();
        if states.len() <= slot.index() {
            states.resize_with(slot.index() + 1, Arc::default);
        }
        Arc::clone(&states[slot.index()])
    }

    fn vector_of(&self, thread: &Thread) -> VectorClock {
        let state = self.state(thread.slot());
        let state = state.lock();
        state.live.as_ref().map(LiveClock::whole).unwrap_or_default()
    }

    /// What a slot had published at a clock: the slot, the clock that stands for it, and the rest.
    fn published(&self, epoch: Epoch) -> (Slot, u32, VectorClock) {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let state = self.state(slot);
        let mut state = state.lock();
        match (source(clock, state.changed), &state.live) {
            (Source::Live, Some(live)) => (slot, clock, live.others().clone()),
            _ => match state.past.at(clock) {
                Some(version) => (slot, version.clock, version.others.clone()),
                None => (slot, clock, VectorClock::default()),
            },
        }
    }

    /// Changes the thread's own vector by a join, keeping what it was if somebody may ask for it.
    fn change(&self, thread: &Thread, join: impl FnOnce(&mut LiveClock) -> bool) {
        let slot = thread.slot();
        let state = self.state(slot);
        let weight = {
            let mut guard = state.lock();
            let state = &mut *guard;
            let Some(live) = &mut state.live else { return };
            let now = live.now();
            let is_seen = state.seen_open == now;
            let before = (is_seen || must_keep(now, state.changed)).then(|| live.others().clone());
            if !join(live) {
                return;
            }
            let now = if is_seen { live.tick() } else { now };
            let changed = std::mem::replace(&mut state.changed, now);
            let Some(before) = before else { return };
            let weight = before.weight();
            state.past.push(changed, before);
            weight
        };
        self.archive(slot, weight);
    }

    /// A version was added to a slot's history: the oldest ones of all go, if there are too many.
    fn archive(&self, slot: Slot, weight: usize) {
        let mut archive = self.archive.lock();
        archive.order.push_back(slot);
        archive.bytes += weight;
        while archive.bytes > self.history_limit
            && let Some(oldest) = archive.order.pop_front()
        {
            drop(archive);
            let state = self.state(oldest);
            let freed = state.lock().past.drop_oldest().unwrap_or(0);
            archive = self.archive.lock();
            archive.bytes = archive.bytes.saturating_sub(freed);
        }
    }
}

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

    fn slot(&self) -> Slot {
        Slot(self.slot as u16)
    }

    fn word(&self, clock: u32) -> u64 {
        Epoch::new(self.slot(), clock, SiteId::UNKNOWN).bits()
    }
}
