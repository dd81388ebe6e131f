//! Class bytes on their way into the JVM.

use parking_lot::Mutex;
use raddle_events::{is_jdk_class, is_jdk_class_of_boot_loader};
use raddle_rewrite::{Role, rewrite};
use raddle_session::Scope;
use raddle_session::record::Line;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Agent;
use crate::class_loading::classes::Loaded;
use crate::lifecycle::runtime;
use crate::reporting::completeness::IncompleteReason;
use crate::reporting::names::dotted;
use crate::synchronisation::rules::Applied;

/// What is done to a class.
pub fn role(scope: &Scope, name: &str, boot: bool) -> Role {
    let is_jdk = match boot {
        true => is_jdk_class_of_boot_loader(name),
        false => is_jdk_class(name),
    };
    if is_jdk {
        // A JDK class outside the boot loader, such as javac's, is checked if a pattern names it.
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

/// Classes that come again and again, where a JVM runs schedule after schedule, by name. The same class gets the
/// same sites, so that what is known of these is known of it.
#[derive(Default)]
pub struct RewriteCache(Mutex<FxHashMap<String, Known>>);

struct Known {
    before: Vec<u8>,
    after: Option<Vec<u8>>,
    keeps_state: bool,
}

impl RewriteCache {
    /// Whether a schedule may leave something in the class of this name that the next one would find.
    pub fn keeps_state(&self, name: &str) -> bool {
        self.0.lock().get(name).is_none_or(|known| known.keeps_state)
    }
}

/// The patterns of classes to check that matched one, by their places.
#[derive(Default)]
pub struct Included(Mutex<FxHashSet<usize>>);

impl Included {
    /// Writes down what is new, at once: a JVM that is killed must not make a pattern look useless.
    fn matched(&self, agent: &Agent, name: &str) {
        for at in agent.config.scope.matched(name) {
            if self.0.lock().insert(at) {
                let pattern = agent.config.scope.include[at].clone();
                agent.reports.write(&Line::Included { pattern });
            }
        }
    }
}

/// What is kept of rewriting beside the classes.
#[derive(Default)]
pub struct Rewriting {
    pub cache: RewriteCache,
    included: Included,
    rules: Applied,
}

/// The bytes that the JVM shall use instead, if any.
pub fn transform(agent: &Agent, name: Option<&str>, boot: bool, bytes: &[u8]) -> Option<Vec<u8>> {
    let name = name?;
    if runtime::is_ours(name) {
        return None;
    }
    let comes_again = !boot && agent.control.as_ref().is_some_and(|control| !control.is_alone());
    if !comes_again {
        return transform_anew(agent, name, boot, bytes)?.0;
    }
    if let Some(known) = agent.rewriting.cache.0.lock().get(name)
        && known.before == bytes
    {
        return known.after.clone();
    }
    let (after, keeps_state) = transform_anew(agent, name, boot, bytes).unwrap_or((None, true));
    let known = Known {
        before: bytes.to_vec(),
        after: after.clone(),
        keeps_state,
    };
    agent.rewriting.cache.0.lock().insert(name.to_owned(), known);
    after
}

/// The new bytes, and whether the class keeps state.
fn transform_anew(agent: &Agent, name: &str, boot: bool, bytes: &[u8]) -> Option<(Option<Vec<u8>>, bool)> {
    let mut world = Loaded {
        classes: &agent.classes,
        sites: &agent.sites,
        config: &agent.config,
        control: agent.control,
        overflow: false,
    };
    let role = role(&agent.config.scope, name, boot);
    let rewritten = match rewrite(bytes, role, &mut world) {
        Ok(rewritten) => rewritten,
        Err(error) => {
            agent.reports.write(&Line::NotInstrumented {
                class: dotted(name),
                method: None,
                reason: error.to_string(),
            });
            return None;
        }
    };
    if world.overflow {
        agent.reports.stop_reporting(IncompleteReason::Sites);
    }
    for skipped in &rewritten.skipped {
        agent.reports.write(&Line::NotInstrumented {
            class: dotted(name),
            method: skipped.method.clone(),
            reason: skipped.reason.clone(),
        });
    }
    agent.rewriting.rules.applied(agent, &rewritten.declared);
    if role == Role::Program {
        agent.rewriting.included.matched(agent, name);
    }
    agent.classes.add(
        rewritten.class,
        rewritten.bytes.is_some() && role == Role::Program,
    );
    Some((rewritten.bytes, rewritten.keeps_state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jdk_is_known_by_packages_and_loader() {
        let scope = Scope::default();
        assert_eq!(role(&scope, "com/sun/jna/Native", false), Role::Program);
        assert_eq!(role(&scope, "com/sun/tools/javac/Main", false), Role::Jdk);
        assert_eq!(role(&scope, "org/w3c/dom/Node", true), Role::Jdk);
        assert_eq!(role(&scope, "org/w3c/dom/Node", false), Role::Program);
    }
}
