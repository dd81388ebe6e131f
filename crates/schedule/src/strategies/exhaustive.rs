//! All schedules that differ, or all with up to so many preemptions: a depth-first search with partial-order
//! reduction that keeps no states, only the path it is on, and runs the program again for each schedule.
//!
//! Without a bound: source sets and sleep sets (Abdulla, Aronis, Jonsson and Sagonas 2014). Two events of a
//! schedule that depend on each other and could be swapped are a race, and for each race one schedule is
//! wanted that begins with what must come before the swapped ones. What was tried sleeps until something
//! touches it, so no partial order is completed twice.
//!
//! With a bound: bound by bound, with persistent sets and the conservative choice points of Coons, Musuvathi
//! and McKinley (2013): a race is also swapped where the turn began, as that may cost no preemption. Nothing
//! sleeps there, since what was seen may have cost more preemptions.
//!
//! Deviations: what a thread is blocked at is not told, so a thread that is blocked in the end might wait for
//! any monitor that others took. Whoever can go on in several ways does, in each. Once all that could go on
//! are asleep, the schedule goes on to its end although it shows nothing new.
//!
//! Misses: schedules in which a thread comes to the same yield again, has changed nothing meanwhile, and
//! others that could go on have not: it would wait for ever (Musuvathi and Qadeer 2008). Only if threads
//! count such rounds does it matter. After a repetition that does not match, a schedule that was cut off, or
//! a loop that [spins](super::spinning) without a yield, what was seen is not claimed to be all.

mod node;
mod now;
mod trace;

use node::Node;
use now::Now;
use raddle_events::ThreadId;

use crate::op::{Act, How, Step};
use crate::strategy::{Choice, Exhausted, Strategy, What};

#[derive(Debug)]
pub struct Exhaustive {
    limit: Option<u32>,
    /// How many preemptions there may be now; at most the limit.
    bound: u32,
    path: Vec<Node>,
    /// What has been seen completely.
    seen: Exhausted,
    /// A schedule was left out because of the bound.
    is_bounded: bool,
    /// A schedule was cut off, or a loop left that might have gone on.
    is_cut: bool,
    /// A repetition did not match.
    has_diverged: bool,
    has_begun: bool,
    is_over: bool,
    redundant: u64,
    /// How many schedules there were.
    ended: u64,
    now: Option<Now>,
}

/// A program does some things only the first time it runs in a JVM, such as loading classes: if one of the first
/// schedules is not repeated exactly, the search begins anew.
const WARM: u64 = 20;

impl Exhaustive {
    pub fn new(preemptions: Option<u32>) -> Self {
        Exhaustive {
            limit: preemptions,
            bound: 0,
            path: Vec::new(),
            seen: Exhausted::No,
            is_bounded: false,
            is_cut: false,
            has_diverged: false,
            has_begun: false,
            is_over: false,
            redundant: 0,
            ended: 0,
            now: None,
        }
    }

    fn start_over(&mut self) {
        *self = Exhaustive {
            ended: self.ended,
            ..Exhaustive::new(self.limit)
        };
    }

    /// How many schedules turned out to show nothing new.
    pub fn redundant(&self) -> u64 {
        self.redundant
    }

    /// Goes back to the last choice point that has something left to try, and takes it. False: none has.
    fn go_back(&mut self) -> bool {
        while let Some(node) = self.path.last_mut() {
            let open = |index: &usize| {
                let branch = &node.branches[*index];
                branch.wanted && !branch.tried && !branch.unfair && !node.is_asleep(*index)
            };
            let open: Vec<_> = (0..node.branches.len()).filter(open).collect();
            let costs = |index: &usize| node.preemptions_with(*index);
            let within = |index: &usize| self.limit.is_none() || costs(index) <= self.bound;
            self.is_bounded |= !open.iter().all(within);
            if let Some(index) = open.iter().copied().find(within) {
                node.take(index);
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// All within the bound was seen. False: there is no wider one.
    fn widen(&mut self) -> bool {
        if !self.is_cut {
            self.seen = match self.is_bounded {
                true => Exhausted::UpTo(self.bound),
                false => Exhausted::All,
            };
        }
        if !self.is_bounded || self.limit.is_none_or(|limit| self.bound >= limit) {
            return false;
        }
        self.bound += 1;
        self.is_bounded = false;
        true
    }

    /// Repeats what the path says, or goes on from its end.
    fn go_on(&mut self, now: &mut Now, choice: &Choice<'_>) -> usize {
        if choice.what == What::Thread {
            let keys: Vec<_> = choice.candidates.iter().map(|c| (c.thread, c.how)).collect();
            now.can_go_on(&keys);
        }
        if now.is_redundant {
            return now.prefer(choice, 0..choice.candidates.len());
        }
        let depth = now.depth;
        if self.path.get(depth).is_some_and(|node| !node.matches(choice)) {
            self.has_diverged = true;
            self.path.truncate(depth);
            now.repeats = depth;
        }
        if depth == self.path.len() {
            let index = self.extend(now, choice);
            if now.is_redundant {
                return index;
            }
        }
        let node = &self.path[depth];
        now.depth += 1;
        if choice.what == What::Thread {
            now.asked = Some(depth);
            now.preemptions = node.preemptions_with(node.chosen);
            now.pending
                .extend(node.branches.iter().map(|branch| (branch.key(), depth)));
            if self.limit.is_none() {
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
        if let Some(node) = asked.and_then(|node| self.path.get_mut(node)) {
            self.has_diverged |= node.branches[node.chosen].key() != key;
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
        // Who only goes round a loop while others wait leads to nothing else than those others, who were tried.
        if !unfair.iter().all(|is_unfair| *is_unfair) {
            awake.retain(|index| !unfair[*index]);
        }
        if awake.is_empty() {
            self.give_up(now);
            return now.prefer(choice, 0..choice.candidates.len());
        }
        let index = now.prefer(choice, awake);
        node.take(index);
        self.path.push(node);
        index
    }

    /// All who could go on are asleep; those who cannot may still race with what has happened.
    fn give_up(&mut self, now: &mut Now) {
        now.is_redundant = true;
        self.want_blocked(now);
    }

    /// Which candidates go round a loop while others wait for their turn.
    fn unfair(&mut self, now: &Now, choice: &Choice<'_>) -> Vec<bool> {
        let rests = |thread, since| now.trace.last_of(thread).is_none_or(|last| last < since);
        let mut unfair = Vec::new();
        for candidate in choice.candidates {
            let mut others = choice
                .candidates
                .iter()
                .filter(|other| other.thread != candidate.thread);
            let spins = now.spinning.yields(candidate) && !candidate.yields();
            self.is_cut |= spins;
            let waits = now
                .round_since(candidate)
                .is_some_and(|since| others.any(|c| rests(c.thread, since)));
            unfair.push(choice.what == What::Thread && (spins || waits));
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
                .path
                .get(node)
                .is_some_and(|node| node.branch(event.thread, event.how).is_some());
            if arrived && !was_there {
                continue;
            }
            if self.limit.is_some() {
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
    fn want_at(&mut self, now: &Now, node: usize, thread: ThreadId, how: How) {
        let chosen_there = now
            .trace
            .events
            .iter()
            .rposition(|event| event.node == Some(node));
        if let Some(node) = self.path.get_mut(node) {
            node.want(thread, how);
        }
        if let Some(event) = chosen_there.filter(|_| self.limit.is_some()) {
            self.want_thread(now, event, thread);
        }
    }

    fn want_before(&mut self, now: &Now, event: usize, last: usize) {
        let initials = now.trace.initials(event, last);
        let node = now.trace.events[event]
            .node
            .and_then(|node| self.path.get_mut(node));
        if let Some(node) = node {
            node.want_one_of(&initials, now.trace.events[last].thread);
        }
    }

    /// Wants a thread to go on in place of an event, and in place of the whole turn of that.
    fn want_thread(&mut self, now: &Now, event: usize, thread: ThreadId) {
        for event in [event, now.trace.turn(event)] {
            if let Some(node) = now.trace.events[event]
                .node
                .and_then(|node| self.path.get_mut(node))
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
                if self.limit.is_some() {
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
        if self.has_begun && !self.is_over && !self.go_back() {
            self.is_over = !self.widen();
        }
        self.has_begun = true;
        if self.is_over {
            return false;
        }
        self.now = Some(Now {
            repeats: self.path.len(),
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
            self.redundant += 1;
        } else if cut_off {
            self.is_cut = true;
        } else {
            self.has_diverged |= now.depth < self.path.len();
            if self.has_diverged && self.ended < WARM {
                return self.start_over();
            }
            self.path.truncate(now.depth);
            now.awake.clear();
            self.want_blocked(&now);
        }
    }

    fn exhausted(&self) -> Exhausted {
        match self.has_diverged {
            true => Exhausted::No,
            false => self.seen,
        }
    }
}
