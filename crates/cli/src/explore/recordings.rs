//! The schedules that are kept for the user: those that show something, in `raddle-replays` or in the
//! directory of `--out`.
//!
//! A JVM leaves `schedule-17.json` in the run directory, and its findings name it. What is kept has a name by
//! which one finds it again, `deadlock-1a2b3c4d.json`, and says what it shows. The same error found again
//! takes the place of its older recording; any other file is left alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use raddle_findings::{ExplainedSchedule, Finding, Run};
use raddle_schedule::Recording;
use raddle_session::{Saved, files};

/// Where recordings go without `--out`, below the current directory.
pub const DIRECTORY: &str = "raddle-replays";

/// Files of other people that are passed by before we give up.
const MOST_NAMES: u32 = 100;

/// A recording that was found for something of the run.
#[derive(Debug)]
pub struct Kept {
    /// What it shows, for a headline.
    pub what: String,
    pub is_failure: bool,
    pub recording: Recording,
    /// What a repetition has shown of it.
    pub explained: Option<ExplainedSchedule>,
}

/// Keeps the schedules of all findings, and makes commands of their names. Returns what was kept,
/// in the order of the report, each schedule once, and what could not be kept.
pub fn keep(run: &mut Run, from: &Path, to: &Path) -> (Vec<Kept>, Vec<String>) {
    let mut kept: Vec<Kept> = Vec::new();
    let mut problems = Vec::new();
    let mut one = |what: String, is_failure: bool, finding: &Finding, file: &str| {
        let source = from.join(file);
        // Of what is no failure the schedule need not have been kept.
        let mut saved = read(&source).ok()?;
        if !saved.recording.shows.contains(&finding.fingerprint) {
            saved.recording.shows.push(finding.fingerprint.clone());
        }
        let target = write(&saved, &what, to);
        let explained = finding.schedule.as_deref().cloned();
        // What was made simpler for one finding may not show another.
        let same = |known: &&mut Kept| {
            known.recording.schedule == saved.recording.schedule
                && (known.explained.is_none()
                    || explained.is_none()
                    || known.recording.steps == saved.recording.steps)
        };
        match kept.iter_mut().find(same) {
            // The failure is what one wants to see of it.
            Some(known) if is_failure && !known.is_failure => {
                *known = Kept {
                    what,
                    is_failure,
                    recording: saved.recording,
                    explained,
                };
            }
            Some(_) => {}
            None => kept.push(Kept {
                what,
                is_failure,
                recording: saved.recording,
                explained,
            }),
        }
        match target {
            Ok(path) => Some(format!("raddle replay {}", quoted(&path))),
            Err(error) => {
                problems.push(format!("cannot keep the schedule in {}: {error}", to.display()));
                None
            }
        }
    };
    for finding in &mut run.findings {
        if let Some(file) = finding.replay.take() {
            finding.replay = one(name(finding), finding.kind.is_failure(), finding, &file);
        }
    }
    problems.dedup();
    (kept, problems)
}

/// The number of the schedule that a finding of a JVM's record names.
pub fn schedule(finding: &Finding) -> Option<u64> {
    let name = finding.replay.as_ref()?;
    files::schedule_number(name)
}

/// `deadlock-1a2b3c4d`.
fn name(finding: &Finding) -> String {
    let digits: String = finding
        .fingerprint
        .chars()
        .filter(char::is_ascii_hexdigit)
        .take(8)
        .collect();
    format!("{}-{digits}", finding.kind.name())
}

/// A recording, if the file is one.
pub fn read(path: &Path) -> Result<Saved, io::Error> {
    serde_json::from_slice(&fs::read(path)?).map_err(io::Error::from)
}

/// Writes a recording under the first name that is free or is an older one's of the same.
fn write(saved: &Saved, what: &str, to: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(to)?;
    let text = serde_json::to_vec(saved)?;
    for number in 1..=MOST_NAMES {
        let path = to.join(match number {
            1 => format!("{what}.json"),
            _ => format!("{what}-{number}.json"),
        });
        if !path.exists() || read(&path).is_ok_and(|old| old.recording.shows == saved.recording.shows) {
            fs::write(&path, text)?;
            return Ok(path);
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+,:@%".contains(c);
    match text.chars().all(is_plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use raddle_session::Config;
    use tempfile::TempDir;

    use super::*;

    fn record(dir: &Path, schedule: u64) {
        let saved = Saved {
            config: Config::default(),
            recording: Recording {
                version: Recording::VERSION,
                schedule,
                steps: "0r0".to_owned(),
                ..Recording::default()
            },
        };
        let text = serde_json::to_vec(&saved).unwrap();
        fs::write(dir.join(files::schedule(schedule)), text).unwrap();
    }

    fn finding(schedule: u64) -> Finding {
        let text = format!(
            r#"{{"kind":"deadlock","code":"RAD003","fingerprint":"1a2b3c4d00000000","severity":"error","message":"m",
                "count":1,"sides":[],"replay":"schedule-{schedule}.json"}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    fn run(findings: Vec<Finding>) -> Run {
        Run {
            findings,
            ..Run::default()
        }
    }

    fn stage() -> (TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        record(dir.path(), 17);
        let to = dir.path().join("kept");
        (dir, to)
    }

    #[test]
    fn what_shows_something_is_kept_under_its_name() {
        let (dir, to) = stage();
        let mut run = run(vec![finding(17), finding(99)]);
        let (kept, problems) = keep(&mut run, dir.path(), &to);
        let path = to.join("deadlock-1a2b3c4d.json");
        assert_eq!(
            run.findings[0].replay,
            Some(format!("raddle replay {}", path.display()))
        );
        assert_eq!(run.findings[1].replay, None);
        assert_eq!(
            (kept.len(), kept[0].recording.schedule, problems.len()),
            (1, 17, 0)
        );
        assert_eq!(read(&path).unwrap().recording.shows, ["1a2b3c4d00000000"]);
        assert_eq!(schedule(&finding(17)), Some(17));
    }

    #[test]
    fn an_older_one_of_the_same_is_replaced_and_nothing_else() {
        let (dir, to) = stage();
        fs::create_dir(&to).unwrap();
        fs::write(to.join("deadlock-1a2b3c4d.json"), "mine").unwrap();
        for _ in 0..2 {
            let mut run = run(vec![finding(17)]);
            keep(&mut run, dir.path(), &to);
            let replay = run.findings[0].replay.clone().unwrap();
            assert!(replay.ends_with("deadlock-1a2b3c4d-2.json"), "{replay}");
        }
        assert_eq!(fs::read(to.join("deadlock-1a2b3c4d.json")).unwrap(), b"mine");
        assert_eq!(fs::read_dir(&to).unwrap().count(), 2);
    }

    #[test]
    fn a_directory_that_cannot_be_written_is_said_and_hides_nothing() {
        let (dir, to) = stage();
        fs::write(&to, "a file").unwrap();
        let mut run = run(vec![finding(17)]);
        let (kept, problems) = keep(&mut run, dir.path(), &to);
        assert_eq!((kept.len(), problems.len(), run.findings.len()), (1, 1, 1));
        assert_eq!(run.findings[0].replay, None);
    }

    #[test]
    fn paths_are_quoted_for_a_shell() {
        assert_eq!(quoted(Path::new("a/b-1.json")), "a/b-1.json");
        assert_eq!(quoted(Path::new("my dir/it's")), "'my dir/it'\\''s'");
    }
}
