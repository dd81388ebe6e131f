//! Kernels that are checked in several ways. In every round each of them is run plain and in all the ways, one
//! after the other, so that all see the same machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use raddle_findings::Run;
use serde::{Deserialize, Serialize};

use super::kernels::{self, Bed, Kernel};
use super::measure::Sample;
use super::setup::Setup;
use super::suite::Effort;
use crate::repo::Outcome;

/// All that was measured on one JDK.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results<K> {
    pub setup: Setup,
    pub kernels: Vec<K>,
}

/// A way to check: its name, and its options of `raddle check`.
pub struct Way {
    pub name: &'static str,
    pub options: Vec<String>,
}

/// The samples of one kernel.
#[derive(Default)]
pub struct Turns {
    /// The i-th samples of all lists are of one round.
    pub plain: Vec<Sample>,
    /// By the name of the way.
    pub checked: BTreeMap<String, Vec<Sample>>,
}

impl<K> Results<K> {
    pub fn measure(
        bed: &Bed,
        kernels: &[Kernel],
        effort: Effort,
        of_each: impl Fn(&Kernel) -> Outcome<K>,
    ) -> Outcome<Self> {
        Ok(Self {
            setup: Setup::here(bed.jdk, effort.rounds, effort.threads, kernels::JVM_OPTIONS),
            kernels: bed.of_each(kernels, of_each)?,
        })
    }

    /// The begin of a section about them, with a table of which each line is a kernel.
    pub fn heading(&self, columns: &[&str]) -> String {
        let setup = &self.setup;
        format!(
            "## JDK {}\n\n{}; {} threads, {} rounds.\n\n| kernel | {} |\n|---|{}\n",
            setup.jdk,
            setup.describe(),
            setup.threads,
            setup.rounds,
            columns.join(" | "),
            "--:|".repeat(columns.len()),
        )
    }
}

impl Turns {
    /// `see` is shown what every checked run has found.
    pub fn take(
        bed: &Bed,
        kernel: &Kernel,
        effort: Effort,
        ways: &[Way],
        mut see: impl FnMut(&Way, &Run) -> Outcome,
    ) -> Outcome<Self> {
        let arguments = [effort.threads.to_string()];
        let mut turns = Self::default();
        for _ in 0..effort.rounds {
            turns.plain.push(bed.plain(&kernel.name, &arguments)?.sample);
            for way in ways {
                let (checked, run) = bed.checked(&kernel.name, &arguments, &way.options)?;
                let samples = turns.checked.entry(way.name.to_owned()).or_default();
                samples.push(checked.sample);
                see(way, &run)?;
            }
        }
        Ok(turns)
    }
}

/// Writes the results and the page about them.
pub fn write<K: Serialize>(all: &[Results<K>], dir: &Path, file: &str, page: &str) -> Outcome {
    fs::create_dir_all(dir)?;
    let json = dir.join(file);
    fs::write(&json, serde_json::to_string_pretty(all)? + "\n")?;
    fs::write(json.with_extension("md"), page)?;
    Ok(())
}
