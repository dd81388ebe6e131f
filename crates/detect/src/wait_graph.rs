//! Which threads can never go on. Input: the threads that wait, each with what it takes to end its wait. Output: those
//! for which that cannot happen any more.
//!
//! A thread is stuck if all threads that could help it are stuck. So the stuck ones are the greatest set of waiting
//! threads such that no thread outside the set can help one inside: begin with all that wait, take out those that a
//! thread outside the set can wake, and repeat until nothing changes. Being the greatest such set, it has the
//! deadlocked threads, and those that wait for them in vain.
//!
//! False alarms: none, if the input is true at one moment and complete. In doubt, a thread runs. A thread that is not
//! listed has ended, and will never do anything.
//!
//! Start reading at [`verdict`].

use std::collections::{BTreeMap, BTreeSet};

use raddle_events::ThreadId;

use crate::graph::{Budget, Graph};

/// What a live thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It may do anything.
    Runs,
    Waits(Needs),
}

/// What ends a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// One of these threads could do it. Without any, no thread could.
    AnyOf(Vec<ThreadId>),
    /// All of these have to let go: one that never does is enough to wait for ever.
    AllOf(Vec<ThreadId>),
    /// Any running thread could do it.
    Anybody,
    /// Something outside the program will or may do it: a timer, I/O, a signal, the collector.
    Outside,
}

/// What is wrong with the threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// All that can never go on, in ascending order.
    pub stuck: Vec<ThreadId>,
    /// Of each group of them that wait for each other the shortest cycle, from its smallest thread on: each
    /// waits for the next one, and the last for the first. A thread may wait for itself alone.
    pub cycles: Vec<Vec<ThreadId>>,
}

/// Which of these threads, all that are alive, can never go on.
pub fn verdict(threads: &BTreeMap<ThreadId, State>) -> Verdict {
    let stuck = stuck(threads);
    let cycles = cycles(threads, &stuck);
    Verdict { stuck, cycles }
}

fn stuck(threads: &BTreeMap<ThreadId, State>) -> Vec<ThreadId> {
    // The threads waited for, with those that wait; and of each `AllOf`, how many have not been taken out yet.
    let mut waiters: BTreeMap<ThreadId, Vec<ThreadId>> = BTreeMap::new();
    let mut holding: BTreeMap<ThreadId, usize> = BTreeMap::new();
    let mut anybody = Vec::new();
    let mut woken = Vec::new();
    for (&thread, state) in threads {
        match state {
            State::Runs | State::Waits(Needs::Outside) => woken.push(thread),
            State::Waits(Needs::Anybody) => anybody.push(thread),
            State::Waits(Needs::AnyOf(others)) => {
                for &other in others {
                    waiters.entry(other).or_default().push(thread);
                }
            }
            State::Waits(Needs::AllOf(others)) => {
                for &other in others {
                    waiters.entry(other).or_default().push(thread);
                }
                holding.insert(thread, others.len());
                if others.is_empty() {
                    woken.push(thread);
                }
            }
        }
    }
    let mut left: BTreeSet<ThreadId> = threads.keys().copied().collect();
    while let Some(thread) = woken.pop() {
        if !left.remove(&thread) {
            continue;
        }
        woken.append(&mut anybody);
        for &waiter in waiters.get(&thread).into_iter().flatten() {
            match holding.get_mut(&waiter) {
                None => woken.push(waiter),
                Some(holding) => {
                    *holding -= 1;
                    if *holding == 0 {
                        woken.push(waiter);
                    }
                }
            }
        }
    }
    left.into_iter().collect()
}

fn cycles(threads: &BTreeMap<ThreadId, State>, stuck: &[ThreadId]) -> Vec<Vec<ThreadId>> {
    let number = |thread: &ThreadId| stuck.binary_search(thread).ok().map(|place| place as u32);
    let mut edges = Vec::new();
    for (from, thread) in (0..).zip(stuck) {
        if let Some(State::Waits(Needs::AnyOf(others) | Needs::AllOf(others))) = threads.get(thread) {
            edges.extend(others.iter().filter_map(number).map(|to| (from, to)));
        }
    }
    edges.sort_unstable();
    // Two readers that both want to write wait for themselves too; that they wait for each other says more.
    let (own, edges): (Vec<_>, Vec<_>) = edges.into_iter().partition(|(from, to)| from == to);
    let graph = Graph::new(stuck.len(), edges.iter().copied());
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (node, component) in (0..).zip(graph.components()) {
        groups.entry(component).or_default().push(node);
    }
    let cycle = |group: &Vec<u32>| match group.as_slice() {
        &[one] => own.contains(&(one, one)).then(|| vec![one]),
        group => graph.shortest_cycle(group, &mut Budget(u64::MAX)).ok()?,
    };
    let mut cycles: Vec<_> = groups.values().filter_map(cycle).collect();
    cycles.sort();
    let names = |cycle: Vec<u32>| cycle.into_iter().map(|node| stuck[node as usize]).collect();
    cycles.into_iter().map(names).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(states: &[State]) -> Verdict {
        verdict(&(0..).map(ThreadId).zip(states.iter().cloned()).collect())
    }

    fn any_of<const N: usize>(threads: [u32; N]) -> State {
        State::Waits(Needs::AnyOf(threads.map(ThreadId).to_vec()))
    }

    fn all_of<const N: usize>(threads: [u32; N]) -> State {
        State::Waits(Needs::AllOf(threads.map(ThreadId).to_vec()))
    }

    fn ids<const N: usize>(threads: [u32; N]) -> Vec<ThreadId> {
        threads.map(ThreadId).to_vec()
    }

    #[test]
    fn two_threads_wait_for_each_other_and_a_third_in_vain() {
        let verdict = judge(&[all_of([1]), all_of([2]), all_of([1]), State::Runs]);
        assert_eq!(verdict.stuck, ids([0, 1, 2]));
        assert_eq!(verdict.cycles, [ids([1, 2])]);
    }

    #[test]
    fn one_reader_that_never_lets_go_is_enough() {
        let verdict = judge(&[all_of([1, 2]), all_of([0]), State::Runs]);
        assert_eq!((verdict.stuck, verdict.cycles), (ids([0, 1]), vec![ids([0, 1])]));
    }

    #[test]
    fn one_thread_that_could_help_is_enough() {
        assert_eq!(
            judge(&[any_of([1, 2]), any_of([0]), State::Runs]),
            Verdict::default()
        );
        let verdict = judge(&[any_of([1, 2]), any_of([0]), all_of([0])]);
        assert_eq!(
            (verdict.stuck, verdict.cycles),
            (ids([0, 1, 2]), vec![ids([0, 1])])
        );
    }

    #[test]
    fn a_timer_wakes_what_waits_for_it_and_what_anybody_could() {
        let timed = State::Waits(Needs::Outside);
        let anybody = State::Waits(Needs::Anybody);
        assert_eq!(
            judge(&[anybody.clone(), anybody.clone(), timed]),
            Verdict::default()
        );
        let verdict = judge(&[anybody.clone(), anybody]);
        assert_eq!((verdict.stuck, verdict.cycles), (ids([0, 1]), vec![]));
    }

    #[test]
    fn a_deadlock_does_not_stop_those_who_run() {
        let anybody = State::Waits(Needs::Anybody);
        let verdict = judge(&[all_of([1]), all_of([0]), anybody, State::Runs]);
        assert_eq!(verdict.stuck, ids([0, 1]));
    }

    #[test]
    fn a_thread_may_wait_for_itself() {
        let verdict = judge(&[all_of([0]), State::Runs]);
        assert_eq!((verdict.stuck, verdict.cycles), (ids([0]), vec![ids([0])]));
    }

    #[test]
    fn what_has_ended_helps_no_thread() {
        let verdict = judge(&[all_of([7]), any_of([7]), any_of([]), all_of([])]);
        assert_eq!((verdict.stuck, verdict.cycles), (ids([0, 1, 2]), vec![]));
    }
}
