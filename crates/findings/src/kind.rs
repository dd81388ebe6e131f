//! The kinds of finding. Their names are a contract with other people's scripts.

use serde::{Deserialize, Serialize};

/// What sort of error a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    DataRace,
    LockDiscipline,
    Deadlock,
    LockOrder,
    Stuck,
    UncaughtException,
    Livelock,
    BadExit,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::DataRace,
        Kind::LockDiscipline,
        Kind::Deadlock,
        Kind::LockOrder,
        Kind::Stuck,
        Kind::UncaughtException,
        Kind::Livelock,
        Kind::BadExit,
    ];

    /// The stable name, as in `raddle explain data-race`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::DataRace => "data-race",
            Kind::LockDiscipline => "lock-discipline",
            Kind::Deadlock => "deadlock",
            Kind::LockOrder => "lock-order",
            Kind::Stuck => "stuck",
            Kind::UncaughtException => "uncaught-exception",
            Kind::Livelock => "livelock",
            Kind::BadExit => "bad-exit",
        }
    }

    /// The stable code, for reports that want one short word.
    pub const fn code(self) -> &'static str {
        match self {
            Kind::DataRace => "RAD001",
            Kind::LockDiscipline => "RAD002",
            Kind::Deadlock => "RAD003",
            Kind::LockOrder => "RAD004",
            Kind::Stuck => "RAD005",
            Kind::UncaughtException => "RAD007",
            Kind::Livelock => "RAD013",
            Kind::BadExit => "RAD014",
        }
    }

    /// Whether the program itself has failed by it, in the schedule that shows it: reason enough to stop and
    /// to keep that schedule.
    pub const fn is_failure(self) -> bool {
        match self {
            Kind::Deadlock | Kind::Stuck | Kind::UncaughtException | Kind::Livelock | Kind::BadExit => true,
            Kind::DataRace | Kind::LockDiscipline | Kind::LockOrder => false,
        }
    }

    /// Whether it is found only where Raddle decides which thread runs.
    pub const fn needs_control(self) -> bool {
        matches!(self, Kind::UncaughtException | Kind::Livelock | Kind::BadExit)
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
