//! This JVM's record in the run directory: every line is written at once, so a killed JVM loses nothing.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use parking_lot::Mutex;
use raddle_session::files;
use raddle_session::record::Line;

use crate::reporting::reports::Recorder;

pub struct Record {
    file: Mutex<File>,
}

impl Record {
    pub fn create(dir: &Path) -> io::Result<Self> {
        let path = dir.join(files::record(std::process::id()));
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file: Mutex::new(file),
        })
    }

    fn try_write(&self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.file.lock().write_all(&text)
    }
}

impl Recorder for Record {
    /// Writes one line. A failure is reported on stderr: there is no other place left.
    fn write(&self, line: &Line) {
        if let Err(error) = self.try_write(line) {
            complain(&format!(
                "cannot write to the run directory: {error}; findings of this JVM are lost"
            ));
        }
    }
}

/// A word to the person at the terminal. Never on stdout: it belongs to the program.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "raddle: {message}");
}
