//! Class initialisation, which threads wait for without any lock that a program could see.
//!
//! A thread initialises a class while it has the `<clinit>` of that class on its stack. It may have begun with
//! more: before a class is initialised, its superclass is, and so are its superinterfaces that have default
//! methods (JLS 12.4.2). So from the instruction that needed a class up to the `<clinit>` that runs, or that the
//! thread waits for, all classes between belong to the thread. Another thread that is at an instruction which
//! needs one of these waits for it: the JVM lets no other thread go on from there.
//!
//! Of two threads at instructions that need the same class, of which one has begun with it and waits for a
//! superclass, it is not known which; both can only go on after the superclass.
//!
//! What reflection initialises does not show. Such a thread waits for one of those that initialise anything, and
//! a class that is ready, is wanted and belongs to none that is known belongs to such a thread.

use jvmti_bindings::sys::jni::jclass;
use raddle_classfile::{ConstantPool, op};
use raddle_detect::wait_graph::Needs;
use raddle_events::ThreadId;

use crate::Agent;
use crate::jvm::{Env, RawFrame};
use crate::waits::inspector::Name;

/// Native methods that initialise a class.
const REFLECTIVE: &[(&str, &str)] = &[
    ("java/lang/Class", "forName0"),
    ("jdk/internal/misc/Unsafe", "allocateInstance"),
    ("jdk/internal/misc/Unsafe", "ensureClassInitialized0"),
    (
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
        "newInstance0",
    ),
    (
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
        "invoke0",
    ),
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        "newInstance0",
    ),
    ("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0"),
];

/// What of a thread's stack has to do with class initialisation.
#[derive(Default)]
pub struct Initialising {
    /// Static initialisers that run, and the instructions at which they were needed.
    running: Vec<(RawFrame, Option<RawFrame>)>,
    top: Option<RawFrame>,
    is_reflective: bool,
}

impl Initialising {
    /// Of a stack, innermost first, with the names of its frames.
    pub fn of(stack: &[RawFrame], names: &[Name]) -> Self {
        let running = (0..names.len()).filter(|&n| names[n].1 == "<clinit>");
        let reflective = |name: &Name| REFLECTIVE.contains(&(name.0.as_str(), name.1.as_str()));
        Self {
            running: running.map(|n| (stack[n], stack.get(n + 1).copied())).collect(),
            top: stack.first().copied(),
            is_reflective: names.first().is_some_and(reflective),
        }
    }

    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }
}

/// A wait for a class to be initialised.
pub struct ClassWait {
    pub thread: ThreadId,
    /// Internal name; `None`: not known.
    pub class: Option<String>,
    pub needs: Needs,
}

/// The class that a thread has begun to initialise, or that it wants.
struct Of {
    thread: ThreadId,
    class: jclass,
}

/// Which threads wait for a class, of those that may: `waits` says so of each.
pub fn waits(agent: &Agent, env: Env, threads: &[(ThreadId, &Initialising, bool)]) -> Vec<ClassWait> {
    let mut claims = Vec::new();
    for &(thread, it, _) in threads {
        for &(frame, needed_at) in &it.running {
            let Some(class) = agent.jvmti.declaring_class(frame.method) else {
                continue;
            };
            claims.push(Of { thread, class });
            let below = needed_at.and_then(|frame| needed(agent, env, frame));
            claim_down_to(agent, env, &mut claims, thread, below, class);
        }
    }
    let mut wants = Vec::new();
    let mut reflective = Vec::new();
    for &(thread, it, may_wait) in threads.iter().filter(|(_, _, may_wait)| *may_wait) {
        match it.top.filter(|_| may_wait) {
            Some(_) if it.is_reflective => reflective.push(thread),
            Some(top) => {
                let class = needed(agent, env, top);
                let class = class.filter(|&class| agent.jvmti.awaits_initialisation(class));
                wants.extend(class.map(|class| Of { thread, class }));
            }
            None => {}
        }
    }
    let mut waits = Vec::new();
    let owners = |claims: &[Of], class, but| {
        let is_owner = |claim: &&Of| claim.thread != but && env.is_same(claim.class, class);
        let mut owners: Vec<ThreadId> = claims.iter().filter(is_owner).map(|claim| claim.thread).collect();
        owners.dedup();
        owners
    };
    let mut push = |thread, class: Option<jclass>, needs| {
        let class = class.and_then(|class| agent.jvmti.class_name(class));
        waits.push(ClassWait { thread, class, needs });
    };
    // For what runs, first the class itself and then those that are initialised before it.
    let mut found = Vec::new();
    wants.retain(|want| {
        let above = before(agent, env, want.class);
        let awaited = above
            .into_iter()
            .find(|&class| !owners(&claims, class, want.thread).is_empty());
        let Some(awaited) = awaited else { return true };
        push(
            want.thread,
            Some(awaited),
            Needs::AllOf(owners(&claims, awaited, want.thread)),
        );
        found.push((want.thread, want.class, awaited));
        false
    });
    for (thread, class, awaited) in found {
        claim_down_to(agent, env, &mut claims, thread, Some(class), awaited);
    }
    // For a thread that waits on its part.
    wants.retain(|want| {
        let owners = owners(&claims, want.class, want.thread);
        let is_known = !owners.is_empty();
        if is_known {
            push(want.thread, Some(want.class), Needs::AllOf(owners));
        }
        !is_known
    });
    for want in wants {
        if !reflective.is_empty() {
            push(want.thread, Some(want.class), Needs::AnyOf(reflective.clone()));
        }
    }
    for thread in reflective {
        let mut others: Vec<ThreadId> = claims.iter().map(|claim| claim.thread).collect();
        others.retain(|&other| other != thread);
        others.sort();
        others.dedup();
        if !others.is_empty() {
            push(thread, None, Needs::AnyOf(others));
        }
    }
    waits
}

/// A thread that needs `below` has come as far as `above`: what lies between is its own.
fn claim_down_to(
    agent: &Agent,
    env: Env,
    claims: &mut Vec<Of>,
    thread: ThreadId,
    below: Option<jclass>,
    above: jclass,
) {
    let mut next = below;
    while let Some(class) = next.filter(|&class| !env.is_same(class, above) && env.is_below(class, above)) {
        if agent.jvmti.awaits_initialisation(class) {
            claims.push(Of { thread, class });
        }
        next = env.superclass(class);
    }
}

/// A class and all that are initialised before it, nearest first.
fn before(agent: &Agent, env: Env, class: jclass) -> Vec<jclass> {
    let mut classes = vec![class];
    if agent.jvmti.is_interface(class) {
        return classes;
    }
    while let Some(above) = env.superclass(classes[classes.len() - 1]) {
        classes.push(above);
    }
    let mut interfaces: Vec<jclass> = classes.iter().flat_map(|&c| agent.jvmti.interfaces(c)).collect();
    while let Some(interface) = interfaces.pop() {
        interfaces.extend(agent.jvmti.interfaces(interface));
        let has_default = |methods: Vec<crate::jvm::Declared>| {
            methods
                .iter()
                .any(|method| !method.is_static && !method.is_abstract)
        };
        if has_default(agent.jvmti.methods(interface)) {
            classes.push(interface);
        }
    }
    classes
}

/// The class that the instruction of a frame needs to be initialised.
fn needed(agent: &Agent, env: Env, frame: RawFrame) -> Option<jclass> {
    let code = agent.jvmti.bytecodes(frame.method);
    let at = usize::try_from(frame.location).ok()?;
    let &[op, high, low] = code.get(at..at + 3)?.first_chunk()?;
    let index = u16::from_be_bytes([high, low]);
    if !matches!(op, op::NEW | op::GETSTATIC | op::PUTSTATIC | op::INVOKESTATIC) {
        return None;
    }
    let caller = agent.jvmti.declaring_class(frame.method)?;
    let (count, entries) = agent.jvmti.constant_pool(caller)?;
    let pool = ConstantPool::from_entries(count, &entries).ok()?;
    if op == op::NEW {
        return agent
            .jvmti
            .class_seen_from(env, caller, pool.class_name(index).ok()?);
    }
    let member = pool.member_ref(index).ok()?;
    let owner = agent.jvmti.class_seen_from(env, caller, member.owner)?;
    let mut classes = vec![owner];
    while let Some(class) = classes.pop() {
        let declares = match op {
            op::INVOKESTATIC => agent
                .jvmti
                .methods(class)
                .iter()
                .any(|method| method.name == member.name && method.descriptor == member.descriptor),
            _ => agent.jvmti.fields(class).into_iter().any(|field| {
                let named = agent.jvmti.field_name(class, field);
                named.is_some_and(|(name, descriptor)| name == member.name && descriptor == member.descriptor)
            }),
        };
        if declares {
            return Some(class);
        }
        classes.extend(env.superclass(class));
        if op != op::INVOKESTATIC {
            classes.extend(agent.jvmti.interfaces(class));
        }
    }
    None
}
