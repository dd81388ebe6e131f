//! `cargo xtask test`: everything that has to pass before a change goes in. Every phase runs, so that one failure
//! does not hide the next; at the end come the time of each phase, the slowest tests, and how many passed.
//!
//! A run takes each test in one way, the next commit in another; `--all` takes each in all ways, and `--quick` takes
//! what finds most mistakes soon.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::instructions::{self, Checked};
use crate::repo::{self, Outcome};
use crate::{bench, tidy};

/// How many of the slowest tests are listed.
const SLOWEST: usize = 10;

#[derive(clap::Args)]
pub struct Args {
    /// Take each test in all ways: on every JDK, and each fixture in every mode of the JVM (hours)
    #[arg(long, conflicts_with = "quick")]
    all: bool,
    /// Only what finds most mistakes soon: a sample of the fixtures; no kernels, instructions and documentation
    #[arg(long)]
    quick: bool,
}

/// What passed and what did not: the tests one by one, any other phase as a whole.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    broken: Vec<&'static str>,
    /// What could not be checked, with the reason.
    not_checked: Vec<String>,
    phases: Vec<(&'static str, Duration)>,
    /// Seconds and names.
    tests: Vec<(f64, String)>,
}

impl Tally {
    /// Runs a phase that passes or fails as a whole.
    fn phase(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) {
        match self.timed(name, |_| work()) {
            Ok(()) => self.passed += 1,
            Err(failure) => {
                eprintln!("error: {name}: {failure}");
                self.failed += 1;
                self.broken.push(name);
            }
        }
    }

    fn timed<T>(&mut self, name: &'static str, work: impl FnOnce(&mut Tally) -> T) -> T {
        println!("\n== {name} ==");
        let started = Instant::now();
        let result = work(self);
        self.phases.push((name, started.elapsed()));
        result
    }

    fn print(&mut self) {
        println!("\nphase            seconds");
        for (name, took) in &self.phases {
            println!("{name:14} {:9.1}", took.as_secs_f64());
        }
        let total: Duration = self.phases.iter().map(|(_, took)| *took).sum();
        println!("{:14} {:9.1}", "all", total.as_secs_f64());
        self.tests.sort_by(|a, b| b.0.total_cmp(&a.0));
        println!("\nslowest tests    seconds");
        for (seconds, name) in self.tests.iter().take(SLOWEST) {
            println!("{seconds:24.1}  {name}");
        }
        println!("\n{} passed, {} failed", self.passed, self.failed);
        for what in &self.not_checked {
            println!("NOT CHECKED: {what}");
        }
    }
}

pub fn run(args: &Args) -> Outcome {
    // Most tests need no JVM, but the agent's build compiles Java: better to say so now than then.
    raddle_jdk::for_build().ok_or(repo::NO_JDK)?;

    let mut tally = Tally::default();
    for release in raddle_testkit::missing(&raddle_testkit::jdks()?) {
        tally.not_checked.push(format!("JDK {release}: there is none"));
    }
    let cargo = |args: &[&str]| repo::must(&mut repo::cargo(args));
    tally.phase("fmt", || cargo(&["fmt", "--all", "--check"]));
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    tally.phase("clippy", || cargo(&clippy));
    tally.phase("build", || {
        cargo(&["test", "--workspace", "--release", "--no-run"])
    });
    tally.timed("test", |tally| tests(tally, args))?;
    if !args.quick {
        tally.phase("kernels", || bench::findings(args.all));
        count_instructions(&mut tally);
        tally.phase("doc", || {
            let mut doc = repo::cargo(["doc", "--workspace", "--no-deps", "--document-private-items"]);
            repo::must(doc.env("RUSTDOCFLAGS", "-D warnings"))
        });
    }
    tally.phase("tidy", tidy::run);

    tally.print();
    if tally.broken.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", tally.broken.join(", ")).into())
    }
}

fn count_instructions(tally: &mut Tally) {
    let mut not_checked = None;
    tally.phase("instructions", || {
        if let Checked::No(reason) = instructions::check()? {
            println!("not checked: {reason}");
            not_checked = Some(format!("instructions: {reason}"));
        }
        Ok(())
    });
    tally.not_checked.extend(not_checked);
}

/// Runs the tests and counts them one by one, from what each test program says.
fn tests(tally: &mut Tally, args: &Args) -> Outcome {
    let mut cargo = repo::cargo(["test", "--workspace", "--release", "--no-fail-fast"]);
    for (name, wanted) in [("RADDLE_TEST_ALL", args.all), ("RADDLE_TEST_QUICK", args.quick)] {
        if wanted {
            cargo.env(name, "1");
        }
    }
    let mut child = cargo.stdout(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().ok_or("no output to read")?;
    let failed_before = tally.failed;
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        println!("{line}");
        if let Some((passed, failed)) = result_line(&line) {
            tally.passed += passed;
            tally.failed += failed;
        }
        tally.tests.extend(test_line(&line));
    }
    let status = child.wait()?;
    if !status.success() {
        eprintln!("error: tests: {status}");
        tally.broken.push("test");
        // A test program that does not compile, or dies, counts no failed test.
        tally.failed += u64::from(tally.failed == failed_before);
    }
    Ok(())
}

/// The numbers in `test result: ok. 12 passed; 0 failed; …`.
fn result_line(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let number = |what: &str| {
        let part = counts
            .split(';')
            .map(str::trim)
            .find(|part| part.ends_with(what))?;
        part.split(' ').next()?.parse().ok()
    };
    Some((number(" passed")?, number(" failed")?))
}

/// Seconds and name in `test race/bad/Field ... ok (0.4 s)`.
fn test_line(line: &str) -> Option<(f64, String)> {
    let (name, outcome) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let (_, seconds) = outcome.strip_suffix(" s)")?.rsplit_once('(')?;
    Some((seconds.parse().ok()?, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_line_of_a_test_program_is_understood() {
        let line =
            "test result: ok. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        assert_eq!(result_line(line), Some((12, 3)));
        assert_eq!(result_line("test result: soon"), None);
        assert_eq!(result_line("test a::b ... ok"), None);
    }

    #[test]
    fn the_time_of_a_test_is_understood() {
        let line = "test race/bad/Field on JDK 17 ... FAILED (1.5 s)";
        assert_eq!(
            test_line(line),
            Some((1.5, "race/bad/Field on JDK 17".to_owned()))
        );
        assert_eq!(test_line("test a::b ... ok"), None);
        assert_eq!(test_line("test result: ok. 12 passed"), None);
    }
}
