//! A running thread's vector clock, twice: shared with its past versions, and flat in native memory, where
//! the thread's rewritten code compares against it and counts up its own component.

use std::sync::atomic::{AtomicU32, Ordering};

use raddle_clocks::{Chunk, Slot, VectorClock};

use crate::memory::reserve;

const COMPONENTS: usize = raddle_clocks::MAX_SLOT as usize + 1;

pub struct LiveClock {
    memory: usize,
    own: Slot,
    /// What the memory shows, but for the own component, which is at its last change or before.
    vector: VectorClock,
}

impl LiveClock {
    pub fn new() -> Self {
        Self {
            memory: reserve(COMPONENTS * size_of::<u32>()) as usize,
            own: Slot::default(),
            vector: VectorClock::default(),
        }
    }

    pub fn address(&self) -> usize {
        self.memory
    }

    /// The clock of a thread that begins in slot `own` at clock `first`, having seen `vector`.
    pub fn begin(&mut self, own: Slot, first: u32, vector: VectorClock) {
        self.component(self.own.index())
            .store(self.vector.get(self.own), Ordering::Relaxed);
        let memory = self.memory;
        vector.tell_changes(&self.vector, &mut |at, chunk| write(memory, at, chunk, None));
        self.vector = vector;
        self.own = own;
        self.component(own.index()).store(first, Ordering::Relaxed);
    }

    pub fn now(&self) -> u32 {
        self.component(self.own.index()).load(Ordering::Relaxed)
    }

    /// Ends the thread's present clock. For the thread itself, which then reads its clock anew.
    pub fn tick(&self) -> u32 {
        self.component(self.own.index()).fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The vector; its own component may be behind.
    pub fn others(&self) -> &VectorClock {
        &self.vector
    }

    /// The vector with its own component.
    pub fn whole(&self) -> VectorClock {
        let mut whole = self.vector.clone();
        whole.set(self.own, self.now());
        whole
    }

    /// Joins what `slot` published at `clock`; says whether anything has changed.
    pub fn join_published(&mut self, slot: Slot, clock: u32, others: &VectorClock) -> bool {
        let (memory, own) = (self.memory, self.own.index());
        if slot == self.own {
            return self
                .vector
                .join_telling(others, &mut |at, chunk| write(memory, at, chunk, Some(own)));
        }
        self.vector.join_published(slot, clock, others, &mut |at, chunk| {
            write(memory, at, chunk, Some(own));
        })
    }

    pub fn join(&mut self, other: &VectorClock) -> bool {
        let (memory, own) = (self.memory, self.own.index());
        self.vector
            .join_telling(other, &mut |at, chunk| write(memory, at, chunk, Some(own)))
    }

    fn component(&self, index: usize) -> &AtomicU32 {
        component(self.memory, index)
    }
}

fn write(memory: usize, first: usize, chunk: &Chunk, own: Option<usize>) {
    for (index, &clock) in (first..).zip(chunk) {
        if Some(index) != own {
            component(memory, index).store(clock, Ordering::Relaxed);
        }
    }
}

fn component<'a>(memory: usize, index: usize) -> &'a AtomicU32 {
    debug_assert!(index < COMPONENTS);
    // SAFETY: the memory has a component for every slot there can be, and chunks divide it; it is aligned
    // and never unmapped.
    unsafe { AtomicU32::from_ptr((memory as *mut u32).add(index)) }
}

const _: () = assert!(COMPONENTS.is_multiple_of(raddle_clocks::CHUNK));

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(clock: &LiveClock) -> Vec<u32> {
        (0..130)
            .map(|i| clock.component(i).load(Ordering::Relaxed))
            .collect()
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
    fn memory_shows_what_was_joined_and_keeps_its_own_component() {
        let mut clock = LiveClock::new();
        clock.begin(Slot(1), 5, vector(&[(0, 3)]));
        assert!(clock.join_published(Slot(100), 7, &vector(&[(0, 4), (1, 2)])));
        assert_eq!(shown(&clock), expected(&[(0, 4), (1, 5), (100, 7)]));
        assert!(!clock.join(&vector(&[(0, 4)])));
        assert_eq!(clock.whole(), vector(&[(0, 4), (1, 5), (100, 7)]));
    }

    #[test]
    fn nothing_of_a_former_thread_is_left() {
        let mut clock = LiveClock::new();
        clock.begin(Slot(1), 5, vector(&[(0, 3), (100, 1)]));
        clock.begin(Slot(2), 1, vector(&[(0, 2)]));
        assert_eq!(shown(&clock), expected(&[(0, 2), (2, 1)]));
    }
}
