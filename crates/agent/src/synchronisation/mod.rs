//! What orders threads: the clocks behind sync words, class initialisation, and the rules that the user declared.

pub mod clocks;
pub mod initialisation;
pub mod order;
pub mod rules;
