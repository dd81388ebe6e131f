//! What is said of programs that hang: why nothing wakes their threads, where each of them is, and what became of
//! them when they are ended from outside. With real JVMs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use raddle_findings::{Finding, Kind, Run, WaitKind};
use raddle_jdk::Jdk;
use raddle_testkit::{Checked, Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![
        a_stuck_program_and_the_thread_that_died,
        each_side_of_a_lock_order_has_its_own_callers,
        threads_of_a_schedule_have_one_number,
        a_signal_shows_where_the_threads_are,
        a_second_signal_ends_by_force,
        a_killed_command_takes_its_jvms_along,
    ]
}

/// A directory with one compiled class.
fn compiled(jdk: &Jdk, name: &str, source: &str) -> TempDir {
    let dir = TempDir::with_prefix("raddle-hung-").unwrap();
    let sources = write_all(dir.path(), &[(&format!("{name}.java"), source)]).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    dir
}

fn program(jdk: &Jdk, dir: &TempDir, main: &str) -> Program {
    let mut program = Program::java(jdk, ["-cp", ".", main]).directory(dir.path());
    program.limit = Duration::from_secs(60);
    program
}

#[track_caller]
fn single(run: &Run, kind: Kind) -> &Finding {
    let mut findings = run.findings.iter().filter(|finding| finding.kind == kind);
    let finding = findings.next().expect("a finding");
    assert!(findings.next().is_none(), "{run:#?}");
    finding
}

/// The thread that should have answered main has died, and a daemon that knows nothing of it waits for more.
const DIED: &str = r#"
    import java.util.concurrent.*;

    public class Died {
        static final BlockingQueue<String> questions = new LinkedBlockingQueue<>();
        static final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

        static void answer() {
            try {
                answers.put(questions.take().substring(3));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        static void idle() {
            try {
                questions.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        static Thread daemon(Runnable body, String name) {
            Thread daemon = new Thread(body, name);
            daemon.setDaemon(true);
            daemon.start();
            return daemon;
        }

        public static void main(String[] args) throws InterruptedException {
            Thread answers = daemon(Died::answer, "dispatcher");
            questions.put("x");
            answers.join();
            daemon(Died::idle, "merger");
            Died.answers.take();
        }
    }"#;

fn a_stuck_program_and_the_thread_that_died() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(&jdk, "Died", DIED);
        let Checked { run, .. } = program(&jdk, &dir, "Died").checked(&raddle(), &[]).unwrap();
        let run = run.expect("a result");
        let stuck = single(&run, Kind::Stuck);
        assert_eq!(stuck.sides.len(), 1, "{stuck:#?}");
        let [died, waits] = stuck.notes.as_slice() else {
            panic!("{stuck:#?}");
        };
        for words in [
            "\"dispatcher\" ended by java.lang.StringIndexOutOfBoundsException: ",
            "Died.answer(Died.java:10); started at Died.daemon(Died.java:27)",
        ] {
            assert!(died.contains(words), "JDK {}: {died}", jdk.version);
        }
        for words in [
            "daemon thread",
            "\"merger\" waits at Died.idle(Died.java:18), in LinkedBlockingQueue.take; started at",
        ] {
            assert!(waits.contains(words), "JDK {}: {waits}", jdk.version);
        }
    }
}

/// Two threads take the same locks at the same places, but come from different callers.
const CALLERS: &str = r#"
    import java.lang.invoke.*;

    public class Callers {
        static int turn;
        static final VarHandle TURN;

        static {
            try {
                TURN = MethodHandles.lookup().findStaticVarHandle(Callers.class, "turn", int.class);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        static void both(Object first, Object second) {
            synchronized (first) {
                synchronized (second) {
                }
            }
        }

        static void left(Object a, Object b) {
            both(a, b);
            TURN.setOpaque(1);
        }

        static void right(Object a, Object b) {
            while ((int) TURN.getOpaque() == 0) {
                Thread.onSpinWait();
            }
            both(b, a);
        }

        public static void main(String[] args) {
            // The JDK links what is called for the first time, by tables that would order the threads.
            left(new Object(), new Object());
            right(new Object(), new Object());
            TURN.setOpaque(0);
            Object a = new Object();
            Object b = new Object();
            Thread[] threads = {new Thread(() -> left(a, b)), new Thread(() -> right(a, b))};
            for (Thread thread : threads) {
                thread.start();
            }
        }
    }"#;

fn each_side_of_a_lock_order_has_its_own_callers() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(&jdk, "Callers", CALLERS);
        for options in [&[][..], &["--no-fast-path"]] {
            let checked = program(&jdk, &dir, "Callers").checked(&raddle(), options);
            let run = checked.unwrap().run.expect("a result");
            let order = single(&run, Kind::LockOrder);
            let callers: Vec<_> = order
                .sides
                .iter()
                .map(|side| side.stack[1].method.as_str())
                .collect();
            assert_eq!(callers, ["left", "right"], "JDK {}", jdk.version);
        }
    }
}

/// Two threads wait for a latch of which each has counted down one of three.
const WAITS: &str = r#"
    import java.util.concurrent.CountDownLatch;

    public class Waits {
        static void meet(CountDownLatch latch) {
            latch.countDown();
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        public static void main(String[] args) {
            CountDownLatch latch = new CountDownLatch(3);
            new Thread(() -> meet(latch)).start();
            meet(latch);
        }
    }"#;

/// The number of a thread in a finding is the one that the table of its schedule has, where main is 0.
fn threads_of_a_schedule_have_one_number() {
    let jdk = &in_turn().unwrap()[0];
    let dir = compiled(jdk, "Waits", WAITS);
    let explored = program(jdk, &dir, "Waits").explored(&raddle(), &["--runs", "2", "--keep-going"]);
    let run = explored.unwrap().run.expect("a result");
    let mut ids: Vec<u32> = single(&run, Kind::Stuck)
        .sides
        .iter()
        .map(|side| side.thread.id)
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [0, 1]);
}

/// Hangs, but may be waiting for its shutdown hook, which hangs too if there is an argument. Says its process id once it
/// does.
const HUNG: &str = r#"
    import java.util.concurrent.CountDownLatch;

    public class Hung {
        static void work(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        static void spin(boolean forEver) {
            while (forEver) {
                java.util.concurrent.locks.LockSupport.parkNanos(1_000_000_000);
            }
        }

        public static void main(String[] args) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> spin(args.length > 0)));
            Thread worker = new Thread(() -> work(new CountDownLatch(1)), "worker");
            Thread main = Thread.currentThread();
            Thread witness = new Thread(() -> {
                while (worker.getState() != Thread.State.WAITING || main.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                System.out.println(ProcessHandle.current().pid());
            });
            witness.setDaemon(true);
            worker.start();
            witness.start();
            worker.join();
        }
    }"#;

/// Runs `raddle check` until the program hangs; gives its process id.
fn hanging(dir: &TempDir, command: &[&str]) -> (Child, u32) {
    let mut child = Command::new(raddle().binary())
        .args(["check", "--json", "run.json", "--"])
        .args(command)
        .current_dir(dir.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    (child, line.trim().parse().expect("a process id"))
}

fn signal(name: &str, pid: u32) {
    let sent = Command::new("kill").args([name, &pid.to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Whether the command is `java` itself, or starts it: the signal comes to the JVM all the same.
fn a_signal_shows_where_the_threads_are() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(&jdk, "Hung", HUNG);
        let java = jdk.java().display().to_string();
        let script = format!("\"{java}\" -cp . Hung; exit");
        for command in [&[java.as_str(), "-cp", ".", "Hung"][..], &["sh", "-c", &script]] {
            let (mut child, jvm) = hanging(&dir, command);
            signal("-TERM", child.id());
            assert_eq!(child.wait().unwrap().code(), Some(128 + 15), "{command:?}");
            let text = fs::read_to_string(dir.path().join("run.json")).unwrap();
            let run: Run = serde_json::from_str(&text).unwrap();
            assert!(run.complete && run.findings.is_empty(), "{run:#?}");
            assert_eq!(run.jvms[0].pid, jvm);
            let interrupted = run.jvms[0].interrupted.as_ref().expect("it was interrupted");
            assert_eq!(interrupted.signal, 15);
            let said = |name: &str| {
                let mut sides = interrupted.threads.iter().zip(1..);
                let (side, number) = sides.find(|(side, _)| side.thread.name == name)?;
                let wait = side.wait.as_ref()?;
                Some((
                    number,
                    wait.kind,
                    wait.held_by.clone(),
                    side.site()?.method.clone(),
                ))
            };
            let (number, kind, ..) = said("worker").expect("the worker waits");
            assert_eq!(kind, WaitKind::Latch);
            let (_, kind, held_by, place) = said("main").expect("main waits");
            assert_eq!(
                (kind, held_by, place.as_str()),
                (WaitKind::Thread, vec![number], "main")
            );
        }
    }
}

/// Whether the hook that hangs is that of the command, or of a JVM that it has started.
fn a_second_signal_ends_by_force() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(&jdk, "Hung", HUNG);
        let java = jdk.java().display().to_string();
        let script = format!("trap : TERM; \"{java}\" -cp . Hung hook; exit");
        for command in [
            &[java.as_str(), "-cp", ".", "Hung", "hook"][..],
            &["sh", "-c", &script],
        ] {
            let (mut child, jvm) = hanging(&dir, command);
            signal("-TERM", child.id());
            let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
            let asks = said.any(|line| line.unwrap().contains("the same signal again ends it by force"));
            assert!(asks && is_running(jvm), "{command:?}");
            signal("-TERM", child.id());
            assert_eq!(child.wait().unwrap().code(), Some(2), "{command:?}");
            assert!(!is_running(jvm));
            let text = fs::read_to_string(dir.path().join("run.json")).unwrap();
            let run: Run = serde_json::from_str(&text).unwrap();
            assert!(!run.complete && run.jvms[0].interrupted.is_some(), "{run:#?}");
        }
    }
}

/// Those that it has started by another command, too.
fn a_killed_command_takes_its_jvms_along() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(&jdk, "Hung", HUNG);
        let java = jdk.java().display().to_string();
        let script = format!("\"{java}\" -cp . Hung; exit");
        for command in [&[java.as_str(), "-cp", ".", "Hung"][..], &["sh", "-c", &script]] {
            let (mut child, jvm) = hanging(&dir, command);
            signal("-KILL", child.id());
            child.wait().unwrap();
            let began = Instant::now();
            while is_running(jvm) {
                assert!(began.elapsed() < Duration::from_secs(20), "{command:?}");
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// A zombie is none.
fn is_running(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| state != 'Z')
}
