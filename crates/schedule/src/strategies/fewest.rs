//! The same failure with the fewest preemptions: first by taking some [out](super::shrink) of a schedule that fails,
//! which is quick and ends where none can be left out by itself; then by a [search](super::exhaustive) of all
//! schedules with fewer, bound by bound, so that the first failure it comes to has as few as can be.
//!
//! Misses: what the search misses. It also ends after [`Fewest::MOST`] schedules, and where another failure ends the JVM.
//! Whether there is a schedule with fewer is then not known, and not [claimed](Strategy::exhausted).

use super::{Exhaustive, Shrink};
use crate::op::Step;
use crate::recording::Recording;
use crate::strategy::{Choice, Exhausted, Hint, Strategy};

#[derive(Debug)]
pub struct Fewest {
    shrink: Shrink,
    search: Option<Search>,
    /// Another JVM has searched, and something came in between.
    has_searched: bool,
    /// The state of the search outlives a schedule.
    searches: bool,
}

#[derive(Debug)]
struct Search {
    all: Exhaustive,
    tried: u64,
    /// Of the schedule that runs.
    preemptions: usize,
    has_failed: bool,
    /// How many there were when it failed as wanted, with fewer than before.
    found: Option<usize>,
}

impl Fewest {
    /// The search ends after so many schedules.
    pub const MOST: u64 = 2000;

    /// `refused`: so many attempts with this recording have been in vain, in another JVM. `searches`: this one has
    /// more than one schedule.
    pub fn new(recording: &Recording, refused: u64, searches: bool) -> Result<Self, String> {
        let shrink = Shrink::new(recording, refused)?;
        Ok(Fewest {
            has_searched: shrink.is_done_by(refused),
            shrink,
            search: None,
            searches,
        })
    }
}

impl Strategy for Fewest {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        if self.search.is_none() && self.shrink.begin(number, seed) {
            return true;
        }
        let Some(fewer) = self.shrink.preemptions().checked_sub(1) else {
            return false;
        };
        if !self.searches || self.has_searched {
            return false;
        }
        let limit = u32::try_from(fewer).unwrap_or(u32::MAX);
        let search = self.search.get_or_insert_with(|| Search::up_to(limit));
        search.begin(number, seed)
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let Some(search) = &mut self.search else {
            return self.shrink.choose(choice);
        };
        let index = search.all.choose(choice);
        search.preemptions += usize::from(choice.is_preemption(index));
        index
    }

    fn performed(&mut self, step: &Step) {
        match &mut self.search {
            Some(search) => search.all.performed(step),
            None => self.shrink.performed(step),
        }
    }

    fn failed(&mut self, fingerprint: &str) {
        match &mut self.search {
            Some(search) => search.has_failed |= self.shrink.wants(fingerprint),
            None => self.shrink.failed(fingerprint),
        }
    }

    fn end(&mut self, cut_off: bool) {
        let Some(search) = &mut self.search else {
            return self.shrink.end(cut_off);
        };
        search.all.end(cut_off);
        if search.has_failed && search.preemptions < self.shrink.preemptions() {
            search.found = Some(search.preemptions);
        }
    }

    fn keeps(&self) -> bool {
        match &self.search {
            Some(search) => search.found.is_some(),
            None => self.shrink.keeps(),
        }
    }

    fn hint(&mut self, hint: &Hint) {
        self.shrink.hint(hint);
    }

    /// All: the best has the fewest preemptions that there can be.
    fn exhausted(&self) -> Exhausted {
        let (best, seen) = match &self.search {
            Some(search) => (search.found, search.all.exhausted()),
            None => (None, Exhausted::No),
        };
        let is_least = match (best.unwrap_or(self.shrink.preemptions()), seen) {
            (0, _) | (_, Exhausted::All) => true,
            (best, Exhausted::UpTo(bound)) => best <= bound as usize + 1,
            (_, Exhausted::No) => false,
        };
        if is_least { Exhausted::All } else { Exhausted::No }
    }
}

impl Search {
    fn up_to(limit: u32) -> Search {
        Search {
            all: Exhaustive::new(Some(limit)),
            tried: 0,
            preemptions: 0,
            has_failed: false,
            found: None,
        }
    }

    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.preemptions = 0;
        self.has_failed = false;
        self.tried += 1;
        self.found.is_none() && self.tried <= Fewest::MOST && self.all.begin(number, seed)
    }
}
