//! `cargo xtask bench --disable-each`: what each optimisation buys. The kernels are checked with all of them, without
//! each, and without any.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use raddle_findings::Optimisation;
use serde::{Deserialize, Serialize};

use super::kernels::{self, Bed, Kernel};
use super::measure::Sample;
use super::results::{CPU, values};
use super::stats::{Spread, geometric_mean};
use super::suite::Effort;
use super::turns::{self, Turns, Way};
use crate::repo::Outcome;

/// In results, the run without any optimisation.
const ALL: &str = "all";
/// The run with all of them.
const CHECKED: &str = "checked";
pub const FILE: &str = "optimisations.json";

pub type Results = turns::Results<Measured>;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    /// The i-th samples of all lists are of one round.
    pub plain: Vec<Sample>,
    pub checked: Vec<Sample>,
    /// By the name of the optimisation that was left out.
    pub disabled: BTreeMap<String, Vec<Sample>>,
    pub wrong: Vec<String>,
}

impl Measured {
    /// How many times as much processor time as with all optimisations.
    fn slower_without(&self, name: &str) -> Option<Spread> {
        let without = values(self.disabled.get(name)?, CPU);
        Some(Spread::of_pairs(&values(&self.checked, CPU), &without))
    }

    fn ratio(&self) -> Spread {
        Spread::of_pairs(&values(&self.plain, CPU), &values(&self.checked, CPU))
    }
}

/// By how much the kernels slow down without an optimisation, in the mean and for the one that does most.
#[derive(Debug, PartialEq)]
pub struct Bought<'a> {
    pub name: &'static str,
    pub mean: f64,
    pub kernel: &'a str,
    pub most: f64,
}

impl Results {
    /// The names of what was left out, in the order of the table.
    fn names(&self) -> Vec<&'static str> {
        let known = Optimisation::ALL.iter().map(|optimisation| optimisation.name());
        let measured = |name: &&str| {
            self.kernels
                .iter()
                .any(|kernel| kernel.disabled.contains_key(*name))
        };
        known.chain([ALL]).filter(measured).collect()
    }

    pub fn bought(&self) -> Vec<Bought<'_>> {
        let line = |name| {
            let each = |kernel: &Measured| kernel.slower_without(name).map(|spread| spread.median);
            let mean = geometric_mean(self.kernels.iter().filter_map(each));
            let most = self
                .kernels
                .iter()
                .filter_map(|k| Some((k.name.as_str(), each(k)?)));
            let (kernel, most) = most.max_by(|a, b| a.1.total_cmp(&b.1))?;
            Some(Bought {
                name,
                mean,
                kernel,
                most,
            })
        };
        self.names().into_iter().filter_map(line).collect()
    }
}

pub fn measure(bed: &Bed, kernels: &[Kernel], effort: Effort) -> Outcome<Results> {
    let ways = ways();
    Results::measure(bed, kernels, effort, |kernel| {
        let mut wrong = BTreeSet::new();
        let mut turns = Turns::take(bed, kernel, effort, &ways, |way, run| {
            let message = |text| match way.name {
                CHECKED => text,
                name => format!("without {name}: {text}"),
            };
            wrong.extend(kernels::judge(kernel, run)?.into_iter().map(message));
            Ok(())
        })?;
        Ok(Measured {
            name: kernel.name.clone(),
            plain: turns.plain,
            checked: turns.checked.remove(CHECKED).unwrap_or_default(),
            disabled: turns.checked,
            wrong: wrong.into_iter().collect(),
        })
    })
}

fn ways() -> Vec<Way> {
    let names: Vec<_> = Optimisation::ALL
        .iter()
        .map(|optimisation| optimisation.name())
        .collect();
    let without = |name, left_out: String| Way {
        name,
        options: vec!["--disable".to_owned(), left_out],
    };
    let mut ways = vec![Way {
        name: CHECKED,
        options: vec![],
    }];
    ways.extend(names.iter().map(|&name| without(name, name.to_owned())));
    ways.push(without(ALL, names.join(",")));
    ways
}

pub fn wrong_findings(results: &Results) -> Vec<String> {
    let jdk = results.setup.feature;
    let problems = |kernel: &Measured| {
        let message = |text: &String| format!("JDK {jdk}, {}: {text}", kernel.name);
        kernel.wrong.iter().map(message).collect::<Vec<_>>()
    };
    results.kernels.iter().flat_map(problems).collect()
}

pub fn write(all: &[Results], dir: &Path) -> Outcome {
    turns::write(all, dir, FILE, &page(all))
}

pub fn page(all: &[Results]) -> String {
    let mut page = String::from(
        "# What each optimisation buys\n\n\
         By `cargo xtask bench --disable-each`: plain runs, checked runs, and checked runs that leave an optimisation \
         out, in turn.\n\
         *Checked* is the CPU time of a checked run as a multiple of a plain one. The other columns: by how much \
         the checked run\n\
         grows if that optimisation is left out; 1.00 is no difference. Each is the median over the rounds.\n\n",
    );
    for optimisation in Optimisation::ALL {
        let _ = writeln!(page, "- `{}`: {}", optimisation.name(), optimisation.about());
    }
    for results in all {
        page += "\n";
        page += &markdown(results);
    }
    page
}

pub fn markdown(results: &Results) -> String {
    let kernels = &results.kernels;
    let names = results.names();
    let columns: Vec<_> = [CHECKED].into_iter().chain(names.iter().copied()).collect();
    let mut text = results.heading(&columns);
    for kernel in kernels {
        let _ = write!(text, "| {} | {:.2} |", kernel.name, kernel.ratio().median);
        for name in &names {
            match kernel.slower_without(name) {
                Some(spread) => _ = write!(text, " {:.2} |", spread.median),
                None => text += " |",
            }
        }
        text += "\n";
    }
    let mean = geometric_mean(kernels.iter().map(|kernel| kernel.ratio().median));
    let _ = write!(text, "| **geometric mean** | **{mean:.2}** |");
    for bought in results.bought() {
        let _ = write!(text, " **{:.2}** |", bought.mean);
    }
    text + "\n"
}

#[cfg(test)]
pub mod tests {
    use super::super::results::tests::results as suite_results;
    use super::*;

    /// Kernels with how much slower they are without `unescaped`.
    pub fn results(kernels: &[(&str, f64)]) -> Results {
        let suite = suite_results(17, kernels, 0.0);
        let measured = |kernel: &super::super::results::Kernel| Measured {
            name: kernel.name.clone(),
            plain: kernel.plain.clone(),
            checked: kernel.plain.clone(),
            disabled: [("unescaped".to_owned(), kernel.checked.clone())].into(),
            wrong: vec![],
        };
        Results {
            setup: suite.setup.clone(),
            kernels: suite.kernels.iter().map(measured).collect(),
        }
    }

    #[test]
    fn what_was_measured_has_a_column() {
        let results = results(&[("A", 2.0), ("B", 8.0)]);
        let unescaped = Bought {
            name: "unescaped",
            mean: 4.0,
            kernel: "B",
            most: 8.0,
        };
        assert_eq!(results.bought(), [unescaped]);
        let text = markdown(&results);
        assert!(
            text.contains("| kernel | checked | unescaped |\n|---|--:|--:|\n"),
            "{text}"
        );
        assert!(
            text.contains("| A | 1.00 | 2.00 |\n| B | 1.00 | 8.00 |\n"),
            "{text}"
        );
        assert!(
            text.ends_with("| **geometric mean** | **1.00** | **4.00** |\n"),
            "{text}"
        );
    }
}
