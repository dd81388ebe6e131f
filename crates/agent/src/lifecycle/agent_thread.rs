//! Threads of the agent's own in the JVM, and the JVM's end from one of them.

use std::ffi::c_void;

use jvmti_bindings::sys::jni::{JNIEnv, jobject};
use jvmti_bindings::sys::jvmti::jvmtiEnv;

use crate::jvm::{Env, Jvmti};

/// What a thread of the agent's own does.
pub type Body = unsafe extern "system" fn(*mut jvmtiEnv, *mut JNIEnv, *mut c_void);

/// Starts a thread of the agent's own: the program does not see it, and nothing is recorded of it.
pub fn start(jvmti: Jvmti, env: Env, name: &str, body: Body) -> Option<()> {
    let thread = tids::kept(env, || env.new_thread(name))?;
    adopt(env, thread)?;
    jvmti.run_agent_thread(thread, body).ok()
}

/// Makes a thread one of the agent's own: nothing is recorded of it, and its number is no other's.
fn adopt(env: Env, thread: jobject) -> Option<()> {
    let class = env.class(c"java/lang/Thread")?;
    env.set_long_field(thread, env.field(class, c"tid", c"J")?, i64::MAX);
    let watch = env.class(c"java/lang/RaddleWatch")?;
    let ignore = env.static_method(watch, c"ignore", c"(Ljava/lang/Thread;)V")?;
    env.call_with(watch, ignore, thread)
}

/// Ends the JVM, now: shutdown hooks do not run, since they might be what waits.
pub fn halt(env: Env, status: i32) {
    let halt = || {
        let class = env.class(c"java/lang/Shutdown")?;
        let method = env.static_method(class, c"halt0", c"(I)V")?;
        env.call_with_int(class, method, status);
        Some(())
    };
    halt();
}

/// The numbers that threads get, which programs can see.
mod tids {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::{Env, jobject};

    /// What `make` gives, with the next number being what it was before.
    pub fn kept(env: Env, make: impl FnOnce() -> Option<jobject>) -> Option<jobject> {
        let class = env.class(c"java/lang/Thread")?;
        if let Some((field, next)) = env.static_long(class, c"threadSeqNumber") {
            let made = make();
            env.set_static_long(class, field, next);
            return made;
        }
        let address = env
            .static_method(class, c"getNextThreadIdOffset", c"()J")
            .and_then(|method| env.call_for_long(class, method));
        let Some(address) = address else {
            return make();
        };
        // SAFETY: the JVM says that the next number is at this address, which the JDK itself uses so.
        let next = unsafe { AtomicI64::from_ptr(address as *mut i64) };
        let before = next.load(Ordering::SeqCst);
        let made = make();
        let _ = next.compare_exchange(before + 1, before, Ordering::SeqCst, Ordering::SeqCst);
        made
    }
}
