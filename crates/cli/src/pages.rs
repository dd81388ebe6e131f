//! What is made from definitions for other programs: of the command line in [`crate::args`], for shells and `man`; and
//! of what `--json` writes, for scripts.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::error::Error;

/// `raddle completions SHELL`: a script for the shell.
pub fn completions(shell: Shell, out: &mut impl Write) -> Result<i32, Error> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "raddle", &mut script);
    print(&script, out)
}

/// `raddle schema`: the form of the JSON that is written.
pub fn schema(out: &mut impl Write) -> Result<i32, Error> {
    let text = raddle_findings::schema::text().map_err(|error| Error::Output(error.into()))?;
    print(text.as_bytes(), out)
}

/// Prints what was asked for.
pub fn print(text: &[u8], out: &mut impl Write) -> Result<i32, Error> {
    match out.write_all(text).and_then(|()| out.flush()) {
        // A pager that was left early is no error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(0),
    }
}

/// `raddle man DIR`: a page for the command and one for each verb, as files `raddle.1`, `raddle-check.1` and so on.
pub fn man(dir: &Path) -> Result<i32, Error> {
    fs::create_dir_all(dir)
        .and_then(|()| clap_mangen::generate_to(Args::command(), dir))
        .map_err(|source| Error::Pages {
            path: dir.to_owned(),
            source,
        })?;
    Ok(0)
}
