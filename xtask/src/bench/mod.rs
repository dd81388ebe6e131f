//! `cargo xtask bench`: what checking costs. Plain and checked runs take turns, so that both see the same
//! machine; every checked run must also find what it should and nothing else.
//!
//! Start reading at [`run`]; [`suite`] measures the kernels, whose expectations are in [`kernels`].

mod detect;
pub mod goals;
mod kernels;
pub mod measure;
pub mod optimisations;
pub mod peers;
pub mod results;
pub mod scaling;
pub mod setup;
pub mod stats;
mod suite;
pub mod table;
mod turns;

use std::path::{Path, PathBuf};

use raddle_jdk::Jdk;
use raddle_testkit::Turn;
use tempfile::TempDir;

use crate::plots;
use crate::repo::{self, Outcome, Product};
use kernels::{Bed, Kernel};
use suite::Effort;

const ROUNDS: u32 = 5;
const SCALING_ROUNDS: u32 = 2;
const PEERS_ROUNDS: u32 = 1;

#[derive(clap::Args)]
pub struct Args {
    /// Measure on the JDK of this release only; may be repeated
    #[arg(long, value_name = "N")]
    jdk: Vec<u32>,
    /// How many pairs of runs of each program; 5, with --scaling 2, with --peers 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// How often the whole benchmark is run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,
    /// Measure this kernel only; may be repeated
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// How many threads a kernel has
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..))]
    threads: u32,
    /// Where the results go
    #[arg(long, value_name = "DIR", default_value = plots::RESULTS)]
    out: PathBuf,
    /// Name the result files by this instead of the date
    #[arg(long)]
    label: Option<String>,
    /// Measure this command, with the agent beside it, instead of building one
    #[arg(long, value_name = "FILE")]
    raddle: Option<PathBuf>,
    /// Fail if the goals are missed
    #[arg(long)]
    check: bool,
    /// Measure nothing: only see, on small inputs, that the right races are found in every round
    #[arg(long, conflicts_with = "check", group = "instead")]
    findings: bool,
    /// Measure instead what each optimisation buys, by leaving it out
    #[arg(long, conflicts_with_all = ["check", "times"], group = "instead")]
    disable_each: bool,
    /// Measure instead what it costs to look for races alone, and for deadlocks alone
    #[arg(long, conflicts_with_all = ["check", "times"], group = "instead")]
    detect_each: bool,
    /// Measure instead what an event costs as threads and variables grow
    #[arg(long, conflicts_with_all = ["check", "times", "kernel", "threads"], group = "instead")]
    scaling: bool,
    /// Compare with vmlens and Lincheck instead, on the oldest JDK
    #[arg(long, conflicts_with_all = ["check", "times", "kernel", "threads"], group = "instead")]
    peers: bool,
}

pub fn run(args: &Args) -> Outcome {
    let measured = chosen(args);
    if args.findings || args.out != Path::new(plots::RESULTS) {
        return measured;
    }
    // Even if something was wrong: what was measured is written.
    let drawn = plots::run();
    measured.and(drawn)
}

fn chosen(args: &Args) -> Outcome {
    let kernels = chosen_kernels(&args.kernel)?;
    let ground = Ground::prepare(chosen_jdks(&args.jdk)?, args.raddle.as_ref())?;
    let effort = Effort {
        rounds: args.rounds.unwrap_or(ROUNDS),
        threads: args.threads,
    };
    let out = repo::root().join(&args.out);
    if args.findings {
        return small_runs(&ground, &kernels, effort);
    }
    if args.disable_each {
        return disable_each(&ground, &kernels, effort, &out);
    }
    if args.detect_each {
        let beds = ground.jdks.iter().map(|jdk| ground.bed(jdk));
        let all = beds
            .map(|bed| detect::measure(&bed, &kernels, effort))
            .collect::<Outcome<Vec<_>>>()?;
        println!("\n{}", detect::page(&all));
        return detect::write(&all, &out);
    }
    if args.scaling {
        return scaling(&ground, args.rounds.unwrap_or(SCALING_ROUNDS), &out);
    }
    if args.peers {
        let jdk = ground.jdks.first().ok_or(repo::NO_JDK)?;
        let rounds = args.rounds.unwrap_or(PEERS_ROUNDS);
        let results = peers::measure(jdk, &ground.raddle, &repo::target()?.join("peers"), rounds)?;
        println!("\n{}", peers::markdown(&results));
        return peers::write(&results, &out);
    }

    let mut all = vec![Vec::new(); ground.jdks.len()];
    let mut wrong = Vec::new();
    for _ in 0..args.times {
        for (jdk, runs) in ground.jdks.iter().zip(&mut all) {
            let results = suite::measure(&ground.bed(jdk), &kernels, effort)?;
            wrong.extend(suite::wrong_findings(&results));
            if args.check {
                let message = |reason| format!("JDK {}: missed: {reason}", jdk.version.feature);
                wrong.extend(goals::missed(&results).into_iter().map(message));
            }
            runs.push(results);
        }
        // After each time: what was measured is not lost if the next one fails.
        results::write(&all, args.label.as_deref(), &out)?;
    }
    all.iter().for_each(|runs| println!("\n{}", table::jdk(runs)));
    repo::all_well(&wrong)
}

/// Every kernel on a small input, on the JDK whose turn it is or on all: the findings alone.
pub fn findings(all: bool) -> Outcome {
    let mut jdks = chosen_jdks(&[])?;
    if !all {
        jdks = vec![Turn::of("kernels").pick(&jdks).clone()];
    }
    let effort = Effort {
        rounds: 1,
        threads: 2,
    };
    small_runs(&Ground::prepare(jdks, None)?, &chosen_kernels(&[])?, effort)
}

fn small_runs(ground: &Ground, kernels: &[Kernel], effort: Effort) -> Outcome {
    let mut wrong = Vec::new();
    for jdk in &ground.jdks {
        wrong.extend(suite::small_runs(&ground.bed(jdk), kernels, effort)?);
    }
    repo::all_well(&wrong)
}

fn disable_each(ground: &Ground, kernels: &[Kernel], effort: Effort, out: &Path) -> Outcome {
    let mut all = Vec::new();
    let mut wrong = Vec::new();
    for jdk in &ground.jdks {
        let results = optimisations::measure(&ground.bed(jdk), kernels, effort)?;
        println!("\n{}", optimisations::markdown(&results));
        wrong.extend(optimisations::wrong_findings(&results));
        all.push(results);
        optimisations::write(&all, out)?;
    }
    repo::all_well(&wrong)
}

fn scaling(ground: &Ground, rounds: u32, out: &Path) -> Outcome {
    let mut all = Vec::new();
    let mut wrong = Vec::new();
    for jdk in &ground.jdks {
        let results = scaling::measure(&ground.bed(jdk), rounds)?;
        println!("\n{}", scaling::markdown(&results));
        wrong.extend(scaling::wrong(&results));
        all.push(results);
        scaling::write(&all, out)?;
    }
    repo::all_well(&wrong)
}

/// What is measured, and on which JDKs; built and compiled.
struct Ground {
    jdks: Vec<Jdk>,
    raddle: PathBuf,
    classes: TempDir,
    scratch: TempDir,
}

impl Ground {
    fn prepare(jdks: Vec<Jdk>, raddle: Option<&PathBuf>) -> Outcome<Ground> {
        let raddle = match raddle {
            Some(raddle) => std::path::absolute(raddle)?,
            None => Product::build()?.raddle,
        };
        let bench = repo::root().join("bench");
        let classes = tempfile::tempdir()?;
        let mut sources = repo::files(&bench.join("kernels"), "java")?;
        sources.extend(repo::files(&bench.join("startup"), "java")?);
        sources.extend(repo::files(&bench.join("scaling"), "java")?);
        raddle_testkit::compile(&repo::oldest_jdk()?, &sources, classes.path())?;
        Ok(Ground {
            jdks,
            raddle,
            classes,
            scratch: tempfile::tempdir()?,
        })
    }

    fn bed<'a>(&'a self, jdk: &'a Jdk) -> Bed<'a> {
        Bed {
            raddle: &self.raddle,
            jdk,
            classes: self.classes.path(),
            scratch: self.scratch.path(),
        }
    }
}

pub fn chosen_jdks(features: &[u32]) -> Outcome<Vec<Jdk>> {
    if features.is_empty() {
        return Ok(raddle_testkit::jdks()?);
    }
    let find = |&feature| raddle_jdk::find(feature).ok_or_else(|| format!("no JDK {feature} found").into());
    features.iter().map(find).collect()
}

fn chosen_kernels(names: &[String]) -> Outcome<Vec<Kernel>> {
    let all = kernels::list(&repo::root().join("bench/kernels"))?;
    let is = |kernel: &Kernel, name: &str| kernel.name.eq_ignore_ascii_case(name);
    if let Some(unknown) = names
        .iter()
        .find(|name| !all.iter().any(|kernel| is(kernel, name)))
    {
        let known: Vec<_> = all.iter().map(|kernel| kernel.name.as_str()).collect();
        return Err(format!("no kernel {unknown}; there are {}", known.join(", ")).into());
    }
    let wanted = |kernel: &Kernel| names.is_empty() || names.iter().any(|name| is(kernel, name));
    Ok(all.into_iter().filter(wanted).collect())
}
