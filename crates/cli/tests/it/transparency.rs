//! A program under `raddle check` behaves as it does without: output, input, status, stack traces,
//! what it sees by reflection. Each program runs plainly and checked, on every JDK found, and must
//! have no findings.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use raddle_findings::Kind;
use raddle_jdk::Jdk;
use raddle_testkit::{
    Classes, Expectations, Program, Raddle, Result, Test, VERIFY, Verdict, compile, in_turn, in_turn_where,
    java_files, tests, write_all,
};

use crate::{corpus, raddle};

pub fn tests(raddle: &Raddle) -> Result<Vec<Test>> {
    let mut tests = tests![
        a_jar,
        the_module_path,
        source_launch,
        an_argument_file_and_assertions,
        paths_with_blanks,
        a_shell_that_starts_java,
        a_huge_method,
        synchronized_blocks_are_compiled,
        javac_itself,
    ];
    tests.extend(programs(raddle)?);
    Ok(tests)
}

fn scratch() -> tempfile::TempDir {
    tempfile::TempDir::with_prefix("raddle-transparency-").unwrap()
}

/// Runs `program` on each JDK and fails with all differences.
fn same_everywhere(program: impl Fn(&Jdk, &Path) -> Program) {
    same_where(|_| true, program);
}

/// As [`same_everywhere`], on those JDKs that can.
fn same_where(can: impl Fn(&Jdk) -> bool, program: impl Fn(&Jdk, &Path) -> Program) {
    let raddle = raddle();
    for jdk in in_turn_where(can).unwrap() {
        let dir = scratch();
        let differences = program(&jdk, dir.path()).differences(&raddle).unwrap();
        assert!(differences.is_empty(), "JDK {}: {differences:#?}", jdk.version);
    }
}

fn arguments(parts: &[&str], classes: &Path, rest: &[&str]) -> Vec<OsString> {
    let mut all: Vec<OsString> = parts.iter().map(Into::into).collect();
    all.extend(["-cp".into(), classes.into()]);
    all.extend(rest.iter().map(OsString::from));
    all
}

/// Every program of `corpus/transparency`.
fn programs(raddle: &Raddle) -> Result<Vec<Test>> {
    let mut classes = Classes::default();
    let mut programs = Vec::new();
    for path in java_files(&corpus().join("transparency"))? {
        let program = Expectations::of(&path, Kind::DataRace, Verdict::Ok)?;
        classes.add(program.jdk, path);
        programs.push(program);
    }
    let classes = Arc::new(classes);
    let test = |program: Expectations| {
        let (classes, raddle) = (classes.clone(), raddle.clone());
        Test::new(format!("transparency/{}", program.main_class()), move || {
            let input: Vec<u8> = (0..=255).cycle().take(5000).collect();
            for jdk in in_turn_where(|jdk| program.jdk <= jdk.version.feature).unwrap() {
                let classes = classes.compiled().unwrap();
                let run = Program::java(&jdk, arguments(&VERIFY, &classes, &[program.main_class()]));
                let differences = run.stdin(input.clone()).differences(&raddle).unwrap();
                assert!(
                    differences.is_empty(),
                    "on JDK {}: {}",
                    jdk.version,
                    differences.join("\n")
                );
            }
        })
    };
    Ok(programs.into_iter().map(test).collect())
}

const GREETING: &str = "
    package app;
    public class Main {
        private static int[] counts = new int[2];
        public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> counts[1]++);
            t.start();
            t.join();
            System.out.println(String.join(\",\", args) + counts[1] + Main.class.getModule().getName()
                + Main.class.getProtectionDomain().getCodeSource().getLocation().getPath().length());
        }
    }";

fn a_jar() {
    same_everywhere(|jdk, dir| {
        let sources = write_all(dir, &[("src/app/Main.java", GREETING)]).unwrap();
        compile(jdk, &sources, &dir.join("classes")).unwrap();
        let tools = jdk.compiler().expect("a JDK with tools");
        let status = Command::new(tools.tool("jar"))
            .args([
                "--create",
                "--file",
                "app.jar",
                "--main-class",
                "app.Main",
                "-C",
                "classes",
                ".",
            ])
            .current_dir(dir)
            .status();
        assert!(status.unwrap().success());
        Program::java(jdk, ["-jar", "app.jar", "a", "b c"]).directory(dir)
    });
}

fn the_module_path() {
    same_everywhere(|jdk, dir| {
        let module = "module greeting { exports app; }";
        let files = [("src/module-info.java", module), ("src/app/Main.java", GREETING)];
        compile(jdk, &write_all(dir, &files).unwrap(), &dir.join("mods/greeting")).unwrap();
        Program::java(jdk, ["-p", "mods", "-m", "greeting/app.Main", "x"]).directory(dir)
    });
}

fn source_launch() {
    // An image without a compiler cannot.
    same_where(
        |jdk| jdk.has_javac,
        |jdk, dir| {
            let source = "
            public class Hello {
                static int count;
                public static void main(String[] args) throws Exception {
                    Thread t = new Thread(() -> count++);
                    t.start();
                    t.join();
                    System.out.println(\"hello \" + args[0] + count);
                    System.exit(count + 3);
                }
            }";
            write_all(dir, &[("Hello.java", source)]).unwrap();
            Program::java(jdk, ["Hello.java", "world"]).directory(dir)
        },
    );
}

fn an_argument_file_and_assertions() {
    same_everywhere(|jdk, dir| {
        let source = "
            public class Asserts {
                int limit = 1;
                public static void main(String[] args) {
                    assert new Asserts().limit > args.length : \"limit\";
                }
            }";
        compile(jdk, &write_all(dir, &[("Asserts.java", source)]).unwrap(), dir).unwrap();
        write_all(dir, &[("options", "-ea\n-cp .\nAsserts one")]).unwrap();
        Program::java(jdk, ["@options"]).directory(dir)
    });
}

/// The run directory and the class path have blanks in their names.
fn paths_with_blanks() {
    same_everywhere(|jdk, dir| {
        let dir = dir.join("a 'b' c");
        compile(
            jdk,
            &write_all(&dir, &[("app/Main.java", GREETING)]).unwrap(),
            &dir,
        )
        .unwrap();
        Program::java(jdk, arguments(&[], &dir, &["app.Main"])).env("TMPDIR", &dir)
    });
}

/// The JVM is started by something else: there an environment variable says so.
fn a_shell_that_starts_java() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = scratch();
        let sub = dir.path().join("with blank");
        compile(
            &jdk,
            &write_all(&sub, &[("app/Main.java", GREETING)]).unwrap(),
            &sub,
        )
        .unwrap();
        let program = Program::new(["sh", "-c", "\"$JAVA\" -cp . app.Main shell; cat; exit 4"])
            .env("JAVA", jdk.java())
            .env("TMPDIR", &sub)
            .stdin("left for cat\n")
            .directory(&sub);
        let differences = program.differences_but_stderr(&raddle).unwrap();
        assert!(differences.is_empty(), "JDK {}: {differences:#?}", jdk.version);
    }
}

/// A method near the limit of 64 KB, which instrumentation would pass.
fn a_huge_method() {
    same_everywhere(|jdk, dir| {
        let mut source =
            "public class Huge {\n int[] a = new int[64]; long sum; static int n;\n void fill() {\n"
                .to_owned();
        // Some 46 bytes of code each.
        for i in 0..1300 {
            let _ = writeln!(
                source,
                "a[{} & 63] += n++ + {i}; sum += a[{i} & 63] * {}L;",
                i % 60,
                i * 7919
            );
        }
        source.push_str(
            "}\n public static void main(String[] args) throws Exception {
                Huge huge = new Huge();
                Thread t = new Thread(huge::fill);
                t.start();
                t.join();
                huge.fill();
                System.out.println(huge.sum + \" \" + n);
            }\n}\n",
        );
        compile(jdk, &write_all(dir, &[("Huge.java", &source)]).unwrap(), dir).unwrap();
        let size = fs::metadata(dir.join("Huge.class")).unwrap().len();
        assert!(
            size > 70_000,
            "the method is to be large, the class has {size} bytes"
        );
        Program::java(jdk, arguments(&VERIFY, dir, &["Huge"]))
    });
}

const BLOCKS: &str = "
    public class Blocks {
        private final int[] counts = new int[2];
        private final Object inner = new Object();

        int count(int i) {
            synchronized (this) {
                synchronized (inner) {
                    counts[i & 1]++;
                }
                return counts[0];
            }
        }

        public static void main(String[] args) throws Exception {
            Blocks blocks = new Blocks();
            Thread t = new Thread(() -> blocks.count(1));
            t.start();
            t.join();
            for (int i = 0; i < 20_000; i++) blocks.count(i);
        }
    }";

/// A hook in the handler that leaves a monitor must not keep the JVM's first compiler from taking a method.
fn synchronized_blocks_are_compiled() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = scratch();
        compile(
            &jdk,
            &write_all(dir.path(), &[("Blocks.java", BLOCKS)]).unwrap(),
            dir.path(),
        )
        .unwrap();
        let options = ["-XX:TieredStopAtLevel=1", "-XX:+PrintCompilation"];
        let program = Program::java(&jdk, arguments(&options, dir.path(), &["Blocks"]));
        let printed = program.checked(&raddle, &[]).unwrap().finished.stdout_text();
        assert!(
            printed.contains("Blocks::count"),
            "JDK {}: {printed}",
            jdk.version
        );
        let refused: Vec<_> = printed.lines().filter(|line| line.contains("SKIPPED")).collect();
        assert!(refused.is_empty(), "JDK {}: {refused:#?}", jdk.version);
    }
}

/// A large real program: javac compiles some hundred classes to the same bytes.
fn javac_itself() {
    let raddle = raddle();
    for jdk in in_turn_where(|jdk| jdk.has_javac).unwrap() {
        let dir = scratch();
        let files = generated_classes(300);
        let files: Vec<_> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let sources = write_all(&dir.path().join("src"), &files).unwrap();
        let list: String = sources.iter().fold(String::new(), |mut list, path| {
            let _ = writeln!(list, "\"{}\"", path.display());
            list
        });
        write_all(dir.path(), &[("sources", &list)]).unwrap();
        let javac = |out: &str| {
            let command = [
                jdk.javac().into_os_string(),
                "-g".into(),
                "-d".into(),
                out.into(),
                "@sources".into(),
            ];
            let mut program = Program::new(command).directory(dir.path());
            program.limit = std::time::Duration::from_secs(300);
            program
        };
        let plain = javac("plain").plain().unwrap();
        assert_eq!(plain.status, 0, "{}", plain.stderr_text());
        let options = ["--all-jvms", "--include", "com.sun.tools.**"];
        let checked = javac("checked").checked(&raddle, &options).unwrap();
        assert_ne!(checked.finished.status, 2, "{}", checked.finished.stderr_text());
        let run = checked.run.expect("a result");
        assert_eq!(run.status, 0, "{}", checked.finished.stderr_text());
        assert!(
            run.jvms.iter().any(|jvm| jvm.classes > 500),
            "javac was not watched: {:?}",
            run.jvms
        );
        let (before, after) = (
            contents(&dir.path().join("plain")),
            contents(&dir.path().join("checked")),
        );
        assert!(before.len() >= 600, "{} class files", before.len());
        assert!(before == after, "JDK {}: the class files differ", jdk.version);
    }
}

/// Classes that use each other, with generics, lambdas, inner classes, switches and records.
fn generated_classes(count: usize) -> Vec<(String, String)> {
    let class = |i: usize| {
        let (next, other) = ((i + 1) % count, (i * 7 + 3) % count);
        let text = format!(
            "package gen;
            import java.util.*;
            import java.util.function.*;
            public class C{i}<T extends Comparable<T>> implements Supplier<List<T>> {{
                record Part(int number, String text) {{}}
                enum Mode {{ A, B {{ int weight() {{ return {i}; }} }}; int weight() {{ return 1; }} }}
                private final List<T> items = new ArrayList<>();
                private long total = {i}L;
                C{next}<T> next;
                public List<T> get() {{ return items; }}
                synchronized int work(String s, Object o) throws Exception {{
                    int[] table = {{1, 2, {i}}};
                    for (T item : items) {{ if (item.compareTo(items.get(0)) > 0) total += table[items.size() % 3]; }}
                    Function<Integer, Integer> f = x -> x + table[0] + (int) total;
                    int r = switch (s) {{ case \"a\", \"b\" -> f.apply({i}); case \"c\" -> table[1]; default -> -1; }};
                    if (o instanceof Part p && p.number() > {i}) {{ r += p.text().length(); }}
                    try (AutoCloseable c = () -> total++) {{ r ^= new C{other}<String>().hashCode(); }} finally {{ r++; }}
                    synchronized (items) {{ total = total * 31 + r + Mode.B.weight(); }}
                    return r + new Object() {{ int inner() {{ return (int) total; }} }}.inner();
                }}
            }}"
        );
        (format!("gen/C{i}.java"), text)
    };
    (0..count).map(class).collect()
}

/// All files below a directory, by their paths in it.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(dir) = pending.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                found.insert(
                    path.strip_prefix(root).unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                );
            }
        }
    }
    found
}
