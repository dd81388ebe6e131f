//! `cargo xtask jdks`: the JDKs that tests run on, one of each release. `.ci/run` reads it to see what is missing.

use crate::repo::Outcome;

pub fn run() -> Outcome {
    let jdks = raddle_testkit::jdks()?;
    for jdk in &jdks {
        let compiler = match jdk.compiler() {
            Some(other) if other != *jdk => format!(", compiled for by {}", other.version),
            _ => String::new(),
        };
        println!("{}: {}{compiler}", jdk.version, jdk.home.display());
    }
    for release in raddle_testkit::missing(&jdks) {
        println!("no JDK {release} found");
    }
    Ok(())
}
