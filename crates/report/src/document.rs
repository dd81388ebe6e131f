//! A report before it is laid out: sections, in the order in which they are read, of phrases that say what each of
//! their parts is. It has no colours, no columns and no escapes, and names stand in it as the program has them: each
//! renderer makes them safe for its own form.
//!
//! Start reading at [`Section`].

use raddle_events::ThreadId;
use raddle_findings::{Frame, Kind, Severity};

/// Adds up the parts of a phrase.
macro_rules! phrase {
    ($($part:expr),* $(,)?) => {{
        #[allow(unused_mut, reason = "a phrase may have no parts")]
        let mut phrase = $crate::document::Phrase::default();
        $(phrase.push($part);)*
        phrase
    }};
}
pub(crate) use phrase;

/// What a part of a phrase is, beyond its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Plain,
    /// A thread by its number and name.
    Thread,
    /// A lock or another object that threads wait at, or a class.
    Object,
    /// What a thread does: `read`, `write`.
    Operation,
    /// The number of a side: `(1)`.
    Marker,
    /// The result of a run.
    Good,
    Doubtful,
    Bad,
    /// What makes a run doubtful.
    Warning,
    /// What makes it none.
    Error,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub role: Role,
}

impl Role {
    pub fn of(self, text: impl Into<String>) -> Span {
        Span {
            text: text.into(),
            role: self,
        }
    }
}

/// Words in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase(Vec<Span>);

impl Phrase {
    pub fn push(&mut self, part: impl Into<Phrase>) {
        self.0.extend(part.into().0);
    }

    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|span| span.text.is_empty())
    }

    /// The words alone.
    pub fn words(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// `a`, `a and b`, `a, b and c`.
    pub fn listed(items: impl IntoIterator<Item = Phrase>) -> Phrase {
        let items: Vec<Phrase> = items.into_iter().collect();
        let last = items.len().saturating_sub(1);
        let mut all = Phrase::default();
        for (index, item) in items.into_iter().enumerate() {
            all.push(match index {
                0 => "",
                _ if index == last => " and ",
                _ => ", ",
            });
            all.push(item);
        }
        all
    }
}

impl From<Span> for Phrase {
    fn from(span: Span) -> Phrase {
        Phrase(vec![span])
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Phrase {
        Role::Plain.of(text).into()
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        Role::Plain.of(text).into()
    }
}

impl From<Option<Phrase>> for Phrase {
    fn from(part: Option<Phrase>) -> Phrase {
        part.unwrap_or_default()
    }
}

/// The whole report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Section {
    Finding(FindingSection),
    Schedule(ScheduleSection),
    Interrupted(InterruptedSection),
    /// Of the run as a whole.
    Message(Message),
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingSection {
    pub kind: Kind,
    pub code: String,
    pub severity: Severity,
    pub fingerprint: String,
    pub headline: Phrase,
    pub sides: Vec<ThreadBlock>,
    /// What the letters mean that the sides use.
    pub legend: Vec<Phrase>,
    pub remarks: Vec<Remark>,
}

/// What one thread did or does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadBlock {
    /// Counted from 1; other sides are named by it.
    pub number: usize,
    pub does: Phrase,
    pub stack: Vec<StackLine>,
    pub details: Vec<Phrase>,
}

/// A line of a stack, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StackLine {
    Frame(FrameLine),
    /// Why there is no frame.
    Gap(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameLine {
    pub frame: Frame,
    /// Whether the finding is about this very place.
    pub is_site: bool,
    /// What it called there, where that was a method of the JDK: `HashMap.put`.
    pub called: Option<String>,
    /// What the source has there, without its indentation.
    pub source: Option<String>,
}

/// A line below the sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub label: Label,
    pub text: Phrase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    Hint,
    Note,
    /// How often, and the fingerprint.
    Seen,
    /// The command that repeats it.
    Replay,
    /// The command that explains its kind.
    More,
}

impl Label {
    pub const fn word(self) -> &'static str {
        match self {
            Label::Hint => "hint",
            Label::Note => "note",
            Label::Seen => "seen",
            Label::Replay => "replay",
            Label::More => "more",
        }
    }
}

/// A schedule, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleSection {
    pub title: String,
    /// What came of its repetition.
    pub about: Option<String>,
    /// Or why there is none.
    pub grid: Result<Grid, String>,
}

/// The steps as rows, with a column for each thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The file that all lines are of, if it is one.
    pub file: Option<String>,
    /// How many steps came before the first row.
    pub left_out: u64,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub thread: ThreadId,
    pub heading: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Of the step in its recording; `None` stands for several.
    pub number: Option<u64>,
    pub thread: ThreadId,
    pub does: String,
    /// Why the thread did not go on, if it did not.
    pub why: Option<String>,
}

/// What the threads of a JVM did when a signal asked it to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterruptedSection {
    pub text: Phrase,
    pub threads: Vec<ThreadBlock>,
    /// How many threads are not shown.
    pub more: u64,
}

/// A sentence about the run, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: Phrase,
    pub details: Vec<Phrase>,
}

impl From<Phrase> for Message {
    fn from(text: Phrase) -> Message {
        Message {
            text,
            details: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_with_and() {
        let items = ["a", "b", "c"].map(Phrase::from);
        let listed = |count: usize| Phrase::listed(items[..count].iter().cloned()).words();
        assert_eq!(
            (0..=3).map(listed).collect::<Vec<_>>(),
            ["", "a", "a and b", "a, b and c"]
        );
    }

    #[test]
    fn a_part_keeps_its_role() {
        let phrase = phrase!["waits for ", Role::Object.of("a.B#7"), None::<Phrase>];
        assert_eq!(phrase.words(), "waits for a.B#7");
        assert_eq!(phrase.spans()[1].role, Role::Object);
        assert!(phrase![""].is_empty() && !phrase.is_empty());
    }
}
