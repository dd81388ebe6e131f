//! What a benchmark leaves behind: a result file per JDK with every sample and the set-up it was taken
//! on, and a table of them all for people.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use raddle_jdk::Jdk;
use serde::{Deserialize, Serialize};

use super::measure::Sample;
use super::stats::{Spread, geometric_mean, median};
use crate::repo::{self, Outcome};

/// All that was measured on one JDK.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub setup: Setup,
    pub kernels: Vec<Kernel>,
    pub startup: Startup,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub date: String,
    pub commit: String,
    pub jdk: String,
    pub feature: u32,
    pub os: String,
    pub cpu: String,
    pub cores: usize,
    pub rounds: u32,
    pub threads: u32,
    pub jvm_options: Vec<String>,
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

fn values(samples: &[Sample], measure: Measure) -> Vec<f64> {
    samples.iter().map(measure).collect()
}

impl Setup {
    pub fn here(jdk: &Jdk, rounds: u32, threads: u32, jvm_options: &[&str]) -> Setup {
        let commit = repo::output(
            Command::new("git")
                .args(["describe", "--always", "--dirty"])
                .current_dir(repo::root()),
        );
        Setup {
            date: today(),
            commit: commit.map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned()),
            jdk: jdk.version.full.clone(),
            feature: jdk.version.feature,
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: cpu_model().unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            rounds,
            threads,
            jvm_options: jvm_options.iter().map(|&option| option.to_owned()).collect(),
        }
    }
}

fn cpu_model() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

impl Results {
    pub fn geometric_mean(&self, measure: Measure) -> f64 {
        geometric_mean(self.kernels.iter().map(|kernel| kernel.ratio(measure).median))
    }

    /// The slowest kernel and its ratio.
    pub fn worst(&self, measure: Measure) -> Option<(&str, f64)> {
        let ratios = self
            .kernels
            .iter()
            .map(|kernel| (kernel.name.as_str(), kernel.ratio(measure).median));
        ratios.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    pub fn markdown(&self) -> String {
        let Setup {
            date,
            commit,
            jdk,
            os,
            cpu,
            cores,
            rounds,
            threads,
            jvm_options,
            ..
        } = &self.setup;
        let options = jvm_options.join(" ");
        let mut text = format!(
            "## JDK {jdk}\n\n{date}, commit {commit}, {os}, {cpu}, {cores} cores; {threads} threads, \
             `{options}`, {rounds} rounds.\n\n"
        );
        text += "| kernel | plain CPU s | checked CPU s | CPU × | wall × | memory × | findings |\n";
        text += "|---|--:|--:|--:|--:|--:|---|\n";
        for kernel in &self.kernels {
            let cpu = |samples| median(&values(samples, CPU));
            let findings = if kernel.wrong.is_empty() {
                "as expected"
            } else {
                "**wrong**"
            };
            let _ = writeln!(
                text,
                "| {} | {:.2} | {:.2} | {} | {} | {} | {findings} |",
                kernel.name,
                cpu(&kernel.plain),
                cpu(&kernel.checked),
                cell(kernel.ratio(CPU)),
                cell(kernel.ratio(WALL)),
                cell(kernel.ratio(MEMORY)),
            );
        }
        let _ = writeln!(
            text,
            "| **geometric mean** | | | **{:.2}** | **{:.2}** | **{:.2}** | |\n\n\
             Start-up: {:.0} ms plain, {:.0} ms checked, {:.0} ms more.",
            self.geometric_mean(CPU),
            self.geometric_mean(WALL),
            self.geometric_mean(MEMORY),
            median(&self.startup.plain_ms),
            median(&self.startup.checked_ms),
            self.startup.above_plain_ms(),
        );
        text
    }
}

fn cell(spread: Spread) -> String {
    format!("{:.2} ({:.2}–{:.2})", spread.median, spread.min, spread.max)
}

/// Writes a file per JDK and the table of them all.
pub fn write(all: &[Results], label: Option<&str>, dir: &Path) -> Outcome {
    fs::create_dir_all(dir)?;
    let mut table = String::from(
        "# What checking costs\n\nBy `cargo xtask bench`: plain and checked runs in turn; a ratio is the \
         median over the pairs, with the least and the greatest in brackets.\n",
    );
    for results in all {
        let name = format!(
            "{}-{}.json",
            results.setup.feature,
            label.unwrap_or(&results.setup.date)
        );
        fs::write(dir.join(name), serde_json::to_string_pretty(results)? + "\n")?;
        table += "\n";
        table += &results.markdown();
    }
    fs::write(dir.join("latest.md"), table)?;
    Ok(())
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date of a day since 1970-01-01, by the Gregorian calendar.
fn date(days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_322), "2000-12-31");
        assert_eq!(date(20_000), "2024-10-04");
    }

    #[test]
    fn the_table_has_the_ratios() {
        let sample = |s: f64| Sample {
            wall_s: s,
            cpu_s: 2.0 * s,
            rss_mb: 50.0,
        };
        let kernel = |name: &str, slow: f64, wrong: &[&str]| Kernel {
            name: name.to_owned(),
            plain: vec![sample(1.0), sample(1.0)],
            checked: vec![sample(slow), sample(slow)],
            wrong: wrong.iter().map(|&text| text.to_owned()).collect(),
        };
        let jdk = Jdk {
            home: Path::new("jdk").to_owned(),
            version: raddle_jdk::Version::parse("17.0.1").unwrap(),
            has_javac: true,
        };
        let results = Results {
            setup: Setup::here(&jdk, 2, 2, &["-Xmx1g"]),
            kernels: vec![kernel("Fine", 2.0, &[]), kernel("Bad", 8.0, &["x"])],
            startup: Startup {
                plain_ms: vec![40.0],
                checked_ms: vec![140.0],
            },
        };
        let text = results.markdown();
        assert!(
            text.contains("| Fine | 2.00 | 4.00 | 2.00 (2.00–2.00) |"),
            "{text}"
        );
        assert!(
            text.contains("| **wrong** |") && text.contains("**4.00**") && text.contains("100 ms more"),
            "{text}"
        );
        assert_eq!(results.worst(WALL), Some(("Bad", 8.0)));
    }
}
