//! The definitions, word by word: everything is kept, and each answer is worked out anew from all of it.
//! No code in common with the detectors.

use std::collections::{BTreeMap, BTreeSet};

use raddle_detect::{Hold, Visibility};
use raddle_events::{Action, Event, Mode, Op, SiteId, SyncId, ThreadId, VarId};

/// Positions of events that a thread has seen.
type Seen = BTreeSet<usize>;

/// An event with all that was known when it came.
#[derive(Clone, Debug)]
pub struct Known {
    pub position: usize,
    pub event: Event,
    pub held: Vec<Hold>,
    /// The events before it, in the order that locks do not make.
    pub before: Seen,
}

impl Known {
    fn is_before(&self, other: &Known) -> bool {
        other.before.contains(&self.position)
    }
}

pub fn history(trace: &[Event], visibility: Visibility) -> Vec<Known> {
    let all = visibility == Visibility::Order;
    let mut threads: BTreeMap<ThreadId, Seen> = BTreeMap::new();
    let mut objects: BTreeMap<SyncId, Seen> = BTreeMap::new();
    let mut held: BTreeMap<ThreadId, Vec<Hold>> = BTreeMap::new();
    let mut known = vec![];
    for (position, &event) in trace.iter().enumerate() {
        let mut mine = threads.remove(&event.thread).unwrap_or_default();
        let holds = held.entry(event.thread).or_default();
        known.push(Known {
            position,
            event,
            held: holds.clone(),
            before: mine.clone(),
        });
        mine.insert(position);
        match event.action {
            Action::Lock { lock, site, mode } => holds.push(Hold { lock, site, mode }),
            Action::Unlock { lock } => {
                if let Some(at) = holds.iter().rposition(|hold| hold.lock == lock) {
                    holds.remove(at);
                }
            }
            Action::End => holds.clear(),
            Action::Fork { child } => threads.entry(child).or_default().extend(&mine),
            Action::Join { child } if all => mine.extend(threads.entry(child).or_default().iter()),
            Action::Acquire { sync } if all => mine.extend(objects.entry(sync).or_default().iter()),
            Action::Release { sync } if all => objects.entry(sync).or_default().extend(&mine),
            _ => {}
        }
        threads.insert(event.thread, mine);
    }
    known
}

fn exclude(a: &Hold, b: &Hold) -> bool {
    a.lock == b.lock && (a.mode, b.mode) != (Mode::Shared, Mode::Shared)
}

fn wanted(known: &Known) -> Option<Hold> {
    match known.event.action {
        Action::Request { lock, site, mode } => Some(Hold { lock, site, mode }),
        _ => None,
    }
}

/// A cycle that could come true: thread, holds and want of each, from the smallest thread on.
pub type Ring = Vec<(ThreadId, Vec<Hold>, Hold)>;

/// All cycles of requests, by trying all sequences of requests of different threads.
pub fn rings(history: &[Known]) -> Vec<Ring> {
    let is_new = |known: &&Known| {
        wanted(known).is_some_and(|wanted| known.held.iter().all(|hold| hold.lock != wanted.lock))
    };
    let requests: Vec<&Known> = history.iter().filter(is_new).collect();
    let mut found = vec![];
    let mut open: Vec<Vec<&Known>> = requests.iter().map(|&request| vec![request]).collect();
    while let Some(path) = open.pop() {
        if path.len() > 1 && is_ring(&path) {
            let link = |known: &&Known| Some((known.event.thread, known.held.clone(), wanted(known)?));
            found.extend(path.iter().map(link).collect::<Option<Ring>>());
        }
        let last = wanted(path[path.len() - 1]);
        for &next in &requests {
            let is_later = next.event.thread > path[0].event.thread;
            let is_other = path.iter().all(|known| known.event.thread != next.event.thread);
            let waits = next
                .held
                .iter()
                .any(|hold| last.is_some_and(|last| exclude(hold, &last)));
            if is_later && is_other && waits {
                open.push([&path[..], &[next]].concat());
            }
        }
    }
    found
}

fn is_ring(path: &[&Known]) -> bool {
    let pairs = || {
        let both = |n: usize| (n + 1..path.len()).map(move |m| (path[n], path[m]));
        (0..path.len()).flat_map(both)
    };
    let closes = wanted(path[path.len() - 1]).is_some_and(|w| path[0].held.iter().any(|h| exclude(h, &w)));
    let kept_apart = pairs().any(|(a, b)| a.held.iter().any(|x| b.held.iter().any(|y| exclude(x, y))));
    let ordered = pairs().any(|(a, b)| a.is_before(b) || b.is_before(a));
    closes && !kept_apart && !ordered
}

/// Where each thread of a ring took what the one before wants, and where it wants more.
pub fn places(ring: &Ring) -> BTreeSet<(SiteId, SiteId)> {
    let mut places = BTreeSet::new();
    for n in 0..ring.len() {
        let before = ring[(n + ring.len() - 1) % ring.len()].2;
        let (_, held, wanted) = &ring[n];
        let taken = held.iter().find(|hold| exclude(hold, &before));
        places.extend(taken.map(|taken| (taken.site, wanted.site)));
    }
    places
}

/// How long the shortest circle of waits is that the request at the end of this trace closes.
pub fn circle(history: &[Known]) -> Option<usize> {
    let last = history.last()?;
    wanted(last)?;
    let now = |thread: ThreadId| history.iter().rfind(|known| known.event.thread == thread);
    let threads: BTreeSet<ThreadId> = history.iter().map(|known| known.event.thread).collect();
    let waits_for = |waiter: ThreadId, other: ThreadId| {
        let (Some(waiter), Some(other)) = (now(waiter), now(other)) else {
            return false;
        };
        let Some(wanted) = wanted(waiter) else {
            return false;
        };
        let alone = |hold: &Hold| hold.lock == wanted.lock && hold.mode == Mode::Exclusive;
        !waiter.held.iter().any(alone) && holds_now(other).iter().any(|hold| exclude(hold, &wanted))
    };
    let mut paths = vec![vec![last.event.thread]];
    for length in 1..=threads.len() {
        let end = |path: &Vec<ThreadId>| path[path.len() - 1];
        if paths.iter().any(|path| waits_for(end(path), path[0])) {
            return Some(length);
        }
        let longer = paths.iter().flat_map(|path| {
            let next = threads
                .iter()
                .filter(|next| !path.contains(next) && waits_for(end(path), **next));
            next.map(|next| [&path[..], &[*next]].concat())
        });
        paths = longer.collect();
    }
    None
}

/// What a thread holds after its last event.
fn holds_now(known: &Known) -> Vec<Hold> {
    let mut held = known.held.clone();
    match known.event.action {
        Action::Lock { lock, site, mode } => held.push(Hold { lock, site, mode }),
        Action::Unlock { lock } => {
            held.iter()
                .rposition(|hold| hold.lock == lock)
                .map(|at| held.remove(at));
        }
        Action::End => held.clear(),
        _ => {}
    }
    held
}

/// What is to be said of a variable after the last access of this trace.
#[derive(Debug, PartialEq, Eq)]
pub struct Discipline {
    pub is_shared: bool,
    pub is_modified: bool,
    pub locks: BTreeSet<SyncId>,
    pub is_reported: bool,
}

/// From the whole history of the variable.
pub fn discipline(history: &[Known], var: VarId, visibility: Visibility) -> Option<Discipline> {
    let accesses: Vec<(Op, &Known)> = history
        .iter()
        .filter_map(|known| match known.event.action {
            Action::Read { var: v, .. } if v == var => Some((Op::Read, known)),
            Action::Write { var: v, .. } if v == var => Some((Op::Write, known)),
            _ => None,
        })
        .collect();
    let mut start = 0;
    for (n, (_, now)) in accesses.iter().enumerate().skip(1) {
        let life = &accesses[start..n];
        let owners: BTreeSet<ThreadId> = life.iter().map(|(_, known)| known.event.thread).collect();
        let is_owner = owners.len() == 1 && owners.contains(&now.event.thread);
        let can_change = owners.len() == 1 || visibility == Visibility::Order;
        let sees_all = life.iter().all(|(_, known)| known.is_before(now));
        if !is_owner && can_change && sees_all {
            start = n;
        }
    }
    let judge = |life: &[(Op, &Known)]| {
        let of = |&(op, known): &(Op, &Known)| -> BTreeSet<SyncId> {
            let protects = |hold: &&Hold| {
                visibility == Visibility::Starts || op == Op::Read || hold.mode == Mode::Exclusive
            };
            known.held.iter().filter(protects).map(|hold| hold.lock).collect()
        };
        let locks = life.iter().map(of).reduce(|a, b| &a & &b)?;
        let threads: BTreeSet<ThreadId> = life.iter().map(|(_, known)| known.event.thread).collect();
        Some(Discipline {
            is_shared: threads.len() > 1,
            is_modified: life.iter().any(|(op, _)| *op == Op::Write),
            is_reported: false,
            locks,
        })
    };
    let alarming = |d: &Discipline| d.is_shared && d.is_modified && d.locks.is_empty();
    let life = &accesses[start..];
    let now = judge(life)?;
    let before = judge(&life[..life.len() - 1]);
    let is_reported = alarming(&now) && !before.is_some_and(|before| alarming(&before));
    Some(Discipline { is_reported, ..now })
}
