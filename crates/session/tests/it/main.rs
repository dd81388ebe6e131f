//! Records of JVMs, and the run that they make.

mod merge;
