//! `raddle analyze`: the bundled traces with all that is printed of them, the JSON, and what goes wrong.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use raddle_findings::{Kind, Run, Severity};
use raddle_testkit::{Test, tests};
use tempfile::TempDir;

pub fn tests() -> Vec<Test> {
    tests![
        the_examples_are_reported_in_the_words_of_the_trace,
        silence_is_said_too,
        only_what_was_asked_for_is_looked_for,
        what_is_found_twice_is_reported_once,
        the_json_is_a_run,
        what_goes_wrong_is_said_with_the_way_out,
        names_cannot_drive_the_terminal,
    ]
}

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/traces")
        .join(name)
}

fn analyze(args: &[&str], file: &Path) -> Output {
    let mut command = Command::new(RADDLE);
    command.arg("analyze").args(args).arg(file).output().unwrap()
}

/// What is said of a trace that comes by standard input, with the exit status.
fn piped(args: &[&str], trace: &str) -> (String, Option<i32>) {
    let mut child = Command::new(RADDLE)
        .arg("analyze")
        .args(args)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(trace.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (stdout(&output) + &stderr(&output), output.status.code())
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const TRANSFER: &str = "\
error[RAD001]: data race on savings.balance
  (1) alice writes savings.balance at Bank.java:21, holding savings (taken at Bank.java:20)
  (2) main reads savings.balance at Bank.java:12, holding no lock
  more: raddle explain data-race

error[RAD001]: data race on savings.balance
  (1) main reads savings.balance at Bank.java:12, holding no lock
  (2) bob writes savings.balance at Bank.java:23, holding checking (taken at Bank.java:20), savings (taken at Bank.java:22)
  more: raddle explain data-race

warning[RAD004]: alice and bob could wait for each other, for ever
  (1) alice holds savings (taken at Bank.java:20) and wants checking at Bank.java:22, which (2) holds
  (2) bob holds checking (taken at Bank.java:20) and wants savings at Bank.java:22, which (1) holds
  more: raddle explain lock-order

raddle: 3 findings; looked at 19 events of 3 threads in transfer.std
";

/// One finding: that the deadlock could happen is a note of it.
const DEADLOCK: &str = "\
error[RAD003]: alice and bob wait for each other, for ever
  (1) alice holds savings (taken at Bank.java:20) and wants checking at Bank.java:22, which (2) holds
  (2) bob holds checking (taken at Bank.java:20) and wants savings at Bank.java:22, which (1) holds
  note: lock order agrees: these locks are taken in different orders
  more: raddle explain deadlock

raddle: 1 finding; looked at 8 events of 3 threads in deadlock.std
";

fn the_examples_are_reported_in_the_words_of_the_trace() {
    for (name, expected) in [("transfer.std", TRANSFER), ("deadlock.std", DEADLOCK)] {
        let output = analyze(&["--format", "std"], &example(name));
        assert_eq!(stdout(&output), expected);
        assert_eq!((output.status.code(), stderr(&output)), (Some(66), String::new()));
    }
}

fn silence_is_said_too() {
    let clean = "T0|fork(T1)|1\nT1|w(x)|2\nT0|join(T1)|3\nT0|r(x)|4\n";
    assert_eq!(
        piped(
            &["--detect", "data-race,lock-discipline,deadlock,lock-order"],
            clean
        ),
        (
            "raddle: nothing found; looked at 4 events of 2 threads in stdin\n".to_owned(),
            Some(0)
        )
    );
}

fn only_what_was_asked_for_is_looked_for() {
    let trace = "T0|acq(L)|1\nT0|w(x)|2\nT0|rel(L)|3\nT1|acq(L)|4\nT1|rel(L)|5\nT1|w(x)|6\n";
    let kinds = |detect: &str| piped(&["--detect", detect], trace);
    assert_eq!(kinds("data-race").1, Some(0));
    let (text, status) = kinds("data-race,lock-discipline");
    assert_eq!(status, Some(66));
    assert_eq!(
        text,
        "warning[RAD002]: no lock protects every access to x\n  \
           (1) T0 writes x at 2, holding L (taken at 1)\n  \
           (2) T1 writes x at 6, holding no lock\n  \
           more: raddle explain lock-discipline\n\n\
         raddle: 1 finding; looked at 8 events of 2 threads in stdin\n"
    );
}

fn what_is_found_twice_is_reported_once() {
    let (text, _) = piped(&[], &"T0|w(x)|1\nT1|w(x)|2\nT0|acq(L)|3\nT0|rel(L)|4\n".repeat(5));
    assert!(text.contains("  seen: 9 times\n"), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    let both = piped(
        &["--detect", "data-race,lock-discipline"],
        "T0|w(x)|1\nT1|w(x)|2\n",
    )
    .0;
    assert!(
        both.contains("  note: lock discipline agrees: no lock is held at every access to it\n"),
        "{both}"
    );
    assert_eq!(both.matches("RAD00").count(), 1, "{both}");
}

fn the_json_is_a_run() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("findings.json");
    let output = analyze(&["--json", file.to_str().unwrap()], &example("transfer.std"));
    assert_eq!(output.status.code(), Some(66));
    let run: Run = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(run.complete);
    assert_eq!(
        (run.schema.as_str(), run.findings.len()),
        ("raddle-findings/1", 3)
    );
    let cycle = &run.findings[2];
    assert_eq!((cycle.kind, cycle.severity), (Kind::LockOrder, Severity::Warning));
    let holders: Vec<_> = cycle
        .sides
        .iter()
        .map(|side| side.wait.as_ref().unwrap().held_by.clone())
        .collect();
    assert_eq!(holders, [[2], [1]]);
    let frame = cycle.sides[1].site().unwrap();
    assert_eq!((frame.method.as_str(), frame.line), ("Bank.java:22", Some(7)));
    assert_eq!(frame.file.as_deref(), Some("transfer.std"));
}

fn what_goes_wrong_is_said_with_the_way_out() {
    let (text, status) = piped(&[], "T0|w(x)|1\nT1|w(x)|2\nT1|lock(y)|3\n");
    assert_eq!(status, Some(2));
    assert!(
        text.starts_with("raddle: error: -: line 3: expected r, w, acq,") && !text.contains("data race"),
        "{text}"
    );
    let missing = analyze(&[], Path::new("no-such-trace.std"));
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("cannot read no-such-trace.std"));
    let nowhere = analyze(&["--json", "no-such-directory/x.json"], &example("transfer.std"));
    assert_eq!(
        (nowhere.status.code(), stdout(&nowhere)),
        (Some(2), String::new())
    );
    for wrong in [&["--detect", "stuck"][..], &["--format", "csv"]] {
        assert_eq!(analyze(wrong, &example("transfer.std")).status.code(), Some(2));
    }
}

fn names_cannot_drive_the_terminal() {
    let (text, _) = piped(&[], "T\u{1b}[2J|w(x)|1\nT1|w(x)|2\n");
    assert!(
        text.contains("T\\u{1b}[2J writes") && !text.contains('\u{1b}'),
        "{text}"
    );
}
