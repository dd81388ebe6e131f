//! All detectors, one line each, and those of a run as a set: driven by `raddle analyze` on traces and by the agent in
//! event mode.
//!
//! Start reading at [`Detectors`].

pub mod data_race;
pub mod deadlock;
pub mod lock_discipline;
pub mod lock_order;

use std::fmt;

use raddle_events::{Event, ThreadId, VarId};
use raddle_findings::Kind;

use crate::{Detector, Names, Report};

const ENTRIES: &[Entry] = &[
    entry::<data_race::DataRaces>(),
    entry::<lock_discipline::LockDiscipline>(),
    entry::<deadlock::Deadlocks>(),
    entry::<lock_order::LockOrder>(),
];

struct Entry {
    kind: Kind,
    make: fn() -> Box<dyn AnyDetector>,
    message: fn(&Report, &dyn Names) -> String,
}

const fn entry<D: Detector + Default + Send + 'static>() -> Entry {
    Entry {
        kind: D::KIND,
        make: || Box::new(D::default()),
        message: D::message,
    }
}

/// A detector of a run, whatever it finds and whatever feeds it: the events of a trace, or a JVM that reports in its own
/// way what it does.
pub trait RunDetector: Send {
    /// As [`Detector::finish`].
    fn finish(&mut self, reports: &mut Vec<Report>);

    /// As [`Detector::incomplete`].
    fn incomplete(&self) -> Vec<String>;
}

/// One that is fed with events.
trait AnyDetector: RunDetector {
    fn event(&mut self, event: &Event, reports: &mut Vec<Report>);
    fn join_all(&mut self, thread: ThreadId);
}

impl<D: Detector + Send> RunDetector for D {
    fn finish(&mut self, reports: &mut Vec<Report>) {
        Detector::finish(self, &mut |found| reports.push(Report::new(D::KIND, found)));
    }

    fn incomplete(&self) -> Vec<String> {
        Detector::incomplete(self)
    }
}

impl<D: Detector + Send> AnyDetector for D {
    fn event(&mut self, event: &Event, reports: &mut Vec<Report>) {
        Detector::event(self, event, &mut |found| {
            reports.push(Report::new(D::KIND, found))
        });
    }

    fn join_all(&mut self, thread: ThreadId) {
        Detector::join_all(self, thread);
    }
}

/// The detectors of a run.
#[derive(Default)]
pub struct Detectors(Vec<Box<dyn AnyDetector>>);

impl fmt::Debug for Detectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} detectors", self.0.len())
    }
}

impl Detectors {
    /// Those of these kinds, as far as events show them.
    pub fn of(kinds: &[Kind]) -> Self {
        let wanted = ENTRIES.iter().filter(|entry| kinds.contains(&entry.kind));
        Self(wanted.map(|entry| (entry.make)()).collect())
    }

    /// The kinds that there is a detector for.
    pub fn kinds() -> impl Iterator<Item = Kind> {
        ENTRIES.iter().map(|entry| entry.kind)
    }

    /// One sentence for a report of any of them.
    pub fn message(report: &Report, names: &dyn Names) -> String {
        let entry = ENTRIES.iter().find(|entry| entry.kind == report.kind);
        entry.map_or_else(String::new, |entry| (entry.message)(report, names))
    }

    /// That sentence for a variable of this name.
    pub fn message_on(kind: Kind, variable: &str) -> String {
        struct Variable<'a>(&'a str);
        impl Names for Variable<'_> {
            fn variable(&self, _: VarId) -> &str {
                self.0
            }
            fn thread(&self, _: ThreadId) -> &str {
                ""
            }
        }
        let report = Report {
            kind,
            var: Some(VarId(0)),
            parts: Vec::new(),
        };
        Self::message(&report, &Variable(variable))
    }

    /// As [`Detector::event`], for each.
    pub fn event(&mut self, event: &Event, reports: &mut Vec<Report>) {
        for detector in &mut self.0 {
            detector.event(event, reports);
        }
    }

    /// As [`Detector::join_all`].
    pub fn join_all(&mut self, thread: ThreadId) {
        for detector in &mut self.0 {
            detector.join_all(thread);
        }
    }
}

impl RunDetector for Detectors {
    fn finish(&mut self, reports: &mut Vec<Report>) {
        for detector in &mut self.0 {
            detector.finish(reports);
        }
    }

    fn incomplete(&self) -> Vec<String> {
        self.0.iter().flat_map(|detector| detector.incomplete()).collect()
    }
}
