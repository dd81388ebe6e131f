//! What the pool entries of a class mean to the rewriter, each worked out once.

use raddle_analysis::{ClassFacts, Fields};
use raddle_classfile::{ConstantPool, op};
use raddle_events::is_jdk_class;

use crate::error::Result;
use crate::host::Host;
use crate::memory_accesses::fields::FieldUse;
use crate::memory_accesses::unchecked_calls;
use crate::synchronisation::calls::{self, Call};

/// By pool index; `None`: not asked yet.
#[derive(Default)]
pub(crate) struct Uses {
    pub resolved: Fields,
    /// Instance and static apart: a fieldref does not say which it is.
    fields: [Vec<Option<FieldUse>>; 2],
    calls: Vec<Option<Option<Call>>>,
    unchecked_calls: Vec<Option<bool>>,
}

impl Uses {
    pub(crate) fn field(
        &mut self,
        op: u8,
        index: u16,
        pool: &ConstantPool,
        class: &ClassFacts,
        host: &dyn Host,
    ) -> Result<FieldUse> {
        let is_static = matches!(op, op::GETSTATIC | op::PUTSTATIC);
        let known = slot(&mut self.fields[usize::from(is_static)], index, pool);
        if let Some(known) = *known {
            return Ok(known);
        }
        let resolved = self.resolved.resolve(op, index, pool, class, host)?;
        let used = FieldUse::of(&resolved, pool.member_ref(index)?, class, is_static);
        *known = Some(used);
        Ok(used)
    }

    pub(crate) fn call(
        &mut self,
        class: &ClassFacts,
        op: u8,
        index: u16,
        pool: &ConstantPool,
    ) -> Result<Option<Call>> {
        if !matches!(op, op::INVOKEVIRTUAL | op::INVOKESPECIAL) {
            return Ok(None);
        }
        let known = slot(&mut self.calls, index, pool);
        if let Some(known) = *known {
            return Ok(known);
        }
        let call = calls::classify(&class.name, op, pool.member_ref(index)?);
        *known = Some(call);
        Ok(call)
    }
}

impl Uses {
    /// Whether a call may enter unchecked code.
    pub(crate) fn is_unchecked_call(
        &mut self,
        index: u16,
        pool: &ConstantPool,
        class: &ClassFacts,
        host: &dyn Host,
    ) -> Result<bool> {
        let known = slot(&mut self.unchecked_calls, index, pool);
        if let Some(known) = *known {
            return Ok(known);
        }
        let called = pool.member_ref(index)?;
        let is_unchecked = if called.owner == class.name {
            class.super_name.iter().chain(&class.interfaces).any(|above| {
                !unchecked_calls::is_inert(above) && (is_jdk_class(above) || host.reaches_unchecked(above))
            })
        } else if unchecked_calls::is_of_jdk(called.owner) {
            unchecked_calls::jdk_call(called.owner, called.name, called.descriptor)
                || host.controls() && unchecked_calls::meets_others(called.owner)
        } else {
            host.reaches_unchecked(called.owner)
        };
        *known = Some(is_unchecked);
        Ok(is_unchecked)
    }
}

fn slot<'a, T: Clone>(table: &'a mut Vec<Option<T>>, index: u16, pool: &ConstantPool) -> &'a mut Option<T> {
    let index = usize::from(index);
    if table.len() <= index {
        table.resize(usize::from(pool.len()).max(index + 1), None);
    }
    &mut table[index]
}
