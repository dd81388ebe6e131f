//! `raddle check`: run a command, gather what its JVMs wrote, report, and decide the exit status.
//!
//! The law: silence must mean "looked, and found nothing". Whatever may have hidden a finding makes
//! the run incomplete, and an incomplete run without findings fails.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use owo_colors::OwoColorize;
use raddle_findings::read::read_dir;
use raddle_findings::{JvmState, Records, Rule, Run, declared, merge};
use raddle_report::{Options, Sources};

use crate::args::CheckArgs;
use crate::error::{self, Error};
use crate::launch::{self, Plan};
use crate::rules;
use crate::rundir::RunDir;
use crate::signals;

/// How long JVMs that outlive the command may take to end.
const GRACE: Duration = Duration::from_secs(2);

pub fn run(args: &CheckArgs, err: &mut impl Write) -> Result<i32, Error> {
    let library = launch::agent_library()?;
    if let Some(path) = &args.json {
        check_json_target(path)?;
    }
    let suppressions = rules::suppressions(&args.suppressions)?;
    let mut config = args.config();
    config
        .happens_before
        .extend(rules::happens_before(&args.happens_before_file)?);
    let dir = RunDir::prepare(args.out.as_deref(), &config)?;
    let options = launch::jvm_options(&library, dir.path())?;
    let plan = launch::plan(
        &args.command,
        &options,
        env::var_os(launch::TOOL_OPTIONS).as_deref(),
    );

    let status = execute(&plan)?;
    let mut run = gather(&args.command, status, &dir, &config.happens_before)?;
    run.suppress(&suppressions);
    // The report is best effort: if stderr is gone, the status and the JSON file remain.
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let _ = err.write_all(raddle_report::text(&run, &sources, Options { quiet: args.quiet }).as_bytes());
    for line in advice(&run) {
        let _ = writeln!(err, "  {} {line}", "help:".cyan());
    }
    let written = args.json.as_deref().map_or(Ok(()), |path| write_json(&run, path));
    match (verdict(&run, args.exit_code), written) {
        (verdict, Ok(())) => Ok(verdict),
        (_, Err(error)) if run.findings.is_empty() => Err(error),
        (verdict, Err(error)) => {
            let _ = writeln!(err, "{} {error}", "raddle: error:".red().bold());
            Ok(verdict)
        }
    }
}

/// Runs the command to its end. Nothing is printed meanwhile: the terminal is the program's.
fn execute(plan: &Plan) -> Result<i32, Error> {
    signals::survive();
    let mut child = plan
        .command()
        .spawn()
        .map_err(|source| plan.start_error(source))?;
    let _forwarding = signals::Forwarding::to(child.id());
    plan.wait(&mut child).map(launch::exit_status)
}

/// What all JVMs of a run left behind, with every reason why something may be missing.
pub fn gather(command: &[OsString], status: i32, dir: &RunDir, rules: &[Rule]) -> Result<Run, Error> {
    let command: Vec<_> = command
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let mut records = settled(dir.path())?;
    if dir.is_full() {
        records
            .problems
            .push("the disk of the run directory is full, so records may be cut off: make room, or use another with --out".to_owned());
    }
    if records.jvms.is_empty() {
        records
            .problems
            .push("no JVM reported, so nothing was checked".to_owned());
    } else if records.jvms.iter().all(|jvm| jvm.left_alone.is_some()) {
        records
            .problems
            .push("every JVM was left alone, so nothing was checked".to_owned());
    }
    let unused_rules = declared::unused(rules, &records.jvms);
    Ok(Run {
        unused_rules,
        ..merge(&command, status, records)
    })
}

/// The records, once every JVM has finished or the patience with it is over.
fn settled(dir: &Path) -> Result<Records, Error> {
    let deadline = Instant::now() + GRACE;
    loop {
        // Alive is asked before the record is read, so that a JVM which ends in between is not missed.
        let alive = |pid: &u32| signals::is_alive(*pid);
        let alive: Vec<u32> = read_dir(dir)?
            .jvms
            .iter()
            .map(|jvm| jvm.pid)
            .filter(alive)
            .collect();
        let mut records = read_dir(dir)?;
        for jvm in &mut records.jvms {
            jvm.running = !jvm.is_finished() && alive.contains(&jvm.pid);
        }
        if Instant::now() >= deadline || !records.jvms.iter().any(|jvm| jvm.running) {
            return Ok(records);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

pub fn verdict(run: &Run, exit_code: u8) -> i32 {
    match (run.findings.is_empty(), run.complete) {
        (false, _) => i32::from(exit_code),
        (true, false) => error::STATUS,
        (true, true) => run.status,
    }
}

/// What to do about an incomplete run.
fn advice(run: &Run) -> Vec<&'static str> {
    if run.complete {
        return Vec::new();
    }
    if run.jvms.is_empty() {
        return vec![
            "does the command start a JVM at all?",
            "does it clear JAVA_TOOL_OPTIONS, or does a container or a daemon start the JVM for it? (Gradle: --no-daemon)",
            "did the JVM refuse the agent? its message is above; `raddle doctor` tries every JDK",
        ];
    }
    if run
        .jvms
        .iter()
        .all(|jvm| matches!(jvm.state, JvmState::LeftAlone(_)))
    {
        return vec!["build tools and compilers are watched with --all-jvms"];
    }
    if run.findings.is_empty() {
        return vec![
            "nothing was found, but something may have been missed: see to the reasons above and run again",
        ];
    }
    vec!["there may be more: see to the reasons above and run again"]
}

/// Fails before the run, not after it, if the JSON file cannot be written.
pub fn check_json_target(path: &Path) -> Result<(), Error> {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let kind = match () {
        () if !parent.is_dir() => io::ErrorKind::NotFound,
        () if path.is_dir() => io::ErrorKind::IsADirectory,
        () => return Ok(()),
    };
    Err(Error::Json {
        path: path.to_owned(),
        source: kind.into(),
    })
}

pub fn write_json(run: &Run, path: &Path) -> Result<(), Error> {
    let text = raddle_report::json(run).map_err(io::Error::from);
    text.and_then(|text| fs::write(path, text))
        .map_err(|source| Error::Json {
            path: path.to_owned(),
            source,
        })
}
