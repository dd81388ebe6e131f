//! What a class says of itself, kept for the classes that refer to it later.

use raddle_classfile::{ClassFile, Constant, ConstantPool, Member, Result, access, op};
use raddle_events::is_jdk_class;

use crate::opcodes::{Opcodes, bytecode};
use crate::world::FieldFacts;

/// Names are in internal form. A field whose name is not valid UTF-8 is left out: no access to it can be
/// named, so none is rewritten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassFacts {
    pub name: String,
    pub super_name: Option<String>,
    pub interfaces: Vec<String>,
    pub is_interface: bool,
    /// An interface that a class which implements it initialises: it has methods that are neither abstract nor
    /// static.
    pub has_defaults: bool,
    /// As declared in the class file.
    pub fields: Vec<Field>,
    pub has_clinit: bool,
    /// And not an empty one, which the JVM takes for none.
    pub declares_finalize: bool,
    /// Of classes outside the JDK.
    pub static_methods: Vec<StaticMethod>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticMethod {
    pub name: String,
    pub descriptor: String,
    /// It is a pure method: it computes from its arguments alone, touches no memory and calls no method.
    pub is_pure: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub descriptor: String,
    pub facts: FieldFacts,
}

/// Fields of `java.util.concurrent` that are plain, but are ordered by fences and by the `VarHandle` of an
/// enclosing class where it matters.
const FENCED: &[(&str, &str)] = &[
    ("java/util/concurrent/ConcurrentSkipListMap$Node", "val"),
    ("java/util/concurrent/ConcurrentSkipListMap$Node", "next"),
    ("java/util/concurrent/ConcurrentSkipListMap$Index", "right"),
    ("java/util/concurrent/ConcurrentSkipListMap", "head"),
    (
        "java/util/concurrent/SubmissionPublisher$BufferedSubscription",
        "array",
    ),
];

/// Whether a plain field counts as volatile: one of [`FENCED`], or one that a class of
/// `java.util.concurrent` names in a string, which it does to make a `VarHandle` or to ask for an offset.
/// What is then ordered too much is never less than what the class relies on.
fn is_fenced(class: &ClassFile, name: u16) -> Result<bool> {
    let owner = class.name()?;
    if !owner.starts_with("java/util/concurrent/") {
        return Ok(false);
    }
    let pool = &class.pool;
    let field = pool.utf8_bytes(name)?;
    let named =
        |c: Constant<'_>| matches!(c, Constant::String { text } if pool.utf8_bytes(text) == Ok(field));
    Ok(
        FENCED.iter().any(|&(c, f)| c == owner && f.as_bytes() == field)
            || pool.iter().any(|(_, c)| named(c)),
    )
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
                is_volatile: f.access & access::ACC_VOLATILE != 0
                    || f.access & access::ACC_FINAL == 0 && is_fenced(class, f.name)?,
            };
            fields.push(Field {
                name: name.to_owned(),
                descriptor: descriptor.to_owned(),
                facts,
            });
        }
        let declared = |name: &[u8], descriptor: &[u8], is_static: bool| {
            class.methods.iter().find(|m| {
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
            has_defaults: class.access & access::ACC_INTERFACE != 0
                && class
                    .methods
                    .iter()
                    .any(|m| m.access & (access::ACC_ABSTRACT | access::ACC_STATIC) == 0),
            fields,
            has_clinit: declared(b"<clinit>", b"()V", true).is_some(),
            declares_finalize: declared(b"finalize", b"()V", false).is_some_and(|m| !has_empty_body(m, pool)),
            static_methods: match is_jdk_class(class.name()?) {
                true => Vec::new(),
                false => class
                    .methods
                    .iter()
                    .filter_map(|m| static_method(m, pool))
                    .collect(),
            },
        })
    }

    /// What the class declares under this name and descriptor.
    pub fn static_method(&self, name: &str, descriptor: &str) -> Option<&StaticMethod> {
        let mut methods = self.static_methods.iter();
        methods.find(|m| m.name == name && m.descriptor == descriptor)
    }

    /// What the class declares under this name and descriptor.
    pub fn field(&self, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.fields
            .iter()
            .find(|f| f.name == name && f.descriptor == descriptor)
            .map(|f| f.facts)
    }
}

/// Longer methods are not looked at, and count as not pure.
const MAX_PURE: usize = 200;

fn static_method(method: &Member, pool: &ConstantPool) -> Option<StaticMethod> {
    if method.access & access::ACC_STATIC == 0 {
        return None;
    }
    Some(StaticMethod {
        name: pool.utf8(method.name).ok()?.to_owned(),
        descriptor: pool.utf8(method.descriptor).ok()?.to_owned(),
        is_pure: method.access & access::ACC_SYNCHRONIZED == 0 && is_pure(method, pool),
    })
}

fn is_pure(method: &Member, pool: &ConstantPool) -> bool {
    let code = method.attribute(pool, "Code");
    let code = code.and_then(|code| bytecode(&code.data));
    let Some(code) = code.filter(|code| code.len() <= MAX_PURE) else {
        return false;
    };
    let computes = |(op, operand): (u8, u16)| match op {
        op::LDC => matches!(
            pool.entry(operand >> 8),
            Ok(Constant::Integer(_) | Constant::Float(_))
        ),
        op::LDC_W => matches!(pool.entry(operand), Ok(Constant::Integer(_) | Constant::Float(_))),
        op::LDC2_W => matches!(pool.entry(operand), Ok(Constant::Long(_) | Constant::Double(_))),
        op::NOP..=op::SIPUSH | op::ILOAD..=op::ALOAD_3 | op::ISTORE..=op::ASTORE_3 => true,
        op::POP..=op::GOTO | op::TABLESWITCH | op::LOOKUPSWITCH | op::IRETURN..=op::RETURN => true,
        op::WIDE | op::IFNULL | op::IFNONNULL | op::GOTO_W => true,
        _ => false,
    };
    Opcodes::new(code).all(computes)
}

/// Whether all that a method does is return. The JVM takes such a finalizer for none: with code in it, every
/// object of the class would be finalized.
pub fn has_empty_body(method: &Member, pool: &ConstantPool) -> bool {
    let code = method.attribute(pool, "Code");
    code.and_then(|a| bytecode(&a.data)) == Some(&[op::RETURN])
}
