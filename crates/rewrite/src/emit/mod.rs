//! From a plan to code: the new body of a method, with its locals, stack, frames and handlers.
//!
//! [`method`] walks over the body; [`acts`] has what is done around one instruction, [`calls`] around a call,
//! [`ranges`] what is done for deferred access ranges; [`locals`] are the variables that are added.
//!
//! Start reading at [`method`], then [`acts`].

mod acts;
mod calls;
mod code;
mod locals;
mod method;
mod ranges;
mod unlock;

use method::Emitter;
pub(crate) use method::emit;
