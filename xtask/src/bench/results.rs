//! What a benchmark leaves behind: a file per JDK with every run, every sample and the set-up they were
//! taken on. The tables for people are in [`super::table`].

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::measure::Sample;
use super::setup::Setup;
use super::stats::{Spread, geometric_mean, median};
use super::table;
use crate::repo::{self, Outcome};

/// One run of the benchmark on one JDK.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub setup: Setup,
    pub kernels: Vec<Kernel>,
    pub startup: Startup,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kernel {
    pub name: String,
    /// The i-th checked run came right after the i-th plain one.
    pub plain: Vec<Sample>,
    pub checked: Vec<Sample>,
    /// What was wrong with the findings, if anything.
    pub wrong: Vec<String>,
}

/// An empty program, in milliseconds of wall time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Startup {
    pub plain_ms: Vec<f64>,
    pub checked_ms: Vec<f64>,
}

impl Startup {
    pub fn above_plain_ms(&self) -> f64 {
        median(&self.checked_ms) - median(&self.plain_ms)
    }
}

/// One of the things a sample measures.
pub type Measure = fn(&Sample) -> f64;
pub const CPU: Measure = |sample| sample.cpu_s;
pub const WALL: Measure = |sample| sample.wall_s;
pub const MEMORY: Measure = |sample| sample.rss_mb;

impl Kernel {
    pub fn ratio(&self, measure: Measure) -> Spread {
        Spread::of_pairs(&values(&self.plain, measure), &values(&self.checked, measure))
    }
}

pub fn values(samples: &[Sample], measure: Measure) -> Vec<f64> {
    samples.iter().map(measure).collect()
}

impl Results {
    pub fn geometric_mean(&self, measure: Measure) -> f64 {
        geometric_mean(self.kernels.iter().map(|kernel| kernel.ratio(measure).median))
    }

    /// The kernel that costs most, and its ratio.
    pub fn worst(&self, measure: Measure) -> Option<(&str, f64)> {
        let ratios = self
            .kernels
            .iter()
            .map(|kernel| (kernel.name.as_str(), kernel.ratio(measure).median));
        ratios.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Several runs as one with all their samples. `None` of none.
    pub fn pooled(runs: &[Results]) -> Option<Results> {
        let (first, others) = runs.split_first()?;
        let mut pooled = first.clone();
        for run in others {
            pooled.setup.rounds += run.setup.rounds;
            for (kernel, more) in pooled.kernels.iter_mut().zip(&run.kernels) {
                kernel.plain.extend(&more.plain);
                kernel.checked.extend(&more.checked);
                kernel.wrong.extend(more.wrong.iter().cloned());
            }
            pooled.startup.plain_ms.extend(&run.startup.plain_ms);
            pooled.startup.checked_ms.extend(&run.startup.checked_ms);
        }
        Some(pooled)
    }
}

/// The newest runs of each JDK, from the files that are named by their dates.
pub fn latest(dir: &Path) -> Outcome<Vec<Vec<Results>>> {
    let mut newest = BTreeMap::new();
    for path in repo::files(dir, "json")? {
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Some((Ok(feature), date)) = stem.split_once('-').map(|(n, date)| (n.parse::<u32>(), date)) else {
            continue;
        };
        let is_date = date.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        if is_date {
            // In the order of their names, hence of their dates.
            newest.insert(feature, path);
        }
    }
    let read = |path: &PathBuf| -> Outcome<Vec<Results>> {
        let runs = serde_json::from_str(&fs::read_to_string(path)?);
        runs.map_err(|e| format!("{}: {e}", path.display()).into())
    };
    newest.values().map(read).collect()
}

/// Writes a file with all runs per JDK, and the page about them.
pub fn write(all: &[Vec<Results>], label: Option<&str>, dir: &Path) -> Outcome {
    fs::create_dir_all(dir)?;
    for runs in all {
        let Some(Results { setup, .. }) = runs.first() else {
            continue;
        };
        let name = format!("{}-{}.json", setup.feature, label.unwrap_or(&setup.date));
        fs::write(dir.join(name), serde_json::to_string_pretty(runs)? + "\n")?;
    }
    fs::write(dir.join("latest.md"), table::page(all))?;
    Ok(())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two rounds, in which each kernel takes so many times as long when checked.
    pub fn results(feature: u32, kernels: &[(&str, f64)], startup_ms: f64) -> Results {
        let sample = |s: f64| Sample {
            wall_s: s,
            cpu_s: 2.0 * s,
            rss_mb: 50.0,
        };
        let kernel = |&(name, slow): &(&str, f64)| Kernel {
            name: name.to_owned(),
            plain: vec![sample(1.0), sample(1.0)],
            checked: vec![sample(slow), sample(slow)],
            wrong: vec![],
        };
        Results {
            setup: Setup {
                date: "2026-01-02".to_owned(),
                commit: "abc".to_owned(),
                jdk: format!("{feature}.0.1"),
                feature,
                os: "linux".to_owned(),
                cpu: "some".to_owned(),
                cores: 2,
                rounds: 2,
                threads: 2,
                jvm_options: vec!["-Xmx1g".to_owned()],
            },
            kernels: kernels.iter().map(kernel).collect(),
            startup: Startup {
                plain_ms: vec![40.0],
                checked_ms: vec![40.0 + startup_ms],
            },
        }
    }

    #[test]
    fn the_worst_kernel() {
        let run = results(17, &[("Fine", 2.0), ("Bad", 8.0)], 100.0);
        assert_eq!(run.worst(WALL), Some(("Bad", 8.0)));
        assert!((run.geometric_mean(CPU) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn runs_are_pooled() {
        let pooled = Results::pooled(&[
            results(17, &[("A", 2.0)], 90.0),
            results(17, &[("A", 4.0)], 110.0),
        ])
        .unwrap();
        assert_eq!(pooled.kernels[0].ratio(CPU).median, 3.0);
        assert_eq!((pooled.setup.rounds, pooled.startup.above_plain_ms()), (4, 100.0));
        assert!(Results::pooled(&[]).is_none());
    }
}
