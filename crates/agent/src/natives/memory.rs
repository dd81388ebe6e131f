//! Accesses to memory: their words, the vectors of reads, and races.

use std::sync::atomic::{AtomicU64, Ordering};

use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jlong, jobject};
use raddle_clocks::Word;
use raddle_events::runtime::{DEFERRED, EARLIER_SHIFT, LOST_EXIT, OpCode};
use raddle_events::{Action, Event, Op, VarId};
use raddle_findings::Kind;

use super::{guarded, known, site, thread};
use crate::Agent;
use crate::jvm::Env;
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

/// Two accesses that race, as Java passes them in one number.
#[derive(Debug, PartialEq, Eq)]
struct Ops {
    earlier: Op,
    later: Op,
    /// The later one is over by now.
    is_over: bool,
    /// Monitors may have been left unrecorded.
    lost_exit: bool,
}

impl Ops {
    fn from_code(code: jint) -> Option<Ops> {
        let ops = code & !(DEFERRED | LOST_EXIT);
        Some(Ops {
            earlier: op(ops >> EARLIER_SHIFT)?,
            later: op(ops & ((1 << EARLIER_SHIFT) - 1))?,
            is_over: code & DEFERRED != 0,
            lost_exit: code & LOST_EXIT != 0,
        })
    }
}

fn op(code: jint) -> Option<Op> {
    OpCode::from_code(code).map(|code| match code {
        OpCode::Read => Op::Read,
        OpCode::Write => Op::Write,
    })
}

pub(super) extern "system" fn race(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    other: jlong,
    ops: jint,
    at: jint,
    detail: jint,
    index: jint,
    object: jobject,
) -> jlong {
    let race = |agent: &'static Agent, env: Env| {
        let Word::At(other) = Word::from_bits(other as u64) else {
            return None;
        };
        if !agent.config.detects(Kind::DataRace) {
            return None;
        }
        let ops = known(agent, Ops::from_code(ops))?;
        let me = thread(handle);
        let (performer, locks) = agent.clocks.performer(other);
        let first = Access {
            op: ops.earlier,
            site: other.site(),
            clock: other.clock(),
            locks,
            thread: performer.unwrap_or(naming::FORGOTTEN),
            component: other.slot().index(),
        };
        let second = Access {
            op: ops.later,
            site: site(at),
            clock: agent.clocks.now(me),
            locks: agent.clocks.held_now(me),
            thread: me.id,
            component: me.slot().index(),
        };
        if !ops.lost_exit && races::is_impossible(agent, &first, &second) {
            return None;
        }
        let target = Target {
            object,
            detail: site(detail),
            index,
            is_over: ops.is_over,
        };
        races::report(agent, env, Kind::DataRace, &first, &second, target)
    };
    guarded(env, 0, |agent, env| {
        race(agent, env).map_or(0, |count| count as jlong)
    })
}

pub(super) extern "system" fn access(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    variable: jlong,
    code: jint,
    at: jint,
    detail: jint,
    index: jint,
    object: jobject,
) {
    guarded(env, (), |agent, env| {
        let target = Target {
            object,
            detail: site(detail),
            index,
            is_over: false,
        };
        let (var, site) = (VarId(variable as u64), site(at));
        let action = match known(agent, op(code)) {
            Some(Op::Read) => Action::Read { var, site },
            Some(Op::Write) => Action::Write { var, site },
            None => return,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_operations_are_one_number_and_no_other_number_is_any() {
        let ops =
            |earlier: OpCode, later: OpCode, with| earlier.code() << EARLIER_SHIFT | later.code() | with;
        let expected = |earlier, later, is_over, lost_exit| Ops {
            earlier,
            later,
            is_over,
            lost_exit,
        };
        let [read, write] = [OpCode::Read, OpCode::Write];
        assert_eq!(
            Ops::from_code(ops(write, read, 0)),
            Some(expected(Op::Write, Op::Read, false, false))
        );
        assert_eq!(
            Ops::from_code(ops(read, write, DEFERRED | LOST_EXIT)),
            Some(expected(Op::Read, Op::Write, true, true))
        );
        for wrong in [LOST_EXIT << 1, -1, i32::MIN] {
            assert_eq!(Ops::from_code(wrong), None, "{wrong}");
        }
    }
}
