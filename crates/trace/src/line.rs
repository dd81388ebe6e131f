//! One line of a trace, as text and as data.

use std::fmt;
use std::str::FromStr;

use crate::Expected;

/// Errors quote this much of what they found.
const QUOTED: usize = 40;

/// One event, by names. Names are free of line breaks and of white space at their ends; a thread's and a
/// target's is not empty and has no `|`, nor does a target end with `)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    pub thread: &'a str,
    pub operation: Operation,
    /// What is accessed, taken, started or waited for; empty for [`Operation::Other`].
    pub target: &'a str,
    /// Where in the program, often a number; may be missing.
    pub location: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Read,
    Write,
    /// The thread has taken a lock.
    Acquire,
    Release,
    /// The thread begins to wait for a lock.
    Request,
    Fork,
    Join,
    /// `begin`, `end` and `branch`, which say nothing of interest here.
    Other,
}

impl Operation {
    const NAMES: [(&'static str, Operation); 10] = [
        ("r", Operation::Read),
        ("w", Operation::Write),
        ("acq", Operation::Acquire),
        ("rel", Operation::Release),
        ("req", Operation::Request),
        ("fork", Operation::Fork),
        ("join", Operation::Join),
        ("branch", Operation::Other),
        ("begin", Operation::Other),
        ("end", Operation::Other),
    ];
}

impl<'a> Line<'a> {
    /// Reads a line that is neither blank nor a comment.
    pub fn parse(text: &'a str) -> Result<Self, Expected> {
        let (thread, rest) = text.split_once('|').ok_or(Expected::Fields)?;
        let (operation, location) = match rest.split_once('|') {
            Some((operation, location)) => (operation.trim(), Some(location.trim())),
            None => (rest.trim(), None),
        };
        let thread = Some(thread.trim())
            .filter(|thread| !thread.is_empty())
            .ok_or(Expected::Thread)?;
        let (operation, target) = parse_operation(operation)?;
        Ok(Self {
            thread,
            operation,
            target,
            location: location.filter(|location| !location.is_empty()),
        })
    }
}

fn parse_operation(text: &str) -> Result<(Operation, &str), Expected> {
    let wrong = || Expected::Operation {
        found: text.chars().take(QUOTED).collect(),
    };
    let (name, target) = match text.split_once('(') {
        Some((name, rest)) => (
            name.trim(),
            Some(rest.strip_suffix(')').ok_or_else(wrong)?.trim()),
        ),
        None => (text, None),
    };
    let operation = name.parse().map_err(|()| wrong())?;
    match (operation, target) {
        (Operation::Other, _) => Ok((operation, "")),
        (_, None) => Err(wrong()),
        (_, Some("")) => Err(Expected::Target {
            operation: name.to_owned(),
        }),
        (_, Some(target)) => Ok((operation, target)),
    }
}

impl FromStr for Operation {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let known = Operation::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, operation)| operation).ok_or(())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Operation::NAMES.iter().find(|(_, operation)| operation == self);
        f.write_str(known.map_or("", |(name, _)| name))
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line {
            thread,
            operation,
            target,
            location,
        } = self;
        match operation {
            Operation::Other => write!(f, "{thread}|{operation}")?,
            _ => write!(f, "{thread}|{operation}({target})")?,
        }
        match location {
            Some(location) => write!(f, "|{location}"),
            None => Ok(()),
        }
    }
}
