//! A method's code as a flat list of labels and instructions, and the tables that refer to them.
//!
//! A pass edits by building a new `body`. Every place is a [`Label`], bound by one [`Node::Label`]; several
//! labels at one place are fine. An instruction inserted between a label and the instruction after it is
//! what a jump to the label reaches first, and belongs to the ranges, lines and frames that start there.
//! Frames hold the state before the instruction at their label, so inserted code that has no branch and
//! leaves the locals alone needs none of its own.
//!
//! Two laws for a pass: `max_stack` and `max_locals` are its to raise; and [`VType::Uninitialized`] means the
//! first `new` at or after its label, so a `new` may not be inserted between the two.
//!
//! Start reading at [`Code`]; [`decode`] and [`encode`] are the two directions.

mod annotations;
mod decode;
mod encode;
mod far;
mod frames;
mod insn;
mod layout;

pub use annotations::{Target, TypeAnnotation, TypeAnnotations};
pub use frames::{Frame, VType};
pub use insn::Insn;

use crate::Attribute;

/// A place in the code of one method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Label(u32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Label(Label),
    Insn(Insn),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    pub start: Label,
    /// Exclusive.
    pub end: Label,
    pub target: Label,
    /// A class, or 0 for any exception.
    pub catch_type: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineEntry {
    pub at: Label,
    pub line: u16,
}

/// A row of a `LocalVariableTable` or (with a signature as its descriptor) a `LocalVariableTypeTable`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalVar {
    pub start: Label,
    /// Exclusive.
    pub end: Label,
    pub name: u16,
    pub descriptor: u16,
    pub index: u16,
}

/// What decoding must know about the method; [`ClassFile::shape`](crate::ClassFile::shape) makes one.
#[derive(Clone, Copy, Debug)]
pub struct MethodShape<'a> {
    pub is_static: bool,
    /// A constructor whose `this` is not initialised at entry: of any class but `java/lang/Object`.
    pub is_init: bool,
    pub this_class: u16,
    pub descriptor: &'a str,
    /// The class file's version: frames exist from 50 on.
    pub major: u16,
}

/// A decoded `Code` attribute. See the module for how to edit it.
#[derive(Clone, Debug)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub body: Vec<Node>,
    pub handlers: Vec<Handler>,
    pub lines: Vec<LineEntry>,
    pub vars: Vec<LocalVar>,
    pub var_types: Vec<LocalVar>,
    /// The locals at method entry, in the form of [`Frame::locals`].
    pub entry: Vec<VType>,
    /// In code order, each written out in full.
    pub frames: Vec<(Label, Frame)>,
    /// Whether the class is verified with frames (version 50 and up), so that new branch targets need one.
    pub has_frames: bool,
    pub type_annotations: Vec<TypeAnnotations>,
    /// Attributes that are not understood, raw: offsets in them are not kept up to date.
    pub attributes: Vec<Attribute>,
    names: Names,
    /// Names the classes of [`VType::Argument`].
    descriptor: Box<str>,
    next_label: u32,
}

/// Pool indices of the attribute names seen in decoding, so that encoding need not search; 0 is unknown.
#[derive(Clone, Copy, Default, Debug)]
struct Names {
    lines: u16,
    vars: u16,
    var_types: u16,
    frames: u16,
}

impl Code {
    /// A label for the caller to bind in `body`.
    pub fn new_label(&mut self) -> Label {
        let label = Label(self.next_label);
        self.next_label += 1;
        label
    }
}

#[cfg(test)]
mod tests;
