//! When time may pass: whether a thread that can run would be held up by more than a machine holds threads up.
//!
//! A program that waits three seconds for another thread to take ten steps is right to rely on that. So a wait may end by
//! its time only if each thread that could run before has been held up for at most [`JITTER`] by then; or if it has had
//! its share of [`SHARE`] steps since the wait began, as where a program works until its time is up.
//!
//! A thread that spins until a moment does not wait, and a step takes a microsecond. So that such loops end, time goes
//! the faster ([`Fair::pace`]) the longer all threads that can run have taken steps that change nothing.

use raddle_events::ThreadId;

/// How long, in nanoseconds, a thread that could run may be kept from it.
const JITTER: u64 = 10_000_000;
/// So many steps, by weight, all threads that can run take together before a wait may end that began before them.
const SHARE: u64 = 20_000;
/// What a step that changes nothing weighs, and one that lets others go first.
const IDLE: u64 = 10;
const YIELDS: u64 = 40;
/// After so many idle steps of each thread time goes faster, by twice after each so many more, but not beyond this power.
const IDLE_ROUNDS: u64 = 1_000;
const TWICE_EACH: u64 = 50;
const FASTEST: u64 = 26;
/// A step that lets others go first counts as so many that change nothing.
const IDLE_YIELD: u64 = 5;

/// What fairness has to know of all threads, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fair {
    threads: Vec<Turns>,
    /// How often anything was changed.
    changes: u64,
    /// How many can run.
    able: u64,
    /// Idle steps since the last change of the thread that can run and has had fewest.
    rounds: u64,
}

#[derive(Clone, Debug, Default)]
struct Turns {
    /// Since when it could run and has not.
    able_since: Option<u64>,
    /// Its steps, by weight.
    work: u64,
    /// Its idle steps since there were so many changes.
    idle: u64,
    idle_since: u64,
    /// How far each thread was when this one began to wait for a time.
    before: Vec<u64>,
}

impl Fair {
    pub fn add(&mut self) {
        self.threads.push(Turns::default());
    }

    /// A thread begins to wait, for a time.
    pub fn waits(&mut self, id: ThreadId) {
        let works: Vec<u64> = self.threads.iter().map(|thread| thread.work).collect();
        if let Some(thread) = self.threads.get_mut(id.0 as usize) {
            thread.before = works;
        }
    }

    /// A thread has taken a step.
    pub fn stepped(&mut self, id: ThreadId, changes: bool, yields: bool) {
        self.changes += u64::from(changes);
        let now = self.changes;
        let Some(thread) = self.threads.get_mut(id.0 as usize) else {
            return;
        };
        if thread.idle_since != now {
            thread.idle = 0;
            thread.idle_since = now;
        }
        let (weight, idle) = match (changes, yields) {
            (true, _) => (1, 0),
            (false, true) => (YIELDS, IDLE_YIELD),
            (false, false) => (IDLE, 1),
        };
        thread.work += weight;
        thread.idle += idle;
    }

    /// Before threads are looked at one by one.
    pub fn begin(&mut self) {
        self.able = 0;
        self.rounds = u64::MAX;
    }

    /// A thread can run, since then at the latest; or it cannot.
    pub fn is_able(&mut self, id: ThreadId, since: Option<u64>) {
        let Some(thread) = self.threads.get_mut(id.0 as usize) else {
            return;
        };
        thread.able_since = since.map(|since| thread.able_since.unwrap_or(since).min(since));
        if since.is_some() {
            self.able += 1;
            let idle = if thread.idle_since == self.changes {
                thread.idle
            } else {
                0
            };
            self.rounds = self.rounds.min(idle);
        }
    }

    pub fn ran(&mut self, id: ThreadId) {
        if let Some(thread) = self.threads.get_mut(id.0 as usize) {
            thread.able_since = None;
        }
    }

    /// Since when a thread can run that does not.
    pub fn able_since(&self, id: ThreadId) -> Option<u64> {
        self.threads.get(id.0 as usize)?.able_since
    }

    /// Whether a thread that can go on from some moment is held up too long if another's wait ends at a later one.
    pub fn holds_up(&self, waiter: ThreadId, until: u64, other: ThreadId, since: u64) -> bool {
        if until <= since.saturating_add(JITTER) {
            return false;
        }
        let (Some(waiter), Some(held)) = (
            self.threads.get(waiter.0 as usize),
            self.threads.get(other.0 as usize),
        ) else {
            return false;
        };
        let before = waiter.before.get(other.0 as usize).copied().unwrap_or(0);
        held.work - before < SHARE / self.able.max(1)
    }

    /// Idle steps that each thread which can run has taken since anything changed.
    pub fn idle_rounds(&self) -> u64 {
        if self.able == 0 { 0 } else { self.rounds }
    }

    /// How much faster than usual time goes, as a power of two.
    pub fn pace(&self) -> u32 {
        let doubled = self.idle_rounds().saturating_sub(IDLE_ROUNDS) / TWICE_EACH;
        doubled.min(FASTEST) as u32
    }
}
