//! Final fields of objects that were published by a race.
//!
//! A thread that reads a reference without order, and follows it through a final field, sees all that was written
//! before the constructor ended (JLS 17.5.1), though nothing else orders the two threads. Raddle does not follow final
//! fields. It finds out afterwards: a read that seems to race is explained if its object can be reached from an object
//! with final fields that the thread got without order, and was written before that object was published. It got it by
//! a race, which is reported; or by an opaque or plain access of a `VarHandle` (an atomic class, `Unsafe`), which
//! orders nothing either. Those tell of such objects as they go.
//!
//! Misses: the path found may be another than the one that was taken. False alarms: objects that are no
//! longer reachable, or behind more than [`MAX_VISITS`] references; the oldest of many.

use std::collections::VecDeque;
use std::ffi::c_void;

use jvmti_bindings::sys::jni::{jclass, jint, jlong, jobject};
use jvmti_bindings::sys::jvmti::{
    JVMTI_VISIT_ABORT, JVMTI_VISIT_OBJECTS, jvmtiHeapCallbacks, jvmtiHeapReferenceInfo,
};
use parking_lot::Mutex;
use raddle_clocks::VectorClock;
use raddle_events::{Op, SiteId, ThreadId};
use rustc_hash::FxHashMap;

use crate::Agent;
use crate::jvm::{ACC_FINAL, ACC_STATIC, Env};
use crate::memory_accesses::access::{Access, Target};
use crate::memory_accesses::values::Located;
use crate::synchronisation::clocks::Thread;

/// The last objects that were read by a race, and those that were published without one.
const REMEMBERED: usize = 256;
/// How far the heap is searched for one object.
const MAX_VISITS: u32 = 200_000;
/// How often one pair of places is examined; what was explained so often is taken as explained.
const MAX_EXAMINED: u32 = 64;
/// How many objects are remembered for one pair of places.
const MAX_NOTED: u32 = 64;
/// Kinds of references that are followed.
const FIELD: u32 = 2;
const ARRAY_ELEMENT: u32 = 3;
const WANTED: jlong = 1;

#[derive(Default)]
pub struct Finals(Mutex<State>);

#[derive(Default)]
struct State {
    published: VecDeque<Published>,
    given: VecDeque<Given>,
    examined: FxHashMap<(SiteId, SiteId), u32>,
    /// How often each pair of places has published something.
    noted: FxHashMap<(SiteId, SiteId), u32>,
}

/// A variable through which some thread gets an object by a race.
struct Published {
    key: (SiteId, SiteId),
    /// A weak reference to the object that it got, with final fields; null if it is not known yet.
    object: usize,
    variable: Located,
    writer: ThreadId,
    /// What the writer had seen when it published the object, itself included.
    seen: VectorClock,
}

/// An object that some thread has published in a way that orders nothing and is no race.
struct Given {
    /// A weak reference.
    object: usize,
    seen: VectorClock,
    /// The components of the threads that got it so.
    readers: Vec<usize>,
}

impl Finals {
    /// Whether an unordered read only follows the final fields of an object that was published by a race.
    pub fn explain(&self, agent: &Agent, env: Env, first: &Access, second: &Access, target: Target) -> bool {
        if first.op != Op::Write || second.op != Op::Read || target.object.is_null() {
            return false;
        }
        let roots: Vec<jobject> = {
            let mut state = self.0.lock();
            let before = |seen: &VectorClock| seen.at(first.component) >= first.clock;
            let candidates = state.published.iter().rev().filter(|p| before(&p.seen));
            let mut roots: Vec<_> = candidates.flat_map(|p| p.roots(agent, env)).collect();
            let got = |given: &&Given| given.readers.contains(&second.component) && before(&given.seen);
            let given = state.given.iter().rev().filter(got);
            roots.extend(given.filter_map(|given| env.new_local(given.object as jobject)));
            if roots.is_empty() {
                return false;
            }
            let examined = state.examined.entry((first.site, second.site)).or_default();
            if *examined >= MAX_EXAMINED {
                roots.into_iter().for_each(|root| env.delete_local(root));
                return true;
            }
            *examined += 1;
            roots
        };
        let mut explained = false;
        for root in roots {
            let is_root = env.is_same(root, target.object);
            explained = explained || !is_root && leads_to(agent, root, target.object);
            env.delete_local(root);
        }
        if !explained {
            self.0.lock().examined.insert((first.site, second.site), 0);
        }
        explained
    }

    /// The thread is about to publish an object with final fields in a way that orders nothing.
    pub fn published(&self, agent: &Agent, env: Env, thread: &Thread, object: jobject) {
        let seen = agent.order().seen_by(thread);
        self.give(env, object, seen, Vec::new());
    }

    /// The thread got such an object: it was published so or, if there is a word, by the release behind that.
    pub fn got(&self, agent: &Agent, env: Env, thread: &Thread, object: jobject, word: u64) {
        let order = agent.order();
        let (reader, seen) = (order.component(thread), order.seen_at(word));
        if word != 0 {
            return self.give(env, object, seen, vec![reader]);
        }
        let mut state = self.0.lock();
        let mut given = state.given.iter_mut().rev();
        if let Some(given) = given.find(|given| env.is_same(given.object as jobject, object))
            && !given.readers.contains(&reader)
        {
            given.readers.push(reader);
        }
    }

    fn give(&self, env: Env, object: jobject, seen: VectorClock, readers: Vec<usize>) {
        let given = Given {
            object: env.new_weak(object) as usize,
            seen,
            readers,
        };
        let mut state = self.0.lock();
        state.given.push_back(given);
        if state.given.len() > REMEMBERED
            && let Some(oldest) = state.given.pop_front()
        {
            env.delete_weak(oldest.object as jobject);
        }
    }

    /// Remembers what the threads of a race exchange by it, if that is a reference.
    pub fn publish(&self, agent: &Agent, env: Env, first: &Access, second: &Access, target: Target) {
        let (writer, reads) = match (first.op, second.op) {
            (Op::Write, Op::Read) => (first, true),
            // A thread that has read once reads again.
            (Op::Read, Op::Write) => (second, false),
            _ => return,
        };
        let key = (first.site, second.site);
        let seen = agent.order().seen_at_access(writer);
        {
            let mut state = self.0.lock();
            let times = state.noted.entry(key).or_insert(0);
            *times += 1;
            if *times > MAX_NOTED {
                let same = |p: &&mut Published| p.key == key && p.writer == writer.thread;
                for known in state.published.iter_mut().filter(same) {
                    known.seen.join(&seen);
                }
                return;
            }
        }
        let Some(variable) = Located::new(agent, env, second.site, target) else {
            return;
        };
        // What others got before it is overwritten.
        for earlier in self.0.lock().published.iter_mut().filter(|p| p.object == 0) {
            earlier.object = weak(env, earlier.variable.value(env));
        }
        let mut object = 0;
        if reads {
            object = weak(env, variable.value(env));
        }
        let published = Published {
            key,
            object,
            variable,
            writer: writer.thread,
            seen,
        };
        let mut state = self.0.lock();
        state.published.push_back(published);
        if state.published.len() > REMEMBERED
            && let Some(oldest) = state.published.pop_front()
        {
            drop(state);
            oldest.forget(env);
        }
    }
}

impl Published {
    /// Local references to the object that was got, and to the one that may be got now: those with final
    /// fields.
    fn roots(&self, agent: &Agent, env: Env) -> Vec<jobject> {
        let got = env.new_local(self.object as jobject);
        let mut roots: Vec<_> = got.into_iter().chain(self.variable.value(env)).collect();
        roots.retain(|&object| {
            let class = env.object_class(object);
            let relevant = has_final_references(agent, env, class);
            env.delete_local(class);
            if !relevant {
                env.delete_local(object);
            }
            relevant
        });
        roots
    }

    fn forget(self, env: Env) {
        if self.object != 0 {
            env.delete_weak(self.object as jobject);
        }
        self.variable.forget(env);
    }
}

/// A weak reference in place of a local one.
fn weak(env: Env, local: Option<jobject>) -> usize {
    local.map_or(0, |local| {
        let weak = env.new_weak(local) as usize;
        env.delete_local(local);
        weak
    })
}

pub fn has_final_references(agent: &Agent, env: Env, class: jclass) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let found = agent.jvmti.fields(class).into_iter().any(|field| {
            agent.jvmti.field_modifiers(class, field) & (ACC_FINAL | ACC_STATIC) == ACC_FINAL
                && agent
                    .jvmti
                    .field_name(class, field)
                    .is_some_and(|(_, descriptor)| descriptor.starts_with(['L', '[']))
        });
        if found {
            return true;
        }
        next = env.superclass(class);
    }
    false
}

struct Search {
    visits: u32,
    found: bool,
}

fn leads_to(agent: &Agent, root: jobject, wanted: jobject) -> bool {
    if agent.jvmti.set_tag(wanted, WANTED).is_err() {
        return false;
    }
    let mut search = Search {
        visits: 0,
        found: false,
    };
    let callbacks = jvmtiHeapCallbacks {
        heap_reference_callback: Some(visit),
        ..Default::default()
    };
    let user_data = (&raw mut search).cast::<c_void>();
    let walked = agent.jvmti.follow_references(root, &callbacks, user_data);
    let _ = agent.jvmti.set_tag(wanted, 0);
    walked.is_ok() && search.found
}

unsafe extern "system" fn visit(
    kind: u32,
    _: *const jvmtiHeapReferenceInfo,
    _: jlong,
    _: jlong,
    _: jlong,
    tag: *mut jlong,
    _: *mut jlong,
    _: jint,
    user_data: *mut c_void,
) -> jint {
    // SAFETY: `leads_to` passes its `Search`, which outlives the walk; no other code has it meanwhile.
    let search = unsafe { &mut *user_data.cast::<Search>() };
    search.visits += 1;
    // SAFETY: the JVM passes a valid place for the object's tag.
    search.found |= unsafe { *tag } == WANTED;
    if search.found || search.visits > MAX_VISITS {
        JVMTI_VISIT_ABORT
    } else if kind == FIELD || kind == ARRAY_ELEMENT {
        JVMTI_VISIT_OBJECTS
    } else {
        0
    }
}
