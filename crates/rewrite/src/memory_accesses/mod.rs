//! Accesses to memory: of fields, of the collections of the JDK, and of arrays by calls of the JDK; and calls into
//! unchecked code, which may access memory on behalf of their caller.

pub(crate) mod bulk;
pub(crate) mod collections;
pub(crate) mod fields;
pub(crate) mod patches;
pub(crate) mod unchecked_calls;
