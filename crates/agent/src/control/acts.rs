//! What threads do to each other: they take monitors, wake, interrupt and start others, and look at the clock.

use jvmti_bindings::sys::jni::jobject;
use raddle_events::{AccessKind, SiteId, ThreadId};
use raddle_schedule::{Act, BlockReason, Blocked, Op, Target};

use super::explain::Notes;
use super::schedule::Schedule;
use super::{Control, State};
use crate::Agent;
use crate::jvm::Env;

impl Control {
    /// What the thread that runs, or one that is not controlled, does to the schedule.
    pub(super) fn with<T>(&self, otherwise: T, body: impl FnOnce(&mut Schedule) -> T) -> T {
        match self.enter() {
            Some(mut state) => state.schedule.as_mut().map_or(otherwise, body),
            None => otherwise,
        }
    }

    /// Notes something, if the schedule is to be explained. What daemons do after its end does not count.
    pub fn note(&self, body: impl FnOnce(&mut Notes)) {
        self.with((), |schedule| {
            if let Some(notes) = schedule.notes.as_mut().filter(|_| schedule.model.is_alive()) {
                body(notes);
            }
        });
    }

    pub fn touch(&self, target: Target, writes: bool) {
        self.with((), |schedule| schedule.touch(target, writes));
    }

    /// Returns once the monitor is free for the thread. `may`: another may go first even so.
    pub fn monitor(
        &'static self,
        agent: &'static Agent,
        env: Env,
        me: ThreadId,
        object: u32,
        site: SiteId,
        may: bool,
    ) {
        let has_it = self.with(true, |schedule| {
            let is_mine = schedule.model.owns(me, object);
            if (is_mine || !may || schedule.is_alone(false)) && schedule.model.enter_at_once(me, object) {
                schedule.touch(Target::monitor(object), true);
                return true;
            }
            false
        });
        if !has_it {
            let op = Op {
                act: Act::Enter,
                target: Target::monitor(object),
                site,
            };
            self.arrive(agent, env, me, op, BlockReason::Enter(object));
        }
    }

    pub fn leave(&self, me: ThreadId, object: u32) {
        self.with((), |schedule| {
            schedule.touch(Target::monitor(object), true);
            schedule.model.exit(me, object);
        });
    }

    pub fn notify(&'static self, agent: &'static Agent, env: Env, object: u32, all: bool) {
        let Some(mut state) = self.enter() else { return };
        let State {
            strategy,
            replay,
            schedule,
            ..
        } = &mut *state;
        let Some(schedule) = schedule else { return };
        if let Err(verdict) = schedule.notify(object, all, &mut **strategy, replay.as_mut()) {
            self.conclude(agent, env, state, verdict);
        }
    }

    pub fn unpark(&'static self, agent: &'static Agent, env: Env, thread: ThreadId) {
        self.let_any_thread(agent, env, |schedule| {
            schedule.touch(Target::permit(thread), true);
            schedule.model.unpark(thread);
        });
    }

    pub fn interrupt(&'static self, agent: &'static Agent, env: Env, thread: ThreadId) {
        self.let_any_thread(agent, env, |schedule| {
            schedule.touch(Target::life(thread), true);
            schedule.touch(Target::permit(thread), true);
            // Who is interrupted is no longer there to be notified.
            if let Some(object) = schedule.model.waits_at(thread) {
                schedule.touch(Target::monitor(object), true);
            }
            schedule.model.interrupt(thread);
        });
    }

    /// What a thread that is not controlled may do, too: then a thread may be able to go on where none was.
    pub(super) fn let_any_thread(
        &'static self,
        agent: &'static Agent,
        env: Env,
        body: impl FnOnce(&mut Schedule),
    ) {
        let Some(mut state) = self.enter() else { return };
        let Some(schedule) = &mut state.schedule else {
            return;
        };
        body(schedule);
        if schedule.running.is_none() {
            let next = self.next(&mut state);
            self.dispatch(agent, env, state, next);
        }
    }

    pub fn set_interrupted(&self, me: ThreadId, interrupted: bool) {
        self.with((), |schedule| schedule.model.set_interrupted(me, interrupted));
    }

    pub fn starting(&self, env: Env, child: jobject, id: ThreadId, daemon: bool) -> ThreadId {
        let object = env.new_global(child) as usize;
        self.with(ThreadId(u32::MAX), |schedule| {
            let thread = schedule.add(object, id, daemon);
            schedule.starts(thread);
            self.numbers.lock().push(id);
            thread
        })
    }

    /// The schedule's time, after so much more has gone by.
    pub fn time(&self, nanos: u64) -> u64 {
        self.with(0, |schedule| {
            schedule.model.tick(nanos);
            schedule.model.now()
        })
    }

    pub fn blocked(&self, thread: ThreadId) -> Blocked {
        self.with(Blocked::No, |schedule| {
            let mut all = schedule.model.blocked();
            all.find(|(id, _)| *id == thread)
                .map_or(Blocked::No, |(_, blocked)| blocked)
        })
    }

    /// What tells the static field at a site from others.
    pub fn static_part(&self, agent: &Agent, site: SiteId) -> i32 {
        let Some(place) = agent.sites.get(site) else {
            return 0;
        };
        let AccessKind::Field { owner, name, .. } = place.access else {
            return 0;
        };
        let mut state = self.state.lock();
        let next = state.statics.len() as i32 + 1;
        *state.statics.entry((owner, name)).or_insert(next)
    }
}
