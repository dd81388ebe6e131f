//! The hook table: every method of `java.lang.Raddle`, `RaddleControlHooks` and `RaddleLockHooks` that rewritten code calls.
//!
//! This is the one source of truth for both languages: the rewriter emits calls from it, and a test
//! compares it with the compiled Java classes. All hooks are static.
//!
//! Hooks that run *before* an instruction (`beforeFieldWrite`, `beforeArrayRead`, `beforeArrayWrite`, `releaseAt`) see its
//! operands unchecked: a null object, or an index out of bounds, is theirs to pass over in silence,
//! since the instruction itself then throws.

use raddle_classfile::ConstantPool;

use crate::error::Result;

/// The class that holds the hooks.
pub const HOOK_CLASS: &str = "java/lang/Raddle";
/// The class of those that are called only where the schedule is controlled.
pub const CONTROL_HOOK_CLASS: &str = "java/lang/RaddleControlHooks";
/// The class of those that locks of `java.util.concurrent` call.
pub const LOCK_HOOK_CLASS: &str = "java/lang/RaddleLockHooks";
/// All classes that hold hooks.
pub const HOOK_CLASSES: [&str; 3] = [HOOK_CLASS, CONTROL_HOOK_CLASS, LOCK_HOOK_CLASS];
/// The state of a thread, which most hooks take.
pub const THREAD_CLASS: &str = "java/lang/RaddleThread";
/// A thread's access cache of an array, which rewritten code keeps in local variables.
pub const ACCESS_CACHE_CLASS: &str = "java/lang/RaddleAccessCache";
/// The shadow of an object.
pub const SHADOW_CLASS: &str = "java/lang/RaddleShadow";

macro_rules! hooks {
    ($($(#[$doc:meta])* $hook:ident = $name:literal $descriptor:literal,)*) => {
        /// A static method of the runtime.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Hook {
            $($(#[$doc])* $hook,)*
        }

        impl Hook {
            pub const ALL: &[Hook] = &[$(Hook::$hook,)*];

            pub const fn name(self) -> &'static str {
                match self { $(Hook::$hook => $name,)* }
            }

            pub const fn descriptor(self) -> &'static str {
                match self { $(Hook::$hook => $descriptor,)* }
            }
        }
    };
}

hooks! {
    /// The state of the current thread.
    Current = "current" "()Ljava/lang/RaddleThread;",

    /// After a read of an instance field: object, thread, site.
    AfterFieldRead = "afterFieldRead" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",
    /// Before a write of an instance field: object, thread, site.
    BeforeFieldWrite = "beforeFieldWrite" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",
    /// The epoch of a write to an object that has not escaped yet: thread, site.
    UnescapedWrite = "unescapedWrite" "(Ljava/lang/RaddleThread;I)J",
    /// After a read of a static field: thread, site.
    AfterStaticRead = "afterStaticRead" "(Ljava/lang/RaddleThread;I)V",
    /// Before a write of a static field: thread, site.
    BeforeStaticWrite = "beforeStaticWrite" "(Ljava/lang/RaddleThread;I)V",
    /// Before a read of an element: array, index, the array known last, its access cache, thread, site. Gives the
    /// access cache of this array.
    BeforeArrayRead = "beforeArrayRead"
        "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/RaddleAccessCache;Ljava/lang/RaddleThread;I)Ljava/lang/RaddleAccessCache;",
    /// Before a write of an element, like [`Hook::BeforeArrayRead`].
    BeforeArrayWrite = "beforeArrayWrite"
        "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/RaddleAccessCache;Ljava/lang/RaddleThread;I)Ljava/lang/RaddleAccessCache;",
    /// After a loop that has read elements, by one instruction: array, first and last index, step, the thread's access
    /// cache of it or of another, thread, site. Gives the access cache of the array. There was nothing if the array is
    /// null, or if the first index comes right after the last one.
    AfterLoopReads = "afterLoopReads"
        "(Ljava/lang/Object;IIILjava/lang/RaddleAccessCache;Ljava/lang/RaddleThread;I)Ljava/lang/RaddleAccessCache;",
    /// After a loop that has written elements, like [`Hook::AfterLoopReads`].
    AfterLoopWrites = "afterLoopWrites"
        "(Ljava/lang/Object;IIILjava/lang/RaddleAccessCache;Ljava/lang/RaddleThread;I)Ljava/lang/RaddleAccessCache;",
    /// Before a loop that accesses elements here and there: the array, thread, the number of the instruction among
    /// those that do, site. Gives a map for them.
    BeforeScatteredLoop = "beforeScatteredLoop" "(Ljava/lang/Object;Ljava/lang/RaddleThread;II)J",
    /// After a read of such an element: its array, index, the array of the map, map, thread, site.
    AfterScatteredRead = "afterScatteredRead" "(Ljava/lang/Object;ILjava/lang/Object;JLjava/lang/RaddleThread;I)V",
    /// After a write of such an element, like [`Hook::AfterScatteredRead`].
    AfterScatteredWrite = "afterScatteredWrite" "(Ljava/lang/Object;ILjava/lang/Object;JLjava/lang/RaddleThread;I)V",
    /// After the loop: array, map, the number of accesses, thread, site. There was nothing if the array is null.
    AfterScatteredReads = "afterScatteredReads" "(Ljava/lang/Object;JILjava/lang/RaddleThread;I)V",
    /// After a loop that has written elements, like [`Hook::AfterScatteredReads`].
    AfterScatteredWrites = "afterScatteredWrites" "(Ljava/lang/Object;JILjava/lang/RaddleThread;I)V",
    /// The array that a loop has accessed so far, given this one and that; no array at all if they differ.
    SameArray = "sameArray" "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
    /// After a loop that has read a field of an object: the object, thread, site. There was nothing if that is
    /// null.
    AfterLoopFieldReads = "afterLoopFieldReads" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",
    /// After a loop that has written a field of an object, like [`Hook::AfterLoopFieldReads`].
    AfterLoopFieldWrites = "afterLoopFieldWrites" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",
    /// After the creation of an array: array, thread, site.
    ArrayCreated = "arrayCreated" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",

    /// After the creation of an object whose class may have synchronized methods: object, site.
    ObjectCreated = "objectCreated" "(Ljava/lang/Object;I)V",
    /// After that of a plain `Object`.
    PlainObjectCreated = "plainObjectCreated" "(Ljava/lang/Object;I)V",

    /// Before a call that may enter unchecked code: thread, site.
    BeforeUncheckedCall = "beforeUncheckedCall" "(Ljava/lang/RaddleThread;I)V",
    /// The same, where the schedule is controlled: of a call that is a switch point, at what it first touches.
    BeforeSwitchingCall = "beforeSwitchingCall" "(Ljava/lang/RaddleThread;I)V",
    /// And of one that is none, or comes to one by itself.
    BeforePlainCall = "beforePlainCall" "(Ljava/lang/RaddleThread;I)V",
    /// The site of the call that the thread is in: what [`Hook::BeforeUncheckedCall`] said last.
    CallSite = "callSite" "(Ljava/lang/RaddleThread;)I",
    /// Before a pseudo-field of a JDK object is read: object, site.
    BeforePseudoFieldRead = "beforePseudoFieldRead" "(Ljava/lang/Object;I)V",
    /// Before a pseudo-field of a JDK object is written: object, site.
    BeforePseudoFieldWrite = "beforePseudoFieldWrite" "(Ljava/lang/Object;I)V",
    /// Before an element of a list is read: list, index, site.
    BeforeListElementRead = "beforeListElementRead" "(Ljava/lang/Object;II)V",
    /// Before an element of a list is replaced: list, index, site.
    BeforeListElementWrite = "beforeListElementWrite" "(Ljava/lang/Object;II)V",
    /// Before a list, or an iterator of one, reads elements: the list or iterator, which elements, site.
    BeforeListRead = "beforeListRead" "(Ljava/lang/Object;II)V",
    /// Before a call that reads elements of an array: array, first, end, thread, site.
    BeforeRangeRead = "beforeRangeRead" "(Ljava/lang/Object;IILjava/lang/RaddleThread;I)V",
    BeforeRangeWrite = "beforeRangeWrite" "(Ljava/lang/Object;IILjava/lang/RaddleThread;I)V",
    /// Before an element is read by a view of its array: array, index.
    BeforeArrayViewRead = "beforeArrayViewRead" "(Ljava/lang/Object;I)V",
    BeforeArrayViewWrite = "beforeArrayViewWrite" "(Ljava/lang/Object;I)V",
    /// Before a method handle is invoked: the handle, its first two arguments as far as they are a reference
    /// and an int, thread.
    BeforeHandleInvoke = "beforeHandleInvoke" "(Ljava/lang/Object;Ljava/lang/Object;ILjava/lang/RaddleThread;)V",
    /// After that.
    AfterHandleInvoke = "afterHandleInvoke" "(Ljava/lang/RaddleThread;)V",
    /// After a call that may have copied an object: original, result.
    AfterClone = "afterClone" "(Ljava/lang/Object;Ljava/lang/Object;)V",

    /// Before a monitor is entered: whether there is stack for leaving it again.
    BeforeMonitorEnter = "beforeMonitorEnter" "()V",
    /// After a monitor was entered: object, site.
    MonitorEntered = "monitorEntered" "(Ljava/lang/Object;I)V",
    /// Before a monitor is left.
    BeforeMonitorExit = "beforeMonitorExit" "(Ljava/lang/Object;)V",
    /// Instead of `Object.wait()`.
    WaitOn = "waitOn" "(Ljava/lang/Object;)V",
    /// Instead of `Object.wait(long)`.
    WaitOnMillis = "waitOn" "(Ljava/lang/Object;J)V",
    /// Instead of `Object.wait(long, int)`.
    WaitOnNanos = "waitOn" "(Ljava/lang/Object;JI)V",
    /// After any `isAlive()`: receiver, result. Gives the result.
    AfterIsAlive = "afterIsAlive" "(Ljava/lang/Object;Z)Z",
    /// A lock of `java.util.concurrent` was made.
    LockCreated = "lockCreated" "(Ljava/lang/Object;)V",
    /// A queue or barrier was made whose locks are its own business.
    QueueCreated = "queueCreated" "(Ljava/lang/Object;)V",
    /// Before a synchronizer that can be owned gets another owner, or none: synchronizer, owner.
    BeforeOwnerChange = "beforeOwnerChange" "(Ljava/lang/Object;Ljava/lang/Object;)V",
    /// Before a try to take such a lock, and after it.
    BeforeTryLock = "beforeTryLock" "()V",
    AfterTryLock = "afterTryLock" "()V",
    /// After a read lock was taken.
    ReadLocked = "readLocked" "(Ljava/lang/Object;)V",
    /// After a try to: whether it was, lock.
    AfterTryReadLock = "afterTryReadLock" "(ZLjava/lang/Object;)V",
    ReadUnlocked = "readUnlocked" "(Ljava/lang/Object;)V",
    /// After a stamped lock was taken: stamp, lock.
    StampLocked = "stampLocked" "(JLjava/lang/Object;)V",
    /// After a try to take one, or to hold it in another way: stamp, 0 if that failed, and lock.
    AfterTryStampLock = "afterTryStampLock" "(JLjava/lang/Object;)V",
    StampConverted = "stampConverted" "(JLjava/lang/Object;)V",
    StampUnlocked = "stampUnlocked" "(Ljava/lang/Object;)V",
    AfterTryStampUnlock = "afterTryStampUnlock" "(ZLjava/lang/Object;)V",
    /// Before an `Unsafe` access that releases: object, offset.
    ReleaseAt = "releaseAt" "(Ljava/lang/Object;J)V",
    /// After an `Unsafe` access that acquires: object, offset.
    AcquireAt = "acquireAt" "(Ljava/lang/Object;J)V",
    /// Before an `Unsafe` access that reads and writes at once: object, offset.
    BeforeAtomicUpdate = "beforeAtomicUpdate" "(Ljava/lang/Object;J)V",
    /// After one that always takes place: mode.
    AfterAtomicUpdate = "afterAtomicUpdate" "(I)V",
    /// After one that returns whether it took place: result, mode. Gives the result.
    AfterAtomicUpdateIf = "afterAtomicUpdate" "(ZI)Z",
    /// After one that returns what it found: that, what it expected, mode.
    AfterAtomicUpdateInt = "afterAtomicUpdate" "(III)V",
    AfterAtomicUpdateLong = "afterAtomicUpdate" "(JJI)V",
    AfterAtomicUpdateFloat = "afterAtomicUpdate" "(FFI)V",
    AfterAtomicUpdateDouble = "afterAtomicUpdate" "(DDI)V",
    AfterAtomicUpdateReference = "afterAtomicUpdate" "(Ljava/lang/Object;Ljava/lang/Object;I)V",
    /// Before a plain `Unsafe` access on behalf of the program: object, offset, bytes.
    BeforeUnsafeRead = "beforeUnsafeRead" "(Ljava/lang/Object;JI)V",
    BeforeUnsafeWrite = "beforeUnsafeWrite" "(Ljava/lang/Object;JI)V",
    /// After an opaque read: object, offset.
    AfterOpaqueRead = "afterOpaqueRead" "(Ljava/lang/Object;J)V",
    /// Before an opaque write: object, offset.
    BeforeOpaqueWrite = "beforeOpaqueWrite" "(Ljava/lang/Object;J)V",
    /// After a plain or opaque read of a reference: that, object, offset.
    AfterReferenceRead = "afterReferenceRead" "(Ljava/lang/Object;Ljava/lang/Object;J)V",
    /// Before a plain or opaque write of a reference: that.
    BeforeReferenceWrite = "beforeReferenceWrite" "(Ljava/lang/Object;)V",
    ReleaseFence = "releaseFence" "()V",
    AcquireFence = "acquireFence" "()V",
    FullFence = "fullFence" "()V",
    /// The stamp of an optimistic read: zero if it was not granted.
    AfterTryOptimisticRead = "afterTryOptimisticRead" "(J)V",
    Validated = "validated" "()V",
    /// After a reflective read: field, object.
    AfterReflectiveRead = "afterReflectiveRead" "(Ljava/lang/reflect/Field;Ljava/lang/Object;)V",
    /// Before a reflective write: field, object.
    BeforeReflectiveWrite = "beforeReflectiveWrite" "(Ljava/lang/reflect/Field;Ljava/lang/Object;)V",
    /// What was taken out of a reference queue; null if there was nothing.
    ReferenceDequeued = "referenceDequeued" "(Ljava/lang/Object;)V",

    /// At the end of a static initialiser: class number.
    ClassInitialized = "classInitialized" "(I)V",
    /// At the start of what made the class initialise: thread, class number.
    ClassUsed = "classUsed" "(Ljava/lang/RaddleThread;I)V",
    /// After a call that has initialised a class, or found it initialised: the class.
    ClassSeen = "classSeen" "(Ljava/lang/Class;)V",
    /// The same of one that returns whether the class is not initialised yet: class, result. Gives the result.
    ClassSeenUnless = "classSeen" "(Ljava/lang/Class;Z)Z",
    /// The same of one that finds a class: the class, whether it is to be initialised.
    ClassFound = "classFound" "(Ljava/lang/Class;Z)V",
    /// An object that was made without its constructor.
    ObjectAllocated = "objectAllocated" "(Ljava/lang/Object;)V",
    /// At the end of a constructor of a class with a finalizer.
    Constructed = "constructed" "(Ljava/lang/Object;)V",
    /// At the start of a finalizer.
    BeforeFinalize = "beforeFinalize" "(Ljava/lang/Object;)V",

    ThreadStarting = "threadStarting" "(Ljava/lang/Thread;)V",
    ThreadEnding = "threadEnding" "(Ljava/lang/Thread;)V",
    /// Before the current thread waits for the end of another.
    BeforeJoin = "beforeJoin" "(Ljava/lang/Thread;)V",
    ThreadJoined = "threadJoined" "(Ljava/lang/Thread;)V",
    /// A `Thread.State` that the thread was seen in.
    StateSeen = "stateSeen" "(Ljava/lang/Object;Ljava/lang/Thread;)V",
    BeforeInterrupt = "beforeInterrupt" "(Ljava/lang/Thread;)V",
    /// `isInterrupted()`: result, the thread asked about.
    InterruptSeenOf = "interruptSeen" "(ZLjava/lang/Thread;)V",
    /// `interrupted()`: result, of the current thread.
    InterruptSeen = "interruptSeen" "(Z)V",
    /// An `InterruptedException` was made.
    InterruptThrown = "interruptSeen" "()V",
    /// Before an object is handed over in a way that bytecode does not show.
    BeforeHandOver = "beforeHandOver" "(Ljava/lang/Object;)V",
    /// After such an object was taken.
    AfterTakeOver = "afterTakeOver" "(Ljava/lang/Object;)V",
    /// Before the current thread, a virtual one, parks.
    BeforePark = "beforePark" "()V",
    BeforeUnpark = "beforeUnpark" "(Ljava/lang/Thread;)V",
    AfterPark = "afterPark" "()V",
    /// The JVM shuts down since all threads that it waits for have ended.
    ShutdownBegins = "shutdownBegins" "()V",
    /// A signal asks the JVM to end.
    TerminationSignalled = "terminationSignalled" "(Ljava/lang/Object;)V",
    /// The current thread ends by an exception.
    ThreadDied = "threadDied" "(Ljava/lang/Throwable;)V",
    // Only where the schedule is controlled.
    /// Before a monitor is entered: object, site.
    SwitchBeforeMonitorEnter = "switchBeforeMonitorEnter" "(Ljava/lang/Object;I)V",
    /// Before an access to a field: the object or null, site, flags.
    SwitchBeforeFieldAccess = "switchBeforeFieldAccess" "(Ljava/lang/Object;II)V",
    /// Before one to an element: array, index, site, flags.
    SwitchBeforeElementAccess = "switchBeforeElementAccess" "(Ljava/lang/Object;III)V",
    /// Before one by `Unsafe`: object, offset, flags.
    SwitchBeforeUnsafeAccess = "switchBeforeUnsafeAccess" "(Ljava/lang/Object;JI)V",
    /// Around a method inside which threads are not switched.
    IndivisibleBegins = "indivisibleBegins" "()V",
    IndivisibleEnds = "indivisibleEnds" "()V",
    /// In place of the methods of `Thread`, `Object`, `Unsafe` and `System`.
    Sleep = "sleep" "(J)V",
    SleepNanos = "sleep" "(JI)V",
    SleepFor = "sleep" "(Ljava/time/Duration;)V",
    Yield = "yieldTurn" "()V",
    Spin = "spin" "()V",
    NanoTime = "nanoTime" "()J",
    Millis = "currentTimeMillis" "()J",
    TimeAdjustment = "getNanoTimeAdjustment" "(J)J",
    NotifyOne = "notifyOne" "(Ljava/lang/Object;)V",
    NotifyAll = "notifyEach" "(Ljava/lang/Object;)V",
    Park = "park" "(Ljava/lang/Object;ZJ)V",
    Unpark = "unpark" "(Ljava/lang/Object;Ljava/lang/Object;)V",
    /// The current thread has done all that it does in Java.
    ThreadGone = "threadGone" "(Ljava/lang/Thread;)V",
    /// A thread ends by an exception.
    UncaughtException = "uncaughtException" "(Ljava/lang/Thread;Ljava/lang/Throwable;)V",
    /// Before the program looks whether the current thread is interrupted: site.
    SwitchBeforeInterruptCheck = "switchBeforeInterruptCheck" "(I)V",
    /// And whether another is: that one, if it is a thread; site.
    SwitchBeforeInterruptCheckOf = "switchBeforeInterruptCheck" "(Ljava/lang/Object;I)V",
    /// What the state of a thread is.
    StateOf = "stateOf" "(Ljava/lang/Thread$State;Ljava/lang/Thread;)Ljava/lang/Thread$State;",
    /// The number of a thread: that of the JVM, the thread.
    ThreadNumber = "threadNumber" "(JLjava/lang/Thread;)J",
    /// Bytes of the system's source of chance.
    Drawn = "drawn" "([B)[B",
    Draw = "draw" "([B)V",
    /// The program ends the JVM: with what status.
    BeforeExit = "beforeExit" "(I)V",

    /// Takes the added fields out of what reflection shows.
    HideFields = "hideFields" "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;",
    /// Puts what reflection shows of a class into an order that is the same in each JVM.
    OrderMethods = "orderMethods" "([Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;",
    OrderConstructors = "orderConstructors" "([Ljava/lang/reflect/Constructor;)[Ljava/lang/reflect/Constructor;",
}

impl Hook {
    /// The class that has it.
    pub const fn class(self) -> &'static str {
        match self {
            _ if self.is_of_control() => CONTROL_HOOK_CLASS,
            _ if self.is_of_lock() => LOCK_HOOK_CLASS,
            _ => HOOK_CLASS,
        }
    }

    /// Whether locks of `java.util.concurrent` call it.
    const fn is_of_lock(self) -> bool {
        matches!(
            self,
            Hook::LockCreated
                | Hook::QueueCreated
                | Hook::BeforeOwnerChange
                | Hook::BeforeTryLock
                | Hook::AfterTryLock
                | Hook::ReadLocked
                | Hook::AfterTryReadLock
                | Hook::ReadUnlocked
                | Hook::StampLocked
                | Hook::AfterTryStampLock
                | Hook::StampConverted
                | Hook::StampUnlocked
                | Hook::AfterTryStampUnlock
        )
    }

    /// Whether it is called only where the schedule is controlled.
    pub const fn is_of_control(self) -> bool {
        matches!(
            self,
            Hook::BeforeSwitchingCall
                | Hook::BeforePlainCall
                | Hook::SwitchBeforeMonitorEnter
                | Hook::SwitchBeforeFieldAccess
                | Hook::SwitchBeforeElementAccess
                | Hook::SwitchBeforeUnsafeAccess
                | Hook::IndivisibleBegins
                | Hook::IndivisibleEnds
                | Hook::Sleep
                | Hook::SleepNanos
                | Hook::SleepFor
                | Hook::Yield
                | Hook::Spin
                | Hook::NanoTime
                | Hook::Millis
                | Hook::TimeAdjustment
                | Hook::NotifyOne
                | Hook::NotifyAll
                | Hook::Park
                | Hook::Unpark
                | Hook::ThreadGone
                | Hook::UncaughtException
                | Hook::SwitchBeforeInterruptCheck
                | Hook::SwitchBeforeInterruptCheckOf
                | Hook::StateOf
                | Hook::ThreadNumber
                | Hook::Drawn
                | Hook::Draw
                | Hook::BeforeExit
                | Hook::OrderMethods
                | Hook::OrderConstructors
        )
    }
}

/// The pool entries of the hooks that a class calls, each added when first needed.
pub(crate) struct HookRefs([u16; Hook::ALL.len()]);

impl Default for HookRefs {
    fn default() -> Self {
        Self([0; Hook::ALL.len()])
    }
}

impl HookRefs {
    pub(crate) fn index(&mut self, hook: Hook, pool: &mut ConstantPool) -> Result<u16> {
        let known = &mut self.0[hook as usize];
        if *known == 0 {
            *known = pool.add_method_ref(hook.class(), hook.name(), hook.descriptor())?;
        }
        Ok(*known)
    }
}
