//! Suspicions come true soon.

use crate::support::{Ins, Program, Run, explore, program, run, site};
use Ins::{Add, Enter, Exit, Read, SpinUntil, Until, Write};
use raddle_schedule::strategies::{Directed, Portfolio, Random, Suspicion};
use raddle_schedule::{Hint, Strategy};

const DELAY: usize = 50;

fn after(delay: usize, variable: u32, then: &[Ins]) -> Vec<Ins> {
    [vec![Add(variable); delay], then.to_vec()].concat()
}

/// Threads that take the locks of a circle, each its own and the next one.
fn philosophers(count: u32) -> (Program, Hint) {
    let thread = |own: u32| {
        let next = (own + 1) % count;
        after(DELAY, 10 + own, &[Enter(own), Enter(next), Exit(next), Exit(own)])
    };
    let sites = (0..count as usize)
        .map(|thread| site(thread, DELAY + 1))
        .collect();
    (
        Program {
            threads: (0..count).map(thread).collect(),
        },
        Hint::LockCycle(sites),
    )
}

/// The first schedule of so many that shows something.
fn first(
    program: &Program,
    strategy: &mut dyn Strategy,
    seed: u64,
    most: u64,
    shows: impl Fn(&Run) -> bool,
) -> Option<usize> {
    explore(program, strategy, seed, most).iter().position(shows)
}

#[test]
fn a_suspected_deadlock_comes_true() {
    for count in 2..=3 {
        let (program, hint) = philosophers(count);
        let mut by_chance = 0;
        for seed in 0..30 {
            let mut directed = Directed::new(Suspicion::Deadlock);
            directed.hint(&hint);
            let found = first(&program, &mut directed, seed, 10, Run::is_deadlock);
            assert!(found.is_some(), "{count} threads, seed {seed}");
            by_chance +=
                u32::from(first(&program, &mut Random::default(), seed, 10, Run::is_deadlock).is_some());
        }
        assert!(by_chance < 30, "no hint was needed");
    }
}

#[test]
fn the_portfolio_tries_a_new_suspicion_at_once() {
    let (program, hint) = philosophers(2);
    let mut portfolio = Portfolio::default();
    let mut found = 0;
    for seed in 0..30 {
        assert!(portfolio.begin(0, seed));
        run(&program, &mut portfolio, 1000);
        portfolio.hint(&hint);
        assert!(portfolio.begin(1, seed));
        found += u32::from(run(&program, &mut portfolio, 1000).is_deadlock());
        portfolio = Portfolio::default();
    }
    assert!(found >= 25, "{found} of 30");
}

/// Whether two accesses come right after one another, and which one is first.
fn met(run: &Run, sides: [(usize, usize); 2]) -> Option<usize> {
    let sites = sides.map(|(thread, pc)| site(thread, pc));
    let position = |which: usize| run.steps.iter().position(|step| step.op.site == sites[which]);
    let (left, right) = (position(0)?, position(1)?);
    (left.abs_diff(right) == 1).then_some(usize::from(left > right))
}

#[test]
fn the_sides_of_a_suspected_race_meet_in_either_order() {
    let sides = [(0, DELAY), (1, 0)];
    let write = after(DELAY, 10, &[Write(0, 1), Add(10)]);
    let read = [vec![Read(0)], vec![Add(11); DELAY]].concat();
    let program = Program {
        threads: vec![write, read],
    };
    let mut firsts = [0, 0];
    for seed in 0..30 {
        let mut directed = Directed::new(Suspicion::Race);
        directed.hint(&Hint::Race(sides.map(|(thread, pc)| site(thread, pc))));
        for run in explore(&program, &mut directed, seed, 2) {
            let first = met(&run, sides);
            assert!(first.is_some(), "seed {seed}");
            firsts[first.unwrap_or(0)] += 1;
        }
        let by_chance = first(&program, &mut Random::default(), seed, 2, |run| {
            met(run, sides).is_some()
        });
        assert_eq!(by_chance, None);
    }
    assert!(firsts.iter().all(|count| *count > 10), "{firsts:?}");
}

/// Different variables at the places of the hint are no race.
#[test]
fn who_is_at_another_target_is_not_waited_for_for_ever() {
    let program = program([&[Write(0, 1), Add(2)], &[Read(1), Until(0)], &[SpinUntil(0)]]);
    for seed in 0..30 {
        let mut directed = Directed::default();
        directed.hint(&Hint::Race([site(0, 0), site(1, 0)]));
        directed.hint(&Hint::LockCycle(vec![site(0, 0), site(1, 1), site(2, 0)]));
        for _ in 0..4 {
            assert!(directed.begin(0, seed));
            assert!(!run(&program, &mut directed, 2000).cut_off, "seed {seed}");
        }
    }
}

#[test]
fn suspicions_of_the_other_kind_are_left_alone() {
    let mut directed = Directed::new(Suspicion::Race);
    directed.hint(&philosophers(2).1);
    assert!(!directed.has_hint());
    directed.hint(&Hint::Race([site(0, 0), site(1, 0)]));
    directed.hint(&Hint::Race([site(0, 0), site(1, 0)]));
    assert!(directed.has_new_hint());
    directed.begin(0, 0);
    assert!(
        directed.has_hint() && !directed.has_new_hint(),
        "reported twice, tried once"
    );
}
