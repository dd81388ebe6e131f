//! Calls: those that synchronise, those that may enter unchecked code, and constructors.

use raddle_analysis::{ClassFacts, Value};
use raddle_classfile::{ConstantPool, MemberRef, descriptor, op};
use raddle_events::{AccessKind, SiteId};

use super::Planner;
use crate::control;
use crate::error::Result;
use crate::memory_accesses::bulk;
use crate::memory_accesses::unchecked_calls::is_of_jdk;
use crate::plan::Act;
use crate::synchronisation::calls::Call;

impl Planner<'_> {
    pub(super) fn call(
        &mut self,
        op: u8,
        index: u16,
        pool: &ConstantPool,
        facts: &ClassFacts,
    ) -> Result<Option<Act>> {
        if !self.patches.is_empty() {
            let called = pool.member_ref(index)?;
            if let Some(&patch) = self.patches.iter().find(|p| p.calls(called)) {
                self.plan.patches.push(patch);
                return Ok(Some(Act::Before(patch.insert())));
            }
        }
        if self.controls {
            let called = pool.member_ref(index)?;
            if let Some(hook) = control::replacement(op, called) {
                let site = self.switch_site((op, index), called);
                return Ok(Some(Act::Instead { hook, site }));
            }
            if let Some(hook) = control::question(op, called)
                && let Some(site) = self.switch_site((op, index), called)
            {
                return Ok(Some(Act::Before(control::ask(hook, site))));
            }
        }
        Ok(match self.uses.call(facts, op, index, pool)? {
            None if self.checked && self.uses.is_unchecked_call(index, pool, facts, self.host)? => self
                .unchecked_call_by(op, index, pool.member_ref(index)?)
                .map(Some)?,
            None => self.new_object(op, index, pool)?,
            Some(Call::Wait(hook)) => {
                let site = self.switch_site((op, index), pool.member_ref(index)?);
                Some(Act::Instead { hook, site })
            }
            Some(Call::IsAlive) => {
                let site = self.switch_site((op, index), pool.member_ref(index)?);
                Some(Act::IsAlive { site })
            }
            Some(Call::Initialise { asks }) => Some(Act::Initialise { asks }),
            Some(Call::Clone) => {
                let called = pool.member_ref(index)?;
                let call = self.checked.then(|| {
                    self.is_unchecked_call((op, index), called.owner, called.name, called.descriptor)
                });
                let site = match call {
                    Some(Act::Call { site, .. }) => Some(site),
                    _ => None,
                };
                Some(Act::Copy { site })
            }
            Some(Call::Unsafe(access)) => {
                let Some(access) = self.relaxed.allows(access) else {
                    return Ok(None);
                };
                let descriptor = pool.member_ref(index)?.descriptor;
                let parameters = descriptor::params(descriptor).skip(2);
                let stores = parameters.map(|p| Ok(store_of(p?))).collect::<Result<_>>()?;
                Some(Act::Unsafe {
                    access,
                    stores,
                    gives_reference: descriptor.ends_with(";"),
                })
            }
        })
    }

    /// What a dynamic call does is not known; most make a string of what they are given.
    pub(super) fn concatenation(&mut self, index: u16) -> Option<Act> {
        Some(self.is_unchecked_call((op::INVOKEDYNAMIC, index), "java/lang/String", "valueOf", ""))
    }

    /// A call into unchecked code, with what it does to arrays on the way.
    fn unchecked_call_by(&mut self, op: u8, index: u16, called: MemberRef<'_>) -> Result<Act> {
        let MemberRef {
            owner,
            name,
            descriptor,
        } = called;
        let act = self.is_unchecked_call((op, index), owner, name, descriptor);
        let Act::Call { site, .. } = act else {
            return Ok(act);
        };
        if !self.memory {
            return Ok(act);
        }
        if owner.starts_with('[') {
            return Ok(if name == "clone" { Act::Clone { site } } else { act });
        }
        let stores = || {
            descriptor::params(descriptor)
                .map(|p| Ok(store_of(p?)))
                .collect::<Result<Vec<u8>>>()
        };
        if owner == "java/lang/invoke/MethodHandle" && matches!(name, "invoke" | "invokeExact") {
            return Ok(Act::Invoke {
                stores: stores()?,
                site,
            });
        }
        let effects = bulk::effects(owner, name, descriptor);
        if effects.is_empty() {
            return Ok(act);
        }
        Ok(Act::Bulk {
            effects,
            stores: stores()?,
            site,
        })
    }

    fn is_unchecked_call(&mut self, key: (u8, u16), owner: &str, name: &str, descriptor: &str) -> Act {
        let access = || AccessKind::Call {
            owner: owner.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        };
        Act::Call {
            site: self.sites.get(self.host, key, access),
            is_point: is_operation(key.0, owner, name),
        }
    }

    /// Where the program calls what is a switch point by itself, if the schedule is controlled.
    fn switch_site(&mut self, key: (u8, u16), called: MemberRef<'_>) -> Option<SiteId> {
        if !self.checked || !self.controls {
            return None;
        }
        match self.is_unchecked_call(key, called.owner, called.name, called.descriptor) {
            Act::Call { site, .. } => Some(site),
            _ => None,
        }
    }

    /// The end of a constructor call, if the object is still on the stack.
    fn new_object(&mut self, op: u8, index: u16, pool: &ConstantPool) -> Result<Option<Act>> {
        let called = pool.member_ref(index)?;
        let plain = called.owner == "java/lang/Object";
        if !self.checked || op != op::INVOKESPECIAL || called.name != "<init>" {
            return Ok(None);
        }
        let arguments = usize::from(descriptor::param_slots(called.descriptor)?);
        let is_kept = self.simulation.as_ref().is_some_and(|s| {
            let made = s.value(arguments);
            matches!(made, Value::Uninitialized(_)) && s.value(arguments + 1) == made
        });
        if !is_kept || is_of_jdk(called.owner) && !plain {
            return Ok(None);
        }
        let class = || AccessKind::New {
            class: called.owner.to_owned(),
        };
        let site = self.sites.get(self.host, (op, index), class);
        Ok(Some(Act::New { plain, site }))
    }
}

/// Whether a call is an operation on something shared. The object of a constructor is unescaped, and a thread
/// that is started or joined comes to a switch point by that.
fn is_operation(code: u8, owner: &str, name: &str) -> bool {
    code != op::INVOKEDYNAMIC && name != "<init>" && owner != "java/lang/Thread"
}

/// The instruction that puts a value of this type into a local variable.
fn store_of(ty: descriptor::Type<'_>) -> u8 {
    match ty {
        descriptor::Type::Long => op::LSTORE,
        descriptor::Type::Float => op::FSTORE,
        descriptor::Type::Double => op::DSTORE,
        descriptor::Type::Object(_) | descriptor::Type::Array(_) => op::ASTORE,
        _ => op::ISTORE,
    }
}
