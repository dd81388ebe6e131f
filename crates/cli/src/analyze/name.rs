//! From reports of detectors, in numbers, to findings, in the names of the trace. A location is a [`Frame`] of the class
//! `trace`: its method is the location as the trace has it, its file is the trace, and its line that in which the
//! location came up first.

use std::collections::{BTreeMap, BTreeSet};

use raddle_detect::{Act, Detectors, Hold, Part, Report};
use raddle_events::{Op, SiteId, ThreadId, VarId};
use raddle_findings::{
    Act as Does, Finding, FindingSet, Frame, HeldLock, Kind, LockInfo, Side, ThreadInfo, Variable, Wait,
    WaitKind,
};
use raddle_trace::Names;

/// Reports, the first of each, and how many there were: equal are those of equal kind, variable and places.
#[derive(Default)]
pub struct Reports(BTreeMap<Key, (Report, u64)>);

type Key = (
    Kind,
    Option<VarId>,
    BTreeSet<(SiteId, Option<Op>, Option<SiteId>)>,
);

impl Reports {
    pub fn add(&mut self, report: Report) {
        let parts = (0..report.parts.len()).map(|index| {
            let (site, op) = report.parts[index].place();
            (site, op, report.contended(index).map(|hold| hold.site))
        });
        let key = (report.kind, report.var, parts.collect());
        self.0.entry(key).or_insert((report, 0)).1 += 1;
    }

    /// What one detector suspects and another one saw is one finding: what was seen.
    pub fn findings(self, names: &Names, file: &str) -> Vec<Finding> {
        let namer = Namer { names, file };
        let reports = self.0.into_values();
        let findings: FindingSet = reports
            .map(|(report, count)| namer.finding(&report, count))
            .collect();
        findings.reported()
    }
}

struct Namer<'a> {
    names: &'a Names,
    file: &'a str,
}

impl raddle_detect::Names for Namer<'_> {
    fn variable(&self, var: VarId) -> &str {
        self.names.variable(var)
    }

    fn thread(&self, thread: ThreadId) -> &str {
        self.names.thread(thread)
    }
}

impl Namer<'_> {
    fn finding(&self, report: &Report, count: u64) -> Finding {
        let variable = report.var.map(|var| Variable {
            class: "trace".to_owned(),
            field: Some(self.names.variable(var).to_owned()),
            type_name: "unknown".to_owned(),
            is_static: false,
            array: None,
        });
        let sides = report.parts.iter().map(|part| self.side(part)).collect();
        let message = Detectors::message(report, self);
        Finding {
            count,
            ..Finding::new(report.kind, message, variable, sides)
        }
    }

    fn side(&self, part: &Part) -> Side {
        let held = part.locks.iter().map(|hold| HeldLock {
            lock: self.lock(hold),
            mode: hold.mode,
            acquired_at: self.frame(hold.site),
        });
        let (op, wait) = match part.act {
            Act::Access(op) => (op.into(), None),
            Act::Wait { lock, held_by } => (Does::Lock, Some(self.wait(&lock, held_by))),
        };
        Side {
            thread: ThreadInfo {
                name: self.names.thread(part.thread).to_owned(),
                id: part.thread.0,
                created_at: Vec::new(),
            },
            op,
            call: None,
            stack: self.frame(part.site).into_iter().collect(),
            stack_complete: false,
            locks: Some(held.collect()),
            wait,
        }
    }

    fn wait(&self, lock: &Hold, held_by: usize) -> Wait {
        Wait {
            kind: match lock.mode.is_exclusive() {
                true => WaitKind::Lock,
                false => WaitKind::ReadLock,
            },
            object: Some(self.lock(lock)),
            thread: None,
            held_by: vec![held_by + 1],
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
