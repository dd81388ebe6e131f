//! Findings about threads that can never go on.

use std::collections::BTreeSet;
use std::fmt::Write;

use raddle_detect::wait_graph::{Needs, State, Verdict};
use raddle_events::ThreadId;
use raddle_findings::{Act, Finding, Frame, Kind, LockInfo, Side, ThreadInfo, Wait, WaitKind};

use crate::Agent;
use crate::jvm::Env;
use crate::locks::log::Held;
use crate::reporting::naming;
use crate::reporting::record::complain;
use crate::waits::notes::daemons;
use crate::waits::sample::{DEPTH, Seen, Still};

/// The threads that keep the JVM from ending, if no thread can ever go on.
pub fn stuck(seen: &Seen, verdict: &Verdict) -> Option<Vec<ThreadId>> {
    if verdict.stuck.len() < seen.states.len() {
        return None;
    }
    let keeps_alive = |id: &ThreadId| {
        let still = seen.still.get(id);
        still.is_some_and(|still| !still.is_daemon && !still.is_brief)
    };
    let mut ids: Vec<ThreadId> = verdict.stuck.iter().copied().filter(keeps_alive).collect();
    if ids.is_empty() {
        return None;
    }
    // And those that they wait for.
    let mut next = 0;
    while let Some(id) = ids.get(next) {
        if let Some(State::Waits(Needs::AllOf(others) | Needs::AnyOf(others))) = seen.states.get(id) {
            let news: Vec<ThreadId> = others
                .iter()
                .copied()
                .filter(|other| !ids.contains(other))
                .collect();
            ids.extend(news.into_iter().filter(|id| seen.still.contains_key(id)));
        }
        next += 1;
    }
    Some(ids)
}

/// Writes the findings of a verdict. False: there is none that was asked for.
pub fn tell(agent: &Agent, env: Env, seen: &Seen, verdict: &Verdict) -> bool {
    let teller = Teller { agent, env, seen };
    let cycles = verdict
        .cycles
        .iter()
        .filter(|_| agent.config.detects(Kind::Deadlock));
    let mut findings: Vec<Finding> = cycles.map(|cycle| teller.deadlock(cycle, verdict)).collect();
    if verdict.cycles.is_empty() && agent.config.detects(Kind::Stuck) {
        findings.extend(stuck(seen, verdict).map(|ids| teller.stuck(&ids, verdict)));
    }
    let is_told = !findings.is_empty();
    for finding in findings {
        agent.found.add(agent, finding);
    }
    is_told
}

/// The threads that keep the JVM alive, and those in code of the program, with what they do.
pub fn threads(agent: &Agent, env: Env, seen: &Seen) -> Vec<Side> {
    let teller = Teller { agent, env, seen };
    let ids: Vec<ThreadId> = seen.still.keys().copied().collect();
    let side = |id: &ThreadId| Some((seen.still.get(id)?, teller.side(*id, seen.still.get(id)?, &ids)));
    let is_shown =
        |(still, side): &(&Still, Side)| !still.is_daemon || side.stack.iter().any(|frame| !frame.is_jdk());
    let shown: Vec<(ThreadId, Side)> = ids
        .iter()
        .filter_map(|id| side(id).filter(is_shown).map(|(_, side)| (*id, side)))
        .collect();
    // Numbers of sides are those of the threads that are shown.
    let ids: Vec<ThreadId> = shown.iter().map(|(id, _)| *id).collect();
    let numbered = |(id, mut side): (ThreadId, Side)| {
        side.wait = side.wait.map(|_| teller.wait(id, &seen.still[&id], &ids));
        side
    };
    shown.into_iter().map(numbered).collect()
}

struct Teller<'a> {
    agent: &'a Agent,
    env: Env,
    seen: &'a Seen,
}

impl Teller<'_> {
    fn deadlock(&self, cycle: &[ThreadId], verdict: &Verdict) -> Finding {
        let message = match cycle.len() {
            1 => "a thread waits for itself".to_owned(),
            n => format!("{n} threads wait for each other"),
        };
        let inside: BTreeSet<&ThreadId> = cycle.iter().collect();
        let others = verdict.stuck.iter().filter(|id| !inside.contains(id));
        let names: Vec<String> = others
            .filter_map(|id| self.seen.still.get(id))
            .map(|still| format!("\"{}\"", still.name))
            .collect();
        let note = match names.len() {
            0 => None,
            1 => Some(format!("thread {} cannot go on either", names[0])),
            n if n <= 5 => Some(format!("threads {} cannot go on either", names.join(", "))),
            n => Some(format!("{n} more threads cannot go on either")),
        };
        self.finding(Kind::Deadlock, message, cycle, note.into_iter().collect())
    }

    fn stuck(&self, ids: &[ThreadId], verdict: &Verdict) -> Finding {
        let message = match ids.len() {
            1 => "the last thread waits, and nobody is left who could wake it".to_owned(),
            n => format!("all {n} threads wait, and nobody is left who could wake them"),
        };
        let others = verdict.stuck.iter().filter(|id| !ids.contains(id));
        let sides = others.filter_map(|id| Some(self.side(*id, self.seen.still.get(id)?, ids)));
        let mut notes = self.agent.watch.deaths.notes();
        notes.extend(daemons(sides.collect()));
        self.finding(Kind::Stuck, message, ids, notes)
    }

    fn finding(&self, kind: Kind, message: String, ids: &[ThreadId], notes: Vec<String>) -> Finding {
        let sides: Vec<Side> = ids
            .iter()
            .filter_map(|id| Some(self.side(*id, self.seen.still.get(id)?, ids)))
            .collect();
        Finding {
            notes,
            ..Finding::new(kind, message, None, sides)
        }
    }

    fn side(&self, id: ThreadId, still: &Still, ids: &[ThreadId]) -> Side {
        let stack = naming::stack(self.agent, self.env, still.stack.clone());
        let wait = self.wait(id, still, ids);
        let op = match wait.kind.is_lock() {
            true => Act::Lock,
            false => Act::Wait,
        };
        // A thread that waits for a notification has left that monitor.
        let left = match wait.kind {
            WaitKind::Notification => still.waiting.as_ref().and_then(|waiting| waiting.object),
            _ => None,
        };
        let held: Vec<Held> = still
            .held
            .iter()
            .copied()
            .filter(|held| Some(held.lock) != left)
            .collect();
        Side {
            thread: self.thread(still),
            op,
            call: None,
            stack,
            stack_complete: still.stack.len() < DEPTH,
            locks: Some(naming::held(self.agent, &held)),
            wait: (still.waiting.is_some() || still.class_wait.is_some()).then_some(wait),
        }
    }

    fn thread(&self, still: &Still) -> ThreadInfo {
        match u32::try_from(still.noted.id) {
            Ok(id) => naming::thread(self.agent, self.env, ThreadId(id)),
            Err(_) => ThreadInfo {
                name: still.name.clone(),
                id: self.agent.people.add(Vec::new()).0,
                created_at: Vec::new(),
            },
        }
    }

    fn wait(&self, id: ThreadId, still: &Still, ids: &[ThreadId]) -> Wait {
        let needed = match self.seen.states.get(&id) {
            Some(State::Waits(Needs::AllOf(others) | Needs::AnyOf(others))) => others.as_slice(),
            _ => &[],
        };
        let place = |other: &ThreadId| ids.iter().position(|id| id == other).map(|place| place + 1);
        let held_by = needed.iter().filter_map(place).collect();
        if let Some(wait) = &still.class_wait {
            let class = wait.class.as_ref().map(|class| LockInfo {
                class: crate::reporting::names::dotted(class),
                id: 0,
                created_at: None,
            });
            return Wait {
                kind: WaitKind::ClassInit,
                object: class,
                thread: None,
                held_by,
            };
        }
        let waiting = still.waiting.as_ref();
        let joined = waiting.and_then(|waiting| waiting.joined);
        let name = |thread| {
            self.agent
                .jvmti
                .thread_info(self.env, thread)
                .map(|(name, _)| name)
        };
        Wait {
            kind: waiting.map_or(WaitKind::Parked, |waiting| waiting.kind),
            object: waiting
                .and_then(|waiting| waiting.object)
                .map(|number| naming::lock(self.agent, number)),
            thread: joined.and_then(name),
            held_by,
        }
    }
}

/// The stacks of all threads, on the program's stderr.
pub fn dump(agent: &Agent, env: Env) {
    let mut text = String::from("the program cannot go on; its threads:\n");
    for thread in agent.jvmti.all_threads() {
        let (name, _) = agent.jvmti.thread_info(env, thread).unwrap_or_default();
        let _ = writeln!(text, "\"{name}\"");
        let stack: Vec<Frame> = naming::stack(agent, env, agent.jvmti.stack_of(thread, DEPTH));
        for frame in stack {
            let file = frame.file.as_deref().unwrap_or("unknown source");
            let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
            let _ = writeln!(text, "    at {}.{}({file}{line})", frame.class, frame.method);
        }
    }
    complain(text.trim_end());
}
