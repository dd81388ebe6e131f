//! Vector clocks by thread, for traces.

use raddle_events::ThreadId;

use crate::VectorClock;

/// How far each thread has been seen; cheap to clone. Threads of a trace keep their number for ever, so
/// that vectors are as long as the run has threads; most of each is shared ([`VectorClock`]).
#[derive(Clone, Debug, Default)]
pub struct ThreadClock(VectorClock);

impl ThreadClock {
    pub fn get(&self, thread: ThreadId) -> u32 {
        self.0.at(thread.0 as usize)
    }

    /// The same, by number.
    pub fn vector(&self) -> &VectorClock {
        &self.0
    }

    /// Steps the thread's component by one. (It stays at the last number, which would hide races of a
    /// thread after four thousand million publications.)
    pub fn tick(&mut self, thread: ThreadId) {
        let next = self.get(thread).saturating_add(1);
        self.0.set_at(thread.0 as usize, next);
    }

    /// Takes the maximum of each component.
    pub fn join(&mut self, other: &ThreadClock) {
        self.0.join(&other.0);
    }
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
