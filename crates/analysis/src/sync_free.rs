//! Which instructions may synchronise.
//!
//! An instruction is *synchronising* if it may synchronise, or may run code that does, by a call or by loading a
//! class. The others are *synchronisation-free*. Between two accesses of a thread with nothing but such
//! instructions between them, the thread neither releases nor acquires anything, so all that it accesses there has
//! the same place in happens-before.
//!
//! Final fields that lead to other objects count as synchronising, too, unless the object is a parameter: the check of
//! what the final fields of an object lead to has to know before how the thread got that object.
//!
//! Not seen as synchronising: a method of `Math` or a class of exceptions that is first linked at such an
//! instruction, for which the loader of the program may synchronise.

use raddle_classfile::{Code, Constant, ConstantPool, Insn, Node, Result, op};
use rustc_hash::FxHashSet;

use crate::facts::ClassFacts;
use crate::fields::Fields;
use crate::loops::stored;
use crate::world::World;

/// By place: whether the instruction may synchronise. `parameters`: how many local variables hold some at entry.
pub fn synchronising(
    code: &Code,
    pool: &ConstantPool,
    class: &ClassFacts,
    fields: &mut Fields,
    world: &dyn World,
    parameters: usize,
) -> Result<Vec<bool>> {
    let mut changed = FxHashSet::default();
    for node in &code.body {
        if let Node::Insn(insn) = node {
            changed.extend(stored(insn));
        }
    }
    let is_kept = |local: u16| usize::from(local) < parameters && !changed.contains(&local);
    let mut synchronising = Vec::with_capacity(code.body.len());
    let mut before = None;
    for node in &code.body {
        let Node::Insn(insn) = node else {
            synchronising.push(false);
            continue;
        };
        let synchronises = match *insn {
            Insn::Field { op, index } => {
                let field = fields.resolve(op, index, pool, class, world)?;
                let leads_on = pool.member_ref(index)?.descriptor.starts_with(['L', '[']);
                let from_parameter = before.and_then(loaded).is_some_and(is_kept);
                !field.is_sync_free || field.is_final() && op == op::GETFIELD && leads_on && !from_parameter
            }
            Insn::Invoke {
                op: op::INVOKESTATIC,
                index,
            } => {
                let m = pool.member_ref(index)?;
                let own = class.static_method(m.name, m.descriptor);
                let is_own = m.owner == class.name && own.is_some_and(|m| m.is_pure);
                synchronises(insn, pool) && !is_own && !world.is_pure(m.owner, m.name, m.descriptor)
            }
            _ => synchronises(insn, pool),
        };
        synchronising.push(synchronises);
        before = Some(insn);
    }
    Ok(synchronising)
}

/// The local variable that holds the reference which an instruction loads.
fn loaded(insn: &Insn) -> Option<u16> {
    match *insn {
        Insn::Local { op: op::ALOAD, index } => Some(index),
        Insn::Simple(op @ op::ALOAD_0..=op::ALOAD_3) => Some(u16::from(op - op::ALOAD_0)),
        _ => None,
    }
}

/// For all instructions but field accesses, and as if nothing were known of other methods.
fn synchronises(insn: &Insn, pool: &ConstantPool) -> bool {
    match *insn {
        Insn::Simple(op) => matches!(
            op,
            op::MONITORENTER | op::MONITOREXIT | op::ATHROW | op::IRETURN..=op::RETURN
        ),
        Insn::Local { op, .. } => op == op::RET,
        Insn::Jump { op, .. } => op == op::JSR,
        Insn::Invoke {
            op: op::INVOKESTATIC,
            index,
        } => !pool
            .member_ref(index)
            .is_ok_and(|m| is_pure_of_jdk(m.owner, m.name)),
        Insn::Bipush(_)
        | Insn::Sipush(_)
        | Insn::Iinc { .. }
        | Insn::NewArray(_)
        | Insn::TableSwitch { .. }
        | Insn::LookupSwitch { .. } => false,
        Insn::Ldc { index, .. } => !matches!(
            pool.entry(index),
            Ok(Constant::Integer(_) | Constant::Float(_) | Constant::Long(_) | Constant::Double(_))
        ),
        // Whatever may load or initialise a class can run anything.
        Insn::Field { .. }
        | Insn::Invoke { .. }
        | Insn::InvokeInterface { .. }
        | Insn::InvokeDynamic { .. }
        | Insn::Type { .. }
        | Insn::MultiNewArray { .. } => true,
    }
}

fn is_pure_of_jdk(class: &str, method: &str) -> bool {
    matches!(class, "java/lang/Math" | "java/lang/StrictMath") && method != "random"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::Part::Ops;
    use crate::assemble::{assemble, place};
    use crate::fields::tests::{Known, class};

    #[test]
    fn final_fields_are_followed_from_parameters_only() {
        let mut class = class();
        class
            .fields
            .iter_mut()
            .for_each(|f| f.descriptor = "[I".to_owned());
        let mut pool = ConstantPool::default();
        let mut field = |name: &str| pool.add_field_ref("p/A", name, "[I").expect("room") as u8;
        let (fixed, plain, ordered) = (field("fin"), field("plain"), field("vol"));
        let may = |from: u8, field: u8| {
            let more = [op::ALOAD_3, op::ASTORE_1, op::RETURN];
            let get = [from, op::GETFIELD, 0, field, op::POP];
            let code = assemble(&[Ops(&get), Ops(&more)], &pool);
            let found = synchronising(&code, &pool, &class, &mut Fields::default(), &Known(None), 3);
            found.expect("read")[place(&code, op::GETFIELD, 0)]
        };
        assert!(!may(op::ALOAD_0, fixed));
        assert!(!may(op::ALOAD_2, fixed));
        assert!(may(op::ALOAD_3, fixed), "no parameter");
        assert!(may(op::ALOAD_1, fixed), "overwritten");
        assert!(!may(op::ALOAD_3, plain));
        assert!(may(op::ALOAD_0, ordered));
    }

    #[test]
    fn what_may_synchronise_or_load_a_class_may() {
        let mut pool = ConstantPool::default();
        let max = pool
            .add_method_ref("java/lang/Math", "max", "(II)I")
            .expect("room");
        let random = pool
            .add_method_ref("java/lang/Math", "random", "()D")
            .expect("room");
        let text = pool.add_string("text").expect("room");
        let number = pool.add_integer(70_000).expect("room");
        let may = |insn: Insn| synchronises(&insn, &pool);
        let call = |op, index| Insn::Invoke { op, index };
        assert!(!may(call(op::INVOKESTATIC, max)));
        assert!(may(call(op::INVOKESTATIC, random)), "it is synchronised");
        assert!(may(call(op::INVOKEVIRTUAL, max)));
        assert!(may(Insn::Simple(op::MONITORENTER)));
        assert!(may(Insn::Simple(op::RETURN)));
        assert!(!may(Insn::Simple(op::IDIV)));
        let constant = |index| Insn::Ldc { op: op::LDC, index };
        assert!(may(constant(text)));
        assert!(!may(constant(number)));
    }
}
