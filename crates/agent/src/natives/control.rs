//! The schedule: what threads come to, and what they do to each other.

use jvmti_bindings::sys::jni::{
    JNI_TRUE, JNIEnv, jboolean, jclass, jint, jlong, jobject, jobjectArray, jstring,
};
use raddle_events::ThreadId;
use raddle_events::runtime::{ActCode, FIRST_TURN, Left, StateCode};
use raddle_events::schedule::Wider;
use raddle_findings::{Act as Does, Finding, Kind, Side, Value};
use raddle_schedule::{Act, BlockReason, Blocked, Op, Resumed, Target};

use super::{guarded, known, site, thread_id, threads};
use crate::Agent;
use crate::control::Control;
use crate::control::hash_codes;
use crate::jvm::Env;
use crate::reporting::naming::Naming;
use crate::reporting::reports::Reporting;

const STACK_DEPTH: usize = 64;
/// What the clock gains when a thread reads it.
const LOOK_NANOS: u64 = 1_000;

/// Runs the body of a native method, with the controller.
fn controlled<T: Copy>(
    env: *mut JNIEnv,
    otherwise: T,
    body: impl FnOnce(&'static Agent, &'static Control, Env) -> T,
) -> T {
    guarded(env, otherwise, |agent, env| match &agent.control {
        Some(control) => body(agent, control, env),
        None => otherwise,
    })
}

fn thread(turn: jint) -> ThreadId {
    ThreadId(turn.cast_unsigned().wrapping_sub(FIRST_TURN))
}

fn until(time: jlong) -> Option<u64> {
    u64::try_from(time).ok()
}

pub(super) extern "system" fn is_controlled(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| jboolean::from(agent.control.is_some()))
}

pub(super) extern "system" fn switches_in_jdk(env: *mut JNIEnv, _: jclass) -> jboolean {
    controlled(env, 0, |_, control, _| {
        jboolean::from(control.switches(Wider::InJdk))
    })
}

pub(super) extern "system" fn real_time(env: *mut JNIEnv, _: jclass) -> jboolean {
    controlled(env, 0, |_, control, _| jboolean::from(control.config.real_time))
}

pub(super) extern "system" fn begins_alone(env: *mut JNIEnv, _: jclass) -> jboolean {
    controlled(env, 0, |_, control, _| jboolean::from(control.is_alone()))
}

pub(super) extern "system" fn promoted(env: *mut JNIEnv, _: jclass) -> jlong {
    controlled(env, 0, |_, control, _| control.asked.table())
}

/// Whether plain accesses to fields, or to elements, are switch points.
pub(super) extern "system" fn switches_on(env: *mut JNIEnv, _: jclass, arrays: jboolean) -> jboolean {
    let what = match arrays {
        JNI_TRUE => Wider::Arrays,
        _ => Wider::Fields,
    };
    controlled(env, 0, |_, control, _| jboolean::from(control.switches(what)))
}

/// Whether values and names are to be recorded.
pub(super) extern "system" fn explains(env: *mut JNIEnv, _: jclass) -> jboolean {
    controlled(env, 0, |_, control, _| jboolean::from(control.config.explain))
}

/// What is in a variable as a step begins, or what it has written there.
pub(super) extern "system" fn explained(
    env: *mut JNIEnv,
    _: jclass,
    turn: jint,
    variable: jstring,
    object: jstring,
    value: jstring,
    written: jboolean,
) {
    controlled(env, (), |_, control, env| {
        let text = |text: jstring| (!text.is_null()).then(|| env.text(text)).flatten();
        let Some(variable) = text(variable) else { return };
        let (read, written) = match written {
            JNI_TRUE => (None, text(value)),
            _ => (text(value), None),
        };
        let value = Value {
            variable,
            object: text(object),
            read,
            written,
        };
        control.note(|notes| notes.value(thread(turn), value));
    });
}

/// What the object of a monitor is called; `turn` is that of the thread that it is, or 0.
pub(super) extern "system" fn named(env: *mut JNIEnv, _: jclass, object: jint, name: jstring, turn: jint) {
    controlled(env, (), |_, control, env| {
        let name = env.text(name).unwrap_or_default();
        let is_thread = (turn != 0).then(|| thread(turn));
        control.note(|notes| notes.monitor(object.cast_unsigned(), name, is_thread));
    });
}

/// What a thread is about to park for, and who has it, or 0.
pub(super) extern "system" fn parks_for(env: *mut JNIEnv, _: jclass, turn: jint, what: jstring, owner: jint) {
    controlled(env, (), |_, control, env| {
        let what = env.text(what).unwrap_or_default();
        let owner = (owner != 0).then(|| thread(owner));
        control.note(|notes| notes.parks_for(thread(turn), what, owner));
    });
}

pub(super) extern "system" fn static_part(env: *mut JNIEnv, _: jclass, at: jint) -> jint {
    controlled(env, 0, |agent, control, _| control.static_part(agent, site(at)))
}

pub(super) extern "system" fn point(
    env: *mut JNIEnv,
    _: jclass,
    turn: jint,
    act: jint,
    object: jint,
    part: jint,
    at: jint,
) {
    controlled(env, (), |agent, control, env| {
        let target = Target {
            object: object.cast_unsigned(),
            part: part.cast_unsigned(),
        };
        let Some(act) = known(agent, ActCode::from_code(act)) else {
            return;
        };
        let (act, target) = match act {
            ActCode::Read => (Act::Read, target),
            ActCode::Write => (Act::Write, target),
            ActCode::Notify => (Act::Notify, target),
            ActCode::Unpark => (Act::Unpark, Target::permit(thread(part))),
            ActCode::Start => (Act::Start, Target::NONE),
            ActCode::Yield => (Act::Yield, Target::NONE),
            ActCode::Spin => (Act::Spin, Target::NONE),
            ActCode::Interrupt => (Act::Interrupt, Target::life(thread(part))),
            ActCode::Call => (Act::Call, target),
            ActCode::GoesOn if !control.lets_others_go(agent, thread(turn), site(at)) => return,
            ActCode::GoesOn => (Act::Yield, Target::NONE),
        };
        let op = Op {
            act,
            target,
            site: site(at),
        };
        control.arrive(agent, env, thread(turn), op, BlockReason::Free);
    });
}

pub(super) extern "system" fn touched(
    env: *mut JNIEnv,
    _: jclass,
    object: jint,
    part: jint,
    writes: jboolean,
) {
    controlled(env, (), |_, control, _| {
        let target = Target {
            object: object.cast_unsigned(),
            part: part.cast_unsigned(),
        };
        control.touch(target, writes == JNI_TRUE);
    });
}

pub(super) extern "system" fn enter(
    env: *mut JNIEnv,
    _: jclass,
    turn: jint,
    object: jint,
    at: jint,
    may: jboolean,
) {
    controlled(env, (), |agent, control, env| {
        control.monitor(
            agent,
            env,
            thread(turn),
            object.cast_unsigned(),
            site(at),
            may == JNI_TRUE,
        );
    });
}

pub(super) extern "system" fn exit(env: *mut JNIEnv, _: jclass, turn: jint, object: jint) {
    controlled(env, (), |_, control, _| {
        control.leave(thread(turn), object.cast_unsigned());
    });
}

pub(super) extern "system" fn wait_at(
    env: *mut JNIEnv,
    _: jclass,
    turn: jint,
    monitor: jobject,
    object: jint,
    time: jlong,
    interrupted: jboolean,
    at: jint,
) -> jboolean {
    controlled(env, 0, |agent, control, env| {
        let me = thread(turn);
        control.set_interrupted(me, interrupted == JNI_TRUE);
        let object = object.cast_unsigned();
        let op = Op {
            act: Act::Wait,
            target: Target::monitor(object),
            site: site(at),
        };
        let spot = BlockReason::Wait {
            object,
            until: until(time),
        };
        control.touch(op.target, true);
        control.touch(Target::life(me), false);
        let depth = env.leave_monitor(monitor);
        let resumed = control.arrive(agent, env, me, op, spot);
        env.enter_monitor(monitor, depth);
        jboolean::from(resumed == Resumed::Interrupted)
    })
}

pub(super) extern "system" fn notify(
    env: *mut JNIEnv,
    class: jclass,
    turn: jint,
    object: jint,
    all: jboolean,
    may: jboolean,
    at: jint,
) {
    if may == JNI_TRUE {
        let act = ActCode::Notify.code();
        point(env, class, turn, act, object, Target::MONITOR.cast_signed(), at);
    }
    controlled(env, (), |agent, control, env| {
        control.notify(agent, env, object.cast_unsigned(), all == JNI_TRUE);
    });
}

pub(super) extern "system" fn park(
    env: *mut JNIEnv,
    _: jclass,
    turn: jint,
    time: jlong,
    interrupted: jboolean,
    at: jint,
) {
    controlled(env, (), |agent, control, env| {
        let me = thread(turn);
        control.set_interrupted(me, interrupted == JNI_TRUE);
        let op = Op {
            act: Act::Park,
            target: Target::permit(me),
            site: site(at),
        };
        control.arrive(agent, env, me, op, BlockReason::Park { until: until(time) });
    });
}

pub(super) extern "system" fn unpark(env: *mut JNIEnv, _: jclass, turn: jint) {
    controlled(env, (), |agent, control, env| {
        control.unpark(agent, env, thread(turn))
    });
}

pub(super) extern "system" fn sleep(
    env: *mut JNIEnv,
    _: jclass,
    turn: jint,
    time: jlong,
    interrupted: jboolean,
    at: jint,
) -> jboolean {
    controlled(env, 0, |agent, control, env| {
        let me = thread(turn);
        control.set_interrupted(me, interrupted == JNI_TRUE);
        let op = Op {
            act: Act::Sleep,
            target: Target::NONE,
            site: site(at),
        };
        control.touch(Target::life(me), false);
        let spot = BlockReason::Sleep {
            until: until(time).unwrap_or(u64::MAX),
        };
        let resumed = control.arrive(agent, env, me, op, spot);
        jboolean::from(resumed == Resumed::Interrupted)
    })
}

pub(super) extern "system" fn interrupt(env: *mut JNIEnv, _: jclass, turn: jint) {
    controlled(env, (), |agent, control, env| {
        control.interrupt(agent, env, thread(turn))
    });
}

pub(super) extern "system" fn starting(
    env: *mut JNIEnv,
    _: jclass,
    child: jobject,
    id: jint,
    daemon: jboolean,
) -> jint {
    controlled(env, 0, |agent, control, env| {
        let id = ThreadId(id.cast_unsigned());
        let child = control.starting(env, child, id, daemon == JNI_TRUE);
        agent.registry.set_number(id, child);
        child.0.wrapping_add(FIRST_TURN).cast_signed()
    })
}

pub(super) extern "system" fn gone(env: *mut JNIEnv, _: jclass, turn: jint, object: jobject, number: jint) {
    controlled(env, (), |agent, control, env| {
        control.gone(agent, env, thread(turn), object, number.cast_unsigned());
    });
}

pub(super) extern "system" fn state_of(env: *mut JNIEnv, _: jclass, turn: jint) -> jint {
    let state = controlled(env, StateCode::Real, |_, control, _| {
        match control.blocked(thread(turn)) {
            Blocked::Monitor { .. } => StateCode::Blocked,
            Blocked::Waits { .. } | Blocked::Parks => StateCode::Waiting,
            Blocked::Until => StateCode::TimedWaiting,
            Blocked::No | Blocked::Outside | Blocked::Ended => StateCode::Real,
        }
    });
    state.code()
}

pub(super) extern "system" fn uncaught(
    env: *mut JNIEnv,
    _: jclass,
    id: jint,
    class: jstring,
    message: jstring,
    frames: jobjectArray,
) {
    controlled(env, (), |agent, _, env| {
        if !agent.config.detects(Kind::UncaughtException) {
            return;
        }
        let class = env.text(class).unwrap_or_default();
        let message = threads::text(env, message);
        let stack = threads::frames(env, frames);
        let sides = vec![Side {
            thread: agent.names(env).thread(ThreadId(id.cast_unsigned())),
            op: Does::Throw,
            call: Some(class.clone()),
            stack,
            stack_complete: true,
            locks: None,
            wait: None,
        }];
        let message = match message {
            Some(message) => format!("uncaught exception: {class}: {message}"),
            None => format!("uncaught exception: {class}"),
        };
        let finding = Finding::new(Kind::UncaughtException, message, None, sides);
        agent.reports.add(finding);
    });
}

/// The JVM is about to end. Where each schedule has a process, it is the command's status that counts; and a thread that
/// is none of the schedule's does what a signal asked for.
pub(super) extern "system" fn exiting(env: *mut JNIEnv, _: jclass, object: jobject, id: jint, status: jint) {
    controlled(env, (), |agent, control, env| {
        let thread = ThreadId(id.cast_unsigned());
        let is_its_own = control.is_running() && control.number_of(thread).is_some();
        if status != 0 && !control.is_alone() && is_its_own && agent.config.detects(Kind::BadExit) {
            agent.reports.add(bad_exit(agent, env, thread, object, status));
        }
        control.stop(agent, env);
    });
}

fn bad_exit(agent: &Agent, env: Env, thread: ThreadId, object: jobject, status: jint) -> Finding {
    let sides = vec![Side {
        thread: agent.names(env).thread(thread),
        op: Does::Exit,
        call: None,
        stack: agent.names(env).stack(&agent.jvmti.stack_of(object, STACK_DEPTH)),
        stack_complete: true,
        locks: None,
        wait: None,
    }];
    let message = format!("the program ends with status {status}");
    Finding::new(Kind::BadExit, message, None, sides)
}

pub(super) extern "system" fn now(env: *mut JNIEnv, _: jclass) -> jlong {
    controlled(env, 0, |_, control, _| control.time(0).cast_signed())
}

pub(super) extern "system" fn time(env: *mut JNIEnv, _: jclass) -> jlong {
    controlled(env, 0, |_, control, _| control.time(LOOK_NANOS).cast_signed())
}

pub(super) extern "system" fn next_schedule(env: *mut JNIEnv, _: jclass, object: jobject, id: jint) -> jint {
    controlled(env, -1, |agent, control, env| {
        let id = thread_id(id).unwrap_or(ThreadId(0));
        agent.registry.set_number(id, ThreadId(0));
        let number = control.begin(agent, env, object, id);
        number.map_or(-1, |number| (number as i32) & i32::MAX)
    })
}

pub(super) extern "system" fn entry(env: *mut JNIEnv, _: jclass) -> jobjectArray {
    controlled(env, std::ptr::null_mut(), |_, control, env| {
        let entry = &control.config.entry;
        let array = env.object_array(entry.len() as i32, c"java/lang/String");
        for (index, text) in (0..).zip(entry) {
            env.set_element(array, index, env.string(text));
        }
        array
    })
}

/// An object of a class; what its constructor throws is left for the caller.
pub(super) extern "system" fn make(env: *mut JNIEnv, _: jclass, class: jclass) -> jobject {
    controlled(env, std::ptr::null_mut(), |_, _, env| env.make(class))
}

/// Without the machinery of reflection, which is another one after some calls.
pub(super) extern "system" fn invoke(
    env: *mut JNIEnv,
    _: jclass,
    declaring: jclass,
    object: jobject,
    method: jobject,
    arguments: jobjectArray,
) {
    controlled(env, (), |_, _, env| {
        env.invoke(declaring, object, method, arguments)
    });
}

pub(super) extern "system" fn refuse(env: *mut JNIEnv, _: jclass, problem: jstring) {
    controlled(env, (), |agent, control, env| {
        control.refuse(agent, env.text(problem).unwrap_or_default());
    });
}

pub(super) extern "system" fn keeps_state(env: *mut JNIEnv, _: jclass, name: jstring) -> jboolean {
    controlled(env, JNI_TRUE, |agent, _, env| {
        let name = env.text(name).unwrap_or_default();
        jboolean::from(agent.rewriting.cache.keeps_state(&name.replace('.', "/")))
    })
}

pub(super) extern "system" fn hash_counter(env: *mut JNIEnv, _: jclass) -> jlong {
    controlled(env, 0, |agent, control, env| {
        match hash_codes::counter(agent.jvmti, env) {
            Some(address) => address as jlong,
            None => {
                control.doubt(hash_codes::UNKNOWN);
                0
            }
        }
    })
}

pub(super) extern "system" fn finish(env: *mut JNIEnv, _: jclass, turn: jint, monitor: jint) -> jint {
    let left = controlled(env, Left::Threads, |agent, control, env| {
        control.finish(agent, env, thread(turn), monitor.cast_unsigned())
    });
    left.code()
}
