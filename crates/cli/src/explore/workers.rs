//! Runs the JVMs of an exploration: as many at a time as there are lanes, one after the other in each.
//!
//! What a JVM leaves behind is read when it ends and moved to the run directory, so that ten thousand of them are not
//! read ten thousand times; what follows from it is decided by [`account`].

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use raddle_events::schedule::{Bound, Widened};
use raddle_findings::{Exploration, Suppression, weaker};
use raddle_session::read::record_files;
use raddle_session::{Config, Control, Records, files};

use super::account::{Account, LATE, Over, Part, Rules, account};
use super::progress::{Follow, Progress};
use super::shards::Lane;
use crate::error::Error;
use crate::program::entry::Entry;
use crate::program::gather::{self, settled};
use crate::program::{Ended, Program, RunDir, signals};

const PANIC: &str =
    "raddle itself failed, and did not try all schedules: please report this, with the message above";

/// What is to be run, and how.
pub struct Workers<'a> {
    pub command: &'a [OsString],
    pub entry: &'a Entry,
    pub library: &'a Path,
    pub config: &'a Config,
    pub suppressions: &'a [Suppression],
    pub dir: &'a RunDir,
    pub deadline: Option<Instant>,
    /// A JVM goes on where the one before it has left its search.
    pub searches: bool,
    pub progress: &'a Progress,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcome {
    pub records: Records,
    pub explored: Exploration,
}

/// What all lanes have in common.
#[derive(Debug, Default)]
struct Shared {
    outcome: Outcome,
    known: BTreeSet<String>,
    /// Nothing more is to be begun, and what runs may be ended.
    stop: bool,
}

impl Workers<'_> {
    pub fn run(&self, lanes: Vec<Lane>) -> Result<Outcome, Error> {
        let shared = Mutex::new(Shared::default());
        if let Some(control) = &self.config.control {
            lock(&shared).outcome.explored = control.planned();
        }
        let results: Vec<thread::Result<Result<Option<Bound>, Error>>> = thread::scope(|scope| {
            let work = |(job, lane)| {
                let shared = &shared;
                scope.spawn(move || {
                    let result = self.work(job, lane, shared);
                    if result.is_err() {
                        lock(shared).stop = true;
                    }
                    result
                })
            };
            let jobs: Vec<_> = lanes.into_iter().enumerate().map(work).collect();
            jobs.into_iter().map(|job| job.join()).collect()
        });
        let mut outcome = shared
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .outcome;
        let mut exhausted = Some(Bound::None);
        for result in results {
            let all = match result {
                Ok(result) => result?,
                Err(_panic) => {
                    outcome.records.problems.push(PANIC.to_owned());
                    None
                }
            };
            exhausted = weaker(exhausted, all);
        }
        outcome.explored.exhausted = exhausted;
        Ok(outcome)
    }

    /// Tries the schedules of a lane; says whether that were all there are.
    fn work(&self, job: usize, mut lane: Lane, shared: &Mutex<Shared>) -> Result<Option<Bound>, Error> {
        let scratch = self.dir.inside(&(job + 1).to_string())?;
        let program = Program::controlled(self.library, self.command, self.entry);
        // Of this lane alone: what others find meanwhile would make its schedules a matter of speed.
        let mut raced = BTreeSet::new();
        let mut widened: Vec<Widened> = Vec::new();
        let mut search = None;
        while lane.left() > 0 && !lock(shared).stop && signals::received().is_none() {
            let left = self
                .deadline
                .map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                break;
            }
            scratch.configure(&self.part(job, lane, left, &raced, &widened, search.take()))?;
            let (ended, late) = self.execute(job, &program, &scratch, shared)?;
            let records = self.collect(lane.next, &ended, &scratch)?;
            for explored in gather::explored(&records) {
                raced.extend(explored.raced.iter().cloned());
                widened.clone_from(&explored.widened);
            }
            search = taken_over(scratch.path())?;
            let part = Part {
                ended,
                late,
                records,
                goes_on: !self.searches || search.is_some(),
                in_time: self.deadline.is_none_or(|end| Instant::now() < end),
            };
            let account = account(self.rules(), lane, part);
            lane = account.lane;
            let over = account.over;
            self.add(job, account, shared);
            match over {
                None => {}
                Some(Over::Exhausted(bound)) => return Ok(Some(bound)),
                Some(Over::Ended) => return Ok(None),
            }
        }
        Ok(None)
    }

    fn rules(&self) -> Rules<'_> {
        let control = self.config.control.as_ref();
        Rules {
            each_process: *self.entry == Entry::Process,
            keep_going: control.is_some_and(|control| control.keep_going),
            suppressions: self.suppressions,
        }
    }

    /// Adds what a part of a lane has come to.
    fn add(&self, job: usize, account: Account, shared: &Mutex<Shared>) {
        let found = account.records.jvms.iter().flat_map(|jvm| &jvm.findings);
        let found = found.map(|finding| &finding.fingerprint);
        self.progress.ended(job, &account.explored, found);
        let mut shared = lock(shared);
        shared.stop |= account.stops_all;
        shared.add(&account.explored, account.records);
    }

    /// What the next JVM of a lane is asked for.
    fn part(
        &self,
        job: usize,
        lane: Lane,
        left: Option<Duration>,
        raced: &BTreeSet<String>,
        widened: &[Widened],
        search: Option<PathBuf>,
    ) -> Config {
        let common = self.config.control.clone().unwrap_or_default();
        let (entry, runs) = match self.entry {
            Entry::Main { entry, .. } => (entry.clone(), lane.left()),
            Entry::Process => (Vec::new(), 1),
        };
        let control = Control {
            first: lane.next,
            stride: lane.stride,
            runs,
            millis: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            entry,
            raced: raced.iter().cloned().collect(),
            widened: widened.to_vec(),
            search,
            // Several commands at a time should not all want the first processor.
            core: common
                .core
                .wrapping_add(std::process::id())
                .wrapping_add(job as u32),
            ..common
        };
        Config {
            control: Some(control),
            ..self.config.clone()
        }
    }

    /// Runs the command to its end, or to where it is no longer needed; says also whether it took far too long.
    fn execute(
        &self,
        job: usize,
        program: &Program<'_>,
        scratch: &RunDir,
        shared: &Mutex<Shared>,
    ) -> Result<(Ended, bool), Error> {
        let mut follow = Follow::default();
        let mut late = false;
        let ended = program.start_beside(scratch, job)?.wait_while(|| {
            self.progress.look(job, &mut follow, scratch.path());
            let latest = self.deadline.map(|end| end + Duration::from_secs(LATE));
            late |= latest.is_some_and(|latest| Instant::now() >= latest);
            !late && !lock(shared).stop
        })?;
        Ok((ended, late))
    }

    /// Reads what was left behind, and puts it where it is kept.
    fn collect(&self, first: u64, ended: &Ended, scratch: &RunDir) -> Result<Records, Error> {
        let mut records = settled(scratch.path())?;
        for jvm in &mut records.jvms {
            jvm.stopped = ended.stopped;
        }
        for path in record_files(scratch.path())? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let kept = files::record_of_worker(first, &name);
            let moved = match self.dir.is_kept() {
                true => fs::rename(&path, self.dir.path().join(kept)),
                false => fs::remove_file(&path),
            };
            if let Err(error) = moved {
                records
                    .problems
                    .push(format!("{name} cannot be put away: {error}"));
            }
        }
        for entry in fs::read_dir(scratch.path()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if files::schedule_number(&name.to_string_lossy()).is_some()
                && let Err(error) = fs::rename(entry.path(), self.dir.path().join(&name))
            {
                let name = name.to_string_lossy();
                records
                    .problems
                    .push(format!("{name} cannot be put away: {error}"));
            }
        }
        Ok(records)
    }
}

impl Shared {
    /// Of a finding that is known already, only how often it came is kept.
    fn add(&mut self, part: &Exploration, mut records: Records) {
        for finding in records.jvms.iter_mut().flat_map(|jvm| &mut jvm.findings) {
            if !self.known.insert(finding.fingerprint.clone()) {
                finding.sides.clear();
                finding.notes.clear();
            }
        }
        let all = &mut self.outcome;
        all.explored.add(part);
        all.records.jvms.extend(records.jvms);
        all.records.problems.extend(records.problems);
    }
}

/// What a search has come to in a JVM that has ended, if it has said so: put where the next one will not overwrite it.
fn taken_over(scratch: &Path) -> Result<Option<PathBuf>, Error> {
    let kept = scratch.join("search-before.json");
    match fs::rename(scratch.join(files::SEARCH), &kept) {
        Ok(()) => Ok(Some(kept)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Search { source }),
    }
}

fn lock(shared: &Mutex<Shared>) -> std::sync::MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
