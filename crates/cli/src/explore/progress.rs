//! How far the exploration is: counted from the records while JVMs still write them, and shown in one line
//! that is written anew, if there is a terminal to show it on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use raddle_findings::Exploration;
use raddle_session::Explored;
use raddle_session::read::record_files;
use raddle_session::record::Line;

/// How often the line is written.
const EVERY: Duration = Duration::from_millis(200);

/// Reads on in the records of a directory.
#[derive(Debug, Default)]
pub struct Follow {
    /// How far each record was read: to the end of a line.
    read: BTreeMap<PathBuf, u64>,
    explored: BTreeMap<PathBuf, Explored>,
    fingerprints: BTreeSet<String>,
}

impl Follow {
    /// Reads what has come since. A record that cannot be read now is read later, by others.
    pub fn poll(&mut self, dir: &Path) {
        for path in record_files(dir).unwrap_or_default() {
            let at = self.read.entry(path.clone()).or_default();
            let Ok(text) = text_from(&path, *at) else { continue };
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            *at += whole as u64;
            for line in text[..whole].lines() {
                match serde_json::from_str(line) {
                    Ok(Line::Explored(explored)) => {
                        self.explored.insert(path.clone(), explored);
                    }
                    Ok(Line::Finding(finding)) => {
                        self.fingerprints.insert(finding.fingerprint);
                    }
                    _ => {}
                }
            }
        }
    }

    fn total(&self) -> Exploration {
        let mut total = Exploration::default();
        for explored in self.explored.values() {
            total.add(&explored.as_part());
        }
        total
    }
}

fn text_from(path: &Path, at: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    // What is not text is left to its reader; a cut character at the end is not read yet.
    let whole = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    bytes.truncate(whole);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The line on the terminal.
#[derive(Debug)]
pub struct Progress {
    began: Instant,
    /// How many schedules there will be at most.
    runs: u64,
    shown: Option<Mutex<Shown>>,
}

#[derive(Debug)]
struct Shown {
    at: Instant,
    /// What JVMs that have ended tried, and what those that run have, by job.
    done: Exploration,
    running: Vec<Exploration>,
    fingerprints: BTreeSet<String>,
    is_there: bool,
}

impl Progress {
    pub fn new(runs: u64, jobs: usize, quiet: bool) -> Progress {
        let shown = (!quiet && io::stderr().is_terminal()).then(|| {
            Mutex::new(Shown {
                at: Instant::now(),
                done: Exploration::default(),
                running: vec![Exploration::default(); jobs],
                fingerprints: BTreeSet::new(),
                is_there: false,
            })
        });
        Progress {
            began: Instant::now(),
            runs,
            shown,
        }
    }

    /// Looks at the records of a job whose JVM runs.
    pub fn look(&self, job: usize, follow: &mut Follow, dir: &Path) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if shown.at.elapsed() < EVERY {
            return;
        }
        follow.poll(dir);
        if let Some(running) = shown.running.get_mut(job) {
            *running = follow.total();
        }
        shown.fingerprints.extend(follow.fingerprints.iter().cloned());
        self.write(&mut shown);
    }

    /// A job's JVM has ended, having tried this.
    pub fn ended<'a>(&self, job: usize, explored: &Exploration, found: impl Iterator<Item = &'a String>) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(running) = shown.running.get_mut(job) {
            *running = Exploration::default();
        }
        shown.done.join(explored);
        shown.fingerprints.extend(found.cloned());
        if shown.at.elapsed() >= EVERY {
            self.write(&mut shown);
        }
    }

    fn write(&self, shown: &mut Shown) {
        let mut all = shown.done.clone();
        for running in &shown.running {
            all.join(running);
        }
        let line = line(&all, self.runs, self.began.elapsed(), shown.fingerprints.len());
        shown.at = Instant::now();
        shown.is_there = true;
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    /// Says something else.
    pub fn say(&self, text: &str) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        shown.is_there = true;
        let _ = write!(io::stderr(), "\r\x1b[Kraddle: {text}");
    }

    /// Takes the line away.
    pub fn clear(&self) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if shown.is_there {
            shown.is_there = false;
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(all: &Exploration, runs: u64, time: Duration, findings: usize) -> String {
    let rate = all.schedules as f64 / time.as_secs_f64().max(0.001);
    let rate = match rate < 10.0 {
        true => format!("{rate:.1}"),
        false => format!("{rate:.0}"),
    };
    format!(
        "raddle: {} of {runs} schedules, {rate}/s, {} distinct, {findings} {}",
        all.schedules,
        all.distinct,
        if findings == 1 { "finding" } else { "findings" }
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn records_are_read_on_by_whole_lines() {
        let dir = tempfile::tempdir().unwrap();
        let record = dir.path().join("jvm-1.jsonl");
        let explored = |schedules| {
            let line = Line::Explored(Explored {
                schedules,
                distinct: 2,
                ..Explored::default()
            });
            serde_json::to_string(&line).unwrap() + "\n"
        };
        let (first, second) = (explored(3), explored(9));
        let mut follow = Follow::default();
        follow.poll(dir.path());
        assert_eq!(follow.total().schedules, 0);
        fs::write(&record, format!("{first}garbage\n{}", &second[..20])).unwrap();
        follow.poll(dir.path());
        assert_eq!(follow.total().schedules, 3);
        fs::write(&record, format!("{first}garbage\n{second}")).unwrap();
        follow.poll(dir.path());
        assert_eq!((follow.total().schedules, follow.total().distinct), (9, 2));
    }

    #[test]
    fn one_line_says_how_far_it_is() {
        let all = Exploration {
            schedules: 500,
            distinct: 41,
            ..Exploration::default()
        };
        assert_eq!(
            line(&all, 1000, Duration::from_secs(2), 1),
            "raddle: 500 of 1000 schedules, 250/s, 41 distinct, 1 finding"
        );
        assert!(line(&all, 1000, Duration::from_secs(200), 0).contains(" 2.5/s, "));
    }
}
