//! Lock discipline: variables that several threads use and no lock protects.
//!
//! RACER (Bodden and Havelund, "Aspect-Oriented Race Detection in Java", IEEE TSE 2010, section 4), after
//! Eraser (Savage et al. 1997). A variable's lock set has the locks that were held at every access so far;
//! it is alarming if that is empty, several threads access the variable, and one of them writes. What is
//! new in RACER: no grace for initialisation, but a thread may access without a lock what it can see, and
//! then owns it: the variable begins anew, and what was before is forgotten. A thread's life is divided into
//! periods at its starts of other threads, so that a child sees what was before its start alone.
//! An access of the thread that owns the variable is no hand-over: the paper's claim that a write and a
//! later read by another thread are never missed needs the write to stay known.
//!
//! `Visibility::Starts` is the paper. `Visibility::Order`, the usual one, improves on it:
//! - a join, a volatile write that was read and a latch make things visible too;
//! - what several threads use can be handed over too, to one that sees all their accesses (results that
//!   are read after all workers were joined);
//! - locks that are held for reading protect reads, not writes.
//!
//! False alarms: many, by design. It is the discipline that is judged: see `tests/racer.rs` for "roller".
//!
//! Misses: what was handed over. A race with an access before the hand-over is not seen.
//!
//! Start reading at `Variable::access`.

use raddle_events::{Action, Event, Op, SiteId, SyncId, ThreadId, VarId};
use raddle_findings::Kind;
use rustc_hash::FxHashMap;

use crate::held::{Held, LockSet};
use crate::order::Order;
use crate::{Access, Detector, Found, Hold, Names, Part, Report, Visibility};

/// The detector of variables without a lock.
#[derive(Debug, Default)]
pub struct LockDiscipline {
    visibility: Visibility,
    order: Order,
    held: FxHashMap<ThreadId, Held>,
    variables: FxHashMap<VarId, Variable>,
}

/// A variable that no lock protects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprotected {
    pub var: VarId,
    /// Each access since the last hand-over that changed the state or took locks out of the set, or its
    /// repetition by the thread that still owned the variable; the last one is that which left none.
    pub accesses: Vec<Access>,
}

/// Where a variable is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Virgin,
    /// Read by one thread, last in this period.
    Exclusive(Period),
    /// Written by one thread, accessed last in this period.
    ExclusiveModified(Period),
    /// Read by several.
    Shared,
    /// Accessed by several, one of which wrote.
    SharedModified,
}

/// A part of a thread's life: from one publication to the next. The first is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub thread: ThreadId,
    pub number: u32,
}

#[derive(Debug, Default)]
struct Variable {
    state: State,
    /// The locks that every access held. Of a virgin variable that is all there are, and this means nothing.
    locks: Vec<SyncId>,
    /// Each thread's last access, by its clock.
    last: Vec<(ThreadId, u32)>,
    trail: Vec<Access>,
    reported: bool,
}

struct Now<'a> {
    thread: ThreadId,
    op: Op,
    site: SiteId,
    clock: u32,
    held: LockSet,
    protects: &'a dyn Fn(&Hold) -> bool,
}

impl Variable {
    /// True if the variable has become one to report.
    fn access(&mut self, now: Now<'_>) -> bool {
        let period = Period {
            thread: now.thread,
            number: now.clock.saturating_sub(1),
        };
        let state = match (self.state, now.op) {
            (State::Virgin, Op::Read) => State::Exclusive(period),
            (State::Virgin, Op::Write) => State::ExclusiveModified(period),
            (State::Exclusive(owner), op) if owner.thread == now.thread => match op {
                Op::Read => State::Exclusive(period),
                Op::Write => State::ExclusiveModified(period),
            },
            (State::ExclusiveModified(owner), _) if owner.thread == now.thread => {
                State::ExclusiveModified(period)
            }
            (State::Exclusive(_) | State::Shared, Op::Read) => State::Shared,
            (State::Exclusive(_) | State::Shared, Op::Write)
            | (State::ExclusiveModified(_) | State::SharedModified, _) => State::SharedModified,
        };
        let is_first = self.state == State::Virgin;
        let has = |lock: SyncId| {
            now.held
                .iter()
                .any(|hold| hold.lock == lock && (now.protects)(hold))
        };
        let before = self.locks.len();
        if is_first {
            let protecting = now.held.iter().filter(|hold| (now.protects)(hold));
            self.locks = protecting.map(|hold| hold.lock).collect();
            self.locks.sort_unstable();
            self.locks.dedup();
        } else {
            self.locks.retain(|&lock| has(lock));
        }
        let tells = std::mem::discriminant(&state) != std::mem::discriminant(&self.state);
        let access = || Access {
            thread: now.thread,
            op: now.op,
            site: now.site,
            clock: now.clock,
            locks: now.held.to_vec(),
        };
        let is_owned = matches!(state, State::Exclusive(_) | State::ExclusiveModified(_));
        if (is_first || tells || self.locks.len() < before) && !self.reported {
            self.trail.push(access());
        } else if let Some(last) = self.trail.last_mut().filter(|_| is_owned)
            && (last.thread, last.op) == (now.thread, now.op)
            && last.clock < now.clock
        {
            // Later accesses that cannot see this one are in conflict with it, not with what came before.
            *last = access();
        }
        self.state = state;
        match self.last.iter_mut().find(|(thread, _)| *thread == now.thread) {
            Some((_, clock)) => *clock = now.clock,
            None => self.last.push((now.thread, now.clock)),
        }
        let is_new = state == State::SharedModified && self.locks.is_empty() && !self.reported;
        self.reported |= is_new;
        is_new
    }
}

impl LockDiscipline {
    pub fn new(visibility: Visibility) -> Self {
        Self {
            visibility,
            order: Order::of(visibility),
            ..Self::default()
        }
    }

    pub fn state(&self, var: VarId) -> State {
        self.variables.get(&var).map(|var| var.state).unwrap_or_default()
    }

    /// The locks that every access since the last hand-over held; `None` before the first access.
    pub fn lock_set(&self, var: VarId) -> Option<&[SyncId]> {
        let variable = self.variables.get(&var)?;
        (variable.state != State::Virgin).then_some(&variable.locks)
    }

    fn access(&mut self, thread: ThreadId, op: Op, var: VarId, site: SiteId) -> Option<Unprotected> {
        let visibility = self.visibility;
        let clock = self.order.clock(thread);
        let variable = self.variables.entry(var).or_default();
        let can_change_hands = match variable.state {
            State::Virgin => false,
            State::Exclusive(owner) | State::ExclusiveModified(owner) => owner.thread != thread,
            State::Shared | State::SharedModified => visibility == Visibility::Order,
        };
        let is_visible = |&(other, last): &(ThreadId, u32)| last <= clock.get(other);
        if can_change_hands && variable.last.iter().all(is_visible) {
            *variable = Variable::default();
        }
        let clock = clock.get(thread);
        let protects =
            |hold: &Hold| visibility == Visibility::Starts || op == Op::Read || hold.mode.is_exclusive();
        let is_new = variable.access(Now {
            thread,
            op,
            site,
            clock,
            held: self.held.entry(thread).or_default().set(),
            protects: &protects,
        });
        is_new.then(|| Unprotected {
            var,
            accesses: std::mem::take(&mut variable.trail),
        })
    }
}

impl Found for Unprotected {
    fn var(&self) -> Option<VarId> {
        Some(self.var)
    }

    fn parts(self) -> Vec<Part> {
        self.accesses.into_iter().map(Part::from).collect()
    }
}

impl Detector for LockDiscipline {
    const KIND: Kind = Kind::LockDiscipline;

    type Found = Unprotected;

    fn event(&mut self, event: &Event, found: &mut dyn FnMut(Unprotected)) {
        self.order.event(event);
        let thread = event.thread;
        match event.action {
            Action::Read { var, site } => {
                self.access(thread, Op::Read, var, site)
                    .into_iter()
                    .for_each(found);
            }
            Action::Write { var, site } => {
                self.access(thread, Op::Write, var, site)
                    .into_iter()
                    .for_each(found);
            }
            Action::Lock { lock, site, mode } => {
                self.held
                    .entry(thread)
                    .or_default()
                    .enter(Hold { lock, site, mode });
            }
            Action::Unlock { lock } => self.held.entry(thread).or_default().leave(lock),
            Action::End => {
                self.held.remove(&thread);
            }
            Action::Request { .. }
            | Action::Acquire { .. }
            | Action::Release { .. }
            | Action::Fork { .. }
            | Action::Join { .. } => {}
        }
    }

    fn join_all(&mut self, thread: ThreadId) {
        self.order.join_all(thread);
    }

    fn message(report: &Report, names: &dyn Names) -> String {
        format!("no lock protects every access to {}", report.variable(names))
    }
}
