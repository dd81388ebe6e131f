//! Where the schedule is controlled: hooks before whatever threads may meet at, calls that are replaced, and patches.

mod calls;
pub(crate) mod patches;

pub(crate) use calls::{Touch, Touched, ask, flags, is_indivisible, question, replacement, touch};
