//! What the tests of reports share: findings made by hand, and snapshots.

use std::path::{Path, PathBuf};

use raddle_findings::{
    Act, Finding, Frame, HeldLock, JvmState, JvmSummary, Kind, LockInfo, Mode, Run, SCHEMA, Side, ThreadInfo,
    Variable,
};
use raddle_report::{Document, Options, Sources, text};

fn tests_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

pub fn check(name: &str, run: &Run, options: Options) {
    let sources = Sources::below(tests_dir().join("sources"));
    let actual = text(&Document::of(run, &sources, options));
    compare(name, &anstream::adapter::strip_str(&actual).to_string());
}

pub fn compare(name: &str, actual: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(tests_dir().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, actual));
}

pub fn frame(class: &str, method: &str, line: u32) -> Frame {
    let simple = class
        .rsplit('.')
        .next()
        .and_then(|name| name.split('$').next())
        .unwrap_or(class);
    let file = Some(format!("{simple}.java"));
    Frame {
        class: class.to_owned(),
        method: method.to_owned(),
        file,
        line: Some(line),
    }
}

/// A side that holds no locks, of a thread that `main` started, unless it is `main`.
pub fn side(op: Act, id: u32, name: &str, stack: Vec<Frame>) -> Side {
    let created_at = match id {
        1 => Vec::new(),
        _ => vec![
            frame("java.lang.Thread", "start", 1451),
            frame("bank.Main", "main", 9),
        ],
    };
    Side {
        thread: ThreadInfo {
            name: name.to_owned(),
            id,
            created_at,
        },
        op,
        call: None,
        stack,
        stack_complete: true,
        locks: Some(Vec::new()),
        wait: None,
    }
}

pub fn lock(class: &str, id: u64, created_at: Option<Frame>) -> LockInfo {
    LockInfo {
        class: class.to_owned(),
        id,
        created_at,
    }
}

pub fn held(lock: LockInfo, acquired_at: Frame) -> HeldLock {
    HeldLock {
        lock,
        mode: Mode::Exclusive,
        acquired_at: Some(acquired_at),
    }
}

pub fn finding(kind: Kind, variable: Option<Variable>, sides: Vec<Side>, count: u64) -> Finding {
    Finding {
        count,
        pids: vec![4711],
        ..Finding::new(
            kind,
            "two threads access a variable without order".to_owned(),
            variable,
            sides,
        )
    }
}

pub fn field(class: &str, name: &str, type_name: &str, is_static: bool) -> Variable {
    Variable {
        class: class.to_owned(),
        field: Some(name.to_owned()),
        type_name: type_name.to_owned(),
        is_static,
        array: None,
    }
}

pub fn jvm(pid: u32, state: JvmState, not_instrumented: &[&str]) -> JvmSummary {
    JvmSummary {
        pid,
        java: "25.0.3".to_owned(),
        command: "bank.Main".to_owned(),
        state,
        classes: 34,
        threads: 5,
        coarse: false,
        notes: vec![],
        interrupted: None,
        not_instrumented: not_instrumented.iter().map(|place| (*place).to_owned()).collect(),
    }
}

pub fn run(findings: Vec<Finding>, jvms: Vec<JvmSummary>, incomplete: &[&str]) -> Run {
    Run {
        schema: SCHEMA.to_owned(),
        command: vec!["java".to_owned(), "bank.Main".to_owned()],
        status: 0,
        complete: incomplete.is_empty(),
        incomplete: incomplete.iter().map(|reason| (*reason).to_owned()).collect(),
        jvms,
        findings,
        suppressed: Vec::new(),
        unused_suppressions: Vec::new(),
        unused_rules: Vec::new(),
        explored: None,
        diverged: None,
    }
}
