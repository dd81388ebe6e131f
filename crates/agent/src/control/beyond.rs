//! What becomes of a schedule that has had all its steps: it goes on for a while, all threads in turn.
//!
//! A strategy may keep a loop from ending that waits for another thread. In fair turns it ends, if it ever does; so one
//! that goes on is a fact about the program. Threads go round if in all of the last steps each does only what it has done
//! before, no thread begins or ends, and either nothing changes any more, though the clock has gone on for hours, or
//! threads give way to each other all the time. That does not depend on how many steps a schedule is given.
//!
//! Misses: loops that write and do not say that they wait. Those are cut off, as is work that takes longer.

use raddle_events::ThreadId;
use raddle_schedule::{Act, Candidate, Model, Op, ResumeKind, Target};
use rustc_hash::FxHashSet;

/// So many steps are taken in fair turns at most.
pub const STEPS: u64 = 10_000;
/// In so many of them nothing new may be done by threads that go round.
const ROUND: u64 = 5_000;
/// One in so many steps has to give way.
const GIVING_WAY: u64 = 10;
/// Idle steps of each thread, after which hours have gone by.
const IDLE: u64 = 2_500;
/// And so many of these steps at least have to be seen.
const LEAST: u64 = 500;

pub struct Beyond {
    began: u64,
    /// The step of the last turn, by thread.
    turns: Vec<u64>,
    done: FxHashSet<(ThreadId, ResumeKind, Op)>,
    /// The last step that did something new.
    new_at: u64,
    gave_way: u64,
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    GoesRound,
    /// Nothing is known of it.
    CutOff,
}

impl Beyond {
    pub fn new(step: u64) -> Beyond {
        Beyond {
            began: step,
            turns: Vec::new(),
            done: FxHashSet::default(),
            new_at: step,
            gave_way: 0,
        }
    }

    /// The one whose last turn was the longest ago; for no reason only if there is nothing else.
    pub fn choose(&self, candidates: &[Candidate]) -> usize {
        let turn = |candidate: &Candidate| self.turns.get(candidate.thread.0 as usize).copied();
        let order =
            |(_, candidate): &(usize, &Candidate)| (candidate.how == ResumeKind::Spurious, turn(candidate));
        let first = candidates.iter().enumerate().min_by_key(order);
        first.map_or(0, |(index, _)| index)
    }

    pub fn has_had_turn(&self, thread: ThreadId) -> bool {
        self.turns.get(thread.0 as usize).is_some_and(|turn| *turn > 0)
    }

    /// A candidate goes on. Objects that only the JDK has met, those from `inside` on, are new ones each time.
    pub fn step(&mut self, step: u64, candidate: &Candidate, inside: u32) {
        let thread = candidate.thread;
        let at = thread.0 as usize;
        if self.turns.len() <= at {
            self.turns.resize(at + 1, 0);
        }
        self.turns[at] = step;
        let mut op = candidate.op;
        let of_threads = op.target.object >= Target::THREADS - 1;
        if op.target.object >= inside && !of_threads {
            op.target = Target::NONE;
        }
        let is_new = self.done.insert((thread, candidate.how, op));
        if is_new || matches!(op.act, Act::Begin | Act::End | Act::Start) {
            self.new_at = step;
        }
        self.gave_way += u64::from(candidate.yields() && candidate.how != ResumeKind::Spurious);
    }

    /// Once that is known.
    pub fn verdict(&self, step: u64, model: &Model) -> Option<Verdict> {
        let taken = step - self.began;
        let is_idle = model.idle_rounds() >= IDLE && step - self.new_at >= LEAST.min(IDLE);
        match () {
            () if is_idle => Some(Verdict::GoesRound),
            () if taken < STEPS => None,
            () if step - self.new_at >= ROUND && self.gave_way * GIVING_WAY >= taken => {
                Some(Verdict::GoesRound)
            }
            () => Some(Verdict::CutOff),
        }
    }
}
