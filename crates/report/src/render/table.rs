//! The table of a schedule. With few threads each has a column of its own; with many there is a column that names the
//! thread.

use std::iter;

use owo_colors::OwoColorize;
use raddle_events::ThreadId;

use super::text::clean;
use crate::counted;
use crate::document::Grid;

/// The table may be so wide, and a cell of it.
const MAX_WIDTH: usize = 132;
const MAX_CELL: usize = 54;

/// One row, safe to print.
struct Row {
    number: String,
    thread: ThreadId,
    text: String,
    why: Option<String>,
}

/// The table, one row per line, indented.
pub fn text(grid: &Grid) -> String {
    let rows: Vec<Row> = grid.rows.iter().map(row).collect();
    let heads: Vec<(ThreadId, String)> = grid
        .columns
        .iter()
        .map(|column| (column.thread, clean(&column.heading)))
        .collect();
    let number_width = rows.iter().map(|row| row.number.len()).max().unwrap_or(0).max(4);
    let cell = |(thread, head): &(ThreadId, String)| {
        let own = rows.iter().filter(|row| row.thread == *thread);
        let texts = own.map(|row| &row.text).chain(iter::once(head));
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = heads.iter().map(cell).collect();
    let total: usize = widths.iter().map(|width| width + 2).sum();
    let in_columns = total + number_width + 20 <= MAX_WIDTH;

    let mut out = String::new();
    let mut line = |text: String| {
        out += "  ";
        out += text.trim_end();
        out.push('\n');
    };
    if let Some(file) = &grid.file {
        line(format!("(lines of {})", clean(file)));
    }
    if grid.left_out > 0 {
        line(format!("… {} before these", counted(grid.left_out, "step")));
    }
    let columns = || heads.iter().zip(&widths);
    let titles: String = match in_columns {
        true => columns()
            .map(|((_, head), width)| format!("  {head:width$}"))
            .collect(),
        false => "  thread".to_owned(),
    };
    let titles = format!("{:>number_width$}{}", "step", titles.trim_end());
    line(titles.bold().to_string());
    let head_width = heads
        .iter()
        .map(|(_, head)| head.chars().count())
        .max()
        .unwrap_or(0);
    let text_width = widths.iter().copied().max().unwrap_or(0);
    for row in &rows {
        let number = format!("{:>number_width$}", row.number);
        let cells: String = match in_columns {
            true => columns()
                .map(|((thread, _), width)| {
                    let text = if *thread == row.thread { &row.text } else { "" };
                    format!("  {text:width$}")
                })
                .collect(),
            false => {
                let head = heads.iter().find(|(thread, _)| *thread == row.thread);
                let head = head.map_or("", |(_, head)| head);
                format!("  {head:head_width$}  {:text_width$}", row.text)
            }
        };
        line(match &row.why {
            None => format!("{}{}", number.blue(), cells.trim_end()),
            Some(why) => format!("{}{cells}  {}", number.blue(), format!("← {why}").yellow()),
        });
    }
    out
}

fn row(row: &crate::document::Row) -> Row {
    let text = clean(&row.does);
    Row {
        number: row.number.map_or("…".to_owned(), |number| number.to_string()),
        thread: row.thread,
        text: match text.char_indices().nth(MAX_CELL) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        },
        why: row.why.as_deref().map(clean),
    }
}

#[cfg(test)]
mod tests {
    use raddle_schedule::Recording;

    use crate::compose::Table;

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
        anstream::adapter::strip_str(&text(&table.grid())).to_string()
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
