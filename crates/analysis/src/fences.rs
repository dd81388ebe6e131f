//! Plain accesses beside fences: writes after a release fence, and reads before an acquire fence, of the same method.
//! In practice they hand over what the fence orders, as the Disruptor's sequences do; the memory model promises that
//! for opaque accesses. Such an access orders, and still is plain.
//!
//! A fence counts by its name, whatever the class, so that a library's own method around it counts too. One that
//! never comes to a fence of the JDK orders nothing.
//!
//! Misses: nothing. False alarms: a fence in another method than the access.

use raddle_classfile::{Code, ConstantPool, Insn, MemberRef, Node, Result, op};

/// Where the fences of a method are.
#[derive(Clone, Copy, Default)]
pub struct Fences {
    first_release: Option<usize>,
    last_acquire: Option<usize>,
}

/// Whether a method is a fence that releases, and one that acquires.
fn effects(called: MemberRef<'_>) -> (bool, bool) {
    match (called.name, called.descriptor) {
        ("fullFence", "()V") => (true, true),
        ("releaseFence" | "storeFence" | "storeStoreFence", "()V") => (true, false),
        ("acquireFence" | "loadFence" | "loadLoadFence", "()V") => (false, true),
        _ => (false, false),
    }
}

pub fn is_fence(called: MemberRef<'_>) -> bool {
    effects(called) != (false, false)
}

impl Fences {
    pub fn of(code: &Code, pool: &ConstantPool) -> Result<Fences> {
        let mut fences = Fences::default();
        for (at, node) in code.body.iter().enumerate() {
            let &Node::Insn(Insn::Invoke { index, .. }) = node else {
                continue;
            };
            let (releases, acquires) = effects(pool.member_ref(index)?);
            if releases && fences.first_release.is_none() {
                fences.first_release = Some(at);
            }
            if acquires {
                fences.last_acquire = Some(at);
            }
        }
        Ok(fences)
    }

    /// Whether an access of a field stands beside a fence that makes it hand something over.
    pub fn order(self, at: usize, op: u8) -> bool {
        match op {
            op::GETFIELD | op::GETSTATIC => self.last_acquire.is_some_and(|fence| at < fence),
            op::PUTFIELD | op::PUTSTATIC => self.first_release.is_some_and(|fence| at > fence),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_orders_writes_after_it_and_reads_before_it() {
        let fences = Fences {
            first_release: Some(3),
            last_acquire: Some(7),
        };
        assert!(fences.order(4, op::PUTFIELD) && !fences.order(2, op::PUTFIELD));
        assert!(fences.order(6, op::GETSTATIC) && !fences.order(8, op::GETSTATIC));
        assert!(!Fences::default().order(0, op::GETFIELD) && !Fences::default().order(9, op::PUTFIELD));
    }

    #[test]
    fn fences_are_known_by_name() {
        let named = |name, descriptor| {
            is_fence(MemberRef {
                owner: "org/example/Memory",
                name,
                descriptor,
            })
        };
        assert!(named("storeStoreFence", "()V") && named("fullFence", "()V"));
        assert!(!named("reachabilityFence", "(Ljava/lang/Object;)V") && !named("fullFence", "(I)V"));
    }
}
