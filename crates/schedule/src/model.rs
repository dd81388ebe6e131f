//! The controller's model of threads, monitors, permits and time.
//!
//! A thread that comes to a switch point says what it is about to do, and what that takes ([`Model::arrive`]).
//! [`Model::candidates`] lists the threads that could go on, and [`Model::resume`] dispatches one of them. The program
//! does the rest for real, so the model must be true of it whenever no thread runs: which thread is in a monitor and
//! how deep, which threads wait at it, have a permit, or have waited until their time is up.
//!
//! Laws: a monitor has one owner; a thread that waits is not in the monitor at which it waits; one that was notified,
//! interrupted or is late is not among those a notification can wake. Time goes on by steps, and leaps where a thread's
//! time is up, so it never goes backwards and no thread waits for it; `fair.rs` says when it may leap.
//!
//! Monitors that a thread was in before the controller came, or that the JVM takes itself, are not known here:
//! then the thread waits for real, and the controller sees that it does.

use raddle_events::{SiteId, ThreadId};
use rustc_hash::FxHashMap;

use crate::fair::Fair;
use crate::op::{Act, Op, ResumeKind, Step, Target};
use crate::strategy::Candidate;

/// What one step takes, in the schedule's time.
const STEP_NANOS: u64 = 1_000;

/// How else than by what they are for waits may end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitsEnd {
    /// For no reason at all.
    pub spuriously: bool,
    /// By their time, though a thread that could run before it is held up.
    pub early: bool,
}

/// What it takes for a thread to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockReason {
    /// Nothing.
    Free,
    /// The monitor of an object.
    Enter(u32),
    /// A notification at an object whose monitor it is in, or the time.
    Wait {
        object: u32,
        until: Option<u64>,
    },
    /// A permit, or the time.
    Park {
        until: Option<u64>,
    },
    Sleep {
        until: u64,
    },
}

/// Why a thread goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumed {
    /// What it waited for is there, if it waited.
    Done,
    Interrupted,
    Late,
    Spurious,
}

/// What keeps a thread from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Nothing does.
    No,
    /// The monitor of an object, and the thread that is in it.
    Monitor {
        object: u32,
        owner: ThreadId,
    },
    /// No thread has notified it.
    Waits {
        object: u32,
    },
    Parks,
    /// It will go on by itself when its time is up.
    Until,
    /// It is blocked externally, and will come back by itself.
    Outside,
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It runs, or could.
    Free,
    /// It needs a monitor, and will be in it so often.
    Enters {
        object: u32,
        depth: u32,
    },
    Waits {
        object: u32,
        depth: u32,
        until: Option<u64>,
    },
    Parks {
        until: Option<u64>,
    },
    Sleeps {
        until: u64,
    },
    Outside,
    Ended,
}

#[derive(Clone, Debug)]
struct Thread {
    state: State,
    op: Op,
    permit: bool,
    /// An interrupt has come that the thread has not seen yet.
    interrupted: bool,
    daemon: bool,
    /// Why it goes on, once it does.
    because: Resumed,
}

#[derive(Clone, Debug)]
struct Monitor {
    owner: Option<ThreadId>,
    depth: u32,
    /// In the order in which they came.
    waiting: Vec<ThreadId>,
}

#[derive(Clone, Debug, Default)]
pub struct Model {
    threads: Vec<Thread>,
    monitors: FxHashMap<u32, Monitor>,
    now: u64,
    waits_end: WaitsEnd,
    fair: Fair,
}

impl Model {
    pub fn new(waits_end: WaitsEnd) -> Self {
        Self {
            waits_end,
            ..Self::default()
        }
    }

    /// A thread that has not begun yet.
    pub fn add(&mut self, daemon: bool) -> ThreadId {
        let id = ThreadId(self.threads.len() as u32);
        self.fair.add();
        self.threads.push(Thread {
            state: State::Free,
            op: Op {
                act: Act::Begin,
                target: Target::life(id),
                site: SiteId::UNKNOWN,
            },
            permit: false,
            interrupted: false,
            daemon,
            because: Resumed::Done,
        });
        id
    }

    /// How many nanoseconds have gone by.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// How many nanoseconds have to go by until the first thread that waits for time goes on.
    pub fn until_next(&self) -> Option<u64> {
        let first = self
            .threads
            .iter()
            .filter_map(|thread| thread.state.until())
            .min()?;
        Some(first.saturating_sub(self.now))
    }

    /// Whether a thread is blocked externally, which will come back.
    pub fn has_outside(&self) -> bool {
        self.threads.iter().any(|thread| thread.state == State::Outside)
    }

    /// The clock ticks: a program that looks at it sees it go on, the faster the longer nothing has changed.
    pub fn tick(&mut self, nanos: u64) {
        self.now = self.now.saturating_add(nanos << self.fair.pace());
    }

    /// A step begins, and takes its time.
    pub fn tick_step(&mut self) {
        self.tick(STEP_NANOS);
    }

    /// A step is over.
    pub fn performed(&mut self, step: &Step) {
        let changes = |access: &crate::op::Access| {
            let target = access.target;
            let is_own = target == Target::permit(step.thread);
            access.writes && target.part != Target::MONITOR && !is_own
        };
        let changes = step.accesses.iter().any(changes);
        self.fair.stepped(
            step.thread,
            changes,
            matches!(step.op.act, Act::Yield | Act::Spin),
        );
    }

    /// Idle steps that each thread which can run has taken since anything changed.
    pub fn idle_rounds(&self) -> u64 {
        self.fair.idle_rounds()
    }

    /// A thread comes to a switch point.
    pub fn arrive(&mut self, id: ThreadId, op: Op, spot: BlockReason) {
        let state = match spot {
            BlockReason::Free => State::Free,
            BlockReason::Enter(object) => State::Enters { object, depth: 1 },
            BlockReason::Wait { object, until } => {
                let depth = self.leave(id, object);
                self.monitor(object).waiting.push(id);
                State::Waits { object, depth, until }
            }
            BlockReason::Park { until } => State::Parks { until },
            BlockReason::Sleep { until } => State::Sleeps { until },
        };
        let Some(thread) = self.threads.get_mut(id.0 as usize) else {
            return;
        };
        thread.op = op;
        thread.state = state;
        thread.because = Resumed::Done;
        if state.until().is_some() {
            self.fair.waits(id);
        }
        if thread.interrupted && matches!(state, State::Waits { .. }) {
            self.wake(id, Resumed::Interrupted);
        }
    }

    /// Gives a monitor up whatever the depth, and says what that was: at least one.
    fn leave(&mut self, id: ThreadId, object: u32) -> u32 {
        let monitor = self.monitor(object);
        if monitor.owner != Some(id) {
            return 1;
        }
        monitor.owner = None;
        std::mem::take(&mut monitor.depth).max(1)
    }

    fn monitor(&mut self, object: u32) -> &mut Monitor {
        self.monitors.entry(object).or_insert(Monitor {
            owner: None,
            depth: 0,
            waiting: Vec::new(),
        })
    }

    /// Whether a thread would get this monitor at once; if so, it has it, once more than before.
    pub fn enter_at_once(&mut self, id: ThreadId, object: u32) -> bool {
        let monitor = self.monitor(object);
        let is_free = monitor.owner.is_none_or(|owner| owner == id);
        if is_free {
            monitor.owner = Some(id);
            monitor.depth += 1;
        }
        is_free
    }

    /// Whether a thread is in any monitor.
    pub fn is_in_monitor(&self, id: ThreadId) -> bool {
        self.monitors.values().any(|monitor| monitor.owner == Some(id))
    }

    pub fn owns(&self, id: ThreadId, object: u32) -> bool {
        self.owner(object) == Some(id)
    }

    pub fn owner(&self, object: u32) -> Option<ThreadId> {
        self.monitors.get(&object)?.owner
    }

    /// A thread leaves a monitor, once.
    pub fn exit(&mut self, id: ThreadId, object: u32) {
        let Some(monitor) = self.monitors.get_mut(&object) else {
            return;
        };
        if monitor.owner != Some(id) {
            return;
        }
        monitor.depth = monitor.depth.saturating_sub(1);
        if monitor.depth == 0 {
            monitor.owner = None;
            if monitor.waiting.is_empty() {
                self.monitors.remove(&object);
            }
        }
    }

    /// The threads that wait at an object, in the order in which they came.
    pub fn waiting(&self, object: u32) -> &[ThreadId] {
        self.monitors.get(&object).map_or(&[], |monitor| &monitor.waiting)
    }

    /// Wakes one thread that waits at an object.
    pub fn notify(&mut self, id: ThreadId) {
        self.wake(id, Resumed::Done);
    }

    /// The waiting thread needs the monitor again now, for this reason.
    fn wake(&mut self, id: ThreadId, because: Resumed) {
        let Some(thread) = self.threads.get_mut(id.0 as usize) else {
            return;
        };
        let State::Waits { object, depth, .. } = thread.state else {
            return;
        };
        thread.state = State::Enters { object, depth };
        thread.because = because;
        thread.op.act = Act::Reenter;
        if because == Resumed::Interrupted {
            thread.interrupted = false;
        }
        self.monitor(object).waiting.retain(|&other| other != id);
    }

    pub fn unpark(&mut self, id: ThreadId) {
        if let Some(thread) = self.threads.get_mut(id.0 as usize) {
            thread.permit = true;
        }
    }

    /// The object at which a thread waits to be notified.
    pub fn waits_at(&self, id: ThreadId) -> Option<u32> {
        match self.threads.get(id.0 as usize)?.state {
            State::Waits { object, .. } => Some(object),
            _ => None,
        }
    }

    pub fn interrupt(&mut self, id: ThreadId) {
        let Some(thread) = self.threads.get_mut(id.0 as usize) else {
            return;
        };
        thread.interrupted = true;
        if matches!(thread.state, State::Waits { .. }) {
            self.wake(id, Resumed::Interrupted);
        }
    }

    /// The thread has seen to its interrupt, or there was none.
    pub fn set_interrupted(&mut self, id: ThreadId, interrupted: bool) {
        if let Some(thread) = self.threads.get_mut(id.0 as usize) {
            thread.interrupted = interrupted;
        }
    }

    pub fn end(&mut self, id: ThreadId) {
        self.set(id, State::Ended);
    }

    /// The thread waits for something that is not in here.
    pub fn go_outside(&mut self, id: ThreadId) {
        self.set(id, State::Outside);
    }

    fn set(&mut self, id: ThreadId, state: State) {
        if let Some(thread) = self.threads.get_mut(id.0 as usize) {
            thread.state = state;
        }
    }

    /// The threads that could go on, in order.
    pub fn candidates(&mut self, out: &mut Vec<Candidate>) {
        out.clear();
        self.fair.begin();
        for number in 0..self.threads.len() as u32 {
            let since = self.goes(ThreadId(number));
            self.fair.is_able(ThreadId(number), since);
        }
        for (number, thread) in (0..).zip(&self.threads) {
            let id = ThreadId(number);
            let mut add = |how| {
                out.push(Candidate {
                    thread: id,
                    how,
                    op: thread.op,
                });
            };
            if self.fair.able_since(id).is_some() {
                add(ResumeKind::Go);
                continue;
            }
            if thread.state.until().is_some() && (self.waits_end.early || self.overtakes(id).is_none()) {
                add(ResumeKind::Expire);
            }
            let may = matches!(thread.state, State::Waits { .. } | State::Parks { .. });
            if may && self.waits_end.spuriously {
                add(ResumeKind::Spurious);
            }
        }
    }

    /// Since when at the latest a thread could go on by itself, if it can.
    fn goes(&self, id: ThreadId) -> Option<u64> {
        let thread = self.threads.get(id.0 as usize)?;
        let goes = match thread.state {
            State::Free => true,
            State::Enters { object, .. } => self.owner(object).is_none_or(|owner| owner == id),
            State::Parks { .. } => thread.permit || thread.interrupted,
            State::Sleeps { until } if until <= self.now => return Some(until),
            State::Sleeps { .. } => thread.interrupted,
            State::Waits { .. } | State::Outside | State::Ended => false,
        };
        goes.then_some(self.now)
    }

    /// A thread that could run, and would be held up for too long if the time of this one's wait were up.
    pub fn overtakes(&self, id: ThreadId) -> Option<ThreadId> {
        let until = self.threads.get(id.0 as usize)?.state.until()?;
        if until <= self.now {
            return None;
        }
        let others = (0..).map(ThreadId).zip(&self.threads);
        let mut others = others.filter(|(other, _)| *other != id);
        let held_up = others.find(|(other, thread)| {
            let since = self.fair.able_since(*other).or(thread.state.until());
            since.is_some_and(|since| self.fair.holds_up(id, until, *other, since))
        });
        held_up.map(|(other, _)| other)
    }

    /// Lets a candidate go on. `None`: it does not yet, since it has to get a monitor again first.
    pub fn resume(&mut self, id: ThreadId, how: ResumeKind) -> Option<Resumed> {
        let now = self.now;
        self.fair.ran(id);
        let thread = self.threads.get_mut(id.0 as usize)?;
        let state = thread.state;
        if let (ResumeKind::Expire, Some(until)) = (how, state.until()) {
            self.now = now.max(until);
        }
        match state {
            State::Free => {}
            State::Enters { object, depth } => {
                let monitor = self.monitor(object);
                monitor.depth = match monitor.owner {
                    Some(_) => monitor.depth + depth,
                    None => depth,
                };
                monitor.owner = Some(id);
            }
            State::Waits { .. } => {
                self.wake(
                    id,
                    match how {
                        ResumeKind::Expire => Resumed::Late,
                        ResumeKind::Go | ResumeKind::Spurious => Resumed::Spurious,
                    },
                );
                return None;
            }
            State::Parks { .. } => {
                thread.because = match how {
                    ResumeKind::Go => Resumed::Done,
                    ResumeKind::Expire => Resumed::Late,
                    ResumeKind::Spurious => Resumed::Spurious,
                };
                thread.permit = false;
            }
            State::Sleeps { .. } => {
                thread.because = match std::mem::take(&mut thread.interrupted) {
                    true => Resumed::Interrupted,
                    false => Resumed::Late,
                };
            }
            State::Outside | State::Ended => return None,
        }
        let thread = self.threads.get_mut(id.0 as usize)?;
        thread.state = State::Free;
        Some(thread.because)
    }

    /// All threads, with what keeps each from going on.
    pub fn blocked(&self) -> impl Iterator<Item = (ThreadId, Blocked)> + '_ {
        (0..).zip(&self.threads).map(|(number, thread)| {
            let blocked = match thread.state {
                State::Free => Blocked::No,
                State::Sleeps { .. } => Blocked::Until,
                State::Enters { object, .. } => match self.owner(object) {
                    Some(owner) if owner != ThreadId(number) => Blocked::Monitor { object, owner },
                    _ => Blocked::No,
                },
                State::Waits {
                    until: None, object, ..
                } => Blocked::Waits { object },
                State::Parks { until: None } if !thread.permit && !thread.interrupted => Blocked::Parks,
                State::Waits { .. } => Blocked::Until,
                State::Parks { .. } if thread.permit || thread.interrupted => Blocked::No,
                State::Parks { .. } => Blocked::Until,
                State::Outside => Blocked::Outside,
                State::Ended => Blocked::Ended,
            };
            (ThreadId(number), blocked)
        })
    }

    pub fn op(&self, id: ThreadId) -> Option<Op> {
        self.threads.get(id.0 as usize).map(|thread| thread.op)
    }

    pub fn has_ended(&self, id: ThreadId) -> bool {
        self.is(id, State::Ended)
    }

    pub fn is_outside(&self, id: ThreadId) -> bool {
        self.is(id, State::Outside)
    }

    fn is(&self, id: ThreadId, state: State) -> bool {
        self.threads
            .get(id.0 as usize)
            .is_some_and(|thread| thread.state == state)
    }

    /// Whether there is a thread left for which a JVM would not end.
    pub fn is_alive(&self) -> bool {
        self.threads
            .iter()
            .any(|thread| !thread.daemon && thread.state != State::Ended)
    }

    /// Whether any thread is left.
    pub fn has_threads(&self) -> bool {
        self.threads.iter().any(|thread| thread.state != State::Ended)
    }

    pub fn is_daemon(&self, id: ThreadId) -> bool {
        self.threads
            .get(id.0 as usize)
            .is_some_and(|thread| thread.daemon)
    }

    /// How many threads there have been.
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    pub fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }
}

impl State {
    fn until(self) -> Option<u64> {
        match self {
            State::Waits { until, .. } | State::Parks { until } => until,
            State::Sleeps { until } => Some(until),
            State::Free | State::Enters { .. } | State::Outside | State::Ended => None,
        }
    }
}

#[cfg(test)]
mod tests;
