//! Calls whose arguments a hook needs: they go to local variables and back.

use raddle_classfile::{Insn, op};
use raddle_events::{Op, SiteId};

use super::Emitter;
use crate::control;
use crate::error::Result;
use crate::hooks::Hook;
use crate::memory_accesses::bulk::{Effect, Range};
use crate::synchronisation::calls::{Access, Outcome};

impl Emitter<'_> {
    /// Puts the arguments of a call into local variables.
    fn spill(&mut self, stores: &[u8]) -> Vec<u16> {
        let temporaries = self.locals.temporaries(stores);
        for (&store, &local) in stores.iter().zip(&temporaries).rev() {
            self.store(store, local);
        }
        temporaries
    }

    fn unspill(&mut self, stores: &[u8], temporaries: &[u16]) {
        for (&store, &local) in stores.iter().zip(temporaries) {
            self.load(store, local);
        }
    }

    pub(super) fn bulk_call(
        &mut self,
        effects: &[Effect],
        stores: &[u8],
        site: SiteId,
        insn: Insn,
    ) -> Result<()> {
        let arguments = self.spill(stores);
        for effect in effects {
            self.load(op::ASTORE, arguments[effect.array]);
            let int = |at: usize, emitter: &mut Self| emitter.load(op::ISTORE, arguments[at]);
            match effect.range {
                Range::All => {
                    self.op(op::ICONST_0);
                    self.int(i32::MAX)?;
                }
                Range::First(count) => {
                    self.op(op::ICONST_0);
                    int(count, self);
                }
                Range::One(index) => {
                    int(index, self);
                    int(index, self);
                    self.op(op::ICONST_1);
                    self.op(op::IADD);
                }
                Range::FromTo(from, to) => {
                    int(from, self);
                    int(to, self);
                }
                Range::FromLength(from, length) => {
                    int(from, self);
                    int(from, self);
                    int(length, self);
                    self.op(op::IADD);
                }
                Range::FromSpan(from, begin, end) => {
                    int(from, self);
                    int(from, self);
                    int(end, self);
                    self.op(op::IADD);
                    int(begin, self);
                    self.op(op::ISUB);
                }
            }
            self.access(
                match effect.op {
                    Op::Read => Hook::BeforeRangeRead,
                    Op::Write => Hook::BeforeRangeWrite,
                },
                site,
            )?;
        }
        self.calling(site)?;
        self.unspill(stores, &arguments);
        self.insn(insn);
        self.grow(6);
        Ok(())
    }

    pub(super) fn invoke_handle(&mut self, stores: &[u8], site: SiteId, insn: Insn) -> Result<()> {
        let all: Vec<u8> = std::iter::once(op::ASTORE)
            .chain(stores.iter().copied())
            .collect();
        let arguments = self.spill(&all);
        self.calling(site)?;
        self.load(op::ASTORE, arguments[0]);
        match stores.first() {
            Some(&op::ASTORE) => self.load(op::ASTORE, arguments[1]),
            _ => self.op(op::ACONST_NULL),
        }
        match stores.get(1) {
            Some(&op::ISTORE) => self.load(op::ISTORE, arguments[2]),
            _ => self.op(op::ICONST_M1),
        }
        self.push_thread()?;
        self.call(Hook::BeforeHandleInvoke)?;
        self.unspill(&all, &arguments);
        self.insn(insn);
        self.push_thread()?;
        self.call(Hook::AfterHandleInvoke)?;
        self.grow(4);
        Ok(())
    }

    pub(super) fn unsafe_call(
        &mut self,
        access: Access,
        stores: &[u8],
        gives_reference: bool,
        insn: Insn,
    ) -> Result<()> {
        let all: Vec<u8> = [op::ASTORE, op::LSTORE].iter().chain(stores).copied().collect();
        let temporaries = self.spill(&all);
        let place = |emitter: &mut Self| {
            emitter.load(op::ASTORE, temporaries[0]);
            emitter.load(op::LSTORE, temporaries[1]);
        };
        if self.controls && !matches!(access, Access::Plain { .. }) {
            place(self);
            self.int(control::flags(!matches!(
                access,
                Access::Acquire | Access::Opaque(Op::Read)
            )))?;
            self.call(Hook::SwitchBeforeUnsafeAccess)?;
        }
        let before = match access {
            Access::Release => Some(Hook::ReleaseAt),
            Access::Update { .. } => Some(Hook::BeforeAtomicUpdate),
            Access::Plain { op: Op::Read, .. } => Some(Hook::BeforeUnsafeRead),
            Access::Plain { op: Op::Write, .. } => Some(Hook::BeforeUnsafeWrite),
            Access::Opaque(Op::Write) => Some(Hook::BeforeOpaqueWrite),
            Access::Acquire | Access::Opaque(Op::Read) => None,
        };
        if let Some(hook) = before {
            place(self);
            if let Access::Plain { width, .. } = access {
                self.int(width)?;
            }
            self.call(hook)?;
        }
        let (reads, writes) = match access {
            Access::Plain { op, .. } | Access::Opaque(op) => (op == Op::Read, op == Op::Write),
            _ => (false, false),
        };
        if writes && stores.first() == Some(&op::ASTORE) {
            self.load(op::ASTORE, temporaries[2]);
            self.call(Hook::BeforeReferenceWrite)?;
        }
        self.unspill(&all, &temporaries);
        self.insn(insn);
        if reads && gives_reference {
            self.op(op::DUP);
            place(self);
            self.call(Hook::AfterReferenceRead)?;
        }
        match access {
            Access::Acquire => {
                place(self);
                self.call(Hook::AcquireAt)?;
            }
            Access::Opaque(Op::Read) => {
                place(self);
                self.call(Hook::AfterOpaqueRead)?;
            }
            Access::Update { outcome, mode } => {
                let expected = stores.first().zip(temporaries.get(2));
                self.outcome(outcome, expected, mode)?;
            }
            Access::Release | Access::Plain { .. } | Access::Opaque(Op::Write) => {}
        }
        self.grow(5);
        Ok(())
    }

    /// Tells whether an update took place, by what it returned.
    fn outcome(&mut self, outcome: Outcome, expected: Option<(&u8, &u16)>, mode: i32) -> Result<()> {
        let hook = match (outcome, expected) {
            (Outcome::Returned, _) => Hook::AfterAtomicUpdateIf,
            (Outcome::Found, Some((&store, &local))) => {
                let wide = matches!(store, op::LSTORE | op::DSTORE);
                self.op(if wide { op::DUP2 } else { op::DUP });
                self.load(store, local);
                match store {
                    op::LSTORE => Hook::AfterAtomicUpdateLong,
                    op::FSTORE => Hook::AfterAtomicUpdateFloat,
                    op::DSTORE => Hook::AfterAtomicUpdateDouble,
                    op::ASTORE => Hook::AfterAtomicUpdateReference,
                    _ => Hook::AfterAtomicUpdateInt,
                }
            }
            (Outcome::Always | Outcome::Found, _) => Hook::AfterAtomicUpdate,
        };
        self.int(mode)?;
        self.call(hook)
    }
}
