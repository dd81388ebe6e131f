//! SURW, the selectively uniform random walk (Zhao, Wolff, Mathur and Roychoudhury 2025).
//!
//! A walk that goes on with each thread in proportion to the events it has left takes all interleavings with the same
//! probability. Of most events, the order matters little; so, for each schedule, some are called interesting, and it is
//! their interleavings that are sampled evenly: a thread is drawn in proportion to the interesting events it has left,
//! and until it has done its next one, all others stop at theirs. In between all threads walk at random. What a thread
//! will start counts as its own until it has been started.
//!
//! Deviations: what is left is taken from the schedule before, and is a guess if threads decide by what they read, or
//! block. Interesting is what happens at one target or one place that several threads came to, drawn evenly, or all of
//! it; a target's number may mean another object in the next schedule. The thread drawn may never come to an
//! interesting event, so after some [`PATIENCE`] another one is drawn.
//!
//! Misses: bugs that need an order of several targets at different places, but for luck.

use std::collections::{BTreeMap, BTreeSet};

use raddle_events::{SiteId, ThreadId};

use crate::op::{Act, Op, Step, Target};
use crate::strategies::patience::Patience;
use crate::strategies::random::walk;
use crate::strategies::seed::{Rng, mix};
use crate::strategy::{Candidate, Choice, ChoiceKind, Strategy};

/// Choices after which another thread is drawn.
const PATIENCE: u64 = 1000;

/// What makes an event interesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    All,
    Target(Target),
    Site(SiteId),
}

impl Key {
    /// All that an operation could be interesting for.
    fn of(op: &Op) -> impl Iterator<Item = Key> {
        let target = Some(Key::Target(op.target)).filter(|_| op.target != Target::NONE);
        let site = Some(Key::Site(op.site)).filter(|_| op.site != SiteId::UNKNOWN);
        let any = [Some(Key::All), target, site];
        any.into_iter().flatten().filter(|_| meets_others(op.act))
    }
}

/// Whether an act can be the point of an order. That threads begin before they end is no news.
fn meets_others(act: Act) -> bool {
    match act {
        Act::Begin | Act::Start | Act::End | Act::Return | Act::Sleep | Act::Yield | Act::Spin => false,
        Act::Enter | Act::Wait | Act::Reenter | Act::Notify => true,
        Act::Read | Act::Write | Act::Update | Act::Call => true,
        Act::Park | Act::Unpark | Act::Interrupt => true,
    }
}

type Counts = BTreeMap<ThreadId, u64>;

#[derive(Debug)]
pub struct Surw {
    rng: Rng,
    /// What several threads did, in the schedule before.
    learnt: BTreeMap<Key, Counts>,
    /// Which thread started which, in the schedule before.
    children: BTreeMap<ThreadId, BTreeSet<ThreadId>>,
    now: Now,
}

/// The schedule that runs.
#[derive(Debug, Default)]
struct Now {
    key: Option<Key>,
    /// The thread that is to do the next interesting event.
    drawn: Option<ThreadId>,
    left: Counts,
    /// Whom each may start yet, as in the schedule before.
    unborn: BTreeMap<ThreadId, BTreeSet<ThreadId>>,
    started: BTreeSet<ThreadId>,
    live: BTreeSet<ThreadId>,
    counts: BTreeMap<Key, Counts>,
    children: BTreeMap<ThreadId, BTreeSet<ThreadId>>,
    patience: Patience,
}

impl Default for Surw {
    fn default() -> Self {
        Surw {
            rng: Rng::new(0),
            learnt: BTreeMap::new(),
            children: BTreeMap::new(),
            now: Now::default(),
        }
    }
}

impl Surw {
    fn interesting(&self, op: &Op) -> bool {
        Key::of(op).any(|key| Some(key) == self.now.key)
    }

    /// The interesting events that are left to a thread and to all it will start.
    fn weight(&self, thread: ThreadId) -> u64 {
        let own = self.now.left.get(&thread).copied().unwrap_or(0);
        // Children are younger, so this ends even if what was learnt makes no sense.
        let unborn = |child: &ThreadId| *child > thread && !self.now.started.contains(child);
        let children = self.now.unborn.get(&thread).into_iter().flatten().copied();
        children
            .filter(unborn)
            .fold(own, |sum, child| sum.saturating_add(self.weight(child)))
    }

    /// One of them, in proportion to what is left to it; none if nothing is left to any.
    fn draw(&mut self, threads: &BTreeSet<ThreadId>) -> Option<ThreadId> {
        let weights: Vec<_> = threads.iter().map(|thread| self.weight(*thread)).collect();
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        threads.iter().nth(self.rng.weighted(&weights)).copied()
    }
}

impl Strategy for Surw {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.rng = Rng::new(mix(seed, number));
        self.now = Now {
            patience: Patience::new(PATIENCE),
            ..Now::default()
        };
        if let Some((key, left)) = self.learnt.iter().nth(self.rng.index(self.learnt.len())) {
            self.now.key = Some(*key);
            self.now.left.clone_from(left);
            self.now.unborn.clone_from(&self.children);
        }
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let candidates = choice.candidates;
        if choice.what == ChoiceKind::Waiter {
            return self.rng.index(candidates.len());
        }
        self.now
            .live
            .extend(candidates.iter().map(|candidate| candidate.thread));
        if self.now.drawn.is_none() {
            let live = std::mem::take(&mut self.now.live);
            self.now.drawn = self.draw(&live);
            self.now.live = live;
            self.now.patience.renew();
        }
        let drawn = self.now.drawn;
        let may = |c: &Candidate| drawn.is_none() || Some(c.thread) == drawn || !self.interesting(&c.op);
        let free: Vec<_> = candidates.iter().map(may).collect();
        let others = candidates
            .iter()
            .zip(&free)
            .filter(|(_, free)| **free)
            .map(|(c, _)| c);
        if free.contains(&false) && !self.now.patience.lasts(others) {
            // The drawn thread does not come, and may wait for one that was held up: those are dispatched now.
            self.now.drawn = None;
            self.now.patience.renew();
            let is_held = |c: &Candidate| {
                let mut all = candidates.iter().zip(&free);
                all.any(|(other, free)| other == c && !*free)
            };
            return walk(&mut self.rng, candidates, is_held);
        }
        walk(&mut self.rng, candidates, |c| {
            candidates
                .iter()
                .zip(&free)
                .any(|(other, free)| other == c && *free)
        })
    }

    fn performed(&mut self, step: &Step) {
        let interesting = self.interesting(&step.op);
        let now = &mut self.now;
        now.live.insert(step.thread);
        now.started.insert(step.thread);
        for key in Key::of(&step.op) {
            *now.counts.entry(key).or_default().entry(step.thread).or_default() += 1;
        }
        if interesting {
            match now.left.get_mut(&step.thread) {
                Some(left) if *left > 0 => *left -= 1,
                // It goes another way than the last time, on which it may start no thread.
                _ => _ = now.unborn.remove(&step.thread),
            }
        }
        if step.op.act == Act::End {
            now.live.remove(&step.thread);
        }
        let was_drawn = now.drawn == Some(step.thread);
        if step.op.act == Act::Start && step.op.target.object == Target::THREADS {
            let child = ThreadId(step.op.target.part);
            now.started.insert(child);
            now.live.insert(child);
            now.children.entry(step.thread).or_default().insert(child);
            if was_drawn {
                // One of the two was meant.
                self.now.drawn = self.draw(&BTreeSet::from([step.thread, child]));
            }
        } else if was_drawn && (interesting || step.op.act == Act::End) {
            now.drawn = None;
        }
    }

    fn end(&mut self, cut_off: bool) {
        if cut_off && !self.learnt.is_empty() {
            return;
        }
        let now = std::mem::take(&mut self.now);
        self.learnt = now
            .counts
            .into_iter()
            .filter(|(_, threads)| threads.len() > 1)
            .collect();
        self.children = now.children;
    }
}
