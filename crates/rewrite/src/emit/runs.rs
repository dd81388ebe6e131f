//! Accesses that are told when their loop is over: where a run begins, goes on, and is told.

use raddle_classfile::{Code, Frame, Insn, Label, Node, VType, op};
use raddle_events::Op;

use super::Emitter;
use crate::error::Result;
use crate::hooks::Hook;
use crate::locals::RunLocals;
use crate::plan::{Lock, Plan};
use crate::quiet::Runs;
use crate::runs::{Elements, What};
use crate::sums::Sum;

impl Emitter<'_> {
    /// At entry.
    pub(super) fn no_runs(&mut self, plan: &Plan) {
        for number in 0..plan.runs.len() {
            let RunLocals { object, first, last } = self.locals.run(number);
            self.op(op::ACONST_NULL);
            self.store(op::ASTORE, object);
            if let What::Elements(_) = plan.runs[number].late.what {
                for local in [first, last] {
                    self.op(op::ICONST_0);
                    self.store(op::ISTORE, local);
                }
            }
            self.grow(1);
        }
    }

    /// Where a loop is entered, its runs are empty: the first access has yet to come, the last one is one step
    /// before it.
    pub(super) fn begin_runs(&mut self, plan: &Plan, preheader: usize) -> Result<()> {
        for (number, run) in plan.runs.iter().enumerate() {
            if run.late.preheader != preheader {
                continue;
            }
            let RunLocals { object, first, last } = self.locals.run(number);
            match run.late.what {
                What::Elements(Elements {
                    array: Some(local), ..
                }) => self.load(op::ASTORE, local),
                _ => self.op(op::ACONST_NULL),
            }
            self.store(op::ASTORE, object);
            self.grow(1);
            let What::Elements(elements) = run.late.what else {
                continue;
            };
            self.locals_of(elements.index);
            self.add(elements.pace.before)?;
            self.op(op::DUP);
            self.store(op::ISTORE, first);
            self.add(-elements.told_step())?;
            self.store(op::ISTORE, last);
            self.grow(3);
        }
        Ok(())
    }

    /// An access to a field, in a run.
    pub(super) fn run_field(&mut self, plan: &Plan, number: usize, insn: Insn) {
        self.insn(insn);
        if let What::Field(object) = plan.runs[number].late.what {
            self.load(op::ASTORE, object);
            self.store(op::ASTORE, self.locals.run(number).object);
            self.grow(1);
        }
    }

    /// An access to an element, in a run. `store` puts the value that is written into a local variable.
    pub(super) fn run_access(
        &mut self,
        plan: &Plan,
        number: usize,
        store: Option<u8>,
        insn: Insn,
    ) -> Result<()> {
        let What::Elements(elements) = plan.runs[number].late.what else {
            self.insn(insn);
            return Ok(());
        };
        let RunLocals { object, last, .. } = self.locals.run(number);
        if elements.array.is_none() {
            let value = store.map(|store| (store, self.locals.temporaries(&[store])[0]));
            if let Some((store, value)) = value {
                self.store(store, value);
            }
            self.op(op::DUP2);
            self.op(op::POP);
            self.load(op::ASTORE, object);
            self.call(Hook::SameArray)?;
            self.store(op::ASTORE, object);
            if let Some((store, value)) = value {
                self.load(store, value);
            }
        }
        self.insn(insn);
        self.locals_of(elements.index);
        self.store(op::ISTORE, last);
        self.grow(2);
        Ok(())
    }

    /// Tells these runs; they are empty then.
    pub(super) fn tell(&mut self, plan: &Plan, due: Runs) -> Result<()> {
        for (number, run) in plan.runs.iter().enumerate() {
            if due & 1 << number == 0 {
                continue;
            }
            let RunLocals { object, first, last } = self.locals.run(number);
            self.load(op::ASTORE, object);
            match run.late.what {
                What::Elements(elements) => {
                    for local in [first, last] {
                        self.load(op::ISTORE, local);
                        self.add(elements.index.plus)?;
                    }
                    self.int(elements.told_step())?;
                    let (known, view) = self.locals.cache(run.cache);
                    match self.keeps_views {
                        true => self.load(op::ASTORE, view),
                        false => self.op(op::ACONST_NULL),
                    }
                    let hook = match run.op {
                        Op::Read => Hook::RanRead,
                        Op::Write => Hook::RanWrite,
                    };
                    self.access(hook, run.site)?;
                    if self.keeps_views {
                        self.store(op::ASTORE, view);
                        self.load(op::ASTORE, object);
                        self.store(op::ASTORE, known);
                    } else {
                        self.op(op::POP);
                    }
                }
                What::Field(_) => {
                    let hook = match run.op {
                        Op::Read => Hook::RanGet,
                        Op::Write => Hook::RanPut,
                    };
                    self.access(hook, run.site)?;
                }
            }
            self.op(op::ACONST_NULL);
            self.store(op::ASTORE, object);
            self.grow(7);
        }
        Ok(())
    }

    /// What is thrown out of the method: runs are told on the way.
    pub(super) fn runs_handler(&mut self, code: &Code, plan: &Plan, at: Label) -> Result<Frame> {
        self.out.push(Node::Label(at));
        self.tell(plan, Runs::MAX)?;
        self.op(op::ATHROW);
        self.grow(8);
        let this = matches!(self.lock, Some(Lock::This)).then(|| code.entry.first().copied());
        Ok(Frame {
            locals: self.locals.only_throughout(this.flatten()),
            stack: vec![VType::Object(self.pool.add_class("java/lang/Throwable")?)],
        })
    }

    /// What the variables of an index come to now.
    fn locals_of(&mut self, index: Sum) {
        match index.terms {
            [Some(one), Some(other)] => {
                self.load(op::ISTORE, one);
                self.load(op::ISTORE, other);
                self.op(op::IADD);
            }
            [Some(one), None] | [None, Some(one)] => self.load(op::ISTORE, one),
            [None, None] => self.op(op::ICONST_0),
        }
    }

    fn add(&mut self, plus: i32) -> Result<()> {
        if plus != 0 {
            self.int(plus)?;
            self.op(op::IADD);
        }
        Ok(())
    }
}
