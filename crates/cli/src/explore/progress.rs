//! How far the exploration is: counted from the records while JVMs still write them, and shown in one line of the
//! terminal, if stderr is one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};
use raddle_findings::Exploration;
use raddle_session::Explored;
use raddle_session::read::record_files;
use raddle_session::record::Line;

/// How often records are looked at.
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

/// The line on the terminal. Where stderr is none, it is never drawn.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    seen: Mutex<Seen>,
}

#[derive(Debug)]
struct Seen {
    /// When records were looked at last.
    at: Instant,
    /// What JVMs that have ended tried, and what those that run have, by job.
    done: Exploration,
    running: Vec<Exploration>,
    fingerprints: BTreeSet<String>,
}

/// How far it is, while schedules are tried; afterwards there are words alone.
const TRYING: &str = "raddle: {wide_bar} {pos} of {len} schedules, {rate}, {msg}";
const OTHERWISE: &str = "raddle: {msg}";

impl Progress {
    pub fn new(runs: u64, jobs: usize, quiet: bool) -> Progress {
        let target = match quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        Progress::on(target, runs, jobs)
    }

    fn on(target: ProgressDrawTarget, runs: u64, jobs: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(runs), target).with_finish(ProgressFinish::AndClear);
        bar.set_style(style(TRYING));
        Progress {
            bar,
            seen: Mutex::new(Seen {
                at: Instant::now(),
                done: Exploration::default(),
                running: vec![Exploration::default(); jobs],
                fingerprints: BTreeSet::new(),
            }),
        }
    }

    /// Looks at the records of a job whose JVM runs.
    pub fn look(&self, job: usize, follow: &mut Follow, dir: &Path) {
        let Some(mut seen) = self.seen() else { return };
        if seen.at.elapsed() < EVERY {
            return;
        }
        follow.poll(dir);
        if let Some(running) = seen.running.get_mut(job) {
            *running = follow.total();
        }
        seen.fingerprints.extend(follow.fingerprints.iter().cloned());
        self.show(&mut seen);
    }

    /// A job's JVM has ended, having tried this.
    pub fn ended<'a>(&self, job: usize, explored: &Exploration, found: impl Iterator<Item = &'a String>) {
        let Some(mut seen) = self.seen() else { return };
        if let Some(running) = seen.running.get_mut(job) {
            *running = Exploration::default();
        }
        seen.done.join(explored);
        seen.fingerprints.extend(found.cloned());
        if seen.at.elapsed() >= EVERY {
            self.show(&mut seen);
        }
    }

    fn seen(&self) -> Option<MutexGuard<'_, Seen>> {
        let seen = || self.seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        (!self.bar.is_hidden()).then(seen)
    }

    fn show(&self, seen: &mut Seen) {
        let mut all = seen.done.clone();
        for running in &seen.running {
            all.join(running);
        }
        seen.at = Instant::now();
        let findings = match seen.fingerprints.len() {
            1 => "1 finding".to_owned(),
            some => format!("{some} findings"),
        };
        self.bar
            .set_message(format!("{} distinct, {findings}", all.distinct));
        self.bar.set_position(all.schedules);
        self.bar
            .set_message(format!("{} distinct, {findings}", all.distinct));
    }

    /// Says something else.
    pub fn say(&self, text: &str) {
        if self.bar.is_finished() {
            self.bar.reset();
        }
        self.bar.set_style(style(OTHERWISE));
        self.bar.set_message(text.to_owned());
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let rate = state.pos() as f64 / state.elapsed().as_secs_f64().max(0.001);
        let digits = usize::from(rate < 10.0);
        let _ = write!(out, "{rate:.digits$}/s");
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use indicatif::TermLike;

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

    /// What is drawn on a terminal.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl Screen {
        fn text(&self) -> String {
            self.0.lock().unwrap().clone()
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            120
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().unwrap().clear();
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn one_line_says_how_far_it_is_and_goes() {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like_with_hz(Box::new(screen.clone()), 255);
        let progress = Progress::on(target, 1000, 2);
        let explored = Exploration {
            schedules: 500,
            distinct: 41,
            ..Exploration::default()
        };
        let found = ["aa".to_owned(), "aa".to_owned()];
        progress.ended(1, &explored, found.iter());
        progress.show(&mut progress.seen().unwrap());
        progress.bar.force_draw();
        let text = screen.text();
        assert!(text.contains(" 500 of 1000 schedules, "), "{text}");
        assert!(text.trim_end().ends_with("/s, 41 distinct, 1 finding"), "{text}");
        progress.say("simplifying deadlock");
        progress.bar.force_draw();
        assert_eq!(screen.text().trim(), "raddle: simplifying deadlock");
        progress.clear();
        assert_eq!(screen.text().trim(), "");
    }

    #[test]
    fn without_a_terminal_nothing_is_read_or_drawn() {
        let progress = Progress::on(ProgressDrawTarget::hidden(), 1000, 1);
        assert!(progress.seen().is_none());
    }
}
