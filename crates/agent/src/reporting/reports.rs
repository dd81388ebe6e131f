//! Reporting: findings, notes and reasons for incompleteness on their way into the record of this JVM.
//!
//! Detectors know [`Reporting`] alone. What a schedule has to do with a finding is asked of [`Exploration`], which the
//! controller implements; without one there are no schedules.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use raddle_findings::Finding;
use raddle_schedule::Hint;
use raddle_session::files;
use raddle_session::record::Line;

use crate::reporting::completeness::{Completeness, IncompleteReason};
use crate::reporting::finding_log::{FindingLog, Logged};

/// What a detector does with what it has found.
pub trait Reporting {
    /// Writes a finding if it is new, else counts it.
    fn add(&self, finding: Finding) -> Logged;

    /// Adds a note to a finding that has been written.
    fn note(&self, fingerprint: &str, note: &str);

    /// A schedule could confirm this.
    fn suspect(&self, hint: &Hint);

    /// Marks the run as incomplete, once for each reason; `more` ends the sentence.
    fn incomplete(&self, reason: IncompleteReason, more: &dyn Fn() -> String);

    /// From now on a race may be one that only seems to be.
    fn has_stopped(&self) -> bool;
}

/// Where lines go.
pub trait Recorder: Send + Sync {
    fn write(&self, line: &Line);
}

/// The schedules that this JVM runs, as far as findings concern them.
pub trait Exploration: Sync {
    /// The schedule that has shown a finding now.
    fn found(&self, finding: &mut Finding, is_new: bool) -> Option<u64>;

    fn suspect(&self, hint: &Hint);
}

/// The reports of this JVM.
pub struct Reports {
    recorder: Box<dyn Recorder>,
    exploration: Option<&'static dyn Exploration>,
    findings: Mutex<FindingLog>,
    completeness: Completeness,
}

impl Reports {
    pub fn new(
        recorder: Box<dyn Recorder>,
        exploration: Option<&'static dyn Exploration>,
        most: usize,
    ) -> Self {
        Self {
            recorder,
            exploration,
            findings: Mutex::new(FindingLog::new(most)),
            completeness: Completeness::default(),
        }
    }

    pub fn write(&self, line: &Line) {
        self.recorder.write(line);
    }

    /// Marks the run as incomplete, once for each reason.
    pub fn incomplete(&self, reason: IncompleteReason) {
        Reporting::incomplete(self, reason, &String::new);
    }

    /// Some synchronisation will not be seen. What it orders would seem to race, so there are no findings
    /// from now on.
    pub fn stop_reporting(&self, reason: IncompleteReason) {
        self.completeness.stop();
        self.incomplete(reason);
    }

    /// How often each finding occurred. What there was no room for makes the run incomplete.
    pub fn end(&self) -> BTreeMap<String, u64> {
        let findings = self.findings.lock();
        if findings.dropped() > 0 {
            self.incomplete(IncompleteReason::Findings);
        }
        findings.counts()
    }
}

impl Reporting for Reports {
    fn add(&self, mut finding: Finding) -> Logged {
        let mut findings = self.findings.lock();
        let logged = findings.add(&finding.fingerprint);
        if let Logged::Dropped = logged {
            return logged;
        }
        let schedule = self
            .exploration
            .and_then(|exploration| exploration.found(&mut finding, logged.is_new()));
        if logged.is_new() {
            finding.replay = schedule.map(files::schedule);
            self.write(&Line::Finding(finding));
        }
        logged
    }

    fn note(&self, fingerprint: &str, note: &str) {
        self.write(&Line::Note {
            fingerprint: fingerprint.to_owned(),
            note: note.to_owned(),
        });
    }

    fn suspect(&self, hint: &Hint) {
        if let Some(exploration) = self.exploration {
            exploration.suspect(hint);
        }
    }

    fn incomplete(&self, reason: IncompleteReason, more: &dyn Fn() -> String) {
        if let Some(text) = self.completeness.first(reason) {
            self.write(&Line::Incomplete {
                reason: format!("{text}{}", more()),
            });
        }
    }

    fn has_stopped(&self) -> bool {
        self.completeness.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use raddle_findings::Kind;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<Line>>>);

    impl Recorder for Lines {
        fn write(&self, line: &Line) {
            self.0.lock().push(line.clone());
        }
    }

    impl Lines {
        fn findings(&self) -> Vec<(String, Option<String>)> {
            let lines = self.0.lock();
            let finding = |line: &Line| match line {
                Line::Finding(finding) => Some((finding.message.clone(), finding.replay.clone())),
                _ => None,
            };
            lines.iter().filter_map(finding).collect()
        }

        fn reasons(&self) -> Vec<String> {
            let lines = self.0.lock();
            let reason = |line: &Line| match line {
                Line::Incomplete { reason } => Some(reason.clone()),
                _ => None,
            };
            lines.iter().filter_map(reason).collect()
        }
    }

    /// Schedule 7, which remembers what was asked of it.
    #[derive(Default)]
    struct Schedule(Mutex<Vec<(String, bool)>>);

    impl Exploration for Schedule {
        fn found(&self, finding: &mut Finding, is_new: bool) -> Option<u64> {
            self.0.lock().push((finding.message.clone(), is_new));
            finding.message += " in a schedule";
            Some(7)
        }

        fn suspect(&self, hint: &Hint) {
            self.0.lock().push((format!("{hint:?}"), false));
        }
    }

    fn finding(kind: Kind, message: &str) -> Finding {
        Finding::new(kind, message.to_owned(), None, Vec::new())
    }

    #[test]
    fn a_finding_is_written_once_and_counted_as_often_as_it_comes() {
        let lines = Lines::default();
        let reports = Reports::new(Box::new(lines.clone()), None, 10);
        let first = reports.add(finding(Kind::Stuck, "stuck"));
        let again = reports.add(finding(Kind::Stuck, "stuck"));
        let other = reports.add(finding(Kind::Deadlock, "deadlock"));
        assert!(first.is_new() && !again.is_new() && other.is_new());
        again.counter().map(|counter| counter.count());
        assert_eq!(
            lines.findings(),
            [("stuck".to_owned(), None), ("deadlock".to_owned(), None)]
        );
        let mut counts: Vec<u64> = reports.end().into_values().collect();
        counts.sort();
        assert_eq!(counts, [1, 3]);
        assert_eq!(lines.reasons(), [""; 0]);
    }

    #[test]
    fn what_there_is_no_room_for_makes_the_run_incomplete() {
        let lines = Lines::default();
        let reports = Reports::new(Box::new(lines.clone()), None, 1);
        reports.add(finding(Kind::Stuck, "stuck"));
        let dropped = reports.add(finding(Kind::Deadlock, "deadlock"));
        assert!(matches!(dropped, Logged::Dropped) && dropped.counter().is_none());
        // What is known already still counts.
        assert!(reports.add(finding(Kind::Stuck, "stuck")).counter().is_some());
        assert_eq!(lines.findings().len(), 1);
        assert_eq!(reports.end().into_values().collect::<Vec<_>>(), [2]);
        assert_eq!(
            lines.reasons(),
            ["more findings than --max-findings; the rest are only counted"]
        );
    }

    #[test]
    fn a_schedule_hears_of_each_time_and_names_its_recording_the_first_time() {
        let lines = Lines::default();
        let schedule: &'static Schedule = Box::leak(Box::default());
        let reports = Reports::new(Box::new(lines.clone()), Some(schedule), 1);
        for _ in 0..2 {
            reports.add(finding(Kind::Stuck, "stuck"));
        }
        // There is no room for this one: no schedule is kept for it.
        reports.add(finding(Kind::Deadlock, "deadlock"));
        reports.suspect(&Hint::LockCycle(Vec::new()));
        let heard = schedule.0.lock().clone();
        let stuck = |is_new| ("stuck".to_owned(), is_new);
        assert_eq!(heard[..2], [stuck(true), stuck(false)]);
        assert_eq!(heard[2].0, format!("{:?}", Hint::LockCycle(Vec::new())));
        assert_eq!(heard.len(), 3);
        let written = ("stuck in a schedule".to_owned(), Some(files::schedule(7)));
        assert_eq!(lines.findings(), [written]);
    }

    #[test]
    fn a_reason_is_written_once_and_only_some_stop_the_reports() {
        let lines = Lines::default();
        let reports = Reports::new(Box::new(lines.clone()), None, 1);
        reports.incomplete(IncompleteReason::Slots);
        Reporting::incomplete(&reports, IncompleteReason::Order, &|| " (here)".to_owned());
        Reporting::incomplete(&reports, IncompleteReason::Order, &|| " (there)".to_owned());
        assert!(!reports.has_stopped());
        reports.stop_reporting(IncompleteReason::LostWord);
        reports.stop_reporting(IncompleteReason::LostWord);
        assert!(reports.has_stopped());
        let reasons = lines.reasons();
        assert_eq!(reasons.len(), 3);
        assert!(reasons[1].ends_with("Please report this (here)"));
    }
}
