//! What a slot's vector clock was in the past, as far as somebody may still ask.

use std::collections::VecDeque;

use crate::VectorClock;

/// The versions of one slot's vector that have been published and replaced since.
///
/// Later versions of a slot have seen all that earlier ones have. So when the oldest have been dropped
/// and one of them is asked for, the oldest that is left can stand in: it orders too much, which may
/// hide a race, and never too little.
#[derive(Debug, Default)]
pub struct History {
    versions: VecDeque<(u32, VectorClock)>,
    dropped: bool,
    degraded: u64,
}

/// A past vector, to be joined by [`VectorClock::join_published`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version<'a> {
    /// The slot's own clock: the one asked for; or, for a stand-in, the first clock of that version.
    /// (With the earlier clock beside the later components, somebody would seem to have seen a thread
    /// without having seen what that thread had seen of this slot.)
    pub clock: u32,
    /// All other components; the slot's own one is not later than `clock`.
    pub others: &'a VectorClock,
}

impl History {
    /// `others` was the slot's vector at its clock `from` and some clocks after, its own component being
    /// at `from` or before. Versions come in the order of their clocks.
    pub fn push(&mut self, from: u32, others: VectorClock) {
        self.versions.push_back((from, others));
    }

    /// Drops the oldest version and says what it weighed; the last one stays, for without it order
    /// would be lost.
    pub fn drop_oldest(&mut self) -> Option<usize> {
        if self.versions.len() < 2 {
            return None;
        }
        self.dropped = true;
        self.versions.pop_front().map(|(_, others)| others.weight())
    }

    /// The vector at `clock`: the version with the greatest `from` that is not later, or a stand-in.
    pub fn at(&mut self, clock: u32) -> Option<Version<'_>> {
        let later = self.versions.partition_point(|&(from, _)| from <= clock);
        match later.checked_sub(1) {
            Some(found) => self
                .versions
                .get(found)
                .map(|(_, others)| Version { clock, others }),
            None if self.dropped => {
                self.degraded += 1;
                self.versions
                    .front()
                    .map(|(from, others)| Version { clock: *from, others })
            }
            None => None,
        }
    }

    pub fn len(&self) -> usize {
        self.versions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.versions.is_empty()
    }

    /// How often a stand-in was given.
    pub fn degraded(&self) -> u64 {
        self.degraded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slot;

    fn history(froms: impl IntoIterator<Item = u32>) -> History {
        let mut history = History::default();
        froms
            .into_iter()
            .for_each(|from| history.push(from, [from].into_iter().collect()));
        history
    }

    fn at(history: &mut History, clock: u32) -> Option<(u32, u32)> {
        history
            .at(clock)
            .map(|version| (version.clock, version.others.get(Slot(0))))
    }

    #[test]
    fn the_version_that_was_valid_is_found() {
        let mut history = history([2, 5, 6]);
        let found = [1, 2, 4, 5, 6, 99].map(|clock| at(&mut history, clock));
        assert_eq!(
            found,
            [
                None,
                Some((2, 2)),
                Some((4, 2)),
                Some((5, 5)),
                Some((6, 6)),
                Some((99, 6))
            ]
        );
        assert_eq!(history.degraded(), 0);
    }

    #[test]
    fn a_dropped_version_has_a_later_stand_in_with_its_own_clock() {
        let mut history = history([1, 2, 3, 4, 5]);
        (0..3).for_each(|_| assert!(history.drop_oldest().is_some()));
        assert_eq!(history.len(), 2);
        assert_eq!(at(&mut history, 4), Some((4, 4)));
        assert_eq!(history.degraded(), 0);
        assert_eq!(at(&mut history, 1), Some((4, 4)));
        assert_eq!(history.degraded(), 1);
    }

    #[test]
    fn the_latest_is_never_dropped() {
        let mut history = history(1..=3);
        while history.drop_oldest().is_some() {}
        assert_eq!(at(&mut history, 3), Some((3, 3)));
        assert_eq!(History::default().drop_oldest(), None);
    }
}
