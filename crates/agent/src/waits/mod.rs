//! The agent's own thread: it looks, some times a second, whether threads wait for each other for ever.
//!
//! A look (`sample.rs`) takes the threads that have not gone on since the last one, finds out what each waits
//! for (`inspector.rs`, `classes.rs`), and asks [`raddle_detect::wait_graph::verdict`] which of them can never go on. What
//! looks so twice in a row, with nothing changed in between, is so: each of these threads has waited at
//! its place all the time between the two looks, so it held what it holds all that time, and the cycle
//! was closed at one moment. `report.rs` makes findings of it.
//!
//! Only this thread, and only while nothing moves, looks closer than at states: a program that goes on
//! pays next to nothing.

mod classes;
mod inspector;
mod known;
mod notes;
mod report;
mod sample;

use std::ffi::c_void;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::{JNIEnv, jobject};
use jvmti_bindings::sys::jvmti::jvmtiEnv;
use parking_lot::{Condvar, Mutex};
use raddle_detect::wait_graph::{Verdict, verdict};
use raddle_events::ThreadId;
use raddle_findings::record::{Line, RUNNING};
use raddle_findings::{Interrupted, Kind, OnDeadlock};

use crate::control::Standing;
use crate::jvm::Env;
use crate::{Agent, Shortage, agent};
use known::Known;
use sample::{Looks, Seen};

const PERIOD: Duration = Duration::from_millis(150);
/// Until what was seen is looked at again.
const AGAIN: Duration = Duration::from_millis(40);
/// A look that takes long is taken more rarely: at most this part of the time goes into it.
const SHARE: u32 = 40;
/// How long a wait that an interrupt could end may last, while somebody runs who might interrupt.
const PATIENCE: Duration = Duration::from_secs(10);
/// The status of a JVM whose command was killed, as if it had been, too.
const ORPHANED: i32 = 128 + libc::SIGKILL;
/// References that a look may need at a time.
const REFERENCES: i32 = 1024;

/// How long the end of the JVM may wait for the last look.
const LAST: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct Watch {
    phase: Mutex<Phase>,
    changed: Condvar,
    pub deaths: notes::Deaths,
    /// The run directory.
    pub dir: OnceLock<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// There is no thread that looks: not yet, or not any more.
    #[default]
    Off,
    Looks,
    /// The JVM ends, and one more look is due.
    Last,
}

impl Watch {
    /// Starts the thread, once Java code can run.
    pub fn start(agent: &Agent, env: Env) {
        let kinds = [Kind::Deadlock, Kind::Stuck, Kind::LockOrder];
        if !kinds.iter().any(|&kind| agent.config.detects(kind)) {
            return;
        }
        *agent.watch.phase.lock() = Phase::Looks;
        if own_thread(agent, env, "Raddle", run).is_none() {
            agent.watch.finish();
            agent.incomplete(Shortage::Watch);
        }
    }

    /// The JVM ends, and does so once the last look is over.
    pub fn stop(&self, agent: &Agent) {
        let mut phase = self.phase.lock();
        if *phase == Phase::Off {
            return;
        }
        *phase = Phase::Last;
        self.changed.notify_all();
        let is_late = |phase: &mut Phase| *phase != Phase::Off;
        if self.changed.wait_while_for(&mut phase, is_late, LAST).timed_out() {
            agent.incomplete(Shortage::Watch);
        }
    }

    /// The command that watches this JVM was killed: the file that it keeps locked and removes at its end is there,
    /// and free.
    fn is_orphan(&self) -> bool {
        let file = self.dir.get().and_then(|dir| File::open(dir.join(RUNNING)).ok());
        file.is_some_and(|file| file.try_lock_shared().is_ok())
    }

    /// No more looks.
    fn finish(&self) {
        *self.phase.lock() = Phase::Off;
        self.changed.notify_all();
    }

    /// True: it is over.
    fn sleep(&self, time: Duration) -> bool {
        let mut phase = self.phase.lock();
        if *phase == Phase::Looks {
            self.changed.wait_for(&mut phase, time);
        }
        *phase != Phase::Looks
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
        agent.watch.sleep(PERIOD);
        let mut watcher = Watcher {
            agent,
            env,
            known: Known::find(env)?,
            looks: Looks::default(),
            told: Vec::new(),
            doubtful: Vec::new(),
        };
        watcher.run();
        Some(())
    };
    if !matches!(catch_unwind(AssertUnwindSafe(watch)), Ok(Some(()))) {
        agent.incomplete(Shortage::Watch);
    }
    agent.watch.finish();
}

/// What makes a cycle, or a program that is stuck, the same as another: the threads, and what each waits at.
type Key = Vec<(i64, Option<u32>)>;

struct Watcher {
    agent: &'static Agent,
    env: Env,
    known: Known,
    looks: Looks,
    told: Vec<Key>,
    /// Cycles that an interrupt could still break, and since when they are known.
    doubtful: Vec<(Key, Instant)>,
}

/// What is wrong at one look.
struct Wrong {
    seen: Seen,
    verdict: Verdict,
    /// Of each cycle; without any, of the program that is stuck.
    keys: Vec<Key>,
}

impl Watcher {
    fn run(&mut self) {
        let mut period = PERIOD;
        while !self.agent.watch.sleep(period) {
            let began = Instant::now();
            if self.agent.watch.is_orphan() {
                self.agent.watch.finish();
                return self.known.halt(self.env, ORPHANED);
            }
            self.look();
            period = PERIOD.max(began.elapsed() * SHARE);
        }
        self.last_look();
    }

    fn look(&mut self) {
        self.in_frame(|it| {
            it.agent.nesting.tell(it.agent, it.env);
            Some(())
        });
        let first = self.in_frame(|it| {
            let seen = it.looks.look(it.agent, it.env, &it.known)?;
            it.judge(seen).map(|wrong| wrong.keys)
        });
        let first = first.unwrap_or_default();
        self.doubtful.retain(|(key, _)| first.contains(key));
        if first.iter().all(|key| self.told.contains(key)) || self.agent.watch.sleep(AGAIN) {
            return;
        }
        self.look_again(&first, false);
    }

    /// The JVM ends: whoever might have broken a cycle has not done so.
    fn last_look(&mut self) {
        let first = self.in_frame(|it| {
            let seen = it.looks.look_afresh(it.agent, it.env, &it.known)?;
            it.judge(seen).map(|wrong| wrong.keys)
        });
        let first = first.unwrap_or_default();
        if !first.iter().all(|key| self.told.contains(key)) {
            std::thread::sleep(AGAIN);
            self.look_again(&first, true);
        }
    }

    /// Tells what was wrong at the first look and still is.
    fn look_again(&mut self, first: &[Key], is_last: bool) {
        self.in_frame(|it| {
            let seen = it.looks.look(it.agent, it.env, &it.known)?;
            let mut wrong = it.judge(seen)?;
            let keys = &wrong.keys;
            let is_news = |n: &usize| first.contains(&keys[*n]) && !it.told.contains(&keys[*n]);
            let news: Vec<usize> = (0..keys.len()).filter(is_news).collect();
            let is_sure = |&n: &usize| is_last || !it.may_be_interrupted(&wrong, n);
            let sure: Vec<usize> = news.iter().copied().filter(is_sure).collect();
            let ends = it.agent.config.on_deadlock != OnDeadlock::Report;
            let told = match sure.is_empty() {
                true => return None,
                // With the JVM, what an interrupt might break ends too.
                false if ends => news,
                false => sure,
            };
            it.told.extend(told.iter().map(|&n| wrong.keys[n].clone()));
            let mut n = 0..;
            wrong
                .verdict
                .cycles
                .retain(|_| n.next().is_some_and(|n| told.contains(&n)));
            if report::tell(it.agent, it.env, &wrong.seen, &wrong.verdict) && !is_last {
                it.end();
            }
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
    fn judge(&self, seen: Seen) -> Option<Wrong> {
        let verdict = verdict(&seen.states);
        let is_stuck = || report::stuck(&seen, &verdict).is_some() && !self.awaits_others();
        let keys = match verdict.cycles.is_empty() {
            false => verdict.cycles.iter().map(|cycle| key(&seen, cycle)).collect(),
            true if is_stuck() => vec![key(&seen, &verdict.stuck)],
            true => return None,
        };
        Some(Wrong { seen, verdict, keys })
    }

    /// Whether a thread that runs could break this cycle, as far as can be told by now.
    fn may_be_interrupted(&mut self, wrong: &Wrong, n: usize) -> bool {
        let somebody_runs = wrong.verdict.stuck.len() < wrong.seen.states.len();
        let is_interruptible = |id: &ThreadId| {
            let waiting = wrong.seen.still.get(id).and_then(|still| still.waiting.as_ref());
            waiting.is_some_and(|waiting| waiting.interruptible)
        };
        let cycle = wrong.verdict.cycles.get(n);
        if !somebody_runs || !cycle.is_some_and(|cycle| cycle.iter().any(is_interruptible)) {
            return false;
        }
        let key = &wrong.keys[n];
        match self.doubtful.iter().find(|(known, _)| known == key) {
            Some((_, since)) => since.elapsed() < PATIENCE,
            None => {
                self.doubtful.push((key.clone(), Instant::now()));
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

    /// The JVM can never go on, or not as it should, and is ended unless it may not be.
    fn end(&self) {
        match self.agent.config.on_deadlock {
            OnDeadlock::Report => return,
            OnDeadlock::Dump => report::dump(self.agent, self.env),
            OnDeadlock::Exit => {}
        }
        self.agent.watch.finish();
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
    if !report::tell(agent, env, &seen, &verdict) && verdict.stuck.is_empty() {
        agent.incomplete(Shortage::Watch);
    }
    env.pop_frame(std::ptr::null_mut());
}

/// A signal asks the JVM to end: writes down what its threads do, before the shutdown hooks change that.
pub fn interrupted(agent: &Agent, env: Env, signal: i32) {
    let Some(known) = Known::find(env) else { return };
    if !env.push_frame(REFERENCES) {
        return env.clear_exception();
    }
    let seen = Looks::default().look_at_all(agent, env, &known);
    let threads = seen.map_or_else(Vec::new, |seen| report::threads(agent, env, &seen));
    agent
        .record
        .write(&Line::Interrupted(Interrupted { signal, threads }));
    env.pop_frame(std::ptr::null_mut());
}

/// Ends the JVM, now.
pub fn halt(env: Env, status: i32) {
    if let Some(known) = Known::find(env) {
        known.halt(env, status);
    }
}

fn key(seen: &Seen, threads: &[ThreadId]) -> Key {
    let mut key: Key = threads
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
