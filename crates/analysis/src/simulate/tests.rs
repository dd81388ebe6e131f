//! What the simulation knows of the stack.

use raddle_classfile::ConstantPool;

use super::*;
use crate::assemble::parse;

/// The simulation's answer for the slot `depth` below the top, before the last instruction.
fn before_last<T>(code: &[u8], pool: &ConstantPool, is_init: bool, ask: impl Fn(&Simulation<'_>) -> T) -> T {
    let code = parse(code, pool, is_init);
    let mut simulation = Simulation::new(&code, pool, is_init);
    let last = code
        .body
        .iter()
        .rposition(|n| matches!(n, Node::Insn(_)))
        .expect("instructions");
    for (at, node) in code.body[..last].iter().enumerate() {
        match node {
            Node::Label(label) => simulation.label(*label),
            Node::Insn(insn) => simulation.step(at, insn).expect("a step"),
        }
    }
    ask(&simulation)
}

#[test]
fn copies_keep_their_origin() {
    let pool = ConstantPool::default();
    let stack = |code: &[u8]| {
        before_last(code, &pool, false, |s| {
            [0, 1, 2, 3, 4].map(|depth| s.value(depth))
        })
    };
    let (a, b, c, other) = (Value::Local(1), Value::Local(2), Value::Local(3), Value::Other);
    const LOADS: [u8; 3] = [op::ALOAD_1, op::ALOAD_2, op::ALOAD_3];
    let then = |op: u8| [&LOADS[..], &[op, op::RETURN]].concat();
    assert_eq!(stack(&then(op::DUP)), [c, c, b, a, other]);
    assert_eq!(stack(&then(op::DUP_X1)), [c, b, c, a, other]);
    assert_eq!(stack(&then(op::DUP_X2)), [c, b, a, c, other]);
    assert_eq!(stack(&then(op::DUP2)), [c, b, c, b, a]);
    assert_eq!(stack(&then(op::DUP2_X1)), [c, b, a, c, b]);
    assert_eq!(stack(&then(op::SWAP)), [b, c, a, other, other]);
    // Below what is known there is nothing to copy.
    assert_eq!(stack(&[op::DUP2_X2, op::RETURN]), [other; 5]);
}

#[test]
fn one_row_of_a_matrix_is_one_array() {
    let pool = ConstantPool::default();
    let row = [op::ALOAD_1, op::ICONST_0, op::AALOAD];
    let code = [&row[..], &row, &[op::RETURN]].concat();
    let (first, second) = before_last(&code, &pool, false, |s| (s.value(0), s.value(1)));
    assert_eq!(first, second);
    assert!(matches!(first, Value::Element(_)));
}

#[test]
fn an_index_is_known_by_its_variables() {
    let pool = ConstantPool::default();
    let index = |code: &[u8]| before_last(&[code, &[op::RETURN]].concat(), &pool, false, |s| s.value(0));
    let i = |plus| {
        Value::Int(Affine {
            plus,
            ..Affine::local(1)
        })
    };
    assert_eq!(index(&[op::ILOAD_1, op::BIPUSH, 7, op::ISUB]), i(-7));
    assert_eq!(index(&[op::ICONST_3, op::ILOAD, 1, op::IADD]), i(3));
    // `i++`, `++i`.
    assert_eq!(index(&[op::ILOAD_1, op::IINC, 1, 1]), i(-1));
    assert_eq!(index(&[op::IINC, 1, 1, op::ILOAD_1]), i(0));
    assert_eq!(index(&[op::ILOAD_1, op::IINC, 2, 1]), i(0));
    let stored = [op::ILOAD_1, op::ICONST_0, op::ISTORE_1];
    assert_eq!(index(&stored), Value::Other);
    // A long takes two variables.
    let wide = [op::ILOAD_1, op::LCONST_0, op::LSTORE_0];
    assert_eq!(index(&wide), Value::Other);
    assert_eq!(index(&[op::ILOAD_1, op::ICONST_2, op::IMUL]), Value::Other);
}

#[test]
fn this_is_uninitialised_up_to_the_call_of_its_constructor() {
    let mut pool = ConstantPool::default();
    let init = pool.add_method_ref("A", "<init>", "()V").expect("room") as u8;
    let class = pool.add_class("A").expect("room") as u8;
    let ask = |code: &[u8]| before_last(code, &pool, true, |s| s.is_uninitialized(0));
    let call = [op::INVOKESPECIAL, 0, init];
    let other = [&[op::NEW, 0, class], &call[..]].concat();
    for branch in [&[][..], &[op::ICONST_0, op::IFEQ, 0, 3]] {
        let code = |parts: &[&[u8]]| [branch, &parts.concat(), &[op::ALOAD_0, op::RETURN]].concat();
        assert!(ask(&code(&[])));
        // Another object of the same class is made first.
        assert!(ask(&code(&[&other])));
        assert!(!ask(&code(&[&[op::ALOAD_0], &call])));
        assert!(!ask(&code(&[&[op::ALOAD_0], &other, &call])));
    }
}
