//! Takes preemptions out of a schedule that fails, as long as it fails in the same way: delta debugging (Zeller and
//! Hildebrandt 2002) over the places where a thread was preempted though it could have gone on.
//!
//! An attempt follows the best schedule so far loosely. The running thread goes on until it cannot, or lets others go
//! first, or is at a preemption that is kept; then comes the one whose next step is the earliest in the best schedule.
//! If all preemptions are kept, that is the best schedule itself. An attempt that fails as wanted, with fewer
//! preemptions, is the best from then on, with its own steps and its own preemptions.
//!
//! With `n` preemptions it tries none; each alone, if they are not too many; then all but a half, all but a
//! quarter, down to all but one. What is left in the end has no preemption that could be taken out by itself. Where
//! several threads could begin, it may matter that it is one that is to be preempted: that is tried, too. Last, each
//! alone once more, with the others in orders that are drawn: a cycle of locks often needs but one, if the right
//! thread waits for the right one.
//!
//! Misses: schedules with fewer preemptions at other places. A thread that is taken out of a loop that spins without a
//! yield counts as preempted.

use std::ops::Range;

use raddle_events::ThreadId;
use rustc_hash::FxHashMap;

use crate::op::{ResumeKind, Step};
use crate::recording::{Recording, Word};
use crate::strategies::seed;
use crate::strategies::spinning::Spinning;
use crate::strategy::{Candidate, Choice, ChoiceKind, Exhausted, Strategy};

/// Up to so many preemptions, each is tried alone: the one that matters is then found at once.
const ALONE: usize = 40;
/// So many attempts with orders that are drawn, together and for each preemption.
const DRAWN: usize = 300;
const DRAWN_EACH: usize = 50;

#[derive(Debug)]
pub struct Shrink {
    /// Fingerprints, any of which is the failure that is wanted.
    wanted: Vec<String>,
    best: Course,
    /// What to try with the best, and how much of that was tried.
    plan: Vec<Try>,
    tried: usize,
    now: Option<Attempt>,
    keeps: bool,
}

/// What a schedule was, by thread.
#[derive(Debug, Default)]
struct Course {
    steps: FxHashMap<ThreadId, Vec<(usize, ResumeKind)>>,
    length: usize,
    preemptions: Vec<Moment>,
    /// Whom the notifications of a step woke.
    woken: FxHashMap<Moment, Vec<ThreadId>>,
}

/// A thread, after so many steps of its own.
type Moment = (ThreadId, usize);

/// What an attempt does otherwise than the best schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Try {
    keep: Keep,
    order: Order,
}

/// Which thread comes next where one has to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    #[default]
    AsItWas,
    /// Those first that are to be preempted.
    Hurried,
    /// Those too, and last those that have been; the others as chance has it, by this number.
    Drawn(u64),
}

/// Which preemptions are kept, by their order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Keep {
    None,
    Only(usize),
    AllBut(Range<usize>),
}

#[derive(Debug, Default)]
struct Attempt {
    kept: Vec<Moment>,
    order: Order,
    course: Course,
    /// After how many steps a thread had its last one.
    latest: FxHashMap<ThreadId, usize>,
    spinning: Spinning,
    has_failed: bool,
}

impl Shrink {
    /// `refused`: so many attempts with this recording have been in vain, in another JVM.
    pub fn new(recording: &Recording, refused: u64) -> Result<Self, String> {
        let best = Course::of(recording)?;
        Ok(Shrink {
            wanted: recording.shows.clone(),
            plan: plan(best.preemptions.len()),
            best,
            tried: usize::try_from(refused).unwrap_or(usize::MAX),
            now: None,
            keeps: false,
        })
    }

    /// Whether after so many attempts with the same recording there is none left.
    pub fn is_done_by(&self, refused: u64) -> bool {
        refused > self.plan.len() as u64
    }

    /// Whether this is the failure that the schedule is about.
    pub fn wants(&self, fingerprint: &str) -> bool {
        self.wanted.iter().any(|wanted| wanted == fingerprint)
    }

    /// Of the best schedule so far.
    pub fn preemptions(&self) -> usize {
        self.best.preemptions.len()
    }
}

/// What to try with so many preemptions, in order.
fn plan(count: usize) -> Vec<Try> {
    if count == 0 {
        return Vec::new();
    }
    let mut plan = as_it_was([Keep::None]);
    if (2..=ALONE).contains(&count) {
        let alone = (0..count).map(Keep::Only);
        plan.extend(both(alone));
    }
    plan.extend(without(count, count.div_ceil(2)));
    plan
}

/// Each alone, in orders that are drawn. With one preemption that cannot be left out there is nothing to win.
fn drawn(count: usize) -> impl Iterator<Item = Try> {
    let each = match count {
        2..=ALONE => DRAWN_EACH.min(DRAWN / count),
        _ => 0,
    };
    let orders = move |one| (0..each as u64).map(move |number| (one, Order::Drawn(number)));
    (0..count).flat_map(orders).map(|(one, order)| Try {
        keep: Keep::Only(one),
        order,
    })
}

/// All but some that follow each other, beginning with so many and down to one.
fn without(count: usize, most: usize) -> Vec<Try> {
    let mut plan = Vec::new();
    let mut size = most.min(count.saturating_sub(1));
    while size > 0 {
        let starts = (0..count).step_by(size);
        let kept = starts.map(|start| Keep::AllBut(start..count.min(start + size)));
        plan.extend(if size == 1 { both(kept) } else { as_it_was(kept) });
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    plan.extend(drawn(count));
    plan
}

fn as_it_was(all: impl IntoIterator<Item = Keep>) -> Vec<Try> {
    let one = |keep| Try {
        keep,
        order: Order::AsItWas,
    };
    all.into_iter().map(one).collect()
}

fn both(all: impl Iterator<Item = Keep>) -> Vec<Try> {
    let mut plan = as_it_was(all);
    let hurried = plan.clone().into_iter();
    let order = Order::Hurried;
    plan.extend(hurried.map(|one| Try { order, ..one }));
    plan
}

impl Keep {
    fn of(&self, all: &[Moment]) -> Vec<Moment> {
        match self {
            Keep::None => Vec::new(),
            Keep::Only(one) => all.get(*one).copied().into_iter().collect(),
            Keep::AllBut(left_out) => {
                let kept = all
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| !left_out.contains(index));
                kept.map(|(_, moment)| *moment).collect()
            }
        }
    }
}

impl Course {
    fn of(recording: &Recording) -> Result<Course, String> {
        let mut course = Course::default();
        let mut last = None;
        for (number, word) in (1..).zip(recording.words()?) {
            match word {
                Word::Step { thread, how, .. } => {
                    if let Some(last) = last.filter(|_| recording.preempted.contains(&number)) {
                        course.preemptions.push(course.moment(last));
                    }
                    course.push(thread, how);
                    last = Some(thread);
                }
                Word::Woken(woken) => {
                    if let Some((thread, done)) = last.map(|last| course.moment(last)) {
                        let during = (thread, done.saturating_sub(1));
                        course.woken.entry(during).or_default().push(woken);
                    }
                }
            }
        }
        Ok(course)
    }

    fn push(&mut self, thread: ThreadId, how: ResumeKind) {
        self.steps.entry(thread).or_default().push((self.length, how));
        self.length += 1;
    }

    fn moment(&self, thread: ThreadId) -> Moment {
        (thread, self.steps.get(&thread).map_or(0, Vec::len))
    }

    fn step(&self, (thread, done): Moment) -> Option<(usize, ResumeKind)> {
        self.steps.get(&thread)?.get(done).copied()
    }
}

/// How soon a candidate comes, the lowest first.
type Rank = (Place, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// It is to be preempted later, and the attempt hurries there; the order of the preemptions counts.
    Wanted,
    /// It has a step in the best schedule, whose number counts.
    Known,
    /// It goes on by itself, and the thread that has waited longest counts, as below.
    Beyond,
    Waits,
    NoReason,
}

impl Attempt {
    fn rank(&self, best: &Course, candidate: &Candidate) -> Rank {
        let latest = self.latest.get(&candidate.thread).copied().unwrap_or(0);
        let (thread, done) = self.course.moment(candidate.thread);
        let is_to_come = |&(other, when): &Moment| other == thread && when > done;
        if let Some(order) = self.kept.iter().position(is_to_come)
            && self.order != Order::AsItWas
            && candidate.how == ResumeKind::Go
        {
            return (Place::Wanted, order);
        }
        if let (Order::Drawn(number), false) = (self.order, self.spinning.yields(candidate)) {
            let was_preempted = self.kept.iter().any(|(other, _)| *other == thread);
            let place = if was_preempted {
                Place::Beyond
            } else {
                Place::Known
            };
            return (place, seed::mix(number, u64::from(thread.0)) as usize);
        }
        match (best.step((thread, done)), candidate.how) {
            (Some((at, how)), now) if now == how || now == ResumeKind::Go => (Place::Known, at),
            (None, ResumeKind::Go) if !self.spinning.yields(candidate) => (Place::Beyond, latest),
            (_, ResumeKind::Spurious) => (Place::NoReason, latest),
            _ => (Place::Waits, latest),
        }
    }

    fn next(&self, best: &Course, choice: &Choice<'_>) -> usize {
        let stays = |c: &Candidate| Some(c.thread) == choice.last && !self.spinning.yields(c);
        let stays = choice.candidates.iter().position(stays);
        let is_kept = |thread| self.kept.contains(&self.course.moment(thread));
        let gives_up = choice.last.filter(|last| is_kept(*last));
        if let Some(stays) = stays.filter(|_| gives_up.is_none()) {
            return stays;
        }
        let mut others: Vec<(Rank, usize)> = Vec::new();
        for (index, candidate) in choice.candidates.iter().enumerate() {
            // No thread is preempted for one that only waits.
            let rank = self.rank(best, candidate);
            if gives_up != Some(candidate.thread) && (stays.is_none() || rank.0 < Place::Waits) {
                others.push((rank, index));
            }
        }
        let next = others.into_iter().min().map(|(_, index)| index);
        next.or(stays).unwrap_or(0)
    }

    /// Whom the notification wakes that the thread is about.
    fn wakes(&mut self, best: &Course, choice: &Choice<'_>) -> usize {
        let Some(during) = choice.last.map(|last| self.course.moment(last)) else {
            return 0;
        };
        let woken = self.course.woken.entry(during).or_default();
        let wanted = best.woken.get(&during).and_then(|then| then.get(woken.len()));
        let is_wanted = |c: &Candidate| Some(&c.thread) == wanted;
        let index = choice.candidates.iter().position(is_wanted).unwrap_or(0);
        woken.extend(choice.candidates.get(index).map(|candidate| candidate.thread));
        index
    }
}

impl Strategy for Shrink {
    fn begin(&mut self, _number: u64, _seed: u64) -> bool {
        if self.now.is_some() {
            self.end(true);
        }
        let Some(next) = self.plan.get(self.tried) else {
            return false;
        };
        self.now = Some(Attempt {
            kept: next.keep.of(&self.best.preemptions),
            order: next.order,
            ..Attempt::default()
        });
        self.tried += 1;
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let Some(now) = &mut self.now else { return 0 };
        if choice.what == ChoiceKind::Waiter {
            return now.wakes(&self.best, choice);
        }
        let index = now.next(&self.best, choice);
        if let Some(last) = choice.last.filter(|_| choice.is_preemption(index)) {
            now.course.preemptions.push(now.course.moment(last));
        }
        index
    }

    fn performed(&mut self, step: &Step) {
        if let Some(now) = &mut self.now {
            now.course.push(step.thread, step.how);
            now.latest.insert(step.thread, now.course.length);
            now.spinning.performed(step);
        }
    }

    fn failed(&mut self, fingerprint: &str) {
        let is_it = self.wants(fingerprint);
        if let Some(now) = &mut self.now {
            now.has_failed |= is_it;
        }
    }

    fn end(&mut self, _cut_off: bool) {
        let Some(now) = self.now.take() else { return };
        let count = now.course.preemptions.len();
        self.keeps = now.has_failed && count < self.best.preemptions.len();
        if !self.keeps {
            return;
        }
        // What was too much to leave out of more is not tried again with fewer.
        let left_out = match self.plan.get(self.tried - 1).map(|tried| &tried.keep) {
            Some(Keep::AllBut(left_out)) => Some(left_out.len()),
            _ => None,
        };
        self.plan = match left_out {
            Some(most) => without(count, most),
            None => plan(count),
        };
        self.tried = 0;
        self.best = now.course;
    }

    fn keeps(&self) -> bool {
        self.keeps
    }

    fn exhausted(&self) -> Exhausted {
        Exhausted::All
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(plan: &[Try], order: Order) -> Vec<Keep> {
        let asked = plan.iter().filter(|one| one.order == order);
        asked.map(|one| one.keep.clone()).collect()
    }

    #[test]
    fn each_alone_then_ever_fewer_left_out() {
        assert!(plan(0).is_empty());
        assert_eq!(kept(&plan(1), Order::AsItWas), [Keep::None]);
        let two = [
            Keep::None,
            Keep::Only(0),
            Keep::Only(1),
            Keep::AllBut(0..1),
            Keep::AllBut(1..2),
        ];
        assert_eq!(kept(&plan(2), Order::AsItWas), two);
        assert_eq!(kept(&plan(2), Order::Hurried), two[1..]);
        let ever_fewer = [0..2, 2..3, 0..1, 1..2, 2..3].map(Keep::AllBut);
        assert_eq!(kept(&without(3, 2), Order::AsItWas), ever_fewer);
        assert!(!kept(&plan(ALONE + 1), Order::AsItWas).contains(&Keep::Only(0)));
        assert_eq!(kept(&plan(2), Order::Drawn(7)), two[1..3]);
        assert!(drawn(1).next().is_none() && drawn(3).count() == 150 && drawn(ALONE).count() <= DRAWN);
    }

    #[test]
    fn a_recording_is_read_by_thread() {
        let recording = Recording {
            version: Recording::VERSION,
            preempted: vec![3],
            steps: "0r0 0n0 1!p0 0n0 >2 2b0".to_owned(),
            ..Recording::default()
        };
        let course = Course::of(&recording).unwrap();
        let (a, b, c) = (ThreadId(0), ThreadId(1), ThreadId(2));
        assert_eq!(course.preemptions, [(a, 2)]);
        assert_eq!(course.step((a, 2)), Some((3, ResumeKind::Go)));
        assert_eq!(course.step((b, 0)), Some((2, ResumeKind::Expire)));
        assert_eq!(course.woken.get(&(a, 2)), Some(&vec![c]));
        assert_eq!(course.moment(c), (c, 1));
    }
}
