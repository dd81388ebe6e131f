//! The life of a thread: started, met, resting, ended, joined.

use std::sync::Arc;

use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jlong, jobject, jobjectArray, jstring};
use raddle_clocks::{Error, Succession};
use raddle_events::runtime::FRAME_TEXTS;
use raddle_events::{Action, SiteId, ThreadId};
use raddle_findings::{Frame, ThreadInfo};

use super::{guarded, kept, thread, thread_id};
use crate::jvm::Env;
use crate::reporting::completeness::IncompleteReason;
use crate::reporting::naming::{self, Naming};
use crate::synchronisation::clocks::Thread;
use crate::{Agent, waits};

/// A reference to a thread that is met, and whether that is a virtual one.
fn met(agent: &Agent, env: Env, thread: jobject) -> (usize, bool) {
    let class = env.object_class(thread);
    let name = agent.jvmti.class_name(class);
    env.delete_local(class);
    let is_virtual = name.is_some_and(|name| name.starts_with("java/lang/") && name != "java/lang/Thread");
    (env.new_weak(thread) as usize, is_virtual)
}

pub(super) extern "system" fn fork(env: *mut JNIEnv, _: jclass, parent: jlong, object: jobject) -> jint {
    guarded(env, -1, |agent, env| {
        agent
            .memory
            .values
            .settle(agent, env, thread(parent).id, SiteId::UNKNOWN);
        let child = agent.registry.add(naming::raw_creation_stack(agent.jvmti));
        let (reference, is_virtual) = met(agent, env, object);
        match is_virtual {
            // The JVM does not list these.
            true => agent.registry.begin(child, || (reference, true)),
            false => env.delete_weak(reference as jobject),
        }
        if agent.config.is_event_mode() {
            agent.event_mode.event(thread(parent).id, Action::Fork { child });
        }
        child.0 as jint
    })
}

pub(super) extern "system" fn begin(
    env: *mut JNIEnv,
    _: jclass,
    object: jobject,
    id: jint,
    seen: jlong,
) -> jlong {
    guarded(env, 0, |agent, env| {
        let id = thread_id(id).unwrap_or_else(|| agent.registry.add(Vec::new()));
        agent.registry.begin(id, || met(agent, env, object));
        settled(agent, agent.clocks.begin(id, seen as u64))
    })
}

pub(super) extern "system" fn renew(env: *mut JNIEnv, _: jclass, handle: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        settled(agent, agent.clocks.renew(&kept(handle)))
    })
}

/// The handle of a thread that got a slot; 0 if there was none.
fn settled(agent: &Agent, settled: Result<(Arc<Thread>, Succession), Error>) -> jlong {
    match settled {
        Ok((thread, succession)) => {
            if succession == Succession::Soon {
                agent.reports.incomplete(IncompleteReason::Slots);
            }
            thread.handle()
        }
        Err(_) => {
            agent.reports.stop_reporting(IncompleteReason::Threads);
            0
        }
    }
}

pub(super) extern "system" fn end(env: *mut JNIEnv, _: jclass, handle: jlong, object: jobject) -> jlong {
    guarded(env, 0, |agent, env| {
        let thread = kept(handle);
        agent.memory.values.settle(agent, env, thread.id, SiteId::UNKNOWN);
        if agent.config.is_event_mode() {
            agent.event_mode.event(thread.id, Action::End);
        }
        let info = agent.jvmti.thread_info(env, object);
        let is_daemon = info.as_ref().is_none_or(|(_, is_daemon)| *is_daemon);
        let reference = agent
            .registry
            .end(thread.id, info.map(|(name, _)| name), is_daemon);
        reference.inspect(|&weak| env.delete_weak(weak as jobject));
        agent.clocks.leave(&thread, !is_daemon) as jlong
    })
}

pub(super) extern "system" fn forget(env: *mut JNIEnv, _: jclass, id: jint, object: jobject) {
    guarded(env, (), |agent, env| {
        let info = agent.jvmti.thread_info(env, object);
        let is_daemon = info.as_ref().is_none_or(|(_, is_daemon)| *is_daemon);
        let id = ThreadId(id.cast_unsigned());
        let reference = agent.registry.end(id, info.map(|(name, _)| name), is_daemon);
        reference.inspect(|&weak| env.delete_weak(weak as jobject));
    });
}

pub(super) extern "system" fn rest(env: *mut JNIEnv, _: jclass, handle: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        agent.clocks.leave(&kept(handle), false) as jlong
    })
}

pub(super) extern "system" fn join(env: *mut JNIEnv, _: jclass, handle: jlong, child: jint) {
    guarded(env, (), |agent, _| {
        let child = ThreadId(child as u32);
        agent.event_mode.event(thread(handle).id, Action::Join { child });
    });
}

pub(super) extern "system" fn shutdown_begins(env: *mut JNIEnv, _: jclass, handle: jlong) {
    guarded(env, (), |agent, _| {
        let thread = thread(handle);
        if !agent.config.is_event_mode() {
            agent.clocks.acquire_awaited(thread);
            return;
        }
        for child in agent.registry.awaited() {
            agent.event_mode.event(thread.id, Action::Join { child });
        }
    });
}

/// The JVM begins to end, since a signal has asked it to.
pub(super) extern "system" fn terminating(env: *mut JNIEnv, _: jclass, signal: jint) {
    guarded(env, (), |agent, env| waits::interrupted(agent, env, signal))
}

/// The thread ends by an exception that nothing has caught.
pub(super) extern "system" fn died(
    env: *mut JNIEnv,
    _: jclass,
    id: jint,
    class: jstring,
    message: jstring,
    stack: jobjectArray,
) {
    guarded(env, (), |agent, env| {
        let thread = match thread_id(id) {
            Some(thread) => agent.names(env).thread(thread),
            None => ThreadInfo {
                // Of the current one.
                name: agent
                    .jvmti
                    .thread_info(env, std::ptr::null_mut())
                    .unwrap_or_default()
                    .0,
                id: agent.registry.add(Vec::new()).0,
                created_at: Vec::new(),
            },
        };
        let class = text(env, class).unwrap_or_default();
        let message = text(env, message);
        agent
            .waits
            .deaths
            .add(&thread, &class, message.as_deref(), &frames(env, stack));
    })
}

pub(super) fn text(env: Env, text: jobject) -> Option<String> {
    (!text.is_null()).then(|| env.text(text)).flatten()
}

/// A stack as the runtime passes it: class, method, file and line of each frame.
pub(super) fn frames(env: Env, texts: jobjectArray) -> Vec<Frame> {
    let texts = env.elements(texts).into_iter().map(|it| text(env, it));
    let texts: Vec<Option<String>> = texts.collect();
    let frame = |texts: &[Option<String>]| {
        let text = |index: usize| texts.get(index).cloned().flatten();
        Frame {
            class: text(0).unwrap_or_default(),
            method: text(1).unwrap_or_default(),
            file: text(2),
            line: text(3).and_then(|line| line.parse().ok()),
        }
    };
    let frames = texts.chunks_exact(FRAME_TEXTS as usize).map(frame);
    frames.filter(|frame| !frame.is_own()).collect()
}
