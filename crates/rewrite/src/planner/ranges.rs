//! Deferred access ranges: which range an access belongs to, and where ranges have to be reported.

use raddle_analysis::{Accessed, Open, Ranges, due_ranges};
use raddle_classfile::Code;
use raddle_events::{Op, SiteId, runtime};

use super::Planner;
use crate::plan::{Act, DeferredRange, Plan};

/// How many ranges a method keeps, and how many of scattered elements. The rest is reported at once.
const MAX_RANGES: usize = 16;
const MAX_MAPS: usize = runtime::MOST_MAPS as usize;

impl Planner<'_> {
    /// The number of the range that an access belongs to, if it is deferred.
    pub(super) fn range_of(&mut self, at: usize, code: u8, op: Op, site: SiteId) -> Option<usize> {
        let range = *self.in_ranges.get(&at)?;
        let is_known = |known: &DeferredRange| known.site == site && known.range == range;
        // A field that is accessed twice is reported once.
        if let Accessed::Field(_) = range.accessed
            && let Some(known) = self.plan.ranges.iter().position(is_known)
        {
            return Some(known);
        }
        let number = self.plan.ranges.len();
        let is_scattered = |what| matches!(what, Accessed::Scattered(_));
        let mapped = self
            .plan
            .ranges
            .iter()
            .filter(|deferred| is_scattered(deferred.range.accessed));
        if number == MAX_RANGES || is_scattered(range.accessed) && mapped.count() == MAX_MAPS {
            return None;
        }
        let cache = match range.accessed {
            Accessed::Elements(_) => self.cache(at, code),
            Accessed::Scattered(_) | Accessed::Field(_) => 0,
        };
        self.plan.ranges.push(DeferredRange {
            op,
            site,
            cache,
            range,
        });
        Some(number)
    }
}

/// Where the ranges of a plan have to be reported, and which.
pub(super) fn due(code: &Code, plan: &Plan, synchronises: &[bool]) -> Vec<(usize, Ranges)> {
    if plan.ranges.is_empty() {
        return Vec::new();
    }
    let begun = plan
        .ranges
        .iter()
        .map(|deferred| Open::Before(deferred.range.preheader));
    let mut open: Vec<_> = begun.enumerate().map(|(n, open)| (open, 1 << n)).collect();
    for (at, act) in &plan.acts {
        if let Act::RangeField(deferred)
        | Act::RangeRead(deferred)
        | Act::RangeWrite { range: deferred, .. } = act
        {
            open.push((Open::At(*at), 1 << deferred));
        }
    }
    due_ranges(code, &open, synchronises)
}
