//! Class bytes on their way into the JVM.

use raddle_findings::Scope;
use raddle_findings::record::Line;
use raddle_rewrite::{Role, rewrite};

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

/// The bytes that the JVM shall use instead, if any.
pub fn transform(agent: &Agent, name: Option<&str>, boot: bool, bytes: &[u8]) -> Option<Vec<u8>> {
    let name = name?;
    if runtime::is_ours(name) {
        return None;
    }
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
