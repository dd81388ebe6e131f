//! Locks that are taken inside others, and what could come of it.
//!
//! Rewritten code tells each nesting once in a while (`RaddleLocks.nested`); [`LockGraph`] keeps them and
//! finds cycles, which the agent's own thread asks for now and then, and the end of the JVM.

use std::sync::Arc;

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_detect::{Act as Does, Dependency, Hold, LockGraph, Part, Report};
use raddle_events::{Mode, SyncId, ThreadId};
use raddle_findings::{Act, Finding, Frame, Kind, Side, Wait, WaitKind};
use raddle_schedule::Hint;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Agent;
use crate::class_loading::sites::frame;
use crate::jvm::{Env, RawFrame};
use crate::locks::log::Held;
use crate::reporting::naming;
use crate::synchronisation::clocks::Thread;

/// Different nestings that are kept: about 100 MB of them.
const MOST_NESTINGS: usize = 1 << 18;
const STACK_DEPTH: usize = 64;
/// Nestings of which the stack is kept; of others only the place is known.
const STACKS: usize = 1 << 15;

/// A thread, the locks that it held, and the one that it wanted.
type Nested = (ThreadId, Box<[Hold]>, Hold);

#[derive(Default)]
pub struct Nesting(Mutex<State>);

struct State {
    graph: LockGraph,
    stacks: FxHashMap<Nested, Arc<[RawFrame]>>,
    /// One of each.
    shared: FxHashSet<Arc<[RawFrame]>>,
    /// Of graphs that were before this one.
    refused: u64,
    gave_up: u64,
}

impl Default for State {
    fn default() -> Self {
        Self {
            graph: LockGraph::with_limit(MOST_NESTINGS),
            stacks: FxHashMap::default(),
            shared: FxHashSet::default(),
            refused: 0,
            gave_up: 0,
        }
    }
}

impl Nesting {
    /// The calling thread has taken a lock while it held others.
    pub fn add(&self, agent: &Agent, thread: &Thread, held: &[Held], wanted: Held) {
        let hold = |held: &Held| Hold {
            lock: SyncId(u64::from(held.lock)),
            site: held.site(),
            mode: held.mode(),
        };
        let is_other = |held: &&Held| held.lock != wanted.lock;
        let holds: Vec<Hold> = held.iter().filter(is_other).map(hold).collect();
        if holds.is_empty() {
            return;
        }
        let wants = hold(&wanted);
        let when = agent.threads.moment(thread);
        let key = (thread.id, holds.clone().into_boxed_slice(), wants);
        let mut state = self.0.lock();
        if state.stacks.len() < STACKS && !state.stacks.contains_key(&key) {
            drop(state);
            let stack: Arc<[RawFrame]> = agent.jvmti.stack(STACK_DEPTH).into();
            state = self.0.lock();
            let stack = match state.shared.get(&stack) {
                Some(known) => Arc::clone(known),
                None => {
                    state.shared.insert(Arc::clone(&stack));
                    stack
                }
            };
            state.stacks.insert(key, stack);
        }
        if agent.config.is_pure() {
            return;
        }
        state.graph.add(Dependency {
            thread: thread.id,
            held: &holds,
            wanted: wants,
            when,
        });
    }

    /// Writes down the cycles that were closed since the last time.
    pub fn tell(&self, agent: &Agent, env: Env) {
        let cycles = match agent.config.is_pure() {
            true => agent.pure.reports(),
            false => {
                let cycles = self.0.lock().graph.cycles().into_iter();
                cycles.map(|cycle| Report::new(Kind::LockOrder, cycle)).collect()
            }
        };
        for cycle in cycles {
            let links: Vec<Link> = cycle.parts.iter().filter_map(Link::of).collect();
            let is_owned = |link: &Link| agent.locks.is_owned(link.wanted.lock.0 as u32);
            if links.iter().all(is_owned) {
                agent
                    .found
                    .add(agent, self.finding(agent, env, cycle.kind, &links));
                if let Some(control) = &agent.control {
                    let sites = links.iter().map(|link| link.wanted.site);
                    control.suspect(&Hint::LockCycle(sites.collect()));
                }
            }
        }
    }

    /// Tells what there is, and forgets it: what comes next has nothing to do with it. Different schedules never meet.
    pub fn conclude(&self, agent: &Agent, env: Env) {
        self.tell(agent, env);
        let mut state = self.0.lock();
        let (refused, gave_up) = (state.graph.refused(), state.graph.gave_up());
        state.refused += refused;
        state.gave_up += gave_up;
        state.graph = LockGraph::with_limit(MOST_NESTINGS);
        state.stacks.clear();
        state.shared.clear();
    }

    /// What of the nestings could not be looked at, in words.
    pub fn doubts(&self) -> Vec<String> {
        let state = self.0.lock();
        let refused = state.refused + state.graph.refused();
        let refused = (refused > 0).then(|| {
            "possible deadlocks may be missing: there was no room for some nestings of locks".to_owned()
        });
        let unfinished = (state.gave_up + state.graph.gave_up() > 0).then(|| {
            "possible deadlocks may be missing: the locks are nested in too many ways to look at all of them"
                .to_owned()
        });
        refused.into_iter().chain(unfinished).collect()
    }

    fn finding(&self, agent: &Agent, env: Env, kind: Kind, links: &[Link]) -> Finding {
        let count = links.len();
        let sides: Vec<Side> = links.iter().map(|link| self.side(agent, env, link)).collect();
        let message = format!("{count} threads take {count} locks in different orders");
        Finding::new(kind, message, None, sides)
    }

    fn side(&self, agent: &Agent, env: Env, link: &Link) -> Side {
        let lock = link.wanted.lock.0 as u32;
        let object = naming::lock(agent, lock);
        let held: Vec<Held> = link
            .held
            .iter()
            .map(|hold| Held::new(hold.lock.0 as u32, hold.site, hold.mode))
            .collect();
        let kind = match link.wanted.mode {
            Mode::Shared => WaitKind::ReadLock,
            Mode::Exclusive if object.class.starts_with("java.util.concurrent.locks.") => WaitKind::Lock,
            Mode::Exclusive => WaitKind::Monitor,
        };
        let (stack, stack_complete) = self.stack(agent, env, link);
        Side {
            thread: naming::thread(agent, env, link.thread),
            op: Act::Lock,
            call: None,
            stack,
            stack_complete,
            locks: Some(naming::held(agent, &held)),
            wait: Some(Wait {
                kind,
                object: Some(object),
                thread: None,
                held_by: vec![link.held_by + 1],
            }),
        }
    }

    /// The stack of the thread when it first took these locks at these places.
    fn stack(&self, agent: &Agent, env: Env, link: &Link) -> (Vec<Frame>, bool) {
        let place = agent.sites.get(link.wanted.site);
        let key = (link.thread, link.held.to_vec().into_boxed_slice(), link.wanted);
        let raw = self.0.lock().stacks.get(&key).cloned();
        let is_complete = raw.as_ref().is_some_and(|raw| raw.len() < STACK_DEPTH);
        let stack = raw.map_or_else(Vec::new, |raw| naming::stack(agent, env, raw.to_vec()));
        match stack.is_empty() {
            true => (place.iter().map(frame).collect(), false),
            false => (stack, is_complete),
        }
    }
}

/// One thread of a cycle: what it holds, what it wants, and which of the others has that.
struct Link<'a> {
    thread: ThreadId,
    held: &'a [Hold],
    wanted: Hold,
    held_by: usize,
}

impl Link<'_> {
    fn of(part: &Part) -> Option<Link<'_>> {
        let Does::Wait { lock, held_by } = part.act else {
            return None;
        };
        Some(Link {
            thread: part.thread,
            held: &part.locks,
            wanted: lock,
            held_by,
        })
    }
}

/// The locks of two arrays of Java's: which, and where they were taken and how.
pub fn held(env: Env, locks: jobject, at: jobject, count: i32) -> Vec<Held> {
    let pairs = env.ints(locks, count).into_iter().zip(env.ints(at, count));
    pairs
        .map(|(lock, at)| Held {
            lock: lock.cast_unsigned(),
            at: at.cast_unsigned(),
        })
        .collect()
}
