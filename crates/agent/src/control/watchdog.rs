//! Looks whether the thread whose turn it is waits for something that is not modelled, and lets others go on.
//!
//! It is a thread of the system's, unknown to the JVM: it may not touch Java. Beside a debugger it is one of the
//! agent's in the JVM, so that it can tell a thread that the debugger has stopped (`debugger.rs`).

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use raddle_events::ThreadId;
use raddle_session::record::Line;

use super::debugger::was_held;
use super::life_cycle::end_now;
use super::schedule::Next;
use super::{Control, State};
use crate::Agent;
use crate::jvm::Env;

const PERIOD: Duration = Duration::from_millis(20);
/// So many looks in a row must find the thread asleep at the same step: a collection takes a while, too.
const SAMPLES: u32 = 10;
/// How long no thread may go on while one is blocked externally, and how long the JVM may work without coming to a switch
/// point. On a machine that is busy otherwise that takes longer by the clock.
const PATIENCE: Duration = Duration::from_secs(10);
/// But no longer than this.
const MOST: Duration = Duration::from_secs(50);

const OUTSIDE: &str =
    "a thread waited for something outside the schedule, such as I/O or the loading of a class";

impl Control {
    pub fn start_watchdog(&'static self, agent: &'static Agent, env: Env) {
        let started = match self.config.debug {
            true => self.look_out_beside_debugger(agent, env),
            false => thread::Builder::new()
                .name("raddle-watchdog".to_owned())
                .spawn(move || self.keep_watch(agent))
                .map(drop)
                .map_err(|error| error.to_string()),
        };
        if let Err(error) = started {
            agent.reports.write(&Line::Incomplete {
                reason: format!("threads that wait for something outside cannot be watched: {error}"),
            });
        }
    }

    pub(super) fn keep_watch(&'static self, agent: &'static Agent) {
        let mut seen = Seen::nothing();
        while !self.frozen.load(Ordering::Acquire) {
            thread::sleep(PERIOD);
            match self.config.debug && was_held(agent) {
                true => seen = Seen::nothing(),
                false => self.look(agent, &mut seen),
            }
        }
    }

    fn look(&'static self, agent: &'static Agent, seen: &mut Seen) {
        let mut state = self.state.lock();
        let Some(schedule) = &mut state.schedule else {
            return;
        };
        if self.config.debug && self.is_held(agent, schedule) {
            *seen = Seen::nothing();
            return;
        }
        let at = (schedule.number, schedule.all_steps(), schedule.running);
        if at != seen.at {
            *seen = Seen::at(at);
            return;
        }
        let is_asleep = schedule
            .running
            .and_then(|thread| schedule.turn(thread))
            .is_some_and(|turn| turn.is_asleep());
        seen.asleep = if is_asleep { seen.asleep + 1 } else { 0 };
        let (running, still) = (schedule.running, seen.since.elapsed());
        match running {
            Some(thread) if seen.asleep >= SAMPLES => self.set_blocked_externally(agent, &mut state, thread),
            _ if seen.is_too_long(running) && !self.config.debug => self.give_up(agent, &mut state),
            None if schedule.stood_still(still) => self.go_on(agent, &mut state),
            _ => {}
        }
    }

    fn set_blocked_externally(&self, agent: &Agent, state: &mut State, thread: ThreadId) {
        let State {
            schedule, strategy, ..
        } = state;
        let Some(schedule) = schedule else { return };
        schedule.complete(&mut **strategy);
        schedule.model.go_outside(thread);
        if !schedule.doubts.iter().any(|doubt| doubt == OUTSIDE) {
            schedule.doubts.push(OUTSIDE.to_owned());
        }
        self.go_on(agent, state);
    }

    fn go_on(&self, agent: &Agent, state: &mut State) {
        match self.next(state) {
            Next::Thread(next, resumed) => {
                if let Some(turn) = state.schedule.as_ref().and_then(|schedule| schedule.turn(next)) {
                    turn.grant(resumed);
                }
            }
            Next::Outside | Next::Over | Next::NoThread => {}
            Next::CutOff { .. } => self.cut_off(agent, state, None),
            Next::Diverged(divergence) => {
                agent.reports.write(&Line::Diverged(divergence));
                self.cut_off(agent, state, None);
            }
            Next::Failed(problem) => {
                self.break_off(agent, state, problem);
                end_now(agent);
            }
        }
    }

    /// Nothing has happened for long.
    fn give_up(&self, agent: &Agent, state: &mut State) {
        let Some(schedule) = &state.schedule else { return };
        let what = match schedule.running {
            Some(_) => "a thread has worked for 10 s without coming to a switch point",
            None => "no thread went on for 10 s, and one waits for something outside the schedule",
        };
        let doubt = format!("schedule {}: {what}", schedule.number);
        self.cut_off(agent, state, Some(doubt));
    }

    /// The schedule is cut off, and this JVM is of no more use. The command goes on with another.
    fn cut_off(&self, agent: &Agent, state: &mut State, doubt: Option<String>) -> ! {
        let explored = &mut state.explored;
        explored.schedules += 1;
        explored.cut_off += 1;
        explored.next = state.next;
        explored.doubts.extend(doubt);
        state.strategy.end(true);
        self.hand_on(agent, state);
        end_now(agent);
    }
}

struct Seen {
    /// Schedule, step, and whose turn it was.
    at: (u64, u64, Option<ThreadId>),
    asleep: u32,
    since: Instant,
    /// The processor time of the JVM by then.
    worked: Duration,
}

impl Seen {
    fn at(at: (u64, u64, Option<ThreadId>)) -> Self {
        Seen {
            at,
            asleep: 0,
            since: Instant::now(),
            worked: processor_time(),
        }
    }

    fn nothing() -> Self {
        Seen::at((u64::MAX, 0, None))
    }

    fn is_too_long(&self, running: Option<ThreadId>) -> bool {
        let worked = processor_time().saturating_sub(self.worked);
        is_too_long(running.is_some(), self.since.elapsed(), worked)
    }
}

/// Whether a JVM was at one step for too long, by the clock and by what it has worked meanwhile.
fn is_too_long(runs: bool, still: Duration, worked: Duration) -> bool {
    still >= PATIENCE && (!runs || worked >= PATIENCE || still >= MOST)
}

/// What the JVM has taken so far.
fn processor_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the clock is there on every Linux, and the call writes to the structure alone.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jvm_that_gets_no_processor_may_take_longer() {
        let is_too_long = |runs, still, worked| {
            let [still, worked] = [still, worked].map(Duration::from_secs);
            is_too_long(runs, still, worked)
        };
        assert!(!is_too_long(false, 9, 0) && is_too_long(false, 10, 0));
        assert!(!is_too_long(true, 10, 9) && is_too_long(true, 10, 10));
        assert!(!is_too_long(true, 49, 9) && is_too_long(true, 50, 0));
    }

    #[test]
    fn work_takes_processor_time() {
        let before = processor_time();
        while processor_time() == before {
            std::hint::spin_loop();
        }
    }
}
