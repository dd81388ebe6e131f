//! One program, run as it is or under `raddle check` or `explore`, with a limit on its time.
//!
//! Output goes to files, not pipes: a process that the program leaves behind cannot keep a test waiting.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use raddle_findings::Run;
use raddle_jdk::Jdk;
use tempfile::TempDir;

use crate::{Error, Raddle, Result};

/// A command line with its surroundings.
#[derive(Clone, Debug)]
pub struct Program {
    pub command: Vec<OsString>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
    pub stdin: Vec<u8>,
    /// Set on top of this process's environment; the JVM's own variables are never inherited.
    pub environment: Vec<(String, OsString)>,
    pub limit: Duration,
}

/// How a process ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The exit status, or 128 + the signal.
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub took: Duration,
}

impl Finished {
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// How `raddle check` or `explore` ended; `run` is what it wrote by `--json`, if it came to that.
#[derive(Clone, Debug)]
pub struct Checked {
    pub finished: Finished,
    pub run: Option<Run>,
}

impl Program {
    pub fn new(command: impl IntoIterator<Item = impl Into<OsString>>) -> Program {
        Program {
            command: command.into_iter().map(Into::into).collect(),
            directory: None,
            stdin: Vec::new(),
            environment: Vec::new(),
            limit: Duration::from_secs(120),
        }
    }

    /// `java`, with these arguments.
    pub fn java(jdk: &Jdk, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Program {
        let java = jdk.java().into_os_string();
        Program::new([java].into_iter().chain(arguments.into_iter().map(Into::into)))
    }

    pub fn stdin(mut self, stdin: impl Into<Vec<u8>>) -> Program {
        self.stdin = stdin.into();
        self
    }

    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Program {
        self.directory = Some(directory.into());
        self
    }

    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Program {
        self.environment.push((name.to_owned(), value.into()));
        self
    }

    /// Runs the program as it is.
    pub fn plain(&self) -> Result<Finished> {
        let files = scratch()?;
        let mut child = self.spawn(&self.command, files.path())?;
        self.finish(&mut child, files.path(), || {})
    }

    /// Runs it under `raddle check` with `options`.
    pub fn checked(&self, raddle: &Raddle, options: &[&str]) -> Result<Checked> {
        self.checked_in(&scratch()?, raddle, "check", options, || {})
    }

    /// Runs it under `raddle explore` with `options`.
    pub fn explored(&self, raddle: &Raddle, options: &[&str]) -> Result<Checked> {
        self.checked_in(&scratch()?, raddle, "explore", options, || {})
    }

    /// Runs it under `raddle check` and takes the time from when the program prints `line` to the end of
    /// everything; `None` if it never does.
    pub fn checked_since(
        &self,
        raddle: &Raddle,
        options: &[&str],
        line: &str,
    ) -> Result<(Checked, Option<Duration>)> {
        let files = scratch()?;
        let stdout = files.path().join("stdout");
        let mut printed = None;
        let checked = self.checked_in(&files, raddle, "check", options, || {
            let text = fs::read_to_string(&stdout).unwrap_or_default();
            if printed.is_none() && text.lines().any(|printed| printed == line) {
                printed = Some(Instant::now());
            }
        })?;
        Ok((checked, printed.map(|at| at.elapsed())))
    }

    fn checked_in(
        &self,
        files: &TempDir,
        raddle: &Raddle,
        verb: &str,
        options: &[&str],
        meanwhile: impl FnMut(),
    ) -> Result<Checked> {
        let json = files.path().join("run.json");
        let mut command: Vec<OsString> = vec![raddle.binary().into(), verb.into(), "--json".into()];
        command.push(json.clone().into());
        command.extend(options.iter().map(Into::into));
        command.push("--".into());
        command.extend(self.command.iter().cloned());
        let mut child = self.spawn(&command, files.path())?;
        let finished = self.finish(&mut child, files.path(), meanwhile)?;
        let run = if json.exists() {
            Some(read_run(&json)?)
        } else {
            None
        };
        Ok(Checked { finished, run })
    }

    fn spawn(&self, command: &[OsString], files: &Path) -> Result<Child> {
        let open = |name: &str| {
            let path = files.join(name);
            File::create(&path).map_err(Error::io(path))
        };
        let stdin = files.join("stdin");
        fs::write(&stdin, &self.stdin).map_err(Error::io(&stdin))?;
        let (program, arguments) = command
            .split_first()
            .unwrap_or_else(|| unreachable!("a command has a name"));
        let mut process = Command::new(program);
        process
            .args(arguments)
            .stdin(File::open(&stdin).map_err(Error::io(&stdin))?)
            .stdout(open("stdout")?)
            .stderr(open("stderr")?);
        for name in [
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "JDK_JAVAC_OPTIONS",
            "_JAVA_OPTIONS",
        ] {
            process.env_remove(name);
        }
        // Class files may have names outside ASCII.
        process.env("LC_ALL", "C.UTF-8");
        process.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            process.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        process.spawn().map_err(Error::io(program))
    }

    /// Waits for the end, and does something `meanwhile`, again and again.
    fn finish(&self, child: &mut Child, files: &Path, mut meanwhile: impl FnMut()) -> Result<Finished> {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(Error::io(&self.command[0]))? {
                break status;
            }
            if started.elapsed() > self.limit {
                kill_group(child);
                let output = fs::read(files.join("stderr")).unwrap_or_default();
                return Err(Error::Timeout {
                    command: format!("{:?}", self.command),
                    seconds: self.limit.as_secs(),
                    output: String::from_utf8_lossy(&output).into_owned(),
                });
            }
            meanwhile();
            thread::sleep(Duration::from_millis(5));
        };
        let read = |name: &str| {
            let path = files.join(name);
            fs::read(&path).map_err(Error::io(path))
        };
        Ok(Finished {
            status: code(status),
            stdout: read("stdout")?,
            stderr: read("stderr")?,
            took: started.elapsed(),
        })
    }
}

fn scratch() -> Result<TempDir> {
    TempDir::with_prefix("raddle-test-").map_err(Error::io(std::env::temp_dir()))
}

fn read_run(path: &Path) -> Result<Run> {
    let text = fs::read(path).map_err(Error::io(path))?;
    serde_json::from_slice(&text).map_err(|e| Error::Json {
        path: path.to_owned(),
        reason: e.to_string(),
    })
}

/// Ends the process and all that it has started and that stayed in its group.
fn kill_group(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    let _ = child.kill();
    let _ = child.wait();
}

fn code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(-1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn status_output_and_input_are_passed_on() {
        let script = "cat; echo out; echo $WORD >&2; exit 7";
        let program = Program::new(["sh", "-c", script])
            .stdin("in\n")
            .env("WORD", "err");
        let finished = program.plain().unwrap();
        assert_eq!(finished.status, 7);
        assert_eq!(finished.stdout_text(), "in\nout\n");
        assert_eq!(finished.stderr_text(), "err\n");
        assert_eq!(
            Program::new(["sh", "-c", "kill -9 $$"]).plain().unwrap().status,
            137
        );
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_its_children() {
        let mut program = Program::new(["sh", "-c", "echo begun >&2; sleep 100 & sleep 100"]);
        program.limit = Duration::from_millis(200);
        let error = program.plain().unwrap_err().to_string();
        assert!(
            error.contains("did not end within") && error.contains("begun"),
            "{error}"
        );
    }
}
