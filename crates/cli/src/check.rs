//! `raddle check`: run a command, gather what its JVMs wrote, report, and decide the exit status.
//!
//! The law: silence must mean "looked, and found nothing". Whatever may have hidden a finding makes
//! the run incomplete, and an incomplete run without findings fails.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use owo_colors::OwoColorize;
use raddle_events::is_jdk_class;
use raddle_findings::read::read_dir;
use raddle_findings::{Config, JvmState, Records, Run, declared, merge};
use raddle_report::{Options, Sources};

use crate::args::CheckArgs;
use crate::error::{self, Error};
use crate::launch::{self, Plan};
use crate::rules;
use crate::rundir::RunDir;
use crate::signals;

/// How long JVMs that outlive the command may take to end.
const GRACE: Duration = Duration::from_secs(2);
/// And if they were asked to end.
const GRACE_ASKED: Duration = Duration::from_secs(10);

/// How long a signal may take to reach the JVMs that the command has started.
const PERIOD: Duration = Duration::from_millis(10);
/// Signals that come within this time ask once.
const SAME_REQUEST: Duration = Duration::from_secs(2);

pub fn run(args: &CheckArgs, err: &mut impl Write) -> Result<i32, Error> {
    let library = launch::agent_library()?;
    let watch = &args.watch;
    if let Some(kind) = watch.asked_for().find(|kind| kind.needs_control()) {
        return Err(Error::NeedsControl { kind: kind.name() });
    }
    if let Some(path) = &watch.json {
        check_json_target(path)?;
    }
    let suppressions = rules::suppressions(&watch.suppressions)?;
    let mut config = args.config();
    config
        .happens_before
        .extend(rules::happens_before(&watch.happens_before_file)?);
    let dir = RunDir::prepare(watch.out.as_deref(), &config)?;
    let options = launch::jvm_options(&library, dir.path())?;
    let plan = launch::plan(
        &args.command,
        &options,
        env::var_os(launch::TOOL_OPTIONS).as_deref(),
    );

    let status = execute(&plan, dir.path())?;
    let mut run = gather(&args.command, status, &dir, &config)?;
    run.suppress(&suppressions);
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let text = raddle_report::text(&run, &sources, Options { quiet: watch.quiet });
    let verdict = verdict(&run, watch.exit_code);
    report(&run, &text, watch.json.as_deref(), verdict, err)
}

/// Prints the text of a report with advice, writes the JSON file, and says the exit status.
pub fn report(
    run: &Run,
    text: &str,
    json: Option<&Path>,
    verdict: i32,
    err: &mut impl Write,
) -> Result<i32, Error> {
    // The report is best effort: if stderr is gone, the status and the JSON file remain.
    let _ = err.write_all(text.as_bytes());
    for line in advice(run) {
        let _ = writeln!(err, "  {} {line}", "help:".cyan());
    }
    let written = json.map_or(Ok(()), |path| write_json(run, path));
    match (verdict, written) {
        (verdict, Ok(())) => Ok(verdict),
        (_, Err(error)) if run.findings.is_empty() => Err(error),
        (verdict, Err(error)) => {
            let _ = writeln!(err, "{} {error}", "raddle: error:".red().bold());
            Ok(verdict)
        }
    }
}

/// Runs the command to its end. Nothing is printed meanwhile: the terminal is the program's.
fn execute(plan: &Plan, dir: &Path) -> Result<i32, Error> {
    signals::survive();
    let mut child = plan
        .command()
        .spawn()
        .map_err(|source| plan.start_error(source))?;
    let _forwarding = signals::Forwarding::to(0, child.id());
    let (command, is_over) = (child.id(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| pass_on(command, dir, &is_over));
        let status = plan.wait(&mut child).map(launch::exit_status);
        is_over.store(true, Ordering::Relaxed);
        status
    })
}

/// A signal that asks the command to end asks all JVMs that are watched: a build tool would end its own by force, and
/// nothing would be known of what they did. A second one ends them all: a shutdown hook may hang.
fn pass_on(command: u32, dir: &Path, is_over: &AtomicBool) {
    let wait_for = |happens: &dyn Fn() -> bool| {
        while !is_over.load(Ordering::Relaxed) && !happens() {
            thread::sleep(PERIOD);
        }
        !is_over.load(Ordering::Relaxed)
    };
    let others = || {
        let mut jvms = read_dir(dir).map(|records| records.jvms).unwrap_or_default();
        jvms.retain(|jvm| !jvm.is_finished() && jvm.pid != command);
        jvms.into_iter().map(|jvm| jvm.pid)
    };
    wait_for(&|| signals::received().is_some());
    // The command may be the first to end.
    let Some(signal) = signals::received() else {
        return;
    };
    others().for_each(|jvm| signals::send(jvm, signal));
    // One request may come twice, such as from the terminal and from what stopped the build.
    let asked = Instant::now();
    if !wait_for(&|| asked.elapsed() >= SAME_REQUEST) {
        return;
    }
    let times = signals::times();
    let _ = writeln!(
        io::stderr(),
        "raddle: the program has not ended yet; the same signal again ends it by force"
    );
    if wait_for(&|| signals::times() > times) {
        others().for_each(signals::kill);
        signals::kill(command);
    }
}

/// What all JVMs of a run left behind, with every reason why something may be missing.
pub fn gather(command: &[OsString], status: i32, dir: &RunDir, config: &Config) -> Result<Run, Error> {
    Ok(whole(command, status, settled(dir.path())?, dir, config))
}

/// One run of all records, which are in the directory or were.
pub fn whole(command: &[OsString], status: i32, mut records: Records, dir: &RunDir, config: &Config) -> Run {
    let command: Vec<_> = command
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
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
    } else {
        let unmatched = config.scope.unmatched(&records.jvms).map(no_class);
        records.problems.extend(unmatched);
    }
    let unused_rules = declared::unused(&config.happens_before, &records.jvms);
    Run {
        unused_rules,
        ..merge(&command, status, records)
    }
}

fn no_class(pattern: &str) -> String {
    let advice = match is_jdk_class(&format!("{pattern}.")) {
        true => "of the JDK, only what its boot loader does not load can be checked",
        false => {
            "name a class, such as com.example.Main, or a package, such as com.example, which stands for all \
             below it too"
        }
    };
    format!("no class that was checked matches --include {pattern}: {advice}")
}

/// The records, once every JVM has finished or the patience with it is over.
pub fn settled(dir: &Path) -> Result<Records, Error> {
    let grace = signals::received().map_or(GRACE, |_| GRACE_ASKED);
    let deadline = Instant::now() + grace;
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
    let why = match () {
        () if !parent.is_dir() => format!("there is no directory {}", parent.display()),
        () if path.is_dir() => "it is a directory".to_owned(),
        () => return Ok(()),
    };
    Err(Error::Json {
        path: path.to_owned(),
        source: io::Error::other(why),
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
