//! Every class of every module of every JDK found: what goes in comes out.

use crate::common;
use raddle_classfile::{Attribute, ClassFile, Code};

#[test]
fn every_jdk_class_survives() {
    for jdk in common::jdks() {
        let classes = common::classes(&jdk, None);
        assert!(
            classes.len() > 5000,
            "{}: only {} classes",
            jdk.home.display(),
            classes.len()
        );
        common::check_all(&classes, |class| survives(&class.bytes));
        println!("{}: {} classes", jdk.home.display(), classes.len());
    }
}

fn survives(bytes: &[u8]) -> Result<(), String> {
    let class = ClassFile::parse(bytes).map_err(|e| e.to_string())?;
    if class.to_bytes().map_err(|e| e.to_string())? != bytes {
        return Err("round trip differs".into());
    }
    let mut pool = class.pool.clone();
    for method in &class.methods {
        let Some(raw) = method.attribute(&class.pool, "Code") else {
            continue;
        };
        let name = class.pool.utf8(method.name).unwrap_or("?");
        let fail = |what: &str| format!("{name}: {what}");
        let shape = class.shape(method).map_err(|e| fail(&e.to_string()))?;
        let code = Code::parse(&raw.data, &class.pool, shape).map_err(|e| fail(&e.to_string()))?;
        let data = code
            .to_attribute_data(&mut pool)
            .map_err(|e| fail(&e.to_string()))?;
        if data == raw.data {
            continue;
        }
        // Only the frames may be written in another way.
        let again = Code::parse(&data, &pool, shape).map_err(|e| fail(&e.to_string()))?;
        let (old, new) = (parts(&raw.data), parts(&data));
        let frames = |a: &&Attribute| !a.is(&pool, "StackMapTable");
        let same = old.0 == new.0 && old.1.iter().filter(frames).eq(new.1.iter().filter(frames));
        if !same || again.frames != code.frames {
            return Err(fail("decode and encode differ"));
        }
    }
    Ok(())
}

/// A `Code` attribute up to its attributes, and these in order of name. Fails on what the parser let pass.
fn parts(data: &[u8]) -> (&[u8], Vec<Attribute>) {
    let u16_at = |at: usize| usize::from(u16::from_be_bytes([data[at], data[at + 1]]));
    let u32_at = |at: usize| u16_at(at) << 16 | u16_at(at + 2);
    let handlers = 8 + u32_at(4);
    let head = handlers + 2 + 8 * u16_at(handlers);
    let mut at = head + 2;
    let mut attributes = Vec::new();
    for _ in 0..u16_at(head) {
        let end = at + 6 + u32_at(at + 2);
        attributes.push(Attribute {
            name: u16_at(at) as u16,
            data: data[at + 6..end].to_vec(),
        });
        at = end;
    }
    assert_eq!(at, data.len());
    attributes.sort_by_key(|a| a.name);
    (&data[..head], attributes)
}
