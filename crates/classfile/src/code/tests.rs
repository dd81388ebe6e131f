//! Decoding and encoding of code built by hand, one part of it at a time.

use super::*;
use crate::{ConstantPool, Error, Result, op};

const SHAPE: MethodShape<'_> = MethodShape {
    is_static: true,
    is_init: false,
    this_class: 1,
    descriptor: "(ILjava/lang/String;J)V",
    major: 52,
};

/// The data of a `Code` attribute; attributes are given by name.
fn data(
    pool: &mut ConstantPool,
    code: &[u8],
    handlers: &[[u16; 4]],
    attributes: &[(&str, &[u8])],
) -> Vec<u8> {
    let mut out = vec![0, 2, 0, 4];
    out.extend((code.len() as u32).to_be_bytes());
    out.extend(code);
    out.extend((handlers.len() as u16).to_be_bytes());
    out.extend(handlers.as_flattened().iter().flat_map(|v| v.to_be_bytes()));
    out.extend((attributes.len() as u16).to_be_bytes());
    for (name, data) in attributes {
        out.extend(pool.add_utf8(name).unwrap().to_be_bytes());
        out.extend((data.len() as u32).to_be_bytes());
        out.extend(*data);
    }
    out
}

fn decode(code: &[u8], attributes: &[(&str, &[u8])]) -> Result<(Code, Vec<u8>, ConstantPool)> {
    let mut pool = ConstantPool::default();
    let data = data(&mut pool, code, &[], attributes);
    Ok((Code::parse(&data, &pool, SHAPE)?, data, pool))
}

/// A method body made from nodes, with room for labels below 100.
fn code(body: Vec<Node>) -> Code {
    let (mut code, ..) = decode(&[op::RETURN], &[]).unwrap();
    code.body = body;
    code.next_label = 100;
    code
}

fn encode(code: &Code) -> Result<Vec<u8>> {
    let bytes = code.to_attribute_data(&mut ConstantPool::default())?;
    let len = u32::from_be_bytes(*bytes[4..].first_chunk().unwrap()) as usize;
    Ok(bytes[8..8 + len].to_vec())
}

fn nops(n: usize) -> impl Iterator<Item = Node> {
    std::iter::repeat_n(insn(op::NOP), n)
}

fn insn(op: u8) -> Node {
    Node::Insn(Insn::Simple(op))
}

fn jump(op: u8, label: u32) -> Node {
    Node::Insn(Insn::Jump {
        op,
        target: Label(label),
    })
}

fn label(n: u32) -> Node {
    Node::Label(Label(n))
}

fn with_nops(code: &mut Code) {
    let body = std::mem::take(&mut code.body);
    code.body = body
        .into_iter()
        .flat_map(|n| nops(matches!(n, Node::Insn(_)).into()).chain([n]))
        .collect();
}

#[test]
fn switches_are_aligned_wherever_they_are() {
    for before in 0..4 {
        let end = before as i32 + 1 + 3 - before as i32 % 4 + 12 + 8 + 1;
        let mut bytes = vec![op::NOP; before];
        bytes.push(op::TABLESWITCH);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        for word in [end - before as i32, 7, 8, end - before as i32, -(before as i32)] {
            bytes.extend(word.to_be_bytes());
        }
        bytes.extend([op::NOP, op::RETURN]);
        let (code, data, mut pool) = decode(&bytes, &[]).unwrap();
        assert_eq!(code.to_attribute_data(&mut pool).unwrap(), data);
        let Some(Node::Insn(Insn::TableSwitch {
            default,
            low: 7,
            targets,
        })) = code
            .body
            .iter()
            .find(|n| matches!(n, Node::Insn(Insn::TableSwitch { .. })))
        else {
            panic!("no switch in {:?}", code.body)
        };
        assert_eq!(targets, &[*default, Label(0)]);
    }
}

#[test]
fn lookup_switch_moves_its_targets() {
    let pairs = vec![(-5, Label(1)), (i32::MAX, Label(2))];
    let switch = Node::Insn(Insn::LookupSwitch {
        default: Label(1),
        pairs,
    });
    let bytes = encode(&code(vec![
        insn(op::ICONST_0),
        switch,
        label(1),
        insn(op::NOP),
        label(2),
        insn(op::RETURN),
    ]));
    let mut want = vec![op::ICONST_0, op::LOOKUPSWITCH, 0, 0];
    for word in [27, 2, -5, 27, i32::MAX, 28] {
        want.extend(i32::to_be_bytes(word));
    }
    want.extend([op::NOP, op::RETURN]);
    assert_eq!(bytes.unwrap(), want);
}

#[test]
fn malformed_switches_are_errors() {
    let table = |low: i32, high: i32| {
        let words = [0, low, high, 0].map(i32::to_be_bytes);
        decode(&[&[op::TABLESWITCH, 0, 0, 0], words.as_flattened()].concat(), &[]).map(drop)
    };
    assert_eq!(table(1, 1), Ok(()));
    assert_eq!(table(1, 0), Err(Error::BadInstruction(0)));
    assert_eq!(table(i32::MIN, i32::MAX), Err(Error::BadInstruction(0)));
    let empty = Node::Insn(Insn::TableSwitch {
        default: Label(0),
        low: 0,
        targets: vec![],
    });
    assert_eq!(
        encode(&code(vec![label(0), empty])),
        Err(Error::BadInstruction(0))
    );
}

#[test]
fn locals_take_the_short_form_that_fits() {
    let body = [
        Insn::Local {
            op: op::ALOAD,
            index: 255,
        },
        Insn::Local {
            op: op::ALOAD,
            index: 256,
        },
        Insn::Iinc {
            index: 1,
            delta: -128,
        },
        Insn::Iinc { index: 1, delta: 128 },
        Insn::Iinc { index: 256, delta: 1 },
        Insn::Ldc {
            op: op::LDC,
            index: 255,
        },
        Insn::Ldc {
            op: op::LDC,
            index: 256,
        },
        Insn::Ldc {
            op: op::LDC_W,
            index: 1,
        },
    ];
    let bytes = encode(&code(body.iter().cloned().map(Node::Insn).collect())).unwrap();
    let want: [&[u8]; 8] = [
        &[op::ALOAD, 255],
        &[op::WIDE, op::ALOAD, 1, 0],
        &[op::IINC, 1, 128],
        &[op::WIDE, op::IINC, 0, 1, 0, 128],
        &[op::WIDE, op::IINC, 1, 0, 0, 1],
        &[op::LDC, 255],
        &[op::LDC_W, 1, 0],
        &[op::LDC_W, 0, 1],
    ];
    assert_eq!(bytes, want.concat());
    let (again, ..) = decode(&bytes, &[]).unwrap();
    assert!(
        again.body[..6]
            .iter()
            .zip(&body)
            .all(|(node, insn)| *node == Node::Insn(insn.clone()))
    );
}

#[test]
fn goto_grows_exactly_when_it_must() {
    for (distance, size) in [(32767, 3), (32768, 5)] {
        let body = [jump(op::GOTO, 0)]
            .into_iter()
            .chain(nops(distance - 3))
            .chain([label(0), insn(op::RETURN)]);
        let bytes = encode(&code(body.collect())).unwrap();
        assert_eq!(bytes.len(), size + distance - 3 + 1);
        assert_eq!(bytes[0], if size == 3 { op::GOTO } else { op::GOTO_W });
        let (again, ..) = decode(&bytes, &[]).unwrap();
        assert!(
            matches!(again.body[0], Node::Insn(Insn::Jump { op: op::GOTO, target: Label(l) }) if l as usize == bytes.len() - 1)
        );
    }
}

/// `if (0) goto L; goto M;` with the two targets far behind, and a frame at each.
fn far_conditional() -> Code {
    let head = [
        insn(op::ICONST_0),
        label(4),
        jump(op::IFEQ, 0),
        jump(op::GOTO, 1),
        label(2),
    ];
    let tail = [label(1), insn(op::RETURN), label(0), insn(op::RETURN), label(3)];
    let mut code = code(head.into_iter().chain(nops(40_000)).chain(tail).collect());
    let frame = |n: u16| Frame {
        locals: vec![VType::Object(n)],
        stack: vec![],
    };
    code.frames = vec![(Label(2), frame(2)), (Label(1), frame(1)), (Label(0), frame(7))];
    code
}

fn parsed(code: &Code) -> Result<Code> {
    let mut pool = ConstantPool::default();
    let data = code.to_attribute_data(&mut pool)?;
    Code::parse(&data, &pool, SHAPE)
}

#[test]
fn far_conditional_jump_takes_a_trampoline() {
    let bytes = encode(&far_conditional()).unwrap();
    let last = bytes.len() as i32 - 1;
    assert_eq!(
        bytes[..9],
        [op::ICONST_0, op::IFEQ, 0, 8, op::GOTO_W, 0, 0, 0x9c, 0x4a]
    );
    assert_eq!(bytes[9], op::GOTO_W);
    assert_eq!(bytes[10..14], (last - 9).to_be_bytes());
    let again = parsed(&far_conditional()).unwrap();
    let places: Vec<_> = again
        .frames
        .iter()
        .map(|(label, f)| (label.0 as i32, f.locals.clone()))
        .collect();
    let object = |n| vec![VType::Object(n)];
    assert_eq!(
        places,
        [
            (9, object(7)),
            (14, object(2)),
            (last - 1, object(1)),
            (last, object(7))
        ]
    );
}

#[test]
fn trampoline_stays_out_of_foreign_handlers() {
    let handler = |start, end| Handler {
        start: Label(start),
        end: Label(end),
        target: Label(1),
        catch_type: 0,
    };
    // Ends where the trampoline goes: it must stay outside.
    let mut code = far_conditional();
    code.handlers = vec![handler(4, 2)];
    let again = parsed(&code).unwrap();
    assert_eq!(
        (again.handlers[0].start, again.handlers[0].end),
        (Label(1), Label(9))
    );
    // Covers the only gap, but not the target.
    code.handlers = vec![handler(4, 0)];
    assert_eq!(encode(&code), Err(Error::JumpTooFar(Label(0))));
    // Covers both.
    code.handlers = vec![handler(4, 3)];
    assert!(encode(&code).is_ok());
    // No gap at all.
    code.body.retain(|node| *node != jump(op::GOTO, 1));
    assert_eq!(encode(&code), Err(Error::JumpTooFar(Label(0))));
}

#[test]
fn all_kinds_of_frames() {
    let frames: Vec<u8> = [
        &[0, 9][..],
        &[4],                                 // same, at 4
        &[64 + 2, 5],                         // same, and a null on the stack, at 7
        &[247, 0, 90, 8, 0, 1],               // same, and what the `new` at 1 made, at 98
        &[253, 0, 0, 7, 0, 9, 4],             // append an object and a long
        &[249, 0, 0],                         // chop two
        &[248, 0, 0],                         // chop three
        &[251, 0, 100],                       // same, at 202
        &[255, 0, 0, 0, 2, 0, 6, 0, 2, 2, 3], // full
        &[254, 0, 0, 1, 1, 1],                // append three
    ]
    .concat();
    let mut bytes = vec![op::NOP; 300];
    bytes[1] = op::NEW;
    let (code, data, mut pool) = decode(&bytes, &[("StackMapTable", &frames)]).unwrap();
    use VType::*;
    let entry = [Integer, Argument(1), Long];
    let want: [(u32, &[VType], &[VType]); 9] = [
        (4, &entry, &[]),
        (7, &entry, &[Null]),
        (98, &entry, &[Uninitialized(Label(1))]),
        (99, &[Integer, Argument(1), Long, Object(9), Long], &[]),
        (100, &entry, &[]),
        (101, &[], &[]),
        (202, &[], &[]),
        (203, &[Top, UninitializedThis], &[Float, Double]),
        (204, &[Top, UninitializedThis, Integer, Integer, Integer], &[]),
    ];
    let frame = |&(at, locals, stack): &(u32, &[VType], &[VType])| {
        (
            Label(at),
            Frame {
                locals: locals.to_vec(),
                stack: stack.to_vec(),
            },
        )
    };
    assert_eq!(code.frames, want.iter().map(frame).collect::<Vec<_>>());
    assert_eq!(code.to_attribute_data(&mut pool).unwrap(), data);
}

#[test]
fn an_argument_gets_a_class_when_a_frame_spells_it_out() {
    let (mut code, _, mut pool) = decode(&[op::NOP, op::RETURN], &[]).unwrap();
    let at = code.new_label();
    code.body.insert(1, Node::Label(at));
    code.frames = vec![(
        at,
        Frame {
            locals: vec![VType::Top, VType::Argument(1)],
            stack: vec![],
        },
    )];
    let data = code.to_attribute_data(&mut pool).unwrap();
    let again = Code::parse(&data, &pool, SHAPE).unwrap();
    let [VType::Top, VType::Object(class)] = again.frames[0].1.locals[..] else {
        panic!("{:?}", again.frames)
    };
    assert_eq!(pool.class_name(class), Ok("java/lang/String"));
}

#[test]
fn frames_that_cannot_be_are_errors() {
    let read = |table: &[u8]| decode(&[op::NOP; 9], &[("StackMapTable", table)]).map(drop);
    assert_eq!(read(&[0, 1, 8]), Ok(()));
    assert_eq!(read(&[0, 1, 9]), Err(Error::BadOffset(9)));
    assert_eq!(read(&[0, 1, 200]), Err(Error::BadFrame));
    assert_eq!(read(&[0, 1, 64, 9]), Err(Error::BadFrame));
    assert_eq!(read(&[0, 2, 248, 0, 0, 250, 0, 0]), Err(Error::BadFrame));
    assert_eq!(read(&[0, 2, 1]), Err(Error::Truncated));
    let mut two = code(vec![label(0), label(1), insn(op::RETURN)]);
    two.frames = vec![(Label(0), Frame::default()), (Label(1), Frame::default())];
    assert_eq!(parsed(&two).unwrap().frames.len(), 1);
    two.frames[1].1.stack.push(VType::Null);
    assert_eq!(encode(&two), Err(Error::FrameConflict(0)));
}

#[test]
fn frames_are_bounded_in_memory() {
    // Each appends three locals to the one before: 60000 frames would hold 5 * 10^9 types.
    let table: Vec<u8> = 60_000u16
        .to_be_bytes()
        .into_iter()
        .chain([254, 0, 0, 1, 1, 1].repeat(60_000))
        .collect();
    let result = decode(&[op::NOP; 65_000], &[("StackMapTable", &table)]).map(drop);
    assert_eq!(result, Err(Error::FramesTooLarge));
}

#[test]
fn old_classes_have_no_frames() {
    let mut pool = ConstantPool::default();
    let data = data(&mut pool, &[op::RETURN], &[], &[("StackMapTable", &[0, 1, 0])]);
    let code = Code::parse(&data, &pool, MethodShape { major: 49, ..SHAPE }).unwrap();
    assert!(!code.has_frames && code.frames.is_empty() && code.attributes.is_empty());
}

#[test]
fn everything_moves_with_the_code() {
    let bytes = [op::NOP, op::NEW, 0, 9, op::POP, op::RETURN];
    let lines = [0, 2, 0, 1, 0, 10, 0, 4, 0, 11];
    let vars = [0, 1, 0, 4, 0, 2, 0, 5, 0, 6, 0, 7];
    let frames = [0, 1, 64 + 4, 8, 0, 1];
    // A variable, a catch, a `new` and a cast, each with an empty path and no elements.
    let notes: Vec<u8> = [
        &[0, 4][..],
        &[0x40, 0, 1, 0, 1, 0, 5, 0, 3, 0, 0, 9, 0, 0],
        &[0x42, 0, 0, 0, 0, 9, 0, 0],
        &[0x44, 0, 4, 0, 0, 9, 0, 0],
        &[
            0x47, 0, 5, 1, 1, 3, 0, 0, 9, 0, 1, 0, 9, b'[', 0, 1, b'@', 0, 9, 0, 0,
        ],
    ]
    .concat();
    let mut pool = ConstantPool::default();
    let attributes: [(&str, &[u8]); 5] = [
        ("LineNumberTable", &lines),
        ("LocalVariableTable", &vars),
        ("LocalVariableTypeTable", &vars),
        ("StackMapTable", &frames),
        ("RuntimeInvisibleTypeAnnotations", &notes),
    ];
    let before = data(&mut pool, &bytes, &[[0, 6, 4, 0]], &attributes);
    let mut code = Code::parse(&before, &pool, SHAPE).unwrap();
    assert_eq!(code.to_attribute_data(&mut pool).unwrap(), before);

    with_nops(&mut code);
    let n = op::NOP;
    let bytes = [n, n, n, op::NEW, 0, 9, n, op::POP, n, op::RETURN];
    let lines = [0, 2, 0, 2, 0, 10, 0, 6, 0, 11];
    let vars = [0, 1, 0, 6, 0, 4, 0, 5, 0, 6, 0, 7];
    // The frame is at the inserted `nop`; what is not initialised is the `new` itself.
    let frames = [0, 1, 64 + 6, 8, 0, 3];
    let mut notes = notes;
    (notes[6], notes[8], notes[26], notes[34]) = (2, 8, 6, 8);
    let attributes: [(&str, &[u8]); 5] = [
        ("LineNumberTable", &lines),
        ("LocalVariableTable", &vars),
        ("LocalVariableTypeTable", &vars),
        ("StackMapTable", &frames),
        ("RuntimeInvisibleTypeAnnotations", &notes),
    ];
    let after = data(&mut pool, &bytes, &[[0, 10, 6, 0]], &attributes);
    assert_eq!(code.to_attribute_data(&mut pool).unwrap(), after);
}

#[test]
fn broken_type_annotations_stay_as_they_are() {
    let notes = [0, 1, 0x40, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0, 9, 0, 0];
    let (code, data, mut pool) = decode(&[op::RETURN], &[("RuntimeVisibleTypeAnnotations", &notes)]).unwrap();
    assert!(code.type_annotations.is_empty());
    assert_eq!(code.to_attribute_data(&mut pool).unwrap(), data);
}

#[test]
fn edits_that_make_no_sense_are_errors() {
    assert_eq!(encode(&code(vec![])), Err(Error::CodeTooLarge(0)));
    assert_eq!(
        encode(&code(nops(65_536).collect())),
        Err(Error::CodeTooLarge(65_536))
    );
    assert_eq!(encode(&code(nops(65_535).collect())).map(|b| b.len()), Ok(65_535));
    assert_eq!(
        encode(&code(vec![jump(op::GOTO, 5)])),
        Err(Error::UnboundLabel(Label(5)))
    );
    assert_eq!(
        encode(&code(vec![label(100), insn(op::RETURN)])),
        Err(Error::UnboundLabel(Label(100)))
    );
    assert_eq!(
        encode(&code(vec![label(1), label(1), insn(op::RETURN)])),
        Err(Error::LabelTwice(Label(1)))
    );
    assert_eq!(
        encode(&code(vec![jump(op::GOTO, 1), label(1)])),
        Err(Error::BadOffset(3))
    );
    assert_eq!(
        encode(&code(vec![insn(op::GOTO)])),
        Err(Error::WrongForm(op::GOTO))
    );
    let mut empty = code(vec![label(1), insn(op::RETURN)]);
    empty.handlers = vec![Handler {
        start: Label(1),
        end: Label(1),
        target: Label(1),
        catch_type: 0,
    }];
    assert_eq!(encode(&empty), Err(Error::EmptyRange));
}

#[test]
fn code_that_cannot_be_is_an_error() {
    let read = |code: &[u8]| decode(code, &[]).map(drop).unwrap_err();
    assert_eq!(read(&[]), Error::CodeTooLarge(0));
    assert_eq!(read(&[202]), Error::BadOpcode { op: 202, at: 0 });
    assert_eq!(
        read(&[op::WIDE, op::NOP]),
        Error::BadOpcode { op: op::NOP, at: 1 }
    );
    assert_eq!(read(&[op::SIPUSH, 0]), Error::Truncated);
    assert_eq!(read(&[op::GOTO, 0, 1]), Error::BadOffset(1));
    assert_eq!(read(&[op::GOTO, 0, 3]), Error::BadOffset(3));
    assert_eq!(read(&[op::GOTO, 0xff, 0xff]), Error::BadOffset(-1));
    assert_eq!(read(&[op::INVOKEDYNAMIC, 0, 1, 0, 1]), Error::BadInstruction(0));
}
