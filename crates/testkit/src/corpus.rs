//! The fixtures of one directory, a test each: with the fast path and without it, and both must agree. On which JDK, in
//! which mode of the JVM and with which optimisations a fixture runs changes from turn to turn, so that all
//! combinations are met.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use raddle_findings::{Kind, Optimisation, Run};
use raddle_jdk::Jdk;

use crate::classes::Classes;
use crate::suite::Test;
use crate::turn::{self, Turn};
use crate::{Error, Expectations, MODES, Program, Raddle, Result, VERIFY, Verdict};
use crate::{jdks, sites, supports};

const STATUS_FINDINGS: i32 = 66;
/// For programs that hang unless they are ended.
const LIMIT: Duration = Duration::from_secs(30);
/// Every so many runs with the fast path have all optimisations disabled.
const WITHOUT_EVERY: usize = 3;
/// Every so many turns a fixture also runs in event mode, and both must agree.
const EVENT_MODE_EVERY: usize = 2;

/// The fixtures of one directory.
struct Corpus {
    kind: Kind,
    verdict: Verdict,
    classes: Classes,
    raddle: Raddle,
    /// Optimisations that every run disables, separated by commas.
    without: Option<String>,
}

/// How a fixture is run.
#[derive(Clone)]
struct Way {
    jdk: Jdk,
    mode: &'static str,
    without: String,
    event_mode: bool,
}

/// A test for each fixture of a kind in `root/<kind>/<verdict>`; `without` are optimisations that all of them disable,
/// instead of all of them in some.
pub fn fixtures(
    root: &Path,
    kind: Kind,
    verdict: Verdict,
    raddle: &Raddle,
    without: Option<&str>,
) -> Result<Vec<Test>> {
    let mut classes = Classes::default();
    let mut fixtures = Vec::new();
    for source in sources_of(root, kind, verdict)? {
        let fixture = Expectations::of(&source, kind, verdict)?;
        classes.add(fixture.jdk, source);
        fixtures.push(fixture);
    }
    let corpus = Arc::new(Corpus {
        kind,
        verdict,
        classes,
        raddle: raddle.clone(),
        without: without.map(str::to_owned),
    });
    let mut tests = Vec::new();
    for fixture in fixtures {
        let name = format!(
            "{}/{}/{}",
            kind.descriptor().corpus,
            verdict.directory(),
            fixture.main_class()
        );
        let fixture = Arc::new(fixture);
        for (name, way) in corpus.ways(&name, &fixture)? {
            let (corpus, fixture) = (corpus.clone(), fixture.clone());
            let test = Test::new(name, move || {
                let problems = corpus.check(&fixture, &way);
                assert!(problems.is_empty(), "{}", problems.join("\n"));
            });
            let test = test.fixture();
            // Those that hang do so for seconds, until the agent is sure.
            tests.push(match kind.descriptor().ends_jvm {
                true => test.waiting(),
                false => test,
            });
        }
    }
    Ok(tests)
}

impl Expectations {
    /// Those of a source file.
    pub fn of(source: &Path, kind: Kind, verdict: Verdict) -> Result<Expectations> {
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(source).map_err(Error::io(source))?;
        Self::parse(&file, &text, kind, verdict)
    }
}

/// The modes that a JDK has.
fn modes(jdk: &Jdk) -> Vec<&'static str> {
    static KNOWN: LazyLock<Vec<(Jdk, Vec<&str>)>> = LazyLock::new(|| {
        let of = |jdk: &Jdk| {
            let modes = MODES.into_iter();
            let modes = modes.filter(|mode| mode.is_none_or(|option| supports(jdk, option)));
            modes.map(Option::unwrap_or_default).collect()
        };
        let jdks = jdks::all().unwrap_or_default().into_iter();
        jdks.map(|jdk| (jdk.clone(), of(&jdk))).collect()
    });
    let known = KNOWN.iter().find(|(known, _)| known == jdk);
    known.map_or_else(|| vec![""], |(_, modes)| modes.clone())
}

impl Corpus {
    /// The ways in which a fixture is to be run now, each with the name of its test.
    fn ways(&self, name: &str, fixture: &Expectations) -> Result<Vec<(String, Way)>> {
        let mut jdks = jdks::all()?;
        jdks.retain(|jdk| fixture.jdk <= jdk.version.feature);
        if jdks.is_empty() {
            return Ok(Vec::new());
        }
        let mut turn = Turn::of(name);
        let way = |jdk: &Jdk, mode, turn: &mut Turn| {
            let without = match &self.without {
                Some(names) => names.clone(),
                None if turn.is(WITHOUT_EVERY) => all_optimisations(),
                None => String::new(),
            };
            Way {
                jdk: jdk.clone(),
                mode,
                without,
                event_mode: turn::all() || turn.is(EVENT_MODE_EVERY),
            }
        };
        if !turn::all() {
            let jdk = turn.pick(&jdks);
            let mode = *turn.pick(&modes(jdk));
            return Ok(vec![(name.to_owned(), way(jdk, mode, &mut turn))]);
        }
        let mut all = Vec::new();
        for jdk in &jdks {
            for mode in modes(jdk) {
                let name = format!("{name} on JDK {} {mode}", jdk.version.feature);
                all.push((name.trim_end().to_owned(), way(jdk, mode, &mut Turn::of(&name))));
            }
        }
        Ok(all)
    }

    /// What is not as expected, in a line or more for each run.
    fn check(&self, fixture: &Expectations, way: &Way) -> Vec<String> {
        let mut problems = Vec::new();
        let mut note = |path: &str, problem: String| {
            let Way { jdk, mode, .. } = way;
            problems.push(format!("JDK {} {mode} ({path}): {problem}", jdk.version));
        };
        let mut runs = Vec::new();
        let (fast, fast_options) = match way.without.as_str() {
            "" => ("fast path".to_owned(), vec![]),
            names => (format!("without {names}"), vec!["--disable", names]),
        };
        let paths = [
            (fast.as_str(), &fast_options[..]),
            ("no fast path", &["--no-fast-path"]),
        ];
        for (path, options) in &paths[..1 + usize::from(way.event_mode)] {
            match self.run(fixture, way, options) {
                Ok((run, problems)) => {
                    runs.push(run);
                    problems.into_iter().for_each(|problem| note(path, problem));
                }
                Err(problem) => note(path, problem),
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
                let both = format!("they disagree: {fast:?} with the fast path, {slow:?} without");
                note("both", both);
            }
        }
        problems
    }

    fn run(
        &self,
        fixture: &Expectations,
        way: &Way,
        options: &[&str],
    ) -> std::result::Result<(Run, Vec<String>), String> {
        let classes = self.classes.compiled().map_err(|error| error.to_string())?;
        let mut arguments: Vec<OsString> = VERIFY.iter().map(Into::into).collect();
        if !way.mode.is_empty() {
            arguments.push(way.mode.into());
        }
        arguments.extend(["-cp".into(), classes.into(), fixture.main_class().into()]);
        let own = fixture.arguments().into_iter();
        let options: Vec<_> = own.chain(options.iter().copied()).collect();
        let mut program = Program::java(&way.jdk, arguments);
        if self.kind != Kind::DataRace {
            program.limit = LIMIT;
        }
        let checked = program
            .checked(&self.raddle, &options)
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

fn all_optimisations() -> String {
    let names: Vec<_> = Optimisation::ALL
        .iter()
        .map(|optimisation| optimisation.name())
        .collect();
    names.join(",")
}

/// The fixtures of a kind in `root/<kind>/<verdict>`. A kind of which nothing is known to be missed has no directory
/// for that.
pub fn sources_of(root: &Path, kind: Kind, verdict: Verdict) -> Result<Vec<PathBuf>> {
    let path = root.join(kind.descriptor().corpus).join(verdict.directory());
    match verdict {
        Verdict::Missed if !path.exists() => Ok(Vec::new()),
        Verdict::Bad | Verdict::Ok | Verdict::Missed => java_files(&path),
    }
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
                let files = sources_of(&root, kind, verdict).unwrap();
                let may_be_none = verdict == Verdict::Missed;
                assert!(may_be_none || !files.is_empty(), "{} {verdict:?}", kind.name());
                for path in files {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    let source = fs::read_to_string(path).unwrap();
                    Expectations::parse(&name, &source, kind, verdict).unwrap();
                }
            }
        }
    }
}
