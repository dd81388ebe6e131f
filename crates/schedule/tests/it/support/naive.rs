//! All interleavings, one after the other, and what tells them apart.

use std::collections::{BTreeMap, BTreeSet};

use raddle_events::ThreadId;
use raddle_schedule::{Choice, ResumeKind, Step, Strategy};

use super::{Program, Run, State, explore};

/// Counts through all choices.
#[derive(Default)]
struct Naive {
    /// What was chosen, and among how many.
    path: Vec<(usize, usize)>,
    depth: usize,
}

impl Strategy for Naive {
    fn begin(&mut self, number: u64, _seed: u64) -> bool {
        self.depth = 0;
        while self
            .path
            .pop_if(|(chosen, count)| *chosen + 1 == *count)
            .is_some()
        {}
        match self.path.last_mut() {
            Some((chosen, _)) => *chosen += 1,
            None => return number == 0,
        }
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        if self.depth == self.path.len() {
            self.path.push((0, choice.candidates.len()));
        }
        self.depth += 1;
        self.path[self.depth - 1].0
    }
}

/// All schedules, or none if there are more than so many.
pub fn all(program: &Program, most: u64) -> Option<Vec<Run>> {
    let runs = explore(program, &mut Naive::default(), 0, most + 1);
    (runs.len() as u64 <= most).then_some(runs)
}

/// What two schedules have in common that differ only in the order of steps that do not depend on each other:
/// for each step of each thread what it was, and which of the others' came before.
pub type Class = BTreeMap<(ThreadId, usize), (String, BTreeSet<(ThreadId, usize)>)>;

pub fn class(run: &Run) -> Class {
    let mut class = Class::new();
    let mut names: Vec<(ThreadId, usize)> = Vec::new();
    for (index, step) in run.steps.iter().enumerate() {
        let count = names.iter().filter(|(thread, _)| *thread == step.thread).count();
        let mut before = BTreeSet::new();
        for (name, other) in names.iter().zip(&run.steps) {
            if depend(step, other) {
                before.insert(*name);
                before.extend(class[name].1.iter().copied());
            }
        }
        let woken = run
            .woken
            .iter()
            .find(|(at, _)| *at == index)
            .map(|(_, thread)| thread);
        let what = format!("{:?} {:?} {woken:?}", step.how, step.op);
        names.push((step.thread, count));
        class.insert((step.thread, count), (what, before));
    }
    class
}

/// All that put the clock forward depend on each other.
fn depend(a: &Step, b: &Step) -> bool {
    let mut pairs = a
        .accesses
        .iter()
        .flat_map(|x| b.accesses.iter().map(move |y| (x, y)));
    let conflict = pairs.any(|(x, y)| x.target == y.target && (x.writes || y.writes));
    a.thread == b.thread || conflict || (a.how, b.how) == (ResumeKind::Expire, ResumeKind::Expire)
}

pub fn classes(runs: &[Run]) -> BTreeSet<Class> {
    runs.iter().map(class).collect()
}

pub fn states(runs: &[Run]) -> BTreeSet<State> {
    runs.iter().map(|run| run.state.clone()).collect()
}
