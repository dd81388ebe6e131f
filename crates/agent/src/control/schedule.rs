//! The schedule that is being run: who is in it, what was chosen so far, and who comes next.

use std::sync::Arc;
use std::time::Duration;

use raddle_events::runtime::INSIDE;
use raddle_events::{SiteId, ThreadId};
use raddle_schedule::{
    Access, Act, Candidate, Choice, ChoiceKind, Divergence, EarlyTimeout, Model, Op, Replay, ResumeKind,
    Resumed, Step, Strategy, Target, WaitsEnd,
};
use rustc_hash::FxHashMap;

use super::beyond::{self, Beyond};
use super::explain::Notes;
use super::patience::Patience;
use super::turn::Turn;
use super::verdict::Verdict;

/// Steps that threads get to end for which no other thread waits.
const LAST_STEPS: u64 = 5_000;
/// Steps of the first thread, before there is another, that do not count.
const ALONE: u64 = 5_000_000;
/// As how many of them one counts by which it gives way: more than a few are a loop that waits in vain.
const YIELDED: u64 = 1_000;

/// Something that was chosen.
#[derive(Clone, Copy)]
pub enum Chosen {
    Step {
        thread: ThreadId,
        how: ResumeKind,
        act: Act,
        site: SiteId,
    },
    Woken(ThreadId),
}

/// A thread of the schedule.
pub struct Member {
    pub turn: Arc<Turn>,
    /// A global reference to its object; 0 for none.
    pub object: usize,
    /// Its number among all threads of the JVM, by which reports name it.
    pub id: ThreadId,
}

/// Who comes next.
pub enum Next {
    Thread(ThreadId, Resumed),
    /// No thread can, though some should.
    NoThread,
    /// None before a thread that is blocked externally has come back, or time has passed.
    Outside,
    /// All that a JVM waits for have ended.
    Over,
    /// There were too many steps; whether threads go round and round.
    CutOff {
        spins: bool,
    },
    Diverged(Divergence),
    /// The strategy cannot choose.
    Failed(String),
}

pub struct Schedule {
    pub number: u64,
    pub model: Model,
    pub members: Vec<Member>,
    pub running: Option<ThreadId>,
    pub steps: u64,
    pub chosen: Vec<Chosen>,
    /// The steps, counted from 1, before which a thread lost its turn though it could have gone on.
    pub preempted: Vec<u64>,
    /// Where a wait ended by its time too early to be fair.
    pub early: Vec<EarlyTimeout>,
    /// Its explanation, if that was asked for.
    pub notes: Option<Box<Notes>>,
    /// References to threads that have ended for the schedule and may not have for the JVM.
    pub ending: Vec<usize>,
    /// Something was found that was not known before.
    pub is_news: bool,
    /// Something is wrong with the program, in this schedule.
    pub has_failed: bool,
    /// And it was not known before.
    pub fails_anew: bool,
    /// It is a repetition, and shows what its recording shows.
    pub shows_again: bool,
    pub doubts: Vec<String>,
    pub patience: Patience,
    max_steps: u64,
    step: Option<Step>,
    last: Option<ThreadId>,
    candidates: Vec<Candidate>,
    /// By target, what was done to it, in order.
    done: FxHashMap<Target, u64>,
    last_steps: u64,
    /// Steps of the first thread before there was another: the same in each schedule, so they are not kept.
    alone: u64,
    /// How many more of them there may be.
    may_be_alone: u64,
    /// It has had all its steps.
    beyond: Option<Beyond>,
    /// Whether it may go on all the same, to see whether it ends.
    goes_beyond: bool,
}

impl Schedule {
    pub fn new(number: u64, waits_end: WaitsEnd, max_steps: u64) -> Self {
        Self {
            number,
            model: Model::new(waits_end),
            members: Vec::new(),
            running: None,
            steps: 0,
            chosen: Vec::new(),
            preempted: Vec::new(),
            early: Vec::new(),
            notes: None,
            ending: Vec::new(),
            is_news: false,
            has_failed: false,
            fails_anew: false,
            shows_again: false,
            doubts: Vec::new(),
            patience: Patience::default(),
            max_steps,
            step: None,
            last: None,
            candidates: Vec::new(),
            done: FxHashMap::default(),
            last_steps: 0,
            alone: 0,
            may_be_alone: ALONE,
            beyond: None,
            goes_beyond: true,
        }
    }

    pub fn add(&mut self, object: usize, id: ThreadId, daemon: bool) -> ThreadId {
        let thread = self.model.add(daemon);
        self.members.push(Member {
            turn: Arc::default(),
            object,
            id,
        });
        thread
    }

    pub fn turn(&self, thread: ThreadId) -> Option<Arc<Turn>> {
        self.members
            .get(thread.0 as usize)
            .map(|member| member.turn.clone())
    }

    /// The thread that runs has touched something.
    pub fn touch(&mut self, target: Target, writes: bool) {
        if let Some(step) = &mut self.step {
            let access = Access { target, writes };
            if step.accesses.last() != Some(&access) {
                step.accesses.push(access);
            }
        }
    }

    /// The thread that runs starts another.
    pub fn starts(&mut self, child: ThreadId) {
        if let Some(step) = self.step.as_mut().filter(|step| step.op.act == Act::Start) {
            step.op.target = Target::life(child);
            if let Some(notes) = &mut self.notes {
                notes.does_to(&[child]);
            }
        }
        self.touch(Target::life(child), true);
    }

    /// A thread ends, inside its own monitor: those who wait there for that go on.
    pub fn ends(&mut self, thread: ThreadId, monitor: u32, strategy: &mut dyn Strategy) {
        self.touch(Target::life(thread), true);
        let waiting = self.model.waiting(monitor).to_vec();
        if !waiting.is_empty() {
            self.touch(Target::monitor(monitor), true);
            waiting.into_iter().for_each(|other| self.model.notify(other));
        }
        self.model.exit(thread, monitor);
        self.complete(strategy);
        self.model.end(thread);
    }

    /// What the thread that runs has done since its last switch point is done.
    pub fn complete(&mut self, strategy: &mut dyn Strategy) {
        let Some(step) = self.step.take() else { return };
        for access in &step.accesses {
            let word = u64::from(step.thread.0) << 1 | u64::from(access.writes);
            let done = self.done.entry(access.target).or_default();
            *done = mix(*done ^ word.wrapping_add(1));
        }
        self.model.performed(&step);
        if self.beyond.is_none() {
            strategy.performed(&step);
        }
    }

    /// A number that is the same for schedules that differ only in the order of what does not matter. What only the
    /// JDK has met has other numbers each time.
    pub fn behaviour(&self) -> u64 {
        let one = |(target, &done): (&Target, &u64)| {
            mix(done ^ (u64::from(target.object) << 32 | u64::from(target.part)))
        };
        let met = self.done.iter().filter(|(target, _)| target.object < INSIDE);
        met.map(one).fold(0, u64::wrapping_add)
    }

    /// Dispatches a thread.
    pub fn next(
        &mut self,
        strategy: &mut dyn Strategy,
        replay: Option<&mut Replay>,
        place: impl FnMut(SiteId) -> Arc<str>,
    ) -> Next {
        self.running = None;
        let next = match self.model.is_alive() {
            true => self.choose(strategy, replay, place),
            false => self.wind_down(),
        };
        if let Next::Thread(thread, _) = next {
            self.running = Some(thread);
            self.last = Some(thread);
        }
        next
    }

    fn choose(
        &mut self,
        strategy: &mut dyn Strategy,
        mut replay: Option<&mut Replay>,
        mut place: impl FnMut(SiteId) -> Arc<str>,
    ) -> Next {
        loop {
            let mut candidates = std::mem::take(&mut self.candidates);
            self.model.candidates(&mut candidates);
            self.candidates = candidates;
            if self.candidates.is_empty() {
                return self.no_thread();
            }
            if self
                .patience
                .waits(&self.model, &self.candidates, replay.as_deref())
            {
                return Next::Outside;
            }
            if let Some(verdict) = self.beyond() {
                return Next::CutOff {
                    spins: verdict == beyond::Verdict::GoesRound,
                };
            }
            let choice = Choice {
                step: self.steps,
                last: self.last,
                what: ChoiceKind::Thread,
                candidates: &self.candidates,
            };
            let index = match &mut replay {
                Some(replay) => {
                    let places: Vec<Arc<str>> = self.candidates.iter().map(|c| place(c.op.site)).collect();
                    let all = self.candidates.iter().zip(&places);
                    match replay.step_among(all.map(|(c, place)| (c.thread, c.how, c.op.act, &**place))) {
                        Ok(index) => index,
                        Err(divergence) => return Next::Diverged(divergence),
                    }
                }
                None if self.candidates.len() == 1 => 0,
                None => match &self.beyond {
                    Some(beyond) => beyond.choose(&self.candidates),
                    None => strategy.choose(&choice),
                },
            };
            if let Some(problem) = strategy.problem() {
                return Next::Failed(problem.to_owned());
            }
            let index = index.min(self.candidates.len() - 1);
            let candidate = self.candidates[index];
            if candidate.how == ResumeKind::Expire
                && let Some(runnable) = self.model.overtakes(candidate.thread)
            {
                self.early.push(EarlyTimeout {
                    step: self.chosen.len() as u64 + 1,
                    thread: candidate.thread.0,
                    runnable: runnable.0,
                });
            }
            if choice.is_preemption(index) {
                self.preempted.push(self.chosen.len() as u64 + 1);
            }
            if let (Some(notes), Some(last)) = (&mut self.notes, self.last)
                && last != candidate.thread
            {
                notes.is_left(&self.model, last);
            }
            if let Some(resumed) = self.go(candidate) {
                return Next::Thread(candidate.thread, resumed);
            }
            // It has left those who wait, which is a step of its own.
            self.complete(strategy);
        }
    }

    /// Whether the schedule has had its steps, and what is to be thought of it.
    fn beyond(&mut self) -> Option<beyond::Verdict> {
        if self.steps < self.max_steps {
            return None;
        }
        if !self.goes_beyond {
            return Some(beyond::Verdict::CutOff);
        }
        let beyond = self.beyond.get_or_insert_with(|| Beyond::new(self.steps));
        beyond.verdict(self.steps, &self.model)
    }

    /// Whether it was longer than a schedule may be, even if it has ended then.
    pub fn was_too_long(&self) -> bool {
        self.beyond.is_some()
    }

    /// Whether a thread has had a turn since then.
    pub fn goes_round(&self, thread: ThreadId) -> bool {
        self.beyond
            .as_ref()
            .is_some_and(|beyond| beyond.has_had_turn(thread))
    }

    /// All that comes after its steps is of no interest.
    pub fn ends_with_its_steps(&mut self) {
        self.goes_beyond = false;
    }

    /// The first thread does something before there is any other: nothing to decide, and nothing to keep.
    pub fn is_alone(&mut self, yields: bool) -> bool {
        let is_alone = self.model.len() == 1 && self.may_be_alone > 0;
        if is_alone {
            let counts_as = if yields { YIELDED } else { 1 };
            self.may_be_alone = self.may_be_alone.saturating_sub(counts_as);
            self.alone += 1;
            self.model.tick_step();
        }
        is_alone
    }

    /// Steps, and those that do not count.
    pub fn all_steps(&self) -> u64 {
        self.steps + self.alone
    }

    fn no_thread(&self) -> Next {
        match self.model.has_outside() {
            true => Next::Outside,
            false => Next::NoThread,
        }
    }

    /// No thread has done anything for so long. True: time passes.
    pub fn stood_still(&mut self, real: Duration) -> bool {
        self.patience.stood_still(&self.model, &self.candidates, real)
    }

    fn go(&mut self, candidate: Candidate) -> Option<Resumed> {
        let Candidate { thread, how, op } = candidate;
        self.steps += 1;
        self.model.tick_step();
        self.chosen.push(Chosen::Step {
            thread,
            how,
            act: op.act,
            site: op.site,
        });
        if let Some(notes) = &mut self.notes {
            let number = self.chosen.len() as u64;
            let early = self.early.last().filter(|early| early.step == number);
            notes.step(number, candidate, early.map(|early| early.runnable));
        }
        if let Some(beyond) = &mut self.beyond {
            beyond.step(self.steps, &candidate, INSIDE);
        }
        let resumed = self.model.resume(thread, how);
        self.step = Some(Step {
            thread,
            how,
            op,
            accesses: first_access(thread, op),
        });
        resumed
    }

    /// No thread is left for which the JVM would wait. The others get some steps to end, as idle workers do when their
    /// time is up.
    fn wind_down(&mut self) -> Next {
        loop {
            let mut candidates = std::mem::take(&mut self.candidates);
            self.model.candidates(&mut candidates);
            self.candidates = candidates;
            let ready = self.candidates.iter().find(|c| c.how == ResumeKind::Go);
            let Some(&candidate) = ready.or(self.candidates.first()) else {
                return Next::Over;
            };
            self.last_steps += 1;
            if self.last_steps > LAST_STEPS {
                return Next::Over;
            }
            if let Some(resumed) = self.model.resume(candidate.thread, candidate.how) {
                return Next::Thread(candidate.thread, resumed);
            }
        }
    }

    /// Wakes those who wait at an object: all, or one that is chosen.
    pub fn notify(
        &mut self,
        object: u32,
        all: bool,
        strategy: &mut dyn Strategy,
        replay: Option<&mut Replay>,
    ) -> Result<(), Verdict> {
        self.touch(Target::monitor(object), true);
        let waiting = self.model.waiting(object).to_vec();
        if all || waiting.len() < 2 {
            self.note_woken(&waiting);
            waiting.into_iter().for_each(|thread| self.model.notify(thread));
            return Ok(());
        }
        let candidate = |&thread: &ThreadId| {
            let op = self.model.op(thread)?;
            Some(Candidate {
                thread,
                how: ResumeKind::Go,
                op,
            })
        };
        let candidates: Vec<Candidate> = waiting.iter().filter_map(candidate).collect();
        let index = match replay {
            Some(replay) => replay.woken_among(&waiting).map_err(Verdict::Diverged)?,
            None => strategy.choose(&Choice {
                step: self.steps,
                last: self.last,
                what: ChoiceKind::Waiter,
                candidates: &candidates,
            }),
        };
        if let Some(problem) = strategy.problem() {
            return Err(Verdict::Failed(problem.to_owned()));
        }
        let woken = waiting[index.min(waiting.len() - 1)];
        self.chosen.push(Chosen::Woken(woken));
        self.note_woken(&[woken]);
        self.model.notify(woken);
        Ok(())
    }

    fn note_woken(&mut self, woken: &[ThreadId]) {
        if let Some(notes) = &mut self.notes {
            notes.does_to(woken);
        }
    }

    /// The explanation of the schedule, which is over.
    pub fn finish_notes(&mut self) -> Option<Box<Notes>> {
        let mut notes = self.notes.take()?;
        if let Some(last) = self.last {
            notes.is_left(&self.model, last);
        }
        Some(notes)
    }
}

/// What an act by itself touches.
fn first_access(thread: ThreadId, op: Op) -> Vec<Access> {
    let access = |target, writes| vec![Access { target, writes }];
    match op.act {
        Act::Read => access(op.target, false),
        // An interrupt ends a sleep.
        Act::Begin | Act::Sleep => access(Target::life(thread), false),
        Act::Park => access(Target::permit(thread), true),
        // What it does is recorded as it does it.
        Act::Call => Vec::new(),
        Act::Yield | Act::Spin | Act::Return | Act::Start => Vec::new(),
        Act::End => access(Target::life(thread), true),
        Act::Enter
        | Act::Wait
        | Act::Reenter
        | Act::Notify
        | Act::Write
        | Act::Update
        | Act::Unpark
        | Act::Interrupt => access(op.target, true),
    }
}

/// Spreads the bits of a number (splitmix64).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
