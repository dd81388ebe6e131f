//! A look at the raw code of a method: most methods need nothing, and decoding those would be the bulk of the work.

use raddle_analysis::{Opcodes, bytecode, is_fence};
use raddle_classfile::{Member, access, op};

use super::class::Class;
use super::entry_and_return::{self, Wanted};
use crate::Role;
use crate::control;
use crate::memory_accesses::{bulk, collections};
use crate::patches::At;

/// What a look at a method's header and raw code says.
#[derive(Default)]
pub(super) struct Glance {
    /// Its objects' monitors may be entered by it.
    pub locks_this: bool,
    pub needs_work: bool,
}

impl Class<'_> {
    pub(super) fn glance(&mut self, member: &Member) -> Glance {
        let is_static = member.access & access::ACC_STATIC != 0;
        let mut glance = Glance::default();
        if member.access & access::ACC_SYNCHRONIZED != 0 && !self.only_patched {
            glance = Glance {
                locks_this: !is_static,
                needs_work: true,
            };
        }
        let pool = &self.file.pool;
        let Some(code) = member.attribute(pool, "Code").and_then(|a| bytecode(&a.data)) else {
            return glance;
        };
        glance.needs_work |= self.is_hooked_around(member);
        if self.only_patched {
            return glance;
        }
        let memory = self.host.watches_memory();
        let checked = self.role == Role::Program;
        let accesses = checked && memory;
        let is_view = memory && self.role == Role::Jdk && bulk::is_view_of_array(&self.facts.name);
        let controls = self.host.controls();
        let patched_calls = self.patches.iter().any(|p| matches!(p.at, At::Call { .. }));
        for (op, index) in Opcodes::new(code) {
            // Nothing more to learn.
            if glance.needs_work && (glance.locks_this || is_static) {
                break;
            }
            if controls && matches!(op, op::INVOKEVIRTUAL..=op::INVOKESTATIC) {
                let called = self.file.pool.member_ref(index);
                glance.needs_work |= called.is_ok_and(|called| {
                    control::replacement(op, called).is_some()
                        || checked && control::question(op, called).is_some()
                });
            }
            // Fields beside it may have to be hooked though nothing else is.
            if memory
                && self.role == Role::Library
                && matches!(op, op::INVOKEVIRTUAL..=op::INVOKEINTERFACE)
                && self.file.pool.member_ref(index).is_ok_and(is_fence)
            {
                glance.needs_work = true;
            }
            match op {
                op::MONITORENTER => {
                    glance = Glance {
                        locks_this: glance.locks_this || !is_static,
                        needs_work: true,
                    };
                }
                op::MONITOREXIT => glance.needs_work = true,
                _ if glance.needs_work => {}
                op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE => {
                    glance.needs_work |= accesses || is_view
                }
                op::NEW => glance.needs_work |= checked,
                op::NEWARRAY | op::ANEWARRAY | op::MULTIANEWARRAY => glance.needs_work |= accesses,
                op::GETSTATIC..=op::PUTFIELD => {
                    let used = self
                        .uses
                        .field(op, index, &self.file.pool, &self.facts, &*self.host);
                    // What cannot be known is looked at more closely, and then gets its reason.
                    let role = if memory { self.role } else { Role::Library };
                    glance.needs_work |= !used.is_ok_and(|u| !u.is_hooked(op, role));
                }
                op::INVOKEVIRTUAL | op::INVOKESPECIAL => {
                    let call = self.uses.call(&self.facts, op, index, &self.file.pool);
                    glance.needs_work |= patched_calls
                        || !matches!(call, Ok(None))
                        || checked && self.is_unchecked_call(index);
                }
                op::INVOKESTATIC | op::INVOKEINTERFACE => {
                    glance.needs_work |= checked && self.is_unchecked_call(index)
                }
                op::INVOKEDYNAMIC => glance.needs_work |= checked,
                _ => {}
            }
        }
        glance
    }

    /// What cannot be known is looked at more closely, and then gets its reason.
    fn is_unchecked_call(&mut self, index: u16) -> bool {
        self.uses
            .is_unchecked_call(index, &self.file.pool, &self.facts, &*self.host)
            .unwrap_or(true)
    }

    /// Whether the header alone calls for hooks at entry or before returns.
    fn is_hooked_around(&self, member: &Member) -> bool {
        let pool = &self.file.pool;
        let (Ok(name), Ok(descriptor)) = (pool.utf8(member.name), pool.utf8(member.descriptor)) else {
            return false;
        };
        let is_static = member.access & access::ACC_STATIC != 0;
        self.role == Role::Jdk
            && (collections::is_internal(&self.facts.name, name)
                || !is_static && entry_and_return::is_of_collection(&self.facts.name, name, descriptor))
            || Wanted::of(self, name, descriptor, is_static).any()
            || self.patches.iter().any(|p| p.fits(name, descriptor, is_static))
            || self.declared.iter().any(|d| d.method == name)
            || self.host.controls() && control::is_indivisible(&self.facts.name, name, descriptor)
    }
}
