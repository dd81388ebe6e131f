//! `cargo xtask explore throughput`: schedules per second of a test with two threads and twenty switch points, in one
//! JVM, beside Lincheck and vmlens on the same test.
//!
//! Both the whole command is timed, with the start of its JVM, and what is left without the start: for Raddle that is
//! what the same command takes for one schedule, in the same round; the others' drivers say it. The bar is for Raddle
//! without the start.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raddle_findings::Run;
use raddle_jdk::Jdk;
use raddle_schedule::strategies::Named;
use serde::{Deserialize, Serialize};

use super::{Common, Results};
use crate::bench::measure::{self, Measured};
use crate::bench::stats::median;
use crate::maven;
use crate::repo::{self, Outcome};

pub const FILE: &str = "explore-throughput.json";
const LIMIT: Duration = Duration::from_secs(120);
const PROGRAM: &str = "TwoThreads";
const LINCHECK: &str = "ManyByLincheck";
const VMLENS: &str = "ManyByVmlens";
/// Schedules per second that Raddle has to reach.
const BAR: f64 = 2000.0;
const STRATEGIES: [Named; 2] = [Named::Portfolio, Named::Random];

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Schedules of each run
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    runs: u64,
    /// How often each is run; the median counts
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
    /// Measure Raddle alone
    #[arg(long)]
    alone: bool,
}

/// One tool.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub tool: String,
    pub schedules: u64,
    /// Of the whole command, for each round.
    pub seconds: Vec<f64>,
    /// Without the start, as the tool or its driver says.
    pub inner: Vec<f64>,
    /// Why there is nothing.
    pub failed: Option<String>,
}

impl Row {
    fn new(tool: impl Into<String>) -> Row {
        Row {
            tool: tool.into(),
            schedules: 0,
            seconds: Vec::new(),
            inner: Vec::new(),
            failed: None,
        }
    }

    fn rate(&self, seconds: &[f64]) -> Option<f64> {
        let median = median(seconds);
        Some(self.schedules as f64 / median).filter(|_| median > 0.0)
    }
}

/// A command that was run, and what it says of itself: how many schedules, in how many seconds.
type Said = Result<(u64, f64), String>;

struct Stage<'a> {
    jdk: &'a Jdk,
    raddle: &'a Path,
    scratch: &'a Path,
    lincheck: Vec<PathBuf>,
    vmlens: Vec<PathBuf>,
}

pub fn run(args: &Args) -> Outcome {
    let raddle = args.common.raddle()?;
    let mut all = Vec::new();
    for jdk in args.common.jdks()? {
        let scratch = tempfile::tempdir()?;
        let stage = Stage::prepare(&jdk, raddle.binary(), scratch.path(), args.alone)?;
        let mut rows = Vec::new();
        for named in STRATEGIES {
            let row = Row::new(format!("Raddle, {named}"));
            rows.push(rounds(args, row, || stage.raddle(named, args.runs))?);
        }
        if !args.alone {
            rows.push(rounds(args, Row::new("Lincheck"), || stage.lincheck(args.runs))?);
            rows.push(rounds(args, Row::new("vmlens"), || stage.vmlens(args.runs))?);
        }
        all.push(Results::new(&jdk, rows));
        args.common.write(FILE, &all, &page(&all))?;
    }
    print!("{}", page(&all));
    repo::all_well(&missed(&all))
}

/// A tool that fails once is not asked again.
fn rounds(args: &Args, mut row: Row, run: impl Fn() -> Outcome<(Measured, Said)>) -> Outcome<Row> {
    for _ in 0..args.rounds {
        let (measured, said) = run()?;
        match said {
            Ok((schedules, seconds)) => {
                row.schedules = schedules;
                row.seconds.push(measured.sample.wall_s);
                row.inner.push(seconds);
            }
            Err(reason) => {
                row.failed = Some(reason);
                break;
            }
        }
    }
    eprintln!("{}: {}", row.tool, cell(&row, &row.seconds));
    Ok(row)
}

impl<'a> Stage<'a> {
    fn prepare(jdk: &'a Jdk, raddle: &'a Path, scratch: &'a Path, alone: bool) -> Outcome<Stage<'a>> {
        let dir = repo::root().join("bench/explore");
        let cache = repo::target()?.join("peers");
        let jars = |driver: &str| {
            let source = fs::read_to_string(dir.join(format!("{driver}.java")))?;
            maven::jars(&source, &cache.join(driver))
        };
        let mut stage = Stage {
            jdk,
            raddle,
            scratch,
            lincheck: Vec::new(),
            vmlens: Vec::new(),
        };
        let mut sources = vec![dir.join(format!("{PROGRAM}.java"))];
        if !alone {
            stage.lincheck = jars(LINCHECK)?;
            stage.vmlens = jars(VMLENS)?;
            sources.extend([LINCHECK, VMLENS].map(|driver| dir.join(format!("{driver}.java"))));
        }
        let mut javac = Command::new(repo::oldest_jdk()?.javac());
        javac
            .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(scratch)
            .arg("-cp")
            .arg(std::env::join_paths(stage.lincheck.iter().chain(&stage.vmlens))?)
            .args(sources);
        repo::output(&mut javac)?;
        Ok(stage)
    }

    fn raddle(&self, named: Named, runs: u64) -> Outcome<(Measured, Said)> {
        let (start, _) = self.explore(named, 1)?;
        let (measured, schedules) = self.explore(named, runs)?;
        let seconds = measured.sample.wall_s - start.sample.wall_s;
        let said = schedules.map(|schedules| (schedules, seconds));
        Ok((measured, said))
    }

    /// How many schedules there were.
    fn explore(&self, named: Named, runs: u64) -> Outcome<(Measured, Result<u64, String>)> {
        let json = self.scratch.join("run.json");
        let mut command = Command::new(self.raddle);
        command
            .args(["explore", "--quiet", "--strategy", &named.to_string()])
            .args(["--runs", &runs.to_string(), "--json"])
            .arg(&json)
            .arg("--")
            .arg(self.jdk.java())
            .arg("-cp")
            .arg(self.scratch)
            .arg(PROGRAM);
        let measured = measure::run(&mut command, LIMIT)?;
        if !measured.status.success() {
            let said = Err(failure(&measured));
            return Ok((measured, said));
        }
        let run: Run = serde_json::from_str(&fs::read_to_string(&json)?)?;
        let explored = run.explored.ok_or("Raddle has explored nothing")?;
        Ok((measured, Ok(explored.schedules)))
    }

    fn lincheck(&self, runs: u64) -> Outcome<(Measured, Said)> {
        self.driver(&self.lincheck, &[], LINCHECK, &[&runs.to_string()])
    }

    fn vmlens(&self, runs: u64) -> Outcome<(Measured, Said)> {
        let dir = self.scratch.join("vmlens");
        if dir.exists() {
            fs::remove_dir_all(&dir)?;
        }
        let place = dir.to_string_lossy();
        let (setup, _) = self.driver(&self.vmlens, &[], VMLENS, &["setup", &place])?;
        if !setup.status.success() {
            let said = Err(failure(&setup));
            return Ok((setup, said));
        }
        let agent = format!("-javaagent:{place}/agent.jar");
        self.driver(&self.vmlens, &[&agent], VMLENS, &[&runs.to_string()])
    }

    fn driver(
        &self,
        jars: &[PathBuf],
        options: &[&str],
        main: &str,
        args: &[&str],
    ) -> Outcome<(Measured, Said)> {
        let scratch = self.scratch.to_owned();
        let class_path = std::env::join_paths([&scratch].into_iter().chain(jars))?;
        let mut java = Command::new(self.jdk.java());
        java.args(options).arg("-cp").arg(class_path).arg(main).args(args);
        let measured = measure::run(&mut java, LIMIT)?;
        let said = measured.stdout.lines().find_map(said);
        let said = said.ok_or_else(|| failure(&measured));
        Ok((measured, said))
    }
}

/// `N in S s`.
fn said(line: &str) -> Option<(u64, f64)> {
    let (count, seconds) = line.strip_suffix(" s")?.split_once(" in ")?;
    Some((count.parse().ok()?, seconds.parse().ok()?))
}

fn failure(measured: &Measured) -> String {
    match measured.status.code() {
        None => format!("not done within {} s", LIMIT.as_secs()),
        Some(status) => {
            let last = measured.stderr.lines().last().unwrap_or_default();
            format!("ended with status {status}: {last}")
        }
    }
}

fn missed(all: &[Results<Row>]) -> Vec<String> {
    let mut missed = Vec::new();
    for results in all {
        let ours = results.rows.iter().filter(|row| row.tool.starts_with("Raddle"));
        for row in ours {
            let rate = row.rate(&row.inner).unwrap_or(0.0);
            if rate < BAR {
                missed.push(format!(
                    "JDK {}: {}: {rate:.0} schedules a second, less than {BAR}",
                    results.setup.feature, row.tool
                ));
            }
        }
    }
    missed
}

fn cell(row: &Row, seconds: &[f64]) -> String {
    match (&row.failed, row.rate(seconds)) {
        (Some(reason), _) => reason.clone(),
        (None, Some(rate)) => format!("{rate:.0}"),
        (None, None) => String::new(),
    }
}

pub fn page(all: &[Results<Row>]) -> String {
    format!(
        "# Schedules per second\n\n\
         By `cargo xtask explore throughput`, on [TwoThreads.java](../explore/TwoThreads.java): two threads, twenty switch \
         points.\n\n{}",
        table(all)
    )
}

/// Both JDKs side by side.
pub fn table(all: &[Results<Row>]) -> String {
    let mut text = String::new();
    for results in all {
        let _ = writeln!(
            text,
            "**JDK {}**: {}.\n",
            results.setup.jdk,
            results.setup.describe()
        );
        text += "| tool | schedules | a second, whole command | a second, without the start |\n|---|--:|--:|--:|\n";
        for row in &results.rows {
            let inner = match row.failed {
                Some(_) => String::new(),
                None => cell(row, &row.inner),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} | {inner} |",
                row.tool,
                row.schedules,
                cell(row, &row.seconds)
            );
        }
        text += "\n";
    }
    text.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results as suite_results;

    #[test]
    fn rates_are_of_the_median() {
        let row = |tool: &str, inner: &[f64], failed: Option<&str>| Row {
            tool: tool.to_owned(),
            schedules: 1000,
            seconds: inner.iter().map(|seconds| seconds + 0.5).collect(),
            inner: inner.to_vec(),
            failed: failed.map(str::to_owned),
        };
        let results = Results {
            setup: suite_results(17, &[], 0.0).setup,
            rows: vec![
                row("Raddle, pos", &[1.0, 0.25, 0.5], None),
                row("Raddle, pct", &[0.525], None),
                row("Lincheck", &[1.5], None),
                row("vmlens", &[], Some("not done")),
            ],
        };
        let text = table(std::slice::from_ref(&results));
        assert!(text.contains("| Raddle, pos | 1000 | 1000 | 2000 |\n"), "{text}");
        assert!(text.contains("| Lincheck | 1000 | 500 | 667 |\n"), "{text}");
        assert!(text.ends_with("| vmlens | 1000 | not done |  |\n"), "{text}");
        let missed = missed(&[results]);
        assert!(missed.len() == 1 && missed[0].contains("1905"), "{missed:?}");
    }

    #[test]
    fn a_driver_is_understood() {
        assert_eq!(said("200 in 1.500 s"), Some((200, 1.5)));
        assert_eq!(said("found"), None);
    }
}
