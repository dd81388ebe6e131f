//! Threads, their clocks, and what they publish to each other.
//!
//! A thread has a slot, a clock and a lock log from its first recorded event to its end, unless it leaves
//! in between: see [`raddle_clocks::Slots`]. While it has none, an epoch says what it has seen: that of its
//! starter at the start, or its own last one. The decisions are those of [`raddle_clocks::lazy`]; this
//! module keeps the state: each slot's vector and journal, and what stands behind words.
//!
//! Locks: a slot's lock guards its vector and what is written to its journal; reading a journal takes none.
//! No lock is held while another is taken, but for that of a joined vector, which is held while its words
//! change hands.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use raddle_clocks::{
    ENTRY_BYTES, Epoch, Error, Journal, Room, Slot, Slots, Succession, VectorClock, Versions, Word,
};
use raddle_events::{SiteId, ThreadId};

use crate::joined::Joined;
use crate::live_clock::LiveClock;
use crate::lock_log::{Held, KeptLogs, LockLog};

/// With more threads than this that have a slot, those that may have to wait leave it: vectors stay short.
const CROWD: usize = 1024;

/// A change of more components than this is one as a whole.
const WIDE: usize = 32;

/// How much of what may be kept.
pub struct Limits {
    pub clocks: raddle_clocks::Limits,
    /// Bytes of journals, of all slots together.
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

struct SlotRoom {
    journal: Journal,
    state: Mutex<SlotState>,
}

#[derive(Default)]
struct SlotState {
    /// The vector when the last thread left.
    last: VectorClock,
    versions: Versions,
    /// A clock of which others have seen what there was before it ended: it ends before the next change.
    seen_open: u32,
    live: Option<LiveClock>,
    tenant: Option<Arc<Thread>>,
    /// What an acquire has to join; kept to spare an allocation.
    news: Vec<(Slot, u32)>,
}

pub struct Threads {
    slots: Mutex<Slots>,
    rooms: Box<[OnceLock<SlotRoom>]>,
    journal_entries: usize,
    journal_room: Room,
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
            rooms: (0..limits.clocks.slots).map(|_| OnceLock::new()).collect(),
            journal_entries: limits.history / ENTRY_BYTES,
            journal_room: Room::of_bytes(limits.history),
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
                if !self.join_news(thread, epoch) {
                    let published = self.published(epoch);
                    self.change(thread, &published);
                }
                true
            }
            Word::Shared(_) => {
                let joined = self.joined.with(word, |joined| joined.clone());
                joined.is_some_and(|joined| {
                    self.change(thread, &joined);
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
                let mut both = mine;
                both.join(&self.published(epoch));
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
        for room in self.rooms.iter().filter_map(OnceLock::get) {
            let mut state = room.state.lock();
            if let Some(live) = &mut state.live {
                let now = live.now();
                all.join(&live.whole());
                state.seen_open = now;
            }
        }
        self.change(thread, &all);
    }

    /// The JVM shuts down, having waited for the threads that it waits for.
    pub fn acquire_awaited(&self, thread: &Thread) {
        let awaited = self.awaited.lock().clone();
        self.change(thread, &awaited);
    }

    /// Who performed the access that an epoch stands for, and the monitors it held, as far as known.
    pub fn performer(&self, epoch: Epoch) -> (Option<ThreadId>, Option<Vec<Held>>) {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let Some((first_clock, id)) = self.slots.lock().owner_at(slot, clock) else {
            return (None, None);
        };
        let tenant = self.rooms[slot.index()]
            .get()
            .and_then(|room| room.state.lock().tenant.clone());
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
        self.with_live(thread, |live| live.now()).unwrap_or(0)
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
        let mut rooms = self.rooms.iter().filter_map(OnceLock::get);
        self.is_coarse.load(Ordering::Relaxed) || rooms.any(|room| room.journal.degraded() > 0)
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
        if given.succession.is_degraded() {
            // The law of slots: who has seen the slot has seen what its former owner had.
            vector.join(&self.published(Epoch::new(slot, first_clock - 1, SiteId::UNKNOWN)));
        }
        let room = self.rooms[slot.index()].get_or_init(|| SlotRoom {
            journal: Journal::new(self.journal_entries, first_clock),
            state: Mutex::default(),
        });
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
        let mut state = room.state.lock();
        let state = &mut *state;
        if given.succession != Succession::Nobody {
            let last = std::mem::take(&mut state.last);
            room.journal
                .change_all(first_clock, last, &mut state.versions, &self.journal_room);
        }
        state.live = Some(live);
        state.tenant = Some(Arc::clone(&thread));
        Ok((thread, given.succession))
    }

    /// Takes the thread out of its slot: what it has seen, itself included, and the monitors it holds.
    fn vacate(&self, thread: &Arc<Thread>) -> (VectorClock, Option<Vec<Held>>) {
        let slot = thread.slot();
        let Some(room) = self.rooms[slot.index()].get() else {
            return (VectorClock::default(), None);
        };
        let (live, vector) = {
            let mut state = room.state.lock();
            state.tenant = None;
            let Some(mut live) = state.live.take() else {
                return (VectorClock::default(), None);
            };
            state.last = live.whole();
            (live, state.last.clone())
        };
        self.ended.lock().join(&vector);
        let now = live.now();
        let held = thread.log.held_at(now);
        self.logs
            .lock()
            .add(slot, thread.first_clock, thread.log.give_up());
        self.spare.lock().push(live);
        let mut slots = self.slots.lock();
        slots.retire(slot, now);
        self.count_crowd(&slots);
        (vector, held)
    }

    fn count_crowd(&self, slots: &Slots) {
        self.crowd
            .store(u32::from(slots.running() > CROWD), Ordering::Relaxed);
    }

    fn vector_of(&self, thread: &Thread) -> VectorClock {
        self.with_live(thread, LiveClock::whole).unwrap_or_default()
    }

    fn with_live<T>(&self, thread: &Thread, body: impl FnOnce(&mut LiveClock) -> T) -> Option<T> {
        let room = self.rooms[thread.slot().index()].get()?;
        room.state.lock().live.as_mut().map(body)
    }

    /// What a slot had published at a clock.
    fn published(&self, epoch: Epoch) -> VectorClock {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let Some(room) = self.rooms[slot.index()].get() else {
            return VectorClock::default();
        };
        let mut state = room.state.lock();
        let state = &mut *state;
        let (live, last) = (&mut state.live, &state.last);
        let now = live.as_ref().map(LiveClock::now);
        let present = || live.as_mut().map_or_else(|| last.clone(), LiveClock::whole);
        let (clock, mut vector) = room.journal.at(clock, &state.versions, present);
        if Some(clock) == now {
            state.seen_open = clock;
        }
        vector.set(slot, clock);
        vector
    }

    /// Joins what is new in a slot since the thread last saw it. False: that is not known.
    fn join_news(&self, thread: &Thread, epoch: Epoch) -> bool {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let rooms = self.rooms[thread.slot().index()]
            .get()
            .zip(self.rooms[slot.index()].get());
        let Some((mine, theirs)) = rooms else {
            return false;
        };
        let mut state = mine.state.lock();
        let Some(seen) = state.live.as_ref().map(|live| live.get(slot)) else {
            return false;
        };
        let mut news = std::mem::take(&mut state.news);
        news.clear();
        news.push((slot, clock));
        let known = theirs.journal.changes(seen, clock, &mut news);
        if known {
            self.raise(mine, &mut state, &news);
        }
        state.news = news;
        known
    }

    /// Joins `other` into the thread's vector.
    fn change(&self, thread: &Thread, other: &VectorClock) {
        let Some(room) = self.rooms[thread.slot().index()].get() else {
            return;
        };
        let mut state = room.state.lock();
        let state = &mut *state;
        let Some(live) = &mut state.live else { return };
        let mut news = std::mem::take(&mut state.news);
        news.clear();
        if live.news(other, WIDE, &mut news) {
            self.raise(room, state, &news);
        } else {
            let before = live.join(other);
            let now = live.tick();
            room.journal
                .change_all(now, before, &mut state.versions, &self.journal_room);
        }
        state.news = news;
    }

    /// A clock that others have seen while it was open ends before the first change.
    fn raise(&self, room: &SlotRoom, state: &mut SlotState, news: &[(Slot, u32)]) {
        let Some(live) = &mut state.live else { return };
        let mut now = live.now();
        for &(slot, clock) in news {
            let Some(old) = live.raise(slot, clock) else {
                continue;
            };
            if state.seen_open == now {
                now = live.tick();
            }
            room.journal.note(now, slot, old, clock, &self.journal_room);
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
