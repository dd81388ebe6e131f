//! All schedules that differ, or all with up to so many preemptions: a depth-first search with partial-order
//! reduction that keeps no states, only the path it is on, and runs the program again for each schedule.
//!
//! Without a bound: source sets and sleep sets (Abdulla, Aronis, Jonsson and Sagonas 2014). Two events of a
//! schedule that depend on each other and could be swapped are a race, and for each race one schedule is
//! wanted that begins with what must come before the swapped ones. What was tried sleeps until something
//! touches it, so no partial order is completed twice.
//!
//! With a bound: bound by bound, with persistent sets and the conservative choice points of Coons, Musuvathi and
//! McKinley (2013): a race is also swapped where its thread was dispatched, as that may cost no preemption. Nothing
//! sleeps there, since what was seen may have cost more preemptions.
//!
//! Deviations: the search does not know what a thread is blocked at, so a thread that is blocked in the end might wait
//! for any monitor that others took. A thread that can go on in several ways does, in each. Once all that could go on
//! are asleep, the schedule goes on to its end although it shows nothing new.
//!
//! If the program gets more switch points, since it was seen to race there, the search begins anew. It
//! outlives its JVM: what it knows between two schedules can be [left](Strategy::leaves) to the next.
//!
//! Misses: schedules in which a thread comes to the same yield again, has changed nothing meanwhile, and others that
//! could go on have not: it would wait for ever (Musuvathi and Qadeer 2008). Only if threads count such rounds does it
//! matter. What programs do by the clock or by what the search does not see, such as the states of other threads. After
//! a repetition that does not match, a schedule that was cut off, or a loop that [spins](super::spinning) without a
//! yield, what was seen is not claimed to be all.

mod node;
mod now;
mod search;
mod trace;

use node::Node;
use now::Now;
use raddle_events::ThreadId;
pub use search::Search;

use crate::op::{Act, ResumeKind, Step};
use crate::strategy::{Choice, ChoiceKind, Exhausted, Strategy};

#[derive(Debug)]
pub struct Exhaustive {
    search: Search,
    /// Where this JVM began, while it may have to begin there again.
    began: Option<Box<Search>>,
    /// How many schedules there were in this JVM.
    ended: u64,
    now: Option<Now>,
}

/// A program does some things only the first time it runs in a JVM, such as loading classes: if one of the first
/// schedules is not repeated exactly, the JVM begins anew where it began.
const WARM: u64 = 20;

impl Exhaustive {
    pub fn new(preemptions: Option<u32>) -> Self {
        Exhaustive::from(Search::new(preemptions))
    }

    fn from(search: Search) -> Self {
        Exhaustive {
            began: Some(Box::new(search.clone())),
            search,
            ended: 0,
            now: None,
        }
    }

    /// How many schedules turned out to show nothing new.
    pub fn redundant(&self) -> u64 {
        self.search.redundant
    }

    /// Forgets what this JVM has done, if it is one of its first schedules that did not match.
    fn begins_anew(&mut self) -> bool {
        if self.ended >= WARM {
            self.began = None;
        }
        let Some(began) = self.began.as_mut().filter(|_| self.search.has_diverged) else {
            return false;
        };
        let may = began.may_begin_anew();
        if may {
            self.search.clone_from(began);
        }
        may
    }

    /// Repeats what the path says, or goes on from its end.
    fn go_on(&mut self, now: &mut Now, choice: &Choice<'_>) -> usize {
        if choice.what == ChoiceKind::Thread {
            let keys: Vec<_> = choice.candidates.iter().map(|c| (c.thread, c.how)).collect();
            now.can_go_on(&keys);
        }
        if now.is_redundant {
            return now.prefer(choice, 0..choice.candidates.len());
        }
        let depth = now.depth;
        if self
            .search
            .path
            .get_mut(depth)
            .is_some_and(|node| !node.matches(choice))
        {
            self.search.has_diverged = true;
            self.search.path.truncate(depth);
            now.repeats = depth;
        }
        if depth == self.search.path.len() {
            let index = self.extend(now, choice);
            if now.is_redundant {
                return index;
            }
        }
        let node = &self.search.path[depth];
        now.depth += 1;
        if choice.what == ChoiceKind::Thread {
            now.asked = Some(depth);
            now.preemptions = node.preemptions_with(node.chosen);
            now.pending
                .extend(node.branches.iter().map(|branch| (branch.key(), depth)));
            if self.search.limit.is_none() {
                now.sleepers.extend(node.tried_before());
            }
        }
        node.chosen
    }

    /// A thread has come to its next switch point.
    fn learn(&mut self, now: &mut Now, step: &Step) {
        let asked = now.asked.take();
        let key = (step.thread, step.how);
        if asked.is_none() {
            now.can_go_on(&[key]);
            if now.is_asleep(key) {
                return self.give_up(now);
            }
        }
        let touched = trace::touches(step);
        if let Some(node) = asked.and_then(|node| self.search.path.get_mut(node)) {
            self.search.has_diverged |= node.branches[node.chosen].key() != key;
            node.has_touched(&touched);
        }
        now.sleepers
            .retain(|sleeper| sleeper.thread != step.thread && !trace::dependent(&sleeper.touched, &touched));
        let index = now.trace.push(step, asked);
        let is_new = now.depth >= now.repeats;
        let ways = now
            .pending
            .extract_if(.., |(thread, _), _| *thread == step.thread);
        for ((thread, how), node) in ways.collect::<Vec<_>>() {
            // In another way, it could have gone on there at the latest.
            if is_new && how != step.how {
                self.want_at(now, node, thread, how);
            }
        }
        if is_new {
            self.swap(now, index);
        }
    }

    /// Goes on by a branch that may be tried, if there is one.
    fn extend(&mut self, now: &mut Now, choice: &Choice<'_>) -> usize {
        let unfair = self.unfair(now, choice);
        let mut node = Node::new(choice, &unfair, now.sleepers.clone(), now.preemptions);
        let mut awake: Vec<_> = (0..choice.candidates.len())
            .filter(|index| !node.is_asleep(*index))
            .collect();
        // A thread that only goes round a loop while others wait leads to nothing else than those others, which were
        // tried.
        if !unfair.iter().all(|is_unfair| *is_unfair) {
            awake.retain(|index| !unfair[*index]);
        }
        if awake.is_empty() {
            self.give_up(now);
            return now.prefer(choice, 0..choice.candidates.len());
        }
        let index = now.prefer(choice, awake);
        node.take(index);
        self.search.path.push(node);
        index
    }

    /// All threads that could go on are asleep; those that cannot may still race with what has happened.
    fn give_up(&mut self, now: &mut Now) {
        now.is_redundant = true;
        self.want_blocked(now);
    }

    /// Which candidates go round a loop while others wait to be dispatched.
    fn unfair(&mut self, now: &Now, choice: &Choice<'_>) -> Vec<bool> {
        let rests = |thread, since| now.trace.last_of(thread).is_none_or(|last| last < since);
        let mut unfair = Vec::new();
        for candidate in choice.candidates {
            let mut others = choice
                .candidates
                .iter()
                .filter(|other| other.thread != candidate.thread);
            let spins = now.spinning.yields(candidate) && !candidate.yields();
            self.search.is_cut |= spins;
            let waits = now
                .round_since(candidate)
                .is_some_and(|since| others.any(|c| rests(c.thread, since)));
            unfair.push(choice.what == ChoiceKind::Thread && (spins || waits));
        }
        unfair
    }

    /// Wants what swaps the event with those that it races with.
    fn swap(&mut self, now: &Now, index: usize) {
        let event = &now.trace.events[index];
        let mut swapped: Vec<usize> = Vec::new();
        for other in now.trace.conflicts(index) {
            let Some(node) = now.trace.events[other].node else {
                continue;
            };
            let arrived = now.arrived(index) <= other;
            let was_there = self
                .search
                .path
                .get(node)
                .is_some_and(|node| node.branch(event.thread, event.how).is_some());
            if arrived && !was_there {
                continue;
            }
            if self.search.limit.is_some() {
                self.want_thread(now, other, event.thread);
                continue;
            }
            let settled = event
                .previous
                .is_some_and(|previous| now.trace.ordered(other, previous));
            if settled || swapped.iter().any(|later| now.trace.ordered(other, *later)) {
                continue;
            }
            self.want_before(now, other, index);
            if arrived || never_blocks(event.op.act) {
                swapped.push(other);
            }
        }
    }

    /// Wants a candidate of a choice point.
    fn want_at(&mut self, now: &Now, node: usize, thread: ThreadId, how: ResumeKind) {
        let chosen_there = now
            .trace
            .events
            .iter()
            .rposition(|event| event.node == Some(node));
        if let Some(node) = self.search.path.get_mut(node) {
            node.want(thread, how);
        }
        if let Some(event) = chosen_there.filter(|_| self.search.limit.is_some()) {
            self.want_thread(now, event, thread);
        }
    }

    fn want_before(&mut self, now: &Now, event: usize, last: usize) {
        let initials = now.trace.initials(event, last);
        let node = now.trace.events[event]
            .node
            .and_then(|node| self.search.path.get_mut(node));
        if let Some(node) = node {
            node.want_one_of(&initials, now.trace.events[last].thread);
        }
    }

    /// Wants a thread to go on in place of an event, and in place of all events of its dispatch.
    fn want_thread(&mut self, now: &Now, event: usize, thread: ThreadId) {
        for event in [event, now.trace.turn(event)] {
            if let Some(node) = now.trace.events[event]
                .node
                .and_then(|node| self.search.path.get_mut(node))
            {
                node.want_thread(thread);
            }
        }
    }

    /// What could have gone on and cannot any more is wanted where that was seen last. A thread that is blocked
    /// at something else might wait for any monitor.
    fn want_blocked(&mut self, now: &Now) {
        for ((thread, how), node) in &now.pending {
            if !now.awake.contains(thread) {
                self.want_at(now, *node, *thread, *how);
            }
        }
        let known = |thread| now.awake.contains(&thread) || now.pending.keys().any(|(it, _)| *it == thread);
        for (thread, last) in now.trace.unfinished().filter(|(thread, _)| !known(*thread)) {
            for (index, event) in now.trace.events.iter().enumerate().take(last) {
                let takes = matches!(event.op.act, Act::Enter | Act::Reenter);
                if !takes || event.thread == thread {
                    continue;
                }
                if self.search.limit.is_some() {
                    self.want_thread(now, index, thread);
                } else if !now.trace.ordered(index, last) {
                    self.want_before(now, index, last);
                }
            }
        }
    }
}

/// Whether a thread can always go on that is about to do this.
fn never_blocks(act: Act) -> bool {
    match act {
        Act::Begin | Act::End | Act::Start | Act::Interrupt | Act::Yield | Act::Spin => true,
        Act::Read | Act::Write | Act::Update | Act::Call | Act::Notify | Act::Unpark => true,
        Act::Enter | Act::Wait | Act::Reenter | Act::Park | Act::Sleep | Act::Return => false,
    }
}

impl Strategy for Exhaustive {
    fn begin(&mut self, _number: u64, _seed: u64) -> bool {
        if self.now.is_some() {
            self.end(true);
        }
        if !self.search.goes_on() {
            return false;
        }
        self.now = Some(Now {
            repeats: self.search.path.len(),
            ..Now::default()
        });
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let Some(mut now) = self.now.take() else {
            return 0;
        };
        let index = self.go_on(&mut now, choice);
        self.now = Some(now);
        index
    }

    fn performed(&mut self, step: &Step) {
        let Some(mut now) = self.now.take() else {
            return;
        };
        if now.is_redundant {
            now.trace.push(step, None);
        } else {
            self.learn(&mut now, step);
        }
        now.spinning.performed(step);
        self.now = Some(now);
    }

    fn end(&mut self, cut_off: bool) {
        let Some(mut now) = self.now.take() else {
            return;
        };
        self.ended += 1;
        if now.is_redundant {
            self.search.redundant += 1;
        } else if cut_off {
            self.search.is_cut = true;
        } else {
            self.search.has_diverged |= now.depth < self.search.path.len();
            if self.begins_anew() {
                return;
            }
            self.search.repeats();
            self.search.path.truncate(now.depth);
            now.awake.clear();
            self.want_blocked(&now);
        }
    }

    fn exhausted(&self) -> Exhausted {
        match self.search.has_diverged {
            true => Exhausted::No,
            false => self.search.seen,
        }
    }

    fn refined(&mut self) {
        *self = Exhaustive::new(self.search.limit);
    }

    fn leaves(&self) -> Option<Search> {
        Some(self.search.clone())
    }

    fn take_up(&mut self, search: Search) {
        *self = Exhaustive::from(search);
    }
}
