//! Reports against the files in `snapshots/`. `INSTA_UPDATE=always` rewrites the files; read the difference.

use crate::support::{check, compare, field, finding, frame, held, jvm, run};
use raddle_events::Op;
use raddle_findings::declared::End;
use raddle_findings::{
    ArrayElement, Finding, Frame, HeldLock, JvmState, Kind, Run, Side, UnusedRule, Variable,
};
use raddle_report::{Document, Options, Sources, json, text};

fn side(op: Op, id: u32, name: &str, stack: Vec<Frame>, locks: Option<Vec<HeldLock>>) -> Side {
    Side {
        locks,
        ..crate::support::side(op.into(), id, name, stack)
    }
}

fn lock(class: &str, id: u64, line: u32) -> HeldLock {
    held(
        crate::support::lock(class, id, None),
        frame("bank.Account", "deposit", line),
    )
}

fn race(variable: Variable, sides: [Side; 2], count: u64) -> Finding {
    finding(Kind::DataRace, Some(variable), sides.into(), count)
}

fn account_race() -> Finding {
    let early = side(
        Op::Write,
        2,
        "depositor",
        vec![frame("bank.Account", "deposit", 7)],
        Some(Vec::new()),
    );
    let late = vec![
        frame("java.lang.Raddle", "read", 88),
        frame("bank.Account", "balance", 11),
        frame("bank.Main", "lambda$main$0", 14),
        frame("java.lang.Thread", "run", 1583),
    ];
    let late = side(Op::Read, 1, "main", late, Some(Vec::new()));
    race(field("bank.Account", "balance", "long", false), [early, late], 12)
}

#[test]
fn a_field_with_its_source_lines() {
    check(
        "field.txt",
        &run(vec![account_race()], vec![jvm(4711, JvmState::Checked, &[])], &[]),
        Options::default(),
    );
}

#[test]
fn different_locks() {
    let early = vec![frame("bank.Account", "deposit", 7)];
    let early = side(Op::Write, 2, "a", early, Some(vec![lock("bank.Account", 3, 6)]));
    let late = vec![
        frame("bank.Account", "deposit", 7),
        frame("bank.Main", "lambda$main$1", 21),
    ];
    let mut late = side(
        Op::Write,
        3,
        "b",
        late,
        Some(vec![lock("bank.Account", 4, 6), lock("java.lang.Object", 5, 5)]),
    );
    late.stack_complete = false;
    let mut finding = race(field("bank.Bank", "total", "int", true), [early, late], 1);
    finding.pids = vec![4711, 4712];
    finding.notes = vec!["the deposit was \u{1b}[31mlarge".to_owned()];
    check(
        "different-locks.txt",
        &run(vec![finding], vec![jvm(4711, JvmState::Checked, &[])], &[]),
        Options::default(),
    );
}

#[test]
fn locks_of_a_pools_workers() {
    let worker = |id| {
        let lock = crate::support::lock("java.util.concurrent.ThreadPoolExecutor$Worker", id, None);
        HeldLock {
            acquired_at: None,
            ..held(
                lock,
                frame("java.util.concurrent.ThreadPoolExecutor", "runWorker", 1134),
            )
        }
    };
    let by = |id, locks| {
        side(
            Op::Write,
            id,
            "worker",
            vec![frame("bank.Account", "deposit", 7)],
            Some(locks),
        )
    };
    let account = |field_name| field("bank.Account", field_name, "long", false);
    let findings = vec![
        race(
            account("balance"),
            [by(2, vec![worker(3)]), by(3, vec![worker(4)])],
            1,
        ),
        race(
            account("fees"),
            [
                by(2, vec![worker(3), lock("bank.Bank", 5, 6)]),
                by(3, vec![worker(4)]),
            ],
            1,
        ),
    ];
    check(
        "workers.txt",
        &run(findings, vec![jvm(4711, JvmState::Checked, &[])], &[]),
        Options::default(),
    );
}

#[test]
fn an_array_element_and_one_lock() {
    let early = side(
        Op::Write,
        2,
        "evil\u{1b}[2J\nname",
        vec![frame("bank.Grid", "step", 40)],
        None,
    );
    let late = side(
        Op::Read,
        3,
        "b",
        vec![frame("bank.Grid", "sum", 51)],
        Some(vec![lock("bank.Grid", 9, 50)]),
    );
    let variable = Variable {
        class: "int[]".to_owned(),
        field: None,
        type_name: "int".to_owned(),
        is_static: false,
        array: Some(ArrayElement {
            index: 17,
            allocated_at: Some(frame("bank.Grid", "<init>", 12)),
        }),
    };
    let unknown_place = race(
        variable.clone(),
        [early.clone(), side(Op::Write, 1, "main", Vec::new(), None)],
        1,
    );
    let mut free = early;
    free.locks = Some(Vec::new());
    let findings = vec![race(variable, [free, late], 2), unknown_place];
    check(
        "array.txt",
        &run(findings, vec![jvm(4711, JvmState::Checked, &[])], &[]),
        Options::default(),
    );
}

#[test]
fn an_object_under_construction() {
    let built = |op, id| side(op, id, "builder", vec![frame("bank.Account", "<init>", 4)], None);
    let used = |op, id| side(op, id, "user", vec![frame("bank.Audit", "look", 8)], None);
    let account = field("bank.Account", "owner", "java.lang.String", false);
    let findings = vec![
        race(account.clone(), [built(Op::Write, 2), used(Op::Read, 3)], 1),
        race(account.clone(), [used(Op::Read, 3), built(Op::Write, 2)], 1),
        // A constructor that reads may be looking at another object.
        race(account, [used(Op::Write, 3), built(Op::Read, 2)], 1),
    ];
    check(
        "construction.txt",
        &run(findings, vec![jvm(4711, JvmState::Checked, &[])], &[]),
        Options::default(),
    );
}

#[test]
fn the_contents_of_a_jdk_object() {
    let put = vec![frame("bank.Bank", "open", 30)];
    let mut put = side(Op::Write, 2, "teller", put, Some(Vec::new()));
    put.call = Some("HashMap.put".to_owned());
    let get = vec![frame("bank.Bank", "find", 41), frame("bank.Main", "main", 12)];
    let mut get = side(Op::Read, 1, "main", get, Some(Vec::new()));
    get.call = Some("HashMap.get".to_owned());
    let contents = |class: &str| Variable {
        class: class.to_owned(),
        field: None,
        type_name: class.to_owned(),
        is_static: false,
        array: None,
    };
    let map = race(contents("java.util.HashMap"), [put.clone(), get.clone()], 3);
    put.call = Some("ArrayList.add".to_owned());
    get.call = Some("ArrayList$Itr.next".to_owned());
    let list = race(contents("java.util.ArrayList"), [put, get], 1);
    check(
        "contents.txt",
        &run(vec![map, list], vec![jvm(4711, JvmState::Checked, &[])], &[]),
        Options::default(),
    );
}

#[test]
fn all_that_was_not_watched() {
    let jvms = vec![
        jvm(1, JvmState::LeftAlone("javac".to_owned()), &[]),
        jvm(2, JvmState::LeftAlone("Maven".to_owned()), &[]),
        jvm(
            3,
            JvmState::Killed,
            &["A.m: over 64 KB", "B: odd", "C: odd", "D: odd", "E: odd"],
        ),
    ];
    let killed =
        "JVM 3 (bank.Main) did not end by itself: it was killed or crashed; its findings up to then are here";
    let run = run(Vec::new(), jvms, &[killed]);
    check("not-watched.txt", &run, Options::default());
    check("not-watched-quiet.txt", &run, Options { quiet: true });
}

#[test]
fn what_is_suppressed_and_what_was_of_no_use() {
    let text = "race:bank.Account.balance  # shown on a dashboard\nrace:bank.Gone  # gone\n";
    let entries = raddle_findings::suppress::parse("races.supp", text).expect("two entries");
    let mut run = run(vec![account_race()], vec![jvm(4711, JvmState::Checked, &[])], &[]);
    run.suppress(&entries);
    let unused = |rule: &str, missing: &[End]| UnusedRule {
        rule: rule.parse().expect("a rule"),
        missing: missing.to_vec(),
    };
    run.unused_rules = vec![
        unused("bank.Box.put -> bank.Box.take(arg0)", &[End::To]),
        unused("bank.Bax.put -> bank.Bax.get", &[End::From, End::To]),
    ];
    check("suppressed.txt", &run, Options::default());
    assert_eq!(quietly(&run), "");
    compare("suppressed.json", &json(&run).expect("a run is always JSON"));
}

fn quietly(run: &Run) -> String {
    text(&Document::of(run, &Sources::below(""), Options { quiet: true }))
}

#[test]
fn a_clean_run_is_one_line_or_none() {
    let run = run(Vec::new(), vec![jvm(4711, JvmState::Checked, &[])], &[]);
    check("clean.txt", &run, Options::default());
    assert_eq!(quietly(&run), "");
}

#[test]
fn json_is_the_schema() {
    let run = run(vec![account_race()], vec![jvm(4711, JvmState::Checked, &[])], &[]);
    compare("field.json", &json(&run).expect("a run is always JSON"));
}
