//! Fixed work for the parts in Rust, whose instructions `cargo xtask instructions` counts: `workloads NAME`
//! does the work of that name and prints what came of it; without a name, it lists them.
//!
//! Nothing here depends on the machine, the clock or the order of a hash map, so neither does the count.

mod class;
mod trace;

use std::process::ExitCode;

use raddle_analysis::{FieldFacts, World};
use raddle_classfile::{ClassFile, Code};
use raddle_clocks::{Epoch, LazyClocks, Limits, Room, Slot, VectorClock};
use raddle_detect::{DataRaces, Detector};
use raddle_events::{Event, Place, SiteId, SyncId, ThreadId};
use raddle_rewrite::{Host, Role};

type Failure = Box<dyn std::error::Error>;

/// A name and what it stands for.
type Workload = (&'static str, fn() -> Result<u64, Failure>);

const ALL: &[Workload] = &[
    ("detect-locks", || Ok(detect(&trace::under_locks(200_000)))),
    ("detect-reads", || Ok(detect(&trace::shared_reads(200_000)))),
    ("detect-races", || Ok(detect(&trace::without_order(100_000)))),
    ("clocks-vectors", || Ok(vectors())),
    ("clocks-journals", journals),
    ("classfile", || class_file(100)),
    ("rewrite", || rewritten(20)),
];

fn main() -> ExitCode {
    let Some(name) = std::env::args().nth(1) else {
        ALL.iter().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    let Some((_, work)) = ALL.iter().find(|(known, _)| *known == name) else {
        eprintln!("no workload {name}");
        return ExitCode::FAILURE;
    };
    match work() {
        Ok(result) => {
            println!("{name} {result}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{name}: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The number of races.
fn detect(trace: &[Event]) -> u64 {
    let mut detector = DataRaces::default();
    let mut races = 0;
    for event in trace {
        detector.event(event, &mut |_| races += 1);
    }
    races
}

/// Threads that meet in pairs, each time with what they know of all.
fn vectors() -> u64 {
    const THREADS: u16 = 256;
    let mut clocks = vec![VectorClock::default(); usize::from(THREADS)];
    let mut random = trace::Random::default();
    for turn in 0..100_000_u32 {
        let slot = Slot(random.below(u64::from(THREADS)) as u16);
        let other = random.below(u64::from(THREADS)) as usize;
        let mut mine = clocks[slot.index()].clone();
        mine.set(slot, turn + 1);
        mine.join(&clocks[other]);
        clocks[slot.index()] = mine;
    }
    let all = clocks.iter().flat_map(VectorClock::components);
    all.map(|(_, clock)| u64::from(clock)).sum()
}

/// Threads that hand monitors to each other, as the JVM does it: lazily. How many marks are in order.
fn journals() -> Result<u64, Failure> {
    const THREADS: u32 = 64;
    const MONITORS: u64 = 32;
    let limits = Limits {
        slots: 1 << 10,
        clock: 1 << 28,
        recent: 1 << 10,
    };
    let mut clocks = LazyClocks::new(limits, 1 << 16, 8, Room::of_bytes(1 << 27));
    clocks.start(ThreadId(0))?;
    for thread in 1..THREADS {
        clocks.fork(ThreadId(0), ThreadId(thread))?;
    }
    let mut random = trace::Random::default();
    let mut last: Option<Epoch> = None;
    let mut ordered = 0;
    for _ in 0..100_000 {
        let thread = ThreadId(random.below(u64::from(THREADS)) as u32);
        let monitor = SyncId(random.below(MONITORS));
        clocks.lock(thread, monitor)?;
        if let Some(mark) = last {
            ordered += u64::from(clocks.is_ordered(mark, thread)?);
        }
        last = Some(clocks.epoch(thread)?);
        clocks.unlock(thread, monitor)?;
    }
    Ok(ordered)
}

/// A class read to the last instruction and written again, so many times. Its size.
fn class_file(times: u32) -> Result<u64, Failure> {
    let bytes = class::large()?;
    let mut size = 0;
    for _ in 0..times {
        let mut class = ClassFile::parse(&bytes)?;
        for number in 0..class.methods.len() {
            let method = &class.methods[number];
            let attribute = method
                .attribute(&class.pool, "Code")
                .ok_or("a method without code")?;
            let code = Code::parse(&attribute.data, &class.pool, class.shape(method)?)?;
            let data = code.to_attribute_data(&mut class.pool)?;
            if let Some(attribute) = class.methods[number].attribute_mut(&class.pool, "Code") {
                attribute.data = data;
            }
        }
        size = class.to_bytes()?.len() as u64;
    }
    Ok(size)
}

/// A class of the program rewritten so many times. Its size.
fn rewritten(times: u32) -> Result<u64, Failure> {
    let bytes = class::large()?;
    let mut size = 0;
    for _ in 0..times {
        let rewritten = raddle_rewrite::rewrite(&bytes, Role::Program, &mut Alone::default())?;
        if let Some(skipped) = rewritten.skipped.first() {
            return Err(skipped.reason.clone().into());
        }
        size = rewritten.bytes.ok_or("nothing was rewritten")?.len() as u64;
    }
    Ok(size)
}

/// A world of one class.
#[derive(Default)]
struct Alone {
    sites: u32,
}

impl Host for Alone {
    fn site(&mut self, _: Place) -> SiteId {
        self.sites += 1;
        SiteId(self.sites)
    }

    fn class_id(&mut self, _: &str) -> u32 {
        1
    }

    fn reaches_unchecked(&self, class: &str) -> bool {
        class != class::NAME
    }
}

impl World for Alone {
    fn field(&self, _: &str, _: &str, _: &str) -> Option<FieldFacts> {
        None
    }

    fn has_finalizer(&self, _: &str) -> bool {
        false
    }
}
