//! Patches of the locks of `java.util.concurrent`, where an owner is set, a read lock or a stamp is taken.

use crate::hooks::Hook;
use crate::patches::Argument::{Parameter, This, Top};
use crate::patches::At::{Entry, Return};
use crate::patches::{Patch, patch};

const STAMPED: &str = "java/util/concurrent/locks/StampedLock";
const REENTRANT: &str = "java/util/concurrent/locks/ReentrantLock";
const WRITE_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
const READ_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
const OWNABLE: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";

const fn stamp(method: &'static str, hook: Hook) -> Patch {
    patch(STAMPED, method, None, Return, hook, &[Top, This])
}

const fn queue(class: &'static str) -> Patch {
    patch(class, "<init>", None, Return, Hook::QueueCreated, &[This])
}

pub(crate) const PATCHES: &[Patch] = &[
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
];

/// Classes of the JDK whose objects are locks of their own making, which bytecode does not show.
pub(crate) fn is_lock(class: &str) -> bool {
    matches!(class, OWNABLE | STAMPED)
}
