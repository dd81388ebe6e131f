//! Happens-before, as detectors ask for it. It is kept in one of two ways: by the clocks of slots, which rewritten code
//! compares with itself, or by the reference detector of event mode, whose components are the threads.

use raddle_clocks::{Epoch, Slot, VectorClock};
use raddle_events::SyncId;

use crate::event_mode::EventMode;
use crate::memory_accesses::access::Access;
use crate::synchronisation::clocks::{Thread, ThreadClocks};

pub trait HappensBefore {
    /// The component of vectors that counts what this thread does.
    fn component(&self, thread: &Thread) -> usize;

    /// What the thread has seen, its own clock included.
    fn seen_by(&self, thread: &Thread) -> VectorClock;

    /// What a sync word stands for; nothing if it is out of date.
    fn seen_at(&self, word: u64) -> VectorClock;

    /// What a thread had seen at an access, which is the last thing of its own that it had seen.
    fn seen_at_access(&self, access: &Access) -> VectorClock;
}

impl HappensBefore for ThreadClocks {
    fn component(&self, thread: &Thread) -> usize {
        thread.slot().index()
    }

    fn seen_by(&self, thread: &Thread) -> VectorClock {
        ThreadClocks::seen_by(self, thread)
    }

    fn seen_at(&self, word: u64) -> VectorClock {
        ThreadClocks::seen_at(self, word)
    }

    fn seen_at_access(&self, access: &Access) -> VectorClock {
        let slot = Slot(access.component as u16);
        ThreadClocks::seen_at(self, Epoch::new(slot, access.clock, access.site).bits())
    }
}

impl HappensBefore for EventMode {
    fn component(&self, thread: &Thread) -> usize {
        thread.id.0 as usize
    }

    fn seen_by(&self, thread: &Thread) -> VectorClock {
        EventMode::seen_by(self, thread.id)
    }

    fn seen_at(&self, word: u64) -> VectorClock {
        EventMode::seen_at(self, SyncId(word))
    }

    /// Of other threads, what it has seen by now.
    fn seen_at_access(&self, access: &Access) -> VectorClock {
        let mut seen = EventMode::seen_by(self, access.thread);
        seen.set_at(access.component, access.clock);
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use raddle_events::{Action, Op, SiteId, ThreadId};
    use raddle_session::Config;

    use super::*;
    use crate::lifecycle::limits;

    const CHANNEL: u64 = 5;

    /// Ids of threads, which are not the numbers of their slots.
    const MAIN: ThreadId = ThreadId(7);
    const CHILDREN: [ThreadId; 2] = [ThreadId(3), ThreadId(5)];

    /// The same run in both ways: the first thread starts two others, which synchronise through one object.
    struct Run {
        clocks: ThreadClocks,
        events: EventMode,
        in_events: bool,
        threads: Vec<Arc<Thread>>,
        /// The sync word of the object.
        word: u64,
    }

    impl Run {
        fn new(in_events: bool) -> Self {
            let config = Config::default();
            let clocks = ThreadClocks::new(limits::threads(&config.limits), false);
            let events = EventMode::new(&config);
            let (main, _) = clocks.begin(MAIN, 0).expect("there are slots");
            let mut threads = vec![main];
            for child in CHILDREN {
                let seen = clocks.publish(&threads[0], 0);
                clocks.count_up(&threads[0]);
                events.event(MAIN, Action::Fork { child });
                threads.push(clocks.begin(child, seen).expect("there are slots").0);
            }
            Self {
                clocks,
                events,
                in_events,
                threads,
                word: 0,
            }
        }

        fn order(&self) -> &dyn HappensBefore {
            match self.in_events {
                true => &self.events,
                false => &self.clocks,
            }
        }

        fn release(&mut self, thread: usize) {
            let sync = SyncId(CHANNEL);
            self.word = self.clocks.publish(&self.threads[thread], self.word);
            self.clocks.count_up(&self.threads[thread]);
            self.events
                .event(self.threads[thread].id, Action::Release { sync });
        }

        fn acquire(&self, thread: usize) {
            let sync = SyncId(CHANNEL);
            assert!(self.clocks.acquire(&self.threads[thread], self.word, false));
            self.events
                .event(self.threads[thread].id, Action::Acquire { sync });
        }

        fn access(&self, thread: usize) -> Access {
            let component = self.order().component(&self.threads[thread]);
            Access {
                thread: self.threads[thread].id,
                op: Op::Write,
                site: SiteId(9),
                clock: self.seen_by(thread).at(component),
                component,
                locks: None,
            }
        }

        fn seen_by(&self, thread: usize) -> VectorClock {
            self.order().seen_by(&self.threads[thread])
        }

        fn seen_at_word(&self) -> VectorClock {
            self.order()
                .seen_at(if self.in_events { CHANNEL } else { self.word })
        }
    }

    fn has_seen(seen: &VectorClock, access: &Access) -> bool {
        seen.at(access.component) >= access.clock
    }

    #[test]
    fn both_ways_say_what_a_thread_has_seen() {
        for in_events in [false, true] {
            let mut run = Run::new(in_events);
            let before = run.access(1);
            assert!(
                has_seen(&run.seen_by(1), &before),
                "its own, in events: {in_events}"
            );
            assert!(!has_seen(&run.seen_by(2), &before), "in events: {in_events}");
            run.release(1);
            let after = run.access(1);
            assert!(!has_seen(&run.seen_by(2), &before), "in events: {in_events}");
            run.acquire(2);
            let seen = run.seen_by(2);
            assert!(
                has_seen(&seen, &before) && !has_seen(&seen, &after),
                "in events: {in_events}"
            );
        }
    }

    #[test]
    fn both_ways_say_what_was_released() {
        for in_events in [false, true] {
            let mut run = Run::new(in_events);
            assert!(!has_seen(&run.seen_at_word(), &run.access(1)));
            let [first, second] = [1, 2].map(|thread| run.access(thread));
            run.release(1);
            let released = run.seen_at_word();
            assert!(has_seen(&released, &first) && !has_seen(&released, &second));
            // Another thread releases there without having acquired: the object stands for both.
            run.release(2);
            let released = run.seen_at_word();
            assert!(has_seen(&released, &first) && has_seen(&released, &second));
        }
    }

    #[test]
    fn both_ways_say_what_was_seen_at_an_access() {
        for in_events in [false, true] {
            let mut run = Run::new(in_events);
            let first = run.access(1);
            run.release(1);
            let later = run.access(1);
            run.acquire(2);
            let second = run.access(2);
            // It may have been long ago.
            run.release(1);
            run.release(2);
            let seen = run.order().seen_at_access(&second);
            assert_eq!(seen.at(second.component), second.clock, "in events: {in_events}");
            assert!(has_seen(&seen, &first) && !has_seen(&seen, &later));
            let seen = run.order().seen_at_access(&first);
            assert_eq!(seen.at(first.component), first.clock, "in events: {in_events}");
            assert!(!has_seen(&seen, &second) && !has_seen(&seen, &later));
        }
    }
}
