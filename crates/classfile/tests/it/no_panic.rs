//! Whatever the bytes: an error or a class, never a panic; and what was encoded can be read again.

use std::sync::LazyLock;

use crate::common;
use proptest::collection::vec;
use proptest::prelude::*;
use raddle_classfile::{ClassFile, Code};

/// A class with one of everything, as each JDK's compiler makes it.
static SAMPLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    common::jdks()
        .iter()
        .map(|jdk| common::compile(jdk, "Sample"))
        .collect()
});

fn exercise(bytes: &[u8]) {
    let Ok(mut class) = ClassFile::parse(bytes) else {
        return;
    };
    assert_eq!(class.to_bytes().expect("unedited"), bytes);
    for i in 0..class.methods.len() {
        let method = &class.methods[i];
        let Some(raw) = method.attribute(&class.pool, "Code") else {
            continue;
        };
        let Ok(shape) = class.shape(method) else { continue };
        let Ok(code) = Code::parse(&raw.data, &class.pool, shape) else {
            continue;
        };
        let Ok(data) = code.to_attribute_data(&mut class.pool) else {
            continue;
        };
        let shape = class.shape(&class.methods[i]).expect("as before");
        let again = Code::parse(&data, &class.pool, shape).expect("what was encoded");
        assert_eq!(again.to_attribute_data(&mut class.pool).expect("as before"), data);
        class.methods[i]
            .attribute_mut(&class.pool, "Code")
            .expect("as before")
            .data = data;
    }
    ClassFile::parse(&class.to_bytes().expect("edited")).expect("what was written");
}

#[test]
fn samples_are_whole() {
    for bytes in &*SAMPLES {
        let class = ClassFile::parse(bytes).expect("compiled");
        assert_eq!(class.name(), Ok("Sample"));
        assert_eq!(class.super_name(), Ok(Some("java/lang/Object")));
        exercise(bytes);
    }
}

/// Every prefix, and damage to every byte.
#[test]
fn damaged_samples() {
    for bytes in &*SAMPLES {
        for at in 0..bytes.len() {
            assert!(ClassFile::parse(&bytes[..at]).is_err());
            for value in [0xff, bytes[at] ^ 1] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                exercise(&damaged);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn random_bytes(bytes in vec(any::<u8>(), 0..400)) {
        exercise(&bytes);
        exercise(&[&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 60], bytes.as_slice()].concat());
    }

    #[test]
    fn mutated_samples(edits in vec((any::<usize>(), any::<u8>()), 1..6), pick in any::<usize>()) {
        let mut bytes = SAMPLES[pick % SAMPLES.len()].clone();
        for (at, value) in edits {
            let at = at % bytes.len();
            bytes[at] = value;
        }
        exercise(&bytes);
    }

    #[test]
    fn random_code(data in vec(any::<u8>(), 0..200), tail in vec(any::<u8>(), 0..100)) {
        let class = ClassFile::parse(&SAMPLES[0]).expect("compiled");
        let mut code = [0, 9, 0, 9].to_vec();
        code.extend((data.len() as u32).to_be_bytes());
        code.extend(data);
        code.extend(tail);
        for method in &class.methods {
            if let Ok(code) = Code::parse(&code, &class.pool, class.shape(method).expect("a shape")) {
                // Empty exception ranges can be read and not written.
                let _ = code.to_attribute_data(&mut class.pool.clone());
            }
        }
    }
}
