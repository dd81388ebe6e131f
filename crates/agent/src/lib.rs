//! The agent: a JVM loads this library, and it rewrites the classes that the JVM loads and keeps what
//! they tell.
//!
//! Start reading at `Agent`; then a folder by concern: `lifecycle` for the JVM's start and end, `class_loading` for
//! class bytes, `natives` for the calls of rewritten code, `synchronisation` for order, `memory_accesses` for races,
//! `locks` and `waits` for lock orders and deadlocks, `control` for schedules, `reporting` for names and findings.

mod class_loading;
mod control;
mod event_mode;
mod jvm;
mod lifecycle;
mod locks;
mod memory_accesses;
mod natives;
mod reporting;
mod synchronisation;
mod threads;
mod waits;

use std::sync::OnceLock;

use raddle_detect::RunDetector;
use raddle_session::Config;

use crate::jvm::Env;
use crate::reporting::naming::{Jvm, Names};
use crate::reporting::reports::Reports;
use crate::synchronisation::order::HappensBefore;

/// The services of the agent in this JVM.
struct Agent {
    jvmti: jvm::Jvmti,
    config: Config,
    reports: Reports,
    sites: class_loading::sites::Sites,
    classes: class_loading::classes::Classes,
    rewriting: class_loading::transform::Rewriting,
    registry: threads::registry::ThreadRegistry,
    clocks: synchronisation::clocks::ThreadClocks,
    event_mode: event_mode::EventMode,
    locks: locks::numbers::Locks,
    lock_order: locks::lock_order::LockOrderCollector,
    memory: memory_accesses::MemoryAccesses,
    waits: waits::Waits,
    /// Where schedules are decided here.
    control: Option<&'static control::Control>,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

fn agent() -> Option<&'static Agent> {
    AGENT.get()
}

impl Agent {
    /// The names of what the agent has numbers of, as the calling thread can find them out.
    fn names(&self, env: Env) -> Names<'_, Jvm> {
        Names {
            registry: &self.registry,
            locks: &self.locks,
            sites: &self.sites,
            schedule: self.control.map(|control| control as _),
            jvm: Jvm {
                jvmti: self.jvmti,
                env,
            },
        }
    }

    /// The order of what the threads do, as this run keeps it.
    fn order(&self) -> &dyn HappensBefore {
        match self.config.is_event_mode() {
            true => &self.event_mode,
            false => &self.clocks,
        }
    }

    /// Writes down the lock orders that were closed to cycles since the last time.
    fn report_lock_orders(&self, env: Env) {
        let mut cycles = Vec::new();
        self.with_run_detector(|detector| detector.finish(&mut cycles));
        self.lock_order
            .report(cycles, &self.locks, &self.names(env), &self.reports);
    }

    /// What finds errors that only the whole run shows: in event mode the detectors of the registry.
    fn with_run_detector<T>(&self, body: impl FnOnce(&mut dyn RunDetector) -> T) -> T {
        match self.config.is_event_mode() {
            true => self.event_mode.with_detectors(body),
            false => self.lock_order.with_detector(body),
        }
    }
}
