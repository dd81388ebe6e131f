//! How long the object of a constructor is unescaped: no other thread, and no other method, can have it.
//!
//! No access can race with a write of the constructor to it yet.
//!
//! Only the straight beginning of a constructor is looked at, up to the first jump or loop; and only if the class is
//! right below `Object`, since the constructor of any other superclass may let the object escape.

use raddle_classfile::{Code, ConstantPool, Insn, Node, Result, op};

use crate::facts::ClassFacts;
use crate::simulate::{Simulation, Value, branch_targets};

/// The place in the body up to which `this` has not escaped; 0 if nothing is known.
pub fn unescaped_until(code: &Code, pool: &ConstantPool, class: &ClassFacts) -> Result<usize> {
    if class.super_name.as_deref() != Some("java/lang/Object") {
        return Ok(0);
    }
    let targets = branch_targets(code);
    let mut simulation = Simulation::new(code, pool, true);
    for (at, node) in code.body.iter().enumerate() {
        let insn = match node {
            // A loop may come back to here once the object is known to others.
            Node::Label(label) if targets.contains(label) => return Ok(at),
            Node::Label(label) => {
                simulation.label(*label);
                continue;
            }
            Node::Insn(insn) => insn,
        };
        let goes_straight_on = !matches!(
            insn,
            Insn::Jump { .. } | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. }
        );
        // `this(…)`: the other constructor may let the object escape.
        if let Insn::Invoke {
            op: op::INVOKESPECIAL,
            index,
        } = *insn
            && pool.member_ref(index)?.owner == class.name
        {
            return Ok(at);
        }
        simulation.step(at, insn)?;
        if !goes_straight_on || lets_escape(insn, simulation.popped()) || overwrites_this(insn) {
            return Ok(at);
        }
    }
    Ok(code.body.len())
}

/// Whether `this` is among what an instruction takes, other than as the object of a field access.
fn lets_escape(insn: &Insn, popped: &[Value]) -> bool {
    let is_this = |value: &Value| *value == Value::Local(0);
    match insn {
        Insn::Field {
            op: op::GETFIELD | op::PUTFIELD,
            ..
        } => popped.iter().skip(1).any(is_this),
        _ => popped.iter().any(is_this),
    }
}

fn overwrites_this(insn: &Insn) -> bool {
    matches!(
        insn,
        Insn::Simple(op::ASTORE_0 | op::ISTORE_0 | op::FSTORE_0 | op::LSTORE_0 | op::DSTORE_0)
            | Insn::Local {
                op: op::ASTORE | op::ISTORE | op::FSTORE | op::LSTORE | op::DSTORE,
                index: 0
            }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::parse;
    use crate::world::FieldFacts;

    fn class(super_name: &str) -> ClassFacts {
        let plain = |descriptor: &str| crate::facts::Field {
            name: "x".to_owned(),
            descriptor: descriptor.to_owned(),
            facts: FieldFacts::default(),
        };
        ClassFacts {
            name: "A".to_owned(),
            super_name: Some(super_name.to_owned()),
            interfaces: Vec::new(),
            is_interface: false,
            has_defaults: false,
            fields: vec![plain("I")],
            has_clinit: false,
            declares_finalize: false,
            static_methods: Vec::new(),
        }
    }

    /// `super(); this.x = 0;`, then the given code. Where `this` escapes, counted in instructions.
    fn unescaped(super_name: &str, more: &[u8]) -> usize {
        let mut pool = ConstantPool::default();
        let init = pool.add_method_ref(super_name, "<init>", "()V").unwrap() as u8;
        let x = pool.add_field_ref("A", "x", "I").unwrap() as u8;
        let begin = [op::ALOAD_0, op::INVOKESPECIAL, 0, init];
        let put = [op::ALOAD_0, op::ICONST_0, op::PUTFIELD, 0, x];
        let code = parse(&[&begin[..], &put, more].concat(), &pool, true);
        let end = unescaped_until(&code, &pool, &class(super_name)).unwrap();
        let is_insn = |node: &&Node| matches!(node, Node::Insn(_));
        code.body[..end].iter().filter(is_insn).count()
    }

    const OBJECT: &str = "java/lang/Object";

    #[test]
    fn it_ends_where_this_escapes() {
        assert_eq!(unescaped(OBJECT, &[op::RETURN]), 6);
        assert_eq!(unescaped(OBJECT, &[op::ALOAD_0, op::ASTORE_1, op::RETURN]), 6);
        assert_eq!(unescaped(OBJECT, &[op::ALOAD_0, op::MONITORENTER, op::RETURN]), 6);
        assert_eq!(unescaped(OBJECT, &[op::ACONST_NULL, op::ASTORE_0, op::RETURN]), 6);
        assert_eq!(unescaped("B", &[op::RETURN]), 0, "B may let it escape");
        let mut pool = ConstantPool::default();
        let init = pool.add_method_ref("A", "<init>", "(I)V").unwrap() as u8;
        let other = [op::ALOAD_0, op::ICONST_0, op::INVOKESPECIAL, 0, init, op::RETURN];
        let code = parse(&other, &pool, true);
        let end = unescaped_until(&code, &pool, &class(OBJECT)).unwrap();
        assert_eq!(end, 2, "so may another constructor");
    }

    #[test]
    fn it_ends_before_jumps_and_loops() {
        assert_eq!(unescaped(OBJECT, &[op::ICONST_0, op::IFEQ, 0, 3, op::RETURN]), 6);
        // Back to the write.
        assert_eq!(
            unescaped(OBJECT, &[op::ICONST_0, op::IFEQ, 0xff, 0xfa, op::RETURN]),
            2
        );
    }
}
