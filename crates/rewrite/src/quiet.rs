//! Where accesses may be told later than they happen.
//!
//! Within one epoch it does not matter when an access is told, only that it is told before the epoch ends and
//! before the thread learns anything new. So an instruction is *loud* if it may synchronise, or may run code
//! that does, by a call or by loading a class; all accesses before it are told before it. The others are
//! *quiet*, and what they access may wait. Runs are what waits, see [`crate::runs`].
//!
//! Final fields that lead to other objects are loud, too, unless the object is a parameter: the agent has to
//! know of a reference that was got by a race before it hears of what the final fields of its object lead to.
//!
//! False alarms: a method of `Math` or a class of exceptions that is first linked in a quiet loop, which the
//! loader of the program may synchronise for.

use raddle_classfile::{Code, Constant, ConstantPool, Insn, Label, Node, op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Result;
use crate::facts::ClassFacts;
use crate::loops::{places, stored};
use crate::uses::Uses;
use crate::world::World;

/// Runs, as bits.
pub(crate) type Runs = u32;

/// By place: whether nothing may be told later than this. `parameters`: how many local variables hold some.
pub(crate) fn loud(
    code: &Code,
    pool: &ConstantPool,
    class: &ClassFacts,
    uses: &mut Uses,
    world: &dyn World,
    parameters: usize,
) -> Result<Vec<bool>> {
    let mut changed = FxHashSet::default();
    for node in &code.body {
        if let Node::Insn(insn) = node {
            changed.extend(stored(insn));
        }
    }
    let is_kept = |local: u16| usize::from(local) < parameters && !changed.contains(&local);
    let mut loud = Vec::with_capacity(code.body.len());
    let mut before = None;
    for node in &code.body {
        let Node::Insn(insn) = node else {
            loud.push(false);
            continue;
        };
        let is_loud = match *insn {
            Insn::Field { op, index } => {
                let used = uses.field(op, index, pool, class, world)?;
                let leads_on = pool.member_ref(index)?.descriptor.starts_with(['L', '[']);
                let from_parameter = before.and_then(loaded).is_some_and(is_kept);
                !used.is_quiet || used.is_final && op == op::GETFIELD && leads_on && !from_parameter
            }
            Insn::Invoke {
                op: op::INVOKESTATIC,
                index,
            } => {
                let m = pool.member_ref(index)?;
                let own = class.static_method(m.name, m.descriptor);
                let is_own = m.owner == class.name && own.is_some_and(|m| m.is_formula);
                is_loud(insn, pool) && !is_own && !world.is_formula(m.owner, m.name, m.descriptor)
            }
            _ => is_loud(insn, pool),
        };
        loud.push(is_loud);
        before = Some(insn);
    }
    Ok(loud)
}

/// The local variable that holds the reference which an instruction loads.
fn loaded(insn: &Insn) -> Option<u16> {
    match *insn {
        Insn::Local { op: op::ALOAD, index } => Some(index),
        Insn::Simple(op @ op::ALOAD_0..=op::ALOAD_3) => Some(u16::from(op - op::ALOAD_0)),
        _ => None,
    }
}

/// For all instructions but field accesses, and as if nothing were known of other methods.
fn is_loud(insn: &Insn, pool: &ConstantPool) -> bool {
    match *insn {
        Insn::Simple(op) => matches!(
            op,
            op::MONITORENTER | op::MONITOREXIT | op::ATHROW | op::IRETURN..=op::RETURN
        ),
        Insn::Local { op, .. } => op == op::RET,
        Insn::Jump { op, .. } => op == op::JSR,
        Insn::Invoke {
            op: op::INVOKESTATIC,
            index,
        } => !pool.member_ref(index).is_ok_and(|m| is_pure(m.owner, m.name)),
        Insn::Bipush(_)
        | Insn::Sipush(_)
        | Insn::Iinc { .. }
        | Insn::NewArray(_)
        | Insn::TableSwitch { .. }
        | Insn::LookupSwitch { .. } => false,
        Insn::Ldc { index, .. } => !matches!(
            pool.entry(index),
            Ok(Constant::Integer(_) | Constant::Float(_) | Constant::Long(_) | Constant::Double(_))
        ),
        // Whatever may load or initialise a class can run anything.
        Insn::Field { .. }
        | Insn::Invoke { .. }
        | Insn::InvokeInterface { .. }
        | Insn::InvokeDynamic { .. }
        | Insn::Type { .. }
        | Insn::MultiNewArray { .. } => true,
    }
}

fn is_pure(class: &str, method: &str) -> bool {
    matches!(class, "java/lang/Math" | "java/lang/StrictMath") && method != "random"
}

/// A place where runs go on.
#[derive(Clone, Copy)]
pub(crate) enum Open {
    /// By the instruction there.
    At(usize),
    /// Anew, before the label there: what they were until then has to be told.
    Before(usize),
}

/// Where runs have to be told, and which: before every loud instruction that may be reached with them, and
/// where they begin anew. A place that is a label means before that label.
pub(crate) fn to_tell(code: &Code, runs: &[(Open, Runs)], is_loud: &[bool]) -> Vec<(usize, Runs)> {
    let mut opened: FxHashMap<usize, Runs> = FxHashMap::default();
    let mut begun: FxHashMap<usize, Runs> = FxHashMap::default();
    for &(open, run) in runs {
        match open {
            Open::At(at) => *opened.entry(at).or_default() |= run,
            Open::Before(at) => *begun.entry(at).or_default() |= run,
        }
    }
    let places = places(code);
    let place = |label: Label| places.get(&label).copied();
    let caught: Vec<_> = code
        .handlers
        .iter()
        .filter_map(|h| Some((place(h.start)?..place(h.end)?, h.target)))
        .collect();
    let mut at_label: FxHashMap<Label, Runs> = FxHashMap::default();
    let mut tell = Vec::new();
    loop {
        tell.clear();
        let mut changed = false;
        let mut open: Runs = 0;
        for (at, node) in code.body.iter().enumerate() {
            let due = match node {
                Node::Label(_) => open & begun.get(&at).copied().unwrap_or(0),
                Node::Insn(_) if is_loud.get(at).copied().unwrap_or(true) => open,
                Node::Insn(_) => 0,
            };
            if due != 0 {
                tell.push((at, due));
                open &= !due;
            }
            let insn = match node {
                Node::Label(label) => {
                    open |= at_label.get(label).copied().unwrap_or(0);
                    continue;
                }
                Node::Insn(insn) => insn,
            };
            open |= opened.get(&at).copied().unwrap_or(0);
            let thrown = caught.iter().filter(|(range, _)| range.contains(&at));
            for label in insn.targets().chain(thrown.map(|&(_, target)| target)) {
                let known = at_label.entry(label).or_insert(0);
                changed |= open & !*known != 0;
                *known |= open;
            }
            if insn.ends_flow() {
                open = 0;
            }
        }
        if !changed {
            return tell;
        }
    }
}

#[cfg(test)]
mod tests {
    use raddle_classfile::Handler;

    use super::*;
    use crate::accesses::tests::{Known, class};
    use crate::assemble::Part::{Jump, Label as To, Ops};
    use crate::assemble::{assemble, marked, place};

    /// Two loops, one in the other, of which the inner one has a run; then the method returns.
    fn nested() -> Code {
        let parts = [
            To('o'),
            Ops(&[op::ICONST_0, op::ISTORE_1]),
            To('i'),
            Ops(&[op::ALOAD_0, op::ILOAD_1, op::IALOAD]),
            Jump(op::IFEQ, 'i'),
            Ops(&[op::ILOAD_2]),
            Jump(op::IFNE, 'o'),
            Ops(&[op::RETURN]),
        ];
        assemble(&parts, &ConstantPool::default())
    }

    fn told(code: &Code, loud: &[(u8, usize)], more: &[(Open, Runs)]) -> Vec<usize> {
        let run = [(Open::At(place(code, op::IALOAD, 0)), 1)];
        let told = to_tell(code, &[&run[..], more].concat(), &marked(code, loud));
        told.into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn runs_are_told_before_whatever_is_loud_on_all_ways_there() {
        let code = nested();
        let end = place(&code, op::RETURN, 0);
        assert_eq!(told(&code, &[(op::RETURN, 0)], &[]), [end]);
        let again = place(&code, op::ICONST_0, 0);
        let loud = [(op::ICONST_0, 0), (op::RETURN, 0)];
        assert_eq!(told(&code, &loud, &[]), [again, end], "on the way back, too");
        let sooner = place(&code, op::ILOAD_2, 0);
        let loud = [(op::ILOAD_2, 0), (op::RETURN, 0)];
        assert_eq!(told(&code, &loud, &[]), [sooner], "once");
    }

    #[test]
    fn runs_are_told_before_they_begin_anew() {
        let code = nested();
        let preheader = place(&code, op::ALOAD_0, 0) - 1;
        assert!(matches!(code.body[preheader], Node::Label(_)));
        let end = place(&code, op::RETURN, 0);
        let begun = [(Open::Before(preheader), 1)];
        assert_eq!(told(&code, &[(op::RETURN, 0)], &begun), [preheader, end]);
        let other = [(Open::Before(preheader), 2)];
        assert_eq!(told(&code, &[(op::RETURN, 0)], &other), [end]);
    }

    #[test]
    fn runs_are_told_by_those_who_catch() {
        let mut code = nested();
        let end = place(&code, op::RETURN, 0);
        let handler = code.new_label();
        code.body.insert(end, Node::Label(handler));
        let Node::Label(start) = code.body[0] else {
            panic!("no label")
        };
        code.handlers.push(Handler {
            start,
            end: handler,
            target: handler,
            catch_type: 0,
        });
        let loud = [(op::ILOAD_2, 0), (op::RETURN, 0)];
        let sooner = place(&code, op::ILOAD_2, 0);
        assert_eq!(told(&code, &loud, &[]), [sooner, end + 1]);
    }

    #[test]
    fn final_fields_are_followed_from_parameters_only() {
        let mut class = class();
        class
            .fields
            .iter_mut()
            .for_each(|f| f.descriptor = "[I".to_owned());
        let mut pool = ConstantPool::default();
        let mut field = |name: &str| pool.add_field_ref("p/A", name, "[I").expect("room") as u8;
        let (fixed, plain, ordered) = (field("fin"), field("plain"), field("vol"));
        let is_loud = |from: u8, field: u8| {
            let more = [op::ALOAD_3, op::ASTORE_1, op::RETURN];
            let get = [from, op::GETFIELD, 0, field, op::POP];
            let code = assemble(&[Ops(&get), Ops(&more)], &pool);
            let loud = loud(&code, &pool, &class, &mut Uses::default(), &Known(None), 3).expect("read");
            loud[place(&code, op::GETFIELD, 0)]
        };
        assert!(!is_loud(op::ALOAD_0, fixed));
        assert!(!is_loud(op::ALOAD_2, fixed));
        assert!(is_loud(op::ALOAD_3, fixed), "no parameter");
        assert!(is_loud(op::ALOAD_1, fixed), "overwritten");
        assert!(!is_loud(op::ALOAD_3, plain));
        assert!(is_loud(op::ALOAD_0, ordered));
    }

    #[test]
    fn what_may_synchronise_or_load_a_class_is_loud() {
        let mut pool = ConstantPool::default();
        let max = pool
            .add_method_ref("java/lang/Math", "max", "(II)I")
            .expect("room");
        let random = pool
            .add_method_ref("java/lang/Math", "random", "()D")
            .expect("room");
        let text = pool.add_string("text").expect("room");
        let number = pool.add_integer(70_000).expect("room");
        let is_loud = |insn: Insn| is_loud(&insn, &pool);
        let call = |op, index| Insn::Invoke { op, index };
        assert!(!is_loud(call(op::INVOKESTATIC, max)));
        assert!(is_loud(call(op::INVOKESTATIC, random)), "it is synchronised");
        assert!(is_loud(call(op::INVOKEVIRTUAL, max)));
        assert!(is_loud(Insn::Simple(op::MONITORENTER)));
        assert!(is_loud(Insn::Simple(op::RETURN)));
        assert!(!is_loud(Insn::Simple(op::IDIV)));
        let constant = |index| Insn::Ldc { op: op::LDC, index };
        assert!(is_loud(constant(text)));
        assert!(!is_loud(constant(number)));
    }
}
