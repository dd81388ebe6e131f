//! One instruction, with its operands.

use crate::op::{self, Form};
use crate::{Error, Label, Result};

/// The short or long form of a local access or a jump is the encoder's choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insn {
    /// No operands: `aload_0`, `iadd`, `monitorenter`, `areturn`…
    Simple(u8),
    Bipush(i8),
    Sipush(i16),
    /// `ldc`, `ldc_w`, `ldc2_w`. An `ldc` of an index above 255 is written as `ldc_w`.
    Ldc {
        op: u8,
        index: u16,
    },
    /// `iload`…`aload`, `istore`…`astore`, `ret`.
    Local {
        op: u8,
        index: u16,
    },
    Iinc {
        index: u16,
        delta: i16,
    },
    /// `if…`, `goto`, `jsr`. The wide forms are read as these.
    Jump {
        op: u8,
        target: Label,
    },
    TableSwitch {
        default: Label,
        low: i32,
        targets: Vec<Label>,
    },
    LookupSwitch {
        default: Label,
        pairs: Vec<(i32, Label)>,
    },
    Field {
        op: u8,
        index: u16,
    },
    /// `invokevirtual`, `invokespecial`, `invokestatic`.
    Invoke {
        op: u8,
        index: u16,
    },
    InvokeInterface {
        index: u16,
        count: u8,
    },
    InvokeDynamic {
        index: u16,
    },
    /// `new`, `anewarray`, `checkcast`, `instanceof`.
    Type {
        op: u8,
        index: u16,
    },
    NewArray(u8),
    MultiNewArray {
        index: u16,
        dims: u8,
    },
}

impl Insn {
    pub fn op(&self) -> u8 {
        match *self {
            Insn::Simple(op)
            | Insn::Ldc { op, .. }
            | Insn::Local { op, .. }
            | Insn::Jump { op, .. }
            | Insn::Field { op, .. }
            | Insn::Invoke { op, .. }
            | Insn::Type { op, .. } => op,
            Insn::Bipush(_) => op::BIPUSH,
            Insn::Sipush(_) => op::SIPUSH,
            Insn::Iinc { .. } => op::IINC,
            Insn::TableSwitch { .. } => op::TABLESWITCH,
            Insn::LookupSwitch { .. } => op::LOOKUPSWITCH,
            Insn::InvokeInterface { .. } => op::INVOKEINTERFACE,
            Insn::InvokeDynamic { .. } => op::INVOKEDYNAMIC,
            Insn::NewArray(_) => op::NEWARRAY,
            Insn::MultiNewArray { .. } => op::MULTIANEWARRAY,
        }
    }

    /// Whether control never falls through to the next instruction.
    pub fn ends_flow(&self) -> bool {
        matches!(
            self.op(),
            op::GOTO | op::RET | op::TABLESWITCH | op::LOOKUPSWITCH | op::IRETURN..=op::RETURN | op::ATHROW
        )
    }

    /// Where it may jump to.
    pub fn targets(&self) -> impl Iterator<Item = Label> {
        let (one, rows, pairs) = match self {
            Insn::Jump { target, .. } => (Some(*target), &[][..], &[][..]),
            Insn::TableSwitch { default, targets, .. } => (Some(*default), &targets[..], &[][..]),
            Insn::LookupSwitch { default, pairs } => (Some(*default), &[][..], &pairs[..]),
            _ => (None, &[][..], &[][..]),
        };
        let pairs = pairs.iter().map(|&(_, target)| target);
        one.into_iter().chain(rows.iter().copied()).chain(pairs)
    }

    /// Refuses an opcode that belongs to another variant.
    #[inline]
    pub(super) fn check(&self) -> Result<()> {
        let want = match self {
            Insn::Simple(_) => Form::Simple,
            Insn::Ldc { .. } => Form::Ldc,
            Insn::Local { .. } => Form::Local,
            Insn::Jump { .. } => Form::Jump,
            Insn::Field { .. } => Form::Field,
            Insn::Invoke { .. } => Form::Invoke,
            Insn::Type { .. } => Form::Type,
            _ => return Ok(()),
        };
        if op::form(self.op()) == want {
            Ok(())
        } else {
            Err(Error::WrongForm(self.op()))
        }
    }
}
