//! Test methods in the place of `main`, with real JVMs. The annotations are the fixture's own: only their simple
//! names count.

use raddle_jdk::Jdk;
use raddle_testkit::{Finished, Program, Test, Turn, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![
        a_test_that_fails_in_some_schedule_is_found_and_repeats,
        what_a_test_may_throw_is_no_failure,
        what_cannot_be_run_is_said_with_what_can,
    ]
}

const ANNOTATIONS: [(&str, &str); 9] = [
    (
        "Test",
        "Class<? extends Throwable> expected() default None.class; class None extends Throwable {}",
    ),
    ("BeforeAll", ""),
    ("BeforeEach", ""),
    ("Before", ""),
    ("AfterEach", ""),
    ("After", ""),
    ("AfterAll", ""),
    ("BeforeClass", ""),
    ("AfterClass", ""),
];

const ABORTED: &str = r#"
    package unit;
    public class TestAbortedException extends RuntimeException {}"#;

const BASE: &str = r#"
    package bank;
    import unit.*;
    abstract class Base {
        @BeforeClass static void openTown() { say("openTown"); }
        @Before public void open() { say("open"); }
        @Before void shadowed() { say("never"); }
        @After protected void close() { say("close"); }
        @AfterClass static void closeTown() { say("closeTown"); }
        static void say(String word) { System.out.print(word + " "); }
    }"#;

const BANK: &str = r#"
    package bank;
    import unit.*;
    class BankTest extends Base {
        private volatile int balance;
        private static int instances;
        BankTest() { say("new" + ++instances); }
        @BeforeAll static void openBank() { say("openBank"); }
        @BeforeEach private void fill() { say("fill"); }
        @Override void shadowed() {}
        @AfterEach void empty() { say("empty"); }
        @AfterAll static void closeBank() { say("closeBank\n"); }

        private void deposit() { balance = balance + 1; }

        @Test void deposits() throws Exception {
            say("deposits");
            Thread clerk = new Thread(this::deposit);
            clerk.start();
            deposit();
            clerk.join();
            if (balance != 2) throw new AssertionError("lost");
        }

        void plain() throws Exception { deposits(); }

        @Test synchronized void works() throws Exception {
            Thread clerk = new Thread(() -> { synchronized (this) { balance++; } });
            clerk.start();
        }

        @Test(expected = IllegalStateException.class) void fails() { throw new IllegalStateException(); }
        @Test(expected = IllegalStateException.class) void doesNotFail() {}
        @Test void aborted() { throw new TestAbortedException(); }
        @Test void with(int parameter) {}
        @Test int gives() { return 1; }
    }"#;

const WHOLE: &str = "openTown openBank new1 open fill deposits empty close closeBank\n closeTown ";

fn built(jdk: &Jdk) -> TempDir {
    let dir = TempDir::with_prefix("raddle-tests-").unwrap();
    let annotation = |(name, elements): &(&str, &str)| {
        let kept = "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)";
        let text = format!("package unit; {kept} public @interface {name} {{ {elements} }}");
        (format!("unit/{name}.java"), text)
    };
    let mut files: Vec<(String, String)> = ANNOTATIONS.iter().map(annotation).collect();
    for (name, text) in [
        ("unit/TestAbortedException.java", ABORTED),
        ("bank/Base.java", BASE),
        ("bank/BankTest.java", BANK),
    ] {
        files.push((name.to_owned(), text.to_owned()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let sources = write_all(dir.path(), &files).unwrap();
    compile(jdk, &sources, dir.path()).unwrap();
    dir
}

fn explored(jdk: &Jdk, dir: &TempDir, entry: &str, options: &[&str]) -> Finished {
    let test = Program::java(jdk, ["-cp", ".", entry]).directory(dir.path());
    test.explored(&raddle(), options).unwrap().finished
}

fn a_test_that_fails_in_some_schedule_is_found_and_repeats() {
    let name = *Turn::of("ways to name a method").pick(&["#deposits", "::plain"]);
    for jdk in &in_turn().unwrap() {
        let dir = built(jdk);
        let found = explored(
            jdk,
            &dir,
            &format!("bank.BankTest{name}"),
            &["--strategy", "random"],
        );
        let text = found.stderr_text();
        assert_eq!(found.status, 66, "{text}");
        assert!(
            text.contains("AssertionError: lost") && !text.contains("RaddleTest"),
            "{text}"
        );
        // Each schedule has an object of its own, and static fields begin anew.
        let said = found.stdout_text();
        assert!(said.ends_with(WHOLE) && !said.contains("new2"), "{said}");
        let kept = std::fs::read_dir(dir.path().join("raddle-replays")).unwrap();
        let kept = kept.flatten().next().unwrap().path();
        let command = [
            raddle().binary().as_os_str().to_owned(),
            "replay".into(),
            kept.into(),
        ];
        let again = Program::new(command).directory(dir.path()).plain().unwrap();
        assert_eq!(again.status, 66, "{}", again.stderr_text());
        assert_eq!(again.stdout_text(), WHOLE);
    }
}

fn what_a_test_may_throw_is_no_failure() {
    let cases = [("works", 0), ("fails", 0), ("aborted", 0), ("doesNotFail", 66)];
    for jdk in &in_turn().unwrap() {
        let dir = built(jdk);
        for (name, status) in cases {
            let explored = explored(jdk, &dir, &format!("bank.BankTest#{name}"), &["--runs", "20"]);
            assert_eq!(explored.status, status, "{name}: {}", explored.stderr_text());
        }
    }
}

fn what_cannot_be_run_is_said_with_what_can() {
    let list = "its test methods are bank.BankTest#aborted, bank.BankTest#deposits, ";
    let cases = [
        ("bank.BankTest", "bank.BankTest has no main method"),
        ("bank.BankTest#*", "bank.BankTest has no method *"),
        ("bank.BankTest#with", "bank.BankTest.with takes parameters"),
        ("bank.BankTest#gives", "bank.BankTest.gives returns something"),
        ("bank.Base#open", "bank.Base is abstract"),
    ];
    let jdk = &in_turn().unwrap()[0];
    let dir = built(jdk);
    for (entry, words) in cases {
        let refused = explored(jdk, &dir, entry, &[]);
        let text = refused.stderr_text();
        assert_eq!(refused.status, 2, "{text}");
        assert!(text.contains(words), "{text}");
        assert_eq!(
            text.contains(list),
            !entry.contains("gives") && !entry.contains("Base"),
            "{text}"
        );
    }
}
