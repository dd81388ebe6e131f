//! Which calls synchronise: `wait`, `isAlive`, and the accesses of `jdk.internal.misc.Unsafe`.

use raddle_classfile::{MemberRef, op};

use crate::hooks::Hook;

/// What a call needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// The hook replaces it.
    Wait(Hook),
    /// The hook sees receiver and result.
    IsAlive,
    /// Hooks before and after, with the object and the offset.
    Unsafe { release: bool, acquire: bool },
}

pub(crate) const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// `wait` and `isAlive` may be called as `super.…` too; both are final where they matter.
pub(crate) fn classify(op: u8, method: MemberRef<'_>) -> Option<Call> {
    if op != op::INVOKEVIRTUAL && op != op::INVOKESPECIAL {
        return None;
    }
    match (method.name, method.descriptor) {
        ("wait", "()V") => Some(Call::Wait(Hook::WaitOn)),
        ("wait", "(J)V") => Some(Call::Wait(Hook::WaitOnMillis)),
        ("wait", "(JI)V") => Some(Call::Wait(Hook::WaitOnNanos)),
        ("isAlive", "()Z") => Some(Call::IsAlive),
        (name, descriptor) if method.owner == UNSAFE && descriptor.starts_with("(Ljava/lang/Object;J") => {
            let (release, acquire) = memory_mode(name);
            (release || acquire).then_some(Call::Unsafe { release, acquire })
        }
        _ => None,
    }
}

/// Whether an access of `Unsafe` releases and acquires, by its name.
fn memory_mode(name: &str) -> (bool, bool) {
    const BOTH: [&str; 6] = [
        "compareAndSet",
        "weakCompareAndSet",
        "compareAndExchange",
        "getAndSet",
        "getAndAdd",
        "getAndBitwise",
    ];
    if BOTH.iter().any(|prefix| name.starts_with(prefix)) {
        let ends = |mode| name.ends_with(mode);
        return (
            !ends("Acquire") && !ends("Plain"),
            !ends("Release") && !ends("Plain"),
        );
    }
    let release = name.starts_with("putOrdered")
        || name.starts_with("put") && (name.ends_with("Volatile") || name.ends_with("Release"));
    let acquire = name.starts_with("get") && (name.ends_with("Volatile") || name.ends_with("Acquire"));
    (release, acquire)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsafe_call(name: &str, descriptor: &str) -> Option<(bool, bool)> {
        match classify(
            op::INVOKEVIRTUAL,
            MemberRef {
                owner: UNSAFE,
                name,
                descriptor,
            },
        )? {
            Call::Unsafe { release, acquire } => Some((release, acquire)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn unsafe_accesses_by_memory_mode() {
        let int = "(Ljava/lang/Object;J)I";
        let put = "(Ljava/lang/Object;JI)V";
        let cas = "(Ljava/lang/Object;JII)Z";
        assert_eq!(unsafe_call("getInt", int), None);
        assert_eq!(unsafe_call("getIntOpaque", int), None);
        assert_eq!(unsafe_call("getIntVolatile", int), Some((false, true)));
        assert_eq!(unsafe_call("getReferenceAcquire", int), Some((false, true)));
        assert_eq!(unsafe_call("putInt", put), None);
        assert_eq!(unsafe_call("putIntVolatile", put), Some((true, false)));
        assert_eq!(unsafe_call("putIntRelease", put), Some((true, false)));
        assert_eq!(unsafe_call("putOrderedInt", put), Some((true, false)));
        assert_eq!(unsafe_call("compareAndSetInt", cas), Some((true, true)));
        assert_eq!(unsafe_call("weakCompareAndSetIntPlain", cas), None);
        assert_eq!(
            unsafe_call("weakCompareAndSetIntAcquire", cas),
            Some((false, true))
        );
        assert_eq!(
            unsafe_call("compareAndExchangeLongRelease", cas),
            Some((true, false))
        );
        assert_eq!(unsafe_call("getAndAddInt", put), Some((true, true)));
        assert_eq!(unsafe_call("getAndSetReferenceAcquire", put), Some((false, true)));
        assert_eq!(
            unsafe_call("getAndBitwiseOrByteRelease", put),
            Some((true, false))
        );
        assert_eq!(
            unsafe_call("getIntVolatile", "(J)I"),
            None,
            "not an access of an object"
        );
    }

    #[test]
    fn wait_has_three_forms_and_no_static_one() {
        let wait = |descriptor| MemberRef {
            owner: "x/Y",
            name: "wait",
            descriptor,
        };
        assert_eq!(
            classify(op::INVOKEVIRTUAL, wait("(JI)V")),
            Some(Call::Wait(Hook::WaitOnNanos))
        );
        assert_eq!(
            classify(op::INVOKESPECIAL, wait("()V")),
            Some(Call::Wait(Hook::WaitOn))
        );
        assert_eq!(classify(op::INVOKEVIRTUAL, wait("(I)V")), None);
        assert_eq!(classify(op::INVOKESTATIC, wait("()V")), None);
    }
}
