//! What orders threads: acquire and release, and the locks that they hold.

use std::time::Duration;

use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jobject};
use raddle_events::runtime::SyncCode;
use raddle_events::{SiteId, SyncId};

use super::{guarded, known, thread};
use crate::locks::lock_order;
use crate::locks::log::{Held, Taken};
use crate::locks::numbers::LockId;
use crate::reporting::names::type_name;

pub(super) extern "system" fn acquire(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    word: jlong,
    by_lock: jboolean,
) -> jboolean {
    guarded(env, 1, |agent, _| {
        let by_lock = by_lock != 0;
        jboolean::from(agent.clocks.acquire(thread(handle), word as u64, by_lock))
    })
}

pub(super) extern "system" fn release_into(env: *mut JNIEnv, _: jclass, handle: jlong, word: jlong) -> jlong {
    guarded(env, word, |agent, _| {
        agent.clocks.publish(thread(handle), word as u64) as jlong
    })
}

/// On a busy machine the thread that is waited for may not run for a long while.
pub(super) extern "system" fn pause(_: *mut JNIEnv, _: jclass, turn: jint) {
    const YIELDS: jint = 1 << 10;
    const NAP: Duration = Duration::from_micros(100);
    if turn < YIELDS {
        std::thread::yield_now();
    } else {
        std::thread::sleep(NAP);
    }
}

pub(super) extern "system" fn join_all(env: *mut JNIEnv, _: jclass, handle: jlong) {
    guarded(env, (), |agent, _| {
        let thread = thread(handle);
        if agent.config.is_event_mode() {
            agent.event_mode.join_all(thread.id);
        }
        agent.clocks.join_all(thread);
    });
}

pub(super) extern "system" fn hold(env: *mut JNIEnv, _: jclass) {
    guarded(env, (), |agent, _| agent.event_mode.hold());
}

pub(super) extern "system" fn let_go(env: *mut JNIEnv, _: jclass) {
    guarded(env, (), |agent, _| agent.event_mode.let_go());
}

pub(super) extern "system" fn sync(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    object: jlong,
    what: jint,
    site: jint,
) {
    guarded(env, (), |agent, _| {
        let Some(what) = known(agent, SyncCode::from_code(what)) else {
            return;
        };
        let (thread, object) = (thread(handle).id, SyncId(object as u64));
        agent
            .event_mode
            .sync(thread, object, what, Taken::from_java(site));
    });
}

pub(super) extern "system" fn lock_number(env: *mut JNIEnv, _: jclass, class: jclass, made_at: jint) -> jint {
    guarded(env, 0, |agent, _| {
        let signature = agent.jvmti.signature(class).unwrap_or_default();
        let made_at = SiteId(made_at.max(0).cast_unsigned());
        agent.locks.add(type_name(&signature), made_at).0.cast_signed()
    })
}

pub(super) extern "system" fn lock_shared(env: *mut JNIEnv, _: jclass, number: jint) {
    guarded(env, (), |agent, _| agent.locks.share(LockId::from_java(number)));
}

pub(super) extern "system" fn nested(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    held: jobject,
    held_at: jobject,
    count: jint,
    number: jint,
    at: jint,
) {
    guarded(env, (), |agent, env| {
        let held = lock_order::held(env, held, held_at, count);
        let wanted = Held {
            lock: LockId::from_java(number),
            at: Taken::from_java(at),
        };
        let thread = thread(handle);
        let when = (!agent.config.is_event_mode()).then(|| agent.clocks.moment(thread));
        let stack = || agent.jvmti.stack(lock_order::STACK_DEPTH);
        agent.lock_order.add(thread.id, &held, wanted, when, stack);
    });
}
