//! Event mode: the run without the fast path, in which every event goes, in one order, to the detectors in Rust.
//!
//! It is slow, and the reference for the fast path: both must find the same.

use parking_lot::{Mutex, ReentrantMutex};
use raddle_clocks::VectorClock;
use raddle_detect::{Act, DataRaces, Detector, Detectors, Part, Report, RunDetector};
use raddle_events::runtime::SyncCode;
use raddle_events::{Action, Event, Op, SyncId, ThreadId};
use raddle_findings::Kind;
use raddle_session::Config;
use rustc_hash::FxHashMap;

use crate::locks::log::{Held, Taken};
use crate::memory_accesses::access;

/// The gate is taken for every event, and for longer around an atomic update: its outcome decides what it
/// publishes, and no event of another thread may come in between.
pub struct EventMode {
    gate: ReentrantMutex<()>,
    state: Mutex<State>,
}

struct State {
    /// Whether these are looked for or not, their clocks are needed.
    races: DataRaces,
    others: Detectors,
    /// What is reported without an access: cycles of locks.
    reports: Vec<Report>,
    /// How often each thread is inside each monitor: the detectors only hear of the outermost entry.
    inside: FxHashMap<(ThreadId, SyncId), u32>,
}

/// Found without events: `races` of its own, and by the threads that wait.
const ELSEWHERE: [Kind; 2] = [Kind::DataRace, Kind::Deadlock];

impl State {
    fn new(config: &Config) -> Self {
        let mut kinds = config.detect.clone();
        kinds.retain(|kind| !ELSEWHERE.contains(kind));
        Self {
            races: DataRaces::default(),
            others: Detectors::of(&kinds),
            reports: Vec::new(),
            inside: FxHashMap::default(),
        }
    }

    /// What a lock makes others learn does not have to be so in another schedule: only races are judged by it.
    fn event(&mut self, event: &Event, by_lock: bool, reports: &mut Vec<Report>) {
        self.races
            .event(event, &mut |race| reports.push(Report::new(Kind::DataRace, race)));
        if !by_lock {
            self.others.event(event, reports);
        }
    }

    /// An event that is no access.
    fn apart(&mut self, thread: ThreadId, action: Action, by_lock: bool) {
        let mut reports = std::mem::take(&mut self.reports);
        self.event(&Event { thread, action }, by_lock, &mut reports);
        self.reports = reports;
    }
}

impl RunDetector for State {
    fn finish(&mut self, reports: &mut Vec<Report>) {
        reports.append(&mut self.reports);
        self.others.finish(reports);
    }

    fn incomplete(&self) -> Vec<String> {
        self.others.incomplete()
    }
}

impl EventMode {
    pub fn new(config: &Config) -> Self {
        Self {
            gate: ReentrantMutex::new(()),
            state: Mutex::new(State::new(config)),
        }
    }

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
        state.others.join_all(thread);
    }

    pub fn event(&self, thread: ThreadId, action: Action) {
        let _gate = self.gate.lock();
        self.state.lock().apart(thread, action, false);
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

    /// Calls `body` with what has reported apart from accesses.
    pub fn with_detectors<T>(&self, body: impl FnOnce(&mut dyn RunDetector) -> T) -> T {
        body(&mut *self.state.lock())
    }

    /// `at`: where a lock is taken, and how.
    pub fn sync(&self, thread: ThreadId, object: SyncId, what: SyncCode, at: Taken) {
        let (site, mode) = (at.site(), at.mode());
        let _gate = self.gate.lock();
        let mut state = self.state.lock();
        let inside = state.inside.entry((thread, object)).or_default();
        let lock = Action::Lock {
            lock: object,
            site,
            mode,
        };
        let action = match what {
            SyncCode::Acquire | SyncCode::AcquireLock => Action::Acquire { sync: object },
            SyncCode::Release | SyncCode::ReleaseLock => Action::Release { sync: object },
            SyncCode::Lock => {
                *inside += 1;
                if *inside > 1 {
                    return;
                }
                lock
            }
            SyncCode::Unlock => {
                *inside = inside.saturating_sub(1);
                if *inside > 0 {
                    return;
                }
                Action::Unlock { lock: object }
            }
            SyncCode::Leave => Action::Unlock { lock: object },
            SyncCode::Return => lock,
        };
        if *state.inside.entry((thread, object)).or_default() == 0 {
            state.inside.remove(&(thread, object));
        }
        if matches!(what, SyncCode::Lock | SyncCode::Return) && !at.was_tried() {
            let (lock, mode) = (object, mode);
            state.apart(thread, Action::Request { lock, site, mode }, false);
        }
        let by_lock = matches!(what, SyncCode::AcquireLock | SyncCode::ReleaseLock);
        state.apart(thread, action, by_lock);
    }

    /// A read or a write, with the errors that it shows: two accesses each, of which this is the second.
    pub fn access(&self, event: &Event) -> Vec<(Kind, access::Access, access::Access)> {
        let mut reports = Vec::new();
        {
            let _gate = self.gate.lock();
            self.state.lock().event(event, false, &mut reports);
        }
        let accesses = |report: &Report| {
            let (first, second) = sides(&report.parts)?;
            Some((report.kind, access(first)?, access(second)?))
        };
        reports.iter().filter_map(accesses).collect()
    }
}

/// The last access, and the last one before it that no lock keeps apart from it.
fn sides(parts: &[Part]) -> Option<(&Part, &Part)> {
    let (last, before) = parts.split_last()?;
    let shares = |other: &Part| {
        let held = |lock| last.locks.iter().any(|hold| hold.lock == lock);
        other.locks.iter().any(|hold| held(hold.lock))
    };
    let writes = |part: &Part| matches!(part.act, Act::Access(Op::Write));
    let is_other = |other: &&Part| other.thread != last.thread;
    let conflicts = |other: &&Part| writes(other) || writes(last);
    let mut others = before.iter().rev().filter(is_other);
    let first = others
        .clone()
        .find(|other| conflicts(other) && !shares(other))
        .or_else(|| others.clone().find(conflicts))
        .or_else(|| others.next())
        .or(before.last())?;
    Some((first, last))
}

fn access(part: &Part) -> Option<access::Access> {
    let Act::Access(op) = part.act else {
        return None;
    };
    let locks = part
        .locks
        .iter()
        .map(|hold| Held::new(hold.lock.into(), hold.site, hold.mode))
        .collect();
    Some(access::Access {
        thread: part.thread,
        op,
        site: part.site,
        clock: part.clock,
        component: part.thread.0 as usize,
        locks: Some(locks),
    })
}
