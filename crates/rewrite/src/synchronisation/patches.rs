//! Patches of methods that order threads in ways which bytecode does not show: fences, optimistic reads, tasks that
//! are handed over, reference queues, initialisation of classes by name, call sites that the JVM makes visible to all
//! threads once they are linked.

use crate::hooks::Hook;
use crate::patches::Argument::{First, Parameter, Second, This, Top};
use crate::patches::At::{Entry, Return};
use crate::patches::{Patch, patch};

const CLASS: &str = "java/lang/Class";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const UNSUPPORTED: &str = "sun/misc/Unsafe";
const STAMPED: &str = "java/util/concurrent/locks/StampedLock";
const CALL_SITE: &str = "java/lang/invoke/CallSite";
const INVOKERS: &str = "java/lang/invoke/Invokers";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
/// A task is handed over by plain stores and fences, which bytecode does not show as an order.
const TASK_QUEUE: &str = "java/util/concurrent/ForkJoinPool$WorkQueue";
const TASK: &str = "java/util/concurrent/ForkJoinTask";

const fn stamp(method: &'static str, hook: Hook) -> Patch {
    patch(STAMPED, method, None, Return, hook, &[Top, This])
}

pub(crate) const PATCHES: &[Patch] = &[
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
    patch(CALL_SITE, "makeSite", None, Return, Hook::BeforeHandOver, &[Top]),
    patch(
        INVOKERS,
        "getCallSiteTarget",
        None,
        Entry,
        Hook::AfterTakeOver,
        &[First],
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
    stamp("tryConvertToOptimisticRead", Hook::StampConverted),
    patch(QUEUE, "poll", None, Return, Hook::ReferenceDequeued, &[Top]),
    patch(QUEUE, "remove", None, Return, Hook::ReferenceDequeued, &[Top]),
];
