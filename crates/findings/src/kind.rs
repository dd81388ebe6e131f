//! The kinds of finding: one descriptor each, which is all that the tool knows of a kind as such. Names and codes are a
//! contract with other people's scripts.
//!
//! A new kind is one entry here, a detector, a page and a directory of fixtures.

use serde::{Deserialize, Serialize};

use crate::Severity;

/// What is fixed of a kind.
#[derive(Debug)]
pub struct Descriptor {
    /// The stable name, as in `raddle explain data-race`.
    pub name: &'static str,
    /// The stable code, for reports that want one short word.
    pub code: &'static str,
    pub severity: Severity,
    pub needs: Needs,
    /// Whether it is looked for unless something else is asked for.
    pub is_usual: bool,
    /// Whether the program itself has failed by it, in the schedule that shows it: reason enough to stop and
    /// to keep that schedule.
    pub is_failure: bool,
    /// Whether the JVM is ended by it, unless `--on-deadlock` says otherwise.
    pub ends_jvm: bool,
    /// The page that explains it.
    pub page: &'static str,
    /// The directory of `corpus` whose fixtures are about it.
    pub corpus: &'static str,
    pub mark: Mark,
}

/// What a run must give a detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Accesses to memory.
    Memory,
    /// All events in one order, accesses among them: event mode.
    Events,
    /// Locks and waits.
    Locks,
    /// Schedules that Raddle chooses.
    Control,
}

/// How a fixture says where a finding is expected: `//~ WORD NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Both sides of a finding on a variable.
    Variable(&'static str),
    /// The threads of a finding.
    Threads(&'static str),
    /// No line is marked: the fixture's first lines say which failure its schedules show.
    Failure,
}

macro_rules! kinds {
    ($($kind:ident { $($field:ident: $value:expr,)* })*) => {
        /// What sort of error a finding is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum Kind {
            $($kind,)*
        }

        impl Kind {
            pub const ALL: [Kind; [$(Kind::$kind),*].len()] = [$(Kind::$kind),*];

            pub const fn descriptor(self) -> &'static Descriptor {
                match self {
                    $(Kind::$kind => &Descriptor { $($field: $value,)* },)*
                }
            }
        }
    };
}

/// The page of this name.
macro_rules! page {
    ($name:literal) => {
        include_str!(concat!("../../../docs/findings/", $name, ".md"))
    };
}

kinds! {
    DataRace {
        name: "data-race",
        code: "RAD001",
        severity: Severity::Error,
        needs: Needs::Memory,
        is_usual: true,
        is_failure: false,
        ends_jvm: false,
        page: page!("data-race"),
        corpus: "race",
        mark: Mark::Variable("race"),
    }
    LockDiscipline {
        name: "lock-discipline",
        code: "RAD002",
        severity: Severity::Warning,
        needs: Needs::Events,
        is_usual: false,
        is_failure: false,
        ends_jvm: false,
        page: page!("lock-discipline"),
        corpus: "lock-discipline",
        mark: Mark::Variable("unprotected"),
    }
    Deadlock {
        name: "deadlock",
        code: "RAD003",
        severity: Severity::Error,
        needs: Needs::Locks,
        is_usual: true,
        is_failure: true,
        ends_jvm: true,
        page: page!("deadlock"),
        corpus: "deadlock",
        mark: Mark::Threads("waits"),
    }
    LockOrder {
        name: "lock-order",
        code: "RAD004",
        severity: Severity::Warning,
        needs: Needs::Locks,
        is_usual: true,
        is_failure: false,
        ends_jvm: false,
        page: page!("lock-order"),
        corpus: "lock-order",
        mark: Mark::Threads("takes"),
    }
    Stuck {
        name: "stuck",
        code: "RAD005",
        severity: Severity::Error,
        needs: Needs::Locks,
        is_usual: true,
        is_failure: true,
        ends_jvm: true,
        page: page!("stuck"),
        corpus: "stuck",
        mark: Mark::Threads("waits"),
    }
    UncaughtException {
        name: "uncaught-exception",
        code: "RAD007",
        severity: Severity::Error,
        needs: Needs::Control,
        is_usual: false,
        is_failure: true,
        ends_jvm: false,
        page: page!("uncaught-exception"),
        corpus: "explore",
        mark: Mark::Failure,
    }
    Livelock {
        name: "livelock",
        code: "RAD013",
        severity: Severity::Error,
        needs: Needs::Control,
        is_usual: false,
        is_failure: true,
        ends_jvm: false,
        page: page!("livelock"),
        corpus: "explore",
        mark: Mark::Failure,
    }
    BadExit {
        name: "bad-exit",
        code: "RAD014",
        severity: Severity::Error,
        needs: Needs::Control,
        is_usual: false,
        is_failure: true,
        ends_jvm: false,
        page: page!("bad-exit"),
        corpus: "explore",
        mark: Mark::Failure,
    }
}

impl Kind {
    pub const fn name(self) -> &'static str {
        self.descriptor().name
    }

    pub const fn code(self) -> &'static str {
        self.descriptor().code
    }

    pub const fn is_failure(self) -> bool {
        self.descriptor().is_failure
    }

    /// Whether it is found only where Raddle decides which thread runs.
    pub const fn needs_control(self) -> bool {
        matches!(self.descriptor().needs, Needs::Control)
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_codes_belong_to_one_kind_and_its_page() {
        let mut known = BTreeSet::new();
        for kind in Kind::ALL {
            let Descriptor { name, code, page, .. } = kind.descriptor();
            assert!(known.insert(*name) && known.insert(*code), "{name}");
            assert!(page.starts_with(&format!("# {name} ({code})\n")), "{name}");
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{name}\""));
        }
    }
}
