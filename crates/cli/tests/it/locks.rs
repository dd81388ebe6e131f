//! What becomes of threads that wait: one error is reported once, and the user decides whether the program ends.
//! With real JVMs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_findings::{Finding, Kind, Run};
use raddle_jdk::Jdk;
use raddle_session::OnDeadlock;
use raddle_testkit::{Checked, Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::{corpus, raddle};

pub fn tests() -> Vec<Test> {
    tests![
        a_race_and_its_missing_lock_are_one_finding,
        a_deadlock_is_reported_with_stacks_places_and_allocation_sites,
        a_deadlock_ends_the_program_unless_the_user_says_otherwise,
        an_accepted_deadlock_is_not_shown,
    ]
}

/// Two daemon threads in a deadlock. Main sees it, and ends.
const DAEMONS: &str = r#"
    import java.util.concurrent.Phaser;
    import java.util.concurrent.locks.ReentrantLock;

    public class Daemons {
        static final Phaser meeting = new Phaser(2);

        static Thread daemon(String name, ReentrantLock first, ReentrantLock second) {
            Thread daemon = new Thread(() -> {
                first.lock();
                meeting.arriveAndAwaitAdvance();
                second.lock();
            }, name);
            daemon.setDaemon(true);
            daemon.start();
            return daemon;
        }

        public static void main(String[] args) throws InterruptedException {
            ReentrantLock left = new ReentrantLock();
            ReentrantLock right = new ReentrantLock();
            Thread a = daemon("left-hand", left, right);
            Thread b = daemon("right-hand", right, left);
            while (!right.hasQueuedThread(a) || !left.hasQueuedThread(b)) {
                Thread.onSpinWait();
            }
            Thread.sleep(2000);
            System.out.println("went on");
        }
    }"#;

/// Compiles a program and runs it under `raddle check`.
fn checked(jdk: &Jdk, source: &Path, options: &[&str]) -> Checked {
    let classes = TempDir::with_prefix("raddle-locks-").unwrap();
    compile(jdk, &[source.to_owned()], classes.path()).unwrap();
    let main = source.file_stem().unwrap();
    let arguments: [OsString; 3] = ["-cp".into(), classes.path().into(), main.into()];
    let mut program = Program::java(jdk, arguments);
    program.limit = Duration::from_secs(30);
    program.checked(&raddle(), options).unwrap()
}

fn daemons(jdk: &Jdk, options: &[&str]) -> Checked {
    let sources = TempDir::with_prefix("raddle-locks-").unwrap();
    let sources_written = write_all(sources.path(), &[("Daemons.java", DAEMONS)]).unwrap();
    checked(jdk, &sources_written[0], options)
}

fn fixture(kind: Kind, name: &str) -> PathBuf {
    let corpus = corpus();
    corpus.join(kind.descriptor().corpus).join("bad").join(name)
}

fn only_finding(run: &Run) -> &Finding {
    assert_eq!(run.findings.len(), 1, "{:#?}", run.findings);
    &run.findings[0]
}

fn a_race_and_its_missing_lock_are_one_finding() {
    let task = fixture(Kind::LockDiscipline, "Task.java");
    for jdk in in_turn().unwrap() {
        let run = checked(&jdk, &task, &["--detect", "data-race,lock-discipline"]).run;
        let run = run.expect("a result");
        let finding = only_finding(&run);
        assert_eq!(finding.kind, Kind::DataRace);
        let agrees = |note: &String| note.starts_with("lock discipline agrees");
        assert!(finding.notes.iter().any(agrees), "{:?}", finding.notes);
    }
}

fn a_deadlock_is_reported_with_stacks_places_and_allocation_sites() {
    let monitors = fixture(Kind::Deadlock, "TwoMonitors.java");
    for jdk in in_turn().unwrap() {
        let checked = checked(&jdk, &monitors, &["--detect", "deadlock,lock-order"]);
        let text = checked.finished.stderr_text();
        let run = checked.run.expect("a result");
        let finding = only_finding(&run);
        assert_eq!(finding.kind, Kind::Deadlock);
        for side in &finding.sides {
            assert!(side.stack_complete, "{text}");
            let held = side.locks.as_ref().expect("locks are known");
            assert!(held.iter().all(|held| held.acquired_at.is_some()), "{text}");
            assert!(held.iter().all(|held| held.lock.created_at.is_some()), "{text}");
        }
        assert!(text.contains("deadlock: 2 threads wait for each other"), "{text}");
    }
}

fn a_deadlock_ends_the_program_unless_the_user_says_otherwise() {
    for jdk in in_turn().unwrap() {
        let ended = daemons(&jdk, &[]);
        let run = ended.run.expect("a result");
        assert_eq!(run.status, OnDeadlock::STATUS);
        assert!(run.complete, "{:?}", run.incomplete);
        assert_eq!(only_finding(&run).kind, Kind::Deadlock);
        assert_eq!(ended.finished.stdout_text(), "");

        let reported = daemons(&jdk, &["--on-deadlock", "report"]);
        let run = reported.run.expect("a result");
        assert_eq!((run.status, reported.finished.status), (0, 66));
        assert_eq!(only_finding(&run).kind, Kind::Deadlock);
        assert_eq!(reported.finished.stdout_text(), "went on\n");

        let dumped = daemons(&jdk, &["--on-deadlock", "dump", "--quiet"]);
        let run = dumped.run.expect("a result");
        assert_eq!(run.status, OnDeadlock::STATUS);
        let text = dumped.finished.stderr_text();
        // Main is no part of the deadlock, so its stack can only be in the dump.
        assert!(text.contains("Daemons.main("), "{text}");
    }
}

fn an_accepted_deadlock_is_not_shown() {
    let dir = TempDir::with_prefix("raddle-locks-").unwrap();
    let accepted = dir.path().join("accepted.supp");
    fs::write(&accepted, "*:Daemons  # they are daemons\n").unwrap();
    let accepted = accepted.to_str().expect("a plain path");
    for jdk in in_turn().unwrap() {
        let checked = daemons(&jdk, &["--on-deadlock", "report", "--suppressions", accepted]);
        let run = checked.run.expect("a result");
        assert_eq!((run.findings.len(), run.suppressed.len()), (0, 1), "{run:#?}");
        assert_eq!(checked.finished.status, 0);
    }
}
