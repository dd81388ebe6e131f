//! A running thread's vector clock: flat in native memory, where the thread's rewritten code compares against
//! it and counts up its own component; and, when others ask, as a vector that shares what it can.

use std::sync::atomic::{AtomicU32, Ordering};

use raddle_clocks::{CHUNK, Slot, VectorClock};

use crate::memory_accesses::native_memory::reserve;

const COMPONENTS: usize = raddle_clocks::MAX_SLOT as usize + 1;

pub struct LiveClock {
    memory: usize,
    own: Slot,
    /// How many components may be other than zero.
    width: usize,
    /// What the memory showed at some time: the copy for others, who share what has not changed since.
    vector: VectorClock,
}

impl LiveClock {
    pub fn new() -> Self {
        Self {
            memory: reserve(COMPONENTS * size_of::<u32>()) as usize,
            own: Slot::default(),
            width: 0,
            vector: VectorClock::default(),
        }
    }

    pub fn address(&self) -> usize {
        self.memory
    }

    /// The clock of a thread that begins in slot `own` at clock `first`, having seen `vector`.
    pub fn begin(&mut self, own: Slot, first: u32, vector: VectorClock) {
        self.whole();
        self.width = own.index() + 1;
        self.show(vector);
        self.own = own;
        self.component(own).store(first, Ordering::Relaxed);
    }

    /// What the vector is to become.
    fn show(&mut self, vector: VectorClock) {
        let memory = self.memory;
        vector.tell_changes(&self.vector, &mut |first, chunk| {
            for (index, &clock) in (first..).zip(chunk) {
                component(memory, index).store(clock, Ordering::Relaxed);
            }
        });
        let last = vector.chunks().last();
        self.width = self.width.max(last.map_or(0, |(first, _)| first + CHUNK));
        self.vector = vector;
    }

    pub fn get(&self, slot: Slot) -> u32 {
        self.component(slot).load(Ordering::Relaxed)
    }

    pub fn own(&self) -> Slot {
        self.own
    }

    pub fn now(&self) -> u32 {
        self.get(self.own)
    }

    /// Ends the thread's present clock. For the thread itself, which then reads its clock anew.
    pub fn tick(&self) -> u32 {
        self.component(self.own).fetch_add(1, Ordering::Relaxed) + 1
    }

    /// As `RaddleSync.tick` does it.
    #[cfg(test)]
    pub fn put_now(&self, clock: u32) {
        self.component(self.own).store(clock, Ordering::Relaxed);
    }

    /// The vector, with its own component.
    pub fn whole(&mut self) -> VectorClock {
        for first in (0..self.width).step_by(CHUNK) {
            let memory = self.memory;
            let chunk = std::array::from_fn(|i| component(memory, first + i).load(Ordering::Relaxed));
            self.vector.show(first, &chunk);
        }
        self.vector.clone()
    }

    /// Raises a component to `clock`; answers with what it was, if that was less.
    pub fn raise(&mut self, slot: Slot, clock: u32) -> Option<u32> {
        let old = self.get(slot);
        if old >= clock {
            return None;
        }
        self.width = self.width.max(slot.index() + 1);
        self.component(slot).store(clock, Ordering::Relaxed);
        Some(old)
    }

    /// Adds the components that `other` would raise; false if they come to more than `most`.
    pub fn news(&self, other: &VectorClock, most: usize, into: &mut Vec<(Slot, u32)>) -> bool {
        let unseen = other
            .chunks()
            .filter(|(first, _)| !self.vector.shares(other, *first));
        for (index, &clock) in unseen.flat_map(|(first, chunk)| (first..).zip(chunk)) {
            if clock > component(self.memory, index).load(Ordering::Relaxed) {
                if into.len() == most {
                    return false;
                }
                into.push((Slot(index as u16), clock));
            }
        }
        true
    }

    /// Joins all of `other`, at once; answers with the vector before.
    pub fn join(&mut self, other: &VectorClock) -> VectorClock {
        let before = self.whole();
        let mut joined = before.clone();
        joined.join(other);
        self.show(joined);
        before
    }

    fn component(&self, slot: Slot) -> &AtomicU32 {
        component(self.memory, slot.index())
    }
}

fn component<'a>(memory: usize, index: usize) -> &'a AtomicU32 {
    debug_assert!(index < COMPONENTS);
    // SAFETY: the memory has a component for every slot there can be, and chunks divide it; it is aligned
    // and never unmapped.
    unsafe { AtomicU32::from_ptr((memory as *mut u32).add(index)) }
}

const _: () = assert!(COMPONENTS.is_multiple_of(CHUNK));

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(clock: &LiveClock) -> Vec<u32> {
        (0..130).map(|i| clock.get(Slot(i))).collect()
    }

    fn vector(components: &[(u16, u32)]) -> VectorClock {
        let mut vector = VectorClock::default();
        components
            .iter()
            .for_each(|&(slot, clock)| vector.set(Slot(slot), clock));
        vector
    }

    fn expected(components: &[(usize, u32)]) -> Vec<u32> {
        let mut all = vec![0; 130];
        components.iter().for_each(|&(slot, clock)| all[slot] = clock);
        all
    }

    #[test]
    fn memory_shows_what_was_raised_and_others_get_a_copy() {
        let mut clock = LiveClock::new();
        clock.begin(Slot(1), 5, vector(&[(0, 3)]));
        assert_eq!(clock.raise(Slot(0), 4), Some(3));
        assert_eq!(clock.raise(Slot(0), 4), None);
        assert_eq!(clock.raise(Slot(100), 7), Some(0));
        assert_eq!(shown(&clock), expected(&[(0, 4), (1, 5), (100, 7)]));
        assert_eq!(clock.whole(), vector(&[(0, 4), (1, 5), (100, 7)]));
    }

    #[test]
    fn nothing_of_a_former_thread_is_left() {
        let mut clock = LiveClock::new();
        clock.begin(Slot(1), 5, vector(&[(0, 3), (100, 1)]));
        clock.raise(Slot(70), 9);
        clock.begin(Slot(2), 1, vector(&[(0, 2)]));
        assert_eq!(shown(&clock), expected(&[(0, 2), (2, 1)]));
    }
}
