//! Random traces through [`Threads`], with a model of what the Java side does (`RaddleSync`, `RaddleAtomics`,
//! `RaddleMonitors`): the copy of the clock in `epoch`, the fast paths, words that are held. Both orders are
//! compared with full vectors. A release is split where others can come in between.
//!
//! Invariants, after each call: must-order is part of happens-before; the copy of the clock is the clock; clocks do not
//! go back.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use raddle_clocks::{ENTRY_BYTES, Epoch, SITE_BITS, Slot, Word};
use raddle_events::ThreadId;

use super::orders::Order;
use super::{Limits, Thread, ThreadClocks};

const ONE: u64 = 1 << SITE_BITS;
const THREADS: usize = 12;
/// Words: first volatile fields, then those inside locks, then monitors.
const VOLATILES: usize = 3;
const LOCKS: usize = 2;
const MONITORS: usize = 2;
const WORDS: usize = VOLATILES + LOCKS + MONITORS;
const UNUSED_FENCES: u32 = 2;

fn slot(word: u64) -> Slot {
    epoch(word).slot()
}

fn clock(word: u64) -> u32 {
    epoch(word).clock()
}

fn epoch(word: u64) -> Epoch {
    match Word::from_bits(word) {
        Word::At(epoch) => epoch,
        other => panic!("{other:?} is no epoch"),
    }
}

fn is_shared(word: u64) -> bool {
    word as i64 <= -1
}

/// A full vector in each order.
#[derive(Clone, Default, Debug)]
struct Full([BTreeMap<usize, u32>; 2]);

impl Full {
    fn join(&mut self, other: &Full, by_lock: bool) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0).take(if by_lock { 1 } else { 2 }) {
            for (&thread, &clock) in theirs {
                let seen = mine.entry(thread).or_default();
                *seen = clock.max(*seen);
            }
        }
    }

    fn count(&mut self, thread: usize) -> u32 {
        let now = self.0[0].get(&thread).map_or(1, |now| now + 1);
        self.0.iter_mut().for_each(|order| _ = order.insert(thread, now));
        now
    }

    fn has_seen(&self, order: Order, (thread, clock): (usize, u32)) -> bool {
        self.0[order as usize]
            .get(&thread)
            .is_some_and(|&seen| seen >= clock)
    }
}

/// `RaddleThread`.
#[derive(Default)]
struct Java {
    record: Option<Arc<Thread>>,
    epoch: u64,
    seen: u64,
    fenced: u64,
    unused_fences: u32,
    started: bool,
    ended: bool,
    /// Between the two steps of a release.
    ticks: bool,
    holds: usize,
}

#[derive(Clone, Copy, Debug)]
struct Kinds {
    fences: bool,
    joins_all: bool,
}

struct Run {
    threads: ThreadClocks,
    kinds: Kinds,
    java: Vec<Java>,
    words: [u64; WORDS],
    holders: [Option<usize>; WORDS],
    full: Vec<Full>,
    published: Vec<Full>,
    fenced: Vec<Full>,
    /// Marks of accesses, and what they stand for.
    accesses: Vec<(u64, (usize, u32))>,
    /// The highest clock of each slot.
    clocks: BTreeMap<Slot, u32>,
}

/// There are no more slots.
struct Exhausted;

impl Run {
    fn new(limits: Limits, kinds: Kinds) -> Self {
        let mut java: Vec<Java> = (0..THREADS).map(|_| Java::default()).collect();
        java[0].started = true;
        Self {
            threads: ThreadClocks::new(limits, true),
            kinds,
            java,
            words: [0; WORDS],
            holders: [None; WORDS],
            full: vec![Full::default(); THREADS],
            published: vec![Full::default(); WORDS],
            fenced: vec![Full::default(); THREADS],
            accesses: Vec::new(),
            clocks: BTreeMap::new(),
        }
    }

    // What Java does.

    fn wake(&mut self, t: usize) -> Result<Arc<Thread>, Exhausted> {
        if self.java[t].record.is_none() {
            let begun = self.threads.begin(ThreadId(t as u32), self.java[t].seen);
            self.load(t, begun.map_err(|_| Exhausted)?.0);
        }
        self.java[t].record.clone().ok_or(Exhausted)
    }

    fn load(&mut self, t: usize, record: Arc<Thread>) {
        self.java[t].epoch = record.epoch;
        self.java[t].record = Some(record);
    }

    fn record(&self, t: usize) -> &Arc<Thread> {
        self.java[t].record.as_ref().expect("the thread is awake")
    }

    /// The component of a slot in the thread's memory.
    fn component(&self, t: usize, order: Order, slot: Slot) -> u32 {
        let room = self.threads.rooms[self.record(t).slot().index()].get().unwrap();
        room.state.lock().tracks[order as usize]
            .live
            .as_ref()
            .unwrap()
            .get(slot)
    }

    fn ordered(&self, t: usize, word: u64) -> bool {
        word == 0 || self.component(t, Order::Whole, slot(word)) >= clock(word)
    }

    fn must_ordered(&self, t: usize, word: u64) -> bool {
        word == 0 || self.component(t, Order::Must, slot(word)) >= clock(word)
    }

    fn is_ordered(&self, t: usize, word: u64, of_lock: bool) -> bool {
        self.must_ordered(t, word) || of_lock && self.ordered(t, word)
    }

    fn tick(&mut self, t: usize) -> Result<(), Exhausted> {
        self.java[t].epoch += ONE;
        let now = clock(self.java[t].epoch);
        let own = self.record(t).slot();
        let room = self.threads.rooms[own.index()].get().unwrap();
        room.state.lock().tracks[0].live.as_ref().unwrap().put_now(now);
        if now == self.threads.last_clock() {
            self.renew(t)?;
        }
        Ok(())
    }

    fn renew(&mut self, t: usize) -> Result<(), Exhausted> {
        let renewed = self.threads.renew(&Arc::clone(self.record(t)));
        self.load(t, renewed.map_err(|_| Exhausted)?.0);
        Ok(())
    }

    fn catch_up(&mut self, t: usize) -> Result<(), Exhausted> {
        let now = self.component(t, Order::Whole, self.record(t).slot());
        let behind = now - clock(self.java[t].epoch);
        self.java[t].epoch += u64::from(behind) * ONE;
        match behind > 0 && now == self.threads.last_clock() {
            true => self.renew(t),
            false => Ok(()),
        }
    }

    fn acquire_word(&mut self, t: usize, word: u64, of_lock: bool) -> Result<(), Exhausted> {
        if word == 0 || !is_shared(word) && self.is_ordered(t, word, of_lock) {
            return Ok(());
        }
        assert!(
            self.threads.acquire(self.record(t), word, of_lock),
            "the word is held"
        );
        self.catch_up(t)
    }

    fn together(&mut self, t: usize, word: u64, epoch: u64, of_lock: bool) -> Result<u64, Exhausted> {
        if !is_shared(word) && self.is_ordered(t, word, of_lock) {
            return Ok(epoch);
        }
        let both = self.threads.publish(self.record(t), word);
        self.catch_up(t)?;
        Ok(both)
    }

    fn release(&mut self, t: usize, at: usize, in_two_steps: bool) -> Result<(), Exhausted> {
        self.words[at] = self.together(t, self.words[at], self.java[t].epoch, is_of_lock(at))?;
        self.java[t].ticks = true;
        if !in_two_steps {
            self.finish(t)?;
        }
        Ok(())
    }

    fn finish(&mut self, t: usize) -> Result<(), Exhausted> {
        match std::mem::take(&mut self.java[t].ticks) {
            true => self.tick(t),
            false => Ok(()),
        }
    }

    fn opaque_write(&mut self, t: usize, at: usize) -> Result<(), Exhausted> {
        let fenced = self.java[t].fenced;
        self.java[t].unused_fences = 0;
        self.words[at] = self.together(t, self.words[at], fenced, is_of_lock(at))?;
        match self.words[at] != fenced || fenced == self.java[t].epoch {
            true => self.tick(t),
            false => Ok(()),
        }
    }

    // What happens, there and to the full vectors.

    fn step(&mut self, (who, what, which): (u8, u8, u8)) -> Result<Option<usize>, Exhausted> {
        let running: Vec<usize> = (0..THREADS)
            .filter(|&t| self.java[t].started && !self.java[t].ended)
            .collect();
        let t = running[usize::from(who) % running.len()];
        self.wake(t)?;
        self.finish(t)?;
        let now = self.full[t].count(t);
        self.accesses.push((self.java[t].epoch, (t, now)));
        let (volatile, lock) = (
            usize::from(which) % VOLATILES,
            VOLATILES + usize::from(which) % LOCKS,
        );
        let monitor = VOLATILES + LOCKS + usize::from(which) % MONITORS;
        let in_two_steps = which & 64 != 0;
        match what % 32 {
            0..=6 => self.acquire(t, volatile)?,
            7..=11 => {
                let mine = self.full[t].clone();
                self.published[volatile].join(&mine, false);
                self.release(t, volatile, in_two_steps)?;
            }
            12..=13 => {
                self.acquire(t, volatile)?;
                if in_two_steps {
                    self.published[volatile] = self.full[t].clone();
                    self.release(t, volatile, false)?;
                }
            }
            14..=16 if self.holders[lock].is_none() => {
                self.acquire(t, lock)?;
                self.hold(t, lock);
                self.publish(t, lock, in_two_steps)?;
            }
            14..=16 if self.holders[lock] == Some(t) => {
                self.let_go(t, lock);
                self.publish(t, lock, in_two_steps)?;
            }
            // An attempt that fails.
            14..=16 => self.acquire(t, lock)?,
            17..=20 if self.holders[monitor].is_none() => {
                self.acquire(t, monitor)?;
                self.hold(t, monitor);
                self.tick(t)?;
            }
            17..=20 if self.holders[monitor] == Some(t) => {
                self.let_go(t, monitor);
                self.published[monitor] = self.full[t].clone();
                self.words[monitor] = self.java[t].epoch;
                self.java[t].ticks = true;
                if !in_two_steps {
                    self.finish(t)?;
                }
            }
            21 if self.kinds.joins_all => {
                for other in 0..THREADS {
                    let theirs = self.full[other].clone();
                    self.full[t].join(&theirs, false);
                }
                let record = Arc::clone(self.record(t));
                self.threads.join_all(&record);
                self.catch_up(t)?;
            }
            22..=23 if self.kinds.fences => {
                self.fenced[t] = self.full[t].clone();
                self.java[t].fenced = self.java[t].epoch;
                if self.java[t].unused_fences < UNUSED_FENCES {
                    self.java[t].unused_fences += 1;
                    self.tick(t)?;
                }
            }
            // What an opaque write overwrites is not read any more.
            24 if self.kinds.fences && self.java[t].fenced != 0 => {
                self.published[volatile] = self.fenced[t].clone();
                self.opaque_write(t, volatile)?;
            }
            21..=26 => {
                if let Some(child) = (0..THREADS).find(|&t| !self.java[t].started) {
                    let mine = self.full[t].clone();
                    self.full[child].join(&mine, false);
                    self.java[child].started = true;
                    self.java[child].seen = self.java[t].epoch;
                    self.java[t].ticks = true;
                    if !in_two_steps {
                        self.finish(t)?;
                    }
                }
            }
            27..=28 => {
                let child = usize::from(which) % THREADS;
                if self.java[child].ended {
                    let theirs = self.full[child].clone();
                    self.full[t].join(&theirs, false);
                    self.acquire_word(t, self.java[child].seen, false)?;
                }
            }
            29 if self.java[t].holds == 0 => {
                self.leave(t);
                return Ok(None);
            }
            // The last thread has no other to dispatch; and one that holds a lock does not end.
            30..=31 if running.len() > 1 && self.java[t].holds == 0 => {
                self.leave(t);
                self.java[t].ended = true;
                return Ok(None);
            }
            _ => {}
        }
        Ok(Some(t))
    }

    fn acquire(&mut self, t: usize, at: usize) -> Result<(), Exhausted> {
        self.full[t].join(&self.published[at], is_of_lock(at));
        self.acquire_word(t, self.words[at], is_of_lock(at))
    }

    /// By a thread that has acquired what is there.
    fn publish(&mut self, t: usize, at: usize, in_two_steps: bool) -> Result<(), Exhausted> {
        let mine = self.full[t].clone();
        self.published[at].join(&mine, false);
        self.release(t, at, in_two_steps)
    }

    fn hold(&mut self, t: usize, at: usize) {
        self.holders[at] = Some(t);
        self.java[t].holds += 1;
    }

    fn let_go(&mut self, t: usize, at: usize) {
        self.holders[at] = None;
        self.java[t].holds -= 1;
    }

    /// The thread leaves its slot.
    fn leave(&mut self, t: usize) {
        let record = Arc::clone(self.record(t));
        self.java[t].seen = self.threads.leave(&record, false);
        self.java[t].record = None;
        self.java[t].epoch = 0;
    }

    // What must hold.

    fn check_invariants(&mut self) -> Result<(), TestCaseError> {
        for t in 0..THREADS {
            let Some(record) = self.java[t].record.clone() else {
                continue;
            };
            let own = record.slot();
            let now = self.component(t, Order::Whole, own);
            prop_assert_eq!(
                now,
                clock(self.java[t].epoch),
                "the clock of thread {} and its copy",
                t
            );
            prop_assert_eq!(own, slot(self.java[t].epoch));
            let highest = self.clocks.entry(own).or_default();
            prop_assert!(
                now >= *highest,
                "the clock of {:?} went back from {} to {}",
                own,
                highest,
                now
            );
            *highest = now;
            let both = self.threads.vector_of(&record);
            prop_assert!(both.is_sound(), "thread {}: {:?}", t, both);
        }
        for &word in self.words.iter().filter(|&&word| is_shared(word)) {
            let both = self.threads.joined.with(word, |both| both.clone()).unwrap();
            prop_assert!(both.is_sound(), "{:?}", both);
        }
        Ok(())
    }

    /// Compares the order of thread `t` with all accesses so far.
    fn check_order(&self, t: usize) -> Result<(), TestCaseError> {
        let is_exact = !self.kinds.fences && !self.kinds.joins_all && !self.is_degraded();
        for &(word, at) in &self.accesses {
            let truly = self.full[t].has_seen(Order::Whole, at);
            let found = self.ordered(t, word);
            prop_assert!(
                found || !truly,
                "order lost: thread {} has seen {:?}, at {:?}",
                t,
                at,
                epoch(word)
            );
            prop_assert!(
                !is_exact || truly || !found,
                "order invented: thread {}, {:?}",
                t,
                at
            );
            let in_must_order = self.full[t].has_seen(Order::Must, at);
            prop_assert!(
                self.must_ordered(t, word) || !in_must_order,
                "must-order lost: {}, {:?}",
                t,
                at
            );
        }
        Ok(())
    }

    fn is_degraded(&self) -> bool {
        self.threads.is_coarse() || self.threads.slots.lock().degraded() != (0, 0)
    }
}

fn is_of_lock(at: usize) -> bool {
    at >= VOLATILES
}

const EXACT: Limits = Limits {
    clocks: raddle_clocks::Limits {
        slots: 1 << 8,
        clock: 1 << 20,
        recent: 1 << 8,
    },
    history: 1 << 20,
    wide: 32,
    joined: 1 << 20,
};

fn check(trace: &[(u8, u8, u8)], limits: Limits, kinds: Kinds) -> Result<(), TestCaseError> {
    let mut run = Run::new(limits, kinds);
    for &choice in trace {
        let Ok(performed) = run.step(choice) else {
            return Ok(());
        };
        run.check_invariants()?;
        if let Some(t) = performed {
            run.check_order(t)?;
        }
    }
    Ok(())
}

fn traces() -> impl Strategy<Value = Vec<(u8, u8, u8)>> {
    vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..200)
}

fn kinds() -> impl Strategy<Value = Kinds> {
    (any::<bool>(), any::<bool>()).prop_map(|(fences, joins_all)| Kinds { fences, joins_all })
}

const PLAIN: Kinds = Kinds {
    fences: false,
    joins_all: false,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn order_is_exact(trace in traces(), wide in 0usize..4) {
        check(&trace, Limits { wide, ..EXACT }, PLAIN)?;
    }

    #[test]
    fn order_is_never_lost_with_short_journals(trace in traces(), entries in 0usize..6, kinds in kinds()) {
        check(&trace, Limits { history: entries * ENTRY_BYTES, ..EXACT }, kinds)?;
    }

    #[test]
    fn order_is_never_lost_with_little_room(trace in traces(), joined in 0usize..4000, kinds in kinds()) {
        check(&trace, Limits { joined, ..EXACT }, kinds)?;
    }

    #[test]
    fn order_is_never_lost_when_all_is_short(
        trace in traces(), slots in 3usize..16, clock in 4u32..20, recent in 1usize..4,
        entries in 0usize..6, wide in 0usize..4, joined in 0usize..4000, kinds in kinds(),
    ) {
        let clocks = raddle_clocks::Limits { slots, clock, recent };
        check(&trace, Limits { clocks, history: entries * ENTRY_BYTES, wide, joined }, kinds)?;
    }
}
