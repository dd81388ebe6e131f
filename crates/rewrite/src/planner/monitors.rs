//! Monitors that the code itself enters and leaves.

use raddle_classfile::{Code, Insn, Label, Node, op};
use raddle_events::{AccessKind, SiteId};

use super::Planner;
use crate::Role;
use crate::locks::unlock::Unlock;
use crate::plan::Act;

impl Planner<'_> {
    pub(super) fn monitor(&mut self, at: usize, op: u8) -> Option<Act> {
        if self.simulation.as_ref().is_some_and(|s| s.is_uninitialized(0)) {
            self.plan
                .skipped
                .push(self.method.skipped("monitor of an object under construction"));
            return None;
        }
        if op == op::MONITOREXIT {
            return Some(Act::MonitorExit(Unlock::at(self.code, at)));
        }
        let site = match self.role {
            Role::Jdk => SiteId::UNKNOWN,
            _ => self.sites.get(self.host, (op, 0), || AccessKind::Monitor),
        };
        Some(Act::MonitorEnter {
            site,
            range: range_after(self.code, at),
        })
    }
}

/// The label of the exception ranges that start once a monitor is entered: right after the instruction, or
/// after some that cannot throw and change no local variable.
fn range_after(code: &Code, enter: usize) -> Option<Label> {
    for node in code.body.get(enter + 1..)? {
        match *node {
            Node::Label(label) if code.handlers.iter().any(|h| h.start == label) => return Some(label),
            Node::Label(_) | Node::Insn(Insn::Simple(op::NOP..=op::DCONST_1 | op::POP | op::DUP)) => {}
            _ => return None,
        }
    }
    None
}
