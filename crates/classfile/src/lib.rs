//! Java class files (up to version 69, JDK 25) as an editable view that loses nothing.
//!
//! A [`ClassFile`] keeps every attribute as raw bytes, so parsing and writing gives back the same bytes.
//! A pass that edits a method decodes its `Code` attribute into a [`Code`]: a flat list of instructions and
//! labels in which every table (handlers, lines, variables, frames, type annotations) refers to labels, so
//! inserting instructions keeps them all right. Encoding lays the code out again and puts it back.
//!
//! Laws: malformed input is an [`Error`], never a panic; memory is linear in the input (expanded frames have
//! a fixed cap); decode and encode of untouched code gives the same instructions and tables.
//!
//! Start reading at [`class`], then [`code`].
#![forbid(unsafe_code)]

pub mod access;
pub mod class;
pub mod code;
pub mod descriptor;
mod error;
pub mod modified_utf8;
pub mod op;
pub mod pool;
mod reader;

pub use class::{Attribute, ClassFile, MAX_MAJOR, Member};
pub use code::{
    Code, Frame, Handler, Insn, Label, LineEntry, LocalVar, MethodShape, Node, Target, TypeAnnotation,
    TypeAnnotations, VType,
};
pub use error::{Error, Result};
pub use pool::{Constant, ConstantPool, MemberRef};
