//! One finding, complete: everything a report prints is in here.

use std::fmt;

use raddle_events::{Mode, Op};
use serde::{Deserialize, Serialize};

use crate::fingerprint::{fingerprint, of_status};
use crate::{ExplainedSchedule, Kind};

/// How sure Raddle is, and how bad it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
}

/// An error that a run exposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    pub kind: Kind,
    pub code: String,
    /// The same for the same error in another run or on another machine; see [`fn@crate::fingerprint`].
    pub fingerprint: String,
    pub severity: Severity,
    /// One sentence, without places.
    pub message: String,
    /// How often the run showed it.
    pub count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<Variable>,
    /// The two accesses of a race, in the order in which the run performed them; the threads of a cycle,
    /// each waiting for what the next one has; all threads that are stuck, or that go round and round; or the
    /// thread that an exception has ended.
    pub sides: Vec<Side>,
    /// What was learnt of it beyond its sides, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The processes that showed it.
    #[serde(default)]
    pub pids: Vec<u32>,
    /// The command that repeats the schedule; in the record of a JVM, the file that keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// That schedule, step by step, if it was repeated for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Box<ExplainedSchedule>>,
}

/// The variable that a finding is about. Class names are as in source: `com.example.Account`. With
/// neither `field` nor `array` it is the contents of an object of the JDK, such as a `HashMap`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variable {
    /// The declaring class, or for an array its type: `int[]`.
    pub class: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The type of the field or of the element: `long`, `java.lang.String`.
    #[serde(rename = "type")]
    pub type_name: String,
    #[serde(default, rename = "static")]
    pub is_static: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<ArrayElement>,
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayElement {
    /// The index in the first occurrence that was seen.
    pub index: u32,
    /// Where the array was created, if instrumented code created it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocated_at: Option<Frame>,
}

/// What one thread did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    pub thread: ThreadInfo,
    pub op: Act,
    /// The method that accessed the contents of an object of the JDK: `HashMap.put`. For [`Act::Throw`], the
    /// class of the exception.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Innermost first. For the earlier access this is its exact place alone.
    pub stack: Vec<Frame>,
    /// Whether `stack` goes down to the thread's first frame.
    #[serde(default)]
    pub stack_complete: bool,
    /// The locks held; `None` if that is no longer known.
    pub locks: Option<Vec<HeldLock>>,
    /// What the thread waits for or, in a cycle that could close, what it goes on to take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<Wait>,
}

/// What a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Act {
    Read,
    Write,
    /// It takes a lock, or tries to.
    Lock,
    /// It waits for something else than a lock.
    Wait,
    /// It ends by an exception that no code caught.
    Throw,
    /// It does the same again and again.
    Spin,
    /// It ends the JVM.
    Exit,
}

impl From<Op> for Act {
    fn from(op: Op) -> Self {
        match op {
            Op::Read => Act::Read,
            Op::Write => Act::Write,
        }
    }
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wait {
    pub kind: WaitKind,
    /// The lock, or whatever object it waits at. For [`WaitKind::ClassInit`], `class` is the class itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<LockInfo>,
    /// The thread that has to end, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The sides, counted from 1, that have what it waits for. Empty: no thread is known that could end the wait.
    #[serde(default)]
    pub held_by: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WaitKind {
    /// To enter the monitor of an object.
    Monitor,
    /// To take a lock of `java.util.concurrent`, alone.
    Lock,
    /// To take one together with other readers.
    ReadLock,
    /// `Object.wait`: for a notification.
    Notification,
    /// `Condition.await`: for a signal.
    Condition,
    /// For a thread to end.
    Thread,
    /// For another thread to initialise a class.
    ClassInit,
    /// For the result of a task.
    Result,
    /// For a latch to be counted down.
    Latch,
    /// For a permit of a semaphore.
    Permit,
    /// For others to come to a barrier, a phaser or an exchanger.
    Meeting,
    /// For something to be put into a queue, or for room in it.
    Queue,
    /// Parked, for what is not known.
    Parked,
}

impl WaitKind {
    /// Whether what is waited for is a lock, which one thread or several have.
    pub const fn is_lock(self) -> bool {
        matches!(self, WaitKind::Monitor | WaitKind::Lock | WaitKind::ReadLock)
    }
}

/// A lock, or another object that threads wait at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockInfo {
    pub class: String,
    /// The same number means the same object within one process.
    pub id: u64,
    /// Where the object was made, if a checked class made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadInfo {
    pub name: String,
    /// Raddle's number of the thread, in order of birth, within its process.
    pub id: u32,
    /// The stack of the `Thread.start` call; empty for `main` and for threads that the JVM made.
    #[serde(default)]
    pub created_at: Vec<Frame>,
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldLock {
    #[serde(flatten)]
    pub lock: LockInfo,
    #[serde(default, skip_serializing_if = "Mode::is_exclusive")]
    pub mode: Mode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acquired_at: Option<Frame>,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frame {
    pub class: String,
    pub method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// As stack traces show it: `bank.Account.deposit(Account.java:17)`.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}(", self.class, self.method)?;
        match (self.position(), self.line) {
            (Some(position), _) => write!(f, "{position})"),
            (None, Some(line)) => write!(f, "line {line})"),
            (None, None) => f.write_str("unknown source)"),
        }
    }
}

impl Finding {
    /// Which sides, counted from 1, do this to a field of an object in a constructor of its own class. A
    /// write nearly always is to the object under construction; a read may be of another.
    pub fn constructing(&self, op: Op) -> Vec<usize> {
        let field = self
            .variable
            .as_ref()
            .filter(|v| v.field.is_some() && !v.is_static);
        let is_own = |frame: &Frame| field.is_some_and(|field| frame.class == field.class);
        let builds = |side: &Side| {
            let site = side
                .site()
                .filter(|_| side.op == op.into() && side.call.is_none());
            site.is_some_and(|frame| frame.method == "<init>" && is_own(frame))
        };
        let numbered = (1..).zip(&self.sides);
        numbered
            .filter(|(_, side)| builds(side))
            .map(|(number, _)| number)
            .collect()
    }
}

impl Finding {
    /// Whether only the status of the command tells of it.
    pub fn is_status(&self) -> bool {
        self.kind == Kind::BadExit && self.sides.is_empty()
    }

    /// One occurrence. Its process is added where the records of all are read.
    pub fn new(kind: Kind, message: String, variable: Option<Variable>, sides: Vec<Side>) -> Finding {
        Finding {
            kind,
            code: kind.code().to_owned(),
            fingerprint: fingerprint(kind, variable.as_ref(), &sides),
            severity: kind.descriptor().severity,
            message,
            count: 1,
            variable,
            sides,
            notes: Vec::new(),
            pids: Vec::new(),
            replay: None,
            schedule: None,
        }
    }

    /// A command ended with a status that is not 0, of which no more is known; `schedule` is the file of its schedule.
    pub fn of_status(status: i32, schedule: Option<String>) -> Finding {
        let message = format!("the command ended with status {status}");
        Finding {
            fingerprint: of_status(status),
            replay: schedule,
            ..Finding::new(Kind::BadExit, message, None, Vec::new())
        }
    }
}

impl Side {
    /// The place in the program: of an access, its very place; of anything else, the innermost frame that is
    /// not the JDK's, for what the JDK does inside differs from release to release.
    pub fn site(&self) -> Option<&Frame> {
        self.stack.get(self.site_index()?)
    }

    /// Where in `stack` the [`Side::site`] is.
    pub fn site_index(&self) -> Option<usize> {
        let first = self.stack.iter().position(|frame| !frame.is_own());
        match self.op {
            Act::Read | Act::Write => first,
            Act::Lock | Act::Wait | Act::Throw | Act::Spin | Act::Exit => {
                let of_program = |frame: &Frame| !frame.is_own() && !frame.is_jdk();
                self.stack.iter().position(of_program).or(first)
            }
        }
    }
}

impl Frame {
    /// The file and the line, where they are known: `Account.java:17`.
    pub fn position(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(self.line.map_or(file.clone(), |line| format!("{file}:{line}")))
    }

    /// Whether this is a frame of Raddle's hooks, which no user wants to see.
    pub fn is_own(&self) -> bool {
        self.class.starts_with("java.lang.Raddle")
    }

    /// Whether this is a frame of the JDK.
    pub fn is_jdk(&self) -> bool {
        raddle_events::is_jdk_class(&self.class)
    }
}
