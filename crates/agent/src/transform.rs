//! Class bytes on their way into the JVM.

use parking_lot::Mutex;
use raddle_findings::Scope;
use raddle_findings::record::Line;
use raddle_rewrite::{Role, rewrite};
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::classes::Loaded;
use crate::names::dotted;
use crate::runtime;

/// Packages that belong to the JDK, whichever loader they come from.
const JDK: &[&str] = &["java/", "javax/", "jdk/", "sun/", "com/sun/"];
/// Packages that belong to it if the boot loader defines them.
const JDK_BOOT: &[&str] = &["org/ietf/", "org/jcp/", "org/w3c/", "org/xml/", "netscape/"];

/// What is done to a class.
pub fn role(scope: &Scope, name: &str, boot: bool) -> Role {
    let starts = |packages: &[&str]| packages.iter().any(|p| name.starts_with(p));
    if starts(JDK) || boot && starts(JDK_BOOT) {
        // A JDK class outside the boot loader, such as javac's, is checked if somebody asks for it.
        if boot || scope.include.is_empty() || !scope.checks(name) {
            Role::Jdk
        } else {
            Role::Program
        }
    } else if scope.checks(name) {
        Role::Program
    } else {
        Role::Library
    }
}

/// Classes that come again and again, where a JVM runs schedule after schedule: by name, what they were and what
/// they became. The same class gets the same sites, so that what is known of these is known of it.
#[derive(Default)]
pub struct Again(Mutex<FxHashMap<String, BeforeAndAfter>>);

type BeforeAndAfter = (Vec<u8>, Option<Vec<u8>>);

/// The bytes that the JVM shall use instead, if any.
pub fn transform(agent: &Agent, name: Option<&str>, boot: bool, bytes: &[u8]) -> Option<Vec<u8>> {
    let name = name?;
    if runtime::is_ours(name) {
        return None;
    }
    let comes_again = !boot && agent.control.as_ref().is_some_and(|control| !control.is_alone());
    if !comes_again {
        return transform_anew(agent, name, boot, bytes);
    }
    if let Some((before, after)) = agent.again.0.lock().get(name)
        && before == bytes
    {
        return after.clone();
    }
    let after = transform_anew(agent, name, boot, bytes);
    let entry = (bytes.to_vec(), after.clone());
    agent.again.0.lock().insert(name.to_owned(), entry);
    after
}

fn transform_anew(agent: &Agent, name: &str, boot: bool, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut world = Loaded {
        classes: &agent.classes,
        sites: &agent.sites,
        config: &agent.config,
        overflow: false,
    };
    let role = role(&agent.config.scope, name, boot);
    let rewritten = match rewrite(bytes, role, &mut world) {
        Ok(rewritten) => rewritten,
        Err(error) => {
            agent.record.write(&Line::NotInstrumented {
                class: dotted(name),
                method: None,
                reason: error.to_string(),
            });
            return None;
        }
    };
    if world.overflow {
        agent.go_blind(crate::Shortage::Sites);
    }
    for skipped in &rewritten.skipped {
        agent.record.write(&Line::NotInstrumented {
            class: dotted(name),
            method: skipped.method.clone(),
            reason: skipped.reason.clone(),
        });
    }
    agent.rules.applied(agent, &rewritten.declared);
    agent.classes.add(
        rewritten.class,
        rewritten.bytes.is_some() && role == Role::Program,
    );
    rewritten.bytes
}
