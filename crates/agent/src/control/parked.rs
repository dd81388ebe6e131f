//! Daemons that a schedule leaves behind: they stay where they are for ever, so that the JVM can go on with the next one.
//!
//! A daemon that waits for ever, as the dispatcher of a logger does, is no reason for a JVM of its own. It never has a turn
//! again, so no code of the program runs in it; its classes stay with it, and the next schedule has new ones.
//!
//! That is only so for threads of the program: the workers of a pool that the JDK has once for all would be missed by the
//! next schedule. A thread is the program's if what it runs is. None may be in a monitor, which may be a class's of the JDK.

use std::sync::atomic::Ordering;

use jvmti_bindings::sys::jni::jobject;
use raddle_events::ThreadId;

use super::schedule::{Member, Schedule};
use super::{Control, java};
use crate::Agent;
use crate::jvm::Env;
use crate::reporting::naming::Naming;

/// So many threads stay behind in a JVM at most, each with its classes.
const MOST: usize = 200;
/// A stack that is deeper is not looked at to its end.
const DEPTH: usize = 1_000;

impl Control {
    /// Leaves the threads that a schedule has left where they are. False: that cannot be done.
    pub(super) fn park(&self, agent: &Agent, env: Env, schedule: &Schedule) -> bool {
        let model = &schedule.model;
        let left: Vec<(ThreadId, &Member)> = (0..)
            .map(ThreadId)
            .zip(&schedule.members)
            .filter(|(id, _)| !model.has_ended(*id))
            .collect();
        let may = |(id, member): &(ThreadId, &Member)| {
            !model.is_outside(*id) && !model.is_in_monitor(*id) && is_of_program(agent, env, member.object)
        };
        if self.parked.load(Ordering::Relaxed) + left.len() > MOST || !left.iter().all(may) {
            return false;
        }
        self.parked.fetch_add(left.len(), Ordering::Relaxed);
        left.iter()
            .for_each(|(_, member)| java::retire(env, member.object as jobject));
        true
    }
}

/// Whether the code that a thread runs is the program's.
fn is_of_program(agent: &Agent, env: Env, thread: usize) -> bool {
    let raw = agent.jvmti.stack_of(thread as jobject, DEPTH);
    if raw.len() >= DEPTH {
        return false;
    }
    let stack = agent.names(env).stack(&raw);
    let first = stack
        .iter()
        .rev()
        .find(|frame| !frame.is_own() && !frame.class.starts_with("java.lang.Thread"));
    first.is_some_and(|frame| !frame.is_jdk())
}
