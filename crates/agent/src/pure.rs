//! The run without the fast path: every event goes, in one order, to the detector in Rust.
//!
//! Slow, and the measure of the fast path: both must find the same.

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_detect::{DataRaces, Detector, Race};
use raddle_events::{Action, Event, SiteId, SyncId, ThreadId};
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::jvm::Env;
use crate::lock_log::Held;
use crate::races::{self, Element};

#[derive(Default)]
pub struct Pure(Mutex<State>);

#[derive(Default)]
struct State {
    detector: DataRaces,
    /// How often each thread is inside each monitor: the detector only hears of the outermost entry.
    inside: FxHashMap<(ThreadId, SyncId), u32>,
}

/// The same numbers as in `RaddleSync`.
const ACQUIRE: i32 = 0;
const RELEASE: i32 = 1;
const LOCK: i32 = 2;
const UNLOCK: i32 = 3;
const LEAVE: i32 = 4;
const RETURN: i32 = 5;

impl Pure {
    pub fn event(&self, thread: ThreadId, action: Action) {
        self.0
            .lock()
            .detector
            .event(&Event { thread, action }, &mut |_| {});
    }

    pub fn sync(&self, thread: ThreadId, object: SyncId, what: i32, site: SiteId) {
        let mut state = self.0.lock();
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

    /// A read or a write; `element` is the array, where it was made, and the index.
    pub fn access(&self, agent: &Agent, env: Env, event: &Event, element: Option<(jobject, SiteId, u32)>) {
        let mut found: Vec<Race> = Vec::new();
        self.0.lock().detector.event(event, &mut |race| found.push(race));
        for race in found {
            let (first, second) = (access(&race.first), access(&race.second));
            let element = element.map(|(array, made_at, index)| Element {
                array,
                made_at,
                index,
            });
            races::report(agent, env, &first, &second, element);
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
        locks: Some(locks),
    }
}
