//! From code to a plan: which hooks a method needs, where, with what.
//!
//! [`method`] walks over the body of a method; each other file decides for one sort of instruction.
//!
//! Start reading at [`method`].

mod arrays;
mod calls;
mod fields;
mod method;
mod monitors;
mod ranges;

use method::Planner;
pub(crate) use method::plan;
