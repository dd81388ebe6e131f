//! Looking at classes: how far they are, what they declare, who is above them.

use std::ptr;

use jvmti_bindings::sys::jni::{jclass, jint, jmethodID};
use jvmti_bindings::sys::jvmti::{self as sys, JVMTI_CLASS_STATUS_INITIALIZED, JVMTI_CLASS_STATUS_PREPARED};

use super::{Env, Failed, Jvmti};

const STATIC: jint = 0x8;
const ABSTRACT: jint = 0x400;

/// A method that a class declares.
pub struct Declared {
    pub name: String,
    pub descriptor: String,
    pub is_static: bool,
    pub is_abstract: bool,
}

impl Jvmti {
    /// Whether a class is ready to be initialised, and is not initialised.
    pub fn awaits_initialisation(self, class: jclass) -> bool {
        let mut status = 0;
        let known = call!(self.GetClassStatus(class, &mut status)).is_ok();
        known && status & JVMTI_CLASS_STATUS_PREPARED != 0 && status & JVMTI_CLASS_STATUS_INITIALIZED == 0
    }

    /// The class of this name that the loader of another one knows by it.
    pub fn class_seen_from(self, env: Env, other: jclass, name: &str) -> Option<jclass> {
        let mut loader = ptr::null_mut();
        call!(self.GetClassLoader(other, &mut loader)).ok()?;
        let (mut count, mut classes) = (0, ptr::null_mut());
        let listed = call!(self.GetClassLoaderClasses(loader, &mut count, &mut classes));
        env.delete_local(loader);
        listed.ok()?;
        let mut found = None;
        for class in self.take_array(count, classes) {
            match found.is_none() && self.class_name(class).as_deref() == Some(name) {
                true => found = Some(class),
                false => env.delete_local(class),
            }
        }
        found
    }

    pub fn methods(self, class: jclass) -> Vec<Declared> {
        let (mut count, mut methods) = (0, ptr::null_mut());
        if call!(self.GetClassMethods(class, &mut count, &mut methods)).is_err() {
            return Vec::new();
        }
        let methods: Vec<jmethodID> = self.take_array(count, methods);
        methods
            .into_iter()
            .filter_map(|method| self.declared(method))
            .collect()
    }

    fn declared(self, method: jmethodID) -> Option<Declared> {
        let (mut name, mut descriptor, mut modifiers) = (ptr::null_mut(), ptr::null_mut(), 0);
        call!(self.GetMethodName(method, &mut name, &mut descriptor, ptr::null_mut())).ok()?;
        let (name, descriptor) = (self.take_string(name), self.take_string(descriptor));
        call!(self.GetMethodModifiers(method, &mut modifiers)).ok()?;
        Some(Declared {
            name: name?,
            descriptor: descriptor?,
            is_static: modifiers & STATIC != 0,
            is_abstract: modifiers & ABSTRACT != 0,
        })
    }

    pub fn is_interface(self, class: jclass) -> bool {
        let mut is_interface = 0;
        call!(self.IsInterface(class, &mut is_interface)).is_ok() && is_interface != 0
    }
}

impl Env {
    /// Whether a class is another, or below it.
    pub fn is_below(self, class: jclass, above: jclass) -> bool {
        jni!(self.IsAssignableFrom(class, above)) != 0
    }
}
