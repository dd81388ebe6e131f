//! Random programs that go over one array, held against the definition of a race: whatever is reported is
//! one, and no element that raced is passed over. With real JVMs, which is what tests the fast path: words
//! for blocks of elements, loops that tell late, what threads remember.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use raddle_findings::{Act, Run};
use raddle_testkit::{Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![what_is_found_races_and_what_races_is_found,]
}

const THREADS: usize = 3;
/// `RADDLE_ORACLE_SCHEDULES` asks for more.
const SCHEDULES: u64 = 8;
const SLOW_WAYS: [&[&str]; 2] = [
    &["--no-fast-path"],
    &[
        "--disable",
        "thread-confined,unescaped,access-caches,access-ranges,blocks",
    ],
];

/// Steps `thread action from to` in the order of the file; taking turns orders nothing. What an action does
/// at which line is said by the comments.
const ELEMENTS: &str = r#"
    import java.lang.invoke.MethodHandles;
    import java.lang.invoke.VarHandle;
    import java.nio.file.Files;
    import java.nio.file.Path;
    import java.util.Arrays;
    import java.util.Scanner;

    public class Elements {
        static int turn;
        static final VarHandle TURN;

        static {
            try {
                TURN = MethodHandles.lookup().findStaticVarHandle(Elements.class, "turn", int.class);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        final Object[] locks = {new Object(), new Object()};
        final int[] a;

        Elements(int size) {
            a = new int[size];
        }

        int act(int action, int from, int to) {
            switch (action) {
                case 0: return a[from]; // reads 0
                case 1: return a[from] = from; // writes 1
                case 2: return forwards(a, from, to);
                case 3: return backwards(a, from, to);
                case 4: return along(from, to);
                case 5: fill(a, from, to); return 0;
                case 6: everyThird(a, from, to); return 0;
                case 7: return cutShort(a, from, to);
                case 8: add(a, from, to); return 0;
                case 9: System.arraycopy(a, from, new int[to - from], 0, to - from); return 0; // reads 9
                case 10: Arrays.fill(a, from, to, 1); return 0; // writes 10
                case 11: return someOf(a, from, to);
                case 12: mixed(from, to); return 0;
                default: synchronized (locks[action - 13]) { return 0; }
            }
        }

        static int forwards(int[] a, int from, int to) {
            int sum = 0;
            for (int i = from; i < to; i++) {
                sum += a[i]; // reads 2
            }
            return sum;
        }

        static int backwards(int[] a, int from, int to) {
            int sum = 0;
            for (int i = to - 1; i >= from; --i) {
                sum += a[i]; // reads 3
            }
            return sum;
        }

        int along(int from, int to) {
            int sum = 0;
            int i = from;
            while (i < to) {
                sum ^= a[i++]; // reads 4
            }
            return sum;
        }

        static void fill(int[] a, int from, int to) {
            for (int i = from; i < to; i++) {
                a[i] = i; // writes 5
            }
        }

        static void everyThird(int[] a, int from, int to) {
            for (int i = from; i < to; i += 3) {
                a[i] = i; // writes 6
            }
        }

        static int cutShort(int[] a, int from, int to) {
            int sum = 0;
            for (int i = from; i < a.length; i++) {
                if (i == to) break;
                sum += a[i]; // reads 7
            }
            return sum;
        }

        static void add(int[] a, int from, int to) {
            for (int i = from; i < to; i++) {
                a[i] += 3; // updates 8
            }
        }

        static int someOf(int[] a, int from, int to) {
            int sum = 0;
            for (int i = from; i < to; i++) {
                if (i % 3 != 0) {
                    sum += a[i]; // reads 11
                }
            }
            return sum;
        }

        void mixed(int from, int to) {
            for (int i = from; i < to; i++) {
                int other = from + (i - from ^ 1);
                if (other < to) {
                    a[other] += 3; // updates 12
                }
            }
        }

        void follow(int me, int[][] steps) {
            for (int k = 0; k < steps.length; k++) {
                if (steps[k][0] != me) continue;
                while ((int) TURN.getOpaque() != k) Thread.onSpinWait();
                act(steps[k][1], steps[k][2], steps[k][3]);
                TURN.setOpaque(k + 1);
            }
        }

        public static void main(String[] args) throws Exception {
            int[][] steps;
            int size;
            try (Scanner in = new Scanner(Files.readString(Path.of(args[0])))) {
                size = in.nextInt();
                steps = new int[in.nextInt()][4];
                for (int[] step : steps) {
                    for (int i = 0; i < 4; i++) step[i] = in.nextInt();
                }
            }
            // Whatever is loaded or linked at its first use is by now.
            Elements warm = new Elements(size);
            for (int action = 0; action < 15; action++) warm.act(action, 0, size);
            TURN.setOpaque((int) TURN.getOpaque());
            Thread.onSpinWait();

            Elements elements = new Elements(size);
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                int me = i;
                threads[i] = new Thread(() -> elements.follow(me, steps));
            }
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
        }
    }"#;

const LOCK: usize = 13;

#[derive(Clone, Copy)]
struct Step {
    thread: usize,
    action: usize,
    from: usize,
    to: usize,
}

struct Schedule {
    size: usize,
    steps: Vec<Step>,
}

/// The lines and operations of a race. Which came first in the run does not make it another one.
type Pair = [(u32, Act); 2];

fn pair(a: (u32, Act), b: (u32, Act)) -> Pair {
    let mut pair = [a, b];
    pair.sort();
    pair
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

impl Schedule {
    /// Mostly, accesses come between two uses of a lock; of every third schedule only half of them do.
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let size = [5, 64, 100, 200][random.below(4)];
        let alone = if seed.is_multiple_of(3) { 2 } else { 12 };
        let mut steps = Vec::new();
        for _ in 0..80 {
            let thread = random.below(THREADS);
            let lock = LOCK + usize::from(random.below(8) == 0);
            let from = random.below(size);
            let to = from + 1 + random.below(size - from);
            let step = |action| Step {
                thread,
                action,
                from,
                to,
            };
            if random.below(alone) != 0 {
                steps.push(step(lock));
            }
            for _ in 0..=random.below(2) {
                steps.push(step(random.below(LOCK)));
            }
            if random.below(alone) != 0 {
                steps.push(step(lock));
            }
        }
        Self { size, steps }
    }

    fn text(&self) -> String {
        let mut text = format!("{} {}\n", self.size, self.steps.len());
        for Step {
            thread,
            action,
            from,
            to,
        } in &self.steps
        {
            text += &format!("{thread} {action} {from} {to}\n");
        }
        text
    }

    /// All races, and for each element that races those of the first step that does.
    fn races(&self, lines: &BTreeMap<usize, (u32, &[Act])>) -> (BTreeSet<Pair>, Vec<BTreeSet<Pair>>) {
        let mut clocks = [[0_u32; THREADS]; THREADS];
        for (thread, clock) in clocks.iter_mut().enumerate() {
            clock[thread] = 1;
        }
        let mut locks = [[0_u32; THREADS]; 2];
        let mut history: Vec<Vec<(usize, u32, Act, u32)>> = vec![Vec::new(); self.size];
        let mut first: BTreeMap<usize, BTreeSet<Pair>> = BTreeMap::new();
        let mut all = BTreeSet::new();
        for step in &self.steps {
            let clock = &mut clocks[step.thread];
            if step.action >= LOCK {
                let lock = &mut locks[step.action - LOCK];
                for thread in 0..THREADS {
                    clock[thread] = clock[thread].max(lock[thread]);
                }
                *lock = *clock;
                clock[step.thread] += 1;
                continue;
            }
            let (line, ops) = lines[&step.action];
            for element in step.elements() {
                let mut here = BTreeSet::new();
                for &op in ops {
                    for &(thread, at, earlier, place) in &history[element] {
                        let conflicts = op == Act::Write || earlier == Act::Write;
                        if thread != step.thread && conflicts && at > clock[thread] {
                            here.insert(pair((place, earlier), (line, op)));
                        }
                    }
                }
                for &op in ops {
                    history[element].push((step.thread, clock[step.thread], op, line));
                }
                if !here.is_empty() {
                    all.extend(&here);
                    first.entry(element).or_insert(here);
                }
            }
        }
        (all, first.into_values().collect())
    }
}

impl Step {
    fn elements(&self) -> Box<dyn Iterator<Item = usize>> {
        match self.action {
            0 | 1 => Box::new(self.from..=self.from),
            6 => Box::new((self.from..self.to).step_by(3)),
            11 => Box::new((self.from..self.to).filter(|i| i % 3 != 0)),
            // In pairs: who has no other is left out.
            12 => Box::new(self.from..self.to - (self.to - self.from) % 2),
            _ => Box::new(self.from..self.to),
        }
    }
}

/// By action: its line and what it does there.
fn lines() -> BTreeMap<usize, (u32, &'static [Act])> {
    let mut lines = BTreeMap::new();
    for (line, text) in (1..).zip(ELEMENTS.lines()) {
        let Some((_, comment)) = text.split_once("// ") else {
            continue;
        };
        let ops: &[Act] = match comment.split(' ').next() {
            Some("reads") => &[Act::Read],
            Some("writes") => &[Act::Write],
            Some("updates") => &[Act::Read, Act::Write],
            _ => continue,
        };
        let action = comment.rsplit(' ').next().expect("a number").parse();
        lines.insert(action.expect("a number"), (line, ops));
    }
    assert_eq!(lines.len(), LOCK);
    lines
}

fn found(run: &Run) -> BTreeSet<Pair> {
    let side = |finding: &raddle_findings::Finding, n: usize| {
        let side = &finding.sides[n];
        let frame = side.stack.iter().find(|frame| frame.class == "Elements");
        (frame.and_then(|frame| frame.line).expect("a line"), side.op)
    };
    let findings = run.findings.iter();
    findings
        .map(|finding| pair(side(finding, 0), side(finding, 1)))
        .collect()
}

fn what_is_found_races_and_what_races_is_found() {
    let raddle = raddle();
    let lines = lines();
    let mut problems = Vec::new();
    let schedules = env::var("RADDLE_ORACLE_SCHEDULES").map_or(SCHEDULES, |n| n.parse().expect("a number"));
    let mut racy = 0;
    for jdk in in_turn().expect("JDKs") {
        let dir = TempDir::new().expect("a directory");
        let sources = write_all(dir.path(), &[("Elements.java", ELEMENTS)]).expect("sources");
        compile(&jdk, &sources, dir.path()).expect("compiles");
        for seed in 0..schedules {
            let schedule = Schedule::new(seed);
            let file = dir.path().join("steps");
            fs::write(&file, schedule.text()).expect("a file");
            let (all, first) = schedule.races(&lines);
            racy += usize::from(!all.is_empty());
            let program = Program::java(
                &jdk,
                [
                    "-cp".as_ref(),
                    dir.path().as_os_str(),
                    "Elements".as_ref(),
                    file.as_os_str(),
                ],
            );
            for options in [&[], SLOW_WAYS[seed as usize % 2]] {
                let checked = program.checked(&raddle, options).expect("it runs");
                let run = checked
                    .run
                    .unwrap_or_else(|| panic!("{}", checked.finished.stderr_text()));
                let found = found(&run);
                let run = format!("JDK {}, schedule {seed}, {options:?}", jdk.version.feature);
                for pair in found.difference(&all) {
                    problems.push(format!("{run}: {pair:?} is no race"));
                }
                for pairs in first.iter().filter(|pairs| pairs.is_disjoint(&found)) {
                    problems.push(format!("{run}: none of {pairs:?} was found"));
                }
            }
        }
    }
    problems.dedup();
    assert!(racy > 0, "no schedule has a race");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
