//! A program under the agent, from its start to the exit status: what `check`, `explore`, `replay` and `doctor` share.
//!
//! In the order of a run: [`entry`] says what of a command is run for each schedule, [`repeatable`] which options of the JVM
//! that takes, [`launch`] how the agent gets into the JVMs. A [`Program`] is started in a [`RunDir`] and is
//! [`Running`] until it ends, or until it is ended. [`gather`] makes one [`Run`](raddle_findings::Run) of what its
//! JVMs wrote, and [`verdict`] an exit status of that. [`signals`] ends nothing but the program.
//!
//! Start reading at [`Program`], then [`Running::wait_while`].

pub mod entry;
pub mod gather;
pub mod launch;
mod repeatable;
mod rundir;
pub mod signals;
pub mod verdict;

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Error;
use entry::Entry;
use launch::Plan;
pub use rundir::RunDir;
use signals::Forwarding;

/// How often a program is looked at.
const SAMPLE: Duration = Duration::from_millis(5);
/// How long a program that was asked to end may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// A command whose JVMs load the agent.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    library: &'a Path,
    command: Vec<OsString>,
    /// For its JVMs, beside the agent's.
    options: Vec<String>,
    streams: Streams,
}

/// What a program reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// What Raddle itself was given.
    Inherited,
    /// No input: each schedule has the same.
    NoInput,
    /// No input and no output: all of it was printed before.
    Silent,
}

impl<'a> Program<'a> {
    /// A command as it stands.
    pub fn new(library: &'a Path, command: &[OsString]) -> Self {
        Self {
            library,
            command: command.to_vec(),
            options: Vec::new(),
            streams: Streams::Inherited,
        }
    }

    /// What is run of a command where the agent controls the schedule.
    pub fn controlled(library: &'a Path, command: &[OsString], entry: &Entry) -> Self {
        let options = command.first().map(|program| repeatable::for_command(program));
        let command = match entry {
            Entry::Main { java, .. } => entry::in_place(java),
            Entry::Process => command.to_vec(),
        };
        Self {
            options: options.unwrap_or_default(),
            streams: Streams::NoInput,
            ..Self::new(library, &command)
        }
    }

    pub fn with_streams(self, streams: Streams) -> Self {
        Self { streams, ..self }
    }

    /// The same with one more option for its JVMs.
    pub fn with_option(mut self, option: String) -> Self {
        self.options.push(option);
        self
    }

    /// How it is started for one run.
    pub fn plan(&self, dir: &RunDir) -> Result<Plan, Error> {
        let agent = launch::jvm_options(self.library, dir.path())?;
        let options = [agent.as_slice(), &self.options].concat();
        let inherited = env::var_os(launch::TOOL_OPTIONS);
        Ok(launch::plan(&self.command, &options, inherited.as_deref()))
    }

    /// Starts it; its JVMs find their configuration in `dir` and leave their records there.
    pub fn start(&self, dir: &RunDir) -> Result<Running, Error> {
        self.start_beside(dir, 0)
    }

    /// Starts it as one of several at the same time, each with a number of its own.
    pub fn start_beside(&self, dir: &RunDir, number: usize) -> Result<Running, Error> {
        let mut command = self.plan(dir)?.command();
        match self.streams {
            Streams::Inherited => {}
            Streams::NoInput => drop(command.stdin(Stdio::null())),
            Streams::Silent => {
                command.stdin(Stdio::null());
                command.stdout(Stdio::null()).stderr(Stdio::null());
            }
        }
        Running::start(&mut command, number)
    }
}

/// A command that was started. Signals that would end Raddle are passed on to it.
#[derive(Debug)]
pub struct Running {
    child: Child,
    name: OsString,
    /// When it was asked to end.
    asked: Option<Instant>,
    _forwarding: Forwarding,
}

/// How a command has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// As a shell says it.
    pub status: i32,
    /// It did not end by itself: Raddle ended it, or a signal to Raddle did.
    pub stopped: bool,
}

impl Running {
    pub fn start(command: &mut Command, number: usize) -> Result<Running, Error> {
        let child = command
            .spawn()
            .map_err(|source| start_error(command.get_program(), source))?;
        Ok(Running {
            _forwarding: Forwarding::to(number, child.id()),
            name: command.get_program().to_owned(),
            asked: None,
            child,
        })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end, however long that takes.
    pub fn wait(mut self) -> Result<i32, Error> {
        let status = self.child.wait().map_err(|source| self.lost(source))?;
        Ok(launch::exit_status(status))
    }

    /// Waits for the end, and hastens it once `goes_on` is false or a signal has asked Raddle to end.
    pub fn wait_while(mut self, mut goes_on: impl FnMut() -> bool) -> Result<Ended, Error> {
        loop {
            if let Some(status) = self.child.try_wait().map_err(|source| self.lost(source))? {
                return Ok(Ended {
                    status: launch::exit_status(status),
                    stopped: self.asked.is_some() || signals::received().is_some(),
                });
            }
            if !goes_on() || signals::received().is_some() {
                self.insist();
            }
            thread::sleep(SAMPLE);
        }
    }

    /// Asks it to end; if it takes too long, ends it.
    fn insist(&mut self) {
        match self.asked {
            None => {
                self.asked = Some(Instant::now());
                signals::end(&mut self.child, false);
            }
            Some(since) if since.elapsed() >= PATIENCE => signals::end(&mut self.child, true),
            Some(_) => {}
        }
    }

    fn lost(&self, source: io::Error) -> Error {
        Error::Wait {
            name: self.name.clone(),
            source,
        }
    }
}

/// What a failure to start means.
fn start_error(program: &OsStr, source: io::Error) -> Error {
    let name = program.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound => Error::NoCommand { name },
        _ => Error::Start { name, source },
    }
}

#[cfg(all(test, unix))]
mod tests {
    use raddle_session::Config;

    use super::*;

    fn shell(script: &str) -> Running {
        Running::start(Command::new("sh").arg("-c").arg(script), 63).unwrap()
    }

    #[test]
    fn a_program_that_ends_by_itself_was_not_stopped() {
        let ended = shell("exit 3").wait_while(|| true).unwrap();
        assert_eq!(
            ended,
            Ended {
                status: 3,
                stopped: false
            }
        );
        assert_eq!(shell("exit 4").wait().unwrap(), 4);
        assert_eq!(shell("kill -9 $$").wait().unwrap(), 128 + 9);
    }

    /// How a shell ends that is no longer needed once it has made the file `ready`.
    fn not_needed(script: &str) -> Ended {
        let dir = tempfile::tempdir().unwrap();
        let ready = dir.path().join("ready");
        let script = format!(
            "{script}; : > '{}'; while :; do sleep 0.01; done",
            ready.display()
        );
        shell(&script).wait_while(|| !ready.exists()).unwrap()
    }

    #[test]
    fn a_program_that_is_not_needed_is_asked_to_end_and_then_ended() {
        let (status, stopped) = (5, true);
        assert_eq!(not_needed("trap 'exit 5' TERM"), Ended { status, stopped });
        let status = 128 + 9;
        assert_eq!(not_needed("trap '' TERM"), Ended { status, stopped });
    }

    #[test]
    fn what_cannot_be_started_is_named() {
        let missing = Running::start(&mut Command::new("no-such-program"), 63);
        assert!(matches!(missing, Err(Error::NoCommand { name }) if name == "no-such-program"));
        let directory = Running::start(&mut Command::new("/"), 63);
        assert!(matches!(directory, Err(Error::Start { .. })));
    }

    #[test]
    fn the_agent_comes_before_what_repeats_and_what_was_added() {
        let dir = RunDir::prepare(None, &Config::default()).unwrap();
        let command = ["no/such/java", "-cp", "a", "Main", "x"].map(OsString::from);
        let entry = Entry::of(&command);
        let library = Path::new("/agent.so");
        let program = Program::controlled(library, &command, &entry).with_option("-Dlast=1".to_owned());
        let plan = program.plan(&dir).unwrap();
        let args: Vec<_> = plan
            .args
            .iter()
            .map(|arg| arg.to_string_lossy().into_owned())
            .collect();
        let at = |text: &str| {
            args.iter()
                .position(|arg| arg.starts_with(text))
                .unwrap_or_else(|| panic!("{text} is not in {args:?}"))
        };
        assert_eq!(at("-agentpath:/agent.so="), 0);
        assert!(at("-agentpath:") < at("-XX:hashCode=3") && at("-XX:hashCode=3") < at("-Dlast=1"));
        assert_eq!(&args[at("-Dlast=1") + 1..], ["-cp", "a", entry::MAIN]);
        let plain = Program::new(library, &command).plan(&dir).unwrap();
        assert_eq!(&plain.args[2..], &command[1..]);
    }
}
