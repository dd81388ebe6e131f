//! Suppressions and rules of order on the command line, without a JVM: a shell script writes the record.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use raddle_testkit::{Test, tests};
use tempfile::TempDir;

use crate::expect;

pub fn tests() -> Vec<Test> {
    tests![
        what_is_suppressed_does_not_decide_the_status,
        a_file_that_cannot_be_used_is_said_before_the_run,
        rules_reach_the_jvms_and_those_of_no_use_are_named,
    ]
}

const START: &str = r#"{"line":"start","pid":999999999,"java":"25","command":"Main"}"#;
const RACE: &str = r#"{"line":"finding","kind":"data-race","code":"RAD001","fingerprint":"00000000000000aa","severity":"error","message":"m","count":1,"sides":[]}"#;
const END: &str = r#"{"line":"end","counts":{"00000000000000aa":7},"classes":3,"sites":9,"threads":2}"#;
const APPLIED: &str = r#"{"line":"rule-applied","rule":"A.put -> A.take","end":"from"}"#;

/// A directory with a file that stands for the agent library, and a script that records a race.
fn stage() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("agent.so"), "").unwrap();
    let record = [START, RACE, APPLIED, END]
        .map(|line| format!("'{line}'"))
        .join(" ");
    let script = format!(
        "dir=${{JAVA_TOOL_OPTIONS#*=}}; dir=${{dir%% *}}; touch ran\n\
         printf '%s\\n' {record} > \"$dir/jvm-1.jsonl\"; exit 5\n"
    );
    fs::write(dir.path().join("program.sh"), script).unwrap();
    dir
}

fn check(dir: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .arg("check")
        .args(options)
        .args(["--", "sh", "program.sh"])
        .current_dir(dir)
        .env("RADDLE_AGENT", "agent.so")
        .env_remove("JAVA_TOOL_OPTIONS")
        .output()
        .unwrap()
}

fn what_is_suppressed_does_not_decide_the_status() {
    let dir = stage();
    let ours = "# a counter\nrace:fingerprint:00000000000000aa\nrace:Other  # not seen any more\n";
    fs::write(dir.path().join("ours.supp"), ours).unwrap();
    fs::write(dir.path().join("empty.supp"), "").unwrap();
    let options = [
        "--suppressions",
        "empty.supp",
        "--suppressions",
        "ours.supp",
        "--json",
        "x.json",
    ];
    let output = check(dir.path(), &options);
    expect(
        &output,
        5,
        &[
            "no findings in 1 JVM",
            "1 finding suppressed",
            "unused suppressions: ours.supp:3 race:Other; remove them?",
        ],
    );
    assert!(!String::from_utf8_lossy(&output.stderr).contains("RAD001"));
    let text = fs::read_to_string(dir.path().join("x.json")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(run["findings"], serde_json::json!([]));
    assert_eq!(run["suppressed"][0]["entry"]["reason"], "a counter");
    assert_eq!(run["suppressed"][0]["finding"]["count"], 7);
    assert_eq!(run["unused_suppressions"][0]["line"], 3);
    let quiet = check(dir.path(), &["--quiet", "--suppressions", "ours.supp"]);
    expect(&quiet, 5, &[]);
    assert!(quiet.stderr.is_empty());
    expect(
        &check(dir.path(), &["--suppressions", "empty.supp"]),
        66,
        &["1 finding in 1 JVM"],
    );
}

fn a_file_that_cannot_be_used_is_said_before_the_run() {
    let dir = stage();
    fs::write(dir.path().join("odd.supp"), b"race:A # fine\nrace:\xff # not\n").unwrap();
    fs::write(dir.path().join("bare.supp"), "race:A\n").unwrap();
    fs::write(dir.path().join("huge.supp"), "# x\n".repeat(1 << 19)).unwrap();
    fs::write(dir.path().join("bad.rules"), "# ours\nA.put > A.take\n").unwrap();
    for option in ["--suppressions", "--happens-before-file"] {
        expect(
            &check(dir.path(), &[option, "gone"]),
            2,
            &["cannot read gone", option],
        );
        expect(&check(dir.path(), &[option, "."]), 2, &["cannot read .", option]);
        expect(
            &check(dir.path(), &[option, "huge.supp"]),
            2,
            &["cannot read huge.supp", "large"],
        );
        expect(
            &check(dir.path(), &[option, "odd.supp"]),
            2,
            &["odd.supp:2: ", "UTF-8"],
        );
    }
    let bare = check(dir.path(), &["--suppressions", "bare.supp"]);
    expect(&bare, 2, &["bare.supp:1: race:A has no reason", "race:A  # "]);
    let bad = check(dir.path(), &["--happens-before-file", "bad.rules"]);
    expect(
        &bad,
        2,
        &["bad.rules:2: ", "no arrow", "com.example.Mailbox.send -> "],
    );
    let wrong = check(dir.path(), &["--happens-before", "A.put(0) -> A.take"]);
    expect(&wrong, 2, &["\"(0)\" is no key", "--happens-before", "(arg0)"]);
    assert!(!dir.path().join("ran").exists());
}

fn rules_reach_the_jvms_and_those_of_no_use_are_named() {
    let dir = stage();
    fs::write(dir.path().join("order.rules"), "B.put -> B.take # by hand\n").unwrap();
    let options = [
        "--happens-before",
        "A.put->A.take",
        "--happens-before-file",
        "order.rules",
        "--out",
        "run",
    ];
    expect(
        &check(dir.path(), &options),
        66,
        &[
            "A.put -> A.take (nothing to apply it to: A.take)",
            "B.put -> B.take (nothing to apply it to: B.put, B.take)",
        ],
    );
    let config = fs::read_to_string(dir.path().join("run/config.json")).unwrap();
    let config: serde_json::Value = serde_json::from_str(&config).unwrap();
    let rules = serde_json::json!(["A.put -> A.take", "B.put -> B.take"]);
    assert_eq!(config["happens_before"], rules);
}
