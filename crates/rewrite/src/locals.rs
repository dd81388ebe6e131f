//! The local variables that rewriting adds, after those of the method.
//!
//! First the lock of a synchronized method, the thread, the call that the method is part of, and the cached
//! array shadows: they are set at entry and hold their types throughout, so every frame is extended by them. Then temporaries, which
//! live for a few instructions and are in no frame.

use raddle_classfile::{Code, ConstantPool, Frame, Label, VType, op};

use crate::error::{Error, Result};
use crate::hooks::{SHADOW_CLASS, THREAD_CLASS};
use crate::plan::{Lock, Plan};

/// The arguments of one call, and then some.
const MAX_TEMPORARIES: u16 = 260;

pub(crate) struct Locals {
    /// How many the method had.
    base: u16,
    has_lock: bool,
    has_thread: bool,
    has_call: bool,
    /// The types of those that live throughout; empty if there are no frames to extend.
    types: Vec<VType>,
    first_temporary: u16,
    temporaries: u16,
}

impl Locals {
    pub(crate) fn new(code: &Code, plan: &Plan, keep_thread: bool, pool: &mut ConstantPool) -> Result<Self> {
        let base = code.max_locals;
        let has_lock = matches!(plan.lock, Some((Lock::Kept | Lock::Named, _)));
        // A single use fetches the thread in place.
        let has_thread = keep_thread && plan.thread_uses > 1;
        let has_call = plan.keeps_call;
        let mut types = Vec::new();
        if code.has_frames && (has_lock || !code.frames.is_empty()) {
            if has_lock {
                types.push(VType::Object(pool.add_class("java/lang/Object")?));
            }
            if has_thread {
                types.push(VType::Object(pool.add_class(THREAD_CLASS)?));
            }
            if has_call {
                types.push(VType::Integer);
            }
            if plan.caches > 0 {
                let shadow = VType::Object(pool.add_class(SHADOW_CLASS)?);
                types.extend(std::iter::repeat_n(shadow, usize::from(plan.caches)));
            }
        }
        let first_temporary = u32::from(base)
            + u32::from(has_lock)
            + u32::from(has_thread)
            + u32::from(has_call)
            + u32::from(plan.caches);
        let first_temporary = u16::try_from(first_temporary).map_err(|_| Error::TooManyLocals)?;
        first_temporary
            .checked_add(MAX_TEMPORARIES)
            .ok_or(Error::TooManyLocals)?;
        Ok(Locals {
            base,
            has_lock,
            has_thread,
            has_call,
            types,
            first_temporary,
            temporaries: 0,
        })
    }

    pub(crate) fn lock(&self) -> u16 {
        self.base
    }

    pub(crate) fn thread(&self) -> Option<u16> {
        self.has_thread.then_some(self.base + u16::from(self.has_lock))
    }

    /// The call that the method is part of.
    pub(crate) fn call(&self) -> Option<u16> {
        self.has_call
            .then_some(self.base + u16::from(self.has_lock) + u16::from(self.has_thread))
    }

    pub(crate) fn cache(&self, number: u16) -> u16 {
        self.base + u16::from(self.has_lock) + u16::from(self.has_thread) + u16::from(self.has_call) + number
    }

    /// Local variables for what these instructions store. All are free again at the next call.
    pub(crate) fn temporaries(&mut self, stores: &[u8]) -> Vec<u16> {
        let mut next = self.first_temporary;
        let mut all = Vec::with_capacity(stores.len());
        for store in stores {
            all.push(next);
            next += if matches!(*store, op::LSTORE | op::DSTORE) {
                2
            } else {
                1
            };
        }
        self.temporaries = self.temporaries.max(next - self.first_temporary);
        all
    }

    /// How many the method has now.
    pub(crate) fn count(&self) -> Result<u16> {
        self.first_temporary
            .checked_add(self.temporaries)
            .ok_or(Error::TooManyLocals)
    }

    /// Puts those that live throughout into every frame.
    pub(crate) fn extend(&self, frames: &mut [(Label, Frame)]) {
        if self.types.is_empty() {
            return;
        }
        for (_, frame) in frames {
            let wide = frame
                .locals
                .iter()
                .filter(|ty| matches!(ty, VType::Long | VType::Double))
                .count();
            let missing = usize::from(self.base).saturating_sub(frame.locals.len() + wide);
            frame.locals.reserve_exact(missing + self.types.len());
            frame.locals.extend(std::iter::repeat_n(VType::Top, missing));
            frame.locals.extend(&self.types);
        }
    }

    /// The locals of a frame that knows of the lock alone.
    pub(crate) fn only_lock(&self) -> Vec<VType> {
        let mut locals = vec![VType::Top; usize::from(self.base)];
        locals.extend(self.types.first());
        locals
    }
}
