//! Vector clocks by slot: an owned one, and the same operations on slices in anybody's memory.
//! A component that is not there is zero: nothing of that slot has been seen.

use std::sync::Arc;

use crate::{Epoch, Slot};

/// How far `clock` has seen `slot`.
pub fn get(clock: &[u32], slot: Slot) -> u32 {
    clock.get(slot.index()).copied().unwrap_or(0)
}

/// Whether what `epoch` marks happened before whatever a thread with this `clock` does now.
pub fn is_ordered(epoch: Epoch, clock: &[u32]) -> bool {
    get(clock, epoch.slot()) >= epoch.clock()
}

/// Whether `b` has seen all that `a` has.
pub fn leq(a: &[u32], b: &[u32]) -> bool {
    let (common, rest) = a.split_at(a.len().min(b.len()));
    common.iter().zip(b).all(|(a, b)| a <= b) && rest.iter().all(|&a| a == 0)
}

/// The length up to the last component that is not zero.
pub fn needed_len(clock: &[u32]) -> usize {
    clock.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1)
}

/// Takes the maximum of each component; says whether one has grown. What of `src` lies beyond the end
/// of `dst` is not seen: `dst` must have [`needed_len`] of `src` or more.
pub fn join_into(dst: &mut [u32], src: &[u32]) -> bool {
    let mut changed = false;
    for (dst, &src) in dst.iter_mut().zip(src) {
        changed |= *dst < src;
        *dst = (*dst).max(src);
    }
    changed
}

/// Joins what `slot` published at `clock`: `others` for all components but its own, for which the live
/// clock may be later and a snapshot has nothing. `dst` must have room, as for [`join_into`].
pub fn join_published(dst: &mut [u32], slot: Slot, clock: u32, others: &[u32]) -> bool {
    let own = slot.index();
    let (before, after) = others.split_at(own.min(others.len()));
    let mut changed = join_into(dst, before);
    if let (Some(dst), Some(src)) = (dst.get_mut(own + 1..), after.get(1..)) {
        changed |= join_into(dst, src);
    }
    if let Some(dst) = dst.get_mut(own) {
        changed |= *dst < clock;
        *dst = (*dst).max(clock);
    }
    changed
}

/// A copy of a thread's clock to keep: no longer than needed and without its own component, which is
/// what [`join_published`] is told apart. So a thread that has seen little leaves little behind,
/// whatever the number of its slot.
pub fn snapshot(clock: &[u32], own: Slot) -> Arc<[u32]> {
    let mut copy = clock.to_vec();
    if let Some(own) = copy.get_mut(own.index()) {
        *own = 0;
    }
    copy[..needed_len(&copy)].into()
}

/// A vector clock that grows as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorClock(Vec<u32>);

impl VectorClock {
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    pub fn get(&self, slot: Slot) -> u32 {
        get(&self.0, slot)
    }

    pub fn set(&mut self, slot: Slot, clock: u32) {
        self.make_room(slot.index() + 1);
        self.0[slot.index()] = clock;
    }

    pub fn join(&mut self, other: &[u32]) -> bool {
        self.make_room(needed_len(other));
        join_into(&mut self.0, other)
    }

    /// See [`join_published`].
    pub fn join_published(&mut self, slot: Slot, clock: u32, others: &[u32]) -> bool {
        self.make_room(needed_len(others).max(slot.index() + 1));
        join_published(&mut self.0, slot, clock, others)
    }

    fn make_room(&mut self, len: usize) {
        if self.0.len() < len {
            self.0.resize(len, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_publication_replaces_only_its_own_component() {
        let mut mine = VectorClock(vec![1, 1]);
        assert!(mine.join_published(Slot(1), 4, &[3, 9, 2]));
        assert_eq!(mine.as_slice(), [3, 4, 2]);
        assert!(!mine.join_published(Slot(1), 4, &[3, 9, 2]));
    }

    #[test]
    fn a_snapshot_is_as_short_as_it_can_be() {
        assert_eq!(&*snapshot(&[7, 0, 0, 0, 5], Slot(4)), [7]);
        assert_eq!(&*snapshot(&[0, 3], Slot(0)), [0, 3]);
        assert!(snapshot(&[1], Slot(0)).is_empty());
    }

    proptest! {
        #[test]
        fn join_is_the_least_upper_bound(a in vec(0u32..4, 0..6), b in vec(0u32..4, 0..6)) {
            let mut joined = VectorClock(a.clone());
            let changed = joined.join(&b);
            prop_assert!(leq(&a, joined.as_slice()) && leq(&b, joined.as_slice()));
            prop_assert_eq!(changed, !leq(&b, &a));
            for slot in (0..6).map(Slot) {
                prop_assert_eq!(joined.get(slot), get(&a, slot).max(get(&b, slot)));
            }
        }

        #[test]
        fn a_snapshot_publishes_the_same(mine in vec(0u32..4, 0..6), theirs in vec(0u32..4, 3..6)) {
            let (slot, clock) = (Slot(2), get(&theirs, Slot(2)));
            let mut whole = VectorClock(mine);
            let mut kept = whole.clone();
            whole.join(&theirs);
            kept.join_published(slot, clock, &snapshot(&theirs, slot));
            prop_assert!(leq(whole.as_slice(), kept.as_slice()) && leq(kept.as_slice(), whole.as_slice()));
        }
    }
}
