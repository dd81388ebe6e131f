//! Hand-written records, as JVMs of every fate would leave them.

use raddle_findings::{JvmState, Run};
use raddle_session::Records;
use raddle_session::read::{read_dir, read_record};

const START: &str = r#"{"line":"start","pid":4711,"java":"25.0.3","command":"java -jar x.jar"}"#;
const RACE: &str = r#"{"line":"finding","kind":"data-race","code":"RAD001","fingerprint":"00000000000000aa","severity":"error","message":"m","count":1,"sides":[]}"#;
const END: &str = r#"{"line":"end","counts":{"00000000000000aa":7},"classes":3,"sites":9,"threads":2}"#;

fn run(files: &[(&str, String)]) -> Run {
    let mut records = Records::default();
    for (name, text) in files {
        read_record(name, text, &mut records);
    }
    records.into_run(&["java".to_owned()], 0)
}

fn record(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_complete_record_gives_a_complete_run() {
    let run = run(&[("jvm-4711.jsonl", record(&[START, RACE, END]))]);
    assert!(run.complete, "{:?}", run.incomplete);
    assert_eq!((run.findings.len(), run.findings[0].count), (1, 7));
    assert_eq!(run.findings[0].pids, [4711]);
    assert_eq!((run.jvms[0].classes, run.jvms[0].threads), (3, 2));
    assert_eq!(run.jvms[0].state, JvmState::Checked);
}

#[test]
fn a_killed_jvm_keeps_its_findings_and_says_so() {
    let text = record(&[START, RACE]) + r#"{"line":"finding","kind":"data-ra"#;
    let run = run(&[("jvm-4711.jsonl", text)]);
    assert_eq!(
        run.incomplete,
        [
            "JVM 4711 (java -jar x.jar) did not end by itself: it was killed or crashed; its findings up to then are here"
        ]
    );
    assert_eq!(run.jvms[0].state, JvmState::Killed);
    assert_eq!(run.findings[0].count, 1);
}

#[test]
fn a_jvm_that_is_still_running_is_not_called_killed() {
    let mut records = Records::default();
    read_record("jvm-4711.jsonl", &record(&[START]), &mut records);
    records.jvms[0].running = true;
    let run = records.into_run(&[], 0);
    assert_eq!(
        run.incomplete,
        ["JVM 4711 (java -jar x.jar) is still running; its findings up to then are here"]
    );
}

#[test]
fn a_count_without_its_finding_is_a_loss() {
    let run = run(&[("jvm-4711.jsonl", record(&[START, END]))]);
    assert_eq!(
        run.incomplete,
        ["JVM 4711 (java -jar x.jar): could not write all it found to the run directory; lost: 1"]
    );
}

#[test]
fn notes_belong_to_the_sides_that_are_shown() {
    let note = |text: &str| format!(r#"{{"line":"note","fingerprint":"00000000000000aa","note":"{text}"}}"#);
    let stray = note("lost").replace("aa", "bb");
    let first = record(&[START, RACE, &note("same"), &note("same"), &stray, END]);
    let second = record(&[START, RACE, &note("other"), END]).replace("4711", "4712");
    let run = run(&[("jvm-4711.jsonl", first), ("jvm-4712.jsonl", second)]);
    assert!(run.complete, "{:?}", run.incomplete);
    assert_eq!(run.findings[0].notes, ["same"]);
    assert_eq!(run.findings[0].count, 14);
}

#[test]
fn a_long_command_is_cut_and_an_unknown_one_left_out() {
    let long = START.replace("x.jar", &"ö".repeat(100));
    let unknown = START.replace("java -jar x.jar", "");
    let run = run(&[
        ("jvm-1.jsonl", record(&[&long])),
        ("jvm-2.jsonl", record(&[&unknown])),
    ]);
    assert!(
        run.incomplete[0].starts_with("JVM 4711 (java -jar öö"),
        "{:?}",
        run.incomplete
    );
    assert!(
        run.incomplete[0].contains("ö…) did not end"),
        "{:?}",
        run.incomplete
    );
    assert!(
        run.incomplete[1].starts_with("JVM 4711 did not end"),
        "{:?}",
        run.incomplete
    );
}

#[test]
fn garbage_is_reported_and_hides_nothing_after_it() {
    let run = run(&[("jvm-4711.jsonl", record(&[START, "\u{0}\u{0}", RACE, END]))]);
    assert!(!run.complete);
    assert!(
        run.incomplete[0].starts_with("jvm-4711.jsonl, line 2, is not a record"),
        "{:?}",
        run.incomplete
    );
    assert_eq!(run.findings[0].count, 7);
}

#[test]
fn a_record_without_a_start_is_reported() {
    let missing = run(&[("jvm-1.jsonl", record(&[END]))]);
    assert!(missing.incomplete[0].contains("before the record's start"));
    let empty = run(&[
        ("jvm-1.jsonl", record(&[START, RACE, END])),
        ("jvm-2.jsonl", String::new()),
    ]);
    assert!(
        empty.incomplete[0].starts_with("jvm-2.jsonl is empty"),
        "{:?}",
        empty.incomplete
    );
}

#[test]
fn equal_findings_of_two_jvms_become_one() {
    let other = START.replace("4711", "4712");
    let run = run(&[
        ("jvm-4711.jsonl", record(&[START, RACE, END])),
        ("jvm-4712.jsonl", record(&[&other, RACE, END])),
    ]);
    assert_eq!((run.findings.len(), run.findings[0].count), (1, 14));
    assert_eq!(run.findings[0].pids, [4711, 4712]);
}

#[test]
fn a_process_id_used_twice_is_two_jvms() {
    let run = run(&[("jvm-4711.jsonl", record(&[START, RACE, END, START, RACE]))]);
    assert_eq!(run.jvms.len(), 2);
    assert_eq!(run.findings[0].count, 8);
    assert_eq!(run.findings[0].pids, [4711]);
    assert_eq!(run.incomplete.len(), 1);
}

#[test]
fn a_launcher_is_left_alone_and_needs_no_end() {
    let start = START.replace("\"}", "\",\"left_alone\":\"javac\"}");
    let run = run(&[("jvm-4711.jsonl", record(&[&start]))]);
    assert!(run.complete);
    assert_eq!(run.jvms[0].state, JvmState::LeftAlone("javac".to_owned()));
}

#[test]
fn what_a_jvm_could_not_do_is_passed_on_once() {
    let incomplete = r#"{"line":"incomplete","reason":"out of clocks"}"#;
    let method = r#"{"line":"not-instrumented","class":"A","method":"m","reason":"over 64 KB"}"#;
    let class = r#"{"line":"not-instrumented","class":"B","method":null,"reason":"odd"}"#;
    let end = END.replace("\"00000000000000aa\":7", "");
    let run = run(&[(
        "jvm-4711.jsonl",
        record(&[START, incomplete, incomplete, method, class, &end]),
    )]);
    assert_eq!(run.incomplete, ["JVM 4711 (java -jar x.jar): out of clocks"]);
    assert_eq!(run.jvms[0].not_instrumented, ["A.m: over 64 KB", "B: odd"]);
}

#[test]
fn the_json_form_survives_a_round_trip() {
    let run = run(&[("jvm-4711.jsonl", record(&[START, RACE, END]))]);
    let text = serde_json::to_string(&run).expect("a run is always JSON");
    assert_eq!(
        serde_json::from_str::<Run>(&text).expect("what was written is read"),
        run
    );
    assert!(text.starts_with(r#"{"schema":"raddle-findings/1","#), "{text}");
}

#[test]
fn a_directory_that_is_not_there_is_an_error() {
    let error = read_dir(std::path::Path::new("no/such/run")).expect_err("there is nothing to read");
    assert!(error.to_string().starts_with("cannot read no/such/run"));
}

#[test]
fn runs_join_to_one() {
    let part = |race: &str, next: u64| {
        let explored = format!(
            r#"{{"line":"explored","schedules":3,"steps":9,"distinct":1,"cut_off":0,"failed":0,"next":{next}}}"#
        );
        let text = record(&[START, race, &explored, END]);
        let mut records = Records::default();
        read_record("jvm-4711.jsonl", &text, &mut records);
        assert_eq!(records.jvms[0].explored.as_ref().unwrap().next, next);
        let explored = records.jvms[0].explored.as_ref().unwrap().as_part();
        Run {
            explored: Some(explored),
            ..records.into_run(&["java".to_owned()], 0)
        }
    };
    let replayed = RACE.replace(r#""sides""#, r#""replay":"raddle replay x.json","sides""#);
    let mut doubtful = part(&replayed, 5);
    doubtful.incomplete = vec!["why".to_owned()];
    let whole = Run::join(vec![part(RACE, 3), doubtful]);
    assert_eq!((whole.findings.len(), whole.findings[0].count), (1, 14));
    assert_eq!(whole.findings[0].replay.as_deref(), Some("raddle replay x.json"));
    assert_eq!(
        (whole.complete, whole.incomplete.len(), whole.jvms.len()),
        (false, 1, 2)
    );
    assert_eq!(whole.explored.unwrap().schedules, 6);
    assert!(Run::join(Vec::new()).complete);
}

#[test]
fn a_jvm_that_was_ended_on_purpose_is_no_doubt() {
    let mut records = Records::default();
    let diverged = r#"{"line":"diverged","step":3,"expected":"a","found":"b"}"#;
    read_record("jvm-4711.jsonl", &record(&[START, diverged]), &mut records);
    records.jvms[0].stopped = true;
    let run = records.into_run(&[], 0);
    assert!(run.complete);
    assert_eq!(run.diverged.map(|diverged| diverged.step), Some(3));
}
