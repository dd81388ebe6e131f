//! Which calls synchronise: `wait`, `isAlive`, and the accesses of `jdk.internal.misc.Unsafe`.

use raddle_classfile::{MemberRef, op};

use raddle_events::Op;
use raddle_events::runtime::{UPDATE_ACQUIRES, UPDATE_RELEASES};

use crate::hooks::Hook;

/// What a call needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// The hook replaces it.
    Wait(Hook),
    /// The hook sees receiver and result.
    IsAlive,
    /// The hook sees original and copy.
    Clone,
    /// `Unsafe` is asked to initialise a class; `asks`: or only whether that is still to be done.
    Initialise { asks: bool },
    /// Hooks before and after, with the object and the offset.
    Unsafe(Access),
}

/// An access of `Unsafe`, by its memory mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Acquire,
    Release,
    /// Reads and writes at once.
    Update {
        outcome: Outcome,
        mode: i32,
    },
    /// Checked, so many bytes.
    Plain {
        op: Op,
        width: i32,
    },
    Opaque(Op),
}

/// How an update shows whether it took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Always,
    /// It returns so.
    Returned,
    /// It returns what it found, to be compared with what it expected.
    Found,
}

pub(crate) const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// The classes that carry out the program's own plain accesses by object and offset.
fn acts_for_the_program(class: &str) -> bool {
    class.starts_with("java/lang/invoke/VarHandle")
        || class == "sun/misc/Unsafe"
        || class == "jdk/internal/misc/ScopedMemoryAccess"
        || class == "java/io/ObjectStreamClass$FieldReflector"
}

/// `wait` and `isAlive` may be called as `super.…` too; both are final where they matter. `class` is the
/// one that calls.
pub(crate) fn classify(class: &str, op: u8, method: MemberRef<'_>) -> Option<Call> {
    if op != op::INVOKEVIRTUAL && op != op::INVOKESPECIAL {
        return None;
    }
    match (method.name, method.descriptor) {
        ("wait", "()V") => Some(Call::Wait(Hook::WaitOn)),
        ("wait", "(J)V") => Some(Call::Wait(Hook::WaitOnMillis)),
        ("wait", "(JI)V") => Some(Call::Wait(Hook::WaitOnNanos)),
        ("isAlive", "()Z") => Some(Call::IsAlive),
        // A copy has no marks of its own; whichever class is named, this may end in `Object.clone`.
        ("clone", "()Ljava/lang/Object;")
            if op == op::INVOKESPECIAL || method.owner == "java/lang/Object" =>
        {
            Some(Call::Clone)
        }
        ("ensureClassInitialized", _) if method.owner == UNSAFE => Some(Call::Initialise { asks: false }),
        ("shouldBeInitialized", _) if method.owner == UNSAFE => Some(Call::Initialise { asks: true }),
        (name, descriptor) if method.owner == UNSAFE && descriptor.starts_with("(Ljava/lang/Object;J") => {
            unsafe_access(name).and_then(|access| match access {
                Access::Plain { .. } | Access::Opaque(_) if !acts_for_the_program(class) => None,
                access => Some(Call::Unsafe(access)),
            })
        }
        _ => None,
    }
}

/// What an access of `Unsafe` is, by its name.
fn unsafe_access(name: &str) -> Option<Access> {
    let updates = [
        ("compareAndSet", Outcome::Returned),
        ("weakCompareAndSet", Outcome::Returned),
        ("compareAndExchange", Outcome::Found),
        ("getAndSet", Outcome::Always),
        ("getAndAdd", Outcome::Always),
        ("getAndBitwise", Outcome::Always),
    ];
    let ends = |mode| name.ends_with(mode);
    if let Some(&(_, outcome)) = updates.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        let mode = match () {
            () if ends("Plain") => return None,
            () if ends("Acquire") => UPDATE_ACQUIRES,
            () if ends("Release") => UPDATE_RELEASES,
            () => UPDATE_ACQUIRES | UPDATE_RELEASES,
        };
        return Some(Access::Update { outcome, mode });
    }
    if name.starts_with("putOrdered") {
        return Some(Access::Release);
    }
    let (op, rest) = match (name.strip_prefix("get"), name.strip_prefix("put")) {
        (Some(rest), _) => (Op::Read, rest),
        (_, Some(rest)) => (Op::Write, rest),
        _ => return None,
    };
    let types = [
        ("Boolean", 1),
        ("Byte", 1),
        ("Short", 2),
        ("Char", 2),
        ("Int", 4),
        ("Float", 4),
        ("Long", 8),
        ("Double", 8),
        ("Reference", 1),
        ("Object", 1),
    ];
    let (mode, width) = types
        .iter()
        .find_map(|&(ty, width)| Some((rest.strip_prefix(ty)?, width)))?;
    match (op, mode) {
        (_, "" | "Unaligned") => Some(Access::Plain { op, width }),
        (_, "Opaque") => Some(Access::Opaque(op)),
        (Op::Read, "Volatile" | "Acquire") => Some(Access::Acquire),
        (Op::Write, "Volatile" | "Release") => Some(Access::Release),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: i32 = UPDATE_ACQUIRES | UPDATE_RELEASES;

    fn update(outcome: Outcome, mode: i32) -> Option<Access> {
        Some(Access::Update { outcome, mode })
    }

    #[test]
    fn unsafe_accesses_by_memory_mode() {
        use Outcome::{Always, Found, Returned};
        let plain = |op, width| Some(Access::Plain { op, width });
        let known = [
            ("getInt", plain(Op::Read, 4)),
            ("putReference", plain(Op::Write, 1)),
            ("getLongUnaligned", plain(Op::Read, 8)),
            ("getIntOpaque", Some(Access::Opaque(Op::Read))),
            ("getIntVolatile", Some(Access::Acquire)),
            ("getReferenceAcquire", Some(Access::Acquire)),
            ("putIntVolatile", Some(Access::Release)),
            ("putIntRelease", Some(Access::Release)),
            ("putOrderedInt", Some(Access::Release)),
            ("compareAndSetInt", update(Returned, BOTH)),
            ("weakCompareAndSetIntPlain", None),
            ("weakCompareAndSetIntAcquire", update(Returned, UPDATE_ACQUIRES)),
            ("compareAndExchangeLongRelease", update(Found, UPDATE_RELEASES)),
            ("getAndAddInt", update(Always, BOTH)),
            ("getAndSetReferenceAcquire", update(Always, UPDATE_ACQUIRES)),
            ("getAndBitwiseOrByteRelease", update(Always, UPDATE_RELEASES)),
            ("allocateInstance", None),
        ];
        for (name, want) in known {
            assert_eq!(unsafe_access(name), want, "{name}");
        }
    }

    #[test]
    fn plain_accesses_count_where_they_are_the_programs() {
        let ask = |class, name, descriptor| {
            let owner = UNSAFE;
            let method = MemberRef {
                owner,
                name,
                descriptor,
            };
            classify(class, op::INVOKEVIRTUAL, method)
        };
        let get = "(Ljava/lang/Object;J)I";
        assert!(ask("java/lang/invoke/VarHandleInts$Array", "getInt", get).is_some());
        assert!(ask("java/util/concurrent/atomic/AtomicInteger", "getInt", get).is_none());
        assert!(ask("java/util/concurrent/atomic/AtomicInteger", "getIntVolatile", get).is_some());
        assert!(
            ask("sun/misc/Unsafe", "getInt", "(J)I").is_none(),
            "not of an object"
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
            classify("x/Y", op::INVOKEVIRTUAL, wait("(JI)V")),
            Some(Call::Wait(Hook::WaitOnNanos))
        );
        assert_eq!(
            classify("x/Y", op::INVOKESPECIAL, wait("()V")),
            Some(Call::Wait(Hook::WaitOn))
        );
        assert_eq!(classify("x/Y", op::INVOKEVIRTUAL, wait("(I)V")), None);
        assert_eq!(classify("x/Y", op::INVOKESTATIC, wait("()V")), None);
    }
}
