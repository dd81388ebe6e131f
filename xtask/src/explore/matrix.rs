//! `cargo xtask explore matrix`: nothing hangs. Every program of `corpus/explore` with every strategy, and with every
//! option that changes what a schedule is, comes to its end within its bounds.
//!
//! A program that is correct must not fail, with any strategy; one that fails may, in any of the ways that it has.
//! Raddle itself must not fail. The bar: no complaint.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use raddle_schedule::strategies::Named;
use raddle_testkit::{Checked, ExploreCorpus, Fixture, Raddle, Verdict};
use serde::{Deserialize, Serialize};

use super::{Common, Results, each};
use crate::repo::{self, Outcome};

pub const FILE: &str = "explore-matrix.json";
const STATUS_FINDINGS: i32 = 66;
const STATUS_INCOMPLETE: i32 = 2;
const SPURIOUS: &str = "--spurious";
/// What changes schedules, tried with the default strategy.
const OPTIONS: [&[&str]; 4] = [
    &[SPURIOUS],
    &["--switch-in-jdk"],
    &["--switch-on", "fields,arrays"],
    &["--real-time"],
];

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Schedules of each
    #[arg(long, value_name = "N", default_value_t = 20)]
    runs: u64,
    /// Steps after which a schedule is cut off
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_steps: u64,
    /// Seconds within which each has to be done
    #[arg(long, value_name = "N", default_value_t = 120)]
    seconds: u64,
    /// Only these ways, by the name of the strategy or of the option, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    way: Vec<String>,
}

/// All programs in one way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub way: String,
    pub programs: usize,
    pub schedules: u64,
    pub cut_off: u64,
    /// How many failed.
    pub failed: u64,
    /// Programs that may fail, and how many of them did.
    pub bad: usize,
    pub found: usize,
    /// The longest that one took, in seconds, and its name.
    pub longest: (f64, String),
    pub complaints: Vec<String>,
}

/// One program in one way.
struct Cell {
    name: String,
    verdict: Verdict,
    schedules: u64,
    cut_off: u64,
    failed: u64,
    seconds: f64,
    complaint: Option<String>,
}

pub fn run(args: &Args) -> Outcome {
    let raddle = args.common.raddle()?;
    let mut all = Vec::new();
    for jdk in args.common.jdks()? {
        let mut groups = vec![args.common.papers(&jdk)?];
        for verdict in Verdict::ALL {
            groups.push(args.common.corpus(verdict, &jdk)?);
        }
        let programs: Vec<(&ExploreCorpus, &Fixture)> = groups
            .iter()
            .flat_map(|group| group.fixtures().iter().map(move |fixture| (group, fixture)))
            .collect();
        let mut rows = Vec::new();
        for way in ways(&args.way) {
            let cells = each(&programs, |(group, fixture)| {
                Ok(cell(args, group, fixture, &raddle, &way))
            })?;
            let row = row(way.join(" "), cells);
            eprintln!("JDK {}: {}", jdk.version.feature, describe(&row));
            rows.push(row);
            let mut so_far: Vec<Results<Row>> = all.clone();
            so_far.push(Results::new(&jdk, rows.clone()));
            args.common.write(FILE, &so_far, &page(&so_far))?;
        }
        all.push(Results::new(&jdk, rows));
    }
    print!("{}", page(&all));
    repo::all_well(&complaints(&all))
}

fn ways(chosen: &[String]) -> Vec<Vec<String>> {
    let strategies = Named::ALL
        .iter()
        .map(|named| vec!["--strategy".to_owned(), named.to_string()]);
    let options = OPTIONS
        .iter()
        .map(|option| option.iter().map(|&word| word.to_owned()).collect());
    let is_chosen = |way: &Vec<String>| {
        let named = |word: &String| chosen.iter().any(|name| word.trim_start_matches('-') == name);
        chosen.is_empty() || way.iter().any(named)
    };
    strategies.chain(options).filter(is_chosen).collect()
}

fn cell(args: &Args, group: &ExploreCorpus, fixture: &Fixture, raddle: &Raddle, way: &[String]) -> Cell {
    let (runs, steps) = (args.runs.to_string(), args.max_steps.to_string());
    let mut options = vec!["--runs", &runs, "--max-steps", &steps, "--no-minimize"];
    options.extend(way.iter().map(String::as_str));
    let limit = Duration::from_secs(args.seconds);
    let verdict = match fixture.not_spurious {
        Some(_) if way.iter().any(|word| word == SPURIOUS) => Verdict::Bad,
        _ => group.verdict(),
    };
    let mut cell = Cell {
        name: fixture.class.clone(),
        verdict,
        schedules: 0,
        cut_off: 0,
        failed: 0,
        seconds: limit.as_secs_f64(),
        complaint: None,
    };
    match group.explore(fixture, raddle, &options, limit) {
        Err(error) => cell.complaint = Some(error.to_string()),
        Ok(checked) => {
            cell.seconds = checked.finished.took.as_secs_f64();
            let explored = checked.run.as_ref().and_then(|run| run.explored.as_ref());
            if let Some(explored) = explored {
                cell.schedules = explored.schedules;
                cell.cut_off = explored.cut_off;
                cell.failed = explored.failed;
            }
            cell.complaint = complaint(&checked, verdict);
        }
    }
    cell
}

/// What is wrong with how it ended.
fn complaint(checked: &Checked, verdict: Verdict) -> Option<String> {
    let status = checked.finished.status;
    let is_well = match verdict {
        Verdict::Bad => [0, STATUS_FINDINGS].contains(&status),
        Verdict::Ok => status == 0,
        // What it cannot control it may say.
        Verdict::Missed => [0, STATUS_INCOMPLETE].contains(&status),
    };
    let explored = checked.run.as_ref().and_then(|run| run.explored.as_ref());
    match explored {
        None => Some(format!("no result, status {status}")),
        Some(_) if !is_well => {
            let run = checked.run.as_ref();
            let kinds = run.into_iter().flat_map(|run| &run.findings);
            let words = kinds.map(|finding| format!("{}: {}", finding.kind.name(), finding.message));
            let reasons = run.into_iter().flat_map(|run| run.incomplete.iter().cloned());
            let all: Vec<_> = words.chain(reasons).collect();
            Some(format!("status {status}: {}", all.join("; ")))
        }
        Some(_) => None,
    }
}

fn row(way: String, cells: Vec<Cell>) -> Row {
    let longest = cells.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let bad = cells.iter().filter(|cell| cell.verdict == Verdict::Bad);
    Row {
        way,
        programs: cells.len(),
        schedules: cells.iter().map(|cell| cell.schedules).sum(),
        cut_off: cells.iter().map(|cell| cell.cut_off).sum(),
        failed: cells.iter().map(|cell| cell.failed).sum(),
        bad: bad.clone().count(),
        found: bad.filter(|cell| cell.failed > 0).count(),
        longest: longest.map_or((0.0, String::new()), |cell| (cell.seconds, cell.name.clone())),
        complaints: cells
            .iter()
            .filter_map(|cell| Some(format!("{}: {}", cell.name, cell.complaint.as_ref()?)))
            .collect(),
    }
}

fn describe(row: &Row) -> String {
    let complaints: String = row.complaints.iter().map(|text| format!("\n  {text}")).collect();
    format!(
        "{}: {} programs, {} schedules, longest {:.1} s ({}){complaints}",
        row.way, row.programs, row.schedules, row.longest.0, row.longest.1
    )
}

fn complaints(all: &[Results<Row>]) -> Vec<String> {
    let mut complaints: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for results in all {
        for row in &results.rows {
            let way = format!("JDK {}, {}", results.setup.feature, row.way);
            complaints
                .entry(way)
                .or_default()
                .extend(row.complaints.iter().cloned());
        }
    }
    let message =
        |(way, all): (String, Vec<String>)| all.into_iter().map(move |text| format!("{way}: {text}"));
    complaints.into_iter().flat_map(message).collect()
}

pub fn page(all: &[Results<Row>]) -> String {
    let mut text = String::from(
        "# Nothing hangs\n\n\
         By `cargo xtask explore matrix`: every program of [corpus/explore](../../corpus/explore), a few schedules in \
         each way. *Found*: of the\n\
         programs that can fail, how many did within these few.\n",
    );
    for results in all {
        let _ = write!(
            text,
            "\n{}| way | programs | schedules | cut off | found | longest | complaints |\n|---|--:|--:|--:|--:|---|--:|\n",
            results.heading()
        );
        for row in &results.rows {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} | {} of {} | {} {:.1} s | {} |",
                row.way,
                row.programs,
                row.schedules,
                row.cut_off,
                row.found,
                row.bad,
                row.longest.1,
                row.longest.0,
                row.complaints.len()
            );
        }
        for row in results.rows.iter().filter(|row| !row.complaints.is_empty()) {
            let _ = writeln!(text, "\n`{}`:\n", row.way);
            for complaint in &row.complaints {
                let _ = writeln!(text, "- {}", complaint.lines().next().unwrap_or_default());
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_and_option_is_a_way() {
        let all = ways(&[]);
        assert_eq!(all.len(), Named::ALL.len() + OPTIONS.len());
        let chosen = ways(&["pos".to_owned(), "spurious".to_owned()]);
        assert_eq!(chosen, [vec!["--strategy", "pos"], vec!["--spurious"]]);
    }

    #[test]
    fn a_row_sums_up() {
        let cell = |name: &str, verdict, failed, seconds, complaint: Option<&str>| Cell {
            name: name.to_owned(),
            verdict,
            schedules: 20,
            cut_off: 1,
            failed,
            seconds,
            complaint: complaint.map(str::to_owned),
        };
        let row = row(
            "--spurious".to_owned(),
            vec![
                cell("A", Verdict::Bad, 1, 0.5, None),
                cell("B", Verdict::Bad, 0, 2.0, None),
                cell("C", Verdict::Ok, 1, 1.0, Some("status 66: stuck")),
            ],
        );
        assert_eq!((row.schedules, row.cut_off, row.bad, row.found), (60, 3, 2, 1));
        assert_eq!(row.longest, (2.0, "B".to_owned()));
        assert_eq!(row.complaints, ["C: status 66: stuck"]);
    }
}
