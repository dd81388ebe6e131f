//! Class initialisation, which threads wait for without any lock that a program could see.
//!
//! A thread initialises a class while it has the `<clinit>` of that class on its stack. Another thread that
//! is at an instruction which needs the class waits for it: the JVM lets nobody else go on from there.

use raddle_classfile::{ConstantPool, op};

use crate::Agent;
use crate::jvm::{Env, RawFrame};

/// The class that the instruction of a frame needs to be initialised.
pub fn needed(agent: &Agent, env: Env, frame: RawFrame) -> Option<String> {
    let code = agent.jvmti.bytecodes(frame.method);
    let at = usize::try_from(frame.location).ok()?;
    let &[op, high, low] = code.get(at..at + 3)?.first_chunk()?;
    let index = u16::from_be_bytes([high, low]);
    let class = agent.jvmti.declaring_class(frame.method)?;
    let pool = agent.jvmti.constant_pool(class);
    env.delete_local(class);
    let (count, entries) = pool?;
    let pool = ConstantPool::from_entries(count, &entries).ok()?;
    let name = match op {
        op::NEW => pool.class_name(index).ok()?,
        op::GETSTATIC | op::PUTSTATIC | op::INVOKESTATIC => pool.member_ref(index).ok()?.owner,
        _ => return None,
    };
    Some(name.to_owned())
}
