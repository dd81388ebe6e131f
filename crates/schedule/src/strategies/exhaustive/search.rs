//! What a search knows between two schedules.

use serde::{Deserialize, Serialize};

use super::node::Node;
use crate::strategy::Exhausted;

/// So often in a row a JVM may begin anew: a program that never repeats must come to an end, too.
const ANEW: u32 = 20;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Search {
    pub(super) limit: Option<u32>,
    /// How many preemptions there may be now; at most the limit.
    pub(super) bound: u32,
    pub(super) path: Vec<Node>,
    /// What has been seen completely.
    pub(super) seen: Exhausted,
    /// A schedule was left out because of the bound.
    is_bounded: bool,
    /// A schedule was cut off, or a loop left that might have gone on.
    pub(super) is_cut: bool,
    /// A repetition did not match.
    pub(super) has_diverged: bool,
    /// The path leads to what was tried last.
    was_tried: bool,
    is_over: bool,
    pub(super) redundant: u64,
    anew: u32,
}

impl Search {
    pub(super) fn new(limit: Option<u32>) -> Self {
        Search {
            limit,
            ..Search::default()
        }
    }

    /// Whether there is something left to try; the path then leads to it.
    pub(super) fn goes_on(&mut self) -> bool {
        if self.was_tried && !self.is_over && !self.go_back() {
            self.is_over = !self.widen();
        }
        self.was_tried = true;
        !self.is_over
    }

    /// A schedule was as expected.
    pub(super) fn repeats(&mut self) {
        self.anew = 0;
    }

    pub(super) fn may_begin_anew(&mut self) -> bool {
        self.anew += 1;
        self.anew <= ANEW && !self.has_diverged
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
}
