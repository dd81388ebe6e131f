//! A schedule explained step by step: which thread did what, with which values, and why another thread went on then.
//!
//! Objects are called `Account#2`: the second one of its class that comes up in the schedule. Threads have the numbers of the
//! schedule. Nothing of the program is called to say what a value is.

use raddle_events::schedule::{Act, ResumeKind};
use serde::{Deserialize, Serialize};

use crate::Frame;

/// What a repetition of a schedule has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedSchedule {
    /// The schedule's number in its exploration.
    pub schedule: u64,
    /// How often a thread lost its turn though it could have gone on.
    pub preemptions: u64,
    /// How often that was before as many as possible were taken out; `None` if that was not tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preemptions_before: Option<u64>,
    /// All schedules with fewer were seen, and none fails so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_least: bool,
    /// How long it took to simplify it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simplified_millis: Option<u64>,
    pub replayed: Replayed,
    /// The names of the threads, by number.
    pub threads: Vec<String>,
    /// All of them, or the last ones where they are very many.
    pub steps: Vec<ExplainedStep>,
}

/// Whether the repetition was one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Replayed {
    /// It has shown the same failure.
    Same,
    /// Every step was the same, and the failure did not come.
    Otherwise,
    /// Some step was another one.
    Diverged,
    /// It did not come to its end.
    #[default]
    Unknown,
}

/// All that a thread does from one switch point to its next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedStep {
    /// As `--stop-at` counts.
    pub number: u64,
    pub thread: u32,
    /// What it does at the switch point.
    pub act: Act,
    pub how: ResumeKind,
    /// A thread that could run, though this one went on as its time was up: see `--early-timeouts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overtaken: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Frame>,
    /// The method of the JDK that it calls: `AtomicInteger.get`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The object whose monitor it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor: Option<String>,
    /// The threads that it starts, wakes or interrupts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub whom: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// Why another thread went on after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<TurnEnd>,
}

/// A variable and what was in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Value {
    /// `Account.balance`, or `int[3]` for an element.
    pub variable: String,
    /// The object that has it; none for a static field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Before the step, if that looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<String>,
    /// After the step, if that wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

/// Why a thread's turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum TurnEnd {
    /// It could have gone on.
    Preempted,
    /// It lets others go first.
    Yields,
    /// It needs the monitor of an object.
    Monitor {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        object: Option<String>,
        held_by: u32,
    },
    /// It waits at an object for a notification.
    Notification {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        object: Option<String>,
    },
    /// It waits for the end of another.
    Join {
        thread: u32,
    },
    /// It waits for a permit; if it said for what, that, and who has it.
    Parks {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        object: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<u32>,
    },
    Sleeps,
    /// It waits for something outside, such as input.
    Outside,
    Ended,
}

impl ExplainedSchedule {
    /// Whether it has the schedule from its beginning to its end.
    pub fn is_complete(&self) -> bool {
        matches!(self.replayed, Replayed::Same | Replayed::Otherwise) && !self.steps.is_empty()
    }
}
