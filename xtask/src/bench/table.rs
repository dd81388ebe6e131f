//! The page about a benchmark: per JDK a line for each run, held against the goals, and a line for each
//! kernel.

use std::fmt::Write;

use super::goals;
use super::results::{CPU, Kernel, MEMORY, Measure, Results, WALL, values};
use super::stats::{Spread, median};

/// All runs of all JDKs.
pub fn page(all: &[Vec<Results>]) -> String {
    let mut page = String::from(
        "# What checking costs\n\nBy `cargo xtask bench`: plain and checked runs in turn; a ratio is the \
         median over the pairs, with the least and the greatest in brackets.\n",
    );
    page += &format!(
        "The goals: at most {}× in the geometric mean and {}× for any kernel, in CPU and in wall time; memory \
         at most {}× for any kernel; start-up at most {} ms more on JDK {}.\n",
        goals::MEAN,
        goals::KERNEL,
        goals::MEMORY_RATIO,
        goals::STARTUP_MS,
        goals::STARTUP_FEATURE,
    );
    for runs in all {
        page += "\n";
        page += &jdk(runs);
    }
    page
}

/// All runs on one JDK, run by run and kernel by kernel.
pub fn jdk(runs: &[Results]) -> String {
    let Some(pooled) = Results::pooled(runs) else {
        return String::new();
    };
    format!(
        "## JDK {}\n\n{}\n{}",
        pooled.setup.jdk,
        by_run(runs, &pooled),
        by_kernel(&pooled)
    )
}

/// All runs on one JDK, run by run.
pub fn summary(runs: &[Results]) -> String {
    let message = |pooled: Results| format!("**JDK {}**: {}", pooled.setup.jdk, by_run(runs, &pooled));
    Results::pooled(runs).map_or_else(String::new, message)
}

fn by_run(runs: &[Results], pooled: &Results) -> String {
    let setup = &pooled.setup;
    let mut text = format!(
        "{}; {} threads, {} rounds in {} {}.\n\n",
        setup.describe(),
        setup.threads,
        setup.rounds,
        runs.len(),
        if runs.len() == 1 { "run" } else { "runs" },
    );
    text += concat!(
        "| run | CPU mean | CPU worst | wall mean | wall worst | memory mean | memory worst | start-up | goals |\n",
        "|--:|--:|---|--:|---|--:|---|--:|---|\n",
    );
    let mut reasons = String::new();
    for (number, run) in (1..).zip(runs) {
        let mean = |measure: Measure| format!("{:.2}", run.geometric_mean(measure));
        let worst = |measure: Measure| match run.worst(measure) {
            Some((name, ratio)) => format!("{name} {ratio:.2}"),
            None => String::new(),
        };
        let missed = goals::missed(run);
        let _ = writeln!(
            text,
            "| {number} | {} | {} | {} | {} | {} | {} | {:.0} ms more | {} |",
            mean(CPU),
            worst(CPU),
            mean(WALL),
            worst(WALL),
            mean(MEMORY),
            worst(MEMORY),
            run.startup.above_plain_ms(),
            if missed.is_empty() { "met" } else { "**missed**" },
        );
        for reason in missed {
            let _ = writeln!(reasons, "- run {number} missed: {reason}");
        }
    }
    if !reasons.is_empty() {
        text += "\n";
        text += &reasons;
    }
    text
}

fn by_kernel(results: &Results) -> String {
    let mut text = String::from(
        "| kernel | plain CPU s | checked CPU s | CPU × | wall × | memory × | findings |\n\
         |---|--:|--:|--:|--:|--:|---|\n",
    );
    for kernel in &results.kernels {
        text += &kernel_line(kernel);
    }
    let _ = writeln!(
        text,
        "| **geometric mean** | | | **{:.2}** | **{:.2}** | **{:.2}** | |\n\n\
         Start-up: {:.0} ms plain, {:.0} ms checked, {:.0} ms more.",
        results.geometric_mean(CPU),
        results.geometric_mean(WALL),
        results.geometric_mean(MEMORY),
        median(&results.startup.plain_ms),
        median(&results.startup.checked_ms),
        results.startup.above_plain_ms(),
    );
    text
}

fn kernel_line(kernel: &Kernel) -> String {
    let cpu = |samples| median(&values(samples, CPU));
    let findings = if kernel.wrong.is_empty() {
        "as expected"
    } else {
        "**wrong**"
    };
    format!(
        "| {} | {:.2} | {:.2} | {} | {} | {} | {findings} |\n",
        kernel.name,
        cpu(&kernel.plain),
        cpu(&kernel.checked),
        cell(kernel.ratio(CPU)),
        cell(kernel.ratio(WALL)),
        cell(kernel.ratio(MEMORY)),
    )
}

fn cell(spread: Spread) -> String {
    format!("{:.2} ({:.2}–{:.2})", spread.median, spread.min, spread.max)
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results;
    use super::*;

    #[test]
    fn each_run_is_held_against_the_goals() {
        let good = results(17, &[("Fine", 2.0), ("Slow", 4.0)], 100.0);
        let mut bad = results(17, &[("Fine", 2.0), ("Slow", 32.0)], 100.0);
        bad.kernels[1].wrong.push("not found: x".to_owned());
        let text = jdk(&[good, bad]);
        assert!(
            text.contains(
                "| 1 | 2.83 | Slow 4.00 | 2.83 | Slow 4.00 | 1.00 | Slow 1.00 | 100 ms more | met |"
            ),
            "{text}"
        );
        assert!(text.contains("| 100 ms more | **missed** |"), "{text}");
        assert!(
            text.contains("- run 2 missed: CPU time of Slow 32.00, goal 10\n"),
            "{text}"
        );
        assert!(!text.contains("run 1 missed"), "{text}");
        assert!(
            text.contains("| Fine | 2.00 | 4.00 | 2.00 (2.00–2.00) |") && text.contains("18.00 (4.00–32.00)"),
            "{text}"
        );
        assert!(
            text.contains("| **wrong** |") && text.contains("4 rounds in 2 runs"),
            "{text}"
        );
        assert_eq!(jdk(&[]), "");
    }
}
