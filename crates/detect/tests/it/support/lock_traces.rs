//! Random traces with much to say about locks: taken alone and shared, by request and by try, more than
//! once, in any order, and waited for. Places are few, so that the same ones come up again.

use proptest::collection::vec;
use proptest::prelude::*;
use raddle_detect::Hold;
use raddle_events::{Action, Event, Mode, SiteId, SyncId, ThreadId, VarId};

#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub events: usize,
    pub threads: u32,
    pub locks: u64,
    pub sites: u32,
}

const VARS: u64 = 3;
/// Not the number of any lock.
const SYNC: SyncId = SyncId(100);

pub fn lock_traces(shape: Shape) -> impl Strategy<Value = Vec<Event>> {
    vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..shape.events).prop_map(move |choices| {
        let mut run = Run {
            shape,
            held: vec![],
            waiting: vec![],
            ended: vec![],
            events: vec![],
        };
        for (who, what, which) in choices {
            let thread = ThreadId(u32::from(who) % shape.threads);
            if !run.ended.contains(&thread) {
                run.perform(thread, what, which);
            }
        }
        run.events
    })
}

/// All threads run from the start.
struct Run {
    shape: Shape,
    held: Vec<(ThreadId, Hold)>,
    waiting: Vec<(ThreadId, Hold)>,
    ended: Vec<ThreadId>,
    events: Vec<Event>,
}

impl Run {
    fn perform(&mut self, thread: ThreadId, what: u8, which: u8) {
        let site = SiteId(1 + u32::from(which / 16) % self.shape.sites);
        let waiting = self.waiting.iter().position(|wait| wait.0 == thread);
        if let Some((_, wanted)) = waiting.map(|at| self.waiting.swap_remove(at)) {
            if self.is_free(thread, &wanted) {
                return self.take(thread, wanted);
            }
            // Most go on to wait.
            if !what.is_multiple_of(8) {
                return self.waiting.push((thread, wanted));
            }
        }
        let wanted = Hold {
            lock: SyncId(u64::from(which) % self.shape.locks),
            site,
            mode: if what / 32 > 1 {
                Mode::Exclusive
            } else {
                Mode::Shared
            },
        };
        let var = VarId(u64::from(which) % VARS);
        let child = ThreadId(u32::from(which) % self.shape.threads);
        match what % 32 {
            0..=10 => {
                let Hold { lock, site, mode } = wanted;
                self.push(thread, Action::Request { lock, site, mode });
                match self.is_free(thread, &wanted) {
                    true => self.take(thread, wanted),
                    false => self.waiting.push((thread, wanted)),
                }
            }
            11 if self.is_free(thread, &wanted) => self.take(thread, wanted),
            12..=17 => {
                let holds: Vec<usize> = (0..self.held.len())
                    .filter(|&n| self.held[n].0 == thread)
                    .collect();
                if let Some(&at) = holds.get(usize::from(which) % holds.len().max(1)) {
                    let lock = self.held[at].1.lock;
                    // Of several holds of one lock the inner one goes.
                    let inner = holds.iter().rfind(|&&n| self.held[n].1.lock == lock);
                    self.held.remove(*inner.unwrap_or(&at));
                    self.push(thread, Action::Unlock { lock });
                }
            }
            18..=20 => self.push(thread, Action::Read { var, site }),
            21..=23 => self.push(thread, Action::Write { var, site }),
            24..=25 => self.push(thread, Action::Acquire { sync: SYNC }),
            26..=27 => self.push(thread, Action::Release { sync: SYNC }),
            28 if child != thread => self.push(thread, Action::Fork { child }),
            29 if self.ended.contains(&child) => self.push(thread, Action::Join { child }),
            30 if self.held.iter().all(|hold| hold.0 != thread) => {
                self.ended.push(thread);
                self.push(thread, Action::End);
            }
            _ => {}
        }
    }

    /// A thread that has a lock can take it again, but a reader cannot take it to write.
    fn is_free(&self, thread: ThreadId, wanted: &Hold) -> bool {
        let mut same = self.held.iter().filter(|(_, hold)| hold.lock == wanted.lock);
        let has_it_alone =
            |(holder, hold): &(ThreadId, Hold)| *holder == thread && hold.mode == Mode::Exclusive;
        same.clone().any(has_it_alone)
            || same.all(|(_, hold)| hold.mode == Mode::Shared && wanted.mode == Mode::Shared)
    }

    fn take(&mut self, thread: ThreadId, Hold { lock, site, mode }: Hold) {
        self.held.push((thread, Hold { lock, site, mode }));
        self.push(thread, Action::Lock { lock, site, mode });
    }

    fn push(&mut self, thread: ThreadId, action: Action) {
        self.events.push(Event { thread, action });
    }
}
