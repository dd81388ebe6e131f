//! The oracle: all accesses are kept, each with a full vector clock. No epochs, nothing shared, nothing
//! forgotten, and no code in common with the detector.

use std::collections::{BTreeMap, BTreeSet};

use raddle_detect::{Access, Hold, Race};
use raddle_events::{Action, Event, Op, SyncId, ThreadId, VarId};

type Clock = BTreeMap<ThreadId, usize>;

struct Kept {
    access: Access,
    var: VarId,
    clock: Clock,
}

#[derive(Default)]
pub struct Naive {
    accesses: Vec<Kept>,
}

impl Naive {
    /// The clock of the event at position `n` has `n + 1` for its thread: it has seen itself.
    pub fn watch(trace: &[Event]) -> Self {
        let mut naive = Naive::default();
        let mut threads: BTreeMap<ThreadId, Clock> = BTreeMap::new();
        let mut objects: BTreeMap<SyncId, Clock> = BTreeMap::new();
        let mut held: BTreeMap<ThreadId, Vec<Hold>> = BTreeMap::new();
        let mut reported: BTreeMap<ThreadId, u32> = BTreeMap::new();
        for (position, &Event { thread, action }) in trace.iter().enumerate() {
            let mut mine = threads.remove(&thread).unwrap_or_default();
            let locks = held.entry(thread).or_default();
            let epoch = reported.entry(thread).or_insert(1);
            mine.insert(thread, position + 1);
            let mut keep = |var, op, site| {
                let access = Access {
                    thread,
                    op,
                    site,
                    clock: *epoch,
                    locks: locks.clone(),
                };
                naive.accesses.push(Kept {
                    access,
                    var,
                    clock: mine.clone(),
                });
            };
            match action {
                Action::Read { var, site } => keep(var, Op::Read, site),
                Action::Write { var, site } => keep(var, Op::Write, site),
                Action::Request { .. } => {}
                Action::Lock { lock, site, mode } => {
                    locks.push(Hold { lock, site, mode });
                    join(&mut mine, objects.entry(lock).or_default());
                }
                Action::Unlock { lock } => {
                    locks.retain(|held| held.lock != lock);
                    join(objects.entry(lock).or_default(), &mine);
                }
                Action::Acquire { sync } => join(&mut mine, objects.entry(sync).or_default()),
                Action::Release { sync } => join(objects.entry(sync).or_default(), &mine),
                Action::Fork { child } => join(threads.entry(child).or_default(), &mine),
                Action::Join { child } => join(&mut mine, threads.entry(child).or_default()),
                Action::End => {}
            }
            if let Action::Unlock { .. } | Action::Release { .. } | Action::Fork { .. } = action {
                *epoch += 1;
            }
            threads.insert(thread, mine);
        }
        naive
    }

    /// All pairs that race, whichever of them a detector may choose to report.
    pub fn races(&self) -> Vec<Race> {
        let mut races = vec![];
        for (n, second) in self.accesses.iter().enumerate() {
            for first in self.accesses[..n].iter().filter(|first| first.var == second.var) {
                let writes = first.access.op == Op::Write || second.access.op == Op::Write;
                let others = first.access.thread != second.access.thread;
                let thread = &first.access.thread;
                if writes
                    && others
                    && second
                        .clock
                        .get(thread)
                        .is_none_or(|&seen| seen < first.clock[thread])
                {
                    let (first, second) = (first.access.clone(), second.access.clone());
                    races.push(Race {
                        var: self.accesses[n].var,
                        first,
                        second,
                    });
                }
            }
        }
        races
    }
}

fn join(into: &mut Clock, from: &Clock) {
    for (&thread, &clock) in from {
        let seen = into.entry(thread).or_default();
        *seen = clock.max(*seen);
    }
}

pub fn racy(races: &[Race]) -> BTreeSet<VarId> {
    races.iter().map(|race| race.var).collect()
}
