//! Which calls may be calls into unchecked code, which accesses memory on behalf of its caller.
//! Before such a call the thread notes its site, by which accesses inside are reported.

use raddle_events::is_jdk_class;

/// Classes of the JDK whose methods touch nothing that the program shares, and call nothing back.
const INERT: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Number",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/math/BigDecimal",
    "java/math/BigInteger",
];

const INERT_PACKAGES: &[&str] = &["java/time/", "java/util/concurrent/atomic/"];

/// Whether a method that a call names is the JDK's: of one of its classes, or of an array.
pub(crate) fn is_of_jdk(owner: &str) -> bool {
    owner.starts_with('[') || is_jdk_class(owner)
}

/// Whether what a class inherits from this one of the JDK does not matter.
pub fn is_inert(class: &str) -> bool {
    matches!(
        class,
        "java/lang/Object"
            | "java/lang/Record"
            | "java/lang/Runnable"
            | "java/lang/Comparable"
            | "java/lang/Thread"
    ) || INERT.contains(&class)
        || class.ends_with("Exception")
        || class.ends_with("Error")
}

/// Whether a call of a method of the JDK may lead to accesses that matter.
pub(crate) fn jdk_call(owner: &str, name: &str, descriptor: &str) -> bool {
    match owner {
        "java/lang/System" => name == "arraycopy",
        // These take locks.
        "java/lang/Class" => name == "forName",
        "java/lang/Thread" => matches!(name, "start" | "join" | "interrupt"),
        "java/lang/Object" => matches!(name, "toString" | "equals" | "hashCode"),
        // Of an array, `clone` alone accesses it.
        _ if owner.starts_with('[') => name == "clone",
        // A string itself never changes; what it is made of or compared with may.
        "java/lang/String" => {
            let parameters = descriptor.split(')').next().unwrap_or_default();
            name == "valueOf" && parameters.contains("Object")
                || ["[", "CharSequence", "StringBu", "Iterable"]
                    .iter()
                    .any(|part| parameters.contains(part))
        }
        _ if INERT.contains(&owner) || INERT_PACKAGES.iter().any(|p| owner.starts_with(p)) => false,
        _ => !owner.ends_with("Exception") && !owner.ends_with("Error"),
    }
}

/// Whether threads may meet in methods of this class, which are inert otherwise.
pub(crate) fn meets_others(owner: &str) -> bool {
    owner.starts_with("java/util/concurrent/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_touch_shared_memory() {
        assert!(jdk_call(
            "java/util/HashMap",
            "get",
            "(Ljava/lang/Object;)Ljava/lang/Object;"
        ));
        assert!(jdk_call("java/lang/Object", "toString", "()Ljava/lang/String;"));
        assert!(jdk_call("java/lang/String", "<init>", "([C)V"));
        assert!(jdk_call(
            "java/lang/String",
            "join",
            "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)V"
        ));
        assert!(!jdk_call("java/lang/String", "length", "()I"));
        assert!(!jdk_call("java/lang/Object", "<init>", "()V"));
        assert!(!jdk_call("java/lang/Math", "max", "(II)I"));
        assert!(!jdk_call(
            "java/util/concurrent/atomic/AtomicInteger",
            "get",
            "()I"
        ));
    }
}
