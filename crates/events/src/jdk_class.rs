//! Which classes are the JDK's own. All of Raddle asks here.
//!
//! By name, since names are all that a stack, a report or a class file has. Where the loader is known, packages that
//! others use too are the JDK's if the boot loader defines them.
//!
//! Misses: a library below `javax`, such as `javax.inject`, passes for the JDK's.

/// Packages that the JDK has for itself. Other people use `com.sun` too, so its packages are listed: those of the
/// modules of JDK 17 to 25.
const PACKAGES: &[&str] = &[
    "java/",
    "javax/",
    "jdk/",
    "sun/",
    "com/sun/accessibility/",
    "com/sun/beans/",
    "com/sun/crypto/",
    "com/sun/imageio/",
    "com/sun/jarsigner/",
    "com/sun/java/",
    "com/sun/java_cup/",
    "com/sun/jdi/",
    "com/sun/jmx/",
    "com/sun/jndi/",
    "com/sun/management/",
    "com/sun/media/sound/",
    "com/sun/naming/",
    "com/sun/net/httpserver/",
    "com/sun/nio/",
    "com/sun/org/apache/",
    "com/sun/rowset/",
    "com/sun/security/",
    "com/sun/source/",
    "com/sun/swing/",
    "com/sun/tools/",
    "com/sun/xml/internal/",
    "netscape/javascript/",
];

/// Packages that are its own if the boot loader defines them.
const PACKAGES_OF_BOOT_LOADER: &[&str] = &[
    "com/sun/",
    "org/ietf/",
    "org/jcp/",
    "org/w3c/",
    "org/xml/",
    "netscape/",
];

/// Whether a class is part of the JDK. The name is in internal form (`java/util/Map$Entry`) or in that of sources
/// (`java.util.Map$Entry`).
pub fn is_jdk_class(name: &str) -> bool {
    is_in_any(name, PACKAGES)
}

/// The same of a class that the boot loader defines.
pub fn is_jdk_class_of_boot_loader(name: &str) -> bool {
    is_jdk_class(name) || is_in_any(name, PACKAGES_OF_BOOT_LOADER)
}

fn is_in_any(name: &str, packages: &[&str]) -> bool {
    let internal = |&c: &u8| if c == b'.' { b'/' } else { c };
    let is_in = |package: &str| {
        let start = name.as_bytes().get(..package.len());
        start.is_some_and(|start| start.iter().map(internal).eq(package.bytes()))
    };
    let has_dots = name.contains('.');
    packages
        .iter()
        .any(|package| name.starts_with(package) || has_dots && is_in(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_both_forms() {
        for name in [
            "java/lang/Object",
            "java.lang.Object",
            "com.sun.tools.javac.Main",
            "sun/misc/Unsafe",
        ] {
            assert!(is_jdk_class(name), "{name}");
        }
        for name in [
            "javassist/CtClass",
            "java",
            "com/sun/jna/Native",
            "com.sun.mail.Session",
            "sunny.Day",
            "",
        ] {
            assert!(!is_jdk_class(name), "{name}");
        }
    }

    #[test]
    fn packages_of_others_too_are_the_jdks_in_the_boot_loader() {
        for name in ["org/w3c/dom/Node", "com/sun/new_package/Main", "java/lang/Object"] {
            assert!(is_jdk_class_of_boot_loader(name), "{name}");
        }
        assert!(!is_jdk_class("org/w3c/dom/Node"));
        assert!(!is_jdk_class_of_boot_loader("org/example/Main"));
    }
}
