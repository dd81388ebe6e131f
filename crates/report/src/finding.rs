//! One finding as text: a headline, all sides, hints, and the next step.

use std::fmt::Write;

use owo_colors::OwoColorize;
use raddle_findings::{Finding, Kind, Severity};

use crate::hint::hints;
use crate::order::Letters;
use crate::side::write_side;
use crate::source::Sources;
use crate::variable;
use crate::words::{clean, counted};

/// Appends the text of a finding.
pub fn render(finding: &Finding, sources: &Sources, out: &mut String) {
    // Writing to a string cannot fail, so the results below carry nothing.
    let _ = write(finding, sources, out);
}

fn write(finding: &Finding, sources: &Sources, out: &mut String) -> std::fmt::Result {
    let label = match finding.severity {
        Severity::Error => format!("error[{}]", finding.code).red().bold().to_string(),
        Severity::Warning => format!("warning[{}]", finding.code).yellow().bold().to_string(),
    };
    writeln!(out, "{label}{} {}", ":".bold(), headline(finding).bold())?;
    for (number, side) in (1..).zip(&finding.sides) {
        write_side(finding, number, side, sources, out)?;
    }
    if finding.kind == Kind::LockOrder {
        for line in Letters::of(finding).legend() {
            writeln!(out, "  {line}")?;
        }
    }
    for hint in hints(finding) {
        writeln!(out, "  {} {hint}", "hint:".cyan())?;
    }
    for note in &finding.notes {
        writeln!(out, "  {} {}", "note:".cyan(), clean(note))?;
    }
    let mut seen = match finding.count {
        0 | 1 => "once".to_owned(),
        count => counted(count, "time"),
    };
    if finding.pids.len() > 1 {
        write!(seen, " in {}", counted(finding.pids.len() as u64, "JVM"))?;
    }
    writeln!(
        out,
        "  {} {seen}; fingerprint {}",
        "seen:".cyan(),
        clean(&finding.fingerprint)
    )?;
    if let Some(replay) = &finding.replay {
        writeln!(out, "  {} {}", "replay:".cyan(), clean(replay))?;
    }
    writeln!(out, "  {} raddle explain {}", "more:".cyan(), finding.kind.name())
}

/// What an exception says of itself, without the sentence around it.
fn thrown(message: &str) -> &str {
    message.strip_prefix("a thread ends by ").unwrap_or(message)
}

/// Most kinds say more than their message, which stands alone in JSON.
fn headline(finding: &Finding) -> String {
    let threads = counted(finding.sides.len() as u64, "thread");
    match (&finding.variable, finding.kind) {
        (Some(variable), Kind::DataRace) => {
            format!("data race on {}", variable::described(variable, &finding.sides))
        }
        (Some(variable), Kind::LockDiscipline) => format!(
            "no lock protects every access to {}",
            variable::named(variable, &finding.sides)
        ),
        (_, Kind::Deadlock) => match finding.sides.len() {
            0 => clean(&finding.message),
            1 => "deadlock: a thread waits for itself".to_owned(),
            _ => format!("deadlock: {threads} wait for each other"),
        },
        (_, Kind::LockOrder) => match Letters::of(finding).count() {
            0 => clean(&finding.message),
            1 => format!("possible deadlock: {threads} hold one lock and want it again in another way"),
            locks => format!(
                "possible deadlock: {threads} take {} in different orders",
                counted(locks, "lock")
            ),
        },
        (_, Kind::Stuck) => "the program is stuck: no thread can go on".to_owned(),
        (_, Kind::UncaughtException) => format!("uncaught exception: {}", clean(thrown(&finding.message))),
        (_, Kind::Livelock) => match finding.sides.len() {
            0 => clean(&finding.message),
            1 => {
                "livelock: a thread does the same again and again, and no other thread can end it".to_owned()
            }
            _ => format!("livelock: {threads} are busy and none gets on"),
        },
        (_, Kind::BadExit) => format!("bad exit: {}", clean(&finding.message)),
        // The message of any other kind is its headline.
        _ => clean(&finding.message),
    }
}
