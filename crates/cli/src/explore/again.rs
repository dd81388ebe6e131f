//! Runs the program of an exploration again, for one recording: to make it simpler, or to see what it does.
//!
//! What the program prints then was printed before, so nobody sees it.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use raddle_findings::{Config, Control, Records, Saved};
use raddle_schedule::Recording;

use super::entry::{self, Entry};
use super::options;
use super::workers::{add_exit, insist};
use crate::check::settled;
use crate::error::Error;
use crate::launch;
use crate::rundir::RunDir;
use crate::signals;

const LOOK: Duration = Duration::from_millis(5);

pub struct Again<'a> {
    pub command: &'a [OsString],
    pub entry: &'a Entry,
    pub library: &'a Path,
    pub dir: &'a RunDir,
}

impl Again<'_> {
    /// Runs the command once; what its JVMs leave behind is in `scratch`. It is ended if it takes too long.
    pub fn run(&self, config: &Config, scratch: &RunDir, most: Duration) -> Result<Records, Error> {
        scratch.configure(config)?;
        let mut agent = launch::jvm_options(self.library, scratch.path())?.to_vec();
        if let Some(program) = self.command.first() {
            agent.extend(options::for_command(program));
        }
        let command = match self.entry {
            Entry::Main { java, .. } => entry::in_place(java),
            Entry::Process => self.command.to_vec(),
        };
        let inherited = env::var_os(launch::TOOL_OPTIONS);
        let plan = launch::plan(&command, &agent, inherited.as_deref());
        let mut command = plan.command();
        command.stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|source| plan.start_error(source))?;
        let _forwarding = signals::Forwarding::to(0, child.id());
        let (began, mut asked) = (Instant::now(), None);
        loop {
            let ended = child.try_wait().map_err(|source| Error::Wait {
                name: plan.program.clone(),
                source,
            })?;
            if let Some(status) = ended {
                let mut records = settled(scratch.path())?;
                if *self.entry == Entry::Process && asked.is_none() {
                    let first = config.control.as_ref().map_or(0, |control| control.first);
                    add_exit(&mut records, launch::exit_status(status), first);
                }
                return Ok(records);
            }
            if began.elapsed() >= most || signals::received().is_some() {
                insist(&mut child, &mut asked);
            }
            thread::sleep(LOOK);
        }
    }
}

/// How a JVM repeats a recording, and tells what it does meanwhile.
pub fn repeating(saved: &Saved<Recording>, path: &Path) -> Control {
    Control {
        first: saved.recording.schedule,
        stride: 1,
        runs: 1,
        millis: None,
        keep_going: false,
        replay: Some(path.to_owned()),
        explain: true,
        minimize: None,
        stop_at: None,
        steps: None,
        core: std::process::id(),
        ..saved.config.control.clone().unwrap_or_default()
    }
}
