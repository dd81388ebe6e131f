//! What happens when something inside Raddle runs out, tried by making it small: the program runs as ever,
//! what is ordered is not reported, the run says what may be missing, and where nothing needs to be missing
//! nothing is.

use raddle_findings::Run;
use raddle_jdk::Jdk;
use raddle_testkit::{Finished, Program, Raddle, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![
        without_limits_both_programs_are_judged_rightly,
        clocks_that_are_soon_full,
        few_slots_for_threads_never_joined,
        fewer_slots_than_threads,
        many_threads_never_joined,
        a_short_history,
        no_room_for_joined_vectors,
        no_room_for_reads,
        dead_arrays_make_room,
        no_room_for_the_shadow_of_an_array,
        too_few_numbers_for_places_and_classes,
        threads_leave_little_behind,
        a_short_history_in_both_orders,
        changes_as_a_whole,
    ]
}

const STATUS_OK: i32 = 0;
const STATUS_FAILED: i32 = 2;
const STATUS_FINDINGS: i32 = 66;

/// Runs a class under these limits on one JDK and checks that its output is what it is without Raddle.
fn run(raddle: &Raddle, jdk: &Jdk, source: &str, limits: &[&str]) -> (Finished, Run) {
    let dir = TempDir::with_prefix("raddle-limits-").unwrap();
    let sources = write_all(dir.path(), &[("Main.java", source)]).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    let main = Program::java(jdk, ["-Xmx256m", "-cp", ".", "Main"]).directory(dir.path());
    let plain = main.plain().unwrap();
    assert_eq!(plain.status, 0, "{}", plain.stderr_text());
    let options: Vec<&str> = limits.iter().flat_map(|limit| ["--limit", limit]).collect();
    let checked = main.checked(raddle, &options).unwrap();
    assert_eq!(checked.finished.stdout_text(), plain.stdout_text());
    (checked.finished, checked.run.expect("a result"))
}

/// Runs it on all JDKs; it must end with `status` and say `words`.
#[track_caller]
fn expect(source: &str, limits: &[&str], status: i32, words: &[&str]) -> Vec<Run> {
    let raddle = raddle();
    let expect_on = |jdk: &Jdk| {
        let (finished, run) = run(&raddle, jdk, source, limits);
        let text = finished.stderr_text();
        assert_eq!(finished.status, status, "{limits:?} on {}:\n{text}", jdk.version);
        for word in words {
            assert!(text.contains(word), "{limits:?}: {word:?} is not in:\n{text}");
        }
        run
    };
    in_turn().unwrap().iter().map(expect_on).collect()
}

/// Threads that share by locks, volatile fields, class initialisation and joins, many reads without order,
/// and no race. No thread learns that the first forty have ended.
const ORDERED: &str = r#"
    public class Main {
        static final Object lock = new Object();
        static int counter, ended;
        static volatile int turn;
        static int baton;
        int field = 1;

        static class Settings {
            static int[] table = new int[1000];
            static { for (int i = 0; i < table.length; i++) table[i] = i; }
            static int get(int i) { return table[i]; }
        }
        static class Other {
            static Main made = new Main();
        }

        static void count() {
            synchronized (lock) { counter++; }
        }

        static void work(Main[] shared, int me) {
            int sum = 0;
            for (int i = 0; i < 300; i++) {
                count();
                sum += shared[i % shared.length].field + Settings.get(i) + Other.made.field;
                if (i % 10 != 0) continue;
                while (turn % 4 != me) Thread.yield();
                baton++;
                turn = turn + 1;
            }
            if (sum == 0) throw new AssertionError();
        }

        public static void main(String[] args) throws Exception {
            Main[] shared = new Main[100];
            for (int i = 0; i < shared.length; i++) shared[i] = new Main();
            for (int i = 0; i < 40; i++) {
                new Thread(() -> { count(); synchronized (lock) { ended++; lock.notifyAll(); } }).start();
            }
            synchronized (lock) { while (ended < 40) lock.wait(); }
            Thread[] threads = new Thread[4];
            for (int i = 0; i < 4; i++) {
                int me = i;
                threads[i] = new Thread(() -> work(shared, me));
                threads[i].start();
            }
            for (Thread t : threads) t.join();
            System.out.println(counter + " " + baton);
        }
    }"#;

/// Two threads that take a lock each thousands of times and then race, holding it.
const RACY: &str = r#"
    public class Main {
        static int raced;
        static class Mine { int count; }

        static void work(Mine mine) {
            Object inner = new Object();
            for (int i = 0; i < 3000; i++) {
                synchronized (mine) { mine.count++; }
            }
            synchronized (mine) {
                for (int i = 0; i < 100; i++) {
                    synchronized (inner) { mine.count++; }
                }
                raced = 1;
            }
        }

        public static void main(String[] args) throws Exception {
            Mine a = new Mine(), b = new Mine();
            Thread first = new Thread(() -> work(a)), second = new Thread(() -> work(b));
            first.start();
            second.start();
            first.join();
            second.join();
            System.out.println(a.count + b.count);
        }
    }"#;

fn without_limits_both_programs_are_judged_rightly() {
    for run in expect(ORDERED, &[], STATUS_OK, &["no findings"]) {
        assert!(run.complete && run.jvms[0].notes.is_empty(), "{run:?}");
    }
    expect(RACY, &[], STATUS_FINDINGS, &["Main.raced"]);
}

/// A clock that is full is no loss: the thread goes on in another slot.
fn clocks_that_are_soon_full() {
    for run in expect(ORDERED, &["clock=50"], STATUS_OK, &["no findings"]) {
        assert!(run.complete && run.jvms[0].notes.is_empty(), "{run:?}");
    }
    for run in expect(RACY, &["clock=50"], STATUS_FINDINGS, &["Main.raced"]) {
        assert_eq!(run.findings.len(), 1);
        assert!(run.complete, "{run:?}");
        for side in &run.findings[0].sides {
            let locks = side.locks.as_ref().expect("locks are taken along");
            assert_eq!(locks.len(), 1, "{side:?}");
            assert_eq!(locks[0].lock.class, "Main$Mine");
        }
    }
}

fn few_slots_for_threads_never_joined() {
    expect(
        ORDERED,
        &["slots=16"],
        STATUS_FAILED,
        &["never joined", "no findings"],
    );
    expect(
        ORDERED,
        &["recent=4"],
        STATUS_FAILED,
        &["never joined", "no findings"],
    );
    expect(RACY, &["slots=16"], STATUS_FINDINGS, &["Main.raced"]);
}

/// Once a thread is not watched, order may be lost: nothing is reported then, and the run says so.
fn fewer_slots_than_threads() {
    expect(
        ORDERED,
        &["slots=3"],
        STATUS_FAILED,
        &["at the same time", "nothing could be checked"],
    );
    expect(
        RACY,
        &["slots=3", "clock=50"],
        STATUS_FAILED,
        &["at the same time"],
    );
}

/// Many threads in turn that no thread joins; the last two race.
const IN_TURN: &str = r#"
    public class Main {
        static final Object lock = new Object();
        static int counter, raced;
        public static void main(String[] args) throws Exception {
            for (int i = 1; i <= 2500; i++) {
                int number = i;
                new Thread(() -> {
                    if (number > 2498) raced = number;
                    synchronized (lock) { counter++; lock.notifyAll(); }
                }).start();
                if (i % 10 == 0 && i < 2499) {
                    synchronized (lock) { while (counter < number) lock.wait(); }
                }
            }
            synchronized (lock) { while (counter < 2500) lock.wait(); }
            System.out.println(counter);
        }
    }"#;

/// Slots that were left long ago are used again: a note, and what is recent is found.
fn many_threads_never_joined() {
    let words = ["note: races with threads that ended", "Main.raced"];
    for run in expect(IN_TURN, &["recent=1100"], STATUS_FINDINGS, &words) {
        assert!(run.complete && run.findings.len() == 1, "{run:?}");
        assert_eq!(run.jvms[0].notes.len(), 1);
    }
}

/// A thread acquires what another one published long ago, having learnt by an opaque flag, which orders
/// nothing, that it is long ago.
const LONG_PAST: &str = r#"
    import java.util.concurrent.atomic.AtomicInteger;
    public class Main {
        static volatile int early, ping, pong;
        static int data;
        public static void main(String[] args) throws Exception {
            AtomicInteger go = new AtomicInteger();
            Thread late = new Thread(() -> {
                while (go.getOpaque() == 0) Thread.yield();
                if (early != 1 || data != 1) throw new AssertionError();
            });
            Thread partner = new Thread(() -> {
                while (ping < 500) pong = ping;
            });
            late.start();
            partner.start();
            data = 1;
            early = 1;
            for (int i = 0; i <= 500; i++) {
                ping = i;
                while (i < 500 && pong < i) Thread.yield();
            }
            go.setOpaque(1);
            late.join();
            partner.join();
            System.out.println(data);
        }
    }"#;

fn a_short_history() {
    for run in expect(LONG_PAST, &["history=2000"], STATUS_OK, &["long past"]) {
        assert!(run.complete && run.jvms[0].coarse, "{run:?}");
    }
    expect(ORDERED, &["history=2000"], STATUS_OK, &["no findings"]);
    expect(RACY, &["history=2000"], STATUS_FINDINGS, &["Main.raced"]);
}

/// What of the past is known of a thread differs: that it has learnt of the first one, last by a lock.
const TWO_ORDERS: &str = r#"
    import java.util.concurrent.atomic.AtomicInteger;
    public class Main {
        static final Object lock = new Object();
        static final AtomicInteger step = new AtomicInteger();
        static volatile int first, before, after;
        static int data;

        static void await(int turn) {
            while (step.getOpaque() != turn) Thread.yield();
        }

        public static void main(String[] args) throws Exception {
            Thread[] threads = {
                new Thread(() -> {
                    first = 1;
                    synchronized (lock) { step.setOpaque(1); }
                }),
                new Thread(() -> {
                    await(1);
                    synchronized (lock) { before = 1; }
                    data = 1;
                    after = 1;
                    step.setOpaque(1 + first);
                }),
                new Thread(() -> {
                    await(2);
                    if (before + after + data != 3) throw new AssertionError();
                }),
            };
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
            System.out.println(data);
        }
    }"#;

fn a_short_history_in_both_orders() {
    expect(
        TWO_ORDERS,
        &["history=0"],
        STATUS_OK,
        &["no findings", "long past"],
    );
    expect(TWO_ORDERS, &[], STATUS_OK, &["no findings"]);
}

/// A thread learns of one after another and passes on what it has learnt.
const CHAIN: &str = r#"
    import java.util.concurrent.atomic.AtomicInteger;
    public class Main {
        static final AtomicInteger step = new AtomicInteger();
        static volatile int first, second, passed;
        static int data;

        static void await(int turn) {
            while (step.getOpaque() != turn) Thread.yield();
        }

        public static void main(String[] args) throws Exception {
            Thread[] threads = {
                new Thread(() -> {
                    first = 1;
                    step.setOpaque(1);
                }),
                new Thread(() -> {
                    await(1);
                    data = 1;
                    second = 1;
                    step.setOpaque(2);
                }),
                new Thread(() -> {
                    await(2);
                    passed = first + second;
                    step.setOpaque(3);
                }),
                new Thread(() -> {
                    await(3);
                    if (passed + data != 3) throw new AssertionError();
                }),
            };
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
            System.out.println(data);
        }
    }"#;

fn changes_as_a_whole() {
    expect(CHAIN, &["wide=0"], STATUS_OK, &["no findings"]);
    expect(ORDERED, &["wide=0"], STATUS_OK, &["no findings"]);
    expect(RACY, &["wide=0"], STATUS_FINDINGS, &["Main.raced"]);
    // Each change ends a clock.
    expect(ORDERED, &["wide=0", "clock=60"], STATUS_OK, &["no findings"]);
}

/// Several threads publish at one place without having seen each other.
const PUBLISHERS: &str = r#"
    public class Main {
        static volatile int place;
        static int[] data = new int[4];
        public static void main(String[] args) throws Exception {
            Thread[] threads = new Thread[4];
            for (int i = 0; i < 4; i++) {
                int me = i;
                threads[i] = new Thread(() -> {
                    data[me] = 1;
                    place = me;
                });
                threads[i].start();
            }
            for (Thread t : threads) t.join();
            System.out.println(data[0] + data[1] + data[2] + data[3]);
        }
    }"#;

fn no_room_for_joined_vectors() {
    for run in expect(PUBLISHERS, &["joined=0"], STATUS_OK, &["may hide races"]) {
        assert!(run.complete && run.jvms[0].coarse, "{run:?}");
    }
    expect(ORDERED, &["joined=0"], STATUS_OK, &["no findings"]);
}

fn no_room_for_reads() {
    expect(
        ORDERED,
        &["reads=100"],
        STATUS_FAILED,
        &["some reads were forgotten", "no findings"],
    );
    expect(RACY, &["reads=100"], STATUS_FINDINGS, &["Main.raced"]);
}

/// Arrays that leave their method, one after the other, and never many at the same time.
const SHORT_LIVED: &str = r#"
    public class Main {
        static int[] last = new int[0];
        static int sum;

        static synchronized void pass(int[] next) {
            sum += last.length;
            last = next;
        }

        static void work() {
            for (int i = 0; i < 20_000; i++) {
                int[] next = new int[1000];
                for (int j = i % 7; j < next.length; j += 7) next[j] = j;
                pass(next);
            }
        }

        public static void main(String[] args) throws Exception {
            Thread other = new Thread(Main::work);
            other.start();
            work();
            other.join();
            System.out.println(sum > 0);
        }
    }"#;

fn dead_arrays_make_room() {
    let all = 40_000 * (1000 / 64 + 1) * 128;
    let limit = all / 20;
    expect(
        SHORT_LIVED,
        &[&format!("shadow={limit}")],
        STATUS_OK,
        &["no findings"],
    );
}

fn no_room_for_the_shadow_of_an_array() {
    expect(
        ORDERED,
        &["shadow=8000"],
        STATUS_FAILED,
        &["shadow of an array", "no findings"],
    );
    expect(RACY, &["shadow=8000"], STATUS_FINDINGS, &["Main.raced"]);
}

fn too_few_numbers_for_places_and_classes() {
    for limit in ["sites=10", "sites=2000", "classes=1"] {
        expect(
            ORDERED,
            &[limit],
            STATUS_FAILED,
            &["more places than", "no findings"],
        );
    }
}

/// Threads in turn that no thread joins. Once as many have ended as are remembered in full, the process stays
/// about as large as it is.
const LITTLE_LEFT: &str = r#"
    import java.nio.file.*;
    public class Main {
        static final Object lock = new Object();
        static int counter;
        static long resident() throws Exception {
            System.gc();
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
            throw new AssertionError();
        }
        static void threads(int upTo) throws Exception {
            for (int i = counter; i < upTo; i++) {
                new Thread(() -> { synchronized (lock) { counter++; lock.notifyAll(); } }).start();
                synchronized (lock) { while (counter <= i) lock.wait(); }
            }
        }
        public static void main(String[] args) throws Exception {
            threads(2500);
            long before = resident();
            threads(5500);
            long grown = resident() - before;
            System.out.println(grown < 30_000 ? "small" : "grown by " + grown + " kB");
        }
    }"#;

#[cfg(target_os = "linux")]
fn threads_leave_little_behind() {
    expect(LITTLE_LEFT, &[], STATUS_OK, &["no findings"]);
}
