//! The proof by the JVM: rewritten classes pass its full verification, and what they compute stays the same.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{TempDir, classes, compile, java_base, jdks, run, stub, world::KnownClasses};
use raddle_classfile::{ClassFile, Member};
use raddle_jdk::Jdk;
use raddle_rewrite::{Hook, Rewritten, Role};

/// `java`, verifying all classes, with what is in `base` instead of the same in `java.base`.
fn java(jdk: &Jdk, base: &TempDir, class_path: &TempDir) -> Command {
    let mut java = Command::new(jdk.java());
    java.args([
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+BytecodeVerificationLocal",
        "-XX:+BytecodeVerificationRemote",
    ]);
    java.arg(format!("--patch-module=java.base={}", base.0.display()))
        .arg("-cp")
        .arg(&class_path.0);
    java
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/java")
        .join(name)
}

/// Rewrites all into `to`, each class knowing of all.
fn rewrite_all(all: &[(String, Vec<u8>)], role: Role, to: &TempDir) -> Vec<Rewritten> {
    rewrite_by(KnownClasses::default(), all, role, to)
}

fn rewrite_by(
    mut world: KnownClasses,
    all: &[(String, Vec<u8>)],
    role: Role,
    to: &TempDir,
) -> Vec<Rewritten> {
    all.iter().for_each(|(_, bytes)| world.learn(bytes));
    let mut done = Vec::new();
    for (path, bytes) in all {
        let rewritten =
            raddle_rewrite::rewrite(bytes, role, &mut world).unwrap_or_else(|e| panic!("{path}: {e}"));
        to.write(path, rewritten.bytes.as_deref().unwrap_or(bytes));
        done.push(rewritten);
    }
    done
}

#[test]
fn a_rewritten_java_base_links_and_works() {
    for jdk in jdks() {
        let feature = jdk.version.feature;
        let (compiled, program) = (
            TempDir::new(&format!("work-{feature}")),
            TempDir::new(&format!("work-rewritten-{feature}")),
        );
        compile(
            &jdk,
            &[],
            &[source("Work.java"), source("Link.java")],
            &compiled.0,
        );
        let compiled = classes(&compiled.0);
        rewrite_all(&compiled, Role::Program, &program);
        let mut java_base = java_base(&jdk);
        java_base.retain(|(path, _)| path != "module-info.class");
        for role in [Role::Jdk, Role::Program] {
            let base = TempDir::new(&format!("base-{role:?}-{feature}"));
            rewrite_all(&java_base, role, &base);
            stub::compile_into(&jdk, &base);
            if role == Role::Jdk {
                // By their places; those that are not called here have no name.
                // A signal, which calls one of them, would end the JVM.
                let called = Hook::ALL.iter().map(|&hook| match hook {
                    _ if hook.is_of_control() => "-",
                    Hook::TerminationSignalled => "-",
                    _ => hook.name(),
                });
                run(java(&jdk, &base, &program).arg("Work").args(called));
                let slow = TempDir::new(&format!("work-without-{feature}"));
                let mut world = KnownClasses::default();
                world.without = true;
                rewrite_by(world, &compiled, Role::Program, &slow);
                run(java(&jdk, &base, &slow).arg("Work"));
            }
            let out = run(java(&jdk, &base, &program).arg("Link").arg(&base.0).arg("boot"));
            print!(
                "JDK {feature}, {role:?}: {}",
                String::from_utf8_lossy(&out.stdout)
            );
        }
    }
}

/// With all that is added where the schedule is controlled.
#[test]
fn a_java_base_that_is_controlled_links() {
    for jdk in jdks() {
        let feature = jdk.version.feature;
        let program = TempDir::new(&format!("link-controlled-{feature}"));
        compile(&jdk, &[], &[source("Link.java")], &program.0);
        let mut java_base = java_base(&jdk);
        java_base.retain(|(path, _)| path != "module-info.class");
        for role in [Role::Jdk, Role::Program] {
            let base = TempDir::new(&format!("controlled-{role:?}-{feature}"));
            let mut world = KnownClasses::default();
            world.controls = true;
            rewrite_by(world, &java_base, role, &base);
            stub::compile_into(&jdk, &base);
            let out = run(java(&jdk, &base, &program).arg("Link").arg(&base.0).arg("boot"));
            print!(
                "JDK {feature}, {role:?}, controlled: {}",
                String::from_utf8_lossy(&out.stdout)
            );
        }
    }
}

/// What the other tests rely on: were verification off, they would prove nothing.
#[test]
fn the_verifier_is_on() {
    for jdk in jdks() {
        let feature = jdk.version.feature;
        let (base, program) = (
            TempDir::new(&format!("wrong-{feature}")),
            TempDir::new(&format!("wrong-link-{feature}")),
        );
        compile(&jdk, &[], &[source("Link.java")], &program.0);
        let classes = java_base(&jdk);
        let (_, bytes) = classes
            .iter()
            .find(|(path, _)| path == "java/util/Optional.class")
            .expect("Optional");
        let mut optional = ClassFile::parse(bytes).expect("a class");
        // One without frames: whether those or the code is found wrong first depends on the run.
        let named = |m: &&mut Member| optional.pool.utf8(m.name) == Ok("empty");
        for method in optional.methods.iter_mut().filter(named) {
            if let Some(code) = method.attribute_mut(&optional.pool, "Code") {
                // No room on the operand stack.
                code.data[..2].fill(0);
            }
        }
        base.write("java/util/Optional.class", &optional.to_bytes().expect("a class"));
        let out = java(&jdk, &base, &program)
            .arg("Link")
            .arg(&base.0)
            .arg("boot")
            .output()
            .expect("java runs");
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(!out.status.success() && text.contains("VerifyError"), "{text}");
    }
}

#[test]
fn old_class_files_verify_and_work() {
    for jdk in jdks() {
        let feature = jdk.version.feature;
        let compiled = TempDir::new(&format!("old-{feature}"));
        compile(&jdk, &["--release", "8"], &[source("Old.java")], &compiled.0);
        let mut aged = classes(&compiled.0);
        for (_, bytes) in &mut aged {
            *bytes = age(bytes);
        }
        for role in [Role::Program, Role::Library] {
            let program = TempDir::new(&format!("old-{role:?}-{feature}"));
            let base = TempDir::new(&format!("old-base-{role:?}-{feature}"));
            let done = rewrite_all(&aged, role, &program);
            assert!(done.iter().any(|r| r.bytes.is_some()));
            let skipped: Vec<_> = done.iter().flat_map(|r| &r.skipped).collect();
            assert!(skipped.is_empty(), "{skipped:?}");
            stub::compile_into(&jdk, &base);
            run(java(&jdk, &base, &program).arg("Old"));
        }
    }
}

/// Makes a class file of version 48 out of one that uses nothing newer: without frames.
fn age(bytes: &[u8]) -> Vec<u8> {
    let mut class = ClassFile::parse(bytes).expect("a class");
    for i in 0..class.methods.len() {
        let shape = class.shape(&class.methods[i]).expect("a shape");
        let Some(data) = class.methods[i]
            .attribute(&class.pool, "Code")
            .map(|a| a.data.clone())
        else {
            continue;
        };
        let mut code = raddle_classfile::Code::parse(&data, &class.pool, shape).expect("code");
        code.frames.clear();
        code.has_frames = false;
        let data = code.to_attribute_data(&mut class.pool).expect("code");
        class.methods[i]
            .attribute_mut(&class.pool, "Code")
            .expect("code")
            .data = data;
    }
    class.major = 48;
    class.to_bytes().expect("a class")
}

#[test]
fn large_methods_get_what_fits() {
    // Each line is 10 bytes of bytecode and many more with hooks: `middle` grows past the reach of a jump,
    // `large` past the limit of a method.
    let mut text = String::from("public class Large {\n  static volatile int v; static int n; int x;\n");
    for (name, lines) in [("middle", 1200), ("large", 6000)] {
        writeln!(
            text,
            "  synchronized int {name}(int k) {{\n    while (k-- > 0) {{"
        )
        .expect("written");
        for line in 0..lines {
            text.push_str(if line % 100 == 0 {
                "      if (x < 0) return 0;\n"
            } else {
                "      this.x++;\n"
            });
        }
        text.push_str("      v = k;\n    }\n    return x;\n  }\n");
    }
    text.push_str(
        "  public static void main(String[] a) {
    Large l = new Large();
    if (l.middle(3) != 3564 || l.large(2) != 15444) throw new Error(\"\" + l.x);
  }\n}\n",
    );
    for jdk in jdks() {
        let feature = jdk.version.feature;
        let dir = TempDir::new(&format!("large-{feature}"));
        dir.write("Large.java", text.as_bytes());
        compile(&jdk, &[], &[dir.0.join("Large.java")], &dir.0);
        let program = TempDir::new(&format!("large-rewritten-{feature}"));
        let done = rewrite_all(&classes(&dir.0), Role::Program, &program);
        let [skipped] = &done[0].skipped[..] else {
            panic!("{:?}", done[0].skipped)
        };
        assert_eq!(skipped.method.as_deref(), Some("large(I)I"));
        assert!(
            skipped.reason.starts_with("accesses not checked: code is"),
            "{}",
            skipped.reason
        );
        let base = TempDir::new(&format!("large-base-{feature}"));
        stub::compile_into(&jdk, &base);
        run(java(&jdk, &base, &program).arg("Large"));
    }
}
