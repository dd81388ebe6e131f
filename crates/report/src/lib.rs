//! Findings as people and scripts read them. A report renders and never decides: all that it says is
//! in the [`Run`], or follows from it.
//!
//! `compose` makes a [`Document`] of a run: all words, and what each of them is. `render` lays it out, in one file per
//! form. The JSON form is the run itself.
//!
//! Start reading at [`Document::of`] and [`Section`](document::Section).
#![forbid(unsafe_code)]

mod compose;
pub mod document;
mod render;
mod source;

use raddle_findings::Run;

pub use compose::{Options, counted};
pub use document::Document;
pub use render::text::text;
pub use source::Sources;

/// The report for scripts, in the form [`raddle_findings::SCHEMA`].
pub fn json(run: &Run) -> serde_json::Result<String> {
    serde_json::to_string_pretty(run).map(|text| text + "\n")
}
