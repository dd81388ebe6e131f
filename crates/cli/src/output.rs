//! Where results go: the report with advice to stderr, the JSON form to a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use owo_colors::OwoColorize;
use raddle_findings::{JvmState, Run};
use raddle_report::Document;

use crate::error::Error;

/// Prints a report with advice, writes the JSON file, and says the exit status.
pub fn report(
    run: &Run,
    document: &Document,
    json: Option<&Path>,
    verdict: i32,
    err: &mut impl Write,
) -> Result<i32, Error> {
    // The report is best effort: if stderr is gone, the status and the JSON file remain.
    let _ = err.write_all(raddle_report::text(document).as_bytes());
    for line in advice(run) {
        let _ = writeln!(err, "  {} {line}", "help:".cyan());
    }
    let written = json.map_or(Ok(()), |path| write_json(run, path));
    match (verdict, written) {
        (verdict, Ok(())) => Ok(verdict),
        (_, Err(error)) if run.findings.is_empty() => Err(error),
        (verdict, Err(error)) => {
            let _ = writeln!(err, "{} {error}", "raddle: error:".red().bold());
            Ok(verdict)
        }
    }
}

/// What to do about an incomplete run.
fn advice(run: &Run) -> Vec<&'static str> {
    if run.complete {
        return Vec::new();
    }
    if run.jvms.is_empty() {
        return vec![
            "does the command start a JVM at all?",
            "does it clear JAVA_TOOL_OPTIONS, or does a container or a daemon start the JVM for it? (Gradle: --no-daemon)",
            "did the JVM refuse the agent? its message is above; `raddle doctor` tries every JDK",
        ];
    }
    if run
        .jvms
        .iter()
        .all(|jvm| matches!(jvm.state, JvmState::LeftAlone(_)))
    {
        return vec!["build tools and compilers are watched with --all-jvms"];
    }
    if run.findings.is_empty() {
        return vec![
            "nothing was found, but something may have been missed: see to the reasons above and run again",
        ];
    }
    vec!["there may be more: see to the reasons above and run again"]
}

/// Fails before the run, not after it, if the JSON file cannot be written.
pub fn check_json_target(path: &Path) -> Result<(), Error> {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let why = match () {
        () if !parent.is_dir() => format!("there is no directory {}", parent.display()),
        () if path.is_dir() => "it is a directory".to_owned(),
        () => return Ok(()),
    };
    Err(Error::Json {
        path: path.to_owned(),
        source: io::Error::other(why),
    })
}

pub fn write_json(run: &Run, path: &Path) -> Result<(), Error> {
    let text = raddle_report::json(run).map_err(io::Error::from);
    text.and_then(|text| fs::write(path, text))
        .map_err(|source| Error::Json {
            path: path.to_owned(),
            source,
        })
}
