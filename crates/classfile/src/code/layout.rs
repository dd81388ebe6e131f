//! Where everything goes: the offset of each label, given the size of each instruction.
//!
//! Sizes depend on offsets (switch padding, long jumps) and offsets on sizes. Code up to 32767 bytes has no
//! long jump, so one pass settles it; longer code is left to [`far`](super::far).

use super::decode::padding;
use super::{Insn, Label, Node};
use crate::op;
use crate::{Error, Result};

/// The longest code a class file can hold.
const MAX_CODE: usize = 65535;
const UNBOUND: u32 = u32::MAX;

pub(super) struct Layout {
    /// By label.
    at: Vec<u32>,
    pub len: usize,
    /// By node: whether a jump needs its long form. Nothing is, if it is empty.
    pub wide: Vec<bool>,
}

impl Layout {
    pub fn new(body: &[Node], next_label: u32, wide: Vec<bool>) -> Result<Self> {
        let mut at = vec![UNBOUND; next_label as usize];
        let mut pc = 0;
        for (i, node) in body.iter().enumerate() {
            match node {
                Node::Label(label) => match at.get_mut(label.0 as usize) {
                    Some(place) if *place == UNBOUND => *place = pc as u32,
                    Some(_) => return Err(Error::LabelTwice(*label)),
                    None => return Err(Error::UnboundLabel(*label)),
                },
                Node::Insn(insn) => {
                    pc += size(insn, pc, wide.get(i) == Some(&true));
                    if pc > MAX_CODE {
                        return Err(Error::CodeTooLarge(pc));
                    }
                }
            }
        }
        if pc == 0 {
            return Err(Error::CodeTooLarge(0));
        }
        Ok(Layout { at, len: pc, wide })
    }

    pub fn is_wide(&self, node: usize) -> bool {
        self.wide.get(node) == Some(&true)
    }

    /// The offset of an instruction or of the end of the code.
    #[inline]
    pub fn bound(&self, label: Label) -> Result<u16> {
        match self.at.get(label.0 as usize) {
            Some(&at) if at != UNBOUND => Ok(at as u16),
            _ => Err(Error::UnboundLabel(label)),
        }
    }

    /// The offset of an instruction.
    #[inline]
    pub fn insn(&self, label: Label) -> Result<u16> {
        match self.bound(label)? {
            at if usize::from(at) < self.len => Ok(at),
            at => Err(Error::BadOffset(at.into())),
        }
    }

    /// How far a jump from `pc` to `label` goes.
    #[inline]
    pub fn distance(&self, pc: usize, label: Label) -> Result<i32> {
        Ok(i32::from(self.insn(label)?) - pc as i32)
    }
}

#[inline]
pub(super) fn size(insn: &Insn, pc: usize, wide: bool) -> usize {
    match insn {
        Insn::Simple(_) => 1,
        Insn::Bipush(_) | Insn::NewArray(_) => 2,
        Insn::Sipush(_) | Insn::Field { .. } | Insn::Invoke { .. } | Insn::Type { .. } => 3,
        Insn::Ldc { op, index } => {
            if ldc_op(*op, *index) == op::LDC {
                2
            } else {
                3
            }
        }
        Insn::Local { index, .. } => {
            if *index < 256 {
                2
            } else {
                4
            }
        }
        Insn::Iinc { index, delta } => {
            if short_iinc(*index, *delta).is_some() {
                3
            } else {
                6
            }
        }
        Insn::Jump { .. } => {
            if wide {
                5
            } else {
                3
            }
        }
        Insn::TableSwitch { targets, .. } => 1 + padding(pc) + 12 + 4 * targets.len(),
        Insn::LookupSwitch { pairs, .. } => 1 + padding(pc) + 8 + 8 * pairs.len(),
        Insn::InvokeInterface { .. } | Insn::InvokeDynamic { .. } => 5,
        Insn::MultiNewArray { .. } => 4,
    }
}

#[inline]
pub(super) fn ldc_op(op: u8, index: u16) -> u8 {
    if op == op::LDC && index > 255 {
        op::LDC_W
    } else {
        op
    }
}

#[inline]
pub(super) fn short_iinc(index: u16, delta: i16) -> Option<(u8, i8)> {
    Some((u8::try_from(index).ok()?, i8::try_from(delta).ok()?))
}
