//! `cargo xtask projects DIRECTORY`: the test suites of projects that others wrote, run plain and under `raddle check`.
//! The directory has a checkout of each, made by the caller; nothing is fetched here but by the projects' own Maven
//! builds.
//!
//! A file of `corpus/projects` says which version was looked at, which command runs its tests, and what was found:
//!
//! ```text
//! checkout: commons-pool
//! version: 7f1d0c2 (2026-05-01)
//! command: mvn -q test
//!
//! org.example.Pool.size | race | why
//! ```
//!
//! Checking must not change which tests pass, and every finding needs a verdict. What a run said is kept in
//! `target/projects`.
//!
//! Tests that give something milliseconds fail now and then on a busy machine. So those that fail only under
//! `raddle check` are run again, alone and checked; what passes then is printed, and is no complaint.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use raddle_jdk::Jdk;
use raddle_testkit::{Program, Raddle};

use crate::repo::{self, Outcome, Product};
use crate::triage::Triage;

const LIMIT: Duration = Duration::from_secs(3600);
/// How much of a failure is printed.
const FAILURE_LINES: usize = 6;

#[derive(clap::Args)]
pub struct Args {
    /// Where the checkouts are
    directory: PathBuf,
    /// Run only these projects
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Use the JDK of this release only; may be repeated
    #[arg(long, value_name = "N")]
    jdk: Vec<u32>,
}

pub fn run(args: &Args) -> Outcome {
    let files = repo::files(&repo::root().join("corpus/projects"), "txt")?;
    let projects = files
        .iter()
        .map(|file| Project::read(file))
        .collect::<Outcome<Vec<_>>>()?;
    for name in &args.names {
        if !projects.iter().any(|project| project.name == *name) {
            let known: Vec<_> = projects.iter().map(|project| project.name.as_str()).collect();
            return Err(format!("no project {name}; there are {}", known.join(", ")).into());
        }
    }
    let raddle = Raddle::at(&Product::build()?.raddle)?;
    let mut jdks = raddle_testkit::jdks()?;
    // Maven compiles with the JDK that it runs on.
    jdks.retain(|jdk| jdk.has_javac && (args.jdk.is_empty() || args.jdk.contains(&jdk.version.feature)));
    let mut complaints = Vec::new();
    let wanted = |project: &&Project| args.names.is_empty() || args.names.contains(&project.name);
    for project in projects.iter().filter(wanted) {
        let checkout = args.directory.join(&project.checkout);
        if !checkout.join("pom.xml").is_file() {
            let (name, version) = (&project.name, &project.version);
            complaints.push(format!(
                "{name}: no checkout at {}; version {version} was looked at",
                checkout.display()
            ));
            continue;
        }
        for jdk in &jdks {
            complaints.extend(project.judge(jdk, &raddle, &checkout)?);
        }
    }
    repo::all_well(&complaints)
}

struct Project {
    name: String,
    checkout: String,
    version: String,
    command: Vec<String>,
    triage: Triage,
}

impl Project {
    fn read(file: &Path) -> Outcome<Project> {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(file)?;
        Project::parse(&name, &text).map_err(|error| format!("{}: {error}", file.display()).into())
    }

    fn parse(name: &str, text: &str) -> Outcome<Project> {
        let (head, triage): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| {
            line.split_once(": ")
                .is_some_and(|(key, _)| ["checkout", "version", "command"].contains(&key))
        });
        let value = |key: &str| {
            let value = head
                .iter()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            value.ok_or_else(|| format!("no line `{key}: …`"))
        };
        Ok(Project {
            name: name.to_owned(),
            checkout: value("checkout")?.to_owned(),
            version: value("version")?.to_owned(),
            command: value("command")?.split_whitespace().map(str::to_owned).collect(),
            triage: Triage::parse(&triage.join("\n"))?,
        })
    }

    /// Runs the tests as they are, then checked. What is not as it should be is given back.
    fn judge(&self, jdk: &Jdk, raddle: &Raddle, checkout: &Path) -> Outcome<Vec<String>> {
        let title = format!("JDK {}, {}", jdk.version.feature, self.name);
        let revision = Command::new("git")
            .args(["-C"])
            .arg(checkout)
            .args(["rev-parse", "--short", "HEAD"])
            .output();
        let revision = revision.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        println!(
            "{title}: looked at {}, this is {}",
            self.version,
            revision.unwrap_or_default()
        );
        let program = |command: &[String]| {
            let mut program = Program::new(command)
                .directory(checkout)
                .env("JAVA_HOME", &jdk.home);
            program.limit = LIMIT;
            program
        };
        let all = program(&self.command);
        forget(checkout)?;
        let plain = all.plain()?;
        let before = results(checkout)?;
        forget(checkout)?;
        let checked = all.checked(raddle, &[])?;
        let mut after = results(checkout)?;
        let kept = repo::target()?
            .join("projects")
            .join(format!("{}-{}", self.name, jdk.version.feature));
        fs::create_dir_all(&kept)?;
        fs::write(kept.join("stdout.txt"), checked.finished.stdout_text())?;
        fs::write(kept.join("report.txt"), checked.finished.stderr_text())?;
        let Some(run) = checked.run else {
            return Ok(vec![format!(
                "{title}: no result:\n{}",
                checked.finished.stderr_text()
            )]);
        };
        let seconds = (plain.took.as_secs_f64(), checked.finished.took.as_secs_f64());
        println!(
            "{title}: {} tests; {:.0} s plain, {:.0} s checked ({:.1}×), {} findings",
            before.len(),
            seconds.0,
            seconds.1,
            seconds.1 / seconds.0,
            run.findings.len()
        );
        let mut problems = Vec::new();
        let failed = newly_failed(&before, &after);
        if !failed.is_empty() {
            forget(checkout)?;
            let checked = program(&selecting(&self.command, &failed)).checked(raddle, &[])?;
            let again = results(checkout)?;
            for test in passed_again(&failed, &again) {
                println!("{title}: {test} failed under raddle check and passed when it was run again");
                after.insert(test, Verdict::Passed);
            }
            problems.extend(checked.run.iter().flat_map(|run| self.triage.judge(run)));
        }
        problems.extend(changes(&before, &after));
        if before.is_empty() {
            problems.push(format!(
                "no test was run:\n{}{}",
                plain.stdout_text(),
                plain.stderr_text()
            ));
        }
        if !run.complete {
            problems.push(format!("incomplete: {}", run.incomplete.join("; ")));
        }
        problems.extend(self.triage.judge(&run));
        Ok(problems
            .iter()
            .map(|problem| format!("{title}: {problem}"))
            .collect())
    }
}

/// Removes what earlier tests have reported.
fn forget(checkout: &Path) -> Outcome {
    for report in reports(checkout)? {
        fs::remove_file(report)?;
    }
    Ok(())
}

/// The reports of Maven's test runners, in the project and its modules.
fn reports(checkout: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending = vec![checkout.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory)?.flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if entry.file_type()?.is_dir() {
                if !name.starts_with('.') && name != "src" {
                    pending.push(path);
                }
            } else if name.starts_with("TEST-") && name.ends_with(".xml") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What became of a test. Of several times that it is run, the worst counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Passed,
    Skipped,
    /// With the beginning of what the report says of it.
    Failed(String),
}

type Results = BTreeMap<String, Verdict>;

/// Each test by its class and name.
fn results(checkout: &Path) -> Outcome<Results> {
    let mut all = BTreeMap::new();
    for report in reports(checkout)? {
        all.extend(test_cases(&fs::read_to_string(report)?));
    }
    Ok(all)
}

/// The `<testcase>` elements of a report.
fn test_cases(xml: &str) -> Results {
    let mut cases = Results::new();
    for part in xml.split("<testcase ").skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        let attribute = |name: &str| {
            let (_, rest) = tag.split_once(&format!("{name}=\""))?;
            rest.split('"').next()
        };
        // `name` is also the end of `classname`.
        let class = attribute("classname").unwrap_or_default();
        let name = attribute(" name")
            .or_else(|| tag.strip_prefix("name=\"")?.split('"').next())
            .unwrap_or_default();
        let body = if tag.ends_with('/') {
            ""
        } else {
            part.split("</testcase>").next().unwrap_or_default()
        };
        let verdict = match body.find("<failure").or_else(|| body.find("<error")) {
            Some(at) => Verdict::Failed(
                body[at..]
                    .lines()
                    .take(FAILURE_LINES)
                    .collect::<Vec<_>>()
                    .join("\n"),
            ),
            None if body.contains("<skipped") => Verdict::Skipped,
            None => Verdict::Passed,
        };
        let worst = cases.entry(format!("{class}.{name}")).or_insert(Verdict::Passed);
        *worst = verdict.max(worst.clone());
    }
    cases
}

/// What failed and did not before.
fn newly_failed(before: &Results, after: &Results) -> Vec<String> {
    let fails = |(test, verdict): &(&String, &Verdict)| {
        matches!(verdict, Verdict::Failed(_))
            && before
                .get(*test)
                .is_some_and(|verdict| !matches!(verdict, Verdict::Failed(_)))
    };
    after.iter().filter(fails).map(|(test, _)| test.clone()).collect()
}

/// The class and the method of a test, which may have parameters or a number behind it. Some reports name the whole
/// class beside its methods, in parentheses; then there is no method.
fn class_and_method(test: &str) -> (&str, &str) {
    let name = test.split(['(', '[', '{', ' ']).next().unwrap_or(test);
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// The command with these tests in place of all.
fn selecting(command: &[String], tests: &[String]) -> Vec<String> {
    let mut classes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (class, method) in tests.iter().map(|test| class_and_method(test)) {
        let methods = classes.entry(class).or_default();
        if !method.is_empty() {
            methods.insert(method);
        }
    }
    let selected: Vec<String> = classes
        .into_iter()
        .map(|(class, methods)| match methods.is_empty() {
            true => class.to_owned(),
            false => format!("{class}#{}", methods.into_iter().collect::<Vec<_>>().join("+")),
        })
        .collect();
    let others = command.iter().filter(|word| !word.starts_with("-Dtest="));
    let selection = format!("-Dtest={}", selected.join(","));
    others.cloned().chain([selection]).collect()
}

/// Those of the tests that were run once more, and have passed.
fn passed_again(tests: &[String], again: &Results) -> Vec<String> {
    let is_good = |test: &&String| {
        let (class, method) = class_and_method(test);
        let mut same = again
            .iter()
            .filter(|(test, _)| {
                let (its_class, its_method) = class_and_method(test);
                its_class == class && (method.is_empty() || its_method == method)
            })
            .peekable();
        same.peek().is_some() && same.all(|(_, verdict)| *verdict == Verdict::Passed)
    };
    tests.iter().filter(is_good).cloned().collect()
}

fn changes(before: &Results, after: &Results) -> Vec<String> {
    let mut changes = Vec::new();
    for (test, verdict) in before {
        match (verdict, after.get(test)) {
            (Verdict::Passed | Verdict::Skipped, Some(Verdict::Failed(why))) => {
                changes.push(format!("{test} fails under raddle check:\n{why}"));
            }
            (Verdict::Passed, Some(Verdict::Skipped)) => {
                changes.push(format!("{test} is skipped under raddle check"));
            }
            (_, None) => changes.push(format!("{test} is not run under raddle check")),
            _ => {}
        }
    }
    let more = after.keys().filter(|test| !before.contains_key(*test));
    changes.extend(more.map(|test| format!("{test} is run under raddle check only")));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_described_by_its_file() {
        let text = "# Pools.\ncheckout: pool\nversion: 1a2b\ncommand: mvn -q test\n\na.B.c | race | why\n";
        let project = Project::parse("pool", text).unwrap();
        assert_eq!(
            (project.checkout.as_str(), project.version.as_str()),
            ("pool", "1a2b")
        );
        assert_eq!(project.command, ["mvn", "-q", "test"]);
        assert!(Project::parse("pool", "checkout: pool\n").is_err());
        assert!(Project::parse("pool", &format!("{text}false\n")).is_err());
    }

    #[test]
    fn reports_are_read() {
        let xml = r#"<testsuite name="s" tests="3"><testcase name="a" classname="x.Y" time="1"/>
            <testcase classname="x.Y" name="b"><failure message="m">trace</failure></testcase>
            <testcase name="c" classname="x.Y"><skipped/></testcase></testsuite>"#;
        let cases = test_cases(xml);
        assert_eq!(cases["x.Y.a"], Verdict::Passed);
        assert!(matches!(&cases["x.Y.b"], Verdict::Failed(why) if why.contains("trace")));
        assert_eq!(cases["x.Y.c"], Verdict::Skipped);
        assert_eq!(cases.len(), 3);
    }

    #[test]
    fn of_several_runs_of_a_test_the_worst_counts() {
        let xml = r#"<testcase name="a"><failure/></testcase><testcase name="a"/>
            <testcase name="b"/><testcase name="b"><skipped/></testcase>"#;
        let cases = test_cases(xml);
        assert!(matches!(cases[".a"], Verdict::Failed(_)));
        assert_eq!(cases[".b"], Verdict::Skipped);
    }

    #[test]
    fn what_fails_only_under_check_is_run_again() {
        let failed = || Verdict::Failed("why".to_owned());
        let name = str::to_owned;
        let before = Results::from([
            (name("a.B.c"), Verdict::Passed),
            (name("a.B.d(int)[1]"), Verdict::Passed),
            (name("a.B.(a.B)"), Verdict::Passed),
            (name("a.E.f"), failed()),
        ]);
        let after: Results = before.keys().map(|test| (test.clone(), failed())).collect();
        let tests = newly_failed(&before, &after);
        assert_eq!(tests, ["a.B.(a.B)", "a.B.c", "a.B.d(int)[1]"]);
        let command = ["mvn", "-Dtest=X", "test"].map(str::to_owned);
        assert_eq!(selecting(&command, &tests), ["mvn", "test", "-Dtest=a.B#c+d"]);
        let again = Results::from([
            (name("a.B.c"), Verdict::Passed),
            (name("a.B.d(int)[1]"), Verdict::Passed),
        ]);
        assert_eq!(passed_again(&tests, &again), tests);
        assert!(passed_again(&tests, &after).is_empty());
        assert!(passed_again(&tests, &Results::new()).is_empty());
    }

    #[test]
    fn what_fails_by_itself_is_no_change() {
        let failed = || Verdict::Failed("why".to_owned());
        let all = |a, b| Results::from([("a".to_owned(), a), ("b".to_owned(), b)]);
        let one_fails = all(Verdict::Passed, failed());
        assert!(changes(&one_fails, &one_fails).is_empty());
        assert!(changes(&one_fails, &all(Verdict::Passed, Verdict::Passed)).is_empty());
        assert_eq!(changes(&one_fails, &all(failed(), failed())).len(), 1);
        assert_eq!(changes(&one_fails, &all(Verdict::Skipped, failed())).len(), 1);
        assert_eq!(changes(&one_fails, &Results::new()).len(), 2);
        assert_eq!(changes(&Results::new(), &one_fails).len(), 2);
    }
}
