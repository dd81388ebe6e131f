//! The kernels: what there is in `bench/kernels`, how one is run plain and checked, and whether a checked
//! run found what it should.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raddle_findings::{Finding, Kind, Run, Side};
use raddle_jdk::Jdk;
use raddle_testkit::{Expectations, Verdict};

use super::measure::{self, Measured};
use crate::repo::{self, Outcome};

/// The same heap for both sides: left to itself, the JVM grows it as the mood takes it.
pub const JVM_OPTIONS: &[&str] = &["-Xmx1g"];

/// Long enough for the slowest kernel on a slow machine; a barrier that hangs ends here.
const LIMIT: Duration = Duration::from_secs(600);

/// A program of `bench/kernels`, with the sources it is made of.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub name: String,
    /// Its own source and those that the kernels share.
    pub sources: Vec<PathBuf>,
}

/// All kernels. A source without a `main` is shared by those that name its class.
pub fn list(dir: &Path) -> Outcome<Vec<Kernel>> {
    let mut programs = Vec::new();
    let mut shared = Vec::new();
    for path in repo::files(dir, "java")? {
        let text = fs::read_to_string(&path)?;
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if text.contains("static void main(") {
            programs.push((name, path, text));
        } else {
            shared.push((name, path));
        }
    }
    let kernel = |(name, path, text): (String, PathBuf, String)| {
        let used = shared.iter().filter(|(class, _)| text.contains(class.as_str()));
        Kernel {
            name,
            sources: [path]
                .into_iter()
                .chain(used.map(|(_, path)| path.clone()))
                .collect(),
        }
    };
    Ok(programs.into_iter().map(kernel).collect())
}

/// Where and how programs are run.
pub struct Bed<'a> {
    pub raddle: &'a Path,
    pub jdk: &'a Jdk,
    pub classes: &'a Path,
    /// For the findings of the run at hand.
    pub scratch: &'a Path,
}

impl Bed<'_> {
    /// What is measured of each kernel; tells which are done.
    pub fn of_each<T>(&self, kernels: &[Kernel], measure: impl Fn(&Kernel) -> Outcome<T>) -> Outcome<Vec<T>> {
        let one = |kernel: &Kernel| {
            let measured = measure(kernel)?;
            eprintln!("JDK {}: {}", self.jdk.version, kernel.name);
            Ok(measured)
        };
        kernels.iter().map(one).collect()
    }

    pub fn plain(&self, main: &str, args: &[String]) -> Outcome<Measured> {
        let measured = measure::run(self.java(&mut Command::new(self.jdk.java()), main, args), LIMIT)?;
        expect_status(main, &measured, &[0])?;
        Ok(measured)
    }

    /// The run, and what was found with these options of `raddle check`. A run that goes wrong in any other way is an error.
    pub fn checked(&self, main: &str, args: &[String], options: &[String]) -> Outcome<(Measured, Run)> {
        let json = self.scratch.join("findings.json");
        let mut command = Command::new(self.raddle);
        command
            .args(["check", "--quiet", "--exit-code", "66", "--json"])
            .arg(&json)
            .args(options)
            .arg("--")
            .arg(self.jdk.java());
        let measured = measure::run(self.java(&mut command, main, args), LIMIT)?;
        expect_status(main, &measured, &[0, 66])?;
        let run: Run = serde_json::from_str(&fs::read_to_string(&json)?)?;
        if run.status != 0 {
            return Err(format!("{main}: status {} under check\n{}", run.status, measured.stderr).into());
        }
        Ok((measured, run))
    }

    fn java<'c>(&self, command: &'c mut Command, main: &str, args: &[String]) -> &'c mut Command {
        command
            .args(JVM_OPTIONS)
            .arg("-cp")
            .arg(self.classes)
            .arg(main)
            .args(args)
    }
}

fn expect_status(main: &str, measured: &Measured, expected: &[i32]) -> Outcome {
    if measured
        .status
        .code()
        .is_some_and(|code| expected.contains(&code))
    {
        return Ok(());
    }
    Err(format!(
        "{main}: {}\n{}{}",
        measured.status, measured.stdout, measured.stderr
    )
    .into())
}

/// What is wrong with the findings of a run: missing, misplaced or out of the blue.
///
/// Expectations are those of one file, and no variable of the kernels races across files: so each file is
/// held against what was found in it, and the kernel's own against all that is left.
pub fn judge(kernel: &Kernel, run: &Run) -> Outcome<Vec<String>> {
    let mut left = run.findings.clone();
    let mut problems = Vec::new();
    for source in kernel.sources.iter().rev() {
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(source)?;
        let verdict = if text.contains("//~ race") {
            Verdict::Bad
        } else {
            Verdict::Ok
        };
        let expectations = Expectations::parse(&file, &text, Kind::DataRace, verdict)?;
        let own = *source == kernel.sources[0];
        let (here, elsewhere) = left.into_iter().partition(|finding| own || is_in(finding, &file));
        left = elsewhere;
        problems.extend(expectations.problems(&Run {
            findings: here,
            ..run.clone()
        }));
    }
    Ok(problems)
}

fn is_in(finding: &Finding, file: &str) -> bool {
    let top = |side: &Side| side.stack.first().and_then(|frame| frame.file.clone());
    finding
        .sides
        .iter()
        .any(|side| top(side).as_deref() == Some(file))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn run_with(findings: &[Value]) -> Run {
        let run = json!({"schema": "raddle-findings/1", "command": [], "status": 0, "complete": true,
            "incomplete": [], "jvms": [], "findings": findings});
        serde_json::from_value(run).unwrap()
    }

    fn race(variable: &Value, file: &str, line: u32) -> Value {
        let side = json!({"thread": {"name": "member-0", "id": 1}, "op": "write", "locks": null,
            "stack": [{"class": "C", "method": "m", "file": file, "line": line}]});
        json!({"kind": "data-race", "code": "RAD001", "fingerprint": "f", "severity": "error",
            "message": "m", "count": 1, "variable": variable, "sides": [side, side]})
    }

    fn line_of(kernel: &Kernel, source: usize, mark: &str) -> u32 {
        let text = fs::read_to_string(&kernel.sources[source]).unwrap();
        let line = text.lines().position(|line| line.ends_with(mark)).unwrap();
        u32::try_from(line).unwrap() + 1
    }

    #[test]
    fn the_races_of_a_kernel_and_of_its_barrier_are_both_expected() {
        let all = list(&repo::root().join("bench/kernels")).unwrap();
        let tracer = all.iter().find(|kernel| kernel.name == "RayTracer").unwrap();
        let barrier = tracer
            .sources
            .iter()
            .position(|path| path.ends_with("TournamentBarrier.java"))
            .unwrap();
        let made = line_of(tracer, barrier, "//~ array done");
        let flags = json!({"class": "boolean[]", "type": "boolean", "array": {"index": 1,
            "allocated_at": {"class": "T", "method": "m", "file": "TournamentBarrier.java", "line": made}}});
        let checksum = json!({"class": "RayTracer", "field": "checksum", "type": "long", "static": true});
        let on_flags = race(
            &flags,
            "TournamentBarrier.java",
            line_of(tracer, barrier, "//~ race done"),
        );
        let on_checksum = race(
            &checksum,
            "RayTracer.java",
            line_of(tracer, 0, "//~ race RayTracer.checksum"),
        );

        let problems = |findings: &[Value]| judge(tracer, &run_with(findings)).unwrap();
        assert_eq!(problems(&[on_flags.clone(), on_checksum.clone()]), [""; 0]);
        assert_eq!(problems(std::slice::from_ref(&on_checksum)), ["not found: done"]);
        assert_eq!(
            problems(std::slice::from_ref(&on_flags)),
            ["not found: RayTracer.checksum"]
        );
        let stray = race(&checksum, "Elsewhere.java", 1);
        assert_eq!(problems(&[on_flags, on_checksum, stray]).len(), 1);
    }

    #[test]
    fn every_mark_of_every_kernel_is_understood() {
        let all = list(&repo::root().join("bench/kernels")).unwrap();
        assert_eq!(all.len(), 12);
        let racy = |kernel: &&Kernel| !judge(kernel, &run_with(&[])).unwrap().is_empty();
        let racy: Vec<_> = all
            .iter()
            .filter(racy)
            .map(|kernel| kernel.name.as_str())
            .collect();
        assert_eq!(racy, ["LuFact", "MolDyn", "MonteCarlo", "RayTracer", "Sor"]);
    }
}
