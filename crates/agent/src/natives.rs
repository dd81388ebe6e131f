//! The native methods of `java.lang.RaddleNative`.
//!
//! No panic leaves this file: one is recorded as an incomplete run, and the call returns as if there
//! had been nothing to do.

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jvmti_bindings::sys::jni::{
    JNIEnv, JNINativeMethod, jboolean, jclass, jint, jlong, jobject, jobjectArray,
};
use raddle_clocks::{Error, Succession, Word};
use raddle_events::{Action, Event, Op, Shortcut, SiteId, SyncId, ThreadId, VarId};
use raddle_findings::Kind;

use crate::jvm::{ACC_STATIC, Env};
use crate::lock_log::Held;
use crate::memory::reserve;
use crate::names::{dotted, type_name};
use crate::naming;
use crate::nesting;
use crate::races::{self, Access, Target};
use crate::threads::Thread;
use crate::{Agent, Shortage, agent, limits, resolve, sites};

/// Runs the body of a native method.
fn guarded<T>(env: *mut JNIEnv, otherwise: T, body: impl FnOnce(&'static Agent, Env) -> T) -> T {
    let Some(agent) = agent() else { return otherwise };
    // SAFETY: the JVM passes the current thread's environment, and the body does not outlive the call.
    let env = unsafe { Env::new(env) };
    catch_unwind(AssertUnwindSafe(|| body(agent, env))).unwrap_or_else(|_| {
        agent.go_blind(Shortage::Panic);
        otherwise
    })
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

extern "system" fn sites(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.resolved_table())
}

extern "system" fn classes(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.class_table())
}

extern "system" fn counts(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.sites.count_table())
}

extern "system" fn array_base(env: *mut JNIEnv, _: jclass, array: jclass) -> jlong {
    guarded(env, 0, |agent, env| {
        env.array_base(array).unwrap_or_else(|| {
            agent.incomplete(Shortage::Panic);
            0
        })
    })
}

extern "system" fn pure(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| jboolean::from(agent.config.is_pure()))
}

extern "system" fn repeats(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| jboolean::from(!agent.config.fast_path))
}

extern "system" fn memory(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 1, |agent, _| jboolean::from(agent.config.watches_memory()))
}

extern "system" fn without(env: *mut JNIEnv, _: jclass) -> jint {
    guarded(env, 0, |agent, _| {
        let left_out = Shortcut::ALL.iter().filter(|&&s| !agent.config.has(s));
        left_out
            .fold(0, |mask, shortcut| mask | shortcut.bit())
            .cast_signed()
    })
}

extern "system" fn last_clock(env: *mut JNIEnv, _: jclass) -> jint {
    guarded(env, 0, |agent, _| agent.threads.last_clock() as jint)
}

extern "system" fn shadow_bytes(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| limits::shadow_bytes(&agent.config.limits))
}

extern "system" fn crowd(env: *mut JNIEnv, _: jclass) -> jlong {
    guarded(env, 0, |agent, _| agent.threads.crowd_address())
}

/// A reference to a thread that is met, and whether that is a virtual one.
fn met(agent: &Agent, env: Env, thread: jobject) -> (usize, bool) {
    let class = env.object_class(thread);
    let name = agent.jvmti.class_name(class);
    env.delete_local(class);
    let is_virtual = name.is_some_and(|name| name.starts_with("java/lang/") && name != "java/lang/Thread");
    (env.new_weak(thread) as usize, is_virtual)
}

extern "system" fn fork(env: *mut JNIEnv, _: jclass, parent: jlong, object: jobject) -> jint {
    guarded(env, -1, |agent, env| {
        agent
            .values
            .settle(agent, env, thread(parent).id, SiteId::UNKNOWN);
        let child = agent.people.add(naming::raw_creation_stack(agent));
        let (reference, is_virtual) = met(agent, env, object);
        match is_virtual {
            // The JVM does not list these.
            true => agent.people.begin(child, || (reference, true)),
            false => env.delete_weak(reference as jobject),
        }
        if agent.config.is_pure() {
            agent.pure.event(agent, thread(parent).id, Action::Fork { child });
        }
        child.0 as jint
    })
}

extern "system" fn begin(env: *mut JNIEnv, _: jclass, object: jobject, id: jint, seen: jlong) -> jlong {
    guarded(env, 0, |agent, env| {
        let id = match u32::try_from(id) {
            Ok(id) => ThreadId(id),
            Err(_) => agent.people.add(Vec::new()),
        };
        agent.people.begin(id, || met(agent, env, object));
        settled(agent, agent.threads.begin(id, seen as u64))
    })
}

extern "system" fn renew(env: *mut JNIEnv, _: jclass, handle: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        settled(agent, agent.threads.renew(&kept(handle)))
    })
}

/// The handle of a thread that got a slot; 0 if there was none.
fn settled(agent: &Agent, settled: Result<(Arc<Thread>, Succession), Error>) -> jlong {
    match settled {
        Ok((thread, succession)) => {
            if succession == Succession::Soon {
                agent.incomplete(Shortage::Slots);
            }
            thread.handle()
        }
        Err(_) => {
            agent.go_blind(Shortage::Threads);
            0
        }
    }
}

extern "system" fn end(env: *mut JNIEnv, _: jclass, handle: jlong, object: jobject) -> jlong {
    guarded(env, 0, |agent, env| {
        let thread = kept(handle);
        agent.values.settle(agent, env, thread.id, SiteId::UNKNOWN);
        if agent.config.is_pure() {
            agent.pure.event(agent, thread.id, Action::End);
        }
        let info = agent.jvmti.thread_info(env, object);
        let is_daemon = info.as_ref().is_none_or(|(_, is_daemon)| *is_daemon);
        let reference = agent.people.end(thread.id, info.map(|(name, _)| name), is_daemon);
        reference.inspect(|&weak| env.delete_weak(weak as jobject));
        agent.threads.leave(&thread, !is_daemon) as jlong
    })
}

extern "system" fn forget(env: *mut JNIEnv, _: jclass, id: jint, object: jobject) {
    guarded(env, (), |agent, env| {
        let info = agent.jvmti.thread_info(env, object);
        let is_daemon = info.as_ref().is_none_or(|(_, is_daemon)| *is_daemon);
        let id = ThreadId(id.cast_unsigned());
        let reference = agent.people.end(id, info.map(|(name, _)| name), is_daemon);
        reference.inspect(|&weak| env.delete_weak(weak as jobject));
    });
}

extern "system" fn rest(env: *mut JNIEnv, _: jclass, handle: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        agent.threads.leave(&kept(handle), false) as jlong
    })
}

extern "system" fn join(env: *mut JNIEnv, _: jclass, handle: jlong, child: jint) {
    guarded(env, (), |agent, _| {
        let child = ThreadId(child as u32);
        agent.pure.event(agent, thread(handle).id, Action::Join { child });
    });
}

extern "system" fn shutdown_begins(env: *mut JNIEnv, _: jclass, handle: jlong) {
    guarded(env, (), |agent, _| {
        let thread = thread(handle);
        if !agent.config.is_pure() {
            agent.threads.acquire_awaited(thread);
            return;
        }
        for child in agent.people.awaited() {
            agent.pure.event(agent, thread.id, Action::Join { child });
        }
    });
}

extern "system" fn acquire(
    env: *mut JNIEnv,
    _: jclass,
    handle: jlong,
    word: jlong,
    by_lock: jboolean,
) -> jboolean {
    guarded(env, 1, |agent, _| {
        let by_lock = by_lock != 0;
        jboolean::from(agent.threads.acquire(thread(handle), word as u64, by_lock))
    })
}

extern "system" fn publish(env: *mut JNIEnv, _: jclass, handle: jlong, word: jlong) -> jlong {
    guarded(env, word, |agent, _| {
        agent.threads.publish(thread(handle), word as u64).unwrap_or(0) as jlong
    })
}

/// On a busy machine the thread that is waited for may not run for a long while.
extern "system" fn pause(_: *mut JNIEnv, _: jclass, turn: jint) {
    const YIELDS: jint = 1 << 10;
    const NAP: Duration = Duration::from_micros(100);
    if turn < YIELDS {
        std::thread::yield_now();
    } else {
        std::thread::sleep(NAP);
    }
}

extern "system" fn join_all(env: *mut JNIEnv, _: jclass, handle: jlong) {
    guarded(env, (), |agent, _| {
        let thread = thread(handle);
        if agent.config.is_pure() {
            agent.pure.join_all(thread.id);
        }
        agent.threads.join_all(thread);
    });
}

extern "system" fn hold(env: *mut JNIEnv, _: jclass) {
    guarded(env, (), |agent, _| agent.pure.hold());
}

extern "system" fn let_go(env: *mut JNIEnv, _: jclass) {
    guarded(env, (), |agent, _| agent.pure.let_go());
}

extern "system" fn share_reads(env: *mut JNIEnv, _: jclass, first: jlong, second: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        agent.reads.share(first as u64, second as u64) as jlong
    })
}

extern "system" fn grow_reads(env: *mut JNIEnv, _: jclass, word: jlong, entry: jlong) -> jlong {
    guarded(env, 0, |agent, _| {
        agent.reads.grow(word as u64, entry as u64) as jlong
    })
}

extern "system" fn drop_reads(env: *mut JNIEnv, _: jclass, word: jlong) {
    guarded(env, (), |agent, _| agent.reads.free(word as u64));
}

extern "system" fn words(env: *mut JNIEnv, _: jclass, n: jint) -> jlong {
    guarded(env, 0, |agent, _| {
        const CHUNK: usize = 1 << 16;
        let bytes = n as usize * 8;
        let mut arena = agent.arena.lock();
        if arena.1 - arena.0 < bytes {
            let chunk = reserve(CHUNK.max(bytes)) as usize;
            *arena = (chunk, chunk + CHUNK.max(bytes));
        }
        let at = arena.0;
        arena.0 += bytes;
        at as jlong
    })
}

extern "system" fn number(_: *mut JNIEnv, _: jclass) -> jlong {
    // Lock numbers are below.
    static NEXT: AtomicU64 = AtomicU64::new(1 << 33);
    NEXT.fetch_add(1, Ordering::Relaxed) as jlong
}

extern "system" fn lock_number(env: *mut JNIEnv, _: jclass, class: jclass, made_at: jint) -> jint {
    guarded(env, 0, |agent, _| {
        let signature = agent.jvmti.signature(class).unwrap_or_default();
        let made_at = SiteId(made_at.max(0).cast_unsigned());
        agent.locks.add(type_name(&signature), made_at) as jint
    })
}

extern "system" fn lock_order(env: *mut JNIEnv, _: jclass) -> jboolean {
    guarded(env, 0, |agent, _| {
        jboolean::from(agent.config.detects(Kind::LockOrder))
    })
}

extern "system" fn nested(
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
        let held = nesting::held(env, held, held_at, count);
        let wanted = Held {
            lock: number.cast_unsigned(),
            at: at.cast_unsigned(),
        };
        agent.nesting.add(agent, thread(handle), &held, wanted);
    });
}

extern "system" fn lock_shared(env: *mut JNIEnv, _: jclass, number: jint) {
    guarded(env, (), |agent, _| agent.locks.share(number.cast_unsigned()));
}

extern "system" fn caller(env: *mut JNIEnv, _: jclass) -> jclass {
    guarded(env, ptr::null_mut(), |agent, env| {
        resolve::caller(agent, env).unwrap_or(ptr::null_mut())
    })
}

extern "system" fn owner(env: *mut JNIEnv, _: jclass, site: jint) -> jobject {
    guarded(env, ptr::null_mut(), |agent, env| {
        let place = agent.sites.get(SiteId(site as u32));
        let owner = place
            .as_ref()
            .and_then(sites::field_of)
            .map(|(owner, ..)| dotted(owner));
        owner.map_or(ptr::null_mut(), |owner| env.string(&owner))
    })
}

extern "system" fn declaring(env: *mut JNIEnv, _: jclass, site: jint) -> jobject {
    guarded(env, ptr::null_mut(), |agent, env| {
        let place = agent.sites.get(SiteId(site as u32));
        let field = place.as_ref().and_then(sites::field_of);
        let class =
            field.and_then(|(owner, name, descriptor, _)| agent.classes.declaring(owner, name, descriptor));
        class.map_or(ptr::null_mut(), |class| env.string(&dotted(&class)))
    })
}

extern "system" fn describe(
    env: *mut JNIEnv,
    _: jclass,
    from: jclass,
    site: jint,
    out: jobjectArray,
) -> jint {
    guarded(env, 0, |agent, env| {
        if !env.push_frame(256) {
            env.clear_exception();
            return 0;
        }
        let kind = resolve::describe(agent, env, from, SiteId(site as u32), out);
        env.pop_frame(ptr::null_mut());
        kind
    })
}

extern "system" fn lock_class(env: *mut JNIEnv, _: jclass, class: jclass) -> jclass {
    guarded(env, ptr::null_mut(), |agent, env| {
        resolve::lock_class(agent, env, class).unwrap_or(ptr::null_mut())
    })
}

extern "system" fn declares(env: *mut JNIEnv, _: jclass, class: jclass, name: jobject) -> jboolean {
    guarded(env, 0, |agent, env| {
        let name = env.text(name);
        let is_it = |field| {
            let named = agent.jvmti.field_name(class, field);
            agent.jvmti.field_modifiers(class, field) & ACC_STATIC == 0 && named.map(|(name, _)| name) == name
        };
        jboolean::from(agent.jvmti.fields(class).into_iter().any(is_it))
    })
}

extern "system" fn volatile_fields(env: *mut JNIEnv, _: jclass, class: jclass) -> jobjectArray {
    guarded(env, ptr::null_mut(), |agent, env| {
        named_fields(env, resolve::volatile_fields(agent, env, class))
    })
}

extern "system" fn added_fields(env: *mut JNIEnv, _: jclass, class: jclass) -> jobjectArray {
    guarded(env, ptr::null_mut(), |agent, env| {
        named_fields(env, resolve::added_fields(agent, env, class))
    })
}

/// Triples of a class and two strings.
fn named_fields(env: Env, fields: Vec<(jclass, String, String)>) -> jobjectArray {
    let out = env.object_array(fields.len() as jint * 3, c"java/lang/Object");
    if out.is_null() {
        return out;
    }
    for (i, (class, name, second)) in fields.into_iter().enumerate() {
        let at = i as jint * 3;
        env.set_element(out, at, class);
        for (offset, text) in [(1, name), (2, second)] {
            let string = env.string(&text);
            env.set_element(out, at + offset, string);
            env.delete_local(string);
        }
    }
    out
}

extern "system" fn plain_fields(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    is_static: jboolean,
) -> jobjectArray {
    guarded(env, ptr::null_mut(), |agent, env| {
        let fields = resolve::plain_fields(agent, env, class, is_static != 0);
        let out = env.object_array(fields.len() as jint * 3, c"java/lang/Object");
        if out.is_null() {
            return out;
        }
        for (i, (class, name, field)) in fields.into_iter().enumerate() {
            let at = i as jint * 3;
            env.set_element(out, at, class);
            let string = env.string(&name);
            env.set_element(out, at + 1, string);
            env.delete_local(string);
            if is_static != 0 {
                env.set_element(out, at + 2, env.reflected_static_field(class, field));
            }
        }
        out
    })
}

extern "system" fn field_site(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    name: jobject,
    is_static: jboolean,
) -> jint {
    guarded(env, 0, |agent, env| {
        let name = env.text(name).unwrap_or_default();
        resolve::field_site(agent, class, &name, is_static != 0).map_or(0, |site| site.0 as jint)
    })
}

/// As in `RaddleMemory`: the access is over by now.
const LATE: jint = 4;

fn op(code: jint) -> Op {
    if code & 1 == 0 { Op::Read } else { Op::Write }
}

extern "system" fn race(
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
        let (performer, locks) = agent.threads.performer(other);
        let first = Access {
            op: op(ops >> 1),
            site: other.site(),
            clock: other.clock(),
            locks,
            thread: performer.unwrap_or(naming::FORGOTTEN),
        };
        let second = Access {
            op: op(ops),
            site: SiteId(site as u32),
            clock: agent.threads.now(me),
            locks: agent.threads.held_now(me),
            thread: me.id,
        };
        let target = Target {
            object,
            detail: SiteId(detail as u32),
            index,
            is_over: ops & LATE != 0,
        };
        races::report(agent, env, Kind::DataRace, &first, &second, target).map_or(0, |count| count as jlong)
    })
}

extern "system" fn access(
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
        agent.pure.access(agent, env, &event, target);
    });
}

extern "system" fn sync(env: *mut JNIEnv, _: jclass, handle: jlong, object: jlong, what: jint, site: jint) {
    guarded(env, (), |agent, _| {
        let (thread, object) = (thread(handle).id, SyncId(object as u64));
        agent.pure.sync(agent, thread, object, what, site.cast_unsigned());
    });
}

extern "system" fn incomplete(env: *mut JNIEnv, _: jclass, reason: jint) {
    guarded(env, (), |agent, _| match reason {
        1 => agent.incomplete(Shortage::ArrayMemory),
        2 => agent.incomplete(Shortage::ReadVectors),
        3 => agent.go_blind(Shortage::LostWord),
        _ => agent.incomplete(Shortage::Panic),
    });
}

/// Name, descriptor and function of every native method.
pub const NAMES: &[(&CStr, &CStr, *const c_void)] = &[
    (c"sites", c"()J", sites as *const c_void),
    (c"classes", c"()J", classes as *const c_void),
    (c"counts", c"()J", counts as *const c_void),
    (c"arrayBase", c"(Ljava/lang/Class;)J", array_base as *const c_void),
    (c"pure", c"()Z", pure as *const c_void),
    (c"repeats", c"()Z", repeats as *const c_void),
    (c"memory", c"()Z", memory as *const c_void),
    (c"without", c"()I", without as *const c_void),
    (c"lastClock", c"()I", last_clock as *const c_void),
    (c"shadowBytes", c"()J", shadow_bytes as *const c_void),
    (c"crowd", c"()J", crowd as *const c_void),
    (c"fork", c"(JLjava/lang/Thread;)I", fork as *const c_void),
    (c"begin", c"(Ljava/lang/Thread;IJ)J", begin as *const c_void),
    (c"renew", c"(J)J", renew as *const c_void),
    (c"end", c"(JLjava/lang/Thread;)J", end as *const c_void),
    (c"forget", c"(ILjava/lang/Thread;)V", forget as *const c_void),
    (c"rest", c"(J)J", rest as *const c_void),
    (c"join", c"(JI)V", join as *const c_void),
    (c"shutdownBegins", c"(J)V", shutdown_begins as *const c_void),
    (c"acquire", c"(JJZ)Z", acquire as *const c_void),
    (c"publish", c"(JJ)J", publish as *const c_void),
    (c"pause", c"(I)V", pause as *const c_void),
    (c"joinAll", c"(J)V", join_all as *const c_void),
    (c"hold", c"()V", hold as *const c_void),
    (c"letGo", c"()V", let_go as *const c_void),
    (c"shareReads", c"(JJ)J", share_reads as *const c_void),
    (c"growReads", c"(JJ)J", grow_reads as *const c_void),
    (c"dropReads", c"(J)V", drop_reads as *const c_void),
    (c"words", c"(I)J", words as *const c_void),
    (c"number", c"()J", number as *const c_void),
    (
        c"lockNumber",
        c"(Ljava/lang/Class;I)I",
        lock_number as *const c_void,
    ),
    (c"lockOrder", c"()Z", lock_order as *const c_void),
    (c"nested", c"(J[I[IIII)V", nested as *const c_void),
    (c"lockShared", c"(I)V", lock_shared as *const c_void),
    (c"caller", c"()Ljava/lang/Class;", caller as *const c_void),
    (c"owner", c"(I)Ljava/lang/String;", owner as *const c_void),
    (c"declaring", c"(I)Ljava/lang/String;", declaring as *const c_void),
    (
        c"describe",
        c"(Ljava/lang/Class;I[Ljava/lang/Object;)I",
        describe as *const c_void,
    ),
    (
        c"lockClass",
        c"(Ljava/lang/Class;)Ljava/lang/Class;",
        lock_class as *const c_void,
    ),
    (
        c"declares",
        c"(Ljava/lang/Class;Ljava/lang/String;)Z",
        declares as *const c_void,
    ),
    (
        c"volatileFields",
        c"(Ljava/lang/Class;)[Ljava/lang/Object;",
        volatile_fields as *const c_void,
    ),
    (
        c"plainFields",
        c"(Ljava/lang/Class;Z)[Ljava/lang/Object;",
        plain_fields as *const c_void,
    ),
    (
        c"addedFields",
        c"(Ljava/lang/Class;)[Ljava/lang/Object;",
        added_fields as *const c_void,
    ),
    (
        c"fieldSite",
        c"(Ljava/lang/Class;Ljava/lang/String;Z)I",
        field_site as *const c_void,
    ),
    (c"race", c"(JJIIIILjava/lang/Object;)J", race as *const c_void),
    (c"access", c"(JJIIIILjava/lang/Object;)V", access as *const c_void),
    (c"sync", c"(JJII)V", sync as *const c_void),
    (c"incomplete", c"(I)V", incomplete as *const c_void),
];

/// Called by the static initialiser of `RaddleNative`.
#[unsafe(no_mangle)]
extern "system" fn Java_java_lang_RaddleNative_register(env: *mut JNIEnv, class: jclass) {
    guarded(env, (), |agent, env| {
        if !env.register_natives(class, &table()) {
            agent.incomplete(Shortage::Panic);
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
