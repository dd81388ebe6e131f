//! What the JVM is called with and what it gives: names of any characters, and nothing for `-Xcheck:jni` to warn of.

use raddle_findings::{Kind, Run};
use raddle_jdk::Jdk;
use raddle_testkit::{Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::{corpus, raddle};

pub fn tests() -> Vec<Test> {
    tests![
        the_jvm_has_nothing_to_warn_of,
        names_beyond_the_basic_plane,
        virtual_threads_without_a_name,
    ]
}

/// A directory with the classes of these fixtures.
fn compiled(jdk: &Jdk, fixtures: &[&str]) -> TempDir {
    let dir = TempDir::with_prefix("raddle-names-").unwrap();
    let sources: Vec<_> = fixtures
        .iter()
        .map(|fixture| corpus().join(format!("{fixture}.java")))
        .collect();
    compile(jdk, &sources, dir.path()).unwrap();
    dir
}

fn the_jvm_has_nothing_to_warn_of() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(
            &jdk,
            &[
                "race/bad/SupplementaryNames",
                "deadlock/bad/TwoMonitors",
                "explore/bad/Account",
            ],
        );
        let program =
            |main: &str| Program::java(&jdk, ["-Xcheck:jni", "-cp", ".", main]).directory(dir.path());
        let recorded = ["--runs", "50", "--out", "recorded"];
        let mut all = vec![
            program("SupplementaryNames")
                .checked(&raddle(), &[])
                .unwrap()
                .finished,
            program("TwoMonitors")
                .checked(&raddle(), &["--on-deadlock", "dump"])
                .unwrap()
                .finished,
            program("Account")
                .explored(&raddle(), &recorded)
                .unwrap()
                .finished,
        ];
        let kept = std::fs::read_dir(dir.path().join("recorded")).unwrap();
        let recording = kept
            .map(|entry| entry.unwrap().path())
            .find(|path| {
                path.file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with("uncaught"))
            })
            .expect("a recording");
        let raddle = raddle();
        let replay = [
            raddle.binary().as_os_str(),
            "replay".as_ref(),
            recording.as_os_str(),
        ];
        all.push(Program::new(replay).directory(dir.path()).plain().unwrap());
        for finished in all {
            let text = finished.stdout_text() + &finished.stderr_text();
            assert_eq!(finished.status, 66, "{text}");
            for word in ["WARNING", "exceeds capacity", "FATAL ERROR"] {
                assert!(!text.contains(word), "JDK {}: {text}", jdk.version);
            }
        }
    }
}

fn thread_names(run: &Run) -> Vec<&str> {
    let sides = run.findings.iter().flat_map(|finding| &finding.sides);
    sides.map(|side| side.thread.name.as_str()).collect()
}

fn names_beyond_the_basic_plane() {
    for jdk in in_turn().unwrap() {
        let dir = compiled(
            &jdk,
            &[&format!(
                "{}/bad/SupplementaryNames",
                Kind::DataRace.descriptor().corpus
            )],
        );
        let program = Program::java(&jdk, ["-cp", ".", "SupplementaryNames"]).directory(dir.path());
        let checked = program.checked(&raddle(), &[]).unwrap();
        let (text, run) = (checked.finished.stderr_text(), checked.run.expect("a result"));
        assert!(thread_names(&run).contains(&"🧵 ä \\ud83d."), "{text}");
        assert!(run.jvms[0].not_instrumented.is_empty(), "{text}");
        let place = "SupplementaryNames$𝐀ccount.𝐚dd(SupplementaryNames.java:10)";
        for words in ["\"🧵 ä \\ud83d.\"", place, "SupplementaryNames$𝐀ccount.𠮷"] {
            assert!(text.contains(words), "{words} is not in:\n{text}");
        }
    }
}

const UNNAMED: &str = "
    public class Unnamed {
        static int count;
        public static void main(String[] args) throws Exception {
            Thread t = Thread.startVirtualThread(() -> count++);
            count++;
            t.join();
        }
    }";

fn virtual_threads_without_a_name() {
    for jdk in in_turn()
        .unwrap()
        .into_iter()
        .filter(|jdk| jdk.version.feature >= 21)
    {
        let dir = TempDir::with_prefix("raddle-names-").unwrap();
        let sources = write_all(dir.path(), &[("Unnamed.java", UNNAMED)]).unwrap();
        compile(&jdk, &sources, dir.path()).unwrap();
        let program = Program::java(&jdk, ["-cp", ".", "Unnamed"]).directory(dir.path());
        let checked = program.checked(&raddle(), &[]).unwrap();
        let run = checked.run.expect("a result");
        let sides = run.findings.iter().flat_map(|finding| &finding.sides);
        let called = |id: u32| format!("virtual thread {id}, unnamed");
        assert!(
            sides
                .clone()
                .any(|side| side.thread.name == called(side.thread.id)),
            "{:?}",
            thread_names(&run)
        );
    }
}
