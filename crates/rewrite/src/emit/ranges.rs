//! Deferred access ranges: where a range begins, goes on, and is reported.

use raddle_analysis::{Accessed, Affine, Array, Ranges};
use raddle_classfile::{Code, Frame, Insn, Label, Node, VType, op};
use raddle_events::Op;

use super::Emitter;
use crate::emit::locals::RangeLocals;
use crate::error::Result;
use crate::hooks::Hook;
use crate::plan::{Lock, Plan};

impl Emitter<'_> {
    /// At entry.
    pub(super) fn no_ranges(&mut self, plan: &Plan) {
        for number in 0..plan.ranges.len() {
            let locals = self.locals.range(number);
            self.op(op::ACONST_NULL);
            self.store(op::ASTORE, locals.object);
            match plan.ranges[number].range.accessed {
                Accessed::Elements(_) => {
                    for local in [locals.first, locals.last] {
                        self.op(op::ICONST_0);
                        self.store(op::ISTORE, local);
                    }
                }
                Accessed::Scattered(_) => {
                    self.op(op::LCONST_0);
                    self.store(op::LSTORE, locals.map);
                    self.op(op::ICONST_0);
                    self.store(op::ISTORE, locals.count);
                }
                Accessed::Field(_) => {}
            }
            self.grow(2);
        }
    }

    /// Where a loop is entered, its ranges are empty: the first access has yet to come, the last one is one step
    /// before it.
    pub(super) fn begin_ranges(&mut self, plan: &Plan, preheader: usize) -> Result<()> {
        for (number, deferred) in plan.ranges.iter().enumerate() {
            if deferred.range.preheader != preheader {
                continue;
            }
            let locals = self.locals.range(number);
            match deferred.range.array() {
                Some(Array::Local(local)) => self.load(op::ASTORE, local),
                Some(Array::OfThis(index)) => {
                    self.op(op::ALOAD_0);
                    self.insn(Insn::Field {
                        op: op::GETFIELD,
                        index,
                    });
                }
                Some(Array::Anywhere) | None => self.op(op::ACONST_NULL),
            }
            self.store(op::ASTORE, locals.object);
            match deferred.range.accessed {
                Accessed::Elements(elements) => {
                    self.locals_of(elements.index);
                    self.add(elements.pace.before)?;
                    self.op(op::DUP);
                    self.store(op::ISTORE, locals.first);
                    self.add(-elements.range_step())?;
                    self.store(op::ISTORE, locals.last);
                }
                Accessed::Scattered(_) => {
                    self.load(op::ASTORE, locals.object);
                    self.push_thread()?;
                    self.int(maps_before(plan, number))?;
                    self.int(deferred.site.0.cast_signed())?;
                    self.call(Hook::BeforeScatteredLoop)?;
                    self.store(op::LSTORE, locals.map);
                    self.op(op::ICONST_0);
                    self.store(op::ISTORE, locals.count);
                }
                Accessed::Field(_) => {}
            }
            self.grow(4);
        }
        Ok(())
    }

    /// An access to a field, in a range.
    pub(super) fn range_field(&mut self, plan: &Plan, number: usize, insn: Insn) {
        self.insn(insn);
        if let Accessed::Field(object) = plan.ranges[number].range.accessed {
            self.load(op::ASTORE, object);
            self.store(op::ASTORE, self.locals.range(number).object);
            self.grow(1);
        }
    }

    /// An access to an element, in a range. `store` puts the value that is written into a local variable.
    pub(super) fn range_access(
        &mut self,
        plan: &Plan,
        number: usize,
        store: Option<u8>,
        insn: Insn,
    ) -> Result<()> {
        let deferred = &plan.ranges[number];
        let locals = self.locals.range(number);
        let is_certain = deferred.range.array() != Some(Array::Anywhere);
        let is_mapped = matches!(deferred.range.accessed, Accessed::Scattered(_));
        let stores = [op::ASTORE, op::ISTORE, store.unwrap_or(op::ISTORE)];
        let temporaries = self.locals.temporaries(&stores);
        let (array, index, value) = (temporaries[0], temporaries[1], temporaries[2]);
        let set_aside = store.filter(|_| is_mapped || !is_certain);
        if let Some(store) = set_aside {
            self.store(store, value);
        }
        if !is_certain {
            self.op(op::DUP2);
            self.op(op::POP);
            self.load(op::ASTORE, locals.object);
            self.call(Hook::SameArray)?;
            self.store(op::ASTORE, locals.object);
        }
        if is_mapped {
            self.op(op::DUP2);
            self.store(op::ISTORE, index);
            self.store(op::ASTORE, array);
        }
        if let Some(store) = set_aside {
            self.load(store, value);
        }
        self.insn(insn);
        match deferred.range.accessed {
            Accessed::Elements(elements) => {
                self.locals_of(elements.index);
                self.store(op::ISTORE, locals.last);
            }
            Accessed::Scattered(_) => {
                self.load(op::ASTORE, array);
                self.load(op::ISTORE, index);
                self.load(op::ASTORE, locals.object);
                self.load(op::LSTORE, locals.map);
                let hook = match deferred.op {
                    Op::Read => Hook::AfterScatteredRead,
                    Op::Write => Hook::AfterScatteredWrite,
                };
                self.access(hook, deferred.site)?;
                self.insn(Insn::Iinc {
                    index: locals.count,
                    delta: 1,
                });
            }
            Accessed::Field(_) => {}
        }
        self.grow(7);
        Ok(())
    }

    /// Reports these ranges; they are empty then.
    pub(super) fn report_ranges(&mut self, plan: &Plan, due: Ranges) -> Result<()> {
        for (number, deferred) in plan.ranges.iter().enumerate() {
            if due & 1 << number == 0 {
                continue;
            }
            let RangeLocals {
                object,
                first,
                last,
                map,
                count,
            } = self.locals.range(number);
            self.load(op::ASTORE, object);
            match deferred.range.accessed {
                Accessed::Elements(elements) => {
                    for local in [first, last] {
                        self.load(op::ISTORE, local);
                        self.add(elements.index.plus)?;
                    }
                    self.int(elements.range_step())?;
                    let (known, view) = self.locals.cache(deferred.cache);
                    match self.keeps_views {
                        true => self.load(op::ASTORE, view),
                        false => self.op(op::ACONST_NULL),
                    }
                    let hook = match deferred.op {
                        Op::Read => Hook::AfterLoopReads,
                        Op::Write => Hook::AfterLoopWrites,
                    };
                    self.access(hook, deferred.site)?;
                    if self.keeps_views {
                        self.store(op::ASTORE, view);
                        self.load(op::ASTORE, object);
                        self.store(op::ASTORE, known);
                    } else {
                        self.op(op::POP);
                    }
                }
                Accessed::Scattered(_) => {
                    self.load(op::LSTORE, map);
                    self.load(op::ISTORE, count);
                    let hook = match deferred.op {
                        Op::Read => Hook::AfterScatteredReads,
                        Op::Write => Hook::AfterScatteredWrites,
                    };
                    self.access(hook, deferred.site)?;
                }
                Accessed::Field(_) => {
                    let hook = match deferred.op {
                        Op::Read => Hook::AfterLoopFieldReads,
                        Op::Write => Hook::AfterLoopFieldWrites,
                    };
                    self.access(hook, deferred.site)?;
                }
            }
            self.op(op::ACONST_NULL);
            self.store(op::ASTORE, object);
            self.grow(7);
        }
        Ok(())
    }

    /// What is thrown out of the method: ranges are reported on the way.
    pub(super) fn ranges_handler(&mut self, code: &Code, plan: &Plan, at: Label) -> Result<Frame> {
        self.out.push(Node::Label(at));
        self.report_ranges(plan, Ranges::MAX)?;
        self.op(op::ATHROW);
        self.grow(8);
        let this = matches!(self.lock, Some(Lock::This)).then(|| code.entry.first().copied());
        Ok(Frame {
            locals: self.locals.only_throughout(this.flatten()),
            stack: vec![VType::Object(self.pool.add_class("java/lang/Throwable")?)],
        })
    }

    /// What the variables of an index come to now.
    fn locals_of(&mut self, index: Affine) {
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

/// The number of a range among those that have a map.
fn maps_before(plan: &Plan, number: usize) -> i32 {
    let before = plan.ranges[..number].iter();
    before
        .filter(|deferred| matches!(deferred.range.accessed, Accessed::Scattered(_)))
        .count() as i32
}
