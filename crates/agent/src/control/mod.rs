//! One thread at a time: the schedules that this JVM runs, and the one that it is running.
//!
//! A controlled thread comes here whenever another could go on in its place, or it has to wait ([`Control::arrive`]).
//! The next one is chosen under one lock (`schedule.rs`), gets its turn (`dispatch.rs`, `turn.rs`), and the thread
//! waits for its own. What it then does it does for real: no other thread runs.
//!
//! Threads may also wait for what is not modelled: I/O, a class that another thread initialises, a lock of the JVM's
//! own. `watchdog.rs` sees that the thread whose turn it is sleeps, and lets others go on; such a schedule may not
//! repeat exactly, and says so.
//!
//! If no thread can go on, the thread that found so reports it (`verdict.rs`), and the JVM is ended: the others are
//! frozen where they are, which is better than tearing them out of it.
//!
//! Start reading at [`Control::arrive`], then `Schedule::next`.

mod acts;
mod beyond;
mod debugger;
mod dispatch;
mod explain;
mod first_failures;
pub mod hash_codes;
mod java;
mod life_cycle;
mod parked;
mod patience;
mod promoted;
mod reporting;
mod schedule;
mod steps;
mod turn;
mod user_strategy;
mod verdict;
mod watchdog;
mod wider;

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::time::Instant;

use parking_lot::Mutex;
use raddle_events::{SiteId, ThreadId};
use raddle_schedule::strategies::{Fewest, Random, StrategySpec};
use raddle_schedule::{Recording, Replay, Strategy};
use raddle_session::Explored;
use raddle_session::Saved;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::de::DeserializeOwned;

use crate::Agent;
use crate::lifecycle::limits;
use first_failures::FirstFailures;
use promoted::PromotedPoints;
use schedule::Schedule;
use steps::Steps;
use user_strategy::{RequestChannel, UserStrategy};
use wider::Widening;

pub use java::turn_of;

thread_local! {
    /// The thread that ends the JVM is not controlled any more.
    static CONCLUDES: Cell<bool> = const { Cell::new(false) };
}

pub struct Control {
    pub config: raddle_session::Control,
    dir: PathBuf,
    began: Instant,
    core: Option<usize>,
    pub asked: PromotedPoints,
    /// Where steps are written down, if that was asked for.
    steps: Option<Steps>,
    /// The schedule that is simplified.
    origin: Option<u64>,
    state: Mutex<State>,
    /// The threads of the schedule, as the JVM numbers them, by their numbers in it.
    numbers: Mutex<Vec<ThreadId>>,
    /// No thread goes on any more.
    frozen: AtomicBool,
    /// Threads that have ended for the schedule and may not have for the JVM.
    ending: AtomicUsize,
    /// Threads of earlier schedules that will never have a turn again.
    parked: AtomicUsize,
    /// The thread that stops for a debugger before it goes on, plus one; 0 for none.
    stops: AtomicU32,
    /// It does so now.
    at_stop: AtomicBool,
    /// Where a strategy of the user's own is asked.
    channel: Option<Arc<RequestChannel>>,
}

struct State {
    strategy: Box<dyn Strategy>,
    replay: Option<Replay>,
    /// What the recording that is repeated shows, by its fingerprints.
    shows: Vec<String>,
    schedule: Option<Schedule>,
    /// Why no schedule of this JVM may repeat exactly.
    doubts: Vec<String>,
    next: u64,
    tried: u64,
    explored: Explored,
    behaviours: FxHashSet<u64>,
    reported: Instant,
    widening: Widening,
    first_failures: FirstFailures,
    is_over: bool,
    places: FxHashMap<SiteId, Arc<str>>,
    statics: FxHashMap<(String, String), i32>,
}

impl Control {
    pub fn new(agent_config: &raddle_session::Config, dir: PathBuf) -> Result<Option<Self>, String> {
        let Some(config) = agent_config.control.clone() else {
            return Ok(None);
        };
        let recording = config.replay.as_ref().or(config.minimize.as_ref());
        let recording = recording.map(|path| read(path)).transpose()?;
        let asked = recording
            .as_ref()
            .map_or(&config.raced, |recording| &recording.asked);
        let asked = PromotedPoints::new(limits::sites(&agent_config.limits) + 1, asked);
        let wish = StrategySpec::from_name(&config.strategy)
            .ok_or_else(|| format!("there is no strategy `{}`", config.strategy))?;
        let shows = recording
            .as_ref()
            .map_or_else(Vec::new, |recording| recording.shows.clone());
        let mut channel = None;
        let mut strategy: Box<dyn Strategy> = match (wish, &recording) {
            (_, Some(recording)) if config.minimize.is_some() => {
                Box::new(Fewest::new(recording, config.first, !config.entry.is_empty())?)
            }
            (StrategySpec::Named(named), _) => named.make(),
            // A recording has all the answers.
            (StrategySpec::Class(_), Some(_)) => Box::new(Random::default()),
            (StrategySpec::Class(class), None) => {
                let channel = channel.insert(Arc::new(RequestChannel::default()));
                Box::new(UserStrategy::new(class, channel.clone()))
            }
        };
        if let Some(path) = &config.search {
            strategy.take_up(json(path)?);
        }
        let origin = recording.as_ref().filter(|_| config.minimize.is_some());
        let origin = origin.map(|recording| recording.schedule);
        let replay = recording.filter(|_| config.replay.is_some());
        let replay = replay.map(|recording| Replay::of(&recording));
        let steps = config.steps.as_deref().map(Steps::at).transpose()?;
        Ok(Some(Self {
            dir,
            steps,
            began: Instant::now(),
            core: turn::core(config.core),
            asked,
            origin,
            state: Mutex::new(State {
                strategy,
                replay: replay.transpose()?,
                shows,
                schedule: None,
                doubts: Vec::new(),
                next: config.first,
                tried: 0,
                explored: Explored {
                    next: config.first,
                    widened: config.widened.clone(),
                    ..Explored::default()
                },
                behaviours: FxHashSet::default(),
                reported: Instant::now(),
                widening: Widening::new(&config),
                first_failures: FirstFailures::default(),
                is_over: false,
                places: FxHashMap::default(),
                statics: FxHashMap::default(),
            }),
            numbers: Mutex::default(),
            frozen: AtomicBool::new(false),
            ending: AtomicUsize::new(0),
            parked: AtomicUsize::new(0),
            stops: AtomicU32::new(0),
            at_stop: AtomicBool::new(false),
            channel,
            config,
        }))
    }

    /// Whether this JVM is one schedule, from its start on.
    pub fn is_alone(&self) -> bool {
        self.config.entry.is_empty()
    }

    /// The number in the schedule of a thread that is one of its: the one by which tables call it.
    pub fn number_of(&self, thread: ThreadId) -> Option<ThreadId> {
        let numbers = self.numbers.lock();
        (0..)
            .map(ThreadId)
            .zip(&*numbers)
            .find(|(_, id)| **id == thread)
            .map(|(number, _)| number)
    }
}

fn read(path: &Path) -> Result<Recording, String> {
    json::<Saved>(path).map(|saved| saved.recording)
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    serde_json::from_slice(&text)
        .map_err(|error| format!("{} is not what it should be: {error}", path.display()))
}

impl State {
    fn place(&mut self, agent: &Agent, site: SiteId) -> Arc<str> {
        place(Some(agent), &mut self.places, site)
    }
}

/// A place as recordings have it.
fn place(agent: Option<&Agent>, known: &mut FxHashMap<SiteId, Arc<str>>, site: SiteId) -> Arc<str> {
    let text = || {
        let Some(frame) = agent.and_then(|agent| agent.sites.frame(site)) else {
            return Arc::from("");
        };
        let file = frame.file.as_deref().unwrap_or("?");
        let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
        Arc::from(format!("{}.{}({file}{line})", frame.class, frame.method))
    };
    known.entry(site).or_insert_with(text).clone()
}
