//! Traces for the detector: always the same.

use raddle_events::{Action, Event, Mode, SiteId, SyncId, ThreadId, VarId};

const THREADS: u32 = 16;
const SITES: u64 = 500;

/// Numbers without pattern, the same in every run (xorshift).
pub struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Random(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// A trace in the making, with all its threads started.
struct Trace {
    events: Vec<Event>,
    random: Random,
}

impl Trace {
    fn new() -> Trace {
        let mut trace = Trace {
            events: Vec::new(),
            random: Random::default(),
        };
        for child in 1..THREADS {
            let child = ThreadId(child);
            trace.push(ThreadId(0), Action::Fork { child });
        }
        trace
    }

    fn push(&mut self, thread: ThreadId, action: Action) {
        self.events.push(Event { thread, action });
    }

    fn thread(&mut self) -> ThreadId {
        ThreadId(self.random.below(u64::from(THREADS)) as u32)
    }

    fn read(&mut self, thread: ThreadId, var: u64) {
        let (var, site) = (VarId(var), self.site());
        self.push(thread, Action::Read { var, site });
    }

    fn write(&mut self, thread: ThreadId, var: u64) {
        let (var, site) = (VarId(var), self.site());
        self.push(thread, Action::Write { var, site });
    }

    fn site(&mut self) -> SiteId {
        SiteId(self.random.below(SITES) as u32 + 1)
    }
}

/// Every variable has its lock, and is updated under it. There is no race.
pub fn under_locks(events: usize) -> Vec<Event> {
    let mut trace = Trace::new();
    while trace.events.len() < events {
        let thread = trace.thread();
        let group = trace.random.below(64);
        let (lock, site) = (SyncId(group), trace.site());
        trace.push(
            thread,
            Action::Lock {
                lock,
                site,
                mode: Mode::Exclusive,
            },
        );
        for _ in 0..4 {
            let var = group * 1000 + trace.random.below(1000);
            trace.read(thread, var);
            trace.write(thread, var);
        }
        trace.push(thread, Action::Unlock { lock });
    }
    trace.events
}

/// One thread writes, publishes, and all read; each round is ordered with the next. There is no race.
pub fn shared_reads(events: usize) -> Vec<Event> {
    const VARIABLES: u64 = 200;
    let mut trace = Trace::new();
    let (data, done) = (SyncId(0), SyncId(1));
    while trace.events.len() < events {
        let writer = trace.thread();
        trace.push(writer, Action::Acquire { sync: done });
        (0..VARIABLES).for_each(|var| trace.write(writer, var));
        trace.push(writer, Action::Release { sync: data });
        for reader in (0..THREADS).map(ThreadId) {
            trace.push(reader, Action::Acquire { sync: data });
            (0..VARIABLES).for_each(|var| trace.read(reader, var));
            trace.push(reader, Action::Release { sync: done });
        }
    }
    trace.events
}

/// Nothing is ordered, and everything is shared.
pub fn without_order(events: usize) -> Vec<Event> {
    let mut trace = Trace::new();
    while trace.events.len() < events {
        let thread = trace.thread();
        let var = trace.random.below(2000);
        match trace.random.below(4) {
            0 => trace.write(thread, var),
            _ => trace.read(thread, var),
        }
    }
    trace.events
}
