//! Fields: checked ones, those that order, and those that are a part of what an object of the JDK contains.

use raddle_analysis::{ClassFacts, Value};
use raddle_classfile::{ConstantPool, Insn, Node, op};
use raddle_events::{AccessKind, Op};

use super::Planner;
use crate::Role;
use crate::class_loading::added_fields;
use crate::class_loading::class::Method;
use crate::error::Result;
use crate::memory_accesses::collections::Part;
use crate::plan::Act;

/// Tells the site of an access beside a fence from that of another one in the same line.
const FENCED: u8 = 0x40;

impl Planner<'_> {
    pub(super) fn field(
        &mut self,
        at: usize,
        (op, index): (u8, u16),
        pool: &ConstantPool,
        facts: &ClassFacts,
    ) -> Result<Option<Act>> {
        let used = self.uses.field(op, index, pool, facts, self.host)?;
        if self.relaxed.hides_field(op) {
            return Ok(None);
        }
        let field = pool.member_ref(index)?;
        let wide = matches!(field.descriptor, "J" | "D");
        if self.role == Role::Jdk
            && self.memory
            && let Some(part) = used.part(op)
        {
            return Ok(self.part(at, op, index, part, wide));
        }
        let is_fenced = used.checked && self.fences.order(at, op);
        if !(if self.accesses {
            used.checked
        } else {
            used.ordered || is_fenced
        }) {
            return Ok(None);
        }
        if self.accesses && self.generated.is_field(field.owner, field.name) {
            return Ok(None);
        }
        let depth = if wide { 2 } else { 1 };
        if op == op::PUTFIELD
            && self
                .simulation
                .as_ref()
                .is_some_and(|s| s.is_uninitialized(depth))
        {
            return Ok(None);
        }
        let kind = || AccessKind::Field {
            owner: field.owner.to_owned(),
            name: field.name.to_owned(),
            descriptor: field.descriptor.to_owned(),
            is_static: matches!(op, op::GETSTATIC | op::PUTSTATIC),
            op: if matches!(op, op::GETSTATIC | op::GETFIELD) {
                Op::Read
            } else {
                Op::Write
            },
        };
        let plain = match op {
            op::GETSTATIC => |_, site| Act::GetStatic { site },
            op::PUTSTATIC => |_, site| Act::PutStatic { site },
            op::GETFIELD => |wide, site| Act::GetField { wide, site },
            _ => |wide, site| Act::PutField { wide, site },
        };
        if is_fenced {
            let site = self.sites.get(self.host, (op | FENCED, index), kind);
            self.host.is_beside_fence(site);
            return Ok(Some(plain(wide, site)));
        }
        let site = self.sites.get(self.host, (op, index), kind);
        if field.owner == facts.name && self.cached.iter().any(|name| name == field.name) {
            self.host.may_be_cache(site);
        }
        if op == op::PUTFIELD
            && at < self.unescaped_until
            && field.owner == facts.name
            && self
                .simulation
                .as_ref()
                .is_some_and(|s| s.value(depth) == Value::Local(0))
            && let Some(write_word) = added_fields::write_word_of(facts, field.name, field.descriptor)
        {
            return Ok(Some(Act::UnescapedPut { write_word, site }));
        }
        let kind = match op {
            op::GETFIELD => Op::Read,
            _ => Op::Write,
        };
        if let Some(range) = self.range_of(at, op, kind, site) {
            return Ok(Some(Act::RangeField(range)));
        }
        Ok(Some(plain(wide, site)))
    }

    /// A constructor fills an unescaped object. The read of an increment is part of its write.
    fn part(&mut self, at: usize, op: u8, index: u16, part: Part, wide: bool) -> Option<Act> {
        let increments = op == op::GETFIELD
            && matches!(
                self.code.body[..at].last(),
                Some(Node::Insn(Insn::Simple(op::DUP)))
            );
        if self.method.is_init() || increments {
            return None;
        }
        let kind = match op {
            op::GETFIELD => Op::Read,
            _ => Op::Write,
        };
        let access = || AccessKind::Part {
            owner: part.owner.to_owned(),
            part: part.name.to_owned(),
            op: kind,
        };
        let site = self.sites.get(self.host, (op, index), access);
        Some(Act::Part { op: kind, wide, site })
    }
}

/// Whether the reference is to a final field that `this` has had since it was made.
pub(super) fn is_final_of_this(field: u16, method: &Method, pool: &ConstantPool, facts: &ClassFacts) -> bool {
    let declared = pool.member_ref(field).ok().and_then(|field| {
        let is_own = field.owner == facts.name;
        facts.field(field.name, field.descriptor).filter(|_| is_own)
    });
    !method.is_static() && !method.is_init() && declared.is_some_and(|f| f.is_final && !f.is_static)
}
