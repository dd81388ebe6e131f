//! How a report is laid out: one renderer per form, none of which decides what is said.

mod table;
pub mod text;
