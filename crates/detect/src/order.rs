//! Must-order: happens-before without lock edges. That a lock was released before another thread took it is an accident
//! of this run: another schedule may turn it round, and a detector that predicts must not rely on it. A start, a join,
//! a volatile write that was read or a latch that was counted down holds in every schedule that comes to the same
//! place, as far as one run shows.

use raddle_clocks::{Slot, ThreadClock, VectorClock};
use raddle_events::{Action, Event, SyncId, ThreadId};
use rustc_hash::FxHashMap;

/// What counts as order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Starts of threads alone.
    Starts,
    /// Must-order: starts, joins, and all releases and acquires but those of locks.
    #[default]
    Order,
}

/// A point in the life of a thread: its own clock then, and what it had seen of others.
#[derive(Clone, Debug)]
pub struct Moment {
    component: u32,
    clock: u32,
    seen: VectorClock,
}

impl Moment {
    /// Of the thread that has this slot, by its clock. What it has seen of itself does not matter, so that
    /// moments can share the rest.
    pub fn of_slot(slot: Slot, clock: u32, seen: VectorClock) -> Self {
        Self {
            component: u32::from(slot.0),
            clock,
            seen,
        }
    }

    pub fn of_thread(thread: ThreadId, clock: &ThreadClock) -> Self {
        Self {
            component: thread.0,
            clock: clock.get(thread),
            seen: clock.vector().clone(),
        }
    }

    pub fn is_before(&self, later: &Moment) -> bool {
        self.clock <= later.seen.at(self.component as usize)
    }

    pub fn is_unordered(&self, other: &Moment) -> bool {
        !self.is_before(other) && !other.is_before(self)
    }

    /// Whether all that is unordered with `other` is unordered with this too, both being of one thread:
    /// others have seen no more of this one, and it has seen no more of them.
    pub fn covers(&self, other: &Moment) -> bool {
        let own = self.component as usize;
        self.component == other.component
            && self.clock >= other.clock
            && self.seen.chunks().all(|(first, chunk)| {
                self.seen.shares(&other.seen, first)
                    || (first..)
                        .zip(chunk)
                        .all(|(index, &clock)| index == own || clock <= other.seen.at(index))
            })
    }
}

/// The clocks of a trace's threads under a [`Visibility`].
#[derive(Debug, Default)]
pub struct Order {
    visibility: Visibility,
    threads: FxHashMap<ThreadId, ThreadClock>,
    objects: FxHashMap<SyncId, ThreadClock>,
}

impl Order {
    pub fn of(visibility: Visibility) -> Self {
        Self {
            visibility,
            ..Self::default()
        }
    }

    /// The clock of a thread begins at 1: others have seen nothing of it.
    pub fn clock(&mut self, thread: ThreadId) -> &mut ThreadClock {
        self.threads.entry(thread).or_insert_with(|| {
            let mut clock = ThreadClock::default();
            clock.tick(thread);
            clock
        })
    }

    pub fn event(&mut self, &Event { thread, action }: &Event) {
        match (action, self.visibility) {
            (Action::Fork { child }, _) => {
                let seen = self.publish(thread);
                self.clock(child).join(&seen);
            }
            (Action::Join { child }, Visibility::Order) => {
                let seen = self.clock(child).clone();
                self.clock(thread).join(&seen);
            }
            (Action::Acquire { sync }, Visibility::Order) => {
                if let Some(published) = self.objects.get(&sync).cloned() {
                    self.clock(thread).join(&published);
                }
            }
            (Action::Release { sync }, Visibility::Order) => {
                let seen = self.publish(thread);
                self.objects.entry(sync).or_default().join(&seen);
            }
            (Action::Join { .. } | Action::Acquire { .. } | Action::Release { .. }, Visibility::Starts) => {}
            (
                Action::Read { .. }
                | Action::Write { .. }
                | Action::Request { .. }
                | Action::Lock { .. }
                | Action::Unlock { .. }
                | Action::End,
                _,
            ) => {}
        }
    }

    /// All that was done so far comes before what the thread does next.
    pub fn join_all(&mut self, thread: ThreadId) {
        let others: Vec<ThreadId> = self
            .threads
            .keys()
            .copied()
            .filter(|&other| other != thread)
            .collect();
        for other in others {
            let seen = self.publish(other);
            self.clock(thread).join(&seen);
        }
    }

    /// What the thread has done and seen so far; what it does next is not part of it.
    fn publish(&mut self, thread: ThreadId) -> ThreadClock {
        let clock = self.clock(thread);
        let seen = clock.clone();
        clock.tick(thread);
        seen
    }
}
