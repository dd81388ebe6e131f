//! Two accesses and the variable that they meet in, as Java and the detectors pass them on.

use jvmti_bindings::sys::jni::jobject;
use raddle_events::{Op, SiteId, ThreadId};

use crate::locks::log::Held;

/// One side of a race, as the detector knows it.
pub struct Access {
    pub thread: ThreadId,
    pub op: Op,
    pub site: SiteId,
    /// The thread's clock at that time.
    pub clock: u32,
    /// The component of vectors that it is a clock of: the slot or, without the fast path, the thread.
    pub component: usize,
    pub locks: Option<Vec<Held>>,
}

/// The variable of a race, as Java tells it: `object` may be null, `index` negative. `detail` is the site
/// that says what kind of variable it is, where the access itself does not: a part of a JDK object, the
/// field behind a reflective access; or, for an element, where its array was made.
#[derive(Clone, Copy)]
pub struct Target {
    pub object: jobject,
    pub detail: SiteId,
    pub index: i32,
    /// What is there now is what the access left.
    pub is_over: bool,
}
