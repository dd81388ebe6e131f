//! Carries out a [`Plan`]: builds the new body, and keeps locals, stack, frames and handlers right.
//!
//! All that is inserted is free of branches, so the only new frames are those of handlers: of a
//! synchronized method, of one with access ranges, and of hooks in handlers. What goes before an instruction goes
//! between its labels and it, so that jumps run it; what goes after it, before the labels that follow. The
//! prologue comes before the first label, so that a jump to the old first instruction does not run it again.
//!
//! Start reading at [`emit`].

use raddle_classfile::{Code, ConstantPool, Frame, Handler, Insn, Label, LineEntry, Node, VType, op};

use super::locals::Locals;
use super::unlock::Hooked;
use crate::class_loading::class::Class;
use crate::error::{Error, Result};
use crate::hooks::{Hook, HookRefs};
use crate::plan::{Lock, Plan};

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
        controls: plan.controls,
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

    let ranges_start = code.new_label();
    let first_range = plan.ranges.iter().map(|deferred| deferred.range.preheader).min();
    let mut acts = plan.acts.iter().peekable();
    let mut touches = plan.touches.iter().peekable();
    let mut due_at = plan.due.iter().peekable();
    for (at, node) in old.into_iter().enumerate() {
        if first_range == Some(at) {
            emitter.out.push(Node::Label(ranges_start));
        }
        if let Some((_, due)) = due_at.next_if(|(planned, _)| *planned == at) {
            emitter.report_ranges(plan, *due)?;
        }
        emitter.begin_ranges(plan, at)?;
        let insn = match node {
            Node::Insn(insn) => insn,
            label => {
                emitter.out.push(label);
                continue;
            }
        };
        if let Some((_, touch)) = touches.next_if(|(planned, _)| *planned == at) {
            emitter.touch(touch)?;
        }
        if let Some((_, act)) = acts.next_if(|(planned, _)| *planned == at) {
            emitter.act(act, insn, plan, code)?;
            continue;
        }
        if matches!(insn, Insn::Simple(op::IRETURN..=op::RETURN)) {
            plan.exit.iter().try_for_each(|insert| emitter.insert(insert))?;
            emitter.restore_call()?;
            emitter.leave_lock()?;
        }
        emitter.out.push(Node::Insn(insn));
    }

    emitter.locals.extend(&mut code.frames);
    emitter.guard(code)?;
    if !plan.ranges.is_empty() {
        let ranges_end = code.new_label();
        let frame = emitter.ranges_handler(code, plan, ranges_end)?;
        add_handler(code, ranges_start, ranges_end, frame);
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

pub(super) struct Emitter<'a> {
    pub(super) pool: &'a mut ConstantPool,
    pub(super) hooks: &'a mut HookRefs,
    pub(super) this_class: u16,
    pub(super) lock: Option<Lock>,
    pub(super) controls: bool,
    pub(super) keeps_views: bool,
    pub(super) locals: Locals,
    pub(super) out: Vec<Node>,
    pub(super) hooked: Vec<Hooked<'a>>,
    /// Bound on the stack slots needed above what the original code had at the same place.
    pub(super) growth: u16,
}

impl Emitter<'_> {
    pub(super) fn prologue(&mut self, plan: &Plan) -> Result<()> {
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
        self.no_ranges(plan);
        if let Some((lock, site)) = plan.lock {
            match lock {
                Lock::Turn => {
                    plan.entry.iter().try_for_each(|insert| self.insert(insert))?;
                    return self.call(Hook::IndivisibleBegins);
                }
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
            if self.controls {
                self.push_lock();
                self.int(site.0.cast_signed())?;
                self.call(Hook::SwitchBeforeMonitorEnter)?;
                self.push_lock();
                self.op(op::MONITORENTER);
            }
            self.push_lock();
            self.int(site.0.cast_signed())?;
            self.call(Hook::MonitorEntered)?;
            self.grow(2);
        }
        plan.entry.iter().try_for_each(|insert| self.insert(insert))
    }

    /// Before the method is left. Where the schedule is controlled, its lock is taken and given back by code.
    pub(super) fn leave_lock(&mut self) -> Result<()> {
        match self.lock {
            None => return Ok(()),
            Some(Lock::Turn) => return self.call(Hook::IndivisibleEnds),
            Some(_) => {}
        }
        self.push_lock();
        self.call(Hook::BeforeMonitorExit)?;
        if self.controls {
            self.push_lock();
            self.op(op::MONITOREXIT);
        }
        self.grow(1);
        Ok(())
    }

    pub(super) fn restore_call(&mut self) -> Result<()> {
        let Some(call) = self.locals.call() else {
            return Ok(());
        };
        self.push_thread()?;
        self.load(op::ISTORE, call);
        self.call(Hook::BeforeUncheckedCall)?;
        self.grow(2);
        Ok(())
    }

    /// The handler of a synchronized method: it tells of the monitor's exit and throws on.
    pub(super) fn lock_handler(&mut self, code: &Code, at: Label) -> Result<Frame> {
        self.out.push(Node::Label(at));
        self.leave_lock()?;
        self.op(op::ATHROW);
        self.grow(2);
        let locals = match self.lock {
            Some(Lock::This) => code.entry.first().copied().into_iter().collect(),
            Some(Lock::Kept | Lock::Named) => self.locals.only_lock(),
            Some(Lock::Class | Lock::Turn) | None => Vec::new(),
        };
        Ok(Frame {
            locals,
            stack: vec![VType::Object(self.pool.add_class("java/lang/Throwable")?)],
        })
    }
}
