//! The kernels, measured: plain and checked runs of each take turns, so that both see the same machine.

use std::collections::BTreeSet;

use super::kernels::{self, Bed, Kernel};
use super::results::{self, CPU, Results, Startup};
use super::setup::Setup;
use crate::repo::Outcome;

const STARTUP_ROUNDS: u32 = 11;

/// How much is measured.
#[derive(Clone, Copy)]
pub struct Effort {
    pub rounds: u32,
    pub threads: u32,
}

/// Every kernel on a small input: what is wrong with the findings.
pub fn small_runs(bed: &Bed, kernels: &[Kernel], effort: Effort) -> Outcome<Vec<String>> {
    let arguments = [effort.threads.to_string(), "small".to_owned()];
    let jdk = &bed.jdk.version;
    let mut wrong = BTreeSet::new();
    for kernel in kernels {
        for _ in 0..effort.rounds {
            let (_, run) = bed.checked(&kernel.name, &arguments, &[])?;
            let problems = kernels::judge(kernel, &run)?;
            wrong.extend(
                problems
                    .iter()
                    .map(|text| format!("JDK {jdk}, {}: {text}", kernel.name)),
            );
        }
    }
    let (n, rounds) = (kernels.len(), effort.rounds);
    println!(
        "JDK {jdk}: {n} kernels, {rounds} rounds, {} problems",
        wrong.len()
    );
    Ok(wrong.into_iter().collect())
}

/// One run of the whole benchmark.
pub fn measure(bed: &Bed, kernels: &[Kernel], effort: Effort) -> Outcome<Results> {
    let setup = Setup::here(bed.jdk, effort.rounds, effort.threads, kernels::JVM_OPTIONS);
    let startup = measure_startup(bed)?;
    eprintln!(
        "JDK {}: start-up {:.0} ms more",
        setup.jdk,
        startup.above_plain_ms()
    );
    let mut measured = Vec::new();
    for kernel in kernels {
        let result = measure_kernel(bed, kernel, effort)?;
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

fn measure_kernel(bed: &Bed, kernel: &Kernel, effort: Effort) -> Outcome<results::Kernel> {
    let arguments = [effort.threads.to_string()];
    let mut result = results::Kernel {
        name: kernel.name.clone(),
        plain: vec![],
        checked: vec![],
        wrong: vec![],
    };
    for _ in 0..effort.rounds {
        result.plain.push(bed.plain(&kernel.name, &arguments)?.sample);
        let (measured, run) = bed.checked(&kernel.name, &arguments, &[])?;
        result.checked.push(measured.sample);
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
        let plain = bed.plain("Hello", &[])?;
        let (checked, _) = bed.checked("Hello", &[], &[])?;
        startup.plain_ms.push(plain.sample.wall_s * 1e3);
        startup.checked_ms.push(checked.sample.wall_s * 1e3);
    }
    Ok(startup)
}

/// What was wrong with the findings of a run, kernel by kernel.
pub fn wrong_findings(results: &Results) -> Vec<String> {
    let jdk = results.setup.feature;
    let problems = |kernel: &results::Kernel| {
        let message = |text: &String| format!("JDK {jdk}, {}: {text}", kernel.name);
        kernel.wrong.iter().map(message).collect::<Vec<_>>()
    };
    results.kernels.iter().flat_map(problems).collect()
}
