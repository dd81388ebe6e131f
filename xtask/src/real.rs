//! `cargo xtask real [NAME...]`: programs around well-known libraries, run plain and under `raddle check`.
//!
//! A program is one file of `corpus/real`; its `//@ maven` lines name the jars, which Maven fetches once,
//! before anything runs. Checking must not change what the program does, and what it finds must be in
//! `corpus/real/triaged.txt`, with a verdict that docs/real-programs.md gives the reasons for.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raddle_findings::Run;
use raddle_jdk::Jdk;
use raddle_testkit::{Program, Raddle};

use crate::maven;
use crate::repo::{self, Outcome, Product};
use crate::triage::Triage;

/// A plain run takes some seconds; what takes this long hangs.
const LIMIT: Duration = Duration::from_secs(300);
const JVM_OPTIONS: &[&str] = &["-Xmx1g"];

#[derive(clap::Args)]
pub struct Args {
    /// Run only these programs
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Use the JDK of this release only; may be repeated
    #[arg(long, value_name = "N")]
    jdk: Vec<u32>,
    /// How often each program is checked
    #[arg(long, default_value_t = 1, value_name = "N")]
    repeat: u32,
}

pub fn run(args: &Args) -> Outcome {
    let root = repo::root().join("corpus/real");
    let triage = Triage::parse(&fs::read_to_string(root.join("triaged.txt"))?)?;
    let mut jdks = raddle_testkit::jdks()?;
    jdks.retain(|jdk| args.jdk.is_empty() || args.jdk.contains(&jdk.version.feature));
    let sources = chosen(repo::files(&root, "java")?, &args.names)?;
    let product = Product::build()?;
    let raddle = Raddle::at(&product.raddle)?;
    let scratch = repo::target()?.join("real");

    let compiler = repo::oldest_jdk()?;
    let subjects = sources
        .iter()
        .map(|source| Subject::prepare(source, &scratch, &compiler))
        .collect::<Outcome<Vec<_>>>()?;
    let mut complaints = Vec::new();
    for subject in &subjects {
        for jdk in &jdks {
            complaints.extend(subject.judge(jdk, &raddle, args.repeat, &triage)?);
        }
    }
    repo::all_well(&complaints)
}

fn name(source: &Path) -> String {
    source
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn chosen(all: Vec<PathBuf>, names: &[String]) -> Outcome<Vec<PathBuf>> {
    let is = |source: &Path, wanted: &str| name(source).eq_ignore_ascii_case(wanted);
    if let Some(unknown) = names
        .iter()
        .find(|wanted| !all.iter().any(|source| is(source, wanted)))
    {
        let known: Vec<_> = all.iter().map(|source| name(source)).collect();
        return Err(format!("no program {unknown}; there are {}", known.join(", ")).into());
    }
    let wanted = |source: &PathBuf| names.is_empty() || names.iter().any(|name| is(source, name));
    Ok(all.into_iter().filter(wanted).collect())
}

/// A program with its libraries, compiled.
struct Subject {
    name: String,
    class_path: OsString,
}

impl Subject {
    fn prepare(source: &Path, scratch: &Path, compiler: &Jdk) -> Outcome<Subject> {
        let name = name(source);
        let dir = scratch.join(&name);
        let jars = maven::jars(&fs::read_to_string(source)?, &dir)?;
        let classes = dir.join("classes");
        if classes.exists() {
            fs::remove_dir_all(&classes)?;
        }
        let class_path = std::env::join_paths([classes.clone()].into_iter().chain(jars))?;
        let support = repo::files(&source.with_file_name("support"), "java")?;
        let mut javac = Command::new(compiler.javac());
        javac
            .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp"])
            .arg(&class_path)
            .arg("-d")
            .arg(&classes)
            .arg(source)
            .args(support)
            .env_remove("JAVA_TOOL_OPTIONS");
        repo::output(&mut javac)?;
        Ok(Subject { name, class_path })
    }

    /// Runs the program and says what came of it. What is not as it should be is given back.
    fn judge(&self, jdk: &Jdk, raddle: &Raddle, repeat: u32, triage: &Triage) -> Outcome<Vec<String>> {
        let title = format!("JDK {}, {}", jdk.version.feature, self.name);
        let home = tempfile::tempdir()?;
        let arguments = JVM_OPTIONS.iter().map(OsString::from).chain([
            "-cp".into(),
            self.class_path.clone(),
            OsString::from(&self.name),
        ]);
        let mut program = Program::java(jdk, arguments).directory(home.path());
        program.limit = LIMIT;
        let plain = program.plain()?;
        if plain.status != 0 {
            let complaint = format!("{title}: fails by itself:\n{}", plain.stderr_text());
            return Ok(vec![complaint]);
        }
        let mut complaints = Vec::new();
        for _ in 0..repeat {
            let checked = match program.checked(raddle, &["--quiet"]) {
                Ok(checked) => checked,
                Err(hang @ raddle_testkit::Error::Timeout { .. }) => {
                    complaints.push(format!("{title}: {hang}"));
                    continue;
                }
                Err(other) => return Err(other.into()),
            };
            let Some(run) = checked.run else {
                complaints.push(format!("{title}: no result:\n{}", checked.finished.stderr_text()));
                continue;
            };
            let (before, after) = (plain.took.as_secs_f64(), checked.finished.took.as_secs_f64());
            println!(
                "{title}: {before:.1} s plain, {after:.1} s checked ({:.1}×), {} findings, {} not instrumented",
                after / before,
                run.findings.len(),
                run.jvms
                    .iter()
                    .map(|jvm| jvm.not_instrumented.len())
                    .sum::<usize>(),
            );
            let mut problems = changes(&plain.stdout_text(), &checked.finished.stdout_text(), &run);
            problems.extend(triage.judge(&run));
            if run.status != 0 {
                problems.push(checked.finished.stderr_text());
            }
            complaints.extend(problems.iter().map(|problem| format!("{title}: {problem}")));
        }
        Ok(complaints)
    }
}

/// What `raddle check` did to a program that succeeds by itself.
fn changes(plain: &str, checked: &str, run: &Run) -> Vec<String> {
    let mut changes = Vec::new();
    if run.status != 0 {
        changes.push(format!("status 0 became {}", run.status));
    }
    if plain != checked {
        changes.push(format!("output {plain:?} became {checked:?}"));
    }
    if !run.complete {
        changes.push(format!("incomplete: {}", run.incomplete.join("; ")));
    }
    changes
}
