//! Each rule of happens-before, once where it orders and once where it does not.

use crate::support::dsl::Trace;
use raddle_detect::{Access, DataRaces, Detector};
use raddle_events::Op;

/// The races of a trace, in the order found, such as `x: t1 wr 1, t2 rd 4`; after a side, the locks held
/// and where each was taken: `t2 rd 4 {m 3}`. Variables are called x, y and so on as they come.
fn races(text: &str) -> Vec<String> {
    let trace = Trace::parse(text);
    let mut detector = DataRaces::default();
    let mut found = vec![];
    for event in &trace.events {
        detector.event(event, &mut |race| found.push(race));
    }
    let side = |access: &Access| {
        let op = match access.op {
            Op::Read => "rd",
            Op::Write => "wr",
        };
        let locks = trace.holds(&access.locks);
        format!("{} {op} {}{locks}", trace.thread(access.thread), access.site.0)
    };
    let line = |race: &raddle_detect::Race| {
        let var = char::from(b'x' + race.var.0 as u8);
        format!("{var}: {}, {}", side(&race.first), side(&race.second))
    };
    found.iter().map(line).collect()
}

fn none() -> Vec<String> {
    vec![]
}

#[test]
fn unordered_accesses_race_if_one_writes() {
    assert_eq!(races("t1 wr x; t2 rd x"), ["x: t1 wr 1, t2 rd 2"]);
    assert_eq!(races("t1 rd x; t2 wr x"), ["x: t1 rd 1, t2 wr 2"]);
    assert_eq!(races("t1 wr x; t2 wr x"), ["x: t1 wr 1, t2 wr 2"]);
}

#[test]
fn reads_never_race_with_each_other() {
    assert_eq!(races("t1 rd x; t2 rd x; t3 rd x; t1 rd x"), none());
}

#[test]
fn different_variables_never_race() {
    assert_eq!(races("t1 wr x; t2 wr y"), none());
}

#[test]
fn program_order_orders() {
    assert_eq!(
        races("t1 wr x; t1 rd x; t1 wr x; t1 rel m; t1 rd x; t1 wr x"),
        none()
    );
}

#[test]
fn a_monitor_orders() {
    let guarded = "t1 lock m; t1 wr x; t1 unlock m; t2 lock m; t2 wr x; t2 unlock m";
    assert_eq!(races(guarded), none());
}

#[test]
fn different_monitors_do_not_order() {
    let trace = "t1 lock m; t1 wr x; t1 unlock m; t2 lock n; t2 wr x; t2 unlock n";
    assert_eq!(races(trace), ["x: t1 wr 2 {m 1}, t2 wr 5 {n 4}"]);
}

#[test]
fn a_shared_lock_orders_readers_with_writers_and_with_each_other() {
    let guarded = "t1 lock m; t1 wr x; t1 unlock m; t2 rlock m; t2 rd x; t2 unlock m; t1 lock m; t1 wr x";
    assert_eq!(races(guarded), none());
    let readers = "t1 rlock m; t1 wr x; t1 unlock m; t2 rlock m; t2 wr x";
    assert_eq!(races(readers), none());
    let inside = "t1 rlock m; t2 rlock m; t1 wr x; t2 wr x";
    assert_eq!(races(inside), ["x: t1 wr 3 {m 1 shared}, t2 wr 4 {m 2 shared}"]);
}

#[test]
fn to_want_a_lock_orders_nothing() {
    assert_eq!(
        races("t1 lock m; t1 wr x; t1 unlock m; t2 req m; t2 wr x"),
        ["x: t1 wr 2 {m 1}, t2 wr 5"]
    );
}

#[test]
fn what_follows_the_unlock_is_not_ordered() {
    let trace = "t1 lock m; t1 unlock m; t1 wr x; t2 lock m; t2 rd x";
    assert_eq!(races(trace), ["x: t1 wr 3, t2 rd 5 {m 4}"]);
}

#[test]
fn what_precedes_the_lock_is_not_ordered() {
    let trace = "t1 lock m; t1 wr x; t1 unlock m; t2 rd x; t2 lock m";
    assert_eq!(races(trace), ["x: t1 wr 2 {m 1}, t2 rd 4"]);
}

#[test]
fn a_volatile_write_orders_what_was_before_it_with_a_later_read() {
    assert_eq!(races("t1 wr x; t1 rel v; t2 acq v; t2 rd x"), none());
    assert_eq!(
        races("t1 wr x; t2 acq v; t1 rel v; t2 rd x"),
        ["x: t1 wr 1, t2 rd 4"]
    );
}

#[test]
fn volatile_writes_of_two_threads_accumulate() {
    assert_eq!(
        races("t1 wr x; t1 rel v; t2 wr y; t2 rel v; t3 acq v; t3 rd x; t3 rd y"),
        none()
    );
}

#[test]
fn a_volatile_write_does_not_learn_from_the_one_before() {
    assert_eq!(
        races("t1 wr x; t1 rel v; t2 rel v; t2 rd x"),
        ["x: t1 wr 1, t2 rd 4"]
    );
}

#[test]
fn a_start_orders_what_was_before_it() {
    assert_eq!(races("t1 wr x; t1 fork t2; t2 rd x; t2 wr x"), none());
    assert_eq!(races("t1 fork t2; t1 wr x; t2 rd x"), ["x: t1 wr 2, t2 rd 3"]);
}

#[test]
fn a_join_orders_all_that_the_thread_did() {
    assert_eq!(
        races("t1 fork t2; t2 wr x; t2 end; t1 join t2; t1 wr x; t3 join t2; t3 rd y"),
        none()
    );
    assert_eq!(
        races("t1 fork t2; t2 wr x; t2 end; t1 wr x"),
        ["x: t2 wr 2, t1 wr 4"]
    );
}

#[test]
fn siblings_are_ordered_if_the_first_was_joined_before_the_second_was_started() {
    let trace = "t1 fork t2; t2 wr x; t2 end; t1 join t2; t1 fork t3; t3 wr x";
    assert_eq!(races(trace), none());
    let trace = "t1 fork t2; t2 wr x; t2 end; t1 fork t3; t3 wr x";
    assert_eq!(races(trace), ["x: t2 wr 2, t3 wr 5"]);
}

#[test]
fn an_interrupt_orders_with_who_detects_it() {
    assert_eq!(
        races("t1 wr x; t1 rel interrupt; t2 acq interrupt; t2 wr x"),
        none()
    );
    assert_eq!(
        races("t1 rel interrupt; t1 wr x; t2 acq interrupt; t2 wr x"),
        ["x: t1 wr 2, t2 wr 4"]
    );
}

#[test]
fn order_is_transitive() {
    let chain = "t1 wr x; t1 rel a; t2 acq a; t2 rel b; t3 acq b; t3 wr x";
    assert_eq!(races(chain), none());
    let broken = "t1 wr x; t1 rel a; t2 rel b; t2 acq a; t3 acq b; t3 wr x";
    assert_eq!(races(broken), ["x: t1 wr 1, t3 wr 6"]);
}

#[test]
fn a_default_value_is_there_before_all_threads() {
    assert_eq!(races("t1 rd x; t2 rd x; t1 acq nothing; t1 rd x"), none());
}

#[test]
fn a_write_must_be_ordered_after_all_unordered_reads() {
    let trace = "t1 rd x; t2 rd x; t3 rd x; t1 rel m; t3 rel m; t4 acq m; t4 wr x";
    assert_eq!(races(trace), ["x: t2 rd 2, t4 wr 7"]);
    let trace = "t1 rd x; t2 rd x; t3 wr x";
    assert_eq!(races(trace), ["x: t1 rd 1, t3 wr 3", "x: t2 rd 2, t3 wr 3"]);
}

#[test]
fn a_write_may_race_with_a_write_and_a_read() {
    let trace = "t1 wr x; t1 rel m; t2 acq m; t2 rd x; t3 wr x";
    assert_eq!(races(trace), ["x: t1 wr 1, t3 wr 5", "x: t2 rd 4, t3 wr 5"]);
}

#[test]
fn monitors_are_reported_outermost_first_and_need_not_nest() {
    let trace = "t1 lock a; t1 lock b; t1 wr x; t1 lock c; t1 unlock a; t1 wr y; t2 rd x; t2 rd y";
    assert_eq!(
        races(trace),
        [
            "x: t1 wr 3 {a 1} {b 2}, t2 rd 7",
            "y: t1 wr 6 {b 2} {c 4}, t2 rd 8"
        ]
    );
}

#[test]
fn events_that_make_no_sense_do_no_harm() {
    assert_eq!(
        races("t1 unlock m; t1 join t9; t1 end; t1 rd x; t1 fork t1; t1 join t1; t1 wr x"),
        none()
    );
}
