//! What a report says: each part of a run becomes sections of a [`Document`].

mod explored;
mod finding;
mod hint;
mod interrupted;
mod order;
mod schedule;
mod side;
mod summary;
mod variable;
mod wait;
mod words;

pub use schedule::Table;
pub use words::counted;

use raddle_findings::{ExplainedSchedule, Run};
use raddle_schedule::Recording;

use crate::Sources;
use crate::document::{Document, Message, Phrase, ScheduleSection, Section};

/// What a reader wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Only what is wrong: findings, and reasons why some may be missing.
    pub quiet: bool,
}

impl Document {
    /// All of a run, but for schedules.
    pub fn of(run: &Run, sources: &Sources, options: Options) -> Document {
        let mut document = Document::default();
        document.findings(run, sources);
        if !options.quiet {
            document.interrupted(run, sources);
        }
        document.summary(run, options);
        document
    }

    /// The findings, one by one.
    pub fn findings(&mut self, run: &Run, sources: &Sources) {
        let sections = run
            .findings
            .iter()
            .map(|finding| finding::section(finding, sources));
        self.sections.extend(sections.map(Section::Finding));
    }

    /// The end of a schedule, which shows `what`: as it was explained, if it was, else as it was recorded.
    pub fn schedule(&mut self, recording: &Recording, explained: Option<&ExplainedSchedule>, what: &str) {
        self.sections.push(Section::Schedule(ScheduleSection {
            title: format!("schedule {}, which shows {what}", recording.schedule),
            about: explained.map(schedule::about),
            grid: Table::shown(recording, explained).map(|table| table.grid()),
        }));
    }

    fn interrupted(&mut self, run: &Run, sources: &Sources) {
        let sections = interrupted::sections(run, sources);
        self.sections.extend(sections.map(Section::Interrupted));
    }

    /// What was looked at, what may be missing, and how many findings there are. Reasons why findings may be missing
    /// are shown even to those who want quiet.
    pub fn summary(&mut self, run: &Run, options: Options) {
        let messages = summary::messages(run, options);
        self.sections.extend(messages.into_iter().map(Section::Message));
    }

    /// A sentence about the run.
    pub fn say(&mut self, text: impl Into<Phrase>) {
        let text: Phrase = text.into();
        self.sections.push(Section::Message(Message::from(text)));
    }
}
