//! `cargo xtask corpus --repeat N`: the corpus, again and again, each time in other ways. A fixture whose race is
//! found in most runs is a fixture that says nothing.

use crate::repo::{self, Outcome};

/// Before a slash, in the names of those tests that are fixtures of `raddle check`.
const DIRECTORIES: [&str; 5] = ["race/", "deadlock/", "lock-order/", "stuck/", "lock-discipline/"];

#[derive(clap::Args)]
pub struct Args {
    /// How often each fixture is run
    #[arg(long, default_value_t = 20, value_name = "N")]
    repeat: usize,
    /// The first turn; the JDK and the mode of the JVM change from one to the next
    #[arg(long, default_value_t = 0, value_name = "N")]
    turn: usize,
    /// Run only the fixtures whose names contain this, such as `race/bad/Volatile`
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
}

pub fn run(args: &Args) -> Outcome {
    drop(repo::Product::build()?);
    let mut failed = Vec::new();
    for turn in args.turn..args.turn + args.repeat {
        let mut test = repo::cargo([
            "test",
            "--release",
            "-p",
            "raddle",
            "--test",
            "it",
            "--",
            "--quiet",
        ]);
        match &args.only {
            Some(word) => test.arg(word),
            None => test.args(DIRECTORIES),
        };
        if repo::must(test.env("RADDLE_TEST_TURN", turn.to_string())).is_err() {
            failed.push(turn.to_string());
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failures in turn {}", failed.join(", ")).into())
    }
}
