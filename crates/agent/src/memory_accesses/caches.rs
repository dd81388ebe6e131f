//! Races on caches: fields that threads fill without order, each with the same value (`single_check.rs` of the
//! rewriter says which fields may be that). They are races by the letter of the memory model, and harmless. Such a
//! race is held back as long as every value that was seen in the field is the same one; the end of the run says how
//! many were.
//!
//! A variable is looked at when it races, before the write, and at the end. Two values that were never there at such
//! a moment are not distinguished: the note says what was seen.

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_events::SiteId;
use raddle_findings::Finding;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Agent;
use crate::jvm::{Env, Held};
use crate::memory_accesses::access::Target;
use crate::memory_accesses::values::Located;
use crate::reporting::reports::Reporting;

/// How many objects are looked at for one field.
const OBJECTS: usize = 256;

#[derive(Default)]
pub struct Caches(Mutex<State>);

#[derive(Default)]
struct State {
    /// By field.
    held: FxHashMap<String, Cache>,
    broken: FxHashSet<String>,
}

#[derive(Default)]
struct Cache {
    objects: Vec<(Located, Option<Value>)>,
    /// Findings, by their fingerprints, and how often each occurred.
    findings: Vec<(Finding, u64)>,
}

/// What was in a field, other than its default value.
#[derive(PartialEq)]
enum Value {
    Bits(u64),
    Text(String),
    /// By its name: a class literal always stands for the same class.
    Class(String),
}

impl Caches {
    /// Holds a race on a field back. False: it is one like any other.
    pub fn hold(
        &self,
        agent: &Agent,
        env: Env,
        site: SiteId,
        target: Target,
        describe: impl FnOnce() -> Option<Finding>,
    ) -> bool {
        let Some(finding) = describe() else {
            return false;
        };
        let name = match &finding.variable {
            Some(variable) => format!("{}.{}", variable.class, variable.field.as_deref().unwrap_or("?")),
            None => return false,
        };
        let Some(located) = Located::of_any(agent, env, site, target) else {
            return false;
        };
        let mut state = self.0.lock();
        if state.broken.contains(&name) {
            drop(state);
            located.forget(env);
            return false;
        }
        let cache = state.held.entry(name.clone()).or_default();
        let same = |(other, _): &&mut (Located, Option<Value>)| other.is_same(env, &located);
        let is_broken = match cache.objects.iter_mut().find(same) {
            Some((_, value)) => {
                let differs = !agrees(agent, env, &located, value);
                located.forget(env);
                differs
            }
            None => {
                let mut value = None;
                agrees(agent, env, &located, &mut value);
                if cache.objects.len() < OBJECTS {
                    cache.objects.push((located, value));
                } else {
                    located.forget(env);
                }
                false
            }
        };
        if is_broken {
            let broken = state.give_up(&name);
            drop(state);
            report(agent, env, broken);
            return false;
        }
        let findings = &mut cache.findings;
        match findings
            .iter_mut()
            .find(|(known, _)| known.fingerprint == finding.fingerprint)
        {
            Some((_, count)) => *count += 1,
            None => findings.push((finding, 1)),
        }
        true
    }

    /// Looks at all of them once more.
    pub fn settle(&self, agent: &Agent, env: Env) {
        let broken: Vec<Cache> = {
            let mut state = self.0.lock();
            let differs = |cache: &mut Cache| {
                let mut objects = cache.objects.iter_mut();
                objects.any(|(located, value)| !agrees(agent, env, located, value))
            };
            let names: Vec<String> = state
                .held
                .iter_mut()
                .filter_map(|(name, cache)| differs(cache).then(|| name.clone()))
                .collect();
            names.iter().flat_map(|name| state.give_up(name)).collect()
        };
        broken
            .into_iter()
            .for_each(|cache| report(agent, env, Some(cache)));
    }

    /// What the report says of those that were held back.
    pub fn note(&self) -> Option<String> {
        let state = self.0.lock();
        let (fields, races) = (state.held.len(), state.held.values());
        let races: usize = races.map(|cache| cache.findings.len()).sum();
        (fields > 0).then(|| {
            format!(
                "{races} data race{} on {fields} field{} that all threads fill with the same value not shown \
                 (--show-caches)",
                if races == 1 { "" } else { "s" },
                if fields == 1 { "" } else { "s" },
            )
        })
    }
}

impl State {
    fn give_up(&mut self, name: &str) -> Option<Cache> {
        self.broken.insert(name.to_owned());
        self.held.remove(name)
    }
}

fn report(agent: &Agent, env: Env, cache: Option<Cache>) {
    for (finding, count) in cache.iter().flat_map(|cache| &cache.findings) {
        let counter = agent.reports.add(finding.clone()).counter();
        for _ in 1..*count {
            counter.map(|counter| counter.count());
        }
    }
    for (located, _) in cache.into_iter().flat_map(|cache| cache.objects) {
        located.forget(env);
    }
}

/// Whether a field holds its default value or the one that is known, which is learnt from the first look.
fn agrees(agent: &Agent, env: Env, located: &Located, known: &mut Option<Value>) -> bool {
    let now = match located.held(env) {
        None | Some(Held::Bits(0)) => return true,
        Some(Held::Bits(bits)) => Value::Bits(bits),
        Some(Held::Object(object)) if object.is_null() => return true,
        Some(Held::Object(object)) => {
            let value = value(agent, env, object, located.is_text());
            env.delete_local(object);
            value
        }
    };
    match known {
        Some(known) => *known == now,
        None => {
            *known = Some(now);
            true
        }
    }
}

fn value(agent: &Agent, env: Env, object: jobject, is_text: bool) -> Value {
    match is_text {
        true => Value::Text(env.text(object).unwrap_or_default()),
        false => Value::Class(agent.jvmti.signature(object).unwrap_or_default()),
    }
}
