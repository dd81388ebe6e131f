//! The fields that are added to a class: room for epochs next to the data they speak of.
//!
//! All are `private transient synthetic`, which keeps them out of the default `serialVersionUID`;
//! reflection does not show them (see the patch of `filterFields`). That of `Thread` is not private: the
//! runtime reads it like any field (`java/added`).

use raddle_analysis::ClassFacts;
use raddle_classfile::{ClassFile, Member, access};
use rustc_hash::FxHashSet;

use crate::error::{Error, Result};
use crate::hooks::THREAD_CLASS;
use crate::locks::patches::is_lock;
use crate::memory_accesses::collections;
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
        for part in collections::parts_of(&facts.name) {
            field(file, &format!("{PREFIX}$r${part}"), "J")?;
            field(file, &format!("{PREFIX}$w${part}"), "J")?;
        }
        for (name, descriptor) in collections::element_fields(&facts.name) {
            field(file, name, descriptor)?;
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

/// The field with the shadow word of writes, if the class declares this one, plain, and under a name of its own.
pub(crate) fn write_word_of(class: &ClassFacts, name: &str, descriptor: &str) -> Option<String> {
    let declared = class.field(name, descriptor)?;
    let is_plain = !declared.is_static && !declared.is_final && !declared.is_volatile;
    let same_name = class
        .fields
        .iter()
        .filter(|f| f.name == name && !f.facts.is_static);
    (is_plain && same_name.count() == 1).then(|| format!("{}$w${name}", PREFIX))
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

#[cfg(test)]
mod tests {
    use raddle_analysis::{Field, FieldFacts};

    use super::*;

    fn class() -> ClassFacts {
        ClassFacts {
            name: "A".to_owned(),
            super_name: Some("java/lang/Object".to_owned()),
            interfaces: Vec::new(),
            is_interface: false,
            has_defaults: false,
            fields: vec![Field {
                name: "x".to_owned(),
                descriptor: "I".to_owned(),
                facts: FieldFacts::default(),
            }],
            has_clinit: false,
            declares_finalize: false,
            static_methods: Vec::new(),
        }
    }

    #[test]
    fn only_plain_fields_under_a_name_of_their_own_have_a_shadow_word() {
        let mut class = class();
        assert_eq!(write_word_of(&class, "x", "I").as_deref(), Some("$raddle$w$x"));
        assert_eq!(write_word_of(&class, "y", "I"), None);
        class.fields[0].facts.is_volatile = true;
        assert_eq!(write_word_of(&class, "x", "I"), None);
        class.fields[0].facts.is_volatile = false;
        let mut twin = class.fields[0].clone();
        twin.descriptor = "J".to_owned();
        class.fields.push(twin);
        assert_eq!(write_word_of(&class, "x", "I"), None);
    }
}
