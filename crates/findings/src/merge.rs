//! Several findings, or several runs, as one: equal findings (by [`crate::fingerprint()`]) become one, with their counts
//! added up, and every reason why something may be missing is kept, so that silence means "looked, and found nothing".
//! What one finding warns of and another has confirmed is reported once ([`confirm`]).

mod confirm;

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, IntoValues};

use crate::{Finding, Run};

/// Findings, each once, by fingerprint.
#[derive(Clone, Debug, Default)]
pub struct FindingSet(BTreeMap<String, Finding>);

impl FindingSet {
    /// Of a finding that is there already only the count, its processes and the way to repeat it are taken: its notes
    /// are about its own two sides, which may have come in the other order.
    pub fn add(&mut self, finding: Finding) {
        match self.0.get_mut(&finding.fingerprint) {
            Some(known) => {
                known.count = known.count.saturating_add(finding.count);
                known.replay = known.replay.take().or(finding.replay);
                known.pids.extend(finding.pids);
            }
            None => drop(self.0.insert(finding.fingerprint.clone(), finding)),
        }
    }

    /// As a report has them: in its order, and what others confirm is a note of those.
    pub fn reported(self) -> Vec<Finding> {
        sorted(confirm::confirmed(self.into_iter().collect()))
    }
}

impl IntoIterator for FindingSet {
    type Item = Finding;
    type IntoIter = IntoValues<String, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_values()
    }
}

impl Extend<Finding> for FindingSet {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.add(finding));
    }
}

impl FromIterator<Finding> for FindingSet {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        let mut set = FindingSet::default();
        set.extend(findings);
        set
    }
}

impl Run {
    /// Several runs, such as the JVMs of one or the shards of an exploration, as one: equal findings become one, and
    /// what makes one part doubtful makes the whole so.
    pub fn join(parts: impl IntoIterator<Item = Run>) -> Run {
        let mut whole = Run::default();
        let mut findings = FindingSet::default();
        for part in parts {
            if whole.command.is_empty() {
                whole.command = part.command;
            }
            if whole.status == 0 {
                whole.status = part.status;
            }
            whole.incomplete.extend(part.incomplete);
            whole.jvms.extend(part.jvms);
            findings.extend(part.findings);
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
        whole.findings = findings.reported();
        whole
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
