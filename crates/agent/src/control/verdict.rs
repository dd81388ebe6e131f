//! The end of a schedule that cannot go on: no thread can, or it takes too long, or it is not what was recorded.
//!
//! The thread that finds so says it, while all others stay where they are, and ends the JVM.

use std::sync::atomic::Ordering;

use parking_lot::MutexGuard;
use raddle_events::ThreadId;
use raddle_findings::{Act, Finding, Kind, Side};
use raddle_schedule::{Blocked, Divergence};
use raddle_session::record::Line;

use super::schedule::Schedule;
use super::{CONCLUDES, Control, State};
use crate::Agent;
use crate::jvm::Env;
use crate::lifecycle::agent_thread;
use crate::reporting::naming::Naming;
use crate::reporting::reports::Reporting;
use crate::waits::{self, Standing};

const STACK_DEPTH: usize = 64;

pub enum Verdict {
    NoThread,
    CutOff {
        spins: bool,
    },
    Diverged(Divergence),
    /// The strategy cannot choose: what became of the schedule says nothing about the program.
    Failed(String),
}

impl Control {
    pub(super) fn conclude(
        &'static self,
        agent: &'static Agent,
        env: Env,
        state: MutexGuard<'_, State>,
        verdict: Verdict,
    ) {
        self.frozen.store(true, Ordering::Release);
        CONCLUDES.set(true);
        let Some(schedule) = &state.schedule else { return };
        let standing: Vec<Standing> = standing(schedule);
        let spinning = spinning(schedule);
        drop(state);
        super::java::leave_alone(env);
        if let Verdict::Failed(problem) = verdict {
            self.break_off(agent, &mut self.state.lock(), problem);
            return agent_thread::halt(env, 0);
        }
        let mut cut_off = false;
        match verdict {
            Verdict::NoThread => waits::report_standing(agent, env, &standing),
            Verdict::CutOff { spins } => {
                cut_off = !spins;
                if spins && !spinning.is_empty() && agent.config.detects(Kind::Livelock) {
                    let finding = livelock(agent, env, &spinning);
                    agent.reports.add(finding);
                }
            }
            Verdict::Failed(_) => {}
            Verdict::Diverged(divergence) => {
                agent.reports.write(&Line::Diverged(divergence));
            }
        }
        let mut state = self.state.lock();
        self.end(agent, env, &mut state, cut_off);
        self.hand_on(agent, &mut state);
        drop(state);
        agent_thread::halt(env, 0);
    }
}

fn standing(schedule: &Schedule) -> Vec<Standing> {
    let all = schedule.model.blocked().zip(&schedule.members);
    all.filter(|((_, blocked), _)| *blocked != Blocked::Ended)
        .map(|((_, blocked), member)| Standing {
            object: member.object,
            blocked,
        })
        .collect()
}

/// Threads that go on and on, with references to their objects. Daemons may go round as long as they like, unless it is
/// they who keep the others waiting.
fn spinning(schedule: &Schedule) -> Vec<(ThreadId, usize)> {
    let of = |daemons: bool| -> Vec<(ThreadId, usize)> {
        let all = schedule.model.blocked().zip(&schedule.members);
        all.filter(|((id, blocked), _)| *blocked != Blocked::Ended && schedule.goes_round(*id))
            .filter(|((id, _), _)| schedule.model.is_daemon(*id) == daemons)
            .map(|(_, member)| (member.id, member.object))
            .collect()
    };
    let spinning = of(false);
    if spinning.is_empty() { of(true) } else { spinning }
}

fn livelock(agent: &Agent, env: Env, threads: &[(ThreadId, usize)]) -> Finding {
    let side = |&(id, object): &(ThreadId, usize)| Side {
        thread: agent.names(env).thread(id),
        op: Act::Spin,
        call: None,
        stack: agent
            .names(env)
            .stack(&agent.jvmti.stack_of(object as _, STACK_DEPTH)),
        stack_complete: true,
        locks: None,
        wait: None,
    };
    let sides: Vec<Side> = threads.iter().map(side).collect();
    let message = match sides.len() {
        1 => "a thread goes on and on and gets nowhere".to_owned(),
        n => format!("{n} threads give way to each other and get nowhere"),
    };
    Finding::new(Kind::Livelock, message, None, sides)
}
