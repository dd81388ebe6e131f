//! The targets, for some seconds each: `RADDLE_FUZZ_SECONDS=600` says for how many, `RADDLE_TEST_ALL=1` means a minute.
//!
//! Each commit begins with other chance; `RADDLE_TEST_TURN=N` repeats a turn.

mod classes;
mod files;
mod runs;
/// Worlds, stand-ins for the hooks and the compiler, as the rewriter's own tests have them.
#[path = "../../../crates/rewrite/tests/it/support/mod.rs"]
#[allow(dead_code, reason = "part of it is for other tests")]
mod support;
mod traces;

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_fuzz::{Chance, Outcome, run, seeds};

/// How long a target is tried in a run of the tests, and where everything is.
const SHORT: u64 = 3;
const LONG: u64 = 60;

type Mutation = fn(&mut Vec<u8>, &[Vec<u8>], &mut Chance);

/// Tries a target on the seeds in the directory of its name.
fn fuzz(target: &str, mutation: Mutation, check: impl Fn(&[u8]) -> Outcome) {
    fuzz_from(target, seeds(&directory(target)), mutation, check);
}

fn fuzz_from(
    target: &str,
    seeds: Vec<(PathBuf, Vec<u8>)>,
    mutation: Mutation,
    check: impl Fn(&[u8]) -> Outcome,
) {
    assert!(!seeds.is_empty(), "{target} has no seeds");
    let chance = Chance::new(raddle_testkit::turn::number() as u64);
    match run(&seeds, chance, time(), mutation, check) {
        Ok(tally) => {
            println!("{target}: {} inputs, {} of them read", tally.checked, tally.read);
            assert!(
                tally.read > 0,
                "{target}: not one of {} inputs was read",
                tally.checked
            );
        }
        Err(failure) => panic!(
            "{}",
            failure.report(target, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("found"))
        ),
    }
}

fn directory(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target)
}

fn time() -> Duration {
    let given = env::var("RADDLE_FUZZ_SECONDS").ok();
    let given = given.map(|text| {
        text.parse()
            .unwrap_or_else(|_| panic!("no number of seconds: {text}"))
    });
    Duration::from_secs(given.unwrap_or(match raddle_testkit::turn::all() {
        true => LONG,
        false => SHORT,
    }))
}
