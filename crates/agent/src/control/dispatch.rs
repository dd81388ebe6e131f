//! Who has the turn: threads come to switch points, go on when they are chosen, and end.

use std::sync::atomic::Ordering;

use jvmti_bindings::sys::jni::jobject;
use jvmti_bindings::sys::jvmti::JVMTI_THREAD_STATE_TERMINATED as TERMINATED;
use parking_lot::MutexGuard;
use raddle_events::{SiteId, ThreadId};
use raddle_schedule::{Act, BlockReason, Op, Replay, Resumed};

use super::java;
use super::schedule::Next;
use super::turn::{self, Turn};
use super::verdict::Verdict;
use super::{CONCLUDES, Control, State, place};
use crate::Agent;
use crate::jvm::Env;

impl Control {
    /// The lock; `None` if no thread goes on any more and the calling thread is the one to say so. Any other waits for
    /// the end.
    pub(super) fn enter(&self) -> Option<MutexGuard<'_, State>> {
        if !self.frozen.load(Ordering::Acquire) {
            let state = self.state.lock();
            if !self.frozen.load(Ordering::Acquire) {
                return Some(state);
            }
        }
        if CONCLUDES.get() {
            return None;
        }
        loop {
            std::thread::park();
        }
    }

    /// A thread comes to a switch point, and goes on once it is its turn again.
    pub fn arrive(
        &'static self,
        agent: &'static Agent,
        env: Env,
        me: ThreadId,
        op: Op,
        spot: BlockReason,
    ) -> Resumed {
        if let Some(steps) = &self.steps {
            steps.step(agent, env, me, op);
        }
        let Some(mut state) = self.enter() else {
            return Resumed::Done;
        };
        let State {
            schedule, strategy, ..
        } = &mut *state;
        let Some(schedule) = schedule else {
            return Resumed::Done;
        };
        let Some(turn) = schedule.turn(me) else {
            return Resumed::Done;
        };
        let may_be_alone = spot == BlockReason::Free && op.act != Act::Start;
        if may_be_alone && schedule.is_alone(op.act.yields()) {
            return Resumed::Done;
        }
        let was_outside = schedule.model.is_outside(me);
        match was_outside {
            true => schedule.patience.came_back(),
            false => schedule.complete(&mut **strategy),
        }
        schedule.model.arrive(me, op, spot);
        let resumed = if was_outside && schedule.running.is_some() {
            drop(state);
            self.wait(agent, env, &turn)
        } else {
            match self.next(&mut state) {
                Next::Thread(next, resumed) if next == me => {
                    drop(state);
                    resumed
                }
                next => {
                    self.dispatch(agent, env, state, next);
                    self.wait(agent, env, &turn)
                }
            }
        };
        self.stop_for_debugger(env, me);
        resumed
    }

    /// Whether a thread that does much inside an operation of the JDK is to let others go first. What the JDK makes
    /// ready once in a JVM's life may have been so when the schedule was recorded: then a repetition has more to do,
    /// and goes on.
    pub fn lets_others_go(&self, agent: &Agent, me: ThreadId, site: SiteId) -> bool {
        let Some(mut state) = self.enter() else {
            return true;
        };
        let place = state.place(agent, site);
        let replay = state.replay.as_ref();
        replay.is_none_or(|replay| replay.is_next_of(me, Act::Yield, &place))
    }

    pub(super) fn wait(&self, agent: &Agent, env: Env, turn: &Turn) -> Resumed {
        let resumed = turn.wait();
        self.settle(agent, env);
        resumed
    }

    /// A thread runs for the first time.
    pub fn first_dispatch(&self, agent: &Agent, env: Env, me: ThreadId) {
        let turn = self
            .state
            .lock()
            .schedule
            .as_ref()
            .and_then(|schedule| schedule.turn(me));
        let Some(turn) = turn else { return };
        // The JVM also says of its first thread that it starts, after that has begun a schedule.
        if turn.adopt() {
            self.wait(agent, env, &turn);
            self.stop_for_debugger(env, me);
        }
    }

    pub(super) fn next(&self, state: &mut State) -> Next {
        let State {
            strategy,
            replay,
            schedule,
            places,
            ..
        } = state;
        let Some(schedule) = schedule else {
            return Next::Over;
        };
        let place = |site: SiteId| place(crate::agent(), places, site);
        let step = |replay: &Option<Replay>| replay.as_ref().map_or(0, Replay::step);
        let before = step(replay);
        let next = schedule.next(&mut **strategy, replay.as_mut(), place);
        if let (Some(at), &Next::Thread(thread, _)) = (self.config.stop_at, &next)
            && (before..step(replay)).contains(&at)
        {
            self.stops.store(thread.0 + 1, Ordering::Release);
        }
        next
    }

    /// Dispatches another thread, or says that none can go on.
    pub(super) fn dispatch(
        &'static self,
        agent: &'static Agent,
        env: Env,
        state: MutexGuard<'_, State>,
        next: Next,
    ) {
        let Some(schedule) = &state.schedule else { return };
        match next {
            Next::Thread(thread, resumed) => {
                let turn = schedule.turn(thread);
                drop(state);
                if let Some(turn) = turn {
                    turn.grant(resumed);
                }
            }
            Next::Over => {
                // The first thread waits for the end; a JVM that is one schedule ends by itself.
                let first = schedule.turn(ThreadId(0)).filter(|_| !self.is_alone());
                drop(state);
                if let Some(first) = first {
                    first.grant(Resumed::Done);
                }
            }
            Next::Outside => drop(state),
            Next::NoThread => self.conclude(agent, env, state, Verdict::NoThread),
            Next::CutOff { spins } => self.conclude(agent, env, state, Verdict::CutOff { spins }),
            Next::Diverged(divergence) => self.conclude(agent, env, state, Verdict::Diverged(divergence)),
            Next::Failed(problem) => self.conclude(agent, env, state, Verdict::Failed(problem)),
        }
    }

    /// A thread has done all that it does in Java. It will not be back.
    pub fn gone(&'static self, agent: &'static Agent, env: Env, me: ThreadId, thread: jobject, object: u32) {
        let Some(mut state) = self.enter() else { return };
        let State {
            schedule, strategy, ..
        } = &mut *state;
        let Some(schedule) = schedule else { return };
        let was_outside = schedule.model.is_outside(me);
        schedule.ends(me, object, &mut **strategy);
        schedule.ending.push(env.new_global(thread) as usize);
        self.ending.fetch_add(1, Ordering::Release);
        if was_outside {
            schedule.patience.came_back();
        }
        if was_outside && schedule.running.is_some() {
            return;
        }
        let next = self.next(&mut state);
        self.dispatch(agent, env, state, next);
    }

    /// Threads that have ended are really gone before another thread goes on: a thread that asks gets the same answer
    /// each time.
    pub(super) fn settle(&self, agent: &Agent, env: Env) {
        if self.ending.load(Ordering::Acquire) == 0 {
            return;
        }
        let ended = match &mut self.state.lock().schedule {
            Some(schedule) => std::mem::take(&mut schedule.ending),
            None => return,
        };
        self.ending.fetch_sub(ended.len(), Ordering::AcqRel);
        for thread in ended {
            let mut turns = 0..;
            while !is_gone(agent, env, thread as jobject) {
                turn::give_way(turns.next().unwrap_or(u32::MAX));
            }
            env.delete_global(thread as jobject);
        }
    }
}

/// Whether the JVM has let go of a thread. It says so of the state first, and a moment later of what `isAlive` sees.
fn is_gone(agent: &Agent, env: Env, thread: jobject) -> bool {
    agent.jvmti.thread_state(thread) & TERMINATED != 0 && !java::is_alive(env, thread)
}
