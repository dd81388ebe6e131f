//! The clocks of a whole run by slots, journals and lazy release: what the JVM-facing side does with
//! memory that it shares, done here with plain values, so that the laws can be tested.

use std::collections::BTreeMap;

use raddle_events::{SiteId, SyncId, ThreadId};

use crate::lazy::{self, OnAcquire, OnRelease};
use crate::{Epoch, Error, Journal, Limits, Room, Slot, Slots, VectorClock, Versions, Word};

#[derive(Debug)]
struct SlotState {
    /// The owner's clock, or the last one's.
    own: u32,
    /// The vector; its own component is not kept up to date.
    others: VectorClock,
    /// A clock of which others have seen what there was before it ended.
    seen_open: u32,
    journal: Journal,
    versions: Versions,
}

#[derive(Clone, Copy, Debug)]
enum Life {
    Running(Slot),
    /// Without a slot, since it has not done anything yet or waits: what it has seen.
    Away(Option<Epoch>),
    /// What a thread that sees the end acquires.
    Ended(Option<Epoch>),
}

#[derive(Debug)]
pub struct LazyClocks {
    slots: Slots,
    states: Vec<SlotState>,
    threads: BTreeMap<ThreadId, Life>,
    objects: BTreeMap<SyncId, Word>,
    shared: BTreeMap<u64, VectorClock>,
    next_shared: u64,
    entries_kept: usize,
    /// A change of more components than this is one as a whole.
    wide: usize,
    room: Room,
    /// How often clocks were seen that had not ended.
    seen_open: u64,
}

impl LazyClocks {
    /// `entries_kept` is the most that each slot's [`Journal`] keeps.
    pub fn new(limits: Limits, entries_kept: usize, wide: usize, room: Room) -> Self {
        Self {
            slots: Slots::new(limits),
            states: Vec::new(),
            threads: BTreeMap::new(),
            objects: BTreeMap::new(),
            shared: BTreeMap::new(),
            next_shared: 0,
            entries_kept,
            wide,
            room,
            seen_open: 0,
        }
    }

    /// A thread that no other thread has started: the first one, or one that native code attaches.
    pub fn start(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.create(thread, None)
    }

    /// `parent` starts `child`, which gets a slot when it first does something.
    pub fn fork(&mut self, parent: ThreadId, child: ThreadId) -> Result<(), Error> {
        let slot = self.wake(parent)?;
        self.create(child, Some(self.now(slot)))?;
        self.tick(parent, slot)
    }

    /// The thread has done its last action.
    pub fn end(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.rest(thread)?;
        if let Some(&Life::Away(seen)) = self.threads.get(&thread) {
            self.threads.insert(thread, Life::Ended(seen));
        }
        Ok(())
    }

    /// The thread waits and gives its slot away; it gets one when it goes on.
    pub fn rest(&mut self, thread: ThreadId) -> Result<(), Error> {
        match self.threads.get(&thread) {
            Some(&Life::Running(slot)) => {
                let last = Epoch::new(slot, self.leave(slot), SiteId::UNKNOWN);
                self.threads.insert(thread, Life::Away(Some(last)));
                Ok(())
            }
            Some(Life::Away(_)) => Ok(()),
            Some(Life::Ended(_)) | None => Err(Error::NotRunning(thread)),
        }
    }

    /// `thread` has seen that `child` has ended. As long as it has not, nothing is acquired.
    pub fn join(&mut self, thread: ThreadId, child: ThreadId) -> Result<(), Error> {
        let slot = self.wake(thread)?;
        if let Some(&Life::Ended(Some(last))) = self.threads.get(&child) {
            self.acquire_word(thread, slot, Word::At(last))?;
        }
        Ok(())
    }

    /// `thread` acquires all that any thread has done so far. What others do in their present clocks will seem to be
    /// part of that. But a thread that has seen a clock must have seen all of its vector, so that each of them ends its
    /// clock before its vector changes.
    pub fn join_all(&mut self, thread: ThreadId) -> Result<(), Error> {
        let mine = self.wake(thread)?;
        let mut all = self.vector(mine);
        for life in self.threads.values().copied().collect::<Vec<_>>() {
            match life {
                Life::Running(slot) if slot != mine => {
                    all.join(&self.vector(slot));
                    self.states[slot.index()].seen_open = self.states[slot.index()].own;
                    self.seen_open += 1;
                }
                Life::Away(Some(last)) | Life::Ended(Some(last)) => {
                    self.join_released(&mut all, last);
                }
                Life::Running(_) | Life::Away(None) | Life::Ended(None) => {}
            }
        }
        self.change(thread, mine, all)
    }

    pub fn acquire(&mut self, thread: ThreadId, object: SyncId) -> Result<(), Error> {
        let slot = self.wake(thread)?;
        self.acquire_word(thread, slot, self.word(object))
    }

    pub fn release(&mut self, thread: ThreadId, object: SyncId) -> Result<(), Error> {
        let slot = self.wake(thread)?;
        let word = self.word(object);
        let mine = self.vector(slot);
        let released = match lazy::on_release(word, &mine) {
            OnRelease::Own => Word::At(self.now(slot)),
            OnRelease::Inflate(epoch) => {
                let mut joined = mine;
                self.join_released(&mut joined, epoch);
                self.next_shared += 1;
                self.shared.insert(self.next_shared, joined);
                Word::Shared(self.next_shared)
            }
            OnRelease::Merge(id) => {
                let joined = self.shared.entry(id).or_default();
                if joined.leq(&mine) {
                    self.shared.remove(&id);
                    Word::At(self.now(slot))
                } else {
                    joined.join(&mine);
                    word
                }
            }
        };
        self.objects.insert(object, released);
        self.tick(thread, slot)
    }

    pub fn lock(&mut self, thread: ThreadId, monitor: SyncId) -> Result<(), Error> {
        self.acquire(thread, monitor)
    }

    pub fn unlock(&mut self, thread: ThreadId, monitor: SyncId) -> Result<(), Error> {
        self.release(thread, monitor)
    }

    /// The epoch of what the thread does now.
    pub fn epoch(&mut self, thread: ThreadId) -> Result<Epoch, Error> {
        self.wake(thread).map(|slot| self.now(slot))
    }

    /// Whether the access of `epoch` happened before what `thread` does now.
    pub fn is_ordered(&mut self, epoch: Epoch, thread: ThreadId) -> Result<bool, Error> {
        let slot = self.wake(thread)?;
        Ok(self.vector(slot).has_seen(epoch))
    }

    pub fn word(&self, object: SyncId) -> Word {
        self.objects.get(&object).copied().unwrap_or(Word::Never)
    }

    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// How often order was assumed that may not be there.
    pub fn degraded(&self) -> u64 {
        let (long_after, soon) = self.slots.degraded();
        let past: u64 = self.states.iter().map(|state| state.journal.degraded()).sum();
        long_after + soon + past + self.seen_open
    }

    /// The thread's slot, which it gets now if it has none.
    fn wake(&mut self, thread: ThreadId) -> Result<Slot, Error> {
        match self.threads.get(&thread) {
            Some(&Life::Running(slot)) => Ok(slot),
            Some(&Life::Away(seen)) => {
                let mut clock = VectorClock::default();
                if let Some(seen) = seen {
                    self.join_released(&mut clock, seen);
                }
                self.settle(thread, clock)
            }
            Some(Life::Ended(_)) | None => Err(Error::NotRunning(thread)),
        }
    }

    fn now(&self, slot: Slot) -> Epoch {
        Epoch::new(slot, self.states[slot.index()].own, SiteId::UNKNOWN)
    }

    /// The vector of the thread in `slot`, with its own component.
    fn vector(&self, slot: Slot) -> VectorClock {
        let state = &self.states[slot.index()];
        let mut vector = state.others.clone();
        vector.set(slot, state.own);
        vector
    }

    fn create(&mut self, thread: ThreadId, seen: Option<Epoch>) -> Result<(), Error> {
        if self.threads.contains_key(&thread) {
            return Err(Error::AlreadyKnown(thread));
        }
        self.threads.insert(thread, Life::Away(seen));
        Ok(())
    }

    fn settle(&mut self, thread: ThreadId, mut clock: VectorClock) -> Result<Slot, Error> {
        let given = self.slots.assign(thread, &clock)?;
        let (slot, first) = (given.slot, given.first_clock);
        if given.succession.is_degraded() {
            self.join_released(&mut clock, Epoch::new(slot, first - 1, SiteId::UNKNOWN));
        }
        match self.states.get_mut(slot.index()) {
            Some(state) => {
                state.own = first;
                let last = std::mem::replace(&mut state.others, clock);
                state
                    .journal
                    .change_all(first, last, &mut state.versions, &self.room);
            }
            None => self.states.push(SlotState {
                own: first,
                others: clock,
                seen_open: 0,
                journal: Journal::new(self.entries_kept, first),
                versions: Versions::default(),
            }),
        }
        self.threads.insert(thread, Life::Running(slot));
        Ok(slot)
    }

    /// The owner of `slot` goes; its vector stays. Answers with its last clock.
    fn leave(&mut self, slot: Slot) -> u32 {
        let last = self.states[slot.index()].own;
        self.slots.retire(slot, last);
        last
    }

    fn tick(&mut self, thread: ThreadId, slot: Slot) -> Result<(), Error> {
        self.states[slot.index()].own += 1;
        self.renew_if_full(thread, slot)
    }

    fn renew_if_full(&mut self, thread: ThreadId, slot: Slot) -> Result<(), Error> {
        if self.states[slot.index()].own < self.slots.clock_limit() {
            return Ok(());
        }
        let mine = self.vector(slot);
        self.leave(slot);
        self.settle(thread, mine).map(|_| ())
    }

    fn acquire_word(&mut self, thread: ThreadId, slot: Slot, word: Word) -> Result<(), Error> {
        let mut mine = self.vector(slot);
        let changed = match lazy::on_acquire(word, &mine) {
            OnAcquire::Nothing => false,
            OnAcquire::Join(epoch) => {
                self.join_news(&mut mine, epoch) || self.join_released(&mut mine, epoch)
            }
            OnAcquire::JoinShared(id) => self.shared.get(&id).is_some_and(|joined| mine.join(joined)),
        };
        if changed {
            self.change(thread, slot, mine)
        } else {
            Ok(())
        }
    }

    /// The vector of the thread in `slot` becomes `mine`, which has seen more.
    fn change(&mut self, thread: ThreadId, slot: Slot, mine: VectorClock) -> Result<(), Error> {
        let state = &mut self.states[slot.index()];
        let old = |other| state.others.get(other);
        let news = mine
            .components()
            .filter(|&(other, clock)| other != slot && old(other) < clock);
        let news: Vec<_> = news.map(|(other, clock)| (other, old(other), clock)).collect();
        let is_wide = news.len() > self.wide;
        state.own += u32::from(is_wide || state.seen_open == state.own);
        let before = std::mem::replace(&mut state.others, mine);
        if is_wide {
            state
                .journal
                .change_all(state.own, before, &mut state.versions, &self.room);
        } else {
            for (other, old, clock) in news {
                state.journal.note(state.own, other, old, clock, &self.room);
            }
        }
        self.renew_if_full(thread, slot)
    }

    /// Joins what is new since `clock` last saw the slot; false if that is not known.
    fn join_news(&self, clock: &mut VectorClock, epoch: Epoch) -> bool {
        let (slot, published) = (epoch.slot(), epoch.clock());
        let mut news = vec![(slot, published)];
        let journal = &self.states[slot.index()].journal;
        let known = journal.changes(clock.get(slot), published, &mut news);
        for (slot, new) in news.into_iter().filter(|_| known) {
            clock.set(slot, clock.get(slot).max(new));
        }
        known
    }

    /// Joins `V_s(c)`, with `s` and `c` from `epoch`; says whether that changed `clock`.
    fn join_released(&mut self, clock: &mut VectorClock, epoch: Epoch) -> bool {
        let slot = epoch.slot();
        let Some(state) = self.states.get_mut(slot.index()) else {
            return false;
        };
        let (at, mut published) = state
            .journal
            .at(epoch.clock(), &state.versions, || state.others.clone());
        if at == state.own {
            state.seen_open = at;
        }
        published.set(slot, at);
        clock.join(&published)
    }
}
