//! Arrays that a compiler or a tool keeps for code of its own: the probes of a coverage tool, the tables of `switch`
//! statements of some compilers. A class holds such an array in a static synthetic field, or in a dynamic constant that
//! a synthetic method makes, and the code gets it by these alone.
//!
//! What a lambda's body or an accessor of a nested class gives is the program's, though it is synthetic, too. So a
//! method counts only if it reads such a field, no other field of its class, and calls no method of it.

use raddle_classfile::{ClassFile, Constant, ConstantPool, Insn, Member, Result, access, op};

use crate::opcodes::{Opcodes, bytecode};

/// What a class has of that sort.
#[derive(Debug, Default)]
pub struct Generated {
    class: String,
    fields: Vec<String>,
    methods: Vec<(String, String)>,
    /// By number: whether it is a synthetic method of the class.
    bootstraps: Vec<bool>,
}

impl Generated {
    pub fn of(class: &ClassFile) -> Result<Generated> {
        let pool = &class.pool;
        let mut found = Generated {
            class: class.name()?.to_owned(),
            ..Generated::default()
        };
        let added = |member: &Member| member.access & access::ACC_STATIC != 0 && is_synthetic(member, pool);
        if !class.methods.iter().any(added) {
            return Ok(found);
        }
        for field in class.fields.iter().filter(|field| added(field)) {
            let is_volatile = field.access & access::ACC_VOLATILE != 0;
            if !is_volatile && pool.utf8(field.descriptor)?.starts_with('[') {
                found.fields.push(pool.utf8(field.name)?.to_owned());
            }
        }
        for method in class.methods.iter().filter(|method| added(method)) {
            if found.reads_its_own(method, pool)? {
                let (name, descriptor) = (pool.utf8(method.name)?, pool.utf8(method.descriptor)?);
                found.methods.push((name.to_owned(), descriptor.to_owned()));
            }
        }
        if let Some(attribute) = class.attributes.iter().find(|a| a.is(pool, "BootstrapMethods")) {
            let is_added = |handle: u16| {
                let Ok(Constant::MethodHandle { reference, .. }) = pool.entry(handle) else {
                    return false;
                };
                let is = |method: &&Member, name: &str, descriptor: &str| {
                    pool.utf8(method.name) == Ok(name) && pool.utf8(method.descriptor) == Ok(descriptor)
                };
                pool.member_ref(reference).is_ok_and(|m| {
                    let mut own = class.methods.iter();
                    m.owner == found.class && own.any(|own| is(&own, m.name, m.descriptor) && added(own))
                })
            };
            found.bootstraps = handles(&attribute.data).map(is_added).collect();
        }
        Ok(found)
    }

    fn is_empty(&self) -> bool {
        self.methods.is_empty() && !self.bootstraps.contains(&true)
    }

    fn reads_its_own(&self, method: &Member, pool: &ConstantPool) -> Result<bool> {
        let Some((_, result)) = pool.utf8(method.descriptor)?.split_once(')') else {
            return Ok(false);
        };
        let code = method.attribute(pool, "Code");
        let Some(code) = code.and_then(|code| bytecode(&code.data)) else {
            return Ok(false);
        };
        let mut reads = false;
        for (op, operand) in Opcodes::new(code) {
            let is_field = matches!(op, op::GETSTATIC..=op::PUTFIELD);
            if !is_field && !matches!(op, op::INVOKEVIRTUAL..=op::INVOKEINTERFACE) {
                continue;
            }
            let member = pool.member_ref(operand)?;
            if member.owner != self.class {
                continue;
            }
            if !is_field || !self.fields.iter().any(|field| field == member.name) {
                return Ok(false);
            }
            reads |= op == op::GETSTATIC && member.descriptor == result;
        }
        Ok(reads)
    }

    /// Whether a static field of a class holds such an array.
    pub fn is_field(&self, owner: &str, name: &str) -> bool {
        owner == self.class && self.fields.iter().any(|field| field == name)
    }

    /// Whether an instruction gets such an array.
    pub(crate) fn gets(&self, insn: &Insn, pool: &ConstantPool) -> bool {
        if self.is_empty() {
            return false;
        }
        match *insn {
            Insn::Invoke {
                op: op::INVOKESTATIC,
                index,
            } => pool.member_ref(index).is_ok_and(|method| {
                let is = |(name, descriptor): &(String, String)| {
                    name == method.name && descriptor == method.descriptor
                };
                method.owner == self.class && self.methods.iter().any(is)
            }),
            Insn::Ldc { index, .. } => match pool.entry(index) {
                Ok(Constant::Dynamic { bootstrap, .. }) => {
                    self.bootstraps.get(usize::from(bootstrap)) == Some(&true)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// The method handles of a `BootstrapMethods` attribute.
fn handles(data: &[u8]) -> impl Iterator<Item = u16> {
    let mut words = data
        .chunks_exact(2)
        .map(|word| u16::from_be_bytes([word[0], word[1]]));
    let count = words.next().unwrap_or_default();
    (0..count).map_while(move |_| {
        let handle = words.next()?;
        let arguments = words.next()?;
        words.by_ref().take(arguments.into()).for_each(drop);
        Some(handle)
    })
}

/// By its flag or, in old class files, by an attribute.
pub(crate) fn is_synthetic(member: &Member, pool: &ConstantPool) -> bool {
    member.access & access::ACC_SYNTHETIC != 0 || member.attribute(pool, "Synthetic").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use access::{ACC_STATIC, ACC_SYNTHETIC, ACC_VOLATILE};
    use raddle_classfile::Attribute;

    const ADDED: u16 = ACC_STATIC | ACC_SYNTHETIC;

    fn member(pool: &mut ConstantPool, access: u16, name: &str, descriptor: &str, code: &[u8]) -> Member {
        let attribute = pool.add_utf8("Code").expect("room");
        let length = u32::try_from(code.len()).expect("short");
        let data = [&[0, 9, 0, 9], &length.to_be_bytes()[..], code, &[0, 0, 0, 0]].concat();
        let code = Attribute {
            name: attribute,
            data,
        };
        Member {
            access,
            name: pool.add_utf8(name).expect("room"),
            descriptor: pool.add_utf8(descriptor).expect("room"),
            attributes: if descriptor.starts_with('(') {
                vec![code]
            } else {
                Vec::new()
            },
        }
    }

    /// A class `A` with a field `f` and a method `m` that does this to it, or to another one.
    fn class(field: u16, method: u16, body: impl Fn(&mut ConstantPool) -> Vec<u8>) -> ClassFile {
        let mut pool = ConstantPool::default();
        let this_class = pool.add_class("A").expect("room");
        let body = body(&mut pool);
        let fields = vec![member(&mut pool, field, "f", "[Z", &[])];
        let methods = vec![member(&mut pool, method, "m", "()[Z", &body)];
        ClassFile {
            minor: 0,
            major: 61,
            pool,
            access: 0,
            this_class,
            super_class: 0,
            interfaces: Vec::new(),
            fields,
            methods,
            attributes: Vec::new(),
        }
    }

    fn read(owner: &'static str, name: &'static str) -> impl Fn(&mut ConstantPool) -> Vec<u8> {
        move |pool| {
            let [high, low] = pool.add_field_ref(owner, name, "[Z").expect("room").to_be_bytes();
            vec![op::GETSTATIC, high, low, op::ARETURN]
        }
    }

    fn gives(mut class: ClassFile) -> bool {
        let generated = Generated::of(&class).expect("a class");
        let index = class.pool.add_method_ref("A", "m", "()[Z").expect("room");
        let call = Insn::Invoke {
            op: op::INVOKESTATIC,
            index,
        };
        generated.gets(&call, &class.pool)
    }

    #[test]
    fn a_method_that_reads_its_own_field_gives_such_an_array() {
        assert!(gives(class(ADDED, ADDED, read("A", "f"))));
    }

    #[test]
    fn what_the_program_has_is_the_programs() {
        assert!(!gives(class(ACC_STATIC, ADDED, read("A", "f"))));
        assert!(!gives(class(ADDED, ACC_STATIC, read("A", "f"))));
        assert!(!gives(class(ADDED, ADDED, read("A", "g"))));
        assert!(!gives(class(ADDED, ADDED, read("B", "f"))));
        assert!(!gives(class(ADDED | ACC_VOLATILE, ADDED, read("A", "f"))));
        let calls = |pool: &mut ConstantPool| {
            let [high, low] = pool.add_method_ref("A", "n", "()V").expect("room").to_be_bytes();
            [&[op::INVOKESTATIC, high, low], &read("A", "f")(pool)[..]].concat()
        };
        assert!(!gives(class(ADDED, ADDED, calls)));
    }

    #[test]
    fn a_dynamic_constant_is_one_if_its_maker_is_of_the_class() {
        let handles = |data: &[u8]| handles(data).collect::<Vec<_>>();
        assert_eq!(handles(&[0, 2, 0, 7, 0, 1, 0, 9, 0, 8, 0, 0]), [7, 8]);
        assert_eq!(handles(&[0, 2, 0, 7, 0, 1]), [7]);
        assert!(handles(&[]).is_empty());
    }
}
