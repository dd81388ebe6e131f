//! What is run for each schedule: the `main` of a class, in one JVM, or the whole command, in a process of
//! its own.
//!
//! A command is the former if it is `java [options] MainClass [arguments]`, or `TestClass#method` in the place of the
//! class. The launcher's options are read
//! as the launcher does, as far as it takes to find the class: which of them take the next word, and which
//! mean that something else than a class is run. What is not sure is run as a process: that is always right,
//! and slow.

use std::ffi::{OsStr, OsString};

use super::launch::is_java;

/// A class of the agent's, in the place of the program's.
pub const MAIN: &str = "java.lang.RaddleExplore";

/// Options whose value is the next word.
const WITH_VALUE: &[&str] = &[
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--enable-native-access",
    "--limit-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
];

/// Options with which no class of the class path is run, or nothing at all. A long one may have its value
/// behind `=`.
const NO_CLASS: &[&str] = &[
    "-jar",
    "-m",
    "--module",
    "--source",
    "-d",
    "--describe-module",
    "--list-modules",
    "--validate-modules",
    "--dry-run",
    "-version",
    "--version",
    "-fullversion",
    "--full-version",
    "-help",
    "--help",
    "-h",
    "-?",
    "-X",
    "--help-extra",
];

/// What a schedule is a schedule of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The `main` of a class.
    Main {
        /// The command up to the class: `java` and its options.
        java: Vec<OsString>,
        /// The class, or `class#method` for a test, and the program's arguments.
        entry: Vec<String>,
    },
    /// The whole command.
    Process,
}

impl Entry {
    pub fn of(command: &[OsString]) -> Entry {
        find_main(command).unwrap_or(Entry::Process)
    }
}

fn find_main(command: &[OsString]) -> Option<Entry> {
    let (program, args) = command.split_first()?;
    if !is_java(program) {
        return None;
    }
    let mut at = 0;
    let class = loop {
        let arg = args.get(at).and_then(|arg| arg.to_str())?;
        let name = arg.split_once('=').map_or(arg, |(name, _)| name);
        match () {
            // Options from a file may say anything.
            () if arg.starts_with('@') || NO_CLASS.contains(&name) => return None,
            () if WITH_VALUE.contains(&arg) => at += 2,
            () if arg.starts_with('-') => at += 1,
            () => break arg,
        }
    };
    if class.ends_with(".java") || class.is_empty() {
        return None;
    }
    // A test method is named as build tools name it, or as Java refers to one.
    let mut entry = vec![class.replace('/', ".").replace("::", "#")];
    for arg in &args[at + 1..] {
        entry.push(arg.to_str()?.to_owned());
    }
    Some(Entry::Main {
        java: command[..=at].to_vec(),
        entry,
    })
}

/// The words of a class's arguments that a JVM gets in the place of the class itself.
pub fn in_place(java: &[OsString]) -> Vec<OsString> {
    java.iter()
        .cloned()
        .chain([OsStr::new(MAIN).to_owned()])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[track_caller]
    fn main_of(text: &str) -> (String, String) {
        match Entry::of(&words(text)) {
            Entry::Main { java, entry } => {
                let java: Vec<_> = java.iter().filter_map(|arg| arg.to_str()).collect();
                (java.join(" "), entry.join(" "))
            }
            Entry::Process => panic!("a process: {text}"),
        }
    }

    #[test]
    fn the_class_comes_after_the_options_and_their_values() {
        for options in [
            "",
            " -cp a:b",
            " -classpath a",
            " --class-path a",
            " --class-path=a",
            " -Dx=-jar -ea",
            " -XX:+UseSerialGC -Xmx1g -Xint -verbose:gc -showversion",
            " --add-opens java.base/java.lang=ALL-UNNAMED --add-exports=a/b=c --add-modules x -p mods",
            " --enable-preview --enable-native-access ALL-UNNAMED --patch-module a=b",
            " -agentlib:jdwp=help -javaagent:x.jar -splash:x.png",
        ] {
            let java = format!("/opt/jdk/bin/java{options}");
            let command = format!("{java} com.example.Main -jar @x -cp y");
            assert_eq!(
                main_of(&command),
                (java, "com.example.Main -jar @x -cp y".to_owned())
            );
        }
        assert_eq!(main_of("java com/example/Main").1, "com.example.Main");
        for test in [
            "a.BankTest#deposits",
            "a.BankTest::deposits",
            "a/BankTest#deposits",
        ] {
            assert_eq!(main_of(&format!("java -cp x {test}")).1, "a.BankTest#deposits");
        }
    }

    #[test]
    fn all_else_is_a_process() {
        for command in [
            "mvn test",
            "./java.sh Main",
            "java -jar x.jar",
            "java -Dx=1 -jar x.jar Main",
            "java -m a/b.Main",
            "java --module a/b.Main",
            "java --module=a/b.Main",
            "java --module-path mods -m a",
            "java Main.java",
            "java --source 21 Main",
            "java @options Main",
            "java -cp a @options Main",
            "java -version",
            "java --version",
            "java --dry-run Main",
            "java -cp",
            "java -cp a",
            "java",
        ] {
            assert_eq!(Entry::of(&words(command)), Entry::Process, "{command}");
        }
        assert_eq!(Entry::of(&[]), Entry::Process);
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_no_text_stays_on_the_command_line() {
        use std::os::unix::ffi::OsStringExt;
        let mut command = words("java Main");
        command.push(OsString::from_vec(vec![0xff]));
        assert_eq!(Entry::of(&command), Entry::Process);
    }

    #[test]
    fn the_agents_class_takes_the_place_of_the_programs() {
        let Entry::Main { java, .. } = Entry::of(&words("java -cp a Main x")) else {
            panic!("it has a main class");
        };
        assert_eq!(in_place(&java), words("java -cp a java.lang.RaddleExplore"));
    }
}
