//! From two accesses to a finding: names, stacks, locks, and how often.

use std::sync::atomic::AtomicU64;

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_detect::Detectors;
use raddle_events::{AccessKind, Op, Place, SiteId, is_jdk_class};
use raddle_findings::{ArrayElement, Finding, Frame, Kind, Side, Variable};
use raddle_schedule::Hint;
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::class_loading::sites::{field_of, frame, part_of};
use crate::jvm::Env;
use crate::memory_accesses::access::{Access, Target};
use crate::reporting::completeness::IncompleteReason;
use crate::reporting::finding_log::Counter;
use crate::reporting::names::{dotted, type_name};
use crate::reporting::naming::Naming;
use crate::reporting::reports::Reporting;

const STACK_DEPTH: usize = 64;

enum Named {
    Part(Place),
    Element,
    Field(Place),
}

impl Named {
    fn of(agent: &Agent, target: Target, site: SiteId) -> Option<Named> {
        let detail = agent.sites.get(target.detail);
        match detail {
            Some(place) if part_of(&place).is_some() => Some(Named::Part(place)),
            _ if target.index >= 0 && !target.object.is_null() => Some(Named::Element),
            Some(place) => Some(Named::Field(place)),
            None => agent.sites.get(site).map(Named::Field),
        }
    }
}

/// Of a part of a JDK object, its class counts alone: one misuse shows in several of its methods and parts.
type Key = (Kind, SiteId, SiteId, Option<(Op, Op)>, SiteId);

/// Findings by their sites and operations, to recognise the thousandth occurrence quickly.
#[derive(Default)]
pub struct Races(Mutex<FxHashMap<Key, Option<Counter>>>);

/// Counts a race and, if it is new, writes it down. `second` is what the current thread does now.
///
/// Gives the address of the counter if it was counted and nothing else; it is good as long as the JVM lives.
pub fn report(
    agent: &Agent,
    env: Env,
    kind: Kind,
    first: &Access,
    second: &Access,
    target: Target,
) -> Option<*const AtomicU64> {
    if agent.reports.has_stopped() {
        return None;
    }
    // The JDK's memory modes but the plain one do not race with each other.
    if agent.sites.is_in_mode(first.site) && agent.sites.is_in_mode(second.site) {
        return None;
    }
    agent.memory.values.settle(agent, env, second.thread, second.site);
    let named = Named::of(agent, target, second.site)?;
    if kind == Kind::DataRace {
        if agent.memory.finals.explain(agent, env, first, second, target) {
            return None;
        }
        agent.memory.finals.publish(agent, env, first, second, target);
    }
    let key = match named {
        Named::Part(_) => (kind, first.site, second.site, None, SiteId::UNKNOWN),
        _ => (
            kind,
            first.site,
            second.site,
            Some((first.op, second.op)),
            target.detail,
        ),
    };
    if let Some(&known) = agent.memory.races.0.lock().get(&key) {
        return known.map(Counter::count);
    }
    if kind == Kind::DataRace
        && !agent.config.show_caches
        && agent.sites.are_of_cache([first.site, second.site])
    {
        let finding = || describe(agent, env, kind, first, second, target, &named);
        if agent.memory.caches.hold(agent, env, second.site, target, finding) {
            return None;
        }
    }
    // Naming takes long and calls into the JVM: outside the lock.
    let finding = describe(agent, env, kind, first, second, target, &named)?;
    let fingerprint = finding.fingerprint.clone();
    let logged = agent.reports.add(finding);
    agent.reports.suspect(&Hint::Race([first.site, second.site]));
    agent.memory.races.0.lock().insert(key, logged.counter());
    if logged.is_new() && kind == Kind::DataRace && second.op == Op::Write && !target.is_over {
        let (thread, site) = (second.thread, second.site);
        agent
            .memory
            .values
            .watch(agent, env, thread, site, target, &fingerprint);
    }
    None
}

/// Two accesses with one exclusive lock held are ordered by it, so that Raddle has lost that order: there is
/// nothing to report but this.
pub fn is_impossible(agent: &Agent, first: &Access, second: &Access) -> bool {
    let locks = first.locks.as_ref().zip(second.locks.as_ref());
    let common = locks.and_then(|(first, second)| agent.locks.certainly_common(first, second));
    if let Some(lock) = common {
        Reporting::incomplete(&agent.reports, IncompleteReason::Order, &|| {
            let place = |access: &Access| match agent.sites.frame(access.site) {
                Some(Frame {
                    class, method, line, ..
                }) => format!("{class}.{method}, line {}", line.unwrap_or_default()),
                None => "an unknown place".to_owned(),
            };
            let (first, second, (lock, _)) = (place(first), place(second), agent.locks.get(lock));
            format!(" ({first}, and {second}, with a {lock})")
        });
    }
    common.is_some()
}

fn describe(
    agent: &Agent,
    env: Env,
    kind: Kind,
    first: &Access,
    second: &Access,
    target: Target,
    named: &Named,
) -> Option<Finding> {
    let place = agent.sites.get(second.site)?;
    let variable = match named {
        Named::Part(part) => part_variable(agent, env, target.object, part)?,
        Named::Element => array_variable(agent, env, target),
        Named::Field(place) => field_variable(agent, place)?,
    };
    let wide = matches!(variable.type_name.as_str(), "long" | "double");
    let what = match (&variable.field, &variable.array) {
        (Some(field), _) => format!("{}.{field}", simple(&variable.class)),
        (None, Some(_)) => format!("an element of {}", variable.class),
        (None, None) => format!("the contents of a {}", simple(&variable.class)),
    };
    let torn = if wide { "; a torn value is possible" } else { "" };
    let message = match kind {
        Kind::DataRace => format!(
            "{} and {} of {what} by two threads without order{torn}",
            word(first.op),
            word(second.op)
        ),
        _ => Detectors::message_on(kind, &what),
    };
    let raw = agent.jvmti.stack(STACK_DEPTH);
    let stack_complete = raw.len() < STACK_DEPTH;
    let names = agent.names(env);
    let stack = names.stack(&raw);
    let second_stack = from_call(&place, stack);
    let second_stack = match second_stack.split_first() {
        None => vec![frame(&place)],
        // The thread has gone on since.
        Some((_, callers)) if target.is_over => [&[frame(&place)], callers].concat(),
        Some(_) => second_stack,
    };
    let first_place = agent.sites.get(first.site);
    let first_stack = first_place.iter().map(frame).collect();
    let call = |place: &Place| call_name(place, &variable);
    let calls = [first_place.as_ref().and_then(call), call(&place)];
    let mut sides = vec![
        side(&names, first, first_stack, false),
        side(&names, second, second_stack, stack_complete),
    ];
    for (side, call) in sides.iter_mut().zip(calls) {
        side.call = call;
    }
    let mut finding = Finding {
        notes: beside_fences(agent, [first.site, second.site]),
        ..Finding::new(kind, message, Some(variable), sides)
    };
    for number in finding.constructing(Op::Write) {
        finding.message += &format!("; the object was still being constructed at ({number})");
    }
    Some(finding)
}

/// Of two accesses that hand over what fences order.
fn beside_fences(agent: &Agent, sites: [SiteId; 2]) -> Vec<String> {
    let note = "a fence stands beside the plain access, and Raddle takes what it orders for ordered; \
                Java promises that for accesses in opaque mode, which do not race";
    let is_fenced = |&site: &SiteId| agent.sites.is_fenced(site);
    let is_carrier = |site: &SiteId| is_fenced(site) || agent.sites.is_in_mode(*site);
    let are_all = sites.iter().any(is_fenced) && sites.iter().all(is_carrier);
    are_all.then(|| note.to_owned()).into_iter().collect()
}

/// The stack from the call on that led out of what is checked.
fn from_call(place: &Place, stack: Vec<Frame>) -> Vec<Frame> {
    if !matches!(place.access, AccessKind::Call { .. }) {
        return stack;
    }
    let caller = dotted(&place.class);
    let is_caller = |f: &Frame| f.class == caller && f.method == place.method;
    match stack.iter().position(is_caller) {
        Some(at) => stack.into_iter().skip(at).collect(),
        None => vec![frame(place)],
    }
}

/// The call that led to an access, by the name of the object's class where that says more.
fn call_name(place: &Place, variable: &Variable) -> Option<String> {
    let AccessKind::Call { owner, name, .. } = &place.access else {
        return None;
    };
    let owner = dotted(owner);
    let (owner, class) = (simple(&owner), simple(&variable.class));
    let contents = variable.field.is_none() && variable.array.is_none();
    let interface = match owner {
        "Map" | "SequencedMap" => class.ends_with("Map"),
        "List" => class.ends_with("List"),
        "Queue" | "Deque" => class.ends_with("Queue") || class.ends_with("Deque"),
        "Appendable" => class == "StringBuilder",
        _ => false,
    };
    let owner = if contents && interface { class } else { owner };
    Some(match name.as_str() {
        "<init>" => format!("new {owner}"),
        name => format!("{owner}.{name}"),
    })
}

fn word(op: Op) -> &'static str {
    match op {
        Op::Read => "read",
        Op::Write => "write",
    }
}

fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

fn field_variable(agent: &Agent, place: &Place) -> Option<Variable> {
    let (owner, name, descriptor, is_static) = field_of(place)?;
    Some(Variable {
        class: dotted(
            &agent
                .classes
                .declaring(owner, name, descriptor)
                .unwrap_or_else(|| owner.to_owned()),
        ),
        field: Some(name.to_owned()),
        type_name: type_name(descriptor),
        is_static,
        array: None,
    })
}

/// The contents of the object or, for one that belongs to another, such as an entry, of the other's class.
fn part_variable(agent: &Agent, env: Env, object: jobject, part: &Place) -> Option<Variable> {
    let (owner, _) = part_of(part)?;
    let whole = owner.split('$').next().unwrap_or(owner);
    let mut class = dotted(whole);
    if whole == owner && !object.is_null() {
        let actual = env.object_class(object);
        let actual_name = agent.jvmti.class_name(actual);
        env.delete_local(actual);
        if let Some(name) = actual_name.filter(|name| is_jdk_class(name)) {
            class = dotted(&name);
        }
    }
    Some(Variable {
        class,
        field: None,
        type_name: "contents".to_owned(),
        is_static: false,
        array: None,
    })
}

fn array_variable(agent: &Agent, env: Env, element: Target) -> Variable {
    let made = agent.sites.get(element.detail);
    let class = env.object_class(element.object);
    let signature = agent.jvmti.signature(class).unwrap_or_else(|| "[?".to_owned());
    env.delete_local(class);
    let allocated_at = made
        .filter(|p| matches!(p.access, AccessKind::NewArray { .. }))
        .map(|p| frame(&p));
    Variable {
        class: type_name(&signature),
        field: None,
        type_name: type_name(&signature[1..]),
        is_static: false,
        array: Some(ArrayElement {
            index: element.index.cast_unsigned(),
            allocated_at,
        }),
    }
}

fn side(names: &dyn Naming, access: &Access, stack: Vec<Frame>, stack_complete: bool) -> Side {
    Side {
        thread: names.thread(access.thread),
        op: access.op.into(),
        call: None,
        stack,
        stack_complete,
        locks: access.locks.as_ref().map(|locks| names.held(locks)),
        wait: None,
    }
}
