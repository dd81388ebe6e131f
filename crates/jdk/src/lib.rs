//! Where the JDKs are. Nothing in Raddle names a JDK by its path: tests, chores and `raddle doctor`
//! all ask here, so that they work on whatever machine they find themselves on.
//!
//! Looked at, in this order: `JAVA_HOME`, `java` and `javac` on the `PATH`, the directories that
//! `RADDLE_JDKS` lists, then those where systems and version managers keep JDKs. One JDK reached by several
//! ways is listed once. A run-time image has no `javac`: another JDK compiles for it ([`Jdk::compiler`]).
//!
//! Start reading at [`find_all`], then [`Search`] for the places.
#![forbid(unsafe_code)]

mod search;
mod version;

use std::path::{Path, PathBuf};
use std::process::Command;

pub use search::Search;
pub use version::Version;

/// An installed JDK, or a runtime without a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// The canonical home: no symbolic link in it.
    pub home: PathBuf,
    pub version: Version,
    pub has_javac: bool,
}

impl Jdk {
    /// The JDK at `home`, if there is one.
    pub fn at(home: &Path) -> Option<Jdk> {
        search::jdk_at(home)
    }

    pub fn java(&self) -> PathBuf {
        self.tool("java")
    }

    pub fn javac(&self) -> PathBuf {
        self.tool("javac")
    }

    /// The JDK that compiles for this one: itself or, for a run-time image, the newest that knows its release.
    pub fn compiler(&self) -> Option<Jdk> {
        search::compiler(self, find_all)
    }

    /// `javac`, ready to make classes of this JDK's release.
    pub fn compile(&self) -> Option<Command> {
        let compiler = self.compiler()?;
        let mut javac = Command::new(compiler.javac());
        if compiler != *self {
            javac.args(["--release", &self.version.feature.to_string()]);
        }
        Some(javac)
    }

    /// The path of one of the JDK's commands; it need not exist.
    pub fn tool(&self, name: &str) -> PathBuf {
        tool(&self.home, name)
    }
}

/// All JDKs of this machine, oldest first.
pub fn find_all() -> Vec<Jdk> {
    Search::from_env().find_all()
}

/// The newest JDK of a feature release such as 17; one with a compiler wins over one without.
pub fn find(feature: u32) -> Option<Jdk> {
    find_all()
        .into_iter()
        .filter(|jdk| jdk.version.feature == feature)
        .max_by_key(|jdk| jdk.has_javac)
}

/// The newest JDK; one with a compiler wins over one without.
pub fn newest() -> Option<Jdk> {
    find_all().into_iter().max_by_key(|jdk| jdk.has_javac)
}

/// The JDK to compile with: the one that the user has chosen by `JAVA_HOME` or `PATH`, else the newest.
pub fn for_build() -> Option<Jdk> {
    Search::from_env().for_build()
}

fn tool(home: &Path, name: &str) -> PathBuf {
    home.join("bin")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
