//! A directory of fixtures, run on one JDK: each with the fast path and without it, and both must
//! agree. Fixtures take turns in the JVM's modes and in doing without the shortcuts, so that a directory
//! covers all of them.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use raddle_findings::{Kind, Run, Shortcut};
use raddle_jdk::Jdk;
use tempfile::TempDir;

use crate::{Error, Expectations, MODES, Program, Raddle, Result, VERIFY, Verdict};
use crate::{compile_release, directory, sites, supports};

/// Processes at a time.
const WORKERS: usize = 2;
const STATUS_FINDINGS: i32 = 66;
/// For programs that hang unless they are ended.
const LIMIT: Duration = Duration::from_secs(30);
/// Every so many runs with the fast path take no shortcuts. Prime to the number of modes.
const WITHOUT_EVERY: usize = 3;

/// The compiled fixtures of one directory.
#[derive(Debug)]
pub struct Corpus {
    kind: Kind,
    verdict: Verdict,
    jdk: Jdk,
    modes: Vec<&'static str>,
    fixtures: Vec<Expectations>,
    classes: TempDir,
    /// Shortcuts that no run takes, separated by commas.
    without: Option<String>,
}

/// What came of a directory.
#[derive(Clone, Debug)]
pub struct Summary {
    pub title: String,
    pub fixtures: usize,
    pub runs: usize,
    pub took: Duration,
    /// One line or more per fixture and mode that is not as expected.
    pub failures: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.took.as_secs_f32();
        let (title, fixtures, runs, failures) = (&self.title, self.fixtures, self.runs, self.failures.len());
        writeln!(
            f,
            "{title}: {fixtures} fixtures, {runs} runs in {seconds:.0} s, {failures} not as expected"
        )?;
        self.failures
            .iter()
            .try_for_each(|failure| writeln!(f, "  {failure}"))
    }
}

impl Corpus {
    /// Reads and compiles the fixtures of a kind in `root/<kind>/<verdict>` that are for this JDK.
    pub fn load(root: &Path, kind: Kind, verdict: Verdict, jdk: &Jdk) -> Result<Corpus> {
        let directory = root.join(directory(kind)).join(verdict.directory());
        let classes = TempDir::with_prefix("raddle-corpus-").map_err(Error::io(&directory))?;
        let mut fixtures = Vec::new();
        let mut releases = std::collections::BTreeMap::<u32, Vec<PathBuf>>::new();
        for path in java_files(&directory)? {
            let file = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let source = fs::read_to_string(&path).map_err(Error::io(&path))?;
            let fixture = Expectations::parse(&file, &source, kind, verdict)?;
            if fixture.jdk <= jdk.version.feature {
                releases.entry(fixture.jdk).or_default().push(path);
                fixtures.push(fixture);
            }
        }
        for (release, sources) in &releases {
            compile_release(jdk, *release, sources, classes.path())?;
        }
        let modes = MODES
            .into_iter()
            .filter(|mode| mode.is_none_or(|option| supports(jdk, option)));
        let modes = modes.map(Option::unwrap_or_default).collect();
        Ok(Corpus {
            kind,
            verdict,
            jdk: jdk.clone(),
            modes,
            fixtures,
            classes,
            without: None,
        })
    }

    /// Keeps the fixtures whose name contains one of `parts`, which are separated by commas.
    pub fn only(&mut self, parts: &str) {
        let named = |file: &str| parts.split(',').any(|part| file.contains(part));
        self.fixtures.retain(|fixture| named(&fixture.file));
    }

    /// Leaves these shortcuts out of every run, instead of all of them in some.
    pub fn without(&mut self, names: &str) {
        self.without = Some(names.to_owned());
    }

    /// Runs every fixture `repeat` times. Of the modes, a fixture meets another each time.
    pub fn check(&self, raddle: &Raddle, repeat: usize) -> Summary {
        let started = Instant::now();
        let total = self.fixtures.len() * repeat;
        let failures = in_parallel(total, |turn| {
            // Shifted with each round and each JDK, so that a fixture is not tied to a mode.
            let index = turn % self.fixtures.len();
            let shift = turn / self.fixtures.len() + self.jdk.version.feature as usize;
            let mode = self.modes[(index + shift) % self.modes.len()];
            let without = match &self.without {
                Some(names) => names.clone(),
                None if (index + shift).is_multiple_of(WITHOUT_EVERY) => all_shortcuts(),
                None => String::new(),
            };
            self.check_one(raddle, &self.fixtures[index], mode, &without)
        });
        Summary {
            title: format!(
                "{}/{} on JDK {}",
                directory(self.kind),
                self.verdict.directory(),
                self.jdk.version
            ),
            fixtures: self.fixtures.len(),
            runs: total * 2,
            took: started.elapsed(),
            failures,
        }
    }

    fn check_one(&self, raddle: &Raddle, fixture: &Expectations, mode: &str, without: &str) -> Vec<String> {
        let mut failures = Vec::new();
        let mut tell = |path: &str, problem: String| {
            failures.push(format!("{} {mode} ({path}): {problem}", fixture.file));
        };
        let mut runs = Vec::new();
        let (fast, fast_options) = match without {
            "" => ("fast path".to_owned(), vec![]),
            names => (format!("without {names}"), vec!["--without", names]),
        };
        for (path, options) in [
            (fast.as_str(), &fast_options[..]),
            ("no fast path", &["--no-fast-path"]),
        ] {
            match self.run_one(raddle, fixture, mode, options) {
                Ok((run, problems)) => {
                    runs.push(run);
                    problems.into_iter().for_each(|problem| tell(path, problem));
                }
                Err(problem) => tell(path, problem),
            }
        }
        if let [fast, slow] = &runs[..] {
            let (fast, slow) = (sites(fast), sites(slow));
            let agree = if fixture.sites_vary || fixture.others {
                fast.keys().eq(slow.keys())
            } else {
                fast == slow
            };
            if !agree {
                tell(
                    "both",
                    format!("they disagree: {fast:?} with the fast path, {slow:?} without"),
                );
            }
        }
        failures
    }

    fn run_one(
        &self,
        raddle: &Raddle,
        fixture: &Expectations,
        mode: &str,
        options: &[&str],
    ) -> std::result::Result<(Run, Vec<String>), String> {
        let mut arguments: Vec<OsString> = VERIFY.iter().map(Into::into).collect();
        if !mode.is_empty() {
            arguments.push(mode.into());
        }
        arguments.extend([
            "-cp".into(),
            self.classes.path().into(),
            fixture.main_class().into(),
        ]);
        let own = fixture.arguments().into_iter();
        let options: Vec<_> = own.chain(options.iter().copied()).collect();
        let mut program = Program::java(&self.jdk, arguments);
        if self.kind != Kind::DataRace {
            program.limit = LIMIT;
        }
        let checked = program
            .checked(raddle, &options)
            .map_err(|error| error.to_string())?;
        let (status, stderr) = (checked.finished.status, checked.finished.stderr_text());
        let run = checked
            .run
            .ok_or_else(|| format!("status {status} and no result:\n{stderr}"))?;
        let mut problems = fixture.problems(&run);
        let expected = if self.verdict == Verdict::Bad {
            STATUS_FINDINGS
        } else {
            0
        };
        if status != expected && problems.is_empty() {
            problems.push(format!("exit status {status} instead of {expected}"));
        }
        // Fixtures check their own results, some in threads whose end does not show in the status.
        if stderr.contains("Exception in thread") || run.status != fixture.status() {
            problems.push(format!("the program failed:\n{stderr}"));
        }
        Ok((run, problems))
    }
}

fn all_shortcuts() -> String {
    let names: Vec<_> = Shortcut::ALL.iter().map(|shortcut| shortcut.name()).collect();
    names.join(",")
}

/// Does `total` pieces of work, `WORKERS` at a time, and collects what they say, sorted.
pub fn in_parallel(total: usize, work: impl Fn(usize) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let said = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let turn = next.fetch_add(1, Ordering::Relaxed);
                    if turn >= total {
                        break;
                    }
                    let lines = work(turn);
                    said.lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner())
                        .extend(lines);
                }
            });
        }
    });
    let mut said = said.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    said.sort();
    said
}

/// The Java sources in a directory, sorted.
pub fn java_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).map_err(Error::io(directory))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every fixture of the repository has marks that are understood.
    #[test]
    fn the_corpus_is_well_formed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.needs_control()) {
            for verdict in Verdict::ALL {
                let directory = root.join(directory(kind)).join(verdict.directory());
                let files = java_files(&directory).unwrap();
                assert!(!files.is_empty(), "{}", directory.display());
                for path in files {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    let source = fs::read_to_string(path).unwrap();
                    Expectations::parse(&name, &source, kind, verdict).unwrap();
                }
            }
        }
    }

    #[test]
    fn all_work_is_done_once() {
        let said = in_parallel(100, |turn| vec![format!("{turn:02}")]);
        assert_eq!(said.len(), 100);
        assert!(said.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(in_parallel(0, |_| vec![String::new()]).is_empty());
    }
}
