//! `cargo xtask demo`: the README's first command. Builds Raddle, compiles the bundled example and checks
//! it; the race must be found.

use std::process::Command;

use crate::repo::{self, Outcome, Product};

/// The exit status of `raddle check` when there are findings.
const FOUND: i32 = 66;

pub fn run() -> Outcome {
    let jdk = raddle_jdk::for_build().ok_or(repo::NO_JDK)?;
    let product = Product::build()?;
    let sources = repo::files(&repo::root().join("examples"), "java")?;
    let main = sources
        .first()
        .and_then(|source| source.file_stem())
        .ok_or("examples/ has no program")?;
    let classes = tempfile::tempdir()?;
    raddle_testkit::compile(&jdk, &sources, classes.path())?;

    let program = main.to_string_lossy();
    eprintln!("$ raddle check -- java {program}        # JDK {}", jdk.version);
    let status = Command::new(&product.raddle)
        .args(["check", "--"])
        .arg(jdk.java())
        .arg("-cp")
        .arg(classes.path())
        .arg(main)
        .current_dir(repo::root().join("examples"))
        .status()?;
    match status.code() {
        Some(FOUND) => Ok(()),
        _ => Err(format!("the race in examples/{program}.java was not found ({status})").into()),
    }
}
