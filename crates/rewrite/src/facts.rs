//! What a class says of itself, kept for the classes that refer to it later.

use raddle_classfile::{ClassFile, access};

use crate::error::Result;
use crate::world::FieldFacts;

/// Names are in internal form. A field whose name is not valid UTF-8 is left out: no access to it can be
/// named, so none is rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    pub name: String,
    pub super_name: Option<String>,
    pub interfaces: Vec<String>,
    pub is_interface: bool,
    /// As declared; fields that the rewriter adds are not among them.
    pub fields: Vec<Field>,
    pub has_clinit: bool,
    pub declares_finalize: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub descriptor: String,
    pub facts: FieldFacts,
}

impl ClassFacts {
    pub fn of(class: &ClassFile) -> Result<Self> {
        let pool = &class.pool;
        let mut fields = Vec::with_capacity(class.fields.len());
        for f in &class.fields {
            let (Ok(name), Ok(descriptor)) = (pool.utf8(f.name), pool.utf8(f.descriptor)) else {
                continue;
            };
            let facts = FieldFacts {
                is_static: f.access & access::ACC_STATIC != 0,
                is_final: f.access & access::ACC_FINAL != 0,
                is_volatile: f.access & access::ACC_VOLATILE != 0,
            };
            fields.push(Field {
                name: name.to_owned(),
                descriptor: descriptor.to_owned(),
                facts,
            });
        }
        let declares = |name: &[u8], descriptor: &[u8], is_static: bool| {
            class.methods.iter().any(|m| {
                pool.utf8_bytes(m.name) == Ok(name)
                    && pool.utf8_bytes(m.descriptor) == Ok(descriptor)
                    && (m.access & access::ACC_STATIC != 0) == is_static
            })
        };
        let interfaces = class
            .interfaces
            .iter()
            .map(|&i| Ok(pool.class_name(i)?.to_owned()));
        Ok(ClassFacts {
            name: class.name()?.to_owned(),
            super_name: class.super_name()?.map(str::to_owned),
            interfaces: interfaces.collect::<Result<_>>()?,
            is_interface: class.access & access::ACC_INTERFACE != 0,
            fields,
            has_clinit: declares(b"<clinit>", b"()V", true),
            declares_finalize: declares(b"finalize", b"()V", false),
        })
    }

    /// What the class declares under this name and descriptor.
    pub fn field(&self, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.fields
            .iter()
            .find(|f| f.name == name && f.descriptor == descriptor)
            .map(|f| f.facts)
    }
}
