//! Schedules that fail are made simpler, and still fail.

use crate::support::{Ins, LONG, Program, Run, program, run};
use Ins::{Add, Enter, Exit, Notify, Read, SpinUntil, Until, Wait, Write, WriteNext, Yield};
use raddle_schedule::strategies::{Fewest, Random, Shrink};
use raddle_schedule::{Choice, ChoiceKind, Exhausted, Recording, Step, Strategy, Word};

/// Keeps what another strategy chooses.
struct Kept<'a> {
    strategy: &'a mut dyn Strategy,
    recording: Recording,
}

impl Strategy for Kept<'_> {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.strategy.begin(number, seed)
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let index = self.strategy.choose(choice);
        if choice.what == ChoiceKind::Waiter {
            // The step that notifies is recorded once it is over, so this comes too early by one word.
            return index;
        }
        if choice.is_preemption(index) {
            self.recording.preempted.push(choice.step + 1);
        }
        index
    }

    fn performed(&mut self, step: &Step) {
        self.recording.push(Word::Step {
            thread: step.thread,
            how: step.how,
            act: step.op.act,
            place: 0,
        });
        self.strategy.performed(step);
    }

    fn end(&mut self, cut_off: bool) {
        self.strategy.end(cut_off);
    }
}

fn recorded(program: &Program, strategy: &mut dyn Strategy) -> (Run, Recording) {
    let recording = Recording {
        version: Recording::VERSION,
        shows: vec!["it".to_owned()],
        ..Recording::default()
    };
    let mut kept = Kept { strategy, recording };
    let run = run(program, &mut kept, LONG);
    (run, kept.recording)
}

/// The fewest preemptions with which the program was seen to fail, and how many attempts that took.
fn shrunk(
    program: &Program,
    fails: &dyn Fn(&Run) -> bool,
    recording: &Recording,
    shrink: &mut dyn Strategy,
) -> (usize, u64) {
    let (mut best, mut attempts) = (recording.preempted.len(), 0);
    while shrink.begin(attempts, 0) {
        attempts += 1;
        let before = best;
        let mut failing = Failing { shrink: &mut *shrink };
        let (run, now) = recorded(program, &mut failing);
        let has_failed = fails(&run);
        if has_failed {
            shrink.failed("it");
        }
        shrink.failed("something else");
        shrink.end(run.cut_off);
        if shrink.keeps() {
            best = now.preempted.len();
        }
        assert_eq!(shrink.keeps(), has_failed && now.preempted.len() < before);
        assert!(attempts < 500 + Fewest::MOST);
    }
    (best, attempts)
}

/// Leaves the end to the test, which knows whether the schedule has failed.
struct Failing<'a> {
    shrink: &'a mut dyn Strategy,
}

impl Strategy for Failing<'_> {
    fn begin(&mut self, _number: u64, _seed: u64) -> bool {
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        self.shrink.choose(choice)
    }

    fn performed(&mut self, step: &Step) {
        self.shrink.performed(step);
    }
}

const ENOUGH: usize = 40;

/// Shrinks what random schedules show, for several seeds.
fn least(program: &Program, fails: &dyn Fn(&Run) -> bool, least: std::ops::RangeInclusive<usize>) {
    let (mut failed, mut most) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random::default();
        random.begin(0, seed);
        let (run, recording) = recorded(program, &mut random);
        if !fails(&run) || failed == ENOUGH {
            continue;
        }
        failed += 1;
        most = most.max(recording.preempted.len());
        let mut shrink = Shrink::new(&recording, 0).unwrap();
        let (best, attempts) = shrunk(program, fails, &recording, &mut shrink);
        assert!(
            least.contains(&best),
            "{best} after seed {seed}, {attempts} attempts: {recording:?}"
        );
    }
    assert!(
        failed > 5 && most > *least.end(),
        "{failed} failed, {most} preemptions"
    );
}

const BUSY: [Ins; 6] = [Add(7), Add(8), Add(9), Add(7), Add(8), Add(9)];

fn busy(own: &[Ins]) -> Vec<Ins> {
    [&BUSY, own, &BUSY].concat()
}

#[test]
fn a_lost_update_takes_one_preemption() {
    let add = busy(&[Read(0), WriteNext(0)]);
    let program = program([&add, &add, &BUSY]);
    least(&program, &|run| run.state.variables.get(&0) == Some(&1), 1..=1);
}

#[test]
fn a_deadlock_takes_one() {
    let one = busy(&[Enter(0), Enter(1), Exit(1), Exit(0)]);
    let other = busy(&[Enter(1), Enter(0), Exit(0), Exit(1)]);
    least(&program([&one, &other]), &Run::is_deadlock, 1..=1);
}

/// The first is to see a 1 and then a 2, and the second writes the 2 only if it has seen what the first wrote in between.
#[test]
fn what_takes_two_keeps_two() {
    let reader = busy(&[Read(0), Write(1, 1), Read(0)]);
    let writer = busy(&[Write(0, 1), Read(1), Write(0, 2)]);
    let both = |run: &Run| run.state.registers == [12, 1];
    least(&program([&reader, &writer]), &both, 2..=2);
}

#[test]
fn who_spins_does_not_keep_the_others_from_going_on() {
    let setter = busy(&[Read(0), WriteNext(0), Write(1, 1)]);
    // Without a yield, leaving the loop is a preemption.
    for (waits, most) in [(Until(1), 2), (SpinUntil(1), 1)] {
        let waiter = busy(&[Read(0), WriteNext(0), waits, Yield]);
        let program = program([&waiter, &setter]);
        least(&program, &|run| run.state.variables.get(&0) == Some(&1), 1..=most);
    }
}

/// A signal that comes too early, and threads that wait for it in vain.
#[test]
fn a_lost_notification_needs_no_preemption() {
    let waits = busy(&[Enter(0), Wait(0), Exit(0)]);
    let notifies = busy(&[Enter(0), Notify(0), Exit(0)]);
    least(&program([&waits, &waits, &notifies]), &Run::is_deadlock, 0..=0);
}

/// What was tried in another JVM is not tried again.
#[test]
fn attempts_that_were_in_vain_are_passed_over() {
    let recording = Recording {
        version: Recording::VERSION,
        preempted: vec![2],
        steps: "0r0 1r0".to_owned(),
        ..Recording::default()
    };
    assert!(Shrink::new(&recording, 0).unwrap().begin(0, 0));
    assert!(!Shrink::new(&recording, 1).unwrap().begin(0, 0));
    let broken = Recording {
        steps: "x".to_owned(),
        ..recording
    };
    assert!(Shrink::new(&broken, 0).is_err());
}

/// Each takes the fork at its left and then the one at its right. If those who sit to the left of another wait for that
/// one's fork, only the first has to be interrupted.
#[test]
fn a_cycle_of_four_takes_one() {
    let philosopher = |left, right| [Enter(left), Enter(right), Exit(right), Exit(left)];
    let all = [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(left, right)| philosopher(left, right));
    let program = program(all.each_ref().map(<[Ins; 4]>::as_slice));
    least(&program, &Run::is_deadlock, 1..=1);
}

/// The reader was interrupted by the writer, where the writer might have come first.
#[test]
fn the_fewest_are_found_at_other_places() {
    let program = program([&[Add(7), Read(0)], &[Write(0, 1)]]);
    let fails = |run: &Run| run.state.registers.first() == Some(&1);
    let mut others = 0;
    for seed in 0..100 {
        let mut random = Random::default();
        random.begin(0, seed);
        let (run, recording) = recorded(&program, &mut random);
        if !fails(&run) || recording.preempted.is_empty() {
            continue;
        }
        let mut shrink = Shrink::new(&recording, 0).unwrap();
        others += shrunk(&program, &fails, &recording, &mut shrink).0;
        let mut fewest = Fewest::new(&recording, 0, true).unwrap();
        let (best, _) = shrunk(&program, &fails, &recording, &mut fewest);
        assert_eq!((best, fewest.exhausted()), (0, Exhausted::All), "seed {seed}");
    }
    assert!(others > 0, "leaving preemptions out was enough each time");
}

/// Where nothing is left of a schedule but its recording, and where another failure has ended the search.
#[test]
fn there_is_no_search_without_a_state_or_after_a_failure() {
    let recording = Recording {
        version: Recording::VERSION,
        preempted: vec![2],
        steps: "0r0 1r0".to_owned(),
        ..Recording::default()
    };
    let begins = |refused, searches| {
        let mut fewest = Fewest::new(&recording, refused, searches).unwrap();
        (fewest.begin(0, 0), fewest.exhausted())
    };
    assert_eq!(begins(1, true), (true, Exhausted::No));
    assert_eq!(begins(1, false), (false, Exhausted::No));
    assert_eq!(begins(2, true), (false, Exhausted::No));
}
