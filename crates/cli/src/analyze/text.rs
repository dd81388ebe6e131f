//! Findings in a trace as people read them: in the words of the trace.

use owo_colors::OwoColorize;
use raddle_findings::{Act, Finding, HeldLock, Run, Severity, Side};

/// `looked_at` says how much there was to look at.
pub fn render(run: &Run, looked_at: &str) -> String {
    let mut lines = Vec::new();
    for finding in &run.findings {
        write_finding(finding, &mut lines);
        lines.push(String::new());
    }
    for reason in &run.incomplete {
        lines.push(format!("{} {}", "incomplete:".yellow().bold(), clean(reason)));
    }
    let count = match run.findings.len() {
        0 => "nothing found".to_owned(),
        1 => "1 finding".to_owned(),
        many => format!("{many} findings"),
    };
    lines.push(format!("raddle: {count}; looked at {}", clean(looked_at)));
    lines.join("\n") + "\n"
}

fn write_finding(finding: &Finding, lines: &mut Vec<String>) {
    let label = match finding.severity {
        Severity::Error => format!("error[{}]:", finding.code).red().bold().to_string(),
        Severity::Warning => format!("warning[{}]:", finding.code).yellow().bold().to_string(),
    };
    lines.push(format!("{label} {}", clean(&finding.message).bold()));
    for (number, side) in (1..).zip(&finding.sides) {
        let number = format!("({number})");
        lines.push(format!("  {} {}", number.bold(), clean(&named(side, finding))));
    }
    for note in &finding.notes {
        lines.push(format!("  {} {}", "note:".cyan(), clean(note)));
    }
    if finding.count > 1 {
        lines.push(format!("  {} {} times", "seen:".cyan(), finding.count));
    }
    lines.push(format!(
        "  {} raddle explain {}",
        "more:".cyan(),
        finding.kind.name()
    ));
}

fn named(side: &Side, finding: &Finding) -> String {
    let thread = &side.thread.name;
    let variable = finding.variable.as_ref().and_then(|v| v.field.as_deref());
    let variable = variable.unwrap_or("?");
    let locks: Vec<String> = side.locks.iter().flatten().map(held).collect();
    let locks = match locks.is_empty() {
        true => "no lock".to_owned(),
        false => locks.join(", "),
    };
    let at = side
        .site()
        .map(|frame| format!(" at {}", frame.method))
        .unwrap_or_default();
    match side.op {
        Act::Read => format!("{thread} reads {variable}{at}, holding {locks}"),
        Act::Write => format!("{thread} writes {variable}{at}, holding {locks}"),
        // A trace tells of neither exceptions nor loops.
        Act::Throw | Act::Spin | Act::Exit => format!("{thread} fails{at}, holding {locks}"),
        Act::Lock | Act::Wait => {
            let wait = side.wait.as_ref();
            let wanted = wait
                .and_then(|wait| wait.object.as_ref())
                .map_or("?", |lock| &lock.class);
            let holders = wait.iter().flat_map(|wait| &wait.held_by);
            let holders: String = holders
                .map(|holder| format!(", which ({holder}) holds"))
                .collect();
            format!("{thread} holds {locks} and wants {wanted}{at}{holders}")
        }
    }
}

fn held(lock: &HeldLock) -> String {
    let shared = if lock.mode.is_exclusive() {
        ""
    } else {
        " for reading"
    };
    let taken = lock.acquired_at.as_ref();
    let taken = taken
        .map(|frame| format!(" (taken at {})", frame.method))
        .unwrap_or_default();
    format!("{}{shared}{taken}", lock.lock.class)
}

/// Names come from a file: control characters in them are shown, not sent to the terminal.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    out
}
