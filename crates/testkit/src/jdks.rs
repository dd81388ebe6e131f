//! Which JVMs the tests run on, and in which modes.

use std::process::{Command, Stdio};
use std::sync::LazyLock;

use raddle_jdk::Jdk;

use crate::{Error, Result, turn};

/// Verify every class, those of the JDK too: rewritten code must pass.
pub const VERIFY: [&str; 3] = [
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:+BytecodeVerificationLocal",
    "-XX:+BytecodeVerificationRemote",
];

/// What fixtures take turns in: compilers, collectors, the width of references.
pub const MODES: [Option<&str>; 8] = [
    None,
    Some("-Xint"),
    Some("-XX:TieredStopAtLevel=1"),
    Some("-XX:+UseSerialGC"),
    Some("-XX:+UseParallelGC"),
    Some("-XX:+UseZGC"),
    Some("-XX:+UseShenandoahGC"),
    Some("-XX:-UseCompressedOops"),
];

/// The releases with long-term support.
const TESTED: [u32; 3] = [17, 21, 25];

/// One JDK of each feature release since 17, oldest first; `RADDLE_TEST_JDK=25` keeps that one alone. Of two
/// the one with a compiler; one without has others compile for it.
pub fn all() -> Result<Vec<Jdk>> {
    static FOUND: LazyLock<Vec<Jdk>> = LazyLock::new(raddle_jdk::find_all);
    let mut jdks = FOUND.clone();
    let only = std::env::var("RADDLE_TEST_JDK").ok();
    let wanted = |feature: u32| only.as_ref().is_none_or(|only| *only == feature.to_string());
    jdks.retain(|jdk| jdk.version.feature >= 17 && wanted(jdk.version.feature) && jdk.compiler().is_some());
    jdks.sort_by_key(|jdk| (jdk.version.feature, !jdk.has_javac));
    jdks.dedup_by_key(|jdk| jdk.version.feature);
    if jdks.is_empty() {
        Err(Error::NoJdk)
    } else {
        Ok(jdks)
    }
}

/// Those that the running test is for: the one whose turn it is, or all.
pub fn in_turn() -> Result<Vec<Jdk>> {
    in_turn_where(|_| true)
}

/// As [`in_turn`], of those that can be used; there may be none.
pub fn in_turn_where(mut usable: impl FnMut(&Jdk) -> bool) -> Result<Vec<Jdk>> {
    let mut jdks = all()?;
    jdks.retain(|jdk| usable(jdk));
    if turn::all() || jdks.is_empty() {
        return Ok(jdks);
    }
    Ok(vec![turn::current().pick(&jdks).clone()])
}

/// The releases that Raddle is tested on, and for which one of these JDKs is missing.
pub fn missing(jdks: &[Jdk]) -> Vec<u32> {
    let there = |release: &u32| jdks.iter().any(|jdk| jdk.version.feature == *release);
    TESTED.into_iter().filter(|release| !there(release)).collect()
}

/// Whether a JDK's JVM knows an option: builds differ in their collectors.
pub fn supports(jdk: &Jdk, option: &str) -> bool {
    let status = Command::new(jdk.java())
        .args([option, "-version"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
