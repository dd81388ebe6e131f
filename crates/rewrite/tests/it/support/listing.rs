//! A compact listing of a rewritten class: what was inserted is marked with `+`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use raddle_classfile::{ClassFile, Code, Constant, ConstantPool, Frame, Insn, Label, Member, Node, VType};
use raddle_events::{AccessKind, Op, Place};
use raddle_rewrite::Rewritten;

/// Lists the added fields and the changed methods, then the sites and the notes.
pub fn list(original: &[u8], rewritten: &Rewritten, sites: &[Place]) -> String {
    let mut out = format!("class {}\n", rewritten.class.name);
    let Some(bytes) = &rewritten.bytes else {
        return out + "  unchanged\n";
    };
    let (old, new) = (
        ClassFile::parse(original).expect("class"),
        ClassFile::parse(bytes).expect("class"),
    );
    for field in &new.fields[old.fields.len()..] {
        let (name, ty) = (utf8(&new.pool, field.name), utf8(&new.pool, field.descriptor));
        writeln!(out, "+ field {name} {ty} {:#06x}", field.access).expect("written");
    }
    for (before, after) in old.methods.iter().zip(&new.methods) {
        assert_eq!(before.access, after.access, "a method keeps its flags");
        if before.attributes != after.attributes {
            method(&mut out, (&old, before), (&new, after));
        }
    }
    if !sites.is_empty() {
        out += "sites\n";
    }
    for (n, place) in sites.iter().enumerate() {
        let line = place.line.map_or("?".to_owned(), |l| l.to_string());
        let file = place.file.as_deref().unwrap_or("?");
        writeln!(
            out,
            "  {} {} {} {file}:{line}",
            n + 1,
            place.method,
            access(&place.access)
        )
        .expect("written");
    }
    for s in &rewritten.skipped {
        writeln!(
            out,
            "skipped {}: {}",
            s.method.as_deref().unwrap_or("class"),
            s.reason
        )
        .expect("written");
    }
    for p in &rewritten.patches {
        writeln!(out, "patched {:?} {:?}", p.hook, p.at).expect("written");
    }
    out
}

fn access(kind: &AccessKind) -> String {
    let op = |op: &Op| if *op == Op::Read { "read" } else { "write" };
    match kind {
        AccessKind::Field {
            owner,
            name,
            descriptor,
            is_static,
            op: o,
        } => {
            let dot = if *is_static { "::" } else { "." };
            format!("{} {owner}{dot}{name} {descriptor}", op(o))
        }
        AccessKind::Array { op: o } => format!("{} element", op(o)),
        AccessKind::NewArray { descriptor } => format!("new {descriptor}"),
        AccessKind::New { class } => format!("new {class}"),
        AccessKind::Monitor => "monitor".to_owned(),
        AccessKind::Call { owner, name, .. } => format!("call {owner}.{name}"),
        AccessKind::Part { owner, part, op: o } => format!("{} {part} of {owner}", op(o)),
    }
}

fn decode(class: &ClassFile, member: &Member) -> Code {
    let data = &member.attribute(&class.pool, "Code").expect("code").data;
    Code::parse(data, &class.pool, class.shape(member).expect("a shape")).expect("code")
}

fn method(out: &mut String, old: (&ClassFile, &Member), new: (&ClassFile, &Member)) {
    let (name, ty) = (utf8(&new.0.pool, new.1.name), utf8(&new.0.pool, new.1.descriptor));
    let (before, after) = (decode(old.0, old.1), decode(new.0, new.1));
    let grown = |a: u16, b: u16| {
        if a == b {
            a.to_string()
        } else {
            format!("{a} -> {b}")
        }
    };
    let stack = grown(before.max_stack, after.max_stack);
    let locals = grown(before.max_locals, after.max_locals);
    writeln!(out, "\nmethod {name}{ty}  stack {stack}, locals {locals}").expect("written");

    let labels = labels(&after);
    let text = |code: &Code, pool: &ConstantPool, names: &BTreeMap<Label, String>| -> Vec<String> {
        code.body
            .iter()
            .filter_map(|n| {
                if let Node::Insn(i) = n {
                    Some(insn(i, pool, names))
                } else {
                    None
                }
            })
            .collect()
    };
    let plain = BTreeMap::new();
    let old_text = text(&before, &old.0.pool, &plain);
    let mut edits = edits(&old_text, &text(&after, &new.0.pool, &plain)).into_iter();
    for node in &after.body {
        match node {
            Node::Insn(i) => {
                let mark = loop {
                    match edits.next().expect("an edit for each") {
                        Edit::Remove(n) => writeln!(out, "-   {}", old_text[n]).expect("written"),
                        Edit::Insert => break '+',
                        Edit::Keep => break ' ',
                    }
                };
                writeln!(out, "{mark}   {}", insn(i, &new.0.pool, &labels)).expect("written");
            }
            Node::Label(label) => {
                if let Some(name) = labels.get(label) {
                    let frame = after.frames.iter().find(|(l, _)| l == label);
                    let frame = frame.map_or(String::new(), |(_, f)| frame_text(f, &new.0.pool));
                    writeln!(out, "  {name}:{frame}").expect("written");
                }
            }
        }
    }
    for h in &after.handlers {
        let ty = if h.catch_type == 0 {
            "any"
        } else {
            class(&new.0.pool, h.catch_type)
        };
        writeln!(
            out,
            "    catch {ty} {}..{} {}",
            labels[&h.start], labels[&h.end], labels[&h.target]
        )
        .expect("written");
    }
}

/// The labels that jumps, handlers and frames use, numbered in code order.
fn labels(code: &Code) -> BTreeMap<Label, String> {
    let mut used: Vec<Label> = code.frames.iter().map(|(l, _)| *l).collect();
    used.extend(code.handlers.iter().flat_map(|h| [h.start, h.end, h.target]));
    for node in &code.body {
        match node {
            Node::Insn(Insn::Jump { target, .. }) => used.push(*target),
            Node::Insn(Insn::TableSwitch { default, targets, .. }) => {
                used.extend(targets.iter().chain([default]))
            }
            Node::Insn(Insn::LookupSwitch { default, pairs }) => {
                used.extend(pairs.iter().map(|(_, l)| l).chain([default]));
            }
            _ => {}
        }
    }
    let order = code
        .body
        .iter()
        .filter_map(|n| if let Node::Label(l) = n { Some(*l) } else { None });
    order
        .filter(|l| used.contains(l))
        .enumerate()
        .map(|(n, l)| (l, format!("L{n}")))
        .collect()
}

enum Edit {
    Keep,
    Insert,
    /// The old line at this place.
    Remove(usize),
}

/// How the new lines come from the old, by a longest common subsequence. Of several ways the one that
/// inserts first, since so do most hooks.
fn edits(old: &[String], new: &[String]) -> Vec<Edit> {
    let mut common = vec![vec![0usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut edits = Vec::new();
    while i < old.len() || j < new.len() {
        if j < new.len() && common[i][j] == common[i][j + 1] {
            edits.push(Edit::Insert);
            j += 1;
        } else if j < new.len() && i < old.len() && old[i] == new[j] {
            edits.push(Edit::Keep);
            (i, j) = (i + 1, j + 1);
        } else {
            edits.push(Edit::Remove(i));
            i += 1;
        }
    }
    edits
}

fn insn(insn: &Insn, pool: &ConstantPool, labels: &BTreeMap<Label, String>) -> String {
    let name = NAMES[usize::from(insn.op())];
    let to = |l: &Label| labels.get(l).map_or("L", String::as_str);
    let member = |index: u16| {
        let m = pool.member_ref(index).expect("a member");
        // The hooks' descriptors are in their table.
        match m.owner {
            "java/lang/Raddle" => format!("Raddle.{}", m.name),
            owner => format!("{owner}.{} {}", m.name, m.descriptor),
        }
    };
    match insn {
        Insn::Simple(_) => name.to_owned(),
        Insn::Bipush(value) => format!("{name} {value}"),
        Insn::Sipush(value) => format!("{name} {value}"),
        Insn::Ldc { index, .. } => format!("{name} {}", constant(pool, *index)),
        Insn::Local { index, .. } => format!("{name} {index}"),
        Insn::Iinc { index, delta } => format!("{name} {index} {delta}"),
        Insn::Jump { target, .. } => format!("{name} {}", to(target)),
        Insn::TableSwitch {
            default,
            low,
            targets,
        } => {
            let rows: Vec<&str> = targets.iter().map(to).collect();
            format!("{name} {low} {} else {}", rows.join(" "), to(default))
        }
        Insn::LookupSwitch { default, pairs } => {
            let rows: Vec<String> = pairs.iter().map(|(k, l)| format!("{k}:{}", to(l))).collect();
            format!("{name} {} else {}", rows.join(" "), to(default))
        }
        Insn::Field { index, .. } | Insn::Invoke { index, .. } | Insn::InvokeInterface { index, .. } => {
            format!("{name} {}", member(*index))
        }
        Insn::InvokeDynamic { index } => {
            format!(
                "{name} {}",
                pool.dynamic_name_and_type(*index).expect("a call site").0
            )
        }
        Insn::Type { index, .. } | Insn::MultiNewArray { index, .. } => {
            format!("{name} {}", class(pool, *index))
        }
        Insn::NewArray(ty) => format!("{name} {ty}"),
    }
}

fn constant(pool: &ConstantPool, index: u16) -> String {
    match pool.entry(index).expect("a constant") {
        Constant::Class { name } => format!("class {}", utf8(pool, name)),
        Constant::String { text } => format!("{:?}", utf8(pool, text)),
        other => format!("{other:?}"),
    }
}

fn frame_text(frame: &Frame, pool: &ConstantPool) -> String {
    let all = |types: &[VType]| {
        types
            .iter()
            .map(|&t| vtype(t, pool))
            .collect::<Vec<_>>()
            .join(" ")
    };
    format!(" [{} | {}]", all(&frame.locals), all(&frame.stack))
}

fn vtype(ty: VType, pool: &ConstantPool) -> String {
    match ty {
        VType::Top => "-".to_owned(),
        VType::Integer => "int".to_owned(),
        VType::Float => "float".to_owned(),
        VType::Double => "double".to_owned(),
        VType::Long => "long".to_owned(),
        VType::Null => "null".to_owned(),
        VType::UninitializedThis => "new this".to_owned(),
        VType::Object(index) => class(pool, index)
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned(),
        VType::Argument(n) => format!("argument{n}"),
        VType::Uninitialized(_) => "new".to_owned(),
    }
}

fn class(pool: &ConstantPool, index: u16) -> &str {
    pool.class_name(index).expect("a class")
}

fn utf8(pool: &ConstantPool, index: u16) -> &str {
    pool.utf8(index).expect("a string")
}

/// By opcode.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "
    nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0
    lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w iload lload
    fload dload aload iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3 fload_0
    fload_1 fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3 iaload
    laload faload daload aaload baload caload saload istore lstore fstore dstore astore istore_0
    istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3 fstore_0 fstore_1 fstore_2
    fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3 iastore lastore
    fastore dastore aastore bastore castore sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2
    swap iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem
    frem drem ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc
    i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq
    ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq
    if_acmpne goto jsr ret tableswitch lookupswitch ireturn lreturn freturn dreturn areturn return
    getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic invokeinterface
    invokedynamic new newarray anewarray arraylength athrow checkcast instanceof monitorenter
    monitorexit wide multianewarray ifnull ifnonnull goto_w jsr_w
    "
    .split_ascii_whitespace()
    .collect()
});
