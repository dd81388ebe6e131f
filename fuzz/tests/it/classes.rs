//! Class files: read and written back, rewritten, and rewritten so that the JVM still takes them.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use raddle_classfile::{ClassFile, Code, Member};
use raddle_fuzz::{Outcome, mutate, seeds};
use raddle_jdk::Jdk;
use raddle_rewrite::{Role, rewrite};

use crate::support::world::KnownClasses;
use crate::support::{TempDir, classes, compile, jdks, stub};
use crate::{directory, fuzz_from};

/// How the first line of a source of `corpus/rewrite` begins that needs nothing but its own.
const OF_PROGRAM: &str = "// role: program\n";

/// What the sources compile to, and the classes of earlier findings.
static SEEDS: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rewritten = fs::read_dir(root.join("corpus/rewrite")).expect("corpus/rewrite");
    let mut sources: Vec<PathBuf> = rewritten.map(|entry| entry.expect("entry").path()).collect();
    sources.retain(|path| fs::read_to_string(path).is_ok_and(|text| text.starts_with(OF_PROGRAM)));
    sources.sort();
    sources.push(root.join("crates/classfile/tests/java/Sample.java"));
    let compiled = TempDir::new("fuzz-seeds");
    compile(&jdk(), &["--release", "17"], &sources, &compiled.0);
    let compiled = classes(&compiled.0);
    let mut all: Vec<_> = compiled
        .into_iter()
        .map(|(name, bytes)| (PathBuf::from(name), bytes))
        .collect();
    all.extend(seeds(&directory("class")));
    all
});

fn jdk() -> Jdk {
    jdks().into_iter().next().expect("a JDK")
}

/// Any bytes are an error or a class that comes out as it went in; and code that was encoded can be read again and then
/// encodes to the same bytes.
#[test]
fn class() {
    fuzz_from("class", SEEDS.clone(), mutate::class, |bytes| {
        let Ok(mut class) = ClassFile::parse(bytes) else {
            return Outcome::Refused;
        };
        assert_eq!(
            class.to_bytes().expect("unedited"),
            bytes,
            "what was read is written"
        );
        for i in 0..class.methods.len() {
            let method = &class.methods[i];
            let Some(raw) = method.attribute(&class.pool, "Code") else {
                continue;
            };
            let Ok(shape) = class.shape(method) else { continue };
            let Ok(code) = Code::parse(&raw.data, &class.pool, shape) else {
                continue;
            };
            let Ok(data) = code.to_attribute_data(&mut class.pool) else {
                continue;
            };
            let shape = class.shape(&class.methods[i]).expect("as before");
            let again = Code::parse(&data, &class.pool, shape).expect("what was encoded is read");
            let encoded = again.to_attribute_data(&mut class.pool).expect("as before");
            assert_eq!(encoded, data, "what was encoded is encoded again");
            class.methods[i]
                .attribute_mut(&class.pool, "Code")
                .expect("as before")
                .data = data;
        }
        ClassFile::parse(&class.to_bytes().expect("edited")).expect("what was written is read");
        Outcome::Read
    });
}

/// A world that knows a class and all seeds.
fn world(bytes: &[u8], controls: bool) -> KnownClasses {
    let mut world = KnownClasses::default();
    SEEDS.iter().for_each(|(_, seed)| world.learn(seed));
    world.learn(bytes);
    world.controls = controls;
    world
}

/// How many methods have code that can be decoded.
fn readable(class: &ClassFile) -> usize {
    let decodes = |method: &&Member| {
        let raw = method.attribute(&class.pool, "Code")?;
        Code::parse(&raw.data, &class.pool, class.shape(method).ok()?).ok()
    };
    class
        .methods
        .iter()
        .filter(|method| decodes(method).is_some())
        .count()
}

/// Any bytes, in any role, are an error or a class whose code can be read, down to the last method that could be read
/// before.
#[test]
fn rewriting() {
    fuzz_from("class", SEEDS.clone(), mutate::class, |bytes| {
        let mut outcome = Outcome::Refused;
        for (role, controls) in [
            (Role::Program, false),
            (Role::Program, true),
            (Role::Library, false),
            (Role::Jdk, false),
        ] {
            let Ok(done) = rewrite(bytes, role, &mut world(bytes, controls)) else {
                continue;
            };
            outcome = Outcome::Read;
            let Some(rewritten) = done.bytes else { continue };
            let before = ClassFile::parse(bytes).expect("it was rewritten");
            let after = ClassFile::parse(&rewritten).expect("what was written is read");
            let (before, after) = (readable(&before), readable(&after));
            assert!(
                after >= before,
                "{role:?}: {after} of {before} methods can be read"
            );
        }
        outcome
    });
}

/// A JVM that links pairs of classes.
struct Verifier {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    _dirs: [TempDir; 3],
}

impl Verifier {
    fn start(jdk: &Jdk) -> Verifier {
        let [pairs, base, known] = ["pairs", "pairs-base", "pairs-known"].map(TempDir::new);
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Pairs.java");
        compile(jdk, &[], &[source], &pairs.0);
        stub::compile_into(jdk, &base);
        for (path, bytes) in SEEDS
            .iter()
            .filter(|(path, _)| path.extension().is_some_and(|e| e == "class"))
        {
            known.write(&path.to_string_lossy(), bytes);
        }
        let mut child = Command::new(jdk.java())
            .arg(format!("--patch-module=java.base={}", base.0.display()))
            .args(["-Xlog:disable", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(&pairs.0)
            .arg("Pairs")
            .arg(&known.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        Verifier {
            input: child.stdin.take().expect("a pipe"),
            output: child.stdout.take().expect("a pipe"),
            child,
            _dirs: [pairs, base, known],
        }
    }

    /// What the JVM says of a class as it was and as it was rewritten: nothing if it takes both.
    fn link(&mut self, before: &[u8], after: &[u8]) -> Result<(), Refused> {
        for bytes in [before, after] {
            let size = u32::try_from(bytes.len()).expect("a small class").to_be_bytes();
            self.input.write_all(&size).expect("the JVM reads");
            self.input.write_all(bytes).expect("the JVM reads");
        }
        self.input.flush().expect("the JVM reads");
        let mut answer = [0; 3];
        self.output.read_exact(&mut answer).expect("the JVM answers");
        let mut text = vec![0; usize::from(u16::from_be_bytes([answer[1], answer[2]]))];
        self.output.read_exact(&mut text).expect("the JVM answers");
        let text = String::from_utf8_lossy(&text).into_owned();
        match answer[0] {
            b'=' => Ok(()),
            b'<' => Err(Refused::AsItWas),
            b'>' => Err(Refused::Rewritten(text)),
            other => panic!("an odd answer: {other}"),
        }
    }
}

enum Refused {
    AsItWas,
    Rewritten(String),
}

impl Drop for Verifier {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A class that the JVM links, it links when rewritten.
#[test]
fn rewritten_classes_link() {
    let verifier = Mutex::new(Verifier::start(&jdk()));
    fuzz_from("class", SEEDS.clone(), mutate::class, |bytes| {
        let mut outcome = Outcome::Refused;
        for (role, controls) in [
            (Role::Program, false),
            (Role::Program, true),
            (Role::Library, false),
        ] {
            let Ok(done) = rewrite(bytes, role, &mut world(bytes, controls)) else {
                continue;
            };
            let Some(rewritten) = done.bytes else { continue };
            let mut verifier = verifier.lock().unwrap_or_else(PoisonError::into_inner);
            match verifier.link(bytes, &rewritten) {
                Ok(()) => outcome = Outcome::Read,
                Err(Refused::AsItWas) => return Outcome::Refused,
                Err(Refused::Rewritten(why)) => panic!("{role:?}, controls {controls}: {why}"),
            }
        }
        outcome
    });
}
