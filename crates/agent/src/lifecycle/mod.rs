//! The life of the JVM: whether it is checked, how it is set up, and how much of each thing there may be.

pub mod agent_thread;
pub mod callbacks;
pub mod launchers;
pub mod limits;
pub mod runtime;
