//! Looking at other threads: their states, stacks, and what they wait for.

use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::OnceLock;

use jvmti_bindings::sys::jni::{JNIEnv, jclass, jfieldID, jint, jmethodID, jobject, jvalue};
use jvmti_bindings::sys::jvmti::{self as sys, jvmtiEnv, jvmtiFrameInfo, jvmtiMonitorUsage};

use super::{Env, Failed, Jvmti, RawFrame};

/// Below all that the JVM runs by itself.
const PRIORITY: jint = 5;

impl Jvmti {
    /// The platform threads that are alive, as local references.
    pub fn all_threads(self) -> Vec<jobject> {
        let (mut count, mut threads) = (0, ptr::null_mut());
        match call!(self.GetAllThreads(&mut count, &mut threads)) {
            Ok(()) => self.take_array(count, threads),
            Err(_) => Vec::new(),
        }
    }

    /// Bits of `JVMTI_THREAD_STATE`; 0 for a thread that does not run.
    pub fn thread_state(self, thread: jobject) -> jint {
        let mut state = 0;
        let _ = call!(self.GetThreadState(thread, &mut state));
        state
    }

    /// The stack of any thread, innermost first.
    pub fn stack_of(self, thread: jobject, depth: usize) -> Vec<RawFrame> {
        let mut frames = vec![jvmtiFrameInfo::default(); depth];
        let mut count = 0;
        if call!(self.GetStackTrace(thread, 0, depth as jint, frames.as_mut_ptr(), &mut count)).is_err() {
            return Vec::new();
        }
        let frame = |f: &jvmtiFrameInfo| RawFrame {
            method: f.method,
            location: f.location,
        };
        frames[..count as usize].iter().map(frame).collect()
    }

    /// The object that a thread waits to enter, or waits at.
    pub fn contended_monitor(self, thread: jobject) -> Option<jobject> {
        let mut monitor = ptr::null_mut();
        call!(self.GetCurrentContendedMonitor(thread, &mut monitor)).ok()?;
        (!monitor.is_null()).then_some(monitor)
    }

    /// The platform thread that is in the monitor of an object.
    pub fn monitor_owner(self, object: jobject) -> Option<jobject> {
        // SAFETY: plain numbers and pointers.
        let mut usage: jvmtiMonitorUsage = unsafe { std::mem::zeroed() };
        call!(self.GetObjectMonitorUsage(object, &mut usage)).ok()?;
        self.free(usage.waiters);
        self.free(usage.notify_waiters);
        (!usage.owner.is_null()).then_some(usage.owner)
    }

    pub fn group_name(self, env: Env, thread: jobject) -> Option<String> {
        let mut info = sys::jvmtiThreadInfo::default();
        call!(self.GetThreadInfo(thread, &mut info)).ok()?;
        self.free(info.name);
        env.delete_local(info.context_class_loader);
        // SAFETY: plain numbers and pointers.
        let mut group: sys::jvmtiThreadGroupInfo = unsafe { std::mem::zeroed() };
        call!(self.GetThreadGroupInfo(info.thread_group, &mut group)).ok()?;
        env.delete_local(info.thread_group);
        env.delete_local(group.parent);
        self.take_string(group.name)
    }

    pub fn bytecodes(self, method: jmethodID) -> Vec<u8> {
        let (mut count, mut bytes) = (0, ptr::null_mut());
        match call!(self.GetBytecodes(method, &mut count, &mut bytes)) {
            Ok(()) => self.take_array(count, bytes),
            Err(_) => Vec::new(),
        }
    }

    /// The constant pool of a class, as in its file: how many entries, and their bytes.
    pub fn constant_pool(self, class: jclass) -> Option<(u16, Vec<u8>)> {
        let (mut count, mut length, mut bytes) = (0, 0, ptr::null_mut());
        call!(self.GetConstantPool(class, &mut count, &mut length, &mut bytes)).ok()?;
        Some((u16::try_from(count).ok()?, self.take_array(length, bytes)))
    }

    /// Runs `body` on a thread of the agent's own, which the program does not see.
    pub fn run_agent_thread(
        self,
        thread: jobject,
        body: unsafe extern "system" fn(*mut jvmtiEnv, *mut JNIEnv, *mut c_void),
    ) -> Result<(), Failed> {
        call!(self.RunAgentThread(thread, Some(body), ptr::null(), PRIORITY))
    }
}

impl Env {
    pub fn class(self, name: &CStr) -> Option<jclass> {
        let local = self.find_class(name)?;
        let global = self.new_global(local);
        self.delete_local(local);
        Some(global)
    }

    pub fn field(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jfieldID> {
        let field = jni!(self.GetFieldID(class, name.as_ptr(), descriptor.as_ptr()));
        self.clear_exception();
        (!field.is_null()).then_some(field)
    }

    pub fn static_method(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jmethodID> {
        let method = jni!(self.GetStaticMethodID(class, name.as_ptr(), descriptor.as_ptr()));
        self.clear_exception();
        (!method.is_null()).then_some(method)
    }

    pub fn object_field(self, object: jobject, field: jfieldID) -> Option<jobject> {
        let value = jni!(self.GetObjectField(object, field));
        (!value.is_null()).then_some(value)
    }

    pub fn int_field(self, object: jobject, field: jfieldID) -> i32 {
        jni!(self.GetIntField(object, field))
    }

    pub fn long_field(self, object: jobject, field: jfieldID) -> i64 {
        jni!(self.GetLongField(object, field))
    }

    pub fn set_boolean_field(self, object: jobject, field: jfieldID, value: bool) {
        jni!(self.SetBooleanField(object, field, value.into()));
    }

    pub fn set_int_field(self, object: jobject, field: jfieldID, value: i32) {
        jni!(self.SetIntField(object, field, value));
    }

    pub fn current_thread(self) -> Option<jobject> {
        let class = self.find_class(c"java/lang/Thread")?;
        let current =
            jni!(self.GetStaticMethodID(class, c"currentThread".as_ptr(), c"()Ljava/lang/Thread;".as_ptr()));
        let thread = jni!(self.CallStaticObjectMethodA(class, current, ptr::null()));
        self.delete_local(class);
        self.succeeded()?;
        (!thread.is_null()).then_some(thread)
    }

    pub fn set_long_field(self, object: jobject, field: jfieldID, value: i64) {
        jni!(self.SetLongField(object, field, value));
    }

    /// The first ints of an array, as many as there are.
    pub fn ints(self, array: jobject, most: i32) -> Vec<i32> {
        let length = jni!(self.GetArrayLength(array)).min(most).max(0);
        let mut items = vec![0; length as usize];
        jni!(self.GetIntArrayRegion(array, 0, length, items.as_mut_ptr()));
        self.clear_exception();
        items
    }

    pub fn elements(self, array: jobject) -> Vec<jobject> {
        let length = jni!(self.GetArrayLength(array));
        let element = |index| {
            let element = jni!(self.GetObjectArrayElement(array, index));
            self.clear_exception();
            element
        };
        (0..length).map(element).collect()
    }

    pub fn is_instance(self, object: jobject, class: jclass) -> bool {
        jni!(self.IsInstanceOf(object, class)) != 0
    }

    /// Calls a static method with a reference. `None`: it threw.
    pub fn call_with(self, class: jclass, method: jmethodID, argument: jobject) -> Option<()> {
        let arguments = [jvalue { l: argument }];
        jni!(self.CallStaticVoidMethodA(class, method, arguments.as_ptr()));
        self.succeeded()
    }

    /// As [`Env::call_with`], for a method that gives an int.
    pub fn call_for_int(self, class: jclass, method: jmethodID, argument: jobject) -> Option<i32> {
        let arguments = [jvalue { l: argument }];
        let result = jni!(self.CallStaticIntMethodA(class, method, arguments.as_ptr()));
        self.succeeded().map(|()| result)
    }

    pub fn call_for_object(
        self,
        class: jclass,
        method: jmethodID,
        arguments: [jobject; 2],
    ) -> Option<jobject> {
        let arguments = arguments.map(|l| jvalue { l });
        let result = jni!(self.CallStaticObjectMethodA(class, method, arguments.as_ptr()));
        self.succeeded()?;
        (!result.is_null()).then_some(result)
    }

    pub fn call_with_int(self, class: jclass, method: jmethodID, argument: i32) {
        let arguments = [jvalue { i: argument }];
        jni!(self.CallStaticVoidMethodA(class, method, arguments.as_ptr()));
        self.clear_exception();
    }

    pub fn call_for_long(self, class: jclass, method: jmethodID) -> Option<i64> {
        let result = jni!(self.CallStaticLongMethodA(class, method, ptr::null()));
        self.succeeded().map(|()| result)
    }

    pub fn static_long(self, class: jclass, name: &CStr) -> Option<(jfieldID, i64)> {
        let field = jni!(self.GetStaticFieldID(class, name.as_ptr(), c"J".as_ptr()));
        self.clear_exception();
        (!field.is_null()).then(|| (field, jni!(self.GetStaticLongField(class, field))))
    }

    pub fn set_static_long(self, class: jclass, field: jfieldID, value: i64) {
        jni!(self.SetStaticLongField(class, field, value));
    }

    pub fn static_object(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jobject> {
        let field = jni!(self.GetStaticFieldID(class, name.as_ptr(), descriptor.as_ptr()));
        self.clear_exception();
        if field.is_null() {
            return None;
        }
        let value = jni!(self.GetStaticObjectField(class, field));
        (!value.is_null()).then_some(value)
    }

    /// A thread that is not started, in the group of the JVM's own threads.
    pub fn new_thread(self, name: &str) -> Option<jobject> {
        let class = self.find_class(c"java/lang/Thread")?;
        let group_class = self.find_class(c"java/lang/ThreadGroup")?;
        let current =
            jni!(self.GetStaticMethodID(class, c"currentThread".as_ptr(), c"()Ljava/lang/Thread;".as_ptr()));
        let get = jni!(self.GetMethodID(
            class,
            c"getThreadGroup".as_ptr(),
            c"()Ljava/lang/ThreadGroup;".as_ptr()
        ));
        let parent = jni!(self.GetMethodID(
            group_class,
            c"getParent".as_ptr(),
            c"()Ljava/lang/ThreadGroup;".as_ptr()
        ));
        let make = jni!(self.GetMethodID(
            class,
            c"<init>".as_ptr(),
            c"(Ljava/lang/ThreadGroup;Ljava/lang/String;)V".as_ptr()
        ));
        self.clear_exception();
        if [current, get, parent, make].iter().any(|method| method.is_null()) {
            return None;
        }
        let current = jni!(self.CallStaticObjectMethodA(class, current, ptr::null()));
        self.succeeded()?;
        let mut group = jni!(self.CallObjectMethodA(current, get, ptr::null()));
        self.succeeded()?;
        loop {
            let above = jni!(self.CallObjectMethodA(group, parent, ptr::null()));
            self.succeeded()?;
            if above.is_null() {
                break;
            }
            group = above;
        }
        let name = self.string(name);
        let arguments = [jvalue { l: group }, jvalue { l: name }];
        let thread = jni!(self.NewObjectA(class, make, arguments.as_ptr()));
        self.succeeded()?;
        (!thread.is_null()).then_some(thread)
    }

    /// The identity hash code of an object that is made for this.
    pub fn new_hash_code(self) -> Option<i32> {
        let system = self.find_class(c"java/lang/System")?;
        let hash = self.static_method(system, c"identityHashCode", c"(Ljava/lang/Object;)I")?;
        let object = self.find_class(c"java/lang/Object")?;
        let new = jni!(self.AllocObject(object));
        self.succeeded()?;
        let code = jni!(self.CallStaticIntMethodA(system, hash, [jvalue { l: new }].as_ptr()));
        self.succeeded()?;
        for local in [new, object, system] {
            self.delete_local(local);
        }
        Some(code)
    }

    /// Leaves a monitor however often the thread has entered it, and says how often that was.
    ///
    /// The specification has bytecode and JNI leave only what they entered themselves; HotSpot does not tell the
    /// two apart.
    pub fn leave_monitor(self, object: jobject) -> u32 {
        static HOLDS: OnceLock<Option<(usize, usize)>> = OnceLock::new();
        let find = || {
            let thread = self.class(c"java/lang/Thread")?;
            let holds = self.static_method(thread, c"holdsLock", c"(Ljava/lang/Object;)Z")?;
            Some((thread as usize, holds as usize))
        };
        let Some((thread, holds)) = *HOLDS.get_or_init(find) else {
            return 0;
        };
        let arguments = [jvalue { l: object }];
        let is_held = || {
            let held =
                jni!(self.CallStaticBooleanMethodA(thread as jclass, holds as jmethodID, arguments.as_ptr()));
            self.succeeded().is_some() && held != 0
        };
        let mut depth = 0;
        while is_held() && jni!(self.MonitorExit(object)) == 0 {
            depth += 1;
        }
        depth
    }

    pub fn enter_monitor(self, object: jobject, depth: u32) {
        for _ in 0..depth {
            jni!(self.MonitorEnter(object));
        }
    }

    /// Clears what was thrown, if anything was.
    pub(super) fn succeeded(self) -> Option<()> {
        let threw = jni!(self.ExceptionCheck()) != 0;
        self.clear_exception();
        (!threw).then_some(())
    }
}
