//! The life of a schedule: it begins, it ends, and what it has shown is kept.

use std::fs;
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::jobject;
use raddle_events::runtime::{HASH_CODE_BITS, Left};
use raddle_events::schedule::Bound;
use raddle_events::{SiteId, ThreadId};
use raddle_findings::Finding;
use raddle_schedule::strategies::Named;
use raddle_schedule::{EarlyTimeout, Exhausted, Hint, Recording, Replay, WaitsEnd, Word};
use raddle_session::record::Line;
use raddle_session::{Saved, files};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::schedule::{Chosen, Next, Schedule};
use super::turn;
use super::{Control, State};
use crate::Agent;
use crate::jvm::Env;

/// So many schedules have hash codes that differ only in bits that tables of up to 4,096 places do not look at: hash tables
/// add the upper half of a code to the lower.
const ALIKE: u64 = 1 << (16 - HASH_CODE_BITS);
/// How often the command hears how far we are.
const REPORT_EVERY: Duration = Duration::from_millis(100);

const NOT_ALL: &str = "the search is over and has not seen all: schedules were cut off, did not repeat exactly, \
                       or have loops that spin without a yield";

/// Ends the process; the JVM may be in any state, so nothing of it is asked.
pub(super) fn end_now(agent: &Agent) -> ! {
    agent.end_record();
    // SAFETY: takes a number and does not return.
    unsafe { libc::_exit(0) }
}

impl Control {
    /// Begins the next schedule, with the calling thread as its first. Gives the number from which its chance
    /// comes: its own, or that of the schedule which it simplifies. `None`: there is no more.
    pub fn begin(&self, agent: &Agent, env: Env, thread: jobject, id: ThreadId) -> Option<u64> {
        let mut state = self.state.lock();
        let is_replay = state.replay.is_some();
        let late = self
            .config
            .millis
            .is_some_and(|millis| self.began.elapsed().as_millis() as u64 >= millis);
        if state.is_over || state.tried >= self.config.runs || late {
            self.tell(agent, &mut state);
            return None;
        }
        let number = state.next;
        // Simplified schedules are to have the switch points of the one that they come from.
        let may_refine = !is_replay && self.config.minimize.is_none();
        if may_refine {
            let has_more = self.asked.begin(&agent.sites);
            if self.widen(&mut state) || has_more {
                state.strategy.refined();
            }
        }
        let begins = is_replay || state.strategy.begin(number, self.config.seed);
        if let Some(problem) = state.strategy.problem().map(str::to_owned) {
            self.break_off(agent, &mut state, problem);
            if self.is_alone() {
                end_now(agent);
            }
            return None;
        }
        if !begins {
            state.explored.exhausted = match state.strategy.exhausted() {
                Exhausted::No => {
                    // For another JVM there is nothing to go on with either.
                    state.explored.next = self.config.first;
                    // Others than searches never claim to have seen all.
                    if state.strategy.leaves().is_some() {
                        state.explored.problem = Some(NOT_ALL.to_owned());
                    }
                    None
                }
                Exhausted::UpTo(bound) => Some(Bound::Preemptions(bound)),
                Exhausted::All => Some(Bound::None),
            };
            state.is_over = true;
            self.tell(agent, &mut state);
            return None;
        }
        match &mut state.replay {
            Some(replay) => replay.rewind(),
            None => state.next = number + self.config.stride.max(1),
        }
        state.tried += 1;
        if let Some(steps) = &self.steps {
            steps.begins(number);
        }
        let waits_end = WaitsEnd {
            spuriously: self.config.spurious,
            // A recording says when.
            early: self.config.early_timeouts || is_replay,
        };
        let mut schedule = Schedule::new(number, waits_end, self.config.max_steps);
        if self.config.minimize.is_some() {
            schedule.ends_with_its_steps();
        }
        schedule.notes = self.config.explain.then(Default::default);
        schedule.doubts.clone_from(&state.doubts);
        let first = schedule.add(env.new_global(thread) as usize, id, false);
        *self.numbers.lock() = vec![id];
        schedule.running = Some(first);
        if let Some(turn) = schedule.turn(first) {
            turn.adopt();
        }
        if state.tried == 1 {
            turn::settle_on(self.core);
        }
        state.schedule = Some(schedule);
        Some(self.chance(self.origin.unwrap_or(number)))
    }

    /// The number from which the chance of a schedule comes. A search goes by what earlier schedules did, so these must
    /// not differ in the order of hash tables.
    fn chance(&self, schedule: u64) -> u64 {
        let searches = matches!(
            Named::from_name(&self.config.strategy),
            Some(Named::Exhaustive { .. })
        );
        if searches { schedule % ALIKE } else { schedule }
    }

    /// Something in this JVM is as it happens to be, in the schedule that runs and all that follow.
    pub fn doubt(&self, why: &str) {
        let state = &mut *self.state.lock();
        state.doubts.push(why.to_owned());
        if let Some(schedule) = &mut state.schedule {
            schedule.doubts.push(why.to_owned());
        }
    }

    /// The first thread has done its work; returns once all others have.
    pub fn finish(&'static self, agent: &'static Agent, env: Env, thread: ThreadId, monitor: u32) -> Left {
        let Some(mut state) = self.enter() else {
            return Left::Threads;
        };
        let state_ref = &mut *state;
        let Some(schedule) = &mut state_ref.schedule else {
            return Left::Threads;
        };
        schedule.ends(thread, monitor, &mut *state_ref.strategy);
        let Some(turn) = schedule.turn(thread) else {
            return Left::Threads;
        };
        match self.next(&mut state) {
            Next::Over => drop(state),
            next => {
                self.dispatch(agent, env, state, next);
                turn.wait();
            }
        }
        self.settle(agent, env);
        agent.report_lock_orders(env);
        agent.lock_order.forget();
        let mut state = self.state.lock();
        let left = match &state.schedule {
            Some(schedule) if !schedule.model.has_threads() => Left::Nothing,
            Some(schedule) if self.park(agent, env, schedule) => Left::Parked,
            _ => Left::Threads,
        };
        self.end(agent, env, &mut state, false);
        if left == Left::Threads {
            self.hand_on(agent, &mut state);
        }
        left
    }

    /// The schedule is over. What it has shown is kept.
    pub(super) fn end(&self, agent: &Agent, env: Env, state: &mut State, cut_off: bool) {
        let Some(mut schedule) = state.schedule.take() else {
            return;
        };
        schedule.complete(&mut *state.strategy);
        state.strategy.end(cut_off || schedule.was_too_long());
        let explored = &mut state.explored;
        explored.schedules += 1;
        explored.steps += schedule.steps;
        explored.cut_off += u64::from(cut_off);
        explored.failed += u64::from(schedule.has_failed);
        explored.again += u64::from(schedule.shows_again);
        explored.next = state.next;
        for doubt in &schedule.doubts {
            if !explored.doubts.contains(doubt) {
                explored.doubts.push(doubt.clone());
            }
        }
        if state.behaviours.insert(schedule.behaviour()) {
            explored.distinct += 1;
        }
        state.is_over |= !self.config.keep_going && state.first_failures.end_it(state.tried, &schedule);
        // Where the JVM itself ends the schedule, threads that no other thread waits for may have got less far.
        if !self.is_alone()
            && let Some(early) = state.replay.as_ref().and_then(Replay::unfinished)
        {
            agent.reports.write(&Line::Diverged(early));
            state.is_over = true;
        }
        let is_kept = match self.config.minimize {
            Some(_) => state.strategy.keeps(),
            // A process of its own may fail by its status, which only the command sees.
            None => (schedule.is_news || self.is_alone()) && state.replay.is_none(),
        };
        if is_kept {
            self.save(agent, state, &schedule);
        }
        self.explain(agent, env, &mut schedule);
        for member in &schedule.members {
            env.delete_global(member.object as jobject);
        }
        if state.reported.elapsed() >= REPORT_EVERY {
            self.tell(agent, state);
        }
    }

    /// Nothing more can be tried. The schedule that has begun does not count.
    pub(super) fn break_off(&self, agent: &Agent, state: &mut State, problem: String) {
        state.schedule = None;
        state.is_over = true;
        state.explored.problem = Some(problem);
        self.tell(agent, state);
    }

    /// What is to be run cannot be.
    pub fn refuse(&self, agent: &Agent, problem: String) {
        self.break_off(agent, &mut self.state.lock(), problem);
    }

    pub(super) fn tell(&self, agent: &Agent, state: &mut State) {
        state.reported = Instant::now();
        state.explored.raced = self.asked.next_names(&agent.sites);
        agent.reports.write(&Line::Explored(state.explored.clone()));
    }

    /// Whether a schedule runs.
    pub fn is_running(&self) -> bool {
        self.state.lock().schedule.is_some()
    }

    /// The JVM ends: if it is one schedule, that is over.
    pub fn stop(&self, agent: &Agent, env: Env) {
        let Some(mut state) = self.state.try_lock_for(Duration::from_secs(1)) else {
            return;
        };
        if state.schedule.is_some() {
            self.end(agent, env, &mut state, false);
            self.hand_on(agent, &mut state);
        }
    }

    /// This JVM tries no more schedules; another may go on.
    pub(super) fn hand_on(&self, agent: &Agent, state: &mut State) {
        if state.replay.is_none() && self.asked.begin(&agent.sites) {
            state.strategy.refined();
        }
        if let Some(search) = state.strategy.leaves().filter(|_| state.replay.is_none()) {
            self.write(agent, state.explored.next, files::SEARCH, &search);
        }
        self.tell(agent, state);
    }

    /// A finding that is new, or a failure that this schedule has shown again.
    pub fn found(&self, finding: &mut Finding, is_new: bool) -> Option<u64> {
        // The thread that found it has its turn, and holds no lock of ours.
        let mut state = self.state.lock();
        let State {
            schedule,
            strategy,
            shows,
            ..
        } = &mut *state;
        let schedule = schedule.as_mut()?;
        schedule.is_news |= is_new;
        schedule.shows_again |= shows.contains(&finding.fingerprint);
        if finding.kind.is_failure() {
            schedule.has_failed = true;
            schedule.fails_anew |= is_new;
            finding
                .notes
                .extend(schedule.early.first().map(early_timeout_text));
            strategy.failed(&finding.fingerprint);
        }
        Some(schedule.number)
    }

    /// Something that a schedule could confirm.
    pub fn suspect(&self, hint: &Hint) {
        if let Hint::Race(sites) = hint {
            self.asked.suspect(sites, self.is_alone());
        }
        self.state.lock().strategy.hint(hint);
    }

    pub(super) fn save(&self, agent: &Agent, state: &mut State, schedule: &Schedule) {
        let mut numbers: FxHashMap<SiteId, u32> = FxHashMap::default();
        let mut recording = Recording {
            version: Recording::VERSION,
            strategy: self.config.strategy.clone(),
            seed: self.config.seed,
            schedule: schedule.number,
            entry: self.config.entry.clone(),
            doubts: schedule.doubts.clone(),
            preempted: schedule.preempted.clone(),
            early_timeouts: schedule.early.clone(),
            is_least: self.config.minimize.is_some() && state.strategy.exhausted() == Exhausted::All,
            asked: self.asked.names(),
            ..Recording::default()
        };
        for chosen in &schedule.chosen {
            let word = match *chosen {
                Chosen::Step {
                    thread,
                    how,
                    act,
                    site,
                } => {
                    let places = &mut recording.places;
                    let place = *numbers.entry(site).or_insert_with(|| {
                        places.push(state.place(agent, site).to_string());
                        places.len() as u32 - 1
                    });
                    Word::Step {
                        thread,
                        how,
                        act,
                        place,
                    }
                }
                Chosen::Woken(thread) => Word::Woken(thread),
            };
            recording.push(word);
        }
        let mut config = agent.config.clone();
        if let Some(control) = &mut config.control {
            control.search = None;
            self.as_asked(state, control);
        }
        let saved = Saved { config, recording };
        self.write(agent, schedule.number, &files::schedule(schedule.number), &saved);
    }

    /// Tells what each step of the schedule was about, if that was asked for.
    fn explain(&self, agent: &Agent, env: Env, schedule: &mut Schedule) {
        if let Some(notes) = schedule.finish_notes() {
            let explained = notes.tell(agent, env, schedule);
            self.write(
                agent,
                schedule.number,
                &files::explained(schedule.number),
                &explained,
            );
        }
    }

    fn write(&self, agent: &Agent, number: u64, name: &str, what: &impl Serialize) {
        let written = serde_json::to_vec(what)
            .map_err(std::io::Error::from)
            .and_then(|text| fs::write(self.dir.join(name), text));
        if let Err(error) = written {
            agent.reports.write(&Line::Incomplete {
                reason: format!("schedule {number} cannot be kept: {error}"),
            });
        }
    }
}

fn early_timeout_text(early: &EarlyTimeout) -> String {
    format!(
        "a timeout expired although thread {} could run: thread {} went on at step {}, by --early-timeouts",
        early.runnable, early.thread, early.step
    )
}
