//! What one thread waits for, read from its state, its stack and the object that it waits at.

use jvmti_bindings::sys::jni::jobject;
use jvmti_bindings::sys::jvmti::{
    JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER as BLOCKED, JVMTI_THREAD_STATE_IN_OBJECT_WAIT as IN_WAIT,
    JVMTI_THREAD_STATE_INTERRUPTED as INTERRUPTED, JVMTI_THREAD_STATE_PARKED as PARKED,
};
use raddle_events::is_jdk_class;
use raddle_findings::WaitKind;

use crate::Agent;
use crate::jvm::Env;
use crate::locks::numbers::LockId;
use crate::waits::known::Known;

/// Class and method of a frame, in internal form; the innermost comes first.
pub type Name = (String, String);

/// What a thread waits for.
pub struct Waiting {
    pub kind: WaitKind,
    /// The object that it waits at.
    pub object: Option<LockId>,
    pub ends: Ends,
    /// The thread that has to end.
    pub joined: Option<jobject>,
    pub interruptible: bool,
}

/// Who can end a wait.
pub enum Ends {
    /// This thread has to let go, or to end.
    Owner(jobject),
    /// The thread that holds the object's number, or has to get it first. The lock itself may say that it is taken when
    /// no living thread is known to hold it: a reader has ended without letting go.
    Holders {
        ahead: Option<jobject>,
        is_taken: bool,
    },
    /// One of these threads, if it gets so far.
    Runners(Vec<jobject>),
    Anybody,
    /// Something that is not a thread of the program.
    Outside,
}

/// The package of the synchronizers that are locks if they have no owner, too.
const LOCKS: &str = "java/util/concurrent/locks/";

pub struct ThreadInspector<'a> {
    pub agent: &'a Agent,
    pub env: Env,
    pub known: &'a Known,
}

impl ThreadInspector<'_> {
    /// `None`: the thread does not wait for ever, as far as one can tell.
    pub fn inspect(&self, thread: jobject, state: i32, stack: &[Name]) -> Option<Waiting> {
        if state & BLOCKED != 0 {
            return self.at_monitor(thread);
        }
        // No other wait outlasts an interrupt: the thread goes on as soon as it gets a processor.
        if state & INTERRUPTED != 0 {
            return None;
        }
        if let Some(joined) = self.joined(thread, stack) {
            let mut waiting = waiting(WaitKind::Thread, Ends::Owner(joined));
            waiting.joined = Some(joined);
            return Some(waiting);
        }
        let mut waiting = match () {
            () if is_in(stack, "java/lang/ref/", "") => waiting(WaitKind::Parked, Ends::Outside),
            () if state & IN_WAIT != 0 => self.notified(thread, stack),
            () if state & PARKED != 0 => self.parked(thread, stack),
            () => return None,
        };
        waiting.interruptible = !waiting.kind.is_lock() || is_in(stack, "", "Interruptibly");
        Some(waiting)
    }

    fn at_monitor(&self, thread: jobject) -> Option<Waiting> {
        let object = self.contended(thread)?;
        let ends = match self.agent.jvmti.monitor_owner(object) {
            Some(owner) => Ends::Owner(owner),
            None => Ends::Holders {
                ahead: None,
                is_taken: false,
            },
        };
        let number = self.known.lock_number(self.env, object);
        Some(Waiting {
            object: number,
            interruptible: false,
            ..waiting(WaitKind::Monitor, ends)
        })
    }

    /// What a thread waits to enter, or waits at: in the JVM, or by the controller.
    fn contended(&self, thread: jobject) -> Option<jobject> {
        let real = self.agent.jvmti.contended_monitor(thread);
        real.or_else(|| self.known.waits_at(self.env, thread))
    }

    fn joined(&self, thread: jobject, stack: &[Name]) -> Option<jobject> {
        let is_join = |(class, method): &Name| class == "java/lang/Thread" && method == "join";
        let within = |(class, _): &Name| is_jdk_class(class);
        let joins = stack.iter().take_while(|name| within(name)).any(is_join);
        joins.then(|| self.known.joining(self.env, thread)).flatten()
    }

    fn notified(&self, thread: jobject, stack: &[Name]) -> Waiting {
        let object = self.contended(thread);
        let is_queue = is_in(stack, "java/util/TimerThread", "");
        let kind = if is_queue {
            WaitKind::Queue
        } else {
            WaitKind::Notification
        };
        Waiting {
            object: object.and_then(|object| self.known.lock_number(self.env, object)),
            ..waiting(kind, Ends::Anybody)
        }
    }

    fn parked(&self, thread: jobject, stack: &[Name]) -> Waiting {
        let (env, known) = (self.env, self.known);
        let Some(blocker) = known.blocker(env, thread) else {
            return waiting(WaitKind::Parked, Ends::Anybody);
        };
        let class = env.object_class(blocker);
        let name = self.agent.jvmti.class_name(class).unwrap_or_default();
        env.delete_local(class);
        // Who waits to read while others read is about to get the lock.
        let holders = |kind, ahead| Ends::Holders {
            ahead,
            is_taken: kind == WaitKind::Lock && name.starts_with(LOCKS) && known.is_taken(env, blocker),
        };
        let kind = lock_kind(stack);
        let (kind, ends) = match name.as_str() {
            "java/util/concurrent/CountDownLatch$Sync" => (WaitKind::Latch, Ends::Anybody),
            name if name.starts_with("java/util/concurrent/Semaphore$") => (WaitKind::Permit, Ends::Anybody),
            "java/util/concurrent/locks/StampedLock" => (kind, holders(kind, None)),
            _ if env.is_instance(blocker, known.ownable) => match known.owner(env, blocker) {
                Some(owner) => (kind, Ends::Owner(owner)),
                None if name.starts_with(LOCKS) => (kind, holders(kind, known.ahead(env, blocker, thread))),
                // A synchronizer of another's making without an owner: what its state means is its own affair.
                None => (WaitKind::Parked, Ends::Anybody),
            },
            _ if env.is_instance(blocker, known.future) => match known.runner(env, blocker) {
                Some(runner) => (WaitKind::Result, Ends::Runners(vec![runner])),
                None => match known.pool_of(env, thread, blocker) {
                    Some(workers) => (WaitKind::Result, Ends::Runners(workers)),
                    None => (WaitKind::Result, Ends::Anybody),
                },
            },
            name => (meeting(name, stack), Ends::Anybody),
        };
        Waiting {
            object: known.lock_number(env, blocker),
            ..waiting(kind, ends)
        }
    }
}

fn waiting(kind: WaitKind, ends: Ends) -> Waiting {
    Waiting {
        kind,
        object: None,
        ends,
        joined: None,
        interruptible: true,
    }
}

/// Whether the JDK's part of the stack, from the top on, has a method of such a class and such a name.
fn is_in(stack: &[Name], class: &str, method: &str) -> bool {
    let of_jdk = stack.iter().take_while(|(class, _)| is_jdk_class(class));
    of_jdk
        .into_iter()
        .any(|(c, m)| c.starts_with(class) && m.ends_with(method))
}

/// Whether a worker waits for something to do: it wakes no thread, even if it only waits for a while.
pub fn is_idle(stack: &[Name]) -> bool {
    is_in(stack, "java/util/concurrent/ThreadPoolExecutor", "getTask") && !has_delays(stack)
        || is_in(stack, "java/util/concurrent/ForkJoinPool", "awaitWork")
        || is_in(stack, "java/util/concurrent/ForkJoinPool", "runWorker")
            && stack.iter().all(|(class, _)| is_jdk_class(class))
}

/// Whether it may wait for the time of a task that it has.
fn has_delays(stack: &[Name]) -> bool {
    stack.iter().any(|(class, _)| class.contains("Delay"))
}

fn lock_kind(stack: &[Name]) -> WaitKind {
    let reads = is_in(
        stack,
        "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
        "",
    ) || is_in(stack, "java/util/concurrent/locks/StampedLock", "readLock")
        || is_in(
            stack,
            "java/util/concurrent/locks/StampedLock",
            "readLockInterruptibly",
        );
    if reads { WaitKind::ReadLock } else { WaitKind::Lock }
}

/// What a thread waits for at an object without an owner.
fn meeting(blocker: &str, stack: &[Name]) -> WaitKind {
    let inner = blocker.strip_prefix("java/util/concurrent/").unwrap_or(blocker);
    let is_of = |names: &[&str]| {
        let prefix = |name: &str| format!("java/util/concurrent/{name}");
        names
            .iter()
            .any(|name| inner.starts_with(name) || is_in(stack, &prefix(name), ""))
    };
    let is_queue = |(class, _): &Name| {
        class.starts_with("java/util/concurrent/") && (class.contains("Queue") || class.contains("Deque"))
    };
    match () {
        () if is_of(&["Phaser", "Exchanger", "CyclicBarrier"]) => WaitKind::Meeting,
        () if stack
            .iter()
            .take_while(|(c, _)| is_jdk_class(c))
            .any(|name| is_queue(name) && !name.0.contains("AbstractQueued")) =>
        {
            WaitKind::Queue
        }
        () if inner.ends_with("ConditionObject") => WaitKind::Condition,
        () if is_of(&["CompletableFuture", "ForkJoinTask"]) => WaitKind::Result,
        () => WaitKind::Parked,
    }
}
