//! From two accesses to a finding: names, stacks, locks, and how often.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

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
use crate::sites::{field_of, frame};

const STACK_DEPTH: usize = 64;
const CREATION_DEPTH: usize = 16;

/// A thread that ended too long ago to be known.
pub const FORGOTTEN: ThreadId = ThreadId(u32::MAX);

/// One side of a race, as the detector knows it.
pub struct Access {
    pub thread: ThreadId,
    pub op: Op,
    pub site: SiteId,
    pub locks: Option<Vec<Held>>,
}

/// The array that an element belongs to.
pub struct Element {
    pub array: jobject,
    pub made_at: SiteId,
    pub index: u32,
}

/// What was found so far.
#[derive(Default)]
pub struct Races(Mutex<Found>);

#[derive(Default)]
struct Found {
    /// Findings by their sites and operations, to recognise the thousandth occurrence quickly.
    known: FxHashMap<(SiteId, SiteId, Op, Op, SiteId), usize>,
    counts: Vec<(String, u64)>,
    dropped: u64,
}

impl Races {
    /// How often each finding occurred.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for (fingerprint, count) in &self.0.lock().counts {
            *counts.entry(fingerprint.clone()).or_default() += count;
        }
        counts
    }

    /// How many different findings there were no room for.
    pub fn dropped(&self) -> u64 {
        self.0.lock().dropped
    }
}

/// Counts a race and, if it is new, writes it down. `second` is what the current thread does now.
pub fn report(agent: &Agent, env: Env, first: &Access, second: &Access, element: Option<Element>) {
    if agent.blind.load(Ordering::Relaxed) {
        return;
    }
    let made_at = element.as_ref().map_or(SiteId::UNKNOWN, |e| e.made_at);
    let key = (first.site, second.site, first.op, second.op, made_at);
    {
        let mut found = agent.races.0.lock();
        if let Some(&known) = found.known.get(&key) {
            if let Some((_, count)) = found.counts.get_mut(known) {
                *count += 1;
            }
            return;
        }
    }
    // Naming takes long and calls into the JVM: outside the lock.
    let Some(finding) = describe(agent, env, first, second, element) else {
        return;
    };
    let mut found = agent.races.0.lock();
    let same = found
        .counts
        .iter()
        .position(|(fingerprint, _)| *fingerprint == finding.fingerprint);
    match same {
        Some(known) => {
            found.counts[known].1 += 1;
            found.known.insert(key, known);
        }
        None if found.counts.len() >= agent.config.max_findings as usize => {
            found.dropped += 1;
            found.known.insert(key, usize::MAX);
        }
        None => {
            let known = found.counts.len();
            found.counts.push((finding.fingerprint.clone(), 1));
            found.known.insert(key, known);
            agent.record.write(&Line::Finding(finding));
        }
    }
}

fn describe(
    agent: &Agent,
    env: Env,
    first: &Access,
    second: &Access,
    element: Option<Element>,
) -> Option<Finding> {
    let place = agent.sites.get(second.site)?;
    let variable = match &element {
        Some(element) => array_variable(agent, env, element),
        None => field_variable(agent, &place)?,
    };
    let wide = matches!(variable.type_name.as_str(), "long" | "double");
    let what = match (&variable.field, &variable.array) {
        (Some(field), _) => format!("{}.{field}", simple(&variable.class)),
        (None, _) => format!("an element of {}", variable.class),
    };
    let torn = if wide { "; a torn value is possible" } else { "" };
    let message = format!(
        "{} and {} of {what} by two threads without order{torn}",
        word(first.op),
        word(second.op)
    );
    let (stack, stack_complete) = stack(agent, env, STACK_DEPTH);
    let second_stack = if stack.is_empty() {
        vec![frame(&place)]
    } else {
        stack
    };
    let first_stack = agent.sites.frame(first.site).into_iter().collect();
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
        pids: vec![std::process::id()],
        replay: None,
    };
    finding.fingerprint = fingerprint(finding.kind, finding.variable.as_ref(), &finding.sides);
    Some(finding)
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

fn array_variable(agent: &Agent, env: Env, element: &Element) -> Variable {
    let made = agent.sites.get(element.made_at);
    let class = env.object_class(element.array);
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
            index: element.index,
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
    if named.class.starts_with(runtime::PREFIX) {
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
