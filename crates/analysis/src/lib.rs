//! What can be said of classes and methods without running them: for code that rewrites or scans them.
//!
//! A class is a [`ClassFile`](raddle_classfile::ClassFile), a method its [`Code`](raddle_classfile::Code);
//! what has to be known of other classes is asked of a [`World`]. Nothing here knows of hooks or plans.
//!
//! Of a class: [`ClassFacts`], and [`keeps_state`]. Of a method, by places in its body:
//!
//! - [`method_local`]: the arrays that never leave it; [`unescaped_until`]: how long no other thread can have the
//!   object of a constructor
//! - [`synchronising`]: which instructions may synchronise; [`access_ranges()`]: what loops without such access as
//!   a whole; [`due_ranges`]: where that has to be reported
//! - [`racy_caches`], [`Fences`]: idioms with races that are meant; [`Generated`]: arrays that are not the program's
//!
//! Laws: no panic on any input, no answer that depends on anything but class files. An answer that is not sure is
//! the cautious one: an array is shared, an instruction synchronises.
//!
//! Start reading at [`Simulation`], which most of the others walk with.
#![forbid(unsafe_code)]

mod access_ranges;
mod affine;
#[cfg(test)]
mod assemble;
mod class_table;
mod due;
mod escape;
mod facts;
mod fences;
mod fields;
mod generated;
mod kept_state;
mod loops;
mod opcodes;
mod simulate;
mod single_check;
mod sync_free;
mod unescaped;
mod world;

pub use access_ranges::{AccessRange, Accessed, Array, Elements, access_ranges};
pub use affine::Affine;
pub use class_table::{Answer, ClassTable};
pub use due::{Open, Ranges, due_ranges};
pub use escape::{generated_arrays, method_local};
pub use facts::{ClassFacts, Field, StaticMethod, has_empty_body};
pub use fences::{Fences, is_fence};
pub use fields::{Fields, ResolvedField};
pub use generated::Generated;
pub use kept_state::keeps_state;
pub use loops::{Pace, has_loops};
pub use opcodes::{Opcodes, bytecode};
pub use simulate::{Simulation, Value, array_depth};
pub use single_check::{class_literal_caches, racy_caches};
pub use sync_free::synchronising;
pub use unescaped::unescaped_until;
pub use world::{FieldFacts, World};
