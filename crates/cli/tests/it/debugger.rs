//! A recording that is repeated under a debugger, the JDK's own: it stops where it was asked to, for as long as one
//! likes, and shows the same.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use raddle_jdk::Jdk;
use raddle_testkit::{Program, Test, Turn, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    let tests = tests![
        it_stops_before_the_step_and_shows_the_same,
        a_breakpoint_does_not_change_the_schedule,
    ];
    tests.into_iter().map(Test::waiting).collect()
}

const LIMIT: Duration = Duration::from_secs(120);
/// Longer than a thread may sleep without a debugger.
const A_WHILE: Duration = Duration::from_secs(2);

const COUNTER: &str = r#"
    public class Counter {
        static volatile int count;
        static void add() { count = count + 1; }
        public static void main(String[] args) throws Exception {
            Thread t = new Thread(Counter::add, "clerk");
            t.start();
            add();
            t.join();
            if (count != 2) throw new AssertionError("lost");
        }
    }"#;

/// A process that is ended with the test, and what it writes, as it comes.
struct Talker {
    child: Child,
    stdin: Option<ChildStdin>,
    pieces: Receiver<String>,
    text: String,
}

impl Talker {
    fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, pieces) = channel();
        let outputs: [Box<dyn Read + Send>; 2] = [
            Box::new(child.stdout.take().unwrap()),
            Box::new(child.stderr.take().unwrap()),
        ];
        for output in outputs {
            let sender = sender.clone();
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Ok(bytes) = output.fill_buf()
                    && !bytes.is_empty()
                {
                    let length = bytes.len();
                    let piece = String::from_utf8_lossy(bytes).into_owned();
                    output.consume(length);
                    if sender.send(piece).is_err() {
                        return;
                    }
                }
            });
        }
        Talker {
            stdin: child.stdin.take(),
            child,
            pieces,
            text: String::new(),
        }
    }

    fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).unwrap();
    }

    /// Waits until this has been written; false if the process ended before.
    fn hears(&mut self, words: &str) -> bool {
        let end = Instant::now() + LIMIT;
        while !self.text.contains(words) {
            match self
                .pieces
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(piece) => self.text += &piece,
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => panic!("no `{words}` in {}", self.text),
            }
        }
        true
    }

    fn status(&mut self) -> i32 {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.text.extend(self.pieces.iter());
                return status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < end, "it does not end: {}", self.text);
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that has failed, and the recording of that.
struct Failed {
    dir: TempDir,
    recording: String,
}

fn failed(jdk: &Jdk) -> Failed {
    let raddle = raddle();
    let dir = TempDir::with_prefix("raddle-debugger-").unwrap();
    let sources = write_all(dir.path(), &[("Counter.java", COUNTER)]).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    let counter = Program::java(jdk, ["-cp", ".", "Counter"]).directory(dir.path());
    let explored = counter.explored(&raddle, &[]).unwrap().finished;
    assert_eq!(explored.status, 66, "{}", explored.stderr_text());
    let mut kept = fs::read_dir(dir.path().join("raddle-replays")).unwrap();
    let recording = kept.next().unwrap().unwrap().path();
    let recording = recording.to_string_lossy().into_owned();
    Failed { dir, recording }
}

impl Failed {
    fn replay(&self, options: &[&str]) -> Talker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.arg("replay").arg(&self.recording).args(options);
        Talker::start(command.current_dir(self.dir.path()))
    }

    /// The number of the first step whose word has this letter, and the name of its thread.
    fn step(&self, letter: char) -> (usize, &'static str) {
        let text = fs::read_to_string(&self.recording).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let steps = json["recording"]["steps"].as_str().unwrap().to_owned();
        let at = steps.split(' ').position(|word| word.contains(letter)).unwrap();
        let word = steps.split(' ').nth(at).unwrap();
        (at + 1, if word.starts_with('0') { "main" } else { "clerk" })
    }
}

/// The debugger, once the program lets it come.
fn attach(jdk: &Jdk, replay: &mut Talker) -> Talker {
    assert!(
        replay.hears("127.0.0.1:") && replay.hears("\n"),
        "{}",
        replay.text
    );
    let address = replay.text.split("127.0.0.1:").nth(1).unwrap();
    let port: String = address.chars().take_while(char::is_ascii_digit).collect();
    // A run-time image has none of its own.
    let tools = jdk.compiler().expect("a JDK with tools");
    let end = Instant::now() + LIMIT;
    loop {
        let mut command = Command::new(tools.tool("jdb"));
        let mut jdb = Talker::start(command.args(["-attach", &format!("127.0.0.1:{port}")]));
        if jdb.hears("Initializing jdb") {
            return jdb;
        }
        assert!(Instant::now() < end, "{}\n{}", jdb.text, replay.text);
        thread::sleep(Duration::from_millis(200));
    }
}

/// Nothing has to be typed: the program waits before the step, and the debugger finds it there.
fn it_stops_before_the_step_and_shows_the_same() {
    // A thread's first step, and one in the middle.
    let letter = *Turn::of("steps to stop at").pick(&['b', 'x']);
    for jdk in &in_turn().unwrap() {
        let failed = failed(jdk);
        let (number, name) = failed.step(letter);
        let mut replay = failed.replay(&["--stop-at", &number.to_string()]);
        let before = format!("raddle: before step {number}: waiting for a debugger");
        assert!(replay.hears(&before), "{}", replay.text);
        // No debugger comes for a while.
        thread::sleep(A_WHILE);
        let mut jdb = attach(jdk, &mut replay);
        let stopped = "Exception occurred: java.lang.RaddleStop";
        assert!(jdb.hears(stopped), "{}", jdb.text);
        assert!(jdb.hears(&format!("thread={name}\"")), "{}", jdb.text);
        jdb.say("threads");
        assert!(jdb.hears("Group main:") && jdb.hears("clerk"), "{}", jdb.text);
        // Then one looks around.
        thread::sleep(A_WHILE);
        jdb.say("cont");
        assert_eq!(replay.status(), 66, "{}: {}", jdk.home.display(), replay.text);
        assert!(replay.text.contains("shows the same"), "{}", replay.text);
    }
}

/// A breakpoint of one's own is no wait for something outside.
fn a_breakpoint_does_not_change_the_schedule() {
    for jdk in in_turn().unwrap() {
        let failed = failed(&jdk);
        let mut replay = failed.replay(&["--debug"]);
        let mut jdb = attach(&jdk, &mut replay);
        assert!(jdb.hears("VM Started") && jdb.hears("main[1]"), "{}", jdb.text);
        jdb.say("stop in Counter.add");
        assert!(jdb.hears("Counter.add"), "{}", jdb.text);
        jdb.say("cont");
        for _ in 0..2 {
            jdb.text.clear();
            assert!(jdb.hears("Breakpoint hit"), "{}", jdb.text);
            thread::sleep(A_WHILE);
            jdb.say("cont");
        }
        assert_eq!(replay.status(), 66, "{}: {}", jdk.home.display(), replay.text);
        assert!(replay.text.contains("shows the same"), "{}", replay.text);
    }
}
