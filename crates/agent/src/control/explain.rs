//! What an explained schedule has beyond its recording: values, names, and why the schedule left each thread. Only
//! where that was asked for, so that exploring pays nothing for it.
//!
//! Java tells the values, since only one thread runs: what is in a field when a step begins is what that reads, and
//! what is there when its thread comes to the next switch point is what it has written.

use raddle_events::{AccessKind, SiteId, ThreadId, is_jdk_class};
use raddle_findings::{ExplainedSchedule, ExplainedStep, TurnEnd, Value};
use raddle_schedule::{Act, Blocked, Candidate, Model, Op, ResumeKind, Target};
use rustc_hash::FxHashMap;

use super::schedule::Schedule;
use crate::Agent;
use crate::jvm::Env;
use crate::reporting::names::dotted;
use crate::reporting::naming::Naming;

/// So many of the last steps are explained at least, and never more than twice as many.
const LAST: usize = 5_000;

#[derive(Default)]
pub struct Notes {
    steps: Vec<Noted>,
    monitors: FxHashMap<u32, Monitor>,
    /// What threads park for, and who has it.
    parked: FxHashMap<ThreadId, (String, Option<ThreadId>)>,
}

struct Noted {
    number: u64,
    thread: ThreadId,
    how: ResumeKind,
    overtaken: Option<u32>,
    op: Op,
    whom: Vec<ThreadId>,
    values: Vec<Value>,
    then: Option<TurnEnd>,
}

/// What an object is called; the thread that it is, if it is one.
struct Monitor {
    name: String,
    thread: Option<ThreadId>,
}

impl Notes {
    /// A thread goes on.
    pub fn step(&mut self, number: u64, candidate: Candidate, overtaken: Option<u32>) {
        let Candidate { thread, how, op } = candidate;
        let to = match op.act {
            Act::Unpark | Act::Interrupt => Some(ThreadId(op.target.part)),
            _ => None,
        };
        if self.steps.len() == 2 * LAST {
            self.steps.drain(..LAST);
        }
        self.steps.push(Noted {
            number,
            thread,
            how,
            overtaken,
            op,
            whom: to.into_iter().collect(),
            values: Vec::new(),
            then: None,
        });
    }

    /// The last step of a thread.
    fn last_of(&mut self, thread: ThreadId) -> Option<&mut Noted> {
        self.steps.iter_mut().rev().find(|step| step.thread == thread)
    }

    /// The thread that runs starts or wakes others.
    pub fn does_to(&mut self, others: &[ThreadId]) {
        if let Some(step) = self.steps.last_mut() {
            step.whom.extend(others);
        }
    }

    pub fn value(&mut self, thread: ThreadId, value: Value) {
        let Some(step) = self.last_of(thread) else { return };
        let same = |known: &&mut Value| {
            known.written.is_none() && (&known.variable, &known.object) == (&value.variable, &value.object)
        };
        match step.values.iter_mut().find(same) {
            Some(known) if value.read.is_none() => known.written = value.written,
            _ => step.values.push(value),
        }
    }

    pub fn monitor(&mut self, object: u32, name: String, thread: Option<ThreadId>) {
        self.monitors.insert(object, Monitor { name, thread });
    }

    pub fn parks_for(&mut self, thread: ThreadId, what: String, owner: Option<ThreadId>) {
        self.parked.insert(thread, (what, owner));
    }

    /// The turn of a thread is over.
    pub fn is_left(&mut self, model: &Model, thread: ThreadId) {
        let then = self.why(model, thread);
        if let Some(step) = self.last_of(thread) {
            step.then = then;
        }
    }

    fn why(&self, model: &Model, thread: ThreadId) -> Option<TurnEnd> {
        let (_, blocked) = model.blocked().find(|(id, _)| *id == thread)?;
        let op = model.op(thread)?;
        let name = |object: u32| self.monitors.get(&object).map(|monitor| monitor.name.clone());
        let waits_at = |object: u32| match self.monitors.get(&object).and_then(|monitor| monitor.thread) {
            Some(thread) => TurnEnd::Join { thread: thread.0 },
            None => TurnEnd::Notification { object: name(object) },
        };
        let parks = || {
            let parked = self.parked.get(&thread);
            TurnEnd::Parks {
                object: parked.map(|(what, _)| what.clone()),
                held_by: parked.and_then(|(_, owner)| Some((*owner)?.0)),
            }
        };
        Some(match blocked {
            Blocked::Monitor { object, owner } => TurnEnd::Monitor {
                object: name(object),
                held_by: owner.0,
            },
            Blocked::Waits { object } => waits_at(object),
            Blocked::Parks => parks(),
            Blocked::Until => match op.act {
                Act::Park => parks(),
                Act::Wait => waits_at(op.target.object),
                _ => TurnEnd::Sleeps,
            },
            Blocked::Outside => TurnEnd::Outside,
            Blocked::Ended => TurnEnd::Ended,
            Blocked::No if op.act.yields() => TurnEnd::Yields,
            Blocked::No => TurnEnd::Preempted,
        })
    }

    /// All of it, as data.
    pub fn tell(self, agent: &Agent, env: Env, schedule: &Schedule) -> ExplainedSchedule {
        let name = |member: &super::schedule::Member| agent.names(env).thread(member.id).name;
        let step = |noted: &Noted| ExplainedStep {
            number: noted.number,
            thread: noted.thread.0,
            act: noted.op.act,
            how: noted.how,
            overtaken: noted.overtaken,
            place: agent.sites.frame(noted.op.site),
            call: called(agent, noted.op),
            monitor: self.monitor_of(noted.op.target),
            whom: noted.whom.iter().map(|thread| thread.0).collect(),
            values: noted.values.clone(),
            then: noted.then.clone(),
        };
        ExplainedSchedule {
            schedule: schedule.number,
            preemptions: schedule.preempted.len() as u64,
            threads: schedule.members.iter().map(name).collect(),
            steps: self.steps.iter().map(step).collect(),
            ..ExplainedSchedule::default()
        }
    }

    fn monitor_of(&self, target: Target) -> Option<String> {
        let monitor = self.monitors.get(&target.object)?;
        (target.part == Target::MONITOR).then(|| monitor.name.clone())
    }
}

/// `AtomicInteger.get`.
fn called(agent: &Agent, op: Op) -> Option<String> {
    let place = agent.sites.get(op.site).filter(|_| op.site != SiteId::UNKNOWN)?;
    match place.access {
        AccessKind::Call { owner, name, .. } if is_jdk_class(&owner) => {
            let owner = dotted(&owner);
            let short = owner.rsplit('.').next().unwrap_or(&owner);
            Some(format!("{short}.{name}"))
        }
        _ => None,
    }
}
