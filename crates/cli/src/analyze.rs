//! `raddle analyze`: the detectors over a trace in a file, without a JVM.
//!
//! The same law as for `check`: silence must mean "looked, and found nothing". A trace that cannot be read
//! to its end gives no verdict; one in which something had to be left out is incomplete.
//!
//! Start reading at [`run`]; `name` makes findings of what the detectors report, `text` prints them.

mod name;
mod text;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use raddle_detect::{Detectors, RunDetector};
use raddle_findings::Run;
use raddle_trace::Reader;

use crate::args::{AnalyzeArgs, TraceFormat};
use crate::error::Error;
use crate::output::{check_json_target, write_json};
use crate::program::verdict;
use name::Reports;

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
    let (mut events, mut found, mut reports): (u64, _, _) = (0, Vec::new(), Reports::default());
    for event in reader.by_ref() {
        detectors.event(&event.map_err(wrong)?, &mut found);
        found.drain(..).for_each(|report| reports.add(report));
        events += 1;
    }
    detectors.finish(&mut found);
    found.into_iter().for_each(|report| reports.add(report));
    let incomplete = detectors.incomplete();
    let threads = reader.names().threads();
    let run = Run {
        command: ["raddle", "analyze", &path.to_string_lossy()]
            .map(str::to_owned)
            .to_vec(),
        complete: incomplete.is_empty(),
        incomplete,
        findings: reports.findings(reader.names(), &name(path)),
        ..Run::default()
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
    Ok(verdict::of(&run, FOUND, run.status))
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
