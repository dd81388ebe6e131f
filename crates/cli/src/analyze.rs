//! `raddle analyze`: the detectors over a trace in a file, without a JVM.
//!
//! The same law as for `check`: silence must mean "looked, and found nothing". A trace that cannot be read
//! to its end gives no verdict; one in which something had to be left out is incomplete.
//!
//! Start reading at [`run`]; `told` makes findings of what the detectors found, `text` prints them.

mod text;
mod told;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use raddle_detect::{DataRaces, Deadlocks, Detector, LockDiscipline, LockOrder};
use raddle_findings::{Kind, Run, SCHEMA};
use raddle_trace::Reader;

use crate::args::{AnalyzeArgs, TraceFormat};
use crate::check::{check_json_target, verdict, write_json};
use crate::error::Error;
use told::Told;

/// The status with findings.
const FOUND: u8 = 66;

/// Stands for standard input.
const STDIN: &str = "-";

pub fn run(args: &AnalyzeArgs, out: &mut impl Write) -> Result<i32, Error> {
    if let Some(path) = &args.json {
        check_json_target(path)?;
    }
    let path = args.file.as_path();
    let TraceFormat::Std = args.format;
    let mut reader = Reader::new(open(path)?);
    let wrong = |error| Error::Trace {
        path: path.to_owned(),
        error,
    };
    let mut detectors = Detectors::of(&args.detect);
    let mut events: u64 = 0;
    for event in reader.by_ref() {
        let event = event.map_err(wrong)?;
        detectors.event(&event);
        events += 1;
    }
    let (told, incomplete) = detectors.finish();
    let threads = reader.names().threads();
    let run = Run {
        schema: SCHEMA.to_owned(),
        command: ["raddle", "analyze", &path.to_string_lossy()]
            .map(str::to_owned)
            .to_vec(),
        status: 0,
        complete: incomplete.is_empty(),
        incomplete,
        jvms: Vec::new(),
        findings: told.findings(reader.names(), &name(path)),
        suppressed: Vec::new(),
        unused_suppressions: Vec::new(),
        unused_rules: Vec::new(),
        explored: None,
        diverged: None,
    };
    let text = text::render(
        &run,
        &format!("{events} events of {threads} threads in {}", name(path)),
    );
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        // A pager that was left early is no error.
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return Err(Error::Output(error));
    }
    if let Some(path) = &args.json {
        write_json(&run, path)?;
    }
    Ok(verdict(&run, FOUND))
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|source| Error::TraceFile {
        path: path.to_owned(),
        source,
    })?;
    Ok(Box::new(BufReader::with_capacity(1 << 20, file)))
}

fn name(path: &Path) -> String {
    match path.file_name() {
        Some(name) if path != Path::new(STDIN) => name.to_string_lossy().into_owned(),
        _ => "stdin".to_owned(),
    }
}

/// Those that were asked for, and what they have found so far.
#[derive(Default)]
struct Detectors {
    races: Option<DataRaces>,
    discipline: Option<LockDiscipline>,
    deadlocks: Option<Deadlocks>,
    lock_order: Option<LockOrder>,
    told: Told,
}

impl Detectors {
    fn of(kinds: &[Kind]) -> Self {
        Self {
            races: kinds.contains(&Kind::DataRace).then(DataRaces::default),
            discipline: kinds
                .contains(&Kind::LockDiscipline)
                .then(LockDiscipline::default),
            deadlocks: kinds.contains(&Kind::Deadlock).then(Deadlocks::default),
            lock_order: kinds.contains(&Kind::LockOrder).then(LockOrder::default),
            told: Told::default(),
        }
    }

    fn event(&mut self, event: &raddle_events::Event) {
        let told = &mut self.told;
        if let Some(detector) = &mut self.races {
            detector.event(event, &mut |race| told.race(race));
        }
        if let Some(detector) = &mut self.discipline {
            detector.event(event, &mut |found| told.unprotected(found));
        }
        if let Some(detector) = &mut self.deadlocks {
            detector.event(event, &mut |cycle| told.cycle(Kind::Deadlock, cycle));
        }
        if let Some(detector) = &mut self.lock_order {
            detector.event(event, &mut |cycle| told.cycle(Kind::LockOrder, cycle));
        }
    }

    /// All that was found, and why something may be missing.
    fn finish(mut self) -> (Told, Vec<String>) {
        let told = &mut self.told;
        let mut incomplete = Vec::new();
        if let Some(detector) = &mut self.lock_order {
            detector.finish(&mut |cycle| told.cycle(Kind::LockOrder, cycle));
            let graph = detector.graph();
            if graph.refused() > 0 {
                incomplete.push(format!(
                    "lock-order: the trace takes too many locks in too many ways; left out: {}",
                    graph.refused()
                ));
            }
            if graph.gave_up() > 0 {
                incomplete
                    .push("lock-order: some locks are too tangled to look at all their cycles".to_owned());
            }
        }
        (self.told, incomplete)
    }
}
