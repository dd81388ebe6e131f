//! What `raddle explore` and `replay` make of programs, with real JVMs.

use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::thread;
use std::time::Duration;

use raddle_events::schedule::Act;
use raddle_findings::{ExplainedStep, Kind, Replayed, TurnEnd};
use raddle_testkit::{
    ExploreCorpus, Finished, Program, Raddle, Test, Verdict, compile, in_turn, tests, turn, write_all,
};
use tempfile::TempDir;

use crate::{corpus, raddle};

pub fn tests() -> Vec<Test> {
    tests![
        failures_are_simplified,
        steps_are_explained_with_their_values,
        a_strategy_that_has_no_more_to_try_ends,
        the_same_seed_tries_the_same_schedules,
        steps_are_explained_with_their_lines,
        a_changed_program_diverges,
        a_repetition_waits_for_those_who_are_outside,
        a_race_in_one_process_shows_its_consequence_in_another,
        a_class_that_is_not_there_is_said,
    ]
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

/// A random walk preempts all the time; what is kept has as few preemptions as these failures take.
fn failures_are_simplified() {
    let raddle = raddle();
    let bad = corpus().join("explore/bad");
    for jdk in in_turn().unwrap() {
        for (class, kind, least) in [
            ("Account", Kind::UncaughtException, 1),
            ("Carter", Kind::Deadlock, 1),
            ("Reorder5", Kind::UncaughtException, 1),
        ] {
            let dir = TempDir::with_prefix("raddle-simple-").unwrap();
            compile(&jdk, &[bad.join(format!("{class}.java"))], dir.path()).unwrap();
            let program = Program::java(&jdk, ["-cp", ".", class]).directory(dir.path());
            // However slow the machine is.
            let options = ["--strategy", "random", "--runs", "10000", "--minimize-for", "10m"];
            let explored = program.explored(&raddle, &options).unwrap();
            let text = explored.finished.stderr_text();
            let run = explored.run.unwrap();
            let found = run.findings.iter().find(|finding| finding.kind == kind);
            let schedule = found.and_then(|finding| finding.schedule.as_ref()).expect(&text);
            assert_eq!(
                (schedule.preemptions, schedule.replayed),
                (least, Replayed::Same),
                "{text}"
            );
            assert!(
                schedule.preemptions_before.is_some_and(|before| before > least),
                "{text}"
            );
            let preempted = |step: &&ExplainedStep| step.then == Some(TurnEnd::Preempted);
            assert_eq!(
                schedule.steps.iter().filter(preempted).count() as u64,
                least,
                "{text}"
            );
            assert!(text.contains("replayed: same failure"), "{text}");
        }
    }
}

/// What is read and written, by whom, and why others go on.
fn steps_are_explained_with_their_values() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = TempDir::with_prefix("raddle-explained-").unwrap();
        let sources = write_all(dir.path(), &[("Explained.java", EXPLAINED)]).unwrap();
        compile(&jdk, &sources, dir.path()).unwrap();
        let program = Program::java(&jdk, ["-cp", ".", "Explained"]).directory(dir.path());
        let explored = program
            .explored(&raddle, &["--strategy", "exhaustive:1", "--switch-on", "arrays"])
            .unwrap();
        let text = explored.finished.stderr_text();
        let run = explored.run.unwrap();
        let schedule = run.findings.iter().find_map(|finding| finding.schedule.as_ref());
        let schedule = schedule.expect(&text);
        assert_eq!(schedule.threads, ["main", "teller"], "{text}");
        let all: Vec<String> = schedule
            .steps
            .iter()
            .flat_map(|step| step.values.iter().map(move |value| (step, value)))
            .map(|(step, value)| {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                let (object, read, written) = (text(&value.object), text(&value.read), text(&value.written));
                format!("{} {} {object} {read} {written}", name(step.act), value.variable)
            })
            .collect();
        for expected in [
            "read Explained.balance Explained#1 100 ",
            "write Explained.balance Explained#1  101",
            "call AtomicInteger AtomicInteger#1 0 1",
            "write Explained.name Explained#1  \"one\"",
            "write Explained.other Explained#1  Explained#1",
            "write int[2] int[]#1  7",
        ] {
            assert!(
                all.iter().any(|one| one == expected),
                "{expected}: {all:#?}\n{text}"
            );
        }
        let calls = schedule.steps.iter().filter_map(|step| step.call.as_deref());
        assert!(
            calls
                .into_iter()
                .any(|call| call == "AtomicInteger.incrementAndGet")
        );
        let ends = schedule
            .steps
            .iter()
            .filter(|step| step.then == Some(TurnEnd::Ended));
        assert_eq!(ends.count(), 2, "{text}");
    }
}

const EXPLAINED: &str = r#"
    import java.util.concurrent.atomic.AtomicInteger;
    public class Explained {
        volatile int balance = 100;
        volatile String name;
        volatile Explained other;
        final AtomicInteger count = new AtomicInteger();
        final int[] counts = new int[4];
        void add() {
            count.incrementAndGet();
            name = "one";
            other = this;
            counts[2] = 7;
            balance = balance + 1;
        }
        @Override public String toString() { throw new IllegalStateException("no thread calls this"); }
        public static void main(String[] args) throws Exception {
            Explained shared = new Explained();
            Thread t = new Thread(shared::add, "teller");
            t.start();
            shared.add();
            t.join();
            if (shared.balance != 102) throw new AssertionError("lost");
        }
    }"#;

/// A search says whether it has seen all; others just end.
fn a_strategy_that_has_no_more_to_try_ends() {
    let raddle = raddle();
    let ok = corpus().join("explore/ok");
    for jdk in in_turn().unwrap() {
        for (class, strategy, status, says) in [
            ("StillAlive", "round-robin", 0, "no findings"),
            (
                "StillAlive",
                "exhaustive",
                0,
                "all that the program can do has been seen",
            ),
            (
                "InterruptPolled",
                "exhaustive",
                2,
                "the search is over and has not seen all",
            ),
        ] {
            let dir = TempDir::with_prefix("raddle-ends-").unwrap();
            compile(&jdk, &[ok.join(format!("{class}.java"))], dir.path()).unwrap();
            let program = Program::java(&jdk, ["-cp", ".", class]).directory(dir.path());
            let options = ["--strategy", strategy, "--runs", "10000"];
            let explored = program.explored(&raddle, &options).unwrap();
            let text = explored.finished.stderr_text();
            assert!(text.contains(says), "{class}, {strategy}: {text}");
            assert_eq!(explored.finished.status, status, "{class}, {strategy}: {text}");
            let tried = explored.run.and_then(|run| run.explored).map(|all| all.schedules);
            assert!(
                tried.is_some_and(|tried| tried < 10_000),
                "{class}, {strategy}: {text}"
            );
        }
    }
}

/// However long anything takes: what is tried is up to the seed alone.
fn the_same_seed_tries_the_same_schedules() {
    let root = corpus();
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let mut corpus = ExploreCorpus::load(&root, Verdict::Ok, &jdk).unwrap();
        corpus.only("VirtualWorkers,ExecutorFutures,ParallelStream,InterruptedWait");
        for fixture in corpus.fixtures() {
            let tried = || {
                let options = ["--runs", "60", "--seed", &turn::number().to_string()];
                let limit = Duration::from_secs(300);
                let explored = corpus.explore(fixture, &raddle, &options, limit).unwrap();
                let all = explored.run.and_then(|run| run.explored);
                all.map(|all| (all.schedules, all.steps, all.distinct))
            };
            let first = tried();
            assert!(first.is_some(), "{}", fixture.class);
            assert_eq!(first, tried(), "{} on JDK {}", fixture.class, jdk.version);
        }
    }
}

/// As JSON has it.
fn name(act: Act) -> String {
    format!("{act:?}").to_lowercase()
}

/// Not those of calls before them.
fn steps_are_explained_with_their_lines() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = TempDir::with_prefix("raddle-lines-").unwrap();
        let sources = write_all(dir.path(), &[("Lines.java", LINES)]).unwrap();
        compile(&jdk, &sources, dir.path()).unwrap();
        let lines = Program::java(&jdk, ["-cp", ".", "Lines"]).directory(dir.path());
        let explored = lines.explored(&raddle, &["--strategy", "exhaustive:0"]).unwrap();
        let text = explored.finished.stderr_text();
        let run = explored.run.unwrap();
        let schedule = run.findings.iter().find_map(|finding| finding.schedule.as_ref());
        for step in &schedule.expect(&text).steps {
            let line = step.place.as_ref().and_then(|place| place.line);
            let expected = LINES
                .lines()
                .position(|line| line.contains(&format!("// {}", name(step.act))));
            let Some(expected) = expected else { continue };
            assert_eq!(line, Some(expected as u32 + 1), "{}: {text}", name(step.act));
        }
        let acts = |act: &str| schedule.unwrap().steps.iter().any(|step| name(step.act) == act);
        assert!(
            ["yield", "sleep", "wait", "reenter", "notify", "read"]
                .into_iter()
                .all(acts),
            "{text}"
        );
    }
}

const LINES: &str = r#"
    public class Lines {
        static void before() { Integer.parseInt("3"); }
        public static void main(String[] args) throws Exception {
            Object lock = new Object();
            new Thread(() -> {}).start();
            before();
            Thread.yield(); // yield
            before();
            Thread.sleep(3); // sleep
            before();
            synchronized (lock) {
                lock.wait(3); // wait reenter
                before();
                lock.notifyAll(); // notify
            }
            before();
            if (!Thread.interrupted()) throw new AssertionError(); // read
        }
    }"#;

/// The only recording there is, repeated so often.
fn repeated(raddle: &Raddle, directory: &Path, times: u32) -> Finished {
    let kept = fs::read_dir(directory.join("raddle-replays")).unwrap();
    let kept: Vec<_> = kept.flatten().map(|entry| entry.path()).collect();
    assert_eq!(kept.len(), 1);
    let times = times.to_string();
    let arguments: [&OsStr; 4] = [
        "replay".as_ref(),
        "--times".as_ref(),
        times.as_ref(),
        kept[0].as_ref(),
    ];
    let command = [raddle.binary().as_os_str()].into_iter().chain(arguments);
    Program::new(command).directory(directory).plain().unwrap()
}

/// The same recording for another program is no repetition.
fn a_changed_program_diverges() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
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
        let replay = || repeated(&raddle, dir.path(), 1);
        let same = replay();
        assert_eq!(same.status, 66, "{}", same.stderr_text());
        build(&COUNTER.replace("static void add", "static synchronized void add"));
        let other = replay();
        assert_eq!(other.status, 3, "{}", other.stderr_text());
        assert!(other.stderr_text().contains("is not that of the recording"));
    }
}

/// Takes its time to answer, whichever thread asks.
fn slow_service() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for asked in listener.incoming().take(1_000) {
            thread::sleep(Duration::from_millis(500));
            drop(asked);
        }
    });
    port
}

/// How often the program looks depends on the real time that another takes to answer; its repetition looks as often.
fn a_repetition_waits_for_those_who_are_outside() {
    const LATE: &str = r#"
        import java.io.*;
        import java.net.*;
        public class Late {
            static volatile boolean done;
            public static void main(String[] args) throws Exception {
                Socket socket = new Socket("127.0.0.1", Integer.parseInt(args[0]));
                InputStream answer = socket.getInputStream();
                Thread reader = new Thread(() -> {
                    try {
                        answer.read();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    done = true;
                });
                reader.start();
                while (!done) Thread.sleep(1);
                throw new AssertionError("late");
            }
        }"#;
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = TempDir::with_prefix("raddle-late-").unwrap();
        let sources = write_all(dir.path(), &[("Late.java", LATE)]).unwrap();
        compile(&jdk, &sources, dir.path()).unwrap();
        let port = slow_service().to_string();
        let late = Program::java(&jdk, ["-cp", ".", "Late", &port]).directory(dir.path());
        let explored = late.explored(&raddle, &["--runs", "1"]).unwrap();
        let text = explored.finished.stderr_text();
        assert_eq!(explored.finished.status, 66, "{text}");
        assert!(text.contains("may not repeat exactly"), "{text}");
        let replayed = repeated(&raddle, dir.path(), 3);
        assert_eq!(replayed.status, 66, "{}", replayed.stderr_text());
    }
}

/// Where one process has seen a race, the next ones switch threads there.
fn a_race_in_one_process_shows_its_consequence_in_another() {
    let jdk = &in_turn().unwrap()[0];
    let dir = TempDir::with_prefix("raddle-processes-").unwrap();
    let plain = COUNTER.replace("static volatile int", "static int");
    let sources = write_all(dir.path(), &[("Counter.java", &plain)]).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    let counter = Program::java(jdk, ["-cp", ".", "Counter"]).directory(dir.path());
    let options = ["--each-process", "--runs", "100"];
    let explored = counter.explored(&raddle(), &options).unwrap();
    let text = explored.finished.stderr_text();
    let findings = explored.run.unwrap().findings;
    for kind in [Kind::DataRace, Kind::UncaughtException] {
        assert!(findings.iter().any(|finding| finding.kind == kind), "{text}");
    }
}

/// What cannot be loaded is no clean exploration.
fn a_class_that_is_not_there_is_said() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
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
