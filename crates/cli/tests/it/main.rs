//! The command with real JVMs, and its fixtures: one queue for all ([`raddle_testkit::run`]).
//!
//! Each test takes the JDK whose turn it is, and a fixture one mode of the JVM: `RADDLE_TEST_TURN=7` repeats a turn,
//! `RADDLE_TEST_ALL=1` takes each test in all ways, `RADDLE_TEST_JDK=25` on that JDK alone. Arguments choose tests by
//! their names, such as `race/bad/Volatile`. `RADDLE_CORPUS_DISABLE=thread-confined,unescaped` disables these optimisations in
//! every run of a fixture; `RADDLE_REPLAYS=100` repeats each failure of `corpus/explore` so often.

mod analyze;
mod caches;
mod cli;
mod debugger;
mod explore;
mod exploring;
mod failures;
mod grading;
mod hang;
mod hung;
mod limits;
mod locks;
mod names;
mod oracle;
mod own_strategy;
mod rules;
mod schema;
mod test_methods;
mod transparency;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Output};

use raddle_findings::Kind;
use raddle_testkit::{Raddle, Result, Test, Verdict, explored, fixtures, run};

fn main() -> ExitCode {
    match tests() {
        Ok(tests) => run(tests),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Those that take long come first.
fn tests() -> Result<Vec<Test>> {
    let raddle = raddle();
    let mut tests = [
        oracle::tests(),
        exploring::tests(),
        limits::tests(),
        transparency::tests(&raddle)?,
        locks::tests(),
        names::tests(),
        failures::tests(),
        caches::tests(),
        grading::tests(),
        test_methods::tests(),
        own_strategy::tests(),
        debugger::tests(),
        hang::tests(),
        hung::tests(),
        analyze::tests(),
        cli::tests(),
        explore::tests(),
        rules::tests(),
        schema::tests(),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    let replays = env::var("RADDLE_REPLAYS").map_or(2, |text| text.parse().expect("a number"));
    for verdict in [Verdict::Bad, Verdict::Ok] {
        tests.extend(explored(&corpus(), verdict, &raddle, replays)?);
    }
    let without = env::var("RADDLE_CORPUS_DISABLE").ok();
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.needs_control()) {
        for verdict in Verdict::ALL {
            tests.extend(fixtures(&corpus(), kind, verdict, &raddle, without.as_deref())?);
        }
    }
    Ok(tests)
}

fn raddle() -> Raddle {
    Raddle::at(Path::new(env!("CARGO_BIN_EXE_raddle"))).expect("the command and the agent")
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// What a command has said to its end. Its stdout is the program's.
#[track_caller]
fn expect(output: &Output, status: i32, words: &[&str]) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{text}");
    for word in words {
        assert!(text.contains(word), "{word:?} is not in:\n{text}");
    }
    assert!(output.stdout.is_empty(), "stdout is the program's");
}
