//! The JVM as the agent sees it: the few JVMTI and JNI functions it uses, each behind a method that
//! checks the result and frees what the JVM allocated.
//!
//! This is the only file that calls through the JVM's function tables.

use std::ffi::{CStr, CString, c_char};
use std::ptr;

use jvmti_bindings::sys::jni::{
    JNIEnv, JNINativeMethod, jclass, jfieldID, jint, jmethodID, jobject, jobjectArray, jstring, jvalue,
};
use jvmti_bindings::sys::jvmti::{
    self as sys, jvmtiCapabilities, jvmtiEnv, jvmtiError, jvmtiEventCallbacks, jvmtiThreadInfo,
};

use raddle_classfile::modified_utf8;

pub const ACC_STATIC: i32 = 0x0008;
pub const ACC_FINAL: i32 = 0x0010;
pub const ACC_VOLATILE: i32 = 0x0040;

/// A JVMTI function that failed.
#[derive(Clone, Copy, Debug)]
pub struct Failed {
    pub function: &'static str,
    pub code: jvmtiError,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} failed with JVMTI error {:?}", self.function, self.code)
    }
}

/// The agent's JVMTI environment. Every function used here may be called from any thread.
#[derive(Clone, Copy)]
pub struct Jvmti(*mut jvmtiEnv);

// SAFETY: a JVMTI environment is not bound to a thread; JVMTI functions are thread-safe.
unsafe impl Send for Jvmti {}
// SAFETY: as above.
unsafe impl Sync for Jvmti {}

macro_rules! call {
    ($self:ident . $function:ident ( $($arg:expr),* )) => {{
        // SAFETY: the environment lives as long as the JVM, its table is complete, and the arguments
        // are as the JVMTI specification asks for.
        let code = unsafe {
            match (*(*$self.0).functions).$function {
                Some(function) => function($self.0, $($arg),*),
                None => sys::jvmtiError::NOT_AVAILABLE,
            }
        };
        if code == sys::jvmtiError::NONE { Ok(()) } else { Err(Failed { function: stringify!($function), code }) }
    }};
}

/// One frame of a stack, not yet resolved to names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawFrame {
    pub method: jmethodID,
    pub location: i64,
}

// SAFETY: a method id is an opaque number that JVMTI takes on any thread.
unsafe impl Send for RawFrame {}
// SAFETY: as above.
unsafe impl Sync for RawFrame {}

/// A frame resolved to names in internal form.
pub struct NamedFrame {
    pub class: String,
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u32>,
}

impl Jvmti {
    /// # Safety
    /// `env` must be a JVMTI environment that is never disposed of.
    pub unsafe fn new(env: *mut jvmtiEnv) -> Self {
        Self(env)
    }

    pub fn add_capabilities(self, wanted: &jvmtiCapabilities) -> Result<(), Failed> {
        call!(self.AddCapabilities(wanted))
    }

    pub fn potential_capabilities(self) -> Result<jvmtiCapabilities, Failed> {
        let mut capabilities = jvmtiCapabilities::default();
        call!(self.GetPotentialCapabilities(&mut capabilities))?;
        Ok(capabilities)
    }

    pub fn set_callbacks(self, callbacks: &jvmtiEventCallbacks) -> Result<(), Failed> {
        call!(self.SetEventCallbacks(callbacks, size_of::<jvmtiEventCallbacks>() as jint))
    }

    pub fn enable(self, event: sys::jvmtiEvent) -> Result<(), Failed> {
        call!(self.SetEventNotificationMode(sys::JVMTI_ENABLE, event, ptr::null_mut()))
    }

    pub fn system_property(self, name: &CStr) -> Option<String> {
        let mut value = ptr::null_mut();
        call!(self.GetSystemProperty(name.as_ptr(), &mut value)).ok()?;
        self.take_string(value)
    }

    /// Memory for new class bytes, which the JVM frees.
    pub fn allocate_copy(self, bytes: &[u8]) -> Result<*mut u8, Failed> {
        let mut memory = ptr::null_mut();
        call!(self.Allocate(bytes.len() as i64, &mut memory))?;
        // SAFETY: Allocate gave at least that many bytes.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len()) };
        Ok(memory)
    }

    pub fn loaded_classes(self) -> Vec<jclass> {
        let (mut count, mut classes) = (0, ptr::null_mut());
        match call!(self.GetLoadedClasses(&mut count, &mut classes)) {
            Ok(()) => self.take_array(count, classes),
            Err(_) => Vec::new(),
        }
    }

    /// Of a class, the JVM's own identity hash code.
    pub fn hash_code(self, class: jclass) -> Option<i32> {
        let mut code = 0;
        call!(self.GetObjectHashCode(class, &mut code)).ok()?;
        Some(code)
    }

    pub fn set_tag(self, object: jobject, tag: i64) -> Result<(), Failed> {
        call!(self.SetTag(object, tag))
    }

    /// Walks over the heap from one object on.
    pub fn follow_references(
        self,
        from: jobject,
        callbacks: &sys::jvmtiHeapCallbacks,
        user_data: *mut std::ffi::c_void,
    ) -> Result<(), Failed> {
        call!(self.FollowReferences(0, ptr::null_mut(), from, callbacks, user_data))
    }

    fn free<T>(self, memory: *mut T) {
        if !memory.is_null() {
            let _ = call!(self.Deallocate(memory.cast()));
        }
    }

    fn take_string(self, text: *mut c_char) -> Option<String> {
        if text.is_null() {
            return None;
        }
        // SAFETY: JVMTI strings are NUL-terminated and ours until freed.
        let owned = modified_utf8::shown(unsafe { CStr::from_ptr(text) }.to_bytes());
        self.free(text);
        Some(owned)
    }

    /// `Ljava/lang/String;`, `[I` …
    pub fn signature(self, class: jclass) -> Option<String> {
        let mut signature = ptr::null_mut();
        call!(self.GetClassSignature(class, &mut signature, ptr::null_mut())).ok()?;
        self.take_string(signature)
    }

    /// `java/lang/String` for a class that is not an array.
    pub fn class_name(self, class: jclass) -> Option<String> {
        let signature = self.signature(class)?;
        Some(
            signature
                .strip_prefix('L')
                .and_then(|s| s.strip_suffix(';'))
                .map_or(signature.clone(), str::to_owned),
        )
    }

    pub fn fields(self, class: jclass) -> Vec<jfieldID> {
        let (mut count, mut fields) = (0, ptr::null_mut());
        if call!(self.GetClassFields(class, &mut count, &mut fields)).is_err() {
            return Vec::new();
        }
        self.take_array(count, fields)
    }

    pub fn interfaces(self, class: jclass) -> Vec<jclass> {
        let (mut count, mut interfaces) = (0, ptr::null_mut());
        if call!(self.GetImplementedInterfaces(class, &mut count, &mut interfaces)).is_err() {
            return Vec::new();
        }
        self.take_array(count, interfaces)
    }

    fn take_array<T: Copy>(self, count: jint, items: *mut T) -> Vec<T> {
        if items.is_null() || count <= 0 {
            self.free(items);
            return Vec::new();
        }
        // SAFETY: JVMTI filled `count` items.
        let owned = unsafe { std::slice::from_raw_parts(items, count as usize) }.to_vec();
        self.free(items);
        owned
    }

    pub fn field_name(self, class: jclass, field: jfieldID) -> Option<(String, String)> {
        let (mut name, mut signature) = (ptr::null_mut(), ptr::null_mut());
        call!(self.GetFieldName(class, field, &mut name, &mut signature, ptr::null_mut())).ok()?;
        Some((self.take_string(name)?, self.take_string(signature)?))
    }

    pub fn field_modifiers(self, class: jclass, field: jfieldID) -> i32 {
        let mut modifiers = 0;
        let _ = call!(self.GetFieldModifiers(class, field, &mut modifiers));
        modifiers
    }

    /// A thread's name, and whether it is a daemon.
    pub fn thread_info(self, env: Env, thread: jobject) -> Option<(String, bool)> {
        let mut info = jvmtiThreadInfo::default();
        call!(self.GetThreadInfo(thread, &mut info)).ok()?;
        env.delete_local(info.thread_group);
        env.delete_local(info.context_class_loader);
        let name = self.take_string(info.name)?;
        Some((name, info.is_daemon != 0))
    }

    /// The current thread's stack, innermost first, at most `depth` frames.
    pub fn stack(self, depth: usize) -> Vec<RawFrame> {
        self.stack_of(ptr::null_mut(), depth)
    }

    pub fn declaring_class(self, method: jmethodID) -> Option<jclass> {
        let mut class = ptr::null_mut();
        call!(self.GetMethodDeclaringClass(method, &mut class)).ok()?;
        Some(class)
    }

    pub fn resolve(self, env: Env, frame: RawFrame) -> Option<NamedFrame> {
        let class = self.declaring_class(frame.method)?;
        let (mut method, mut file) = (ptr::null_mut(), ptr::null_mut());
        call!(self.GetMethodName(frame.method, &mut method, ptr::null_mut(), ptr::null_mut())).ok()?;
        let named = NamedFrame {
            class: self.class_name(class)?,
            method: self.take_string(method)?,
            file: match call!(self.GetSourceFileName(class, &mut file)) {
                Ok(()) => self.take_string(file),
                Err(_) => None,
            },
            line: self.line(frame),
        };
        env.delete_local(class);
        Some(named)
    }

    fn line(self, frame: RawFrame) -> Option<u32> {
        let (mut count, mut table) = (0, ptr::null_mut());
        call!(self.GetLineNumberTable(frame.method, &mut count, &mut table)).ok()?;
        self.take_array(count, table)
            .into_iter()
            .filter(|entry| entry.start_location <= frame.location)
            .max_by_key(|entry| entry.start_location)
            .and_then(|entry| u32::try_from(entry.line_number).ok())
    }
}

/// A thread's JNI environment.
#[derive(Clone, Copy)]
pub struct Env(*mut JNIEnv);

macro_rules! jni {
    ($self:ident . $function:ident ( $($arg:expr),* )) => {{
        // SAFETY: the environment is the current thread's, and the arguments are live references.
        unsafe { ((**$self.0).$function)($self.0, $($arg),*) }
    }};
}

mod calls;
mod classes;
mod threads;
mod values;

pub use classes::Declared;
pub use values::{Held, Slot};

impl Env {
    /// # Safety
    /// `env` must be the current thread's, and is not kept beyond the call that passed it.
    pub unsafe fn new(env: *mut JNIEnv) -> Self {
        Self(env)
    }

    /// Defines a class of the boot loader.
    pub fn define_boot_class(self, name: &str, bytes: &[u8]) -> Option<jclass> {
        let name = CString::new(name).ok()?;
        let class = jni!(self.DefineClass(
            name.as_ptr(),
            ptr::null_mut(),
            bytes.as_ptr().cast(),
            bytes.len() as jint
        ));
        self.clear_exception();
        (!class.is_null()).then_some(class)
    }

    pub fn register_natives(self, class: jclass, methods: &[JNINativeMethod]) -> bool {
        let code = jni!(self.RegisterNatives(class, methods.as_ptr(), methods.len() as jint));
        self.clear_exception();
        code == 0
    }

    /// Calls a static method without arguments or result. False: it is missing, or it threw.
    pub fn call_static(self, class: jclass, name: &CStr) -> bool {
        let method = jni!(self.GetStaticMethodID(class, name.as_ptr(), c"()V".as_ptr()));
        if !method.is_null() {
            jni!(self.CallStaticVoidMethodA(class, method, ptr::null()));
        }
        let threw = jni!(self.ExceptionCheck()) != 0;
        self.clear_exception();
        !method.is_null() && !threw
    }

    pub fn clear_exception(self) {
        if jni!(self.ExceptionCheck()) != 0 {
            jni!(self.ExceptionClear());
        }
    }

    pub fn superclass(self, class: jclass) -> Option<jclass> {
        let above = jni!(self.GetSuperclass(class));
        (!above.is_null()).then_some(above)
    }

    pub fn object_class(self, object: jobject) -> jclass {
        jni!(self.GetObjectClass(object))
    }

    pub fn new_global(self, object: jobject) -> jobject {
        jni!(self.NewGlobalRef(object))
    }

    pub fn new_weak(self, object: jobject) -> jobject {
        jni!(self.NewWeakGlobalRef(object))
    }

    pub fn delete_global(self, reference: jobject) {
        jni!(self.DeleteGlobalRef(reference));
    }

    pub fn delete_weak(self, reference: jobject) {
        jni!(self.DeleteWeakGlobalRef(reference));
    }

    pub fn new_local(self, reference: jobject) -> Option<jobject> {
        let local = jni!(self.NewLocalRef(reference));
        (!local.is_null()).then_some(local)
    }

    pub fn delete_local(self, object: jobject) {
        if !object.is_null() {
            jni!(self.DeleteLocalRef(object));
        }
    }

    pub fn string(self, text: &str) -> jstring {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        modified_utf8::encode(text, &mut bytes);
        match CString::new(bytes) {
            Ok(text) => {
                let string = jni!(self.NewStringUTF(text.as_ptr()));
                self.clear_exception();
                string
            }
            Err(_) => ptr::null_mut(),
        }
    }

    /// The characters of a string of the JVM.
    pub fn text(self, string: jstring) -> Option<String> {
        let chars = jni!(self.GetStringUTFChars(string, ptr::null_mut()));
        if chars.is_null() {
            self.clear_exception();
            return None;
        }
        // SAFETY: the JVM gives a terminated string, which is valid until it is released.
        let text = modified_utf8::shown(unsafe { CStr::from_ptr(chars) }.to_bytes());
        jni!(self.ReleaseStringUTFChars(string, chars));
        Some(text)
    }

    pub fn set_element(self, array: jobjectArray, index: i32, value: jobject) {
        jni!(self.SetObjectArrayElement(array, index, value));
        self.clear_exception();
    }

    pub fn object_array(self, length: i32, class: &CStr) -> jobjectArray {
        let Some(class) = self.find_class(class) else {
            return ptr::null_mut();
        };
        let array = jni!(self.NewObjectArray(length, class, ptr::null_mut()));
        self.clear_exception();
        array
    }

    pub fn reflected_static_field(self, class: jclass, field: jfieldID) -> jobject {
        let reflected = jni!(self.ToReflectedField(class, field, 1));
        self.clear_exception();
        reflected
    }

    /// Asks `Unsafe`, whose method returns an int up to JDK 24 and a long from there on.
    pub fn array_base(self, array: jclass) -> Option<i64> {
        let class = self.find_class(c"jdk/internal/misc/Unsafe")?;
        let getter = jni!(self.GetStaticMethodID(
            class,
            c"getUnsafe".as_ptr(),
            c"()Ljdk/internal/misc/Unsafe;".as_ptr()
        ));
        if getter.is_null() {
            self.clear_exception();
            return None;
        }
        let instance = jni!(self.CallStaticObjectMethodA(class, getter, ptr::null()));
        self.succeeded()?;
        let argument = [jvalue { l: array }];
        let method = |signature: &CStr| {
            let id = jni!(self.GetMethodID(class, c"arrayBaseOffset".as_ptr(), signature.as_ptr()));
            self.clear_exception();
            (!id.is_null()).then_some(id)
        };
        if let Some(id) = method(c"(Ljava/lang/Class;)I") {
            let base = jni!(self.CallIntMethodA(instance, id, argument.as_ptr()));
            return self.succeeded().map(|()| i64::from(base));
        }
        let id = method(c"(Ljava/lang/Class;)J")?;
        let base = jni!(self.CallLongMethodA(instance, id, argument.as_ptr()));
        self.succeeded().map(|()| base)
    }

    fn find_class(self, name: &CStr) -> Option<jclass> {
        let class = jni!(self.FindClass(name.as_ptr()));
        self.clear_exception();
        (!class.is_null()).then_some(class)
    }

    pub fn push_frame(self, capacity: i32) -> bool {
        jni!(self.PushLocalFrame(capacity)) == 0
    }

    /// Ends a frame; `keep` survives it.
    pub fn pop_frame(self, keep: jobject) -> jobject {
        jni!(self.PopLocalFrame(keep))
    }

    pub fn fatal(self, message: &str) -> ! {
        let message = CString::new(message).unwrap_or_default();
        jni!(self.FatalError(message.as_ptr()));
        std::process::abort()
    }
}
