//! The run without the fast path: every event goes, in one order, to the detector in Rust.
//!
//! Slow, and the measure of the fast path: both must find the same.

use parking_lot::{Mutex, ReentrantMutex};
use raddle_detect::{DataRaces, Detector, Race};
use raddle_events::{Action, Event, SiteId, SyncId, ThreadId};
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
    detector: DataRaces,
    /// How often each thread is inside each monitor: the detector only hears of the outermost entry.
    inside: FxHashMap<(ThreadId, SyncId), u32>,
}

/// The same numbers as in `RaddleSync` and `RaddleMonitors`.
const ACQUIRE: i32 = 0;
const RELEASE: i32 = 1;
const LOCK: i32 = 2;
const UNLOCK: i32 = 3;
const LEAVE: i32 = 4;
const RETURN: i32 = 5;

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
        self.state.lock().detector.join_all(thread);
    }

    pub fn event(&self, thread: ThreadId, action: Action) {
        let _gate = self.gate.lock();
        self.state
            .lock()
            .detector
            .event(&Event { thread, action }, &mut |_| {});
    }

    pub fn sync(&self, thread: ThreadId, object: SyncId, what: i32, site: SiteId) {
        let _gate = self.gate.lock();
        let mut state = self.state.lock();
        let inside = state.inside.entry((thread, object)).or_default();
        let action = match what {
            ACQUIRE => Action::Acquire { sync: object },
            RELEASE => Action::Release { sync: object },
            LOCK => {
                *inside += 1;
                if *inside > 1 {
                    return;
                }
                Action::Lock { lock: object, site }
            }
            UNLOCK => {
                *inside = inside.saturating_sub(1);
                if *inside > 0 {
                    return;
                }
                Action::Unlock { lock: object }
            }
            LEAVE => Action::Unlock { lock: object },
            RETURN => Action::Lock { lock: object, site },
            _ => return,
        };
        if *state.inside.entry((thread, object)).or_default() == 0 {
            state.inside.remove(&(thread, object));
        }
        state.detector.event(&Event { thread, action }, &mut |_| {});
    }

    /// A read or a write.
    pub fn access(&self, agent: &Agent, env: Env, event: &Event, target: Target) {
        let mut found: Vec<Race> = Vec::new();
        {
            let _gate = self.gate.lock();
            self.state
                .lock()
                .detector
                .event(event, &mut |race| found.push(race));
        }
        for race in found {
            let (first, second) = (access(&race.first), access(&race.second));
            races::report(agent, env, &first, &second, target);
        }
    }
}

fn access(side: &raddle_detect::Access) -> races::Access {
    let locks = side
        .locks
        .iter()
        .map(|&(lock, site)| Held {
            lock: lock.0 as u32,
            site,
        })
        .collect();
    races::Access {
        thread: side.thread,
        op: side.op,
        site: side.site,
        clock: side.clock,
        locks: Some(locks),
    }
}
