//! `cargo xtask bench --peers`: Raddle beside vmlens and Lincheck, on the same small programs, in turn.
//!
//! Those two are libraries for tests: the test says what runs in which thread, and they go through its
//! interleavings. They do not watch whole programs, so what can be compared are cases of two threads
//! (`bench/peers`); two kernels, on their smallest inputs, show what becomes of more.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raddle_findings::Run;
use raddle_jdk::Jdk;
use serde::{Deserialize, Serialize};

use super::kernels::JVM_OPTIONS;
use super::measure::{self, Measured, Sample};
use super::results::{CPU, WALL, values};
use super::setup::Setup;
use super::stats::median;
use crate::maven;
use crate::repo::{self, Outcome};

pub const FILE: &str = "peers.json";
const LIMIT: Duration = Duration::from_secs(60);

/// What each case does wrong.
const CASES: [(&str, &str); 10] = [
    ("counter", "data race, lost update"),
    ("counter-locked", "nothing"),
    ("account", "data race, lost update"),
    ("account-locked", "nothing"),
    ("publication", "data race"),
    ("publication-volatile", "nothing"),
    ("lost-update", "lost update, no data race"),
    ("put-twice", "lost update, no data race"),
    ("kernel-series", "nothing"),
    ("kernel-sor", "data races"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    Plain,
    Raddle,
    Vmlens,
    Lincheck,
}

impl Tool {
    const ALL: [Tool; 4] = [Tool::Plain, Tool::Raddle, Tool::Vmlens, Tool::Lincheck];
}

/// What a run of a tool came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Found,
    Nothing,
    /// The tool takes the program to wait for ever.
    Hung,
    /// It was not done within the limit.
    Unfinished,
    Failed(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub setup: Setup,
    pub cells: Vec<Cell>,
}

/// One case under one tool.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cell {
    pub case: String,
    pub tool: Tool,
    pub samples: Vec<Sample>,
    pub verdicts: Vec<Verdict>,
}

/// All that is needed to run a case under any tool.
struct Stage<'a> {
    jdk: &'a Jdk,
    raddle: &'a Path,
    classes: PathBuf,
    vmlens: Vec<PathBuf>,
    lincheck: Vec<PathBuf>,
    scratch: &'a Path,
}

/// Libraries are kept in `cache`.
pub fn measure(jdk: &Jdk, raddle: &Path, cache: &Path, rounds: u32) -> Outcome<Results> {
    let scratch = tempfile::tempdir()?;
    let stage = Stage::prepare(jdk, raddle, cache, scratch.path())?;
    let mut cells = Vec::new();
    for (case, _) in CASES {
        let mut row = Tool::ALL.map(|tool| Cell {
            case: case.to_owned(),
            tool,
            samples: vec![],
            verdicts: vec![],
        });
        for _ in 0..rounds {
            for cell in &mut row {
                let (sample, verdict) = stage.run(case, cell.tool)?;
                cell.samples.push(sample);
                cell.verdicts.push(verdict);
            }
        }
        let shown: Vec<_> = row.iter().map(Cell::describe).collect();
        eprintln!("{case}: {}", shown.join(" | "));
        cells.extend(row);
    }
    Ok(Results {
        setup: Setup::here(jdk, rounds, 2, JVM_OPTIONS),
        cells,
    })
}

impl<'a> Stage<'a> {
    fn prepare(jdk: &'a Jdk, raddle: &'a Path, cache: &Path, scratch: &'a Path) -> Outcome<Stage<'a>> {
        let bench = repo::root().join("bench");
        let peers = bench.join("peers");
        let jars = |driver: &str| {
            let source = fs::read_to_string(peers.join(format!("{driver}.java")))?;
            maven::jars(&source, &cache.join(driver))
        };
        let stage = Stage {
            jdk,
            raddle,
            classes: scratch.join("classes"),
            vmlens: jars("ByVmlens")?,
            lincheck: jars("ByLincheck")?,
            scratch,
        };
        let mut javac = Command::new(repo::oldest_jdk()?.javac());
        javac
            .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(&stage.classes)
            .arg("-cp")
            .arg(std::env::join_paths(stage.vmlens.iter().chain(&stage.lincheck))?)
            .args(repo::files(&peers, "java")?)
            .args(repo::files(&bench.join("kernels"), "java")?);
        repo::output(&mut javac)?;
        Ok(stage)
    }

    fn run(&self, case: &str, tool: Tool) -> Outcome<(Sample, Verdict)> {
        match tool {
            Tool::Plain => {
                let measured = self.java(&[], "Once", &[case], &[])?;
                // A race may also do its harm here.
                Ok((measured.sample, verdict(&measured)))
            }
            Tool::Raddle => self.checked(case),
            Tool::Vmlens => self.vmlens(case),
            Tool::Lincheck => {
                let measured = self.java(&self.lincheck, "ByLincheck", &[case], &[])?;
                Ok((measured.sample, verdict(&measured)))
            }
        }
    }

    fn checked(&self, case: &str) -> Outcome<(Sample, Verdict)> {
        let json = self.scratch.join("findings.json");
        let mut command = Command::new(self.raddle);
        command.args(["check", "--quiet", "--json"]).arg(&json).arg("--");
        command.arg(self.jdk.java());
        let measured = measure::run(self.arguments(&mut command, &[], "Once", &[case], &[])?, LIMIT)?;
        let run: Run = serde_json::from_str(&fs::read_to_string(&json)?)?;
        let verdict = match (run.findings.is_empty(), run.complete) {
            (false, _) => Verdict::Found,
            (true, true) => Verdict::Nothing,
            (true, false) => Verdict::Failed(run.incomplete.join("; ")),
        };
        Ok((measured.sample, verdict))
    }

    /// The run writes what happened; whether there was a data race is found out afterwards.
    fn vmlens(&self, case: &str) -> Outcome<(Sample, Verdict)> {
        let dir = self.scratch.join("vmlens");
        if dir.exists() {
            fs::remove_dir_all(&dir)?;
        }
        let place = dir.to_string_lossy();
        let setup = self.java(&self.vmlens, "ByVmlens", &["setup", &place], &[])?;
        if !setup.status.success() {
            return Err(format!("vmlens: {}\n{}", setup.status, setup.stderr).into());
        }
        let agent = format!("-javaagent:{place}/agent.jar");
        let run = self.java(&self.vmlens, "ByVmlens", &["run", case], &[&agent])?;
        let first = verdict(&run);
        if first == Verdict::Unfinished {
            return Ok((run.sample, first));
        }
        let report = self.java(&self.vmlens, "ByVmlens", &["report", &place], &[])?;
        let sample = Sample {
            wall_s: run.sample.wall_s + report.sample.wall_s,
            cpu_s: run.sample.cpu_s + report.sample.cpu_s,
            rss_mb: run.sample.rss_mb.max(report.sample.rss_mb),
        };
        let both = match first {
            Verdict::Nothing => verdict(&report),
            known => known,
        };
        Ok((sample, both))
    }

    fn java(&self, jars: &[PathBuf], main: &str, args: &[&str], options: &[&str]) -> Outcome<Measured> {
        let mut command = Command::new(self.jdk.java());
        Ok(measure::run(
            self.arguments(&mut command, jars, main, args, options)?,
            LIMIT,
        )?)
    }

    fn arguments<'c>(
        &self,
        command: &'c mut Command,
        jars: &[PathBuf],
        main: &str,
        args: &[&str],
        options: &[&str],
    ) -> Outcome<&'c mut Command> {
        let class_path: OsString = std::env::join_paths([&self.classes].into_iter().chain(jars))?;
        Ok(command
            .args(JVM_OPTIONS)
            .args(options)
            .arg("-cp")
            .arg(class_path)
            .arg(main)
            .args(args))
    }
}

/// From what a driver says, and how it ends.
fn verdict(measured: &Measured) -> Verdict {
    let says = |word: &str| measured.stdout.lines().any(|line| line == word);
    match measured.status.code() {
        _ if says("found") => Verdict::Found,
        _ if says("hung") => Verdict::Hung,
        Some(0) => Verdict::Nothing,
        None => Verdict::Unfinished,
        Some(_) => Verdict::Failed(measured.stderr.lines().next().unwrap_or_default().to_owned()),
    }
}

impl Cell {
    /// Its verdict, or how often which, and what it took.
    fn describe(&self) -> String {
        let mut kinds: Vec<(&Verdict, usize)> = Vec::new();
        for verdict in &self.verdicts {
            match kinds.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, count)) => *count += 1,
                None => kinds.push((verdict, 1)),
            }
        }
        let word = |verdict: &Verdict| match verdict {
            Verdict::Found => "**found**".to_owned(),
            Verdict::Nothing => "nothing".to_owned(),
            Verdict::Hung => "says that it hangs".to_owned(),
            Verdict::Unfinished => "not done".to_owned(),
            Verdict::Failed(reason) => format!("failed: {reason}"),
        };
        let words: Vec<_> = match kinds[..] {
            [(verdict, _)] => vec![word(verdict)],
            _ => kinds
                .iter()
                .map(|(verdict, count)| format!("{count}× {}", word(verdict)))
                .collect(),
        };
        let seconds = |measure| median(&values(&self.samples, measure));
        let took = format!("{:.1} s ({:.1} s CPU)", seconds(WALL), seconds(CPU));
        match self.tool {
            Tool::Plain => took,
            Tool::Raddle | Tool::Vmlens | Tool::Lincheck => format!("{}, {took}", words.join(", ")),
        }
    }
}

pub fn write(results: &Results, dir: &Path) -> Outcome {
    fs::create_dir_all(dir)?;
    // A list like the other files, though one JDK is enough here.
    fs::write(dir.join(FILE), serde_json::to_string_pretty(&[results])? + "\n")?;
    fs::write(dir.join("peers.md"), page(results))?;
    Ok(())
}

pub fn page(results: &Results) -> String {
    format!(
        "# Raddle beside vmlens and Lincheck\n\n\
         By `cargo xtask bench --peers`, one after the other; programs and drivers are in [bench/peers](../peers). \
         The time is that of\n\
         the whole process or, for vmlens, of the run and of its report.\n\n{}",
        markdown(results)
    )
}

pub fn markdown(results: &Results) -> String {
    let Setup { jdk, rounds, .. } = &results.setup;
    let mut text = format!(
        "JDK {jdk}, {}; {rounds} rounds, at most {} s each.\n\n",
        results.setup.describe(),
        LIMIT.as_secs()
    );
    text += "| program | what is wrong | plain | Raddle | vmlens | Lincheck |\n|---|---|---|---|---|---|\n";
    for (case, wrong) in CASES {
        let cell = |tool: Tool| {
            let found = results
                .cells
                .iter()
                .find(|cell| cell.case == case && cell.tool == tool);
            found.map_or(String::new(), Cell::describe)
        };
        let _ = writeln!(text, "| {case} | {wrong} | {} |", Tool::ALL.map(cell).join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results as suite_results;
    use super::*;

    fn cell(tool: Tool, verdicts: &[Verdict]) -> Cell {
        let sample = Sample {
            wall_s: 1.0,
            cpu_s: 2.0,
            rss_mb: 50.0,
        };
        Cell {
            case: "counter".to_owned(),
            tool,
            samples: vec![sample; verdicts.len()],
            verdicts: verdicts.to_vec(),
        }
    }

    #[test]
    fn verdicts_are_reported_with_what_they_took() {
        use Verdict::{Found, Nothing};
        let describe = |verdicts: &[Verdict]| cell(Tool::Raddle, verdicts).describe();
        assert_eq!(describe(&[Found, Found]), "**found**, 1.0 s (2.0 s CPU)");
        assert_eq!(
            describe(&[Found, Nothing, Found]),
            "2× **found**, 1× nothing, 1.0 s (2.0 s CPU)"
        );
        let results = Results {
            setup: suite_results(17, &[], 0.0).setup,
            cells: vec![cell(Tool::Plain, &[Nothing]), cell(Tool::Raddle, &[Found])],
        };
        let line =
            "| counter | data race, lost update | 1.0 s (2.0 s CPU) | **found**, 1.0 s (2.0 s CPU) |  |  |\n";
        assert!(markdown(&results).contains(line), "{}", markdown(&results));
    }

    #[test]
    fn a_driver_is_understood() {
        let measured = |script: &str| {
            let mut shell = Command::new("sh");
            measure::run(shell.args(["-c", script]), Duration::from_secs(20)).unwrap()
        };
        assert_eq!(verdict(&measured("echo x; echo found")), Verdict::Found);
        assert_eq!(verdict(&measured("echo hung")), Verdict::Hung);
        assert_eq!(verdict(&measured("echo nothing found")), Verdict::Nothing);
        assert_eq!(verdict(&measured("kill -9 $$")), Verdict::Unfinished);
        let failed = Verdict::Failed("why".to_owned());
        assert_eq!(verdict(&measured("echo why >&2; exit 1")), failed);
    }

    /// The names in the table are those that the programs know.
    #[test]
    fn every_case_is_there() {
        let source = fs::read_to_string(repo::root().join("bench/peers/Cases.java")).unwrap();
        for (case, _) in CASES {
            assert!(source.contains(&format!("case \"{case}\":")), "{case}");
        }
        assert_eq!(source.matches("case \"").count(), CASES.len());
    }
}
