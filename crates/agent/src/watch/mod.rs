//! The agent's own thread: it looks, some times a second, whether threads wait for each other for ever.
//!
//! A look (`look.rs`) takes the threads that have not gone on since the last one, finds out what each waits
//! for (`waits.rs`, `classes.rs`), and asks [`raddle_detect::wait_graph::verdict`] which of them can never go on. What
//! looks so twice in a row, with nothing changed in between, is so: each of these threads has waited at
//! its place all the time between the two looks, so it held what it holds all that time, and the cycle
//! was closed at one moment. `tell.rs` makes findings of it.
//!
//! Only this thread, and only while nothing moves, looks closer than at states: a program that goes on
//! pays next to nothing.

mod classes;
mod known;
mod look;
mod tell;
mod waits;

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::{JNIEnv, jobject};
use jvmti_bindings::sys::jvmti::jvmtiEnv;
use parking_lot::{Condvar, Mutex};
use raddle_detect::wait_graph::{Verdict, verdict};
use raddle_events::ThreadId;
use raddle_findings::{Kind, OnDeadlock};

use crate::control::Standing;
use crate::jvm::Env;
use crate::{Agent, Shortage, agent};
use known::Known;
use look::{Looks, Seen};

const PERIOD: Duration = Duration::from_millis(150);
/// Until what was seen is looked at again.
const AGAIN: Duration = Duration::from_millis(40);
/// A look that takes long is taken more rarely: at most this part of the time goes into it.
const SHARE: u32 = 40;
/// How long a wait that an interrupt could end may last, while somebody runs who might interrupt.
const PATIENCE: Duration = Duration::from_secs(10);
/// References that a look may need at a time.
const REFERENCES: i32 = 1024;

#[derive(Default)]
pub struct Watch {
    over: Mutex<bool>,
    wake: Condvar,
}

impl Watch {
    /// Starts the thread, once Java code can run.
    pub fn start(agent: &Agent, env: Env) {
        let kinds = [Kind::Deadlock, Kind::Stuck, Kind::LockOrder];
        if !kinds.iter().any(|&kind| agent.config.detects(kind)) {
            return;
        }
        if own_thread(agent, env, "Raddle", run).is_none() {
            agent.incomplete(Shortage::Watch);
        }
    }

    /// The JVM ends.
    pub fn stop(&self) {
        *self.over.lock() = true;
        self.wake.notify_all();
    }

    /// True: it is over.
    fn sleep(&self, time: Duration) -> bool {
        let mut over = self.over.lock();
        if !*over {
            self.wake.wait_for(&mut over, time);
        }
        *over
    }
}

/// What a thread of the agent's own does.
pub type Body = unsafe extern "system" fn(*mut jvmtiEnv, *mut JNIEnv, *mut c_void);

/// Starts a thread of the agent's own: the program does not see it, and nothing is recorded of it.
pub fn own_thread(agent: &Agent, env: Env, name: &str, body: Body) -> Option<()> {
    let thread = tids::kept(env, || env.new_thread(name))?;
    known::adopt(env, thread)?;
    agent.jvmti.run_agent_thread(thread, body).ok()
}

unsafe extern "system" fn run(_: *mut jvmtiEnv, jni: *mut JNIEnv, _: *mut c_void) {
    let Some(agent) = agent() else { return };
    // SAFETY: the JVM passes the environment of the thread that it has made for this.
    let env = unsafe { Env::new(jni) };
    let watch = || {
        // Not while the program starts.
        if agent.watch.sleep(PERIOD) {
            return Some(());
        }
        let mut watcher = Watcher {
            agent,
            env,
            known: Known::find(env)?,
            looks: Looks::default(),
            told: Vec::new(),
            doubtful: None,
        };
        watcher.run();
        Some(())
    };
    if !matches!(catch_unwind(AssertUnwindSafe(watch)), Ok(Some(()))) {
        agent.incomplete(Shortage::Watch);
    }
}

/// What makes a verdict the same as another: the threads that cannot go on, and what each waits at.
type Key = Vec<(i64, Option<u32>)>;

struct Watcher {
    agent: &'static Agent,
    env: Env,
    known: Known,
    looks: Looks,
    told: Vec<Key>,
    /// A verdict that an interrupt could still change, and since when.
    doubtful: Option<(Key, Instant)>,
}

impl Watcher {
    fn run(&mut self) {
        let mut period = PERIOD;
        while !self.agent.watch.sleep(period) {
            let began = Instant::now();
            self.look();
            period = PERIOD.max(began.elapsed() * SHARE);
        }
    }

    fn look(&mut self) {
        self.in_frame(|it| {
            it.agent.nesting.tell(it.agent, it.env);
            Some(())
        });
        let Some(first) = self.in_frame(|it| it.judge().map(|(seen, verdict)| key(&seen, &verdict))) else {
            return;
        };
        if self.told.contains(&first) || self.agent.watch.sleep(AGAIN) {
            return;
        }
        self.in_frame(|it| {
            let (seen, verdict) = it.judge().filter(|(seen, verdict)| key(seen, verdict) == first)?;
            if it.may_be_interrupted(&seen, &verdict, &first) {
                return None;
            }
            it.told.push(first);
            it.conclude(&seen, &verdict);
            Some(())
        });
    }

    /// The references that `body` makes are gone after it.
    fn in_frame<T>(&mut self, body: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if !self.env.push_frame(REFERENCES) {
            self.env.clear_exception();
            return None;
        }
        let result = body(self);
        self.env.pop_frame(std::ptr::null_mut());
        result
    }

    /// What is wrong, if anything is.
    fn judge(&mut self) -> Option<(Seen, Verdict)> {
        let seen = self.looks.look(self.agent, self.env, &self.known)?;
        let verdict = verdict(&seen.states);
        let is_stuck = || tell::stuck(&seen, &verdict).is_some() && !self.awaits_others();
        (!verdict.cycles.is_empty() || is_stuck()).then_some((seen, verdict))
    }

    /// Whether somebody who runs could break the cycle, as far as can be told by now.
    fn may_be_interrupted(&mut self, seen: &Seen, verdict: &Verdict, key: &Key) -> bool {
        let is_interruptible = |id: &ThreadId| {
            let waiting = seen.still.get(id).and_then(|still| still.waiting.as_ref());
            waiting.is_some_and(|waiting| waiting.interruptible)
        };
        let breakable = |cycle: &Vec<ThreadId>| cycle.iter().any(is_interruptible);
        let somebody_runs = verdict.stuck.len() < seen.states.len();
        if !somebody_runs || !verdict.cycles.iter().all(breakable) {
            return false;
        }
        match &self.doubtful {
            Some((known, since)) if known == key => since.elapsed() < PATIENCE,
            _ => {
                self.doubtful = Some((key.clone(), Instant::now()));
                true
            }
        }
    }

    /// Whether the program may be waiting for a signal, since it has asked to be told when it is to end; or for
    /// threads that the JVM does not know.
    fn awaits_others(&self) -> bool {
        let (known, env) = (&self.known, self.env);
        known.has_shutdown_hooks(env) || known.has_signal_handlers(env) || known.has_native_code(env)
    }

    fn conclude(&mut self, seen: &Seen, verdict: &Verdict) {
        let is_told = tell::tell(self.agent, self.env, seen, verdict);
        if !is_told {
            return;
        }
        let action = self.agent.config.on_deadlock;
        if action == OnDeadlock::Report {
            return;
        }
        if action == OnDeadlock::Dump {
            tell::dump(self.agent, self.env);
        }
        self.known.halt(self.env, OnDeadlock::STATUS);
    }
}

/// Writes the findings about threads of which nobody can go on, all of them standing where the controller has them.
pub fn tell_standing(agent: &Agent, env: Env, standing: &[Standing]) {
    let Some(known) = Known::find(env) else {
        return agent.incomplete(Shortage::Watch);
    };
    if !env.push_frame(REFERENCES) {
        return agent.incomplete(Shortage::Watch);
    }
    let seen = Looks::default().standing(agent, env, &known, standing);
    let verdict = verdict(&seen.states);
    if !tell::tell(agent, env, &seen, &verdict) && verdict.stuck.is_empty() {
        agent.incomplete(Shortage::Watch);
    }
    env.pop_frame(std::ptr::null_mut());
}

/// Ends the JVM, now.
pub fn halt(env: Env, status: i32) {
    if let Some(known) = Known::find(env) {
        known.halt(env, status);
    }
}

fn key(seen: &Seen, verdict: &Verdict) -> Key {
    let mut key: Key = verdict
        .stuck
        .iter()
        .filter_map(|id| seen.still.get(id))
        .map(|still| {
            (
                still.tid,
                still.waiting.as_ref().and_then(|waiting| waiting.object),
            )
        })
        .collect();
    key.sort();
    key
}

/// The numbers that threads get, which programs can see.
mod tids {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::{Env, jobject};

    /// What `make` gives, with the next number being what it was before.
    pub fn kept(env: Env, make: impl FnOnce() -> Option<jobject>) -> Option<jobject> {
        let class = env.class(c"java/lang/Thread")?;
        if let Some((field, next)) = env.static_long(class, c"threadSeqNumber") {
            let made = make();
            env.set_static_long(class, field, next);
            return made;
        }
        let address = env
            .static_method(class, c"getNextThreadIdOffset", c"()J")
            .and_then(|method| env.call_for_long(class, method));
        let Some(address) = address else {
            return make();
        };
        // SAFETY: the JVM says that the next number is at this address, which the JDK itself uses so.
        let next = unsafe { AtomicI64::from_ptr(address as *mut i64) };
        let before = next.load(Ordering::SeqCst);
        let made = make();
        let _ = next.compare_exchange(before + 1, before, Ordering::SeqCst, Ordering::SeqCst);
        made
    }
}
