//! `raddle doctor`: does Raddle work here? For each JDK it plants a race, which must be found, and runs
//! the same program with a lock, in which nothing may be found.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Seek, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use owo_colors::OwoColorize;
use raddle_findings::Run;
use raddle_jdk::Jdk;
use raddle_session::Config;

use crate::error::{self, Error};
use crate::program::gather::gather;
use crate::program::{Program, RunDir, Running, launch};

/// The releases that Raddle's own tests run on, and those between.
const TESTED: RangeInclusive<u32> = 17..=25;

/// A planted program ends within a second; a JVM that takes this long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Of what a failing command says, this much is shown.
const MAX_LINES: usize = 20;

/// The main thread is one of the two racers: nothing that the other thread does, not even its end,
/// can order the two increments, whatever the timing.
const PLANTED: &str = "\
class Planted extends Thread {
    static int count;

    @Override
    public void run() {
        LOCK { count++; }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Planted();
        other.start();
        LOCK { count++; }
        other.join();
    }
}
";

/// What the doctor says about one thing.
enum Diagnosis {
    Works(String),
    Note(String),
    Fails(String),
}

pub fn run(out: &mut impl Write) -> Result<i32, Error> {
    let mut works = false;
    let mut fails = false;
    let mut say = |diagnosis: Diagnosis| {
        let line = match diagnosis {
            Diagnosis::Works(text) => format!("{} {text}", "✓".green()),
            Diagnosis::Note(text) => format!("{} {text}", "-".yellow()),
            Diagnosis::Fails(text) => format!("{} {text}", "✗".red()),
        };
        writeln!(out, "{line}")
            .and_then(|()| out.flush())
            .map_err(Error::Output)
    };

    let agent = launch::agent_library();
    match &agent {
        Ok(path) => say(Diagnosis::Works(format!("agent library {}", path.display())))?,
        Err(error) => say(Diagnosis::Fails(error.to_string()))?,
    }
    let jdks = raddle_jdk::find_all();
    if jdks.is_empty() {
        say(Diagnosis::Fails(
            "no JDK found\n  install one (17 or later), or set JAVA_HOME to it".to_owned(),
        ))?;
    }
    for jdk in &jdks {
        let diagnosis = match &agent {
            Ok(agent) => examine(jdk, agent),
            Err(_) => Diagnosis::Note(format!("{}: not tried without the agent library", title(jdk))),
        };
        works |= matches!(diagnosis, Diagnosis::Works(_));
        fails |= matches!(diagnosis, Diagnosis::Fails(_));
        say(diagnosis)?;
    }
    if works && !fails {
        say(Diagnosis::Works(
            "raddle works here: try `raddle check -- java …`".to_owned(),
        ))?;
        return Ok(0);
    }
    say(Diagnosis::Fails(
        "raddle does not work here; the lines above say why".to_owned(),
    ))?;
    Ok(error::STATUS)
}

fn title(jdk: &Jdk) -> String {
    format!("Java {} in {}", jdk.version, jdk.home.display())
}

/// Plants the race in one JDK.
fn examine(jdk: &Jdk, agent: &Path) -> Diagnosis {
    let title = title(jdk);
    if jdk.version.feature < *TESTED.start() {
        return Diagnosis::Note(format!(
            "{title}: too old, Raddle needs {} or later",
            TESTED.start()
        ));
    }
    if jdk.compiler().is_none() {
        return Diagnosis::Note(format!(
            "{title}: no race could be planted, since neither it nor a newer JDK has javac"
        ));
    }
    let untested = if TESTED.contains(&jdk.version.feature) {
        ""
    } else {
        " (Raddle is not tested on this release)"
    };
    match plant(jdk, agent) {
        Ok(()) => Diagnosis::Works(format!("{title}: planted race found, clean twin clean{untested}")),
        Err(why) => Diagnosis::Fails(format!("{title}: {why}{untested}")),
    }
}

/// Runs both programs; the error is a sentence for the user.
fn plant(jdk: &Jdk, agent: &Path) -> Result<(), String> {
    let racy = observe(jdk, agent, "")?;
    let found: Vec<_> = racy.findings.iter().map(describe).collect();
    match found.as_slice() {
        [only] if only == "Planted.count" => {}
        [] => {
            return Err(
                "the planted race was not found\n  please report this, with the output of java -version"
                    .to_owned(),
            );
        }
        _ => {
            return Err(format!(
                "the planted race is on Planted.count, but found was: {}",
                found.join(", ")
            ));
        }
    }
    let clean = observe(jdk, agent, "synchronized (Planted.class)")?;
    match clean.findings.first() {
        None => Ok(()),
        Some(finding) => Err(format!(
            "a false alarm on {} in a program without a race",
            describe(finding)
        )),
    }
}

fn describe(finding: &raddle_findings::Finding) -> String {
    let variable = finding.variable.as_ref();
    variable.map_or_else(
        || finding.message.clone(),
        |v| {
            format!(
                "{}{}",
                v.class,
                v.field
                    .as_ref()
                    .map(|field| format!(".{field}"))
                    .unwrap_or_default()
            )
        },
    )
}

/// Compiles the program with `lock` before each access and runs it under the agent.
fn observe(jdk: &Jdk, agent: &Path, lock: &str) -> Result<Run, String> {
    let work =
        tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}\n  set TMPDIR"))?;
    let source = work.path().join("Planted.java");
    fs::write(&source, PLANTED.replace("LOCK", lock))
        .map_err(|error| format!("{}: {error}", source.display()))?;
    let mut javac = jdk.compile().ok_or("no javac")?;
    javac
        .arg("-d")
        .arg(work.path())
        .arg(&source)
        .env_remove(launch::TOOL_OPTIONS);
    let compiled = finish(&mut javac)?;
    if compiled.status != 0 {
        return Err(format!("javac fails:{}", compiled.said));
    }

    let dir = RunDir::prepare(None, &Config::default()).map_err(|error| error.to_string())?;
    let command: Vec<OsString> = vec![
        jdk.java().into(),
        "-cp".into(),
        work.path().into(),
        "Planted".into(),
    ];
    let plan = Program::new(agent, &command).plan(&dir);
    let plan = plan.map_err(|error| error.to_string())?;
    let ended = finish(
        plan.command()
            .current_dir(work.path())
            .env_remove(launch::TOOL_OPTIONS),
    )?;
    let run = gather(&command, ended.status, &dir, &Config::default()).map_err(|error| error.to_string())?;
    if run.status != 0 {
        return Err(format!(
            "the program ended with status {} under Raddle:{}",
            run.status, ended.said
        ));
    }
    if !run.complete {
        return Err(format!("{}{}", run.incomplete.join("\n  "), ended.said));
    }
    Ok(run)
}

/// How a command ended, and what it had to say about it.
struct Ended {
    status: i32,
    said: String,
}

/// What the command says goes through a file: a pipe would have to be emptied meanwhile.
fn finish(command: &mut Command) -> Result<Ended, String> {
    let name = command.get_program().display().to_string();
    let lost = |error: io::Error| format!("{name}: {error}");
    let mut file = tempfile::tempfile().map_err(lost)?;
    command
        .stdin(Stdio::null())
        .stdout(file.try_clone().map_err(lost)?)
        .stderr(file.try_clone().map_err(lost)?);
    let running = Running::start(command, 0).map_err(|error| error.to_string())?;
    let deadline = Instant::now() + PATIENCE;
    let ended = running.wait_while(|| Instant::now() < deadline);
    let ended = ended.map_err(|error| error.to_string())?;
    if ended.stopped {
        return Err(format!(
            "{name}: did not end within {}",
            humantime::format_duration(PATIENCE)
        ));
    }
    let mut text = Vec::new();
    file.rewind()
        .and_then(|()| file.read_to_end(&mut text))
        .map_err(lost)?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<_> = text.lines().map(|line| format!("\n    {line}")).collect();
    // What matters, the JVM says last.
    let said = lines[lines.len().saturating_sub(MAX_LINES)..].concat();
    Ok(Ended {
        status: ended.status,
        said,
    })
}
