//! What a field is that an instruction names: asked of the JVM itself, once per site.

use jvmti_bindings::sys::jni::{jclass, jfieldID, jobject, jobjectArray};
use raddle_events::runtime::{FIELD_BITS, FieldCode};
use raddle_events::{AccessKind, Op, Place, SiteId};
use raddle_rewrite::Role;

use crate::Agent;
use crate::jvm::{ACC_FINAL, ACC_STATIC, ACC_VOLATILE, Env};

use crate::class_loading::{sites, transform};
use crate::lifecycle::runtime;
use crate::synchronisation::initialisation;

/// What is known of the field that an instruction names.
pub struct Described {
    field: FieldCode,
    /// The number of its class, if it is static.
    class: u32,
}

impl Described {
    const UNCHECKED: Described = Described::of(FieldCode::Unchecked);

    const fn of(field: FieldCode) -> Described {
        Described { field, class: 0 }
    }

    pub const fn code(&self) -> i32 {
        self.field.code() | (self.class << FIELD_BITS).cast_signed()
    }
}

/// See `RaddleNative.describe`.
pub fn describe(agent: &Agent, env: Env, from: jclass, site: SiteId, out: jobjectArray) -> Described {
    const UNCHECKED: Described = Described::UNCHECKED;
    let Some(place) = agent.sites.get(site) else {
        return UNCHECKED;
    };
    if let Some((owner, part)) = sites::part_of(&place) {
        let class = ancestor(agent, env, from, owner);
        return class.map_or(UNCHECKED, |class| plain(agent, env, class, part, out));
    }
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
        let number = initialisation::number(agent, env, class);
        env.set_element(out, 1, env.reflected_static_field(class, field));
        let checked = transform::role(&agent.config.scope, &declaring, false) == Role::Program;
        let kind = match modifiers {
            m if m & ACC_FINAL != 0 => FieldCode::Final,
            m if m & ACC_VOLATILE != 0 => FieldCode::Volatile,
            _ if checked && agent.sites.is_fenced(site) => FieldCode::Fenced,
            _ if checked => FieldCode::Plain,
            // Nothing looks at plain accesses there, but what fences order is order.
            _ if agent.sites.is_fenced(site) => FieldCode::Volatile,
            _ => FieldCode::Final,
        };
        return Described {
            field: kind,
            class: number,
        };
    }
    if modifiers & ACC_FINAL != 0 {
        return Described::of(FieldCode::Final);
    }
    // Some plain fields of the JDK count as volatile: what decides is the shadow.
    let word = format!("$raddle$v${name}");
    let word = find_declared(agent, class, &word, "J").map(|_| word);
    if word.is_some() || modifiers & ACC_VOLATILE != 0 {
        if let Some(word) = word {
            env.set_element(out, 1, env.string(&word));
        }
        return Described::of(FieldCode::Volatile);
    }
    if agent.sites.is_fenced(site) {
        env.set_element(out, 1, env.string(name));
        return Described::of(FieldCode::Fenced);
    }
    plain(agent, env, class, name, out)
}

/// A variable of `class` that has a read and a write word there.
fn plain(agent: &Agent, env: Env, class: jclass, name: &str, out: jobjectArray) -> Described {
    let words = [format!("$raddle$r${name}"), format!("$raddle$w${name}")];
    if words
        .iter()
        .any(|word| find_declared(agent, class, word, "J").is_none())
    {
        return Described::UNCHECKED;
    }
    env.set_element(out, 0, class);
    for (at, word) in (1..).zip(&words) {
        env.set_element(out, at, env.string(word));
    }
    Described::of(FieldCode::Plain)
}

/// The class at or above `class` that an instruction calls `owner`.
pub fn ancestor(agent: &Agent, env: Env, class: jclass, owner: &str) -> Option<jclass> {
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
pub fn find(
    agent: &Agent,
    env: Env,
    class: jclass,
    name: &str,
    descriptor: &str,
) -> Option<(jclass, jfieldID)> {
    if let Some(field) = find_declared(agent, class, name, descriptor) {
        return Some((class, field));
    }
    let interfaces = agent.jvmti.interfaces(class);
    interfaces
        .into_iter()
        .find_map(|interface| find(agent, env, interface, name, descriptor))
        .or_else(|| find(agent, env, env.superclass(class)?, name, descriptor))
}

pub fn find_declared(agent: &Agent, class: jclass, name: &str, descriptor: &str) -> Option<jfieldID> {
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

/// The plain fields that are checked: of an object of `class`, or static ones that `class` declares.
pub fn plain_fields(
    agent: &Agent,
    env: Env,
    class: jclass,
    is_static: bool,
) -> Vec<(jclass, String, jfieldID)> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let name = agent.jvmti.class_name(class).unwrap_or_default();
        if transform::role(&agent.config.scope, &name, false) == Role::Program {
            for field in agent.jvmti.fields(class) {
                let modifiers = agent.jvmti.field_modifiers(class, field);
                let Some((name, _)) = agent.jvmti.field_name(class, field) else {
                    continue;
                };
                if modifiers & (ACC_FINAL | ACC_VOLATILE) == 0
                    && (modifiers & ACC_STATIC != 0) == is_static
                    && !name.starts_with("$raddle")
                    && (is_static || find_declared(agent, class, &format!("$raddle$r${name}"), "J").is_some())
                {
                    found.push((class, name, field));
                }
            }
        }
        next = if is_static { None } else { env.superclass(class) };
    }
    found
}

/// The fields that were added to objects of a class: class, name and descriptor.
pub fn added_fields(agent: &Agent, env: Env, class: jclass) -> Vec<(jclass, String, String)> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        for field in agent.jvmti.fields(class) {
            if let Some((name, descriptor)) = agent.jvmti.field_name(class, field)
                && name.starts_with("$raddle")
            {
                found.push((class, name, descriptor));
            }
        }
        next = env.superclass(class);
    }
    found
}

/// A site that stands for a field alone, wherever it is accessed.
pub fn field_site(agent: &Agent, class: jclass, name: &str, is_static: bool) -> Option<SiteId> {
    let owner = agent.jvmti.class_name(class)?;
    let fields = agent.jvmti.fields(class).into_iter();
    let (_, descriptor) = fields
        .filter_map(|field| agent.jvmti.field_name(class, field))
        .find(|(declared, _)| declared == name)?;
    Some(agent.sites.add(Place {
        class: owner.clone(),
        method: String::new(),
        descriptor: String::new(),
        file: None,
        line: None,
        access: AccessKind::Field {
            owner,
            name: name.to_owned(),
            descriptor,
            is_static,
            op: Op::Read,
        },
    }))
}

/// The class whose code called the hook that is running.
pub fn caller(agent: &Agent, env: Env) -> Option<jobject> {
    for frame in agent.jvmti.stack(12) {
        let class = agent.jvmti.declaring_class(frame.method)?;
        if !runtime::is_ours(&agent.jvmti.class_name(class)?) {
            return Some(class);
        }
        env.delete_local(class);
    }
    None
}

/// The innermost class of this name on the stack.
pub fn caller_of(agent: &Agent, env: Env, name: &str) -> Option<jobject> {
    for frame in agent.jvmti.stack(64) {
        let class = agent.jvmti.declaring_class(frame.method)?;
        if agent.jvmti.class_name(class)? == name {
            return Some(class);
        }
        env.delete_local(class);
    }
    None
}
