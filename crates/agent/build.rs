//! Compiles `java/runtime` and leaves its classes where `runtime.rs` embeds them. No `.class` file is
//! kept in the repository.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let source = Path::new("../../java/runtime");
    println!("cargo::rerun-if-changed={}", source.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("runtime");
    let _ = fs::remove_dir_all(&out);
    let jdk = raddle_jdk::for_build().expect(
        "building the agent needs a JDK (17 or later) with javac: install one, or set JAVA_HOME to it",
    );
    let files: Vec<PathBuf> = fs::read_dir(source.join("java/lang"))
        .expect("java/runtime is part of the repository")
        .map(|entry| entry.expect("java/runtime is readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .collect();
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

    let mut classes: Vec<PathBuf> = fs::read_dir(out.join("java/lang"))
        .expect("javac wrote classes")
        .map(|e| e.expect("readable").path())
        .collect();
    classes.sort();
    let mut table = String::from("[\n");
    for class in classes {
        let name = class
            .file_stem()
            .expect("a class file has a name")
            .to_string_lossy()
            .into_owned();
        table.push_str(&format!(
            "    (\"java/lang/{name}\", include_bytes!({:?}) as &[u8]),\n",
            class
        ));
    }
    table.push_str("]\n");
    fs::write(out.join("classes.rs"), table).expect("OUT_DIR is writable");
}
