//! `cargo xtask corpus --repeat N`: the corpus, again and again. A fixture whose race is found in most
//! runs is a fixture that says nothing.

use crate::repo::{self, Outcome};

#[derive(clap::Args)]
pub struct Args {
    /// How often each fixture is run
    #[arg(long, default_value_t = 20, value_name = "N")]
    repeat: u32,
    /// Run only the fixtures whose name contains this
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
}

pub fn run(args: &Args) -> Outcome {
    drop(repo::Product::build()?);
    let mut test = repo::cargo(["test", "--release", "-p", "raddle", "--test", "corpus"]);
    test.args(["--", "--nocapture"])
        .env("RADDLE_CORPUS_REPEAT", args.repeat.to_string());
    test.envs(args.only.iter().map(|word| ("RADDLE_CORPUS_ONLY", word)));
    repo::must(&mut test)
}
