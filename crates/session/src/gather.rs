//! From the records of all JVMs to one [`Run`]: each record is a run of its own, and
//! [`Run::join`](raddle_findings::Run::join) makes one of them. Every reason why something may be missing is kept,
//! so that silence means "looked, and found nothing".

use std::collections::BTreeSet;
use std::iter;

use raddle_findings::declared::End;
use raddle_findings::{FindingSet, JvmState, JvmSummary, Rule, Run, UnusedRule};

use crate::{JvmRecord, Records};

/// Enough of a JVM's command to know it by.
const MAX_COMMAND_CHARS: usize = 80;

impl Records {
    /// What they say about the run of `command`, which ended with `status`.
    pub fn into_run(self, command: &[String], status: i32) -> Run {
        let unread = Run {
            incomplete: self.problems,
            ..Run::default()
        };
        let jvms = self.jvms.into_iter().map(JvmRecord::into_run);
        let mut run = Run {
            command: command.to_vec(),
            status,
            ..Run::join(iter::once(unread).chain(jvms))
        };
        for finding in &mut run.findings {
            // The number of a process may come back.
            let mut seen = BTreeSet::new();
            finding.pids.retain(|pid| seen.insert(*pid));
        }
        run
    }
}

impl JvmRecord {
    /// What this JVM alone says. Its end line has the true counts; without one each occurrence that was written
    /// counts as itself.
    fn into_run(self) -> Run {
        let name = self.name();
        let incomplete = self.doubts().into_iter().map(|doubt| format!("{name}{doubt}"));
        let incomplete = incomplete.collect();
        let summary = self.summary();
        let mut findings = FindingSet::default();
        self.findings
            .into_iter()
            .for_each(|finding| findings.add(finding));
        let mut findings: Vec<_> = findings.into_iter().collect();
        for finding in &mut findings {
            let counted = self
                .end
                .as_ref()
                .and_then(|end| end.counts.get(&finding.fingerprint));
            finding.count = counted.copied().unwrap_or(finding.count).max(1);
            finding.pids = vec![self.pid];
        }
        Run {
            incomplete,
            jvms: vec![summary],
            findings,
            diverged: self.diverged,
            ..Run::default()
        }
    }

    /// For a message: its process and the beginning of its command.
    fn name(&self) -> String {
        let command = match self.command.char_indices().nth(MAX_COMMAND_CHARS) {
            Some((end, _)) => format!("{}…", &self.command[..end]),
            None => self.command.clone(),
        };
        if command.is_empty() {
            format!("JVM {}", self.pid)
        } else {
            format!("JVM {} ({command})", self.pid)
        }
    }

    /// Why findings may be missing, each to be read after the JVM's name.
    fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if !self.is_finished() && !self.stopped {
            let fate = match self.running {
                true => "is still running",
                false => "did not end by itself: it was killed or crashed",
            };
            doubts.push(format!(" {fate}; its findings up to then are here"));
        }
        // A count whose finding is not there: the disk was full for a while.
        let written = |fingerprint: &String| {
            let mut findings = self.findings.iter();
            findings.any(|finding| finding.fingerprint == *fingerprint)
        };
        let counts = self.end.iter().flat_map(|end| end.counts.keys());
        let lost = counts.filter(|key| !written(key)).count();
        if lost > 0 {
            doubts.push(format!(
                ": could not write all it found to the run directory; lost: {lost}"
            ));
        }
        doubts.extend(self.incomplete.iter().map(|reason| format!(": {reason}")));
        doubts
    }

    fn summary(&self) -> JvmSummary {
        let state = match (&self.left_alone, &self.end) {
            (Some(why), _) => JvmState::LeftAlone(why.clone()),
            (None, Some(_)) => JvmState::Checked,
            (None, None) => JvmState::Killed,
        };
        JvmSummary {
            pid: self.pid,
            java: self.java.clone(),
            command: self.command.clone(),
            state,
            classes: self.end.as_ref().map_or(0, |end| end.classes),
            threads: self.end.as_ref().map_or(0, |end| end.threads),
            coarse: self.end.as_ref().is_some_and(|end| end.coarse),
            notes: self.end.as_ref().map_or_else(Vec::new, |end| end.notes.clone()),
            interrupted: self.interrupted.clone(),
            not_instrumented: self.not_instrumented.clone(),
        }
    }
}

/// The rules of which an end found no method in any of the JVMs. None, if no JVM was watched.
pub fn unused_rules(rules: &[Rule], jvms: &[JvmRecord]) -> Vec<UnusedRule> {
    if jvms.iter().all(|jvm| jvm.left_alone.is_some()) {
        return Vec::new();
    }
    let applied = |rule: &Rule, end: End| {
        let known = |(other, of): &(Rule, End)| other == rule && *of == end;
        jvms.iter().any(|jvm| jvm.rules.iter().any(known))
    };
    let unused = rules.iter().map(|rule| UnusedRule {
        rule: rule.clone(),
        missing: [End::From, End::To]
            .into_iter()
            .filter(|&end| !applied(rule, end))
            .collect(),
    });
    unused.filter(|unused| !unused.missing.is_empty()).collect()
}
