//! The entry points of the JDK that synchronise below what bytecode shows, or that Raddle must answer.
//!
//! The tables are with what they are about: [`threads`], [`locks`], [`synchronisation`], [`memory_accesses`] and
//! [`control`]. A target that a JDK does not have is no error: [`crate::Rewritten::patches`] lists what
//! was applied, so that the agent can check for those it cannot do without.

use crate::hooks::Hook;
use crate::{control, locks, memory_accesses, synchronisation, threads};

/// One hook at one kind of place in one method of the JDK.
#[derive(Debug, PartialEq, Eq)]
pub struct Patch {
    pub class: &'static str,
    /// `None`: any method.
    pub method: Option<&'static str>,
    /// `None`: any descriptor.
    pub descriptor: Option<&'static str>,
    pub at: At,
    pub hook: Hook,
    pub arguments: &'static [Argument],
}

/// Where in the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Entry,
    /// Before each return.
    Return,
    /// Before each call of this method.
    Call {
        owner: &'static str,
        name: &'static str,
        descriptor: &'static str,
    },
}

/// What the hook is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The object whose method this is: never in a static method.
    This,
    /// The first parameter of a static method.
    First,
    /// The first parameter of a static method: an int.
    Number,
    /// The first parameter of a method that is not static: a reference.
    Parameter,
    /// The second parameter of a static method whose first one takes one slot: an int.
    Second,
    /// A copy of the value about to be returned, or of the receiver about to be called. The first argument.
    Top,
    /// The value about to be returned; what the hook gives is returned instead.
    Result,
}

impl Patch {
    /// Whether the patch belongs into this method of its class.
    pub(crate) fn fits(&self, name: &str, descriptor: &str, is_static: bool) -> bool {
        self.method.is_none_or(|m| m == name)
            && self.descriptor.is_none_or(|d| d == descriptor)
            && !(is_static && self.arguments.contains(&Argument::This))
            && (is_static
                || !self.arguments.contains(&Argument::First) && !self.arguments.contains(&Argument::Second))
            && !(is_static && self.arguments.contains(&Argument::Parameter))
    }
}

/// The patches of one class.
pub(crate) fn of_class(class: &str, controls: bool) -> Vec<&'static Patch> {
    let tables = [
        threads::patches::PATCHES,
        locks::patches::PATCHES,
        synchronisation::patches::PATCHES,
        memory_accesses::patches::PATCHES,
    ];
    let more = if controls { control::patches::PATCHES } else { &[] };
    let all = tables.into_iter().flatten().chain(more);
    all.filter(|p| p.class == class).collect()
}

pub(crate) const fn patch(
    class: &'static str,
    method: &'static str,
    descriptor: Option<&'static str>,
    at: At,
    hook: Hook,
    arguments: &'static [Argument],
) -> Patch {
    Patch {
        class,
        method: Some(method),
        descriptor,
        at,
        hook,
        arguments,
    }
}
