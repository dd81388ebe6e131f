//! A large class that no compiler wrote, so that it is the same whichever JDK there is: many methods with
//! loops over arrays, fields, calls and a monitor, with lines and frames.

use raddle_classfile::{
    Attribute, ClassFile, Code, ConstantPool, Frame, Insn, Label, LineEntry, Member, MethodShape, Node,
    VType, access, op,
};

use crate::Failure;

pub const NAME: &str = "work/Large";
const METHODS: usize = 200;
const FIELDS: usize = 8;
const DESCRIPTOR: &str = "(I[I)I";
/// JDK 17.
const MAJOR: u16 = 61;

pub fn large() -> Result<Vec<u8>, Failure> {
    let mut pool = ConstantPool::default();
    let this_class = pool.add_class(NAME)?;
    let super_class = pool.add_class("java/lang/Object")?;
    let mut class = ClassFile {
        minor: 0,
        major: MAJOR,
        access: access::ACC_PUBLIC,
        this_class,
        super_class,
        pool,
        interfaces: vec![],
        fields: vec![],
        methods: vec![],
        attributes: vec![],
    };
    for number in 0..FIELDS {
        class.fields.push(Member {
            access: access::ACC_PRIVATE,
            name: class.pool.add_utf8(&format!("field{number}"))?,
            descriptor: class.pool.add_utf8("I")?,
            attributes: vec![],
        });
    }
    for (name, flags) in [("total", access::ACC_STATIC), ("flag", access::ACC_VOLATILE)] {
        class.fields.push(Member {
            access: flags,
            name: class.pool.add_utf8(name)?,
            descriptor: class.pool.add_utf8("I")?,
            attributes: vec![],
        });
    }
    for number in 0..METHODS {
        let data = code(&mut class.pool, this_class, number)?;
        let method = Member {
            access: access::ACC_PUBLIC,
            name: class.pool.add_utf8(&format!("method{number}"))?,
            descriptor: class.pool.add_utf8(DESCRIPTOR)?,
            attributes: vec![Attribute {
                name: class.pool.add_utf8("Code")?,
                data,
            }],
        };
        class.methods.push(method);
    }
    Ok(class.to_bytes()?)
}

/// `int m(int n, int[] a)`: a loop in which elements and a field are read and written and methods called,
/// then a static field, and a volatile one inside a monitor.
fn code(pool: &mut ConstantPool, this_class: u16, number: usize) -> Result<Vec<u8>, Failure> {
    let shape = MethodShape {
        is_static: false,
        is_init: false,
        this_class,
        descriptor: DESCRIPTOR,
        major: MAJOR,
    };
    // No code but `iconst_0; ireturn`, and no tables: something to begin with.
    let empty = [0, 6, 0, 5, 0, 0, 0, 2, op::ICONST_0, op::IRETURN, 0, 0, 0, 0];
    let mut code = Code::parse(&empty, pool, shape)?;
    let field = pool.add_field_ref(NAME, &format!("field{}", number % FIELDS), "I")?;
    let total = pool.add_field_ref(NAME, "total", "I")?;
    let flag = pool.add_field_ref(NAME, "flag", "I")?;
    let next = pool.add_method_ref(NAME, &format!("method{}", (number + 1) % METHODS), DESCRIPTOR)?;
    let abs = pool.add_method_ref("java/lang/Math", "abs", "(I)I")?;
    let (head, end) = (code.new_label(), code.new_label());
    let (index, sum) = (3, 4);
    let load = |index| Insn::Local { op: op::ILOAD, index };
    let store = |index| Insn::Local {
        op: op::ISTORE,
        index,
    };
    let call = |op, index| Insn::Invoke { op, index };
    let simple = Insn::Simple;

    let mut body = Body::new(&mut code, number);
    body.line(&[
        simple(op::ICONST_0),
        store(index),
        simple(op::ICONST_0),
        store(sum),
    ]);
    body.label(head);
    let compare = Insn::Jump {
        op: op::IF_ICMPGE,
        target: end,
    };
    body.line(&[load(index), simple(op::ILOAD_1), compare]);
    body.line(&[
        load(sum),
        simple(op::ALOAD_2),
        load(index),
        simple(op::IALOAD),
        simple(op::IADD),
        store(sum),
    ]);
    body.line(&[simple(op::ALOAD_2), load(index), load(sum), simple(op::IASTORE)]);
    let get = Insn::Field {
        op: op::GETFIELD,
        index: field,
    };
    let put = Insn::Field {
        op: op::PUTFIELD,
        index: field,
    };
    body.line(&[
        simple(op::ALOAD_0),
        simple(op::DUP),
        get,
        load(sum),
        simple(op::IADD),
        put,
    ]);
    let inner = [simple(op::ALOAD_0), load(sum), simple(op::ALOAD_2)];
    body.line(&[&inner[..], &[call(op::INVOKEVIRTUAL, next), simple(op::POP)]].concat());
    body.line(&[load(sum), call(op::INVOKESTATIC, abs), store(sum)]);
    let again = Insn::Jump {
        op: op::GOTO,
        target: head,
    };
    body.line(&[Insn::Iinc { index, delta: 1 }, again]);
    body.label(end);
    let get = Insn::Field {
        op: op::GETSTATIC,
        index: total,
    };
    let put = Insn::Field {
        op: op::PUTSTATIC,
        index: total,
    };
    body.line(&[get, load(sum), simple(op::IADD), put]);
    body.line(&[simple(op::ALOAD_0), simple(op::MONITORENTER)]);
    let get = Insn::Field {
        op: op::GETFIELD,
        index: flag,
    };
    body.line(&[simple(op::ALOAD_0), get, store(index)]);
    body.line(&[simple(op::ALOAD_0), simple(op::MONITOREXIT)]);
    body.line(&[load(sum), simple(op::IRETURN)]);
    let Body { nodes, lines, .. } = body;
    (code.body, code.lines) = (nodes, lines);

    let mut locals = code.entry.clone();
    locals.extend([VType::Integer; 2]);
    let frame = Frame {
        locals,
        stack: vec![],
    };
    code.frames = vec![(head, frame.clone()), (end, frame)];
    Ok(code.to_attribute_data(pool)?)
}

/// Code in the making, line by line.
struct Body<'a> {
    code: &'a mut Code,
    nodes: Vec<Node>,
    lines: Vec<LineEntry>,
    line: u16,
}

impl Body<'_> {
    fn new(code: &mut Code, number: usize) -> Body<'_> {
        Body {
            code,
            nodes: vec![],
            lines: vec![],
            line: number as u16 * 20,
        }
    }

    fn label(&mut self, label: Label) {
        self.nodes.push(Node::Label(label));
    }

    fn line(&mut self, instructions: &[Insn]) {
        let at = self.code.new_label();
        self.line += 1;
        self.lines.push(LineEntry { at, line: self.line });
        self.label(at);
        self.nodes.extend(instructions.iter().cloned().map(Node::Insn));
    }
}
