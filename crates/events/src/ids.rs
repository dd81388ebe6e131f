//! Ids are types: a thread is never passed where a lock is meant.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($repr:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $repr);
    };
}

id!(
    /// A thread of the run, numbered in the order of birth. Never re-used.
    ThreadId(u32)
);
id!(
    /// Anything that threads synchronise through: a monitor, a volatile field, a thread's interrupt.
    SyncId(u64)
);
id!(
    /// A variable: one field of one object, one static field, or one element of one array.
    VarId(u64)
);
id!(
    /// A place in the program that accesses memory or synchronises. Zero is "not known".
    SiteId(u32)
);

impl SiteId {
    /// A site that was not recorded.
    pub const UNKNOWN: SiteId = SiteId(0);
}
