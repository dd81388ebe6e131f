//! The clocks of a whole run by slots, history and lazy release: what the JVM-facing side does with
//! memory that it shares, done here with plain values, so that the laws can be tested.

use std::collections::BTreeMap;
use std::mem;

use raddle_events::{SiteId, SyncId, ThreadId};

use crate::lazy::{self, OnAcquire, OnRelease, Source};
use crate::{Assignment, Epoch, Error, History, Limits, Slot, Slots, VectorClock, Word};
use crate::{is_ordered, leq, snapshot};

#[derive(Debug)]
struct SlotState {
    /// The owner's vector; empty while nobody runs here.
    clock: VectorClock,
    /// The clock at which `clock` last changed in another component than its own. Past the last clock
    /// while nobody runs here, so that all questions go to `past`.
    changed: u32,
    past: History,
}

#[derive(Clone, Copy, Debug)]
enum Life {
    Running(Slot),
    /// The last epoch: what those who learn of the end acquire.
    Ended(Epoch),
}

#[derive(Debug)]
pub struct LazyClocks {
    slots: Slots,
    states: Vec<SlotState>,
    threads: BTreeMap<ThreadId, Life>,
    objects: BTreeMap<SyncId, Word>,
    shared: BTreeMap<u64, VectorClock>,
    next_shared: u64,
    versions_kept: usize,
}

impl LazyClocks {
    /// `versions_kept` is the cap of each slot's [`History`].
    pub fn new(limits: Limits, versions_kept: usize) -> Self {
        Self {
            slots: Slots::new(limits),
            states: Vec::new(),
            threads: BTreeMap::new(),
            objects: BTreeMap::new(),
            shared: BTreeMap::new(),
            next_shared: 0,
            versions_kept,
        }
    }

    /// A thread that nobody started: the first one, or one that comes from outside.
    pub fn start(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.create(thread, VectorClock::default())
    }

    /// `parent` starts `child`.
    pub fn fork(&mut self, parent: ThreadId, child: ThreadId) -> Result<(), Error> {
        let slot = self.running(parent)?;
        self.create(child, self.states[slot.index()].clock.clone())?;
        self.tick(parent, slot)
    }

    /// The thread has done its last action.
    pub fn end(&mut self, thread: ThreadId) -> Result<(), Error> {
        let slot = self.running(thread)?;
        let last = self.leave(slot);
        self.threads
            .insert(thread, Life::Ended(Epoch::new(slot, last, SiteId::UNKNOWN)));
        Ok(())
    }

    /// `thread` has learnt that `child` has ended. As long as it has not, nothing is learnt.
    pub fn join(&mut self, thread: ThreadId, child: ThreadId) -> Result<(), Error> {
        let slot = self.running(thread)?;
        if let Some(&Life::Ended(last)) = self.threads.get(&child) {
            self.acquire_word(slot, Word::At(last));
        }
        Ok(())
    }

    pub fn acquire(&mut self, thread: ThreadId, object: SyncId) -> Result<(), Error> {
        let slot = self.running(thread)?;
        self.acquire_word(slot, self.word(object));
        Ok(())
    }

    pub fn release(&mut self, thread: ThreadId, object: SyncId) -> Result<(), Error> {
        let slot = self.running(thread)?;
        let word = self.word(object);
        let mine = &self.states[slot.index()].clock;
        let published = match lazy::on_release(word, mine.as_slice()) {
            OnRelease::Publish => Word::At(self.now(slot)),
            OnRelease::Inflate(epoch) => {
                let mut joined = mine.clone();
                self.join_published(&mut joined, epoch);
                self.next_shared += 1;
                self.shared.insert(self.next_shared, joined);
                Word::Shared(self.next_shared)
            }
            OnRelease::Merge(id) => {
                let joined = self.shared.entry(id).or_default();
                if leq(joined.as_slice(), mine.as_slice()) {
                    self.shared.remove(&id);
                    Word::At(self.now(slot))
                } else {
                    joined.join(mine.as_slice());
                    word
                }
            }
        };
        self.objects.insert(object, published);
        self.tick(thread, slot)
    }

    pub fn lock(&mut self, thread: ThreadId, monitor: SyncId) -> Result<(), Error> {
        self.acquire(thread, monitor)
    }

    pub fn unlock(&mut self, thread: ThreadId, monitor: SyncId) -> Result<(), Error> {
        self.release(thread, monitor)
    }

    /// The mark of what the thread does now.
    pub fn epoch(&self, thread: ThreadId) -> Result<Epoch, Error> {
        self.running(thread).map(|slot| self.now(slot))
    }

    /// Whether what `epoch` marks happened before what `thread` does now.
    pub fn is_ordered(&self, epoch: Epoch, thread: ThreadId) -> Result<bool, Error> {
        let slot = self.running(thread)?;
        Ok(is_ordered(epoch, self.states[slot.index()].clock.as_slice()))
    }

    pub fn word(&self, object: SyncId) -> Word {
        self.objects.get(&object).copied().unwrap_or(Word::Never)
    }

    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// How often order was assumed that may not be there.
    pub fn degraded(&self) -> u64 {
        self.slots.degraded() + self.states.iter().map(|state| state.past.degraded()).sum::<u64>()
    }

    fn running(&self, thread: ThreadId) -> Result<Slot, Error> {
        match self.threads.get(&thread) {
            Some(&Life::Running(slot)) => Ok(slot),
            Some(Life::Ended(_)) | None => Err(Error::NotRunning(thread)),
        }
    }

    fn now(&self, slot: Slot) -> Epoch {
        Epoch::new(slot, self.states[slot.index()].clock.get(slot), SiteId::UNKNOWN)
    }

    fn create(&mut self, thread: ThreadId, clock: VectorClock) -> Result<(), Error> {
        if self.threads.contains_key(&thread) {
            return Err(Error::AlreadyKnown(thread));
        }
        let assignment = self.slots.assign(thread, clock.as_slice())?;
        self.settle(thread, assignment, clock);
        Ok(())
    }

    fn settle(&mut self, thread: ThreadId, assignment: Assignment, mut clock: VectorClock) {
        let Assignment {
            slot,
            first_clock,
            degraded,
        } = assignment;
        while self.states.len() <= slot.index() {
            let past = History::new(self.versions_kept);
            self.states.push(SlotState {
                clock: VectorClock::default(),
                changed: 0,
                past,
            });
        }
        if degraded {
            self.join_published(&mut clock, Epoch::new(slot, first_clock - 1, SiteId::UNKNOWN));
        }
        clock.set(slot, first_clock);
        let state = &mut self.states[slot.index()];
        state.clock = clock;
        state.changed = first_clock;
        self.threads.insert(thread, Life::Running(slot));
    }

    /// The owner of `slot` goes; its vector is history. Answers with its last clock.
    fn leave(&mut self, slot: Slot) -> u32 {
        let state = &mut self.states[slot.index()];
        let last = state.clock.get(slot);
        state
            .past
            .push(state.changed, snapshot(state.clock.as_slice(), slot));
        state.clock = VectorClock::default();
        state.changed = last.saturating_add(1);
        self.slots.retire(slot, last);
        last
    }

    fn tick(&mut self, thread: ThreadId, slot: Slot) -> Result<(), Error> {
        let clock = &mut self.states[slot.index()].clock;
        let next = clock.get(slot) + 1;
        clock.set(slot, next);
        if next < self.slots.clock_limit() {
            return Ok(());
        }
        let own = clock.clone();
        self.leave(slot);
        let assignment = self.slots.assign(thread, own.as_slice())?;
        self.settle(thread, assignment, own);
        Ok(())
    }

    fn acquire_word(&mut self, slot: Slot, word: Word) {
        let mine = self.states[slot.index()].clock.as_slice();
        match lazy::on_acquire(word, mine) {
            OnAcquire::Nothing => {}
            OnAcquire::Join(epoch) => {
                let mut mine = self.before_change(slot);
                self.join_published(&mut mine, epoch);
                self.states[slot.index()].clock = mine;
            }
            OnAcquire::JoinShared(id) => {
                if self
                    .shared
                    .get(&id)
                    .is_some_and(|joined| !leq(joined.as_slice(), mine))
                {
                    let mut mine = self.before_change(slot);
                    mine.join(self.shared[&id].as_slice());
                    self.states[slot.index()].clock = mine;
                }
            }
        }
    }

    /// Keeps the slot's vector if somebody may ask for it, and takes it out to be changed.
    fn before_change(&mut self, slot: Slot) -> VectorClock {
        let state = &mut self.states[slot.index()];
        let own = state.clock.get(slot);
        if lazy::must_keep(own, state.changed) {
            state
                .past
                .push(state.changed, snapshot(state.clock.as_slice(), slot));
        }
        state.changed = own;
        mem::take(&mut state.clock)
    }

    /// Joins `V_s(c)`, with `s` and `c` from `epoch`.
    fn join_published(&mut self, clock: &mut VectorClock, epoch: Epoch) {
        let (slot, published) = (epoch.slot(), epoch.clock());
        let Some(state) = self.states.get_mut(slot.index()) else {
            return;
        };
        match lazy::source(published, state.changed) {
            Source::Live => {
                clock.join_published(slot, published, state.clock.as_slice());
            }
            Source::Past => {
                if let Some(version) = state.past.at(published) {
                    clock.join_published(slot, version.clock, version.others);
                }
            }
        }
    }
}
