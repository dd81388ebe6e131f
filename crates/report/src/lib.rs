//! Findings as people and scripts read them. A report renders and never decides: all that it says is
//! in the [`Run`], or follows from it.
//!
//! Text always carries colours; the stream that it is written to takes them out where they are not
//! wanted. Names come from the program under test, so control characters in them are shown, not sent.
//!
//! Start reading at [`text`]; [`schedule`] has the table of a schedule that failed.
#![forbid(unsafe_code)]

mod explored;
mod finding;
mod hint;
mod interrupted;
mod order;
pub mod schedule;
mod side;
mod source;
mod summary;
mod variable;
mod wait;
mod words;

use raddle_findings::Run;

pub use source::Sources;

/// What a reader wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Only what is wrong: findings, and reasons why some may be missing.
    pub quiet: bool,
}

/// The report for people.
pub fn text(run: &Run, sources: &Sources, options: Options) -> String {
    let interrupted = match options.quiet {
        true => String::new(),
        false => interrupted::text(run, sources),
    };
    findings(run, sources) + &interrupted + &summary(run, options)
}

/// Its first part: the findings, one by one.
pub fn findings(run: &Run, sources: &Sources) -> String {
    let mut out = String::new();
    for finding in &run.findings {
        finding::render(finding, sources, &mut out);
        out.push('\n');
    }
    out
}

/// Its last part: what was looked at, what may be missing, and how many findings there are.
pub fn summary(run: &Run, options: Options) -> String {
    let mut out = String::new();
    summary::render(run, options, &mut out);
    out
}

/// The report for scripts, in the form [`raddle_findings::SCHEMA`].
pub fn json(run: &Run) -> serde_json::Result<String> {
    serde_json::to_string_pretty(run).map(|text| text + "\n")
}
