//! The files that a user writes for Raddle: suppressions, and rules of order. They are read before the
//! command is run, so that a mistake in them costs no run.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use raddle_findings::{Rule, Suppression, declared, suppress};

use crate::error::Error;

/// More is not written by hand; what is larger is some other file.
const MAX_BYTES: u64 = 1 << 20;

/// All entries of `--suppressions`.
pub fn suppressions(files: &[PathBuf]) -> Result<Vec<Suppression>, Error> {
    let mut entries = Vec::new();
    for path in files {
        let text = read(path, "--suppressions")?;
        entries.extend(suppress::parse(&path.display().to_string(), &text)?);
    }
    Ok(entries)
}

/// All rules of `--happens-before-file`.
pub fn happens_before(files: &[PathBuf]) -> Result<Vec<Rule>, Error> {
    let mut rules = Vec::new();
    for path in files {
        let text = read(path, "--happens-before-file")?;
        rules.extend(declared::parse_file(&text).map_err(|(line, error)| Error::Rule {
            path: path.clone(),
            line,
            error,
        })?);
    }
    Ok(rules)
}

fn read(path: &Path, option: &'static str) -> Result<String, Error> {
    let mut bytes = Vec::new();
    // One byte more than there may be, whatever the file: a pipe or a device has no size to ask for.
    let result = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    let result = result.and_then(|size| match size as u64 > MAX_BYTES {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(()),
    });
    result.map_err(|source| Error::RuleFile {
        path: path.to_owned(),
        option,
        source,
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        Error::NotText {
            path: path.to_owned(),
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
        }
    })
}
