//! Strategies on small programs of a language of our own, against naive searches.

mod chance;
mod directed;
mod every_strategy;
mod exhaustive;
mod shrink;
mod support;
