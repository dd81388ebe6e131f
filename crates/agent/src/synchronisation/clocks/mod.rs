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

pub mod joined;
mod joins;
#[cfg(test)]
mod laws;
pub mod live_clock;
mod orders;
mod slot_allocation;
mod slot_table;
mod thread;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::Mutex;
use raddle_clocks::{ENTRY_BYTES, Epoch, Room, Slots, VectorClock, Word};
use raddle_detect::Moment;
use raddle_events::ThreadId;

use self::orders::Order;
use self::slot_table::SlotRoom;
use crate::locks::log::{Held, KeptLogs};
use crate::synchronisation::clocks::joined::Joined;
use crate::synchronisation::clocks::live_clock::LiveClock;

pub use self::orders::Both;
pub use self::thread::Thread;

/// How much of what may be kept.
pub struct Limits {
    pub clocks: raddle_clocks::Limits,
    /// Bytes of journals, of all slots together.
    pub history: usize,
    /// A change of more components than this is one as a whole.
    pub wide: usize,
    /// Bytes of joined vectors.
    pub joined: usize,
}

pub struct ThreadClocks {
    /// The second only if a detector needs it.
    orders: &'static [Order],
    slots: Mutex<Slots>,
    rooms: Box<[OnceLock<SlotRoom>]>,
    journal_entries: usize,
    journal_room: Room,
    wide: usize,
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

impl ThreadClocks {
    /// `must`: whether to keep must-order.
    pub fn new(limits: Limits, must: bool) -> Self {
        Self {
            orders: match must {
                true => &[Order::Whole, Order::Must],
                false => &[Order::Whole],
            },
            slots: Mutex::new(Slots::new(limits.clocks)),
            rooms: (0..limits.clocks.slots).map(|_| OnceLock::new()).collect(),
            journal_entries: limits.history / ENTRY_BYTES,
            journal_room: Room::of_bytes(limits.history),
            wide: limits.wide,
            joined: Joined::new(limits.joined),
            spare: Mutex::default(),
            logs: Mutex::default(),
            awaited: Mutex::default(),
            ended: Mutex::default(),
            crowd: AtomicU32::new(0),
            is_coarse: AtomicBool::new(false),
        }
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
                if !self.join_news(thread, epoch, orders) {
                    self.change(thread, &self.published_in(epoch, orders), orders);
                }
                true
            }
            Word::Shared(_) => {
                let joined = self.joined.with(word, |joined| joined.clone());
                joined.is_some_and(|joined| {
                    self.change(thread, &joined, orders);
                    true
                })
            }
        }
    }

    /// A word for `word`, which the thread holds, and the thread's clock together.
    pub fn publish(&self, thread: &Thread, word: u64) -> u64 {
        let mine = self.vector_of(thread);
        let now = thread.word(mine.whole.get(thread.slot()));
        match Word::from_bits(word) {
            Word::Never => now,
            Word::At(epoch) => {
                let mut both = mine;
                both.join(&self.published(epoch));
                self.joined.add(both).unwrap_or_else(|| {
                    // Without room the thread acquires what is there, and its own epoch says it all.
                    self.is_coarse.store(true, Ordering::Relaxed);
                    self.acquire(thread, word, false);
                    thread.word(self.now(thread))
                })
            }
            Word::Shared(_) => {
                // Once the thread has seen all of it, its epoch says as much.
                let kept = self.joined.with_or_drop(word, |joined| {
                    let all_seen = joined.leq(&mine);
                    if !all_seen {
                        joined.join(&mine);
                    }
                    all_seen
                });
                match kept {
                    Some(false) => word,
                    Some(true) | None => now,
                }
            }
        }
    }

    /// Joins all that any thread has done so far.
    pub fn join_all(&self, thread: &Thread) {
        let mut all = self.ended.lock().clone();
        for room in self.rooms.iter().filter_map(OnceLock::get) {
            let mut state = room.state.lock();
            if let Some(now) = state.now() {
                all.join(&state.vectors(now));
                state.seen_open = now;
            }
        }
        self.change(thread, &all, self.orders);
    }

    /// The JVM shuts down, having waited for the threads that it waits for.
    pub fn acquire_awaited(&self, thread: &Thread) {
        let awaited = self.awaited.lock().clone();
        self.change(thread, &awaited, self.orders);
    }

    /// Who performed the access that an epoch stands for, and the monitors it held, as far as known.
    pub fn performer(&self, epoch: Epoch) -> (Option<ThreadId>, Option<Vec<Held>>) {
        let (slot, clock) = (epoch.slot(), epoch.clock());
        let Some((first_clock, id)) = self.slots.lock().owner_at(slot, clock) else {
            return (None, None);
        };
        let owner = self.rooms[slot.index()]
            .get()
            .and_then(|room| room.state.lock().owner.clone());
        let held = match owner.filter(|owner| owner.first_clock == first_clock) {
            Some(owner) => owner.log.held_at(clock),
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

    /// Where the thread is now, in must-order.
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

    /// What a slot had seen at a clock, or a joined vector; nothing if the word is out of date.
    pub fn seen_at(&self, word: u64) -> VectorClock {
        match Word::from_bits(word) {
            Word::Never => VectorClock::default(),
            Word::At(epoch) => self.published_in(epoch, &[Order::Whole]).of(Order::Whole).clone(),
            Word::Shared(_) => {
                let joined = self.joined.with(word, |joined| joined.of(Order::Whole).clone());
                joined.unwrap_or_default()
            }
        }
    }

    /// What the thread has seen, its own clock included.
    pub fn seen_by(&self, thread: &Thread) -> VectorClock {
        self.vector_of(thread).of(Order::Whole).clone()
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
        self.is_coarse.load(Ordering::Relaxed)
            || rooms.any(|room| room.journals.iter().any(|journal| journal.degraded() > 0))
    }

    /// What Java does after a release.
    #[cfg(test)]
    pub fn count_up(&self, thread: &Thread) {
        let room = self.rooms[thread.slot().index()].get().expect("it has a slot");
        let state = room.state.lock();
        let now = state.now().expect("it has a clock");
        let live = state.tracks[0].live.as_ref().expect("it has a clock");
        live.put_now(now + 1);
    }

    fn vector_of(&self, thread: &Thread) -> Both {
        let room = self.rooms[thread.slot().index()].get();
        let vectors = room.and_then(|room| {
            let mut state = room.state.lock();
            let now = state.now()?;
            Some(state.vectors(now))
        });
        vectors.unwrap_or_default()
    }
}
