//! Programs that fail in some schedules, and their correct twins, with real JVMs: the fixtures of
//! `corpus/explore`.
//!
//! `RADDLE_CORPUS_ONLY=Reorder` runs those whose name contains the word; `RADDLE_REPLAYS=100` repeats each
//! failure so often; `RADDLE_EXPLORE_ALL=1` runs each program on every JDK, where they take turns otherwise.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use raddle_testkit::{ExploreCorpus, Program, Raddle, Verdict, compile, jdks, write_all};
use tempfile::TempDir;

/// One directory after another: each uses all the processors there are.
static TURN: Mutex<()> = Mutex::new(());

fn raddle() -> Raddle {
    Raddle::at(Path::new(env!("CARGO_BIN_EXE_raddle"))).unwrap()
}

fn check(verdict: Verdict) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let replays = env::var("RADDLE_REPLAYS").map_or(2, |text| text.parse().expect("a number"));
    let mut failed = false;
    let jdks = jdks().unwrap();
    for (turn, jdk) in jdks.iter().enumerate() {
        let mut corpus = ExploreCorpus::load(&root, verdict, jdk).unwrap();
        if env::var_os("RADDLE_EXPLORE_ALL").is_none() {
            corpus.take_turns(turn, jdks.len());
        }
        if let Ok(part) = env::var("RADDLE_CORPUS_ONLY") {
            corpus.only(&part);
        }
        let summary = corpus.check(&raddle(), replays);
        println!("{summary}");
        failed |= !summary.failures.is_empty();
    }
    assert!(!failed, "some programs are not as expected, see above");
}

#[test]
fn failures_are_found_and_repeat() {
    check(Verdict::Bad);
}

#[test]
fn correct_programs_never_fail() {
    check(Verdict::Ok);
}

const COUNTER: &str = r#"
    public class Counter {
        static volatile int count;
        static void add() { count = count + 1; }
        public static void main(String[] args) throws Exception {
            Thread t = new Thread(Counter::add);
            t.start();
            add();
            t.join();
            if (count != 2) throw new AssertionError("lost");
        }
    }"#;

/// The same recording for another program is no repetition.
#[test]
fn a_changed_program_diverges() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let raddle = raddle();
    for jdk in jdks().unwrap() {
        let dir = TempDir::with_prefix("raddle-diverges-").unwrap();
        let build = |source: &str| {
            let sources = write_all(dir.path(), &[("Counter.java", source)]).unwrap();
            compile(&jdk, &sources, dir.path()).unwrap();
        };
        build(COUNTER);
        let counter = Program::java(&jdk, ["-cp", ".", "Counter"]).directory(dir.path());
        let explored = counter.explored(&raddle, &[]).unwrap();
        assert_eq!(
            explored.finished.status,
            66,
            "{}",
            explored.finished.stderr_text()
        );
        let kept = fs::read_dir(dir.path().join("raddle-replays")).unwrap();
        let kept: Vec<_> = kept.flatten().map(|entry| entry.path()).collect();
        assert_eq!(kept.len(), 1);
        let replay = || {
            let command = [
                raddle.binary().as_os_str(),
                "replay".as_ref(),
                kept[0].as_os_str(),
            ];
            Program::new(command).directory(dir.path()).plain().unwrap()
        };
        let same = replay();
        assert_eq!(same.status, 66, "{}", same.stderr_text());
        build(&COUNTER.replace("static void add", "static synchronized void add"));
        let other = replay();
        assert_eq!(other.status, 3, "{}", other.stderr_text());
        assert!(other.stderr_text().contains("is not that of the recording"));
    }
}

/// What cannot be loaded is no clean exploration.
#[test]
fn a_class_that_is_not_there_is_said() {
    let raddle = raddle();
    for jdk in jdks().unwrap() {
        let dir = TempDir::with_prefix("raddle-missing-").unwrap();
        let missing = Program::java(&jdk, ["-cp", ".", "Missing"]).directory(dir.path());
        let explored = missing.explored(&raddle, &[]).unwrap().finished;
        let text = explored.stderr_text();
        assert_eq!(explored.status, 2, "{text}");
        assert!(
            text.contains("Missing") && text.contains("no schedule was run"),
            "{text}"
        );
    }
}
