//! What one method needs: which hooks, where, with what. [`crate::planner`] makes it, [`crate::emit`]
//! carries it out.

use raddle_analysis::{AccessRange, Ranges};
use raddle_classfile::Label;
use raddle_events::{Op, SiteId};

use crate::Skipped;
use crate::control::Touch;
use crate::hooks::Hook;
use crate::locks::unlock::Unlock;
use crate::memory_accesses::bulk::Effect;
use crate::patches::Patch;
use crate::synchronisation::calls::Access;
use crate::synchronisation::declared::RuleEnd;

#[derive(Default)]
pub(crate) struct Plan {
    /// By place in the body, in order.
    pub acts: Vec<(usize, Act)>,
    /// By place, what comes before those where the schedule is controlled.
    pub touches: Vec<(usize, Touch)>,
    /// The schedule is controlled.
    pub controls: bool,
    pub entry: Vec<Insert>,
    /// Before each return.
    pub exit: Vec<Insert>,
    /// The monitor of a synchronized method.
    pub lock: Option<(Lock, SiteId)>,
    /// How many array shadows are cached. None: each access looks its own up.
    pub caches: u16,
    /// The deferred access ranges, and the places before which they have to be reported.
    pub ranges: Vec<DeferredRange>,
    pub due: Vec<(usize, Ranges)>,
    /// How often a hook takes the thread.
    pub thread_uses: usize,
    /// It may be called from code that is not checked and itself calls such code: the call that it is part
    /// of is restored when it returns.
    pub keeps_call: bool,
    pub patches: Vec<&'static Patch>,
    pub declared: Vec<(usize, RuleEnd)>,
    pub skipped: Vec<Skipped>,
}

/// What is done around one instruction.
#[derive(Debug)]
pub(crate) enum Act {
    GetField {
        wide: bool,
        site: SiteId,
    },
    PutField {
        wide: bool,
        site: SiteId,
    },
    /// A write to the object under construction, which is unescaped. `write_word` is the field with the shadow word.
    UnescapedPut {
        write_word: String,
        site: SiteId,
    },
    GetStatic {
        site: SiteId,
    },
    PutStatic {
        site: SiteId,
    },
    ArrayRead {
        cache: u16,
        site: SiteId,
    },
    /// `store` is the instruction that puts the value into a local variable.
    ArrayWrite {
        cache: u16,
        store: u8,
        site: SiteId,
    },
    /// A field in a deferred range, by the number of that.
    RangeField(usize),
    /// An element in a deferred range.
    RangeRead(usize),
    /// `store` is the instruction that puts the value into a local variable.
    RangeWrite {
        range: usize,
        store: u8,
    },
    NewArray {
        site: SiteId,
    },
    /// An object that may be locked, after its constructor; a plain `Object` or of a class of the program.
    New {
        plain: bool,
        site: SiteId,
    },
    /// `range` starts the exception ranges that guard the monitor.
    MonitorEnter {
        site: SiteId,
        range: Option<Label>,
    },
    MonitorExit(Option<Unlock>),
    /// The hook in place of a call. `site`: the thread notes which call it is.
    Instead {
        hook: Hook,
        site: Option<SiteId>,
    },
    IsAlive {
        site: Option<SiteId>,
    },
    /// A call that initialises the class on top of the stack; `asks`: that returns whether this is still to be done.
    Initialise {
        asks: bool,
    },
    /// `stores` put the arguments after object and offset into local variables, the first argument first.
    Unsafe {
        access: Access,
        stores: Vec<u8>,
        gives_reference: bool,
    },
    Before(Insert),
    /// A call that may be one into unchecked code. `is_point`: where the schedule is controlled, threads are
    /// switched at what it first touches.
    Call {
        site: SiteId,
        is_point: bool,
    },
    /// A call that accesses arrays among its arguments. `stores` put those into local variables.
    Bulk {
        effects: Vec<Effect>,
        stores: Vec<u8>,
        site: SiteId,
    },
    /// An object is copied. The site is that of the program's call.
    Copy {
        site: Option<SiteId>,
    },
    /// An array is copied as a whole.
    Clone {
        site: SiteId,
    },
    /// The invocation of a method handle.
    Invoke {
        stores: Vec<u8>,
        site: SiteId,
    },
    /// An element, accessed by a view of its array.
    Indexed {
        op: Op,
        /// Puts the value into a local variable.
        store: u8,
    },
    /// A field of the JDK that stands for a part of its object.
    Part {
        op: Op,
        wide: bool,
        site: SiteId,
    },
}

/// Accesses that are reported as a whole, later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeferredRange {
    pub op: Op,
    pub site: SiteId,
    /// Of the array's shadow.
    pub cache: u16,
    pub range: AccessRange,
}

/// A call of a hook.
#[derive(Debug)]
pub(crate) struct Insert {
    pub hook: Hook,
    pub operands: Vec<Operand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Local variable 0: `this`, or the first parameter.
    Zero,
    /// Local variable 1: the first parameter of a method that is not static.
    One,
    /// A local variable that holds a reference.
    Local(u16),
    /// The class at hand.
    Class,
    /// Local variable 1 as an int: the first parameter of a method that is not static.
    Index,
    /// Local variable 0 as an int: the first parameter of a static method.
    Number,
    /// A copy of the top of the stack.
    Copy,
    /// A copy of the two topmost slots.
    CopyWide,
    /// The top of the stack itself.
    Top,
    Thread,
    Int(i32),
}

/// Where the monitor of a synchronized method is found throughout the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// Local variable 0, which is never overwritten.
    This,
    /// Local variable 0 at entry, to be kept in a fresh one.
    Kept,
    Class,
    /// The class, looked up by name at entry and kept in a fresh local: before version 49, class files have
    /// no constant for it.
    Named,
    /// None at all: threads are not switched inside the method.
    Turn,
}

impl Plan {
    pub(crate) fn is_empty(&self) -> bool {
        self.acts.is_empty() && self.entry.is_empty() && self.exit.is_empty() && self.lock.is_none()
    }
}

impl Act {
    /// Whether the thread notes the call that it is in.
    pub(crate) fn is_call(&self) -> bool {
        matches!(
            self,
            Act::Call { .. }
                | Act::Bulk { .. }
                | Act::Clone { .. }
                | Act::Invoke { .. }
                | Act::Copy { site: Some(_) }
                | Act::Instead { site: Some(_), .. }
                | Act::IsAlive { site: Some(_) }
        )
    }

    pub(crate) fn takes_thread(&self) -> bool {
        match self {
            Act::UnescapedPut { .. }
            | Act::GetField { .. }
            | Act::PutField { .. }
            | Act::GetStatic { .. }
            | Act::PutStatic { .. } => true,
            Act::ArrayRead { .. } | Act::ArrayWrite { .. } | Act::NewArray { .. } => true,
            // The thread is taken where the range is reported.
            Act::RangeField(_) | Act::RangeRead(_) | Act::RangeWrite { .. } => false,
            Act::New { .. }
            | Act::MonitorEnter { .. }
            | Act::MonitorExit(_)
            | Act::Part { .. }
            | Act::Initialise { .. }
            | Act::Unsafe { .. } => false,
            Act::Indexed { .. } => false,
            Act::Copy { site } | Act::Instead { site, .. } | Act::IsAlive { site } => site.is_some(),
            Act::Call { .. } | Act::Bulk { .. } | Act::Clone { .. } | Act::Invoke { .. } => true,
            Act::Before(insert) => insert.takes_thread(),
        }
    }
}

impl Insert {
    pub(crate) fn takes_thread(&self) -> bool {
        self.operands.contains(&Operand::Thread)
    }
}
