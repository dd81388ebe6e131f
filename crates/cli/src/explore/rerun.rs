//! Runs the program of an exploration again, for one recording: to make it simpler, or to see what it does.
//!
//! What the program prints then was printed before, so it is discarded.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use raddle_session::{Config, Control, Records, Saved};

use crate::error::Error;
use crate::program::entry::Entry;
use crate::program::gather::{add_exit, settled};
use crate::program::{Program, RunDir, Streams};

pub struct Rerun<'a> {
    pub command: &'a [OsString],
    pub entry: &'a Entry,
    pub library: &'a Path,
    pub dir: &'a RunDir,
}

impl Rerun<'_> {
    /// Runs the command once; what its JVMs leave behind is in `scratch`. It is ended if it takes too long.
    pub fn run(&self, config: &Config, scratch: &RunDir, most: Duration) -> Result<Records, Error> {
        scratch.configure(config)?;
        let program = Program::controlled(self.library, self.command, self.entry);
        let running = program.with_streams(Streams::Silent).start(scratch)?;
        let began = Instant::now();
        let ended = running.wait_while(|| began.elapsed() < most)?;
        let mut records = settled(scratch.path())?;
        if *self.entry == Entry::Process && !ended.stopped {
            let first = config.control.as_ref().map_or(0, |control| control.first);
            add_exit(&mut records, ended.status, first);
        }
        Ok(records)
    }
}

/// How a JVM repeats a recording, and records what it does meanwhile.
pub fn repeating(saved: &Saved, path: &Path) -> Control {
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
