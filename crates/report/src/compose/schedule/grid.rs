//! The words of a table: what each step does, and why a turn ended.

use raddle_events::ThreadId;
use raddle_findings::TurnEnd;
use raddle_schedule::ResumeKind;

use super::{End, Line, Place, Table};
use crate::document::{Column, Grid, Row};

impl Table {
    /// A row for each step that is shown, and a column for each thread.
    pub fn grid(&self) -> Grid {
        let file = self.common_file();
        let mut rows = Vec::new();
        for turn in &self.turns {
            let last = turn.steps.len().saturating_sub(1);
            for (index, step) in turn.steps.iter().enumerate() {
                let row = |number: Option<u64>, does: String| Row {
                    number,
                    thread: turn.thread,
                    does,
                    why: None,
                };
                if index == last && turn.skipped > 0 {
                    rows.push(row(None, format!("… {} more", turn.skipped)));
                }
                let end = turn.end.as_ref().filter(|_| index == last);
                rows.push(Row {
                    why: end.and_then(|end| why(turn.thread, end)),
                    ..row(Some(step.number), said(step, file))
                });
            }
        }
        Grid {
            file: file.map(str::to_owned),
            left_out: self.left_out,
            columns: self.threads.iter().map(|thread| self.column(*thread)).collect(),
            rows,
        }
    }

    /// `thread 1 "clerk"`.
    fn column(&self, thread: ThreadId) -> Column {
        let heading = match self.names.get(thread.0 as usize) {
            Some(known) if !known.is_empty() => format!("{} \"{known}\"", name(thread)),
            _ => name(thread),
        };
        Column { thread, heading }
    }

    /// The file that all places are in which have one.
    fn common_file(&self) -> Option<&str> {
        let steps = self.turns.iter().flat_map(|turn| &turn.steps);
        let mut files = steps.filter_map(|step| match &step.place {
            Place::Unknown => None,
            Place::Line { file, .. } => Some(Some(file)),
            Place::Other(_) => Some(None),
        });
        let first = files.next()??;
        files.all(|file| file == Some(first)).then_some(first)
    }
}

fn name(thread: ThreadId) -> String {
    format!("thread {}", thread.0)
}

/// What a step does, and where: `takes monitor, Account.java:17`, or `takes monitor, line 17` if it is all in one
/// file.
fn said(line: &Line, file: Option<&str>) -> String {
    let mut text = line.act.words().to_owned();
    if let Some(what) = &line.what {
        text += &format!(" {}", what);
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
    match &line.place {
        Place::Unknown => {}
        Place::Line {
            number,
            file: in_file,
        } if file == Some(in_file) => text += &format!(", line {number}"),
        Place::Line { number, file } => text += &format!(", {file}:{number}"),
        Place::Other(place) => text += &format!(", {place}"),
    }
    text
}

fn why(thread: ThreadId, end: &End) -> Option<String> {
    let then = match end {
        End::Explained(then) => then_text(then),
        End::Preempted => "is preempted".to_owned(),
        End::AtMonitor => "stops at a monitor".to_owned(),
        End::Waits => "waits".to_owned(),
        End::GivesWay => "lets others go first".to_owned(),
        End::NeverAgain => "has no further step".to_owned(),
        // Its last step says so.
        End::Ended => return None,
    };
    Some(format!("{} {then}", name(thread)))
}

fn then_text(then: &TurnEnd) -> String {
    let at = |object: &Option<String>, word: &str| match object {
        Some(object) => format!(" {word} {}", object),
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
