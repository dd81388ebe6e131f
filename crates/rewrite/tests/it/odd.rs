//! Class files that no javac writes but a JVM accepts, and some that it does not.

use std::path::Path;
use std::process::Command;

use crate::support::{TempDir, classes, compile, jdks, run, stub, world::KnownClasses};
use raddle_analysis::{FieldFacts, World};
use raddle_classfile::{ClassFile, Code, Insn, Node, VType, access, op};
use raddle_events::{Place, SiteId};
use raddle_rewrite::{Error, Host, Rewritten, Role};

fn compiled() -> Vec<u8> {
    let jdk = jdks().pop().expect("a JDK");
    let dir = TempDir::new("odd");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Odd.java");
    compile(&jdk, &["--release", "17"], &[source], &dir.0);
    classes(&dir.0).pop().expect("a class").1
}

fn rewrite(bytes: &[u8], role: Role) -> Result<Rewritten, Error> {
    raddle_rewrite::rewrite(bytes, role, &mut KnownClasses::default())
}

/// Edits the code of one method.
fn edit(class: &mut ClassFile, method: &str, edit: impl FnOnce(&mut Code)) {
    let named = |m: &raddle_classfile::Member| class.pool.utf8(m.name) == Ok(method);
    let at = class.methods.iter().position(named).expect("the method");
    let mut code = decode(class, method);
    edit(&mut code);
    let data = code.to_attribute_data(&mut class.pool).expect("code");
    class.methods[at]
        .attribute_mut(&class.pool, "Code")
        .expect("code")
        .data = data;
}

fn decode(class: &ClassFile, method: &str) -> Code {
    let found = class
        .methods
        .iter()
        .find(|m| class.pool.utf8(m.name) == Ok(method))
        .expect("the method");
    let data = &found.attribute(&class.pool, "Code").expect("code").data;
    Code::parse(data, &class.pool, class.shape(found).expect("a shape")).expect("code")
}

fn simple(op: u8) -> Node {
    Node::Insn(Insn::Simple(op))
}

fn position(code: &Code, op: u8) -> usize {
    code.body
        .iter()
        .position(|n| matches!(n, Node::Insn(i) if i.op() == op))
        .expect("the instruction")
}

#[test]
fn odd_methods_verify_and_work() {
    let mut class = ClassFile::parse(&compiled()).expect("a class");
    // `this` is lost at once, and unknown to the frames.
    edit(&mut class, "kept", |code| {
        code.body
            .splice(0..0, [simple(op::ACONST_NULL), simple(op::ASTORE_0)]);
        code.frames
            .iter_mut()
            .for_each(|(_, frame)| frame.locals[0] = VType::Top);
    });
    edit(&mut class, "<init>", |code| {
        let end = position(code, op::RETURN);
        code.body
            .splice(end..end, [simple(op::ACONST_NULL), simple(op::ASTORE_0)]);
    });
    // The monitor of an object is entered before its constructor runs, and left after.
    edit(&mut class, "fresh", |code| {
        let call = position(code, op::INVOKESPECIAL);
        code.body
            .splice(call + 1..call + 1, [simple(op::DUP), simple(op::MONITOREXIT)]);
        code.body
            .splice(call..call, [simple(op::DUP), simple(op::MONITORENTER)]);
        code.max_stack += 1;
    });
    // The range that guards the monitor starts a little late.
    edit(&mut class, "guarded", |code| {
        let enter = position(code, op::MONITORENTER);
        code.body
            .splice(enter + 1..enter + 1, [simple(op::ACONST_NULL), simple(op::POP)]);
    });
    let bytes = class.to_bytes().expect("a class");

    for role in [Role::Program, Role::Library] {
        let rewritten = rewrite(&bytes, role).expect("rewritten");
        let mut notes: Vec<_> = rewritten
            .skipped
            .iter()
            .map(|s| (s.method.as_deref().unwrap_or(""), s.reason.as_str()))
            .collect();
        notes.sort_unstable();
        assert_eq!(
            notes,
            [
                ("<init>(I)V", "no constructed: it overwrites its `this`"),
                (
                    "fresh()Ljava/lang/Object;",
                    "monitor of an object under construction"
                ),
                ("outside()V", "native and synchronized: its monitor is not seen"),
            ]
        );
        let out = rewritten.bytes.expect("changed");
        let code = decode(&ClassFile::parse(&out).expect("a class"), "guarded");
        let enter = position(&code, op::MONITORENTER);
        let Node::Label(after) = code.body[enter + 1] else {
            panic!("no label after monitorenter")
        };
        assert!(
            code.handlers.iter().any(|h| h.start == after),
            "the hook is outside of the range"
        );

        for jdk in jdks() {
            let feature = jdk.version.feature;
            let (base, program) = (
                TempDir::new(&format!("odd-base-{feature}")),
                TempDir::new(&format!("odd-{feature}")),
            );
            program.write("Odd.class", &out);
            stub::compile_into(&jdk, &base);
            let patch = format!("--patch-module=java.base={}", base.0.display());
            run(Command::new(jdk.java())
                .arg(patch)
                .arg("-cp")
                .arg(&program.0)
                .arg("Odd"));
        }
    }
}

/// The JVM finalizes no object whose finalizer only returns: a hook in it would change that.
#[test]
fn an_empty_finalizer_stays_empty() {
    let mut class = ClassFile::parse(&compiled()).expect("a class");
    let length = |code: &Code| code.body.iter().filter(|n| matches!(n, Node::Insn(_))).count();
    let hooked = |bytes: &[u8], role| {
        let rewritten = rewrite(bytes, role).expect("rewritten");
        let class = ClassFile::parse(rewritten.bytes.as_ref().expect("changed")).expect("a class");
        let calls = |method: &str, hook: &str| {
            decode(&class, method).body.iter().any(|node| match *node {
                Node::Insn(Insn::Invoke { index, .. }) => class
                    .pool
                    .member_ref(index)
                    .is_ok_and(|called| called.name == hook),
                _ => false,
            })
        };
        let hooks = (
            calls("<init>", "constructed"),
            calls("finalize", "beforeFinalize"),
        );
        (
            rewritten.class.declares_finalize,
            hooks,
            length(&decode(&class, "finalize")),
            rewritten.skipped,
        )
    };
    for role in [Role::Program, Role::Library] {
        let (declares, hooks, ..) = hooked(&class.to_bytes().expect("a class"), role);
        assert!(declares && hooks == (true, true));
    }
    edit(&mut class, "finalize", |code| {
        let stays = |node: &Node| matches!(node, Node::Label(_) | Node::Insn(Insn::Simple(op::RETURN)));
        code.body.retain(stays);
    });
    for role in [Role::Program, Role::Library] {
        let (declares, hooks, length, skipped) = hooked(&class.to_bytes().expect("a class"), role);
        assert!(!declares && hooks == (false, false));
        assert_eq!(length, 1);
        assert!(skipped.iter().all(|s| s.method.as_deref() != Some("finalize()V")));
    }
    // Not even for its monitor.
    let finalizer = class
        .methods
        .iter_mut()
        .find(|m| class.pool.utf8(m.name) == Ok("finalize"));
    finalizer.expect("the method").access |= access::ACC_SYNCHRONIZED;
    let (.., length, skipped) = hooked(&class.to_bytes().expect("a class"), Role::Program);
    assert_eq!(length, 1);
    let note = skipped
        .iter()
        .find(|s| s.method.as_deref() == Some("finalize()V"));
    assert_eq!(
        note.expect("a note").reason,
        "an empty finalizer stays empty: its monitor is not seen"
    );
}

#[test]
fn a_class_is_not_rewritten_twice() {
    let once = rewrite(&compiled(), Role::Program)
        .expect("rewritten")
        .bytes
        .expect("changed");
    assert!(matches!(rewrite(&once, Role::Program), Err(Error::Twice)));
}

#[test]
fn of_two_fields_of_one_name_the_first_is_checked() {
    let mut class = ClassFile::parse(&compiled()).expect("a class");
    class.fields[1].name = class.fields[0].name;
    let rewritten = rewrite(&class.to_bytes().expect("a class"), Role::Program).expect("rewritten");
    let notes: Vec<_> = rewritten
        .skipped
        .iter()
        .filter(|s| s.method.is_none())
        .map(|s| s.reason.as_str())
        .collect();
    assert_eq!(notes, ["field plain:J has the name of another: not checked"]);
    let out = ClassFile::parse(&rewritten.bytes.expect("changed")).expect("a class");
    let mut names: Vec<_> = out.fields[3..]
        .iter()
        .map(|f| out.pool.utf8(f.name).expect("a name"))
        .collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all, "no name twice: {names:?}");
}

/// Knows nothing; each site takes a pool entry of its own.
struct ManySites(u32);

impl Host for ManySites {
    fn site(&mut self, _: Place) -> SiteId {
        self.0 += 1;
        SiteId(self.0)
    }

    fn class_id(&mut self, _: &str) -> u32 {
        0
    }

    fn reaches_unchecked(&self, class: &str) -> bool {
        !class.starts_with("p/")
    }
}

impl World for ManySites {
    fn field(&self, _: &str, _: &str, _: &str) -> Option<FieldFacts> {
        None
    }

    fn has_finalizer(&self, _: &str) -> bool {
        false
    }
}

#[test]
fn a_full_pool_leaves_room_for_less_or_nothing() {
    for (room, want) in [(45, true), (3, false)] {
        let mut class = ClassFile::parse(&compiled()).expect("a class");
        let mut next = 1_000_000;
        while class.pool.len() < u16::MAX - room {
            class.pool.add_integer(next).expect("room");
            next += 1;
        }
        let bytes = class.to_bytes().expect("a class");
        match raddle_rewrite::rewrite(&bytes, Role::Program, &mut ManySites(100_000)) {
            Ok(rewritten) => {
                assert!(want, "room for {room} entries is enough");
                assert_eq!(
                    rewritten.skipped[0].reason,
                    "accesses not checked: constant pool is full"
                );
                assert!(rewritten.bytes.is_some());
            }
            Err(e) => assert!(!want, "room for {room} entries: {e}"),
        }
    }
}

#[test]
fn no_input_makes_it_panic() {
    let original = compiled();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    let mut accepted = 0;
    for round in 0..20_000 {
        let mut bytes = original.clone();
        for _ in 0..1 + round % 4 {
            let at = random() % bytes.len();
            bytes[at] = random() as u8;
        }
        if round % 8 == 0 {
            bytes.truncate(random() % original.len());
        }
        let role = [Role::Program, Role::Library, Role::Jdk][round % 3];
        accepted += usize::from(rewrite(&bytes, role).is_ok());
    }
    assert!(
        accepted > 1000,
        "only {accepted} of the mutants got beyond the parser"
    );
}
