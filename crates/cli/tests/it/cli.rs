//! The command line without a JVM: what goes wrong before the run, and what becomes of records, which
//! a shell script writes in the place of an agent.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use raddle_testkit::{Test, tests};
use tempfile::TempDir;

use crate::expect;

pub fn tests() -> Vec<Test> {
    tests![
        mistakes_on_the_command_line_are_status_2,
        a_missing_agent_library_is_said_before_the_run,
        a_lone_executable_says_where_the_agent_belongs,
        targets_that_cannot_be_written_are_said_before_the_run,
        a_command_without_a_jvm_fails_whatever_its_status,
        a_clean_run_keeps_the_status_of_the_command,
        findings_decide_the_status,
        an_incomplete_run_without_findings_fails,
        a_run_of_launchers_alone_has_checked_nothing,
        json_and_records_are_left_where_asked,
        the_programs_streams_are_its_own,
        java_itself_gets_arguments,
        colours_come_only_when_asked_for,
        a_death_by_signal_is_128_and_its_number,
        signals_reach_the_command_and_the_report_still_comes,
        explain_has_pages,
        help_has_examples,
        shells_and_man_know_every_verb,
        the_doctor_fails_without_an_agent,
        a_directory_in_which_nothing_ran_is_free,
        a_command_in_quotes_is_no_command,
        a_pattern_without_a_class_makes_the_run_incomplete,
    ]
}

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");

/// Puts the run directory into `$dir`, as an agent would learn it.
const RUN_DIR: &str = "dir=${JAVA_TOOL_OPTIONS#*=}; dir=${dir%% *}; ";
const START: &str = r#"{"line":"start","pid":999999999,"java":"25","command":"Main"}"#;
const END: &str = r#"{"line":"end","counts":{"00000000000000aa":7},"classes":3,"sites":9,"threads":2}"#;
const CLEAN: &str = r#"{"line":"end","counts":{},"classes":3,"sites":9,"threads":2}"#;
const RACE: &str = r#"{"line":"finding","kind":"data-race","code":"RAD001","fingerprint":"00000000000000aa","severity":"error","message":"m","count":1,"sides":[]}"#;

/// A directory with a file that stands for the agent library.
fn stage() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("agent.so"), "").unwrap();
    dir
}

fn raddle(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(RADDLE);
    command
        .args(args)
        .current_dir(dir)
        .env("RADDLE_AGENT", "agent.so")
        .env_remove("JAVA_TOOL_OPTIONS");
    command
}

fn check(args: &[&str]) -> Output {
    raddle(stage().path(), &[&["check"], args].concat())
        .output()
        .unwrap()
}

/// Checks a script that writes `lines` as a record and ends with status 5.
fn check_record(options: &[&str], lines: &[&str]) -> Output {
    let lines: String = lines
        .iter()
        .map(|line| format!("echo '{line}' >> \"$dir/jvm-1.jsonl\"; "))
        .collect();
    let script = format!("{RUN_DIR}{lines}exit 5");
    check(&[options, &["--", "sh", "-c", &script]].concat())
}

/// Makes an executable in a process of its own: one that is being written cannot be started, and the
/// other tests' children inherit whatever this process has open.
fn shell(dir: &Path, script: &str) {
    assert!(
        Command::new("sh")
            .args(["-ec", script])
            .current_dir(dir)
            .status()
            .unwrap()
            .success()
    );
}

fn mistakes_on_the_command_line_are_status_2() {
    expect(&check(&["--bogus", "--", "true"]), 2, &["--bogus", "--help"]);
    expect(&check(&[]), 2, &["COMMAND"]);
    expect(
        &check(&["--", "no-such-command-here"]),
        2,
        &["no command no-such-command-here", "PATH"],
    );
    expect(&check(&["--", "./agent.so"]), 2, &["cannot start ./agent.so"]);
}

fn a_missing_agent_library_is_said_before_the_run() {
    let dir = stage();
    let mut command = raddle(dir.path(), &["check", "--", "touch", "ran"]);
    expect(
        &command.env("RADDLE_AGENT", "nowhere.so").output().unwrap(),
        2,
        &["RADDLE_AGENT is nowhere.so", "unset"],
    );
    assert!(!dir.path().join("ran").exists());
}

fn a_lone_executable_says_where_the_agent_belongs() {
    let dir = tempfile::tempdir().unwrap();
    let alone = dir.path().join("raddle");
    shell(dir.path(), &format!("cp '{RADDLE}' raddle"));
    let output = Command::new(alone)
        .args(["check", "--", "true"])
        .env_remove("RADDLE_AGENT")
        .output()
        .unwrap();
    expect(&output, 2, &["agent library", "../lib", "RADDLE_AGENT="]);
}

fn targets_that_cannot_be_written_are_said_before_the_run() {
    let dir = stage();
    let tried = |args: &[&str]| {
        raddle(dir.path(), &[&["check"], args, &["--", "touch", "ran"]].concat())
            .output()
            .unwrap()
    };
    expect(
        &tried(&["--json", "nowhere/x.json"]),
        2,
        &["cannot write nowhere/x.json", "--json FILE"],
    );
    expect(&tried(&["--json", "."]), 2, &["cannot write ."]);
    expect(
        &tried(&["--out", "agent.so"]),
        2,
        &["cannot use agent.so", "not a directory", "--out DIR"],
    );
    expect(
        &tried(&["--out", "agent.so/x"]),
        2,
        &["cannot use agent.so/x", "--out DIR"],
    );
    expect(&tried(&["--out", "."]), 2, &["not empty", "--out DIR"]);
    assert!(!dir.path().join("ran").exists());
}

fn a_command_without_a_jvm_fails_whatever_its_status() {
    expect(
        &check(&["--", "true"]),
        2,
        &["no JVM reported", "JAVA_TOOL_OPTIONS", "raddle doctor"],
    );
    expect(&check(&["--quiet", "--", "false"]), 2, &["no JVM reported"]);
}

fn a_clean_run_keeps_the_status_of_the_command() {
    expect(&check_record(&[], &[START, CLEAN]), 5, &["no findings in 1 JVM"]);
    let quiet = check_record(&["--quiet"], &[START, CLEAN]);
    expect(&quiet, 5, &[]);
    assert!(quiet.stderr.is_empty());
}

fn findings_decide_the_status() {
    expect(
        &check_record(&[], &[START, RACE, END]),
        66,
        &["error[RAD001]", "7 times", "1 finding in 1 JVM"],
    );
    expect(&check_record(&["--exit-code", "9"], &[START, RACE, END]), 9, &[]);
    let killed = check_record(&[], &[START, RACE]);
    expect(&killed, 66, &["did not end by itself", "there may be more"]);
}

fn an_incomplete_run_without_findings_fails() {
    expect(
        &check_record(&[], &[START]),
        2,
        &["JVM 999999999 (Main) did not end by itself", "run again"],
    );
    expect(
        &check_record(&[], &[START, "garbage", CLEAN]),
        2,
        &["line 2, is not a record"],
    );
    let full = r#"{"line":"incomplete","reason":"cannot write"}"#;
    expect(
        &check_record(&[], &[START, full, CLEAN]),
        2,
        &["JVM 999999999 (Main): cannot write"],
    );
}

fn a_run_of_launchers_alone_has_checked_nothing() {
    let start = START.replace("}", r#","left_alone":"javac"}"#);
    expect(
        &check_record(&[], &[&start]),
        2,
        &["1 JVM left alone: javac", "--all-jvms"],
    );
}

fn json_and_records_are_left_where_asked() {
    let dir = stage();
    let script = format!("{RUN_DIR}printf '%s\\n' '{START}' '{RACE}' '{END}' > \"$dir/jvm-1.jsonl\"");
    let args = [
        "check", "--json", "x.json", "--out", "run", "--", "sh", "-c", &script,
    ];
    expect(&raddle(dir.path(), &args).output().unwrap(), 66, &["1 finding"]);
    assert!(dir.path().join("run/config.json").is_file() && dir.path().join("run/jvm-1.jsonl").is_file());
    let text = fs::read_to_string(dir.path().join("x.json")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&run["schema"], &run["findings"][0]["count"]),
        (&"raddle-findings/1".into(), &7.into())
    );
    fs::remove_file(dir.path().join("x.json")).unwrap();
    let second = raddle(dir.path(), &args).output().unwrap();
    expect(
        &second,
        2,
        &["run belongs to another run", "--out DIR", "remove it"],
    );
    assert!(dir.path().join("run/jvm-1.jsonl").is_file() && !dir.path().join("x.json").exists());
    fs::create_dir(dir.path().join("gone")).unwrap();
    let script = script + "; rmdir gone";
    let args = ["check", "--json", "gone/x.json", "--", "sh", "-c", &script];
    expect(
        &raddle(dir.path(), &args).output().unwrap(),
        66,
        &["cannot write gone/x.json"],
    );
}

fn a_directory_in_which_nothing_ran_is_free() {
    let dir = stage();
    let args = ["check", "--out", "run", "--", "no-such-command"];
    for _ in 0..2 {
        let output = raddle(dir.path(), &args).output().unwrap();
        expect(&output, 2, &["there is no command no-such-command", "PATH"]);
    }
}

fn a_command_in_quotes_is_no_command() {
    expect(
        &check(&["--", "java -version"]),
        2,
        &["no command java -version", "leave out the quotes"],
    );
    expect(&check(&["--", ""]), 2, &["no command", "after --"]);
    expect(&check(&["--", "."]), 2, &["cannot start .", "by java"]);
}

const INCLUDED: &str = r#"{"line":"included","pattern":"com.example"}"#;

fn a_pattern_without_a_class_makes_the_run_incomplete() {
    let words = [
        "no class that was checked matches --include com.exmaple",
        "com.example",
    ];
    expect(
        &check_record(&["--include", "com.exmaple"], &[START, CLEAN]),
        2,
        &words,
    );
    let found = check_record(&["--include", "com.example"], &[START, INCLUDED, CLEAN]);
    expect(&found, 5, &["no findings"]);
    let two = ["--include", "com.example", "--include", "java.util"];
    let one = check_record(&two, &[START, INCLUDED, CLEAN]);
    expect(&one, 2, &["--include java.util: of the JDK"]);
    // It counts for all JVMs, of which build tools are none.
    let launcher = START.replace("}", r#","left_alone":"javac"}"#);
    let child = &[&launcher, START, INCLUDED, CLEAN];
    expect(
        &check_record(&["--include", "com.example"], child),
        5,
        &["no findings"],
    );
}

fn the_programs_streams_are_its_own() {
    let dir = stage();
    fs::write(dir.path().join("in"), "hello").unwrap();
    let mut command = raddle(
        dir.path(),
        &["check", "--", "sh", "-c", "cat; echo \"$JAVA_TOOL_OPTIONS\""],
    );
    let stdin = fs::File::open(dir.path().join("in")).unwrap();
    let output = command
        .env("JAVA_TOOL_OPTIONS", "-Dmine")
        .stdin(stdin)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("hello-Dmine -agentpath:"), "{text}");
    assert!(text.ends_with(" -XX:-DontCompileHugeMethods\n"), "{text}");
}

fn java_itself_gets_arguments() {
    let dir = stage();
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" \"[$JAVA_TOOL_OPTIONS]\" \"$RADDLE_CHILD_OPTIONS\"\n";
    fs::write(dir.path().join("text"), script).unwrap();
    shell(dir.path(), "cp text java; chmod +x java");
    let output = raddle(dir.path(), &["check", "--", "./java", "-jar", "x.jar"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("-agentpath:/"), "{text}");
    let for_children = lines[..2].join(" ");
    assert_eq!(
        lines[1..],
        [
            "-XX:-DontCompileHugeMethods",
            "-jar",
            "x.jar",
            "[]",
            &for_children
        ]
    );
}

fn colours_come_only_when_asked_for() {
    let plain = check(&["--", "true"]);
    assert!(!plain.stderr.contains(&0x1b));
    let coloured = check(&["--color", "always", "--", "true"]);
    assert!(coloured.stderr.contains(&0x1b));
}

fn a_death_by_signal_is_128_and_its_number() {
    let script = format!("{RUN_DIR}printf '%s\\n' '{START}' '{CLEAN}' > \"$dir/jvm-1.jsonl\"; kill -KILL $$");
    expect(&check(&["--", "sh", "-c", &script]), 137, &["no findings"]);
}

fn signals_reach_the_command_and_the_report_still_comes() {
    for signal in ["TERM", "INT", "HUP"] {
        let dir = stage();
        let record = format!("printf '%s\\n' '{START}' '{RACE}' > \"$dir/jvm-1.jsonl\"");
        let script = format!(
            "{RUN_DIR}{record}; trap 'echo {signal} > got; exit 3' {signal}; touch ready; \
             i=0; while [ $i -lt 1500 ]; do sleep 0.02; i=$((i+1)); done"
        );
        let mut command = raddle(dir.path(), &["check", "--", "sh", "-c", &script]);
        // What started these tests in the background may have had signals ignored.
        // SAFETY: between fork and exec the closure does nothing but system calls.
        unsafe {
            command.pre_exec(|| {
                for number in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
                    libc::signal(number, libc::SIG_DFL);
                }
                Ok(())
            })
        };
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        while !dir.path().join("ready").exists() {
            assert!(Instant::now() < deadline, "the command did not start");
            thread::sleep(Duration::from_millis(5));
        }
        let kill = Command::new("kill")
            .arg(format!("-{signal}"))
            .arg(child.id().to_string())
            .status()
            .unwrap();
        assert!(kill.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), None, "raddle survives SIG{signal}");
        expect(&output, 66, &["error[RAD001]", "did not end by itself"]);
        assert_eq!(fs::read_to_string(dir.path().join("got")).unwrap().trim(), signal);
    }
}

fn explain_has_pages() {
    let explain = |args: &[&str]| {
        raddle(stage().path(), &[&["explain"], args].concat())
            .output()
            .unwrap()
    };
    let text = |output: Output| String::from_utf8(output.stdout).unwrap();
    let page = text(explain(&["data-race"]));
    assert!(
        page.starts_with("data-race (RAD001)\n") && page.contains("How to fix it"),
        "{page}"
    );
    assert_eq!(text(explain(&["rad001"])), page);
    assert!(text(explain(&[])).contains("RAD001  data-race"));
    expect(
        &explain(&["nonsense"]),
        2,
        &["no kind of finding \"nonsense\"", "data-race"],
    );
}

fn shells_and_man_know_every_verb() {
    let verbs = [
        "check", "explore", "replay", "merge", "analyze", "doctor", "explain", "schema",
    ];
    for shell in ["bash", "zsh", "fish"] {
        let output = Command::new(RADDLE)
            .args(["completions", shell])
            .output()
            .unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        for word in verbs.iter().chain(&["on-deadlock", "strategy"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let dir = stage();
    let output = raddle(dir.path(), &["man", "new/man1"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    for verb in verbs {
        let page = dir.path().join(format!("new/man1/raddle-{verb}.1"));
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains(&format!(".TH raddle-{verb} 1")), "{page}");
    }
    let main = fs::read_to_string(dir.path().join("new/man1/raddle.1")).unwrap();
    assert!(main.contains("raddle\\-check(1)"), "{main}");
    expect(
        &raddle(dir.path(), &["man", "agent.so"]).output().unwrap(),
        2,
        &["cannot write pages into agent.so", "choose another directory"],
    );
}

fn help_has_examples() {
    for args in [&["--help"][..], &["check", "--help"]] {
        let output = raddle(stage().path(), args).output().unwrap();
        assert!(output.status.success());
        assert!(String::from_utf8_lossy(&output.stdout).contains("Examples:"));
    }
}

fn the_doctor_fails_without_an_agent() {
    let dir = stage();
    let mut command = raddle(dir.path(), &["doctor"]);
    let output = command.env("RADDLE_AGENT", "nowhere.so").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("✗ RADDLE_AGENT is nowhere.so") && text.contains("does not work here"),
        "{text}"
    );
}
