//! The kinds of finding. Their names are a contract with other people's scripts.

use serde::{Deserialize, Serialize};

/// What sort of error a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    DataRace,
}

impl Kind {
    pub const ALL: [Kind; 1] = [Kind::DataRace];

    /// The stable name, as in `raddle explain data-race`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::DataRace => "data-race",
        }
    }

    /// The stable code, for reports that want one short word.
    pub const fn code(self) -> &'static str {
        match self {
            Kind::DataRace => "RAD001",
        }
    }
}
