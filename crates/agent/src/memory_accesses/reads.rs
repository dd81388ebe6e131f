//! Shared read vectors: the last reads of a variable that several threads read without order.
//!
//! This is for fields; the reads of array elements are marks in the array's shadow (`RaddleBlocks`).
//!
//! A vector is its capacity and, from [`VECTOR_ENTRIES`] on, so many words; a slot's word is at the slot modulo the capacity, a power of
//! two. Two slots that meet there share the place if one read comes before the other, which it then stands for; else
//! the vector grows. So vectors are as large as there are readers without order, whatever the number of slots. They are
//! in memory that stays mapped, and given back only when no thread else has seen them yet, so no thread can still be
//! using one: a variable keeps its vectors, the outgrown ones too, and so does an object that is dead.

use parking_lot::Mutex;
use raddle_clocks::{Epoch, SHARED, Word};
use raddle_events::runtime::VECTOR_ENTRIES;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory_accesses::native_memory::reserve;

const CHUNK: usize = 1 << 20;
const SMALLEST: usize = 4;
const HEAD: usize = VECTOR_ENTRIES as usize;

pub struct Reads {
    pool: Mutex<Pool>,
    /// Bytes of all vectors together.
    limit: usize,
}

#[derive(Default)]
struct Pool {
    /// Free vectors by the logarithm of their capacity.
    free: Vec<Vec<usize>>,
    next: usize,
    end: usize,
    total: usize,
}

impl Reads {
    pub fn new(limit: usize) -> Self {
        Self {
            pool: Mutex::default(),
            limit,
        }
    }

    /// A vector with these two entries; 0 if there is no room.
    pub fn share(&self, first: u64, second: u64) -> u64 {
        self.vector(&[first, second])
    }

    /// A larger copy with one entry more; 0 if there is no room.
    pub fn grow(&self, old: u64, entry: u64) -> u64 {
        let old = address(old);
        let words = (0..capacity(old)).map(|i| word(old, i).load(Ordering::Acquire));
        let others = words.filter(|&word| word != 0 && slot(word) != slot(entry));
        self.vector(&others.chain([entry]).collect::<Vec<_>>())
    }

    pub fn free(&self, vector: u64) {
        let vector = address(vector);
        let capacity = capacity(vector);
        (0..capacity).for_each(|i| word(vector, i).store(0, Ordering::Relaxed));
        let mut pool = self.pool.lock();
        pool.class(capacity).push(vector);
    }

    /// The smallest vector in which these entries, of different slots, have a place each.
    fn vector(&self, entries: &[u64]) -> u64 {
        let most = usize::from(raddle_clocks::MAX_SLOT) + 1;
        let mut capacity = entries.len().next_power_of_two().max(SMALLEST);
        while capacity < most && !fit(entries, capacity) {
            capacity *= 2;
        }
        let Some(vector) = self.allocate(capacity) else {
            return 0;
        };
        for &entry in entries {
            word(vector, slot(entry) & (capacity - 1)).store(entry, Ordering::Release);
        }
        SHARED | vector as u64
    }

    fn allocate(&self, capacity: usize) -> Option<usize> {
        let mut pool = self.pool.lock();
        if let Some(vector) = pool.class(capacity).pop() {
            return Some(vector);
        }
        let bytes = HEAD + capacity * 8;
        if pool.end - pool.next < bytes {
            let chunk = CHUNK.max(bytes).min(self.limit - pool.total);
            if chunk < bytes {
                return None;
            }
            pool.next = reserve(chunk) as usize;
            pool.end = pool.next + chunk;
            pool.total += chunk;
        }
        let vector = pool.next;
        pool.next += bytes;
        // SAFETY: the chunk has room for the header, and no other thread knows this address yet.
        unsafe { (vector as *mut u64).write(capacity as u64) };
        Some(vector)
    }
}

impl Pool {
    fn class(&mut self, capacity: usize) -> &mut Vec<usize> {
        let class = capacity.trailing_zeros() as usize;
        if self.free.len() <= class {
            self.free.resize_with(class + 1, Vec::new);
        }
        &mut self.free[class]
    }
}

fn fit(entries: &[u64], capacity: usize) -> bool {
    let mut taken = vec![false; capacity];
    let mut take = |entry: &u64| !std::mem::replace(&mut taken[slot(*entry) & (capacity - 1)], true);
    entries.iter().all(&mut take)
}

fn slot(word: u64) -> usize {
    match Word::from_bits(word) {
        Word::At(epoch) => Epoch::slot(epoch).index(),
        Word::Never | Word::Shared(_) => 0,
    }
}

fn address(word: u64) -> usize {
    (word & !SHARED) as usize
}

fn capacity(vector: usize) -> usize {
    // SAFETY: vectors stay mapped, and their header is never changed.
    unsafe { (vector as *const u32).read() as usize }
}

fn word<'a>(vector: usize, slot: usize) -> &'a AtomicU64 {
    // SAFETY: callers stay below the capacity; vectors stay mapped and are aligned to 8.
    unsafe { AtomicU64::from_ptr(((vector + HEAD) as *mut u64).add(slot)) }
}

#[cfg(test)]
mod tests {
    use raddle_clocks::Slot;
    use raddle_events::SiteId;

    use super::*;

    fn read(slot: u16, clock: u32) -> u64 {
        Epoch::new(Slot(slot), clock, SiteId(1)).bits()
    }

    fn entries(vector: u64) -> Vec<u64> {
        let vector = address(vector);
        let words = (0..capacity(vector)).map(|i| word(vector, i).load(Ordering::Relaxed));
        words.filter(|&word| word != 0).collect()
    }

    #[test]
    fn a_vector_is_as_large_as_its_readers_need() {
        let reads = Reads::new(1 << 20);
        let two = reads.share(read(9_000, 1), read(9_001, 1));
        assert_eq!((capacity(address(two)), entries(two).len()), (4, 2));
        let meeting = reads.share(read(0, 1), read(8, 1));
        assert_eq!(capacity(address(meeting)), 16);
        let most = reads.share(read(0, 1), read(8_192, 1));
        assert_eq!(entries(most), [read(0, 1), read(8_192, 1)]);
    }

    #[test]
    fn growing_keeps_all_readers_and_the_latest_read_of_each() {
        let reads = Reads::new(1 << 20);
        let mut vector = reads.share(read(0, 1), read(1, 1));
        for slot in 2..40 {
            vector = reads.grow(vector, read(slot * 3, 2));
        }
        vector = reads.grow(vector, read(3, 7));
        let found = entries(vector);
        assert_eq!(found.len(), 41);
        assert!(found.contains(&read(3, 7)) && found.contains(&read(0, 1)) && found.contains(&read(117, 2)));
    }

    #[test]
    fn there_is_a_limit_and_what_is_given_back_is_used_again() {
        let reads = Reads::new(100);
        let first = reads.share(read(0, 1), read(1, 1));
        let second = reads.share(read(0, 1), read(1, 1));
        assert!(first != 0 && second != 0);
        assert_eq!(reads.share(read(0, 1), read(1, 1)), 0);
        assert_eq!(reads.grow(first, read(4, 1)), 0);
        reads.free(second);
        assert_eq!(reads.share(read(2, 1), read(3, 1)), second);
        assert_eq!(entries(second), [read(2, 1), read(3, 1)]);
    }
}
