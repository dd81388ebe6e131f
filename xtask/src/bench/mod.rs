//! `cargo xtask bench`: what checking costs. Plain and checked runs of every kernel take turns, so that
//! both see the same machine; every checked run must also find the kernel's known races and nothing else.
//!
//! Start reading at [`run`]; the programs and their expectations are in [`kernels`].

mod kernels;
mod measure;
mod results;
mod stats;

use std::collections::BTreeSet;
use std::path::PathBuf;

use raddle_jdk::Jdk;

use crate::repo::{self, Outcome, Product};
use kernels::{Bed, Kernel};
use results::{CPU, Measure, Results, Setup, Startup, WALL};

const STARTUP_ROUNDS: u32 = 11;

/// What `--check` holds the results against.
const GREATEST_MEAN: f64 = 8.0;
const GREATEST_RATIO: f64 = 40.0;
const GREATEST_STARTUP_MS: f64 = 250.0;

#[derive(clap::Args)]
pub struct Args {
    /// Measure on the JDK of this release only; may be repeated
    #[arg(long, value_name = "N")]
    jdk: Vec<u32>,
    /// How many pairs of runs of each kernel
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure this kernel only; may be repeated
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// How many threads a kernel has
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..))]
    threads: u32,
    /// Where the results go
    #[arg(long, value_name = "DIR", default_value = "bench/results")]
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
    #[arg(long, conflicts_with = "check")]
    findings: bool,
}

pub fn run(args: &Args) -> Outcome {
    let jdks = chosen_jdks(&args.jdk)?;
    let kernels = chosen_kernels(&args.kernel)?;
    let raddle = match &args.raddle {
        Some(raddle) => std::path::absolute(raddle)?,
        None => Product::build()?.raddle,
    };
    let bench = repo::root().join("bench");
    let classes = tempfile::tempdir()?;
    let mut sources = repo::files(&bench.join("kernels"), "java")?;
    sources.extend(repo::files(&bench.join("startup"), "java")?);
    raddle_testkit::compile(&repo::oldest_jdk()?, &sources, classes.path())?;

    let scratch = tempfile::tempdir()?;
    let mut all = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    for jdk in &jdks {
        let bed = Bed {
            raddle: &raddle,
            jdk,
            classes: classes.path(),
            scratch: scratch.path(),
        };
        if args.findings {
            wrong.extend(small_runs(&bed, &kernels, args)?);
            continue;
        }
        let results = measure_all(&bed, &kernels, args)?;
        println!("\n{}", results.markdown());
        wrong.extend(wrong_findings(&results));
        if args.check {
            wrong.extend(missed_goals(&results));
        }
        all.push(results);
    }
    if !args.findings {
        results::write(&all, args.label.as_deref(), &repo::root().join(&args.out))?;
    }
    repo::all_well(&wrong)
}

/// Every kernel on a small input, once per round, on every JDK: the findings alone.
pub fn findings(rounds: u32) -> Outcome {
    run(&Args {
        jdk: vec![],
        rounds,
        kernel: vec![],
        threads: 2,
        out: PathBuf::new(),
        label: None,
        raddle: None,
        check: false,
        findings: true,
    })
}

fn small_runs(bed: &Bed, kernels: &[Kernel], args: &Args) -> Outcome<Vec<String>> {
    let arguments = [args.threads.to_string(), "small".to_owned()];
    let jdk = &bed.jdk.version;
    let mut wrong = BTreeSet::new();
    for kernel in kernels {
        for _ in 0..args.rounds {
            let (_, run) = bed.checked(&kernel.name, &arguments)?;
            let problems = kernels::judge(kernel, &run)?;
            wrong.extend(
                problems
                    .iter()
                    .map(|text| format!("JDK {jdk}, {}: {text}", kernel.name)),
            );
        }
    }
    let (n, rounds) = (kernels.len(), args.rounds);
    println!(
        "JDK {jdk}: {n} kernels, {rounds} rounds, {} problems",
        wrong.len()
    );
    Ok(wrong.into_iter().collect())
}

fn chosen_jdks(features: &[u32]) -> Outcome<Vec<Jdk>> {
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

fn measure_all(bed: &Bed, kernels: &[Kernel], args: &Args) -> Outcome<Results> {
    let setup = Setup::here(bed.jdk, args.rounds, args.threads, kernels::JVM_OPTIONS);
    let startup = measure_startup(bed)?;
    eprintln!(
        "JDK {}: start-up {:.0} ms more",
        setup.jdk,
        startup.above_plain_ms()
    );
    let mut measured = Vec::new();
    for kernel in kernels {
        let result = measure_kernel(bed, kernel, args)?;
        let ratio = result.ratio(CPU);
        eprintln!(
            "JDK {}: {} {:.2} ({:.2}–{:.2})",
            setup.jdk, result.name, ratio.median, ratio.min, ratio.max
        );
        measured.push(result);
    }
    Ok(Results {
        setup,
        kernels: measured,
        startup,
    })
}

fn measure_kernel(bed: &Bed, kernel: &Kernel, args: &Args) -> Outcome<results::Kernel> {
    let arguments = [args.threads.to_string()];
    let mut result = results::Kernel {
        name: kernel.name.clone(),
        plain: vec![],
        checked: vec![],
        wrong: vec![],
    };
    for _ in 0..args.rounds {
        result.plain.push(bed.plain(&kernel.name, &arguments)?);
        let (sample, run) = bed.checked(&kernel.name, &arguments)?;
        result.checked.push(sample);
        result.wrong.extend(kernels::judge(kernel, &run)?);
    }
    result.wrong.sort();
    result.wrong.dedup();
    Ok(result)
}

fn measure_startup(bed: &Bed) -> Outcome<Startup> {
    let mut startup = Startup {
        plain_ms: vec![],
        checked_ms: vec![],
    };
    for _ in 0..STARTUP_ROUNDS {
        startup.plain_ms.push(bed.plain("Hello", &[])?.wall_s * 1e3);
        startup.checked_ms.push(bed.checked("Hello", &[])?.0.wall_s * 1e3);
    }
    Ok(startup)
}

fn wrong_findings(results: &Results) -> Vec<String> {
    let kernel = |kernel: &results::Kernel| {
        let name = kernel.name.clone();
        let jdk = results.setup.feature;
        kernel
            .wrong
            .clone()
            .into_iter()
            .map(move |text| format!("JDK {jdk}, {name}: {text}"))
    };
    results.kernels.iter().flat_map(kernel).collect()
}

fn missed_goals(results: &Results) -> Vec<String> {
    let jdk = results.setup.feature;
    let mut missed = Vec::new();
    let measures: [(&str, Measure); 2] = [("CPU time", CPU), ("wall time", WALL)];
    for (what, measure) in measures {
        let mean = results.geometric_mean(measure);
        if mean > GREATEST_MEAN {
            missed.push(format!(
                "JDK {jdk}: the geometric mean of {what} is {mean:.2}, above {GREATEST_MEAN}"
            ));
        }
        if let Some((name, ratio)) = results.worst(measure)
            && ratio > GREATEST_RATIO
        {
            missed.push(format!(
                "JDK {jdk}: the {what} of {name} is {ratio:.2}, above {GREATEST_RATIO}"
            ));
        }
    }
    let above = results.startup.above_plain_ms();
    if above > GREATEST_STARTUP_MS {
        missed.push(format!(
            "JDK {jdk}: start-up takes {above:.0} ms more, above {GREATEST_STARTUP_MS}"
        ));
    }
    missed
}
