//! Any bytes, in any role: an error or a class whose code can be read, down to the last method that could be
//! read before.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_analysis::{FieldFacts, World};
use raddle_classfile::{ClassFile, Code};
use raddle_events::{Place, SiteId};
use raddle_rewrite::{Host, Role, rewrite};

/// Knows nothing of other classes.
#[derive(Default)]
struct Empty {
    sites: u32,
}

impl Host for Empty {
    fn site(&mut self, _: Place) -> SiteId {
        self.sites += 1;
        SiteId(self.sites)
    }

    fn class_id(&mut self, _: &str) -> u32 {
        1
    }

    fn reaches_unchecked(&self, _: &str) -> bool {
        true
    }
}

impl World for Empty {
    fn field(&self, _: &str, _: &str, _: &str) -> Option<FieldFacts> {
        None
    }

    fn has_finalizer(&self, _: &str) -> bool {
        false
    }
}

/// How many methods have code that can be decoded.
fn readable(class: &ClassFile) -> usize {
    let decodes = |method| {
        let raw = raddle_classfile::Member::attribute(method, &class.pool, "Code")?;
        Code::parse(&raw.data, &class.pool, class.shape(method).ok()?).ok()
    };
    class
        .methods
        .iter()
        .filter(|&method| decodes(method).is_some())
        .count()
}

fuzz_target!(|bytes: &[u8]| {
    for role in [Role::Program, Role::Library, Role::Jdk] {
        let Ok(done) = rewrite(bytes, role, &mut Empty::default()) else {
            continue;
        };
        let Some(rewritten) = done.bytes else { continue };
        let before = ClassFile::parse(bytes).expect("it was rewritten");
        let after = ClassFile::parse(&rewritten).expect("what was written");
        assert!(readable(&after) >= readable(&before));
    }
});
