//! Caches that only old compilers make: no compiler of today can write these classes, so a test marks their fields.

use std::path::Path;

use raddle_classfile::{ClassFile, access};
use raddle_testkit::{Program, Test, compile, in_turn, tests, write_all};
use tempfile::TempDir;

use crate::raddle;

pub fn tests() -> Vec<Test> {
    tests![class_literals_of_old_compilers,]
}

/// What compilers made of `String.class` before class files had class literals: two reads of a field that they added.
const LITERALS: &str = r#"
    public class Literals {
        static Class<?> class$java$lang$String;

        static Class<?> class$(String name) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(e.getMessage());
            }
        }

        static Class<?> use() {
            return class$java$lang$String == null
                ? (class$java$lang$String = class$("java.lang.String"))
                : class$java$lang$String;
        }

        public static void main(String[] args) throws InterruptedException {
            Thread t = new Thread(Literals::use);
            t.start();
            use();
            t.join();
        }
    }
"#;

/// Marks a static field as one that the compiler has added.
fn mark(class_file: &Path, field: &str) {
    let mut class = ClassFile::parse(&std::fs::read(class_file).unwrap()).unwrap();
    let pool = &class.pool;
    let found = class
        .fields
        .iter_mut()
        .find(|it| pool.utf8(it.name).unwrap() == field);
    found.unwrap().access |= access::ACC_SYNTHETIC;
    std::fs::write(class_file, class.to_bytes().unwrap()).unwrap();
}

fn class_literals_of_old_compilers() {
    for jdk in in_turn().unwrap() {
        let dir = TempDir::with_prefix("raddle-literals-").unwrap();
        let sources = write_all(dir.path(), &[("Literals.java", LITERALS)]).unwrap();
        compile(&jdk, &sources, dir.path()).unwrap();
        let found = |options: &[&str]| {
            let program = Program::java(&jdk, ["-cp", ".", "Literals"]).directory(dir.path());
            program
                .checked(&raddle(), options)
                .unwrap()
                .run
                .unwrap()
                .findings
                .len()
        };
        // By hand it is a cache that is read twice, which may give null the second time: so a race to report.
        assert_ne!(found(&[]), 0, "{}", jdk.version);
        mark(&dir.path().join("Literals.class"), "class$java$lang$String");
        assert_eq!(found(&[]), 0, "{}", jdk.version);
        assert_ne!(found(&["--show-caches"]), 0, "{}", jdk.version);
    }
}
