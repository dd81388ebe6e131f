//! The agent's own thread: it finds out, some times a second, whether threads wait for each other for ever.
//!
//! A sample (`sample.rs`) takes the threads that have not gone on since the last one and finds out what each waits
//! for (`inspector.rs`, `classes.rs`); [`raddle_detect::wait_graph::verdict`] says which of them can never go on. What
//! two samples in a row show (`judge.rs`), with nothing changed in between, is so: each of these threads has waited at
//! its place all the time between the two, so it held what it holds all that time, and the cycle
//! was closed at one moment. `report.rs` makes findings of it.
//!
//! Only this thread, and only while nothing moves, looks closer than at states: a program that goes on
//! pays next to nothing.

mod classes;
mod inspector;
mod judge;
pub mod known;
mod notes;
mod report;
mod sample;

use std::ffi::c_void;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::JNIEnv;
use jvmti_bindings::sys::jvmti::jvmtiEnv;
use parking_lot::{Condvar, Mutex};
use raddle_detect::wait_graph::verdict;
use raddle_findings::{Interrupted, Kind};
use raddle_session::OnDeadlock;
use raddle_session::files::RUNNING;
use raddle_session::record::Line;

use crate::jvm::Env;
use crate::lifecycle::agent_thread;
use crate::reporting::completeness::IncompleteReason;
use crate::{Agent, agent};
use judge::{Confirmed, Judge, WaitInspector};
use known::Known;
use sample::{Of, Sample, Sampler};

pub use sample::Standing;

const PERIOD: Duration = Duration::from_millis(150);
/// Until what was seen is looked at again.
const AGAIN: Duration = Duration::from_millis(40);
/// A look that takes long is taken more rarely: at most this part of the time goes into it.
const SHARE: u32 = 40;
/// The status of a JVM whose command was killed, as if it had been, too.
const ORPHANED: i32 = 128 + libc::SIGKILL;
/// References that a look may need at a time.
const REFERENCES: i32 = 1024;

/// How long the end of the JVM may wait for the last look.
const LAST: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct Waits {
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

impl Waits {
    /// Starts the thread, once Java code can run.
    pub fn start(agent: &Agent, env: Env) {
        let kinds = [Kind::Deadlock, Kind::Stuck, Kind::LockOrder];
        if !kinds.iter().any(|&kind| agent.config.detects(kind)) {
            return;
        }
        *agent.waits.phase.lock() = Phase::Looks;
        if agent_thread::start(agent.jvmti, env, "Raddle", run).is_none() {
            agent.waits.finish();
            agent.reports.incomplete(IncompleteReason::Waits);
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
            agent.reports.incomplete(IncompleteReason::Waits);
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

unsafe extern "system" fn run(_: *mut jvmtiEnv, jni: *mut JNIEnv, _: *mut c_void) {
    let Some(agent) = agent() else { return };
    // SAFETY: the JVM passes the environment of the thread that it has made for this.
    let env = unsafe { Env::new(jni) };
    let watch = || {
        // Not while the program starts.
        agent.waits.sleep(PERIOD);
        let mut inspector = InJvm {
            agent,
            env,
            known: Known::find(env)?,
            sampler: Sampler::default(),
        };
        inspector.run();
        Some(())
    };
    if !matches!(catch_unwind(AssertUnwindSafe(watch)), Ok(Some(()))) {
        agent.reports.incomplete(IncompleteReason::Waits);
    }
    agent.waits.finish();
}

/// Inspects the threads of this JVM.
struct InJvm {
    agent: &'static Agent,
    env: Env,
    known: Known,
    sampler: Sampler,
}

impl WaitInspector for InJvm {
    fn sample(&mut self, of: Of) -> Option<Sample> {
        let Self {
            agent,
            env,
            known,
            sampler,
        } = self;
        in_frame(*env, || sampler.sample(agent, *env, known, of))
    }

    fn awaits_others(&self) -> bool {
        let (known, env) = (&self.known, self.env);
        let awaits = || {
            let awaits =
                known.has_shutdown_hooks(env) || known.has_signal_handlers(env) || known.has_native_code(env);
            Some(awaits)
        };
        in_frame(env, awaits).unwrap_or(true)
    }

    fn pause(&self, is_last: bool) -> bool {
        if is_last {
            std::thread::sleep(AGAIN);
            return false;
        }
        self.agent.waits.sleep(AGAIN)
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

impl InJvm {
    fn run(&mut self) {
        let (agent, env) = (self.agent, self.env);
        let mut judge = Judge::new(agent.config.on_deadlock != OnDeadlock::Report);
        let mut period = PERIOD;
        while !agent.waits.sleep(period) {
            let began = Instant::now();
            if agent.waits.is_orphan() {
                agent.waits.finish();
                return agent_thread::halt(env, ORPHANED);
            }
            in_frame(env, || {
                agent.report_lock_orders(env);
                Some(())
            });
            let confirmed = judge.look(self);
            if self.report(confirmed) {
                self.end();
            }
            period = PERIOD.max(began.elapsed() * SHARE);
        }
        let confirmed = judge.last_look(self);
        self.report(confirmed);
    }

    /// True: there was something to report.
    fn report(&self, confirmed: Option<Confirmed>) -> bool {
        let report = || {
            let Confirmed { sample, verdict } = confirmed?;
            Some(report::report(self.agent, self.env, &sample, &verdict))
        };
        in_frame(self.env, report).unwrap_or(false)
    }

    /// The JVM can never go on, or not as it should, and is ended unless it may not be.
    fn end(&self) {
        match self.agent.config.on_deadlock {
            OnDeadlock::Report => return,
            OnDeadlock::Dump => report::dump(self.agent, self.env),
            OnDeadlock::Exit => {}
        }
        self.agent.waits.finish();
        agent_thread::halt(self.env, OnDeadlock::STATUS);
    }
}

/// The references that `body` makes are gone after it.
fn in_frame<T>(env: Env, body: impl FnOnce() -> Option<T>) -> Option<T> {
    if !env.push_frame(REFERENCES) {
        env.clear_exception();
        return None;
    }
    let result = body();
    env.pop_frame(std::ptr::null_mut());
    result
}

/// Writes the findings about threads of which none can go on, all of them standing where the controller has them.
pub fn report_standing(agent: &Agent, env: Env, standing: &[Standing]) {
    let report = || {
        let known = Known::find(env)?;
        let sample = Sampler::default().standing(agent, env, &known, standing);
        let verdict = verdict(&sample.states);
        let is_clear = report::report(agent, env, &sample, &verdict) || !verdict.stuck.is_empty();
        is_clear.then_some(())
    };
    if in_frame(env, report).is_none() {
        agent.reports.incomplete(IncompleteReason::Waits);
    }
}

/// A signal asks the JVM to end: writes down what its threads do, before the shutdown hooks change that.
pub fn interrupted(agent: &Agent, env: Env, signal: i32) {
    let report = || {
        let known = Known::find(env)?;
        let sample = Sampler::default().sample(agent, env, &known, Of::All);
        let threads = sample.map_or_else(Vec::new, |sample| report::threads(agent, env, &sample));
        agent
            .reports
            .write(&Line::Interrupted(Interrupted { signal, threads }));
        Some(())
    };
    in_frame(env, report);
}
