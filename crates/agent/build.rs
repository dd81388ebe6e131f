//! Compiles `java/runtime`, with the constants that it shares with Rust, and leaves its classes where `runtime.rs` embeds
//! them. No `.class` file is kept in the repository.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use raddle_events::runtime;

fn main() {
    let source = Path::new("../../java/runtime");
    let added = Path::new("../../java/added");
    println!("cargo::rerun-if-changed={}", source.display());
    println!("cargo::rerun-if-changed={}", added.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let constants = constants(&out.join("constants"));
    let out = out.join("runtime");
    let _ = fs::remove_dir_all(&out);
    let jdk = raddle_jdk::for_build().expect(
        "building the agent needs a JDK (17 or later) with javac: install one, or set JAVA_HOME to it",
    );
    let mut files = in_packages(source, "java");
    files.push(added.join("java/lang/Thread.java"));
    files.push(constants);
    let mut patch = std::ffi::OsString::from("java.base=");
    patch.push(source);
    // String concatenation and lambdas would pull in classes that are rewritten themselves.
    let javac = Command::new(jdk.javac())
        .args([
            "-source",
            "17",
            "-target",
            "17",
            "-Xlint:-options",
            "-XDstringConcat=inline",
            "-g:source,lines",
        ])
        .arg("--patch-module")
        .arg(patch)
        .arg("-d")
        .arg(&out)
        .args(&files)
        .output()
        .expect("javac can be started");
    assert!(
        javac.status.success(),
        "javac failed:\n{}",
        String::from_utf8_lossy(&javac.stderr)
    );

    let mut table = String::from("[\n");
    for class in in_packages(&out, "class") {
        let relative = class.strip_prefix(&out).expect("it was found there");
        let name = relative.with_extension("").to_string_lossy().into_owned();
        table.push_str(&format!("    ({name:?}, include_bytes!({class:?}) as &[u8]),\n"));
    }
    table.push_str("]\n");
    fs::write(out.join("classes.rs"), table).expect("OUT_DIR is writable");
}

/// Writes the class of the shared constants. The compiler copies them to where they are used, so that nothing needs the
/// class itself.
fn constants(dir: &Path) -> PathBuf {
    let package = dir.join("java/lang");
    let file = package.join(runtime::JAVA_CLASS).with_extension("java");
    fs::create_dir_all(&package)
        .and_then(|()| fs::write(&file, runtime::java()))
        .expect("OUT_DIR is writable");
    file
}

const PACKAGES: [&str; 2] = ["java/lang/invoke", "java/lang"];

/// The files with this extension in the packages of the runtime below `root`, in order.
fn in_packages(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for package in PACKAGES {
        let mut found: Vec<PathBuf> = fs::read_dir(root.join(package))
            .expect("the runtime has this package")
            .map(|entry| entry.expect("it is readable").path())
            .filter(|path| path.extension().is_some_and(|e| e == extension) && is_ours(path))
            .collect();
        found.sort();
        files.append(&mut found);
    }
    files
}

/// Not what only says which fields the agent adds, nor what is copied.
fn is_ours(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| {
        let name = name.to_string_lossy();
        name.starts_with("Raddle") && name != runtime::JAVA_CLASS
    })
}
