//! Reports of threads that wait for each other, or could, against the files in `snapshots/`.

use crate::support::{check, compare, field, finding, frame, held, jvm, lock, run, side};
use raddle_findings::{
    Act, Finding, Frame, HeldLock, JvmState, Kind, LockInfo, Mode, Run, Side, Wait, WaitKind,
};
use raddle_report::{Options, json};

fn wait(kind: WaitKind, object: Option<LockInfo>, held_by: &[usize]) -> Option<Wait> {
    Some(Wait {
        kind,
        object,
        thread: None,
        held_by: held_by.to_vec(),
    })
}

fn account(id: u64) -> LockInfo {
    lock(
        "bank.Account",
        id,
        Some(frame("bank.Main", "main", 7 + id as u32)),
    )
}

/// A teller inside `transfer`, who has one account and wants another.
fn teller(id: u32, has: u64, wants: u64, of: usize) -> Side {
    let stack = vec![
        frame("bank.Account", "transfer", 17),
        frame("bank.Main", "lambda$main$0", 12),
        frame("java.lang.Thread", "run", 1583),
    ];
    Side {
        locks: Some(vec![held(account(has), frame("bank.Account", "transfer", 16))]),
        wait: wait(WaitKind::Monitor, Some(account(wants)), &[of]),
        ..side(Act::Lock, id, &format!("teller-{has}"), stack)
    }
}

fn tellers() -> Vec<Side> {
    vec![teller(14, 1, 2, 2), teller(15, 2, 1, 1)]
}

fn checked(findings: Vec<Finding>) -> Run {
    run(findings, vec![jvm(4711, JvmState::Checked, &[])], &[])
}

fn rendered(name: &str, findings: Vec<Finding>) {
    check(name, &checked(findings), Options::default());
}

/// A thread parked inside a method of a lock.
fn parked(method: &str, then: Vec<Frame>) -> Vec<Frame> {
    let mut stack = vec![
        frame("jdk.internal.misc.Unsafe", "park", 1),
        frame("java.util.concurrent.locks.LockSupport", "park", 221),
        frame("java.util.concurrent.locks.ReentrantReadWriteLock", method, 959),
    ];
    stack.extend(then);
    stack
}

#[test]
fn a_deadlock_of_two() {
    rendered("deadlock.txt", vec![finding(Kind::Deadlock, None, tellers(), 1)]);
}

#[test]
fn a_deadlock_as_json_survives() {
    let run = checked(vec![finding(Kind::Deadlock, None, tellers(), 1)]);
    let text = json(&run).expect("a run is always JSON");
    compare("deadlock.json", &text);
    assert_eq!(
        serde_json::from_str::<Run>(&text).expect("what was written is read"),
        run
    );
}

#[test]
fn deadlocks_of_other_kinds() {
    let main = |kind, object, held_by: &[usize]| Side {
        wait: wait(kind, object, held_by),
        ..side(Act::Wait, 1, "main", vec![frame("bank.Main", "main", 30)])
    };
    let mut joins = main(WaitKind::Thread, None, &[2]);
    joins
        .wait
        .iter_mut()
        .for_each(|wait| wait.thread = Some("loader".to_owned()));
    let needs = Side {
        wait: wait(WaitKind::ClassInit, Some(lock("bank.Rates", 5, None)), &[1]),
        ..side(Act::Wait, 2, "loader", vec![frame("bank.Loader", "run", 21)])
    };
    let initialiser = finding(Kind::Deadlock, None, vec![joins, needs], 1);

    let pool = main(
        WaitKind::Result,
        Some(lock("java.util.concurrent.FutureTask", 6, None)),
        &[1],
    );
    let pool = finding(Kind::Deadlock, None, vec![pool], 1);

    let stamped = lock("java.util.concurrent.locks.StampedLock", 8, None);
    let again = Side {
        op: Act::Lock,
        locks: Some(vec![held(stamped.clone(), frame("bank.Main", "main", 29))]),
        ..main(WaitKind::Lock, Some(stamped), &[1])
    };
    let again = finding(Kind::Deadlock, None, vec![again], 1);
    rendered("deadlock-kinds.txt", vec![initialiser, pool, again]);
}

#[test]
fn two_readers_that_want_to_write() {
    let rates = || {
        lock(
            "java.util.concurrent.locks.ReentrantReadWriteLock",
            4,
            Some(frame("bank.Rates", "<init>", 9)),
        )
    };
    let reader = |id: u32, other: usize| {
        let held = HeldLock {
            mode: Mode::Shared,
            ..held(rates(), frame("bank.Rates", "update", 40))
        };
        Side {
            locks: Some(vec![held]),
            wait: wait(WaitKind::Lock, Some(rates()), &[other]),
            ..side(
                Act::Lock,
                id,
                "reader",
                parked(
                    "lock",
                    vec![frame("bank.Rates", "update", 41), frame("bank.Main", "run", 50)],
                ),
            )
        }
    };
    let sides = || vec![reader(2, 2), reader(3, 1)];
    rendered(
        "upgrade.txt",
        vec![
            finding(Kind::Deadlock, None, sides(), 1),
            finding(Kind::LockOrder, None, sides(), 3),
        ],
    );
}

#[test]
fn locks_in_different_orders() {
    let mut sides = tellers();
    for side in &mut sides {
        side.stack.truncate(1);
    }
    let log = held(lock("java.lang.Object", 9, None), frame("bank.Log", "write", 5));
    sides[1]
        .locks
        .iter_mut()
        .for_each(|locks| locks.insert(0, log.clone()));
    let two = finding(Kind::LockOrder, None, sides, 7);

    let ring = vec![teller(2, 1, 2, 2), teller(3, 2, 3, 3), teller(4, 3, 1, 1)];
    let mut three = finding(Kind::LockOrder, None, ring, 1);
    three.sides[2]
        .wait
        .iter_mut()
        .for_each(|wait| wait.kind = WaitKind::ReadLock);
    rendered("lock-order.txt", vec![two, three]);
}

#[test]
fn a_program_that_is_stuck() {
    let queue = lock(
        "java.util.concurrent.LinkedBlockingQueue",
        3,
        Some(frame("bank.Main", "main", 8)),
    );
    let main = Side {
        wait: Some(Wait {
            kind: WaitKind::Thread,
            object: None,
            thread: Some("teller".to_owned()),
            held_by: vec![2],
        }),
        ..side(
            Act::Wait,
            1,
            "main",
            vec![
                frame("java.lang.Thread", "join", 2042),
                frame("bank.Main", "main", 11),
            ],
        )
    };
    let teller = Side {
        locks: Some(vec![held(account(1), frame("bank.Account", "await", 20))]),
        wait: wait(WaitKind::Notification, Some(account(1)), &[]),
        ..side(
            Act::Wait,
            2,
            "teller",
            vec![
                frame("java.lang.Object", "wait0", 1),
                frame("java.lang.Object", "wait", 366),
                frame("bank.Account", "await", 21),
            ],
        )
    };
    let worker = vec![
        frame("jdk.internal.misc.Unsafe", "park", 1),
        frame("java.util.concurrent.LinkedBlockingQueue", "take", 435),
        frame("java.util.concurrent.ThreadPoolExecutor", "getTask", 1062),
        frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1122),
    ];
    let worker = Side {
        locks: None,
        wait: wait(WaitKind::Queue, Some(queue), &[]),
        ..side(Act::Wait, 3, "pool-1-thread-1", worker)
    };
    rendered(
        "stuck.txt",
        vec![finding(Kind::Stuck, None, vec![main, teller, worker], 1)],
    );
}

#[test]
fn a_variable_without_a_lock_of_its_own() {
    let written = Side {
        locks: Some(vec![held(
            lock("park.Coaster", 4, None),
            frame("park.Coaster", "ride", 30),
        )]),
        ..side(Act::Write, 2, "coaster", vec![frame("park.Coaster", "ride", 31)])
    };
    let read = side(Act::Read, 2, "coaster", vec![frame("park.Coaster", "run", 22)]);
    let ride = field("park.Coaster", "rideNo", "long", false);
    rendered(
        "lock-discipline.txt",
        vec![finding(Kind::LockDiscipline, Some(ride), vec![written, read], 1)],
    );
}
