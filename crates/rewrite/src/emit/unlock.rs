//! Hooks that must not fail twice: those in handlers which guard themselves. See [`crate::locks::unlock`].

use raddle_classfile::{Code, Frame, Handler, Insn, Label, VType, op};

use super::Emitter;
use crate::error::Result;
use crate::hooks::HOOK_CLASS;
use crate::locks::unlock::Unlock;

/// A hook that was emitted between two labels.
pub(super) struct Hooked<'p> {
    pub(super) start: Label,
    pub(super) end: Label,
    pub(super) unlock: &'p Unlock,
}

impl Emitter<'_> {
    /// Gives each of these hooks a handler of its own.
    pub(super) fn guard(&mut self, code: &mut Code) -> Result<()> {
        let hooked = std::mem::take(&mut self.hooked);
        let guarded = std::mem::take(&mut code.handlers);
        let mut added = Vec::new();
        for Hooked { start, end, unlock } in &hooked {
            let from = self.label(code);
            self.leave_unseen(unlock.lock)?;
            let to = self.label(code);
            added.extend(unlock.outer.iter().map(|&number| Handler {
                start: from,
                end: to,
                ..guarded[number]
            }));
            if let Some(frame) = self.frame_like(code, guarded[unlock.around[0]].target)? {
                code.frames.push((from, frame));
            }
            added.push(Handler {
                start: *start,
                end: *end,
                target: from,
                catch_type: 0,
            });
        }
        // The one that catches what a hook throws comes first.
        code.handlers = added;
        for (number, handler) in guarded.into_iter().enumerate() {
            let mut rest = handler;
            for hooked in hooked.iter().filter(|h| h.unlock.around.contains(&number)) {
                code.handlers.push(Handler {
                    end: hooked.start,
                    ..rest
                });
                rest.start = hooked.end;
            }
            code.handlers.push(rest);
        }
        Ok(())
    }

    /// Compilers take no code that can throw with a monitor held that its handlers know nothing of.
    fn leave_unseen(&mut self, lock: u16) -> Result<()> {
        let index = self.pool.add_field_ref(HOOK_CLASS, "lostExit", "Z")?;
        self.load(op::ASTORE, lock);
        self.op(op::MONITOREXIT);
        self.op(op::ICONST_1);
        self.insn(Insn::Field {
            op: op::PUTSTATIC,
            index,
        });
        self.op(op::ATHROW);
        self.grow(2);
        Ok(())
    }

    /// The frame of a handler for whatever is thrown where `target` guards.
    fn frame_like(&mut self, code: &Code, target: Label) -> Result<Option<Frame>> {
        let Some((_, frame)) = code.frames.iter().find(|(at, _)| *at == target) else {
            return Ok(None);
        };
        Ok(Some(Frame {
            locals: frame.locals.clone(),
            stack: vec![VType::Object(self.pool.add_class("java/lang/Throwable")?)],
        }))
    }
}
