//! Vector clocks: how far each slot (or thread) has been seen. What is not there is at zero.
//!
//! A vector is a directory of chunks. Copies share both, and a join takes over the other side's chunk
//! wherever that has seen more: after a thread has acquired from another, the two differ in the chunks
//! of their own slots and little else. So a past version costs a directory and a few chunks, whatever
//! the number of slots, and what two vectors share is compared by address.

use std::fmt;
use std::sync::Arc;

use crate::{Epoch, Slot};

/// Components that are shared or copied together.
pub const CHUNK: usize = 64;
pub type Chunk = [u32; CHUNK];

/// A vector clock; cheap to clone.
#[derive(Clone, Default)]
pub struct VectorClock {
    chunks: Arc<Vec<Option<Arc<Chunk>>>>,
}

impl VectorClock {
    pub fn get(&self, slot: Slot) -> u32 {
        self.at(slot.index())
    }

    pub fn set(&mut self, slot: Slot, clock: u32) {
        self.set_at(slot.index(), clock);
    }

    /// Whether the access of `epoch` happened before all that a thread with this clock does now.
    pub fn has_seen(&self, epoch: Epoch) -> bool {
        self.get(epoch.slot()) >= epoch.clock()
    }

    /// Takes the maximum of each component; says whether one has grown.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        if Arc::ptr_eq(&self.chunks, &other.chunks) {
            return changed;
        }
        for (index, theirs) in other.chunks.iter().enumerate() {
            let Some(theirs) = theirs else { continue };
            let joined = match self.chunk(index) {
                Some(mine) if Arc::ptr_eq(mine, theirs) || leq(theirs, mine) => continue,
                Some(mine) if !leq(mine, theirs) => Arc::new(max(mine, theirs)),
                None if **theirs == [0; CHUNK] => continue,
                Some(_) | None => Arc::clone(theirs),
            };
            self.put(index, joined);
            changed = true;
        }
        changed
    }

    /// Whether the two share the chunk that begins with this component.
    pub fn shares(&self, other: &Self, first: usize) -> bool {
        match (self.chunk(first / CHUNK), other.chunk(first / CHUNK)) {
            (Some(mine), Some(theirs)) => Arc::ptr_eq(mine, theirs),
            _ => false,
        }
    }

    /// All chunks, with the index of the first component of each.
    pub fn chunks(&self) -> impl Iterator<Item = (usize, &Chunk)> {
        let chunks = self.chunks.iter().enumerate();
        chunks.filter_map(|(n, chunk)| Some((n * CHUNK, chunk.as_deref()?)))
    }

    /// All components that are not zero.
    pub fn components(&self) -> impl Iterator<Item = (Slot, u32)> {
        let all = self
            .chunks()
            .flat_map(|(first, chunk)| (first..).zip(chunk.iter().copied()));
        all.filter(|&(_, clock)| clock > 0)
            .map(|(index, clock)| (Slot(index as u16), clock))
    }

    /// Takes over components as memory shows them, from `first` on, which begins a chunk.
    pub fn show(&mut self, first: usize, chunk: &Chunk) {
        let index = first / CHUNK;
        let is_same = match self.chunk(index) {
            Some(mine) => **mine == *chunk,
            None => *chunk == [0; CHUNK],
        };
        if !is_same {
            self.put(index, Arc::new(*chunk));
        }
    }

    /// Whether `other` has seen all that this one has.
    pub fn leq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chunks, &other.chunks)
            || self.chunks.iter().enumerate().all(|(index, mine)| {
                let Some(mine) = mine else { return true };
                match other.chunk(index) {
                    Some(theirs) => Arc::ptr_eq(mine, theirs) || leq(mine, theirs),
                    None => **mine == [0; CHUNK],
                }
            })
    }

    /// Emits each chunk of this vector that is not that of `shown`, with the index of its first component: what has to
    /// be written to memory that shows `shown`.
    pub fn tell_changes(&self, shown: &Self, tell: &mut dyn FnMut(usize, &Chunk)) {
        for index in 0..self.chunks.len().max(shown.chunks.len()) {
            match (self.chunk(index), shown.chunk(index)) {
                (Some(mine), Some(theirs)) if Arc::ptr_eq(mine, theirs) => {}
                (Some(mine), _) => tell(index * CHUNK, mine),
                (None, Some(_)) => tell(index * CHUNK, &[0; CHUNK]),
                (None, None) => {}
            }
        }
    }

    /// About how many bytes it costs to keep this version of a vector that goes on changing: the
    /// directory, and the few chunks that no other vector is likely to share.
    pub fn weight(&self) -> usize {
        const UNSHARED: usize = 3;
        const OVERHEAD: usize = 96;
        let chunks = self.chunks.len();
        OVERHEAD + chunks * size_of::<usize>() + chunks.min(UNSHARED) * (size_of::<Chunk>() + 16)
    }

    /// A component by its number, be that a slot's or a thread's.
    pub fn at(&self, index: usize) -> u32 {
        self.chunk(index / CHUNK).map_or(0, |chunk| chunk[index % CHUNK])
    }

    pub fn set_at(&mut self, index: usize, clock: u32) {
        if self.at(index) == clock {
            return;
        }
        let chunks = Arc::make_mut(&mut self.chunks);
        if chunks.len() <= index / CHUNK {
            chunks.resize(index / CHUNK + 1, None);
        }
        let chunk = chunks[index / CHUNK].get_or_insert_with(|| Arc::new([0; CHUNK]));
        Arc::make_mut(chunk)[index % CHUNK] = clock;
    }

    fn chunk(&self, index: usize) -> Option<&Arc<Chunk>> {
        self.chunks.get(index).and_then(Option::as_ref)
    }

    fn put(&mut self, index: usize, chunk: Arc<Chunk>) {
        let chunks = Arc::make_mut(&mut self.chunks);
        if chunks.len() <= index {
            chunks.resize(index + 1, None);
        }
        chunks[index] = Some(chunk);
    }
}

impl PartialEq for VectorClock {
    fn eq(&self, other: &Self) -> bool {
        self.leq(other) && other.leq(self)
    }
}

impl Eq for VectorClock {}

impl fmt::Debug for VectorClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.components().map(|(slot, clock)| (slot.index(), clock));
        f.debug_map().entries(seen).finish()
    }
}

/// The clock that has seen this much of slots 0, 1, 2 …
impl FromIterator<u32> for VectorClock {
    fn from_iter<I: IntoIterator<Item = u32>>(clocks: I) -> Self {
        let mut clock = Self::default();
        for (index, component) in clocks.into_iter().enumerate() {
            clock.set_at(index, component);
        }
        clock
    }
}

fn leq(a: &Chunk, b: &Chunk) -> bool {
    // Without an early end the compiler can look at several components at once.
    a.iter().zip(b).fold(true, |all, (a, b)| all & (a <= b))
}

fn max(a: &Chunk, b: &Chunk) -> Chunk {
    std::array::from_fn(|i| a[i].max(b[i]))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn clock<const N: usize>(components: [u32; N]) -> VectorClock {
        components.into_iter().collect()
    }

    /// Components that lie in three chunks.
    fn spread(components: &[u32]) -> VectorClock {
        let mut clock = VectorClock::default();
        for (i, &component) in components.iter().enumerate() {
            clock.set(place(i), component);
        }
        clock
    }

    fn place(i: usize) -> Slot {
        Slot((i * 30) as u16)
    }

    #[test]
    fn a_copy_is_not_changed_with_its_original() {
        let mut original = clock([3, 3]);
        let copy = original.clone();
        original.set(Slot(0), 4);
        assert_eq!((original.get(Slot(0)), copy.get(Slot(0))), (4, 3));
    }

    #[test]
    fn what_is_taken_over_is_shared() {
        let theirs = spread(&[1, 1, 1, 1, 1, 1, 1]);
        let mut mine = spread(&[0, 0, 0, 0, 0, 0, 2]);
        mine.join(&theirs);
        let shared = |i: usize| Arc::ptr_eq(mine.chunk(i).unwrap(), theirs.chunk(i).unwrap());
        assert!(shared(0) && shared(1) && !shared(2));
    }

    proptest! {
        #[test]
        fn join_is_the_least_upper_bound(a in vec(0u32..4, 0..7), b in vec(0u32..4, 0..7)) {
            let (a, b) = (spread(&a), spread(&b));
            let mut joined = a.clone();
            let changed = joined.join(&b);
            prop_assert!(a.leq(&joined) && b.leq(&joined));
            prop_assert_eq!(changed, !b.leq(&a));
            for slot in (0..7).map(place) {
                prop_assert_eq!(joined.get(slot), a.get(slot).max(b.get(slot)));
            }
        }

        #[test]
        fn memory_that_gets_the_changes_shows_the_vector(
            a in vec(0u32..4, 0..7), b in vec(0u32..4, 0..7), c in vec(0u32..4, 0..7),
        ) {
            let mut memory = [0; 4 * CHUNK];
            let mut write = |first: usize, chunk: &Chunk| memory[first..first + CHUNK].copy_from_slice(chunk);
            let (a, b, c) = (spread(&a), spread(&b), spread(&c));
            a.tell_changes(&VectorClock::default(), &mut write);
            b.tell_changes(&a, &mut write);
            c.tell_changes(&b, &mut write);
            let mut shown = a.clone();
            for (first, chunk) in memory.chunks(CHUNK).enumerate() {
                shown.show(first * CHUNK, chunk.try_into().unwrap());
            }
            prop_assert_eq!(&shown, &c);
            for (index, &component) in memory.iter().enumerate() {
                prop_assert_eq!(component, c.at(index));
            }
        }
    }
}
