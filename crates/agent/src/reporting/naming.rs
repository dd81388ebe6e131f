//! From numbers to what reports say: threads, locks, stacks.

use jvmti_bindings::sys::jni::jobject;
use raddle_events::ThreadId;
use raddle_findings::{Frame, HeldLock, LockInfo, ThreadInfo};

use crate::Agent;
use crate::jvm::{Env, RawFrame};
use crate::lifecycle::runtime;
use crate::locks::log::Held;
use crate::reporting::names::dotted;
use crate::threads::registry::called;

const CREATION_DEPTH: usize = 16;

/// A thread that ended too long ago to be known.
pub const FORGOTTEN: ThreadId = ThreadId(u32::MAX);

pub fn thread(agent: &Agent, env: Env, thread: ThreadId) -> ThreadInfo {
    ThreadInfo {
        name: name(agent, env, thread),
        id: agent
            .control
            .as_ref()
            .and_then(|control| control.number_of(thread))
            .unwrap_or_else(|| agent.people.number(thread).0),
        created_at: creation_stack(agent, env, thread),
    }
}

pub fn lock(agent: &Agent, number: u32) -> LockInfo {
    let (class, made_at) = agent.locks.get(number);
    LockInfo {
        class,
        id: u64::from(number),
        created_at: agent.sites.frame(made_at),
    }
}

/// Each lock once, where it was first taken.
pub fn held(agent: &Agent, locks: &[Held]) -> Vec<HeldLock> {
    let mut named: Vec<HeldLock> = Vec::new();
    for held in locks {
        if named.iter().all(|known| known.lock.id != u64::from(held.lock)) {
            named.push(HeldLock {
                lock: lock(agent, held.lock),
                mode: held.mode(),
                acquired_at: agent.sites.frame(held.site()),
            });
        }
    }
    named
}

/// A thread may have been renamed since it began.
fn name(agent: &Agent, env: Env, thread: ThreadId) -> String {
    if thread == FORGOTTEN {
        return "ended long ago".to_owned();
    }
    let (object, is_virtual) = match agent.people.object_or_name(thread) {
        Ok(known) => known,
        Err(name) => return name,
    };
    let Some(object) = env.new_local(object as jobject) else {
        return String::new();
    };
    let info = agent.jvmti.thread_info(env, object);
    env.delete_local(object);
    called(&info.unwrap_or_default().0, thread, is_virtual)
}

fn named_frame(agent: &Agent, env: Env, frame: RawFrame) -> Option<Frame> {
    let named = agent.jvmti.resolve(env, frame)?;
    if runtime::is_ours(&named.class) {
        return None;
    }
    Some(Frame {
        class: dotted(&named.class),
        method: named.method,
        file: named.file,
        line: named.line,
    })
}

/// A stack by names, without Raddle's own frames.
pub fn stack(agent: &Agent, env: Env, raw: Vec<RawFrame>) -> Vec<Frame> {
    raw.into_iter()
        .filter_map(|f| named_frame(agent, env, f))
        .collect()
}

/// The stack of a `Thread.start` call as it is, with more frames than a report shows.
pub fn raw_creation_stack(agent: &Agent) -> Vec<RawFrame> {
    agent.jvmti.stack(CREATION_DEPTH + 6)
}

/// The stack of the call that started a thread, without Raddle and without `Thread.start` itself.
fn creation_stack(agent: &Agent, env: Env, thread: ThreadId) -> Vec<Frame> {
    let raw = agent.people.stack(thread);
    let frames = raw.into_iter().filter_map(|f| named_frame(agent, env, f));
    let own = |frame: &Frame| {
        matches!(
            frame.class.as_str(),
            "java.lang.Thread" | "java.lang.VirtualThread"
        )
    };
    frames.skip_while(own).take(CREATION_DEPTH).collect()
}
