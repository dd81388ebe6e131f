//! Whether a racy write changed anything: a write of the value that is there already often is harmless.
//!
//! A hook runs before its write and does not know what will be written. So the value is read when a race is new, and
//! again when the thread next comes this way: with a race at another place, with a thread that it starts or joins, at
//! its end; or when the JVM ends. Between the two the variable's write word must have stayed, else another thread has
//! written since and nothing is known.
//!
//! Misses: static fields that the JDK accesses. False claims: a thread may write twice without publishing anything in between, and another
//! may come in between; hence the note says what was seen, and what may follow.

use std::sync::atomic::{AtomicUsize, Ordering};

use jvmti_bindings::sys::jni::{jfieldID, jobject};
use parking_lot::Mutex;
use raddle_events::{AccessKind, Place, SiteId, ThreadId};

use crate::Agent;
use crate::class_loading::{resolve, sites};
use crate::jvm::{Env, Held, Slot};
use crate::memory_accesses::access::Target;
use crate::reporting::reports::Reporting;

const NOTE: &str = "the value was the same before (2) and after it: the write may have changed nothing";

/// Room for the local references of one look at a variable.
const REFERENCES: i32 = 64;

/// Writes that are looked at again.
#[derive(Default)]
pub struct Values {
    watched: Mutex<Vec<Watched>>,
    /// How many there are, to pass by quickly.
    count: AtomicUsize,
}

struct Watched {
    thread: ThreadId,
    site: SiteId,
    fingerprint: String,
    /// A weak reference to the object, class or array.
    holder: usize,
    variable: Variable,
    before: Before,
    word: i64,
}

#[derive(Clone)]
struct Variable {
    place: Location,
    descriptor: String,
}

#[derive(Clone, Copy)]
enum Location {
    /// The field, and that of its write word.
    Field(usize, usize),
    /// The field, and the address of its write word.
    Static(usize, usize),
    Element(i32),
}

enum Before {
    Bits(u64),
    Null,
    /// A weak reference.
    Object(usize),
}

impl Values {
    /// Remembers the value that the current thread is about to overwrite, at `site`.
    pub fn watch(
        &self,
        agent: &Agent,
        env: Env,
        thread: ThreadId,
        site: SiteId,
        target: Target,
        fingerprint: &str,
    ) {
        // Without the fast path there are no write words to go by.
        if agent.config.is_event_mode() || !env.push_frame(REFERENCES) {
            env.clear_exception();
            return;
        }
        let place = agent.sites.get(site);
        let looked = place.and_then(|place| locate(agent, env, site, &place, target));
        let watched = looked.and_then(|(holder, variable)| {
            let word = variable.word(env, holder)?;
            let before = match variable.held(env, holder)? {
                Held::Bits(bits) => Before::Bits(bits),
                Held::Object(object) if object.is_null() => Before::Null,
                Held::Object(object) => Before::Object(env.new_weak(object) as usize),
            };
            Some(Watched {
                thread,
                site,
                fingerprint: fingerprint.to_owned(),
                holder: env.new_weak(holder) as usize,
                variable,
                before,
                word,
            })
        });
        env.pop_frame(std::ptr::null_mut());
        if let Some(watched) = watched {
            self.watched.lock().push(watched);
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Looks again at what a thread has written by now: all but what it is about to write at `site`.
    pub fn settle(&self, agent: &Agent, env: Env, thread: ThreadId, site: SiteId) {
        if self.count.load(Ordering::Relaxed) > 0 {
            self.look_again(agent, env, |watched| {
                watched.thread == thread && watched.site != site
            });
        }
    }

    /// Looks again at everything.
    pub fn settle_all(&self, agent: &Agent, env: Env) {
        self.look_again(agent, env, |_| true);
    }

    fn look_again(&self, agent: &Agent, env: Env, is_due: impl Fn(&Watched) -> bool) {
        let due: Vec<Watched> = self.watched.lock().extract_if(.., |w| is_due(w)).collect();
        self.count.fetch_sub(due.len(), Ordering::Relaxed);
        for watched in due {
            if watched.is_unchanged(env) {
                agent.reports.note(&watched.fingerprint, NOTE);
            }
            watched.forget(env);
        }
    }
}

impl Watched {
    fn is_unchanged(&self, env: Env) -> bool {
        if !env.push_frame(REFERENCES) {
            env.clear_exception();
            return false;
        }
        let unchanged = env.new_local(self.holder as jobject).is_some_and(|holder| {
            let stayed = self.variable.word(env, holder) == Some(self.word);
            stayed
                && match (&self.before, self.variable.held(env, holder)) {
                    (Before::Bits(before), Some(Held::Bits(now))) => *before == now,
                    (Before::Null, Some(Held::Object(now))) => now.is_null(),
                    // A weak reference that was cleared is the same as null: nothing that the variable holds.
                    (Before::Object(before), Some(Held::Object(now))) => {
                        !now.is_null() && env.is_same(*before as jobject, now)
                    }
                    _ => false,
                }
        });
        env.pop_frame(std::ptr::null_mut());
        unchanged
    }

    fn forget(self, env: Env) {
        env.delete_weak(self.holder as jobject);
        if let Before::Object(before) = self.before {
            env.delete_weak(before as jobject);
        }
    }
}

impl Variable {
    fn held(&self, env: Env, holder: jobject) -> Option<Held> {
        let slot = match self.place {
            Location::Field(field, _) => Slot::Field(holder, field as jfieldID),
            Location::Static(field, _) => Slot::Static(holder, field as jfieldID),
            Location::Element(index) => Slot::Element(holder, index),
        };
        env.held(slot, &self.descriptor)
    }

    fn word(&self, env: Env, holder: jobject) -> Option<i64> {
        match self.place {
            Location::Field(_, word) => match env.held(Slot::Field(holder, word as jfieldID), "J")? {
                Held::Bits(word) => Some(word as i64),
                Held::Object(_) => None,
            },
            Location::Static(_, 0) => None,
            // SAFETY: the words of a static field are native memory that lives as long as the JVM.
            Location::Static(_, word) => Some(unsafe { (word as *const i64).read_volatile() }),
            Location::Element(index) => env.write_word(holder, index),
        }
    }
}

/// A variable of a reference type, to be looked at later.
pub struct Located {
    /// A weak reference.
    holder: usize,
    variable: Variable,
}

impl Located {
    pub fn new(agent: &Agent, env: Env, site: SiteId, target: Target) -> Option<Located> {
        if !env.push_frame(REFERENCES) {
            env.clear_exception();
            return None;
        }
        let place = agent.sites.get(site);
        let located = place.and_then(|place| locate(agent, env, site, &place, target));
        let located = located
            .filter(|(_, variable)| variable.descriptor.starts_with(['L', '[']))
            .map(|(holder, variable)| Located {
                holder: env.new_weak(holder) as usize,
                variable,
            });
        env.pop_frame(std::ptr::null_mut());
        located
    }

    /// The same of a field of any type.
    pub fn of_any(agent: &Agent, env: Env, site: SiteId, target: Target) -> Option<Located> {
        if !env.push_frame(REFERENCES) {
            env.clear_exception();
            return None;
        }
        let place = agent.sites.get(site);
        let located = place.and_then(|place| locate(agent, env, site, &place, target));
        let located = located.map(|(holder, variable)| Located {
            holder: env.new_weak(holder) as usize,
            variable,
        });
        env.pop_frame(std::ptr::null_mut());
        located
    }

    /// What it holds now; nothing if its object is gone.
    pub fn held(&self, env: Env) -> Option<Held> {
        let holder = env.new_local(self.holder as jobject)?;
        let held = self.variable.held(env, holder);
        env.delete_local(holder);
        held
    }

    pub fn is_text(&self) -> bool {
        self.variable.descriptor == "Ljava/lang/String;"
    }

    /// Of two of one field: whether they are of the same object.
    pub fn is_same(&self, env: Env, other: &Located) -> bool {
        env.is_same(self.holder as jobject, other.holder as jobject)
    }

    /// A local reference to the object that it holds now.
    pub fn value(&self, env: Env) -> Option<jobject> {
        let holder = env.new_local(self.holder as jobject)?;
        let held = self.variable.held(env, holder);
        env.delete_local(holder);
        match held {
            Some(Held::Object(value)) if !value.is_null() => Some(value),
            _ => None,
        }
    }

    pub fn forget(self, env: Env) {
        env.delete_weak(self.holder as jobject);
    }
}

/// The variable that an instruction of the program is about to write, and the reference that leads to it.
fn locate(
    agent: &Agent,
    env: Env,
    site: SiteId,
    place: &Place,
    target: Target,
) -> Option<(jobject, Variable)> {
    if let AccessKind::Array { .. } = place.access {
        let class = env.object_class(target.object);
        let descriptor = agent.jvmti.signature(class)?.strip_prefix('[')?.to_owned();
        let place = Location::Element(target.index);
        return Some((target.object, Variable { place, descriptor }));
    }
    // An access by the JDK on behalf of the program: the field has a site of its own.
    let by_call = match place.access {
        AccessKind::Call { .. } => agent.sites.get(target.detail),
        _ => None,
    };
    let (owner, name, descriptor, is_static) = sites::field_of(by_call.as_ref().unwrap_or(place))?;
    let descriptor = descriptor.to_owned();
    if is_static {
        let caller = resolve::caller_of(agent, env, &place.class)?;
        let from = resolve::ancestor(agent, env, caller, owner)
            .or_else(|| agent.jvmti.class_seen_from(env, caller, owner))?;
        let (class, field) = resolve::find(agent, env, from, name, &descriptor)?;
        let word = agent.sites.write_word(site).unwrap_or(0);
        let place = Location::Static(field as usize, word);
        return Some((class, Variable { place, descriptor }));
    }
    if target.object.is_null() {
        return None;
    }
    let from = resolve::ancestor(agent, env, env.object_class(target.object), owner)?;
    let (class, field) = resolve::find(agent, env, from, name, &descriptor)?;
    let word = resolve::find_declared(agent, class, &format!("$raddle$w${name}"), "J")?;
    let place = Location::Field(field as usize, word as usize);
    Some((target.object, Variable { place, descriptor }))
}
