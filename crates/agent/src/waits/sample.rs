//! A sample of all threads: which wait, for what, and since when nothing has changed.

use std::collections::BTreeMap;

use jvmti_bindings::sys::jni::jobject;
use jvmti_bindings::sys::jvmti::{
    JVMTI_THREAD_STATE_ALIVE as ALIVE, JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER as BLOCKED,
    JVMTI_THREAD_STATE_IN_OBJECT_WAIT as IN_WAIT, JVMTI_THREAD_STATE_INTERRUPTED as INTERRUPTED,
    JVMTI_THREAD_STATE_PARKED as PARKED, JVMTI_THREAD_STATE_RUNNABLE as RUNNABLE,
    JVMTI_THREAD_STATE_WAITING_INDEFINITELY as FOR_EVER,
    JVMTI_THREAD_STATE_WAITING_WITH_TIMEOUT as FOR_A_WHILE,
};
use raddle_detect::wait_graph::{Needs, State};
use raddle_events::ThreadId;
use raddle_findings::WaitKind;
use raddle_schedule::Blocked;
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::jvm::{Env, RawFrame};
use crate::locks::log::Held;
use crate::locks::numbers::{LockId, Locks};
use crate::threads::registry::called;
use crate::waits::classes::{self, ClassWait, Initialising};
use crate::waits::inspector::{Ends, Name, ThreadInspector, Waiting, is_idle};
use crate::waits::known::{Known, Noted};

/// Deeper stacks are cut off.
pub const DEPTH: usize = 512;
/// Threads that seem to run whose stacks are looked at, each time.
const RUNNERS: usize = 64;

/// Threads that the JVM has for itself, and that do nothing for the program unless it is asked to end or
/// something becomes garbage.
const SYSTEM: &[&str] = &[
    "Attach Listener",
    "Common-Cleaner",
    "DestroyJavaVM",
    "Finalizer",
    "Java2D Disposer",
    "Monitor Deflation Thread",
    "Notification Thread",
    "Reference Handler",
    "Service Thread",
    "Signal Dispatcher",
    "VirtualThread-unblocker",
];

/// What a thread did when it was last looked at. As long as that is the same it has not gone on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Trace {
    state: i32,
    noted: Noted,
}

/// A thread of a schedule, as the controller knows it.
pub struct Standing {
    pub object: usize,
    pub blocked: Blocked,
}

/// A thread that has not gone on between two samples. It has no references into the JVM.
pub struct Still {
    pub tid: i64,
    pub noted: Noted,
    pub name: String,
    pub is_daemon: bool,
    /// It will wake up by itself and end.
    pub is_brief: bool,
    pub stack: Vec<RawFrame>,
    pub held: Vec<Held>,
    pub wait: Option<WaitsFor>,
    /// It waits for a class to be initialised.
    pub class_wait: Option<ClassWait>,
}

/// What a thread waits for, as reports say it.
pub struct WaitsFor {
    pub kind: WaitKind,
    /// The object that it waits at.
    pub object: Option<LockId>,
    /// The name of the thread that has to end.
    pub joined: Option<String>,
    pub interruptible: bool,
}

/// A thread that is being inspected.
struct Inspected {
    still: Still,
    ends: Option<Ends>,
    initialising: Initialising,
}

/// The threads that are still, and what all of them need to go on. Threads that move are not described.
pub struct Sample {
    pub still: BTreeMap<ThreadId, Still>,
    pub states: BTreeMap<ThreadId, State>,
}

/// Which threads a sample is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Those that have not gone on since the last one.
    Still,
    /// Those that wait, as if none had gone on: what this shows is so if the next sample shows it too.
    Waiting,
    /// All but the calling one, whatever they do.
    All,
}

#[derive(Default)]
pub struct Sampler {
    before: FxHashMap<i64, Trace>,
    system: FxHashMap<i64, bool>,
    names: FxHashMap<usize, Name>,
    next_runner: usize,
}

impl Sampler {
    /// `None`: no thread waits for ever. The caller has a frame for local references.
    pub fn sample(&mut self, agent: &Agent, env: Env, known: &Known, of: Of) -> Option<Sample> {
        let me = env.current_thread().map(|thread| known.tid(env, thread));
        let mut threads = agent.jvmti.all_threads();
        threads.extend(agent.registry.virtual_threads(env));
        let mut now = FxHashMap::default();
        let mut still = Vec::new();
        let mut moving = 0;
        let mut runners = Vec::new();
        for &thread in &threads {
            let tid = known.tid(env, thread);
            let state = agent.jvmti.thread_state(thread);
            if tid == i64::MAX
                || Some(tid) == me
                || state & ALIVE == 0
                || self.is_system(agent, env, known, tid, thread)
            {
                continue;
            }
            let state =
                state & (BLOCKED | FOR_EVER | FOR_A_WHILE | IN_WAIT | PARKED | RUNNABLE | INTERRUPTED);
            let trace = Trace {
                state,
                noted: known.noted(env, thread),
            };
            let is_still = of != Of::Still || self.before.get(&tid) == Some(&trace);
            now.insert(tid, trace);
            match is_still {
                true if state & (BLOCKED | FOR_EVER) != 0 => still.push((thread, tid, trace)),
                true if state & PARKED != 0 => still.push((thread, tid, trace)),
                true => runners.push((thread, tid, trace)),
                false => moving += 1,
            }
        }
        self.before = now;
        let waiting = still
            .iter()
            .any(|(_, _, trace)| trace.state & (BLOCKED | FOR_EVER) != 0);
        if of != Of::All && !waiting && runners.len() < 2 {
            return None;
        }
        let skipped = runners.len().saturating_sub(RUNNERS);
        if skipped > 0 {
            let turn = self.next_runner % runners.len();
            runners.rotate_left(turn);
            runners.truncate(RUNNERS);
            self.next_runner = turn + RUNNERS;
        }
        still.append(&mut runners);
        Some(self.inspected(agent, env, known, still, moving + skipped))
    }

    /// The threads of a schedule, which stand where they are. The controller knows that none of them can go on,
    /// even where it does not show what a thread waits for.
    pub fn standing(&mut self, agent: &Agent, env: Env, known: &Known, standing: &[Standing]) -> Sample {
        let trace = |thread: &Standing| {
            let object = thread.object as jobject;
            let state = match thread.blocked {
                Blocked::Monitor { .. } => BLOCKED,
                Blocked::Waits { .. } => IN_WAIT | FOR_EVER,
                Blocked::Parks => PARKED | FOR_EVER,
                Blocked::Until => FOR_A_WHILE,
                Blocked::No | Blocked::Outside | Blocked::Ended => RUNNABLE,
            };
            let noted = known.noted(env, object);
            (object, known.tid(env, object), Trace { state, noted })
        };
        let threads = standing.iter().map(trace).collect();
        let mut seen = self.inspected(agent, env, known, threads, 0);
        for state in seen.states.values_mut() {
            if *state == State::Runs {
                *state = State::Waits(Needs::Anybody);
            }
        }
        seen
    }

    fn inspected(
        &mut self,
        agent: &Agent,
        env: Env,
        known: &Known,
        threads: Vec<(jobject, i64, Trace)>,
        moving: usize,
    ) -> Sample {
        let mut threads: BTreeMap<ThreadId, Inspected> = (0..)
            .map(ThreadId)
            .zip(threads)
            .map(|(id, thread)| (id, self.inspect(agent, env, known, thread)))
            .collect();
        find_class_waits(agent, env, &mut threads);
        let state = |&id: &ThreadId| (id, state(agent, env, known, &threads, id));
        let mut states: BTreeMap<ThreadId, State> = threads.keys().map(state).collect();
        if moving > 0 {
            states.insert(ThreadId(u32::MAX), State::Runs);
        }
        Sample {
            still: threads
                .into_iter()
                .map(|(id, thread)| (id, thread.still))
                .collect(),
            states,
        }
    }

    fn inspect(
        &mut self,
        agent: &Agent,
        env: Env,
        known: &Known,
        (object, tid, trace): (jobject, i64, Trace),
    ) -> Inspected {
        let inspector = ThreadInspector { agent, env, known };
        let stack = agent.jvmti.stack_of(object, DEPTH);
        let mut names = self.names(agent, env, &stack);
        let initialising = Initialising::of(&stack, &names);
        names.retain(|(class, _)| !crate::lifecycle::runtime::is_ours(class));
        let is_brief = trace.state & FOR_A_WHILE != 0;
        let is_waiting = trace.state & (BLOCKED | FOR_EVER) != 0 || is_brief && is_idle(&names);
        let waiting = is_waiting
            .then(|| inspector.inspect(object, trace.state, &names))
            .flatten();
        let name_of = |thread| agent.jvmti.thread_info(env, thread);
        let (wait, ends) = waiting
            .map(
                |Waiting {
                     kind,
                     object,
                     ends,
                     joined,
                     interruptible,
                 }| {
                    let joined = joined.and_then(name_of).map(|(name, _)| name);
                    let wait = WaitsFor {
                        kind,
                        object,
                        joined,
                        interruptible,
                    };
                    (wait, ends)
                },
            )
            .unzip();
        let (name, is_daemon) = name_of(object).unwrap_or_default();
        let name = match trace.noted.id {
            Some(thread) => called(&name, thread, agent.registry.is_virtual(thread)),
            None => name,
        };
        let still = Still {
            tid,
            noted: trace.noted,
            name,
            is_daemon,
            is_brief,
            class_wait: None,
            held: known.held(env, object),
            wait,
            stack,
        };
        Inspected {
            still,
            ends,
            initialising,
        }
    }

    fn is_system(&mut self, agent: &Agent, env: Env, known: &Known, tid: i64, thread: jobject) -> bool {
        *self.system.entry(tid).or_insert_with(|| {
            let name = agent.jvmti.thread_info(env, thread).map(|(name, _)| name);
            let is_named = name.is_some_and(|name| SYSTEM.contains(&name.as_str()));
            let in_group = |group| agent.jvmti.group_name(env, thread).as_deref() == Some(group);
            // The main thread takes that name when it waits for the others to end.
            is_named && (in_group("system") || in_group("InnocuousThreadGroup") || in_group("main"))
                || known.is_carrier(env, thread)
        })
    }

    fn names(&mut self, agent: &Agent, env: Env, stack: &[RawFrame]) -> Vec<Name> {
        if self.names.len() > 1 << 16 {
            self.names.clear();
        }
        let names = stack.iter().map(|frame| {
            let named = self.names.entry(frame.method as usize).or_insert_with(|| {
                let named = agent.jvmti.resolve(env, *frame);
                named.map(|named| (named.class, named.method)).unwrap_or_default()
            });
            named.clone()
        });
        names.collect()
    }
}

/// Which threads wait for a class that another thread initialises.
fn find_class_waits(agent: &Agent, env: Env, threads: &mut BTreeMap<ThreadId, Inspected>) {
    if !threads.values().any(|thread| thread.initialising.is_running()) {
        return;
    }
    let may_wait = |thread: &Inspected| thread.still.wait.is_none();
    let all: Vec<_> = threads
        .iter()
        .map(|(&id, thread)| (id, &thread.initialising, may_wait(thread)))
        .collect();
    for wait in classes::waits(agent, env, &all) {
        if let Some(thread) = threads.get_mut(&wait.thread) {
            thread.still.class_wait = Some(wait);
        }
    }
}

/// What a thread needs to go on.
fn state(
    agent: &Agent,
    env: Env,
    known: &Known,
    threads: &BTreeMap<ThreadId, Inspected>,
    id: ThreadId,
) -> State {
    let Some(thread) = threads.get(&id) else {
        return State::Runs;
    };
    if let Some(wait) = &thread.still.class_wait {
        return State::Waits(wait.needs.clone());
    }
    let (Some(wait), Some(ends)) = (&thread.still.wait, &thread.ends) else {
        return State::Runs;
    };
    let of = |thread: jobject| {
        let tid = known.tid(env, thread);
        let mut others = threads.iter();
        others
            .find(|(_, other)| other.still.tid == tid)
            .map(|(&id, _)| id)
    };
    State::Waits(match ends {
        // Deliberately, to keep the JVM alive: a thread that runs may interrupt it.
        &Ends::Owner(owner) if wait.kind == WaitKind::Thread && of(owner) == Some(id) => Needs::Anybody,
        &Ends::Owner(owner) => match of(owner) {
            Some(owner) => Needs::AllOf(vec![owner]),
            // It has ended and still has the lock.
            None if wait.kind.is_lock() && agent.jvmti.thread_state(owner) & ALIVE == 0 => {
                Needs::AnyOf(Vec::new())
            }
            None => return State::Runs,
        },
        Ends::Runners(runners) => match runners.iter().map(|&runner| of(runner)).collect() {
            Some(runners) => Needs::AnyOf(runners),
            None => return State::Runs,
        },
        &Ends::Holders { ahead, is_taken } => {
            let mut holders = match wait.object {
                Some(lock) => holders(&agent.locks, threads, lock, wait.kind),
                None => return State::Runs,
            };
            holders.extend(ahead.and_then(of));
            match holders.is_empty() {
                false => Needs::AllOf(holders),
                true if is_taken => Needs::Anybody,
                // It is about to get the lock, or its holder is not known.
                true => return State::Runs,
            }
        }
        Ends::Anybody => Needs::Anybody,
        Ends::Outside => Needs::Outside,
    })
}

/// The threads that hold a lock in a way that keeps out a thread that wants it so.
fn holders(
    locks: &Locks,
    threads: &BTreeMap<ThreadId, Inspected>,
    lock: LockId,
    wanted: WaitKind,
) -> Vec<ThreadId> {
    if !locks.is_owned(lock) {
        return Vec::new();
    }
    let reads = wanted == WaitKind::ReadLock;
    let excludes = |held: &&Held| held.lock == lock && (!reads || held.mode().is_exclusive());
    // A thread that waits at a monitor, or enters it again afterwards, is still noted to hold it.
    let has_left = |still: &Still| {
        let waits_at = still.wait.as_ref().and_then(|wait| wait.object);
        wanted == WaitKind::Monitor && waits_at == Some(lock)
    };
    let holds = |(_, thread): &(&ThreadId, &Inspected)| {
        thread.still.held.iter().find(excludes).is_some() && !has_left(&thread.still)
    };
    threads.iter().filter(holds).map(|(&id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use raddle_events::{Mode, SiteId};

    use super::*;

    fn holding(held: &[Held], waits_at: Option<LockId>) -> Inspected {
        Inspected {
            still: Still {
                tid: 1,
                noted: Noted::default(),
                name: String::new(),
                is_daemon: false,
                is_brief: false,
                stack: Vec::new(),
                held: held.to_vec(),
                wait: waits_at.map(|number| WaitsFor {
                    kind: WaitKind::Monitor,
                    object: Some(number),
                    joined: None,
                    interruptible: false,
                }),
                class_wait: None,
            },
            ends: None,
            initialising: Initialising::default(),
        }
    }

    #[test]
    fn threads_that_enter_a_monitor_again_do_not_wait_for_each_other() {
        let locks = Locks::default();
        let [number, other] = [(); 2].map(|()| locks.add("A".to_owned(), SiteId(1)));
        let held = |mode| [Held::new(number, SiteId(2), mode)];
        let notified = || holding(&held(Mode::Exclusive), Some(number));
        let threads = |third| [notified(), notified(), third].into_iter();
        let holders = |third, wanted| {
            let threads = (0..).map(ThreadId).zip(threads(third)).collect();
            holders(&locks, &threads, number, wanted)
        };
        let [shared, exclusive] = [Mode::Shared, Mode::Exclusive].map(held);
        assert_eq!(holders(holding(&[], None), WaitKind::Monitor), []);
        let busy = || holding(&exclusive, Some(other));
        assert_eq!(holders(busy(), WaitKind::Monitor), [ThreadId(2)]);
        // A lock that is not reentrant keeps out its own thread, too; a reader keeps out no other.
        let all = [0, 1, 2].map(ThreadId);
        assert_eq!(holders(busy(), WaitKind::Lock), all);
        assert_eq!(holders(holding(&shared, None), WaitKind::ReadLock), all[..2]);
    }
}
