//! One queue for all tests of an integration binary, ordinary ones and fixtures alike, in place of the standard
//! harness: that one has neither tests that are made at run time, nor times, nor tests that mostly wait.
//!
//! A test that keeps a processor busy takes turns with its like; tests that wait (for a deadlock to be noticed,
//! say) run many at a time beside them; a test that measures time runs alone, after all others. The output is that
//! of the standard harness, with the time of each test.

use std::any::Any;
use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::turn::{self, Turn};

/// How many tests run at a time that mostly wait, per one that is busy.
const WAITING_PER_BUSY: usize = 4;
/// Of so many fixtures a quick run takes one.
const SAMPLE: usize = 8;

/// How a test uses the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lane {
    Busy,
    Waiting,
    Alone,
}

/// One test. It fails by a panic.
pub struct Test {
    name: String,
    lane: Lane,
    fixture: bool,
    body: Box<dyn FnOnce() + Send>,
}

impl Test {
    pub fn new(name: impl Into<String>, body: impl FnOnce() + Send + 'static) -> Test {
        Test {
            name: name.into(),
            lane: Lane::Busy,
            fixture: false,
            body: Box::new(body),
        }
    }

    /// A function of a module of the test binary.
    pub fn of_module(path: &str, name: &str, body: fn()) -> Test {
        let (_, module) = path.split_once("::").unwrap_or_default();
        Test::new(format!("{module}::{name}"), body)
    }

    /// It is one of very many: a sample of them will do for a quick run.
    pub fn fixture(self) -> Test {
        Test {
            fixture: true,
            ..self
        }
    }

    /// It mostly waits: many of its like may run at a time.
    pub fn waiting(self) -> Test {
        Test {
            lane: Lane::Waiting,
            ..self
        }
    }

    /// It measures time: nothing else may run meanwhile.
    pub fn alone(self) -> Test {
        Test {
            lane: Lane::Alone,
            ..self
        }
    }
}

/// The tests of a module, by the names of their functions. One that is left out is dead code, which is denied.
#[macro_export]
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        vec![$($crate::Test::of_module(module_path!(), stringify!($name), $name)),*]
    };
}

/// Runs tests.
#[derive(Parser)]
struct Args {
    /// Only tests whose names contain one of these
    filters: Vec<String>,
    /// Only tests whose names are one of these
    #[arg(long)]
    exact: bool,
    /// Not tests whose names contain this
    #[arg(long)]
    skip: Vec<String>,
    /// Print the names of the tests, and run none
    #[arg(long)]
    list: bool,
    /// How many tests run at a time that keep a processor busy
    #[arg(long)]
    test_threads: Option<usize>,
    /// Print failures and the count only
    #[arg(long, short)]
    quiet: bool,
    /// Taken for the sake of scripts: output is never captured
    #[arg(long)]
    nocapture: bool,
}

impl Args {
    fn wants(&self, name: &str) -> bool {
        let is = |part: &String| {
            if self.exact {
                name == part
            } else {
                name.contains(part.as_str())
            }
        };
        (self.filters.is_empty() || self.filters.iter().any(is)) && !self.skip.iter().any(is)
    }
}

/// Runs those tests that the command line asks for.
pub fn run(tests: Vec<Test>) -> ExitCode {
    let args = Args::parse();
    let total = tests.len();
    let sampled = |test: &Test| !(test.fixture && turn::quick()) || Turn::of(&test.name).is(SAMPLE);
    let tests: Vec<_> = tests
        .into_iter()
        .filter(|test| args.wants(&test.name) && sampled(test))
        .collect();
    if args.list {
        tests.iter().for_each(|test| println!("{}: test", test.name));
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests, turn {}", tests.len(), turn::number());
    let busy = args
        .test_threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    let (started, left_out) = (Instant::now(), total - tests.len());
    let outcome = run_all(tests, busy.max(1), args.quiet);
    outcome.print(left_out, started.elapsed());
    if outcome.failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[derive(Default)]
struct Outcome {
    passed: usize,
    /// Names, with what the panics said.
    failed: Vec<(String, String)>,
}

impl Outcome {
    fn print(&self, left_out: usize, took: Duration) {
        if !self.failed.is_empty() {
            println!("\nfailures:");
        }
        for (name, said) in &self.failed {
            println!("\n---- {name} ----\n{said}");
        }
        let verdict = if self.failed.is_empty() { "ok" } else { "FAILED" };
        println!(
            "\ntest result: {verdict}. {} passed; {} failed; 0 ignored; 0 measured; {left_out} filtered out; \
             finished in {:.2}s\n",
            self.passed,
            self.failed.len(),
            took.as_secs_f64()
        );
    }
}

fn run_all(tests: Vec<Test>, busy: usize, quiet: bool) -> Outcome {
    let outcome = Mutex::new(Outcome::default());
    let (alone, together): (Vec<_>, Vec<_>) = tests.into_iter().partition(|test| test.lane == Lane::Alone);
    let (waiting, working): (Vec<_>, Vec<_>) =
        together.into_iter().partition(|test| test.lane == Lane::Waiting);
    let [working, waiting, alone] = [working, waiting, alone].map(|tests| Mutex::new(VecDeque::from(tests)));
    thread::scope(|scope| {
        for (queue, workers) in [(&working, busy), (&waiting, busy * WAITING_PER_BUSY)] {
            for _ in 0..workers {
                scope.spawn(|| work(queue, &outcome, quiet));
            }
        }
    });
    work(&alone, &outcome, quiet);
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs what is left in a queue.
fn work(queue: &Mutex<VecDeque<Test>>, outcome: &Mutex<Outcome>, quiet: bool) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(Test { name, body, .. }) = next else {
            return;
        };
        let started = Instant::now();
        // A thread of its own, with the test's name: the panic's message has it, and `Turn`.
        let thread = thread::Builder::new().name(name.clone()).spawn(body);
        let result = thread.expect("a thread").join();
        let seconds = started.elapsed().as_secs_f64();
        let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        if !quiet || result.is_err() {
            println!("test {name} ... {verdict} ({seconds:.1} s)");
        }
        match result {
            Ok(()) => outcome.passed += 1,
            Err(panic) => outcome.failed.push((name, said(&*panic))),
        }
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_counted_and_quoted() {
        let tests = vec![
            Test::new("a", || {}),
            Test::new("b", || panic!("b is {}", "wrong")).waiting(),
            Test::new("c", || {}).waiting(),
            Test::new("d", || assert_eq!(thread::current().name(), Some("d"))).alone(),
        ];
        let outcome = run_all(tests, 2, true);
        assert_eq!(outcome.passed, 3);
        assert_eq!(outcome.failed, [("b".to_owned(), "b is wrong".to_owned())]);
    }

    #[test]
    fn names_are_chosen() {
        let args = Args::parse_from(["it", "race/bad", "own", "--skip", "Volatile"]);
        assert!(args.wants("race/bad/Field") && args.wants("own_strategy::a"));
        assert!(!args.wants("race/ok/Field") && !args.wants("race/bad/VolatileField"));
        assert!(!Args::parse_from(["it", "--exact", "a"]).wants("ab"));
    }
}
