//! `raddle replay --times N`: whether a schedule is the same each time.
//!
//! The first repetition is the one that is reported. If it shows a failure, all others are asked of one JVM, where
//! each has classes of its own; a failure that ends its JVM, such as a deadlock, has another JVM go on. What is no
//! failure is reported once per JVM, so each repetition has its own.

use std::ffi::OsString;

use raddle_findings::Run;
use raddle_schedule::Recording;
use raddle_session::{Config, Control, Records};

use crate::error::Error;
use crate::program::gather::{explored, whole};
use crate::program::verdict::{DIVERGED, SHOWN, of_replay};
use crate::program::{RunDir, signals};

/// What is repeated.
pub struct Times<'a> {
    pub asked: u64,
    pub recording: &'a Recording,
    pub command: &'a [OsString],
    pub config: &'a Config,
    pub dir: &'a RunDir,
}

impl Times<'_> {
    /// Goes on after the first repetition, up to one that is not the same. What differs there becomes part of `run`.
    /// Says the exit status, and what it means.
    pub fn go_on(
        &self,
        run: &mut Run,
        repeat: impl Fn(&RunDir) -> Result<(i32, Records), Error>,
    ) -> Result<(i32, String), Error> {
        let first = of_replay(run, self.recording);
        if self.asked == 1 || first.0 != SHOWN {
            return Ok(first);
        }
        let in_one_jvm = self.in_one_jvm(run);
        let mut same = 1;
        while same < self.asked && signals::received().is_none() {
            let dir = self.dir.inside("again")?;
            dir.configure(&self.part(if in_one_jvm { self.asked - same } else { 1 }))?;
            let (status, records) = repeat(&dir)?;
            let counts = counted(&records);
            let other = whole(self.command, status, records, dir.is_full(), self.config);
            let (done, new) = match in_one_jvm {
                true => counts,
                false => (1, u64::from(of_replay(&other, self.recording) == first)),
            };
            same += new;
            if done == 0 || new < done || other.diverged.is_some() {
                run.diverged = other.diverged;
                return Ok((DIVERGED, self.words(same, "; the next one is not")));
            }
        }
        match same == self.asked {
            true => Ok((SHOWN, self.words(same, ""))),
            false => Ok((DIVERGED, self.words(same, "; it was ended before the rest"))),
        }
    }

    /// What the next JVM is asked for.
    fn part(&self, runs: u64) -> Config {
        let control = self.config.control.clone().unwrap_or_default();
        Config {
            control: Some(Control {
                runs,
                keep_going: true,
                explain: false,
                ..control
            }),
            ..self.config.clone()
        }
    }

    fn in_one_jvm(&self, first: &Run) -> bool {
        let entry = self.config.control.as_ref().map(|control| &control.entry);
        let shown = |fingerprint| self.recording.shows.contains(fingerprint);
        let mut failures = first.findings.iter().filter(|finding| finding.kind.is_failure());
        entry.is_some_and(|entry| !entry.is_empty()) && failures.any(|finding| shown(&finding.fingerprint))
    }

    fn words(&self, same: u64, how: &str) -> String {
        let (number, asked) = (self.recording.schedule, self.asked);
        format!("schedule {number} was repeated: {same} of {asked} times the same{how}")
    }
}

/// How many repetitions the JVMs have done, and how many of them showed the same.
fn counted(records: &Records) -> (u64, u64) {
    explored(records).fold((0, 0), |(done, again), jvm| {
        (done + jvm.schedules, again + jvm.again)
    })
}
