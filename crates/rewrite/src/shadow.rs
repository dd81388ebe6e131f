//! The fields that are added to a class: room for epochs next to the data they speak of.
//!
//! All are `private transient synthetic`, which keeps them out of the default `serialVersionUID`;
//! reflection does not show them (see the patch of `filterFields`). That of `Thread` is not private: the
//! runtime reads it like any field (`java/added`).

use raddle_classfile::{ClassFile, Member, access};
use rustc_hash::FxHashSet;

use crate::contents;
use crate::error::{Error, Result};
use crate::facts::ClassFacts;
use crate::hooks::{SHADOW_CLASS, THREAD_CLASS};
use crate::patches::is_lock;
use crate::{Role, Skipped};

const FLAGS: u16 = access::ACC_PRIVATE | access::ACC_TRANSIENT | access::ACC_SYNTHETIC;

/// What the names of all added fields start with.
pub(crate) const PREFIX: &str = "$raddle";

/// Adds the shadow fields; says whether there were any.
pub(crate) fn add(
    file: &mut ClassFile,
    facts: &ClassFacts,
    role: Role,
    memory: bool,
    has_monitor: bool,
    skipped: &mut Vec<Skipped>,
) -> Result<bool> {
    if facts.is_interface {
        return Ok(false);
    }
    let before = file.fields.len();
    let mut named = FxHashSet::default();
    for f in facts.fields.iter().filter(|f| !f.facts.is_static) {
        let shadows: &[&str] = match f.facts {
            facts if facts.is_volatile => &["v"],
            facts if facts.is_final => &[],
            _ if role == Role::Program && memory => &["r", "w"],
            _ => &[],
        };
        if shadows.is_empty() {
            continue;
        }
        if !named.insert(f.name.as_str()) {
            let reason = format!(
                "field {}:{} has the name of another: not checked",
                f.name, f.descriptor
            );
            skipped.push(Skipped { method: None, reason });
            continue;
        }
        for shadow in shadows {
            field(file, &format!("{PREFIX}${shadow}${}", f.name), "J")?;
        }
    }
    if role == Role::Jdk {
        for part in contents::parts_of(&facts.name) {
            field(file, &format!("{PREFIX}$r${part}"), "J")?;
            field(file, &format!("{PREFIX}$w${part}"), "J")?;
        }
        if contents::has_elements(&facts.name) {
            field(file, contents::ELEMENTS, &format!("L{SHADOW_CLASS};"))?;
        }
    }
    match facts.name.as_str() {
        // A class object is a lock too, and has the shadows of its static fields to find.
        "java/lang/Class" => {
            field(file, "$raddle$lock", "I")?;
            field(file, "$raddle$number", "I")?;
            field(file, "$raddle$initialised", "I")?;
            field(file, "$raddle$freezes", "I")?;
            field(file, "$raddle$map", "[I")?;
            field(file, "$raddle$added", "[J")?;
            field(file, "$raddle$plain", "Ljava/lang/Object;")?;
            field(file, "$raddle$statics", "Ljava/lang/Object;")?;
        }
        _ if has_monitor || is_lock(&facts.name) => {
            field(file, "$raddle$m", "J")?;
            field(file, "$raddle$id", "I")?;
        }
        _ => {}
    }
    if facts.name == "java/lang/Thread" {
        let open = FLAGS & !access::ACC_PRIVATE;
        field_with(file, open, "$raddle", &format!("L{THREAD_CLASS};"))?;
    }
    Ok(file.fields.len() > before)
}

fn field(file: &mut ClassFile, name: &str, descriptor: &str) -> Result<()> {
    field_with(file, FLAGS, name, descriptor)
}

fn field_with(file: &mut ClassFile, access: u16, name: &str, descriptor: &str) -> Result<()> {
    if file.fields.len() >= usize::from(u16::MAX) {
        return Err(Error::TooManyFields);
    }
    let (name, descriptor) = (file.pool.add_utf8(name)?, file.pool.add_utf8(descriptor)?);
    file.fields.push(Member {
        access,
        name,
        descriptor,
        attributes: Vec::new(),
    });
    Ok(())
}
