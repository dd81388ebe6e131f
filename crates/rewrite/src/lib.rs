//! Class bytes in, class bytes with hooks out.
//!
//! [`rewrite`] puts calls of the hooks (the table is [`Hook`]) around what a class does to memory and to
//! other threads, and adds the fields in which the hooks keep their epochs. It is pure: what it must know
//! of other classes and of the run it asks a [`Host`].
//!
//! Per class: `class_loading` looks at the raw code and passes over what needs nothing. Per method: `planner`
//! decides, with what `raddle_analysis` says of the code; `emit` carries it out. The rules and tables are with what
//! they are about: `memory_accesses`, `synchronisation`, `threads`, `locks` and, for runs whose schedule is
//! controlled, `control`.
//!
//! Laws: no panic on any input. What was valid stays valid: the output passes the JVM's verifier if the
//! input did. A method that cannot be rewritten in full gets its synchronisation alone, and failing that
//! stays as it was; each time with a reason in [`Rewritten::skipped`].
//!
//! Misses: native synchronized methods and empty synchronized finalizers; monitors of objects under
//! construction; fields that share their name with another of the same class.
//!
//! Start reading at `class_loading`, then `planner`, then `emit`.
#![forbid(unsafe_code)]

mod class_loading;
mod control;
mod emit;
mod error;
mod hooks;
mod host;
mod locks;
mod memory_accesses;
mod patches;
mod plan;
mod planner;
mod synchronisation;
mod threads;

use raddle_analysis::ClassFacts;
use raddle_classfile::ClassFile;

pub use error::Error;
pub use hooks::{ACCESS_CACHE_CLASS, HOOK_CLASS, HOOK_CLASSES, Hook, SHADOW_CLASS, THREAD_CLASS};
pub use host::Host;
pub use memory_accesses::unchecked_calls::is_inert;
pub use patches::{Argument, At, Patch};
pub use synchronisation::declared::{Declared, RuleEnd, RuleKey};

/// What a class is to the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Checked: memory accesses and synchronisation.
    Program,
    /// Excluded from checking: synchronisation only, which still orders threads.
    Library,
    /// A class of the JDK: synchronisation, and the patches of its entry points.
    Jdk,
}

/// A class, rewritten.
#[derive(Debug)]
pub struct Rewritten {
    /// `None`: unchanged.
    pub bytes: Option<Vec<u8>>,
    /// What was left alone, and why.
    pub skipped: Vec<Skipped>,
    /// The patches that were applied.
    pub patches: Vec<&'static Patch>,
    /// The ends of declared rules that were applied, once for each method.
    pub declared: Vec<(usize, RuleEnd)>,
    /// What the class says of itself.
    pub class: ClassFacts,
    /// Whether its static fields may be others at the end of a run than at its beginning.
    pub keeps_state: bool,
}

/// Something that was left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Name and descriptor; `None`: it concerns the class.
    pub method: Option<String>,
    pub reason: String,
}

/// Rewrites a class. An error means that it cannot be read, or has no room for what must be added: keep
/// the original bytes.
pub fn rewrite(bytes: &[u8], role: Role, host: &mut dyn Host) -> Result<Rewritten, Error> {
    let file = ClassFile::parse(bytes)?;
    match class_loading::class::rewrite(file, role, host) {
        Err(e) if role == Role::Program && e.is_lack_of_room() => {
            let mut less = class_loading::class::rewrite(ClassFile::parse(bytes)?, Role::Library, host)?;
            less.skipped.insert(
                0,
                Skipped {
                    method: None,
                    reason: format!("accesses not checked: {e}"),
                },
            );
            Ok(less)
        }
        result => result,
    }
}
