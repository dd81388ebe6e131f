//! Which locks a run's threads take while they hold others, at object level: what a cycle of waiting
//! threads could be made of.
//!
//! A dependency says that a thread held some locks when it went on to wait for one more. It is kept once for each
//! thread, locks, modes and places, with the moments at which it came up: a loop that does the same ten million times
//! leaves one entry. Of the moments only those are kept that add something new ([`Moment::covers`]), and eight at most.
//!
//! Memory: at most `limit` moments, each with a version of a vector clock, and as many entries. What does
//! not fit is refused and counted, so that silence never stands for "did not look".
//!
//! Start reading at [`LockGraph::add`]; cycles are found in `cycles.rs`.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use raddle_events::{SiteId, ThreadId};
use rustc_hash::{FxHashMap, FxHasher};

use crate::cycles;
use crate::{Act, Found, Hold, Moment, Part};

const MOST_MOMENTS: usize = 8;
const USUAL_LIMIT: usize = 1 << 20;

/// A thread that holds locks goes on to wait for one more.
#[derive(Clone, Debug)]
pub struct Dependency<'a> {
    pub thread: ThreadId,
    /// Outermost first.
    pub held: &'a [Hold],
    pub wanted: Hold,
    pub when: Moment,
}

/// Threads that could wait for each other for ever: each for what the next one holds, the last for what
/// the first holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// From the smallest thread on.
    pub links: Vec<Link>,
}

/// One thread of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub thread: ThreadId,
    /// Outermost first.
    pub held: Vec<Hold>,
    pub wanted: Hold,
}

impl Cycle {
    /// The hold of this link that the link before it waits for.
    pub fn contended(&self, link: usize) -> Option<&Hold> {
        let before = &self.links[(link + self.links.len() - 1) % self.links.len()];
        let mut held = self.links[link].held.iter();
        held.find(|hold| hold.lock == before.wanted.lock)
    }

    /// What makes two cycles the same mistake: the places where each thread took what others want and where
    /// it wants more. A longer ring of threads at the same places says nothing new.
    pub fn places(&self) -> BTreeSet<(SiteId, SiteId)> {
        let place = |(n, link): (usize, &Link)| Some((self.contended(n)?.site, link.wanted.site));
        self.links.iter().enumerate().filter_map(place).collect()
    }
}

impl Found for Cycle {
    fn parts(self) -> Vec<Part> {
        let count = self.links.len();
        let part = |(index, link): (usize, Link)| Part {
            thread: link.thread,
            act: Act::Wait {
                lock: link.wanted,
                held_by: (index + 1) % count,
            },
            site: link.wanted.site,
            clock: 0,
            locks: link.held,
        };
        self.links.into_iter().enumerate().map(part).collect()
    }
}

#[derive(Debug)]
pub struct Entry {
    pub thread: ThreadId,
    pub held: Box<[Hold]>,
    pub wanted: Hold,
    pub moments: Vec<Moment>,
    /// There was no room for some more.
    pub lost_moments: bool,
    /// Another entry with the same hash.
    next: Option<u32>,
}

/// All dependencies of a run.
#[derive(Debug)]
pub struct LockGraph {
    limit: usize,
    entries: Vec<Entry>,
    by_hash: FxHashMap<u64, u32>,
    moments: usize,
    refused: u64,
    refused_moments: u64,
    gave_up: u64,
    reported: BTreeSet<BTreeSet<(SiteId, SiteId)>>,
    has_news: bool,
}

impl Default for LockGraph {
    fn default() -> Self {
        Self::with_limit(USUAL_LIMIT)
    }
}

impl LockGraph {
    /// A graph of at most so many moments.
    pub fn with_limit(limit: usize) -> Self {
        Self {
            limit: limit.min(u32::MAX as usize),
            entries: Vec::new(),
            by_hash: FxHashMap::default(),
            moments: 0,
            refused: 0,
            refused_moments: 0,
            gave_up: 0,
            reported: BTreeSet::new(),
            has_news: false,
        }
    }

    /// Takes note of a dependency. A thread that wants what it has is none: it takes the lock once more, or
    /// waits for itself, which needs no second thread.
    pub fn add(&mut self, dependency: Dependency<'_>) {
        let Dependency {
            thread,
            held,
            wanted,
            when,
        } = dependency;
        if held.is_empty() || held.iter().any(|hold| hold.lock == wanted.lock) {
            return;
        }
        let mut hasher = FxHasher::default();
        (thread, held, wanted).hash(&mut hasher);
        let hash = hasher.finish();
        let first = self.by_hash.get(&hash).copied();
        let mut next = first;
        while let Some(index) = next {
            let entry = &mut self.entries[index as usize];
            if entry.thread == thread && *entry.held == *held && entry.wanted == wanted {
                return self.add_moment(index, when);
            }
            next = entry.next;
        }
        if self.moments >= self.limit {
            self.refused += 1;
            return;
        }
        self.by_hash.insert(hash, self.entries.len() as u32);
        self.entries.push(Entry {
            thread,
            held: held.into(),
            wanted,
            moments: vec![when],
            lost_moments: false,
            next: first,
        });
        self.moments += 1;
        self.has_news = true;
    }

    fn add_moment(&mut self, index: u32, when: Moment) {
        let entry = &mut self.entries[index as usize];
        let known = &mut entry.moments;
        if known.iter().any(|known| known.covers(&when)) {
            return;
        }
        let before = known.len();
        known.retain(|known| !when.covers(known));
        self.moments -= before - known.len();
        if known.len() >= MOST_MOMENTS || self.moments >= self.limit {
            entry.lost_moments = true;
            self.refused_moments += 1;
            return;
        }
        known.push(when);
        self.moments += 1;
        self.has_news = true;
    }

    /// The cycles at places that were not reported before; of each the shortest.
    pub fn cycles(&mut self) -> Vec<Cycle> {
        if !std::mem::take(&mut self.has_news) {
            return Vec::new();
        }
        let (cycles, gave_up) = cycles::find(&self.entries, &self.reported);
        self.gave_up += gave_up;
        self.reported.extend(cycles.iter().map(Cycle::places));
        cycles
    }

    /// How many different dependencies are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How often there was no room for a new dependency, or for one more moment of a known one.
    pub fn refused(&self) -> u64 {
        self.refused + self.refused_moments
    }

    /// How often a group of locks was too tangled to look at all its cycles.
    pub fn gave_up(&self) -> u64 {
        self.gave_up
    }

    /// What a cycle could be missing for. A moment of a dependency that lies on no cycle of locks is no loss.
    pub fn gaps(&self) -> Gaps {
        Gaps {
            refused: self.refused > 0 || self.refused_moments > 0 && cycles::lack_moments(&self.entries),
            gave_up: self.gave_up > 0,
        }
    }
}

/// What a graph did not look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    refused: bool,
    gave_up: bool,
}

impl Gaps {
    /// Those of two graphs.
    pub fn and(self, other: Gaps) -> Gaps {
        Gaps {
            refused: self.refused || other.refused,
            gave_up: self.gave_up || other.gave_up,
        }
    }

    /// In words, without numbers: many JVMs may say the same.
    pub fn incomplete(self) -> Vec<String> {
        let refused =
            "possible deadlocks may be missing: there was no room for some nested acquisitions of locks";
        let gave_up =
            "possible deadlocks may be missing: the locks are nested in too many ways to look at all of them";
        let texts = [(self.refused, refused), (self.gave_up, gave_up)];
        let texts = texts.into_iter().filter(|(is_so, _)| *is_so);
        texts.map(|(_, text)| text.to_owned()).collect()
    }
}
