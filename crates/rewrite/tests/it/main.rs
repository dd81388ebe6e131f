//! What the rewriter makes of class files: golden listings, every class of java.base, and real JVMs that run it.

mod declared;
mod golden;
mod java_base;
mod jvm;
mod odd;
mod support;
