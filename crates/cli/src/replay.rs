//! `raddle replay`: run a program once more, under the schedule of a recording.
//!
//! The agent compares every step with the recording's. If one differs, what follows is another schedule, and
//! its result says nothing about this one: the status is 3, whatever was found. With `--times` all of that is done
//! again and again (`times`).
//!
//! Start reading at [`run`].

mod times;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Stdio;

use owo_colors::OwoColorize;
use raddle_findings::{Config, Control, Finding, Replayed, Run, Saved, Told};
use raddle_report::{Options, Sources};
use raddle_schedule::{Recording, Replay, Word};

use crate::args::ReplayArgs;
use crate::check;
use crate::error::{self, Error};
use crate::explore::entry::{self, Entry};
use crate::explore::{again, options, simplify, table, uncontrolled};
use crate::launch::{self, Plan};
use crate::rundir::RunDir;
use crate::signals;
use times::Times;

/// The status if what was recorded shows again, and if the repetition is none.
const SHOWN: i32 = 66;
const DIVERGED: i32 = 3;

pub fn run(args: &ReplayArgs, err: &mut impl Write) -> Result<i32, Error> {
    let library = launch::agent_library()?;
    if let Some(path) = &args.json {
        check::check_json_target(path)?;
    }
    let saved = read(&args.file)?;
    let recording = &saved.recording;
    let (command, config) = prepared(args, &saved)?;
    let control = config.control.clone().unwrap_or_default();
    let dir = RunDir::prepare(args.out.as_deref(), &config)?;

    let mut jvm_options = match command.first() {
        Some(program) => options::for_command(program),
        None => Vec::new(),
    };
    if control.debug {
        let port = args.debug.flatten().map_or_else(free_port, Ok)?;
        jvm_options.push(debugger(port, control.stop_at.is_some()));
        let _ = match control.stop_at {
            None => writeln!(err, "raddle: waiting for a debugger at 127.0.0.1:{port}"),
            Some(step) => writeln!(
                err,
                "raddle: before step {step} a debugger is waited for, at 127.0.0.1:{port}"
            ),
        };
    }
    let plan_in = |dir: &RunDir, more: &[String]| -> Result<Plan, Error> {
        let agent = launch::jvm_options(&library, dir.path())?;
        let inherited = env::var_os(launch::TOOL_OPTIONS);
        let all = [agent.as_slice(), more].concat();
        Ok(launch::plan(&command, &all, inherited.as_deref()))
    };
    let status = execute(&plan_in(&dir, &jvm_options)?)?;

    let asked: Vec<OsString> = control.command.iter().map(OsString::from).collect();
    let mut run = check::gather(&asked, status, &dir, &config)?;
    let records = raddle_findings::read::read_dir(dir.path())?;
    let mut explored = records.jvms.iter().filter_map(|jvm| jvm.explored.as_ref());
    if run.diverged.is_none() && !explored.any(|jvm| jvm.schedules > 0) {
        run.incomplete.push("the schedule was not run".to_owned());
        run.complete = false;
    }
    uncontrolled(&mut run);
    tell_status(&mut run, &config);
    let times = Times {
        asked: args.times,
        recording,
        command: &asked,
        config: &config,
        dir: &dir,
    };
    let again = |dir: &RunDir| execute(&plan_in(dir, &jvm_options)?);
    let (verdict, words) = times.go_on(&mut run, again)?;
    for finding in &mut run.findings {
        finding.replay = None;
    }
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let mut text = raddle_report::findings(&run, &sources);
    let told = simplify::told(&dir, recording.schedule).map(|told| Told {
        preemptions_before: recording.preemptions_before,
        is_least: recording.is_least,
        replayed: replayed(&run, recording),
        ..told
    });
    if !args.quiet {
        text += &table(recording, told.as_ref(), &args.file.to_string_lossy());
    }
    for finding in &mut run.findings {
        if recording.shows.contains(&finding.fingerprint) {
            finding.schedule = told.clone().map(Box::new);
        }
    }
    text += &raddle_report::summary(&run, Options { quiet: args.quiet });
    if !args.quiet {
        text += &format!("{} {words}\n", "raddle:".bold());
    }
    check::report(&run, &text, args.json.as_deref(), verdict, err)
}

fn read(path: &Path) -> Result<Saved<Recording>, Error> {
    let bytes = fs::read(path).map_err(|source| Error::RecordingFile {
        path: path.to_owned(),
        source,
    })?;
    let broken = |problem: String| Error::Recording {
        path: path.to_owned(),
        problem,
    };
    let saved: Saved<Recording> =
        serde_json::from_slice(&bytes).map_err(|error| broken(error.to_string()))?;
    Replay::of(&saved.recording).map_err(broken)?;
    if saved.config.control.is_none() {
        return Err(broken(
            "it does not say how the program was controlled".to_owned(),
        ));
    }
    Ok(saved)
}

/// The command line to start, and what its JVM is asked for.
fn prepared(args: &ReplayArgs, saved: &Saved<Recording>) -> Result<(Vec<OsString>, Config), Error> {
    let recorded = saved.config.control.clone().unwrap_or_default();
    let asked: Vec<OsString> = match args.command.is_empty() {
        true => recorded.command.iter().map(OsString::from).collect(),
        false => args.command.clone(),
    };
    let (command, entry) = match (recorded.entry.first(), Entry::of(&asked)) {
        (None, _) => (asked.clone(), Vec::new()),
        (Some(_), Entry::Main { java, entry }) => (entry::in_place(&java), entry),
        (Some(class), Entry::Process) => return Err(Error::NoMain { class: class.clone() }),
    };
    let path = std::path::absolute(&args.file).map_err(|source| Error::RecordingFile {
        path: args.file.clone(),
        source,
    })?;
    let control = Control {
        entry,
        steps: args.steps.clone(),
        debug: args.debug.is_some() || args.stop_at.is_some(),
        stop_at: args
            .stop_at
            .map(|step| stop_at(&saved.recording, step))
            .transpose()?,
        command: asked
            .iter()
            .map(|arg| arg.to_string_lossy().into_owned())
            .collect(),
        ..again::repeating(saved, &path)
    };
    let config = Config {
        control: Some(control),
        ..saved.config.clone()
    };
    Ok((command, config))
}

fn execute(plan: &Plan) -> Result<i32, Error> {
    signals::survive();
    let mut command = plan.command();
    // As when it was explored.
    command.stdin(Stdio::null());
    let mut child = command.spawn().map_err(|source| plan.start_error(source))?;
    let _forwarding = signals::Forwarding::to(0, child.id());
    plan.wait(&mut child).map(launch::exit_status)
}

/// The number of the step in which something happens: whom a notification wakes is part of the step before.
fn stop_at(recording: &Recording, number: u64) -> Result<u64, Error> {
    let words = recording.words().unwrap_or_default();
    let last = words.len() as u64;
    let upto = words.iter().take(usize::try_from(number).unwrap_or(usize::MAX));
    let step = (1..)
        .zip(upto)
        .filter(|(_, word)| matches!(word, Word::Step { .. }))
        .last();
    match step {
        Some((step, _)) if number <= last => Ok(step),
        _ => Err(Error::NoStep { step: number, last }),
    }
}

/// The program does not begin before a debugger has come; or, if it `stops` later, the JVM waits for one when the
/// agent throws what it listens for. Stdout is the program's, so the JVM is to be quiet.
fn debugger(port: u16, stops: bool) -> String {
    // The JVM insists on a command that starts the debugger: here, one that does nothing.
    let late = match stops {
        true => ",onthrow=java.lang.RaddleStop,launch=true",
        false => "",
    };
    format!("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:{port}{late}")
}

/// What the status of a command says by itself, where each schedule has a process.
fn tell_status(run: &mut Run, config: &Config) {
    let is_process = config
        .control
        .as_ref()
        .is_some_and(|control| control.entry.is_empty());
    let fails = run.findings.iter().any(|finding| finding.kind.is_failure());
    if is_process && run.status != 0 && !fails && run.diverged.is_none() {
        run.findings.push(Finding::of_status(run.status, None));
    }
}

/// A port that nobody has at this moment.
fn free_port() -> Result<u16, Error> {
    let found = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    found.map(|address| address.port()).map_err(Error::NoPort)
}

fn replayed(run: &Run, recording: &Recording) -> Replayed {
    let mut found = run.findings.iter();
    match () {
        () if run.diverged.is_some() => Replayed::Diverged,
        () if found.any(|finding| recording.shows.contains(&finding.fingerprint)) => Replayed::Same,
        () => Replayed::Otherwise,
    }
}

/// The exit status, and what it means.
fn verdict(run: &Run, recording: &Recording) -> (i32, String) {
    let number = recording.schedule;
    let doubts = match recording.doubts.is_empty() {
        true => String::new(),
        false => format!(" (that was to be feared: {})", recording.doubts.join("; ")),
    };
    let recorded = |fingerprint: &String| recording.shows.contains(fingerprint);
    let again = run.findings.iter().any(|finding| recorded(&finding.fingerprint));
    let fails = run.findings.iter().any(|finding| finding.kind.is_failure());
    match () {
        () if run.diverged.is_some() => (DIVERGED, format!("schedule {number} was not repeated{doubts}")),
        () if again => (
            SHOWN,
            format!("schedule {number} was repeated, and shows the same"),
        ),
        () if fails => (
            SHOWN,
            format!("schedule {number} was repeated, and fails in another way"),
        ),
        () if !run.complete => (
            error::STATUS,
            format!("schedule {number} may not have been repeated"),
        ),
        () => (
            0,
            format!("schedule {number} was repeated, and what it showed did not come again"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use raddle_findings::{Diverged, Finding, Records, merge};

    use super::*;

    fn recording(shows: &[&str]) -> Recording {
        Recording {
            version: Recording::VERSION,
            schedule: 17,
            shows: shows.iter().map(|text| (*text).to_owned()).collect(),
            ..Recording::default()
        }
    }

    fn run(status: i32, kinds: &[(&str, &str)]) -> Run {
        let finding = |(kind, fingerprint): &(&str, &str)| -> Finding {
            let text = format!(
                r#"{{"kind":"{kind}","code":"C","fingerprint":"{fingerprint}","severity":"error","message":"m","count":1,
                    "sides":[]}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        Run {
            findings: kinds.iter().map(finding).collect(),
            ..merge(&[], status, Records::default())
        }
    }

    fn status(run: &Run, shows: &[&str]) -> i32 {
        verdict(run, &recording(shows)).0
    }

    #[test]
    fn the_status_says_what_became_of_it() {
        assert_eq!(status(&run(0, &[("deadlock", "a")]), &["a"]), SHOWN);
        assert_eq!(status(&run(0, &[("deadlock", "b")]), &["a"]), SHOWN);
        assert_eq!(status(&run(0, &[("data-race", "b")]), &["a"]), 0);
        assert_eq!(status(&run(0, &[]), &["a"]), 0);
        let mut other = run(0, &[("deadlock", "a")]);
        other.diverged = Some(Diverged {
            step: 3,
            expected: "x".to_owned(),
            found: "y".to_owned(),
        });
        assert_eq!(status(&other, &["a"]), DIVERGED);
        let mut unsure = run(0, &[]);
        unsure.complete = false;
        assert_eq!(status(&unsure, &["a"]), error::STATUS);
    }

    #[test]
    fn a_debugger_gets_a_port_of_its_own() {
        let port = free_port().unwrap();
        assert!(port > 0);
        assert!(debugger(port, false).ends_with(&format!("address=127.0.0.1:{port}")));
        assert!(debugger(port, true).contains("onthrow=java.lang.RaddleStop"));
    }

    #[test]
    fn who_is_woken_is_part_of_the_step_that_notifies() {
        let recording = Recording {
            steps: "0e0 0n0 >2 1q0".to_owned(),
            ..recording(&[])
        };
        let at = |number| stop_at(&recording, number).ok();
        assert_eq!([1, 2, 3, 4].map(at), [Some(1), Some(2), Some(2), Some(4)]);
        assert_eq!(at(5), None);
    }
}
