//! Accesses to memory: their words, the vectors of reads, and races.

use std::sync::atomic::{AtomicU64, Ordering};

use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jlong, jobject};
use raddle_clocks::Word;
use raddle_events::{Action, Event, Op, SiteId, VarId};
use raddle_findings::Kind;

use super::{guarded, thread};
use crate::memory_accesses::access::{Access, Target};
use crate::memory_accesses::native_memory::reserve;
use crate::memory_accesses::races;
use crate::reporting::naming;

pub(super) extern "system" fn share_reads(env: *mut JNIEnv, _: jclass, first: jlong, second: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        agent.memory.reads.share(first as u64, second as u64) as jlong
    })
}

pub(super) extern "system" fn grow_reads(env: *mut JNIEnv, _: jclass, word: jlong, entry: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        agent.memory.reads.grow(word as u64, entry as u64) as jlong
    })
}

pub(super) extern "system" fn drop_reads(env: *mut JNIEnv, _: jclass, word: jlong) {
    guarded(env, (), |agent, _| agent.memory.reads.free(word as u64));
}

pub(super) extern "system" fn words(env: *mut JNIEnv, _: jclass, n: jint) -> jlong {
    guarded(env, 0, |agent, _| {
        const CHUNK: usize = 1 << 16;
        let bytes = n as usize * 8;
        let mut arena = agent.memory.arena.lock();
        if arena.1 - arena.0 < bytes {
            let chunk = reserve(CHUNK.max(bytes)) as usize;
            *arena = (chunk, chunk + CHUNK.max(bytes));
        }
        let at = arena.0;
        arena.0 += bytes;
        at as jlong
    })
}

pub(super) extern "system" fn number(_: *mut JNIEnv, _: jclass) -> jlong {
    // Lock numbers are below.
    static NEXT: AtomicU64 = AtomicU64::new(1 << 33);
    NEXT.fetch_add(1, Ordering::Relaxed) as jlong
}

/// As in `RaddleMemory`: the access is over by now.
const LATE: jint = 4;
/// As there: monitors may have been left without being seen.
const LOST_EXIT: jint = 8;

fn op(code: jint) -> Op {
    if code & 1 == 0 { Op::Read } else { Op::Write }
}

pub(super) extern "system" fn race(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    other: jlong,
    ops: jint,
    site: jint,
    detail: jint,
    index: jint,
    object: jobject,
) -> jlong {
    guarded(env, 0, |agent, env| {
        let Word::At(other) = Word::from_bits(other as u64) else {
            return 0;
        };
        if !agent.config.detects(Kind::DataRace) {
            return 0;
        }
        let me = thread(handle);
        let (performer, locks) = agent.clocks.performer(other);
        let first = Access {
            op: op(ops >> 1),
            site: other.site(),
            clock: other.clock(),
            locks,
            thread: performer.unwrap_or(naming::FORGOTTEN),
            component: other.slot().index(),
        };
        let second = Access {
            op: op(ops),
            site: SiteId(site as u32),
            clock: agent.clocks.now(me),
            locks: agent.clocks.held_now(me),
            thread: me.id,
            component: me.slot().index(),
        };
        if ops & LOST_EXIT == 0 && races::is_impossible(agent, &first, &second) {
            return 0;
        }
        let target = Target {
            object,
            detail: SiteId(detail as u32),
            index,
            is_over: ops & LATE != 0,
        };
        races::report(agent, env, Kind::DataRace, &first, &second, target).map_or(0, |count| count as jlong)
    })
}

pub(super) extern "system" fn access(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    variable: jlong,
    ops: jint,
    site: jint,
    detail: jint,
    index: jint,
    object: jobject,
) {
    guarded(env, (), |agent, env| {
        let target = Target {
            object,
            detail: SiteId(detail as u32),
            index,
            is_over: false,
        };
        let (var, site) = (VarId(variable as u64), SiteId(site as u32));
        let action = match op(ops) {
            Op::Read => Action::Read { var, site },
            Op::Write => Action::Write { var, site },
        };
        let event = Event {
            thread: thread(handle).id,
            action,
        };
        for (kind, first, second) in agent.event_mode.access(&event) {
            if agent.config.detects(kind) {
                races::report(agent, env, kind, &first, &second, target);
            }
        }
    });
}

pub(super) extern "system" fn published(env: *mut JNIEnv, _: jclass, handle: jlong, object: jobject) {
    guarded(env, (), |agent, env| {
        agent.memory.finals.published(agent, env, thread(handle), object)
    });
}

pub(super) extern "system" fn got(env: *mut JNIEnv, _: jclass, handle: jlong, object: jobject, word: jlong) {
    guarded(env, (), |agent, env| {
        agent
            .memory
            .finals
            .got(agent, env, thread(handle), object, word as u64)
    });
}
