//! What can be wrong with a trace. Each message names the line and what was expected there.

use std::io;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read line {line}: {source}")]
    Read { line: u64, source: io::Error },
    #[error("line {line}: {expected}")]
    Line { line: u64, expected: Expected },
}

/// What was expected and not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    #[error("expected THREAD|OPERATION|LOCATION, such as T0|acq(L1)|12, but there is no '|'")]
    Fields,
    #[error("expected the name of a thread before the first '|'")]
    Thread,
    #[error(
        "expected r, w, acq, rel, req, fork or join with a name in parentheses, such as acq(L1), but found {found:?}"
    )]
    Operation { found: String },
    #[error("expected a name in the parentheses of {operation}()")]
    Target { operation: String },
    #[error("expected UTF-8 text")]
    Text,
    #[error("expected a line of at most {most} bytes")]
    Short { most: usize },
}
