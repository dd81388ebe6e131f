//! Methods of the JDK whose own counting orders threads more than their documentation promises.
//!
//! `ConcurrentHashMap` counts its entries in one atomic variable, so that all its writers would be ordered among each
//! other, whatever their keys. Such a counter orders a thread that reads the count, on which the JDK's executors rely,
//! but not the others that count.

use raddle_classfile::op;

use raddle_events::runtime::UPDATE_ACQUIRES;

use crate::synchronisation::calls::Access;

/// What of a method's synchronisation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relaxed {
    /// All of it.
    No,
    /// What it publishes.
    Releases,
}

const METHODS: &[(&str, &[&str], Relaxed)] = &[
    (
        "java/util/concurrent/ConcurrentHashMap",
        &["addCount", "fullAddCount"],
        Relaxed::Releases,
    ),
    (
        "java/util/concurrent/atomic/LongAdder",
        &["add"],
        Relaxed::Releases,
    ),
    (
        "java/util/concurrent/atomic/DoubleAdder",
        &["add"],
        Relaxed::Releases,
    ),
    (
        "java/util/concurrent/atomic/LongAccumulator",
        &["accumulate"],
        Relaxed::Releases,
    ),
    (
        "java/util/concurrent/atomic/DoubleAccumulator",
        &["accumulate"],
        Relaxed::Releases,
    ),
    (
        "java/util/concurrent/atomic/Striped64",
        &["longAccumulate", "doubleAccumulate"],
        Relaxed::Releases,
    ),
];

impl Relaxed {
    pub(crate) fn of(class: &str, method: &str) -> Relaxed {
        METHODS
            .iter()
            .find(|(c, methods, _)| *c == class && methods.contains(&method))
            .map_or(Relaxed::No, |&(_, _, relaxed)| relaxed)
    }

    /// What is left of an access.
    pub(crate) fn allows(self, access: Access) -> Option<Access> {
        match (self, access) {
            (Relaxed::No, _) => Some(access),
            (Relaxed::Releases, Access::Acquire) => None,
            (Relaxed::Releases, Access::Update { outcome, mode }) => Some(Access::Update {
                outcome,
                mode: mode & !UPDATE_ACQUIRES,
            }),
            (Relaxed::Releases, access) => Some(access),
        }
    }

    pub(crate) fn hides_field(self, op: u8) -> bool {
        match self {
            Relaxed::No => false,
            Relaxed::Releases => matches!(op, op::GETFIELD | op::GETSTATIC),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_events::runtime::UPDATE_RELEASES;

    use crate::synchronisation::calls::Outcome;

    #[test]
    fn who_counts_tells_who_asks() {
        let update = |mode| Access::Update {
            outcome: Outcome::Returned,
            mode,
        };
        let both = update(UPDATE_ACQUIRES | UPDATE_RELEASES);
        let map = Relaxed::of("java/util/concurrent/ConcurrentHashMap", "addCount");
        assert_eq!(map.allows(both), Some(update(UPDATE_RELEASES)));
        let adder = Relaxed::of("java/util/concurrent/atomic/LongAdder", "add");
        assert_eq!(adder.allows(both), Some(update(UPDATE_RELEASES)));
        assert!(adder.hides_field(op::GETFIELD) && !adder.hides_field(op::PUTFIELD));
        let sum = Relaxed::of("java/util/concurrent/atomic/LongAdder", "sum");
        assert_eq!(sum.allows(both), Some(both));
    }
}
