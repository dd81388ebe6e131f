//! Java sources, written and compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use raddle_jdk::Jdk;

use crate::{Error, Result};

/// Compiles `sources` into `out` for the JDK's own release.
pub fn compile(jdk: &Jdk, sources: &[PathBuf], out: &Path) -> Result<()> {
    javac(jdk.compile().ok_or(Error::NoJdk)?, sources, out)
}

/// Compiles for an older release: the class files and the library are of that release.
pub fn compile_release(jdk: &Jdk, release: u32, sources: &[PathBuf], out: &Path) -> Result<()> {
    let compiler = jdk.compiler().ok_or(Error::NoJdk)?;
    let mut command = Command::new(compiler.javac());
    command.args(["--release", &release.to_string()]);
    javac(command, sources, out)
}

fn javac(mut javac: Command, sources: &[PathBuf], out: &Path) -> Result<()> {
    if sources.is_empty() {
        return Ok(());
    }
    let output = javac
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(out)
        .args(sources)
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("JDK_JAVAC_OPTIONS")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .map_err(Error::io(javac.get_program()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Javac(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Writes files below `dir`, with the directories that they need.
pub fn write_all(dir: &Path, files: &[(&str, &str)]) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = dir.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::io(parent))?;
        }
        fs::write(&path, text).map_err(Error::io(&path))?;
        paths.push(path);
    }
    Ok(paths)
}
