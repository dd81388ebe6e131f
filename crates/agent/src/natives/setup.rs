//! What the runtime asks as it is set up: where tables are, and what was chosen on the command line.

use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong};
use raddle_events::Optimisation;
use raddle_findings::Kind;

use super::guarded;
use crate::lifecycle::limits;

pub(super) extern "system" fn sites(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.resolved_table())
}

pub(super) extern "system" fn classes(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.class_table())
}

pub(super) extern "system" fn counts(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.count_table())
}

pub(super) extern "system" fn modes(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.mode_table())
}

pub(super) extern "system" fn event_mode(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| jboolean::from(agent.config.is_event_mode()))
}

pub(super) extern "system" fn repeats(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| jboolean::from(!agent.config.fast_path))
}

pub(super) extern "system" fn memory(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 1, |agent, _| jboolean::from(agent.config.watches_memory()))
}

pub(super) extern "system" fn disabled(env: *mut JNIEnv, _: jclass) -> jint {
    guarded(env, 0, |agent, _| {
        let left_out = Optimisation::ALL.iter().filter(|&&s| !agent.config.has(s));
        left_out
            .fold(0, |mask, optimisation| mask | optimisation.bit())
            .cast_signed()
    })
}

pub(super) extern "system" fn last_clock(env: *mut JNIEnv, _: jclass) -> jint {
    guarded(env, 0, |agent, _| agent.clocks.last_clock() as jint)
}

pub(super) extern "system" fn shadow_bytes(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| limits::shadow_bytes(&agent.config.limits))
}

pub(super) extern "system" fn crowd(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.clocks.crowd_address())
}

pub(super) extern "system" fn lock_order(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| {
        jboolean::from(agent.config.detects(Kind::LockOrder))
    })
}
