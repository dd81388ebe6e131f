//! Shared read vectors: one word per slot for a variable that several threads read without order.
//!
//! This is for fields; the readers of array elements are Java arrays beside the array's shadow.
//!
//! A vector is `[capacity: u32][0: u32][word; capacity]` in memory that stays mapped. It is given back
//! only when nobody else has seen it yet, so no thread can still be using it: a variable keeps its vector.

use parking_lot::Mutex;
use raddle_clocks::{SHARED, SITE_BITS};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory::reserve;

const CHUNK: usize = 1 << 20;
/// All vectors together; beyond it reads are forgotten, and the run says so.
const LIMIT: usize = 1 << 30;
const SMALLEST: usize = 4;

#[derive(Default)]
pub struct Reads {
    pool: Mutex<Pool>,
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
    /// A vector with these two entries; 0 if there is no room.
    pub fn share(&self, first: u64, second: u64) -> u64 {
        let slots = slot(first).max(slot(second)) + 1;
        let Some(vector) = self.allocate(slots) else {
            return 0;
        };
        word(vector, slot(first)).store(first, Ordering::Relaxed);
        word(vector, slot(second)).store(second, Ordering::Release);
        SHARED | vector as u64
    }

    /// A larger copy with one entry more; 0 if there is no room.
    pub fn grow(&self, old: u64, entry: u64) -> u64 {
        let old = address(old);
        let Some(vector) = self.allocate(slot(entry) + 1) else {
            return 0;
        };
        (0..capacity(old)).for_each(|i| {
            word(vector, i).store(word(old, i).load(Ordering::Acquire), Ordering::Relaxed);
        });
        word(vector, slot(entry)).store(entry, Ordering::Release);
        SHARED | vector as u64
    }

    /// Brings over what readers wrote to `from` after it was copied. A slot's later word is the larger
    /// one but for the site, which stands in the low bits.
    pub fn merge(&self, from: u64, into: u64) {
        let (from, into) = (address(from), address(into));
        for i in 0..capacity(from) {
            let seen = word(from, i).load(Ordering::Acquire);
            let there = word(into, i);
            if seen >> SITE_BITS > there.load(Ordering::Relaxed) >> SITE_BITS {
                there.store(seen, Ordering::Release);
            }
        }
    }

    pub fn free(&self, vector: u64) {
        let vector = address(vector);
        let capacity = capacity(vector);
        (0..capacity).for_each(|i| word(vector, i).store(0, Ordering::Relaxed));
        let mut pool = self.pool.lock();
        pool.class(capacity).push(vector);
    }

    fn allocate(&self, slots: usize) -> Option<usize> {
        let capacity = slots.next_power_of_two().max(SMALLEST);
        let mut pool = self.pool.lock();
        if let Some(vector) = pool.class(capacity).pop() {
            return Some(vector);
        }
        let bytes = 8 + capacity * 8;
        if pool.end - pool.next < bytes {
            let chunk = CHUNK.max(bytes);
            if pool.total + chunk > LIMIT {
                return None;
            }
            pool.next = reserve(chunk) as usize;
            pool.end = pool.next + chunk;
            pool.total += chunk;
        }
        let vector = pool.next;
        pool.next += bytes;
        // SAFETY: the chunk has room for the header, and nobody else knows this address yet.
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

fn slot(word: u64) -> usize {
    (word >> (SITE_BITS + raddle_clocks::CLOCK_BITS)) as usize & raddle_clocks::MAX_SLOT as usize
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
    unsafe { AtomicU64::from_ptr((vector as *mut u64).add(1 + slot)) }
}
