//! The JVM's word for it: java.base with every instruction moved passes full verification.
//!
//! A `nop` goes before every instruction of every method, so that every offset in the code changes, all
//! frames are written anew and switches, jumps and ranges are laid out again.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common;
use crate::common::JdkClass;
use raddle_classfile::{ClassFile, Code, Error, Insn, Node, Result, op};
use raddle_jdk::Jdk;

#[test]
fn java_base_with_every_offset_moved_verifies() {
    for jdk in common::jdks() {
        let classes = common::classes(&jdk, Some("java.base"));
        let dir = common::temp_dir();
        let (moved, left) = (AtomicUsize::new(0), AtomicUsize::new(0));
        common::check_all(&classes, |class| {
            let (bytes, counts) = edit(&class.bytes, insert_nops).map_err(|e| e.to_string())?;
            moved.fetch_add(counts.0, Ordering::Relaxed);
            left.fetch_add(counts.1, Ordering::Relaxed);
            write(dir.path(), &class.path, &bytes);
            Ok(())
        });
        let report = link(&jdk, dir.path());
        println!(
            "{}: {report} ({moved:?} methods moved, {left:?} left)",
            jdk.home.display()
        );
        // Module descriptors are no classes.
        assert_eq!(report, format!("linked {}", classes.len() - 1));
        assert!(
            left.into_inner() * 1000 < moved.into_inner(),
            "too many methods left alone"
        );
    }
}

/// The check above would be worth nothing if the JVM did not look.
#[test]
fn a_class_without_its_frames_is_refused() {
    let jdk = &common::jdks()[0];
    let classes = common::classes(jdk, Some("java.base"));
    let path = "java/util/concurrent/Phaser.class";
    let JdkClass { bytes, .. } = classes.iter().find(|c| c.path == path).expect("the class");
    let (bytes, _) = edit(bytes, |code| code.frames.clear()).expect("an edit");
    let dir = common::temp_dir();
    write(dir.path(), path, &bytes);
    let report = link(jdk, dir.path());
    assert!(
        report.contains("failed java.util.concurrent.Phaser: java.lang.VerifyError"),
        "{report}"
    );
}

/// A loop of some 30 KB that becomes twice as long: its conditional jumps no longer reach their targets.
#[test]
fn far_jumps_run_as_before() {
    let steps: String = (0..1350)
        .map(|i| match i % 6 {
            0 => format!("if (n == {i}) break; "),
            1 => format!("if ((sum & {i}) == 5) continue; "),
            2 => format!("try {{ sum += {i} / (n - {i}); }} catch (ArithmeticException e) {{ sum--; }} "),
            _ => format!("sum = sum * 31 + (n ^ {i}) + (long) list.size(); "),
        })
        .collect();
    let source = format!(
        "class Far {{ static long run(int from, java.util.List<String> list) {{ long sum = 0;
           for (int n = from; n < 2000; n++) {{ int k = n % 3; if (n % 7 != 3 && n % 11 < 9) {{ do {{
             synchronized (list) {{ if (n % 13 != k) {{ {steps} }} }} }} while (k-- > 0); }} }} return sum; }}
           public static void main(String[] args) {{
             for (int i = 0; i < 2000; i += 97) System.out.println(run(i, java.util.List.of(args))); }} }}"
    );
    for jdk in common::jdks() {
        let dir = common::temp_dir();
        write(dir.path(), "Far.java", source.as_bytes());
        common::javac(&jdk, dir.path(), &["Far.java"]);
        let run = || common::java(&jdk, dir.path(), &["-cp", ".", "Far"]);
        let before = run();
        let bytes = fs::read(dir.path().join("Far.class")).expect("compiled class");
        let (moved, _) = edit(&bytes, insert_nops).expect("an edit");
        // Beyond the `nop`s, only trampolines are new.
        let (old, new) = (
            instructions(&bytes).expect("a class"),
            instructions(&moved).expect("a class"),
        );
        assert!(new > 2 * old, "{old} instructions became {new}");
        write(dir.path(), "Far.class", &moved);
        assert!(before.len() > 100 && run() == before);
    }
}

fn insert_nops(code: &mut Code) {
    // HotSpot takes every class for one with a finalizer if `Object.finalize` is more than a `return`.
    if code
        .body
        .iter()
        .filter(|node| matches!(node, Node::Insn(_)))
        .count()
        == 1
    {
        return;
    }
    let nodes = std::mem::take(&mut code.body);
    code.body = Vec::with_capacity(nodes.len() * 2);
    for node in nodes {
        if matches!(node, Node::Insn(_)) {
            code.body.push(Node::Insn(Insn::Simple(op::NOP)));
        }
        code.body.push(node);
    }
}

fn instructions(bytes: &[u8]) -> Result<usize> {
    let class = ClassFile::parse(bytes)?;
    let mut count = 0;
    for method in &class.methods {
        let Some(raw) = method.attribute(&class.pool, "Code") else {
            continue;
        };
        let code = Code::parse(&raw.data, &class.pool, class.shape(method)?)?;
        count += code
            .body
            .iter()
            .filter(|node| matches!(node, Node::Insn(_)))
            .count();
    }
    Ok(count)
}

/// Edits every method, but for those that would become too long: the class, and how many are edited and left.
fn edit(bytes: &[u8], change: impl Fn(&mut Code)) -> Result<(Vec<u8>, (usize, usize))> {
    let mut class = ClassFile::parse(bytes)?;
    let mut counts = (0, 0);
    for i in 0..class.methods.len() {
        let method = &class.methods[i];
        let Some(raw) = method.attribute(&class.pool, "Code") else {
            continue;
        };
        let mut code = Code::parse(&raw.data, &class.pool, class.shape(method)?)?;
        change(&mut code);
        match code.to_attribute_data(&mut class.pool) {
            Ok(data) => {
                counts.0 += 1;
                if let Some(raw) = class.methods[i].attribute_mut(&class.pool, "Code") {
                    raw.data = data;
                }
            }
            Err(Error::CodeTooLarge(_)) => counts.1 += 1,
            Err(e) => return Err(e),
        }
    }
    Ok((class.to_bytes()?, counts))
}

/// Links all of java.base under full verification, with the classes of a directory in place of its own.
fn link(jdk: &Jdk, patch: &Path) -> String {
    let tool = common::temp_dir();
    common::javac(jdk, tool.path(), &["-d", ".", &common::java_file("Link")]);
    let tool = tool.path().to_string_lossy();
    let flags = [
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+BytecodeVerificationLocal",
        "-XX:+BytecodeVerificationRemote",
        "-Xshare:off",
        "--patch-module=java.base=.",
        "-cp",
        &tool,
        "Link",
    ];
    String::from_utf8_lossy(&common::java(jdk, patch, &flags))
        .trim()
        .to_owned()
}

fn write(dir: &Path, path: &str, bytes: &[u8]) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("directory");
    fs::write(path, bytes).expect("file written");
}
