//! The fields of Java's half that have to do with turns.

use std::sync::OnceLock;

use jvmti_bindings::sys::jni::{jfieldID, jobject};
use raddle_events::ThreadId;

use crate::jvm::Env;

struct Fields {
    state: jfieldID,
    turn: jfieldID,
    busy: jfieldID,
    /// What the JVM has of a thread that is alive.
    native: jfieldID,
}

// SAFETY: a field has the same id on every thread, as long as its class is loaded, and these never go.
unsafe impl Send for Fields {}
// SAFETY: as above.
unsafe impl Sync for Fields {}

fn fields(env: Env) -> Option<&'static Fields> {
    static FIELDS: OnceLock<Option<Fields>> = OnceLock::new();
    let find = || {
        let object = env.class(c"java/lang/Thread")?;
        let noted = env.class(c"java/lang/RaddleThread")?;
        Some(Fields {
            state: env.field(object, c"$raddle", c"Ljava/lang/RaddleThread;")?,
            turn: env.field(noted, c"turn", c"I")?,
            busy: env.field(noted, c"busy", c"Z")?,
            native: env.field(object, c"eetop", c"J")?,
        })
    };
    FIELDS.get_or_init(find).as_ref()
}

/// The number in the schedule of a thread that is about to run, if it is controlled.
pub fn turn_of(env: Env, thread: jobject) -> Option<ThreadId> {
    let fields = fields(env)?;
    let noted = env.object_field(thread, fields.state)?;
    let number = env.int_field(noted, fields.turn);
    env.delete_local(noted);
    u32::try_from(number).ok()?.checked_sub(1).map(ThreadId)
}

pub(super) fn is_alive(env: Env, thread: jobject) -> bool {
    fields(env).is_some_and(|fields| env.long_field(thread, fields.native) != 0)
}

/// A thread is no longer one of a schedule.
pub(super) fn retire(env: Env, thread: jobject) {
    let retire = || {
        let fields = fields(env)?;
        let noted = env.object_field(thread, fields.state)?;
        env.set_int_field(noted, fields.turn, 0);
        env.delete_local(noted);
        Some(())
    };
    retire();
}

/// What the calling thread does from now on is Raddle's business.
pub(super) fn leave_alone(env: Env) {
    let mark = || {
        let fields = fields(env)?;
        let thread = env.current_thread()?;
        env.set_boolean_field(env.object_field(thread, fields.state)?, fields.busy, true);
        Some(())
    };
    mark();
}
