//! `cargo xtask bench --detect-each`: what looking for one sort of error costs without the others.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use raddle_findings::Kind;
use serde::{Deserialize, Serialize};

use super::kernels::{Bed, Kernel};
use super::measure::Sample;
use super::results::{CPU, values};
use super::stats::Spread;
use super::suite::Effort;
use super::turns::{self, Turns, Way};
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

pub type Results = turns::Results<Measured>;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    /// The i-th samples of all lists are of one round.
    pub plain: Vec<Sample>,
    /// By the name of the choice.
    pub checked: BTreeMap<String, Vec<Sample>>,
}

pub fn measure(bed: &Bed, kernels: &[Kernel], effort: Effort) -> Outcome<Results> {
    let way = |(name, kinds): (&'static str, &[Kind])| {
        let kinds: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
        let options = vec!["--detect".to_owned(), kinds.join(",")];
        Way { name, options }
    };
    let ways = CHOICES.map(way);
    Results::measure(bed, kernels, effort, |kernel| {
        let Turns { plain, checked } = Turns::take(bed, kernel, effort, &ways, |_, _| Ok(()))?;
        Ok(Measured {
            name: kernel.name.clone(),
            plain,
            checked,
        })
    })
}

pub fn write(all: &[Results], dir: &Path) -> Outcome {
    turns::write(all, dir, "detect.json", &page(all))
}

pub fn page(all: &[Results]) -> String {
    let mut page = String::from(
        "# What looking for each sort of error costs\n\n\
         By `cargo xtask bench --detect-each`: plain runs, and runs checked for these kinds, in turn. Each column is \
         the CPU time as a\n\
         multiple of a plain run's: the median over the rounds, with the least and the greatest in brackets.\n",
    );
    for results in all {
        let names = CHOICES.map(|(name, _)| name);
        page += "\n";
        page += &results.heading(&names);
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
