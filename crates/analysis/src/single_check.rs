//! Fields that cache a value by the racy single-check idiom: a method reads the field once, finds its default value,
//! computes another and writes it. Threads may compute it several times, which does no harm as long as all compute
//! the same. Only a run can show whether they do.
//!
//! A second read in the method may find the default value again (JLS 17.4.8 allows it), so then it is not the idiom.
//! Old compilers do that all the same in the fields that they add for class literals: those count, since the
//! reference that is read is never replaced by null.

use raddle_classfile::{ClassFile, Code, ConstantPool, Insn, Member, Node, Result, access, op};

use crate::facts::ClassFacts;
use crate::generated::is_synthetic;

/// Types whose values are written as a whole and are the same to all who compare them.
fn is_value(descriptor: &str) -> bool {
    matches!(
        descriptor,
        "Z" | "B" | "C" | "S" | "I" | "F" | "Ljava/lang/String;" | "Ljava/lang/Class;"
    )
}

/// The names of the fields of its own class that a method uses so.
pub fn racy_caches(code: &Code, pool: &ConstantPool, facts: &ClassFacts) -> Result<Vec<String>> {
    let mut found: Vec<(String, u32, u32)> = Vec::new();
    for (at, node) in code.body.iter().enumerate() {
        let &Node::Insn(Insn::Field { op, index }) = node else {
            continue;
        };
        let field = pool.member_ref(index)?;
        if field.owner != facts.name || !is_value(field.descriptor) {
            continue;
        }
        let known = match found.iter().position(|(name, ..)| name == field.name) {
            Some(known) => &mut found[known],
            None => {
                found.push((field.name.to_owned(), 0, 0));
                let last = found.len() - 1;
                &mut found[last]
            }
        };
        match op {
            op::GETFIELD | op::GETSTATIC if is_checked(code, at) => known.1 += 1,
            // One that is not checked counts as many.
            op::GETFIELD | op::GETSTATIC => known.1 += 2,
            _ => known.2 += 1,
        }
    }
    let fits = |&(_, reads, writes): &(String, u32, u32)| reads == 1 && writes > 0;
    Ok(found.into_iter().filter(fits).map(|(name, ..)| name).collect())
}

/// Whether the value that is read is compared with its default before anything else is done with it.
fn is_checked(code: &Code, read: usize) -> bool {
    let mut following = code.body[read + 1..].iter().filter_map(|node| match node {
        Node::Insn(insn) => Some(insn.op()),
        _ => None,
    });
    let is_copy = |op: &u8| {
        matches!(*op, op::DUP | op::ILOAD..=op::ALOAD_3 | op::ISTORE..=op::ASTORE_3)
            && !matches!(*op, op::IALOAD..=op::SALOAD)
    };
    let next = following.find(|op| !is_copy(op));
    matches!(next, Some(op::IFEQ | op::IFNE | op::IFNULL | op::IFNONNULL))
}

/// The fields that a compiler has added for the classes of class literals.
pub fn class_literal_caches(class: &ClassFile) -> Vec<String> {
    let is_one = |field: &&Member| {
        is_synthetic(field, &class.pool)
            && field.access & access::ACC_STATIC != 0
            && class.pool.utf8(field.descriptor) == Ok("Ljava/lang/Class;")
    };
    let names = class.fields.iter().filter(is_one);
    names
        .filter_map(|field| Some(class.pool.utf8(field.name).ok()?.to_owned()))
        .collect()
}
