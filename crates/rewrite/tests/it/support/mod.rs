//! What the tests share: JDKs and their classes, a world, stand-ins for the hooks, listings.

pub mod listing;
pub mod stub;
pub mod world;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use raddle_jdk::Jdk;

/// The JDKs of this turn that something can be compiled for. Fails if there is none.
pub fn jdks() -> Vec<Jdk> {
    let known = u32::from(raddle_classfile::MAX_MAJOR) - 44;
    let usable = |jdk: &Jdk| (17..=known).contains(&jdk.version.feature) && jdk.compiler().is_some();
    let jdks = raddle_testkit::in_turn_where(usable).unwrap();
    assert!(!jdks.is_empty(), "no JDK from 17 to {known} found: set JAVA_HOME");
    jdks
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Output {
    let out = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let (stdout, stderr) = (
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr),
    );
    assert!(out.status.success(), "{command:?}\n{stdout}\n{stderr}");
    out
}

/// Compiles sources into a directory, for the JDK's own release unless the options say another.
pub fn compile(jdk: &Jdk, options: &[&str], sources: &[PathBuf], to: &Path) {
    let compiler = jdk.compiler().expect("a compiler");
    let other = ["--release", "-source"]
        .iter()
        .any(|option| options.contains(option));
    let mut javac = match other {
        true => Command::new(compiler.javac()),
        false => jdk.compile().expect("a compiler"),
    };
    run(javac
        .args(["-g", "-nowarn", "-XDstringConcat=inline"])
        .args(options)
        .arg("-d")
        .arg(to)
        .args(sources));
}

/// The classes of `java.base`, by their paths in it.
pub fn java_base(jdk: &Jdk) -> Vec<(String, Vec<u8>)> {
    let dir = TempDir::new(&format!("java.base-{}", jdk.version.feature));
    let only = "--include=regex:/java.base/.*\\.class";
    let modules = jdk.home.join("lib").join("modules");
    let tools = jdk.compiler().expect("a JDK with tools");
    run(Command::new(tools.tool("jimage"))
        .arg("extract")
        .arg(only)
        .arg("--dir")
        .arg(&dir.0)
        .arg(modules));
    let classes = classes(&dir.0.join("java.base"));
    assert!(
        classes.len() > 5000,
        "only {} classes in java.base of {}",
        classes.len(),
        jdk.home.display()
    );
    classes
}

/// The class files below a directory, by their paths in it, in order.
pub fn classes(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).expect("directory") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "class") {
                let name = path
                    .strip_prefix(dir)
                    .expect("below")
                    .to_string_lossy()
                    .replace('\\', "/");
                found.push((name, fs::read(&path).expect("class file")));
            }
        }
    }
    found.sort();
    found
}

/// A directory that is deleted in the end.
pub struct TempDir(pub PathBuf);

impl TempDir {
    pub fn new(name: &str) -> TempDir {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let unique = format!(
            "{name}-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique);
        fs::create_dir_all(&dir).expect("temporary directory");
        TempDir(dir)
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("directory");
        fs::write(path, bytes).expect("file written");
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nothing can be done about it here, and the place is temporary anyway.
        let _ = fs::remove_dir_all(&self.0);
    }
}
