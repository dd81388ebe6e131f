//! Monitors that are left in handlers, and the locks of `java.util.concurrent`.

pub(crate) mod patches;
pub(crate) mod unlock;
