//! The programs of the RACER paper as traces: section 4.6 step by step, then the verdicts on all of them
//! under the paper's visibility and under ours, and what ours improves.

use crate::support::dsl::Trace;
use raddle_detect::{Access, Detector, LockDiscipline, Period, State, Unprotected, Visibility};
use raddle_events::{Op, SyncId, ThreadId, VarId};

/// Each variable without protection, as the accesses that led there: `t1 wr 1, t2 rd 4 {m 3}`.
fn warnings(visibility: Visibility, text: &str) -> Vec<String> {
    let trace = Trace::parse(text);
    let side = |access: &Access| {
        let op = match access.op {
            Op::Read => "rd",
            Op::Write => "wr",
        };
        let locks = trace.holds(&access.locks);
        format!("{} {op} {}{locks}", trace.thread(access.thread), access.site.0)
    };
    let mut detector = LockDiscipline::new(visibility);
    let mut reported = vec![];
    for event in &trace.events {
        detector.event(event, &mut |found: Unprotected| {
            let sides: Vec<_> = found.accesses.iter().map(side).collect();
            reported.push(sides.join(", "));
        });
    }
    reported
}

fn paper(text: &str) -> Vec<String> {
    warnings(Visibility::Starts, text)
}

fn ours(text: &str) -> Vec<String> {
    warnings(Visibility::Order, text)
}

/// The verdict on which both agree.
fn both(text: &str) -> Vec<String> {
    assert_eq!(paper(text), ours(text));
    ours(text)
}

fn none() -> Vec<String> {
    vec![]
}

/// Figure 13: `var = 42`, `t1.start()`, `println(var)`, `t1.var = 23`.
const THREAD1_TWICE: &str = "main wr var; main fork t1; t1 rd var; main wr var";

#[test]
fn section_4_6() {
    let trace = Trace::parse(THREAD1_TWICE);
    let period = |thread, number| Period {
        thread: ThreadId(thread),
        number,
    };
    let (main, t1, var) = (0, 1, VarId(0));
    for visibility in [Visibility::Starts, Visibility::Order] {
        let mut racer = LockDiscipline::new(visibility);
        let mut reported = vec![];
        let mut step = |racer: &mut LockDiscipline, event: usize| {
            racer.event(&trace.events[event], &mut |found| reported.push(found));
            (
                racer.state(var),
                racer.lock_set(var).map(<[SyncId]>::len),
                reported.len(),
            )
        };
        assert_eq!((racer.state(var), racer.lock_set(var)), (State::Virgin, None));
        let modified = State::ExclusiveModified(period(main, 0));
        assert_eq!(step(&mut racer, 0), (modified, Some(0), 0));
        assert_eq!(step(&mut racer, 1), (modified, Some(0), 0));
        let handed_over = State::Exclusive(period(t1, 0));
        assert_eq!(step(&mut racer, 2), (handed_over, Some(0), 0));
        assert_eq!(step(&mut racer, 3), (State::SharedModified, Some(0), 1));
    }
    // The first write, of 42, is not part of it.
    assert_eq!(both(THREAD1_TWICE), ["t1 rd 3, main wr 4"]);
}

#[test]
fn thread1_alone_is_a_safe_hand_over() {
    assert_eq!(both("main wr var; main fork t1; t1 rd var"), none());
    let grandchild = "main wr var; main fork t1; t1 fork t2; t2 rd var; t2 wr var";
    assert_eq!(both(grandchild), none());
}

/// Figure 10: the constructor sets `i` and registers a listener that knows `this`; the thread that delivers
/// events was started before. Eraser says nothing.
#[test]
fn this_escape() {
    let escape = "main fork events; main wr i; main lock queue; main wr listener; main unlock queue; \
                  events lock queue; events rd listener; events unlock queue; events rd i";
    assert_eq!(both(escape), ["main wr 2, events rd 9"]);
    let read_back = "main fork events; main wr i; main rd i; events rd i";
    assert_eq!(both(read_back), ["main wr 2, events rd 4"]);
}

/// Figure 1: two tasks, each of which increments a static field, another one under the lock of the class,
/// and a field of its own.
#[test]
fn task() {
    let run = |task: &str| {
        format!(
            "{task} rd shared; {task} wr shared; {task} lock class; {task} rd protected; \
             {task} wr protected; {task} unlock class; {task} rd own.{task}; {task} wr own.{task}"
        )
    };
    let task = format!(
        "main wr own.t1; main wr own.t2; main fork t1; main fork t2; {}; {}",
        run("t1"),
        run("t2")
    );
    assert_eq!(both(&task), ["t1 rd 5, t1 wr 6, t2 rd 13"]);
}

/// The coaster is the only one to write `rideNo`, under the lock under which passengers read it, so its own
/// reads need no lock. No lock is held at all accesses, though: a false warning, which happens-before
/// does not share.
#[test]
fn roller_is_a_false_warning() {
    let roller = "main wr rideNo; main fork coaster; main fork passenger; \
                  coaster lock c; coaster wr rideNo; coaster unlock c; \
                  passenger lock c; passenger rd rideNo; passenger unlock c; \
                  coaster rd rideNo";
    assert_eq!(
        both(roller),
        ["coaster wr 5 {c 4}, passenger rd 8 {c 7}, coaster rd 10"]
    );
    let first_read = "main fork coaster; main fork passenger; coaster rd rideNo; coaster lock c; \
                      coaster wr rideNo; coaster unlock c; passenger lock c; passenger rd rideNo";
    assert_eq!(
        both(first_read),
        ["coaster rd 3, coaster wr 5 {c 4}, passenger rd 8 {c 7}"]
    );
}

#[test]
fn bank_is_clean() {
    let bank = "main wr balance; main fork a; main fork b; \
                a lock bank; a rd balance; a wr balance; a unlock bank; \
                b lock bank; b rd balance; b wr balance; b unlock bank; \
                a lock bank; a lock bank; a wr balance; a unlock bank; a wr balance; a unlock bank; \
                main lock bank; main rd balance; main unlock bank";
    assert_eq!(both(bank), none());
}

#[test]
fn no_two_accesses_need_to_be_without_a_common_lock() {
    let ring = "a lock p; a lock q; a wr x; a unlock q; a unlock p; b lock q; b lock r; b wr x; b unlock r; \
                b unlock q; c lock r; c lock p; c wr x";
    assert_eq!(
        both(ring),
        ["a wr 3 {p 1} {q 2}, b wr 8 {q 6} {r 7}, c wr 13 {r 11} {p 12}"]
    );
}

#[test]
fn readers_need_no_lock_among_themselves() {
    assert_eq!(both("a rd x; b rd x; c rd x"), none());
    assert_eq!(both("a rd x; b rd x; c wr x"), ["a rd 1, b rd 2, c wr 3"]);
}

#[test]
fn a_variable_is_reported_once_in_a_life() {
    let twice = "main fork a; main fork b; a wr x; b wr x; a wr x; b rd x";
    assert_eq!(both(twice), ["a wr 3, b wr 4"]);
    let again = "main fork a; main fork b; a wr x; b wr x; main join a; main join b; main wr x; \
                 main fork c; main wr x; c rd x";
    assert_eq!(ours(again), ["a wr 3, b wr 4", "main wr 9, c rd 10"]);
}

#[test]
fn ours_knows_joins() {
    let result = "main fork a; a wr x; a end; main join a; main rd x";
    assert_eq!(
        (paper(result), ours(result)),
        (vec!["a wr 2, main rd 5".into()], none())
    );
    let workers = "main fork a; main fork b; a lock m; a wr x; a unlock m; b lock m; b wr x; b unlock m; \
                   main join a; main join b; main rd x";
    assert_eq!(paper(workers).len(), 1);
    assert_eq!(ours(workers), none());
    let one_is_missing = workers.replace("main join a; ", "");
    assert_eq!(ours(&one_is_missing).len(), 1);
}

#[test]
fn ours_knows_what_is_published() {
    let volatile = "main fork a; main wr x; main rel v; a acq v; a rd x; a wr x";
    assert_eq!((paper(volatile).len(), ours(volatile)), (1, none()));
    let latch = "main fork a; main fork b; a wr x; a rel latch; b wr y; b rel latch; main acq latch; main rd x; main rd y";
    assert_eq!((paper(latch).len(), ours(latch)), (2, none()));
}

#[test]
fn ours_knows_that_readers_do_not_exclude_each_other() {
    let write_among_readers = "a rlock m; a rd x; a unlock m; b rlock m; b wr x; b unlock m";
    assert_eq!(paper(write_among_readers), none());
    assert_eq!(
        ours(write_among_readers),
        ["a rd 2 {m 1 shared}, b wr 5 {m 4 shared}"]
    );
    let right = "a rlock m; a rd x; a unlock m; b lock m; b wr x; b unlock m; a rlock m; a rd x";
    assert_eq!(both(right), none());
}
