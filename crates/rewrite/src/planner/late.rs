//! Accesses that are told late: which run an access belongs to, and where runs have to be told.

use raddle_analysis::{Accessed, Open, Ranges, due_ranges};
use raddle_classfile::Code;
use raddle_events::{Op, SiteId};

use super::Planner;
use crate::plan::{Act, Plan, Run};

/// How many runs a method keeps, and how many of scattered elements. The rest is told at once.
const MAX_RUNS: usize = 16;
const MAX_MAPS: usize = 8;

impl Planner<'_> {
    /// The run of an access, if it is told in one.
    pub(super) fn run_of(&mut self, at: usize, code: u8, op: Op, site: SiteId) -> Option<usize> {
        let late = *self.in_runs.get(&at)?;
        let is_known = |run: &Run| run.site == site && run.late == late;
        // A field that is accessed twice is told once.
        if let Accessed::Field(_) = late.accessed
            && let Some(known) = self.plan.runs.iter().position(is_known)
        {
            return Some(known);
        }
        let number = self.plan.runs.len();
        let is_scattered = |what| matches!(what, Accessed::Scattered(_));
        let mapped = self
            .plan
            .runs
            .iter()
            .filter(|run| is_scattered(run.late.accessed));
        if number == MAX_RUNS || is_scattered(late.accessed) && mapped.count() == MAX_MAPS {
            return None;
        }
        let cache = match late.accessed {
            Accessed::Elements(_) => self.cache(at, code),
            Accessed::Scattered(_) | Accessed::Field(_) => 0,
        };
        self.plan.runs.push(Run {
            op,
            site,
            cache,
            late,
        });
        Some(number)
    }
}

/// Where the runs of a plan have to be told, and which.
pub(super) fn to_tell(code: &Code, plan: &Plan, is_loud: &[bool]) -> Vec<(usize, Ranges)> {
    if plan.runs.is_empty() {
        return Vec::new();
    }
    let begun = plan.runs.iter().map(|run| Open::Before(run.late.preheader));
    let mut open: Vec<_> = begun.enumerate().map(|(n, open)| (open, 1 << n)).collect();
    for (at, act) in &plan.acts {
        if let Act::RunField(run) | Act::RunRead(run) | Act::RunWrite { run, .. } = act {
            open.push((Open::At(*at), 1 << run));
        }
    }
    due_ranges(code, &open, is_loud)
}
