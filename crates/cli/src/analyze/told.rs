//! From what detectors found, in numbers, to findings, in the names of the trace. What is found again at
//! the same places is counted. A location is a [`Frame`] of the class `trace`: its method is the location
//! as the trace has it, its file is the trace, and its line that in which the location came up first.

use std::collections::{BTreeMap, BTreeSet};

use raddle_detect::{Access, Cycle, Hold, Link, Race, Unprotected};
use raddle_events::{SiteId, ThreadId, VarId};
use raddle_findings::{
    Act, Finding, Frame, HeldLock, Kind, LockInfo, Op, Side, ThreadInfo, Variable, Wait, WaitKind,
};
use raddle_trace::Names;

/// The first of each, by what makes two the same, and how many there were.
type Counted<Key, Found> = BTreeMap<Key, (Found, u64)>;

#[derive(Default)]
pub struct Told {
    races: Counted<(VarId, [(SiteId, Op); 2]), Race>,
    unprotected: Counted<(VarId, Vec<SiteId>), Unprotected>,
    cycles: Counted<(Kind, BTreeSet<(SiteId, SiteId)>), Cycle>,
}

impl Told {
    pub fn race(&mut self, race: Race) {
        let mut places = [&race.first, &race.second].map(|side| (side.site, side.op));
        places.sort();
        self.races.entry((race.var, places)).or_insert((race, 0)).1 += 1;
    }

    pub fn unprotected(&mut self, found: Unprotected) {
        let places = found.accesses.iter().map(|access| access.site).collect();
        self.unprotected
            .entry((found.var, places))
            .or_insert((found, 0))
            .1 += 1;
    }

    pub fn cycle(&mut self, kind: Kind, cycle: Cycle) {
        self.cycles.entry((kind, cycle.places())).or_insert((cycle, 0)).1 += 1;
    }

    /// What one detector suspects and another one saw is told once: as what was seen.
    pub fn findings(self, names: &Names, file: &str) -> Vec<Finding> {
        let namer = Namer { names, file };
        let racing: BTreeSet<VarId> = self.races.keys().map(|&(var, _)| var).collect();
        let undisciplined: BTreeSet<VarId> = self.unprotected.keys().map(|&(var, _)| var).collect();
        let seen: BTreeSet<_> = self
            .cycles
            .keys()
            .filter(|key| key.0 == Kind::Deadlock)
            .cloned()
            .collect();
        let mut all: BTreeMap<String, Finding> = BTreeMap::new();
        let mut add = |finding: Finding| match all.get_mut(&finding.fingerprint) {
            Some(known) => known.count += finding.count,
            None => drop(all.insert(finding.fingerprint.clone(), finding)),
        };
        for ((var, _), (race, count)) in self.races {
            let mut finding = namer.race(&race, count);
            if undisciplined.contains(&var) {
                finding.notes.push(format!(
                    "lock-discipline: no lock is held at all accesses of {}",
                    names.variable(var)
                ));
            }
            add(finding);
        }
        for ((var, _), (found, count)) in self.unprotected {
            if !racing.contains(&var) {
                add(namer.unprotected(&found, count));
            }
        }
        for ((kind, places), (cycle, count)) in self.cycles {
            if kind == Kind::Deadlock || !seen.contains(&(Kind::Deadlock, places)) {
                add(namer.cycle(kind, &cycle, count));
            }
        }
        let mut findings: Vec<Finding> = all.into_values().collect();
        findings.sort_by_cached_key(|finding| {
            let places: Vec<_> = finding.sides.iter().map(|side| side.site().cloned()).collect();
            (finding.severity, finding.kind, finding.message.clone(), places)
        });
        findings
    }
}

struct Namer<'a> {
    names: &'a Names,
    file: &'a str,
}

impl Namer<'_> {
    fn race(&self, race: &Race, count: u64) -> Finding {
        let name = self.names.variable(race.var);
        let sides = vec![self.access(&race.first), self.access(&race.second)];
        let message = format!("data race on {name}");
        self.finding(Kind::DataRace, message, Some(race.var), sides, count)
    }

    fn unprotected(&self, found: &Unprotected, count: u64) -> Finding {
        let name = self.names.variable(found.var);
        let sides = found.accesses.iter().map(|access| self.access(access)).collect();
        let message = format!("no lock protects {name}");
        self.finding(Kind::LockDiscipline, message, Some(found.var), sides, count)
    }

    fn cycle(&self, kind: Kind, cycle: &Cycle, count: u64) -> Finding {
        let links = cycle.links.iter().enumerate();
        let holder = |n: usize| (n + 1) % cycle.links.len() + 1;
        let sides = links.map(|(n, link)| self.link(link, holder(n))).collect();
        let threads: Vec<&str> = cycle
            .links
            .iter()
            .map(|link| self.names.thread(link.thread))
            .collect();
        let wait = if kind == Kind::Deadlock {
            "wait"
        } else {
            "could wait"
        };
        let message = match &threads[..] {
            [one] => format!("{one} waits for itself, for ever"),
            [rest @ .., last] => format!("{} and {last} {wait} for each other, for ever", rest.join(", ")),
            [] => String::new(),
        };
        self.finding(kind, message, None, sides, count)
    }

    fn finding(
        &self,
        kind: Kind,
        message: String,
        var: Option<VarId>,
        sides: Vec<Side>,
        count: u64,
    ) -> Finding {
        let variable = var.map(|var| Variable {
            class: "trace".to_owned(),
            field: Some(self.names.variable(var).to_owned()),
            type_name: "unknown".to_owned(),
            is_static: false,
            array: None,
        });
        Finding {
            count,
            ..Finding::new(kind, message, variable, sides)
        }
    }

    fn access(&self, access: &Access) -> Side {
        self.side(access.thread, access.op.into(), access.site, &access.locks, None)
    }

    fn link(&self, link: &Link, holder: usize) -> Side {
        let wait = Wait {
            kind: match link.wanted.mode.is_exclusive() {
                true => WaitKind::Lock,
                false => WaitKind::ReadLock,
            },
            object: Some(self.lock(&link.wanted)),
            thread: None,
            held_by: vec![holder],
        };
        self.side(link.thread, Act::Lock, link.wanted.site, &link.held, Some(wait))
    }

    fn side(&self, thread: ThreadId, op: Act, site: SiteId, held: &[Hold], wait: Option<Wait>) -> Side {
        let held = held.iter().map(|hold| HeldLock {
            lock: self.lock(hold),
            mode: hold.mode,
            acquired_at: self.frame(hold.site),
        });
        Side {
            thread: ThreadInfo {
                name: self.names.thread(thread).to_owned(),
                id: thread.0,
                created_at: Vec::new(),
            },
            op,
            call: None,
            stack: self.frame(site).into_iter().collect(),
            stack_complete: false,
            locks: Some(held.collect()),
            wait,
        }
    }

    fn lock(&self, hold: &Hold) -> LockInfo {
        LockInfo {
            class: self.names.lock(hold.lock).to_owned(),
            id: hold.lock.0,
            created_at: None,
        }
    }

    fn frame(&self, site: SiteId) -> Option<Frame> {
        let location = self.names.location(site)?;
        Some(Frame {
            class: "trace".to_owned(),
            method: location.name.to_owned(),
            file: Some(self.file.to_owned()),
            line: u32::try_from(location.line).ok(),
        })
    }
}
