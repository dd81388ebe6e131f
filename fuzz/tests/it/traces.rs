//! Traces in the STD format, through all detectors.

use raddle_detect::{Detectors, RunDetector};
use raddle_events::Event;
use raddle_findings::Kind;
use raddle_fuzz::{Outcome, mutate};
use raddle_trace::Reader;

use crate::fuzz;

fn events(bytes: &[u8]) -> Option<Vec<Event>> {
    Reader::new(bytes).collect::<Result<_, _>>().ok()
}

/// A trace that is read is the same with the line ends of Windows, and every detector comes to its end.
#[test]
fn std() {
    let kinds: Vec<Kind> = Detectors::kinds().collect();
    fuzz("std", mutate::lines, |bytes| {
        let Some(read) = events(bytes) else {
            return Outcome::Refused;
        };
        if !bytes.contains(&b'\r') {
            let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
            let again = events(&lines.join(&b"\r\n"[..])).expect("the same is read");
            assert_eq!(again, read, "line ends change nothing");
        }
        let found = |kinds: &[Kind]| {
            let mut detectors = Detectors::of(kinds);
            let mut reports = Vec::new();
            for event in &read {
                detectors.event(event, &mut reports);
            }
            detectors.finish(&mut reports);
            reports.len()
        };
        let each: usize = kinds.iter().map(|kind| found(&[*kind])).sum();
        assert_eq!(found(&kinds), each, "detectors do not depend on each other");
        Outcome::Read
    });
}
