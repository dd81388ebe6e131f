//! How long virtual time waits for threads that are blocked externally.
//!
//! A thread that reads from a socket or waits for a lock of the JVM may come back at once. While it may, the time of
//! another is not up, or an answer from within the program would lose against each timeout. A thread that never comes
//! back, as that of a server which gets no request, must not hold time up for ever.

use std::time::Duration;

use raddle_schedule::{Candidate, Model, Replay, ResumeKind};

/// How long a thread that is blocked externally may take to come back before another's time is up: an answer from
/// within the program takes less.
const ANSWER: Duration = Duration::from_millis(100);
/// How long that is waited for in all if none of them ever comes back.
const ANSWERS: Duration = Duration::from_secs(10);

#[derive(Default)]
pub struct Patience {
    /// For how long no thread did anything since the last one came back.
    still: Duration,
    time_passes: bool,
}

impl Patience {
    /// Whether one that is blocked externally comes first. A repetition knows who is next.
    pub fn waits(&mut self, model: &Model, candidates: &[Candidate], replay: Option<&Replay>) -> bool {
        let passes = std::mem::take(&mut self.time_passes);
        match replay {
            Some(replay) => replay
                .next_thread()
                .is_some_and(|thread| model.is_outside(thread)),
            None => {
                !passes
                    && self.still < ANSWERS
                    && candidates.iter().all(|candidate| candidate.how != ResumeKind::Go)
                    && model.has_outside()
            }
        }
    }

    /// No thread has done anything for so long. True: that is long enough, and time passes.
    pub fn stood_still(&mut self, model: &Model, candidates: &[Candidate], real: Duration) -> bool {
        let left = model.until_next().map_or(Duration::MAX, Duration::from_nanos);
        self.time_passes = !candidates.is_empty() && real >= left.min(ANSWER);
        if self.time_passes {
            self.still += real;
        }
        self.time_passes
    }

    /// One of them has come back.
    pub fn came_back(&mut self) {
        self.still = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use raddle_events::{SiteId, ThreadId};
    use raddle_schedule::{Act, BlockReason, Choice, Op, Strategy, Target, WaitsEnd};

    use super::super::schedule::{Next, Schedule};
    use super::*;

    /// Goes by the first candidate.
    struct First;

    impl Strategy for First {
        fn begin(&mut self, _number: u64, _seed: u64) -> bool {
            true
        }

        fn choose(&mut self, _choice: &Choice<'_>) -> usize {
            0
        }
    }

    fn next(schedule: &mut Schedule) -> Next {
        schedule.next(&mut First, None, |_| "".into())
    }

    /// One sleeps so long, the other is outside.
    fn one_sleeps(nanos: u64) -> (Schedule, ThreadId) {
        let mut schedule = Schedule::new(0, WaitsEnd::default(), 1_000);
        let sleeper = schedule.add(0, ThreadId(0), false);
        let other = schedule.add(0, ThreadId(1), false);
        schedule.model.go_outside(other);
        let op = Op {
            act: Act::Sleep,
            target: Target::life(sleeper),
            site: SiteId::UNKNOWN,
        };
        let until = schedule.model.now() + nanos;
        schedule.model.arrive(sleeper, op, BlockReason::Sleep { until });
        (schedule, sleeper)
    }

    #[test]
    fn time_does_not_leap_while_a_thread_that_is_blocked_externally_may_come_back() {
        let (mut schedule, sleeper) = one_sleeps(u64::MAX / 2);
        assert!(matches!(next(&mut schedule), Next::Outside));
        assert!(!schedule.stood_still(ANSWER / 2));
        assert!(matches!(next(&mut schedule), Next::Outside));
        assert!(schedule.stood_still(ANSWER));
        assert!(matches!(next(&mut schedule), Next::Thread(thread, _) if thread == sleeper));
    }

    #[test]
    fn short_sleeps_take_no_longer_than_they_would() {
        let (mut schedule, sleeper) = one_sleeps(1_000_000);
        assert!(matches!(next(&mut schedule), Next::Outside));
        assert!(schedule.stood_still(Duration::from_millis(1)));
        assert!(matches!(next(&mut schedule), Next::Thread(thread, _) if thread == sleeper));
    }

    /// A server without requests does not come back.
    #[test]
    fn those_outside_are_not_waited_for_in_vain_again_and_again() {
        let (mut schedule, sleeper) = one_sleeps(u64::MAX / 2);
        assert!(matches!(next(&mut schedule), Next::Outside));
        assert!(schedule.stood_still(ANSWERS));
        schedule.patience.time_passes = false;
        assert!(matches!(next(&mut schedule), Next::Thread(thread, _) if thread == sleeper));
        let (mut schedule, _) = one_sleeps(u64::MAX / 2);
        assert!(matches!(next(&mut schedule), Next::Outside));
        assert!(schedule.stood_still(ANSWERS));
        schedule.patience.time_passes = false;
        schedule.patience.came_back();
        assert!(matches!(next(&mut schedule), Next::Outside));
    }
}
