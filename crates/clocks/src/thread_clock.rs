//! Vector clocks by thread, for traces: a copy shares what neither side changes.
//!
//! Threads of a trace keep their number for ever, so vectors are as long as the run has threads. Most
//! of a vector is the same as in the vector that it came from; chunks of it are shared until written.
//! A run of ten thousand threads then costs kilobytes per thread instead of ten thousand clocks.

use std::sync::Arc;

use raddle_events::ThreadId;

const CHUNK: usize = 64;

type Chunk = [u32; CHUNK];

/// How far each thread has been seen; cheap to clone. A thread that is not there is at zero.
#[derive(Clone, Debug, Default)]
pub struct ThreadClock {
    chunks: Vec<Option<Arc<Chunk>>>,
}

impl ThreadClock {
    pub fn get(&self, thread: ThreadId) -> u32 {
        let (chunk, at) = split(thread);
        self.chunks
            .get(chunk)
            .and_then(Option::as_ref)
            .map_or(0, |chunk| chunk[at])
    }

    /// Steps the thread's component by one. (It stays at the last number, which would hide races of a
    /// thread after four thousand million publications.)
    pub fn tick(&mut self, thread: ThreadId) {
        let (chunk, at) = split(thread);
        if self.chunks.len() <= chunk {
            self.chunks.resize(chunk + 1, None);
        }
        let chunk = Arc::make_mut(self.chunks[chunk].get_or_insert_with(|| Arc::new([0; CHUNK])));
        chunk[at] = chunk[at].saturating_add(1);
    }

    /// Takes the maximum of each component.
    pub fn join(&mut self, other: &ThreadClock) {
        if self.chunks.len() < other.chunks.len() {
            self.chunks.resize(other.chunks.len(), None);
        }
        for (mine, theirs) in self.chunks.iter_mut().zip(&other.chunks) {
            let Some(theirs) = theirs else { continue };
            match mine {
                Some(mine) if Arc::ptr_eq(mine, theirs) || leq(theirs, mine) => {}
                Some(mine) if !leq(mine, theirs) => {
                    let mine = Arc::make_mut(mine);
                    mine.iter_mut()
                        .zip(theirs.iter())
                        .for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
                }
                Some(_) | None => *mine = Some(Arc::clone(theirs)),
            }
        }
    }
}

fn split(thread: ThreadId) -> (usize, usize) {
    let index = thread.0 as usize;
    (index / CHUNK, index % CHUNK)
}

fn leq(a: &Chunk, b: &Chunk) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn clock(ticks: &[u32]) -> ThreadClock {
        let mut clock = ThreadClock::default();
        ticks.iter().for_each(|&thread| clock.tick(ThreadId(thread)));
        clock
    }

    #[test]
    fn a_copy_is_not_changed_with_its_original() {
        let mut original = clock(&[3, 3, 100]);
        let copy = original.clone();
        original.tick(ThreadId(3));
        assert_eq!((original.get(ThreadId(3)), copy.get(ThreadId(3))), (3, 2));
    }

    #[test]
    fn what_is_unchanged_is_shared() {
        let parent = clock(&[0, 70, 140]);
        let mut child = clock(&[141]);
        child.join(&parent);
        let shared = |i: usize| {
            Arc::ptr_eq(
                parent.chunks[i].as_ref().unwrap(),
                child.chunks[i].as_ref().unwrap(),
            )
        };
        assert!(shared(0) && shared(1) && !shared(2));
    }

    proptest! {
        #[test]
        fn join_is_the_maximum(a in vec(0u32..200, 0..60), b in vec(0u32..200, 0..60)) {
            let count = |ticks: &[u32], thread| ticks.iter().filter(|&&t| t == thread).count() as u32;
            let mut joined = clock(&a);
            joined.join(&clock(&b));
            for thread in 0..200 {
                let expected = count(&a, thread).max(count(&b, thread));
                prop_assert_eq!(joined.get(ThreadId(thread)), expected);
            }
        }
    }
}
