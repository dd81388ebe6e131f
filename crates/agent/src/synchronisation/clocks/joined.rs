//! Vectors that several threads have published into, for words that no single epoch can stand for.
//!
//! Such a word is SHARED, 31 bits of generation, 32 bits of number. The vector goes when a thread that has
//! seen all of it publishes there; its number is used again, with another generation. The vector of a word
//! in an object that the garbage collector took is never given back, so there is a limit to all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::{Mutex, MutexGuard, RwLock};
use raddle_clocks::SHARED;

use super::orders::Both;

#[derive(Default)]
pub struct Joined {
    all: RwLock<Vec<Arc<Mutex<Entry>>>>,
    free: Mutex<Vec<u32>>,
    /// About how many bytes there are.
    bytes: AtomicUsize,
    limit: usize,
}

#[derive(Default)]
struct Entry {
    generation: u32,
    clock: Both,
}

impl Joined {
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Calls `body` with the word's vector. `None`: the word has been replaced.
    pub fn with<T>(&self, word: u64, body: impl FnOnce(&mut Both) -> T) -> Option<T> {
        let entry = self.entry(word)?;
        Self::current(&entry, word).map(|mut entry| body(&mut entry.clock))
    }

    /// As [`Joined::with`]; if `body` says so, the vector goes and the word is no longer good.
    pub fn with_or_drop(&self, word: u64, body: impl FnOnce(&mut Both) -> bool) -> Option<bool> {
        let entry = self.entry(word)?;
        let mut entry = Self::current(&entry, word)?;
        let before = entry.clock.weight();
        let drop = body(&mut entry.clock);
        if drop {
            entry.generation = (entry.generation + 1) & GENERATIONS;
            entry.clock = Both::default();
            self.bytes.fetch_sub(before, Ordering::Relaxed);
            self.free.lock().push(word as u32);
        } else {
            let grown = entry.clock.weight().saturating_sub(before);
            self.bytes.fetch_add(grown, Ordering::Relaxed);
        }
        Some(drop)
    }

    /// A word for this vector; `None` if there are too many.
    pub fn add(&self, clock: Both) -> Option<u64> {
        let weight = clock.weight();
        if self.bytes.load(Ordering::Relaxed) + weight > self.limit {
            return None;
        }
        self.bytes.fetch_add(weight, Ordering::Relaxed);
        let free = self.free.lock().pop();
        let number = free.unwrap_or_else(|| {
            let mut all = self.all.write();
            all.push(Arc::default());
            (all.len() - 1) as u32
        });
        let entry = Arc::clone(self.all.read().get(number as usize)?);
        let mut entry = entry.lock();
        entry.clock = clock;
        Some(SHARED | u64::from(entry.generation) << 32 | u64::from(number))
    }

    fn entry(&self, word: u64) -> Option<Arc<Mutex<Entry>>> {
        self.all.read().get(word as u32 as usize).cloned()
    }

    fn current(entry: &Mutex<Entry>, word: u64) -> Option<MutexGuard<'_, Entry>> {
        let entry = entry.lock();
        (entry.generation == (word >> 32) as u32 & GENERATIONS).then_some(entry)
    }
}

const GENERATIONS: u32 = 0x7fff_ffff;

#[cfg(test)]
mod tests {
    use super::*;

    fn both<const N: usize>(clocks: [u32; N]) -> Both {
        Both::new(clocks.into_iter().collect(), [7].into_iter().collect())
    }

    #[test]
    fn a_word_is_good_until_its_vector_goes() {
        let joined = Joined::new(1 << 20);
        let vector = both([1, 2]);
        let word = joined.add(vector.clone()).unwrap();
        assert_eq!(joined.with(word, |clock| clock.clone()), Some(vector.clone()));
        assert_eq!(joined.with_or_drop(word, |_| false), Some(false));
        assert_eq!(joined.with_or_drop(word, |_| true), Some(true));
        assert_eq!(joined.with(word, |_| ()), None);
        let next = joined.add(vector).unwrap();
        assert_eq!((next as u32, joined.with(word, |_| ())), (word as u32, None));
        assert_eq!(joined.with(u64::MAX, |_| ()), None);
    }

    #[test]
    fn there_is_a_limit_and_what_goes_makes_room() {
        let vector = both([1]);
        let joined = Joined::new(vector.weight() * 2);
        let words = [(); 2].map(|()| joined.add(vector.clone()).unwrap());
        assert_eq!(joined.add(vector.clone()), None);
        joined.with_or_drop(words[0], |_| true);
        assert!(joined.add(vector).is_some());
    }
}
