//! The Java half, embedded: defined into `java.lang` of the boot loader before any Java code has run.

use jvmti_bindings::sys::jni::jclass;

use raddle_rewrite::HOOK_CLASS;

use crate::jvm::Env;

/// `(name, bytes)`, in an order in which they can be defined.
const CLASSES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/runtime/classes.rs"));

/// Every class of the runtime begins like one of these; none of them is rewritten or shown in a stack.
const PREFIXES: [&str; 2] = [HOOK_CLASS, "java/lang/invoke/Raddle"];

/// Whether this class is one of the runtime's.
pub fn is_ours(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Defines the runtime and gives back a global reference to `java.lang.Raddle`.
pub fn define(env: Env) -> Result<jclass, String> {
    let mut hooks = None;
    for (name, bytes) in CLASSES {
        let class = env
            .define_boot_class(name, bytes)
            .ok_or_else(|| format!("the JVM refused class {name}"))?;
        if *name == HOOK_CLASS {
            hooks = Some(env.new_global(class));
        }
        env.delete_local(class);
    }
    hooks.ok_or_else(|| "java.lang.Raddle is missing from the agent".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use raddle_classfile::ClassFile;
    use raddle_events::runtime::JAVA_CLASS;
    use raddle_rewrite::{HOOK_CLASSES, Hook};

    use super::*;
    use crate::natives;

    fn methods(name: &str, wanted: impl Fn(u16) -> bool) -> BTreeSet<String> {
        let (_, bytes) = CLASSES.iter().find(|(n, _)| *n == name).expect("embedded");
        let class = ClassFile::parse(bytes).expect("javac writes valid classes");
        let method = |m: &raddle_classfile::Member| {
            format!(
                "{}{}",
                class.pool.utf8(m.name).unwrap(),
                class.pool.utf8(m.descriptor).unwrap()
            )
        };
        class
            .methods
            .iter()
            .filter(|m| wanted(m.access))
            .map(method)
            .collect()
    }

    #[test]
    fn the_hook_table_and_java_agree() {
        const PUBLIC_STATIC: u16 = 0x0001 | 0x0008;
        for class in HOOK_CLASSES {
            let java = methods(class, |access| access & PUBLIC_STATIC == PUBLIC_STATIC);
            let table: BTreeSet<String> = Hook::ALL
                .iter()
                .filter(|hook| hook.class() == class)
                .map(|h| format!("{}{}", h.name(), h.descriptor()))
                .collect();
            assert_eq!(java, table, "{class}");
        }
    }

    /// Else each would be a field that the JIT must load, of a class that is not there.
    #[test]
    fn what_rust_and_java_share_is_known_to_the_compiler() {
        let shared = format!("java/lang/{JAVA_CLASS}");
        for (name, bytes) in CLASSES {
            assert_ne!(*name, shared);
            let class = ClassFile::parse(bytes).expect("javac writes valid classes");
            let is_of = |index| {
                class
                    .pool
                    .member_ref(index)
                    .is_ok_and(|member| member.owner == shared)
            };
            assert!(!(1..class.pool.len()).any(is_of), "{name} uses {shared}");
        }
    }

    #[test]
    fn every_native_method_has_a_function_and_no_other() {
        const NATIVE: u16 = 0x0100;
        let java = methods("java/lang/RaddleNative", |access| access & NATIVE != 0);
        let mut table: BTreeSet<String> = natives::NAMES
            .iter()
            .map(|(name, sig, _)| format!("{}{}", name.to_str().unwrap(), sig.to_str().unwrap()))
            .collect();
        table.insert("register()V".to_owned());
        assert_eq!(java, table);
    }
}
