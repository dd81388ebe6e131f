//! What detectors report, in the numbers of events: the same for all kinds, so that the code that names threads,
//! variables and places need not know the detector.

use raddle_events::{Op, SiteId, ThreadId, VarId};
use raddle_findings::Kind;

use crate::Hold;

/// An error, or what may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub kind: Kind,
    /// The variable that it is about.
    pub var: Option<VarId>,
    /// What each thread did, as the sides of a [`Finding`](raddle_findings::Finding).
    pub parts: Vec<Part>,
}

/// What one thread did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub thread: ThreadId,
    pub act: Act,
    pub site: SiteId,
    /// The thread's own clock at that time; 0 if the detector has no clocks.
    pub clock: u32,
    /// The locks held, outermost first.
    pub locks: Vec<Hold>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Access(Op),
    /// It waits for a lock, or could: that which the part of this index holds.
    Wait {
        lock: Hold,
        held_by: usize,
    },
}

impl Report {
    /// The hold of this part that another one waits for.
    pub fn contended(&self, index: usize) -> Option<&Hold> {
        let waits = self.parts.iter().filter_map(|part| match &part.act {
            Act::Wait { lock, held_by } if *held_by == index => Some(lock),
            Act::Wait { .. } | Act::Access(_) => None,
        });
        let wanted: Vec<_> = waits.map(|hold| hold.lock).collect();
        let mut held = self.parts[index].locks.iter();
        held.find(|hold| wanted.contains(&hold.lock))
    }
}

impl Part {
    /// The same place and the same deed.
    pub fn place(&self) -> (SiteId, Option<Op>) {
        match self.act {
            Act::Access(op) => (self.site, Some(op)),
            Act::Wait { .. } => (self.site, None),
        }
    }
}

/// What a detector finds, before it is one report among others.
pub trait Found {
    /// The variable that it is about.
    fn var(&self) -> Option<VarId> {
        None
    }

    fn parts(self) -> Vec<Part>;
}

/// The names of what events have numbers of.
pub trait Names {
    fn variable(&self, var: VarId) -> &str;
    fn thread(&self, thread: ThreadId) -> &str;
}

impl Report {
    pub fn new(kind: Kind, found: impl Found) -> Self {
        Self {
            kind,
            var: found.var(),
            parts: found.parts(),
        }
    }

    pub(crate) fn variable<'a>(&self, names: &'a dyn Names) -> &'a str {
        self.var.map_or("a variable", |var| names.variable(var))
    }

    /// `t1 and t2 wait for each other, for ever`.
    pub(crate) fn ring(&self, names: &dyn Names, wait: &str) -> String {
        let threads: Vec<&str> = self.parts.iter().map(|part| names.thread(part.thread)).collect();
        match &threads[..] {
            [one] => format!("{one} waits for itself, for ever"),
            [rest @ .., last] => format!("{} and {last} {wait} for each other, for ever", rest.join(", ")),
            [] => String::new(),
        }
    }
}
