//! What a measurement was taken on: without it, a number says nothing.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use raddle_jdk::Jdk;
use serde::{Deserialize, Serialize};

use crate::repo;

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

    /// A line for people: when, of what, and on what machine.
    pub fn describe(&self) -> String {
        let Setup {
            date,
            commit,
            os,
            cpu,
            cores,
            jvm_options,
            ..
        } = self;
        let setup = format!("{date}, commit {commit}, {os}, {cpu}, {cores} cores");
        match jvm_options.is_empty() {
            true => setup,
            false => format!("{setup}, `{}`", jvm_options.join(" ")),
        }
    }
}

fn cpu_model() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
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
}
