//! `cargo xtask bench --detect-each`: what looking for one sort of error costs without the others. In every
//! round each kernel is run plain, and checked for each choice, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use raddle_findings::Kind;
use serde::{Deserialize, Serialize};

use super::kernels::{self, Bed, Kernel};
use super::measure::Sample;
use super::results::{CPU, values};
use super::setup::Setup;
use super::stats::Spread;
use super::suite::Effort;
use crate::repo::Outcome;

/// The choices that are measured: the name of the column, and what is looked for.
const CHOICES: [(&str, &[Kind]); 3] = [
    (
        "all of these",
        &[Kind::DataRace, Kind::Deadlock, Kind::LockOrder, Kind::Stuck],
    ),
    ("data-race", &[Kind::DataRace]),
    (
        "deadlock, lock-order, stuck",
        &[Kind::Deadlock, Kind::LockOrder, Kind::Stuck],
    ),
];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub setup: Setup,
    pub kernels: Vec<Measured>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    /// The i-th samples of all lists are of one round.
    pub plain: Vec<Sample>,
    /// By the name of the choice.
    pub checked: BTreeMap<String, Vec<Sample>>,
}

pub fn measure(bed: &Bed, kernels: &[Kernel], effort: Effort) -> Outcome<Results> {
    let setup = Setup::here(bed.jdk, effort.rounds, effort.threads, kernels::JVM_OPTIONS);
    let kernels = bed.of_each(kernels, |kernel| measure_kernel(bed, kernel, effort))?;
    Ok(Results { setup, kernels })
}

fn measure_kernel(bed: &Bed, kernel: &Kernel, effort: Effort) -> Outcome<Measured> {
    let arguments = [effort.threads.to_string()];
    let mut measured = Measured {
        name: kernel.name.clone(),
        plain: vec![],
        checked: BTreeMap::new(),
    };
    for _ in 0..effort.rounds {
        measured.plain.push(bed.plain(&kernel.name, &arguments)?.sample);
        for (name, kinds) in CHOICES {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
            let options = ["--detect".to_owned(), kinds.join(",")];
            let (checked, _) = bed.checked(&kernel.name, &arguments, &options)?;
            measured
                .checked
                .entry(name.to_owned())
                .or_default()
                .push(checked.sample);
        }
    }
    Ok(measured)
}

pub fn write(all: &[Results], dir: &Path) -> Outcome {
    fs::create_dir_all(dir)?;
    fs::write(dir.join("detect.json"), serde_json::to_string_pretty(all)? + "\n")?;
    fs::write(dir.join("detect.md"), page(all))?;
    Ok(())
}

pub fn page(all: &[Results]) -> String {
    let mut page = String::from(
        "# What looking for each sort of error costs\n\n\
         By `cargo xtask bench --detect-each`: plain runs, and runs checked for these kinds, in turn. Each column is \
         the CPU time as a\n\
         multiple of a plain run's: the median over the rounds, with the least and the greatest in brackets.\n",
    );
    for results in all {
        let setup = &results.setup;
        let names = CHOICES.map(|(name, _)| name);
        let _ = write!(
            page,
            "\n## JDK {}\n\n{}; {} threads, {} rounds.\n\n| kernel | {} |\n|---|{}\n",
            setup.jdk,
            setup.told(),
            setup.threads,
            setup.rounds,
            names.join(" | "),
            "--:|".repeat(names.len()),
        );
        for kernel in &results.kernels {
            let _ = write!(page, "| {} |", kernel.name);
            for samples in names.iter().filter_map(|&name| kernel.checked.get(name)) {
                let spread = Spread::of_pairs(&values(&kernel.plain, CPU), &values(samples, CPU));
                let _ = write!(
                    page,
                    " {:.2} ({:.2}–{:.2}) |",
                    spread.median, spread.min, spread.max
                );
            }
            page += "\n";
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results as suite_results;
    use super::*;

    #[test]
    fn every_choice_has_a_column() {
        let suite = suite_results(17, &[("A", 2.0)], 0.0);
        let kernel = &suite.kernels[0];
        let checked = CHOICES.map(|(name, _)| (name.to_owned(), kernel.checked.clone()));
        let results = Results {
            setup: suite.setup.clone(),
            kernels: vec![Measured {
                name: "A".to_owned(),
                plain: kernel.plain.clone(),
                checked: checked.into(),
            }],
        };
        let page = page(&[results]);
        assert!(
            page.contains("| kernel | all of these | data-race | deadlock, lock-order, stuck |"),
            "{page}"
        );
        assert!(page.contains("| A | 2.00"), "{page}");
    }
}
