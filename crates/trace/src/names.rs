//! Names and numbers: events have numbers, people want names.

use raddle_events::{SiteId, SyncId, ThreadId, VarId};
use rustc_hash::FxHashMap;

/// The names of a trace. Those of threads, locks, variables and locations are apart.
#[derive(Debug, Default)]
pub struct Names {
    threads: Table,
    locks: Table,
    variables: Table,
    locations: Table,
    /// The line in which each location came up first.
    lines: Vec<u64>,
}

/// A place in the program, as the trace names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    pub name: &'a str,
    /// The line of the trace in which it came up first.
    pub line: u64,
}

impl Names {
    pub fn thread(&self, thread: ThreadId) -> &str {
        self.threads.name(thread.0 as usize)
    }

    pub fn lock(&self, lock: SyncId) -> &str {
        self.locks.name(lock.0 as usize)
    }

    pub fn variable(&self, var: VarId) -> &str {
        self.variables.name(var.0 as usize)
    }

    /// `None` for a site that is not of this trace.
    pub fn location(&self, site: SiteId) -> Option<Location<'_>> {
        let index = (site.0 as usize).checked_sub(1)?;
        let line = *self.lines.get(index)?;
        let name = self.locations.name(index);
        Some(Location { name, line })
    }

    pub fn threads(&self) -> usize {
        self.threads.names.len()
    }

    pub(crate) fn number_thread(&mut self, name: &str) -> ThreadId {
        ThreadId(self.threads.number(name) as u32)
    }

    pub(crate) fn number_lock(&mut self, name: &str) -> SyncId {
        SyncId(self.locks.number(name) as u64)
    }

    pub(crate) fn number_variable(&mut self, name: &str) -> VarId {
        VarId(self.variables.number(name) as u64)
    }

    /// Numbers from 1: zero is "not known", which is also the number of those that no longer fit.
    pub(crate) fn number_location(&mut self, name: &str, line: u64) -> SiteId {
        let index = self.locations.number(name);
        if index == self.lines.len() {
            self.lines.push(line);
        }
        u32::try_from(index + 1).map_or(SiteId::UNKNOWN, SiteId)
    }
}

#[derive(Debug, Default)]
struct Table {
    numbers: FxHashMap<Box<str>, usize>,
    names: Vec<Box<str>>,
}

impl Table {
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len();
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        number
    }

    fn name(&self, number: usize) -> &str {
        self.names.get(number).map_or("?", |name| name)
    }
}
