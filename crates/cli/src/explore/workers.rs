//! Runs the JVMs of an exploration: as many at a time as there are lanes, one after the other in each.
//!
//! A JVM that runs a `main` again and again may end before its lane does: threads were left over, the program
//! called `System.exit`, a schedule hung. Its record says with which schedule the next JVM goes on. What a JVM
//! leaves behind is read when it ends and moved to the run directory, so that ten thousand of them are not
//! read ten thousand times.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use raddle_findings::read::record_files;
use raddle_findings::{
    Bound, Config, Control, Exploration, Explored, Finding, JvmRecord, Records, Saved, Suppression, Widened,
    weaker,
};

use super::entry::{self, Entry};
use super::options;
use super::progress::{Follow, Progress};
use super::shards::Lane;
use crate::check::settled;
use crate::error::Error;
use crate::launch::{self, Plan};
use crate::rundir::RunDir;
use crate::signals;

/// How often a JVM is looked after.
const LOOK: Duration = Duration::from_millis(5);
/// How long a JVM that was asked to end may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a schedule that has begun in time may take beyond it.
const LATE: Duration = Duration::from_secs(60);

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

/// How a JVM, or a command, has ended.
struct Ended {
    status: i32,
    /// We have ended it.
    stopped: bool,
    /// It was ended since it took far too long.
    late: bool,
}

impl Workers<'_> {
    pub fn run(&self, lanes: Vec<Lane>) -> Result<Outcome, Error> {
        let shared = Mutex::new(Shared::default());
        if let Some(control) = &self.config.control {
            lock(&shared).outcome.explored = Exploration::planned(control);
        }
        let results: Vec<Result<Option<Bound>, Error>> = thread::scope(|scope| {
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
            let ended = jobs.into_iter().map(|job| job.join());
            ended.map(|result| result.unwrap_or(Ok(None))).collect()
        });
        let mut outcome = shared
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .outcome;
        let mut exhausted = Some(Bound::None);
        for result in results {
            exhausted = weaker(exhausted, result?);
        }
        outcome.explored.exhausted = exhausted;
        Ok(outcome)
    }

    /// Tries the schedules of a lane; says whether that were all there are.
    fn work(&self, job: usize, mut lane: Lane, shared: &Mutex<Shared>) -> Result<Option<Bound>, Error> {
        let scratch = self.dir.inside(&(job + 1).to_string())?;
        let mut agent = launch::jvm_options(self.library, scratch.path())?.to_vec();
        if let Some(program) = self.command.first() {
            agent.extend(options::for_command(program));
        }
        let command = match self.entry {
            Entry::Main { java, .. } => entry::in_place(java),
            Entry::Process => self.command.to_vec(),
        };
        let inherited = env::var_os(launch::TOOL_OPTIONS);
        let plan = launch::plan(&command, &agent, inherited.as_deref());
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
            let ended = self.execute(job, &plan, &scratch, shared)?;
            let records = self.collect(lane.next, &ended, &scratch)?;
            let explored = records.jvms.iter().filter_map(|jvm| jvm.explored.as_ref());
            for explored in explored {
                raced.extend(explored.raced.iter().cloned());
                widened.clone_from(&explored.widened);
            }
            search = taken_over(scratch.path())?;
            let goes_on = !self.searches || search.is_some();
            if let Some(exhausted) = self.account(job, &mut lane, &ended, records, goes_on, shared) {
                return Ok(exhausted);
            }
        }
        Ok(None)
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

    /// Runs the command to its end, or to where it is no longer needed.
    fn execute(
        &self,
        job: usize,
        plan: &Plan,
        scratch: &RunDir,
        shared: &Mutex<Shared>,
    ) -> Result<Ended, Error> {
        let mut command = plan.command();
        // Every schedule has the same input: none.
        command.stdin(Stdio::null());
        let mut child = command.spawn().map_err(|source| plan.start_error(source))?;
        let _forwarding = signals::Forwarding::to(job, child.id());
        let mut follow = Follow::default();
        let mut asked: Option<Instant> = None;
        let mut late = false;
        loop {
            let ended = child.try_wait().map_err(|source| Error::Wait {
                name: plan.program.clone(),
                source,
            })?;
            if let Some(status) = ended {
                return Ok(Ended {
                    status: launch::exit_status(status),
                    stopped: asked.is_some() || signals::received().is_some(),
                    late,
                });
            }
            self.progress.look(job, &mut follow, scratch.path());
            late |= self.deadline.is_some_and(|end| Instant::now() >= end + LATE);
            if late || lock(shared).stop || signals::received().is_some() {
                insist(&mut child, &mut asked);
            }
            thread::sleep(LOOK);
        }
    }

    /// Reads what was left behind, and puts it where it is kept.
    fn collect(&self, first: u64, ended: &Ended, scratch: &RunDir) -> Result<Records, Error> {
        let mut records = settled(scratch.path())?;
        for jvm in &mut records.jvms {
            jvm.stopped = ended.stopped;
        }
        for path in record_files(scratch.path())? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let kept = name.replacen("jvm-", &format!("jvm-{first}-"), 1);
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
            if name.to_string_lossy().starts_with("schedule-")
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

    /// Adds up what a JVM has done, and decides how its lane goes on. `Some`: not at all.
    fn account(
        &self,
        job: usize,
        lane: &mut Lane,
        ended: &Ended,
        mut records: Records,
        goes_on: bool,
        shared: &Mutex<Shared>,
    ) -> Option<Option<Bound>> {
        let keep_going = self
            .config
            .control
            .as_ref()
            .is_some_and(|control| control.keep_going);
        let exit = *self.entry == Entry::Process
            && !ended.stopped
            && add_exit(&mut records, ended.status, lane.next);
        let found = || records.jvms.iter().flat_map(|jvm| &jvm.findings);
        let failed = found().any(|finding| finding.kind.is_failure());
        let unaccepted = found().any(|finding| self.counts(finding));
        let explored: Vec<&Explored> = records
            .jvms
            .iter()
            .filter_map(|jvm| jvm.explored.as_ref())
            .collect();
        let mut part = Exploration::default();
        for jvm in &explored {
            part.add(jvm);
        }
        let broken = explored.iter().find_map(|jvm| jvm.problem.clone());
        let exhausted = explored.iter().find_map(|jvm| jvm.exhausted);
        let next = explored.iter().map(|jvm| jvm.next).max().unwrap_or(lane.next);
        let all_ended = records.jvms.iter().all(|jvm| jvm.is_finished());
        let first = lane.next;
        let ran = part.schedules > 0;

        let in_time = self.deadline.is_none_or(|end| Instant::now() < end);
        let mut problem = None;
        let mut is_over = ended.stopped || !in_time;
        if ended.late {
            problem = Some(format!(
                "schedule {next} did not end: it was given {} seconds",
                LATE.as_secs()
            ));
        }
        match self.entry {
            _ if ended.stopped => {}
            _ if broken.is_some() => problem = broken.clone(),
            Entry::Main { .. } => {
                if !ran && exhausted.is_none() && in_time {
                    is_over = true;
                    problem = Some(format!(
                        "the JVM that should have run schedule {first} ended with status {} before it did",
                        ended.status
                    ));
                } else if ended.status != 0 && !failed {
                    problem = Some(format!(
                        "the JVM that ran schedules from {first} on ended with status {}",
                        ended.status
                    ));
                }
                is_over |= !all_ended || !lane.go_on_with(next);
                if !goes_on
                    && in_time
                    && lane.left() > 0
                    && exhausted.is_none()
                    && (keep_going || !unaccepted)
                {
                    is_over = true;
                    problem = problem.or(Some(format!(
                        "the search ended before schedule {next}: a JVM did not leave what the next one needs to go on"
                    )));
                }
            }
            Entry::Process => {
                // All JVMs of a process have run in one schedule.
                part.distinct = part.distinct.min(1);
                part.schedules = part.schedules.min(1);
                part.failed = part.failed.min(1);
                part.cut_off = part.cut_off.min(1);
                if !ran && exhausted.is_none() {
                    is_over = true;
                    problem = Some(format!(
                        "no JVM was controlled in schedule {first}; the command ended with status {}",
                        ended.status
                    ));
                }
                part.failed = part.failed.max(u64::from(exit));
                lane.skip();
            }
        }
        let stop = broken.is_some() || !keep_going && unaccepted;
        self.progress
            .ended(job, &part, found().map(|finding| &finding.fingerprint));

        let mut shared = lock(shared);
        records.problems.extend(problem);
        shared.add(part, records);
        shared.stop |= stop;
        match exhausted {
            Some(bound) => Some(Some(bound)),
            None => (is_over || stop).then_some(None),
        }
    }

    /// Whether a finding is a failure that nobody has accepted.
    fn counts(&self, finding: &Finding) -> bool {
        finding.kind.is_failure() && !self.suppressions.iter().any(|entry| entry.covers(finding))
    }
}

impl Shared {
    /// Of a finding that is known already, only how often it came is kept.
    fn add(&mut self, part: Exploration, mut records: Records) {
        for finding in records.jvms.iter_mut().flat_map(|jvm| &mut jvm.findings) {
            if !self.known.insert(finding.fingerprint.clone()) {
                finding.sides.clear();
                finding.notes.clear();
            }
        }
        let all = &mut self.outcome;
        let Exploration {
            strategy, max_steps, ..
        } = all.explored.clone();
        all.explored.join(&Exploration {
            strategy,
            max_steps,
            ..part
        });
        all.records.jvms.extend(records.jvms);
        all.records.problems.extend(records.problems);
    }
}

/// What the status of a command says by itself, if that is not 0 and nothing else says why.
pub(super) fn add_exit(records: &mut Records, status: i32, schedule: u64) -> bool {
    let mut found = records.jvms.iter().flat_map(|jvm| &jvm.findings);
    if status == 0 || found.any(|finding| finding.kind.is_failure()) {
        return false;
    }
    let controlled = |jvm: &&mut JvmRecord| {
        jvm.explored
            .as_ref()
            .is_some_and(|explored| explored.schedules > 0)
    };
    let Some(jvm) = records.jvms.iter_mut().find(controlled) else {
        return false;
    };
    let name = Saved::<()>::name(schedule);
    jvm.findings.push(Finding::of_status(status, Some(name)));
    true
}

/// What a search has come to in a JVM that has ended, if it has said so: put where the next one will not overwrite it.
fn taken_over(scratch: &Path) -> Result<Option<PathBuf>, Error> {
    let kept = scratch.join("search-before.json");
    match fs::rename(scratch.join(Control::SEARCH), &kept) {
        Ok(()) => Ok(Some(kept)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Search { source }),
    }
}

/// Asks a child to end; if it takes too long, ends it.
pub(super) fn insist(child: &mut Child, asked: &mut Option<Instant>) {
    match asked {
        None => {
            *asked = Some(Instant::now());
            signals::end(child, false);
        }
        Some(since) if since.elapsed() >= PATIENCE => signals::end(child, true),
        Some(_) => {}
    }
}

fn lock(shared: &Mutex<Shared>) -> std::sync::MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
