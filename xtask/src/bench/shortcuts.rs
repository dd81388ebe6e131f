//! `cargo xtask bench --without-each`: what each shortcut buys. In every round each kernel is run plain,
//! checked, checked without each of the shortcuts, and without all of them, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use raddle_findings::Shortcut;
use serde::{Deserialize, Serialize};

use super::kernels::{self, Bed, Kernel};
use super::measure::Sample;
use super::results::{CPU, values};
use super::setup::Setup;
use super::stats::{Spread, geometric_mean};
use super::suite::Effort;
use crate::repo::Outcome;

/// In results, the run without any shortcut.
const ALL: &str = "all";
pub const FILE: &str = "shortcuts.json";

/// All that was measured on one JDK.
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
    pub checked: Vec<Sample>,
    /// By the name of the shortcut that was left out.
    pub without: BTreeMap<String, Vec<Sample>>,
    pub wrong: Vec<String>,
}

impl Measured {
    /// How many times as much processor time as with all shortcuts.
    fn slower_without(&self, name: &str) -> Option<Spread> {
        let without = values(self.without.get(name)?, CPU);
        Some(Spread::of_pairs(&values(&self.checked, CPU), &without))
    }

    fn ratio(&self) -> Spread {
        Spread::of_pairs(&values(&self.plain, CPU), &values(&self.checked, CPU))
    }
}

/// By how much the kernels slow down without a shortcut, in the mean and for the one that does most.
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
        let known = Shortcut::ALL.iter().map(|shortcut| shortcut.name());
        let measured = |name: &&str| {
            self.kernels
                .iter()
                .any(|kernel| kernel.without.contains_key(*name))
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
    let setup = Setup::here(bed.jdk, effort.rounds, effort.threads, kernels::JVM_OPTIONS);
    let kernels = bed.of_each(kernels, |kernel| measure_kernel(bed, kernel, effort))?;
    Ok(Results { setup, kernels })
}

fn measure_kernel(bed: &Bed, kernel: &Kernel, effort: Effort) -> Outcome<Measured> {
    let arguments = [effort.threads.to_string()];
    let names: Vec<_> = Shortcut::ALL.iter().map(|shortcut| shortcut.name()).collect();
    let variants = names.iter().map(|&name| (name, name.to_owned()));
    let variants: Vec<_> = variants.chain([(ALL, names.join(","))]).collect();
    let mut measured = Measured {
        name: kernel.name.clone(),
        plain: vec![],
        checked: vec![],
        without: BTreeMap::new(),
        wrong: vec![],
    };
    for _ in 0..effort.rounds {
        let plain = bed.plain(&kernel.name, &arguments)?;
        measured.plain.push(plain.sample);
        let (checked, run) = bed.checked(&kernel.name, &arguments, &[])?;
        measured.checked.push(checked.sample);
        measured.wrong.extend(kernels::judge(kernel, &run)?);
        for (name, left_out) in &variants {
            let options = ["--without".to_owned(), left_out.clone()];
            let (slower, run) = bed.checked(&kernel.name, &arguments, &options)?;
            let samples = measured.without.entry((*name).to_owned()).or_default();
            samples.push(slower.sample);
            let wrong = kernels::judge(kernel, &run)?.into_iter();
            measured
                .wrong
                .extend(wrong.map(|text| format!("without {name}: {text}")));
        }
    }
    measured.wrong.sort();
    measured.wrong.dedup();
    Ok(measured)
}

pub fn wrong_findings(results: &Results) -> Vec<String> {
    let jdk = results.setup.feature;
    let problems = |kernel: &Measured| {
        let told = |text: &String| format!("JDK {jdk}, {}: {text}", kernel.name);
        kernel.wrong.iter().map(told).collect::<Vec<_>>()
    };
    results.kernels.iter().flat_map(problems).collect()
}

pub fn write(all: &[Results], dir: &Path) -> Outcome {
    fs::create_dir_all(dir)?;
    fs::write(dir.join(FILE), serde_json::to_string_pretty(all)? + "\n")?;
    fs::write(dir.join("shortcuts.md"), page(all))?;
    Ok(())
}

pub fn page(all: &[Results]) -> String {
    let mut page = String::from(
        "# What each shortcut buys\n\n\
         By `cargo xtask bench --without-each`: plain runs, checked runs, and checked runs that leave a shortcut \
         out, in turn.\n\
         *Checked* is the CPU time of a checked run as a multiple of a plain one. The other columns: by how much \
         the checked run\n\
         grows if that shortcut is left out; 1.00 is no difference. Each is the median over the rounds.\n\n",
    );
    for shortcut in Shortcut::ALL {
        let _ = writeln!(page, "- `{}`: {}", shortcut.name(), shortcut.about());
    }
    for results in all {
        page += "\n";
        page += &markdown(results);
    }
    page
}

pub fn markdown(results: &Results) -> String {
    let Results { setup, kernels } = results;
    let names = results.names();
    let mut text = format!(
        "## JDK {}\n\n{}; {} threads, {} rounds.\n\n| kernel | checked | {} |\n|---|--:|{}\n",
        setup.jdk,
        setup.told(),
        setup.threads,
        setup.rounds,
        names.join(" | "),
        "--:|".repeat(names.len()),
    );
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

    /// Kernels with how much slower they are without `fresh`.
    pub fn results(kernels: &[(&str, f64)]) -> Results {
        let suite = suite_results(17, kernels, 0.0);
        let measured = |kernel: &super::super::results::Kernel| Measured {
            name: kernel.name.clone(),
            plain: kernel.plain.clone(),
            checked: kernel.plain.clone(),
            without: [("fresh".to_owned(), kernel.checked.clone())].into(),
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
        let fresh = Bought {
            name: "fresh",
            mean: 4.0,
            kernel: "B",
            most: 8.0,
        };
        assert_eq!(results.bought(), [fresh]);
        let text = markdown(&results);
        assert!(
            text.contains("| kernel | checked | fresh |\n|---|--:|--:|\n"),
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
