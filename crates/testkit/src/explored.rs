//! The fixtures of `corpus/explore`, run on one JDK: programs that fail in some schedules, and their correct
//! twins of the same name.
//!
//! `//@ finds KIND` says how a bad one fails, one line for each way; `//@ small` that its schedules can be tried one
//! and all; `//@ jdk 21+` keeps one from older JDKs; `//@ options ARGS` are passed to `raddle explore`; `//@
//! not-spurious WHY` says that a program is correct only as long as no thread wakes without a reason.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use raddle_findings::{Kind, Run};
use raddle_jdk::Jdk;
use tempfile::TempDir;

use crate::classes::Classes;
use crate::corpus::java_files;
use crate::suite::Test;
use crate::turn::{self, Turn};
use crate::{Checked, Error, Program, Raddle, Result, VERIFY, Verdict, jdks};

/// Schedules within which a failure is to be found.
const FIND_WITHIN: &str = "10000";
/// Schedules that a twin has to stand in one turn, each turn others; and where all is tested.
const STAND: &str = "40";
const STAND_ALL: &str = "100";
/// How a small twin's schedules are tried one and all: with up to two preemptions.
const BOUNDED: &str = "exhaustive:2";
const STATUS_FINDINGS: i32 = 66;
const PAPERS: &str = "paper";
/// Nothing hangs.
const LIMIT: Duration = Duration::from_secs(900);
const PER_REPLAY: Duration = Duration::from_secs(5);

/// One program.
#[derive(Clone, Debug)]
pub struct Fixture {
    pub class: String,
    /// Any of these.
    pub finds: Vec<Kind>,
    small: bool,
    jdk: u32,
    options: Vec<String>,
    /// Why it is correct only as long as no thread wakes without a reason.
    pub not_spurious: Option<String>,
}

/// The programs of one directory, for one JDK.
#[derive(Clone, Debug)]
pub struct ExploreCorpus {
    verdict: Verdict,
    jdk: Jdk,
    fixtures: Vec<Fixture>,
    classes: Arc<Classes>,
}

/// A test for each program of `root/explore/<verdict>`.
pub fn explored(root: &Path, verdict: Verdict, raddle: &Raddle, replays: usize) -> Result<Vec<Test>> {
    let jdks = jdks::all()?;
    let Some(newest) = jdks.last() else {
        return Err(Error::NoJdk);
    };
    let corpus = ExploreCorpus::load(root, verdict, newest)?;
    let mut tests = Vec::new();
    for fixture in &corpus.fixtures {
        let mut jdks = jdks.clone();
        jdks.retain(|jdk| fixture.jdk <= jdk.version.feature);
        let name = format!("explore/{}/{}", verdict.directory(), fixture.class);
        let ways = if turn::all() {
            let of = |jdk: &Jdk| (format!("{name} on JDK {}", jdk.version.feature), jdk.clone());
            jdks.iter().map(of).collect()
        } else if jdks.is_empty() {
            vec![]
        } else {
            vec![(name.clone(), Turn::of(&name).pick(&jdks).clone())]
        };
        for (name, jdk) in ways {
            let (fixture, raddle) = (fixture.clone(), raddle.clone());
            let corpus = ExploreCorpus {
                jdk,
                ..corpus.clone()
            };
            let test = Test::new(name, move || {
                let problems = corpus.check(&fixture, &raddle, replays);
                let problems = problems.unwrap_or_else(|error| vec![error.to_string()]);
                let jdk = &corpus.jdk.version;
                assert!(problems.is_empty(), "on JDK {jdk}: {}", problems.join("\n"));
            });
            tests.push(test.fixture());
        }
    }
    Ok(tests)
}

impl ExploreCorpus {
    /// Reads `root/explore/<verdict>`, for this JDK.
    pub fn load(root: &Path, verdict: Verdict, jdk: &Jdk) -> Result<ExploreCorpus> {
        Self::load_from(&root.join("explore").join(verdict.directory()), verdict, jdk)
    }

    /// The programs of the papers, which fail too.
    pub fn load_papers(root: &Path, jdk: &Jdk) -> Result<ExploreCorpus> {
        Self::load_from(&root.join("explore").join(PAPERS), Verdict::Bad, jdk)
    }

    fn load_from(directory: &Path, verdict: Verdict, jdk: &Jdk) -> Result<ExploreCorpus> {
        let mut fixtures = Vec::new();
        let mut classes = Classes::default();
        for path in java_files(directory)? {
            let source = fs::read_to_string(&path).map_err(Error::io(&path))?;
            let fixture = Fixture::parse(&path, &source, verdict)?;
            if fixture.jdk <= jdk.version.feature {
                classes.add(fixture.jdk, path);
                fixtures.push(fixture);
            }
        }
        Ok(ExploreCorpus {
            verdict,
            jdk: jdk.clone(),
            fixtures,
            classes: Arc::new(classes),
        })
    }

    /// Keeps the programs whose name contains one of `parts`, which are separated by commas.
    pub fn only(&mut self, parts: &str) {
        let named = |class: &str| parts.split(',').any(|part| class.contains(part));
        self.fixtures.retain(|fixture| named(&fixture.class));
    }

    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    pub fn fixtures(&self) -> &[Fixture] {
        &self.fixtures
    }

    /// Explores a program with its own options and these, in a directory of its own.
    pub fn explore(
        &self,
        fixture: &Fixture,
        raddle: &Raddle,
        options: &[&str],
        limit: Duration,
    ) -> Result<Checked> {
        let directory = TempDir::with_prefix("raddle-explore-").map_err(Error::io(&fixture.class))?;
        let own = fixture.options.iter().map(String::as_str);
        let options: Vec<_> = own.chain(options.iter().copied()).collect();
        let mut program = self.program(fixture, directory.path())?;
        program.limit = limit;
        program.explored(raddle, &options)
    }

    /// What is not as expected of a program. What fails is repeated `replays` times.
    fn check(&self, fixture: &Fixture, raddle: &Raddle, replays: usize) -> Result<Vec<String>> {
        match self.verdict {
            Verdict::Bad => self.fails(fixture, raddle, replays),
            Verdict::Ok | Verdict::Missed => self.stands(fixture, raddle),
        }
    }

    fn program(&self, fixture: &Fixture, directory: &Path) -> Result<Program> {
        // Those that fail start many JVMs, to be simplified and repeated; twins have the same code.
        let verified: &[&str] = match self.verdict {
            Verdict::Ok => &VERIFY,
            Verdict::Bad | Verdict::Missed => &[],
        };
        let mut arguments: Vec<OsString> = verified.iter().map(Into::into).collect();
        arguments.extend([
            "-cp".into(),
            self.classes.compiled()?.into(),
            (&fixture.class).into(),
        ]);
        let mut program = Program::java(&self.jdk, arguments).directory(directory);
        program.limit = LIMIT;
        Ok(program)
    }

    fn explored(
        &self,
        fixture: &Fixture,
        raddle: &Raddle,
        directory: &Path,
        options: &[&str],
    ) -> Result<Checked> {
        let own = fixture.options.iter().map(String::as_str);
        let options: Vec<_> = own.chain(options.iter().copied()).collect();
        self.program(fixture, directory)?.explored(raddle, &options)
    }

    /// What is wrong if a program that is to fail is explored, and its failure repeated so often.
    pub fn fails(&self, fixture: &Fixture, raddle: &Raddle, replays: usize) -> Result<Vec<String>> {
        let directory = TempDir::with_prefix("raddle-explore-").map_err(Error::io("a directory"))?;
        // Simplifying takes most of the time, and is a test of its own.
        let simplify: &[&str] = if turn::all() { &[] } else { &["--no-minimize"] };
        let options = [&["--runs", FIND_WITHIN], simplify].concat();
        let checked = self.explored(fixture, raddle, directory.path(), &options)?;
        let text = checked.finished.stderr_text();
        let Some(run) = checked.run else {
            return Ok(vec![format!("no result:\n{text}")]);
        };
        let mut found = run
            .findings
            .iter()
            .filter(|finding| fixture.finds.contains(&finding.kind));
        let Some(found) = found.next() else {
            return Ok(vec![format!("not what it is to show was found:\n{text}")]);
        };
        let mut problems = Vec::new();
        if checked.finished.status != STATUS_FINDINGS {
            problems.push(format!("exit status {}:\n{text}", checked.finished.status));
        }
        let Some(file) = found
            .replay
            .as_ref()
            .and_then(|replay| replay.strip_prefix("raddle replay "))
        else {
            problems.push("its schedule was not kept".to_owned());
            return Ok(problems);
        };
        if replays > 0 {
            let times = replays.to_string();
            let command: [&OsStr; 5] = [
                raddle.binary().as_os_str(),
                "replay".as_ref(),
                "--times".as_ref(),
                times.as_ref(),
                file.as_ref(),
            ];
            let mut again = Program::new(command).directory(directory.path());
            again.limit = LIMIT + PER_REPLAY * u32::try_from(replays).unwrap_or(u32::MAX);
            let again = again.plain()?;
            let text = again.stderr_text();
            if again.status != STATUS_FINDINGS {
                problems.push(format!(
                    "its repetition ended with status {}:\n{text}",
                    again.status
                ));
            }
        }
        if fixture.small {
            let options = ["--strategy", "exhaustive", "--runs", "1000000"];
            let checked = self.explored(fixture, raddle, directory.path(), &options)?;
            let found = checked.run.iter().flat_map(|run| &run.findings);
            if !found
                .map(|finding| &finding.kind)
                .any(|kind| fixture.finds.contains(kind))
            {
                let text = checked.finished.stderr_text();
                problems.push(format!("a search of all its schedules did not find it:\n{text}"));
            }
        }
        Ok(problems)
    }

    fn stands(&self, fixture: &Fixture, raddle: &Raddle) -> Result<Vec<String>> {
        let directory = TempDir::with_prefix("raddle-explore-").map_err(Error::io("a directory"))?;
        let mut problems = Vec::new();
        let mut clean = |options: &[&str]| -> Result<Option<Run>> {
            let checked = self.explored(fixture, raddle, directory.path(), options)?;
            if checked.finished.status != 0 {
                let text = checked.finished.stderr_text();
                problems.push(format!(
                    "{options:?} ended with status {}:\n{text}",
                    checked.finished.status
                ));
            }
            Ok(checked.run)
        };
        let runs = if turn::all() { STAND_ALL } else { STAND };
        clean(&["--runs", runs, "--seed", &turn::number().to_string()])?;
        if fixture.small {
            let run = clean(&["--strategy", BOUNDED, "--runs", "1000000"])?;
            let exhausted = run.and_then(|run| run.explored?.exhausted);
            if exhausted.is_none() {
                problems.push("its schedules could not be exhausted".to_owned());
            }
        }
        Ok(problems)
    }
}

impl Fixture {
    fn parse(path: &Path, source: &str, verdict: Verdict) -> Result<Fixture> {
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut fixture = Fixture {
            class: file.trim_end_matches(".java").to_owned(),
            finds: Vec::new(),
            small: false,
            jdk: 17,
            options: Vec::new(),
            not_spurious: None,
        };
        for (number, line) in (1..).zip(source.lines()) {
            let Some(directive) = line.strip_prefix("//@ ") else {
                continue;
            };
            let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
            let rest = rest.trim();
            let understood = match word.trim() {
                "finds" => {
                    let kind = Kind::from_name(rest);
                    fixture.finds.extend(kind);
                    kind.is_some()
                }
                "small" => {
                    fixture.small = true;
                    true
                }
                "jdk" => match rest.strip_suffix('+').and_then(|release| release.parse().ok()) {
                    Some(release) => {
                        fixture.jdk = release;
                        true
                    }
                    None => false,
                },
                "options" => {
                    fixture.options = rest.split_whitespace().map(str::to_owned).collect();
                    true
                }
                "not-spurious" => {
                    fixture.not_spurious = Some(rest.to_owned());
                    !rest.is_empty()
                }
                "mechanism" => true,
                _ => false,
            };
            if !understood {
                return Err(Error::Expectation {
                    file,
                    line: number,
                    reason: format!("`{line}` is not understood"),
                });
            }
        }
        match (verdict, fixture.finds.is_empty()) {
            (Verdict::Bad, true) => Err(Error::Expectation {
                file,
                line: 1,
                reason: "no line says `//@ finds KIND`".to_owned(),
            }),
            _ => Ok(fixture),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corpus_is_well_formed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/explore");
        for verdict in [Verdict::Bad, Verdict::Ok] {
            let files = java_files(&root.join(verdict.directory())).unwrap();
            assert!(!files.is_empty());
            for path in files {
                Fixture::parse(&path, &fs::read_to_string(&path).unwrap(), verdict).unwrap();
            }
        }
    }

    #[test]
    fn directives_are_read_and_mistakes_reported() {
        let parse = |text: &str, verdict| Fixture::parse(Path::new("A.java"), text, verdict);
        let text = "// What.\n//@ finds stuck\n//@ jdk 21+\n//@ small\n//@ options --spurious --seed 3\n";
        let fixture = parse(text, Verdict::Bad).unwrap();
        assert_eq!(
            (fixture.class.as_str(), fixture.finds.as_slice(), fixture.jdk),
            ("A", &[Kind::Stuck][..], 21)
        );
        assert!(fixture.small && fixture.options == ["--spurious", "--seed", "3"]);
        for wrong in [
            "//@ finds luck\n",
            "//@ jdk x\n",
            "//@ finds stuck\n//@ odd\n",
            "//@ finds stuck\n//@ not-spurious\n",
            "",
        ] {
            assert!(parse(wrong, Verdict::Bad).is_err(), "{wrong}");
        }
        assert!(parse("", Verdict::Ok).is_ok());
    }
}
