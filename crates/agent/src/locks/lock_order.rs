//! Locks that are taken inside others, and what could come of it.
//!
//! Rewritten code reports each nested acquisition once in a while (`RaddleLocks.nested`); [`LockGraph`] keeps them and
//! finds cycles, which the agent's own thread asks for now and then, and the end of the JVM. In event mode the detector
//! of the registry finds them, and this collector has their stacks alone.

use std::sync::Arc;

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_detect::{Act as Does, Dependency, Gaps, Hold, LockGraph, Moment, Part, Report, RunDetector};
use raddle_events::{Mode, ThreadId};
use raddle_findings::{Act, Finding, Frame, Kind, Side, Wait, WaitKind};
use raddle_schedule::Hint;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::jvm::{Env, RawFrame};
use crate::locks::log::{Held, Taken};
use crate::locks::numbers::{LockId, Locks};
use crate::reporting::naming::Naming;
use crate::reporting::reports::Reporting;

/// Different nested acquisitions that are kept: about 100 MB of them.
const MOST_NESTED: usize = 1 << 18;
/// How deep the stack of an acquisition is kept.
pub const STACK_DEPTH: usize = 64;
/// Nested acquisitions of which the stack is kept; of others only the place is known.
const STACKS: usize = 1 << 15;

/// A thread, the locks that it held, and the one that it wanted.
type Nested = (ThreadId, Box<[Hold]>, Hold);

/// The nested acquisitions of this JVM, or of the schedule that it runs.
pub struct LockOrderCollector {
    graph: Mutex<Graph>,
    stacks: Mutex<Stacks>,
}

struct Graph {
    now: LockGraph,
    /// Of graphs that were before this one.
    before: Gaps,
}

#[derive(Default)]
struct Stacks {
    of: FxHashMap<Nested, Arc<[RawFrame]>>,
    /// One of each.
    shared: FxHashSet<Arc<[RawFrame]>>,
}

impl Default for LockOrderCollector {
    fn default() -> Self {
        Self::with_limit(MOST_NESTED)
    }
}

impl LockOrderCollector {
    fn with_limit(limit: usize) -> Self {
        Self {
            graph: Mutex::new(Graph {
                now: LockGraph::with_limit(limit),
                before: Gaps::default(),
            }),
            stacks: Mutex::default(),
        }
    }

    /// The thread has taken a lock while it held others. `when`: its moment in the must-order; without one, in event
    /// mode, only the stack is kept.
    pub fn add(
        &self,
        thread: ThreadId,
        held: &[Held],
        wanted: Held,
        when: Option<Moment>,
        stack: impl FnOnce() -> Vec<RawFrame>,
    ) {
        let hold = |held: &Held| Hold {
            lock: held.lock.into(),
            site: held.site(),
            mode: held.mode(),
        };
        let is_other = |held: &&Held| held.lock != wanted.lock;
        let holds: Vec<Hold> = held.iter().filter(is_other).map(hold).collect();
        if holds.is_empty() {
            return;
        }
        let wants = hold(&wanted);
        self.keep_stack((thread, holds.clone().into_boxed_slice(), wants), stack);
        if let Some(when) = when {
            self.graph.lock().now.add(Dependency {
                thread,
                held: &holds,
                wanted: wants,
                when,
            });
        }
    }

    fn keep_stack(&self, key: Nested, stack: impl FnOnce() -> Vec<RawFrame>) {
        let is_wanted = |stacks: &Stacks| stacks.of.len() < STACKS && !stacks.of.contains_key(&key);
        if !is_wanted(&self.stacks.lock()) {
            return;
        }
        // The JVM takes its time, and nothing is locked meanwhile.
        let stack: Arc<[RawFrame]> = stack().into();
        let mut stacks = self.stacks.lock();
        let stack = match stacks.shared.get(&stack) {
            Some(known) => Arc::clone(known),
            None => {
                stacks.shared.insert(Arc::clone(&stack));
                stack
            }
        };
        stacks.of.insert(key, stack);
    }

    /// Writes down cycles: those of locks that have an owner.
    pub fn report(&self, cycles: Vec<Report>, locks: &Locks, names: &dyn Naming, reports: &dyn Reporting) {
        for cycle in cycles {
            let links: Vec<Link> = cycle.parts.iter().filter_map(Link::of).collect();
            let is_owned = |link: &Link| locks.is_owned(link.wanted.lock.into());
            if links.iter().all(is_owned) {
                reports.add(self.finding(cycle.kind, &links, names));
                let sites = links.iter().map(|link| link.wanted.site);
                reports.suspect(&Hint::LockCycle(sites.collect()));
            }
        }
    }

    /// What comes next has nothing to do with what was: different schedules never meet.
    pub fn forget(&self) {
        let mut graph = self.graph.lock();
        graph.before = graph.gaps();
        graph.now = LockGraph::with_limit(MOST_NESTED);
        *self.stacks.lock() = Stacks::default();
    }

    /// Calls `body` with what finds the cycles.
    pub fn with_detector<T>(&self, body: impl FnOnce(&mut dyn RunDetector) -> T) -> T {
        body(&mut *self.graph.lock())
    }

    fn finding(&self, kind: Kind, links: &[Link], names: &dyn Naming) -> Finding {
        let count = links.len();
        let sides: Vec<Side> = links.iter().map(|link| self.side(link, names)).collect();
        let message = format!("{count} threads take {count} locks in different orders");
        Finding::new(kind, message, None, sides)
    }

    fn side(&self, link: &Link, names: &dyn Naming) -> Side {
        let object = names.lock(link.wanted.lock.into());
        let held: Vec<Held> = link
            .held
            .iter()
            .map(|hold| Held::new(hold.lock.into(), hold.site, hold.mode))
            .collect();
        let kind = match link.wanted.mode {
            Mode::Shared => WaitKind::ReadLock,
            Mode::Exclusive if object.class.starts_with("java.util.concurrent.locks.") => WaitKind::Lock,
            Mode::Exclusive => WaitKind::Monitor,
        };
        let (stack, stack_complete) = self.stack(link, names);
        Side {
            thread: names.thread(link.thread),
            op: Act::Lock,
            call: None,
            stack,
            stack_complete,
            locks: Some(names.held(&held)),
            wait: Some(Wait {
                kind,
                object: Some(object),
                thread: None,
                held_by: vec![link.held_by + 1],
            }),
        }
    }

    /// The stack of the thread when it first took these locks at these places.
    fn stack(&self, link: &Link, names: &dyn Naming) -> (Vec<Frame>, bool) {
        let key = (link.thread, link.held.to_vec().into_boxed_slice(), link.wanted);
        let raw = self.stacks.lock().of.get(&key).cloned();
        let is_complete = raw.as_ref().is_some_and(|raw| raw.len() < STACK_DEPTH);
        let stack = raw.map_or_else(Vec::new, |raw| names.stack(&raw));
        match stack.is_empty() {
            true => (names.place(link.wanted.site).into_iter().collect(), false),
            false => (stack, is_complete),
        }
    }
}

impl Graph {
    fn gaps(&self) -> Gaps {
        self.before.and(self.now.gaps())
    }
}

impl RunDetector for Graph {
    fn finish(&mut self, reports: &mut Vec<Report>) {
        let cycles = self.now.cycles().into_iter();
        reports.extend(cycles.map(|cycle| Report::new(Kind::LockOrder, cycle)));
    }

    fn incomplete(&self) -> Vec<String> {
        self.gaps().incomplete()
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
            lock: LockId::from_java(lock),
            at: Taken::from_java(at),
        })
        .collect()
}
