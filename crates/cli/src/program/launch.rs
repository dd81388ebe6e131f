//! How the agent gets into the JVMs.
//!
//! A command that is `java` itself gets two more arguments in front, and its JVM prints nothing about it.
//! Any other command gets them by `JAVA_TOOL_OPTIONS`, which every JVM obeys, and names on its stderr.
//! Either way the children of a watched JVM are watched too: its agent sees to their environment.

use std::env::{self, consts};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use super::signals;
use crate::error::Error;

/// The variable from which every JVM takes options.
pub const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// Where the agent of a `java` command finds the options for the JVMs that this one starts.
const CHILD_OPTIONS: &str = "RADDLE_CHILD_OPTIONS";

/// Hooks make methods longer, and HotSpot leaves methods over 8000 bytes to the interpreter.
const COMPILE_ALL: &str = "-XX:-DontCompileHugeMethods";

/// The agent library: where `RADDLE_AGENT` says, else beside the executable, else in `../lib`.
pub fn agent_library() -> Result<PathBuf, Error> {
    if let Some(path) = env::var_os("RADDLE_AGENT").map(PathBuf::from) {
        let absolute = std::path::absolute(&path).ok().filter(|path| path.is_file());
        return absolute.ok_or(Error::WrongAgent { path });
    }
    let exe = env::current_exe()
        .and_then(|exe| exe.canonicalize())
        .map_err(Error::NoSelf)?;
    let dir = exe.parent().unwrap_or(Path::new("/"));
    let name = format!("{}raddle_agent{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    let places = [dir.join(&name), dir.join("../lib").join(&name)];
    let found = places.into_iter().find(|path| path.is_file());
    found.ok_or_else(|| Error::NoAgent {
        name,
        searched: dir.to_owned(),
    })
}

/// The JVM options that attach `library` and tell it its run directory.
pub fn jvm_options(library: &Path, run_dir: &Path) -> Result<[String; 2], Error> {
    let text = |path: &Path| {
        path.to_str().map(str::to_owned).ok_or(Error::OddPath {
            path: path.to_owned(),
        })
    };
    let (lib, dir) = (text(library)?, text(run_dir)?);
    // The JVM takes what follows the first '=' for the agent's options.
    if lib.contains('=') {
        return Err(Error::OddPath {
            path: library.to_owned(),
        });
    }
    Ok([format!("-agentpath:{lib}={dir}"), COMPILE_ALL.to_owned()])
}

/// The command to start, with its arguments and what is added to its environment.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    pub program: OsString,
    pub args: Vec<OsString>,
    pub variable: (&'static str, OsString),
}

/// `command`, changed so that its JVMs get `options`. `inherited` is the user's `JAVA_TOOL_OPTIONS`.
pub fn plan(command: &[OsString], options: &[String], inherited: Option<&OsStr>) -> Plan {
    let (program, args) = command
        .split_first()
        .map_or((OsString::new(), &[][..]), |(p, a)| (p.clone(), a));
    let quoted = options
        .iter()
        .map(|option| quote(option))
        .collect::<Vec<_>>()
        .join(" ");
    if is_java(&program) {
        let args = options
            .iter()
            .map(OsString::from)
            .chain(args.iter().cloned())
            .collect();
        return Plan {
            program,
            args,
            variable: (CHILD_OPTIONS, quoted.into()),
        };
    }
    let mut all = inherited.unwrap_or_default().to_owned();
    if !all.is_empty() {
        all.push(" ");
    }
    all.push(quoted);
    Plan {
        program,
        args: args.to_vec(),
        variable: (TOOL_OPTIONS, all),
    }
}

impl Plan {
    /// The command, ready to be started; stdin, stdout and stderr are the caller's.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).env(self.variable.0, &self.variable.1);
        signals::tie(&mut command);
        command
    }
}

/// The status as a shell reports it: a death by signal `n` is 128 + `n`.
pub fn exit_status(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}

/// Whether a command is the launcher of a JVM.
pub fn is_java(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name == "java" || (cfg!(windows) && name.eq_ignore_ascii_case("java.exe")))
}

/// One option as the JVM reads it from the environment: split at blanks, `'…'` and `"…"` taken
/// literally, no escapes. A text with both kinds of quotes is quoted piece by piece.
fn quote(option: &str) -> String {
    let special = |c: char| c.is_whitespace() || c == '"' || c == '\'';
    if !option.contains(special) {
        return option.to_owned();
    }
    let mut quoted = String::new();
    for piece in option.split_inclusive('"') {
        let (text, mark) = piece.strip_suffix('"').map_or((piece, ""), |text| (text, "'\"'"));
        if !text.is_empty() {
            quoted += &format!("\"{text}\"");
        }
        quoted += mark;
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: [&str; 2] = ["-agentpath:/l b/x.so=/r", COMPILE_ALL];

    const QUOTED: &str = "\"-agentpath:/l b/x.so=/r\" -XX:-DontCompileHugeMethods";

    fn planned(command: &[&str], inherited: Option<&str>) -> Plan {
        let command: Vec<_> = command.iter().map(OsString::from).collect();
        plan(&command, &OPTIONS.map(str::to_owned), inherited.map(OsStr::new))
    }

    /// The JVM's own reading, as far as quoting goes.
    fn jvm_reads(text: &str) -> Vec<String> {
        let (mut words, mut word, mut quote): (Vec<String>, Option<String>, _) = (Vec::new(), None, None);
        for c in text.chars() {
            match quote {
                Some(open) if c == open => quote = None,
                None if c == '"' || c == '\'' => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                None if c.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        words
    }

    #[test]
    fn java_gets_arguments_in_front() {
        for java in ["java", "/usr/bin/java", "./java"] {
            let plan = planned(&[java, "-jar", "x.jar"], Some("-Dx=1"));
            assert_eq!(plan.program, java);
            assert_eq!(plan.args, [OPTIONS[0], OPTIONS[1], "-jar", "x.jar"]);
            assert_eq!(plan.variable, (CHILD_OPTIONS, QUOTED.into()));
        }
    }

    #[test]
    fn other_commands_get_the_variable_after_what_the_user_has() {
        let plan = planned(&["mvn", "java"], Some("-Dx=1"));
        assert_eq!(
            (plan.program, plan.args),
            ("mvn".into(), vec![OsString::from("java")])
        );
        assert_eq!(plan.variable, (TOOL_OPTIONS, format!("-Dx=1 {QUOTED}").into()));
        assert_eq!(planned(&["javac"], None).variable, (TOOL_OPTIONS, QUOTED.into()));
    }

    #[test]
    fn any_quoted_option_is_read_back_by_the_jvm() {
        for option in [
            "plain",
            "a b",
            "it's",
            "say \"x\"",
            "\"",
            "both ' and \" here\"",
            "tab\tnew\nline",
            "'\"'\"",
        ] {
            assert_eq!(
                jvm_reads(&format!("-Da {} -Db", quote(option))),
                ["-Da", option, "-Db"],
                "{option:?}"
            );
        }
        assert_eq!(quote("-agentpath:/x.so=/r"), "-agentpath:/x.so=/r");
    }

    #[test]
    fn a_path_that_the_jvm_would_misread_is_refused() {
        assert!(jvm_options(Path::new("/a=b/x.so"), Path::new("/r")).is_err());
        let options = jvm_options(Path::new("/x.so"), Path::new("/r=1")).unwrap();
        assert_eq!(options[0], "-agentpath:/x.so=/r=1");
    }
}
