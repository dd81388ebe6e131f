//! `cargo xtask test`: everything that has to pass before a change goes in. Every step runs, so that one
//! failure does not hide the next; the last line counts them.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::instructions::{self, Checked};
use crate::repo::{self, Outcome};
use crate::{bench, tidy};

/// What passed and what did not: the tests one by one, any other step as a whole.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    broken: Vec<&'static str>,
    /// Steps that could not be taken, with the reason.
    not_checked: Vec<String>,
}

impl Tally {
    fn step(&mut self, name: &'static str, outcome: Outcome) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(failure) => {
                eprintln!("error: {name}: {failure}");
                self.failed += 1;
                self.broken.push(name);
            }
        }
    }
}

pub fn run() -> Outcome {
    // Most tests need no JVM, but the agent's build compiles Java: better to say so now than then.
    raddle_jdk::for_build().ok_or(repo::NO_JDK)?;

    let mut tally = Tally::default();
    for release in raddle_testkit::missing(&raddle_testkit::jdks()?) {
        tally.not_checked.push(format!("JDK {release}: none found"));
    }
    let cargo_step = |tally: &mut Tally, name, args: &[&str]| {
        announce(name);
        tally.step(name, repo::must(&mut repo::cargo(args)));
    };
    cargo_step(&mut tally, "fmt", &["fmt", "--all", "--check"]);
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    cargo_step(&mut tally, "clippy", &clippy);
    let build = ["build", "--release", "-p", "raddle", "-p", "raddle-agent"];
    cargo_step(&mut tally, "build", &build);

    announce("test");
    tests(&mut tally)?;

    announce("kernels");
    tally.step("kernels", bench::findings(1));

    announce("instructions");
    match instructions::check() {
        Ok(Checked::No(reason)) => {
            println!("not checked: {reason}");
            tally.not_checked.push(format!("instructions: {reason}"));
        }
        checked => tally.step("instructions", checked.map(drop)),
    }

    announce("doc");
    let mut doc = repo::cargo(["doc", "--workspace", "--no-deps", "--document-private-items"]);
    tally.step("doc", repo::must(doc.env("RUSTDOCFLAGS", "-D warnings")));

    announce("tidy");
    tally.step("tidy", tidy::run());

    println!("\n{} passed, {} failed", tally.passed, tally.failed);
    for step in &tally.not_checked {
        println!("NOT CHECKED: {step}");
    }
    if tally.broken.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", tally.broken.join(", ")).into())
    }
}

fn announce(step: &str) {
    println!("\n== {step} ==");
}

/// Runs the tests and counts them one by one, from what each test program says at its end.
fn tests(tally: &mut Tally) -> Outcome {
    let mut cargo = repo::cargo(["test", "--workspace", "--release", "--no-fail-fast"]);
    let (passed, failed, outcome) = count(&mut cargo)?;
    tally.passed += passed;
    tally.failed += failed;
    if let Err(failure) = outcome {
        eprintln!("error: {failure}");
        tally.broken.push("test");
        // A test program that does not compile, or dies, counts no failed test.
        tally.failed += u64::from(failed == 0);
    }
    Ok(())
}

fn count(command: &mut Command) -> Outcome<(u64, u64, Outcome)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().ok_or("no output to read")?;
    let (mut passed, mut failed) = (0, 0);
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        println!("{line}");
        if let Some((p, f)) = result_line(&line) {
            passed += p;
            failed += f;
        }
    }
    let status = child.wait()?;
    let outcome = if status.success() {
        Ok(())
    } else {
        Err(format!("tests: {status}").into())
    };
    Ok((passed, failed, outcome))
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

#[cfg(test)]
mod tests {
    use super::result_line;

    #[test]
    fn the_result_line_of_a_test_program_is_understood() {
        let line =
            "test result: ok. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        assert_eq!(result_line(line), Some((12, 3)));
        assert_eq!(result_line("test result: soon"), None);
        assert_eq!(result_line("test a::b ... ok"), None);
    }
}
