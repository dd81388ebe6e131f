//! What a report says of a race beyond its two sides: whether the write changed anything, and whether the
//! object was still being constructed. With real JVMs.

use std::collections::BTreeMap;

use raddle_findings::{Finding, Variable};
use raddle_testkit::{Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![races_are_graded,]
}

/// A reader, and then a writer that is ordered with nothing: that a thread is seen waiting orders nothing.
const GRADED: &str = r#"
    import java.util.concurrent.CountDownLatch;

    public class Graded {
        static final CountDownLatch END = new CountDownLatch(1);
        static final String TEXT = "text";
        static long sameStatic = 9;
        static Object otherStatic = TEXT;
        double same = 7;
        Object sameText = TEXT;
        int other;
        int toggled;

        static class Escaped {
            final Thread reader;
            int port;

            Escaped() throws Exception {
                reader = new Thread(() -> read(() -> { int seen = port; }));
                start(reader);
                port = 8080;
            }
        }

        static void read(Runnable reads) {
            reads.run();
            try {
                END.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        static void start(Thread reader) {
            reader.start();
            while (reader.getState() != Thread.State.WAITING) Thread.onSpinWait();
        }

        public static void main(String[] args) throws Exception {
            Graded g = new Graded();
            byte[] sameBytes = {1, 2, 3};
            Object[] nulls = new Object[2];
            boolean[] otherFlags = new boolean[1];
            Thread reader = new Thread(() -> read(() -> {
                boolean seen = g.same == 7 && g.sameText != null && g.other == 0 && g.toggled == 0;
                seen &= sameStatic == 9 && otherStatic != null && sameBytes[1] == 2 && nulls[1] == null;
                seen &= !otherFlags[0];
            }));
            start(reader);
            g.same = 7;
            g.sameText = TEXT;
            g.other = 1;
            g.toggled = 1;
            synchronized (g) {}
            g.toggled = 0;
            sameStatic = 9;
            otherStatic = null;
            sameBytes[1] = 2;
            nulls[1] = null;
            otherFlags[0] = true;
            Escaped escaped = new Escaped();
            END.countDown();
            reader.join();
            escaped.reader.join();
        }
    }"#;

fn name(finding: &Finding) -> String {
    let Variable { class, field, .. } = finding.variable.as_ref().expect("a variable");
    field.clone().unwrap_or_else(|| class.clone())
}

fn races_are_graded() {
    let raddle = raddle();
    for jdk in in_turn().unwrap() {
        let dir = TempDir::with_prefix("raddle-grading-").unwrap();
        let sources = write_all(dir.path(), &[("Graded.java", GRADED)]).unwrap();
        compile(&jdk, &sources, dir.path()).unwrap();
        let program = Program::java(&jdk, ["-cp", ".", "Graded"]).directory(dir.path());
        let checked = program.checked(&raddle, &[]).unwrap();
        let findings = checked.run.expect("a result").findings;
        let text = checked.finished.stderr_text();

        let mut unchanged = BTreeMap::new();
        for finding in &findings {
            let same = finding
                .notes
                .iter()
                .any(|note| note.contains("the value was the same"));
            *unchanged.entry(name(finding)).or_insert(false) |= same;
        }
        let expected = [
            ("same", true),
            ("sameText", true),
            ("sameStatic", true),
            ("byte[]", true),
            ("java.lang.Object[]", true),
            ("other", false),
            ("toggled", false),
            ("otherStatic", false),
            ("boolean[]", false),
            ("port", false),
        ];
        let expected = expected.map(|(name, same)| (name.to_owned(), same));
        assert_eq!(unchanged, BTreeMap::from(expected), "{text}");
        assert!(text.contains("note: the value was the same before (2)"), "{text}");

        let port = findings
            .iter()
            .find(|finding| name(finding) == "port")
            .expect("it is there");
        assert!(
            port.message
                .ends_with("; the object was still being constructed at (2)")
        );
        assert!(
            text.contains("hint: at (2) the object was still being constructed"),
            "{text}"
        );
    }
}
