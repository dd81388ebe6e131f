//! `cargo xtask verify`: the JVM's word for it that rewritten classes are sound.
//!
//! Every class of java.base of each JDK, in each role, is rewritten offline; a JVM is then started *on* the
//! result, with hooks that do nothing, and links it all under full verification. The same for a large
//! third-party jar, which Maven fetches; what cannot be linked for want of some optional library must be
//! the same before and after.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_jdk::Jdk;
use raddle_rewrite::{ACCESS_CACHE_CLASS, HOOK_CLASSES, Hook, SHADOW_CLASS, THREAD_CLASS};

use crate::repo::{self, Outcome};

const ROLES: [&str; 3] = ["jdk", "library", "program"];

#[derive(clap::Args)]
pub struct Args {
    /// Use the JDK of this release only; may be repeated
    #[arg(long, value_name = "N")]
    jdk: Vec<u32>,
    /// The jar to take, as Maven names it
    #[arg(
        long,
        value_name = "GROUP:ARTIFACT:VERSION",
        default_value = "org.eclipse.jdt:ecj:3.33.0"
    )]
    jar: String,
}

pub fn run(args: &Args) -> Outcome {
    let mut jdks = raddle_testkit::jdks()?;
    jdks.retain(|jdk| args.jdk.is_empty() || args.jdk.contains(&jdk.version.feature));
    let jar = fetch(&args.jar)?;
    let mut complaints = Vec::new();
    for jdk in &jdks {
        let bed = Bed::new(jdk)?;
        for role in ROLES {
            complaints.extend(bed.java_base(role)?);
        }
        if let Some((_, jar)) = &jar {
            for role in ["library", "program"] {
                complaints.extend(bed.jar(jar, role)?);
            }
        }
    }
    repo::all_well(&complaints)
}

/// The jar, in a directory that goes with it; nothing if there is no Maven.
fn fetch(coordinates: &str) -> Outcome<Option<(tempfile::TempDir, PathBuf)>> {
    if Command::new("mvn").arg("--version").output().is_err() {
        println!("no mvn: {coordinates} is left out");
        return Ok(None);
    }
    let dir = tempfile::tempdir()?;
    let mut mvn = Command::new("mvn");
    mvn.args([
        "--quiet",
        "--batch-mode",
        "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
    ])
    .arg(format!("-Dartifact={coordinates}"))
    .arg(format!("-DoutputDirectory={}", dir.path().display()))
    .current_dir(dir.path());
    repo::output(&mut mvn)?;
    let jar = repo::files(dir.path(), "jar")?
        .pop()
        .ok_or("Maven copied no jar")?;
    Ok(Some((dir, jar)))
}

/// One JDK, with what all its trials need.
struct Bed<'a> {
    jdk: &'a Jdk,
    /// A JDK with the tools that a run-time image lacks.
    tools: Jdk,
    dir: tempfile::TempDir,
}

impl<'a> Bed<'a> {
    fn new(jdk: &'a Jdk) -> Outcome<Bed<'a>> {
        let bed = Bed {
            jdk,
            tools: jdk.compiler().ok_or(repo::NO_JDK)?,
            dir: tempfile::tempdir()?,
        };
        let image = jdk.home.join("lib").join("modules");
        let classes = "--include=regex:/java\\.base/.*\\.class";
        let mut extract = Command::new(bed.tools.tool("jimage"));
        repo::output(
            extract
                .args(["extract", classes, "--dir"])
                .arg(bed.at("image"))
                .arg(image),
        )?;
        bed.compile_hooks()?;
        let link = repo::root().join("xtask/java/Link.java");
        raddle_testkit::compile(jdk, &[link], &bed.at("link"))?;
        Ok(bed)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn compile_hooks(&self) -> Outcome {
        let source = self.at("source");
        let package = source.join("java").join("lang");
        fs::create_dir_all(&package)?;
        for (name, text) in hook_sources() {
            fs::write(package.join(format!("{name}.java")), text)?;
        }
        let mut javac = Command::new(self.tools.javac());
        // A part of the library is not compiled by `--release`.
        javac
            .args(["-source", "17", "-target", "17", "-Xlint:-options"])
            .arg("--patch-module")
            .arg(patch(&source))
            .arg("-d")
            .arg(self.at("hooks"));
        repo::must(javac.args(repo::files(&package, "java")?))
    }

    fn java_base(&self, role: &str) -> Outcome<Vec<String>> {
        let out = self.at("rewritten");
        let summary = rewrite(role, &self.at("image").join("java.base"), &out, &[])?;
        copy_tree(&self.at("hooks"), &out)?;
        let linked = self.link(&out, &out, None)?;
        fs::remove_dir_all(&out)?;
        self.report("java.base", role, &summary, &linked);
        Ok(self.blame("java.base", role, &linked, &[]))
    }

    fn jar(&self, jar: &Path, role: &str) -> Outcome<Vec<String>> {
        let (original, out) = (self.at("jar"), self.at("rewritten"));
        fs::create_dir_all(&original)?;
        repo::output(
            Command::new(self.tools.tool("jar"))
                .arg("xf")
                .arg(jar)
                .current_dir(&original),
        )?;
        let before = self.link(&original, &self.at("hooks"), Some(&original))?;
        let summary = rewrite(role, &original, &out, &[self.at("image").join("java.base")])?;
        let after = self.link(&out, &self.at("hooks"), Some(&out))?;
        fs::remove_dir_all(&out)?;
        fs::remove_dir_all(&original)?;
        let name = jar.file_stem().unwrap_or_default().to_string_lossy();
        self.report(&name, role, &summary, &after);
        Ok(self.blame(&name, role, &after, &before))
    }

    /// The lines that `Link` prints for the classes in `dir`; without a class path they are the boot
    /// loader's.
    fn link(&self, dir: &Path, base: &Path, class_path: Option<&Path>) -> Outcome<Vec<String>> {
        let paths = [self.at("link")]
            .into_iter()
            .chain(class_path.map(Path::to_owned));
        let mut java = Command::new(self.jdk.java());
        java.args(raddle_testkit::VERIFY)
            .arg("--patch-module")
            .arg(patch(base))
            .arg("-cp")
            .arg(std::env::join_paths(paths)?)
            .arg("Link")
            .arg(dir)
            .args(class_path.is_none().then_some("boot"))
            .env_remove("JAVA_TOOL_OPTIONS");
        Ok(repo::output(&mut java)?.lines().map(str::to_owned).collect())
    }

    fn report(&self, what: &str, role: &str, summary: &str, linked: &[String]) {
        let end = linked.last().map_or("nothing linked", String::as_str);
        println!(
            "JDK {}, {what} as {role}: {}; {end}",
            self.jdk.version,
            summary.trim()
        );
    }

    /// What failed and did not fail before.
    fn blame(&self, what: &str, role: &str, lines: &[String], before: &[String]) -> Vec<String> {
        let message = |line: &String| format!("JDK {}, {what} as {role}: {line}", self.jdk.version);
        let mut complaints: Vec<_> = lines
            .iter()
            .filter(|line| line.starts_with("failed ") && !before.contains(line))
            .map(message)
            .collect();
        let linked = |lines: &[String]| lines.last()?.strip_prefix("linked ")?.parse::<usize>().ok();
        if linked(lines).is_none_or(|n| n == 0) {
            complaints.push(message(&"nothing was linked".to_owned()));
        }
        complaints
    }
}

/// Has a tree of classes rewritten as the agent would. The rewriter's own words are the summary.
fn rewrite(role: &str, from: &Path, to: &Path, context: &[PathBuf]) -> Outcome<String> {
    let mut cargo = repo::cargo([
        "run",
        "--quiet",
        "--release",
        "-p",
        "raddle-rewrite",
        "--example",
        "rewrite_tree",
    ]);
    let summary = repo::output(cargo.args(["--", role]).arg(from).arg(to).args(context))?;
    if summary.contains(" 0 failed") {
        Ok(summary)
    } else {
        Err(format!("as {role}: {summary}").into())
    }
}

fn patch(dir: &Path) -> String {
    format!("java.base={}", dir.display())
}

fn copy_tree(from: &Path, to: &Path) -> Outcome {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Hooks that do nothing, as Java: each gives back its first argument of the right type. Only waiting is
/// not left out: the JDK's own threads would spin.
fn hook_sources() -> Vec<(String, String)> {
    let simple = |class: &str| class.rsplit('/').next().unwrap_or(class).to_owned();
    let method = |hook: &Hook| {
        let (arguments, result) = types(hook.descriptor());
        let list: Vec<_> = arguments
            .iter()
            .enumerate()
            .map(|(i, t)| format!("{t} a{i}"))
            .collect();
        let names: Vec<_> = (1..arguments.len()).map(|i| format!("a{i}")).collect();
        let body = if hook.name() == "waitOn" {
            format!("a0.wait({});", names.join(", "))
        } else if result == "void" {
            String::new()
        } else {
            let same = arguments.iter().position(|t| *t == result);
            same.map_or("return null;".to_owned(), |i| format!("return a{i};"))
        };
        format!(
            "    public static {result} {}({}) throws InterruptedException {{ {body} }}\n",
            hook.name(),
            list.join(", "),
        )
    };
    let hooks_of = |name: &str| -> String {
        let hooks = Hook::ALL.iter().filter(|hook| hook.class() == name);
        hooks.map(method).collect()
    };
    let class = |name: &'static str| {
        let body = hooks_of(name);
        (
            simple(name),
            format!(
                "package java.lang;\npublic final class {} {{\n{body}}}\n",
                simple(name)
            ),
        )
    };
    let classes = HOOK_CLASSES.into_iter();
    classes
        .chain([THREAD_CLASS, SHADOW_CLASS, ACCESS_CACHE_CLASS])
        .map(class)
        .collect()
}

/// The Java names of a method descriptor's types.
fn types(descriptor: &str) -> (Vec<String>, String) {
    let mut types = Vec::new();
    let mut rest = descriptor.trim_start_matches('(');
    let mut suffix = String::new();
    while let Some(first) = rest.chars().next() {
        let mut next = 1;
        let name = match first {
            'L' => {
                let end = rest.find(';').unwrap_or(rest.len() - 1);
                next = end + 1;
                rest[1..end].replace('/', ".")
            }
            '[' => {
                suffix += "[]";
                rest = &rest[1..];
                continue;
            }
            'Z' => "boolean".to_owned(),
            'I' => "int".to_owned(),
            'J' => "long".to_owned(),
            'V' => "void".to_owned(),
            _ => String::new(),
        };
        if first != ')' {
            types.push(name + &suffix);
        }
        suffix.clear();
        rest = &rest[next..];
    }
    let result = types.pop().unwrap_or_default();
    (types, result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_become_java() {
        let (arguments, result) = types("([Ljava/lang/Thread;JIZ)Ljava/lang/Object;");
        assert_eq!(arguments, ["java.lang.Thread[]", "long", "int", "boolean"]);
        assert_eq!(result, "java.lang.Object");
        assert_eq!(types("()V"), (vec![], "void".to_owned()));
    }

    #[test]
    fn every_hook_is_there() {
        let sources = hook_sources();
        for hook in Hook::ALL {
            let (_, simple) = hook.class().rsplit_once('/').unwrap();
            let source = sources.iter().find(|(name, _)| name == simple);
            let (_, text) = source.expect("a class for each hook");
            assert!(text.contains(&format!(" {}(", hook.name())), "{}", hook.name());
        }
        let (_, text) = sources
            .iter()
            .find(|(_, text)| text.contains(" waitOn("))
            .unwrap();
        assert!(text.contains("a0.wait(a1, a2);"), "{text}");
    }
}
