//! Failure is loud: whatever keeps Raddle from watching to the end gives status 2 and says what to do,
//! and what was found before is still reported. With real JVMs; `cli.rs` has what needs none.
//!
//! Full and read-only disks and a machine without a JDK are made in a mount namespace of their own,
//! which needs Linux and the right to have one: without it those tests say so and check nothing.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use raddle_jdk::Jdk;
use raddle_testkit::{Checked, Finished, Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![
        a_jvm_killed_by_a_signal,
        a_file_that_is_no_agent_library,
        an_unreadable_class,
        a_method_that_is_too_large_is_named,
        hash_codes_that_do_not_begin_anew,
        a_code_that_stands_for_nothing,
        a_full_disk,
        a_read_only_run_directory,
        no_jdk,
    ]
}

const STATUS_FAILED: i32 = 2;
const STATUS_FINDINGS: i32 = 66;

/// A directory with one compiled class.
fn program(jdk: &Jdk, name: &str, source: &str) -> TempDir {
    let dir = TempDir::with_prefix("raddle-failures-").unwrap();
    let sources = write_all(dir.path(), &[(&format!("{name}.java"), source)]).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    dir
}

fn java(jdk: &Jdk, dir: &TempDir, main: &str) -> Program {
    Program::java(jdk, ["-cp", ".", main]).directory(dir.path())
}

#[track_caller]
fn expect(finished: &Finished, status: i32, words: &[&str]) {
    let text = finished.stderr_text();
    assert_eq!(finished.status, status, "{text}");
    for word in words {
        assert!(text.contains(word), "{word:?} is not in:\n{text}");
    }
}

/// Calls a native method of the runtime with numbers that its hooks never pass, and races then.
const UNKNOWN: &str = r#"
    import java.lang.reflect.Method;

    public class Unknown {
        static int shared;
        public static void main(String[] args) throws Exception {
            for (Method method : Class.forName("java.lang.RaddleNative").getDeclaredMethods()) {
                if (!method.getName().equals(args[0])) continue;
                Class<?>[] types = method.getParameterTypes();
                Object[] values = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    if (types[i] == int.class) values[i] = 99;
                    if (types[i] == long.class) values[i] = 1L << 20;
                }
                method.setAccessible(true);
                method.invoke(null, values);
                System.out.println("called");
            }
            Thread t = new Thread(() -> shared++);
            t.start();
            shared++;
            t.join();
        }
    }"#;

/// What it was about is lost, so what comes then would not be known to race.
fn a_code_that_stands_for_nothing() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = program(&jdk, "Unknown", UNKNOWN);
        for method in ["none", "incomplete", "sync", "race", "access"] {
            let open = "java.base/java.lang=ALL-UNNAMED";
            let arguments = ["--add-opens", open, "-cp", ".", "Unknown", method];
            let program = Program::java(&jdk, arguments).directory(dir.path());
            let Checked { finished, run } = program.checked(&raddle, &[]).unwrap();
            let findings = run.expect("a result").findings.len();
            if method == "none" {
                assert_eq!((finished.status, findings), (STATUS_FINDINGS, 1));
                continue;
            }
            expect(&finished, STATUS_FAILED, &["an internal error in Raddle"]);
            assert_eq!(
                (finished.stdout_text().as_str(), findings),
                ("called\n", 0),
                "{method}"
            );
        }
    }
}

/// Ends itself as by `kill -KILL`, after a race if there is an argument.
const KILLED: &str = r#"
    public class Killed {
        static int shared;
        public static void main(String[] args) throws Exception {
            if (args.length > 0) {
                Thread t = new Thread(() -> shared++);
                t.start();
                shared++;
                t.join();
            }
            String pid = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-KILL", pid).start();
            Thread.sleep(60_000);
        }
    }"#;

fn a_jvm_killed_by_a_signal() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = program(&jdk, "Killed", KILLED);
        let mut killed = java(&jdk, &dir, "Killed");
        let Checked { finished, run } = killed.checked(&raddle, &[]).unwrap();
        expect(&finished, STATUS_FAILED, &["did not end by itself", "run again"]);
        let run = run.expect("a result");
        assert!(!run.complete && run.status == 128 + 9, "{run:?}");

        killed.command.push("race".into());
        let Checked { finished, run } = killed.checked(&raddle, &[]).unwrap();
        expect(
            &finished,
            STATUS_FINDINGS,
            &["did not end by itself", "Killed.java"],
        );
        assert_eq!(run.expect("a result").findings.len(), 1);
    }
}

fn a_file_that_is_no_agent_library() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = program(
            &jdk,
            "Main",
            "class Main { public static void main(String[] args) {} }",
        );
        let text = dir.path().join("agent.txt");
        fs::write(&text, "not a library").unwrap();
        let main = java(&jdk, &dir, "Main").env("RADDLE_AGENT", text);
        let checked = main.checked(&raddle, &[]).unwrap();
        expect(
            &checked.finished,
            STATUS_FAILED,
            &["no JVM reported", "raddle doctor"],
        );
    }
}

/// A class file that the JVM refuses: its own error, unchanged.
fn an_unreadable_class() {
    let raddle = raddle();
    let source = "
        public class Main {
            static class Broken { int field = 1; int get() { return field++; } }
            public static void main(String[] args) {
                System.out.println(\"before\");
                System.out.println(new Broken().get());
            }
        }";
    let damages: [fn(&mut Vec<u8>); 5] = [
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.clear(),
        |bytes| bytes[0] = 0,
        |bytes| bytes[7] = 200,
        |bytes| bytes[10] = 99,
    ];
    for jdk in in_turn().unwrap() {
        let dir = program(&jdk, "Main", source);
        let class = dir.path().join("Main$Broken.class");
        let whole = fs::read(&class).unwrap();
        for (number, damage) in damages.iter().enumerate() {
            let mut bytes = whole.clone();
            damage(&mut bytes);
            fs::write(&class, bytes).unwrap();
            let main = java(&jdk, &dir, "Main");
            let plain = main.plain().unwrap();
            assert!(
                plain.status == 1 && plain.stderr_text().contains("Error"),
                "{}",
                plain.stderr_text()
            );
            let checked = main.checked(&raddle, &["--quiet"]).unwrap().finished;
            assert_eq!(checked.status, 1, "damage {number}: {}", checked.stderr_text());
            assert_eq!(checked.stdout, plain.stdout, "damage {number}");
            assert_eq!(checked.stderr_text(), plain.stderr_text(), "damage {number}");
        }
    }
}

/// A class that cannot be watched is named, or silence would mean nothing.
fn a_method_that_is_too_large_is_named() {
    let raddle = raddle();
    let body: String = (0..1900).map(|i| format!("a[{i} & 31] += n++;\n")).collect();
    let source = format!(
        "public class Large {{
            static int n;
            static int[] a = new int[32];
            static void fill() {{ {body} }}
            public static void main(String[] args) {{ fill(); }}
        }}"
    );
    for jdk in in_turn().unwrap() {
        let dir = program(&jdk, "Large", &source);
        let checked = java(&jdk, &dir, "Large").checked(&raddle, &[]).unwrap();
        assert_eq!(checked.finished.status, 0, "{}", checked.finished.stderr_text());
        let jvms = checked.run.expect("a result").jvms;
        let named = jvms.iter().flat_map(|jvm| &jvm.not_instrumented);
        assert!(
            named.clone().any(|text| text.starts_with("Large.fill")),
            "{:?}",
            named.collect::<Vec<_>>()
        );
    }
}

const HELLO: &str = r#"
    public class Hello {
        public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> {});
            t.start();
            t.join();
        }
    }"#;

/// As with every JVM in which Raddle cannot see where hash codes come from.
fn hash_codes_that_do_not_begin_anew() {
    for jdk in in_turn().unwrap() {
        let dir = program(&jdk, "Hello", HELLO);
        let explored = |options: &[&str]| {
            let words = options.iter().copied().chain(["-cp", ".", "Hello"]);
            let hello = Program::java(&jdk, words).directory(dir.path());
            hello.explored(&raddle(), &["--runs", "3"]).unwrap().finished
        };
        let doubt = "identity hash codes do not begin anew";
        let chance = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=5"];
        expect(&explored(&chance), 0, &["may not repeat exactly", doubt]);
        let usual = explored(&[]);
        assert!(!usual.stderr_text().contains(doubt), "{}", usual.stderr_text());
    }
}

/// Runs a shell script as root of a mount namespace of its own, if this system allows that.
fn in_namespace(script: &str, variables: &[(&str, &Path)], directory: &Path) -> Option<Finished> {
    let unshare = ["unshare", "--map-root-user", "--mount", "sh", "-ec"];
    let allowed = Command::new(unshare[0])
        .args(&unshare[1..])
        .arg("mount -t tmpfs none /mnt")
        .stderr(Stdio::null())
        .status();
    if !allowed.is_ok_and(|status| status.success()) {
        println!("not checked: no mount namespace can be made here");
        return None;
    }
    let mut program = Program::new(unshare.into_iter().chain([script])).directory(directory);
    for (name, value) in variables {
        program = program.env(name, value.as_os_str());
    }
    Some(program.plain().unwrap())
}

/// Fills the disk of a directory, then ends as if nothing were the matter.
const FILLER: &str = r#"
    import java.io.*;
    public class Filler {
        public static void main(String[] args) throws Exception {
            try (OutputStream out = new FileOutputStream(new File(args[0], "filler"))) {
                byte[] bytes = new byte[4096];
                while (true) {
                    out.write(bytes);
                }
            } catch (IOException e) {
                System.out.println("full");
            }
        }
    }"#;

fn a_full_disk() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = program(&jdk, "Filler", FILLER);
        let java = jdk.java();
        let variables = [("RADDLE", raddle.binary()), ("JAVA", java.as_path())];
        let check = "exec \"$RADDLE\" check --out out -- \"$JAVA\" -cp . Filler out";
        let script = |size: &str| format!("mkdir -p out; mount -t tmpfs -o size={size} none out; {check}");

        let Some(at_once) = in_namespace(&script("1m"), &variables, dir.path()) else {
            return;
        };
        expect(&at_once, STATUS_FAILED, &["full", "--out"]);
        assert!(
            at_once.stdout.is_empty(),
            "the program ran, and no report would have said what it did"
        );

        let meanwhile = in_namespace(&script("6m"), &variables, dir.path()).unwrap();
        expect(&meanwhile, STATUS_FAILED, &["full", "--out"]);
        assert_eq!(meanwhile.stdout_text(), "full\n");
    }
}

fn a_read_only_run_directory() {
    let raddle = raddle();
    let jdk = in_turn().unwrap().remove(0);
    let dir = program(
        &jdk,
        "Main",
        "class Main { public static void main(String[] args) {} }",
    );
    let java = jdk.java();
    let variables = [("RADDLE", raddle.binary()), ("JAVA", java.as_path())];
    let script = "mkdir out; mount -t tmpfs -o ro none out; exec \"$RADDLE\" check --out out/run -- \"$JAVA\" -cp . Main";
    if let Some(finished) = in_namespace(script, &variables, dir.path()) {
        expect(&finished, STATUS_FAILED, &["cannot use out/run", "--out DIR"]);
    }
}

fn no_jdk() {
    let raddle = raddle();
    let dir = TempDir::with_prefix("raddle-failures-").unwrap();
    let hide: String = raddle_jdk::find_all()
        .iter()
        .map(|jdk| format!("mount --bind empty '{}'; ", jdk.home.display()))
        .collect();
    let variables = [
        ("RADDLE", raddle.binary()),
        ("HOME", dir.path()),
        ("JAVA_HOME", Path::new("")),
    ];
    let script = format!("mkdir -p empty; {hide} PATH=/nowhere exec \"$RADDLE\"");
    let Some(doctor) = in_namespace(&format!("{script} doctor"), &variables, dir.path()) else {
        return;
    };
    let text = doctor.stdout_text() + &doctor.stderr_text();
    assert_eq!(doctor.status, STATUS_FAILED, "{text}");
    assert!(text.contains("JDK") && text.contains("JAVA_HOME"), "{text}");

    let check = in_namespace(&format!("{script} check -- java Main"), &variables, dir.path()).unwrap();
    expect(&check, STATUS_FAILED, &["no command java", "PATH"]);
}
