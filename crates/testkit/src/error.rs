//! What can go wrong around a test, as opposed to in it.

use std::path::PathBuf;

use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("no JDK of release 17 or later with a compiler: set JAVA_HOME")]
    NoJdk,
    #[error("{command} did not end within {seconds} s; it had written:\n{output}")]
    Timeout {
        command: String,
        seconds: u64,
        output: String,
    },
    #[error("javac failed:\n{0}")]
    Javac(String),
    #[error("the agent library is not beside {binary}, and building it failed:\n{output}")]
    Agent { binary: PathBuf, output: String },
    #[error("{file}:{line}: {reason}")]
    Expectation {
        file: String,
        line: usize,
        reason: String,
    },
    #[error("{path}: not the JSON of a run: {reason}")]
    Json { path: PathBuf, reason: String },
}

impl Error {
    /// For `map_err`: an I/O error and the path it was about.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |source| Error::Io { path, source }
    }
}
