//! The entry points of the JDK that synchronise below what bytecode shows, or that Raddle must answer.
//!
//! One table. A target that a JDK does not have is no error: [`crate::Rewritten::patches`] lists what
//! was applied, so that the agent can check for those it cannot do without.

use crate::hooks::Hook;

/// One hook at one kind of place in one method of the JDK.
#[derive(Debug, PartialEq, Eq)]
pub struct Patch {
    pub class: &'static str,
    /// `None`: any method.
    pub method: Option<&'static str>,
    /// `None`: any descriptor.
    pub descriptor: Option<&'static str>,
    pub at: At,
    pub hook: Hook,
    pub arguments: &'static [Argument],
}

/// Where in the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Entry,
    /// Before each return.
    Return,
    /// Before each call of this method.
    Call {
        owner: &'static str,
        name: &'static str,
        descriptor: &'static str,
    },
}

/// What the hook is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The object whose method this is: never in a static method.
    This,
    /// The first parameter of a static method.
    First,
    /// The first parameter of a static method: an int.
    Number,
    /// The first parameter of a method that is not static: a reference.
    Parameter,
    /// The second parameter of a static method whose first one takes one slot: an int.
    Second,
    /// A copy of the value about to be returned, or of the receiver about to be called. The first argument.
    Top,
    /// The value about to be returned; what the hook gives is returned instead.
    Result,
}

impl Patch {
    /// Whether the patch belongs into this method of its class.
    pub(crate) fn fits(&self, name: &str, descriptor: &str, is_static: bool) -> bool {
        self.method.is_none_or(|m| m == name)
            && self.descriptor.is_none_or(|d| d == descriptor)
            && !(is_static && self.arguments.contains(&This))
            && (is_static || !self.arguments.contains(&First) && !self.arguments.contains(&Second))
            && !(is_static && self.arguments.contains(&Parameter))
    }
}

/// The patches of one class.
pub(crate) fn of_class(class: &str, controls: bool) -> Vec<&'static Patch> {
    let more: &[Patch] = if controls { CONTROL } else { &[] };
    PATCHES.iter().chain(more).filter(|p| p.class == class).collect()
}

/// Where the schedule is controlled.
const CONTROL: &[Patch] = &[
    patch(THREAD, "exit", Some("()V"), Return, Hook::ThreadGone, &[This]),
    patch(
        THREAD,
        "dispatchUncaughtException",
        None,
        Entry,
        Hook::UncaughtException,
        &[This, Parameter],
    ),
    patch(THREAD, "getState", None, Return, Hook::StateOf, &[Result, This]),
    patch(THREAD, "getId", None, Return, Hook::ThreadNumber, &[Result, This]),
    patch(
        THREAD,
        "threadId",
        None,
        Return,
        Hook::ThreadNumber,
        &[Result, This],
    ),
    patch(
        "java/lang/Shutdown",
        "exit",
        Some("(I)V"),
        Entry,
        Hook::BeforeExit,
        &[Number],
    ),
    patch(
        "java/lang/Shutdown",
        "halt",
        Some("(I)V"),
        Entry,
        Hook::BeforeExit,
        &[Number],
    ),
    drawing("sun/security/provider/NativePRNG"),
    seeding("sun/security/provider/NativePRNG"),
    drawing("sun/security/provider/NativePRNG$Blocking"),
    seeding("sun/security/provider/NativePRNG$Blocking"),
    drawing("sun/security/provider/NativePRNG$NonBlocking"),
    seeding("sun/security/provider/NativePRNG$NonBlocking"),
    patch(SEEDS, "generateSeed", Some("([B)V"), Return, Hook::Draw, &[First]),
    patch(SEEDS, "getSystemEntropy", None, Return, Hook::Drawn, &[Result]),
    // The JVM has methods in the order of the addresses of their names.
    patch(
        "jdk/internal/reflect/Reflection",
        "filterMethods",
        Some("(Ljava/lang/Class;[Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;"),
        Return,
        Hook::OrderMethods,
        &[Result],
    ),
    patch(
        "java/lang/Class",
        "privateGetDeclaredConstructors",
        Some("(Z)[Ljava/lang/reflect/Constructor;"),
        Return,
        Hook::OrderConstructors,
        &[Result],
    ),
];

const fn drawing(class: &'static str) -> Patch {
    patch(
        class,
        "engineNextBytes",
        Some("([B)V"),
        Return,
        Hook::Draw,
        &[Parameter],
    )
}

const fn seeding(class: &'static str) -> Patch {
    patch(class, "engineGenerateSeed", None, Return, Hook::Drawn, &[Result])
}

const SEEDS: &str = "sun/security/provider/SeedGenerator";
const CLASS: &str = "java/lang/Class";
const THREAD: &str = "java/lang/Thread";
const VIRTUAL: &str = "java/lang/VirtualThread";
const PARKING: &str = "java/util/concurrent/locks/LockSupport";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const UNSUPPORTED: &str = "sun/misc/Unsafe";
const STAMPED: &str = "java/util/concurrent/locks/StampedLock";
const REENTRANT: &str = "java/util/concurrent/locks/ReentrantLock";
const WRITE_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
const READ_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
const OWNABLE: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
/// A task is handed over by plain stores and fences, which bytecode does not show as an order.
const TASK_QUEUE: &str = "java/util/concurrent/ForkJoinPool$WorkQueue";
const TASK: &str = "java/util/concurrent/ForkJoinTask";

const fn patch(
    class: &'static str,
    method: &'static str,
    descriptor: Option<&'static str>,
    at: At,
    hook: Hook,
    arguments: &'static [Argument],
) -> Patch {
    Patch {
        class,
        method: Some(method),
        descriptor,
        at,
        hook,
        arguments,
    }
}

const fn reflective(method: &'static str, at: At, hook: Hook) -> Patch {
    patch(
        "java/lang/reflect/Field",
        method,
        None,
        at,
        hook,
        &[This, Parameter],
    )
}

const fn stamp(method: &'static str, hook: Hook) -> Patch {
    patch(STAMPED, method, None, Return, hook, &[Top, This])
}

const fn queue(class: &'static str) -> Patch {
    patch(class, "<init>", None, Return, Hook::QueueCreated, &[This])
}

/// Classes of the JDK whose objects are locks of their own making, which bytecode does not show.
pub(crate) fn is_lock(class: &str) -> bool {
    matches!(class, OWNABLE | STAMPED)
}

use Argument::{First, Number, Parameter, Result, Second, This, Top};
use At::{Entry, Return};

/// All patches.
pub const PATCHES: &[Patch] = &[
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
        TASK_QUEUE,
        "push",
        None,
        Entry,
        Hook::BeforeHandOver,
        &[Parameter],
    ),
    patch(
        TASK_QUEUE,
        "lockedPush",
        None,
        Entry,
        Hook::BeforeHandOver,
        &[Parameter],
    ),
    patch(TASK, "doExec", None, Entry, Hook::AfterTakeOver, &[This]),
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
        CLASS,
        "forName",
        Some("(Ljava/lang/String;)Ljava/lang/Class;"),
        Return,
        Hook::ClassSeen,
        &[Top],
    ),
    patch(
        CLASS,
        "forName",
        Some("(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;"),
        Return,
        Hook::ClassFound,
        &[Top, Second],
    ),
    patch(
        "java/io/ObjectStreamClass",
        "newInstance",
        None,
        Return,
        Hook::ObjectAllocated,
        &[Top],
    ),
    patch(
        UNSUPPORTED,
        "allocateInstance",
        None,
        Return,
        Hook::ObjectAllocated,
        &[Top],
    ),
    reflective("get", Return, Hook::AfterReflectiveRead),
    reflective("getBoolean", Return, Hook::AfterReflectiveRead),
    reflective("getByte", Return, Hook::AfterReflectiveRead),
    reflective("getChar", Return, Hook::AfterReflectiveRead),
    reflective("getShort", Return, Hook::AfterReflectiveRead),
    reflective("getInt", Return, Hook::AfterReflectiveRead),
    reflective("getLong", Return, Hook::AfterReflectiveRead),
    reflective("getFloat", Return, Hook::AfterReflectiveRead),
    reflective("getDouble", Return, Hook::AfterReflectiveRead),
    reflective("set", Entry, Hook::BeforeReflectiveWrite),
    reflective("setBoolean", Entry, Hook::BeforeReflectiveWrite),
    reflective("setByte", Entry, Hook::BeforeReflectiveWrite),
    reflective("setChar", Entry, Hook::BeforeReflectiveWrite),
    reflective("setShort", Entry, Hook::BeforeReflectiveWrite),
    reflective("setInt", Entry, Hook::BeforeReflectiveWrite),
    reflective("setLong", Entry, Hook::BeforeReflectiveWrite),
    reflective("setFloat", Entry, Hook::BeforeReflectiveWrite),
    reflective("setDouble", Entry, Hook::BeforeReflectiveWrite),
    patch(VAR_HANDLE, "fullFence", None, Entry, Hook::FullFence, &[]),
    patch(VAR_HANDLE, "acquireFence", None, Entry, Hook::AcquireFence, &[]),
    patch(VAR_HANDLE, "loadLoadFence", None, Entry, Hook::AcquireFence, &[]),
    patch(VAR_HANDLE, "releaseFence", None, Entry, Hook::ReleaseFence, &[]),
    patch(
        VAR_HANDLE,
        "storeStoreFence",
        None,
        Entry,
        Hook::ReleaseFence,
        &[],
    ),
    patch(UNSUPPORTED, "fullFence", None, Entry, Hook::FullFence, &[]),
    patch(UNSUPPORTED, "loadFence", None, Entry, Hook::AcquireFence, &[]),
    patch(UNSUPPORTED, "storeFence", None, Entry, Hook::ReleaseFence, &[]),
    patch(
        STAMPED,
        "tryOptimisticRead",
        None,
        Return,
        Hook::AfterTryOptimisticRead,
        &[Top],
    ),
    patch(STAMPED, "validate", None, Return, Hook::Validated, &[]),
    patch(OWNABLE, "<init>", None, Return, Hook::LockCreated, &[This]),
    queue("java/util/concurrent/ArrayBlockingQueue"),
    queue("java/util/concurrent/CyclicBarrier"),
    queue("java/util/concurrent/DelayQueue"),
    queue("java/util/concurrent/LinkedBlockingDeque"),
    queue("java/util/concurrent/LinkedBlockingQueue"),
    queue("java/util/concurrent/PriorityBlockingQueue"),
    queue("java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue"),
    patch(
        OWNABLE,
        "setExclusiveOwnerThread",
        None,
        Entry,
        Hook::BeforeOwnerChange,
        &[This, Parameter],
    ),
    patch(REENTRANT, "tryLock", None, Entry, Hook::BeforeTryLock, &[]),
    patch(REENTRANT, "tryLock", None, Return, Hook::AfterTryLock, &[]),
    patch(WRITE_LOCK, "tryLock", None, Entry, Hook::BeforeTryLock, &[]),
    patch(WRITE_LOCK, "tryLock", None, Return, Hook::AfterTryLock, &[]),
    patch(READ_LOCK, "lock", None, Return, Hook::ReadLocked, &[This]),
    patch(
        READ_LOCK,
        "lockInterruptibly",
        None,
        Return,
        Hook::ReadLocked,
        &[This],
    ),
    patch(
        READ_LOCK,
        "tryLock",
        None,
        Return,
        Hook::AfterTryReadLock,
        &[Top, This],
    ),
    patch(READ_LOCK, "unlock", None, Return, Hook::ReadUnlocked, &[This]),
    patch(STAMPED, "<init>", None, Return, Hook::LockCreated, &[This]),
    stamp("writeLock", Hook::StampLocked),
    stamp("writeLockInterruptibly", Hook::StampLocked),
    stamp("readLock", Hook::StampLocked),
    stamp("readLockInterruptibly", Hook::StampLocked),
    stamp("tryWriteLock", Hook::AfterTryStampLock),
    stamp("tryReadLock", Hook::AfterTryStampLock),
    stamp("tryConvertToWriteLock", Hook::StampConverted),
    stamp("tryConvertToReadLock", Hook::StampConverted),
    stamp("tryConvertToOptimisticRead", Hook::StampConverted),
    patch(STAMPED, "unlockWrite", None, Return, Hook::StampUnlocked, &[This]),
    patch(STAMPED, "unlockRead", None, Return, Hook::StampUnlocked, &[This]),
    patch(
        STAMPED,
        "unstampedUnlockWrite",
        None,
        Return,
        Hook::StampUnlocked,
        &[This],
    ),
    patch(
        STAMPED,
        "unstampedUnlockRead",
        None,
        Return,
        Hook::StampUnlocked,
        &[This],
    ),
    patch(
        STAMPED,
        "tryUnlockWrite",
        None,
        Return,
        Hook::AfterTryStampUnlock,
        &[Top, This],
    ),
    patch(
        STAMPED,
        "tryUnlockRead",
        None,
        Return,
        Hook::AfterTryStampUnlock,
        &[Top, This],
    ),
    patch(QUEUE, "poll", None, Return, Hook::ReferenceDequeued, &[Top]),
    patch(QUEUE, "remove", None, Return, Hook::ReferenceDequeued, &[Top]),
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
    patch(
        "jdk/internal/reflect/Reflection",
        "filterFields",
        Some("(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;"),
        Return,
        Hook::HideFields,
        &[Result],
    ),
];
