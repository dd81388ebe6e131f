//! How likely the strategies that draw find what they are made for.

use std::collections::BTreeMap;

use crate::support::{Ins, Program, Run, explore, program};
use Ins::{Add, Read, Start, Write, WriteNext};
use raddle_schedule::Strategy;
use raddle_schedule::strategies::{Pct, Pos, Random, Surw};

/// Schedules of an exploration that count. The first one is what others are learnt from.
const SCHEDULES: u64 = 8;
const SAMPLES: u64 = 4000;

/// How often a schedule shows something.
fn frequency(program: &Program, make: impl Fn() -> Box<dyn Strategy>, shows: impl Fn(&Run) -> bool) -> f64 {
    let seeds = SAMPLES / SCHEDULES;
    let mut found = 0;
    for seed in 0..seeds {
        let runs = explore(program, make().as_mut(), seed, 1 + SCHEDULES);
        found += runs.iter().skip(1).filter(|run| shows(run)).count();
    }
    found as f64 / SAMPLES as f64
}

/// A read that must come between two writes is an error of depth 2; two reads, one of them between and one
/// after, of depth 3; and so on: the writer and the reader take turns. Says what the reader must have seen.
fn turns(depth: usize) -> (Program, u64) {
    let (mut writer, mut reader, mut seen) = (Vec::new(), Vec::new(), 0);
    for turn in 0..=depth {
        if turn % 2 == 0 {
            writer.push(Write(0, turn as u64 / 2 + 1));
        } else {
            reader.push(Read(0));
            seen = 10 * seen + turn as u64 / 2 + 1;
        }
    }
    (
        Program {
            threads: vec![writer, reader],
        },
        seen,
    )
}

#[test]
fn pct_keeps_its_guarantee() {
    for depth in 1..=3 {
        let (program, wanted) = turns(depth);
        let steps: usize = program.threads.iter().map(|thread| thread.len() + 1).sum();
        let guaranteed = 1.0 / (2.0 * (steps as f64).powi(depth as i32 - 1));
        let shows = |run: &Run| run.state.registers[1] == wanted;
        let found = frequency(&program, || Box::new(Pct::new(depth as u32)), shows);
        let error = 3.0 * (guaranteed / SAMPLES as f64).sqrt();
        assert!(
            error < guaranteed && found >= guaranteed - error,
            "depth {depth}: {found} of {guaranteed}"
        );
    }
}

#[test]
fn pct_does_not_see_what_is_deeper() {
    for depth in 2..=4 {
        let (program, wanted) = turns(depth);
        let shows = |run: &Run| run.state.registers[1] == wanted;
        assert_eq!(
            frequency(&program, || Box::new(Pct::new(depth as u32 - 1)), shows),
            0.0,
            "depth {depth}"
        );
    }
}

/// Once the first write is done, the other thread's is as likely to be next as the second: had its score not
/// been drawn anew, it would be so in one case of three, as it has lost once.
#[test]
fn pos_forgets_scores_after_a_race() {
    let program = program([&[Write(0, 1), Write(0, 2)], &[Write(0, 3)]]);
    let between = |run: &Run| run.steps[1].thread.0 == 1 && run.steps[0].thread.0 == 0;
    let found = frequency(&program, || Box::new(Pos::default()), between);
    assert!((0.23..0.27).contains(&found), "{found}");
}

/// An update at once, and one that comes late.
fn far_apart() -> Program {
    let mut late = vec![Add(1); 25];
    late.extend([Read(0), WriteNext(0)]);
    let mut early = vec![Read(0), WriteNext(0)];
    early.extend(vec![Add(2); 25]);
    Program {
        threads: vec![late, early],
    }
}

#[test]
fn what_is_far_apart_is_found_by_those_who_know_what_races() {
    let lost = |run: &Run| run.state.variables[&0] == 1;
    let found = |make: fn() -> Box<dyn Strategy>| frequency(&far_apart(), make, lost);
    let random = found(|| Box::new(Random::default()));
    let pos = found(|| Box::new(Pos::default()));
    let surw = found(|| Box::new(Surw::default()));
    assert!(random < 0.001, "{random}");
    assert!(pos > 10.0 * random, "{pos}");
    assert!(surw > 0.1, "{surw}");
}

/// With all events interesting, each of the interleavings is as likely as the others.
#[test]
fn surw_samples_interleavings_evenly() {
    let program = program([&[Start(1), Start(2)], &[Add(0), Add(0), Add(0)], &[Add(0)]]);
    let mut count: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for run in explore(&program, &mut Surw::default(), 5, 4001).iter().skip(1) {
        let adds = run
            .steps
            .iter()
            .filter(|step| step.op.act == raddle_schedule::Act::Update);
        *count.entry(adds.map(|step| step.thread.0).collect()).or_default() += 1;
    }
    assert_eq!(count.len(), 4);
    assert!(
        count.values().all(|count| (800..1200).contains(count)),
        "{count:?}"
    );
}
