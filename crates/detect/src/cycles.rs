//! The search for cycles in a [`LockGraph`](crate::LockGraph).
//!
//! A cycle is made of dependencies of different threads, two or more, each of which wants a lock that the
//! next one holds. It could come true if the modes on that lock exclude each other, if no two of them hold
//! a lock that would keep them apart (a gate), and if there is a moment of each such that no two of those
//! are ordered.
//!
//! Nearly all locks of a program lie on no cycle at all: what is not inside a strongly connected component
//! is left out first, in time linear in the number of dependencies. Inside, the search goes by length,
//! from the length of the shortest cycle of locks on, and each cycle is found from its smallest thread.
//! It ends early if nothing new can be found: many a tangle of objects comes from one place in the program.
//! Components get their share of a fixed amount of work, the small ones first.

use std::collections::{BTreeMap, BTreeSet};

use raddle_events::{SiteId, SyncId, ThreadId};
use rustc_hash::FxHashMap;

use crate::graph::{Budget, Graph, OutOfBudget};
use crate::lock_graph::{Cycle, Entry, Link};
use crate::{Hold, Moment};

/// Steps of one search: a fraction of a second.
const STEPS: u64 = 2_000_000;
/// Threads in a cycle. The search is as deep as the cycle is long.
const LONGEST: usize = 256;

/// Of so many places all sets are counted, to know when none is left.
const FEW: usize = 8;

type Places = BTreeSet<(SiteId, SiteId)>;

/// Why a search ends before its time.
enum Stop {
    OutOfBudget,
    /// All places of the component were reported, in all combinations.
    NothingNew,
}

impl From<OutOfBudget> for Stop {
    fn from(_: OutOfBudget) -> Self {
        Stop::OutOfBudget
    }
}

/// A thread that holds `from` wants `to`. Locks are numbered in the order in which they are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    from: u32,
    to: u32,
    thread: ThreadId,
    entry: u32,
    /// Where `from` was taken.
    site: SiteId,
}

impl Edge {
    fn place(&self, entries: &[Entry]) -> (SiteId, SiteId) {
        (self.site, entries[self.entry as usize].wanted.site)
    }
}

/// The cycles at places that are not in `reported`, shortest first, and the number of components whose search was not
/// finished.
pub fn find(entries: &[Entry], reported: &BTreeSet<Places>) -> (Vec<Cycle>, u64) {
    let mut found = BTreeMap::new();
    let (mut steps, mut gave_up) = (STEPS, 0);
    let components = components(entries);
    for (left, edges) in (1..=components.len() as u64).rev().zip(&components) {
        let share = steps / left;
        let mut search = Search {
            entries,
            edges,
            places: edges.iter().map(|edge| edge.place(entries)).collect(),
            reported,
            budget: Budget(share),
            path: Vec::new(),
            found: &mut found,
        };
        gave_up += u64::from(matches!(search.run(), Err(Stop::OutOfBudget)));
        steps -= share - search.budget.0;
    }
    let mut cycles: Vec<Cycle> = found.into_values().collect();
    cycles.sort_by_key(|cycle| cycle.links.len());
    (cycles, gave_up)
}

/// Whether dependencies that could be part of a cycle have lost moments.
pub fn lack_moments(entries: &[Entry]) -> bool {
    let components = components(entries);
    let mut edges = components.iter().flatten();
    edges.any(|edge| entries[edge.entry as usize].lost_moments)
}

/// The edges inside each component in which more than one thread takes part, in order; smallest first.
fn components(entries: &[Entry]) -> Vec<Vec<Edge>> {
    let mut numbers: FxHashMap<SyncId, u32> = FxHashMap::default();
    numbers.reserve(entries.len());
    let mut number = |lock| {
        let next = numbers.len() as u32;
        *numbers.entry(lock).or_insert(next)
    };
    let mut edges = Vec::with_capacity(entries.len());
    for (index, entry) in (0..).zip(entries) {
        let to = number(entry.wanted.lock);
        for (n, hold) in entry.held.iter().enumerate() {
            // A lock that was taken again is held since the first time.
            if entry.held[..n].iter().any(|outer| outer.lock == hold.lock) {
                continue;
            }
            edges.push(Edge {
                from: number(hold.lock),
                to,
                thread: entry.thread,
                entry: index,
                site: hold.site,
            });
        }
    }
    let graph = Graph::new(numbers.len(), edges.iter().map(|edge| (edge.from, edge.to)));
    let component = graph.components();
    edges.retain(|edge| component[edge.from as usize] == component[edge.to as usize]);
    let mut groups: BTreeMap<u32, Vec<Edge>> = BTreeMap::new();
    for edge in edges {
        groups
            .entry(component[edge.from as usize])
            .or_default()
            .push(edge);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.retain(|group| group.iter().any(|edge| edge.thread != group[0].thread));
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_by_key(Vec::len);
    groups
}

struct Search<'a> {
    entries: &'a [Entry],
    edges: &'a [Edge],
    /// Those of all edges.
    places: Places,
    reported: &'a BTreeSet<Places>,
    budget: Budget,
    path: Vec<Edge>,
    /// The shortest cycle at each set of places.
    found: &'a mut BTreeMap<Places, Cycle>,
}

impl<'a> Search<'a> {
    fn run(&mut self) -> Result<(), Stop> {
        self.go_on()?;
        let threads: BTreeSet<ThreadId> = self.edges.iter().map(|edge| edge.thread).collect();
        let shortest = self.shortest();
        if shortest > LONGEST {
            return Err(Stop::OutOfBudget);
        }
        for length in shortest..=threads.len().min(LONGEST) {
            for &edge in self.edges {
                self.budget.spend()?;
                self.path.push(edge);
                let went_on = self.extend(length);
                self.path.pop();
                went_on?;
            }
        }
        Ok(())
    }

    /// Stops if no cycle could be at places that were not reported or found.
    fn go_on(&self) -> Result<(), Stop> {
        let known = self.reported.iter().chain(self.found.keys());
        let is_few = self.places.len() <= FEW;
        // Of n places there are 2^n sets, one of them empty.
        if is_few && known.filter(|known| known.is_subset(&self.places)).count() + 1 >= 1 << self.places.len()
        {
            return Err(Stop::NothingNew);
        }
        Ok(())
    }

    /// No cycle of dependencies is shorter than the shortest of locks.
    fn shortest(&mut self) -> usize {
        let mut locks: Vec<u32> = self.edges.iter().map(|edge| edge.from).collect();
        locks.dedup();
        let place = |lock: u32| locks.binary_search(&lock).map_or(0, |place| place as u32);
        let edges = self.edges.iter().map(|edge| (place(edge.from), place(edge.to)));
        let edges: BTreeSet<(u32, u32)> = edges.collect();
        let graph = Graph::new(locks.len(), edges.iter().copied());
        let all: Vec<u32> = (0..locks.len() as u32).collect();
        // A tangle that is too large even for this may have short cycles all the same: half is for those.
        let mut half = Budget(self.budget.0 / 2);
        let shortest = graph.shortest_cycle(&all, &mut half);
        self.budget.0 -= self.budget.0 / 2 - half.0;
        shortest.ok().flatten().map_or(2, |cycle| cycle.len())
    }

    /// Goes on from the last edge of the path, to cycles of just this length.
    fn extend(&mut self, length: usize) -> Result<(), Stop> {
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        let closes = self.path.len() + 1 == length;
        let edges = self.edges;
        let start = edges.partition_point(|edge| match closes {
            true => (edge.from, edge.to) < (last.to, first.from),
            false => edge.from < last.to,
        });
        let candidates = edges[start..]
            .iter()
            .take_while(|edge| edge.from == last.to && (!closes || edge.to == first.from));
        for &edge in candidates {
            self.budget.spend()?;
            if edge.thread <= first.thread || !self.fits(edge) {
                continue;
            }
            self.path.push(edge);
            let went_on = match closes {
                true => self.close(),
                false => self.extend(length),
            };
            self.path.pop();
            went_on?;
        }
        Ok(())
    }

    /// Whether the path could go on here, as far as two dependencies at a time show.
    fn fits(&self, edge: Edge) -> bool {
        let entry = self.entry(edge);
        let is_blocked = |before: &Edge| blocks(entry, &self.entry(*before).wanted);
        self.path.last().is_none_or(is_blocked)
            && self.path.iter().all(|&other| {
                let other = self.entry(other);
                other.thread != entry.thread
                    && !entry.held.iter().any(|hold| blocks(other, hold))
                    && entry
                        .moments
                        .iter()
                        .any(|a| other.moments.iter().any(|b| a.is_unordered(b)))
            })
    }

    /// The path is a ring of locks: keeps it if it is a cycle, and new.
    fn close(&mut self) -> Result<(), Stop> {
        let (first, last) = (self.path[0], self.path[self.path.len() - 1]);
        let places: Places = self.path.iter().map(|edge| edge.place(self.entries)).collect();
        let is_short = |known: &Cycle| known.links.len() <= self.path.len();
        let is_known = self.reported.contains(&places) || self.found.get(&places).is_some_and(is_short);
        if is_known || !blocks(self.entry(first), &self.entry(last).wanted) {
            return Ok(());
        }
        let entries: Vec<&Entry> = self.path.iter().map(|&edge| self.entry(edge)).collect();
        if together(&entries, &mut Vec::new(), &mut self.budget)? {
            let link = |entry: &&Entry| Link {
                thread: entry.thread,
                held: entry.held.to_vec(),
                wanted: entry.wanted,
            };
            let links = entries.iter().map(link).collect();
            self.found.insert(places, Cycle { links });
            self.go_on()?;
        }
        Ok(())
    }

    fn entry(&self, edge: Edge) -> &'a Entry {
        &self.entries[edge.entry as usize]
    }
}

/// Whether what the thread holds keeps others from having this.
fn blocks(entry: &Entry, wanted: &Hold) -> bool {
    entry.held.iter().any(|hold| hold.excludes(wanted))
}

/// Whether the entries have moments, one of each, of which no two are ordered.
fn together<'a>(
    entries: &[&'a Entry],
    chosen: &mut Vec<&'a Moment>,
    budget: &mut Budget,
) -> Result<bool, OutOfBudget> {
    let Some((entry, rest)) = entries.split_first() else {
        return Ok(true);
    };
    for moment in &entry.moments {
        budget.spend()?;
        if chosen.iter().all(|other| moment.is_unordered(other)) {
            chosen.push(moment);
            let fits = together(rest, chosen, budget)?;
            chosen.pop();
            if fits {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
