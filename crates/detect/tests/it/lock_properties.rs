//! On random traces: the detectors of locks against their definitions.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::lock_traces::{Shape, lock_traces};
use crate::support::naive_locks::{Ring, circle, discipline, history, places, rings};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use raddle_detect::wait_graph::{self, Needs};
use raddle_detect::{Cycle, Deadlocks, Detector, LockDiscipline, LockOrder, State, Visibility};
use raddle_events::{Action, Event, SyncId, ThreadId};

fn any_trace() -> impl Strategy<Value = Vec<Event>> {
    prop_oneof![
        lock_traces(Shape {
            events: 40,
            threads: 2,
            locks: 2,
            sites: 1
        }),
        lock_traces(Shape {
            events: 70,
            threads: 3,
            locks: 3,
            sites: 3
        }),
        lock_traces(Shape {
            events: 80,
            threads: 5,
            locks: 5,
            sites: 2
        }),
    ]
}

fn ring(cycle: &Cycle) -> Ring {
    let link = |link: &raddle_detect::Link| (link.thread, link.held.clone(), link.wanted);
    cycle.links.iter().map(link).collect()
}

fn possible(trace: &[Event]) -> (Vec<Ring>, bool) {
    let mut detector = LockOrder::default();
    let mut found = vec![];
    for event in trace {
        detector.event(event, &mut |cycle| found.push(ring(&cycle)));
    }
    detector.finish(&mut |cycle| found.push(ring(&cycle)));
    let is_whole = detector.graph().refused() == 0 && detector.graph().gave_up() == 0;
    (found, is_whole)
}

fn any_needs(threads: u32) -> impl Strategy<Value = wait_graph::State> {
    let others = || vec((0..=threads).prop_map(ThreadId), 0..4);
    prop_oneof![
        1 => Just(wait_graph::State::Runs),
        4 => others().prop_map(|others| wait_graph::State::Waits(Needs::AnyOf(others))),
        6 => others().prop_map(|others| wait_graph::State::Waits(Needs::AllOf(others))),
        2 => Just(wait_graph::State::Waits(Needs::Anybody)),
        1 => Just(wait_graph::State::Waits(Needs::Outside)),
    ]
}

/// Whether no thread outside the set can help one inside.
fn is_hopeless(threads: &[wait_graph::State], set: u32) -> bool {
    let has = |thread: usize| set & (1 << thread) != 0;
    // The number after the last one stands for a thread that has ended.
    let helps = |thread: &ThreadId| (thread.0 as usize) < threads.len() && !has(thread.0 as usize);
    threads
        .iter()
        .enumerate()
        .filter(|&(thread, _)| has(thread))
        .all(|(_, state)| match state {
            wait_graph::State::Runs | wait_graph::State::Waits(Needs::Outside) => false,
            wait_graph::State::Waits(Needs::Anybody) => (0..threads.len()).all(has),
            wait_graph::State::Waits(Needs::AnyOf(others)) => !others.iter().any(helps),
            wait_graph::State::Waits(Needs::AllOf(others)) => !others.iter().all(helps),
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn lock_order_finds_all_cycles_and_nothing_else(trace in any_trace()) {
        let expected = rings(&history(&trace, Visibility::Order));
        let mut shortest: BTreeMap<_, usize> = BTreeMap::new();
        for ring in &expected {
            let length = shortest.entry(places(ring)).or_insert(ring.len());
            *length = ring.len().min(*length);
        }
        let (found, is_whole) = possible(&trace);
        for ring in &found {
            prop_assert!(expected.contains(ring), "no cycle: {:?}", ring);
        }
        let reported: BTreeMap<_, usize> = found.iter().map(|ring| (places(ring), ring.len())).collect();
        prop_assert_eq!(reported.len(), found.len(), "reported twice");
        if is_whole {
            prop_assert_eq!(reported, shortest);
        }
    }

    #[test]
    fn a_deadlock_is_reported_when_and_only_when_a_circle_closes(trace in any_trace()) {
        let mut detector = Deadlocks::default();
        let history = history(&trace, Visibility::Order);
        for (n, event) in trace.iter().enumerate() {
            let mut found = vec![];
            detector.event(event, &mut |cycle| found.push(cycle.links.len()));
            let expected: Vec<usize> = circle(&history[..=n]).into_iter().collect();
            prop_assert_eq!(found, expected, "{:?}", event);
        }
    }

    #[test]
    fn lock_sets_are_those_of_the_whole_history(trace in any_trace(), starts: bool) {
        let visibility = if starts { Visibility::Starts } else { Visibility::Order };
        let history = history(&trace, visibility);
        let mut detector = LockDiscipline::new(visibility);
        for (n, event) in trace.iter().enumerate() {
            let mut found = vec![];
            detector.event(event, &mut |unprotected| found.push(unprotected));
            let (Action::Read { var, .. } | Action::Write { var, .. }) = event.action else {
                prop_assert!(found.is_empty());
                continue;
            };
            let expected = discipline(&history[..=n], var, visibility).unwrap();
            let state = detector.state(var);
            let is_shared = matches!(state, State::Shared | State::SharedModified);
            let is_modified = matches!(state, State::ExclusiveModified(_) | State::SharedModified);
            let locks: BTreeSet<SyncId> = detector.lock_set(var).unwrap().iter().copied().collect();
            prop_assert_eq!((is_shared, is_modified), (expected.is_shared, expected.is_modified));
            prop_assert_eq!(locks, expected.locks);
            prop_assert_eq!(!found.is_empty(), expected.is_reported);
            for unprotected in found {
                let last = unprotected.accesses.last().unwrap();
                prop_assert_eq!((unprotected.var, last.thread), (var, event.thread));
            }
        }
    }

    #[test]
    fn the_stuck_are_the_greatest_hopeless_set(threads in vec(any_needs(7), 0..8)) {
        let states = (0..).map(ThreadId).zip(threads.iter().cloned()).collect();
        let verdict = wait_graph::verdict(&states);
        let sets = (0..1u32 << threads.len()).filter(|&set| is_hopeless(&threads, set));
        let greatest = sets.fold(0, |all, set| all | set);
        prop_assert!(is_hopeless(&threads, greatest));
        let stuck = verdict.stuck.iter().fold(0, |all, thread| all | 1 << thread.0);
        prop_assert_eq!(stuck, greatest);
        for cycle in &verdict.cycles {
            for (n, thread) in cycle.iter().enumerate() {
                let next = cycle[(n + 1) % cycle.len()];
                prop_assert!(verdict.stuck.contains(thread) && cycle[0] <= *thread);
                let needs = &threads[thread.0 as usize];
                let waits = matches!(needs,
                    wait_graph::State::Waits(Needs::AnyOf(others) | Needs::AllOf(others)) if others.contains(&next));
                prop_assert!(waits, "{:?} does not wait for {:?}", thread, next);
            }
        }
    }
}

/// The laws above say little about traces in which nothing happens.
#[test]
fn the_traces_are_worth_looking_at() {
    let mut runner = TestRunner::deterministic();
    let (mut lengths, mut deadlocks, mut variables) = ([0; 6], 0, [0; 2]);
    for _ in 0..1000 {
        let trace = any_trace().new_tree(&mut runner).unwrap().current();
        possible(&trace)
            .0
            .iter()
            .for_each(|ring| lengths[ring.len()] += 1);
        let mut detector = Deadlocks::default();
        trace
            .iter()
            .for_each(|event| detector.event(event, &mut |_| deadlocks += 1));
        for (n, visibility) in [Visibility::Starts, Visibility::Order].into_iter().enumerate() {
            let mut detector = LockDiscipline::new(visibility);
            trace
                .iter()
                .for_each(|event| detector.event(event, &mut |_| variables[n] += 1));
        }
    }
    println!("cycles by length {lengths:?}, deadlocks {deadlocks}, variables {variables:?}");
    assert!(lengths[2] > 100 && lengths[3] > 10, "{lengths:?}");
    assert!(deadlocks > 100, "{deadlocks}");
    assert!(variables.iter().all(|&reported| reported > 100), "{variables:?}");
}
