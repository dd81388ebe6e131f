//! `raddle check`: run a command, gather what its JVMs wrote, report, and decide the exit status.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use raddle_report::{Document, Options, Sources};
use raddle_session::read::read_dir;

use crate::args::CheckArgs;
use crate::error::Error;
use crate::program::gather::gather;
use crate::program::{Program, RunDir, launch, signals, verdict};
use crate::{output, rules};

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
    if let Some(path) = &watch.output.json {
        output::check_json_target(path)?;
    }
    let suppressions = rules::suppressions(&watch.suppressions)?;
    let mut config = args.config();
    config
        .happens_before
        .extend(rules::happens_before(&watch.happens_before_file)?);
    let dir = RunDir::prepare(watch.out.as_deref(), &config)?;

    let status = execute(&Program::new(&library, &args.command), &dir)?;
    let mut run = gather(&args.command, status, &dir, &config)?;
    run.suppress(&suppressions);
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let document = Document::of(
        &run,
        &sources,
        Options {
            quiet: watch.output.quiet,
        },
    );
    let verdict = verdict::of(&run, watch.exit_code, run.status);
    output::report(&run, &document, watch.output.json.as_deref(), verdict, err)
}

/// Runs the command to its end. Nothing is printed meanwhile: the terminal is the program's.
fn execute(program: &Program<'_>, dir: &RunDir) -> Result<i32, Error> {
    signals::survive();
    let running = program.start(dir)?;
    let (command, is_over) = (running.pid(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| pass_on(command, dir.path(), &is_over));
        let status = running.wait();
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
