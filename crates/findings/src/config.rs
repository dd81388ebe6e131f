//! What the command line tells the agent. The agent's only option is the path of the run directory;
//! this file is `config.json` in it.

use serde::{Deserialize, Serialize};

use crate::Rule;

/// How a JVM is to be watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    pub scope: Scope,
    /// Watch build tools and compilers too.
    pub launchers: bool,
    /// Decide in Java where that is possible. Off: every access goes to the detector in Rust.
    pub fast_path: bool,
    /// A JVM stops adding new findings to its record after this many.
    pub max_findings: u32,
    /// Order that the program makes in a way that bytecode does not show.
    #[serde(default)]
    pub happens_before: Vec<Rule>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            scope: Scope::default(),
            launchers: false,
            fast_path: true,
            max_findings: 1000,
            happens_before: Vec::new(),
        }
    }
}

/// Whose memory accesses are checked. Patterns are class names with `*` for any characters but a dot
/// and `**` for any characters; a pattern without a wildcard also covers what is nested below it.
/// What that means for a class is [`Scope::checks`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// If not empty, only these classes (and classes of the JDK, if named here) are checked.
    pub include: Vec<String>,
    /// These classes are not checked. They still synchronise.
    pub exclude: Vec<String>,
}
