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

use raddle_findings::ExplainedSchedule;
use raddle_report::{Document, Options, Sources};
use raddle_schedule::{Recording, Replay, Word};
use raddle_session::{Config, Control, Records, Saved};

use crate::args::ReplayArgs;
use crate::error::Error;
use crate::explore::{rerun, simplify};
use crate::output;
use crate::program::entry::Entry;
use crate::program::gather::{self, add_exit, settled, whole};
use crate::program::{Program, RunDir, launch, signals, verdict};
use times::Times;

pub fn run(args: &ReplayArgs, err: &mut impl Write) -> Result<i32, Error> {
    let library = launch::agent_library()?;
    if let Some(path) = &args.output.json {
        output::check_json_target(path)?;
    }
    let saved = read(&args.file)?;
    let recording = &saved.recording;
    let (asked, entry, config) = prepared(args, &saved)?;
    let control = config.control.clone().unwrap_or_default();
    let dir = RunDir::prepare(args.out.as_deref(), &config)?;

    let mut program = Program::controlled(&library, &asked, &entry);
    if control.debug {
        let port = args.debug.flatten().map_or_else(free_port, Ok)?;
        program = program.with_option(debugger(port, control.stop_at.is_some()));
        let _ = match control.stop_at {
            None => writeln!(err, "raddle: waiting for a debugger at 127.0.0.1:{port}"),
            Some(step) => writeln!(
                err,
                "raddle: before step {step} a debugger is waited for, at 127.0.0.1:{port}"
            ),
        };
    }
    signals::survive();
    let schedule = recording.schedule;
    let (status, records) = repeat(&program, &entry, schedule, &dir)?;
    let was_run = gather::explored(&records).any(|jvm| jvm.schedules > 0);
    let was_cut_off = gather::explored(&records).any(|jvm| jvm.cut_off > 0);
    let mut run = whole(&asked, status, records, dir.is_full(), &config);
    if was_cut_off {
        run.incomplete.push("the repetition was cut off".to_owned());
        run.complete = false;
    }
    if run.diverged.is_none() && !was_run {
        run.incomplete.push("the schedule was not run".to_owned());
        run.complete = false;
    }
    gather::doubt_uncontrolled(&mut run);
    let times = Times {
        asked: args.times,
        recording,
        command: &asked,
        config: &config,
        dir: &dir,
    };
    let again = |dir: &RunDir| repeat(&program, &entry, schedule, dir);
    let (verdict, words) = times.go_on(&mut run, again)?;
    for finding in &mut run.findings {
        finding.replay = None;
    }
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let mut document = Document::default();
    document.findings(&run, &sources);
    let explained = simplify::explained(&dir, schedule).map(|explained| ExplainedSchedule {
        preemptions_before: recording.preemptions_before,
        is_least: recording.is_least,
        replayed: verdict::replayed(&run, recording),
        ..explained
    });
    if !args.output.quiet {
        document.schedule(recording, explained.as_ref(), &args.file.to_string_lossy());
    }
    for finding in &mut run.findings {
        if recording.shows.contains(&finding.fingerprint) {
            finding.schedule = explained.clone().map(Box::new);
        }
    }
    document.summary(
        &run,
        Options {
            quiet: args.output.quiet,
        },
    );
    if !args.output.quiet {
        document.say(words);
    }
    output::report(&run, &document, args.output.json.as_deref(), verdict, err)
}

fn read(path: &Path) -> Result<Saved, Error> {
    let bytes = fs::read(path).map_err(|source| Error::RecordingFile {
        path: path.to_owned(),
        source,
    })?;
    let broken = |problem: String| Error::Recording {
        path: path.to_owned(),
        problem,
    };
    let saved: Saved = serde_json::from_slice(&bytes).map_err(|error| broken(error.to_string()))?;
    Replay::of(&saved.recording).map_err(broken)?;
    if saved.config.control.is_none() {
        return Err(broken(
            "it does not say how the program was controlled".to_owned(),
        ));
    }
    Ok(saved)
}

/// The command, what of it is run, and what its JVM is asked for.
fn prepared(args: &ReplayArgs, saved: &Saved) -> Result<(Vec<OsString>, Entry, Config), Error> {
    let recorded = saved.config.control.clone().unwrap_or_default();
    let asked: Vec<OsString> = match args.command.is_empty() {
        true => recorded.command.iter().map(OsString::from).collect(),
        false => args.command.clone(),
    };
    let entry = match (recorded.entry.first(), Entry::of(&asked)) {
        (None, _) => Entry::Process,
        (Some(_), main @ Entry::Main { .. }) => main,
        (Some(class), Entry::Process) => return Err(Error::NoMain { class: class.clone() }),
    };
    let path = std::path::absolute(&args.file).map_err(|source| Error::RecordingFile {
        path: args.file.clone(),
        source,
    })?;
    let control = Control {
        entry: match &entry {
            Entry::Main { entry, .. } => entry.clone(),
            Entry::Process => Vec::new(),
        },
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
        ..rerun::repeating(saved, &path)
    };
    let config = Config {
        control: Some(control),
        ..saved.config.clone()
    };
    Ok((asked, entry, config))
}

/// Runs the program once, as when it was explored: its status, and what its JVMs left behind.
fn repeat(
    program: &Program<'_>,
    entry: &Entry,
    schedule: u64,
    dir: &RunDir,
) -> Result<(i32, Records), Error> {
    let status = program.start(dir)?.wait()?;
    let mut records = settled(dir.path())?;
    if *entry == Entry::Process {
        add_exit(&mut records, status, schedule);
    }
    Ok((status, records))
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

/// A port that is free at this moment.
fn free_port() -> Result<u16, Error> {
    let found = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    found.map(|address| address.port()).map_err(Error::NoPort)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ..Recording::default()
        };
        let at = |number| stop_at(&recording, number).ok();
        assert_eq!([1, 2, 3, 4].map(at), [Some(1), Some(2), Some(2), Some(4)]);
        assert_eq!(at(5), None);
    }
}
