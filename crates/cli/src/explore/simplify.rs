//! Makes of each schedule that failed one that is easy to follow: with few preemptions, repeated once more, and
//! explained step by step.
//!
//! A JVM tries one attempt after the other. A deadlock ends it, so another goes on from the best recording so far; an
//! exception does not. Where each schedule has a process, so has each attempt, and the time allows for fewer.
//! Nothing here can take a failure away: what cannot be made simpler, or does not repeat, is
//! kept as it was found.
//!
//! Start reading at [`all`].

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use raddle_findings::{ExplainedSchedule, Finding, Kind, Replayed, Run};
use raddle_schedule::Recording;
use raddle_schedule::strategies::Fewest;
use raddle_session::{Config, Control, Explored, Saved, files};

use super::progress::Progress;
use super::recordings;
use super::rerun::{Rerun, repeating};
use crate::error::Error;
use crate::program::{RunDir, signals};

/// So many attempts with fewer preemptions, for each failure.
const ATTEMPTS: u64 = 500 + 2 * Fewest::MOST;
/// How long a JVM may take beyond its time, and how long one repetition.
const LATE: Duration = Duration::from_secs(30);
const REPETITION: Duration = Duration::from_secs(60);
/// It is given up once so much of the time, and as long as it took to get so far, has gone by in vain.
const IN_VAIN: u32 = 20;
/// An attempt may be longer than what it began with by so much before it is cut off.
const LONGER: u64 = 2;
const MORE_STEPS: u64 = 1000;

/// Simplifies and tells the schedules of all failures; `time` is for the former, for each. Their findings then name other files of the run directory.
pub fn all(run: &mut Run, rerun: &Rerun<'_>, time: Option<Duration>, progress: &Progress) -> Vec<String> {
    let mut problems = Vec::new();
    for finding in run
        .findings
        .iter_mut()
        .filter(|finding| finding.kind.is_failure())
    {
        if signals::received().is_some() {
            break;
        }
        if let Err(error) = one(finding, rerun, time, progress) {
            problems.push(format!("a schedule cannot be explained: {error}"));
        }
    }
    problems.dedup();
    problems
}

fn one(
    finding: &mut Finding,
    rerun: &Rerun<'_>,
    time: Option<Duration>,
    progress: &Progress,
) -> Result<(), Error> {
    let Some(mut found) = finding.replay.as_ref().and_then(|file| {
        let path = rerun.dir.path().join(file);
        recordings::read(&path).ok()
    }) else {
        return Ok(());
    };
    found.recording.shows = vec![finding.fingerprint.clone()];
    let began = Instant::now();
    // What never ends takes too long to be tried so often, and what only a status says a JVM does not know.
    let may = finding.kind != Kind::Livelock && !finding.is_status();
    let simple = match time.filter(|_| may) {
        Some(time) => {
            let tell = |text: &str| progress.say(&format!("simplifying {}: {text}", finding.kind.name()));
            minimize(rerun, &found, time, tell)?
        }
        None => found.clone(),
    };
    let took = began.elapsed();
    progress.say(&format!("repeating {}", finding.kind.name()));
    let mut kept = (explain(rerun, &simple)?, simple);
    if kept.0.replayed != Replayed::Same && kept.1.recording.steps != found.recording.steps {
        kept = (explain(rerun, &found)?, found);
    }
    let (mut explained, saved) = kept;
    if explained.preemptions_before.is_some() {
        explained.simplified_millis = u64::try_from(took.as_millis()).ok();
    }
    let name = files::simplified(&finding.fingerprint);
    write(&saved, &rerun.dir.path().join(&name))?;
    finding.replay = Some(name);
    finding.schedule = Some(Box::new(explained));
    Ok(())
}

/// The same failure with as few preemptions as could be found.
fn minimize(rerun: &Rerun<'_>, found: &Saved, time: Duration, tell: impl Fn(&str)) -> Result<Saved, Error> {
    let began = Instant::now();
    let end = began + time;
    let mut gained = began;
    let mut best = found.clone();
    best.recording.is_least = best.recording.preempted.is_empty();
    let (mut attempts, mut in_vain) = (0, 0);
    while attempts < ATTEMPTS && !best.recording.is_least && signals::received().is_none() {
        let patience = (time / IN_VAIN).max(gained - began);
        let left = end
            .min(gained + patience)
            .saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        tell(&format!(
            "preemptions: {} so far, after {}",
            best.recording.preempted.len(),
            humantime::format_duration(Duration::from_secs(began.elapsed().as_secs()))
        ));
        let scratch = rerun.dir.inside("attempts")?;
        let path = scratch.path().join("best.json");
        write(&best, &path)?;
        let control = Control {
            first: in_vain,
            stride: 1,
            runs: ATTEMPTS - attempts,
            millis: Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            keep_going: true,
            max_steps: most_steps(&best),
            minimize: Some(path),
            ..found.config.control.clone().unwrap_or_default()
        };
        let config = Config {
            control: Some(control),
            ..found.config.clone()
        };
        let records = rerun.run(&config, &scratch, left + LATE)?;
        let tried = records.jvms.iter().find_map(|jvm| jvm.explored.clone());
        let Some(Explored {
            schedules,
            next,
            exhausted,
            ..
        }) = tried
        else {
            break;
        };
        attempts += schedules;
        let is_done = schedules == 0 || next <= in_vain;
        in_vain = next;
        if let Some(better) = last_kept(&scratch) {
            best.recording = Recording {
                schedule: found.recording.schedule,
                shows: found.recording.shows.clone(),
                ..better
            };
            in_vain = 0;
            gained = Instant::now();
        }
        best.recording.is_least |= exhausted.is_some();
        if is_done {
            break;
        }
    }
    let Recording {
        strategy,
        seed,
        schedule,
        shows,
        preempted,
        ..
    } = found.recording.clone();
    best.recording = Recording {
        strategy,
        seed,
        schedule,
        shows,
        preemptions_before: Some(preempted.len() as u64),
        ..best.recording
    };
    Ok(best)
}

/// When an attempt is cut off: one that is far longer than what it began with leads nowhere.
fn most_steps(saved: &Saved) -> u64 {
    let control = saved.config.control.as_ref();
    let most = control.map_or(u64::MAX, |control| control.max_steps);
    let steps = saved.recording.steps.split_ascii_whitespace().count() as u64;
    most.min(LONGER * steps + MORE_STEPS)
}

/// What the last attempt was that succeeded.
fn last_kept(scratch: &RunDir) -> Option<Recording> {
    let all = fs::read_dir(scratch.path()).ok()?.flatten();
    let kept = all.filter(|file| files::schedule_number(&file.file_name().to_string_lossy()).is_some());
    let kept = kept.filter_map(|file| recordings::read(&file.path()).ok());
    kept.map(|saved| saved.recording)
        .max_by_key(|recording| recording.schedule)
}

/// Repeats a recording, and says what came of it.
fn explain(rerun: &Rerun<'_>, saved: &Saved) -> Result<ExplainedSchedule, Error> {
    let scratch = rerun.dir.inside("explaining")?;
    let path = scratch.path().join("recording.json");
    write(saved, &path)?;
    let config = Config {
        control: Some(repeating(saved, &path)),
        ..saved.config.clone()
    };
    let records = rerun.run(&config, &scratch, REPETITION)?;
    let mut found = records.jvms.iter().flat_map(|jvm| &jvm.findings);
    let shows = |finding: &Finding| saved.recording.shows.contains(&finding.fingerprint);
    let (shows, has_diverged) = (
        found.any(shows),
        records.jvms.iter().any(|jvm| jvm.diverged.is_some()),
    );
    let explained = explained(&scratch, saved.recording.schedule);
    let replayed = match explained {
        _ if has_diverged => Replayed::Diverged,
        None => Replayed::Unknown,
        Some(_) if shows => Replayed::Same,
        Some(_) => Replayed::Otherwise,
    };
    Ok(ExplainedSchedule {
        schedule: saved.recording.schedule,
        preemptions: saved.recording.preempted.len() as u64,
        preemptions_before: saved.recording.preemptions_before,
        is_least: saved.recording.is_least,
        replayed,
        ..explained.unwrap_or_default()
    })
}

/// What a JVM has recorded of the schedule that it repeated.
pub fn explained(dir: &RunDir, schedule: u64) -> Option<ExplainedSchedule> {
    serde_json::from_slice(&fs::read(dir.path().join(files::explained(schedule))).ok()?).ok()
}

fn write(saved: &Saved, path: &Path) -> Result<(), Error> {
    let text = serde_json::to_vec(saved).map_err(io::Error::from);
    text.and_then(|text| fs::write(path, text))
        .map_err(|source| Error::RunDir {
            path: path.to_owned(),
            source,
        })
}
