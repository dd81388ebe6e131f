//! The run without the fast path: every event goes, in one order, to the detector in Rust.
//!
//! Slow, and the measure of the fast path: both must find the same.

use parking_lot::{Mutex, ReentrantMutex};
use raddle_clocks::VectorClock;
use raddle_detect::{Cycle, DataRaces, Detector, LockDiscipline, LockOrder, Race, Unprotected};
use raddle_events::{Action, Event, Op, SyncId, ThreadId};
use raddle_findings::Kind;
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::jvm::Env;
use crate::lock_log::Held;
use crate::races::{self, Target};

/// The gate is taken for every event, and for longer around an atomic update: its outcome decides what it
/// publishes, and nobody's event may come in between.
pub struct Pure {
    gate: ReentrantMutex<()>,
    state: Mutex<State>,
}

impl Default for Pure {
    fn default() -> Self {
        Self {
            gate: ReentrantMutex::new(()),
            state: Mutex::default(),
        }
    }
}

#[derive(Default)]
struct State {
    races: DataRaces,
    order: LockOrder,
    discipline: LockDiscipline,
    /// How often each thread is inside each monitor: the detectors only hear of the outermost entry.
    inside: FxHashMap<(ThreadId, SyncId), u32>,
}

impl State {
    /// What a lock makes others learn is not sure: the second half of the detectors does not hear of it.
    fn event(&mut self, agent: &Agent, event: &Event, by_lock: bool, found: &mut Found) {
        self.races.event(event, &mut |race| found.races.push(race));
        if by_lock {
            return;
        }
        if agent.config.detects(Kind::LockOrder) {
            self.order.event(event, &mut |_| {});
        }
        if agent.config.detects(Kind::LockDiscipline) {
            let found = &mut found.unprotected;
            self.discipline
                .event(event, &mut |unprotected| found.push(unprotected));
        }
    }
}

/// What an access has shown.
#[derive(Default)]
struct Found {
    races: Vec<Race>,
    unprotected: Vec<Unprotected>,
}

/// The same numbers as in `RaddleSync` and `RaddleMonitors`.
const ACQUIRE: i32 = 0;
const RELEASE: i32 = 1;
const LOCK: i32 = 2;
const UNLOCK: i32 = 3;
const LEAVE: i32 = 4;
const RETURN: i32 = 5;
const ACQUIRE_LOCK: i32 = 6;
const RELEASE_LOCK: i32 = 7;

impl Pure {
    pub fn hold(&self) {
        std::mem::forget(self.gate.lock());
    }

    pub fn let_go(&self) {
        if self.gate.is_owned_by_current_thread() {
            // SAFETY: this thread holds the gate, by `hold`, whose guard was forgotten.
            unsafe { self.gate.force_unlock() };
        }
    }

    /// All that was done so far happens-before what the thread does next.
    pub fn join_all(&self, thread: ThreadId) {
        let _gate = self.gate.lock();
        let mut state = self.state.lock();
        state.races.join_all(thread);
        state.order.join_all(thread);
        state.discipline.join_all(thread);
    }

    pub fn event(&self, agent: &Agent, thread: ThreadId, action: Action) {
        let _gate = self.gate.lock();
        let event = Event { thread, action };
        let mut state = self.state.lock();
        state.event(agent, &event, false, &mut Found::default());
    }

    /// What a thread has seen so far, or what was published through an object.
    pub fn seen_by(&self, thread: ThreadId) -> VectorClock {
        let _gate = self.gate.lock();
        self.state.lock().races.seen_by(thread).vector().clone()
    }

    pub fn seen_at(&self, object: SyncId) -> VectorClock {
        let _gate = self.gate.lock();
        self.state.lock().races.seen_at(object).vector().clone()
    }

    /// The cycles of locks since the last time.
    pub fn cycles(&self) -> Vec<Cycle> {
        let mut cycles = Vec::new();
        self.state.lock().order.finish(&mut |cycle| cycles.push(cycle));
        cycles
    }

    /// `at`: the site, and how a lock is taken.
    pub fn sync(&self, agent: &Agent, thread: ThreadId, object: SyncId, what: i32, at: u32) {
        let held = Held {
            lock: object.0 as u32,
            at,
        };
        let (site, mode) = (held.site(), held.mode());
        let _gate = self.gate.lock();
        let mut state = self.state.lock();
        let inside = state.inside.entry((thread, object)).or_default();
        let lock = Action::Lock {
            lock: object,
            site,
            mode,
        };
        let action = match what {
            ACQUIRE | ACQUIRE_LOCK => Action::Acquire { sync: object },
            RELEASE | RELEASE_LOCK => Action::Release { sync: object },
            LOCK => {
                *inside += 1;
                if *inside > 1 {
                    return;
                }
                lock
            }
            UNLOCK => {
                *inside = inside.saturating_sub(1);
                if *inside > 0 {
                    return;
                }
                Action::Unlock { lock: object }
            }
            LEAVE => Action::Unlock { lock: object },
            RETURN => lock,
            _ => return,
        };
        if *state.inside.entry((thread, object)).or_default() == 0 {
            state.inside.remove(&(thread, object));
        }
        let mut tell = |action, by_lock| {
            let event = Event { thread, action };
            state.event(agent, &event, by_lock, &mut Found::default());
        };
        if matches!(what, LOCK | RETURN) && !held.was_tried() {
            let (lock, mode) = (object, mode);
            tell(Action::Request { lock, site, mode }, false);
        }
        tell(action, matches!(what, ACQUIRE_LOCK | RELEASE_LOCK));
    }

    /// A read or a write.
    pub fn access(&self, agent: &Agent, env: Env, event: &Event, target: Target) {
        let mut found = Found::default();
        {
            let _gate = self.gate.lock();
            self.state.lock().event(agent, event, false, &mut found);
        }
        if agent.config.detects(Kind::DataRace) {
            for race in found.races {
                let (first, second) = (access(&race.first), access(&race.second));
                races::report(agent, env, Kind::DataRace, &first, &second, target);
            }
        }
        for Unprotected { accesses, .. } in found.unprotected {
            if let Some((first, second)) = sides(&accesses) {
                races::report(
                    agent,
                    env,
                    Kind::LockDiscipline,
                    &access(first),
                    &access(second),
                    target,
                );
            }
        }
    }
}

/// The access that left no lock, and the last one before it that no lock keeps apart from it.
fn sides(accesses: &[raddle_detect::Access]) -> Option<(&raddle_detect::Access, &raddle_detect::Access)> {
    let (last, before) = accesses.split_last()?;
    let shares = |other: &raddle_detect::Access| {
        let held = |lock| last.locks.iter().any(|hold| hold.lock == lock);
        other.locks.iter().any(|hold| held(hold.lock))
    };
    let is_other = |other: &&raddle_detect::Access| other.thread != last.thread;
    let conflicts = |other: &&raddle_detect::Access| other.op == Op::Write || last.op == Op::Write;
    let mut others = before.iter().rev().filter(is_other);
    let first = others
        .clone()
        .find(|other| conflicts(other) && !shares(other))
        .or_else(|| others.clone().find(conflicts))
        .or_else(|| others.next())
        .or(before.last())?;
    Some((first, last))
}

fn access(side: &raddle_detect::Access) -> races::Access {
    let locks = side
        .locks
        .iter()
        .map(|hold| Held::new(hold.lock.0 as u32, hold.site, hold.mode))
        .collect();
    races::Access {
        thread: side.thread,
        op: side.op,
        site: side.site,
        clock: side.clock,
        component: side.thread.0 as usize,
        locks: Some(locks),
    }
}
