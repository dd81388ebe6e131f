//! The hook table: every method of `java.lang.Raddle` that rewritten code calls.
//!
//! This is the one source of truth for both languages: the rewriter emits calls from it, and a test
//! compares it with the compiled Java class. All hooks are static.
//!
//! Hooks that run *before* an instruction (`putField`, `arrayRead`, `arrayWrite`, `releaseAt`) see its
//! operands unchecked: a null object, or an index out of bounds, is theirs to pass over in silence,
//! since the instruction itself then throws.

use raddle_classfile::ConstantPool;

use crate::error::Result;

/// The class that holds the hooks.
pub const HOOK_CLASS: &str = "java/lang/Raddle";
/// The state of a thread, which most hooks take.
pub const THREAD_CLASS: &str = "java/lang/RaddleThread";
/// The shadow of an array, which rewritten code caches in local variables.
pub const SHADOW_CLASS: &str = "java/lang/RaddleShadow";

macro_rules! hooks {
    ($($(#[$doc:meta])* $hook:ident = $name:literal $descriptor:literal,)*) => {
        /// A method of `java.lang.Raddle`.
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
    GetField = "getField" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",
    /// Before a write of an instance field: object, thread, site.
    PutField = "putField" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",
    /// After a read of a static field: thread, site.
    GetStatic = "getStatic" "(Ljava/lang/RaddleThread;I)V",
    /// Before a write of a static field: thread, site.
    PutStatic = "putStatic" "(Ljava/lang/RaddleThread;I)V",
    /// Before a read of an element: array, index, cached shadow, thread, site. Gives the shadow to cache.
    ArrayRead = "arrayRead"
        "(Ljava/lang/Object;ILjava/lang/RaddleShadow;Ljava/lang/RaddleThread;I)Ljava/lang/RaddleShadow;",
    /// Before a write of an element, like [`Hook::ArrayRead`].
    ArrayWrite = "arrayWrite"
        "(Ljava/lang/Object;ILjava/lang/RaddleShadow;Ljava/lang/RaddleThread;I)Ljava/lang/RaddleShadow;",
    /// After the creation of an array: array, thread, site.
    NewArray = "newArray" "(Ljava/lang/Object;Ljava/lang/RaddleThread;I)V",

    /// Before a monitor is entered: whether there is stack for leaving it again.
    MonitorEntering = "monitorEntering" "()V",
    /// After a monitor was entered: object, site.
    MonitorEnter = "monitorEnter" "(Ljava/lang/Object;I)V",
    /// Before a monitor is left.
    MonitorExit = "monitorExit" "(Ljava/lang/Object;)V",
    /// Instead of `Object.wait()`.
    WaitOn = "waitOn" "(Ljava/lang/Object;)V",
    /// Instead of `Object.wait(long)`.
    WaitOnMillis = "waitOn" "(Ljava/lang/Object;J)V",
    /// Instead of `Object.wait(long, int)`.
    WaitOnNanos = "waitOn" "(Ljava/lang/Object;JI)V",
    /// After any `isAlive()`: receiver, result. Gives the result.
    IsAlive = "isAlive" "(Ljava/lang/Object;Z)Z",
    /// Before an `Unsafe` access that publishes: object, offset.
    ReleaseAt = "releaseAt" "(Ljava/lang/Object;J)V",
    /// After an `Unsafe` access that sees what was published: object, offset.
    AcquireAt = "acquireAt" "(Ljava/lang/Object;J)V",

    /// At the end of a static initialiser: class number.
    ClassInitialized = "classInitialized" "(I)V",
    /// At the start of what made the class initialise: thread, class number.
    ClassUsed = "classUsed" "(Ljava/lang/RaddleThread;I)V",
    /// At the end of a constructor of a class with a finalizer.
    Constructed = "constructed" "(Ljava/lang/Object;)V",
    /// At the start of a finalizer.
    Finalizing = "finalizing" "(Ljava/lang/Object;)V",

    ThreadStarting = "threadStarting" "(Ljava/lang/Thread;)V",
    ThreadEnding = "threadEnding" "(Ljava/lang/Thread;)V",
    ThreadJoined = "threadJoined" "(Ljava/lang/Thread;)V",
    /// A `Thread.State` that the thread was seen in.
    StateSeen = "stateSeen" "(Ljava/lang/Object;Ljava/lang/Thread;)V",
    Interrupting = "interrupting" "(Ljava/lang/Thread;)V",
    /// `isInterrupted()`: result, the thread asked about.
    InterruptSeenOf = "interruptSeen" "(ZLjava/lang/Thread;)V",
    /// `interrupted()`: result, of the current thread.
    InterruptSeen = "interruptSeen" "(Z)V",
    /// An `InterruptedException` was made.
    InterruptThrown = "interruptSeen" "()V",
    /// Before an object is handed over in a way that bytecode does not show.
    HandingOver = "handingOver" "(Ljava/lang/Object;)V",
    /// After such an object was taken.
    TakingOver = "takingOver" "(Ljava/lang/Object;)V",
    /// Before the current thread, a virtual one, parks.
    Parking = "parking" "()V",
    Unparking = "unparking" "(Ljava/lang/Thread;)V",
    Unparked = "unparked" "()V",
    /// The JVM shuts down since all threads that it waits for have ended.
    ShutdownBegins = "shutdownBegins" "()V",
    /// Takes the added fields out of what reflection shows.
    HideFields = "hideFields" "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;",
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
            *known = pool.add_method_ref(HOOK_CLASS, hook.name(), hook.descriptor())?;
        }
        Ok(*known)
    }
}
