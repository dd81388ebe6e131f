//! When a failure ends the exploration: at once, unless the very first schedule has it.
//!
//! What fails in the first schedule may fail in all of them, whatever the schedule: a test that injects an exception, or
//! one that is wrong. It would hide what only other schedules show. So some more are tried, until one fails in another
//! way. That costs no more than a few schedules or seconds, and only where a JVM goes on after a failure.

use std::time::{Duration, Instant};

use super::schedule::Schedule;

/// So many schedules come after a first one that fails.
const MORE: u64 = 20;
/// None begins when so much time has gone by.
const MORE_TIME: Duration = Duration::from_secs(5);

#[derive(Default)]
pub struct FirstFailures {
    /// The first schedule of this JVM has failed.
    from_the_first: bool,
    /// When that was over.
    since: Option<Instant>,
}

impl FirstFailures {
    /// Whether the exploration ends with a schedule, the `number`-th of this JVM.
    pub fn end_it(&mut self, number: u64, schedule: &Schedule) -> bool {
        if number == 1 {
            self.from_the_first = schedule.has_failed;
            self.since = Some(Instant::now());
            return false;
        }
        match self.from_the_first {
            true => schedule.fails_anew || number > MORE || self.is_late(),
            false => schedule.has_failed,
        }
    }

    fn is_late(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() >= MORE_TIME)
    }
}

#[cfg(test)]
mod tests {
    use raddle_schedule::WaitsEnd;

    use super::*;

    fn end(failures: &mut FirstFailures, number: u64, has_failed: bool, fails_anew: bool) -> bool {
        let mut schedule = Schedule::new(number, WaitsEnd::default(), 10);
        schedule.has_failed = has_failed;
        schedule.fails_anew = fails_anew;
        failures.end_it(number, &schedule)
    }

    #[test]
    fn a_failure_ends_it() {
        let mut failures = FirstFailures::default();
        let ends = [(1, false), (2, false), (3, true)].map(|(n, fails)| end(&mut failures, n, fails, fails));
        assert_eq!(ends, [false, false, true]);
    }

    #[test]
    fn what_fails_from_the_first_on_hides_nothing_else() {
        let mut failures = FirstFailures::default();
        assert!(!end(&mut failures, 1, true, true));
        assert!(!end(&mut failures, 2, true, false));
        assert!(end(&mut failures, 3, true, true));
    }

    #[test]
    fn it_ends_all_the_same() {
        let mut failures = FirstFailures::default();
        let ends = (1..100).position(|number| end(&mut failures, number, true, number == 1));
        assert_eq!(ends, Some(MORE as usize));
        let mut failures = FirstFailures::default();
        let ends = (1..100).position(|number| end(&mut failures, number, number == 1, number == 1));
        assert_eq!(ends, Some(MORE as usize));
    }
}
