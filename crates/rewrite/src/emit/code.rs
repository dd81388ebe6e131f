//! The pieces that inserted code is made of: calls of hooks, and what is pushed for them.

use raddle_classfile::{Code, Insn, Label, Node, op};
use raddle_events::SiteId;

use super::Emitter;
use crate::error::Result;
use crate::hooks::Hook;
use crate::plan::{Insert, Lock, Operand};

impl Emitter<'_> {
    /// A call of a hook whose last arguments are thread and site.
    pub(super) fn access(&mut self, hook: Hook, site: SiteId) -> Result<()> {
        self.push_thread()?;
        self.int(site.0.cast_signed())?;
        self.call(hook)
    }

    /// Before a call into unchecked code.
    pub(super) fn calling(&mut self, site: SiteId) -> Result<()> {
        self.access(
            if self.controls {
                Hook::BeforeSwitchingCall
            } else {
                Hook::BeforeUncheckedCall
            },
            site,
        )
    }

    /// Before a call that is a switch point by itself.
    pub(super) fn calling_by(&mut self, site: Option<SiteId>) -> Result<()> {
        let Some(site) = site else { return Ok(()) };
        self.access(Hook::BeforePlainCall, site)?;
        self.grow(2);
        Ok(())
    }

    pub(super) fn insert(&mut self, insert: &Insert) -> Result<()> {
        for operand in &insert.operands {
            match *operand {
                Operand::Zero => self.op(op::ALOAD_0),
                Operand::One => self.op(op::ALOAD_1),
                Operand::Local(local) => self.load(op::ASTORE, local),
                Operand::Class => self.push_class(),
                Operand::Index => self.op(op::ILOAD_1),
                Operand::Number => self.op(op::ILOAD_0),
                Operand::Copy => self.op(op::DUP),
                Operand::CopyWide => {
                    self.op(op::DUP2);
                    self.grow(2);
                }
                Operand::Top => {}
                Operand::Thread => self.push_thread()?,
                Operand::Int(value) => self.int(value)?,
            }
        }
        self.grow(insert.operands.len() as u16 + 1);
        self.call(insert.hook)
    }

    pub(super) fn push_thread(&mut self) -> Result<()> {
        match self.locals.thread() {
            Some(local) => {
                self.load(op::ASTORE, local);
                Ok(())
            }
            None => self.call(Hook::Current),
        }
    }

    pub(super) fn push_lock(&mut self) {
        match self.lock {
            Some(Lock::This) => self.op(op::ALOAD_0),
            Some(Lock::Kept | Lock::Named) => self.load(op::ASTORE, self.locals.lock()),
            Some(Lock::Class) => self.push_class(),
            Some(Lock::Turn) | None => {}
        }
    }

    fn push_class(&mut self) {
        self.insn(Insn::Ldc {
            op: op::LDC,
            index: self.this_class,
        });
    }

    /// The class at hand is loaded, so its name always finds it.
    pub(super) fn class_by_name(&mut self) -> Result<()> {
        let name = self.pool.class_name(self.this_class)?.replace('/', ".");
        let text = self.pool.add_string(&name)?;
        let find = "(Ljava/lang/String;)Ljava/lang/Class;";
        let find = self.pool.add_method_ref("java/lang/Class", "forName", find)?;
        self.insn(Insn::Ldc {
            op: op::LDC,
            index: text,
        });
        self.insn(Insn::Invoke {
            op: op::INVOKESTATIC,
            index: find,
        });
        Ok(())
    }

    pub(super) fn call(&mut self, hook: Hook) -> Result<()> {
        let index = self.hooks.index(hook, self.pool)?;
        self.insn(Insn::Invoke {
            op: op::INVOKESTATIC,
            index,
        });
        Ok(())
    }

    pub(super) fn int(&mut self, value: i32) -> Result<()> {
        let insn = if let -1..=5 = value {
            Insn::Simple((i32::from(op::ICONST_0) + value) as u8)
        } else if let Ok(byte) = i8::try_from(value) {
            Insn::Bipush(byte)
        } else if let Ok(short) = i16::try_from(value) {
            Insn::Sipush(short)
        } else {
            Insn::Ldc {
                op: op::LDC,
                index: self.pool.add_integer(value)?,
            }
        };
        self.insn(insn);
        Ok(())
    }

    /// `store` names the type; so for [`Emitter::load`].
    pub(super) fn store(&mut self, store: u8, local: u16) {
        let short = op::ISTORE_0 + (store - op::ISTORE) * 4;
        self.local(store, short, local);
    }

    pub(super) fn load(&mut self, store: u8, local: u16) {
        let kind = store - op::ISTORE;
        self.local(op::ILOAD + kind, op::ILOAD_0 + kind * 4, local);
    }

    fn local(&mut self, op: u8, short: u8, index: u16) {
        self.insn(match index {
            0..=3 => Insn::Simple(short + index as u8),
            _ => Insn::Local { op, index },
        });
    }

    pub(super) fn label(&mut self, code: &mut Code) -> Label {
        let here = code.new_label();
        self.out.push(Node::Label(here));
        here
    }

    pub(super) fn op(&mut self, op: u8) {
        self.out.push(Node::Insn(Insn::Simple(op)));
    }

    pub(super) fn insn(&mut self, insn: Insn) {
        self.out.push(Node::Insn(insn));
    }

    pub(super) fn grow(&mut self, slots: u16) {
        self.growth = self.growth.max(slots);
    }
}
