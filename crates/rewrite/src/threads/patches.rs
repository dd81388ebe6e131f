//! Patches of the methods in which threads start, end, wait for each other, are interrupted and parked.

use crate::hooks::Hook;
use crate::patches::Argument::{First, Parameter, This, Top};
use crate::patches::At::{Entry, Return};
use crate::patches::{At, Patch, patch};

const THREAD: &str = "java/lang/Thread";
const VIRTUAL: &str = "java/lang/VirtualThread";
const PARKING: &str = "java/util/concurrent/locks/LockSupport";

pub(crate) const PATCHES: &[Patch] = &[
    Patch {
        class: THREAD,
        method: None,
        descriptor: None,
        at: At::Call {
            owner: THREAD,
            name: "start0",
            descriptor: "()V",
        },
        hook: Hook::ThreadStarting,
        arguments: &[Top],
    },
    patch(THREAD, "exit", Some("()V"), Entry, Hook::ThreadEnding, &[This]),
    patch(THREAD, "join", None, Entry, Hook::BeforeJoin, &[This]),
    patch(THREAD, "join", None, Return, Hook::ThreadJoined, &[This]),
    patch(THREAD, "getState", None, Return, Hook::StateSeen, &[Top, This]),
    patch(
        THREAD,
        "interrupt",
        Some("()V"),
        Entry,
        Hook::BeforeInterrupt,
        &[This],
    ),
    patch(
        THREAD,
        "isInterrupted",
        Some("()Z"),
        Return,
        Hook::InterruptSeenOf,
        &[Top, This],
    ),
    patch(
        THREAD,
        "interrupted",
        Some("()Z"),
        Return,
        Hook::InterruptSeen,
        &[Top],
    ),
    patch(
        "java/lang/InterruptedException",
        "<init>",
        None,
        Return,
        Hook::InterruptThrown,
        &[],
    ),
    patch(PARKING, "unpark", None, Entry, Hook::BeforeUnpark, &[First]),
    patch(PARKING, "park", None, Return, Hook::AfterPark, &[]),
    patch(PARKING, "parkNanos", None, Return, Hook::AfterPark, &[]),
    patch(PARKING, "parkUntil", None, Return, Hook::AfterPark, &[]),
    patch(
        VIRTUAL,
        "start",
        Some("(Ljdk/internal/vm/ThreadContainer;)V"),
        Entry,
        Hook::ThreadStarting,
        &[This],
    ),
    patch(
        VIRTUAL,
        "run",
        Some("(Ljava/lang/Runnable;)V"),
        Return,
        Hook::ThreadEnding,
        &[This],
    ),
    // Up to JDK 23 the JVM's interface waits for ever for a thread that has got this far.
    patch(
        VIRTUAL,
        "run",
        Some("(Ljava/lang/Runnable;)V"),
        At::Call {
            owner: VIRTUAL,
            name: "notifyJvmtiEnd",
            descriptor: "()V",
        },
        Hook::ThreadEnding,
        &[Top],
    ),
    patch(VIRTUAL, "park", Some("()V"), Entry, Hook::BeforePark, &[]),
    patch(VIRTUAL, "parkNanos", Some("(J)V"), Entry, Hook::BeforePark, &[]),
    patch(
        VIRTUAL,
        "interrupt",
        Some("()V"),
        Entry,
        Hook::BeforeInterrupt,
        &[This],
    ),
    patch(
        VIRTUAL,
        "isInterrupted",
        Some("()Z"),
        Return,
        Hook::InterruptSeenOf,
        &[Top, This],
    ),
    patch(
        VIRTUAL,
        "getState",
        Some("()Ljava/lang/Thread$State;"),
        Return,
        Hook::StateSeen,
        &[Top, This],
    ),
    patch(
        VIRTUAL,
        "threadState",
        Some("()Ljava/lang/Thread$State;"),
        Return,
        Hook::StateSeen,
        &[Top, This],
    ),
    patch(
        "java/lang/Terminator$1",
        "handle",
        None,
        Entry,
        Hook::TerminationSignalled,
        &[Parameter],
    ),
    patch(
        THREAD,
        "dispatchUncaughtException",
        None,
        Entry,
        Hook::ThreadDied,
        &[Parameter],
    ),
    patch(
        "java/lang/Shutdown",
        "shutdown",
        Some("()V"),
        Entry,
        Hook::ShutdownBegins,
        &[],
    ),
];
