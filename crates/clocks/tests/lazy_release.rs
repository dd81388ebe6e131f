//! Lazy release, slots and journals together order a random trace exactly as full vector clocks do;
//! where they are degraded, they order more and never less.

#[path = "support/trace.rs"]
mod trace;

use std::collections::BTreeMap;

use proptest::prelude::*;
use raddle_clocks::{Epoch, Error, LazyClocks, Limits, Room, Word};
use raddle_events::{Action, Event, SyncId, ThreadId};
use trace::{Shape, traces};

const SHAPE: Shape = Shape {
    events: 120,
    threads: 12,
    locks: 2,
    syncs: 3,
    vars: 1,
};
const EXACT: Limits = Limits {
    slots: 1 << 14,
    clock: 1 << 20,
    recent: 1 << 14,
};

/// How much of it is kept.
#[derive(Clone, Copy, Debug)]
struct Past {
    entries: usize,
    wide: usize,
    room: usize,
}

const FULL: Past = Past {
    entries: usize::MAX,
    wide: usize::MAX,
    room: usize::MAX,
};

type Full = BTreeMap<ThreadId, u32>;

/// Full vectors for threads and objects; every event is its own clock.
#[derive(Default)]
struct Naive {
    threads: BTreeMap<ThreadId, Full>,
    objects: BTreeMap<SyncId, Full>,
}

impl Naive {
    fn perform(&mut self, &Event { thread, action }: &Event) {
        let mut mine = self.threads.remove(&thread).unwrap_or_default();
        *mine.entry(thread).or_default() += 1;
        match action {
            Action::Lock { lock: object, .. } | Action::Acquire { sync: object } => {
                join(&mut mine, self.objects.entry(object).or_default())
            }
            Action::Unlock { lock: object } | Action::Release { sync: object } => {
                join(self.objects.entry(object).or_default(), &mine)
            }
            Action::Fork { child } => join(self.threads.entry(child).or_default(), &mine),
            Action::Join { child } => join(&mut mine, &self.threads[&child]),
            Action::Write { .. } => self.threads.values().for_each(|other| join(&mut mine, other)),
            Action::Request { .. } | Action::Read { .. } | Action::End => {}
        }
        self.threads.insert(thread, mine);
    }

    fn now(&self, thread: ThreadId) -> u32 {
        self.threads[&thread][&thread]
    }

    fn is_ordered(&self, (who, when): (ThreadId, u32), thread: ThreadId) -> bool {
        self.threads[&thread].get(&who).is_some_and(|&seen| seen >= when)
    }
}

fn join(into: &mut Full, from: &Full) {
    for (&thread, &clock) in from {
        let seen = into.entry(thread).or_default();
        *seen = clock.max(*seen);
    }
}

fn perform(clocks: &mut LazyClocks, &Event { thread, action }: &Event) -> Result<(), Error> {
    match action {
        // To wait for a lock orders nothing; to get it does.
        Action::Request { .. } => Ok(()),
        Action::Lock { lock, .. } => clocks.lock(thread, lock),
        Action::Unlock { lock } => clocks.unlock(thread, lock),
        Action::Acquire { sync } => clocks.acquire(thread, sync),
        Action::Release { sync } => clocks.release(thread, sync),
        Action::Fork { child } => clocks.fork(thread, child),
        Action::Join { child } => clocks.join(thread, child),
        Action::End => clocks.end(thread),
        // A wait, for which the thread leaves its slot.
        Action::Read { .. } => clocks.rest(thread),
        // All that was done so far is acquired.
        Action::Write { .. } => clocks.join_all(thread),
    }
}

/// Runs both and compares, at each event, its order with all events before. `Ok(None)` if the slots
/// ran out; else how often the lazy side was degraded.
fn compare(trace: &[Event], limits: Limits, past: Past) -> Result<Option<u64>, TestCaseError> {
    let mut lazy = LazyClocks::new(limits, past.entries, past.wide, Room::of_bytes(past.room));
    let mut naive = Naive::default();
    let mut events: Vec<(Epoch, (ThreadId, u32))> = vec![];
    prop_assert_eq!(lazy.start(ThreadId(0)), Ok(()));
    for event in trace {
        let thread = event.thread;
        let exhausted = Error::SlotsExhausted { limit: limits.slots };
        let performed = lazy.epoch(thread).and_then(|before| {
            perform(&mut lazy, event)?;
            Ok(before)
        });
        let before = match performed {
            Ok(before) => before,
            Err(error) => {
                prop_assert_eq!(error, exhausted);
                return Ok(None);
            }
        };
        naive.perform(event);
        if let Action::Unlock { lock } = event.action {
            prop_assert_eq!(lazy.word(lock), Word::At(before), "an unlock needs no vector");
        }
        prop_assert_eq!(
            lazy.slots()
                .owner_at(before.slot(), before.clock())
                .map(|(_, owner)| owner),
            Some(thread)
        );
        events.push((before, (thread, naive.now(thread))));
        if matches!(event.action, Action::End | Action::Read { .. }) {
            continue;
        }
        for &(epoch, at) in &events {
            let (lazily, truly) = (
                lazy.is_ordered(epoch, thread).unwrap(),
                naive.is_ordered(at, thread),
            );
            if lazy.degraded() == 0 {
                prop_assert_eq!(lazily, truly, "{:?} against {:?}", event, at);
            } else {
                prop_assert!(lazily || !truly, "order lost: {:?} against {:?}", event, at);
            }
        }
    }
    Ok(Some(lazy.degraded()))
}

/// Those stand for what is never exact.
fn without_writes(mut trace: Vec<Event>) -> Vec<Event> {
    trace.retain(|event| !matches!(event.action, Action::Write { .. }));
    trace
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn order_is_exact(trace in traces(SHAPE)) {
        let trace = without_writes(trace);
        prop_assert_eq!(compare(&trace, EXACT, FULL)?, Some(0));
    }

    #[test]
    fn order_is_exact_with_changes_as_a_whole(trace in traces(SHAPE), wide in 0usize..4) {
        let trace = without_writes(trace);
        prop_assert_eq!(compare(&trace, EXACT, Past { wide, ..FULL })?, Some(0));
    }

    #[test]
    fn order_is_never_lost_with_few_versions(trace in traces(SHAPE), wide in 0usize..3, room in 0usize..2000) {
        let past = Past { wide, room, ..FULL };
        prop_assert!(compare(&trace, EXACT, past)?.is_some());
    }

    #[test]
    fn order_is_exact_for_threads_that_move_to_new_slots(trace in traces(SHAPE), clock in 3u32..8) {
        let trace = without_writes(trace);
        prop_assert_eq!(compare(&trace, Limits { clock, ..EXACT }, FULL)?, Some(0));
    }

    #[test]
    fn order_is_never_lost_when_all_is_learnt_at_times(trace in traces(SHAPE)) {
        prop_assert!(compare(&trace, EXACT, FULL)?.is_some());
    }

    #[test]
    fn order_is_never_lost_with_few_slots(trace in traces(SHAPE), slots in 2usize..6) {
        compare(&trace, Limits { slots, ..EXACT }, FULL)?;
    }

    #[test]
    fn order_is_never_lost_when_few_slots_wait_for_an_exact_successor(trace in traces(SHAPE), recent in 1usize..4) {
        let limits = Limits { recent, ..EXACT };
        prop_assert!(compare(&trace, limits, FULL)?.is_some());
    }

    #[test]
    fn order_is_never_lost_with_short_journals(trace in traces(SHAPE), entries in 1usize..4) {
        let past = Past { entries, ..FULL };
        prop_assert!(compare(&trace, EXACT, past)?.is_some());
    }

    #[test]
    fn order_is_never_lost_when_all_is_short(
        trace in traces(SHAPE), slots in 3usize..8, clock in 4u32..12, recent in 1usize..4,
        entries in 1usize..3, wide in 0usize..4, room in 0usize..2000,
    ) {
        compare(&trace, Limits { slots, clock, recent }, Past { entries, wide, room })?;
    }
}

#[test]
fn ten_thousand_threads_joined_one_by_one_stay_small() {
    let mut clocks = LazyClocks::new(Limits::default(), 64, 16, Room::of_bytes(1 << 20));
    clocks.start(ThreadId(0)).unwrap();
    for child in (1..=10_000).map(ThreadId) {
        clocks.fork(ThreadId(0), child).unwrap();
        clocks.release(child, SyncId(1)).unwrap();
        clocks.end(child).unwrap();
        clocks.join(ThreadId(0), child).unwrap();
    }
    assert_eq!((clocks.slots().used(), clocks.degraded()), (2, 0));
}

#[test]
fn of_threads_never_joined_the_latest_stay_exact() {
    let mut clocks = LazyClocks::new(Limits::default(), 64, 16, Room::of_bytes(1 << 20));
    clocks.start(ThreadId(0)).unwrap();
    let mut last = vec![];
    for child in (1..=10_000).map(ThreadId) {
        clocks.fork(ThreadId(0), child).unwrap();
        last.push(clocks.epoch(child).unwrap());
        clocks.end(child).unwrap();
    }
    let recent = Limits::default().recent;
    assert_eq!(clocks.slots().used(), recent + 1);
    clocks.fork(ThreadId(0), ThreadId(10_001)).unwrap();
    let unordered = |epoch| !clocks.is_ordered(epoch, ThreadId(10_001)).unwrap();
    assert!(last[10_000 - recent + 1..].iter().copied().all(unordered));
}

/// A stand-in from the journal says that thread 1 has seen thread 2, which had seen thread 1 later than
/// at the clock asked for. Thread 3, which then has seen thread 2, must have seen that too.
#[test]
fn a_stand_in_brings_its_own_clock() {
    let [asked, learnt, seen, between, last] = [1, 2, 3, 4, 5].map(SyncId);
    let fork = |child| {
        (
            0,
            Action::Fork {
                child: ThreadId(child),
            },
        )
    };
    let release = |thread, sync| (thread, Action::Release { sync });
    let acquire = |thread, sync| (thread, Action::Acquire { sync });
    let trace = [
        fork(1),
        fork(2),
        fork(3),
        release(1, asked),
        release(2, learnt),
        acquire(1, learnt),
        release(1, seen),
        acquire(2, seen),
        release(2, between),
        acquire(1, between),
        release(1, seen),
        release(2, last),
        acquire(1, last),
        acquire(3, asked),
        acquire(3, between),
    ];
    let trace = trace.map(|(thread, action)| Event {
        thread: ThreadId(thread),
        action,
    });
    assert_eq!(compare(&trace, EXACT, FULL).unwrap(), Some(0));
    assert_eq!(
        compare(&trace, EXACT, Past { entries: 1, ..FULL }).unwrap(),
        Some(1)
    );
}
