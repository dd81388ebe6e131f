//! Carries out a [`Plan`]: builds the new body, and keeps locals, stack, frames and handlers right.
//!
//! All that is inserted is free of branches, so the only new frames are those of handlers: of a
//! synchronized method, of one with runs, and of hooks in handlers. What goes before an instruction goes between its labels and it, so that jumps run it; what
//! goes after it, before the labels that follow. The prologue comes before the first label, so that a
//! jump to the old first instruction does not run it again.

mod calls;
mod runs;
mod unlock;

use raddle_classfile::{Code, ConstantPool, Frame, Handler, Insn, Label, LineEntry, Node, VType, op};
use raddle_events::{Op, SiteId};

use self::unlock::Hooked;
use crate::class::Class;
use crate::error::{Error, Result};
use crate::hooks::{Hook, HookRefs};
use crate::locals::Locals;
use crate::plan::{Act, Insert, Lock, Operand, Plan};

/// Rewrites `code` by the plan. `keep_thread`: the thread may be kept in a local variable.
pub(crate) fn emit(class: &mut Class<'_>, code: &mut Code, plan: &Plan, keep_thread: bool) -> Result<()> {
    let locals = Locals::new(code, plan, keep_thread, &mut class.file.pool)?;
    let old = std::mem::take(&mut code.body);
    let this_class = class.file.this_class;
    let mut emitter = Emitter {
        pool: &mut class.file.pool,
        hooks: &mut class.hooks,
        this_class,
        lock: plan.lock.map(|(lock, _)| lock),
        keeps_views: plan.caches > 0,
        locals,
        out: Vec::with_capacity(old.len() + 8 * plan.acts.len() + 16),
        hooked: Vec::new(),
        growth: 0,
    };

    emitter.prologue(plan)?;
    start_line(code, &mut emitter.out);
    let range_start = code.new_label();
    if plan.lock.is_some() {
        emitter.out.push(Node::Label(range_start));
    }

    let runs_start = code.new_label();
    let first_run = plan.runs.iter().map(|run| run.late.preheader).min();
    let mut acts = plan.acts.iter().peekable();
    let mut tell = plan.tell.iter().peekable();
    for (at, node) in old.into_iter().enumerate() {
        if first_run == Some(at) {
            emitter.out.push(Node::Label(runs_start));
        }
        if let Some((_, due)) = tell.next_if(|(planned, _)| *planned == at) {
            emitter.tell(plan, *due)?;
        }
        emitter.begin_runs(plan, at)?;
        let insn = match node {
            Node::Insn(insn) => insn,
            label => {
                emitter.out.push(label);
                continue;
            }
        };
        if let Some((_, act)) = acts.next_if(|(planned, _)| *planned == at) {
            emitter.act(act, insn, plan, code)?;
            continue;
        }
        if matches!(insn, Insn::Simple(op::IRETURN..=op::RETURN)) {
            plan.exit.iter().try_for_each(|insert| emitter.insert(insert))?;
            emitter.restore_call()?;
            if plan.lock.is_some() {
                emitter.push_lock();
                emitter.call(Hook::MonitorExit)?;
                emitter.grow(1);
            }
        }
        emitter.out.push(Node::Insn(insn));
    }

    emitter.locals.extend(&mut code.frames);
    emitter.guard(code)?;
    if !plan.runs.is_empty() {
        let runs_end = code.new_label();
        let frame = emitter.runs_handler(code, plan, runs_end)?;
        add_handler(code, runs_start, runs_end, frame);
    }
    if plan.lock.is_some() {
        let range_end = code.new_label();
        let frame = emitter.lock_handler(code, range_end)?;
        add_handler(code, range_start, range_end, frame);
    }
    code.max_stack = code
        .max_stack
        .checked_add(emitter.growth)
        .ok_or(Error::StackTooDeep)?;
    code.max_locals = emitter.locals.count()?;
    code.body = emitter.out;
    Ok(())
}

/// A handler for whatever is thrown between the labels; it begins where they end.
fn add_handler(code: &mut Code, start: Label, end: Label, frame: Frame) {
    code.handlers.push(Handler {
        start,
        end,
        target: end,
        catch_type: 0,
    });
    if code.has_frames {
        code.frames.push((end, frame));
    }
}

/// Gives the prologue a line: the method's first, so that a stack trace from there is not without one.
fn start_line(code: &mut Code, prologue: &mut Vec<Node>) {
    if prologue.is_empty() {
        return;
    }
    if let Some(&LineEntry { line, .. }) = code.lines.first() {
        let at = code.new_label();
        prologue.insert(0, Node::Label(at));
        code.lines.insert(0, LineEntry { at, line });
    }
}

struct Emitter<'a> {
    pool: &'a mut ConstantPool,
    hooks: &'a mut HookRefs,
    this_class: u16,
    lock: Option<Lock>,
    keeps_views: bool,
    locals: Locals,
    out: Vec<Node>,
    hooked: Vec<Hooked<'a>>,
    /// Bound on the stack slots needed above what the original code had at the same place.
    growth: u16,
}

impl<'a> Emitter<'a> {
    fn prologue(&mut self, plan: &Plan) -> Result<()> {
        if let Some(thread) = self.locals.thread() {
            self.call(Hook::Current)?;
            self.store(op::ASTORE, thread);
            self.grow(1);
        }
        if let Some(call) = self.locals.call() {
            self.push_thread()?;
            self.call(Hook::CallSite)?;
            self.store(op::ISTORE, call);
            self.grow(1);
        }
        for cache in 0..plan.caches {
            let (array, view) = self.locals.cache(cache);
            for local in [array, view] {
                self.op(op::ACONST_NULL);
                self.store(op::ASTORE, local);
            }
            self.grow(1);
        }
        self.no_runs(plan);
        if let Some((lock, site)) = plan.lock {
            match lock {
                Lock::This | Lock::Class => {}
                Lock::Kept => {
                    self.op(op::ALOAD_0);
                    self.store(op::ASTORE, self.locals.lock());
                }
                Lock::Named => {
                    self.class_by_name()?;
                    self.store(op::ASTORE, self.locals.lock());
                }
            }
            self.push_lock();
            self.int(site.0.cast_signed())?;
            self.call(Hook::MonitorEnter)?;
            self.grow(2);
        }
        plan.entry.iter().try_for_each(|insert| self.insert(insert))
    }

    /// The instruction, with what is done around it.
    fn act(&mut self, act: &'a Act, insn: Insn, plan: &Plan, code: &mut Code) -> Result<()> {
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
                self.access(Hook::GetField, site)?;
                self.grow(if wide { 4 } else { 3 });
            }
            Act::PutField { wide, site } => {
                self.copy_receiver(wide);
                self.access(Hook::PutField, site)?;
                self.insn(insn);
                self.grow(3);
            }
            Act::FreshPut { ref mark, site } => {
                self.insn(insn);
                self.op(op::ALOAD_0);
                self.access(Hook::Fresh, site)?;
                let owner = self.pool.class_name(self.this_class)?.to_owned();
                let index = self.pool.add_field_ref(&owner, mark, "J")?;
                self.insn(Insn::Field {
                    op: op::PUTFIELD,
                    index,
                });
                self.grow(3);
            }
            Act::GetStatic { site } => {
                self.insn(insn);
                self.access(Hook::GetStatic, site)?;
                self.grow(2);
            }
            Act::PutStatic { site } => {
                self.access(Hook::PutStatic, site)?;
                self.insn(insn);
                self.grow(2);
            }
            Act::ArrayRead { cache, site } => {
                self.element(Hook::ArrayRead, cache, site)?;
                self.insn(insn);
            }
            Act::ArrayWrite { cache, store, site } => {
                let value = self.locals.temporaries(&[store])[0];
                self.store(store, value);
                self.element(Hook::ArrayWrite, cache, site)?;
                self.load(store, value);
                self.insn(insn);
            }
            Act::RunField(run) => self.run_field(plan, run, insn),
            Act::RunRead(run) => self.run_access(plan, run, None, insn)?,
            Act::RunWrite { run, store } => self.run_access(plan, run, Some(store), insn)?,
            Act::NewArray { site } => {
                self.insn(insn);
                self.op(op::DUP);
                self.access(Hook::NewArray, site)?;
                self.grow(3);
            }
            Act::New { plain, site } => {
                self.insn(insn);
                self.op(op::DUP);
                self.int(site.0.cast_signed())?;
                self.call(if plain { Hook::MadePlain } else { Hook::Made })?;
                self.grow(2);
            }
            Act::MonitorEnter { site, range } => {
                self.call(Hook::MonitorEntering)?;
                self.op(op::DUP);
                self.insn(insn);
                if let Some(range) = range {
                    self.pull_ranges(code, range);
                }
                self.int(site.0.cast_signed())?;
                self.call(Hook::MonitorEnter)?;
                self.grow(1);
            }
            Act::MonitorExit(ref unlock) => {
                let start = self.label(code);
                self.op(op::DUP);
                self.call(Hook::MonitorExit)?;
                if let Some(unlock) = unlock {
                    let end = self.label(code);
                    self.hooked.push(Hooked { start, end, unlock });
                }
                self.insn(insn);
                self.grow(1);
            }
            Act::Wait(hook) => self.call(hook)?,
            Act::IsAlive => {
                self.op(op::DUP);
                self.insn(insn);
                self.call(Hook::IsAlive)?;
                self.grow(1);
            }
            Act::Unsafe { access, ref stores } => self.unsafe_call(access, stores, insn)?,
            Act::Before(ref insert) => {
                self.insert(insert)?;
                self.insn(insn);
            }
            Act::Call { site } => {
                self.access(Hook::Calling, site)?;
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
                    self.access(Hook::Calling, site)?;
                }
                self.op(op::DUP);
                self.insn(insn);
                self.op(op::DUP_X1);
                self.call(Hook::Cloned)?;
                self.grow(2);
            }
            Act::Clone { site } => {
                self.op(op::DUP);
                self.op(op::ICONST_0);
                self.int(i32::MAX)?;
                self.access(Hook::ReadRange, site)?;
                self.insn(insn);
                self.grow(5);
            }
            Act::Invoke { ref stores, site } => self.invoke_handle(stores, site, insn)?,
            Act::Indexed { op: Op::Read, .. } => {
                self.op(op::DUP2);
                self.call(Hook::ReadIndexed)?;
                self.insn(insn);
                self.grow(2);
            }
            Act::Indexed { op: Op::Write, store } => {
                let value = self.locals.temporaries(&[store])[0];
                self.store(store, value);
                self.op(op::DUP2);
                self.call(Hook::WriteIndexed)?;
                self.load(store, value);
                self.insn(insn);
                self.grow(2);
            }
            Act::Part {
                op: Op::Read, site, ..
            } => {
                self.op(op::DUP);
                self.int(site.0.cast_signed())?;
                self.call(Hook::ReadPart)?;
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
                self.call(Hook::WritePart)?;
                self.insn(insn);
                self.grow(3);
            }
        }
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

    fn restore_call(&mut self) -> Result<()> {
        let Some(call) = self.locals.call() else {
            return Ok(());
        };
        self.push_thread()?;
        self.load(op::ISTORE, call);
        self.call(Hook::Calling)?;
        self.grow(2);
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

    /// The handler of a synchronized method: it tells of the monitor's exit and throws on.
    fn lock_handler(&mut self, code: &Code, at: Label) -> Result<Frame> {
        self.out.push(Node::Label(at));
        self.push_lock();
        self.call(Hook::MonitorExit)?;
        self.op(op::ATHROW);
        self.grow(2);
        let locals = match self.lock {
            Some(Lock::This) => code.entry.first().copied().into_iter().collect(),
            Some(Lock::Kept | Lock::Named) => self.locals.only_lock(),
            Some(Lock::Class) | None => Vec::new(),
        };
        Ok(Frame {
            locals,
            stack: vec![VType::Object(self.pool.add_class("java/lang/Throwable")?)],
        })
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

    /// A call of a hook whose last arguments are thread and site.
    fn access(&mut self, hook: Hook, site: SiteId) -> Result<()> {
        self.push_thread()?;
        self.int(site.0.cast_signed())?;
        self.call(hook)
    }

    fn insert(&mut self, insert: &Insert) -> Result<()> {
        for operand in &insert.operands {
            match *operand {
                Operand::Zero => self.op(op::ALOAD_0),
                Operand::One => self.op(op::ALOAD_1),
                Operand::Local(local) => self.load(op::ASTORE, local),
                Operand::Class => self.push_class(),
                Operand::Index => self.op(op::ILOAD_1),
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

    fn push_thread(&mut self) -> Result<()> {
        match self.locals.thread() {
            Some(local) => {
                self.load(op::ASTORE, local);
                Ok(())
            }
            None => self.call(Hook::Current),
        }
    }

    fn push_lock(&mut self) {
        match self.lock {
            Some(Lock::This) => self.op(op::ALOAD_0),
            Some(Lock::Kept | Lock::Named) => self.load(op::ASTORE, self.locals.lock()),
            Some(Lock::Class) => self.push_class(),
            None => {}
        }
    }

    fn push_class(&mut self) {
        self.insn(Insn::Ldc {
            op: op::LDC,
            index: self.this_class,
        });
    }

    /// The class at hand is loaded, so its name always finds it.
    fn class_by_name(&mut self) -> Result<()> {
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

    fn call(&mut self, hook: Hook) -> Result<()> {
        let index = self.hooks.index(hook, self.pool)?;
        self.insn(Insn::Invoke {
            op: op::INVOKESTATIC,
            index,
        });
        Ok(())
    }

    fn int(&mut self, value: i32) -> Result<()> {
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
    fn store(&mut self, store: u8, local: u16) {
        let short = op::ISTORE_0 + (store - op::ISTORE) * 4;
        self.local(store, short, local);
    }

    fn load(&mut self, store: u8, local: u16) {
        let kind = store - op::ISTORE;
        self.local(op::ILOAD + kind, op::ILOAD_0 + kind * 4, local);
    }

    fn local(&mut self, op: u8, short: u8, index: u16) {
        self.insn(match index {
            0..=3 => Insn::Simple(short + index as u8),
            _ => Insn::Local { op, index },
        });
    }

    fn label(&mut self, code: &mut Code) -> Label {
        let here = code.new_label();
        self.out.push(Node::Label(here));
        here
    }

    fn op(&mut self, op: u8) {
        self.out.push(Node::Insn(Insn::Simple(op)));
    }

    fn insn(&mut self, insn: Insn) {
        self.out.push(Node::Insn(insn));
    }

    fn grow(&mut self, slots: u16) {
        self.growth = self.growth.max(slots);
    }
}
