//! A program that hangs is found out soon: those fixtures that say `hanging` as the last thing before they do
//! are ended within a second of it.
//!
//! `RADDLE_HANG_LIMIT_MS` gives a slow machine more time.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use raddle_findings::Kind;
use raddle_testkit::{Expectations, Program, Test, Verdict, compile, in_turn, java_files, tests};
use tempfile::TempDir;

use crate::{corpus, raddle};

pub fn tests() -> Vec<Test> {
    // Time is measured.
    let tests = tests![a_hang_is_ended_within_a_second];
    tests.into_iter().map(Test::alone).collect()
}

const LINE: &str = "hanging";

/// The fixtures that tell when they hang, for a JDK of any release, and their sources.
fn fixtures() -> Vec<(PathBuf, Expectations)> {
    let root = corpus();
    let mut fixtures = Vec::new();
    for kind in [Kind::Deadlock, Kind::Stuck] {
        let directory = root.join(kind.descriptor().corpus).join(Verdict::Bad.directory());
        for path in java_files(&directory).unwrap() {
            let source = fs::read_to_string(&path).unwrap();
            if source.contains(&format!("println(\"{LINE}\")")) {
                let file = path.file_name().unwrap().to_string_lossy().into_owned();
                let fixture = Expectations::parse(&file, &source, kind, Verdict::Bad).unwrap();
                fixtures.push((path, fixture));
            }
        }
    }
    fixtures
}

fn a_hang_is_ended_within_a_second() {
    let raddle = raddle();
    let limit = env::var("RADDLE_HANG_LIMIT_MS").map_or(1000, |text| text.parse().expect("milliseconds"));
    let limit = Duration::from_millis(limit);
    let fixtures = fixtures();
    assert!(
        fixtures.len() >= 4,
        "{} fixtures say that they hang",
        fixtures.len()
    );
    let mut slow = Vec::new();
    for jdk in in_turn().unwrap() {
        let classes = TempDir::with_prefix("raddle-hang-").unwrap();
        for (path, fixture) in fixtures
            .iter()
            .filter(|(_, fixture)| fixture.jdk <= jdk.version.feature)
        {
            compile(&jdk, std::slice::from_ref(path), classes.path()).unwrap();
            let arguments: [OsString; 3] = ["-cp".into(), classes.path().into(), fixture.main_class().into()];
            let mut program = Program::java(&jdk, arguments);
            program.limit = Duration::from_secs(30);
            let (checked, took) = program
                .checked_since(&raddle, &fixture.arguments(), LINE)
                .unwrap_or_else(|error| panic!("{} on JDK {}: {error}", fixture.file, jdk.version));
            let run = checked.run.expect("a result");
            let problems = fixture.problems(&run);
            assert!(
                problems.is_empty(),
                "{} on JDK {}: {problems:?}",
                fixture.file,
                jdk.version
            );
            let took = took.unwrap_or_else(|| panic!("{} never said that it hangs", fixture.file));
            println!("{} on JDK {}: {} ms", fixture.file, jdk.version, took.as_millis());
            if took > limit {
                slow.push(format!("{} on JDK {}: {took:?}", fixture.file, jdk.version));
            }
        }
    }
    assert!(slow.is_empty(), "more than {limit:?} after the hang: {slow:#?}");
}
