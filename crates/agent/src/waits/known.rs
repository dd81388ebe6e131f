//! Classes, fields and methods of the JVM that a look at a thread needs, found once.

use std::cell::OnceCell;

use jvmti_bindings::sys::jni::{jclass, jfieldID, jmethodID, jobject};
use raddle_events::ThreadId;

use crate::jvm::Env;
use crate::locks::lock_order;
use crate::locks::log::Held;
use crate::locks::numbers::LockId;

pub struct Known {
    /// Without virtual threads there are none.
    carrier: Option<jclass>,
    /// Not before they are needed: that initialises them.
    hooks: OnceCell<Option<jclass>>,
    signals: OnceCell<Option<jclass>>,
    libraries: OnceCell<Option<jclass>>,
    pub ownable: jclass,
    pub future: jclass,
    watch: jclass,
    lock_number: jmethodID,
    ahead: jmethodID,
    is_taken: jmethodID,
    size: jmethodID,
    foreign_hooks: jmethodID,
    foreign: jmethodID,
    workers: jmethodID,
    tid: jfieldID,
    state: jfieldID,
    blocker: jfieldID,
    owner: jfieldID,
    runner: jfieldID,
    id: jfieldID,
    epoch: jfieldID,
    logged: jfieldID,
    waits_at: jfieldID,
    joining: jfieldID,
    locks: jfieldID,
    held: jfieldID,
    held_at: jfieldID,
}

/// What rewritten code has noted of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// `None`: it has no number yet.
    pub id: Option<ThreadId>,
    pub epoch: i64,
    pub logged: i32,
}

impl Known {
    pub fn find(env: Env) -> Option<Self> {
        let thread = env.class(c"java/lang/Thread")?;
        let noted = env.class(c"java/lang/RaddleThread")?;
        let watch = env.class(c"java/lang/RaddleWatch")?;
        let ownable = env.class(c"java/util/concurrent/locks/AbstractOwnableSynchronizer")?;
        let future = env.class(c"java/util/concurrent/FutureTask")?;
        Some(Self {
            carrier: env.class(c"jdk/internal/misc/CarrierThread"),
            hooks: OnceCell::new(),
            signals: OnceCell::new(),
            libraries: OnceCell::new(),
            lock_number: env.static_method(watch, c"lockNumber", c"(Ljava/lang/Object;)I")?,
            workers: env.static_method(
                watch,
                c"workers",
                c"(Ljava/lang/Thread;Ljava/lang/Object;)[Ljava/lang/Object;",
            )?,
            foreign: env.static_method(watch, c"foreign", c"(Ljava/lang/Object;)I")?,
            foreign_hooks: env.static_method(watch, c"foreignHooks", c"(Ljava/lang/Object;)I")?,
            size: env.static_method(watch, c"size", c"(Ljava/lang/Object;)I")?,
            is_taken: env.static_method(watch, c"isTaken", c"(Ljava/lang/Object;)I")?,
            ahead: env.static_method(
                watch,
                c"ahead",
                c"(Ljava/lang/Object;Ljava/lang/Thread;)Ljava/lang/Thread;",
            )?,
            tid: env.field(thread, c"tid", c"J")?,
            state: env.field(thread, c"$raddle", c"Ljava/lang/RaddleThread;")?,
            blocker: env.field(thread, c"parkBlocker", c"Ljava/lang/Object;")?,
            owner: env.field(ownable, c"exclusiveOwnerThread", c"Ljava/lang/Thread;")?,
            runner: env.field(future, c"runner", c"Ljava/lang/Thread;")?,
            id: env.field(noted, c"id", c"I")?,
            epoch: env.field(noted, c"epoch", c"J")?,
            logged: env.field(noted, c"logged", c"I")?,
            waits_at: env.field(noted, c"waitsAt", c"Ljava/lang/Object;")?,
            joining: env.field(noted, c"joining", c"Ljava/lang/Thread;")?,
            locks: env.field(noted, c"locks", c"I")?,
            held: env.field(noted, c"held", c"[I")?,
            held_at: env.field(noted, c"heldAt", c"[I")?,
            ownable,
            future,
            watch,
        })
    }

    pub fn tid(&self, env: Env, thread: jobject) -> i64 {
        env.long_field(thread, self.tid)
    }

    /// Whether a thread only carries virtual ones.
    pub fn is_carrier(&self, env: Env, thread: jobject) -> bool {
        self.carrier.is_some_and(|class| env.is_instance(thread, class))
    }

    pub fn noted(&self, env: Env, thread: jobject) -> Noted {
        let Some(state) = env.object_field(thread, self.state) else {
            return Noted::default();
        };
        let noted = Noted {
            id: u32::try_from(env.int_field(state, self.id)).ok().map(ThreadId),
            epoch: env.long_field(state, self.epoch),
            logged: env.int_field(state, self.logged),
        };
        env.delete_local(state);
        noted
    }

    /// The locks that a thread holds, which does not run meanwhile.
    pub fn held(&self, env: Env, thread: jobject) -> Vec<Held> {
        let Some(state) = env.object_field(thread, self.state) else {
            return Vec::new();
        };
        let count = env.int_field(state, self.locks);
        let arrays = env
            .object_field(state, self.held)
            .zip(env.object_field(state, self.held_at));
        arrays.map_or_else(Vec::new, |(locks, at)| lock_order::held(env, locks, at, count))
    }

    pub fn joining(&self, env: Env, thread: jobject) -> Option<jobject> {
        let state = env.object_field(thread, self.state)?;
        env.object_field(state, self.joining)
    }

    pub fn waits_at(&self, env: Env, thread: jobject) -> Option<jobject> {
        let state = env.object_field(thread, self.state)?;
        env.object_field(state, self.waits_at)
    }

    pub fn blocker(&self, env: Env, thread: jobject) -> Option<jobject> {
        env.object_field(thread, self.blocker)
    }

    /// Who has a synchronizer, alone.
    pub fn owner(&self, env: Env, synchronizer: jobject) -> Option<jobject> {
        env.object_field(synchronizer, self.owner)
    }

    /// Who runs a task.
    pub fn runner(&self, env: Env, future: jobject) -> Option<jobject> {
        env.object_field(future, self.runner)
    }

    /// Who is right before a thread in the queue of a synchronizer.
    pub fn ahead(&self, env: Env, synchronizer: jobject, thread: jobject) -> Option<jobject> {
        env.call_for_object(self.watch, self.ahead, [synchronizer, thread])
    }

    /// Whether a thread has a lock for reading or writing, as the lock itself says.
    pub fn is_taken(&self, env: Env, lock: jobject) -> bool {
        env.call_for_int(self.watch, self.is_taken, lock) == Some(1)
    }

    /// Whether the program wants to do something before it ends, or may want to.
    pub fn has_shutdown_hooks(&self, env: Env) -> bool {
        let hooks = || {
            let class = (*self
                .hooks
                .get_or_init(|| env.class(c"java/lang/ApplicationShutdownHooks")))?;
            let hooks = env.static_object(class, c"hooks", c"Ljava/util/IdentityHashMap;")?;
            // One that is added meanwhile makes the look fail.
            env.call_for_int(self.watch, self.foreign_hooks, hooks)
                .or(Some(1))
        };
        hooks().is_some_and(|count| count > 0)
    }

    /// Whether the program has native code of its own, which may have threads that the JVM does not know.
    pub fn has_native_code(&self, env: Env) -> bool {
        let foreign = || {
            let class = (*self
                .libraries
                .get_or_init(|| env.class(c"jdk/internal/loader/NativeLibraries")))?;
            let names = env.static_object(class, c"loadedLibraryNames", c"Ljava/util/Set;")?;
            env.call_for_int(self.watch, self.foreign, names)
        };
        foreign().is_some_and(|count| count > 0)
    }

    /// Whether the program handles signals: more than those that end the JVM, which are the JVM's own.
    pub fn has_signal_handlers(&self, env: Env) -> bool {
        const OWN: i32 = 3;
        let handlers = || {
            let class = (*self
                .signals
                .get_or_init(|| env.class(c"jdk/internal/misc/Signal")))?;
            let handlers = env.static_object(class, c"handlers", c"Ljava/util/Hashtable;")?;
            env.call_for_int(self.watch, self.size, handlers)
        };
        handlers().is_some_and(|count| count > OWN)
    }

    /// The workers of the pool that a thread works for, if a task waits there to be run.
    pub fn pool_of(&self, env: Env, thread: jobject, task: jobject) -> Option<Vec<jobject>> {
        let workers = env.call_for_object(self.watch, self.workers, [thread, task])?;
        Some(env.elements(workers))
    }

    pub fn lock_number(&self, env: Env, object: jobject) -> Option<LockId> {
        let number = env.call_for_int(self.watch, self.lock_number, object)?;
        (number > 0).then(|| LockId::from_java(number))
    }
}
