//! `cargo xtask explore directed`: a deadlock for which two threads must meet, each after a number of steps of its own.
//!
//! The test of Bijlsma's thesis, with the longest delays there, 50 and 50: a random scheduler comes to it "extremely"
//! rarely. The bar: directed by what the detector suspects, it is found within ten schedules, whatever the seed.

use std::fmt::Write;

use raddle_schedule::strategies::{Named, Suspicion};
use serde::{Deserialize, Serialize};

use super::rates::first_failure;
use super::{Common, Results, each};
use crate::repo::{self, Outcome};

pub const FILE: &str = "explore-directed.json";
const PROGRAM: &str = "Delay";
const BAR: u64 = 10;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// How many seeds
    #[arg(long, value_name = "N", default_value_t = 100)]
    seeds: u64,
    /// After how many schedules the others give up
    #[arg(long, value_name = "N", default_value_t = 100)]
    within: u64,
}

/// One strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub strategy: String,
    pub within: u64,
    /// For each seed, how many schedules it took to find the deadlock; none if it was not found.
    pub took: Vec<Option<u64>>,
}

impl Row {
    fn worst(&self) -> Option<u64> {
        self.took.iter().flatten().max().copied()
    }

    fn missed(&self) -> usize {
        self.took.iter().filter(|took| took.is_none()).count()
    }

    fn median(&self) -> Option<u64> {
        let mut took: Vec<u64> = self.took.iter().map(|took| took.unwrap_or(u64::MAX)).collect();
        took.sort_unstable();
        took.get(took.len() / 2).copied().filter(|took| *took < u64::MAX)
    }
}

/// The two that follow a suspicion have to meet the bar; the others are there to compare with.
const STRATEGIES: [(Named, bool); 4] = [
    (Named::Directed(Suspicion::Any), true),
    (Named::Directed(Suspicion::Deadlock), true),
    (Named::Portfolio, false),
    (Named::Random, false),
];

pub fn run(args: &Args) -> Outcome {
    let raddle = args.common.raddle()?;
    let mut all = Vec::new();
    for jdk in args.common.jdks()? {
        let mut corpus = args.common.papers(&jdk)?;
        corpus.only(PROGRAM);
        let fixture = corpus.fixtures().first().ok_or("no program is left to measure")?;
        let seeds: Vec<u64> = (0..args.seeds).collect();
        let mut rows = Vec::new();
        for (named, has_bar) in STRATEGIES {
            let strategy = named.to_string();
            let within = if has_bar { BAR } else { args.within };
            let took = each(&seeds, |seed| {
                first_failure(&corpus, fixture, &raddle, &strategy, *seed, within)
            })?;
            rows.push(Row {
                strategy,
                within,
                took,
            });
        }
        all.push(Results::new(&jdk, rows));
        args.common.write(FILE, &all, &page(&all))?;
    }
    print!("{}", page(&all));
    repo::all_well(&missed(&all))
}

fn missed(all: &[Results<Row>]) -> Vec<String> {
    let mut missed = Vec::new();
    for results in all {
        let bars = STRATEGIES.iter().filter(|(_, has_bar)| *has_bar);
        for (named, _) in bars {
            let row = results.rows.iter().find(|row| row.strategy == named.to_string());
            let without = row.map_or(usize::MAX, Row::missed);
            if without > 0 {
                missed.push(format!(
                    "JDK {}: {named}: for {without} seeds the deadlock was not found within {BAR} schedules",
                    results.setup.feature
                ));
            }
        }
    }
    missed
}

pub fn page(all: &[Results<Row>]) -> String {
    let mut text = format!(
        "# A deadlock after delays\n\n\
         By `cargo xtask explore directed`: two threads take two locks in opposite order, each after fifty steps of its own \
         ([Delay.java](../../corpus/explore/paper/Delay.java),\n\
         after section 6.2 of Bijlsma's thesis). How many schedules it takes, each seed in a JVM of its own. The directed \
         strategies\n\
         have to find it within {BAR}.\n"
    );
    for results in all {
        let _ = write!(text, "\n{}{}", results.heading(), table(results));
    }
    text
}

pub fn table(results: &Results<Row>) -> String {
    let mut text =
        String::from("| strategy | seeds | found | schedules, median | at most |\n|---|--:|--:|--:|--:|\n");
    for row in &results.rows {
        let number = |number: Option<u64>| number.map_or("–".to_owned(), |number| number.to_string());
        let _ = writeln!(
            text,
            "| {} | {} | {} within {} | {} | {} |",
            row.strategy,
            row.took.len(),
            row.took.len() - row.missed(),
            row.within,
            number(row.median()),
            number(row.worst())
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results as suite_results;

    #[test]
    fn one_seed_without_is_a_bar_missed() {
        let row = |strategy: &str, last| Row {
            strategy: strategy.to_owned(),
            within: BAR,
            took: vec![Some(2), Some(3), last],
        };
        let results = |last| Results {
            setup: suite_results(17, &[], 0.0).setup,
            rows: vec![row("directed", last), row("deadlock-directed", Some(2))],
        };
        assert!(missed(&[results(Some(10))]).is_empty());
        assert_eq!(missed(&[results(None)]).len(), 1);
        let text = table(&results(None));
        assert!(
            text.contains("| directed | 3 | 2 within 10 | 3 | 3 |\n"),
            "{text}"
        );
    }
}
