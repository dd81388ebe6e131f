//! What holds for each strategy: the same seed gives the same schedules, loops that wait for another thread end, and no
//! input makes it panic.

use crate::support::{Ins, LONG, Program, explore, program, run, site};
use Ins::{
    Add, Enter, Exit, Notify, Read, SpinUntil, Start, TimedWait, Until, Wait, Write, WriteNext, Yield,
};
use proptest::prelude::*;
use raddle_events::{SiteId, ThreadId};
use raddle_schedule::strategies::{Named, Suspicion};
use raddle_schedule::{Access, Act, Candidate, Choice, ChoiceKind, Hint, Op, ResumeKind, Step, Target};

fn every() -> impl Iterator<Item = Named> {
    let more = [1, 5].map(|depth| Named::Pct { depth });
    let bounded = [0, 2].map(|bound| Named::Exhaustive {
        preemptions: Some(bound),
    });
    Named::ALL.iter().copied().chain(more).chain(bounded)
}

fn has_no_chance(named: Named) -> bool {
    matches!(named, Named::RoundRobin | Named::Exhaustive { .. })
}

fn hints() -> [Hint; 2] {
    [
        Hint::LockCycle(vec![site(1, 1), site(2, 2)]),
        Hint::Race([site(1, 0), site(2, 0)]),
    ]
}

/// Something of all there is.
fn medley() -> Program {
    program([
        &[
            Start(1),
            Start(2),
            Add(0),
            Enter(0),
            Notify(0),
            Notify(0),
            Exit(0),
            Read(0),
        ],
        &[
            Read(0),
            Enter(0),
            TimedWait(0),
            Exit(0),
            WriteNext(0),
            Yield,
            Add(1),
        ],
        &[Read(0), WriteNext(0), Enter(0), TimedWait(0), Exit(0), Read(1)],
        &[Add(2), Write(0, 3), Read(2)],
    ])
}

#[test]
fn the_same_seed_gives_the_same_schedules() {
    for named in every() {
        let orders = |seed| {
            let mut strategy = named.make();
            hints().iter().for_each(|hint| strategy.hint(hint));
            let runs = explore(&medley(), strategy.as_mut(), seed, 12);
            runs.iter().map(crate::support::Run::order).collect::<Vec<_>>()
        };
        assert_eq!(orders(7), orders(7), "{named}");
        assert_eq!(orders(7) == orders(8), has_no_chance(named), "{named}");
    }
}

#[test]
fn schedules_of_an_exploration_differ() {
    for named in every() {
        let runs = explore(&medley(), named.make().as_mut(), 3, 12);
        let mut orders: Vec<_> = runs.iter().map(crate::support::Run::order).collect();
        orders.dedup();
        let (few, all) = (orders.len(), runs.len());
        let most = if matches!(named, Named::Exhaustive { .. }) {
            all
        } else {
            all / 2
        };
        assert!(few >= most, "{named}: {few} of {all}");
    }
}

/// What a thread started the last time, it may not start again: no thread may wait for that.
#[test]
fn loops_end_though_the_schedule_before_was_another() {
    let before = program([&[Start(1), Start(2), Add(0), Read(0)], &[Read(0)], &[Read(0)]]);
    let now = program([&[Start(1), Until(0)], &[Read(0), Add(1), Write(0, 1)]]);
    for named in every().filter(|named| !has_no_chance(*named)) {
        for seed in 0..20 {
            let mut strategy = named.make();
            assert!(strategy.begin(0, seed));
            run(&before, strategy.as_mut(), SOON);
            assert!(strategy.begin(1, seed));
            assert!(
                !run(&now, strategy.as_mut(), SOON).cut_off,
                "{named}, seed {seed}"
            );
        }
    }
}

/// Steps within which a loop must end that waits for a few steps of others.
const SOON: usize = 4000;

#[test]
fn loops_that_wait_for_another_thread_end() {
    let waiters = [
        program([&[SpinUntil(0)], &[Add(1), Add(1), Add(1), Write(0, 1)]]),
        program([&[Until(0)], &[Add(1), Add(1), Add(1), Write(0, 1)]]),
        program([&[Until(0)], &[Yield, Yield, Yield, Write(0, 1)]]),
        program([
            &[Until(0), Write(1, 1)],
            &[Until(1), Write(2, 1)],
            &[Yield, Add(3), Write(0, 1), Until(2)],
        ]),
        program([
            &[SpinUntil(0)],
            &[SpinUntil(0)],
            &[Until(0)],
            &[Add(3), Yield, Enter(0), Exit(0), Write(0, 1)],
        ]),
        program([&[SpinUntil(0)], &[Enter(0), TimedWait(0), Exit(0), Write(0, 1)]]),
    ];
    for named in every() {
        let seeds = if has_no_chance(named) { 1 } else { 6 };
        for (number, program) in waiters.iter().enumerate() {
            for seed in 0..seeds {
                let mut strategy = named.make();
                hints().iter().for_each(|hint| strategy.hint(hint));
                for schedule in 0..6 {
                    if !strategy.begin(schedule, seed) {
                        break;
                    }
                    let run = run(program, strategy.as_mut(), SOON);
                    assert!(
                        !run.cut_off,
                        "{named}, program {number}, seed {seed}, schedule {schedule}"
                    );
                }
            }
        }
    }
}

#[test]
fn round_robin_ends_when_no_turn_is_as_long() {
    let mut strategy = Named::RoundRobin.make();
    let steps = medley()
        .threads
        .iter()
        .map(|thread| thread.len() as u64 + 3)
        .sum::<u64>();
    let runs = explore(&medley(), strategy.as_mut(), 0, steps * steps);
    assert!(
        (100..steps * steps).contains(&(runs.len() as u64)),
        "{}",
        runs.len()
    );
}

#[test]
fn one_thread_alone_needs_no_choice() {
    for named in every() {
        let runs = explore(
            &program([&[Add(0), Enter(0), Exit(0)]]),
            named.make().as_mut(),
            0,
            3,
        );
        assert!(
            !runs.is_empty() && runs.iter().all(|run| run.state.has_ended()),
            "{named}"
        );
    }
}

#[test]
fn a_lost_update_is_found() {
    let lost = program([
        &[Add(1), Add(1), Add(1), Read(0), WriteNext(0), Add(1)],
        &[Add(2), Read(0), WriteNext(0), Add(2), Add(2), Add(2)],
    ]);
    let drawn = every().filter(|named| {
        !matches!(
            named,
            Named::Pct { depth: 1 } | Named::Exhaustive { preemptions: Some(0) }
        )
    });
    for named in drawn {
        for seed in 0..20 {
            let runs = explore(&lost, named.make().as_mut(), seed, 60);
            assert!(
                runs.iter().any(|run| run.state.variables[&0] == 1),
                "{named}, seed {seed}"
            );
        }
    }
}

#[test]
fn waits_end_and_no_thread_is_woken_twice() {
    let queue = program([
        &[Enter(0), Wait(0), Exit(0), Add(0)],
        &[Enter(0), Wait(0), Exit(0), Add(0)],
        &[Enter(0), Notify(0), Exit(0)],
    ]);
    for named in every() {
        for run in explore(&queue, named.make().as_mut(), 1, 50) {
            let woken = run.state.variables.get(&0).copied().unwrap_or(0);
            assert!(
                run.is_deadlock() && woken <= 1 && run.steps.len() < LONG,
                "{named}"
            );
        }
    }
}

fn op() -> impl Strategy<Value = Op> {
    let act = prop::sample::select(Act::ALL);
    let target = prop_oneof![
        Just(Target::NONE),
        (0..3u32).prop_map(|object| Target { object, part: object }),
        (0..3u32).prop_map(Target::monitor),
        (0..4u32).prop_map(|thread| Target::life(ThreadId(thread))),
        any::<(u32, u32)>().prop_map(|(object, part)| Target { object, part }),
    ];
    (act, target, 0..5u32).prop_map(|(act, target, site)| Op {
        act,
        target,
        site: SiteId(site),
    })
}

fn candidate() -> impl Strategy<Value = Candidate> {
    let how = prop::sample::select(&[ResumeKind::Go, ResumeKind::Expire, ResumeKind::Spurious][..]);
    let thread = prop_oneof![9 => 0..4u32, 1 => any::<u32>()].prop_map(ThreadId);
    (thread, how, op()).prop_map(|(thread, how, op)| Candidate { thread, how, op })
}

/// A call that a controller might make, in any order.
#[derive(Clone, Debug)]
enum Call {
    Begin,
    Choose(bool, Option<u32>, Vec<Candidate>),
    Performed(Candidate, Vec<(Target, bool)>),
    End(bool),
    Hint(Hint),
}

fn call() -> impl Strategy<Value = Call> {
    let accesses = prop::collection::vec((op().prop_map(|op| op.target), any::<bool>()), 0..3);
    let sites = prop::collection::vec((0..5u32).prop_map(SiteId), 0..4);
    prop_oneof![
        1 => Just(Call::Begin),
        8 => (any::<bool>(), prop::option::of(0..4u32), prop::collection::vec(candidate(), 0..5))
            .prop_map(|(waiter, last, all)| Call::Choose(waiter, last, all)),
        8 => (candidate(), accesses).prop_map(|(candidate, accesses)| Call::Performed(candidate, accesses)),
        1 => any::<bool>().prop_map(Call::End),
        1 => sites.prop_map(|sites| Call::Hint(Hint::LockCycle(sites))),
        1 => any::<[u8; 2]>().prop_map(|sites| Call::Hint(Hint::Race(sites.map(|site| SiteId(u32::from(site % 5)))))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_controller_makes_it_panic(calls in prop::collection::vec(call(), 0..60), seed: u64) {
        for named in every() {
            let mut strategy = named.make();
            for (number, call) in (0..).zip(&calls) {
                match call {
                    Call::Begin => _ = strategy.begin(number, seed),
                    Call::Choose(waiter, last, candidates) => {
                        let what = if *waiter { ChoiceKind::Waiter } else { ChoiceKind::Thread };
                        let choice = Choice { step: number, last: last.map(ThreadId), what, candidates };
                        let index = strategy.choose(&choice);
                        prop_assert!(index < candidates.len().max(1), "{}: {}", named, index);
                    }
                    Call::Performed(candidate, accesses) => {
                        let access = |(target, writes): &(Target, bool)| Access { target: *target, writes: *writes };
                        let Candidate { thread, how, op } = *candidate;
                        strategy.performed(&Step { thread, how, op, accesses: accesses.iter().map(access).collect() });
                    }
                    Call::End(cut_off) => strategy.end(*cut_off),
                    Call::Hint(hint) => strategy.hint(hint),
                }
            }
        }
    }
}

#[test]
fn the_kind_of_suspicion_is_kept_apart() {
    assert_eq!(
        Named::from_name("race-directed"),
        Some(Named::Directed(Suspicion::Race))
    );
    assert_eq!(
        Named::from_name("deadlock-directed"),
        Some(Named::Directed(Suspicion::Deadlock))
    );
}
