//! Whether a class holds anything that outlives a run of the program in one JVM.

use raddle_classfile::{ClassFile, Member, access};

/// False: its static fields are the same whenever the class is initialised, and stay so. A class that keeps nothing
/// may serve several runs, each of which finds it as new.
pub fn keeps_state(class: &ClassFile) -> bool {
    let is_enum = class.access & access::ACC_ENUM != 0;
    class.fields.iter().any(|field| {
        if field.access & access::ACC_STATIC == 0 {
            // Constants of an enum are static, and so is what is in them.
            return is_enum && !is_value(class, field);
        }
        let is_fixed = field.access & (access::ACC_SYNTHETIC | access::ACC_ENUM) != 0
            || field.attribute(&class.pool, "ConstantValue").is_some();
        field.access & access::ACC_FINAL == 0 || !is_fixed
    })
}

/// Whether neither the field nor what is in it can change.
fn is_value(class: &ClassFile, field: &Member) -> bool {
    let descriptor = class.pool.utf8(field.descriptor).unwrap_or("[");
    field.access & access::ACC_FINAL != 0 && (descriptor.len() == 1 || descriptor == "Ljava/lang/String;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use access::{ACC_ENUM, ACC_FINAL, ACC_STATIC, ACC_SYNTHETIC};
    use raddle_classfile::ConstantPool;

    fn class(access: u16, fields: &[(u16, &str)]) -> ClassFile {
        let mut class = ClassFile {
            minor: 0,
            major: 61,
            pool: ConstantPool::from_entries(1, &[]).unwrap(),
            access,
            this_class: 0,
            super_class: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        for &(access, descriptor) in fields {
            let name = class.pool.add_utf8("field").unwrap();
            let descriptor = class.pool.add_utf8(descriptor).unwrap();
            class.fields.push(Member {
                access,
                name,
                descriptor,
                attributes: Vec::new(),
            });
        }
        class
    }

    #[test]
    fn only_what_cannot_change_is_no_state() {
        assert!(!keeps_state(&class(0, &[])));
        assert!(!keeps_state(&class(0, &[(0, "I")])), "a field of instances");
        assert!(!keeps_state(&class(
            0,
            &[(ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC, "Z")]
        )));
        assert!(keeps_state(&class(0, &[(ACC_STATIC, "I")])));
        assert!(keeps_state(&class(0, &[(ACC_STATIC | ACC_FINAL, "[I")])));
        assert!(
            keeps_state(&class(0, &[(ACC_STATIC | ACC_FINAL, "I")])),
            "computed"
        );
    }

    #[test]
    fn constants_of_an_enum_are_what_is_in_them() {
        let constant = (ACC_STATIC | ACC_FINAL | ACC_ENUM, "LColour;");
        assert!(!keeps_state(&class(ACC_ENUM, &[constant])));
        assert!(!keeps_state(&class(ACC_ENUM, &[constant, (ACC_FINAL, "I")])));
        assert!(keeps_state(&class(ACC_ENUM, &[constant, (0, "I")])));
        assert!(keeps_state(&class(
            ACC_ENUM,
            &[constant, (ACC_FINAL, "Ljava/util/List;")]
        )));
    }
}
