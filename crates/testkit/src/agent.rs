//! Where the `raddle` under test is, with its agent library.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::{Error, Result};

/// A `raddle` executable with the agent library beside it.
#[derive(Clone, Debug)]
pub struct Raddle {
    binary: PathBuf,
}

impl Raddle {
    /// The executable at `binary`. Cargo does not know that it needs the agent library, and would test
    /// with an old one: so the library is built here, once per process; that is quick if it is fresh.
    pub fn at(binary: &Path) -> Result<Raddle> {
        static BUILT: Mutex<bool> = Mutex::new(false);
        let mut built = BUILT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !*built {
            build_agent(binary)?;
            *built = true;
        }
        Ok(Raddle {
            binary: binary.to_owned(),
        })
    }

    pub fn binary(&self) -> &Path {
        &self.binary
    }

    /// The agent library beside the executable.
    pub fn agent(&self) -> PathBuf {
        agent_beside(&self.binary)
    }
}

/// The name that Cargo and the command line have for the library.
fn agent_beside(binary: &Path) -> PathBuf {
    let name = format!(
        "{}raddle_agent{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    );
    binary.with_file_name(name)
}

fn build_agent(binary: &Path) -> Result<()> {
    let agent = agent_beside(binary);
    let Some(cargo) = env::var_os("CARGO") else {
        let output = "not run by Cargo".to_owned();
        return if agent.is_file() {
            Ok(())
        } else {
            Err(Error::Agent {
                binary: binary.to_owned(),
                output,
            })
        };
    };
    let directory = binary.parent().unwrap_or(Path::new("."));
    let profile = match directory.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let output = Command::new(cargo)
        .args([
            "build",
            "--package",
            "raddle-agent",
            "--profile",
            profile,
            "--target-dir",
        ])
        .arg(directory.parent().unwrap_or(directory))
        .output()
        .map_err(Error::io("cargo"))?;
    if output.status.success() && agent.is_file() {
        return Ok(());
    }
    let output = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::Agent {
        binary: binary.to_owned(),
        output,
    })
}
