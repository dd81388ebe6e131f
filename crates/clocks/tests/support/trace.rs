//! Random traces that a program could have performed: a lock has one holder, a child acts after its start, a join comes
//! after the end, and no thread acts after its own. Shared by the crates whose laws are about traces.

use proptest::collection::vec;
use proptest::prelude::*;
use raddle_events::{Action, Event, Mode, SiteId, SyncId, ThreadId, VarId};

/// How much there is of each thing.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub events: usize,
    pub threads: u32,
    pub locks: u64,
    pub syncs: u64,
    pub vars: u64,
}

/// Locks and other synchronisation objects do not overlap.
const FIRST_SYNC: u64 = 100;

/// Thread 0 runs from the start. Sites number the events from 1.
pub fn traces(shape: Shape) -> impl Strategy<Value = Vec<Event>> {
    vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..shape.events)
        .prop_map(move |choices| Run::new(shape).perform(&choices))
}

struct Run {
    shape: Shape,
    running: Vec<ThreadId>,
    ended: Vec<ThreadId>,
    holders: Vec<Option<ThreadId>>,
    born: u32,
    events: Vec<Event>,
}

impl Run {
    fn new(shape: Shape) -> Self {
        let holders = vec![None; shape.locks as usize];
        Self {
            shape,
            running: vec![ThreadId(0)],
            ended: vec![],
            holders,
            born: 1,
            events: vec![],
        }
    }

    /// A choice that cannot be performed is left out.
    fn perform(mut self, choices: &[(u8, u8, u8)]) -> Vec<Event> {
        for &(who, what, which) in choices {
            let Some(&thread) = pick(&self.running, who) else {
                break;
            };
            if let Some(action) = self.action(thread, what, which) {
                self.events.push(Event { thread, action });
            }
        }
        self.events
    }

    fn action(&mut self, thread: ThreadId, what: u8, which: u8) -> Option<Action> {
        let site = SiteId(self.events.len() as u32 + 1);
        let var = VarId(u64::from(which) % self.shape.vars);
        let sync = SyncId(FIRST_SYNC + u64::from(which) % self.shape.syncs);
        let lock = usize::from(which) % self.holders.len();
        match what % 32 {
            0..=6 => Some(Action::Read { var, site }),
            7..=11 => Some(Action::Write { var, site }),
            12..=17 => match self.holders[lock] {
                None => {
                    self.holders[lock] = Some(thread);
                    Some(Action::Lock {
                        lock: SyncId(lock as u64),
                        site,
                        mode: Mode::Exclusive,
                    })
                }
                Some(holder) if holder == thread => {
                    self.holders[lock] = None;
                    Some(Action::Unlock {
                        lock: SyncId(lock as u64),
                    })
                }
                Some(_) => None,
            },
            18..=20 => Some(Action::Acquire { sync }),
            21..=23 => Some(Action::Release { sync }),
            24..=26 if self.born < self.shape.threads => {
                let child = ThreadId(self.born);
                self.born += 1;
                self.running.push(child);
                Some(Action::Fork { child })
            }
            24..=29 => pick(&self.ended, which).map(|&child| Action::Join { child }),
            // The last running thread does not end, nor does one that holds a lock.
            _ if self.running.len() > 1 && !self.holders.contains(&Some(thread)) => {
                self.running.retain(|&t| t != thread);
                self.ended.push(thread);
                Some(Action::End)
            }
            _ => None,
        }
    }
}

fn pick<T>(from: &[T], choice: u8) -> Option<&T> {
    from.get(usize::from(choice) % from.len().max(1))
}
