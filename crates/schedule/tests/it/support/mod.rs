//! Small programs, and a controller that runs them by the contract of [`Strategy`].
//!
//! A program is a list of instructions for each thread. Most are switch points: a step is one of them and all
//! up to the next. Leaving a monitor is none, nor is going to wait, which leaves it, too.

pub mod naive;

use std::collections::BTreeMap;

use raddle_events::{SiteId, ThreadId};
use raddle_schedule::{Access, Act, Candidate, Choice, ChoiceKind, Op, ResumeKind, Step, Strategy, Target};

/// An instruction. Variables and monitors are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ins {
    /// Appends what it reads to the register, as a digit.
    Read(u32),
    Write(u32, u64),
    /// Writes what the last digit of the register says, and one more.
    WriteNext(u32),
    /// Adds one, at once.
    Add(u32),
    Enter(u32),
    Exit(u32),
    Wait(u32),
    TimedWait(u32),
    Notify(u32),
    /// Reads until it is not 0.
    Until(u32),
    Yield,
    Start(u32),
    /// Reads until it is not 0, and says in between that it spins.
    SpinUntil(u32),
    /// Sleeps again and again until it is not 0, which wakes it; the strategy does not see that it reads.
    SleepUntil(u32),
}

#[derive(Clone, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Ins>>,
}

pub fn program<const N: usize>(threads: [&[Ins]; N]) -> Program {
    Program {
        threads: threads.map(<[Ins]>::to_vec).to_vec(),
    }
}

/// Where a thread's instruction is.
pub fn site(thread: usize, pc: usize) -> SiteId {
    SiteId(1 + 1000 * thread as u32 + pc as u32)
}

pub fn variable(number: u32) -> Target {
    Target {
        object: 100 + number,
        part: 0,
    }
}

fn monitor(number: u32) -> Target {
    Target::monitor(200 + number)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Unborn,
    /// Has been started, and has not begun.
    Newborn,
    Ready,
    /// Has read a 0, and is about to say that it spins.
    Spins,
    Waits,
    /// Was woken, and needs the monitor.
    Woken,
    Ended,
}

/// What is left in the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub variables: BTreeMap<u32, u64>,
    pub registers: Vec<u64>,
    pcs: Vec<usize>,
    phases: Vec<Phase>,
    owners: BTreeMap<u32, usize>,
    /// In the order in which they came.
    waiting: Vec<usize>,
}

impl State {
    fn new(program: &Program) -> Self {
        let count = program.threads.len();
        let mut phases = vec![Phase::Ready; count];
        for ins in program.threads.iter().flatten() {
            if let Ins::Start(child) = ins {
                phases[*child as usize] = Phase::Unborn;
            }
        }
        State {
            variables: BTreeMap::new(),
            registers: vec![0; count],
            pcs: vec![0; count],
            phases,
            owners: BTreeMap::new(),
            waiting: Vec::new(),
        }
    }

    pub fn has_ended(&self) -> bool {
        self.phases
            .iter()
            .all(|phase| matches!(phase, Phase::Ended | Phase::Unborn))
    }

    fn get(&self, variable: u32) -> u64 {
        self.variables.get(&variable).copied().unwrap_or(0)
    }
}

/// What a schedule was like.
#[derive(Clone, Debug)]
pub struct Run {
    pub steps: Vec<Step>,
    /// After how many steps whom a notification woke.
    pub woken: Vec<(usize, ThreadId)>,
    pub state: State,
    pub preemptions: u32,
    pub cut_off: bool,
}

impl Run {
    pub fn is_deadlock(&self) -> bool {
        !self.cut_off && !self.state.has_ended()
    }

    pub fn order(&self) -> Vec<(ThreadId, ResumeKind, Op)> {
        self.steps
            .iter()
            .map(|step| (step.thread, step.how, step.op))
            .collect()
    }
}

struct Controller<'a> {
    program: &'a Program,
    state: State,
    woken: Vec<(usize, ThreadId)>,
    steps: Vec<Step>,
}

impl Controller<'_> {
    fn instruction(&self, thread: usize) -> Option<Ins> {
        self.program.threads[thread].get(self.state.pcs[thread]).copied()
    }

    fn op(&self, thread: usize) -> Op {
        let life = Target::life(ThreadId(thread as u32));
        let (act, target) = match (self.state.phases[thread], self.instruction(thread)) {
            (Phase::Newborn, _) => (Act::Begin, life),
            (Phase::Spins, _) => (Act::Spin, Target::NONE),
            (Phase::Woken, Some(Ins::Wait(m) | Ins::TimedWait(m))) => (Act::Reenter, monitor(m)),
            (_, Some(Ins::Wait(m) | Ins::TimedWait(m))) => (Act::Wait, monitor(m)),
            (_, Some(Ins::Read(v) | Ins::Until(v) | Ins::SpinUntil(v))) => (Act::Read, variable(v)),
            (_, Some(Ins::Write(v, _) | Ins::WriteNext(v))) => (Act::Write, variable(v)),
            (_, Some(Ins::Add(v))) => (Act::Update, variable(v)),
            (_, Some(Ins::Enter(m) | Ins::Exit(m))) => (Act::Enter, monitor(m)),
            (_, Some(Ins::Notify(m))) => (Act::Notify, monitor(m)),
            (_, Some(Ins::Yield)) => (Act::Yield, Target::NONE),
            (_, Some(Ins::SleepUntil(_))) => (Act::Sleep, Target::NONE),
            (_, Some(Ins::Start(t))) => (Act::Start, Target::life(ThreadId(t))),
            (_, None) => (Act::End, life),
        };
        Op {
            act,
            target,
            site: site(thread, self.state.pcs[thread]),
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        for thread in 0..self.program.threads.len() {
            let free = |m: u32| !self.state.owners.contains_key(&m);
            let how = match (self.state.phases[thread], self.instruction(thread)) {
                (Phase::Unborn | Phase::Ended, _) => continue,
                (Phase::Waits, Some(Ins::TimedWait(_))) => ResumeKind::Expire,
                (Phase::Waits, _) => continue,
                (Phase::Woken, Some(Ins::Wait(m) | Ins::TimedWait(m))) if !free(m) => continue,
                (Phase::Ready, Some(Ins::Enter(m))) if !free(m) => continue,
                (Phase::Ready, Some(Ins::SleepUntil(v))) if self.state.get(v) == 0 => ResumeKind::Expire,
                _ => ResumeKind::Go,
            };
            all.push(Candidate {
                thread: ThreadId(thread as u32),
                how,
                op: self.op(thread),
            });
        }
        all
    }

    fn waiters(&self, m: u32) -> Vec<usize> {
        let at = |thread: &usize| matches!(self.instruction(*thread), Some(Ins::Wait(n) | Ins::TimedWait(n)) if n == m);
        self.state.waiting.iter().copied().filter(at).collect()
    }

    fn wake(&mut self, thread: usize) {
        self.state.phases[thread] = Phase::Woken;
        self.state.waiting.retain(|other| *other != thread);
    }

    fn step(&mut self, candidate: &Candidate, strategy: &mut dyn Strategy) -> Step {
        let thread = candidate.thread.0 as usize;
        let mut accesses = vec![];
        let target = candidate.op.target;
        if target != Target::NONE {
            accesses.push(Access {
                target,
                writes: candidate.op.act != Act::Read,
            });
        }
        let moves = self.perform(thread, candidate, strategy);
        if moves {
            self.state.pcs[thread] += 1;
            self.run_on(thread, &mut accesses);
        }
        Step {
            thread: candidate.thread,
            how: candidate.how,
            op: candidate.op,
            accesses,
        }
    }

    /// Whether the thread goes on to its next instruction.
    fn perform(&mut self, thread: usize, candidate: &Candidate, strategy: &mut dyn Strategy) -> bool {
        match self.state.phases[thread] {
            Phase::Waits => {
                self.wake(thread);
                return false;
            }
            Phase::Newborn | Phase::Spins => {
                self.state.phases[thread] = Phase::Ready;
                return false;
            }
            _ => {}
        }
        match self.instruction(thread) {
            Some(Ins::Read(v)) => {
                self.state.registers[thread] = 10 * self.state.registers[thread] + self.state.get(v);
            }
            Some(Ins::Write(v, value)) => _ = self.state.variables.insert(v, value),
            Some(Ins::WriteNext(v)) => {
                let next = self.state.registers[thread] % 10 + 1;
                self.state.variables.insert(v, next);
            }
            Some(Ins::Add(v)) => *self.state.variables.entry(v).or_default() += 1,
            Some(Ins::Enter(m)) => _ = self.state.owners.insert(m, thread),
            Some(Ins::Wait(m) | Ins::TimedWait(m)) => {
                self.state.owners.insert(m, thread);
                self.state.phases[thread] = Phase::Ready;
            }
            Some(Ins::Notify(m)) => self.notify(m, candidate, strategy),
            Some(Ins::Until(v) | Ins::SleepUntil(v)) => return self.state.get(v) != 0,
            Some(Ins::SpinUntil(v)) => {
                let set = self.state.get(v) != 0;
                self.state.phases[thread] = if set { Phase::Ready } else { Phase::Spins };
                return set;
            }
            Some(Ins::Start(child)) => self.state.phases[child as usize] = Phase::Newborn,
            Some(Ins::Exit(_) | Ins::Yield) => {}
            None => {
                self.state.phases[thread] = Phase::Ended;
                return false;
            }
        }
        true
    }

    fn notify(&mut self, m: u32, notifier: &Candidate, strategy: &mut dyn Strategy) {
        let waiters = self.waiters(m);
        let candidates: Vec<_> = waiters
            .iter()
            .map(|thread| Candidate {
                thread: ThreadId(*thread as u32),
                how: ResumeKind::Go,
                op: self.op(*thread),
            })
            .collect();
        let index = match waiters.len() {
            0 => return,
            1 => 0,
            _ => strategy.choose(&Choice {
                step: self.steps.len() as u64,
                last: Some(notifier.thread),
                what: ChoiceKind::Waiter,
                candidates: &candidates,
            }),
        };
        self.woken.push((self.steps.len(), candidates[index].thread));
        self.wake(waiters[index]);
    }

    /// What comes before the next switch point.
    fn run_on(&mut self, thread: usize, accesses: &mut Vec<Access>) {
        while let Some(Ins::Exit(m) | Ins::Wait(m) | Ins::TimedWait(m)) = self.instruction(thread) {
            self.state.owners.remove(&m);
            let access = Access {
                target: monitor(m),
                writes: true,
            };
            if !accesses.contains(&access) {
                accesses.push(access);
            }
            if !matches!(self.instruction(thread), Some(Ins::Exit(_))) {
                self.state.phases[thread] = Phase::Waits;
                self.state.waiting.push(thread);
                return;
            }
            self.state.pcs[thread] += 1;
        }
    }
}

/// Runs one schedule, which has begun already, for at most so many steps.
pub fn run(program: &Program, strategy: &mut dyn Strategy, limit: usize) -> Run {
    let mut controller = Controller {
        program,
        state: State::new(program),
        woken: Vec::new(),
        steps: Vec::new(),
    };
    let (mut last, mut preemptions) = (None, 0);
    let cut_off = loop {
        let candidates = controller.candidates();
        let is_long = controller.steps.len() >= limit;
        if candidates.is_empty() || is_long {
            break !candidates.is_empty();
        }
        let step = controller.steps.len() as u64;
        let choice = Choice {
            step,
            last,
            what: ChoiceKind::Thread,
            candidates: &candidates,
        };
        let index = if candidates.len() > 1 {
            strategy.choose(&choice)
        } else {
            0
        };
        preemptions += u32::from(choice.is_preemption(index));
        let step = controller.step(&candidates[index], strategy);
        last = Some(step.thread);
        strategy.performed(&step);
        controller.steps.push(step);
    };
    strategy.end(cut_off);
    Run {
        steps: controller.steps,
        woken: controller.woken,
        state: controller.state,
        preemptions,
        cut_off,
    }
}

/// Runs up to so many schedules, fewer if the strategy has no more.
pub fn explore(program: &Program, strategy: &mut dyn Strategy, seed: u64, most: u64) -> Vec<Run> {
    (0..most)
        .map_while(|number| strategy.begin(number, seed).then(|| run(program, strategy, LONG)))
        .collect()
}

/// Steps after which a schedule is cut off.
pub const LONG: usize = 10_000;
