//! Code for tests, with labels instead of offsets.

use raddle_classfile::{Code, ConstantPool, MethodShape, Node};

pub fn parse(code: &[u8], pool: &ConstantPool, is_init: bool) -> Code {
    let mut data = vec![0, 9, 0, 9];
    data.extend_from_slice(&(code.len() as u32).to_be_bytes());
    data.extend_from_slice(code);
    data.extend_from_slice(&[0; 4]);
    let shape = MethodShape {
        is_static: false,
        is_init,
        this_class: 0,
        descriptor: "()V",
        major: 49,
    };
    Code::parse(&data, pool, shape).expect("code")
}

#[derive(Clone, Copy)]
pub enum Part<'a> {
    Ops(&'a [u8]),
    Label(char),
    Jump(u8, char),
}

/// Code of version 49, so without frames.
pub fn assemble(parts: &[Part<'_>], pool: &ConstantPool) -> Code {
    let mut bytes: Vec<u8> = Vec::new();
    let (mut labels, mut jumps) = (Vec::new(), Vec::new());
    for part in parts {
        match *part {
            Part::Ops(ops) => bytes.extend(ops),
            Part::Label(name) => labels.push((name, bytes.len())),
            Part::Jump(op, to) => {
                jumps.push((bytes.len(), to));
                bytes.extend([op, 0, 0]);
            }
        }
    }
    for (at, to) in jumps {
        let (_, place) = labels.iter().find(|(name, _)| *name == to).expect("a label");
        let offset = *place as i16 - at as i16;
        bytes[at + 1..at + 3].copy_from_slice(&offset.to_be_bytes());
    }
    parse(&bytes, pool, false)
}

/// The place of the n-th instruction with this opcode.
pub fn place(code: &Code, op: u8, number: usize) -> usize {
    let has = |(_, node): &(usize, &Node)| matches!(node, Node::Insn(insn) if insn.op() == op);
    let mut places = code.body.iter().enumerate().filter(has);
    places.nth(number).expect("there").0
}

/// By place: those that are named by opcode and number.
pub fn marked(code: &Code, places: &[(u8, usize)]) -> Vec<bool> {
    let mut marked = vec![false; code.body.len()];
    places
        .iter()
        .for_each(|&(op, number)| marked[place(code, op, number)] = true);
    marked
}
