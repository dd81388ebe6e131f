//! What a site stands for, which fields a class has, and where the elements of an array begin.

use std::ptr;

use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jobject, jobjectArray};
use raddle_events::runtime::{FIELD_PARTS, FieldCode, MODE_NONE};

use super::{guarded, site};
use crate::class_loading::{resolve, sites};
use crate::jvm::{ACC_STATIC, Env};
use crate::memory_accesses::finals;
use crate::reporting::completeness::IncompleteReason;
use crate::reporting::names::dotted;
use crate::synchronisation::initialisation;

const PARTS: jint = FIELD_PARTS.cast_signed();

pub(super) extern "system" fn caller(env: *mut JNIEnv, _: jclass) -> jclass {
    guarded(env, ptr::null_mut(), |agent, env| {
        resolve::caller(agent, env).unwrap_or(ptr::null_mut())
    })
}

pub(super) extern "system" fn owner(env: *mut JNIEnv, _: jclass, at: jint) -> jobject {
    guarded(env, ptr::null_mut(), |agent, env| {
        let place = agent.sites.get(site(at));
        let owner = place
            .as_ref()
            .and_then(sites::field_of)
            .map(|(owner, ..)| dotted(owner));
        owner.map_or(ptr::null_mut(), |owner| env.string(&owner))
    })
}

pub(super) extern "system" fn field_name(env: *mut JNIEnv, _: jclass, at: jint) -> jobject {
    guarded(env, ptr::null_mut(), |agent, env| {
        let place = agent.sites.get(site(at));
        let name = place.as_ref().and_then(sites::field_of).map(|(_, name, ..)| name);
        name.map_or(ptr::null_mut(), |name| env.string(name))
    })
}

pub(super) extern "system" fn declaring(env: *mut JNIEnv, _: jclass, at: jint) -> jobject {
    guarded(env, ptr::null_mut(), |agent, env| {
        let place = agent.sites.get(site(at));
        let field = place.as_ref().and_then(sites::field_of);
        let class =
            field.and_then(|(owner, name, descriptor, _)| agent.classes.declaring(owner, name, descriptor));
        class.map_or(ptr::null_mut(), |class| env.string(&dotted(&class)))
    })
}

pub(super) extern "system" fn describe(
    env: *mut JNIEnv,
    _: jclass,
    from: jclass,
    at: jint,
    out: jobjectArray,
) -> jint {
    guarded(env, 0, |agent, env| {
        if !env.push_frame(256) {
            env.clear_exception();
            return FieldCode::Unchecked.code();
        }
        let described = resolve::describe(agent, env, from, site(at), out);
        env.pop_frame(ptr::null_mut());
        described.code()
    })
}

pub(super) extern "system" fn mode(env: *mut JNIEnv, _: jclass, at: jint) -> jint {
    guarded(env, MODE_NONE, |agent, _| agent.sites.mode(site(at)).code())
}

pub(super) extern "system" fn freezes(env: *mut JNIEnv, _: jclass, class: jclass) -> jboolean {
    guarded(env, 0, |agent, env| {
        let is_text = agent.jvmti.class_name(class).as_deref() == Some("java/lang/String");
        jboolean::from(!is_text && finals::has_final_references(agent, env, class))
    })
}

pub(super) extern "system" fn initialisation(env: *mut JNIEnv, _: jclass, class: jclass) -> jint {
    guarded(env, 0, |agent, env| {
        if !env.push_frame(256) {
            env.clear_exception();
            return 0;
        }
        let number = initialisation::number(agent, env, class);
        env.pop_frame(ptr::null_mut());
        number as jint
    })
}

pub(super) extern "system" fn ancestors(env: *mut JNIEnv, _: jclass, number: jint, class: jclass) -> jlong {
    guarded(env, 0, |agent, env| {
        if class.is_null() || !env.push_frame(256) {
            env.clear_exception();
            return 0;
        }
        let word = initialisation::look_up(agent, env, number as u32, class);
        env.pop_frame(ptr::null_mut());
        word as jlong
    })
}

pub(super) extern "system" fn lock_class(env: *mut JNIEnv, _: jclass, class: jclass) -> jclass {
    guarded(env, ptr::null_mut(), |agent, env| {
        resolve::lock_class(agent, env, class).unwrap_or(ptr::null_mut())
    })
}

pub(super) extern "system" fn declares(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    name: jobject,
) -> jboolean {
    guarded(env, 0, |agent, env| {
        let name = env.text(name);
        let is_it = |field| {
            let named = agent.jvmti.field_name(class, field);
            agent.jvmti.field_modifiers(class, field) & ACC_STATIC == 0 && named.map(|(name, _)| name) == name
        };
        jboolean::from(agent.jvmti.fields(class).into_iter().any(is_it))
    })
}

pub(super) extern "system" fn volatile_fields(env: *mut JNIEnv, _: jclass, class: jclass) -> jobjectArray {
    guarded(env, ptr::null_mut(), |agent, env| {
        named_fields(env, resolve::volatile_fields(agent, env, class))
    })
}

pub(super) extern "system" fn added_fields(env: *mut JNIEnv, _: jclass, class: jclass) -> jobjectArray {
    guarded(env, ptr::null_mut(), |agent, env| {
        named_fields(env, resolve::added_fields(agent, env, class))
    })
}

/// Triples of a class and two strings.
fn named_fields(env: Env, fields: Vec<(jclass, String, String)>) -> jobjectArray {
    let out = env.object_array(fields.len() as jint * PARTS, c"java/lang/Object");
    if out.is_null() {
        return out;
    }
    for (i, (class, name, second)) in fields.into_iter().enumerate() {
        let at = i as jint * PARTS;
        env.set_element(out, at, class);
        for (offset, text) in [(1, name), (2, second)] {
            let string = env.string(&text);
            env.set_element(out, at + offset, string);
            env.delete_local(string);
        }
    }
    out
}

pub(super) extern "system" fn plain_fields(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    is_static: jboolean,
) -> jobjectArray {
    guarded(env, ptr::null_mut(), |agent, env| {
        let fields = resolve::plain_fields(agent, env, class, is_static != 0);
        let out = env.object_array(fields.len() as jint * PARTS, c"java/lang/Object");
        if out.is_null() {
            return out;
        }
        for (i, (class, name, field)) in fields.into_iter().enumerate() {
            let at = i as jint * PARTS;
            env.set_element(out, at, class);
            let string = env.string(&name);
            env.set_element(out, at + 1, string);
            env.delete_local(string);
            if is_static != 0 {
                env.set_element(out, at + 2, env.reflected_static_field(class, field));
            }
        }
        out
    })
}

pub(super) extern "system" fn field_site(
    env: *mut JNIEnv,
    _: jclass,
    class: jclass,
    name: jobject,
    is_static: jboolean,
) -> jint {
    guarded(env, 0, |agent, env| {
        let name = env.text(name).unwrap_or_default();
        resolve::field_site(agent, class, &name, is_static != 0).map_or(0, |site| site.0.cast_signed())
    })
}

pub(super) extern "system" fn array_base(env: *mut JNIEnv, _: jclass, array: jclass) -> jlong {
    guarded(env, 0, |agent, env| {
        env.array_base(array).unwrap_or_else(|| {
            agent.reports.incomplete(IncompleteReason::Panic);
            0
        })
    })
}
