//! `cargo xtask bench --scaling`: what an event costs as threads and variables grow. The total of events
//! stays the same, so a line that rises is a cost that grows; see `bench/scaling`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::kernels::{self, Bed};
use super::measure::Measured;
use super::setup::Setup;
use super::stats::median;
use crate::repo::Outcome;

pub const FILE: &str = "scaling.json";
const THREADS: &[u32] = &[1, 2, 4, 8, 16, 64];
const VARIABLES: &[u32] = &[1_000, 10_000, 100_000, 1_000_000, 10_000_000];
/// Where the other axis stays.
const FIXED_THREADS: u32 = 4;
const FIXED_VARIABLES: u32 = 100_000;
/// So many that compiling hardly counts, and that each variable of the largest run is met.
const EVENTS: u32 = 60_000_000;

/// What the variables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Fields,
    Elements,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Fields, Kind::Elements];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Fields => "fields",
            Kind::Elements => "elements",
        }
    }
}

/// All that was measured on one JDK.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub setup: Setup,
    pub events: u32,
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Point {
    pub kind: Kind,
    pub threads: u32,
    pub variables: u32,
    pub plain: Vec<Cost>,
    pub checked: Vec<Cost>,
    pub wrong: Vec<String>,
}

/// What one run cost: the threads' part per event, the memory of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    pub cpu_ns: f64,
    pub wall_ns: f64,
    pub rss_mb: f64,
}

/// What grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Threads,
    Variables,
}

impl Axis {
    pub const ALL: [Axis; 2] = [Axis::Threads, Axis::Variables];

    pub const fn name(self) -> &'static str {
        match self {
            Axis::Threads => "threads",
            Axis::Variables => "variables",
        }
    }

    pub const fn of(self, point: &Point) -> u32 {
        match self {
            Axis::Threads => point.threads,
            Axis::Variables => point.variables,
        }
    }
}

impl Results {
    /// The points along an axis, in its order.
    pub fn along(&self, axis: Axis, kind: Kind) -> Vec<&Point> {
        let on_axis = |point: &&Point| match axis {
            Axis::Threads => point.variables == FIXED_VARIABLES,
            Axis::Variables => point.threads == FIXED_THREADS,
        };
        let mut points: Vec<_> = self
            .points
            .iter()
            .filter(|p| p.kind == kind)
            .filter(on_axis)
            .collect();
        points.sort_by_key(|point| axis.of(point));
        points
    }
}

pub fn of(costs: &[Cost], measure: fn(&Cost) -> f64) -> f64 {
    median(&costs.iter().map(measure).collect::<Vec<_>>())
}

pub fn measure(bed: &Bed, rounds: u32) -> Outcome<Results> {
    let setup = Setup::here(bed.jdk, rounds, FIXED_THREADS, kernels::JVM_OPTIONS);
    let along_threads = THREADS.iter().map(|&threads| (threads, FIXED_VARIABLES));
    let along_variables = VARIABLES.iter().map(|&variables| (FIXED_THREADS, variables));
    let others = along_variables.filter(|&(_, variables)| variables != FIXED_VARIABLES);
    let places: Vec<_> = along_threads.chain(others).collect();
    let mut points = Vec::new();
    for kind in Kind::ALL {
        for &(threads, variables) in &places {
            let mut point = Point {
                kind,
                threads,
                variables,
                plain: vec![],
                checked: vec![],
                wrong: vec![],
            };
            for _ in 0..rounds {
                measure_once(bed, &mut point)?;
            }
            eprintln!(
                "JDK {}: {} {}, {threads} threads: {:.1} ns plain, {:.1} ns checked",
                setup.jdk,
                variables,
                kind.name(),
                of(&point.plain, |cost| cost.cpu_ns),
                of(&point.checked, |cost| cost.cpu_ns),
            );
            points.push(point);
        }
    }
    Ok(Results {
        setup,
        events: EVENTS,
        points,
    })
}

fn measure_once(bed: &Bed, point: &mut Point) -> Outcome {
    let numbers = [point.threads, point.variables, EVENTS].map(|n| n.to_string());
    let arguments = [&[point.kind.name().to_owned()], &numbers[..]].concat();
    point.plain.push(cost(&bed.plain("Scaling", &arguments)?)?);
    let (measured, run) = bed.checked("Scaling", &arguments, &[])?;
    point.checked.push(cost(&measured)?);
    if !run.complete {
        point.wrong.push(run.incomplete.join("; "));
    }
    if !run.findings.is_empty() {
        point.wrong.push(format!(
            "{} findings in a program without races",
            run.findings.len()
        ));
    }
    Ok(())
}

/// From what the program says: `events N cpu_ns N wall_ns N`.
fn cost(measured: &Measured) -> Outcome<Cost> {
    let words: Vec<_> = measured.stdout.split_whitespace().collect();
    let ["events", events, "cpu_ns", cpu, "wall_ns", wall] = words[..] else {
        return Err(format!("Scaling said {:?}", measured.stdout).into());
    };
    let events: f64 = events.parse()?;
    Ok(Cost {
        cpu_ns: cpu.parse::<f64>()? / events,
        wall_ns: wall.parse::<f64>()? / events,
        rss_mb: measured.sample.rss_mb,
    })
}

pub fn wrong(results: &Results) -> Vec<String> {
    let message = |point: &Point| {
        let (kind, threads, variables) = (point.kind.name(), point.threads, point.variables);
        let place = format!(
            "JDK {}, {variables} {kind}, {threads} threads",
            results.setup.feature
        );
        point
            .wrong
            .iter()
            .map(|text| format!("{place}: {text}"))
            .collect::<Vec<_>>()
    };
    results.points.iter().flat_map(message).collect()
}

pub fn write(all: &[Results], dir: &Path) -> Outcome {
    fs::create_dir_all(dir)?;
    fs::write(dir.join(FILE), serde_json::to_string_pretty(all)? + "\n")?;
    fs::write(dir.join("scaling.md"), page(all))?;
    Ok(())
}

pub fn page(all: &[Results]) -> String {
    let mut page = String::from(
        "# What an event costs as threads and variables grow\n\n\
         By `cargo xtask bench --scaling`: the same number of accesses and lock operations, split among the \
         threads and spread over the\n\
         variables. CPU time per event in nanoseconds, of the threads' part alone; memory is the largest \
         resident set of the process.\n",
    );
    for results in all {
        page += "\n";
        page += &markdown(results);
    }
    page
}

pub fn markdown(results: &Results) -> String {
    let Results { setup, events, .. } = results;
    let mut text = format!(
        "## JDK {}\n\n{}; {events} events, {} rounds.\n",
        setup.jdk,
        setup.describe(),
        setup.rounds
    );
    for axis in Axis::ALL {
        for kind in Kind::ALL {
            let fixed = match axis {
                Axis::Threads => format!("{FIXED_VARIABLES} {}", kind.name()),
                Axis::Variables => format!("{FIXED_THREADS} threads, variables are {}", kind.name()),
            };
            let _ = write!(
                text,
                "\n| {} ({fixed}) | plain ns | checked ns | × | plain MB | checked MB |\n\
                 |--:|--:|--:|--:|--:|--:|\n",
                axis.name()
            );
            for point in results.along(axis, kind) {
                let ns = |costs: &[Cost]| of(costs, |cost| cost.cpu_ns);
                let mb = |costs: &[Cost]| of(costs, |cost| cost.rss_mb);
                let (plain, checked) = (ns(&point.plain), ns(&point.checked));
                let _ = writeln!(
                    text,
                    "| {} | {plain:.1} | {checked:.1} | {:.1} | {:.0} | {:.0} |",
                    axis.of(point),
                    checked / plain,
                    mb(&point.plain),
                    mb(&point.checked),
                );
            }
        }
    }
    text
}

#[cfg(test)]
pub mod tests {
    use super::super::measure::Sample;
    use super::super::results::tests::results as suite_results;
    use super::*;

    /// A point on each axis beside the common one, for fields alone.
    pub fn results() -> Results {
        let cost = |cpu_ns: f64| Cost {
            cpu_ns,
            wall_ns: cpu_ns,
            rss_mb: 50.0,
        };
        let point = |threads, variables, slow: f64| Point {
            kind: Kind::Fields,
            threads,
            variables,
            plain: vec![cost(2.0)],
            checked: vec![cost(2.0 * slow)],
            wrong: vec![],
        };
        Results {
            setup: suite_results(17, &[], 0.0).setup,
            events: EVENTS,
            points: vec![
                point(8, FIXED_VARIABLES, 5.0),
                point(FIXED_THREADS, FIXED_VARIABLES, 3.0),
                point(FIXED_THREADS, 1000, 4.0),
            ],
        }
    }

    #[test]
    fn an_axis_has_its_points_in_order() {
        let results = results();
        let along = |axis: Axis| -> Vec<u32> {
            let points = results.along(axis, Kind::Fields);
            points.into_iter().map(|point| axis.of(point)).collect()
        };
        assert_eq!(along(Axis::Threads), [4, 8]);
        assert_eq!(along(Axis::Variables), [1000, 100_000]);
        assert!(results.along(Axis::Threads, Kind::Elements).is_empty());
        assert!(markdown(&results).contains("| 8 | 2.0 | 10.0 | 5.0 | 50 | 50 |\n"));
    }

    #[test]
    fn what_the_program_says_is_understood() {
        let measured = |stdout: &str| Measured {
            sample: Sample {
                wall_s: 9.0,
                cpu_s: 9.0,
                rss_mb: 70.0,
            },
            status: Default::default(),
            stdout: stdout.to_owned(),
            stderr: String::new(),
        };
        let understood = cost(&measured("events 100 cpu_ns 250 wall_ns 125\n")).unwrap();
        assert_eq!(
            understood,
            Cost {
                cpu_ns: 2.5,
                wall_ns: 1.25,
                rss_mb: 70.0
            }
        );
        assert!(cost(&measured("Picked up")).is_err());
    }
}
