//! The class files of many sources, compiled when they are first needed: all that are for one release at once, by a
//! compiler that changes from turn to turn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use raddle_jdk::Jdk;
use tempfile::TempDir;

use crate::turn::Turn;
use crate::{Error, Result, compile_release, jdks};

/// Sources by their release, and where their classes are.
#[derive(Debug, Default)]
pub struct Classes {
    sources: BTreeMap<u32, Vec<PathBuf>>,
    out: Mutex<Option<TempDir>>,
}

impl Classes {
    pub fn add(&mut self, release: u32, source: PathBuf) {
        self.sources.entry(release).or_default().push(source);
    }

    /// The directory with the classes. A failure is tried again by the next caller, and fails it too.
    pub fn compiled(&self) -> Result<PathBuf> {
        let mut out = self.out.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(out) = &*out {
            return Ok(out.path().to_owned());
        }
        let fresh = TempDir::with_prefix("raddle-classes-").map_err(Error::io("a directory"))?;
        for (&release, sources) in &self.sources {
            compile_release(&compiler(release, sources)?, release, sources, fresh.path())?;
        }
        Ok(out.insert(fresh).path().to_owned())
    }
}

/// Whose turn it is of those that can compile for a release.
fn compiler(release: u32, sources: &[PathBuf]) -> Result<Jdk> {
    let mut jdks = jdks::all()?;
    jdks.retain(|jdk| jdk.has_javac && jdk.version.feature >= release);
    if jdks.is_empty() {
        return Err(Error::NoJdk);
    }
    let directory = sources
        .first()
        .and_then(|source| source.parent())
        .map(Path::to_string_lossy);
    Ok(Turn::of(&directory.unwrap_or_default()).pick(&jdks).clone())
}
