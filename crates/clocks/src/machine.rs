//! The clocks of a whole run by slots, history and lazy release: what the JVM-facing side does with
//! memory that it shares, done here with plain values, so that the laws can be tested.

use std::collections::BTreeMap;

use raddle_events::{SiteId, SyncId, ThreadId};

use crate::lazy::{self, OnAcquire, OnRelease, Source};
use crate::{Epoch, Error, History, Limits, Slot, Slots, VectorClock, Word};

#[derive(Debug, Default)]
struct SlotState {
    /// The owner's clock, past the last one while nobody runs here.
    own: u32,
    /// The owner's vector; its own component is not kept up to date.
    others: VectorClock,
    /// The clock at which `others` last changed. Past the last clock while nobody runs here, so that
    /// all questions go to `past`.
    changed: u32,
    /// A clock of which others have seen what there was before it ended.
    seen_open: u32,
    past: History,
}

#[derive(Clone, Copy, Debug)]
enum Life {
    Running(Slot),
    /// Without a slot, since it has not done anything yet or waits: what it has seen.
    Away(Option<Epoch>),
    /// What those who learn of the end acquire.
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
    versions_kept: usize,
    /// How often clocks were seen that had not ended.
    seen_open: u64,
}

impl LazyClocks {
    /// `versions_kept` is the most that each slot's [`History`] keeps.
    pub fn new(limits: Limits, versions_kept: usize) -> Self {
        Self {
            slots: Slots::new(limits),
            states: Vec::new(),
            threads: BTreeMap::new(),
            objects: BTreeMap::new(),
            shared: BTreeMap::new(),
            next_shared: 0,
            versions_kept,
            seen_open: 0,
        }
    }

    /// A thread that nobody started: the first one, or one that comes from outside.
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

    /// `thread` has learnt that `child` has ended. As long as it has not, nothing is learnt.
    pub fn join(&mut self, thread: ThreadId, child: ThreadId) -> Result<(), Error> {
        let slot = self.wake(thread)?;
        if let Some(&Life::Ended(Some(last))) = self.threads.get(&child) {
            self.acquire_word(thread, slot, Word::At(last))?;
        }
        Ok(())
    }

    /// `thread` has learnt all that any thread has done so far. What others do in their present clocks
    /// will seem to be part of that. But whoever has seen a clock must have seen all of its vector, so that
    /// each of them ends its clock before its vector changes.
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
                    self.join_published(&mut all, last);
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
        let published = match lazy::on_release(word, &mine) {
            OnRelease::Publish => Word::At(self.now(slot)),
            OnRelease::Inflate(epoch) => {
                let mut joined = mine;
                self.join_published(&mut joined, epoch);
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
    pub fn epoch(&mut self, thread: ThreadId) -> Result<Epoch, Error> {
        self.wake(thread).map(|slot| self.now(slot))
    }

    /// Whether what `epoch` marks happened before what `thread` does now.
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
        let past: u64 = self.states.iter().map(|state| state.past.degraded()).sum();
        long_after + soon + past + self.seen_open
    }

    /// The thread's slot, which it gets now if it has none.
    fn wake(&mut self, thread: ThreadId) -> Result<Slot, Error> {
        match self.threads.get(&thread) {
            Some(&Life::Running(slot)) => Ok(slot),
            Some(&Life::Away(seen)) => {
                let mut clock = VectorClock::default();
                if let Some(seen) = seen {
                    self.join_published(&mut clock, seen);
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
        if self.states.len() <= slot.index() {
            self.states.resize_with(slot.index() + 1, SlotState::default);
        }
        if given.succession.is_degraded() {
            self.join_published(&mut clock, Epoch::new(slot, first - 1, SiteId::UNKNOWN));
        }
        let state = &mut self.states[slot.index()];
        state.own = first;
        state.others = clock;
        state.changed = first;
        self.threads.insert(thread, Life::Running(slot));
        Ok(slot)
    }

    /// The owner of `slot` goes; its vector is history. Answers with its last clock.
    fn leave(&mut self, slot: Slot) -> u32 {
        self.keep(slot);
        let state = &mut self.states[slot.index()];
        let last = state.own;
        state.own = last.saturating_add(1);
        state.changed = state.own;
        state.others = VectorClock::default();
        self.slots.retire(slot, last);
        last
    }

    fn tick(&mut self, thread: ThreadId, slot: Slot) -> Result<(), Error> {
        let state = &mut self.states[slot.index()];
        state.own += 1;
        if state.own < self.slots.clock_limit() {
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
            OnAcquire::Join(epoch) => self.join_published(&mut mine, epoch),
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
        let state = &self.states[slot.index()];
        let is_seen = state.seen_open == state.own;
        if is_seen || lazy::must_keep(state.own, state.changed) {
            self.keep(slot);
        }
        let state = &mut self.states[slot.index()];
        state.changed = state.own + u32::from(is_seen);
        state.others = mine;
        if is_seen { self.tick(thread, slot) } else { Ok(()) }
    }

    /// The slot's vector becomes history.
    fn keep(&mut self, slot: Slot) {
        let state = &mut self.states[slot.index()];
        state.past.push(state.changed, state.others.clone());
        while state.past.len() > self.versions_kept && state.past.drop_oldest().is_some() {}
    }

    /// Joins `V_s(c)`, with `s` and `c` from `epoch`; says whether that changed `clock`.
    fn join_published(&mut self, clock: &mut VectorClock, epoch: Epoch) -> bool {
        let (slot, published) = (epoch.slot(), epoch.clock());
        let Some(state) = self.states.get_mut(slot.index()) else {
            return false;
        };
        match lazy::source(published, state.changed) {
            Source::Live => clock.join_published(slot, published, &state.others, &mut |_, _| {}),
            Source::Past => state.past.at(published).is_some_and(|version| {
                clock.join_published(slot, version.clock, version.others, &mut |_, _| {})
            }),
        }
    }
}
