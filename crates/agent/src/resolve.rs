//! What a field is that an instruction names: asked of the JVM itself, once per site.

use jvmti_bindings::sys::jni::{jclass, jfieldID, jobject, jobjectArray};
use raddle_events::SiteId;
use raddle_rewrite::Role;

use crate::Agent;
use crate::jvm::{ACC_FINAL, ACC_STATIC, ACC_VOLATILE, Env};
use crate::{runtime, sites, transform};

/// The same numbers as in `RaddleMemory`.
const UNCHECKED: i32 = 0;
const PLAIN: i32 = 1;
const VOLATILE: i32 = 2;
const FINAL: i32 = 3;
const KIND_BITS: u32 = 8;

/// See `RaddleNative.describe`.
pub fn describe(agent: &Agent, env: Env, from: jclass, site: SiteId, out: jobjectArray) -> i32 {
    let Some(place) = agent.sites.get(site) else {
        return UNCHECKED;
    };
    let Some((owner, name, descriptor, is_static)) = sites::field_of(&place) else {
        return UNCHECKED;
    };
    let start = if is_static {
        Some(from)
    } else {
        ancestor(agent, env, from, owner)
    };
    let Some((class, field)) = start.and_then(|c| find(agent, env, c, name, descriptor)) else {
        return UNCHECKED;
    };
    let modifiers = agent.jvmti.field_modifiers(class, field);
    let Some(declaring) = agent.jvmti.class_name(class) else {
        return UNCHECKED;
    };
    env.set_element(out, 0, class);
    if is_static {
        if modifiers & ACC_STATIC == 0 {
            return UNCHECKED;
        }
        let number = agent.classes.number(&declaring).unwrap_or(0) as i32;
        env.set_element(out, 1, env.reflected_static_field(class, field));
        let checked = transform::role(&agent.config.scope, &declaring, false) == Role::Program;
        let kind = match modifiers {
            m if m & ACC_FINAL != 0 => FINAL,
            m if m & ACC_VOLATILE != 0 => VOLATILE,
            _ if checked => PLAIN,
            _ => FINAL,
        };
        return kind | number << KIND_BITS;
    }
    if modifiers & ACC_FINAL != 0 {
        return FINAL;
    }
    let shadow = |letter: char| {
        let shadow = format!("$raddle${letter}${name}");
        find_declared(agent, class, &shadow, "J").map(|_| shadow)
    };
    // Some plain fields of the JDK count as volatile: what decides is the shadow.
    let word = shadow('v');
    if word.is_some() || modifiers & ACC_VOLATILE != 0 {
        if let Some(word) = word {
            env.set_element(out, 1, env.string(&word));
        }
        return VOLATILE;
    }
    match (shadow('r'), shadow('w')) {
        (Some(reads), Some(writes)) => {
            env.set_element(out, 1, env.string(&reads));
            env.set_element(out, 2, env.string(&writes));
            PLAIN
        }
        _ => UNCHECKED,
    }
}

/// The class at or above `class` that an instruction calls `owner`.
fn ancestor(agent: &Agent, env: Env, class: jclass, owner: &str) -> Option<jclass> {
    let mut next = Some(class);
    while let Some(class) = next {
        if agent.jvmti.class_name(class)? == owner {
            return Some(class);
        }
        next = env.superclass(class);
    }
    None
}

/// Where the JVM finds a field: the class, its interfaces, its superclass.
fn find(agent: &Agent, env: Env, class: jclass, name: &str, descriptor: &str) -> Option<(jclass, jfieldID)> {
    if let Some(field) = find_declared(agent, class, name, descriptor) {
        return Some((class, field));
    }
    let interfaces = agent.jvmti.interfaces(class);
    interfaces
        .into_iter()
        .find_map(|interface| find(agent, env, interface, name, descriptor))
        .or_else(|| find(agent, env, env.superclass(class)?, name, descriptor))
}

fn find_declared(agent: &Agent, class: jclass, name: &str, descriptor: &str) -> Option<jfieldID> {
    agent.jvmti.fields(class).into_iter().find(|&field| {
        agent
            .jvmti
            .field_name(class, field)
            .is_some_and(|(n, d)| n == name && d == descriptor)
    })
}

/// The class at or above `class` that has a monitor word.
pub fn lock_class(agent: &Agent, env: Env, class: jclass) -> Option<jclass> {
    let mut next = Some(class);
    while let Some(class) = next {
        if find_declared(agent, class, "$raddle$m", "J").is_some() {
            return Some(class);
        }
        next = env.superclass(class);
    }
    None
}

/// Triples of class, name and shadow name of the volatile fields of `class`, inherited ones included.
pub fn volatile_fields(agent: &Agent, env: Env, class: jclass) -> Vec<(jclass, String, String)> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let fields = agent.jvmti.fields(class);
        let named = |field: &jfieldID| agent.jvmti.field_name(class, *field);
        let names: Vec<String> = fields.iter().filter_map(named).map(|(name, _)| name).collect();
        for &field in &fields {
            if agent.jvmti.field_modifiers(class, field) & ACC_STATIC != 0 {
                continue;
            }
            let Some((name, _)) = agent.jvmti.field_name(class, field) else {
                continue;
            };
            let shadow = format!("$raddle$v${name}");
            if names.contains(&shadow) {
                found.push((class, name, shadow));
            }
        }
        next = env.superclass(class);
    }
    found
}

/// The class whose code called the hook that is running.
pub fn caller(agent: &Agent, env: Env) -> Option<jobject> {
    for frame in agent.jvmti.stack(12) {
        let class = agent.jvmti.declaring_class(frame.method)?;
        if !agent.jvmti.class_name(class)?.starts_with(runtime::PREFIX) {
            return Some(class);
        }
        env.delete_local(class);
    }
    None
}
