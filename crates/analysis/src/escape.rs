//! Method-local arrays: arrays that never leave their method. No other thread can reach one, so no access to it
//! can race.
//!
//! Local variables and places that make arrays are put into groups; one of the groups is the world outside,
//! which starts with the parameters. What is stored into a variable joins its group: another variable's
//! value, an array made here, or else the outside. What is used in any way but the harmless ones joins the
//! outside. Harmless are: an access to an element, `arraylength`, a copy or a drop on the stack, a cast, a
//! comparison.
//!
//! Claim: an array whose place is not in the group of the outside is referred to only by variables of its
//! group, and by stack slots that the simulation calls by a member of it. And such variables and slots refer
//! to nothing else, but for null. By induction over the steps of any run: a reference gets into a variable or
//! onto the stack only by the instructions above, a call, a field, an element or as a caught exception; the
//! latter four yield what is outside already. Groups only grow, so neither order nor loops matter.
//!
//! This needs the simulation to be exact, where elsewhere it may guess. It is, between branches. So whatever
//! is on the stack at a jump or a branch target joins the outside and is forgotten, and frames are not looked
//! at: those of version 50 may be wrong. A method with subroutines has no such arrays.
//!
//! The same of arrays that the method gets from where only code of a compiler or a tool has them ([`Generated`]): an
//! access is theirs if it goes through a group of such arrays alone, which never leave the method.
//!
//! Misses: variables that share a slot are one. Rows of a `multianewarray` are stored by the instruction
//! itself, so these count as outside, all of it.

use raddle_classfile::{Code, ConstantPool, Insn, Node, Result, op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::generated::Generated;
use crate::simulate::{Simulation, Value, array_depth, branch_targets};

/// The places in the body where an array that stays in the method is made, read or written. `parameters`:
/// how many local variables hold some at entry.
pub fn method_local(code: &Code, pool: &ConstantPool, parameters: usize) -> Result<FxHashSet<usize>> {
    confined(code, pool, parameters, &makes_array)
}

/// The places where the method gets an array of generated code, reads it or writes it.
pub fn generated_arrays(
    code: &Code,
    pool: &ConstantPool,
    parameters: usize,
    generated: &Generated,
) -> Result<FxHashSet<usize>> {
    confined(code, pool, parameters, &|insn| generated.gets(insn, pool))
}

fn confined(
    code: &Code,
    pool: &ConstantPool,
    parameters: usize,
    makes: &dyn Fn(&Insn) -> bool,
) -> Result<FxHashSet<usize>> {
    let makes_any = code
        .body
        .iter()
        .any(|node| matches!(node, Node::Insn(insn) if makes(insn)));
    if !makes_any || code.body.iter().any(is_subroutine) {
        return Ok(FxHashSet::default());
    }
    let mut groups = Groups::new(code, parameters, makes);
    let targets = branch_targets(code);
    let mut simulation = Simulation::new(code, pool, false);
    let mut uses: Vec<(usize, Value)> = Vec::new();
    for (at, node) in code.body.iter().enumerate() {
        let insn = match node {
            Node::Insn(insn) => insn,
            Node::Label(label) => {
                if targets.contains(label) {
                    simulation.forget().for_each(|value| groups.leave(value));
                }
                continue;
            }
        };
        let array = match *insn {
            Insn::Simple(op) => array_depth(op).map(|depth| simulation.value(depth)),
            _ => makes(insn).then_some(Value::Made(at)),
        };
        uses.extend(array.map(|array| (at, array)));
        simulation.step(at, insn)?;
        groups.take(insn, simulation.popped());
        if is_branch(insn) {
            simulation.forget().for_each(|value| groups.leave(value));
        }
    }
    uses.retain(|&(_, array)| !groups.is_outside(array));
    Ok(uses.into_iter().map(|(at, _)| at).collect())
}

const OUTSIDE: usize = 0;

/// Disjoint sets of local variables and places that make arrays.
struct Groups {
    /// The members are the outside, then the local variables, then the places. For each, one of the same
    /// group that is nearer to the group's head.
    above: Vec<usize>,
    locals: usize,
    /// The members that are places.
    made: FxHashMap<usize, usize>,
}

impl Groups {
    fn new(code: &Code, parameters: usize, makes: &dyn Fn(&Insn) -> bool) -> Self {
        let locals = usize::from(code.max_locals);
        let mut made = FxHashMap::default();
        for (at, node) in code.body.iter().enumerate() {
            if matches!(node, Node::Insn(insn) if makes(insn)) {
                made.insert(at, 1 + locals + made.len());
            }
        }
        let mut above: Vec<usize> = (0..1 + locals + made.len()).collect();
        above.iter_mut().take(1 + parameters).for_each(|a| *a = OUTSIDE);
        Groups { above, locals, made }
    }

    /// What the instruction does to what it took from the stack.
    fn take(&mut self, insn: &Insn, popped: &[Value]) {
        let top = popped.last().copied().unwrap_or(Value::Other);
        match *insn {
            Insn::Local {
                op: op::ASTORE,
                index,
            } => self.store(index, top),
            Insn::Simple(op @ op::ASTORE_0..=op::ASTORE_3) => self.store(u16::from(op - op::ASTORE_0), top),
            Insn::Simple(op::AASTORE) => self.leave(top),
            Insn::Simple(op::ARRAYLENGTH | op::POP | op::POP2 | op::SWAP) => {}
            Insn::Simple(op) if array_depth(op).is_some() => {}
            _ if is_branch(insn) => {}
            _ => popped.iter().for_each(|&value| self.leave(value)),
        }
    }

    fn store(&mut self, local: u16, value: Value) {
        if value != Value::Null {
            let (local, value) = (self.member(Value::Local(local)), self.member(value));
            self.join(local, value);
        }
    }

    fn leave(&mut self, value: Value) {
        let member = self.member(value);
        self.join(member, OUTSIDE);
    }

    fn is_outside(&mut self, value: Value) -> bool {
        let member = self.member(value);
        self.head(member) == self.head(OUTSIDE)
    }

    fn member(&self, value: Value) -> usize {
        match value {
            Value::Local(n) if usize::from(n) < self.locals => 1 + usize::from(n),
            Value::Made(at) => self.made.get(&at).copied().unwrap_or(OUTSIDE),
            _ => OUTSIDE,
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.head(a), self.head(b));
        self.above[a.max(b)] = a.min(b);
    }

    /// Halves the way on each walk, which keeps the whole near linear.
    fn head(&mut self, mut member: usize) -> usize {
        while self.above[member] != member {
            self.above[member] = self.above[self.above[member]];
            member = self.above[member];
        }
        member
    }
}

fn makes_array(insn: &Insn) -> bool {
    matches!(
        insn,
        Insn::NewArray(_)
            | Insn::Type {
                op: op::ANEWARRAY,
                ..
            }
    )
}

fn is_branch(insn: &Insn) -> bool {
    matches!(
        insn,
        Insn::Jump { .. } | Insn::TableSwitch { .. } | Insn::LookupSwitch { .. }
    )
}

fn is_subroutine(node: &Node) -> bool {
    matches!(node, Node::Insn(Insn::Jump { op: op::JSR, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::parse;

    /// `new int[1]`.
    const NEW: [u8; 3] = [op::ICONST_1, op::NEWARRAY, 10];
    /// `a[0]`, with the array on the stack; dropped.
    const READ: [u8; 3] = [op::ICONST_0, op::IALOAD, op::POP];
    /// `a[0] = 1`, with the array on the stack.
    const WRITE: [u8; 3] = [op::ICONST_0, op::ICONST_1, op::IASTORE];

    /// The opcodes at the places found. Local variables 0 and 1 are parameters.
    fn found(parts: &[&[u8]]) -> Vec<u8> {
        let mut pool = ConstantPool::default();
        let class = pool.add_class("A").expect("room");
        let call = pool.add_method_ref("A", "m", "([I)[I").expect("room");
        let field = pool.add_field_ref("A", "f", "[I").expect("room");
        assert_eq!([class, call, field].map(|i| i as u8), [CLASS, CALL, FIELD]);
        let code = parse(&[&parts.concat()[..], &[op::RETURN]].concat(), &pool, false);
        let mut places: Vec<usize> = method_local(&code, &pool, 2)
            .expect("analysed")
            .into_iter()
            .collect();
        places.sort_unstable();
        let op = |at: usize| match &code.body[at] {
            Node::Insn(insn) => insn.op(),
            Node::Label(_) => panic!("a label at {at}"),
        };
        places.into_iter().map(op).collect()
    }

    const CLASS: u8 = 2;
    const CALL: u8 = 6;
    const FIELD: u8 = 10;
    const NONE: [u8; 0] = [];

    #[test]
    fn an_array_in_a_variable_is_local() {
        let code = [
            &NEW[..],
            &[op::ASTORE_2, op::ALOAD_2],
            &WRITE,
            &[op::ALOAD_2],
            &READ,
        ];
        assert_eq!(found(&code), [op::NEWARRAY, op::IASTORE, op::IALOAD]);
        let wide = [&NEW[..], &[op::ASTORE, 8, op::ALOAD, 8], &WRITE];
        assert_eq!(found(&wide), [op::NEWARRAY, op::IASTORE]);
    }

    #[test]
    fn an_array_that_is_only_on_the_stack_is_local() {
        assert_eq!(
            found(&[&NEW, &[op::DUP], &WRITE, &READ]),
            [op::NEWARRAY, op::IASTORE, op::IALOAD]
        );
        let shuffled = [&NEW[..], &[op::DUP, op::SWAP, op::POP2]];
        assert_eq!(found(&shuffled), [op::NEWARRAY]);
        let wide = [
            op::ICONST_1,
            op::NEWARRAY,
            11,
            op::ICONST_0,
            op::LCONST_0,
            op::LASTORE,
        ];
        assert_eq!(found(&[&wide]), [op::NEWARRAY, op::LASTORE]);
    }

    #[test]
    fn length_comparisons_and_casts_are_harmless() {
        let compared = [
            op::ALOAD_2,
            op::IFNULL,
            0,
            3,
            op::ALOAD_2,
            op::ALOAD_1,
            op::IF_ACMPEQ,
            0,
            3,
        ];
        let code = [
            &NEW[..],
            &[op::ASTORE_2, op::ALOAD_2, op::ARRAYLENGTH, op::POP],
            &compared,
        ];
        assert_eq!(found(&code), [op::NEWARRAY]);
        let cast = [op::CHECKCAST, 0, CLASS];
        assert_eq!(found(&[&NEW, &cast, &READ]), [op::NEWARRAY, op::IALOAD]);
    }

    #[test]
    fn what_is_used_otherwise_is_not() {
        for leak in [
            &[op::INVOKESTATIC, 0, CALL, op::POP][..],
            &[op::PUTSTATIC, 0, FIELD],
            &[op::ARETURN],
            &[op::ATHROW],
            &[op::MONITORENTER],
            &[op::CHECKCAST, 0, CLASS, op::ARETURN],
            &[op::INSTANCEOF, 0, CLASS, op::POP],
            // Into a parameter.
            &[op::ASTORE_1],
            // On the stack at a jump, and at a branch target.
            &[op::GOTO, 0, 3, op::POP],
            &[op::ICONST_0, op::IFEQ, 0, 3, op::POP],
        ] {
            assert_eq!(found(&[&NEW, leak]), NONE, "{leak:?}");
            let later = [
                &NEW[..],
                &[op::ASTORE_2, op::ALOAD_2],
                &WRITE,
                &[op::ALOAD_2],
                leak,
            ];
            assert_eq!(found(&later), NONE, "{leak:?}");
        }
        // A switch with a default alone, padded to a multiple of four.
        let switch = [
            op::ICONST_0,
            op::LOOKUPSWITCH,
            0,
            0,
            0,
            0,
            0,
            0,
            12,
            0,
            0,
            0,
            0,
            op::POP,
        ];
        assert_eq!(found(&[&NEW, &switch]), NONE);
    }

    #[test]
    fn a_row_leaves_but_not_the_array_it_is_stored_in() {
        let rows = [op::ICONST_1, op::ANEWARRAY, 0, CLASS, op::ASTORE_2];
        let store = [op::ALOAD_2, op::ICONST_0, op::ALOAD_3, op::AASTORE];
        let code = [&rows[..], &NEW, &[op::ASTORE_3], &store, &[op::ALOAD_3], &READ];
        assert_eq!(found(&code), [op::ANEWARRAY, op::AASTORE]);
        // What comes out of it is anything.
        let load = [op::ALOAD_2, op::ICONST_0, op::AALOAD, op::ASTORE, 4, op::ALOAD, 4];
        assert_eq!(found(&[&rows, &load, &READ]), [op::ANEWARRAY, op::AALOAD]);
    }

    #[test]
    fn a_variable_holds_only_such_arrays_or_null() {
        let then = |other: &[u8]| found(&[&NEW, &[op::ASTORE_2], other, &[op::ASTORE_2, op::ALOAD_2], &READ]);
        assert_eq!(then(&[op::ACONST_NULL]), [op::NEWARRAY, op::IALOAD]);
        assert_eq!(then(&NEW), [op::NEWARRAY, op::NEWARRAY, op::IALOAD]);
        assert_eq!(then(&[op::ALOAD_1]), NONE);
        assert_eq!(then(&[op::GETSTATIC, 0, FIELD]), NONE);
        assert_eq!(then(&[op::ACONST_NULL, op::INVOKESTATIC, 0, CALL]), NONE);
        assert_eq!(
            then(&[op::ICONST_1, op::ICONST_1, op::MULTIANEWARRAY, 0, CLASS, 2]),
            NONE
        );
        // A number in the same slot is another variable.
        let reused = [
            &NEW[..],
            &[op::ASTORE_2, op::ALOAD_2],
            &READ,
            &[op::ICONST_1, op::ISTORE_2],
        ];
        assert_eq!(found(&reused), [op::NEWARRAY, op::IALOAD]);
    }

    #[test]
    fn variables_share_their_fate() {
        let copy = [op::ASTORE_2, op::ALOAD_2, op::ASTORE_3];
        let used = [&[op::ALOAD_3], &READ[..]].concat();
        assert_eq!(found(&[&NEW, &copy, &used]), [op::NEWARRAY, op::IALOAD]);
        for leak in [
            [op::ALOAD_2, op::ARETURN],
            [op::ALOAD_3, op::ARETURN],
            [op::ALOAD_1, op::ASTORE_3],
        ] {
            assert_eq!(found(&[&NEW, &copy, &used, &leak]), NONE, "{leak:?}");
        }
        // Others have their own.
        let other = [&NEW[..], &[op::ASTORE, 4, op::ALOAD, 4, op::ARETURN]].concat();
        assert_eq!(found(&[&NEW, &copy, &used, &other]), [op::NEWARRAY, op::IALOAD]);
    }

    #[test]
    fn what_is_on_the_stack_at_a_branch_is_forgotten() {
        // The branch target forgets the array of the parameter, not that of variable 2.
        let code = [
            &NEW[..],
            &[op::ASTORE_2, op::ALOAD_1, op::GOTO, 0, 3],
            &READ,
            &[op::ALOAD_2],
            &READ,
        ];
        assert_eq!(found(&code), [op::NEWARRAY, op::IALOAD]);
    }

    #[test]
    fn subroutines_are_not_followed() {
        assert_eq!(found(&[&NEW, &[op::POP, op::JSR, 0, 3, op::POP]]), NONE);
        assert_eq!(found(&[&NEW, &[op::POP]]), [op::NEWARRAY]);
    }
}
