//! The exhaustive search against a naive enumeration of all interleavings.

use std::collections::BTreeSet;

use crate::support::naive::{self, classes, states};
use crate::support::{Ins, LONG, Program, Run, explore, program, run};
use Ins::{Add, Enter, Exit, Notify, Read, SleepUntil, SpinUntil, TimedWait, Until, Wait, Write, WriteNext};
use proptest::prelude::*;
use raddle_schedule::strategies::Exhaustive;
use raddle_schedule::strategies::exhaustive::Search;
use raddle_schedule::{Exhausted, Strategy as _};

/// A case with more schedules is left out.
const MOST: u64 = 500;

/// Steps, some of them in monitors.
fn body(waits: bool) -> impl Strategy<Value = Vec<Ins>> {
    let variable = 0..2u32;
    let plain = prop_oneof![
        variable.clone().prop_map(Read),
        (variable.clone(), 1..3u64).prop_map(|(v, value)| Write(v, value)),
        variable.clone().prop_map(WriteNext),
        variable.prop_map(Add),
    ];
    let inside = prop_oneof![
        4 => plain.clone().prop_map(|ins| vec![ins]),
        2 => Just(vec![Enter(1), Exit(1)]),
        u32::from(waits) * 3 => prop_oneof![Just(vec![Wait(0)]), Just(vec![TimedWait(0)]), Just(vec![Notify(0)])],
    ];
    let block = prop::collection::vec(inside, 0..3)
        .prop_map(|inner| [vec![Enter(0)], inner.concat(), vec![Exit(0)]].concat());
    let other = plain.clone().prop_map(|ins| vec![Enter(1), ins, Exit(1)]);
    let crossed = plain
        .clone()
        .prop_map(|ins| vec![Enter(1), Enter(0), ins, Exit(0), Exit(1)]);
    let statement = prop_oneof![
        4 => plain.prop_map(|ins| vec![ins]),
        if waits { 6 } else { 2 } => block,
        1 => other,
        1 => crossed,
    ];
    prop::collection::vec(statement, 1..4).prop_map(|parts| parts.concat())
}

fn programs(waits: bool) -> impl Strategy<Value = Program> {
    prop::collection::vec(body(waits), 2..4).prop_map(|threads| Program { threads })
}

fn exhaust(program: &Program, preemptions: Option<u32>) -> (Vec<Run>, Exhaustive) {
    let mut strategy = Exhaustive::new(preemptions);
    let runs = explore(program, &mut strategy, 0, 100 * MOST);
    (runs, strategy)
}

/// Without a bound: all classes, each completed once.
fn sees_all(program: &Program, most: u64) -> Result<(), TestCaseError> {
    let Some(all) = naive::all(program, most) else {
        return Err(TestCaseError::reject("too many schedules"));
    };
    let (runs, strategy) = exhaust(program, None);
    let expected = classes(&all);
    let found = classes(&runs);
    let missed = expected.difference(&found).next();
    prop_assert!(missed.is_none(), "{missed:?}");
    prop_assert_eq!(found.len(), expected.len());
    prop_assert!(states(&runs) == states(&all));
    prop_assert_eq!(strategy.exhausted(), Exhausted::All);
    prop_assert!(runs.len() <= all.len(), "{} of {}", runs.len(), all.len());
    prop_assert_eq!(runs.len() as u64 - strategy.redundant(), expected.len() as u64);
    Ok(())
}

/// With a bound: all states that so many preemptions lead to.
fn sees_all_within(program: &Program, bound: u32) -> Result<(), TestCaseError> {
    let Some(all) = naive::all(program, MOST) else {
        return Err(TestCaseError::reject("too many schedules"));
    };
    let (runs, strategy) = exhaust(program, Some(bound));
    let within: Vec<_> = all.into_iter().filter(|run| run.preemptions <= bound).collect();
    let missing: Vec<_> = states(&within).difference(&states(&runs)).cloned().collect();
    prop_assert!(missing.is_empty(), "{missing:?}");
    prop_assert!(runs.iter().all(|run| run.preemptions <= bound));
    prop_assert!(
        matches!(strategy.exhausted(), Exhausted::UpTo(to) if to == bound)
            || strategy.exhausted() == Exhausted::All
    );
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        max_global_rejects: 10_000_000,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn all_classes_of_locks_and_variables(program in programs(false)) {
        sees_all(&program, MOST)?;
    }

    #[test]
    fn all_classes_of_waits_and_notifications(program in programs(true)) {
        sees_all(&program, MOST)?;
    }

    #[test]
    fn all_states_within_a_bound(program in programs(false), bound in 0..3u32) {
        sees_all_within(&program, bound)?;
    }

    #[test]
    fn all_states_of_waits_within_a_bound(program in programs(true), bound in 0..3u32) {
        sees_all_within(&program, bound)?;
    }
}

/// Deadlocks in which all other threads are asleep: what the blocked ones race with would be missed.
#[test]
fn what_is_blocked_races_though_all_others_sleep() -> Result<(), TestCaseError> {
    let deadlock = program([
        &[Read(0)],
        &[
            Enter(0),
            Exit(0),
            Enter(1),
            Enter(0),
            Write(0, 1),
            Exit(0),
            Exit(1),
        ],
        &[Enter(0), Enter(1), Exit(1), Exit(0)],
    ]);
    sees_all(&deadlock, 10_000)
}

/// A time that is up where the turn began costs no preemption.
#[test]
fn another_way_to_go_on_is_tried_where_it_is_free() -> Result<(), TestCaseError> {
    let timed = program([
        &[Enter(0), TimedWait(0), Exit(0), Enter(1), Add(1), Exit(1)],
        &[Enter(0), Notify(0), Read(1), Exit(0)],
    ]);
    sees_all_within(&timed, 0)
}

#[test]
fn what_is_independent_is_seen_once() {
    let apart = program([&[Add(0); 5], &[Add(1); 5], &[Add(2); 5], &[Add(3); 5]]);
    let readers = program([&[Read(0); 5], &[Read(0); 5], &[Read(0); 5]]);
    for program in [apart, readers] {
        let (runs, strategy) = exhaust(&program, None);
        assert_eq!((runs.len(), strategy.exhausted()), (1, Exhausted::All));
    }
    let (runs, strategy) = exhaust(&program([&[Add(0)], &[Add(0)], &[Add(0)], &[Add(0)]]), None);
    assert_eq!((runs.len(), strategy.redundant()), (24, 0));
    let (runs, _) = exhaust(&program([&[Add(0)], &[Add(0)], &[Add(1)], &[Add(2)]]), None);
    assert_eq!(
        runs.len(),
        2,
        "nothing is gained by starting with what is independent"
    );
}

#[test]
fn a_lost_update_needs_a_preemption() {
    let lost = program([&[Read(0), WriteNext(0)], &[Read(0), WriteNext(0)]]);
    let is_lost = |run: &Run| run.state.variables[&0] == 1;
    let (runs, strategy) = exhaust(&lost, Some(0));
    assert!(!runs.iter().any(is_lost) && strategy.exhausted() == Exhausted::UpTo(0));
    let (runs, strategy) = exhaust(&lost, Some(1));
    assert!(runs.iter().any(is_lost) && strategy.exhausted() == Exhausted::UpTo(1));
    let (_, strategy) = exhaust(&lost, Some(9));
    assert_eq!(strategy.exhausted(), Exhausted::All, "no schedule has so many");
}

/// In whichever order they came.
#[test]
fn each_of_those_who_wait_is_woken() -> Result<(), TestCaseError> {
    let waiter = [Enter(0), Wait(0), Exit(0)];
    sees_all(
        &program([&waiter, &waiter, &[Enter(0), Notify(0), Exit(0)]]),
        5000,
    )
}

/// A thread that spins goes round once for each step of the others, not for ever.
#[test]
fn loops_that_yield_are_exhausted() {
    let spin = program([&[SpinUntil(0), Read(1)], &[Add(1), Write(0, 1), Add(1)]]);
    let (runs, strategy) = exhaust(&spin, None);
    assert_eq!(strategy.exhausted(), Exhausted::All);
    let seen: BTreeSet<_> = runs.iter().map(|run| run.state.registers[0]).collect();
    assert_eq!(seen, BTreeSet::from([1, 2]));
    assert!(runs.len() < 20, "{}", runs.len());
}

#[test]
fn what_was_cut_off_is_not_called_all() {
    let mut strategy = Exhaustive::new(None);
    let forever = program([&[Until(0)], &[Add(1), Read(0)]]);
    for number in 0..200 {
        if !strategy.begin(number, 0) {
            break;
        }
        assert!(run(&forever, &mut strategy, 30).cut_off);
    }
    assert_eq!(strategy.exhausted(), Exhausted::No);
}

#[test]
fn a_repetition_that_does_not_match_is_noticed() {
    let programs = [
        program([&[Add(0), Add(0)], &[Add(0), Add(0)]]),
        program([&[Add(0), Add(0), Add(1)], &[Add(0), Add(0)], &[Add(1)]]),
    ];
    for preemptions in [None, Some(2)] {
        let mut strategy = Exhaustive::new(preemptions);
        let mut schedules = 0;
        while schedules < 1000 && strategy.begin(schedules, 0) {
            run(&programs[schedules as usize % 3 / 2], &mut strategy, LONG);
            schedules += 1;
        }
        assert_eq!(strategy.exhausted(), Exhausted::No);
        assert!(schedules > 3, "it goes on");
    }
}

/// The order of the critical sections is all that matters; no interleaving of the rest is tried.
#[test]
fn only_what_meets_is_tried_in_all_orders() {
    let locked = |own| [Enter(0), Add(0), Exit(0), Add(own), Add(own)];
    let three = program([&locked(1), &locked(2), &locked(3)]);
    assert_eq!(naive::all(&three, 5000).map(|runs| runs.len()), None);
    assert_eq!(exhaust(&three, None).0.len(), 6);
}

/// Each schedule in a JVM of its own, which hands on what it knows.
fn one_by_one(program: &Program, preemptions: Option<u32>) -> (Vec<Run>, Exhausted) {
    let mut strategy = Exhaustive::new(preemptions);
    let mut runs = Vec::new();
    while strategy.begin(runs.len() as u64, 0) {
        runs.push(run(program, &mut strategy, LONG));
        let left = serde_json::to_string(&strategy.leaves()).unwrap();
        strategy = Exhaustive::new(preemptions);
        strategy.take_up(serde_json::from_str::<Option<Search>>(&left).unwrap().unwrap());
    }
    (runs, strategy.exhausted())
}

proptest! {
    #![proptest_config(config(30))]

    #[test]
    fn a_search_goes_on_in_another_jvm(program in programs(true), bound in prop::option::of(0..3u32)) {
        if naive::all(&program, MOST).is_none() {
            return Err(TestCaseError::reject("too many schedules"));
        }
        let (runs, strategy) = exhaust(&program, bound);
        let (apart, exhausted) = one_by_one(&program, bound);
        let orders = |runs: &[Run]| runs.iter().map(Run::order).collect::<Vec<_>>();
        prop_assert_eq!(orders(&runs), orders(&apart));
        prop_assert_eq!(strategy.exhausted(), exhausted);
    }
}

/// The first time in a JVM, the program may do more than later.
#[test]
fn what_a_jvm_does_only_once_does_not_count() {
    let warm = program([&[Add(0), Add(1)], &[Add(0), Add(1)]]);
    let cold = program([&[Add(2), Add(0), Add(1)], &[Add(0), Add(2), Add(1)]]);
    let expected = exhaust(&warm, None).0.len();
    let mut strategy = Exhaustive::new(None);
    let mut schedules = 0;
    for jvm in 0..100 {
        for time in 0..3 {
            if !strategy.begin(schedules, 0) {
                assert_eq!(strategy.exhausted(), Exhausted::All);
                assert!(schedules as usize > expected + jvm / 2, "{schedules} in {jvm}");
                return;
            }
            run(if time == 0 { &cold } else { &warm }, &mut strategy, LONG);
            schedules += 1;
        }
        let left = strategy.leaves().unwrap();
        strategy = Exhaustive::new(None);
        strategy.take_up(left);
    }
    panic!("it never ends");
}

/// A thread that asks in a loop for what the search does not see would go round for ever while those sleep that it
/// waits for.
#[test]
fn no_thread_goes_round_while_those_that_wait_were_tried() {
    let unseen = program([&[Write(0, 1), Read(1)], &[SleepUntil(0), Write(1, 1)]]);
    let mut strategy = Exhaustive::new(None);
    let mut schedules = 0;
    while strategy.begin(schedules, 0) {
        assert!(!run(&unseen, &mut strategy, 200).cut_off, "schedule {schedules}");
        schedules += 1;
    }
    assert_eq!(strategy.exhausted(), Exhausted::All);
}

/// What was seen while some steps were one is not all.
#[test]
fn more_switch_points_begin_a_new_search() {
    let mut strategy = Exhaustive::new(None);
    let coarse = program([&[Add(0)], &[Add(0)]]);
    let fine = program([&[Read(0), WriteNext(0)], &[Read(0), WriteNext(0)]]);
    assert!(strategy.begin(0, 0));
    run(&coarse, &mut strategy, LONG);
    strategy.refined();
    let runs = explore(&fine, &mut strategy, 0, MOST);
    assert!(runs.iter().any(|run| run.state.variables[&0] == 1));
    assert_eq!(strategy.exhausted(), Exhausted::All);
}
