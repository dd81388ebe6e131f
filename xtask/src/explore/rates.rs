//! `cargo xtask explore rates`: how many schedules of a hundred show the errors of the papers.
//!
//! The thesis counts runs of a program: of so many, each with delays of its own, in how many did the error show?
//! One of ours is one schedule, so a rate is the share of schedules of one exploration that failed, each with chance
//! of its own; strategies that learn from schedules before do so. Beside it is what a user does: the share of
//! explorations, each with a seed of its own in a new JVM, in which a few schedules of the default strategy find it.
//!
//! The bar: on every JDK, for every program of the table, some strategy that draws at random is above what delays did.

use std::fmt::Write;
use std::time::Duration;

use raddle_schedule::strategies::Named;
use raddle_testkit::{ExploreCorpus, Fixture, Raddle};
use serde::{Deserialize, Serialize};

use super::papers::{PAPERS, Paper};
use super::{Common, Results, each};
use crate::repo::{self, Outcome};

pub const FILE: &str = "explore-rates.json";
/// For all schedules of one program with one strategy.
const LIMIT: Duration = Duration::from_secs(3600);
/// What a user does: the default, with this name in the results.
const DEFAULT: Named = Named::Portfolio;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Schedules of each program with each strategy
    #[arg(long, value_name = "N", default_value_t = 1000)]
    runs: u64,
    /// Schedules where each failure ends its JVM, and so takes much longer
    #[arg(long, value_name = "N")]
    hanging_runs: Option<u64>,
    /// And measure these strategies only there, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    hanging_strategy: Vec<String>,
    /// Explorations of each program, each with another seed
    #[arg(long, value_name = "N", default_value_t = 100)]
    seeds: u64,
    /// Schedules of such an exploration
    #[arg(long, value_name = "N", default_value_t = 10)]
    within: u64,
    /// Measure these strategies only, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    strategy: Vec<String>,
}

/// One program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub class: String,
    pub strategies: Vec<Rate>,
    pub explorations: Option<Explorations>,
}

/// Schedules of one program with one strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub strategy: String,
    pub schedules: u64,
    pub failed: u64,
    pub seconds: f64,
}

/// Explorations with the default strategy, each with a seed of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explorations {
    pub seeds: u64,
    pub within: u64,
    pub found: u64,
    /// The most schedules that one took which found it.
    pub most: u64,
}

impl Rate {
    fn percent(&self) -> f64 {
        self.failed as f64 * 100.0 / self.schedules.max(1) as f64
    }
}

impl Row {
    /// The strategy that finds it most often, of those that draw at random.
    fn best(&self) -> Option<&Rate> {
        let drawn = self.strategies.iter().filter(|rate| rate.schedules > 0);
        drawn.max_by(|a, b| a.percent().total_cmp(&b.percent()))
    }
}

pub fn run(args: &Args) -> Outcome {
    let raddle = args.common.raddle()?;
    let mut all = Vec::new();
    for jdk in args.common.jdks()? {
        let corpus = args.common.papers(&jdk)?;
        let mut rows = Vec::new();
        for fixture in corpus.fixtures() {
            rows.push(measure(args, &corpus, fixture, &raddle)?);
            let mut so_far = all.clone();
            so_far.push(Results::new(&jdk, rows.clone()));
            args.common.write(FILE, &so_far, &page(&so_far))?;
        }
        all.push(Results::new(&jdk, rows));
    }
    args.common.write(FILE, &all, &page(&all))?;
    print!("{}", page(&all));
    repo::all_well(&missed(&all))
}

/// Those of which a schedule is one draw among many: the directed ones need a hint first, the exhaustive one
/// goes through all.
fn strategies(chosen: &[String]) -> Outcome<Vec<String>> {
    if let Some(unknown) = chosen.iter().find(|name| Named::from_name(name).is_none()) {
        return Err(format!("no strategy {unknown}").into());
    }
    if !chosen.is_empty() {
        return Ok(chosen.to_vec());
    }
    let drawn = Named::ALL.iter().filter(|named| match named {
        Named::Portfolio
        | Named::Pos
        | Named::Pct { .. }
        | Named::Surw
        | Named::Stall
        | Named::Random
        | Named::RoundRobin => true,
        Named::Exhaustive { .. } | Named::Directed(_) => false,
    });
    Ok(drawn.map(Named::to_string).collect())
}

fn measure(args: &Args, corpus: &ExploreCorpus, fixture: &Fixture, raddle: &Raddle) -> Outcome<Row> {
    let ends_its_jvm = fixture
        .finds
        .iter()
        .any(|kind| *kind != raddle_findings::Kind::UncaughtException);
    let runs = match args.hanging_runs {
        Some(runs) if ends_its_jvm => runs,
        _ => args.runs,
    };
    let chosen = match ends_its_jvm && !args.hanging_strategy.is_empty() {
        true => &args.hanging_strategy,
        false => &args.strategy,
    };
    let strategies = each(&strategies(chosen)?, |strategy| {
        rate(corpus, fixture, raddle, strategy, runs)
    })?;
    let explorations = match args.seeds {
        0 => None,
        seeds => Some(explorations(corpus, fixture, raddle, seeds, args.within)?),
    };
    let row = Row {
        class: fixture.class.clone(),
        strategies,
        explorations,
    };
    eprintln!("JDK {}: {}", corpus.jdk().version.feature, describe(&row));
    Ok(row)
}

fn describe(row: &Row) -> String {
    let rates = row
        .strategies
        .iter()
        .map(|rate| format!("{} {:.1} %", rate.strategy, rate.percent()));
    format!("{}: {}", row.class, rates.collect::<Vec<_>>().join(", "))
}

fn rate(
    corpus: &ExploreCorpus,
    fixture: &Fixture,
    raddle: &Raddle,
    strategy: &str,
    runs: u64,
) -> Outcome<Rate> {
    let runs = runs.to_string();
    let options = [
        "--strategy",
        strategy,
        "--runs",
        &runs,
        "--keep-going",
        "--no-minimize",
        "--quiet",
    ];
    let checked = corpus.explore(fixture, raddle, &options, LIMIT)?;
    let explored = checked.run.and_then(|run| run.explored);
    let explored = explored.ok_or_else(|| format!("{}: no result", fixture.class))?;
    Ok(Rate {
        strategy: strategy.to_owned(),
        schedules: explored.schedules,
        failed: explored.failed,
        seconds: explored.millis as f64 / 1000.0,
    })
}

fn explorations(
    corpus: &ExploreCorpus,
    fixture: &Fixture,
    raddle: &Raddle,
    seeds: u64,
    within: u64,
) -> Outcome<Explorations> {
    let numbers: Vec<u64> = (0..seeds).collect();
    let strategy = DEFAULT.to_string();
    let firsts = each(&numbers, |seed| {
        first_failure(corpus, fixture, raddle, &strategy, *seed, within)
    })?;
    let found = firsts.iter().flatten();
    Ok(Explorations {
        seeds,
        within,
        found: found.clone().count() as u64,
        most: found.max().copied().unwrap_or(0),
    })
}

/// How many schedules an exploration with this seed takes to find a failure, if it does within so many.
pub fn first_failure(
    corpus: &ExploreCorpus,
    fixture: &Fixture,
    raddle: &Raddle,
    strategy: &str,
    seed: u64,
    within: u64,
) -> Outcome<Option<u64>> {
    let (seed, within) = (seed.to_string(), within.to_string());
    let options = [
        "--strategy",
        strategy,
        "--seed",
        &seed,
        "--runs",
        &within,
        "--no-minimize",
        "--quiet",
    ];
    let checked = corpus.explore(fixture, raddle, &options, LIMIT)?;
    let text = checked.finished.stderr_text();
    let explored = checked.run.and_then(|run| run.explored);
    let explored = explored.ok_or_else(|| format!("{}: no result:\n{text}", fixture.class))?;
    Ok(explored.first_failure.map(|number| number + 1))
}

/// Where the papers were better.
fn missed(all: &[Results<Row>]) -> Vec<String> {
    let mut missed = Vec::new();
    for results in all {
        for row in &results.rows {
            let Some(paper) = Paper::of(&row.class) else {
                continue;
            };
            let best = row.best().map_or(0.0, Rate::percent);
            if !paper.is_beaten_by(best) {
                missed.push(format!(
                    "JDK {}: {}: at best {best:.1} % of the schedules, where delays found it in {} % of the runs",
                    results.setup.feature, paper.name, paper.delayed
                ));
            }
        }
    }
    missed
}

pub fn page(all: &[Results<Row>]) -> String {
    let mut text = String::from(
        "# How often the errors of the papers are found\n\n\
         By `cargo xtask explore rates`, on the programs in [corpus/explore/paper](../../corpus/explore/paper). The columns \
         *alone* and *delays*\n\
         are from table 3.7 of Ricken's thesis: of 10,000 runs and more of each program, without help and with random delays, \
         on machines\n\
         of 2010, in how many the error showed. The others are Raddle's: of so many schedules, each with chance of its own, in \
         how many it\n\
         showed. *Explorations*: of so many seeds, each in a JVM of its own, for how many the default strategy finds it \
         within a few\n\
         schedules, and after how many at the latest. Our programs do the same as theirs, but throw where theirs print.\n\n\
         The bar takes the best strategy for each program, in bold, chosen after the fact. The default strategy takes turns \
         among them, so a\n\
         single schedule of it is about as good as their mean; what it is worth shows in the explorations.\n",
    );
    for results in all {
        let _ = write!(text, "\n{}{}", results.heading(), table(results));
    }
    text
}

/// Programs by strategies.
pub fn table(results: &Results<Row>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for rate in results.rows.iter().flat_map(|row| &row.strategies) {
        if !names.contains(&rate.strategy.as_str()) {
            names.push(&rate.strategy);
        }
    }
    let mut text = format!(
        "| program | schedules | alone | delays | {} | explorations |\n|---|--:|--:|--:|{}--:|\n",
        names.join(" | "),
        "--:|".repeat(names.len())
    );
    let ordered = PAPERS.iter().map(|paper| paper.class);
    let place = |row: &&Row| {
        ordered
            .clone()
            .position(|class| class == row.class)
            .unwrap_or(PAPERS.len())
    };
    let mut rows: Vec<&Row> = results.rows.iter().collect();
    rows.sort_by_key(place);
    for row in rows {
        let best = row.best().map_or(0.0, Rate::percent);
        let schedules = row
            .strategies
            .iter()
            .map(|rate| rate.schedules)
            .max()
            .unwrap_or(0);
        let paper = Paper::of(&row.class);
        let theirs =
            |of: fn(&Paper) -> f64| paper.map_or("–".to_owned(), |paper| format!("{:.1} %", of(paper)));
        let name = paper.map_or(row.class.as_str(), |paper| paper.name);
        let _ = write!(
            text,
            "| {name} | {schedules} | {} | {} |",
            theirs(|paper| paper.alone),
            theirs(|paper| paper.delayed)
        );
        for name in &names {
            let rate = row.strategies.iter().find(|rate| rate.strategy == *name);
            let cell = rate.map_or(String::new(), |rate| {
                let percent = format!("{:.1} %", rate.percent());
                if rate.percent() >= best {
                    format!("**{percent}**")
                } else {
                    percent
                }
            });
            let _ = write!(text, " {cell} |");
        }
        let explorations = row.explorations.as_ref().map_or(String::new(), |all| {
            format!("{} of {} within {}", all.found, all.seeds, all.most)
        });
        let _ = writeln!(text, " {explorations} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results as suite_results;

    fn results(failed: u64) -> Results<Row> {
        let rate = |strategy: &str, failed| Rate {
            strategy: strategy.to_owned(),
            schedules: 1000,
            failed,
            seconds: 1.0,
        };
        Results {
            setup: suite_results(17, &[], 0.0).setup,
            rows: vec![Row {
                class: "RaceOnFlag".to_owned(),
                strategies: vec![rate("pos", 100), rate("random", failed)],
                explorations: Some(Explorations {
                    seeds: 100,
                    within: 10,
                    found: 99,
                    most: 7,
                }),
            }],
        }
    }

    #[test]
    fn the_best_is_held_against_the_paper() {
        assert!(missed(&[results(331)]).is_empty());
        let missed = missed(&[results(330)]);
        assert!(missed[0].contains("at best 33.0 %"), "{missed:?}");
        let text = table(&results(331));
        let line = "| race on a flag | 1000 | 0.6 % | 33.0 % | 10.0 % | **33.1 %** | 99 of 100 within 7 |\n";
        assert!(text.ends_with(line), "{text}");
    }
}
