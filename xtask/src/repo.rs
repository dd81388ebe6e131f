//! What every chore needs to know of the repository and of the machine: where things are, how to call
//! cargo, which JDK there is.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_jdk::Jdk;
use serde_json::Value;

/// A chore's failure is read by a person, so any message will do.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub const NO_JDK: &str =
    "no JDK found: install one (17 or later), or set JAVA_HOME to the directory that has bin/javac";

/// The repository's root.
pub fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// Cargo, in the repository's root.
pub fn cargo<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs a command to its end; anything but success is a failure that names the command.
pub fn must(command: &mut Command) -> Outcome {
    let status = command
        .status()
        .map_err(|e| format!("cannot start {}: {e}", words(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed: {status}", words(command)).into())
    }
}

/// Success, unless there is something to complain of.
pub fn all_well(complaints: &[String]) -> Outcome {
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(complaints.join("\n").into())
    }
}

/// The command's standard output, if it succeeds.
pub fn output(command: &mut Command) -> Outcome<String> {
    let output = command
        .output()
        .map_err(|e| format!("cannot start {}: {e}", words(command)))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} failed: {}\n{stderr}", words(command), output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn words(command: &Command) -> String {
    let name = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let args = command.get_args().map(|arg| arg.to_string_lossy());
    [name].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}

/// What cargo knows of the workspace.
pub fn metadata() -> Outcome<Value> {
    let text = output(&mut cargo([
        "metadata",
        "--format-version=1",
        "--no-deps",
        "--offline",
    ]))?;
    Ok(serde_json::from_str(&text)?)
}

/// Where cargo builds.
pub fn target() -> Outcome<PathBuf> {
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str();
    Ok(target.ok_or("cargo names no target directory")?.into())
}

/// The optimised command and agent, built now.
pub struct Product {
    pub raddle: PathBuf,
}

impl Product {
    pub fn build() -> Outcome<Product> {
        must(&mut cargo([
            "build",
            "--release",
            "-p",
            "raddle",
            "-p",
            "raddle-agent",
        ]))?;
        let raddle = format!("raddle{}", std::env::consts::EXE_SUFFIX);
        Ok(Product {
            raddle: target()?.join("release").join(raddle),
        })
    }
}

/// The oldest JDK that can compile: what it makes runs on all others.
pub fn oldest_jdk() -> Outcome<Jdk> {
    raddle_jdk::find_all()
        .into_iter()
        .find(|jdk| jdk.has_javac)
        .ok_or_else(|| NO_JDK.into())
}

/// The files of one kind in a directory, in the order of their names.
pub fn files(dir: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("cannot read {}: {e}", dir.display()))?;
    let mut files = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    Ok(files)
}
