//! What keeps Raddle from doing its work. Each message says what to do.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use raddle_findings::declared::RuleError;
use raddle_findings::suppress::SuppressionError;

/// The exit status for all of these.
pub const STATUS: i32 = 2;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "the agent library {name} is neither beside raddle nor in ../lib ({})\n  \
         put it there, or say where it is: RADDLE_AGENT=/path/to/{name}",
        searched.display()
    )]
    NoAgent { name: String, searched: PathBuf },
    #[error("RADDLE_AGENT is {}, but there is no such file\n  correct it, or unset it to use the library beside raddle", path.display())]
    WrongAgent { path: PathBuf },
    #[error("cannot tell where raddle itself is ({0})\n  set RADDLE_AGENT to the path of the agent library")]
    NoSelf(io::Error),
    #[error(
        "a JVM cannot be given the path {}\n  \
         it must be valid UTF-8 and the library's must not contain '='; move raddle, or choose another --out",
        path.display()
    )]
    OddPath { path: PathBuf },
    #[error("cannot use {} as the run directory: {source}\n  choose another with --out DIR", path.display())]
    RunDir { path: PathBuf, source: io::Error },
    #[error("cannot use {} as the run directory: it is not a directory\n  choose another with --out DIR", path.display())]
    NoDir { path: PathBuf },
    #[error("cannot make a run directory in {}: {source}\n  set TMPDIR to another place, or choose a directory with --out DIR", path.display())]
    NoTemporary { path: PathBuf, source: io::Error },
    #[error(
        "{} is not empty\n  choose another with --out DIR: the records of a run have a directory to themselves",
        path.display()
    )]
    Occupied { path: PathBuf },
    #[error(
        "{} belongs to another run, which may still go on\n  \
         choose another with --out DIR, or remove it: raddle overwrites no records",
        path.display()
    )]
    OtherRun { path: PathBuf },
    #[error("the disk of {} is full\n  make room, or choose another place with --out DIR", path.display())]
    DiskFull { path: PathBuf },
    #[error("cannot write {}: {source}\n  choose another place with --json FILE", path.display())]
    Json { path: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}\n  {option} takes a text file with one entry per line", path.display())]
    RuleFile {
        path: PathBuf,
        option: &'static str,
        source: io::Error,
    },
    #[error("{}:{line}: this line is not UTF-8 text\n  save the file as UTF-8, or take the odd characters out", path.display())]
    NotText { path: PathBuf, line: usize },
    #[error(transparent)]
    Suppression(#[from] SuppressionError),
    #[error("{}:{line}: {error}", path.display())]
    Rule {
        path: PathBuf,
        line: u32,
        error: RuleError,
    },
    #[error("there is no command {}\n  {}", name.display(), no_command(name))]
    NoCommand { name: OsString },
    #[error(
        "cannot start {}: {source}\n  the command must be an executable file: a class, jar or source file is started \
         by java",
        name.display()
    )]
    Start { name: OsString, source: io::Error },
    #[error("lost track of {}: {source}", name.display())]
    Wait { name: OsString, source: io::Error },
    #[error("{0}\n  run again, and leave the run directory alone meanwhile")]
    Records(#[from] raddle_session::Error),
    #[error("there is no kind of finding {name:?}\n  the kinds are: {known}")]
    UnknownKind { name: String, known: String },
    #[error("cannot read {}: {source}\n  raddle analyze takes a trace in a text file, or - for standard input", path.display())]
    TraceFile { path: PathBuf, source: io::Error },
    #[error("{}: {error}\n  nothing is said of a trace that cannot be read to its end: correct it, and run again", path.display())]
    Trace {
        path: PathBuf,
        error: raddle_trace::Error,
    },
    #[error(
        "{kind} is found only where Raddle chooses the schedule\n  ask for it with raddle explore, or leave it out"
    )]
    NeedsControl { kind: &'static str },
    #[error(
        "{strategy} goes through all schedules of a main method, one after the other\n  \
         leave out {option}, or choose another --strategy"
    )]
    OneByOne { strategy: String, option: &'static str },
    #[error("cannot keep what the search has come to: {source}\n  see to the run directory, and run again")]
    Search { source: io::Error },
    #[error(
        "there are fewer schedules than shards, and none for shard {shard}\n  ask for more with --runs, or use fewer shards"
    )]
    EmptyShard { shard: String },
    #[error("cannot read {}: {source}\n  raddle replay takes a file that raddle explore has left in raddle-replays", path.display())]
    RecordingFile { path: PathBuf, source: io::Error },
    #[error("{} is no recording that this raddle can repeat: {problem}\n  explore again with this version", path.display())]
    Recording { path: PathBuf, problem: String },
    #[error(
        "the recording is of the main method of {class}, and this command is not `java [options] MainClass`\n  name the class, as when it was explored"
    )]
    NoMain { class: String },
    #[error("--stop-at {step} is beyond the recording's last step, {last}\n  choose one up to that")]
    NoStep { step: u64, last: u64 },
    #[error("no port is free for a debugger: {0}\n  name one: --debug 5005")]
    NoPort(io::Error),
    #[error("cannot read {}: {problem}\n  raddle merge takes files of --json and directories of --out", path.display())]
    Result { path: PathBuf, problem: String },
    #[error("cannot write pages into {}: {source}\n  choose another directory: raddle man DIR", path.display())]
    Pages { path: PathBuf, source: io::Error },
    #[error("cannot write the answer: {0}")]
    Output(io::Error),
}

fn no_command(name: &OsString) -> &'static str {
    let name = name.to_string_lossy();
    match () {
        () if name.is_empty() => "name one after --, such as java",
        () if name.contains(' ') => {
            "the command and its arguments are words of their own: leave out the quotes around them"
        }
        () => "check its spelling and your PATH; a script needs its interpreter too",
    }
}
