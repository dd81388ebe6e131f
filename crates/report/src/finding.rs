//! One finding as text: a headline, both sides, hints, and the next step.

use std::fmt::Write;

use owo_colors::OwoColorize;
use raddle_findings::{Finding, Frame, HeldLock, Kind, Op, Severity, Side, Variable, is_jdk_class};

use crate::hint::hints;
use crate::source::Sources;
use crate::words::{clean, counted, place};

/// Longer source lines are cut.
const MAX_SOURCE_CHARS: usize = 120;

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
    for (index, side) in finding.sides.iter().enumerate() {
        write_side(index + 1, side, sources, out)?;
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
        writeln!(out, "  {} {}", "again:".cyan(), clean(replay))?;
    }
    writeln!(out, "  {} raddle explain {}", "more:".cyan(), finding.kind.name())
}

fn headline(finding: &Finding) -> String {
    match (&finding.variable, finding.kind) {
        (Some(variable), Kind::DataRace) => format!("data race on {}", name(variable, &finding.sides)),
        (None, _) => clean(&finding.message),
    }
}

/// The variable in words: `Account.balance (long: a torn value is possible)`.
fn name(variable: &Variable, sides: &[Side]) -> String {
    let mut name = match (&variable.array, &variable.field) {
        (Some(array), _) => {
            let birthplace = array
                .allocated_at
                .as_ref()
                .map(|frame| format!(", created at {}", place(frame)));
            format!(
                "element {} of {}{}",
                array.index,
                variable.class,
                birthplace.unwrap_or_default()
            )
        }
        (None, Some(field)) => format!("{}.{field}", class_name(&variable.class, sides)),
        (None, None) => {
            let simple = simple_name(&variable.class);
            let article = if simple.starts_with(['A', 'E', 'I', 'O', 'U']) {
                "an"
            } else {
                "a"
            };
            format!("the contents of {article} {simple} ({})", variable.class)
        }
    };
    let torn = matches!(variable.type_name.as_str(), "long" | "double");
    let torn = torn.then(|| format!("{}: a torn value is possible", variable.type_name));
    let notes: Vec<_> = variable
        .is_static
        .then(|| "static".to_owned())
        .into_iter()
        .chain(torn)
        .collect();
    if !notes.is_empty() {
        name += &format!(" ({})", notes.join(", "));
    }
    clean(&name)
}

/// The class without its package, where the sides show the package anyway.
fn class_name<'a>(class: &'a str, sides: &[Side]) -> &'a str {
    let shown = sides
        .iter()
        .filter_map(Side::site)
        .any(|frame| frame.class == class);
    if shown { simple_name(class) } else { class }
}

fn simple_name(class: &str) -> &str {
    class.rsplit_once('.').map_or(class, |(_, simple)| simple)
}

fn write_side(number: usize, side: &Side, sources: &Sources, out: &mut String) -> std::fmt::Result {
    let op = match side.op {
        Op::Read => "read",
        Op::Write => "write",
    };
    let order = if number == 1 { "" } else { ", not ordered with (1)" };
    let call = side.call.as_ref();
    let call = call
        .map(|call| format!(", in {}", clean(call)))
        .unwrap_or_default();
    let thread = format!("thread {} \"{}\"", side.thread.id, clean(&side.thread.name));
    writeln!(
        out,
        "  {} {} by {}{call}{order}",
        format!("({number})").bold(),
        op.bold(),
        thread.green()
    )?;

    let mut frames = side.stack.iter().filter(|frame| !frame.is_own());
    match frames.next() {
        Some(site) => {
            writeln!(out, "      at {}", place(site).bold())?;
            if let (Some(line), Some(text)) = (site.line, sources.line(site)) {
                writeln!(out, "         {} {}", format!("{line} |").blue(), quoted(&text))?;
            }
        }
        None => writeln!(out, "      at a place that was not recorded")?,
    }
    for frame in frames {
        writeln!(out, "      at {}", place(frame))?;
    }
    if side.stack.len() > 1 && !side.stack_complete {
        writeln!(out, "      at … (the callers before these were not recorded)")?;
    }
    write_locks(side.locks.as_deref(), out)?;
    if let Some(frame) = creation_site(&side.thread.created_at) {
        writeln!(
            out,
            "      thread {} was started at {}",
            side.thread.id,
            place(frame)
        )?;
    }
    Ok(())
}

fn write_locks(locks: Option<&[HeldLock]>, out: &mut String) -> std::fmt::Result {
    let Some(locks) = locks else {
        return writeln!(out, "      locks no longer known");
    };
    if locks.is_empty() {
        return writeln!(out, "      no locks held");
    }
    for lock in locks {
        let entered = lock
            .acquired_at
            .as_ref()
            .map(|frame| format!(", entered at {}", place(frame)));
        let name = format!("{}#{}", clean(&lock.class), lock.id);
        writeln!(
            out,
            "      holding {}{}",
            name.yellow(),
            entered.unwrap_or_default()
        )?;
    }
    Ok(())
}

/// Where the program started a thread: the first frame that is not the JDK's, for a thread pool's
/// inside says little.
fn creation_site(stack: &[Frame]) -> Option<&Frame> {
    let of_jdk = |frame: &Frame| is_jdk_class(&frame.class.replace('.', "/"));
    let mut shown = stack.iter().filter(|frame| !frame.is_own());
    shown
        .clone()
        .find(|frame| !of_jdk(frame))
        .or_else(|| shown.next())
}

fn quoted(line: &str) -> String {
    let line = clean(&line.replace('\t', " "));
    match line.char_indices().nth(MAX_SOURCE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
