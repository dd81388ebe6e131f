//! Gets at the classes of the JDKs of this machine.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs};

use raddle_jdk::Jdk;
use tempfile::TempDir;

pub struct JdkClass {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// The JDKs of this turn whose class files are of a version that we know. Fails if there is none.
pub fn jdks() -> Vec<Jdk> {
    let newest = u32::from(raddle_classfile::MAX_MAJOR - 44);
    let known = |jdk: &Jdk| (11..=newest).contains(&jdk.version.feature) && jdk.compiler().is_some();
    let jdks = raddle_testkit::in_turn_where(known).unwrap();
    assert!(
        !jdks.is_empty(),
        "no JDK from 11 to {newest} found: set JAVA_HOME to one"
    );
    jdks
}

/// Compiles in a directory.
pub fn javac(jdk: &Jdk, dir: &Path, args: &[&str]) {
    run(jdk.compile().expect("a compiler"), dir, args);
}

/// Runs `java` in a directory, and gives its output.
pub fn java(jdk: &Jdk, dir: &Path, args: &[&str]) -> Vec<u8> {
    run(Command::new(jdk.java()), dir, args)
}

fn run(mut tool: Command, dir: &Path, args: &[&str]) -> Vec<u8> {
    let out = tool.args(args).current_dir(dir).output().expect("tool runs");
    let (stdout, stderr) = (
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr),
    );
    assert!(out.status.success(), "{tool:?}: {stdout}\n{stderr}");
    out.stdout
}

/// The path of a Java file beside the tests.
pub fn java_file(name: &str) -> String {
    format!("{}/tests/java/{name}.java", env!("CARGO_MANIFEST_DIR"))
}

pub fn temp_dir() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("temporary directory")
}

/// The class that a file beside the tests compiles to.
pub fn compile(jdk: &Jdk, name: &str) -> Vec<u8> {
    let dir = temp_dir();
    javac(jdk, dir.path(), &["-g", "-d", ".", &java_file(name)]);
    fs::read(dir.path().join(name).with_extension("class")).expect("compiled class")
}

/// The classes of all modules, or of one, straight from the JVM that has them.
pub fn classes(jdk: &Jdk, module: Option<&str>) -> Vec<JdkClass> {
    let dir = temp_dir();
    javac(jdk, dir.path(), &["-d", ".", &java_file("Dump")]);
    let args: Vec<&str> = ["-cp", ".", "Dump"].into_iter().chain(module).collect();
    let out = java(jdk, dir.path(), &args);
    let mut classes = Vec::new();
    let mut rest = out.as_slice();
    while !rest.is_empty() {
        let path = u16::from_be_bytes(*take(&mut rest, 2).first_chunk().expect("two bytes"));
        let path = String::from_utf8(take(&mut rest, path.into()).to_vec()).expect("a path");
        let len = u32::from_be_bytes(*take(&mut rest, 4).first_chunk().expect("four bytes"));
        classes.push(JdkClass {
            path,
            bytes: take(&mut rest, len as usize).to_vec(),
        });
    }
    classes
}

fn take<'a>(rest: &mut &'a [u8], n: usize) -> &'a [u8] {
    rest.split_off(..n).expect("whole records")
}

/// Calls `check` for every class, on two threads, and fails with the messages that come back.
pub fn check_all(classes: &[JdkClass], check: impl Fn(&JdkClass) -> Result<(), String> + Sync) {
    let failures = Mutex::new(Vec::new());
    let (check, failed) = (&check, &failures);
    std::thread::scope(|scope| {
        for part in classes.chunks(classes.len().div_ceil(2).max(1)) {
            scope.spawn(move || {
                for class in part {
                    if let Err(message) = check(class) {
                        failed
                            .lock()
                            .expect("lock")
                            .push(format!("{}: {message}", class.path));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("lock");
    let some = failures[..failures.len().min(20)].join("\n");
    assert!(
        failures.is_empty(),
        "{} of {} classes fail:\n{some}",
        failures.len(),
        classes.len()
    );
}
