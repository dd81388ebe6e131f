//! `cargo xtask instructions`: how many instructions fixed work takes in the parts that are written in Rust,
//! held against `bench/instructions.json`. Times change with the machine and its mood; this count does not:
//! from run to run it differs by less than one in ten thousand. The work is in `xtask/examples/workloads`.
//!
//! Valgrind counts. Without it, or with another compiler than that of the baseline, nothing is checked, and
//! the summary says so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::repo::{self, Outcome};

const BASELINE: &str = "bench/instructions.json";
/// In percent. Much more than the noise, and what a reviewer would want to know of.
const TOLERANCE: f64 = 5.0;
const BLESS: &str = "cargo xtask instructions --bless";

#[derive(clap::Args)]
pub struct Args {
    /// Write the counts of today as the new baseline
    #[arg(long)]
    bless: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Baseline {
    compiler: String,
    target: String,
    counts: BTreeMap<String, u64>,
}

/// Whether something was held against the baseline, or why not.
#[derive(Debug, PartialEq)]
pub enum Checked {
    Yes,
    No(String),
}

pub fn run(args: &Args) -> Outcome {
    if args.bless {
        if !has_valgrind() {
            return Err("valgrind is missing, and nothing else counts".into());
        }
        let today = count_all()?;
        fs::write(
            repo::root().join(BASELINE),
            serde_json::to_string_pretty(&today)? + "\n",
        )?;
        println!("{BASELINE}: {} counts", today.counts.len());
        return Ok(());
    }
    if let Checked::No(reason) = check()? {
        println!("NOT CHECKED: {reason}");
    }
    Ok(())
}

/// An error names every workload that takes more instructions than it should.
pub fn check() -> Outcome<Checked> {
    if !has_valgrind() {
        return Ok(Checked::No("valgrind is missing".to_owned()));
    }
    let baseline: Baseline = serde_json::from_str(&fs::read_to_string(repo::root().join(BASELINE))?)
        .map_err(|e| format!("{BASELINE}: {e}"))?;
    let (compiler, target) = toolchain()?;
    if (&compiler, &target) != (&baseline.compiler, &baseline.target) {
        return Ok(Checked::No(format!(
            "{BASELINE} is of {} for {}, this is {compiler} for {target}; at a commit that is known to be \
             good, run `{BLESS}`",
            baseline.compiler, baseline.target
        )));
    }
    let (lines, wrong) = compared(&baseline.counts, &count_all()?.counts);
    lines.iter().for_each(|line| println!("{line}"));
    repo::all_well(&wrong).map(|()| Checked::Yes)
}

/// A line per workload, and what is wrong with them.
fn compared(before: &BTreeMap<String, u64>, now: &BTreeMap<String, u64>) -> (Vec<String>, Vec<String>) {
    let (mut lines, mut wrong) = (Vec::new(), Vec::new());
    for (name, &count) in now {
        let Some(&old) = before.get(name) else {
            wrong.push(format!("{name}: has no baseline; run `{BLESS}`"));
            continue;
        };
        let percent = (count as f64 / old as f64 - 1.0) * 100.0;
        let better = if percent < -TOLERANCE {
            format!(", better: `{BLESS}` keeps it")
        } else {
            String::new()
        };
        lines.push(format!("{name}: {count} instructions, {percent:+.1} %{better}"));
        if percent > TOLERANCE {
            wrong.push(format!(
                "{name}: {count} instructions, {percent:.1} % more than {old}; if it is worth that, say why and \
                 run `{BLESS}`"
            ));
        }
    }
    let gone = before.keys().filter(|name| !now.contains_key(*name));
    wrong.extend(gone.map(|name| format!("{name}: there is no such workload; run `{BLESS}`")));
    (lines, wrong)
}

fn count_all() -> Outcome<Baseline> {
    let program = build()?;
    let names = repo::output(&mut Command::new(&program))?;
    let (compiler, target) = toolchain()?;
    let mut counts = BTreeMap::new();
    for name in names.lines() {
        counts.insert(name.to_owned(), count(&program, name)?);
    }
    Ok(Baseline {
        compiler,
        target,
        counts,
    })
}

fn build() -> Outcome<PathBuf> {
    let example = [
        "build",
        "--release",
        "--quiet",
        "-p",
        "xtask",
        "--example",
        "workloads",
    ];
    repo::must(&mut repo::cargo(example))?;
    Ok(repo::target()?.join("release/examples/workloads"))
}

fn count(program: &Path, name: &str) -> Outcome<u64> {
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(program)
        .arg(name)
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{name}: {}\n{errors}", output.status).into());
    }
    errors
        .lines()
        .find_map(instructions)
        .ok_or_else(|| format!("{name}: valgrind does not say how many:\n{errors}").into())
}

/// The number in `==17== I   refs:      83,803,063`.
fn instructions(line: &str) -> Option<u64> {
    let (name, number) = line.rsplit_once("refs:")?;
    let name = name.rsplit("==").next()?;
    (name.trim() == "I").then(|| number.trim().replace(',', "").parse().ok())?
}

fn has_valgrind() -> bool {
    let version = Command::new("valgrind").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// The compiler's version and the system that it compiles for.
fn toolchain() -> Outcome<(String, String)> {
    let version = repo::output(Command::new("rustc").arg("-vV").current_dir(repo::root()))?;
    let line = |start: &str| version.lines().find_map(|line| line.strip_prefix(start));
    let release = line("release: ").ok_or("rustc does not name its release")?;
    let host = line("host: ").ok_or("rustc does not name its host")?;
    Ok((format!("rustc {release}"), host.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(all: &[(&str, u64)]) -> BTreeMap<String, u64> {
        all.iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect()
    }

    #[test]
    fn more_is_wrong_and_less_is_reported() {
        let before = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("gone", 1)]);
        let now = counts(&[("a", 1049), ("b", 1060), ("c", 900), ("new", 1)]);
        let (lines, wrong) = compared(&before, &now);
        assert_eq!(
            lines,
            [
                "a: 1049 instructions, +4.9 %",
                "b: 1060 instructions, +6.0 %",
                "c: 900 instructions, -10.0 %, better: `cargo xtask instructions --bless` keeps it",
            ]
        );
        assert_eq!(wrong.len(), 3);
        assert!(
            wrong[0].starts_with("b: 1060 instructions, 6.0 % more than 1000;"),
            "{wrong:?}"
        );
        assert!(wrong[1].starts_with("new: has no baseline"), "{wrong:?}");
        assert!(wrong[2].starts_with("gone: there is no such"), "{wrong:?}");
        assert!(compared(&before, &before).1.is_empty());
    }

    #[test]
    fn what_valgrind_says() {
        assert_eq!(instructions("==17== I   refs:      83,803,063"), Some(83_803_063));
        assert_eq!(instructions("==17== I refs:        12"), Some(12));
        assert_eq!(instructions("==17== D   refs:      1,000"), None);
        assert_eq!(instructions("==17== Command: x"), None);
    }
}
