//! Data races: conflicting accesses that the Java memory model does not order.
//!
//! FastTrack (Flanagan and Freund, PLDI 2009). Each thread has a vector clock, and so has what threads synchronise
//! through; a release joins the thread's clock into the object's, an acquire the other way. A variable needs less: its
//! writes are all ordered until the first race, so the last one stands for all, as an epoch; its reads mostly are, and
//! get one entry per thread only while they are not. Beyond the paper, an entry keeps site and monitors, to report both
//! sides; and a write drops the reads even if there was but one, since a thread that is ordered after the write is
//! ordered after them.
//!
//! False alarms: none, if the trace has all synchronisation: a race is reported only for two accesses
//! whose clocks are unordered.
//!
//! Misses: none in the sense of variables: a variable with any race in the trace has one reported, and the first in
//! time always is. After that, not all pairs are: an entry may have been replaced; a repeated access within an epoch is
//! skipped, so its first site is reported. Only what this trace does not order is a race; another schedule may expose
//! others. A thread that takes a lock is ordered after all threads that released it, also a reader after a reader.
//!
//! Start reading at `Variable::write`.

use std::collections::BTreeMap;

use raddle_clocks::ThreadClock;
use raddle_events::{Action, Event, Op, SiteId, SyncId, ThreadId, VarId};
use raddle_findings::Kind;
use rustc_hash::FxHashMap;

use crate::held::{Held, LockSet};
use crate::{Access, Detector, Hold, Names, Race, Report};

/// The data-race detector.
#[derive(Debug, Default)]
pub struct DataRaces {
    threads: FxHashMap<ThreadId, Thread>,
    objects: FxHashMap<SyncId, ThreadClock>,
    variables: FxHashMap<VarId, Variable>,
}

#[derive(Debug)]
struct Thread {
    id: ThreadId,
    clock: ThreadClock,
    held: Held,
}

impl Thread {
    /// Its clock begins at 1: others have seen nothing of it, not even its first epoch.
    fn new(id: ThreadId) -> Self {
        let mut clock = ThreadClock::default();
        clock.tick(id);
        Self {
            id,
            clock,
            held: Held::default(),
        }
    }

    fn entry(&mut self, site: SiteId) -> Entry {
        Entry {
            thread: self.id,
            clock: self.clock.get(self.id),
            site,
            locks: self.held.set(),
        }
    }
}

/// An access that a variable remembers.
#[derive(Clone, Debug)]
struct Entry {
    thread: ThreadId,
    clock: u32,
    site: SiteId,
    locks: LockSet,
}

impl Entry {
    fn is_ordered_before(&self, thread: &Thread) -> bool {
        self.clock <= thread.clock.get(self.thread)
    }

    fn is_of_this_epoch(&self, thread: &Thread) -> bool {
        self.thread == thread.id && self.clock == thread.clock.get(thread.id)
    }

    fn access(&self, op: Op) -> Access {
        Access {
            thread: self.thread,
            op,
            site: self.site,
            clock: self.clock,
            locks: self.locks.to_vec(),
        }
    }
}

/// The reads since the last write that later accesses have to be ordered after.
#[derive(Debug, Default)]
enum Reads {
    #[default]
    None,
    /// The last of reads that are all ordered.
    One(Entry),
    /// Each thread's last.
    Many(BTreeMap<ThreadId, Entry>),
}

impl Reads {
    fn of(&self, thread: ThreadId) -> Option<&Entry> {
        match self {
            Reads::None => None,
            Reads::One(read) => Some(read).filter(|read| read.thread == thread),
            Reads::Many(reads) => reads.get(&thread),
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Entry> {
        let (one, many) = match self {
            Reads::None => (None, None),
            Reads::One(read) => (Some(read), None),
            Reads::Many(reads) => (None, Some(reads.values())),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    fn add(&mut self, thread: &Thread, now: Entry) {
        *self = match std::mem::take(self) {
            Reads::One(read) if !read.is_ordered_before(thread) => {
                Reads::Many(BTreeMap::from([(read.thread, read), (now.thread, now)]))
            }
            Reads::Many(mut reads) => {
                reads.insert(now.thread, now);
                Reads::Many(reads)
            }
            Reads::None | Reads::One(_) => Reads::One(now),
        }
    }
}

#[derive(Debug, Default)]
struct Variable {
    write: Option<Entry>,
    reads: Reads,
}

impl Variable {
    fn read(&mut self, thread: &mut Thread, site: SiteId, race: &mut dyn FnMut(Access, Access)) {
        if self
            .reads
            .of(thread.id)
            .is_some_and(|read| read.is_of_this_epoch(thread))
        {
            return;
        }
        let now = thread.entry(site);
        for write in self.write.iter().filter(|write| !write.is_ordered_before(thread)) {
            race(write.access(Op::Write), now.access(Op::Read));
        }
        self.reads.add(thread, now);
    }

    fn write(&mut self, thread: &mut Thread, site: SiteId, race: &mut dyn FnMut(Access, Access)) {
        if self
            .write
            .as_ref()
            .is_some_and(|write| write.is_of_this_epoch(thread))
        {
            return;
        }
        let now = thread.entry(site);
        for write in self.write.iter().filter(|write| !write.is_ordered_before(thread)) {
            race(write.access(Op::Write), now.access(Op::Write));
        }
        for read in self.reads.iter().filter(|read| !read.is_ordered_before(thread)) {
            race(read.access(Op::Read), now.access(Op::Write));
        }
        self.reads = Reads::None;
        self.write = Some(now);
    }
}

impl DataRaces {
    /// What a thread has seen, its own clock included.
    pub fn seen_by(&self, thread: ThreadId) -> ThreadClock {
        let thread = self.threads.get(&thread);
        thread.map(|thread| thread.clock.clone()).unwrap_or_default()
    }

    /// What was released through an object.
    pub fn seen_at(&self, object: SyncId) -> ThreadClock {
        self.objects.get(&object).cloned().unwrap_or_default()
    }
}

impl Detector for DataRaces {
    const KIND: Kind = Kind::DataRace;

    type Found = Race;

    fn event(&mut self, &Event { thread, action }: &Event, found: &mut dyn FnMut(Race)) {
        let mine = self.threads.entry(thread).or_insert_with(|| Thread::new(thread));
        match action {
            Action::Read { var, site } => {
                let mut race = |first, second| found(Race { var, first, second });
                self.variables.entry(var).or_default().read(mine, site, &mut race);
            }
            Action::Write { var, site } => {
                let mut race = |first, second| found(Race { var, first, second });
                self.variables
                    .entry(var)
                    .or_default()
                    .write(mine, site, &mut race);
            }
            Action::Request { .. } => {}
            Action::Lock { lock, site, mode } => {
                mine.held.enter(Hold { lock, site, mode });
                acquire(mine, self.objects.get(&lock));
            }
            Action::Unlock { lock } => {
                mine.held.leave(lock);
                release(mine, self.objects.entry(lock).or_default());
            }
            Action::Acquire { sync } => acquire(mine, self.objects.get(&sync)),
            Action::Release { sync } => release(mine, self.objects.entry(sync).or_default()),
            Action::Fork { child } => {
                let seen = mine.clock.clone();
                mine.clock.tick(thread);
                self.threads
                    .entry(child)
                    .or_insert_with(|| Thread::new(child))
                    .clock
                    .join(&seen);
            }
            Action::Join { child } => {
                let seen = self.threads.get(&child).map(|child| child.clock.clone());
                if let (Some(mine), Some(seen)) = (self.threads.get_mut(&thread), seen) {
                    mine.clock.join(&seen);
                }
            }
            Action::End => mine.held = Held::default(),
        }
    }

    fn join_all(&mut self, thread: ThreadId) {
        let mut all = ThreadClock::default();
        for other in self.threads.values() {
            all.join(&other.clock);
        }
        let thread = self.threads.entry(thread).or_insert_with(|| Thread::new(thread));
        thread.clock.join(&all);
    }

    fn message(report: &Report, names: &dyn Names) -> String {
        format!("data race on {}", report.variable(names))
    }
}

fn acquire(thread: &mut Thread, object: Option<&ThreadClock>) {
    if let Some(published) = object {
        thread.clock.join(published);
    }
}

/// What the thread does next is in a new epoch, which no other thread has seen.
fn release(thread: &mut Thread, object: &mut ThreadClock) {
    object.join(&thread.clock);
    thread.clock.tick(thread.id);
}
