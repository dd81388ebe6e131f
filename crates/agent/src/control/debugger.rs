//! A schedule that is repeated under a debugger: where it stops, and what of a thread's sleep is the debugger's.

use std::ffi::c_void;
use std::panic::catch_unwind;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::{JNIEnv, jobject};
use jvmti_bindings::sys::jvmti::{JVMTI_THREAD_STATE_SUSPENDED as SUSPENDED, jvmtiEnv};
use raddle_events::ThreadId;

use super::Control;
use super::schedule::{Member, Schedule};
use crate::jvm::Env;
use crate::lifecycle::agent_thread;
use crate::reporting::record::complain;
use crate::{Agent, agent};

/// What a question to the JVM takes at most, unless the one who asks was stopped.
const SOON: Duration = Duration::from_millis(10);

impl Control {
    /// The calling thread has its turn. If that is for the step asked for, it waits for a debugger.
    pub(super) fn stop_for_debugger(&self, env: Env, me: ThreadId) {
        if self.stops.load(Ordering::Acquire) != me.0 + 1 {
            return;
        }
        self.stops.store(0, Ordering::Release);
        let step = self.config.stop_at.unwrap_or_default();
        complain(&format!("before step {step}: waiting for a debugger"));
        // Until a debugger comes, the JVM has suspended no thread: the thread only waits.
        self.at_stop.store(true, Ordering::Release);
        if let Some(stop) = env.class(c"java/lang/RaddleStop") {
            env.call_static(stop, c"here");
        }
        self.at_stop.store(false, Ordering::Release);
    }
}

impl Control {
    pub(super) fn look_out_beside_debugger(&self, agent: &Agent, env: Env) -> Result<(), String> {
        agent_thread::start(agent.jvmti, env, "Raddle", start_watchdog)
            .ok_or_else(|| "the JVM does not start a thread for it".to_owned())
    }

    /// Whether the thread whose turn it is waits for the debugger.
    pub(super) fn is_held(&self, agent: &Agent, schedule: &Schedule) -> bool {
        let member = schedule
            .running
            .and_then(|thread| schedule.members.get(thread.0 as usize));
        let is_suspended =
            |member: &Member| agent.jvmti.thread_state(member.object as jobject) & SUSPENDED != 0;
        self.at_stop.load(Ordering::Acquire) || member.is_some_and(is_suspended)
    }
}

unsafe extern "system" fn start_watchdog(_: *mut jvmtiEnv, _: *mut JNIEnv, _: *mut c_void) {
    let _ = catch_unwind(|| {
        let (agent, control) = agent().and_then(|agent| Some((agent, agent.control.as_ref()?)))?;
        control.keep_watch(agent);
        Some(())
    });
}

/// Whether the debugger had stopped the calling thread, with all others: then it comes back from the JVM late.
pub(super) fn was_held(agent: &Agent) -> bool {
    let began = Instant::now();
    agent.jvmti.thread_state(std::ptr::null_mut());
    began.elapsed() >= SOON
}
