//! `cargo xtask explore replays`: what failed fails again. Every failing program of `corpus/explore` is explored until
//! it fails, and then repeated (`raddle replay --times`). The bar: each time the same steps and the same finding.

use std::fmt::Write;
use std::time::Instant;

use raddle_testkit::{ExploreCorpus, Fixture, Verdict};
use serde::{Deserialize, Serialize};

use super::{Common, Results, each};
use crate::repo::{self, Outcome};

pub const FILE: &str = "explore-replays.json";

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// How often each failure is repeated
    #[arg(long, value_name = "N", default_value_t = 100)]
    replays: usize,
}

/// One program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub class: String,
    pub kinds: Vec<String>,
    pub replays: usize,
    pub seconds: f64,
    pub problems: Vec<String>,
}

pub fn run(args: &Args) -> Outcome {
    let raddle = args.common.raddle()?;
    let mut all: Vec<Results<Row>> = Vec::new();
    for jdk in args.common.jdks()? {
        let groups = [args.common.papers(&jdk)?, args.common.corpus(Verdict::Bad, &jdk)?];
        let programs: Vec<(&ExploreCorpus, &Fixture)> = groups
            .iter()
            .flat_map(|group| group.fixtures().iter().map(move |fixture| (group, fixture)))
            .collect();
        let rows = each(&programs, |(group, fixture)| {
            let began = Instant::now();
            let problems = group.fails(fixture, &raddle, args.replays);
            let row = Row {
                class: fixture.class.clone(),
                kinds: fixture.finds.iter().map(|kind| kind.name().to_owned()).collect(),
                replays: args.replays,
                problems: problems.unwrap_or_else(|error| vec![error.to_string()]),
                seconds: began.elapsed().as_secs_f64(),
            };
            let how = if row.problems.is_empty() {
                "the same"
            } else {
                "not the same"
            };
            eprintln!(
                "JDK {}: {}: {how}, {:.1} s",
                jdk.version.feature, row.class, row.seconds
            );
            Ok(row)
        })?;
        all.push(Results::new(&jdk, rows));
        args.common.write(FILE, &all, &page(&all))?;
    }
    repo::all_well(&missed(&all))
}

fn missed(all: &[Results<Row>]) -> Vec<String> {
    let problems = |results: &Results<Row>| {
        let jdk = results.setup.feature;
        let of = |row: &Row| {
            let message = |text: &String| format!("JDK {jdk}: {}: {text}", row.class);
            row.problems.iter().map(message).collect::<Vec<_>>()
        };
        results.rows.iter().flat_map(of).collect::<Vec<_>>()
    };
    all.iter().flat_map(problems).collect()
}

pub fn page(all: &[Results<Row>]) -> String {
    let mut text = String::from(
        "# What failed fails again\n\n\
         By `cargo xtask explore replays`: the programs of [corpus/explore](../../corpus/explore) that can fail, each explored \
         until it does and\n\
         then repeated, every step compared with the recording.\n",
    );
    for results in all {
        let (same, other): (Vec<_>, Vec<_>) = results.rows.iter().partition(|row| row.problems.is_empty());
        let replays = results.rows.iter().map(|row| row.replays).max().unwrap_or(0);
        let _ = write!(
            text,
            "\n{}{} of {} programs: {replays} of {replays} repetitions show the same finding after the same steps.\n",
            results.heading(),
            same.len(),
            results.rows.len()
        );
        for row in other {
            let first = row.problems.first().and_then(|text| text.lines().next());
            let _ = writeln!(text, "\n- {}: {}", row.class, first.unwrap_or_default());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results as suite_results;

    #[test]
    fn what_differs_is_named() {
        let row = |class: &str, problems: &[&str]| Row {
            class: class.to_owned(),
            kinds: vec!["stuck".to_owned()],
            replays: 100,
            seconds: 1.0,
            problems: problems.iter().map(|&text| text.to_owned()).collect(),
        };
        let results = Results {
            setup: suite_results(25, &[], 0.0).setup,
            rows: vec![row("A", &[]), row("B", &["step 3\nand more"])],
        };
        let text = page(std::slice::from_ref(&results));
        assert!(text.contains("1 of 2 programs: 100 of 100 repetitions"), "{text}");
        assert!(text.ends_with("- B: step 3\n"), "{text}");
        assert_eq!(missed(&[results]), ["JDK 25: B: step 3\nand more"]);
    }
}
