//! Options of the JVM without which no schedule repeats: hash codes that do not depend on chance, and virtual
//! threads that are threads of the system, whose turns can be given. Not every release knows each option.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use raddle_jdk::Jdk;

use super::launch::is_java;

/// The first release with virtual threads that are not a preview.
const VIRTUAL_THREADS: u32 = 21;

const IGNORE_UNKNOWN: &str = "-XX:+IgnoreUnrecognizedVMOptions";
const UNLOCK: &str = "-XX:+UnlockExperimentalVMOptions";
/// Identity hash codes count up.
const HASH_CODES: &str = "-XX:hashCode=3";
const BOUND_THREADS: &str = "-XX:-VMContinuations";
/// So much of the heap is for new objects from the start on, so that short schedules see no collection: what that takes
/// out of weak references is chance.
const NEW_OBJECTS: &str = "-XX:G1NewSizePercent=60";

/// The options for the JVMs of a command. Where it is not known which JVM will run, what that one does not
/// know is left to it to ignore.
pub fn for_command(program: &OsStr) -> Vec<String> {
    let release = match is_java(program) {
        true => release_of(program),
        false => None,
    };
    for_release(release)
}

fn for_release(release: Option<u32>) -> Vec<String> {
    let options: &[&str] = match release {
        None => &[IGNORE_UNKNOWN, UNLOCK, HASH_CODES, NEW_OBJECTS, BOUND_THREADS],
        Some(release) if release >= VIRTUAL_THREADS => &[UNLOCK, HASH_CODES, NEW_OBJECTS, BOUND_THREADS],
        Some(_) => &[UNLOCK, HASH_CODES, NEW_OBJECTS],
    };
    options.iter().map(|option| (*option).to_owned()).collect()
}

/// The release of the JDK that a `java` belongs to, if its place tells: a version manager's shim does not.
fn release_of(program: &OsStr) -> Option<u32> {
    let real = fs::canonicalize(found(program)?).ok()?;
    let jdk = real.parent().and_then(Path::parent).and_then(Jdk::at)?;
    Some(jdk.version.feature)
}

/// The file that a command is: as it stands if it has a directory, else by the `PATH`.
fn found(program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return Some(path.to_owned());
    }
    let dirs = env::var_os("PATH")?;
    let mut files = env::split_paths(&dirs).map(|dir| dir.join(path));
    files.find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_gets_what_it_knows() {
        assert_eq!(for_release(Some(17)), [UNLOCK, HASH_CODES, NEW_OBJECTS]);
        assert_eq!(
            for_release(Some(25)),
            [UNLOCK, HASH_CODES, NEW_OBJECTS, BOUND_THREADS]
        );
        assert_eq!(for_release(None)[0], IGNORE_UNKNOWN);
        assert_eq!(for_command(OsStr::new("mvn"))[0], IGNORE_UNKNOWN);
        assert_eq!(for_command(OsStr::new("/nowhere/bin/java"))[0], IGNORE_UNKNOWN);
    }

    #[test]
    fn the_release_is_that_of_the_java_that_will_run() {
        for jdk in raddle_jdk::find_all() {
            let release = release_of(jdk.java().as_os_str());
            assert_eq!(release, Some(jdk.version.feature), "{}", jdk.home.display());
        }
    }
}
