//! Which waits are reported: what two samples in a row show, with nothing changed in between.
//!
//! A cycle that an interrupt could break is reported once it has lasted for a while, or when the JVM ends. Threads are
//! inspected by [`WaitInspector`], which the JVM's own is one of.

use std::time::{Duration, Instant};

use raddle_detect::wait_graph::{Needs, State, Verdict, verdict};
use raddle_events::ThreadId;

use crate::locks::numbers::LockId;
use crate::waits::sample::{Of, Sample};

/// How long a wait that an interrupt could end may last, while a thread runs that might interrupt it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes samples of the threads.
pub trait WaitInspector {
    /// `None`: no thread waits for ever.
    fn sample(&mut self, of: Of) -> Option<Sample>;

    /// Whether the program may be waiting for a signal, since it has asked to hear when it is to end; or for threads
    /// that the JVM does not know.
    fn awaits_others(&self) -> bool;

    /// Lets the time between two samples pass. True: there is no second one, since the JVM ends.
    fn pause(&self, is_last: bool) -> bool;

    fn now(&self) -> Instant;
}

/// What makes a cycle, or a program that is stuck, the same as another: the threads, and what each waits at.
type Key = Vec<(i64, Option<LockId>)>;

/// What is wrong with the threads of a sample.
struct Wrong {
    sample: Sample,
    verdict: Verdict,
    /// Of each cycle; without any, of the program that is stuck.
    keys: Vec<Key>,
}

/// What is to be reported.
pub struct Confirmed {
    pub sample: Sample,
    pub verdict: Verdict,
}

pub struct Judge {
    /// The JVM ends with the first report.
    ends: bool,
    reported: Vec<Key>,
    /// Cycles that an interrupt could still break, and since when they are known.
    doubtful: Vec<(Key, Instant)>,
}

impl Judge {
    pub fn new(ends: bool) -> Self {
        Self {
            ends,
            reported: Vec::new(),
            doubtful: Vec::new(),
        }
    }

    /// What is new and certain now.
    pub fn look(&mut self, inspector: &mut impl WaitInspector) -> Option<Confirmed> {
        let first = wrong(inspector, Of::Still).map(|wrong| wrong.keys);
        let first = first.unwrap_or_default();
        self.doubtful.retain(|(key, _)| first.contains(key));
        if self.is_known(&first) || inspector.pause(false) {
            return None;
        }
        self.confirm(inspector, &first, false)
    }

    /// The JVM ends: no thread that might have broken a cycle has done so.
    pub fn last_look(&mut self, inspector: &mut impl WaitInspector) -> Option<Confirmed> {
        let first = wrong(inspector, Of::Waiting).map(|wrong| wrong.keys);
        let first = first.unwrap_or_default();
        if self.is_known(&first) || inspector.pause(true) {
            return None;
        }
        self.confirm(inspector, &first, true)
    }

    fn is_known(&self, keys: &[Key]) -> bool {
        keys.iter().all(|key| self.reported.contains(key))
    }

    /// What was wrong at the first look and still is.
    fn confirm(
        &mut self,
        inspector: &mut impl WaitInspector,
        first: &[Key],
        is_last: bool,
    ) -> Option<Confirmed> {
        let mut wrong = wrong(inspector, Of::Still)?;
        let keys = &wrong.keys;
        let is_news = |n: &usize| first.contains(&keys[*n]) && !self.reported.contains(&keys[*n]);
        let news: Vec<usize> = (0..keys.len()).filter(is_news).collect();
        let now = inspector.now();
        let is_sure = |&n: &usize| is_last || !self.may_be_interrupted(&wrong, n, now);
        let sure: Vec<usize> = news.iter().copied().filter(is_sure).collect();
        let reported = match sure.is_empty() {
            true => return None,
            // With the JVM, what an interrupt might break ends too.
            false if self.ends => news,
            false => sure,
        };
        self.reported
            .extend(reported.iter().map(|&n| wrong.keys[n].clone()));
        let mut n = 0..;
        wrong
            .verdict
            .cycles
            .retain(|_| n.next().is_some_and(|n| reported.contains(&n)));
        Some(Confirmed {
            sample: wrong.sample,
            verdict: wrong.verdict,
        })
    }

    /// Whether a thread that runs could break this cycle, as far as is known by now.
    fn may_be_interrupted(&mut self, wrong: &Wrong, n: usize, now: Instant) -> bool {
        let one_runs = wrong.verdict.stuck.len() < wrong.sample.states.len();
        let is_interruptible = |id: &ThreadId| {
            let still = wrong.sample.still.get(id);
            let wait = still.and_then(|still| still.wait.as_ref());
            wait.is_some_and(|wait| wait.interruptible)
        };
        let cycle = wrong.verdict.cycles.get(n);
        if !one_runs || !cycle.is_some_and(|cycle| cycle.iter().any(is_interruptible)) {
            return false;
        }
        let key = &wrong.keys[n];
        match self.doubtful.iter().find(|(known, _)| known == key) {
            Some((_, since)) => now.duration_since(*since) < PATIENCE,
            None => {
                self.doubtful.push((key.clone(), now));
                true
            }
        }
    }
}

fn wrong(inspector: &mut impl WaitInspector, of: Of) -> Option<Wrong> {
    let sample = inspector.sample(of)?;
    let verdict = verdict(&sample.states);
    let is_stuck = || stuck(&sample, &verdict).is_some() && !inspector.awaits_others();
    let keys = match verdict.cycles.is_empty() {
        false => verdict.cycles.iter().map(|cycle| key(&sample, cycle)).collect(),
        true if is_stuck() => vec![key(&sample, &verdict.stuck)],
        true => return None,
    };
    Some(Wrong {
        sample,
        verdict,
        keys,
    })
}

fn key(sample: &Sample, threads: &[ThreadId]) -> Key {
    let still = threads.iter().filter_map(|id| sample.still.get(id));
    let mut key: Key = still
        .map(|still| (still.tid, still.wait.as_ref().and_then(|wait| wait.object)))
        .collect();
    key.sort();
    key
}

/// The threads that keep the JVM from ending, if no thread can ever go on.
pub fn stuck(sample: &Sample, verdict: &Verdict) -> Option<Vec<ThreadId>> {
    if verdict.stuck.len() < sample.states.len() {
        return None;
    }
    let keeps_alive = |id: &ThreadId| {
        let still = sample.still.get(id);
        still.is_some_and(|still| !still.is_daemon && !still.is_brief)
    };
    let mut ids: Vec<ThreadId> = verdict.stuck.iter().copied().filter(keeps_alive).collect();
    if ids.is_empty() {
        return None;
    }
    // And those that they wait for.
    let mut next = 0;
    while let Some(id) = ids.get(next) {
        if let Some(State::Waits(Needs::AllOf(others) | Needs::AnyOf(others))) = sample.states.get(id) {
            let is_new = |other: &&ThreadId| !ids.contains(other);
            let news: Vec<ThreadId> = others.iter().filter(is_new).copied().collect();
            ids.extend(news.into_iter().filter(|id| sample.still.contains_key(id)));
        }
        next += 1;
    }
    Some(ids)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use raddle_findings::WaitKind;

    use super::*;
    use crate::waits::known::Noted;
    use crate::waits::sample::{Still, WaitsFor};

    /// Plays samples one after the other; `None` where no thread waits for ever.
    struct Script {
        samples: VecDeque<Option<Sample>>,
        awaits_others: bool,
        jvm_ends: bool,
        now: Instant,
    }

    impl Script {
        fn of(samples: impl IntoIterator<Item = Option<Sample>>) -> Self {
            Self {
                samples: samples.into_iter().collect(),
                awaits_others: false,
                jvm_ends: false,
                now: Instant::now(),
            }
        }
    }

    impl WaitInspector for Script {
        fn sample(&mut self, _: Of) -> Option<Sample> {
            self.samples.pop_front().expect("no more samples are wanted")
        }

        fn awaits_others(&self) -> bool {
            self.awaits_others
        }

        fn pause(&self, is_last: bool) -> bool {
            self.jvm_ends && !is_last
        }

        fn now(&self) -> Instant {
            self.now
        }
    }

    fn still(tid: i64, object: u32, interruptible: bool) -> Still {
        Still {
            tid,
            noted: Noted::default(),
            name: String::new(),
            is_daemon: false,
            is_brief: false,
            stack: Vec::new(),
            held: Vec::new(),
            wait: Some(WaitsFor {
                kind: WaitKind::Monitor,
                object: Some(LockId(object)),
                joined: None,
                interruptible,
            }),
            class_wait: None,
        }
    }

    fn waits_for(ids: &[u32]) -> State {
        State::Waits(Needs::AllOf(ids.iter().copied().map(ThreadId).collect()))
    }

    /// Threads 0 and 1 wait for each other, at these objects; thread 2 does what it does.
    fn cycle(objects: [u32; 2], interruptible: bool, third: State) -> Option<Sample> {
        let threads = objects.into_iter().zip(0..);
        let still = threads.map(|(object, n)| (ThreadId(n), still(i64::from(n) + 10, object, interruptible)));
        let states = [waits_for(&[1]), waits_for(&[0]), third];
        Some(Sample {
            still: still.collect(),
            states: (0..).map(ThreadId).zip(states).collect(),
        })
    }

    /// One thread waits for a notification, and so does a daemon.
    fn stuck_sample(main_is_daemon: bool) -> Option<Sample> {
        let mut daemon = still(12, 4, true);
        daemon.is_daemon = true;
        let mut main = still(11, 3, true);
        main.is_daemon = main_is_daemon;
        let anybody = || State::Waits(Needs::Anybody);
        Some(Sample {
            still: [(ThreadId(0), main), (ThreadId(1), daemon)].into(),
            states: [(ThreadId(0), anybody()), (ThreadId(1), anybody())].into(),
        })
    }

    fn cycles(confirmed: Option<Confirmed>) -> usize {
        confirmed.map_or(0, |confirmed| confirmed.verdict.cycles.len())
    }

    #[test]
    fn a_cycle_is_reported_if_two_samples_show_the_same_and_once() {
        let mut judge = Judge::new(false);
        let same = || cycle([1, 2], false, State::Runs);
        assert_eq!(cycles(judge.look(&mut Script::of([same(), same()]))), 1);
        // It is known, and no second sample is taken.
        assert_eq!(cycles(judge.look(&mut Script::of([same()]))), 0);
        // The same threads at other objects are another cycle.
        let other = || cycle([2, 3], false, State::Runs);
        assert_eq!(cycles(judge.look(&mut Script::of([other(), other()]))), 1);
    }

    #[test]
    fn what_only_one_sample_shows_is_not_reported() {
        let mut judge = Judge::new(false);
        let once = || cycle([1, 2], false, State::Runs);
        assert_eq!(cycles(judge.look(&mut Script::of([once(), None]))), 0);
        let moved = cycle([1, 3], false, State::Runs);
        assert_eq!(cycles(judge.look(&mut Script::of([once(), moved]))), 0);
        assert_eq!(cycles(judge.look(&mut Script::of([None]))), 0);
        // The JVM ends before the second one.
        let mut ends = Script::of([once()]);
        ends.jvm_ends = true;
        assert_eq!(cycles(judge.look(&mut ends)), 0);
        ends.samples.extend([once(), once()]);
        assert_eq!(cycles(judge.last_look(&mut ends)), 1);
    }

    #[test]
    fn a_cycle_that_an_interrupt_could_break_has_its_time_while_a_thread_runs() {
        let mut judge = Judge::new(false);
        let same = |third| cycle([1, 2], true, third);
        let mut script = Script::of([]);
        let mut look = |seconds, third: State| {
            script.now += Duration::from_secs(seconds);
            script.samples = [same(third.clone()), same(third)].into();
            cycles(judge.look(&mut script))
        };
        assert_eq!(look(0, State::Runs), 0);
        assert_eq!(look(9, State::Runs), 0);
        assert_eq!(look(2, State::Runs), 1);
        // With no thread that runs there is no interrupt.
        let mut judge = Judge::new(false);
        let all = || same(waits_for(&[0]));
        assert_eq!(cycles(judge.look(&mut Script::of([all(), all()]))), 1);
        // The end of the JVM is the end of the time.
        let mut judge = Judge::new(false);
        let runs = || same(State::Runs);
        assert_eq!(cycles(judge.last_look(&mut Script::of([runs(), runs()]))), 1);
    }

    #[test]
    fn the_time_begins_again_once_the_cycle_was_broken() {
        let mut judge = Judge::new(false);
        let same = || cycle([1, 2], true, State::Runs);
        let mut script = Script::of([same(), same()]);
        assert_eq!(cycles(judge.look(&mut script)), 0);
        script.samples = [None].into();
        assert_eq!(cycles(judge.look(&mut script)), 0);
        script.now += PATIENCE * 2;
        script.samples = [same(), same()].into();
        assert_eq!(cycles(judge.look(&mut script)), 0);
    }

    #[test]
    fn a_program_is_stuck_if_all_wait_and_one_keeps_the_jvm_alive() {
        let confirmed = |samples: [Option<Sample>; 2], awaits_others| {
            let mut script = Script::of(samples);
            script.awaits_others = awaits_others;
            Judge::new(true).look(&mut script)
        };
        let stuck_now = confirmed([stuck_sample(false), stuck_sample(false)], false).expect("it is stuck");
        assert_eq!(
            stuck(&stuck_now.sample, &stuck_now.verdict),
            Some(vec![ThreadId(0)])
        );
        assert!(confirmed([stuck_sample(false), stuck_sample(false)], true).is_none());
        assert!(confirmed([stuck_sample(true), stuck_sample(true)], false).is_none());
    }

    #[test]
    fn those_that_the_last_threads_wait_for_are_shown_too() {
        let mut sample = stuck_sample(false).expect("a sample");
        sample.states.insert(ThreadId(0), waits_for(&[1]));
        let verdict = verdict(&sample.states);
        assert_eq!(stuck(&sample, &verdict), Some(vec![ThreadId(0), ThreadId(1)]));
    }
}
