//! The model by itself: what each thing does to who can go on.

use super::*;

fn op(act: Act) -> Op {
    Op {
        act,
        target: Target::NONE,
        site: SiteId::UNKNOWN,
    }
}

fn ready(model: &mut Model) -> Vec<(u32, ResumeKind)> {
    let mut out = Vec::new();
    model.candidates(&mut out);
    out.iter().map(|c| (c.thread.0, c.how)).collect()
}

fn two() -> (Model, ThreadId, ThreadId) {
    let mut model = Model::new(WaitsEnd::default());
    let (a, b) = (model.add(false), model.add(false));
    (model, a, b)
}

#[test]
fn a_monitor_keeps_others_out_until_it_is_left_as_often_as_entered() {
    let (mut model, a, b) = two();
    assert!(model.enter_at_once(a, 7) && model.enter_at_once(a, 7));
    assert!(!model.enter_at_once(b, 7));
    model.arrive(b, op(Act::Enter), BlockReason::Enter(7));
    assert_eq!(ready(&mut model), [(0, ResumeKind::Go)]);
    assert!(
        model
            .blocked()
            .any(|it| it == (b, Blocked::Monitor { object: 7, owner: a }))
    );
    model.exit(a, 7);
    assert_eq!(ready(&mut model).len(), 1);
    model.exit(a, 7);
    assert_eq!(ready(&mut model), [(0, ResumeKind::Go), (1, ResumeKind::Go)]);
    assert_eq!(model.resume(b, ResumeKind::Go), Some(Resumed::Done));
    assert!(model.owns(b, 7));
}

#[test]
fn who_waits_has_left_the_monitor_and_gets_it_back_as_deep() {
    let (mut model, a, b) = two();
    assert!(model.enter_at_once(a, 7) && model.enter_at_once(a, 7));
    model.arrive(
        a,
        op(Act::Wait),
        BlockReason::Wait {
            object: 7,
            until: None,
        },
    );
    assert_eq!(ready(&mut model), [(1, ResumeKind::Go)]);
    assert!(model.enter_at_once(b, 7));
    model.notify(a);
    assert_eq!(
        ready(&mut model),
        [(1, ResumeKind::Go)],
        "the notifier is still inside"
    );
    model.exit(b, 7);
    assert_eq!(model.resume(a, ResumeKind::Go), Some(Resumed::Done));
    model.exit(a, 7);
    assert!(model.owns(a, 7));
    model.exit(a, 7);
    assert!(!model.owns(a, 7));
}

#[test]
fn who_is_late_no_longer_takes_a_notification() {
    let (mut model, a, b) = two();
    assert!(model.enter_at_once(a, 7));
    model.arrive(
        a,
        op(Act::Wait),
        BlockReason::Wait {
            object: 7,
            until: Some(50),
        },
    );
    assert!(model.enter_at_once(b, 7));
    assert_eq!(ready(&mut model), [(0, ResumeKind::Expire), (1, ResumeKind::Go)]);
    assert_eq!(model.resume(a, ResumeKind::Expire), None);
    assert_eq!(model.now(), 50);
    assert!(model.waiting(7).is_empty());
    assert_eq!(ready(&mut model), [(1, ResumeKind::Go)]);
    model.exit(b, 7);
    assert_eq!(model.resume(a, ResumeKind::Go), Some(Resumed::Late));
}

#[test]
fn an_interrupt_ends_waits_parks_and_sleeps() {
    let (mut model, a, b) = two();
    assert!(model.enter_at_once(a, 7));
    model.arrive(
        a,
        op(Act::Wait),
        BlockReason::Wait {
            object: 7,
            until: None,
        },
    );
    model.interrupt(a);
    assert_eq!(model.resume(a, ResumeKind::Go), Some(Resumed::Interrupted));
    model.arrive(b, op(Act::Park), BlockReason::Park { until: None });
    assert_eq!(ready(&mut model), [(0, ResumeKind::Go)]);
    model.interrupt(b);
    assert_eq!(model.resume(b, ResumeKind::Go), Some(Resumed::Done));
    model.set_interrupted(b, false);
    model.arrive(b, op(Act::Sleep), BlockReason::Sleep { until: 9 });
    model.interrupt(b);
    assert_eq!(model.resume(b, ResumeKind::Go), Some(Resumed::Interrupted));
    assert_eq!(model.now(), 0);
}

#[test]
fn an_interrupt_that_came_before_is_not_lost() {
    let (mut model, a, _) = two();
    assert!(model.enter_at_once(a, 7));
    model.interrupt(a);
    model.arrive(
        a,
        op(Act::Wait),
        BlockReason::Wait {
            object: 7,
            until: None,
        },
    );
    assert_eq!(model.resume(a, ResumeKind::Go), Some(Resumed::Interrupted));
}

#[test]
fn a_permit_is_used_once() {
    let (mut model, a, _) = two();
    model.unpark(a);
    model.unpark(a);
    model.arrive(a, op(Act::Park), BlockReason::Park { until: None });
    assert_eq!(model.resume(a, ResumeKind::Go), Some(Resumed::Done));
    model.arrive(a, op(Act::Park), BlockReason::Park { until: None });
    assert_eq!(ready(&mut model), [(1, ResumeKind::Go)]);
}

#[test]
fn whose_time_is_up_goes_on_once_the_clock_has_passed() {
    let (mut model, a, b) = two();
    model.arrive(a, op(Act::Sleep), BlockReason::Sleep { until: 50 });
    model.arrive(b, op(Act::Sleep), BlockReason::Sleep { until: 100 });
    assert_eq!(
        ready(&mut model),
        [(0, ResumeKind::Expire), (1, ResumeKind::Expire)]
    );
    assert_eq!(model.resume(b, ResumeKind::Expire), Some(Resumed::Late));
    assert_eq!(ready(&mut model), [(0, ResumeKind::Go), (1, ResumeKind::Go)]);
}

#[test]
fn waits_end_without_a_reason_only_if_asked_for() {
    let mut model = Model::new(WaitsEnd {
        spuriously: true,
        early: false,
    });
    let a = model.add(true);
    assert!(model.enter_at_once(a, 1) && !model.is_alive());
    model.arrive(
        a,
        op(Act::Wait),
        BlockReason::Wait {
            object: 1,
            until: None,
        },
    );
    assert_eq!(ready(&mut model), [(0, ResumeKind::Spurious)]);
    assert_eq!(model.resume(a, ResumeKind::Spurious), None);
    assert_eq!(model.resume(a, ResumeKind::Go), Some(Resumed::Spurious));
}

/// One waits at an object for so long, the other can run.
fn one_waits(nanos: u64, early: bool) -> (Model, ThreadId, ThreadId) {
    let mut model = Model::new(WaitsEnd {
        spuriously: false,
        early,
    });
    let (a, b) = (model.add(false), model.add(false));
    model.arrive(a, op(Act::Park), BlockReason::Park { until: Some(nanos) });
    (model, a, b)
}

fn steps(model: &mut Model, thread: ThreadId, act: Act, writes: bool) {
    model.tick_step();
    model.resume(thread, ResumeKind::Go);
    let target = Target { object: 1, part: 1 };
    model.performed(&Step {
        thread,
        how: ResumeKind::Go,
        op: op(act),
        accesses: vec![crate::op::Access { target, writes }],
    });
    model.arrive(thread, op(act), BlockReason::Free);
}

const SECOND: u64 = 1_000_000_000;

#[test]
fn seconds_do_not_pass_over_one_that_can_run() {
    let (mut model, a, b) = one_waits(3 * SECOND, false);
    for _ in 0..1_000 {
        assert_eq!(ready(&mut model), [(1, ResumeKind::Go)]);
        steps(&mut model, b, Act::Write, true);
    }
    model.arrive(b, op(Act::Park), BlockReason::Park { until: None });
    assert_eq!(ready(&mut model), [(0, ResumeKind::Expire)]);
    assert_eq!(model.resume(a, ResumeKind::Expire), Some(Resumed::Late));
    let (mut model, a, b) = one_waits(3 * SECOND, true);
    assert_eq!(ready(&mut model), [(0, ResumeKind::Expire), (1, ResumeKind::Go)]);
    assert_eq!(model.overtakes(a), Some(b));
}

#[test]
fn milliseconds_may() {
    let (mut model, a, _) = one_waits(1_000_000, false);
    assert_eq!(ready(&mut model), [(0, ResumeKind::Expire), (1, ResumeKind::Go)]);
    assert_eq!(model.overtakes(a), None);
}

#[test]
fn who_sleeps_less_comes_first() {
    let (mut model, _, b) = one_waits(3 * SECOND, false);
    model.arrive(b, op(Act::Sleep), BlockReason::Sleep { until: SECOND });
    assert_eq!(ready(&mut model), [(1, ResumeKind::Expire)]);
}

/// Spins and works until the other's time is up.
#[test]
fn loops_that_wait_for_a_time_end() {
    for (act, writes, most) in [
        (Act::Yield, false, 1_000),
        (Act::Read, false, 3_000),
        (Act::Write, true, 30_000),
    ] {
        let (mut model, _, b) = one_waits(60 * SECOND, false);
        let mut rounds = 0;
        while ready(&mut model).len() < 2 {
            steps(&mut model, b, act, writes);
            rounds += 1;
            assert!(rounds < most, "{act:?}");
        }
    }
}
