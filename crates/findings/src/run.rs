//! A whole run: what `--json` writes.

use raddle_events::schedule::Divergence;
use serde::{Deserialize, Serialize};

use crate::{Exploration, Finding, Side, Suppressed, SuppressionEntry, UnusedRule};

/// The name and version of the JSON form.
pub const SCHEMA: &str = "raddle-findings/1";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    pub command: Vec<String>,
    /// The command's own exit status, or 128 + the signal that ended it.
    pub status: i32,
    /// Whether every JVM was watched to its end. If not, `incomplete` says why.
    pub complete: bool,
    pub incomplete: Vec<String>,
    pub jvms: Vec<JvmSummary>,
    pub findings: Vec<Finding>,
    /// Findings that are accepted; they do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suppressed: Vec<Suppressed>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused_suppressions: Vec<SuppressionEntry>,
    /// Rules of `--happens-before` that had no effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused_rules: Vec<UnusedRule>,
    /// What was tried of the program's schedules, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explored: Option<Exploration>,
    /// Where the repetition of a schedule was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diverged: Option<Divergence>,
}

impl Default for Run {
    /// One that has looked at nothing yet, and has nothing to doubt.
    fn default() -> Self {
        Run {
            schema: SCHEMA.to_owned(),
            command: Vec::new(),
            status: 0,
            complete: true,
            incomplete: Vec::new(),
            jvms: Vec::new(),
            findings: Vec::new(),
            suppressed: Vec::new(),
            unused_suppressions: Vec::new(),
            unused_rules: Vec::new(),
            explored: None,
            diverged: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JvmSummary {
    pub pid: u32,
    pub java: String,
    pub command: String,
    pub state: JvmState,
    pub classes: u64,
    pub threads: u64,
    /// Some synchronisation was ordered more coarsely than need be, which may hide races.
    #[serde(default)]
    pub coarse: bool,
    /// What a reader should know though nothing went wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// It was asked to end by a signal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<Interrupted>,
    /// Code that was not watched: `class` or `class.method`, with the reason.
    pub not_instrumented: Vec<String>,
}

/// A signal that ended a JVM, and what its threads did when it came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interrupted {
    pub signal: i32,
    /// Those that keep the JVM alive, and those in code of the program. One that does not wait has no `wait`.
    pub threads: Vec<Side>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum JvmState {
    /// Watched from start to end.
    Checked,
    /// Not watched, on purpose.
    LeftAlone(String),
    /// Watched, but it did not end by itself.
    Killed,
}
