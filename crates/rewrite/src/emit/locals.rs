//! The local variables that rewriting adds, after those of the method.
//!
//! First the lock of a synchronized method, the thread, the call that the method is part of, the arrays known
//! last with their views, and the access ranges: they are set at entry and hold their types throughout, so every frame
//! is extended by them. Then temporaries, which live for a few instructions and are in no frame.

use raddle_analysis::Accessed;
use raddle_classfile::{Code, ConstantPool, Frame, Label, VType, op};

use crate::error::{Error, Result};
use crate::hooks::{ACCESS_CACHE_CLASS, THREAD_CLASS};
use crate::plan::{DeferredRange, Lock, Plan};

/// The arguments of one call, and then some.
const MAX_TEMPORARIES: u16 = 260;

/// The local variables of an access range: the array or object and, for elements, what the variables of the index came
/// to at the first and at the last access; or the map of those that are accessed, and how many accesses there were.
#[derive(Clone, Copy)]
pub(crate) struct RangeLocals {
    pub object: u16,
    pub first: u16,
    pub last: u16,
    pub map: u16,
    pub count: u16,
}

/// How much room those take.
fn width(deferred: &DeferredRange) -> u16 {
    match deferred.range.accessed {
        Accessed::Elements(_) => 3,
        Accessed::Scattered(_) => 4,
        Accessed::Field(_) => 1,
    }
}

pub(crate) struct Locals {
    /// How many the method had.
    base: u16,
    has_lock: bool,
    has_thread: bool,
    has_call: bool,
    /// The types of those that live throughout; empty if there are no frames to extend.
    types: Vec<VType>,
    ranges: Vec<RangeLocals>,
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
        if code.has_frames && (has_lock || !plan.ranges.is_empty() || !code.frames.is_empty()) {
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
                let array = VType::Object(pool.add_class("java/lang/Object")?);
                let view = VType::Object(pool.add_class(ACCESS_CACHE_CLASS)?);
                types.extend([array, view].repeat(usize::from(plan.caches)));
            }
            if !plan.ranges.is_empty() {
                let object = VType::Object(pool.add_class("java/lang/Object")?);
                for deferred in &plan.ranges {
                    types.push(object);
                    match deferred.range.accessed {
                        Accessed::Elements(_) => types.extend([VType::Integer, VType::Integer]),
                        Accessed::Scattered(_) => types.extend([VType::Long, VType::Integer]),
                        Accessed::Field(_) => {}
                    }
                }
            }
        }
        let first_range = u32::from(base)
            + u32::from(has_lock)
            + u32::from(has_thread)
            + u32::from(has_call)
            + 2 * u32::from(plan.caches);
        let mut first_temporary = u16::try_from(first_range).map_err(|_| Error::TooManyLocals)?;
        let mut ranges = Vec::with_capacity(plan.ranges.len());
        for deferred in &plan.ranges {
            let object = first_temporary;
            first_temporary = object.checked_add(width(deferred)).ok_or(Error::TooManyLocals)?;
            ranges.push(RangeLocals {
                object,
                first: object.saturating_add(1),
                last: object.saturating_add(2),
                map: object.saturating_add(1),
                count: object.saturating_add(3),
            });
        }
        first_temporary
            .checked_add(MAX_TEMPORARIES)
            .ok_or(Error::TooManyLocals)?;
        Ok(Locals {
            base,
            has_lock,
            has_thread,
            has_call,
            types,
            ranges,
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

    /// The local variables of an array and of its view.
    pub(crate) fn cache(&self, number: u16) -> (u16, u16) {
        let first =
            self.base + u16::from(self.has_lock) + u16::from(self.has_thread) + u16::from(self.has_call);
        (first + 2 * number, first + 2 * number + 1)
    }

    pub(crate) fn range(&self, number: usize) -> RangeLocals {
        self.ranges[number]
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

    /// The locals of a frame that knows of those that live throughout, and of `first`.
    pub(crate) fn only_throughout(&self, first: Option<VType>) -> Vec<VType> {
        let mut locals = vec![VType::Top; usize::from(self.base)];
        if let Some((at_zero, first)) = locals.first_mut().zip(first) {
            *at_zero = first;
        }
        locals.extend(&self.types);
        locals
    }

    /// The locals of a frame that knows of the lock alone.
    pub(crate) fn only_lock(&self) -> Vec<VType> {
        let mut locals = vec![VType::Top; usize::from(self.base)];
        locals.extend(self.types.first());
        locals
    }
}
