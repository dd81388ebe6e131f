//! Where in the program something happens, as the class file says.

use serde::{Deserialize, Serialize};

/// Read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Read,
    Write,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Exclusive,
    /// With other readers.
    Shared,
}

impl Mode {
    pub const fn is_exclusive(&self) -> bool {
        matches!(self, Mode::Exclusive)
    }
}

/// What an instrumented instruction touches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// A field, as the instruction names it: the owner may inherit the field from a superclass.
    Field {
        owner: String,
        name: String,
        descriptor: String,
        is_static: bool,
        op: Op,
    },
    /// An element of an array.
    Array { op: Op },
    /// The creation of an array; `descriptor` is the new array's type, such as `[[I`.
    NewArray { descriptor: String },
    /// The creation of another object.
    New { class: String },
    /// The entry of a monitor.
    Monitor,
    /// A call that may enter unchecked code: accesses inside are recorded with this call's site.
    Call {
        owner: String,
        name: String,
        descriptor: String,
    },
    /// Inside a class of the JDK: a pseudo-field of an object that stands for more than one field of it, such as the
    /// contents of a map. Known by the class that has its shadow words, and by its name.
    Part { owner: String, part: String, op: Op },
}

/// A place in a class file. Names are in internal form (`java/lang/String`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub access: AccessKind,
}
