//! From two accesses to a finding: names, stacks, locks, and how often.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_events::{AccessKind, Op, Place, SiteId, ThreadId};
use raddle_findings::record::Line;
use raddle_findings::{
    ArrayElement, Finding, Frame, HeldLock, Kind, Severity, Side, ThreadInfo, Variable, fingerprint,
};
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::jvm::{Env, RawFrame};
use crate::lock_log::Held;
use crate::names::{dotted, type_name};
use crate::runtime;
use crate::sites::{field_of, frame, part_of};

const STACK_DEPTH: usize = 64;
const CREATION_DEPTH: usize = 16;

/// A thread that ended too long ago to be known.
pub const FORGOTTEN: ThreadId = ThreadId(u32::MAX);

/// One side of a race, as the detector knows it.
pub struct Access {
    pub thread: ThreadId,
    pub op: Op,
    pub site: SiteId,
    /// The thread's clock at that time.
    pub clock: u32,
    pub locks: Option<Vec<Held>>,
}

/// The variable of a race, as Java tells it: `object` may be null, `index` negative. `detail` is the site
/// that says what kind of variable it is, where the access itself does not: a part of a JDK object, the
/// field behind a reflective access; or, for an element, where its array was made.
#[derive(Clone, Copy)]
pub struct Target {
    pub object: jobject,
    pub detail: SiteId,
    pub index: i32,
    /// What is there now is what the access left.
    pub is_over: bool,
}

enum Named {
    Part(Place),
    Element,
    Field(Place),
}

impl Target {
    fn named(self, agent: &Agent, site: SiteId) -> Option<Named> {
        let detail = agent.sites.get(self.detail);
        match detail {
            Some(place) if part_of(&place).is_some() => Some(Named::Part(place)),
            _ if self.index >= 0 && !self.object.is_null() => Some(Named::Element),
            Some(place) => Some(Named::Field(place)),
            None => agent.sites.get(site).map(Named::Field),
        }
    }
}

/// What was found so far.
#[derive(Default)]
pub struct Races(Mutex<Found>);

/// Of a part of a JDK object, its class counts alone: one misuse shows in several of its methods and parts.
type Key = (SiteId, SiteId, Option<(Op, Op)>, SiteId);

#[derive(Default)]
struct Found {
    /// Findings by their sites and operations, to recognise the thousandth occurrence quickly.
    known: FxHashMap<Key, usize>,
    /// The runtime counts too, by the address: see [`report`].
    counts: Vec<(String, Box<AtomicU64>)>,
    dropped: u64,
}

impl Races {
    /// How often each finding occurred.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for (fingerprint, count) in &self.0.lock().counts {
            *counts.entry(fingerprint.clone()).or_default() += count.load(Ordering::Relaxed);
        }
        counts
    }

    /// How many different findings there were no room for.
    pub fn dropped(&self) -> u64 {
        self.0.lock().dropped
    }
}

/// Counts a race and, if it is new, writes it down. `second` is what the current thread does now.
///
/// Gives the address of the counter if it was counted and nothing else; it is good as long as the JVM lives.
pub fn report(
    agent: &Agent,
    env: Env,
    first: &Access,
    second: &Access,
    target: Target,
) -> Option<*const AtomicU64> {
    if agent.blind.load(Ordering::Relaxed) {
        return None;
    }
    agent.values.settle(agent, env, second.thread, second.site);
    let named = target.named(agent, second.site)?;
    if agent.finals.explain(agent, env, first, second, target) {
        return None;
    }
    agent.finals.publish(agent, env, first, second, target);
    let key = match named {
        Named::Part(_) => (first.site, second.site, None, SiteId::UNKNOWN),
        _ => (
            first.site,
            second.site,
            Some((first.op, second.op)),
            target.detail,
        ),
    };
    {
        let found = agent.races.0.lock();
        if let Some(&known) = found.known.get(&key) {
            let (_, count) = found.counts.get(known)?;
            count.fetch_add(1, Ordering::Relaxed);
            return Some(&raw const **count);
        }
    }
    // Naming takes long and calls into the JVM: outside the lock.
    let finding = describe(agent, env, first, second, target, &named)?;
    let fingerprint = finding.fingerprint.clone();
    let mut found = agent.races.0.lock();
    let same = found
        .counts
        .iter()
        .position(|(fingerprint, _)| *fingerprint == finding.fingerprint);
    match same {
        Some(known) => {
            found.counts[known].1.fetch_add(1, Ordering::Relaxed);
            found.known.insert(key, known);
        }
        None if found.counts.len() >= agent.config.max_findings as usize => {
            found.dropped += 1;
            found.known.insert(key, usize::MAX);
        }
        None => {
            let known = found.counts.len();
            let count = Box::new(AtomicU64::new(1));
            found.counts.push((finding.fingerprint.clone(), count));
            found.known.insert(key, known);
            agent.record.write(&Line::Finding(finding));
            drop(found);
            if second.op == Op::Write && !target.is_over {
                let (thread, site) = (second.thread, second.site);
                agent.values.watch(agent, env, thread, site, target, &fingerprint);
            }
        }
    }
    None
}

fn describe(
    agent: &Agent,
    env: Env,
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
    let message = format!(
        "{} and {} of {what} by two threads without order{torn}",
        word(first.op),
        word(second.op)
    );
    let (stack, stack_complete) = stack(agent, env, STACK_DEPTH);
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
    let mut finding = Finding {
        kind: Kind::DataRace,
        code: Kind::DataRace.code().to_owned(),
        fingerprint: String::new(),
        severity: Severity::Error,
        message,
        count: 1,
        variable: Some(variable),
        sides: vec![
            side(agent, env, first, first_stack, false),
            side(agent, env, second, second_stack, stack_complete),
        ],
        notes: Vec::new(),
        pids: vec![std::process::id()],
        replay: None,
    };
    for (side, call) in finding.sides.iter_mut().zip(calls) {
        side.call = call;
    }
    for number in finding.constructing(Op::Write) {
        finding.message += &format!("; the object was still being constructed at ({number})");
    }
    finding.fingerprint = fingerprint(finding.kind, finding.variable.as_ref(), &finding.sides);
    Some(finding)
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
        if let Some(name) = actual_name.filter(|name| raddle_findings::is_jdk_class(name)) {
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

fn side(agent: &Agent, env: Env, access: &Access, stack: Vec<Frame>, stack_complete: bool) -> Side {
    let lock = |held: &Held| HeldLock {
        class: agent.locks.class(held.lock),
        id: u64::from(held.lock),
        acquired_at: agent.sites.frame(held.site),
    };
    let dedup = |locks: &Vec<Held>| {
        let mut seen: Vec<HeldLock> = Vec::new();
        for held in locks {
            if seen.iter().all(|s| s.id != u64::from(held.lock)) {
                seen.push(lock(held));
            }
        }
        seen
    };
    Side {
        thread: ThreadInfo {
            name: name(agent, env, access.thread),
            id: access.thread.0,
            created_at: creation_stack(agent, env, access.thread),
        },
        op: access.op,
        call: None,
        stack,
        stack_complete,
        locks: access.locks.as_ref().map(dedup),
    }
}

/// A thread may have been renamed since it began.
fn name(agent: &Agent, env: Env, thread: ThreadId) -> String {
    if thread == FORGOTTEN {
        return "ended long ago".to_owned();
    }
    let object = match agent.people.object_or_name(thread) {
        Ok(object) => object,
        Err(name) => return name,
    };
    let Some(object) = env.new_local(object as jobject) else {
        return String::new();
    };
    let info = agent.jvmti.thread_info(env, object);
    env.delete_local(object);
    info.map(|(name, _)| name).unwrap_or_default()
}

fn named(agent: &Agent, env: Env, frame: RawFrame) -> Option<Frame> {
    let named = agent.jvmti.resolve(env, frame)?;
    if runtime::is_ours(&named.class) {
        return None;
    }
    Some(Frame {
        class: dotted(&named.class),
        method: named.method,
        file: named.file,
        line: named.line,
    })
}

fn stack(agent: &Agent, env: Env, depth: usize) -> (Vec<Frame>, bool) {
    let raw = agent.jvmti.stack(depth);
    let complete = raw.len() < depth;
    (
        raw.into_iter().filter_map(|f| named(agent, env, f)).collect(),
        complete,
    )
}

/// The stack of a `Thread.start` call as it is, with more frames than a report shows.
pub fn raw_creation_stack(agent: &Agent) -> Vec<RawFrame> {
    agent.jvmti.stack(CREATION_DEPTH + 6)
}

/// The stack of the call that started a thread, without Raddle and without `Thread.start` itself.
fn creation_stack(agent: &Agent, env: Env, thread: ThreadId) -> Vec<Frame> {
    let raw = agent.people.stack(thread);
    let frames = raw.into_iter().filter_map(|f| named(agent, env, f));
    let own = |frame: &Frame| {
        matches!(
            frame.class.as_str(),
            "java.lang.Thread" | "java.lang.VirtualThread"
        )
    };
    frames.skip_while(own).take(CREATION_DEPTH).collect()
}
