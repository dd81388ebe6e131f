//! The run directory: where the JVMs find their configuration and leave their records.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use raddle_session::Config;
use raddle_session::files::{CONFIG, RUNNING};
use tempfile::TempDir;

use crate::error::Error;

/// How the name of a directory inside a run directory begins.
const INSIDE: &str = "worker-";

/// A run's records rarely pass some hundred kilobytes; with less room than this they may not fit.
const MIN_FREE: u64 = 4 << 20;

/// A directory that is ready for a run. A temporary one vanishes with this value; one that the user has chosen
/// stays, and is free for another run if nothing came of this one.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    temporary: Option<TempDir>,
    /// Locked as long as this process lives.
    running: Option<File>,
}

impl RunDir {
    /// The directory that the user has chosen, or a temporary one.
    pub fn prepare(chosen: Option<&Path>, config: &Config) -> Result<RunDir, Error> {
        let mut dir = match chosen {
            Some(path) => {
                claim(path)?;
                let path = std::path::absolute(path).map_err(|source| run_dir_error(path, source))?;
                RunDir {
                    path,
                    temporary: None,
                    running: None,
                }
            }
            None => {
                let made = tempfile::Builder::new().prefix("raddle-").tempdir();
                let made = made.map_err(no_temporary)?;
                RunDir {
                    path: made.path().to_owned(),
                    temporary: Some(made),
                    running: None,
                }
            }
        };
        if dir.is_full() {
            return Err(Error::DiskFull {
                path: dir.path.clone(),
            });
        }
        dir.configure(config)?;
        let running = File::create(dir.path.join(RUNNING)).and_then(|file| file.lock().map(|()| file));
        dir.running = Some(running.map_err(|source| run_dir_error(&dir.path, source))?);
        Ok(dir)
    }

    /// A directory inside this one, for JVMs that are asked for something else; it vanishes with its value.
    pub fn inside(&self, name: &str) -> Result<RunDir, Error> {
        let made = tempfile::Builder::new()
            .prefix(&format!("{INSIDE}{name}-"))
            .tempdir_in(&self.path);
        let made = made.map_err(|source| run_dir_error(&self.path, source))?;
        Ok(RunDir {
            path: made.path().to_owned(),
            temporary: Some(made),
            running: None,
        })
    }

    /// What JVMs that start from now on are asked for.
    pub fn configure(&self, config: &Config) -> Result<(), Error> {
        let text = serde_json::to_vec(config).map_err(io::Error::from);
        text.and_then(|text| fs::write(self.path.join(CONFIG), text))
            .map_err(|source| run_dir_error(&self.path, source))
    }

    /// What the JVMs of an earlier run, or of this one, were asked for.
    pub fn configured(path: &Path) -> Option<Config> {
        serde_json::from_slice(&fs::read(path.join(CONFIG)).ok()?).ok()
    }

    /// Whether it is kept after the run.
    pub fn is_kept(&self) -> bool {
        self.temporary.is_none()
    }

    /// The absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the disk has too little room left for records.
    pub fn is_full(&self) -> bool {
        free_bytes(&self.path).is_some_and(|free| free < MIN_FREE)
    }
}

/// Makes sure that `path` is a directory of this run alone: of two that begin at the same time, one gets it.
fn claim(path: &Path) -> Result<(), Error> {
    let error = |source| run_dir_error(path, source);
    let path = path.to_owned();
    if path.exists() && !path.is_dir() {
        return Err(Error::NoDir { path });
    }
    fs::create_dir_all(&path).map_err(error)?;
    if RunDir::configured(&path).is_some() {
        return Err(Error::OtherRun { path });
    }
    if fs::read_dir(&path).map_err(error)?.next().is_some() {
        return Err(Error::Occupied { path });
    }
    match File::create_new(path.join(CONFIG)) {
        Ok(_) => Ok(()),
        Err(source) if source.kind() == io::ErrorKind::AlreadyExists => Err(Error::OtherRun { path }),
        Err(source) => Err(error(source)),
    }
}

fn no_temporary(source: io::Error) -> Error {
    let path = std::env::temp_dir();
    match run_dir_error(&path, source) {
        Error::RunDir { path, source } => Error::NoTemporary { path, source },
        full => full,
    }
}

impl Drop for RunDir {
    fn drop(&mut self) {
        // In this order: a process that finds the file and no lock takes this process for killed.
        if self.running.is_some() {
            let _ = fs::remove_file(self.path.join(RUNNING));
        }
        // Nothing but the configuration: no JVM has come so far.
        if self.is_kept() && fs::read_dir(&self.path).is_ok_and(|entries| entries.count() == 1) {
            let _ = fs::remove_file(self.path.join(CONFIG));
        }
    }
}

fn run_dir_error(path: &Path, source: io::Error) -> Error {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull {
            path: path.to_owned(),
        },
        _ => Error::RunDir {
            path: path.to_owned(),
            source,
        },
    }
}

/// Room for an ordinary user, if the system tells.
#[cfg(unix)]
fn free_bytes(path: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(path.as_os_str().as_bytes()).ok()?;
    let mut stats = std::mem::MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: `path` is a C string and `stats` has room for what the call writes.
    if unsafe { libc::statvfs(path.as_ptr(), stats.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: the call has succeeded, so it has filled `stats`.
    let stats = unsafe { stats.assume_init() };
    #[allow(
        clippy::unnecessary_cast,
        reason = "the fields' width differs between systems"
    )]
    Some((stats.f_bavail as u64).saturating_mul(stats.f_frsize as u64))
}

#[cfg(not(unix))]
fn free_bytes(_path: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directory_of_another_run_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("new/run");
        let prepare = || RunDir::prepare(Some(&out), &Config::default());
        let first = prepare().unwrap();
        assert!(matches!(prepare(), Err(Error::OtherRun { .. })), "it still runs");
        drop(first);
        let second = prepare().unwrap();
        fs::write(out.join("jvm-1.jsonl"), "old").unwrap();
        drop(second);
        assert!(matches!(prepare(), Err(Error::OtherRun { .. })), "it has records");
        assert_eq!(fs::read_to_string(out.join("jvm-1.jsonl")).unwrap(), "old");
    }

    #[test]
    fn what_is_not_ours_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("config.json"), "{\"theirs\": 1}").unwrap();
        fs::write(dir.path().join("jvm-1.jsonl"), "").unwrap();
        let refused = RunDir::prepare(Some(dir.path()), &Config::default());
        assert!(matches!(refused, Err(Error::Occupied { .. })), "{refused:?}");
        assert!(dir.path().join("jvm-1.jsonl").exists());
        let file = RunDir::prepare(Some(&dir.path().join("config.json")), &Config::default());
        assert!(matches!(file, Err(Error::NoDir { .. })), "{file:?}");
    }

    #[test]
    fn a_temporary_directory_vanishes() {
        let dir = RunDir::prepare(None, &Config::default()).unwrap();
        let path = dir.path().to_owned();
        assert!(path.is_absolute() && path.join(CONFIG).is_file());
        drop(dir);
        assert!(!path.exists());
    }
}
