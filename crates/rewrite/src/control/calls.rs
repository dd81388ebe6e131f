//! What is added where the schedule is controlled: a hook before whatever threads may meet at, and calls that
//! would wait, wake a thread or look at the clock replaced by hooks that ask the controller.

use raddle_classfile::{Insn, MemberRef, op};
use raddle_events::SiteId;
use raddle_events::runtime::{TOUCH_INNER, TOUCH_PLAIN, TOUCH_STATIC, TOUCH_WRITES};

use crate::Role;
use crate::hooks::Hook;
use crate::plan::{Act, Insert, Operand};
use crate::synchronisation::calls::UNSAFE;

/// A hook before an access. The stack is as the instruction finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub at: Touched,
    pub site: SiteId,
    pub flags: i32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Touched {
    /// The object is on top.
    Object,
    /// It is below a value.
    BelowValue {
        wide: bool,
    },
    Static,
    /// Array and index are on top; a value that is above them goes to a local variable by this instruction.
    Element {
        store: Option<u8>,
    },
}

/// The flags of an access by `Unsafe`.
pub(crate) fn flags(writes: bool) -> i32 {
    TOUCH_INNER | if writes { TOUCH_WRITES } else { 0 }
}

/// The hook before an act. `orders`: it may be volatile.
pub(crate) fn touch(act: &Act, insn: &Insn, role: Role, orders: bool) -> Option<Touch> {
    let (at, site, writes) = match *act {
        Act::GetField { site, .. } => (Touched::Object, site, false),
        Act::PutField { wide, site } => (Touched::BelowValue { wide }, site, true),
        Act::GetStatic { site } => (Touched::Static, site, false),
        Act::PutStatic { site } => (Touched::Static, site, true),
        Act::ArrayRead { site, .. } => (Touched::Element { store: None }, site, false),
        Act::ArrayWrite { store, site, .. } => (Touched::Element { store: Some(store) }, site, true),
        _ => return None,
    };
    let mut flags = if writes { TOUCH_WRITES } else { 0 };
    if !orders || !matches!(insn, Insn::Field { .. }) {
        flags |= TOUCH_PLAIN;
    }
    if role == Role::Jdk {
        flags |= TOUCH_INNER;
    }
    if matches!(at, Touched::Static) {
        flags |= TOUCH_STATIC;
    }
    Some(Touch { at, site, flags })
}

/// The hook that takes the place of a call.
pub(crate) fn replacement(code: u8, method: MemberRef<'_>) -> Option<Hook> {
    let key = (method.owner, method.name, method.descriptor);
    match code {
        op::INVOKESTATIC => Some(match key {
            ("java/lang/Thread", "sleep", "(J)V") => Hook::Sleep,
            ("java/lang/Thread", "sleep", "(JI)V") => Hook::SleepNanos,
            ("java/lang/Thread", "sleep", "(Ljava/time/Duration;)V") => Hook::SleepFor,
            ("java/lang/Thread", "yield", "()V") => Hook::Yield,
            ("java/lang/Thread", "onSpinWait", "()V") => Hook::Spin,
            ("java/lang/System", "nanoTime", "()J") => Hook::NanoTime,
            ("java/lang/System", "currentTimeMillis", "()J") => Hook::Millis,
            ("jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J") => Hook::TimeAdjustment,
            _ => return None,
        }),
        op::INVOKEVIRTUAL => Some(match (method.name, method.descriptor) {
            ("notify", "()V") => Hook::NotifyOne,
            ("notifyAll", "()V") => Hook::NotifyAll,
            ("park", "(ZJ)V") if method.owner == UNSAFE => Hook::Park,
            ("unpark", "(Ljava/lang/Object;)V") if method.owner == UNSAFE => Hook::Unpark,
            _ => return None,
        }),
        _ => None,
    }
}

/// The hook before a call by which the program looks whether a thread is interrupted.
pub(crate) fn question(code: u8, method: MemberRef<'_>) -> Option<Hook> {
    match (code, method.name, method.descriptor) {
        (op::INVOKESTATIC, "interrupted", "()Z") if method.owner == "java/lang/Thread" => {
            Some(Hook::SwitchBeforeInterruptCheck)
        }
        // Whichever class is named, this may be a thread.
        (op::INVOKEVIRTUAL | op::INVOKESPECIAL, "isInterrupted", "()Z") => {
            Some(Hook::SwitchBeforeInterruptCheckOf)
        }
        _ => None,
    }
}

pub(crate) fn ask(hook: Hook, site: SiteId) -> Insert {
    let of = (hook == Hook::SwitchBeforeInterruptCheckOf).then_some(Operand::Copy);
    let at = Operand::Int(site.0.cast_signed());
    Insert {
        hook,
        operands: of.into_iter().chain([at]).collect(),
    }
}

/// Whether threads are not switched inside a method, unless they have to wait: the JVM calls it while it loads, links
/// or initialises classes, with locks of its own that no hook sees; or the JDK prepares by it what it keeps for the
/// life of the JVM, so that a repetition in another JVM would have other steps; or an interrupted thread would see it
/// half done.
pub(crate) fn is_indivisible(class: &str, name: &str, descriptor: &str) -> bool {
    match (name, descriptor) {
        ("<clinit>", _) => true,
        ("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;") => true,
        ("interrupt", "()V") => matches!(class, "java/lang/Thread" | "java/lang/VirtualThread"),
        ("getMemberName" | "resolveMemberName", _) => class == "java/lang/invoke/VarForm",
        ("makeImpl", _) => class == "java/lang/invoke/MethodType",
        ("compileToBytecode" | "prepare", _) => class == "java/lang/invoke/LambdaForm",
        _ => {
            class == "java/lang/invoke/MethodHandleNatives"
                && (name.starts_with("link") || name.starts_with("find"))
        }
    }
}
