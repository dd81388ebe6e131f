//! `raddle explore`, `replay` and `merge` without a JVM: a shell script in the place of the agent, which looks
//! into its configuration and writes what an agent would.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use raddle_testkit::{Test, tests};
use serde_json::Value;
use tempfile::TempDir;

use crate::expect;

pub fn tests() -> Vec<Test> {
    tests![
        one_jvm_runs_all_schedules,
        another_jvm_goes_on_where_one_ended,
        jobs_and_shards_share_the_schedules,
        a_failure_ends_the_exploration_and_is_kept,
        races_do_not_end_it,
        what_is_accepted_does_not_end_it,
        any_other_command_is_a_process_for_each_schedule,
        a_bad_status_of_a_process_is_a_failure,
        silence_without_a_schedule_is_no_silence,
        schedules_that_were_cut_off_are_counted,
        an_exhausted_space_ends_it_and_is_said,
        time_is_kept,
        a_failure_in_one_job_ends_the_others,
        records_stay_in_the_directory_of_the_user_and_shards_merge,
        a_recording_is_repeated_once_by_the_same_command,
        a_schedule_is_repeated_as_often_as_asked_for,
        a_repetition_that_is_none_has_a_status_of_its_own,
        a_repetition_that_is_cut_off_says_nothing,
        a_file_that_is_no_recording_is_refused,
        a_place_that_cannot_be_written_hides_no_finding,
        check_says_what_only_explore_can_find,
    ]
}

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");

/// `$dir` is the run directory, `$first`, `$stride` and `$runs` what this JVM is asked for; `say LINE` writes to
/// its record, `explored SCHEDULES NEXT FAILED` how far it is, `keep N` schedule N.
const AGENT: &str = r#"
case "$*" in *-agentpath:*) options="$*";; *) options="$JAVA_TOOL_OPTIONS";; esac
dir=${options#*-agentpath:*=}; dir=${dir%% *}
ask() { sed "s/.*\"$1\":\([0-9]*\).*/\1/" "$dir/config.json"; }
first=$(ask first); stride=$(ask stride); runs=$(ask runs)
say() { printf '%s\n' "$1" >> "$dir/jvm-$$.jsonl"; }
explored() { say "{\"line\":\"explored\",\"schedules\":$1,\"steps\":9,\"distinct\":1,\"cut_off\":0,\"failed\":$3,\"next\":$2}"; }
keep() { printf '{"config":%s,"recording":{"version":2,"strategy":"pos","seed":0,"schedule":%s,"shows":[],"places":["","A.run(A.java:3)"],"steps":"0b0 1b0 1r1 0q0"}}' "$(cat "$dir/config.json")" "$1" > "$dir/schedule-$1.json"; }
say '{"line":"start","pid":999999999,"java":"25","command":"Main"}'
"#;
const END: &str = r#"say '{"line":"end","counts":{},"classes":3,"sites":9,"threads":2}'; "#;

/// A finding of a kind, in schedule `$1`.
fn found(kind: &str, schedule: &str) -> String {
    format!(
        r#"say '{{"line":"finding","kind":"{kind}","code":"RAD","fingerprint":"1a2b3c4d5e6f7a8b","severity":"error","message":"m","count":1,"sides":[],"replay":"schedule-'"{schedule}"'.json"}}'; "#
    )
}

struct Stage {
    dir: TempDir,
}

impl Stage {
    /// A directory with an agent library and a program, `./script`, which is also `./java`.
    fn new(script: &str) -> Stage {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("agent.so"), "").unwrap();
        fs::write(dir.path().join("text"), format!("#!/bin/sh\n{AGENT}\n{script}\n")).unwrap();
        // By another process: what this one has open for writing, a child of another test may have inherited.
        let made = Command::new("sh")
            .args(["-ec", "cp text script; cp text java; chmod +x script java"])
            .current_dir(dir.path())
            .status();
        assert!(made.unwrap().success());
        Stage { dir }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join(name)
    }

    fn raddle(&self, args: &[&str]) -> Output {
        Command::new(RADDLE)
            .args(args)
            .current_dir(self.dir.path())
            .env("RADDLE_AGENT", "agent.so")
            .env_remove("JAVA_TOOL_OPTIONS")
            .output()
            .unwrap()
    }

    /// Explores `./java Main` in one JVM.
    fn main(&self, options: &[&str]) -> Output {
        self.raddle(&[&["explore"], options, &["--", "./java", "-cp", ".", "Main", "x"]].concat())
    }

    /// Explores `./script`, a process for each schedule.
    fn process(&self, options: &[&str]) -> Output {
        self.raddle(&[&["explore"], options, &["--", "./script"]].concat())
    }

    /// Lines that the script has written to a file.
    fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn one_jvm_runs_all_schedules() {
    let stage = Stage::new(&format!(
        "echo \"$*\" > args; cp \"$dir/config.json\" .; explored $runs $((first+runs)) 0; {END}"
    ));
    let output = stage.main(&["--runs", "7", "--seed", "5"]);
    expect(
        &output,
        0,
        &["explored 7 schedules (1 distinct) with strategy portfolio, seed 5: no findings"],
    );
    let args = stage.lines("args").remove(0);
    assert!(args.ends_with(" -cp . java.lang.RaddleExplore"), "{args}");
    assert!(
        args.contains("-XX:+UnlockExperimentalVMOptions -XX:hashCode=3"),
        "{args}"
    );
    let config = json(&stage.path("config.json"));
    let control = &config["control"];
    assert_eq!(control["entry"], serde_json::json!(["Main", "x"]));
    assert_eq!(
        control["command"],
        serde_json::json!(["./java", "-cp", ".", "Main", "x"])
    );
    assert_eq!(
        (&control["first"], &control["runs"], &control["seed"]),
        (&1.into(), &7.into(), &5.into())
    );
    assert!(!stage.path("raddle-replays").exists());
}

fn another_jvm_goes_on_where_one_ended() {
    let stage = Stage::new(&format!(
        "echo $first $runs >> parts; explored 1 $((first+1)) 0; {END}"
    ));
    expect(&stage.main(&["--runs", "4"]), 0, &["explored 4 schedules"]);
    assert_eq!(stage.lines("parts"), ["1 4", "2 3", "3 2", "4 1"]);
}

fn jobs_and_shards_share_the_schedules() {
    let script =
        format!("echo $first $stride $runs >> parts; explored $runs $((first+stride*runs)) 0; {END}");
    let stage = Stage::new(&script);
    let output = stage.main(&["--runs", "10", "--jobs", "2", "--shard", "2/2"]);
    expect(
        &output,
        0,
        &["explored 4 schedules (at most 2 distinct)", "shard 2/2"],
    );
    let mut parts = stage.lines("parts");
    parts.sort();
    assert_eq!(parts, ["3 4 2", "4 4 2"]);
    let none = stage.main(&["--runs", "1", "--shard", "2/2"]);
    expect(&none, 2, &["none for shard 2/2", "--runs"]);
}

fn a_failure_ends_the_exploration_and_is_kept() {
    let script = format!(
        "echo x >> ran; {}keep 17; explored 1 $((first+1)) 1; {END}",
        found("deadlock", "17")
    );
    let stage = Stage::new(&script);
    let output = stage.main(&["--json", "x.json"]);
    expect(
        &output,
        66,
        &[
            "error[RAD]",
            "replay: raddle replay raddle-replays/deadlock-1a2b3c4d.json",
            "schedule 17, which shows deadlock-1a2b3c4d:",
            "reads, line 3",
            "1 finding, the first failure in schedule 17",
        ],
    );
    // Once more to see that it repeats.
    assert_eq!(stage.lines("ran").len(), 2);
    let saved = json(&stage.path("raddle-replays/deadlock-1a2b3c4d.json"));
    assert_eq!(saved["recording"]["shows"][0], "1a2b3c4d5e6f7a8b");
    let run = json(&stage.path("x.json"));
    assert_eq!(
        run["findings"][0]["replay"],
        "raddle replay raddle-replays/deadlock-1a2b3c4d.json"
    );
    assert_eq!(
        (&run["explored"]["schedules"], &run["explored"]["first_failure"]),
        (&1.into(), &17.into())
    );

    let output = stage.main(&["--keep-going", "--runs", "3", "--quiet"]);
    expect(&output, 66, &["error[RAD]", "seen: 3 times"]);
    assert_eq!(stage.lines("ran").len(), 6);
}

fn races_do_not_end_it() {
    let script = format!(
        "echo x >> ran; {}keep 2; explored 1 $((first+1)) 0; {END}",
        found("data-race", "2")
    );
    let stage = Stage::new(&script);
    expect(
        &stage.main(&["--runs", "3", "--exit-code", "9"]),
        9,
        &["1 finding", "explored 3 schedules"],
    );
    assert_eq!(stage.lines("ran").len(), 3);
}

fn what_is_accepted_does_not_end_it() {
    let script = format!(
        "echo x >> ran; {}explored 1 $((first+1)) 1; {END}",
        found("deadlock", "$first")
    );
    let stage = Stage::new(&script);
    fs::write(
        stage.path("known"),
        "deadlock:fingerprint:1a2b3c4d5e6f7a8b  # known\n",
    )
    .unwrap();
    let output = stage.main(&["--runs", "3", "--suppressions", "known"]);
    expect(&output, 0, &["no findings, 1 finding suppressed"]);
    assert_eq!(stage.lines("ran").len(), 3);
}

fn any_other_command_is_a_process_for_each_schedule() {
    let stage = Stage::new(&format!(
        "echo $first $runs \"$JAVA_TOOL_OPTIONS\" >> parts; explored 1 $((first+1)) 0; {END}"
    ));
    expect(
        &stage.process(&["--runs", "3"]),
        0,
        &["explored 3 schedules with"],
    );
    let parts = stage.lines("parts");
    let starts: Vec<_> = parts.iter().map(|line| &line[..4]).collect();
    assert_eq!(starts, ["1 1 ", "2 1 ", "3 1 "]);
    assert!(
        parts[0].contains("-XX:+IgnoreUnrecognizedVMOptions") && parts[0].contains("-XX:-VMContinuations")
    );
    let one_by_one = stage.main(&["--runs", "2", "--each-process"]);
    expect(&one_by_one, 0, &["explored 2 schedules with"]);
}

fn a_bad_status_of_a_process_is_a_failure() {
    let stage = Stage::new(&format!(
        "keep $first; explored 1 $((first+1)) 0; {END} [ $first != 2 ] || exit 3"
    ));
    let output = stage.process(&["--runs", "9", "--json", "x.json"]);
    expect(
        &output,
        66,
        &[
            "error[RAD014]: bad exit: the command ended with status 3",
            "replay: raddle replay raddle-replays/bad-exit-",
            "explored 2 schedules",
            "the first failure in schedule 2",
        ],
    );
    let run = json(&stage.path("x.json"));
    assert_eq!(run["findings"][0]["kind"], "bad-exit");
    expect(
        &stage.process(&["--runs", "9", "--keep-going", "--quiet"]),
        66,
        &["error[RAD014]"],
    );
    let known = format!(
        "bad-exit:fingerprint:{}  # known\n",
        run["findings"][0]["fingerprint"].as_str().unwrap()
    );
    fs::write(stage.path("known"), known).unwrap();
    let output = stage.process(&["--runs", "9", "--suppressions", "known"]);
    expect(&output, 0, &["explored 9 schedules", "1 finding suppressed"]);
}

fn silence_without_a_schedule_is_no_silence() {
    expect(
        &Stage::new("rm \"$dir\"/jvm-*; exit 1").main(&[]),
        2,
        &["no JVM reported", "no schedule was run"],
    );
    expect(
        &Stage::new(END).main(&[]),
        2,
        &["the JVM that should have run schedule 1", "no schedule was run"],
    );
    expect(
        &Stage::new(END).process(&[]),
        2,
        &["no JVM was controlled in schedule 1"],
    );
    let killed = Stage::new("explored 5 5 0; kill -KILL $$");
    expect(
        &killed.main(&[]),
        2,
        &["ended with status 137", "did not end by itself"],
    );
    let blind = format!(
        r#"say '{{"line":"not-instrumented","class":"a.B","method":null,"reason":"too large"}}'; explored $runs $((first+runs)) 0; {END}"#
    );
    expect(
        &Stage::new(&blind).main(&[]),
        2,
        &["could not be controlled: a.B: too large"],
    );
    let standing = Stage::new(&format!("explored 5 0 0; {END}"));
    expect(&standing.main(&["--runs", "6"]), 0, &["explored 5 schedules"]);
}

fn schedules_that_were_cut_off_are_counted() {
    let line = r#"say '{"line":"explored","schedules":4,"steps":9,"distinct":1,"cut_off":CUT,"failed":0,"next":5,"doubts":["it reads a file"]}'; "#;
    let some = Stage::new(&format!("{}{END}", line.replace("CUT", "1")));
    expect(
        &some.main(&["--runs", "4", "--max-steps", "77"]),
        2,
        &[
            "1 schedule was cut off after 77 steps",
            "may not repeat exactly: it reads a file",
        ],
    );
    let all = Stage::new(&format!("{}{END}", line.replace("CUT", "4")));
    expect(&all.main(&["--runs", "4"]), 2, &["every schedule was cut off"]);
}

fn an_exhausted_space_ends_it_and_is_said() {
    let line = r#"say "{\"line\":\"explored\",\"schedules\":4,\"steps\":9,\"distinct\":4,\"cut_off\":0,\"failed\":0,\"next\":4,\"exhausted\":{\"preemptions\":2}}"; "#;
    let stage = Stage::new(&format!("{line}{END}"));
    let output = stage.main(&["--strategy", "exhaustive:2"]);
    expect(
        &output,
        0,
        &["with at most 2 preemptions has been seen", "explored 4 schedules"],
    );
    for option in [&["--jobs", "2"][..], &["--shard", "1/2"], &["--each-process"]] {
        let output = stage.main(&[&["--strategy", "exhaustive"], option].concat());
        expect(&output, 2, &["one after the other", option[0]]);
    }
}

fn time_is_kept() {
    let stage = Stage::new(&format!(
        "echo $(ask millis) >> parts; sleep 0.2; explored 1 $((first+1)) 0; {END}"
    ));
    let output = stage.main(&["--time", "500ms"]);
    expect(&output, 0, &["no findings"]);
    let parts = stage.lines("parts");
    assert!(!parts.is_empty() && parts.len() <= 3, "{parts:?}");
    assert!(parts[0].parse::<u64>().unwrap() <= 500);
}

fn a_failure_in_one_job_ends_the_others() {
    let script = format!(
        "if [ $first = 2 ]; then while [ ! -e other ]; do sleep 0.01; done; {}explored 1 4 1; {END} exit 0; fi; \
         explored 1 3 0; touch other; i=0; while [ $i -lt 1500 ]; do sleep 0.02; i=$((i+1)); done",
        found("livelock", "2")
    );
    let stage = Stage::new(&script);
    let output = stage.main(&["--jobs", "2", "--json", "x.json"]);
    expect(&output, 66, &["livelock", "explored 2 schedules"]);
    assert_eq!(json(&stage.path("x.json"))["complete"], true);
}

fn records_stay_in_the_directory_of_the_user_and_shards_merge() {
    let script = format!(
        "{}keep $first; explored $runs $((first+stride*runs)) 1; {END}",
        found("stuck", "$first")
    );
    let stage = Stage::new(&script);
    for part in ["1/2", "2/2"] {
        let out = format!("part{}", &part[..1]);
        let output = stage.main(&["--runs", "6", "--keep-going", "--shard", part, "--out", &out]);
        let replay = format!("raddle replay {out}/stuck-1a2b3c4d.json");
        expect(&output, 66, &["explored 3 schedules", &replay]);
        assert!(
            stage.path(&out).join("config.json").is_file() && stage.path(&out).join("run.json").is_file()
        );
    }
    let merged = stage.raddle(&["merge", "--json", "all.json", "part1", "part2/run.json"]);
    expect(&merged, 66, &["explored 6 schedules", "1 finding", "2 times"]);
    let all = json(&stage.path("all.json"));
    assert_eq!(
        (&all["explored"]["schedules"], &all["findings"][0]["count"]),
        (&6.into(), &2.into())
    );
    fs::remove_file(stage.path("part2/run.json")).unwrap();
    let broken = stage.raddle(&["merge", "part1", "part2"]);
    expect(
        &broken,
        66,
        &["part2 is of an exploration that did not come to its end"],
    );
    fs::create_dir(stage.path("other")).unwrap();
    expect(
        &stage.raddle(&["merge", "other"]),
        2,
        &["cannot read other", "--out"],
    );
    expect(&stage.raddle(&["merge", "text"]), 2, &["cannot read text"]);
}

fn a_recording_is_repeated_once_by_the_same_command() {
    let script = format!(
        "if grep -q '\"replay\":null' \"$dir/config.json\"; then {0}keep 17; else cp \"$dir/config.json\" replayed; echo \"$*\" > args; \
         [ -e fixed ] || {{ {0} }}; fi; explored 1 $((first+1)) 1; {END}",
        found("deadlock", "17")
    );
    let stage = Stage::new(&script);
    expect(&stage.main(&[]), 66, &[]);
    let file = "raddle-replays/deadlock-1a2b3c4d.json";
    let output = stage.raddle(&["replay", "--stop-at", "2", file]);
    expect(
        &output,
        66,
        &["schedule 17 was repeated, and shows the same", "reads, line 3"],
    );
    let control = json(&stage.path("replayed"))["control"].clone();
    let path = control["replay"].as_str().unwrap();
    assert!(Path::new(path).is_absolute() && path.ends_with(file), "{path}");
    assert_eq!(
        (&control["runs"], &control["first"], &control["stop_at"]),
        (&1.into(), &17.into(), &2.into())
    );
    assert_eq!(control["entry"], serde_json::json!(["Main", "x"]));

    let other = stage.raddle(&["replay", file, "--debug", "5005", "--", "./java", "-ea", "Other"]);
    expect(&other, 66, &["waiting for a debugger at 127.0.0.1:5005"]);
    let args = stage.lines("args").remove(0);
    assert!(
        args.contains("suspend=y,quiet=y,address=127.0.0.1:5005"),
        "{args}"
    );
    assert!(args.ends_with(" -ea java.lang.RaddleExplore"), "{args}");

    fs::write(stage.path("fixed"), "").unwrap();
    expect(
        &stage.raddle(&["replay", file]),
        0,
        &["what it showed did not come again"],
    );
    expect(
        &stage.raddle(&["replay", file, "--", "./script"]),
        2,
        &["main method of Main"],
    );
    expect(
        &stage.raddle(&["replay", "--stop-at", "99", file]),
        2,
        &["--stop-at 99", "last step, 4"],
    );
}

/// The first repetition is by itself; what does not end its JVM is then repeated in one, up to the first that differs.
fn a_schedule_is_repeated_as_often_as_asked_for() {
    let script = format!(
        "if grep -q '\"replay\":null' \"$dir/config.json\"; then {0}keep 17; explored 1 18 1; {END} exit 0; fi; \
         echo $runs >> asked; n=$(cat most 2>/dev/null || echo $runs); [ $n -lt $runs ] || n=$runs; {0}\
         again=$n; [ ! -e other ] || again=$((n-1)); \
         say \"{{\\\"line\\\":\\\"explored\\\",\\\"schedules\\\":$n,\\\"steps\\\":9,\\\"distinct\\\":1,\\\"cut_off\\\":0,\\\"failed\\\":$n,\\\"again\\\":$again,\\\"next\\\":0}}\"; {END}",
        found("deadlock", "17")
    );
    let stage = Stage::new(&script);
    expect(&stage.main(&[]), 66, &[]);
    // It has been repeated once, to be explained.
    fs::remove_file(stage.path("asked")).unwrap();
    let file = "raddle-replays/deadlock-1a2b3c4d.json";
    let replay = || stage.raddle(&["replay", "--times", "10", file]);
    expect(
        &replay(),
        66,
        &["schedule 17 was repeated: 10 of 10 times the same"],
    );
    assert_eq!(stage.lines("asked"), ["1", "9"]);

    fs::remove_file(stage.path("asked")).unwrap();
    fs::write(stage.path("most"), "4").unwrap();
    expect(&replay(), 66, &["10 of 10 times the same"]);
    assert_eq!(stage.lines("asked"), ["1", "9", "5", "1"]);

    fs::write(stage.path("other"), "").unwrap();
    expect(&replay(), 3, &["4 of 10 times the same; the next one is not"]);
}

fn a_repetition_that_is_cut_off_says_nothing() {
    let script = format!(
        "if grep -q '\"replay\":null' \"$dir/config.json\"; then {0}keep 17; explored 1 $((first+1)) 1; else \
         say '{{\"line\":\"explored\",\"schedules\":1,\"steps\":9,\"distinct\":0,\"cut_off\":1,\"failed\":0,\"next\":18}}'; \
         fi; {END}",
        found("deadlock", "17")
    );
    let stage = Stage::new(&script);
    expect(&stage.main(&[]), 66, &[]);
    let output = stage.raddle(&["replay", "raddle-replays/deadlock-1a2b3c4d.json"]);
    expect(
        &output,
        2,
        &[
            "the repetition was cut off",
            "schedule 17 may not have been repeated",
        ],
    );
}

fn a_repetition_that_is_none_has_a_status_of_its_own() {
    let script = format!(
        "if grep -q '\"replay\":null' \"$dir/config.json\"; then {0}keep 17; else \
         say '{{\"line\":\"diverged\",\"step\":3,\"expected\":\"thread 1 reads\",\"found\":\"no thread could go on\"}}'; fi; \
         explored 1 $((first+1)) 1; {END}",
        found("deadlock", "17")
    );
    let stage = Stage::new(&script);
    expect(&stage.main(&[]), 66, &[]);
    let output = stage.raddle(&[
        "replay",
        "raddle-replays/deadlock-1a2b3c4d.json",
        "--json",
        "x.json",
    ]);
    expect(
        &output,
        3,
        &[
            "step 3 is not that of the recording",
            "expected: thread 1 reads",
            "found:    no thread",
            "likely causes",
        ],
    );
    assert_eq!(json(&stage.path("x.json"))["diverged"]["step"], 3);
}

fn a_file_that_is_no_recording_is_refused() {
    let stage = Stage::new("");
    expect(
        &stage.raddle(&["replay", "nowhere.json"]),
        2,
        &["cannot read nowhere.json", "raddle-replays"],
    );
    expect(&stage.raddle(&["replay", "text"]), 2, &["text is no recording"]);
    let keep = Stage::new(&format!(
        "{}keep 17; explored 1 1 1; {END}",
        found("deadlock", "17")
    ));
    expect(&keep.main(&[]), 66, &[]);
    let file = keep.path("raddle-replays/deadlock-1a2b3c4d.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"version\":2", "\"version\":99")).unwrap();
    let output = keep.raddle(&["replay", "raddle-replays/deadlock-1a2b3c4d.json"]);
    expect(&output, 2, &["version 99", "explore again"]);
}

fn a_place_that_cannot_be_written_hides_no_finding() {
    let stage = Stage::new(&format!(
        "{}keep 17; explored 1 1 1; {END}",
        found("deadlock", "17")
    ));
    fs::write(stage.path("raddle-replays"), "a file").unwrap();
    expect(
        &stage.main(&[]),
        66,
        &["cannot keep the schedule in raddle-replays", "error[RAD]"],
    );
}

fn check_says_what_only_explore_can_find() {
    let stage = Stage::new("");
    let output = stage.raddle(&["check", "--detect", "livelock", "--", "./script"]);
    expect(&output, 2, &["livelock is found only", "raddle explore"]);
}
