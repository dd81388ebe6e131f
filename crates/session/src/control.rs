//! How a JVM's schedule is controlled, and what it says of the schedules that it has tried.

use std::path::PathBuf;

use raddle_events::schedule::{Bound, Widened, Wider};
use raddle_findings::Exploration;
use raddle_schedule::Recording;
use serde::{Deserialize, Serialize};

use crate::Config;

/// Part of [`Config`]: one thread at a time runs, and a strategy decides which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// As on the command line: `pct:3`.
    pub strategy: String,
    pub seed: u64,
    /// The number of the first schedule of this JVM, counted from 1; the next one's is larger by `stride`.
    pub first: u64,
    pub stride: u64,
    /// How many this JVM tries at most.
    pub runs: u64,
    /// For how long it begins new ones.
    pub millis: Option<u64>,
    /// A schedule is cut off after so many steps.
    pub max_steps: u64,
    /// Go on with the next schedule after one that failed.
    pub keep_going: bool,
    /// The class whose `main` is run for each schedule, and its arguments. Empty: the JVM runs what its own
    /// command line says, once.
    pub entry: Vec<String>,
    /// Plain accesses at which threads may be switched, too.
    pub switch_on: Vec<SwitchOn>,
    /// Inside an operation of the JDK, too, not only before it.
    pub switch_in_jdk: bool,
    /// `wait` and `park` may return without a reason.
    pub spurious: bool,
    /// Waits may end by their time though a thread that could run is held up by that.
    #[serde(default)]
    pub early_timeouts: bool,
    /// The program sees the time that goes by, not the schedule's.
    pub real_time: bool,
    /// Plain accesses that are switch points, since an earlier JVM has seen them race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raced: Vec<String>,
    /// Kinds of switch points that an earlier JVM has added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub widened: Vec<Widened>,
    /// What a search has left that another JVM has begun: see [`files::SEARCH`](crate::files::SEARCH).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<PathBuf>,
    /// A recording to repeat, instead of exploring.
    pub replay: Option<PathBuf>,
    /// Record also what each step reads and writes, and why each turn ends: see
    /// [`ExplainedSchedule`](raddle_findings::ExplainedSchedule).
    #[serde(default)]
    pub explain: bool,
    /// A recording of a failure, to find one with fewer preemptions; `first` is how many attempts with it have
    /// been in vain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimize: Option<PathBuf>,
    /// A debugger may stop threads for as long as it likes.
    #[serde(default)]
    pub debug: bool,
    /// The step of the recording at which to stop for it.
    pub stop_at: Option<u64>,
    /// Write down each step with its stack, for two JVMs to be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<PathBuf>,
    /// The processor on which the threads run, by its number among those allowed.
    pub core: u32,
    /// What the user has asked for, to be kept with recordings.
    pub command: Vec<String>,
}

/// Sorts of plain accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SwitchOn {
    Fields,
    Arrays,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            strategy: "portfolio".to_owned(),
            seed: 0,
            first: 1,
            stride: 1,
            runs: 1,
            millis: None,
            max_steps: 100_000,
            keep_going: false,
            entry: Vec::new(),
            switch_on: Vec::new(),
            switch_in_jdk: false,
            spurious: false,
            early_timeouts: false,
            real_time: false,
            raced: Vec::new(),
            widened: Vec::new(),
            search: None,
            replay: None,
            explain: false,
            minimize: None,
            debug: false,
            stop_at: None,
            steps: None,
            core: 0,
            command: Vec::new(),
        }
    }
}

/// What a JVM has tried so far. The last such line of a record counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explored {
    pub schedules: u64,
    pub steps: u64,
    /// How many of them differed in the order of what depends on each other.
    pub distinct: u64,
    /// How many were cut off after too many steps.
    pub cut_off: u64,
    /// How many showed a finding that is a failure.
    pub failed: u64,
    /// Of repetitions, how many showed what their recording shows.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again: u64,
    /// The number of the next schedule, for another JVM to go on with.
    pub next: u64,
    /// All that the program can do has been seen; with a bound, up to so many preemptions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<Bound>,
    /// Plain accesses that race, by names that are the same in each JVM, for another one to go on with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raced: Vec<String>,
    /// Kinds of switch points that were added, since schedules hardly differed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub widened: Vec<Widened>,
    /// Why schedules may not repeat exactly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// Why no further one can be tried, in this JVM or in any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Control {
    /// The exploration that this asks for, before it has begun.
    pub fn planned(&self) -> Exploration {
        Exploration {
            strategies: vec![self.strategy.clone()],
            seed: self.seed,
            max_steps: self.max_steps,
            ..Exploration::default()
        }
    }

    /// Whether these are switch points from the beginning.
    pub fn has(&self, wider: Wider) -> bool {
        match wider {
            Wider::InJdk => self.switch_in_jdk,
            Wider::Fields => self.switch_on.contains(&SwitchOn::Fields),
            Wider::Arrays => self.switch_on.contains(&SwitchOn::Arrays),
        }
    }

    /// Makes them so.
    pub fn add(&mut self, wider: Wider) {
        match wider {
            _ if self.has(wider) => {}
            Wider::InJdk => self.switch_in_jdk = true,
            Wider::Fields => self.switch_on.push(SwitchOn::Fields),
            Wider::Arrays => self.switch_on.push(SwitchOn::Arrays),
        }
    }
}

impl Explored {
    /// What this JVM alone has tried. Whether the whole is exhausted is not for one JVM to say.
    pub fn as_part(&self) -> Exploration {
        Exploration {
            schedules: self.schedules,
            steps: self.steps,
            distinct: self.distinct,
            cut_off: self.cut_off,
            failed: self.failed,
            jvms: 1,
            widened: self.widened.clone(),
            doubts: self.doubts.clone(),
            ..Exploration::default()
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The file of one schedule that failed: what it takes to run the program again, and what was chosen. Its
/// name in the run directory is [`files::schedule`](crate::files::schedule).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    pub config: Config,
    pub recording: Recording,
}
