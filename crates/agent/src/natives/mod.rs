//! The native methods of `java.lang.RaddleNative`: [`NAMES`] has them all, and each file below those about
//! one matter.
//!
//! No panic leaves here: one is recorded as an incomplete run, and the call returns as if there had been
//! nothing to do.

mod classes;
mod control;
mod memory;
mod setup;
mod sync;
mod threads;

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use jvmti_bindings::sys::jni::{JNIEnv, JNINativeMethod, jclass, jint, jlong};
use raddle_events::runtime::IncompleteCode;
use raddle_events::{SiteId, ThreadId};

use crate::jvm::Env;
use crate::reporting::completeness::IncompleteReason;
use crate::synchronisation::clocks::Thread;
use crate::{Agent, agent};

/// Runs the body of a native method.
fn guarded<T>(env: *mut JNIEnv, otherwise: T, body: impl FnOnce(&'static Agent, Env) -> T) -> T {
    let Some(agent) = agent() else { return otherwise };
    // SAFETY: the JVM passes the current thread's environment, and the body does not outlive the call.
    let env = unsafe { Env::new(env) };
    catch_unwind(AssertUnwindSafe(|| body(agent, env))).unwrap_or_else(|_| {
        agent.reports.stop_reporting(IncompleteReason::Panic);
        otherwise
    })
}

/// A thread's number; negative: it has none yet.
fn thread_id(number: jint) -> Option<ThreadId> {
    u32::try_from(number).ok().map(ThreadId)
}

fn site(number: jint) -> SiteId {
    SiteId(number.cast_unsigned())
}

/// What Java has passed as a number. One that stands for nothing is an error in Raddle: what it was about is lost, so
/// nothing is reported from then on, and the run is incomplete.
fn known<T>(agent: &Agent, meaning: Option<T>) -> Option<T> {
    if meaning.is_none() {
        agent.reports.stop_reporting(IncompleteReason::Panic);
    }
    meaning
}

fn thread<'a>(handle: jlong) -> &'a Thread {
    // SAFETY: Java only passes the handle that `begin` or `renew` gave to the calling thread last, and none
    // after `end` or `rest`.
    unsafe { Thread::from_handle(handle) }
}

fn kept(handle: jlong) -> Arc<Thread> {
    // SAFETY: as above.
    unsafe { Thread::keep(handle) }
}

extern "system" fn incomplete(env: *mut JNIEnv, _: jclass, reason: jint) {
    guarded(env, (), |agent, _| {
        match known(agent, IncompleteCode::from_code(reason)) {
            Some(IncompleteCode::ArrayMemory) => agent.reports.incomplete(IncompleteReason::ArrayMemory),
            Some(IncompleteCode::ReadVectors) => agent.reports.incomplete(IncompleteReason::ReadVectors),
            Some(IncompleteCode::LostWord) => agent.reports.stop_reporting(IncompleteReason::LostWord),
            None => {}
        }
    });
}

/// Name, descriptor and function of every native method.
pub(crate) const NAMES: &[(&CStr, &CStr, *const c_void)] = &[
    (c"sites", c"()J", setup::sites as *const c_void),
    (c"classes", c"()J", setup::classes as *const c_void),
    (c"counts", c"()J", setup::counts as *const c_void),
    (c"modes", c"()J", setup::modes as *const c_void),
    (c"mode", c"(I)I", classes::mode as *const c_void),
    (c"eventMode", c"()Z", setup::event_mode as *const c_void),
    (c"repeats", c"()Z", setup::repeats as *const c_void),
    (c"memory", c"()Z", setup::memory as *const c_void),
    (c"disabled", c"()I", setup::disabled as *const c_void),
    (c"lastClock", c"()I", setup::last_clock as *const c_void),
    (c"shadowBytes", c"()J", setup::shadow_bytes as *const c_void),
    (c"crowd", c"()J", setup::crowd as *const c_void),
    (c"lockOrder", c"()Z", setup::lock_order as *const c_void),
    (c"fork", c"(JLjava/lang/Thread;)I", threads::fork as *const c_void),
    (
        c"begin",
        c"(Ljava/lang/Thread;IJ)J",
        threads::begin as *const c_void,
    ),
    (c"renew", c"(J)J", threads::renew as *const c_void),
    (c"end", c"(JLjava/lang/Thread;)J", threads::end as *const c_void),
    (
        c"forget",
        c"(ILjava/lang/Thread;)V",
        threads::forget as *const c_void,
    ),
    (c"rest", c"(J)J", threads::rest as *const c_void),
    (c"join", c"(JI)V", threads::join as *const c_void),
    (
        c"shutdownBegins",
        c"(J)V",
        threads::shutdown_begins as *const c_void,
    ),
    (c"terminating", c"(I)V", threads::terminating as *const c_void),
    (
        c"died",
        c"(ILjava/lang/String;Ljava/lang/String;[Ljava/lang/String;)V",
        threads::died as *const c_void,
    ),
    (c"acquire", c"(JJZ)Z", sync::acquire as *const c_void),
    (c"releaseInto", c"(JJ)J", sync::release_into as *const c_void),
    (c"pause", c"(I)V", sync::pause as *const c_void),
    (c"joinAll", c"(J)V", sync::join_all as *const c_void),
    (c"hold", c"()V", sync::hold as *const c_void),
    (c"letGo", c"()V", sync::let_go as *const c_void),
    (
        c"lockNumber",
        c"(Ljava/lang/Class;I)I",
        sync::lock_number as *const c_void,
    ),
    (c"nested", c"(J[I[IIII)V", sync::nested as *const c_void),
    (c"lockShared", c"(I)V", sync::lock_shared as *const c_void),
    (c"sync", c"(JJII)V", sync::sync as *const c_void),
    (c"shareReads", c"(JJ)J", memory::share_reads as *const c_void),
    (c"growReads", c"(JJ)J", memory::grow_reads as *const c_void),
    (c"dropReads", c"(J)V", memory::drop_reads as *const c_void),
    (c"words", c"(I)J", memory::words as *const c_void),
    (c"number", c"()J", memory::number as *const c_void),
    (
        c"race",
        c"(JJIIIILjava/lang/Object;)J",
        memory::race as *const c_void,
    ),
    (
        c"access",
        c"(JJIIIILjava/lang/Object;)V",
        memory::access as *const c_void,
    ),
    (
        c"arrayBase",
        c"(Ljava/lang/Class;)J",
        classes::array_base as *const c_void,
    ),
    (
        c"caller",
        c"()Ljava/lang/Class;",
        classes::caller as *const c_void,
    ),
    (
        c"owner",
        c"(I)Ljava/lang/String;",
        classes::owner as *const c_void,
    ),
    (
        c"declaring",
        c"(I)Ljava/lang/String;",
        classes::declaring as *const c_void,
    ),
    (
        c"describe",
        c"(Ljava/lang/Class;I[Ljava/lang/Object;)I",
        classes::describe as *const c_void,
    ),
    (
        c"freezes",
        c"(Ljava/lang/Class;)Z",
        classes::freezes as *const c_void,
    ),
    (
        c"published",
        c"(JLjava/lang/Object;)V",
        memory::published as *const c_void,
    ),
    (c"got", c"(JLjava/lang/Object;J)V", memory::got as *const c_void),
    (
        c"initialisation",
        c"(Ljava/lang/Class;)I",
        classes::initialisation as *const c_void,
    ),
    (
        c"ancestors",
        c"(ILjava/lang/Class;)J",
        classes::ancestors as *const c_void,
    ),
    (
        c"lockClass",
        c"(Ljava/lang/Class;)Ljava/lang/Class;",
        classes::lock_class as *const c_void,
    ),
    (
        c"declares",
        c"(Ljava/lang/Class;Ljava/lang/String;)Z",
        classes::declares as *const c_void,
    ),
    (
        c"volatileFields",
        c"(Ljava/lang/Class;)[Ljava/lang/Object;",
        classes::volatile_fields as *const c_void,
    ),
    (
        c"plainFields",
        c"(Ljava/lang/Class;Z)[Ljava/lang/Object;",
        classes::plain_fields as *const c_void,
    ),
    (
        c"addedFields",
        c"(Ljava/lang/Class;)[Ljava/lang/Object;",
        classes::added_fields as *const c_void,
    ),
    (
        c"fieldSite",
        c"(Ljava/lang/Class;Ljava/lang/String;Z)I",
        classes::field_site as *const c_void,
    ),
    (c"controlled", c"()Z", control::is_controlled as *const c_void),
    (
        c"switchesInJdk",
        c"()Z",
        control::switches_in_jdk as *const c_void,
    ),
    (c"switchesOn", c"(Z)Z", control::switches_on as *const c_void),
    (c"realTime", c"()Z", control::real_time as *const c_void),
    (c"beginsAlone", c"()Z", control::begins_alone as *const c_void),
    (c"promoted", c"()J", control::promoted as *const c_void),
    (c"explains", c"()Z", control::explains as *const c_void),
    (
        c"explained",
        c"(ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;Z)V",
        control::explained as *const c_void,
    ),
    (
        c"named",
        c"(ILjava/lang/String;I)V",
        control::named as *const c_void,
    ),
    (
        c"parksFor",
        c"(ILjava/lang/String;I)V",
        control::parks_for as *const c_void,
    ),
    (
        c"fieldName",
        c"(I)Ljava/lang/String;",
        classes::field_name as *const c_void,
    ),
    (c"staticPart", c"(I)I", control::static_part as *const c_void),
    (c"point", c"(IIIII)V", control::point as *const c_void),
    (c"touched", c"(IIZ)V", control::touched as *const c_void),
    (c"enter", c"(IIIZ)V", control::enter as *const c_void),
    (c"exit", c"(II)V", control::exit as *const c_void),
    (
        c"await",
        c"(ILjava/lang/Object;IJZI)Z",
        control::wait_at as *const c_void,
    ),
    (c"notify", c"(IIZZI)V", control::notify as *const c_void),
    (c"park", c"(IJZI)V", control::park as *const c_void),
    (c"unpark", c"(I)V", control::unpark as *const c_void),
    (c"sleep", c"(IJZI)Z", control::sleep as *const c_void),
    (c"interrupt", c"(I)V", control::interrupt as *const c_void),
    (
        c"starting",
        c"(Ljava/lang/Thread;IZ)I",
        control::starting as *const c_void,
    ),
    (
        c"gone",
        c"(ILjava/lang/Thread;I)V",
        control::gone as *const c_void,
    ),
    (c"stateOf", c"(I)I", control::state_of as *const c_void),
    (
        c"uncaught",
        c"(ILjava/lang/String;Ljava/lang/String;[Ljava/lang/String;)V",
        control::uncaught as *const c_void,
    ),
    (
        c"exiting",
        c"(Ljava/lang/Thread;II)V",
        control::exiting as *const c_void,
    ),
    (c"now", c"()J", control::now as *const c_void),
    (c"time", c"()J", control::time as *const c_void),
    (
        c"nextSchedule",
        c"(Ljava/lang/Thread;I)I",
        control::next_schedule as *const c_void,
    ),
    (
        c"entry",
        c"()[Ljava/lang/String;",
        control::entry as *const c_void,
    ),
    (
        c"make",
        c"(Ljava/lang/Class;)Ljava/lang/Object;",
        control::make as *const c_void,
    ),
    (
        c"invoke",
        c"(Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/String;)V",
        control::invoke as *const c_void,
    ),
    (
        c"refuse",
        c"(Ljava/lang/String;)V",
        control::refuse as *const c_void,
    ),
    (
        c"keepsState",
        c"(Ljava/lang/String;)Z",
        control::keeps_state as *const c_void,
    ),
    (c"finish", c"(II)I", control::finish as *const c_void),
    (c"hashCounter", c"()J", control::hash_counter as *const c_void),
    (c"incomplete", c"(I)V", incomplete as *const c_void),
];

/// Called by the static initialiser of `RaddleNative`.
#[unsafe(no_mangle)]
extern "system" fn Java_java_lang_RaddleNative_register(env: *mut JNIEnv, class: jclass) {
    guarded(env, (), |agent, env| {
        if !env.register_natives(class, &table()) {
            agent.reports.incomplete(IncompleteReason::Panic);
        }
    });
}

/// What `RegisterNatives` wants.
fn table() -> Vec<JNINativeMethod> {
    let method = |&(name, signature, function): &(&CStr, &CStr, *const c_void)| JNINativeMethod {
        name: name.as_ptr(),
        signature: signature.as_ptr(),
        fnPtr: function.cast_mut(),
    };
    NAMES.iter().map(method).collect()
}
