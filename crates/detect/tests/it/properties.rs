//! On random traces: the detector, the model of the fast path and the oracle name the same racy variables, no more and
//! no fewer; and each pair that is reported is a race, reported correctly.

// The traces on which the clocks' laws are tested too.

use std::collections::BTreeSet;

use crate::support::naive::{Naive, racy};
use crate::support::trace::{Shape, traces};
use crate::support::words::{Manner, Words};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use raddle_detect::{DataRaces, Detector, Race};
use raddle_events::{Action, Event, SiteId, ThreadId, VarId};

/// Some traces are short of variables, others of threads, so that both racy and clean ones are common.
fn any_trace() -> impl Strategy<Value = Vec<Event>> {
    prop_oneof![
        traces(Shape {
            events: 40,
            threads: 3,
            locks: 1,
            syncs: 1,
            vars: 2
        }),
        traces(Shape {
            events: 80,
            threads: 5,
            locks: 2,
            syncs: 2,
            vars: 6
        }),
        traces(Shape {
            events: 160,
            threads: 10,
            locks: 2,
            syncs: 3,
            vars: 40
        }),
    ]
}

/// The races found, each with the site of the event that exposed it.
fn detect(trace: &[Event]) -> Vec<(SiteId, Race)> {
    let mut detector = DataRaces::default();
    let mut races = vec![];
    for (position, event) in trace.iter().enumerate() {
        detector.event(event, &mut |race| races.push((SiteId(position as u32 + 1), race)));
    }
    races
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn the_detector_agrees_with_the_oracle(trace in any_trace()) {
        let expected = Naive::watch(&trace).races();
        let found = detect(&trace);
        let (sites, found): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        prop_assert_eq!(racy(&found), racy(&expected));
        for (n, race) in found.iter().enumerate() {
            prop_assert!(expected.contains(race), "not a race: {:?}", race);
            prop_assert!(!found[..n].contains(race), "reported twice: {:?}", race);
            prop_assert_eq!(race.second.site, sites[n], "reported later");
        }
    }

    #[test]
    fn the_first_race_in_time_is_found(trace in any_trace()) {
        let first = Naive::watch(&trace).races().first().map(|race| race.second.site);
        prop_assert_eq!(detect(&trace).first().map(|(site, _)| *site), first);
    }

    #[test]
    fn the_fast_path_agrees_with_the_oracle(trace in any_trace(), late: bool, skip_repeated: bool) {
        let expected = Naive::watch(&trace).races();
        let pairs: BTreeSet<_> =
            expected.iter().map(|race| (race.var, race.first.site, race.second.site)).collect();
        let found = Words::watch(&trace, Manner { late, skip_repeated });
        let found_racy: BTreeSet<VarId> = found.iter().map(|&(var, ..)| var).collect();
        prop_assert_eq!(found_racy, racy(&expected));
        prop_assert!(found.is_subset(&pairs), "not races: {:?}", found.difference(&pairs));
    }
}

/// The laws above say little about traces that are all racy or all clean.
#[test]
fn the_traces_are_worth_looking_at() {
    let mut runner = TestRunner::deterministic();
    let (mut contended, mut racing) = (0, 0);
    for _ in 0..500 {
        let trace = any_trace().new_tree(&mut runner).unwrap().current();
        let accesses = trace.iter().filter_map(|event| match event.action {
            Action::Read { var, .. } => Some((var, event.thread, false)),
            Action::Write { var, .. } => Some((var, event.thread, true)),
            _ => None,
        });
        let accesses: BTreeSet<(VarId, ThreadId, bool)> = accesses.collect();
        let vars: BTreeSet<VarId> = accesses.iter().map(|&(var, ..)| var).collect();
        let is_contended = |var: &&VarId| {
            let of_var = || accesses.iter().filter(|access| access.0 == **var);
            of_var().any(|write| write.2 && of_var().any(|other| other.1 != write.1))
        };
        contended += vars.iter().filter(is_contended).count();
        racing += racy(&Naive::watch(&trace).races()).len();
    }
    let percent = racing * 100 / contended;
    assert!(
        contended > 500,
        "only {contended} variables are written by one thread and used by another"
    );
    assert!(
        (25..=75).contains(&percent),
        "of {contended} such variables, {percent}% are racy"
    );
}

#[test]
fn ten_thousand_threads_are_no_burden() {
    let var = VarId(1);
    let write = |thread, site| Event {
        thread,
        action: Action::Write {
            var,
            site: SiteId(site),
        },
    };
    for joined in [true, false] {
        let mut trace = vec![];
        let main = ThreadId(0);
        for child in (1..=10_000).map(ThreadId) {
            trace.push(Event {
                thread: main,
                action: Action::Fork { child },
            });
            trace.push(write(child, child.0));
            trace.push(Event {
                thread: child,
                action: Action::End,
            });
            if joined {
                trace.push(Event {
                    thread: main,
                    action: Action::Join { child },
                });
            }
        }
        assert_eq!(detect(&trace).len(), if joined { 0 } else { 9_999 });
    }
}
