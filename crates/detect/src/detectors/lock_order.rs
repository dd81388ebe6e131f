//! Lock order: deadlocks that did not happen in this run, but could in another.
//!
//! Two threads that take the same two locks in opposite order can stop each other for ever; so can any
//! ring of threads. The Goodlock family of algorithms (Havelund 2000; Bensalem and Havelund 2005; Joshi et
//! al. 2009): at each request the locks held and the lock wanted are noted, and cycles among these notes
//! are looked for ([`LockGraph`], which the agent uses as well).
//!
//! False alarms: order that only data makes (a flag that was read under a lock, a queue) is not seen; nor
//! is whether the ring of values that leads into the cycle can come up at all. Left out are rings of one
//! thread, those that a common lock keeps apart, those in which all want to read, and those that starts,
//! joins, volatiles and latches order.
//!
//! Misses: code that did not run. A lock that was taken by a try that gives up is held, but never waited
//! for. Readers that wait since a writer waits before them. Rings of more than 256 threads. What the graph
//! refused or gave up on.
//!
//! Start reading at [`LockOrder::event`](Detector::event).

use raddle_events::{Action, Event, ThreadId};
use raddle_findings::Kind;
use rustc_hash::FxHashMap;

use crate::held::Held;
use crate::order::Order;
use crate::{Cycle, Dependency, Detector, Hold, LockGraph, Moment, Names, Report};

/// The detector of potential deadlocks; it answers in [`Detector::finish`].
#[derive(Debug, Default)]
pub struct LockOrder {
    order: Order,
    held: FxHashMap<ThreadId, Held>,
    graph: LockGraph,
}

impl LockOrder {
    pub fn new(graph: LockGraph) -> Self {
        Self {
            graph,
            ..Self::default()
        }
    }

    pub fn graph(&self) -> &LockGraph {
        &self.graph
    }
}

impl Detector for LockOrder {
    const KIND: Kind = Kind::LockOrder;

    type Found = Cycle;

    fn event(&mut self, event: &Event, _found: &mut dyn FnMut(Cycle)) {
        self.order.event(event);
        let thread = event.thread;
        let held = self.held.entry(thread).or_default();
        match event.action {
            Action::Request { lock, site, mode } if !held.as_slice().is_empty() => {
                self.graph.add(Dependency {
                    thread,
                    held: held.as_slice(),
                    wanted: Hold { lock, site, mode },
                    when: Moment::of_thread(thread, self.order.clock(thread)),
                });
            }
            Action::Lock { lock, site, mode } => held.enter(Hold { lock, site, mode }),
            Action::Unlock { lock } => held.leave(lock),
            Action::End => *held = Held::default(),
            Action::Request { .. }
            | Action::Read { .. }
            | Action::Write { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Fork { .. }
            | Action::Join { .. } => {}
        }
    }

    fn finish(&mut self, found: &mut dyn FnMut(Cycle)) {
        self.graph.cycles().into_iter().for_each(found);
    }

    fn join_all(&mut self, thread: ThreadId) {
        self.order.join_all(thread);
    }

    fn incomplete(&self) -> Vec<String> {
        self.graph.gaps().incomplete()
    }

    fn message(report: &Report, names: &dyn Names) -> String {
        report.ring(names, "could wait")
    }
}
