//! The fast path in the JVM as a model: two shadow words per variable, changed one at a time and never both at once,
//! over the clocks that the JVM-facing side has (slots with successors, lazy release).
//!
//! A write exchanges the write word, then checks the reads; a read stores its epoch, then checks the write word.
//! Between the two steps of one access any other thread may do anything; of two accesses that overlap, the one that
//! takes its second step last sees the other's epoch.

use std::collections::{BTreeMap, BTreeSet};

use raddle_clocks::{Epoch, LazyClocks, Limits, Room, Slot, Word};
use raddle_events::{Action, Event, Op, SiteId, ThreadId, VarId};

/// How the accesses of a trace are performed.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The second step comes as late as it can: right before the thread's next event.
    pub late: bool,
    /// An access in the epoch of the last one does nothing.
    pub skip_repeated: bool,
}

#[derive(Default)]
struct Variable {
    read: u64,
    write: u64,
}

/// The second step of an access that has taken its first.
struct Pending {
    var: VarId,
    op: Op,
    now: Epoch,
}

pub struct Words {
    manner: Manner,
    clocks: LazyClocks,
    variables: BTreeMap<VarId, Variable>,
    shared: Vec<BTreeMap<Slot, Epoch>>,
    pending: BTreeMap<ThreadId, Pending>,
    /// Variable and the two sites, the smaller first.
    found: BTreeSet<(VarId, SiteId, SiteId)>,
}

impl Words {
    pub fn watch(trace: &[Event], manner: Manner) -> BTreeSet<(VarId, SiteId, SiteId)> {
        let clocks = LazyClocks::new(
            Limits::default(),
            usize::MAX,
            usize::MAX,
            Room::of_bytes(usize::MAX),
        );
        let (variables, pending) = (BTreeMap::new(), BTreeMap::new());
        let mut words = Self {
            manner,
            clocks,
            variables,
            shared: vec![],
            pending,
            found: BTreeSet::new(),
        };
        words.clocks.start(ThreadId(0)).unwrap();
        trace.iter().for_each(|event| words.event(event));
        while let Some((thread, pending)) = words.pending.pop_first() {
            words.second_step(thread, pending);
        }
        words.found
    }

    fn event(&mut self, &Event { thread, action }: &Event) {
        if let Some(pending) = self.pending.remove(&thread) {
            self.second_step(thread, pending);
        }
        match action {
            Action::Read { var, site } => return self.access(thread, var, Op::Read, site),
            Action::Write { var, site } => return self.access(thread, var, Op::Write, site),
            Action::Request { .. } => Ok(()),
            Action::Lock { lock, .. } => self.clocks.lock(thread, lock),
            Action::Unlock { lock } => self.clocks.unlock(thread, lock),
            Action::Acquire { sync } => self.clocks.acquire(thread, sync),
            Action::Release { sync } => self.clocks.release(thread, sync),
            Action::Fork { child } => self.clocks.fork(thread, child),
            Action::Join { child } => self.clocks.join(thread, child),
            Action::End => self.clocks.end(thread),
        }
        .unwrap();
    }

    fn access(&mut self, thread: ThreadId, var: VarId, op: Op, site: SiteId) {
        let now = self.clocks.epoch(thread).unwrap();
        let now = Epoch::new(now.slot(), now.clock(), site);
        if self.manner.skip_repeated && self.is_repeated(var, op, now) {
            return;
        }
        match op {
            Op::Write => {
                let word = &mut self.variables.entry(var).or_default().write;
                let old = std::mem::replace(word, now.bits());
                if let Word::At(old) = Word::from_bits(old) {
                    self.check(thread, var, old, now);
                }
            }
            Op::Read => self.mark_read(thread, var, now),
        }
        let pending = Pending { var, op, now };
        if self.manner.late {
            self.pending.insert(thread, pending);
        } else {
            self.second_step(thread, pending);
        }
    }

    fn is_repeated(&self, var: VarId, op: Op, now: Epoch) -> bool {
        let Some(variable) = self.variables.get(&var) else {
            return false;
        };
        let word = match op {
            Op::Read => variable.read,
            Op::Write => variable.write,
        };
        match Word::from_bits(word) {
            Word::Never => false,
            Word::At(last) => last.same_epoch(now),
            Word::Shared(id) => self.shared[id as usize]
                .get(&now.slot())
                .is_some_and(|last| last.same_epoch(now)),
        }
    }

    fn mark_read(&mut self, thread: ThreadId, var: VarId, now: Epoch) {
        let word = &mut self.variables.entry(var).or_default().read;
        match Word::from_bits(*word) {
            Word::At(last) if !self.clocks.is_ordered(last, thread).unwrap() => {
                *word = Word::Shared(self.shared.len() as u64).bits();
                self.shared
                    .push(BTreeMap::from([(last.slot(), last), (now.slot(), now)]));
            }
            Word::Shared(id) => {
                self.shared[id as usize].insert(now.slot(), now);
            }
            Word::Never | Word::At(_) => *word = now.bits(),
        }
    }

    fn second_step(&mut self, thread: ThreadId, Pending { var, op, now }: Pending) {
        let variable = &self.variables[&var];
        let word = match op {
            Op::Read => variable.write,
            Op::Write => variable.read,
        };
        let others = match Word::from_bits(word) {
            Word::Never => vec![],
            Word::At(other) => vec![other],
            Word::Shared(id) => self.shared[id as usize].values().copied().collect(),
        };
        others
            .into_iter()
            .for_each(|other| self.check(thread, var, other, now));
    }

    fn check(&mut self, thread: ThreadId, var: VarId, other: Epoch, now: Epoch) {
        if !self.clocks.is_ordered(other, thread).unwrap() {
            let (a, b) = (other.site(), now.site());
            self.found.insert((var, a.min(b), a.max(b)));
        }
    }
}
