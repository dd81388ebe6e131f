//! Reports of schedules that were tried, against the files in `snapshots/`.

use crate::support::{check, finding, frame, jvm, run, side};
use raddle_events::schedule::{Bound, Divergence};
use raddle_findings::{Act, Exploration, Finding, JvmState, Kind, Run, Side};
use raddle_report::Options;

fn explored() -> Exploration {
    Exploration {
        strategies: vec!["portfolio".to_owned()],
        schedules: 1000,
        distinct: 214,
        steps: 20_000,
        max_steps: 100_000,
        jvms: 1,
        ..Exploration::default()
    }
}

fn with(findings: Vec<Finding>, explored: Exploration) -> Run {
    Run {
        explored: Some(explored),
        ..run(findings, vec![jvm(4711, JvmState::Checked, &[])], &[])
    }
}

/// As a `main` that is called again and again has it.
fn stack() -> Vec<raddle_findings::Frame> {
    vec![
        frame("java.util.Objects", "requireNonNull", 233),
        frame("bank.Account", "transfer", 17),
        frame("bank.Main", "main", 12),
        frame("jdk.internal.reflect.DirectMethodHandleAccessor", "invoke", 103),
        frame("java.lang.reflect.Method", "invoke", 580),
        frame("java.lang.RaddleExplore", "main", 30),
    ]
}

#[test]
fn an_exception_that_no_code_caught() {
    let thrown = Side {
        call: Some("java.lang.NullPointerException".to_owned()),
        ..side(Act::Throw, 2, "teller", stack())
    };
    let mut found = finding(Kind::UncaughtException, None, vec![thrown], 1);
    found.message = "uncaught exception: java.lang.NullPointerException: no account".to_owned();
    found.replay = Some("raddle replay raddle-replays/uncaught-exception-1a2b3c4d.json".to_owned());
    let explored = Exploration {
        failed: 1,
        first_failure: Some(17),
        ..explored()
    };
    check(
        "uncaught-exception.txt",
        &with(vec![found], explored),
        Options::default(),
    );
}

#[test]
fn threads_that_are_busy_for_ever() {
    let spins = |id, name: &str| Side {
        locks: None,
        ..side(Act::Spin, id, name, stack())
    };
    let found = finding(Kind::Livelock, None, vec![spins(2, "left"), spins(3, "right")], 4);
    let explored = Exploration {
        failed: 4,
        cut_off: 4,
        jvms: 5,
        exhausted: Some(Bound::Preemptions(2)),
        doubts: ["a", "b", "c", "d"]
            .map(|doubt| format!("schedule {doubt} read a file"))
            .to_vec(),
        ..explored()
    };
    check("livelock.txt", &with(vec![found], explored), Options::default());
}

#[test]
fn silence_says_how_much_was_tried() {
    check("explored.txt", &with(Vec::new(), explored()), Options::default());
}

#[test]
fn failures_are_shown_when_quiet_is_wanted_too() {
    let exit = Finding::of_status(
        1,
        Some("raddle replay raddle-replays/bad-exit-1a2b3c4d.json".to_owned()),
    );
    let mut run = with(vec![exit], explored());
    run.diverged = Some(Divergence {
        step: 9,
        expected: "thread 1 reads at A.run(A.java:3)".to_owned(),
        found: "no thread could go on".to_owned(),
    });
    check("explored-quiet.txt", &run, Options { quiet: true });
}
