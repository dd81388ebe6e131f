//! Monitors that are left in a handler which guards itself, as compilers make them:
//!
//! ```text
//! H: astore e; aload lock; monitorexit; aload e; athrow      where all up to monitorexit is guarded by H
//! ```
//!
//! A hook before `monitorexit` makes that a loop. Where the hook fails for want of stack it would run
//! for ever, and HotSpot's first compiler takes no method with such a loop. So the hook is guarded by a
//! handler of its own, which leaves the monitor without one.

use raddle_classfile::{Code, Insn, Label, Node, op};

/// How to leave a monitor if the hook fails.
#[derive(Debug)]
pub(crate) struct Unlock {
    /// The local variable that has the object.
    pub lock: u16,
    /// By number, the handlers that guard themselves here.
    pub around: Vec<usize>,
    /// And the others, which guard what is added, too.
    pub outer: Vec<usize>,
}

impl Unlock {
    /// For the `monitorexit` at this place.
    pub fn at(code: &Code, exit: usize) -> Option<Self> {
        let lock = local_before(code, exit)?;
        let place = |label: Label| code.body.iter().position(|node| *node == Node::Label(label));
        let (mut around, mut outer) = (Vec::new(), Vec::new());
        for (number, handler) in code.handlers.iter().enumerate() {
            let (start, end) = (place(handler.start)?, place(handler.end)?);
            if !(start..end).contains(&exit) {
                continue;
            }
            match (start..exit).contains(&place(handler.target)?) {
                true => around.push(number),
                false => outer.push(number),
            }
        }
        (!around.is_empty()).then_some(Self { lock, around, outer })
    }
}

fn local_before(code: &Code, exit: usize) -> Option<u16> {
    let before = code.body.get(..exit)?.iter().rev();
    match before.into_iter().find(|node| matches!(node, Node::Insn(_)))? {
        Node::Insn(Insn::Simple(short @ op::ALOAD_0..=op::ALOAD_3)) => Some(u16::from(short - op::ALOAD_0)),
        Node::Insn(Insn::Local { op: op::ALOAD, index }) => Some(*index),
        _ => None,
    }
}
