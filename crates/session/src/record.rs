//! What one JVM writes: `jvm-<pid>.jsonl` in the run directory, one [`Line`] per line.
//!
//! A finding is written the moment it is found, so that a JVM that is killed loses nothing. A record
//! that has no [`Line::End`] belongs to a JVM that did not end by itself: the run is incomplete.

use std::collections::BTreeMap;

use raddle_events::schedule::Divergence;
use raddle_findings::declared::End;
use raddle_findings::{Finding, Interrupted, Rule};
use serde::{Deserialize, Serialize};

use crate::Explored;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub enum Line {
    /// The first line. `left_alone` says why this JVM is not watched.
    Start {
        pid: u32,
        java: String,
        command: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_alone: Option<String>,
    },
    /// A finding, at its first occurrence.
    Finding(Finding),
    /// Something learnt later of a finding that this record has.
    Note { fingerprint: String, note: String },
    /// Code that is not watched, with the reason: silence must mean "looked and found nothing".
    NotInstrumented {
        class: String,
        method: Option<String>,
        reason: String,
    },
    /// An end of a rule of [`Config::happens_before`](crate::Config::happens_before) has found a method,
    /// for the first time in this JVM.
    RuleApplied { rule: Rule, end: End },
    /// A pattern of [`Scope::include`](crate::Scope) has found a class that is checked, for the first time in
    /// this JVM.
    Included { pattern: String },
    /// Something inside Raddle went wrong or ran out: findings may be missing.
    Incomplete { reason: String },
    /// A signal asks the JVM to end.
    Interrupted(Interrupted),
    /// What was tried so far, of a JVM whose schedule is controlled.
    Explored(Explored),
    /// A repetition was not one.
    Diverged(Divergence),
    /// The last line: how often each finding occurred, by fingerprint, and what the run looked at.
    End {
        counts: BTreeMap<String, u64>,
        classes: u64,
        sites: u64,
        threads: u64,
        /// Some synchronisation was ordered more coarsely than need be, which may hide races.
        #[serde(default)]
        coarse: bool,
        /// What a reader should know though nothing went wrong.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
    },
}
