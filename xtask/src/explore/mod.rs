//! `cargo xtask explore`: what exploring is worth. Whether it finds what the papers found, and more often; whether
//! everything comes to an end, and comes out the same again; and how fast it is.
//!
//! Each measurement has a bar, and fails if that is missed. What was measured goes to `bench/results`.
//!
//! Start reading at [`run`]; each measurement is one file.

pub mod directed;
pub mod matrix;
mod papers;
pub mod rates;
pub mod replays;
pub mod throughput;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use raddle_jdk::Jdk;
use raddle_testkit::{ExploreCorpus, Raddle, Verdict};
use serde::{Deserialize, Serialize};

use crate::bench::setup::Setup;
use crate::plots;
use crate::repo::{self, Outcome, Product};

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// How many schedules of a hundred show the errors that papers have measured, for each strategy
    Rates(rates::Args),
    /// How many schedules it takes to find a deadlock for which two threads must meet after fifty steps each
    Directed(directed::Args),
    /// Every program of corpus/explore comes to an end with every strategy and option
    Matrix(matrix::Args),
    /// Every failure of corpus/explore is the same again, each time
    Replays(replays::Args),
    /// Schedules per second, beside Lincheck and vmlens
    Throughput(throughput::Args),
}

/// What all measurements know.
#[derive(clap::Args)]
pub struct Common {
    /// Measure on the JDK of this release only; may be repeated
    #[arg(long, value_name = "N")]
    jdk: Vec<u32>,
    /// Only programs whose name contains one of these words, separated by commas
    #[arg(long, value_name = "NAMES")]
    only: Option<String>,
    /// Where the results go
    #[arg(long, value_name = "DIR", default_value = plots::RESULTS)]
    out: PathBuf,
    /// Measure this command, with the agent beside it, instead of building one
    #[arg(long, value_name = "FILE")]
    raddle: Option<PathBuf>,
}

pub fn run(args: &Args) -> Outcome {
    let (measured, out) = match &args.what {
        What::Rates(args) => (rates::run(args), &args.common.out),
        What::Directed(args) => (directed::run(args), &args.common.out),
        What::Matrix(args) => (matrix::run(args), &args.common.out),
        What::Replays(args) => (replays::run(args), &args.common.out),
        What::Throughput(args) => (throughput::run(args), &args.common.out),
    };
    if out != Path::new(plots::RESULTS) {
        return measured;
    }
    // Even if a bar was missed: what was measured is written.
    let drawn = plots::run();
    measured.and(drawn)
}

/// What was measured on one JDK.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results<R> {
    pub setup: Setup,
    pub rows: Vec<R>,
}

impl<R: Serialize> Results<R> {
    fn new(jdk: &Jdk, rows: Vec<R>) -> Self {
        Results {
            setup: Setup::here(jdk, 1, 2, &[]),
            rows,
        }
    }
}

impl<R> Results<R> {
    /// The begin of a section: when, of what, and where.
    fn heading(&self) -> String {
        format!("## JDK {}\n\n{}.\n\n", self.setup.jdk, self.setup.describe())
    }
}

impl Common {
    fn jdks(&self) -> Outcome<Vec<Jdk>> {
        crate::bench::chosen_jdks(&self.jdk)
    }

    fn raddle(&self) -> Outcome<Raddle> {
        let binary = match &self.raddle {
            Some(raddle) => std::path::absolute(raddle)?,
            None => Product::build()?.raddle,
        };
        Ok(Raddle::at(&binary)?)
    }

    fn papers(&self, jdk: &Jdk) -> Outcome<ExploreCorpus> {
        let corpus = ExploreCorpus::load_papers(&repo::root().join("corpus"), jdk)?;
        Ok(self.chosen(corpus))
    }

    fn corpus(&self, verdict: Verdict, jdk: &Jdk) -> Outcome<ExploreCorpus> {
        let corpus = ExploreCorpus::load(&repo::root().join("corpus"), verdict, jdk)?;
        Ok(self.chosen(corpus))
    }

    fn chosen(&self, mut corpus: ExploreCorpus) -> ExploreCorpus {
        if let Some(only) = &self.only {
            corpus.only(only);
        }
        corpus
    }

    /// Writes what was measured, and the page about it.
    fn write<R: Serialize>(&self, file: &str, all: &[Results<R>], page: &str) -> Outcome {
        let dir = repo::root().join(&self.out);
        fs::create_dir_all(&dir)?;
        let json = dir.join(file);
        fs::write(&json, serde_json::to_string_pretty(all)? + "\n")?;
        fs::write(json.with_extension("md"), page)?;
        Ok(())
    }
}

/// Does all pieces of work, as many at a time as there are processors for, and keeps what came of them in order.
fn each<T, R: Send>(work: &[T], of: impl Fn(&T) -> Outcome<R> + Sync) -> Outcome<Vec<R>>
where
    T: Sync,
{
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                loop {
                    let turn = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = work.get(turn) else { break };
                    let result = of(piece).map_err(|failure| failure.to_string());
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((turn, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(turn, _)| *turn);
    let (mut results, mut problems) = (Vec::new(), Vec::new());
    for (_, result) in done {
        match result {
            Ok(result) => results.push(result),
            Err(problem) => problems.push(problem),
        }
    }
    repo::all_well(&problems)?;
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_comes_in_order_and_failures_are_reported() {
        let doubled = each(&[3, 1, 2], |n| Ok(n * 2)).unwrap();
        assert_eq!(doubled, [6, 2, 4]);
        let failed = each(&[1, 2], |n| if *n == 2 { Err("two".into()) } else { Ok(()) });
        assert_eq!(failed.unwrap_err().to_string(), "two");
    }
}
