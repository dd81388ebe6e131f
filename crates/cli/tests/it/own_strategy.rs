//! Strategies of the user's own, with real JVMs: what they are given, what their answers do, and what becomes of
//! those that are wrong.

use std::fs;

use raddle_jdk::Jdk;
use raddle_testkit::{Finished, Program, Test, Turn, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    let tests = tests![
        its_rule_finds_the_error_in_the_first_schedule,
        a_wrong_one_ends_the_exploration_and_says_why,
        one_that_never_answers_is_not_waited_for,
        so_does_one_in_a_process_of_its_own,
    ];
    tests.into_iter().map(Test::waiting).collect()
}

const COUNTER: &str = r#"
    package bank;
    public class Counter {
        static volatile int count;
        volatile int all;
        void add() { count = count + 1; synchronized (this) { all++; } }
        public static void main(String[] args) throws Exception {
            Counter counter = new Counter();
            Thread t = new Thread(counter::add);
            t.start();
            counter.add();
            t.join();
            if (count != 2) throw new AssertionError("lost");
        }
    }"#;

/// A thread that is about to write waits for all others to read.
const READS_FIRST: &str = r#"
    package mine;
    public class ReadsFirst implements raddle.Strategy {
        private final java.util.Random random = new java.util.Random(1);
        private volatile int asked;
        @Override public void begin(long schedule, long seed) {
            System.out.println("begins " + schedule + " " + seed);
        }
        @Override public int choose(int last, int[] threads, String[] acts, String[] objects, String[] places) {
            asked++;
            int chosen = 0;
            for (int i = 0; i < threads.length; i++) {
                System.out.println(last + "|" + threads[i] + "|" + acts[i] + "|" + objects[i] + "|" + places[i]);
                if (acts[chosen].equals("writes")) chosen = i;
            }
            return chosen;
        }
    }"#;

/// Breaks in as many ways as there are words for it.
const BROKEN: &str = r#"
    package mine;
    public class Broken {
        public static class NoChoose { public void begin(long schedule, long seed) {} }
        public static class Throws extends NoChoose {
            public int choose(int last, int[] threads, String[] acts, String[] objects, String[] places) {
                throw new IllegalStateException("no idea");
            }
        }
        public static class TooMany extends NoChoose {
            public int choose(int last, int[] threads, String[] acts, String[] objects, String[] places) {
                return threads.length;
            }
        }
        public static class Unborn extends TooMany {
            static final int N = Integer.parseInt("seven");
        }
        public static class Needy extends TooMany {
            public Needy(int n) {}
        }
        public static class Silent extends NoChoose {
            public int choose(int last, int[] threads, String[] acts, String[] objects, String[] places) {
                for (;;) java.util.concurrent.locks.LockSupport.park();
            }
        }
        public static class Later extends NoChoose {
            public void begin(long schedule, long seed) {
                if (schedule == 3) throw new UnsupportedOperationException("enough");
            }
            public int choose(int last, int[] threads, String[] acts, String[] objects, String[] places) { return 0; }
        }
    }"#;

/// The program and both files of strategies, compiled with the interface that the tool prints.
fn built(jdk: &Jdk) -> TempDir {
    let dir = TempDir::with_prefix("raddle-own-").unwrap();
    let raddle = raddle();
    let print = [
        raddle.binary().as_os_str(),
        "explore".as_ref(),
        "--strategy-interface".as_ref(),
    ];
    let printed = Program::new(print).directory(dir.path()).plain().unwrap();
    assert_eq!(printed.status, 0, "{}", printed.stderr_text());
    let files = [
        ("raddle/Strategy.java", printed.stdout_text()),
        ("bank/Counter.java", COUNTER.into()),
        ("mine/ReadsFirst.java", READS_FIRST.into()),
        ("mine/Broken.java", BROKEN.into()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_ref())).collect();
    let sources = write_all(dir.path(), &files).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    dir
}

fn explored(jdk: &Jdk, dir: &TempDir, options: &[&str]) -> Finished {
    let counter = Program::java(jdk, ["-cp", ".", "bank.Counter"]).directory(dir.path());
    counter.explored(&raddle(), options).unwrap().finished
}

fn its_rule_finds_the_error_in_the_first_schedule() {
    for jdk in in_turn().unwrap() {
        let dir = built(&jdk);
        let found = explored(
            &jdk,
            &dir,
            &[
                "--strategy",
                "class:mine.ReadsFirst",
                "--seed",
                "7",
                "--runs",
                "1",
            ],
        );
        let text = found.stderr_text();
        assert_eq!(found.status, 66, "{text}");
        assert!(text.contains("explored 1 schedule "), "{text}");
        let printed = found.stdout_text();
        assert!(printed.contains("begins 1 7"), "{printed}");
        for line in [
            "|0|writes|bank.Counter.count|bank.Counter.add(Counter.java:6)",
            "|1|begins|thread 1|",
            "|1|reads|bank.Counter.count|bank.Counter.add(Counter.java:6)",
            "|takes monitor|monitor 1|bank.Counter.add(Counter.java:6)",
        ] {
            assert!(printed.contains(line), "no {line} in {printed}");
        }
        // The recording has all the answers.
        fs::remove_file(dir.path().join("mine/ReadsFirst.class")).unwrap();
        let kept = fs::read_dir(dir.path().join("raddle-replays")).unwrap();
        for kept in kept.flatten() {
            let path = kept.path();
            let command = [
                raddle().binary().as_os_str().to_owned(),
                "replay".into(),
                path.into(),
            ];
            let again = Program::new(command).directory(dir.path()).plain().unwrap();
            assert_eq!(again.status, 66, "{}", again.stderr_text());
        }
    }
}

fn a_wrong_one_ends_the_exploration_and_says_why() {
    let cases: [(&str, &[&str]); 7] = [
        (
            "Missing",
            &["cannot be loaded", "ClassNotFoundException: mine.Broken$Missing"],
        ),
        (
            "NoChoose",
            &["has no `int choose(int, int[], String[], String[], String[])`"],
        ),
        ("Needy", &["has no `constructor without parameters`"]),
        ("Unborn", &["cannot be loaded", "NumberFormatException"]),
        (
            "Throws",
            &[
                "choose threw java.lang.IllegalStateException: no idea",
                "Broken.java:7",
            ],
        ),
        ("TooMany", &["choose answered 2, where it had to be from 0 to 1"]),
        (
            "Later",
            &[
                "begin threw java.lang.UnsupportedOperationException: enough",
                "explored 2 schedules",
            ],
        ),
    ];
    let odd = Turn::of("wrong strategies").is(2);
    for jdk in &in_turn().unwrap() {
        let dir = built(jdk);
        // They take turns, but for the first two.
        for (number, (class, words)) in cases.iter().enumerate() {
            if number > 1 && (number % 2 == 1) != odd {
                continue;
            }
            let strategy = format!("class:mine.Broken${class}");
            let wrong = explored(jdk, &dir, &["--strategy", &strategy]);
            let text = wrong.stderr_text();
            assert_eq!(wrong.status, 2, "{class}: {text}");
            assert!(
                text.contains(&format!("the strategy mine.Broken${class}")),
                "{text}"
            );
            for words in *words {
                assert!(text.contains(words), "{class}: no {words} in {text}");
            }
        }
    }
}

fn one_that_never_answers_is_not_waited_for() {
    let jdk = &in_turn().unwrap()[0];
    let dir = built(jdk);
    let silent = explored(jdk, &dir, &["--strategy", "class:mine.Broken$Silent"]);
    let text = silent.stderr_text();
    assert_eq!(silent.status, 2, "{text}");
    assert!(text.contains("it has not answered for 20 s"), "{text}");
}

/// The program does not run without control.
fn so_does_one_in_a_process_of_its_own() {
    let jdk = &in_turn().unwrap()[0];
    let dir = built(jdk);
    let options = ["--strategy", "class:mine.Broken$NoChoose", "--each-process"];
    let wrong = explored(jdk, &dir, &options);
    let text = wrong.stderr_text();
    assert_eq!(wrong.status, 2, "{text}");
    assert!(text.contains("has no `int choose"), "{text}");
    let options = ["--strategy", "class:mine.ReadsFirst", "--each-process"];
    let found = explored(jdk, &dir, &options);
    assert_eq!(found.status, 66, "{}", found.stderr_text());
}
