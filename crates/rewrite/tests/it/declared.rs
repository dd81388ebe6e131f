//! Rules of the user's own: which hook comes where, with which key, and which methods they cannot have.

use std::path::Path;
use std::process::Command;

use crate::support::{TempDir, classes, compile, jdks, run, stub, world::KnownClasses};
use raddle_analysis::{FieldFacts, World};
use raddle_classfile::{ClassFile, Code, Insn, Node, op};
use raddle_events::{Place, SiteId};
use raddle_rewrite::{Declared, HOOK_CLASS, Host, Rewritten, Role, RuleEnd, RuleKey};

/// A run with rules for the class at hand.
struct Ruled(KnownClasses, Vec<Declared>);

impl World for Ruled {
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.0.field(owner, name, descriptor)
    }
    fn has_finalizer(&self, class: &str) -> bool {
        self.0.has_finalizer(class)
    }
}

impl Host for Ruled {
    fn site(&mut self, place: Place) -> SiteId {
        self.0.site(place)
    }
    fn class_id(&mut self, class: &str) -> u32 {
        self.0.class_id(class)
    }
    fn reaches_unchecked(&self, class: &str) -> bool {
        self.0.reaches_unchecked(class)
    }
    fn declared(&self, class: &str) -> Vec<Declared> {
        assert_eq!(class, "Declared");
        self.1.clone()
    }
}

fn end(end: RuleEnd, method: &str, key: Option<RuleKey>) -> Declared {
    Declared {
        rule: 0,
        end,
        method: method.to_owned(),
        key,
        class_is_alone: false,
        text: "R".to_owned(),
    }
}

fn compiled() -> Vec<u8> {
    let jdk = jdks().pop().expect("a JDK");
    let dir = TempDir::new("declared");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Declared.java");
    compile(&jdk, &["--release", "17"], &[source], &dir.0);
    classes(&dir.0).pop().expect("a class").1
}

fn rewrite(bytes: &[u8], role: Role, rules: &[Declared]) -> Rewritten {
    let mut world = Ruled(KnownClasses::default(), rules.to_vec());
    let rewritten = raddle_rewrite::rewrite(bytes, role, &mut world).expect("rewritten");
    let applied = rules
        .iter()
        .filter(|rule| rewritten.declared.contains(&(rule.rule, rule.end)));
    assert_eq!(rewritten.declared.len(), applied.count(), "one method each");
    rewritten
}

/// The calls of `beforeHandOver` and `afterTakeOver` in a method, each with the instruction before it and the
/// number of that after it.
fn hooks(rewritten: &Rewritten, method: &str) -> Vec<(String, Insn, u8)> {
    let class = ClassFile::parse(rewritten.bytes.as_ref().expect("changed")).expect("a class");
    let named = |m: &&raddle_classfile::Member| class.pool.utf8(m.name) == Ok(method);
    let found = class.methods.iter().find(named).expect("the method");
    let data = &found.attribute(&class.pool, "Code").expect("code").data;
    let code = Code::parse(data, &class.pool, class.shape(found).expect("a shape")).expect("code");
    let insns: Vec<_> = code
        .body
        .into_iter()
        .filter_map(|node| match node {
            Node::Insn(insn) => Some(insn),
            Node::Label(_) => None,
        })
        .collect();
    let mut found = Vec::new();
    for around in insns.windows(3) {
        let Insn::Invoke { index, .. } = around[1] else {
            continue;
        };
        let called = class.pool.member_ref(index).expect("a method");
        if called.owner == HOOK_CLASS && matches!(called.name, "beforeHandOver" | "afterTakeOver") {
            found.push((called.name.to_owned(), around[0].clone(), around[2].op()));
        }
    }
    found
}

#[test]
fn hooks_stand_at_entry_and_before_every_return() {
    let (bytes, give) = (compiled(), |name: &str| name.to_owned());
    let rules = [
        end(RuleEnd::From, "send", None),
        end(RuleEnd::To, "take", Some(RuleKey::Argument(2))),
    ];
    for role in [Role::Program, Role::Library, Role::Jdk] {
        let rewritten = rewrite(&bytes, role, &rules);
        let handing = hooks(&rewritten, "send");
        assert_eq!(handing.len(), 1);
        assert_eq!(
            (&*handing[0].0, &handing[0].1),
            ("beforeHandOver", &Insn::Simple(op::ALOAD_0))
        );
        // `this`, a long, a double: the key is local variable 5.
        let key = Insn::Local {
            op: op::ALOAD,
            index: 5,
        };
        assert_eq!(
            hooks(&rewritten, "take"),
            [(give("afterTakeOver"), key, op::ARETURN)]
        );
    }
    let rules = [
        end(RuleEnd::From, "make", Some(RuleKey::Result)),
        end(RuleEnd::To, "make", None),
    ];
    let made: Vec<_> = hooks(&rewrite(&bytes, Role::Program, &rules), "make");
    assert_eq!(
        (&*made[0].0, &made[0].1),
        ("beforeHandOver", &Insn::Simple(op::DUP))
    );
    assert!(matches!(made[1], (ref name, Insn::Ldc { .. }, _) if name == "afterTakeOver"));
    let rules = [
        end(RuleEnd::From, "<init>", Some(RuleKey::Argument(0))),
        end(RuleEnd::To, "<init>", None),
    ];
    let built: Vec<_> = hooks(&rewrite(&bytes, Role::Program, &rules), "<init>");
    assert_eq!(built[0].1, Insn::Simple(op::ALOAD_1));
    assert_eq!(
        built[1],
        (give("afterTakeOver"), Insn::Simple(op::ALOAD_0), op::RETURN)
    );
}

#[test]
fn what_has_no_key_is_left_alone_with_a_reason() {
    let bytes = compiled();
    let reason = |rule: Declared| {
        let rewritten = rewrite(&bytes, Role::Program, &[rule]);
        assert_eq!(rewritten.declared, []);
        let skipped = rewritten.skipped.iter().map(|s| s.reason.clone());
        skipped.collect::<Vec<_>>().join("; ")
    };
    for (rule, why) in [
        (
            end(RuleEnd::To, "lose", Some(RuleKey::Argument(1))),
            "it overwrites the variable",
        ),
        (end(RuleEnd::From, "lose", Some(RuleKey::This)), "static"),
        (
            end(RuleEnd::From, "lose", Some(RuleKey::Argument(0))),
            "is no object",
        ),
        (
            end(RuleEnd::From, "lose", Some(RuleKey::Argument(2))),
            "no such argument",
        ),
        (
            end(RuleEnd::To, "lose", Some(RuleKey::Result)),
            "returns no object",
        ),
        (
            end(RuleEnd::To, "send", Some(RuleKey::Result)),
            "returns no object",
        ),
        (end(RuleEnd::From, "<init>", None), "before it is constructed"),
        (end(RuleEnd::From, "outside", None), "it is native"),
    ] {
        let text = reason(rule);
        assert!(
            text.starts_with("the rule R does not apply to it: ") && text.contains(why),
            "{text}, not {why}"
        );
    }
    let alone = Declared {
        class_is_alone: true,
        ..end(RuleEnd::From, "make", None)
    };
    assert!(reason(alone).contains("not that of the other method"));
    assert_eq!(reason(end(RuleEnd::From, "gone", None)), "");
}

#[test]
fn a_class_with_rules_verifies_and_works() {
    let every = |end_: RuleEnd, key| {
        let names = ["<init>", "send", "take", "make", "lose", "swap", "main"];
        names.map(|name| end(end_, name, key))
    };
    let keys = [
        None,
        Some(RuleKey::This),
        Some(RuleKey::Class),
        Some(RuleKey::Result),
        Some(RuleKey::Argument(0)),
        Some(RuleKey::Argument(1)),
        Some(RuleKey::Argument(2)),
    ];
    let both = [RuleEnd::From, RuleEnd::To];
    let rules: Vec<_> = both
        .into_iter()
        .flat_map(|end| keys.into_iter().flat_map(move |key| every(end, key)))
        .collect();
    let mut world = Ruled(KnownClasses::default(), rules);
    let rewritten = raddle_rewrite::rewrite(&compiled(), Role::Program, &mut world).expect("rewritten");
    for jdk in jdks() {
        let (base, program) = (TempDir::new("declared-base"), TempDir::new("declared-program"));
        program.write("Declared.class", rewritten.bytes.as_ref().expect("changed"));
        stub::compile_into(&jdk, &base);
        run(Command::new(jdk.java())
            .arg(format!("--patch-module=java.base={}", base.0.display()))
            .arg("-cp")
            .arg(&program.0)
            .arg("Declared"));
    }
}
