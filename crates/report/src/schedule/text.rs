//! The table as text. With few threads each has a column of its own; with many there is a column that
//! names the thread.

use owo_colors::OwoColorize;
use raddle_events::ThreadId;
use raddle_findings::TurnEnd;
use raddle_schedule::ResumeKind;

use super::{End, Line, Table};
use crate::words::{clean, counted};

/// The table may be so wide, and a cell of it.
const MAX_WIDTH: usize = 132;
const MAX_CELL: usize = 54;

/// One row before it is laid out.
struct Row {
    number: String,
    thread: ThreadId,
    text: String,
    why: String,
}

/// The table, one row per line, indented.
pub fn text(table: &Table) -> String {
    let file = common_file(table);
    let rows = rows(table, file);
    let number_width = rows.iter().map(|row| row.number.len()).max().unwrap_or(0).max(4);
    let cell = |thread: ThreadId| {
        let own = rows.iter().filter(|row| row.thread == thread);
        let longest = own.map(|row| row.text.chars().count()).max().unwrap_or(0);
        longest.max(heading(table, thread).chars().count())
    };
    let widths: Vec<usize> = table.threads.iter().map(|thread| cell(*thread)).collect();
    let total: usize = widths.iter().map(|width| width + 2).sum();
    let in_columns = total + number_width + 20 <= MAX_WIDTH;

    let mut out = String::new();
    let mut line = |text: String| {
        out += "  ";
        out += text.trim_end();
        out.push('\n');
    };
    if let Some(file) = file {
        line(format!("(lines of {})", clean(file)));
    }
    if table.left_out > 0 {
        line(format!("… {} before these", counted(table.left_out, "step")));
    }
    let heads: String = match in_columns {
        true => {
            let cells = table.threads.iter().zip(&widths);
            cells
                .map(|(thread, width)| format!("  {:width$}", heading(table, *thread)))
                .collect()
        }
        false => "  thread".to_owned(),
    };
    line(
        format!("{:>number_width$}{}", "step", heads.trim_end())
            .bold()
            .to_string(),
    );
    let name_width = table
        .threads
        .iter()
        .map(|thread| heading(table, *thread).chars().count())
        .max()
        .unwrap_or(0);
    let text_width = widths.iter().copied().max().unwrap_or(0);
    for row in &rows {
        let number = format!("{:>number_width$}", row.number);
        let cells = match in_columns {
            true => {
                let cells = table.threads.iter().zip(&widths);
                let texts = cells.map(|(thread, width)| match *thread == row.thread {
                    true => format!("  {:width$}", row.text),
                    false => format!("  {:width$}", ""),
                });
                texts.collect::<String>()
            }
            false => {
                let name = heading(table, row.thread);
                format!("  {name:name_width$}  {:text_width$}", row.text)
            }
        };
        line(match row.why.is_empty() {
            true => format!("{}{}", number.blue(), cells.trim_end()),
            false => format!("{}{cells}  {}", number.blue(), row.why.yellow()),
        });
    }
    out
}

fn rows(table: &Table, file: Option<&str>) -> Vec<Row> {
    let mut rows = Vec::new();
    for turn in &table.turns {
        let last = turn.steps.len().saturating_sub(1);
        for (index, step) in turn.steps.iter().enumerate() {
            if index == last && turn.skipped > 0 {
                rows.push(Row {
                    number: "…".to_owned(),
                    thread: turn.thread,
                    text: format!("… {} more", turn.skipped),
                    why: String::new(),
                });
            }
            rows.push(Row {
                number: step.number.to_string(),
                thread: turn.thread,
                text: said(step, file),
                why: match index == last {
                    true => turn
                        .end
                        .as_ref()
                        .map(|end| why(turn.thread, end))
                        .unwrap_or_default(),
                    false => String::new(),
                },
            });
        }
    }
    rows
}

fn name(thread: ThreadId) -> String {
    format!("thread {}", thread.0)
}

/// `thread 1 "clerk"`.
fn heading(table: &Table, thread: ThreadId) -> String {
    match table.names.get(thread.0 as usize) {
        Some(known) if !known.is_empty() => format!("{} \"{}\"", name(thread), clean(known)),
        _ => name(thread),
    }
}

/// What a step does, and where: `takes monitor, Account.java:17`, or `takes monitor, line 17` if it is all in one
/// file.
fn said(line: &Line, file: Option<&str>) -> String {
    let mut text = line.act.words().to_owned();
    if let Some(what) = &line.what {
        text += &format!(" {}", clean(what));
    }
    match line.how {
        ResumeKind::Go => {}
        ResumeKind::Expire => {
            text += " until its time is up";
            if let Some(thread) = line.overtaken {
                text += &format!(", although {} could run", name(thread));
            }
        }
        ResumeKind::Spurious => text += ", and wakes up for no reason",
    }
    if !line.woken.is_empty() {
        let woken: Vec<_> = line.woken.iter().map(|thread| thread.0.to_string()).collect();
        text += &format!(" thread {}", woken.join(", "));
    }
    let place = position(&line.place);
    let number = file.and_then(|file| place.strip_prefix(file)?.strip_prefix(':'));
    match number {
        Some(number) => text += &format!(", line {}", clean(number)),
        None if place.is_empty() => {}
        None => text += &format!(", {}", clean(place)),
    }
    match text.char_indices().nth(MAX_CELL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The file that all places are in which have one.
fn common_file(table: &Table) -> Option<&str> {
    let steps = table.turns.iter().flat_map(|turn| &turn.steps);
    let mut places = steps
        .map(|step| position(&step.place))
        .filter(|place| !place.is_empty());
    let (file, _) = places.next()?.rsplit_once(':')?;
    let is_in_it = |place: &str| place.rsplit_once(':').is_some_and(|(other, _)| other == file);
    places.all(is_in_it).then_some(file)
}

/// The file and line of a place, if it has them, or all of it.
fn position(place: &str) -> &str {
    let inside = place
        .rsplit_once('(')
        .and_then(|(_, rest)| rest.strip_suffix(')'));
    inside.unwrap_or(place)
}

fn why(thread: ThreadId, end: &End) -> String {
    let name = name(thread);
    match end {
        End::Explained(then) => format!("← {name} {}", then_text(then)),
        End::Preempted => format!("← {name} is preempted"),
        End::AtMonitor => format!("← {name} stops at a monitor"),
        End::Waits => format!("← {name} waits"),
        End::GivesWay => format!("← {name} lets others go first"),
        End::NeverAgain => format!("← {name} has no further step"),
        // Its last step says so.
        End::Ended => String::new(),
    }
}

fn then_text(then: &TurnEnd) -> String {
    let at = |object: &Option<String>, word: &str| match object {
        Some(object) => format!(" {word} {}", clean(object)),
        None => String::new(),
    };
    match then {
        TurnEnd::Preempted => "is preempted".to_owned(),
        TurnEnd::Yields => "lets others go first".to_owned(),
        TurnEnd::Monitor { object, held_by } => {
            format!(
                "waits for the monitor{}: thread {held_by} has it",
                at(object, "of")
            )
        }
        TurnEnd::Notification { object } => format!("waits for a notification{}", at(object, "at")),
        TurnEnd::Join { thread } => format!("waits for thread {thread} to end"),
        TurnEnd::Parks {
            object,
            held_by: None,
        } => format!("parks{}", at(object, "for")),
        TurnEnd::Parks {
            object,
            held_by: Some(owner),
        } => format!("parks{}: thread {owner} has it", at(object, "for")),
        TurnEnd::Sleeps => "sleeps".to_owned(),
        TurnEnd::Outside => "waits for something outside".to_owned(),
        TurnEnd::Ended => "ends".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use raddle_schedule::Recording;

    use super::*;

    fn printed(steps: &str) -> String {
        let recording = Recording {
            version: Recording::VERSION,
            places: vec![
                String::new(),
                "bank.Account.take(Account.java:7)".to_owned(),
                "somewhere".to_owned(),
            ],
            steps: steps.to_owned(),
            ..Recording::default()
        };
        let table = Table::of(&recording, 40).unwrap();
        anstream::adapter::strip_str(&text(&table)).to_string()
    }

    #[test]
    fn few_threads_have_columns() {
        let shown = printed("0s1 1b0 1r2 0e1 0q0 1!z1");
        let expected = [
            "  step  thread 0                       thread 1",
            "     1  starts thread, Account.java:7                                               ← thread 0 stops at a monitor",
            "     2                                 begins",
            "     3                                 reads, somewhere                             ← thread 1 waits",
            "     4  takes monitor, Account.java:7",
            "     5  ends",
            "     6                                 sleeps until its time is up, Account.java:7",
        ];
        assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn many_threads_are_named_in_each_row() {
        let steps: Vec<_> = (0..9).map(|thread| format!("{thread}r1 {thread}q0")).collect();
        let shown = printed(&steps.join(" "));
        let lines: Vec<_> = shown.lines().collect();
        assert_eq!(lines[..2], ["  (lines of Account.java)", "  step  thread"]);
        assert_eq!(lines[2], "     1  thread 0  reads, line 7");
        assert!(lines.iter().all(|line| line.len() <= MAX_WIDTH));
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let steps: Vec<_> = (0..60).map(|step| format!("{}r1", step % 2)).collect();
        assert!(printed(&steps.join(" ")).contains("  … 20 steps before these\n"));
        assert!(printed("0r1 0r1 0r1 0r1 0r1 0r1").contains("… 2 more"));
    }
}
