//! Calling methods of the program's, which may throw.

use std::ffi::CStr;
use std::ptr;

use jvmti_bindings::sys::jni::{jclass, jmethodID, jobject, jvalue};

use super::Env;

/// What a method gave, or what it threw, as a local reference.
pub type Called<T> = Result<T, jobject>;

impl Env {
    /// A method that is not static, of the class or inherited.
    pub fn method(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jmethodID> {
        let method = jni!(self.GetMethodID(class, name.as_ptr(), descriptor.as_ptr()));
        self.clear_exception();
        (!method.is_null()).then_some(method)
    }

    /// A new object, by a constructor without parameters.
    pub fn construct(self, class: jclass, constructor: jmethodID) -> Called<jobject> {
        let made = jni!(self.NewObjectA(class, constructor, ptr::null()));
        self.unless_threw(made)
    }

    pub fn call_void(self, object: jobject, method: jmethodID, arguments: &[jvalue]) -> Called<()> {
        jni!(self.CallVoidMethodA(object, method, arguments.as_ptr()));
        self.unless_threw(())
    }

    pub fn call_int(self, object: jobject, method: jmethodID, arguments: &[jvalue]) -> Called<i32> {
        let answer = jni!(self.CallIntMethodA(object, method, arguments.as_ptr()));
        self.unless_threw(answer)
    }

    pub fn call_static_object(self, class: jclass, method: jmethodID, argument: jobject) -> Called<jobject> {
        let arguments = [jvalue { l: argument }];
        let answer = jni!(self.CallStaticObjectMethodA(class, method, arguments.as_ptr()));
        self.unless_threw(answer)
    }

    /// A new object; what its constructor throws is left for the caller's caller.
    pub fn make(self, class: jclass) -> jobject {
        let constructor = jni!(self.GetMethodID(class, c"<init>".as_ptr(), c"()V".as_ptr()));
        match constructor.is_null() {
            true => ptr::null_mut(),
            false => jni!(self.NewObjectA(class, constructor, ptr::null())),
        }
    }

    /// Calls a method that reflection has found, without result and with one parameter at most; if there is no object, a
    /// static one.
    /// What it throws is left for the caller's caller.
    pub fn invoke(self, class: jclass, object: jobject, method: jobject, argument: jobject) {
        let method = jni!(self.FromReflectedMethod(method));
        if method.is_null() {
            return;
        }
        // What the method does not take, the JVM does not look at.
        let arguments = [jvalue { l: argument }];
        match object.is_null() {
            true => jni!(self.CallStaticVoidMethodA(class, method, arguments.as_ptr())),
            false => jni!(self.CallVoidMethodA(object, method, arguments.as_ptr())),
        }
    }

    /// An `int[]`; null if there is no room for it.
    pub fn int_array(self, items: &[i32]) -> jobject {
        let array = jni!(self.NewIntArray(items.len() as i32));
        match array.is_null() {
            true => self.clear_exception(),
            false => {
                jni!(self.SetIntArrayRegion(array, 0, items.len() as i32, items.as_ptr()));
                self.clear_exception();
            }
        }
        array
    }

    fn unless_threw<T>(self, value: T) -> Called<T> {
        let thrown = jni!(self.ExceptionOccurred());
        if thrown.is_null() {
            return Ok(value);
        }
        self.clear_exception();
        Err(thrown)
    }
}
