//! The class-file layer on real class files: every one of every JDK, hostile ones, and the JVM's own verifier.

mod common;
mod jdk;
mod no_panic;
mod verify;
