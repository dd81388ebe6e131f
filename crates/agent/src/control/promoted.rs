//! Plain accesses that are switch points, too, since they race.
//!
//! They are so from the next schedule on, and known by names that are the same in every JVM: a recording has them,
//! and its repetition asks for the same from its first step on, as does the next JVM of an exploration. A JVM that
//! is one schedule also asks at once, and so does its repetition.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use raddle_events::{AccessKind, Place, SiteId};

use crate::class_loading::sites::Sites;
use crate::memory_accesses::native_memory::reserve;

pub struct PromotedPoints {
    /// Address of a byte per site.
    table: usize,
    sites: usize,
    /// What is asked for from the beginning.
    known: BTreeSet<String>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    names: BTreeSet<String>,
    /// Suspected since the schedule began.
    suspected: Vec<SiteId>,
}

impl PromotedPoints {
    pub fn new(sites: usize, known: &[String]) -> Self {
        let known: BTreeSet<String> = known.iter().cloned().collect();
        Self {
            table: reserve(sites) as usize,
            sites,
            state: Mutex::new(State {
                names: known.clone(),
                suspected: Vec::new(),
            }),
            known,
        }
    }

    pub fn table(&self) -> i64 {
        self.table as i64
    }

    /// From the next schedule on, or at once.
    pub fn suspect(&self, sites: &[SiteId], at_once: bool) {
        if at_once {
            sites.iter().for_each(|site| self.ask(*site));
        }
        self.state.lock().suspected.extend(sites);
    }

    /// A schedule begins that is no repetition. True: it has switch points that those before did not have.
    pub fn begin(&self, sites: &Sites) -> bool {
        let State { names, suspected } = &mut *self.state.lock();
        let places = suspected.drain(..).filter_map(|site| sites.get(site));
        let new: Vec<Place> = places.filter(|place| names.insert(name(place))).collect();
        if new.is_empty() {
            return false;
        }
        sites.each(|site, place| {
            if new.contains(place) {
                self.ask(site);
            }
        });
        true
    }

    /// A site that was not there before.
    pub fn added(&self, site: SiteId, place: &Place) {
        if !self.known.is_empty() && self.known.contains(&name(place)) {
            self.ask(site);
        }
    }

    /// What the schedule that runs asks for.
    pub fn names(&self) -> Vec<String> {
        self.state.lock().names.iter().cloned().collect()
    }

    /// What the next schedule asks for.
    pub fn next_names(&self, sites: &Sites) -> Vec<String> {
        let State { names, suspected } = &*self.state.lock();
        let places = suspected.iter().filter_map(|site| sites.get(*site));
        let all: BTreeSet<String> = names
            .iter()
            .cloned()
            .chain(places.map(|place| name(&place)))
            .collect();
        all.into_iter().collect()
    }

    fn ask(&self, site: SiteId) {
        if (site.0 as usize) < self.sites {
            // SAFETY: the table has a byte for each site, which everybody accesses as a whole.
            unsafe { ((self.table + site.0 as usize) as *mut u8).write_volatile(1) };
        }
    }
}

/// Accesses of one line to the same field have one name, and are asked for together.
fn name(place: &Place) -> String {
    let Place {
        class,
        method,
        descriptor,
        line,
        access,
        ..
    } = place;
    let what = match access {
        AccessKind::Field { owner, name, op, .. } => format!("{op:?} {owner}.{name}"),
        AccessKind::Array { op } => format!("{op:?} []"),
        AccessKind::Part { owner, part, op } => format!("{op:?} {owner}.{part}"),
        AccessKind::NewArray { .. }
        | AccessKind::New { .. }
        | AccessKind::Monitor
        | AccessKind::Call { .. } => format!("{access:?}"),
    };
    format!("{class}.{method}{descriptor}:{} {what}", line.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use raddle_events::Op;

    use super::*;

    fn place(field: &str, op: Op) -> Place {
        Place {
            class: "p/A".to_owned(),
            method: "run".to_owned(),
            descriptor: "()V".to_owned(),
            file: None,
            line: Some(3),
            access: AccessKind::Field {
                owner: "p/A".to_owned(),
                name: field.to_owned(),
                descriptor: "I".to_owned(),
                is_static: true,
                op,
            },
        }
    }

    fn is_asked(asked: &PromotedPoints, site: SiteId) -> bool {
        // SAFETY: within the table.
        unsafe { ((asked.table + site.0 as usize) as *const u8).read_volatile() == 1 }
    }

    #[test]
    fn from_the_next_schedule_on_and_in_its_repetition() {
        let sites = Sites::new(10, 1);
        let places = [place("x", Op::Read), place("x", Op::Write), place("x", Op::Read)];
        let ids = places.clone().map(|place| sites.add(place));
        let asked = PromotedPoints::new(11, &[]);
        assert!(!asked.begin(&sites));
        asked.suspect(&ids[..1], false);
        assert!(!is_asked(&asked, ids[0]) && asked.names().is_empty());
        let next = asked.next_names(&sites);
        assert!(asked.begin(&sites));
        assert_eq!(ids.map(|site| is_asked(&asked, site)), [true, false, true]);
        assert_eq!(asked.names(), ["p/A.run()V:3 Read p/A.x"]);
        assert_eq!(asked.names(), next);

        let again = PromotedPoints::new(11, &asked.names());
        for (site, place) in ids.iter().zip(&places) {
            again.added(*site, place);
        }
        assert_eq!(ids.map(|site| is_asked(&again, site)), [true, false, true]);
    }
}
