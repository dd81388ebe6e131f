//! What orders threads beside locks: calls that synchronise, the memory modes of `Unsafe`, fences, initialisation of
//! classes, and rules of the user's own.

pub(crate) mod calls;
pub(crate) mod declared;
pub(crate) mod patches;
pub(crate) mod relaxed;
