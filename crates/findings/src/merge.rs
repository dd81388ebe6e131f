//! From the records of all JVMs to one [`Run`]: equal findings (by [`crate::fingerprint()`]) of several
//! processes become one, with their counts added up, and every reason why something may be missing is
//! collected, so that silence means "looked, and found nothing". What one finding foretells and another has
//! confirmed is told once ([`confirm`]).

mod confirm;

use std::collections::{BTreeMap, BTreeSet};

use crate::{Finding, JvmRecord, JvmState, JvmSummary, Records, Run, SCHEMA};

/// Enough of a JVM's command to know it by.
const MAX_COMMAND_CHARS: usize = 80;

/// What the records say about the run of `command`, which ended with `status`.
pub fn merge(command: &[String], status: i32, records: Records) -> Run {
    let mut incomplete = records.problems;
    let mut findings = Merged::default();
    let mut jvms = Vec::new();
    let mut diverged = None;
    for jvm in records.jvms {
        diverged = diverged.or_else(|| jvm.diverged.clone());
        incomplete.extend(
            doubts(&jvm)
                .into_iter()
                .map(|doubt| format!("{}{doubt}", called(&jvm))),
        );
        jvms.push(summary(&jvm));
        add_findings(jvm, &mut findings);
    }
    let mut seen = BTreeSet::new();
    incomplete.retain(|reason| seen.insert(reason.clone()));
    Run {
        schema: SCHEMA.to_owned(),
        command: command.to_vec(),
        status,
        complete: incomplete.is_empty(),
        incomplete,
        jvms,
        findings: findings.sorted(),
        suppressed: Vec::new(),
        unused_suppressions: Vec::new(),
        unused_rules: Vec::new(),
        explored: None,
        diverged,
    }
}

/// Findings in any number and order as a report has them: equal ones are one, and what others confirm is a note of those.
pub fn united(findings: Vec<Finding>) -> Vec<Finding> {
    let mut all = Merged::default();
    findings.into_iter().for_each(|finding| all.add(finding));
    all.sorted()
}

/// Findings by fingerprint.
#[derive(Default)]
struct Merged(BTreeMap<String, Finding>);

impl Merged {
    /// Of a finding that is there already only the count, its processes and the way to repeat it are taken: its notes
    /// are about its own two sides, which may have come in the other order.
    fn add(&mut self, finding: Finding) {
        match self.0.get_mut(&finding.fingerprint) {
            Some(known) => {
                known.count = known.count.saturating_add(finding.count);
                known.replay = known.replay.take().or(finding.replay);
                known.pids.extend(finding.pids);
            }
            None => drop(self.0.insert(finding.fingerprint.clone(), finding)),
        }
    }

    fn sorted(self) -> Vec<Finding> {
        sorted(confirm::confirmed(self.0.into_values().collect()))
    }
}

impl Run {
    /// Several runs, such as the shards of an exploration, as one: equal findings become one, and what makes one
    /// part doubtful makes the whole so.
    pub fn join(parts: Vec<Run>) -> Run {
        let mut whole = merge(&[], 0, Records::default());
        let mut findings = Merged::default();
        for part in parts {
            if whole.command.is_empty() {
                whole.command = part.command;
            }
            if whole.status == 0 {
                whole.status = part.status;
            }
            whole.incomplete.extend(part.incomplete);
            whole.jvms.extend(part.jvms);
            part.findings
                .into_iter()
                .for_each(|finding| findings.add(finding));
            whole.suppressed.extend(part.suppressed);
            match (&mut whole.explored, part.explored) {
                (Some(all), Some(explored)) => all.join(&explored),
                (all, explored) => *all = all.take().or(explored),
            }
            whole.diverged = whole.diverged.or(part.diverged);
        }
        let mut seen = BTreeSet::new();
        whole.incomplete.retain(|reason| seen.insert(reason.clone()));
        whole.complete = whole.incomplete.is_empty();
        whole.findings = findings.sorted();
        whole
    }
}

/// A JVM in a message: its process and the beginning of its command.
fn called(jvm: &JvmRecord) -> String {
    let command = match jvm.command.char_indices().nth(MAX_COMMAND_CHARS) {
        Some((end, _)) => format!("{}…", &jvm.command[..end]),
        None => jvm.command.clone(),
    };
    if command.is_empty() {
        format!("JVM {}", jvm.pid)
    } else {
        format!("JVM {} ({command})", jvm.pid)
    }
}

/// Why findings of a JVM may be missing, each to be read after its name.
fn doubts(jvm: &JvmRecord) -> Vec<String> {
    let mut doubts = Vec::new();
    if !jvm.is_finished() && !jvm.stopped {
        let fate = match jvm.running {
            true => "is still running",
            false => "did not end by itself: it was killed or crashed",
        };
        doubts.push(format!(" {fate}; its findings up to then are here"));
    }
    // A count whose finding is not there: the disk was full for a while.
    let written = |fingerprint: &String| {
        jvm.findings
            .iter()
            .any(|finding| finding.fingerprint == *fingerprint)
    };
    let lost = jvm
        .end
        .iter()
        .flat_map(|end| end.counts.keys())
        .filter(|key| !written(key))
        .count();
    if lost > 0 {
        doubts.push(format!(
            ": could not write all it found to the run directory; lost: {lost}"
        ));
    }
    doubts.extend(jvm.incomplete.iter().map(|reason| format!(": {reason}")));
    doubts
}

fn summary(jvm: &JvmRecord) -> JvmSummary {
    let state = match (&jvm.left_alone, &jvm.end) {
        (Some(why), _) => JvmState::LeftAlone(why.clone()),
        (None, Some(_)) => JvmState::Checked,
        (None, None) => JvmState::Killed,
    };
    JvmSummary {
        pid: jvm.pid,
        java: jvm.java.clone(),
        command: jvm.command.clone(),
        state,
        classes: jvm.end.as_ref().map_or(0, |end| end.classes),
        threads: jvm.end.as_ref().map_or(0, |end| end.threads),
        coarse: jvm.end.as_ref().is_some_and(|end| end.coarse),
        notes: jvm.end.as_ref().map_or_else(Vec::new, |end| end.notes.clone()),
        interrupted: jvm.interrupted.clone(),
        not_instrumented: jvm.not_instrumented.clone(),
    }
}

/// Adds one JVM's findings. Its end line has the true counts; without one each occurrence that was
/// written counts as itself.
fn add_findings(jvm: JvmRecord, all: &mut Merged) {
    let mut own = Merged::default();
    jvm.findings.into_iter().for_each(|finding| own.add(finding));
    for (fingerprint, mut finding) in own.0 {
        let counted = jvm.end.as_ref().and_then(|end| end.counts.get(&fingerprint));
        finding.count = counted.copied().unwrap_or(finding.count).max(1);
        // The number of a process may come back.
        let is_known = all
            .0
            .get(&fingerprint)
            .is_some_and(|known| known.pids.contains(&jvm.pid));
        finding.pids = if is_known { Vec::new() } else { vec![jvm.pid] };
        all.add(finding);
    }
}

/// The order of the report: worst first, then by variable and place, so that two runs read alike.
fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_cached_key(|finding| {
        let variable = finding
            .variable
            .as_ref()
            .map(|v| (v.class.clone(), v.field.clone()));
        let mut sites: Vec<_> = finding.sides.iter().map(|side| side.site().cloned()).collect();
        sites.sort();
        (
            finding.severity,
            finding.kind,
            variable,
            sites,
            finding.fingerprint.clone(),
        )
    });
    findings
}
