//! What is done around an instruction.

use raddle_classfile::{Code, Insn, Label, op};
use raddle_events::{Op, SiteId};

use super::Emitter;
use super::unlock::Hooked;
use crate::control::{Touch, Touched};
use crate::error::Result;
use crate::hooks::Hook;
use crate::plan::{Act, Plan};

impl<'a> Emitter<'a> {
    /// The instruction, with what is done around it.
    pub(super) fn act(&mut self, act: &'a Act, insn: Insn, plan: &Plan, code: &mut Code) -> Result<()> {
        match *act {
            Act::GetField { wide, site } => {
                self.op(op::DUP);
                self.insn(insn);
                if wide {
                    self.op(op::DUP2_X1);
                    self.op(op::POP2);
                } else {
                    self.op(op::SWAP);
                }
                self.access(Hook::AfterFieldRead, site)?;
                self.grow(if wide { 4 } else { 3 });
            }
            Act::PutField { wide, site } => {
                self.copy_receiver(wide);
                self.access(Hook::BeforeFieldWrite, site)?;
                self.insn(insn);
                self.grow(3);
            }
            Act::UnescapedPut { ref write_word, site } => {
                self.insn(insn);
                self.op(op::ALOAD_0);
                self.access(Hook::UnescapedWrite, site)?;
                let owner = self.pool.class_name(self.this_class)?.to_owned();
                let index = self.pool.add_field_ref(&owner, write_word, "J")?;
                self.insn(Insn::Field {
                    op: op::PUTFIELD,
                    index,
                });
                self.grow(3);
            }
            Act::GetStatic { site } => {
                self.insn(insn);
                self.access(Hook::AfterStaticRead, site)?;
                self.grow(2);
            }
            Act::PutStatic { site } => {
                self.access(Hook::BeforeStaticWrite, site)?;
                self.insn(insn);
                self.grow(2);
            }
            Act::ArrayRead { cache, site } => {
                self.element(Hook::BeforeArrayRead, cache, site)?;
                self.insn(insn);
            }
            Act::ArrayWrite { cache, store, site } => {
                let value = self.locals.temporaries(&[store])[0];
                self.store(store, value);
                self.element(Hook::BeforeArrayWrite, cache, site)?;
                self.load(store, value);
                self.insn(insn);
            }
            Act::RangeField(range) => self.range_field(plan, range, insn),
            Act::RangeRead(range) => self.range_access(plan, range, None, insn)?,
            Act::RangeWrite { range, store } => self.range_access(plan, range, Some(store), insn)?,
            Act::NewArray { site } => {
                self.insn(insn);
                self.op(op::DUP);
                self.access(Hook::ArrayCreated, site)?;
                self.grow(3);
            }
            Act::New { plain, site } => {
                self.insn(insn);
                self.op(op::DUP);
                self.int(site.0.cast_signed())?;
                self.call(if plain {
                    Hook::PlainObjectCreated
                } else {
                    Hook::ObjectCreated
                })?;
                self.grow(2);
            }
            Act::MonitorEnter { site, range } => {
                if self.controls {
                    self.op(op::DUP);
                    self.int(site.0.cast_signed())?;
                    self.call(Hook::SwitchBeforeMonitorEnter)?;
                } else {
                    self.call(Hook::BeforeMonitorEnter)?;
                }
                self.op(op::DUP);
                self.insn(insn);
                if let Some(range) = range {
                    self.pull_ranges(code, range);
                }
                self.int(site.0.cast_signed())?;
                self.call(Hook::MonitorEntered)?;
                self.grow(2);
            }
            Act::MonitorExit(ref unlock) => {
                let start = self.label(code);
                self.op(op::DUP);
                self.call(Hook::BeforeMonitorExit)?;
                if let Some(unlock) = unlock {
                    let end = self.label(code);
                    self.hooked.push(Hooked { start, end, unlock });
                }
                self.insn(insn);
                self.grow(1);
            }
            Act::Instead { hook, site } => {
                self.calling_by(site)?;
                self.call(hook)?;
            }
            Act::IsAlive { site } => {
                self.calling_by(site)?;
                self.op(op::DUP);
                self.insn(insn);
                self.call(Hook::AfterIsAlive)?;
                self.grow(1);
            }
            Act::Initialise { asks } => {
                self.op(op::DUP_X1);
                self.insn(insn);
                self.call(if asks {
                    Hook::ClassSeenUnless
                } else {
                    Hook::ClassSeen
                })?;
                self.grow(1);
            }
            Act::Unsafe {
                access,
                ref stores,
                gives_reference,
            } => self.unsafe_call(access, stores, gives_reference, insn)?,
            Act::Before(ref insert) => {
                self.insert(insert)?;
                self.insn(insn);
            }
            Act::Call { site, is_point } => {
                let hook = match (self.controls, is_point) {
                    (false, _) => Hook::BeforeUncheckedCall,
                    (true, false) => Hook::BeforePlainCall,
                    (true, true) => Hook::BeforeSwitchingCall,
                };
                self.access(hook, site)?;
                self.insn(insn);
                self.grow(2);
            }
            Act::Bulk {
                ref effects,
                ref stores,
                site,
            } => self.bulk_call(effects, stores, site, insn)?,
            Act::Copy { site } => {
                if let Some(site) = site {
                    self.calling(site)?;
                }
                self.op(op::DUP);
                self.insn(insn);
                self.op(op::DUP_X1);
                self.call(Hook::AfterClone)?;
                self.grow(2);
            }
            Act::Clone { site } => {
                self.op(op::DUP);
                self.op(op::ICONST_0);
                self.int(i32::MAX)?;
                self.access(Hook::BeforeRangeRead, site)?;
                self.insn(insn);
                self.grow(5);
            }
            Act::Invoke { ref stores, site } => self.invoke_handle(stores, site, insn)?,
            Act::Indexed { op: Op::Read, .. } => {
                self.op(op::DUP2);
                self.call(Hook::BeforeArrayViewRead)?;
                self.insn(insn);
                self.grow(2);
            }
            Act::Indexed { op: Op::Write, store } => {
                let value = self.locals.temporaries(&[store])[0];
                self.store(store, value);
                self.op(op::DUP2);
                self.call(Hook::BeforeArrayViewWrite)?;
                self.load(store, value);
                self.insn(insn);
                self.grow(2);
            }
            Act::Part {
                op: Op::Read, site, ..
            } => {
                self.op(op::DUP);
                self.int(site.0.cast_signed())?;
                self.call(Hook::BeforePseudoFieldRead)?;
                self.insn(insn);
                self.grow(2);
            }
            Act::Part {
                op: Op::Write,
                wide,
                site,
            } => {
                self.copy_receiver(wide);
                self.int(site.0.cast_signed())?;
                self.call(Hook::BeforePseudoFieldWrite)?;
                self.insn(insn);
                self.grow(3);
            }
        }
        Ok(())
    }

    /// A hook before an access, where the schedule is controlled.
    pub(super) fn touch(&mut self, touch: &Touch) -> Result<()> {
        let mut hook = Hook::SwitchBeforeFieldAccess;
        let mut value = None;
        match touch.at {
            Touched::Object => self.op(op::DUP),
            Touched::BelowValue { wide } => self.copy_receiver(wide),
            Touched::Static => self.op(op::ACONST_NULL),
            Touched::Element { store } => {
                hook = Hook::SwitchBeforeElementAccess;
                value = store.map(|store| (store, self.locals.temporaries(&[store])[0]));
                if let Some((store, local)) = value {
                    self.store(store, local);
                }
                self.op(op::DUP2);
            }
        }
        self.int(touch.site.0.cast_signed())?;
        self.int(touch.flags)?;
        self.call(hook)?;
        if let Some((store, local)) = value {
            self.load(store, local);
        }
        self.grow(5);
        Ok(())
    }

    /// Puts a copy of the object below the value on top of it.
    fn copy_receiver(&mut self, wide: bool) {
        if wide {
            self.op(op::DUP2_X1);
            self.op(op::POP2);
            self.op(op::DUP_X2);
        } else {
            self.op(op::DUP2);
            self.op(op::POP);
        }
    }

    /// Before an element is read or written, with array and index on top.
    fn element(&mut self, hook: Hook, cache: u16, site: SiteId) -> Result<()> {
        let (array, view) = self.locals.cache(cache);
        self.op(op::DUP2);
        if self.keeps_views {
            self.load(op::ASTORE, array);
            self.load(op::ASTORE, view);
            self.access(hook, site)?;
            self.store(op::ASTORE, view);
            self.op(op::DUP2);
            self.op(op::POP);
            self.store(op::ASTORE, array);
        } else {
            self.op(op::ACONST_NULL);
            self.op(op::ACONST_NULL);
            self.access(hook, site)?;
            self.op(op::POP);
        }
        self.grow(6);
        Ok(())
    }

    /// Exception ranges that start at this label start here instead: should the hook that comes next fail,
    /// what the range guards is still given back. Jumps to the label stay as they are.
    fn pull_ranges(&mut self, code: &mut Code, label: Label) {
        let here = self.label(code);
        code.handlers
            .iter_mut()
            .filter(|h| h.start == label)
            .for_each(|h| h.start = here);
    }
}
