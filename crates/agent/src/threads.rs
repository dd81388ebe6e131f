//! Threads, their clocks, and what they publish to each other.
//!
//! A thread has a slot, a clock and a lock log from its first recorded event to its end, unless it leaves
//! in between: see [`raddle_clocks::Slots`]. While it has none, an epoch says what it has seen: that of its
//! starter at the start, or its own last one. The decisions are those of [`raddle_clocks::lazy`]; this
//! module keeps the state: each slot's vector and journal, and what stands behind words.
//!
//! There are two orders ([`Order`]): all that happens-before, and of that what no lock has made. A word stands
//! for both; an acquire by a lock joins the first only. Everything said of vectors holds for each.
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
use raddle_detect::Moment;
use raddle_events::{SiteId, ThreadId};

use crate::joined::Joined;
use crate::live_clock::LiveClock;
use crate::lock_log::{Held, KeptLogs, LockLog};

/// With more threads than this that have a slot, those that may have to wait leave it: vectors stay short.
const CROWD: usize = 1024;

/// The clock of a thread for itself, where it does not count.
const EVER: u32 = i32::MAX as u32;

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

/// Which order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// All that happens-before.
    Whole,
    /// What would hold in any other schedule too: all but what locks make.
    Sure,
}

/// A vector in each order. Without the second it stays empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Both {
    whole: VectorClock,
    sure: VectorClock,
}

impl Both {
    #[cfg(test)]
    pub fn new(whole: VectorClock, sure: VectorClock) -> Self {
        Self { whole, sure }
    }

    fn of(&self, order: Order) -> &VectorClock {
        match order {
            Order::Whole => &self.whole,
            Order::Sure => &self.sure,
        }
    }

    fn join(&mut self, other: &Both) {
        self.whole.join(&other.whole);
        self.sure.join(&other.sure);
    }

    fn leq(&self, other: &Both) -> bool {
        self.whole.leq(&other.whole) && self.sure.leq(&other.sure)
    }

    pub fn weight(&self) -> usize {
        self.whole.weight() + self.sure.weight()
    }
}

/// A thread in its slot. `RaddleSync.load` knows the offsets of the first six; the address is the handle
/// that Java holds, until the thread leaves the slot.
#[repr(C)]
pub struct Thread {
    clock: usize,
    log_ring: usize,
    epoch: u64,
    slot: u32,
    pub id: ThreadId,
    sure_clock: usize,
    first_clock: u32,
    log: LockLog,
}

struct SlotRoom {
    journals: [Journal; 2],
    state: Mutex<SlotState>,
}

#[derive(Default)]
struct SlotState {
    tracks: [Track; 2],
    /// A clock of which others have seen what there was before it ended: it ends before the next change.
    seen_open: u32,
    tenant: Option<Arc<Thread>>,
    /// What an acquire has to join; kept to spare an allocation.
    news: Vec<(Slot, u32)>,
}

/// A slot's vector in one order.
#[derive(Default)]
struct Track {
    /// When the last thread left.
    last: VectorClock,
    versions: Versions,
    live: Option<LiveClock>,
}

impl SlotState {
    /// The clock of the thread in the slot, which both orders have in common.
    fn now(&self) -> Option<u32> {
        self.tracks[Order::Whole as usize]
            .live
            .as_ref()
            .map(LiveClock::now)
    }

    fn tick(&self) -> u32 {
        self.tracks[Order::Whole as usize]
            .live
            .as_ref()
            .map_or(0, LiveClock::tick)
    }

    fn whole(&mut self, order: Order) -> Option<VectorClock> {
        let now = self.now()?;
        let live = self.tracks[order as usize].live.as_mut()?;
        let mut vector = live.whole();
        vector.set(live.own(), now);
        Some(vector)
    }
}

pub struct Threads {
    /// The second only if somebody needs it.
    orders: &'static [Order],
    slots: Mutex<Slots>,
    rooms: Box<[OnceLock<SlotRoom>]>,
    journal_entries: usize,
    journal_room: Room,
    joined: Joined,
    spare: Mutex<Vec<LiveClock>>,
    logs: Mutex<KeptLogs>,
    /// What the ended threads had seen that the JVM waits for before it shuts down.
    awaited: Mutex<Both>,
    /// What all ended threads had seen.
    ended: Mutex<Both>,
    /// Not 0 with a crowd. Read by Java.
    crowd: AtomicU32,
    /// A word was given a later meaning since there was no room for a joined vector.
    is_coarse: AtomicBool,
}

impl Threads {
    /// `sure`: whether to keep the order that locks do not make.
    pub fn new(limits: Limits, sure: bool) -> Self {
        Self {
            orders: match sure {
                true => &[Order::Whole, Order::Sure],
                false => &[Order::Whole],
            },
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

    /// Joins what a word stands for; `by_lock`: which is that of a lock. False: the word has been replaced,
    /// look again.
    pub fn acquire(&self, thread: &Thread, word: u64, by_lock: bool) -> bool {
        let orders = match by_lock {
            true => &self.orders[..1],
            false => self.orders,
        };
        match Word::from_bits(word) {
            Word::Never => true,
            Word::At(epoch) => {
                for &order in orders {
                    if !self.join_news(thread, epoch, order) {
                        let published = self.published_in(epoch, order);
                        self.change(thread, &published, order);
                    }
                }
                true
            }
            Word::Shared(_) => {
                let joined = self.joined.with(word, |joined| joined.clone());
                joined.is_some_and(|joined| {
                    for &order in orders {
                        self.change(thread, joined.of(order), order);
                    }
                    true
                })
            }
        }
    }

    /// A word for `word` and the thread's clock together. `None`: the word has been replaced.
    pub fn publish(&self, thread: &Thread, word: u64) -> Option<u64> {
        let mine = self.vector_of(thread);
        let now = thread.word(mine.whole.get(thread.slot()));
        match Word::from_bits(word) {
            Word::Never => Some(now),
            Word::At(epoch) => {
                let mut both = mine;
                both.join(&self.published(epoch));
                self.joined.add(both).or_else(|| {
                    // Without room the thread acquires what is there, and its own epoch says it all.
                    self.is_coarse.store(true, Ordering::Relaxed);
                    self.acquire(thread, word, false);
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
            if let Some(now) = state.now() {
                all.join(&self.vectors(&mut state));
                state.seen_open = now;
            }
        }
        self.change_all(thread, &all);
    }

    /// The JVM shuts down, having waited for the threads that it waits for.
    pub fn acquire_awaited(&self, thread: &Thread) {
        let awaited = self.awaited.lock().clone();
        self.change_all(thread, &awaited);
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
        let room = self.rooms[thread.slot().index()].get();
        room.and_then(|room| room.state.lock().now()).unwrap_or(0)
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
        self.is_coarse.load(Ordering::Relaxed) || rooms.any(|room| room.journals[0].degraded() > 0)
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
        if given.succession != Succession::Nobody && self.orders.len() > 1 {
            // The heir has seen the end of its predecessor, but perhaps not surely.
            let end = Epoch::new(slot, first_clock - 1, SiteId::UNKNOWN);
            vector.sure.join(&self.published_in(end, Order::Sure));
        }
        if given.succession.is_degraded() {
            // The law of slots: who has seen the slot has seen what its former owner had.
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
            sure_clock: lives.last().map_or(0, LiveClock::address),
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
            if given.succession != Succession::Nobody {
                let last = std::mem::take(&mut track.last);
                journal.change_all(first_clock, last, &mut track.versions, &self.journal_room);
            }
            track.live = Some(live);
        }
        state.tenant = Some(Arc::clone(&thread));
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
            state.tenant = None;
            let Some(now) = state.now() else {
                return (Both::default(), None);
            };
            let vector = self.vectors(&mut state);
            let [whole, sure] = &mut state.tracks;
            whole.last = vector.whole.clone();
            sure.last = vector.sure.clone();
            (now, [whole.live.take(), sure.live.take()], vector)
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

    fn vector_of(&self, thread: &Thread) -> Both {
        let room = self.rooms[thread.slot().index()].get();
        room.map_or_else(Both::default, |room| self.vectors(&mut room.state.lock()))
    }

    fn vectors(&self, state: &mut SlotState) -> Both {
        Both {
            whole: state.whole(Order::Whole).unwrap_or_default(),
            sure: state.whole(Order::Sure).unwrap_or_default(),
        }
    }

    /// Where the thread is now, by what it has surely seen.
    pub fn moment(&self, thread: &Thread) -> Moment {
        let order = *self.orders.last().unwrap_or(&Order::Whole);
        let room = self.rooms[thread.slot().index()].get();
        let seen = room.and_then(|room| {
            let mut state = room.state.lock();
            let now = state.now()?;
            let live = state.tracks[order as usize].live.as_mut()?;
            Some((now, live.whole()))
        });
        let (now, seen) = seen.unwrap_or_default();
        Moment::of_slot(thread.slot(), now, seen)
    }

    /// What a slot had published at a clock.
    fn published(&self, epoch: Epoch) -> Both {
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

    fn published_in(&self, epoch: Epoch, order: Order) -> VectorClock {
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
    fn join_news(&self, thread: &Thread, epoch: Epoch, order: Order) -> bool {
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

    fn change_all(&self, thread: &Thread, other: &Both) {
        for &order in self.orders {
            self.change(thread, other.of(order), order);
        }
    }

    /// Joins `other` into the thread's vector.
    fn change(&self, thread: &Thread, other: &VectorClock, order: Order) {
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
