//! Deadlocks on traces, one rule at a time: what could happen, what cannot, and what did.

use crate::support::dsl::Trace;
use raddle_clocks::{Slot, VectorClock};
use raddle_detect::{Cycle, Deadlocks, Dependency, Detector, Hold, Link, LockGraph, LockOrder, Moment};
use raddle_events::{Mode, SiteId, SyncId, ThreadId};

fn moment(slot: Slot, seen: VectorClock) -> Moment {
    Moment::of_slot(slot, seen.get(slot), seen)
}

/// Such as `t1 {a 1} b 2 -> t2 {b 5} a 6`: thread, what it holds, what it wants.
fn reported(trace: &Trace, mut detector: impl Detector<Found = Cycle>) -> Vec<String> {
    let link = |link: &Link| {
        let thread = trace.thread(link.thread);
        format!("{thread}{} {}", trace.holds(&link.held), trace.hold(&link.wanted))
    };
    let mut reported = vec![];
    let mut tell = |cycle: Cycle| {
        let links: Vec<_> = cycle.links.iter().map(link).collect();
        reported.push(links.join(" -> "));
    };
    for event in &trace.events {
        detector.event(event, &mut tell);
    }
    detector.finish(&mut tell);
    detector.finish(&mut |again| panic!("reported twice: {again:?}"));
    reported
}

fn possible(text: &str) -> Vec<String> {
    reported(&Trace::parse(text), LockOrder::default())
}

fn actual(text: &str) -> Vec<String> {
    reported(&Trace::parse(text), Deadlocks::default())
}

fn none() -> Vec<String> {
    vec![]
}

/// Two locks, one inside the other.
fn nested(thread: &str, outer: &str, inner: &str) -> String {
    format!("{thread} lock {outer}; {thread} lock {inner}; {thread} unlock {inner}; {thread} unlock {outer}")
}

fn all(parts: &[String]) -> String {
    parts.join("; ")
}

#[test]
fn opposite_orders_could_deadlock() {
    let trace = all(&[nested("t1", "a", "b"), nested("t2", "b", "a")]);
    assert_eq!(possible(&trace), ["t1 {a 1} b 2 -> t2 {b 5} a 6"]);
    assert_eq!(actual(&trace), none());
}

#[test]
fn one_order_cannot() {
    assert_eq!(
        possible(&all(&[nested("t1", "a", "b"), nested("t2", "a", "b")])),
        none()
    );
}

#[test]
fn one_thread_cannot() {
    assert_eq!(
        possible(&all(&[nested("t1", "a", "b"), nested("t1", "b", "a")])),
        none()
    );
    let taken_again = "t1 lock a; t1 lock b; t1 lock a; t1 unlock a; t1 unlock b; t1 unlock a";
    assert_eq!(possible(taken_again), none());
}

#[test]
fn rings_of_three_could() {
    let trace = all(&[
        nested("t1", "a", "b"),
        nested("t2", "b", "c"),
        nested("t3", "c", "a"),
    ]);
    assert_eq!(
        possible(&trace),
        ["t1 {a 1} b 2 -> t2 {b 5} c 6 -> t3 {c 9} a 10"]
    );
    let two_threads = all(&[
        nested("t1", "a", "b"),
        nested("t2", "b", "c"),
        nested("t1", "c", "a"),
    ]);
    assert_eq!(possible(&two_threads), none());
}

#[test]
fn a_gate_keeps_threads_apart() {
    let gated = |thread: &str, outer: &str, inner: &str, gate: &str| {
        format!(
            "{thread} {gate} g; {}; {thread} unlock g",
            nested(thread, outer, inner)
        )
    };
    let both = |first, second| {
        possible(&all(&[
            gated("t1", "a", "b", first),
            gated("t2", "b", "a", second),
        ]))
    };
    assert_eq!(both("lock", "lock"), none());
    assert_eq!(both("rlock", "lock"), none());
    assert_eq!(
        both("rlock", "rlock"),
        ["t1 {g 1 shared} {a 2} b 3 -> t2 {g 7 shared} {b 8} a 9"]
    );
    assert_eq!(both("take", "take"), none());
}

#[test]
fn readers_do_not_wait_for_readers() {
    let both = |first, second| {
        possible(&format!(
            "t1 lock a; t1 {first} b; t1 unlock b; t1 unlock a; t2 {second} b; t2 lock a"
        ))
    };
    assert_eq!(both("rlock", "rlock"), none());
    assert_eq!(both("rlock", "lock"), ["t1 {a 1} b 2 shared -> t2 {b 5} a 6"]);
    assert_eq!(both("lock", "rlock"), ["t1 {a 1} b 2 -> t2 {b 5 shared} a 6"]);
}

#[test]
fn a_try_does_not_wait_but_what_it_got_is_held() {
    let other = nested("t2", "b", "a");
    assert_eq!(
        possible(&format!(
            "t1 lock a; t1 take b; t1 unlock b; t1 unlock a; {other}"
        )),
        none()
    );
    assert_eq!(
        possible(&format!(
            "t1 take a; t1 lock b; t1 unlock b; t1 unlock a; {other}"
        )),
        ["t1 {a 1} b 2 -> t2 {b 5} a 6"]
    );
}

#[test]
fn order_that_locks_do_not_make_rules_it_out() {
    let (first, second) = (nested("t1", "a", "b"), nested("t2", "b", "a"));
    let between = |first_then: &str, second_before: &str| {
        possible(&format!(
            "t0 rd x; {first}; {first_then}; {second_before}; {second}"
        ))
    };
    assert_eq!(between("t1 fork t2", "t2 rd x"), none());
    assert_eq!(between("t1 end", "t2 join t1"), none());
    assert_eq!(between("t1 rel v", "t2 acq v"), none());
    let unordered = ["t1 {a 2} b 3 -> t2 {b 8} a 9"];
    assert_eq!(between("t1 rel v", "t2 acq w"), unordered);
    assert_eq!(
        between("t1 lock m; t1 unlock m", "t2 lock m; t2 unlock m").len(),
        1
    );
}

#[test]
fn one_moment_without_order_is_enough() {
    let trace = all(&[
        nested("t1", "a", "b"),
        "t1 fork t2".into(),
        nested("t2", "b", "a"),
        nested("t1", "a", "b"),
    ]);
    // The second time is at other places, and so another dependency.
    assert_eq!(possible(&trace), ["t1 {a 10} b 11 -> t2 {b 6} a 7"]);
}

#[test]
fn any_two_in_order_rule_it_out() {
    let ring = |order: &str| {
        possible(&all(&[
            nested("t1", "a", "b"),
            nested("t2", "b", "c"),
            order.into(),
            nested("t3", "c", "a"),
        ]))
    };
    assert_eq!(ring("t1 rel v; t2 acq v").len(), 1);
    assert_eq!(ring("t2 rel v; t3 acq v"), none());
}

/// The threads of each pair can meet, the first one at different times, but never all three.
#[test]
fn all_moments_have_to_fit_together() {
    let hold = |lock: u64| Hold {
        lock: SyncId(lock),
        site: SiteId(1),
        mode: Mode::Exclusive,
    };
    let cycles = |moments: &[(u16, [u32; 3])]| {
        let mut graph = LockGraph::default();
        for &(slot, seen) in moments {
            graph.add(Dependency {
                thread: ThreadId(slot.into()),
                held: &[hold(slot.into())],
                wanted: hold((u64::from(slot) + 1) % 3),
                when: moment(Slot(slot), seen.into_iter().collect()),
            });
        }
        graph.cycles().len()
    };
    let [early, late] = [(0, [1, 0, 0]), (0, [2, 1, 0])];
    let (second, third) = ((1, [0, 1, 0]), (2, [1, 0, 1]));
    assert_eq!(cycles(&[early, late, second, third]), 0);
    assert_eq!(cycles(&[early, late, second, (2, [0, 0, 1])]), 1);
    assert_eq!(cycles(&[early, (0, [2, 0, 0]), second, third]), 1);
}

#[test]
fn the_same_places_are_reported_once_however_long_the_ring() {
    let hold = |lock: u64, site| Hold {
        lock: SyncId(lock),
        site: SiteId(site),
        mode: Mode::Exclusive,
    };
    let mut graph = LockGraph::default();
    let mut dine = |seats: std::ops::Range<u32>| {
        for seat in seats.clone() {
            let next = seats.start + (seat + 1 - seats.start) % seats.len() as u32;
            let mut seen = VectorClock::default();
            seen.set(Slot(seat as u16), 1);
            graph.add(Dependency {
                thread: ThreadId(seat),
                held: &[hold(seat.into(), 1)],
                wanted: hold(next.into(), 2),
                when: moment(Slot(seat as u16), seen),
            });
        }
        graph.cycles()
    };
    assert_eq!(dine(0..200)[0].links.len(), 200);
    assert_eq!(dine(300..302), []);
}

#[test]
fn what_does_not_fit_is_counted() {
    let hold = |lock| Hold {
        lock: SyncId(lock),
        site: SiteId(1),
        mode: Mode::Exclusive,
    };
    let mut graph = LockGraph::with_limit(10);
    let at = |clock: u32, other: u32| moment(Slot(0), [clock, other].into_iter().collect());
    let mut add = |lock, when| {
        graph.add(Dependency {
            thread: ThreadId(0),
            held: &[hold(lock)],
            wanted: hold(lock + 1),
            when,
        });
        (graph.len(), graph.refused())
    };
    // Nothing acquired in between: the last moment stands for all.
    for clock in 1..100 {
        assert_eq!(add(0, at(clock, 0)), (1, 0));
    }
    // Nothing released in between: the first one does.
    for other in 1..100 {
        assert_eq!(add(0, at(99, other)), (1, 0));
    }
    for both in 100..107 {
        assert_eq!(add(0, at(both, both)), (1, 0));
    }
    assert_eq!(add(0, at(107, 107)), (1, 1), "eight moments of one dependency");
    assert_eq!(add(1, at(107, 107)), (2, 1));
    assert_eq!(add(2, at(107, 107)), (3, 1));
    assert_eq!(add(3, at(107, 107)), (3, 2), "ten moments of all");
}

/// A thread takes two locks in one order, at more moments than are kept: that matters if another takes them in reverse.
#[test]
fn moments_are_missing_only_where_a_cycle_could_be() {
    let hold = |lock| Hold {
        lock: SyncId(lock),
        site: SiteId(1),
        mode: Mode::Exclusive,
    };
    let mut graph = LockGraph::default();
    let mut add = |thread: u16, held, wanted, clock: u32| {
        let mut seen = VectorClock::default();
        seen.set(Slot(thread), clock);
        seen.set(Slot(9), clock);
        graph.add(Dependency {
            thread: ThreadId(thread.into()),
            held: &[hold(held)],
            wanted: hold(wanted),
            when: moment(Slot(thread), seen),
        });
        graph.gaps().incomplete().len()
    };
    for clock in 1..20 {
        assert_eq!(add(0, 1, 2, clock), 0);
    }
    assert_eq!(add(1, 2, 3, 1), 0);
    assert_eq!(add(1, 2, 1, 1), 1);
}

/// All locks in all orders, by all threads: if there are few places, the search ends once it has them; if
/// there are many, it is cut short, says so, and has found something.
#[test]
fn a_tangle_is_looked_at_as_far_as_that_makes_sense() {
    let hold = |lock: u64, site: u64| Hold {
        lock: SyncId(lock),
        site: SiteId(site as u32),
        mode: Mode::Exclusive,
    };
    let tangle = |places: u64| {
        let mut graph = LockGraph::default();
        for thread in 0..16u16 {
            for (held, wanted) in (0..24).flat_map(|held| (0..24).map(move |wanted| (held, wanted))) {
                let mut seen = VectorClock::default();
                seen.set(Slot(thread), 1);
                graph.add(Dependency {
                    thread: ThreadId(thread.into()),
                    held: &[hold(held, held % places)],
                    wanted: hold(wanted, 99),
                    when: moment(Slot(thread), seen),
                });
            }
        }
        let mut lengths: Vec<usize> = graph.cycles().iter().map(|cycle| cycle.links.len()).collect();
        lengths.dedup();
        (lengths, graph.gave_up())
    };
    assert_eq!(tangle(1), (vec![2], 0));
    assert_eq!(tangle(3), (vec![2, 3], 0));
    let (lengths, gave_up) = tangle(24);
    assert_eq!((lengths[0], gave_up), (2, 1));
}

/// Locks that are always taken in ascending order, whatever their number, are looked through at once.
#[test]
fn many_locks_without_a_cycle_are_no_burden() {
    let many = if cfg!(debug_assertions) {
        200_000
    } else {
        1_000_000
    };
    let mut graph = LockGraph::default();
    let mut random: u64 = 1;
    for _ in 0..many {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let (a, b) = ((random >> 33) % many, (random >> 13) % many);
        let thread = (random >> 60) as u32;
        let hold = |lock, site| Hold {
            lock: SyncId(lock),
            site: SiteId(site),
            mode: Mode::Exclusive,
        };
        let mut seen = VectorClock::default();
        seen.set(Slot(thread as u16), 1);
        graph.add(Dependency {
            thread: ThreadId(thread),
            held: &[hold(a.min(b), 1)],
            wanted: hold(a.max(b), 2),
            when: moment(Slot(thread as u16), seen),
        });
    }
    let start = std::time::Instant::now();
    assert_eq!(graph.cycles(), []);
    assert_eq!((graph.refused(), graph.gave_up()), (0, 0));
    let took = start.elapsed();
    assert!(took.as_millis() < 5_000, "{took:?}");
    println!("{many} dependencies in {took:?}");
}

#[test]
fn a_deadlock_is_reported_by_the_request_that_closes_it() {
    assert_eq!(actual("t1 lock a; t2 lock b; t1 req b"), none());
    assert_eq!(
        actual("t1 lock a; t2 lock b; t1 req b; t2 req a"),
        ["t1 {a 1} b 3 -> t2 {b 2} a 4"]
    );
    assert_eq!(
        actual("t3 lock c; t1 lock a; t2 lock b; t1 req b; t2 req c; t4 req a; t3 req a"),
        ["t3 {c 1} a 7 -> t1 {a 2} b 4 -> t2 {b 3} c 5"]
    );
}

#[test]
fn who_does_something_waits_no_longer() {
    assert_eq!(
        actual("t1 lock a; t2 lock b; t1 req b; t1 rd x; t2 req a"),
        none()
    );
    assert_eq!(
        actual("t1 lock a; t2 lock b; t1 unlock a; t1 req b; t2 req a"),
        none()
    );
    assert_eq!(
        actual("t1 lock a; t2 lock b; t1 req b; t2 unlock b; t1 take b; t2 req a"),
        none()
    );
}

#[test]
fn a_writer_waits_for_all_readers() {
    let trace = "t1 rlock a; t2 rlock a; t2 lock b; t3 req a; t1 req b; t2 req c; t3 rd x; t2 req a";
    assert_eq!(actual(trace), ["t2 {a 2 shared} {b 3} a 8"]);
    assert_eq!(
        actual("t1 rlock a; t2 rlock a; t3 lock b; t1 req b; t3 req a"),
        ["t1 {a 1 shared} b 4 -> t3 {b 3} a 5"]
    );
    assert_eq!(actual("t1 rlock a; t3 lock b; t1 req b; t3 rreq a"), none());
}

#[test]
fn to_take_again_what_one_has_is_no_wait() {
    assert_eq!(
        actual("t1 lock a; t1 req a; t1 take a; t1 unlock a; t1 rreq a"),
        none()
    );
    assert_eq!(
        actual("t1 lock a; t2 lock b; t2 lock b; t2 unlock b; t1 req b; t2 req a").len(),
        1
    );
}
