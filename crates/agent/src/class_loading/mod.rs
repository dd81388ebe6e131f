//! How class bytes come into the JVM, and what is known of classes and of the places in their code.

pub mod classes;
pub mod resolve;
pub mod sites;
pub mod transform;
