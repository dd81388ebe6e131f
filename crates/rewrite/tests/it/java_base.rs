//! Every class of `java.base` of every JDK found, in two roles: what comes out is a class file again, and
//! comes out fast.

use std::time::{Duration, Instant};

use crate::support::{java_base, jdks, world::KnownClasses};
use raddle_classfile::{ClassFile, Code};
use raddle_rewrite::{Hook, Rewritten, Role};

#[test]
fn every_class_is_rewritten() {
    for jdk in jdks() {
        let classes = java_base(&jdk);
        for role in [Role::Jdk, Role::Program] {
            let mut world = KnownClasses::default();
            classes.iter().for_each(|(_, bytes)| world.learn(bytes));
            let mut spent = Duration::ZERO;
            let (mut changed, mut skipped, mut applied) = (0, 0, Vec::new());
            for (path, bytes) in &classes {
                let start = Instant::now();
                let result = raddle_rewrite::rewrite(bytes, role, &mut world);
                spent += start.elapsed();
                let rewritten = result.unwrap_or_else(|e| panic!("{path}: {e}"));
                changed += usize::from(rewritten.bytes.is_some());
                skipped += rewritten.skipped.len();
                applied.extend(rewritten.patches.iter().map(|p| p.hook));
                check(path, &rewritten);
            }
            println!(
                "JDK {}, {role:?}: {} classes, {changed} changed, {} sites, {skipped} notes, {:.1} µs per class",
                jdk.version.feature,
                classes.len(),
                world.sites.len(),
                spent.as_secs_f64() * 1e6 / classes.len() as f64,
            );
            assert!(
                changed > 500 && skipped < 20,
                "{changed} changed, {skipped} notes"
            );
            if role == Role::Jdk {
                all_patched(&applied, jdk.version.feature);
            }
        }
    }
}

/// All that is in the output can be read again.
fn check(path: &str, rewritten: &Rewritten) {
    let Some(bytes) = &rewritten.bytes else { return };
    let class = ClassFile::parse(bytes).unwrap_or_else(|e| panic!("{path}: {e}"));
    for method in &class.methods {
        if let Some(code) = method.attribute(&class.pool, "Code") {
            let shape = class.shape(method).unwrap_or_else(|e| panic!("{path}: {e}"));
            Code::parse(&code.data, &class.pool, shape).unwrap_or_else(|e| panic!("{path}: {e}"));
        }
    }
}

/// Each JDK has a place for each hook of the table of patches.
fn all_patched(applied: &[Hook], feature: u32) {
    let times = |hook| applied.iter().filter(|h| **h == hook).count();
    // From JDK 21 on there are virtual threads.
    let virtual_too = usize::from(feature >= 21);
    for (hook, at_least) in [
        (Hook::ThreadStarting, 1 + virtual_too),
        // Up to JDK 23 a virtual thread's end has four places more: before each call of `notifyJvmtiEnd`.
        (
            Hook::ThreadEnding,
            if (21..=23).contains(&feature) {
                6
            } else {
                1 + virtual_too
            },
        ),
        (Hook::ThreadJoined, 3),
        (Hook::StateSeen, 1 + virtual_too),
        (Hook::BeforeInterrupt, 1 + virtual_too),
        (Hook::InterruptSeenOf, 1 + virtual_too),
        (Hook::InterruptSeen, 1),
        (Hook::InterruptThrown, 2),
        (Hook::BeforeUnpark, 1),
        (Hook::AfterPark, 6),
        (Hook::HideFields, 1),
    ] {
        assert!(
            times(hook) >= at_least,
            "JDK {feature}: {hook:?} {} times, not {at_least}",
            times(hook)
        );
    }
}
