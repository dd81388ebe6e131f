//! The report for people who read a terminal.
//!
//! Text always carries colours; the stream that it is written to takes them out where they are not wanted. Names come
//! from the program under test, so control characters in them are shown, not sent.

use std::fmt::{self, Write};

use owo_colors::{OwoColorize, Style};
use raddle_findings::Severity;

use super::table;
use crate::document::{
    Document, FindingSection, FrameLine, InterruptedSection, Message, Phrase, Role, ScheduleSection, Section,
    StackLine, ThreadBlock,
};

/// Longer source lines are cut.
const MAX_SOURCE_CHARS: usize = 120;

pub fn text(document: &Document) -> String {
    let mut out = String::new();
    for section in &document.sections {
        // Writing to a string cannot fail, so the result carries nothing.
        let _ = match section {
            Section::Finding(section) => finding(section, &mut out),
            Section::Schedule(section) => schedule(section, &mut out),
            Section::Interrupted(section) => interrupted(section, &mut out),
            Section::Message(section) => message(section, &mut out),
        };
    }
    out
}

fn finding(section: &FindingSection, out: &mut String) -> fmt::Result {
    let code = &section.code;
    let label = match section.severity {
        Severity::Error => format!("error[{code}]").red().bold().to_string(),
        Severity::Warning => format!("warning[{code}]").yellow().bold().to_string(),
    };
    writeln!(
        out,
        "{label}{} {}",
        ":".bold(),
        clean(&section.headline.words()).bold()
    )?;
    for side in &section.sides {
        block(side, out)?;
    }
    for line in &section.legend {
        writeln!(out, "  {}", styled(line))?;
    }
    for remark in &section.remarks {
        let label = format!("{}:", remark.label.word());
        writeln!(out, "  {} {}", label.cyan(), styled(&remark.text))?;
    }
    writeln!(out)
}

fn block(block: &ThreadBlock, out: &mut String) -> fmt::Result {
    let marker = format!("({})", block.number);
    writeln!(out, "  {} {}", marker.bold(), styled(&block.does))?;
    for line in &block.stack {
        match line {
            StackLine::Frame(line) => frame(line, out)?,
            StackLine::Gap(why) => writeln!(out, "      at {why}")?,
        }
    }
    for detail in &block.details {
        writeln!(out, "      {}", styled(detail))?;
    }
    Ok(())
}

fn frame(line: &FrameLine, out: &mut String) -> fmt::Result {
    let place = clean(&line.frame.to_string());
    let called = line.called.as_ref();
    let called = called
        .map(|called| format!(", in {}", clean(called)))
        .unwrap_or_default();
    match line.is_site {
        true => writeln!(out, "      at {}{called}", place.bold())?,
        false => writeln!(out, "      at {place}{called}")?,
    }
    match (&line.source, line.frame.line) {
        (Some(source), Some(number)) => {
            writeln!(
                out,
                "         {} {}",
                format!("{number} |").blue(),
                quoted(source)
            )
        }
        _ => Ok(()),
    }
}

fn schedule(section: &ScheduleSection, out: &mut String) -> fmt::Result {
    let title = clean(&section.title);
    match &section.grid {
        Ok(grid) => {
            writeln!(out, "{}", format!("{title}:").bold())?;
            if let Some(about) = &section.about {
                writeln!(out, "  {}", clean(about))?;
            }
            writeln!(out, "{}", table::text(grid))
        }
        Err(problem) => writeln!(
            out,
            "{} cannot be shown: {}\n",
            format!("{title}:").bold(),
            clean(problem)
        ),
    }
}

fn interrupted(section: &InterruptedSection, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "{} {}:",
        "interrupted:".yellow().bold(),
        styled(&section.text)
    )?;
    for thread in &section.threads {
        block(thread, out)?;
    }
    if section.more > 0 {
        let threads = crate::counted(section.more, "more thread");
        writeln!(out, "  and {threads} (--json has them all)")?;
    }
    writeln!(out)
}

fn message(section: &Message, out: &mut String) -> fmt::Result {
    writeln!(out, "{} {}", "raddle:".bold(), styled(&section.text))?;
    for detail in &section.details {
        writeln!(out, "  {}", styled(detail))?;
    }
    Ok(())
}

fn styled(phrase: &Phrase) -> String {
    let spans = phrase.spans().iter();
    spans
        .map(|span| {
            let text = clean(&span.text);
            match style(span.role) {
                Some(style) => text.style(style).to_string(),
                None => text,
            }
        })
        .collect()
}

fn style(role: Role) -> Option<Style> {
    let style = Style::new();
    Some(match role {
        Role::Plain => return None,
        Role::Thread | Role::Good => style.green(),
        Role::Object | Role::Doubtful => style.yellow(),
        Role::Operation | Role::Marker => style.bold(),
        Role::Bad => style.red(),
        Role::Warning => style.yellow().bold(),
        Role::Error => style.red().bold(),
    })
}

/// A text of the program's making, safe to send to a terminal.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default())
        } else {
            out.push(c)
        }
    }
    out
}

fn quoted(line: &str) -> String {
    let line = clean(&line.replace('\t', " "));
    match line.char_indices().nth(MAX_SOURCE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_name_cannot_drive_the_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
        assert_eq!(clean("Fädchen"), "Fädchen");
    }
}
