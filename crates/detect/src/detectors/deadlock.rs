//! Deadlocks that happen: at the request that closes a circle of waiting threads.
//!
//! For traces that say when a thread began to wait. A thread waits from its request of a lock on which another thread
//! has a hold that excludes it, until its next event: it has got the lock, or given up. A lock is free once all its
//! holders have released it, so one circle of waits is enough, and only a request can close one. (The agent knows more
//! kinds of waits, and judges by [`crate::wait_graph`].)
//!
//! False alarms: none, if a wait without an end in the trace has none.
//!
//! Misses: waits for anything but a lock. A thread that takes a lock which it has alone takes it once more;
//! only one that reads and wants to write waits for itself.
//!
//! Start reading at [`Deadlocks::event`](Detector::event).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use raddle_events::{Action, Event, SyncId, ThreadId};
use raddle_findings::Kind;
use rustc_hash::FxHashMap;

use crate::held::Held;
use crate::{Cycle, Detector, Hold, Link, Names, Report};

/// The detector of deadlocks. It reports each when it comes about.
#[derive(Debug, Default)]
pub struct Deadlocks {
    held: FxHashMap<ThreadId, Held>,
    /// With one entry for each hold.
    holders: FxHashMap<SyncId, Vec<ThreadId>>,
    waiting: FxHashMap<ThreadId, Hold>,
}

impl Deadlocks {
    fn holds(&self, thread: ThreadId) -> &[Hold] {
        self.held.get(&thread).map_or(&[], Held::as_slice)
    }

    /// Whose holds keep the thread from getting what it wants.
    fn blockers(&self, thread: ThreadId, wanted: &Hold) -> Vec<ThreadId> {
        let has_it_alone = |hold: &Hold| hold.lock == wanted.lock && hold.mode.is_exclusive();
        if self.holds(thread).iter().any(has_it_alone) {
            return Vec::new();
        }
        let holders = self.holders.get(&wanted.lock).into_iter().flatten().copied();
        let blocks = |holder: &ThreadId| self.holds(*holder).iter().any(|hold| hold.excludes(wanted));
        let mut blockers: Vec<ThreadId> = holders.filter(blocks).collect();
        blockers.sort();
        blockers.dedup();
        blockers
    }

    /// The shortest circle of waits through this thread.
    fn circle(&self, thread: ThreadId) -> Option<Vec<ThreadId>> {
        let mut before = BTreeMap::new();
        let mut reached = VecDeque::from([thread]);
        while let Some(waiter) = reached.pop_front() {
            let wanted = self.waiting.get(&waiter);
            for blocker in wanted.map_or_else(Vec::new, |wanted| self.blockers(waiter, wanted)) {
                if blocker == thread {
                    let mut circle = vec![waiter];
                    while let Some(&waiter) = before.get(&circle[circle.len() - 1]) {
                        circle.push(waiter);
                    }
                    circle.reverse();
                    return Some(circle);
                }
                if let Entry::Vacant(first_met) = before.entry(blocker) {
                    first_met.insert(waiter);
                    reached.push_back(blocker);
                }
            }
        }
        None
    }

    fn link(&self, thread: ThreadId) -> Option<Link> {
        Some(Link {
            thread,
            held: self.holds(thread).to_vec(),
            wanted: *self.waiting.get(&thread)?,
        })
    }

    fn leave(&mut self, thread: ThreadId, lock: SyncId) {
        let holders = self.holders.get_mut(&lock);
        if let Some(holders) = holders
            && let Some(at) = holders.iter().position(|&holder| holder == thread)
        {
            holders.swap_remove(at);
            if holders.is_empty() {
                self.holders.remove(&lock);
            }
        }
    }
}

impl Detector for Deadlocks {
    const KIND: Kind = Kind::Deadlock;

    type Found = Cycle;

    fn event(&mut self, &Event { thread, action }: &Event, found: &mut dyn FnMut(Cycle)) {
        self.waiting.remove(&thread);
        match action {
            Action::Request { lock, site, mode } => {
                self.waiting.insert(thread, Hold { lock, site, mode });
                if let Some(circle) = self.circle(thread) {
                    let mut links: Vec<Link> = circle
                        .into_iter()
                        .filter_map(|thread| self.link(thread))
                        .collect();
                    let first = (0..links.len()).min_by_key(|&n| links[n].thread).unwrap_or(0);
                    links.rotate_left(first);
                    found(Cycle { links });
                }
            }
            Action::Lock { lock, site, mode } => {
                let held = self.held.entry(thread).or_default();
                held.enter(Hold { lock, site, mode });
                self.holders.entry(lock).or_default().push(thread);
            }
            Action::Unlock { lock } => {
                self.held.entry(thread).or_default().leave(lock);
                self.leave(thread, lock);
            }
            Action::End => {
                let held = self.held.remove(&thread).unwrap_or_default();
                for hold in held.as_slice() {
                    self.leave(thread, hold.lock);
                }
            }
            Action::Read { .. }
            | Action::Write { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Fork { .. }
            | Action::Join { .. } => {}
        }
    }

    /// What the collector finds orders nothing here.
    fn join_all(&mut self, _thread: ThreadId) {}

    fn message(report: &Report, names: &dyn Names) -> String {
        report.ring(names, "wait")
    }
}
