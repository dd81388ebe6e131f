//! The search itself. All that it depends on is in [`Search`], so that tests run it on trees of their
//! own.
//!
//! A home is a directory with `bin/java` and a `release` file, which every JDK since 8 has. A `java`
//! on the `PATH` that is not in such a home (a version manager's shim, the stub of macOS) is asked
//! where its home is; so is one whose `release` file does not say the version.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Jdk, Version, tool};

/// Where to look.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub java_home: Option<PathBuf>,
    pub path: Option<OsString>,
    /// Directories that have JDKs one or two levels below them, the user's own first.
    pub roots: Vec<PathBuf>,
}

impl Search {
    /// What the environment says, and the usual places of this operating system.
    pub fn from_env() -> Search {
        let java_home = env::var_os("JAVA_HOME")
            .filter(|home| !home.is_empty())
            .map(PathBuf::from);
        let own = env::var_os("RADDLE_JDKS").unwrap_or_default();
        let own = env::split_paths(&own).filter(|root| root.is_absolute());
        Search {
            java_home,
            path: env::var_os("PATH"),
            roots: own.chain(usual_roots()).collect(),
        }
    }

    /// Every JDK found, oldest first.
    pub fn find_all(&self) -> Vec<Jdk> {
        let mut jdks = self.chosen();
        for home in self.roots.iter().flat_map(|root| homes_below(root)) {
            add(&mut jdks, jdk_at(&home));
        }
        jdks.sort_by(|a, b| a.version.cmp(&b.version).then_with(|| a.home.cmp(&b.home)));
        jdks
    }

    /// The first JDK with a compiler: the user's choice, else the newest.
    pub fn for_build(&self) -> Option<Jdk> {
        let with_javac = |jdk: &Jdk| jdk.has_javac;
        self.chosen()
            .into_iter()
            .find(with_javac)
            .or_else(|| self.find_all().into_iter().rfind(with_javac))
    }

    /// What the user has chosen, by `JAVA_HOME` and then by `PATH`.
    fn chosen(&self) -> Vec<Jdk> {
        let mut jdks = Vec::new();
        add(&mut jdks, self.java_home.as_deref().and_then(jdk_at));
        let dirs = self.path.iter().flat_map(env::split_paths);
        for dir in dirs.filter(|dir| dir.is_absolute()) {
            for name in ["java", "javac"] {
                let command = dir.join(format!("{name}{}", env::consts::EXE_SUFFIX));
                if command.is_file() {
                    add(&mut jdks, jdk_of_command(&command, name == "java"));
                }
            }
        }
        jdks
    }
}

fn add(jdks: &mut Vec<Jdk>, found: Option<Jdk>) {
    if let Some(jdk) = found
        && jdks.iter().all(|known| known.home != jdk.home)
    {
        jdks.push(jdk);
    }
}

/// The JDK that compiles for `jdk`, of `all`, oldest first.
pub fn compiler(jdk: &Jdk, all: impl FnOnce() -> Vec<Jdk>) -> Option<Jdk> {
    if jdk.has_javac {
        return Some(jdk.clone());
    }
    let knows = |other: &Jdk| other.has_javac && other.version.feature >= jdk.version.feature;
    all().into_iter().rfind(knows)
}

/// The JDK at `home`, unless there is none.
pub fn jdk_at(home: &Path) -> Option<Jdk> {
    let home = fs::canonicalize(home).ok()?;
    let release = fs::read_to_string(home.join("release")).ok()?;
    if !tool(&home, "java").is_file() {
        return None;
    }
    let version = match release_version(&release) {
        Some(version) => version,
        None => Version::parse(&ask(&tool(&home, "java"), "java.version")?)?,
    };
    let has_javac = tool(&home, "javac").is_file();
    Some(Jdk {
        home,
        version,
        has_javac,
    })
}

/// The JDK that a command on the `PATH` belongs to, found through symbolic links or by asking it.
fn jdk_of_command(command: &Path, may_ask: bool) -> Option<Jdk> {
    let real = fs::canonicalize(command).ok()?;
    let by_place = real.parent().and_then(Path::parent).and_then(jdk_at);
    by_place.or_else(|| {
        if may_ask {
            jdk_at(Path::new(&ask(command, "java.home")?))
        } else {
            None
        }
    })
}

/// The directories one and two levels below `root` that look like JDK homes. The second level is for
/// roots such as `/opt`, which hold a directory per vendor.
fn homes_below(root: &Path) -> Vec<PathBuf> {
    let mut homes = Vec::new();
    for dir in subdirectories(root) {
        match home_in(&dir) {
            Some(home) => homes.push(home),
            None => homes.extend(subdirectories(&dir).iter().filter_map(|dir| home_in(dir))),
        }
    }
    homes
}

/// The home in `dir`: `dir` itself, or where a bundle of macOS or Homebrew has it.
fn home_in(dir: &Path) -> Option<PathBuf> {
    let shapes = ["", "Contents/Home", "libexec/openjdk.jdk/Contents/Home"];
    shapes
        .iter()
        .map(|shape| dir.join(shape))
        .find(|home| tool(home, "java").is_file())
}

fn subdirectories(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut dirs: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    dirs.sort();
    dirs
}

fn release_version(release: &str) -> Option<Version> {
    release
        .lines()
        .find_map(|line| Version::parse(line.strip_prefix("JAVA_VERSION=")?))
}

/// A system property of the JVM that `java` starts.
fn ask(java: &Path, property: &str) -> Option<String> {
    let output = Command::new(java)
        .args(["-XshowSettings:properties", "-version"])
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("_JAVA_OPTIONS")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let value = |line: &str| {
        line.trim()
            .strip_prefix(property)?
            .strip_prefix(" = ")
            .map(str::to_owned)
    };
    text.lines().find_map(value)
}

fn usual_roots() -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = Vec::new();
    if cfg!(windows) {
        let vendors = [
            "Java",
            "Eclipse Adoptium",
            "Microsoft",
            "Amazon Corretto",
            "BellSoft",
            "Zulu",
        ];
        for programs in ["ProgramFiles", "ProgramFiles(x86)"]
            .iter()
            .filter_map(env::var_os)
        {
            roots.extend(vendors.iter().map(|vendor| Path::new(&programs).join(vendor)));
        }
    } else if cfg!(target_os = "macos") {
        roots.extend(
            [
                "/Library/Java/JavaVirtualMachines",
                "/opt/homebrew/opt",
                "/usr/local/opt",
            ]
            .map(PathBuf::from),
        );
    } else {
        roots.extend(
            [
                "/usr/lib/jvm",
                "/usr/lib64/jvm",
                "/usr/java",
                "/usr/local/java",
                "/opt",
            ]
            .map(PathBuf::from),
        );
    }
    if let Some(home) = env::home_dir() {
        let managers = [
            ".sdkman/candidates/java",
            ".jdks",
            ".gradle/jdks",
            ".asdf/installs/java",
            ".local/share/mise/installs/java",
            "Library/Java/JavaVirtualMachines",
        ];
        roots.extend(managers.iter().map(|dir| home.join(dir)));
    }
    roots
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// A directory of its own for each test, gone at its end.
    struct Tree(PathBuf);

    impl Tree {
        fn new() -> Tree {
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let name = format!(
                "raddle-jdk-{}-{}",
                std::process::id(),
                NEXT.fetch_add(1, Ordering::Relaxed)
            );
            let dir = env::temp_dir().join(name);
            fs::create_dir_all(&dir).unwrap();
            Tree(fs::canonicalize(dir).unwrap())
        }

        fn jdk(&self, home: &str, version: &str, tools: &[&str]) -> PathBuf {
            let home = self.0.join(home);
            fs::create_dir_all(home.join("bin")).unwrap();
            for name in tools {
                fs::write(tool(&home, name), "").unwrap();
            }
            fs::write(
                home.join("release"),
                format!("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"{version}\"\n"),
            )
            .unwrap();
            home
        }

        fn search(&self) -> Search {
            Search {
                java_home: None,
                path: None,
                roots: vec![self.0.join("root")],
            }
        }
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn features(jdks: &[Jdk]) -> Vec<u32> {
        jdks.iter().map(|jdk| jdk.version.feature).collect()
    }

    #[test]
    fn homes_are_found_in_every_shape_and_sorted() {
        let tree = Tree::new();
        tree.jdk("root/b", "17.0.15", &["java", "javac"]);
        tree.jdk("root/vendor/a", "25.0.3", &["java"]);
        tree.jdk("root/bundle/Contents/Home", "21", &["java", "javac"]);
        tree.jdk(
            "root/brew/libexec/openjdk.jdk/Contents/Home",
            "1.8.0_392",
            &["java", "javac"],
        );
        let jdks = tree.search().find_all();
        assert_eq!(features(&jdks), [8, 17, 21, 25]);
        assert_eq!(
            jdks.iter().map(|jdk| jdk.has_javac).collect::<Vec<_>>(),
            [true, true, true, false]
        );
        assert!(jdks[1].javac().is_file() && jdks[3].java().is_file() && !jdks[3].javac().exists());
    }

    #[test]
    fn what_is_no_jdk_is_passed_over() {
        let tree = Tree::new();
        tree.jdk("root/no-java", "17", &["javac"]);
        fs::remove_file(tree.jdk("root/no-release", "17", &["java"]).join("release")).unwrap();
        fs::create_dir_all(tree.0.join("root/empty")).unwrap();
        fs::write(tree.0.join("root/file"), "").unwrap();
        assert_eq!(tree.search().find_all(), []);
        assert_eq!(
            Search {
                roots: vec![tree.0.join("nowhere")],
                ..Search::default()
            }
            .find_all(),
            []
        );
    }

    #[test]
    fn the_choice_of_the_user_builds() {
        let tree = Tree::new();
        let old = tree.jdk("old", "17", &["java", "javac"]);
        let runtime = tree.jdk("runtime", "21", &["java"]);
        tree.jdk("root/new", "25", &["java", "javac"]);
        let mut search = tree.search();
        assert_eq!(search.for_build().map(|jdk| jdk.version.feature), Some(25));
        search.path = Some(env::join_paths([runtime.join("bin"), old.join("bin")]).unwrap());
        assert_eq!(search.for_build().map(|jdk| jdk.version.feature), Some(17));
        search.java_home = Some(tree.0.join("root/new"));
        assert_eq!(search.for_build().map(|jdk| jdk.version.feature), Some(25));
        assert_eq!(features(&search.find_all()), [17, 21, 25]);
    }

    #[test]
    fn the_newest_jdk_compiles_for_a_runtime_image() {
        let tree = Tree::new();
        tree.jdk("root/a", "17", &["java", "javac"]);
        tree.jdk("root/b", "21", &["java"]);
        tree.jdk("root/c", "25", &["java", "javac"]);
        tree.jdk("root/d", "26", &["java"]);
        let all = tree.search().find_all();
        let compilers: Vec<_> = all
            .iter()
            .map(|jdk| Some(compiler(jdk, || all.clone())?.version.feature))
            .collect();
        assert_eq!(compilers, [Some(17), Some(25), Some(25), None]);
    }

    #[cfg(unix)]
    #[test]
    fn one_jdk_behind_many_links_is_listed_once() {
        use std::os::unix::fs::symlink;
        let tree = Tree::new();
        let home = tree.jdk("root/jdk-17", "17", &["java", "javac"]);
        symlink(&home, tree.0.join("root/default")).unwrap();
        fs::create_dir_all(tree.0.join("bin")).unwrap();
        symlink(home.join("bin/java"), tree.0.join("alternative")).unwrap();
        symlink(tree.0.join("alternative"), tree.0.join("bin/java")).unwrap();
        let mut search = tree.search();
        search.path = Some(tree.0.join("bin").into_os_string());
        let jdks = search.find_all();
        assert_eq!(jdks.len(), 1);
        assert_eq!(jdks[0].home, home);
    }

    #[cfg(unix)]
    #[test]
    fn a_shim_is_asked_where_its_home_is() {
        use std::os::unix::fs::PermissionsExt;
        let tree = Tree::new();
        let home = tree.jdk("hidden", "21", &["java"]);
        let shims = tree.0.join("shims");
        fs::create_dir_all(&shims).unwrap();
        let script = format!("#!/bin/sh\necho '    java.home = {}' >&2\n", home.display());
        fs::write(shims.join("java"), script).unwrap();
        fs::set_permissions(shims.join("java"), fs::Permissions::from_mode(0o755)).unwrap();
        let search = Search {
            path: Some(shims.into_os_string()),
            ..Search::default()
        };
        assert_eq!(features(&search.find_all()), [21]);
    }
}
