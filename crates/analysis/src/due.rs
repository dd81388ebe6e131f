//! Where open access ranges have to be reported: a walk along all ways that control may take.
//!
//! Within one epoch it does not matter when an access is reported, only that it is reported before the epoch ends
//! and before the thread acquires anything. So a range is due before every synchronising instruction that may be
//! reached with it, and before it begins anew.

use raddle_classfile::{Code, Label, Node};
use rustc_hash::FxHashMap;

use crate::loops::places;

/// Access ranges of a method, as bits.
pub type Ranges = u32;

/// A place where ranges go on.
#[derive(Clone, Copy)]
pub enum Open {
    /// By the instruction there.
    At(usize),
    /// Anew, before the label there: what they were until then is due.
    Before(usize),
}

/// Where ranges are due, and which: before every synchronising instruction that may be reached with them, and
/// where they begin anew. A place that is a label means before that label.
pub fn due_ranges(code: &Code, ranges: &[(Open, Ranges)], synchronising: &[bool]) -> Vec<(usize, Ranges)> {
    let mut opened: FxHashMap<usize, Ranges> = FxHashMap::default();
    let mut begun: FxHashMap<usize, Ranges> = FxHashMap::default();
    for &(open, range) in ranges {
        match open {
            Open::At(at) => *opened.entry(at).or_default() |= range,
            Open::Before(at) => *begun.entry(at).or_default() |= range,
        }
    }
    let places = places(code);
    let place = |label: Label| places.get(&label).copied();
    let caught: Vec<_> = code
        .handlers
        .iter()
        .filter_map(|h| Some((place(h.start)?..place(h.end)?, h.target)))
        .collect();
    let mut at_label: FxHashMap<Label, Ranges> = FxHashMap::default();
    let mut all_due = Vec::new();
    loop {
        all_due.clear();
        let mut changed = false;
        let mut open: Ranges = 0;
        for (at, node) in code.body.iter().enumerate() {
            let due = match node {
                Node::Label(_) => open & begun.get(&at).copied().unwrap_or(0),
                Node::Insn(_) if synchronising.get(at).copied().unwrap_or(true) => open,
                Node::Insn(_) => 0,
            };
            if due != 0 {
                all_due.push((at, due));
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
            return all_due;
        }
    }
}

#[cfg(test)]
mod tests {
    use raddle_classfile::{ConstantPool, Handler, op};

    use super::*;
    use crate::assemble::Part::{Jump, Label as To, Ops};
    use crate::assemble::{assemble, marked, place};

    /// Two loops, one in the other, of which the inner one has a range; then the method returns.
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

    fn due(code: &Code, synchronising: &[(u8, usize)], more: &[(Open, Ranges)]) -> Vec<usize> {
        let range = [(Open::At(place(code, op::IALOAD, 0)), 1)];
        let due = due_ranges(code, &[&range[..], more].concat(), &marked(code, synchronising));
        due.into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn ranges_are_due_before_whatever_synchronises_on_all_ways_there() {
        let code = nested();
        let end = place(&code, op::RETURN, 0);
        assert_eq!(due(&code, &[(op::RETURN, 0)], &[]), [end]);
        let again = place(&code, op::ICONST_0, 0);
        let synchronising = [(op::ICONST_0, 0), (op::RETURN, 0)];
        assert_eq!(
            due(&code, &synchronising, &[]),
            [again, end],
            "on the way back, too"
        );
        let sooner = place(&code, op::ILOAD_2, 0);
        let synchronising = [(op::ILOAD_2, 0), (op::RETURN, 0)];
        assert_eq!(due(&code, &synchronising, &[]), [sooner], "once");
    }

    #[test]
    fn ranges_are_due_before_they_begin_anew() {
        let code = nested();
        let preheader = place(&code, op::ALOAD_0, 0) - 1;
        assert!(matches!(code.body[preheader], Node::Label(_)));
        let end = place(&code, op::RETURN, 0);
        let begun = [(Open::Before(preheader), 1)];
        assert_eq!(due(&code, &[(op::RETURN, 0)], &begun), [preheader, end]);
        let other = [(Open::Before(preheader), 2)];
        assert_eq!(due(&code, &[(op::RETURN, 0)], &other), [end]);
    }

    #[test]
    fn ranges_are_due_in_handlers() {
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
        let synchronising = [(op::ILOAD_2, 0), (op::RETURN, 0)];
        let sooner = place(&code, op::ILOAD_2, 0);
        assert_eq!(due(&code, &synchronising, &[]), [sooner, end + 1]);
    }
}
