//! Each condition of an access range, with what does not meet it.

use raddle_classfile::{Frame, Handler, Label, op};

use super::*;
use crate::assemble::Part::{self, Jump, Label as To, Ops};
use crate::assemble::{assemble, marked, place};

// Local variables: 1 and 4 are arrays, 2 is what the loop counts, 3 and 5 are ints, 0 is an object.
const TOP: [Part<'_>; 4] = [
    Ops(&[op::ICONST_0, op::ISTORE_2]),
    To('s'),
    Ops(&[op::ILOAD_2, op::ILOAD_3]),
    Jump(op::IF_ICMPGE, 'e'),
];
const COUNT: &[u8] = &[op::IINC, 2, 1];
const READ: &[u8] = &[op::ALOAD_1, op::ILOAD_2, op::IALOAD, op::POP];
const END: [Part<'_>; 3] = [Jump(op::GOTO, 's'), To('e'), Ops(&[op::RETURN])];

fn code(pool: &ConstantPool, body: &[Part<'_>]) -> Code {
    assemble(&[&TOP[..], body, &END].concat(), pool)
}

fn found(code: &Code, pool: &ConstantPool, synchronising: &[(u8, usize)]) -> FxHashMap<usize, AccessRange> {
    access_ranges(code, pool, false, |_| false, &mut marked(code, synchronising)).expect("analysed")
}

/// What is found of the first element that is read.
fn first(code: &Code, pool: &ConstantPool, synchronising: &[(u8, usize)]) -> Option<Elements> {
    match found(code, pool, synchronising)
        .get(&place(code, op::IALOAD, 0))?
        .accessed
    {
        Accessed::Elements(elements) => Some(elements),
        Accessed::Scattered(_) | Accessed::Field(_) => None,
    }
}

fn in_loop(body: &[Part<'_>]) -> Option<Elements> {
    let pool = ConstantPool::default();
    first(&code(&pool, body), &pool, &[])
}

fn is_range(body: &[Part<'_>]) -> bool {
    in_loop(body).is_some()
}

/// Step, how far the variables have moved before the access, and what is added to them.
fn moves(body: &[Part<'_>]) -> Option<(i32, i32, i32)> {
    in_loop(body).map(|e| (e.pace.step, e.pace.before, e.index.plus))
}

/// What is found of an access, or of another one, that has no place in a range.
#[test]
fn other_elements_of_an_array_that_stays_are_scattered() {
    let pool = ConstantPool::default();
    let scattered = |body: &[Part<'_>]| {
        let code = code(&pool, body);
        let range = found(&code, &pool, &[])
            .get(&place(&code, op::IALOAD, 0))
            .copied();
        range.filter(|range| matches!(range.accessed, Accessed::Scattered(_)))
    };
    let any = [
        op::ALOAD_1,
        op::ILOAD_2,
        op::ILOAD_3,
        op::IXOR,
        op::IALOAD,
        op::POP,
    ];
    let range = scattered(&[Ops(&any), Ops(COUNT)]).expect("scattered");
    assert_eq!(range.accessed, Accessed::Scattered(Array::Local(1)));
    assert!(scattered(&[Ops(READ), Ops(COUNT)]).is_none(), "in order");
    let sometimes = [
        Ops(&[op::ILOAD_3]),
        Jump(op::IFEQ, 'n'),
        Ops(READ),
        To('n'),
        Ops(COUNT),
    ];
    assert!(scattered(&sometimes).is_some());
    let another = [Ops(&any), Ops(&[op::ALOAD, 4, op::ASTORE_1]), Ops(COUNT)];
    assert!(scattered(&another).is_none(), "not the same array");
    let code = code(&pool, &[Ops(&any), Ops(COUNT)]);
    assert!(found(&code, &pool, &[(op::POP, 0)]).is_empty(), "synchronising");
}

#[test]
fn fields_of_this_that_never_change_lead_to_an_array() {
    let mut pool = ConstantPool::default();
    let index = pool.add_field_ref("A", "f", "[I").expect("room");
    let read = [
        op::ALOAD_0,
        op::GETFIELD,
        0,
        index as u8,
        op::ILOAD_2,
        op::IALOAD,
        op::POP,
    ];
    let code = code(&pool, &[Ops(&read), Ops(COUNT)]);
    let array = |is_fixed: bool| {
        let found =
            access_ranges(&code, &pool, false, |_| is_fixed, &mut marked(&code, &[])).expect("analysed");
        found
            .get(&place(&code, op::IALOAD, 0))
            .and_then(AccessRange::array)
    };
    assert_eq!(array(true), Some(Array::OfThis(index)));
    assert_eq!(array(false), Some(Array::Anywhere));
}

#[test]
fn an_index_that_is_counted_makes_a_range() {
    let found = in_loop(&[Ops(READ), Ops(COUNT)]).expect("a range");
    assert_eq!(found.array, Array::Local(1));
    assert_eq!(found.index, Affine::local(2));
    assert_eq!(moves(&[Ops(READ), Ops(COUNT)]), Some((1, 0, 0)));
    assert_eq!(moves(&[Ops(COUNT), Ops(READ)]), Some((1, 1, 0)));
    let twice = [Ops(COUNT), Ops(READ), Ops(COUNT)];
    assert_eq!(moves(&twice), Some((2, 1, 0)));
    let down = [Ops(READ), Ops(&[op::IINC, 2, 0xfd])];
    assert_eq!(moves(&down), Some((-3, 0, 0)));
}

#[test]
fn what_is_added_does_not_matter() {
    let before = [
        op::ALOAD_1,
        op::ILOAD_2,
        op::ICONST_1,
        op::ISUB,
        op::IALOAD,
        op::POP,
    ];
    assert_eq!(moves(&[Ops(&before), Ops(COUNT)]), Some((1, 0, -1)));
    let counting = [op::ALOAD_1, op::ILOAD_2, op::IINC, 2, 1, op::IALOAD, op::POP];
    assert_eq!(moves(&[Ops(&counting)]), Some((1, 1, -1)));
    let offset = [
        op::ALOAD_1,
        op::ILOAD_3,
        op::ILOAD_2,
        op::IADD,
        op::IALOAD,
        op::POP,
    ];
    let found = in_loop(&[Ops(&offset), Ops(COUNT)]).expect("a range");
    assert_eq!(found.index.terms, [Some(2), Some(3)]);
    let times = [
        op::ALOAD_1,
        op::ILOAD_2,
        op::ICONST_2,
        op::IMUL,
        op::IALOAD,
        op::POP,
    ];
    assert!(!is_range(&[Ops(&times), Ops(COUNT)]));
}

#[test]
fn an_index_may_stay() {
    let stays = [op::ALOAD_1, op::ILOAD_3, op::IALOAD, op::POP];
    assert_eq!(moves(&[Ops(&stays), Ops(COUNT)]), Some((0, 0, 0)));
    let constant = [op::ALOAD_1, op::ICONST_4, op::IALOAD, op::POP];
    assert_eq!(moves(&[Ops(&constant), Ops(COUNT)]), Some((0, 0, 4)));
}

#[test]
fn an_index_that_is_changed_otherwise_makes_none() {
    let stored = [op::ICONST_0, op::ISTORE_2];
    assert!(!is_range(&[Ops(READ), Ops(&stored)]));
    assert!(!is_range(&[Ops(READ), Ops(COUNT), Ops(&stored)]));
    // Up and down: it stands still, and not.
    assert!(!is_range(&[Ops(COUNT), Ops(READ), Ops(&[op::IINC, 2, 0xff])]));
    let sometimes = [
        Ops(READ),
        Ops(&[op::ILOAD_3]),
        Jump(op::IFEQ, 'o'),
        Ops(COUNT),
        To('o'),
    ];
    assert!(!is_range(&sometimes));
    let often = [
        Ops(READ),
        To('o'),
        Ops(COUNT),
        Ops(&[op::ILOAD_3]),
        Jump(op::IFEQ, 'o'),
    ];
    assert!(!is_range(&often));
}

#[test]
fn an_access_that_may_be_left_out_or_repeated_makes_none() {
    let test = || Ops(&[op::ILOAD_3]);
    let over = [test(), Jump(op::IFEQ, 'o'), Ops(READ), To('o'), Ops(COUNT)];
    assert!(!is_range(&over));
    let again = [test(), Jump(op::IFEQ, 's'), Ops(READ), Ops(COUNT)];
    assert!(!is_range(&again), "continue");
    let inner = || Ops(&[op::IINC, 5, 1, op::ILOAD, 5]);
    let repeated = [To('o'), Ops(READ), inner(), Jump(op::IFNE, 'o'), Ops(COUNT)];
    assert_eq!(moves(&repeated), Some((0, 0, 0)), "in the inner loop");
    let twice = [Ops(READ), test(), Jump(op::IFEQ, 's'), Ops(COUNT)];
    assert!(!is_range(&twice), "not counted each time");
}

#[test]
fn other_jumps_are_fine() {
    let test = || Ops(&[op::ILOAD_3]);
    let out = [
        test(),
        Jump(op::IFEQ, 'e'),
        Ops(READ),
        test(),
        Jump(op::IFEQ, 'e'),
        Ops(COUNT),
    ];
    assert!(is_range(&out), "break");
    let aside = [
        test(),
        Jump(op::IFEQ, 'o'),
        Ops(&[op::NOP]),
        To('o'),
        Ops(READ),
        Ops(COUNT),
    ];
    assert!(is_range(&aside));
    let counted = Ops(&[op::IINC, 5, 1, op::ILOAD, 5]);
    let inner = [To('o'), counted, Jump(op::IFNE, 'o'), Ops(READ), Ops(COUNT)];
    assert!(is_range(&inner), "another loop comes before");
    let after = [Ops(READ), Ops(COUNT), test(), Jump(op::IFEQ, 's')];
    assert!(is_range(&after), "continue");
}

#[test]
fn the_array_must_be_one_and_the_same() {
    let stored = [op::ALOAD, 4, op::ASTORE_1];
    assert!(!is_range(&[Ops(READ), Ops(COUNT), Ops(&stored)]));
    // A long takes two variables.
    let wide = [op::LCONST_0, op::LSTORE_0];
    assert!(!is_range(&[Ops(READ), Ops(COUNT), Ops(&wide)]));

    let mut pool = ConstantPool::default();
    let x = pool.add_field_ref("A", "x", "[I").expect("room") as u8;
    let y = pool.add_field_ref("A", "y", "[I").expect("room") as u8;
    let field = [op::ALOAD_0, op::GETFIELD, 0, x, op::ILOAD_2, op::IALOAD, op::POP];
    let put = |field: u8| [op::ALOAD_0, op::ALOAD, 4, op::PUTFIELD, 0, field];
    let ask = |more: &[u8]| {
        let code = code(&pool, &[Ops(&field), Ops(COUNT), Ops(more)]);
        first(&code, &pool, &[]).map(|e| e.array)
    };
    assert_eq!(ask(&[]), Some(Array::Anywhere));
    assert_eq!(ask(&put(y)), Some(Array::Anywhere));
    assert_eq!(ask(&put(x)), None);
    assert_eq!(ask(&[op::ALOAD, 4, op::ASTORE_0]), None);
}

#[test]
fn a_row_is_the_same_if_its_index_is() {
    let row = |index: u8| [op::ALOAD_1, index, op::AALOAD, op::ILOAD_2, op::IALOAD, op::POP];
    assert!(is_range(&[Ops(&row(op::ILOAD_3)), Ops(COUNT)]));
    assert!(!is_range(&[Ops(&row(op::ILOAD_2)), Ops(COUNT)]));
    let stored = [op::ALOAD_1, op::ICONST_0, op::ALOAD, 4, op::AASTORE];
    assert!(!is_range(&[Ops(&row(op::ILOAD_3)), Ops(COUNT), Ops(&stored)]));
}

#[test]
fn nothing_in_the_loop_may_synchronise() {
    let pool = ConstantPool::default();
    let nop = [Ops(READ), Ops(COUNT), Ops(&[op::NOP])];
    let loop_ = code(&pool, &nop);
    assert!(first(&loop_, &pool, &[]).is_some());
    assert!(first(&loop_, &pool, &[(op::NOP, 0)]).is_none());
    assert!(first(&loop_, &pool, &[(op::RETURN, 0), (op::ICONST_0, 0)]).is_some());
    // What leaves it is no part of it.
    let leaves = [
        Ops(READ),
        Ops(&[op::ILOAD_3]),
        Jump(op::IFEQ, 'o'),
        Ops(&[op::NOP, op::RETURN]),
        To('o'),
        Ops(COUNT),
    ];
    let loop_ = code(&pool, &leaves);
    assert!(first(&loop_, &pool, &[(op::NOP, 0), (op::RETURN, 0)]).is_some());
}

#[test]
fn a_loop_that_may_not_end_counts_as_synchronising() {
    let pool = ConstantPool::default();
    let stays = [op::ALOAD_1, op::ICONST_0, op::IALOAD];
    let waits = [To('s'), Ops(&stays), Jump(op::IFEQ, 's'), Ops(&[op::RETURN])];
    let code = assemble(&waits, &pool);
    let mut synchronising = marked(&code, &[]);
    assert!(
        access_ranges(&code, &pool, false, |_| false, &mut synchronising)
            .expect("analysed")
            .is_empty()
    );
    assert!(synchronising[place(&code, op::ALOAD_1, 0)]);
    // Counting is not enough.
    let counts = [
        To('s'),
        Ops(COUNT),
        Ops(&stays),
        Jump(op::IFEQ, 's'),
        Ops(&[op::RETURN]),
    ];
    assert_eq!(first(&assemble(&counts, &pool), &pool, &[]), None);
    let test = [Ops(&[op::ILOAD_2]), Jump(op::IFEQ, 'e')];
    let tested = [&counts[..2], &test, &counts[2..4], &[To('e')], &counts[4..]].concat();
    assert!(first(&assemble(&tested, &pool), &pool, &[]).is_some());
    // A test that does not leave the loop is not enough either.
    let aside = [&counts[..2], &test, &[Ops(&[op::NOP]), To('e')], &counts[2..]].concat();
    assert_eq!(first(&assemble(&aside, &pool), &pool, &[]), None);
    // Nor is one that may be left out.
    let skip = [Ops(&[op::ILOAD_3]), Jump(op::IFEQ, 'o')];
    let skipped = [
        &counts[..2],
        &skip,
        &test,
        &[To('o')],
        &counts[2..4],
        &[To('e')],
        &counts[4..],
    ];
    assert_eq!(first(&assemble(&skipped.concat(), &pool), &pool, &[]), None);
    // What it is part of waits, too.
    let nested = [Ops(READ), To('i'), Ops(&stays), Jump(op::IFEQ, 'i'), Ops(COUNT)];
    assert!(!is_range(&nested));
}

#[test]
fn fields_of_an_object_that_stays_wait_for_the_outermost_loop() {
    let mut pool = ConstantPool::default();
    let x = pool.add_field_ref("A", "x", "J").expect("room") as u8;
    let put = [op::ALOAD_0, op::LCONST_0, op::PUTFIELD, 0, x];
    let test = || Ops(&[op::ILOAD_3]);
    let ask = |body: &[Part<'_>]| {
        let code = code(&pool, body);
        found(&code, &pool, &[]).remove(&place(&code, op::PUTFIELD, 0))
    };
    let plain = ask(&[Ops(&put), Ops(COUNT)]).expect("range");
    assert_eq!(plain.accessed, Accessed::Field(0));
    let sometimes = [test(), Jump(op::IFEQ, 'o'), Ops(&put), To('o'), Ops(COUNT)];
    assert_eq!(ask(&sometimes), Some(plain));
    let counted = || Ops(&[op::IINC, 5, 1, op::ILOAD, 5]);
    let nested = [To('o'), Ops(&put), counted(), Jump(op::IFNE, 'o'), Ops(COUNT)];
    assert_eq!(ask(&nested), Some(plain));
    let stored = || Ops(&[op::ALOAD, 4, op::ASTORE_0]);
    assert_eq!(ask(&[Ops(&put), Ops(COUNT), stored()]), None);
    let outside = [
        To('o'),
        Ops(&put),
        counted(),
        Jump(op::IFNE, 'o'),
        stored(),
        Ops(COUNT),
    ];
    assert!(
        ask(&outside).is_some_and(|range| range.preheader > plain.preheader),
        "in the inner loop"
    );
    assert_eq!(
        ask(&[stored(), To('o'), Ops(&put), test(), Jump(op::IFEQ, 'o')]),
        None
    );
}

#[test]
fn there_is_one_way_in() {
    let pool = ConstantPool::default();
    let loop_ = |before: &[Part<'_>], at_start: &[Part<'_>]| {
        let rest = [Ops(READ), Ops(COUNT), Jump(op::GOTO, 's')];
        let parts = [before, &[To('s')], at_start, &rest].concat();
        first(&assemble(&parts, &pool), &pool, &[]).is_some()
    };
    let test = || Ops(&[op::ILOAD_3]);
    assert!(loop_(&[test(), Ops(&[op::POP])], &[]));
    assert!(!loop_(&[test(), Jump(op::IFEQ, 's'), Ops(&[op::NOP])], &[]));
    assert!(!loop_(
        &[test(), Jump(op::IFEQ, 'm')],
        &[Ops(&[op::NOP]), To('m')]
    ));
    assert!(!loop_(&[Jump(op::GOTO, 'm')], &[Ops(&[op::NOP]), To('m')]));
    assert!(loop_(&[], &[]), "at the very beginning");
}

fn label_before(code: &Code, at: usize) -> Label {
    let labels = code.body[..at].iter().rev().find_map(|node| match node {
        Node::Label(label) => Some(*label),
        Node::Insn(_) => None,
    });
    labels.expect("a label")
}

#[test]
fn nothing_is_caught_in_the_loop() {
    let pool = ConstantPool::default();
    let mut code = code(&pool, &[Ops(READ), Ops(COUNT)]);
    let outside = label_before(&code, place(&code, op::RETURN, 0));
    let inside = label_before(&code, place(&code, op::ILOAD_2, 0));
    let mut caught_at = |target| {
        code.handlers = vec![Handler {
            start: inside,
            end: outside,
            target,
            catch_type: 0,
        }];
        first(&code, &pool, &[]).is_some()
    };
    assert!(caught_at(outside));
    assert!(!caught_at(inside));
}

#[test]
fn a_constructor_must_have_called_another() {
    let pool = ConstantPool::default();
    let mut code = code(&pool, &[Ops(READ), Ops(COUNT)]);
    let access = place(&code, op::IALOAD, 0);
    let is_range = |code: &Code| {
        let found = access_ranges(code, &pool, true, |_| false, &mut marked(code, &[])).expect("analysed");
        found.contains_key(&access)
    };
    assert!(!is_range(&code), "it does not say");
    code.has_frames = true;
    assert!(is_range(&code));
    let frame = Frame {
        locals: vec![VType::UninitializedThis],
        stack: Vec::new(),
    };
    let start = label_before(&code, place(&code, op::ILOAD_2, 0));
    code.frames = vec![(start, frame)];
    assert!(!is_range(&code));
}
