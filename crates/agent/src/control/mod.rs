//! One thread at a time: the schedules that this JVM runs, and the one that it is running.
//!
//! A controlled thread comes here whenever another could go on in its place, or it has to wait
//! ([`Control::arrive`]). The next one is chosen under one lock (`schedule.rs`), gets its turn (`turn.rs`), and the
//! thread waits for its own. What it then does it does for real: nobody else is in its way.
//!
//! Threads may also wait for what nobody models: I/O, a class that another thread initialises, a lock of the JVM's
//! own. `lookout.rs` sees that the thread whose turn it is sleeps, and lets others go on; such a
//! schedule may not repeat exactly, and says so.
//!
//! If nobody can go on, the thread that found so tells (`verdict.rs`), and the JVM is ended: the others are
//! frozen where they are, which is better than tearing them out of it.
//!
//! Start reading at [`Control::arrive`], then `Schedule::next`.

mod lookout;
mod schedule;
mod turn;
mod verdict;

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::{jfieldID, jobject};
use jvmti_bindings::sys::jvmti::JVMTI_THREAD_STATE_TERMINATED as TERMINATED;
use parking_lot::{Mutex, MutexGuard};
use raddle_events::{AccessKind, SiteId, ThreadId};
use raddle_findings::Explored;
use raddle_findings::control::{Bound, Saved};
use raddle_findings::record::Line;
use raddle_schedule::strategies::Named;
use raddle_schedule::{Act, Exhausted, Hint, Op, Recording, Replay, Resumed, Spot, Strategy, Target, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::jvm::Env;
use crate::memory::reserve;
use crate::{Agent, limits};
use schedule::{Chosen, Next, Schedule};
use verdict::Verdict;

pub use verdict::Standing;

/// How often the command hears how far we are.
const TOLD_EVERY: Duration = Duration::from_millis(100);

thread_local! {
    /// The thread that ends the JVM is not controlled any more.
    static CONCLUDES: Cell<bool> = const { Cell::new(false) };
}

pub struct Control {
    pub config: raddle_findings::Control,
    dir: PathBuf,
    began: Instant,
    core: Option<usize>,
    /// Address of a byte per site: whether a plain access there is a switch point.
    asked: usize,
    sites: usize,
    state: Mutex<State>,
    /// Nobody goes on any more.
    frozen: AtomicBool,
    /// Threads that have ended for the schedule and may not have for the JVM.
    ending: AtomicUsize,
}

struct State {
    strategy: Box<dyn Strategy>,
    replay: Option<Replay>,
    schedule: Option<Schedule>,
    next: u64,
    tried: u64,
    explored: Explored,
    behaviours: FxHashSet<u64>,
    told: Instant,
    is_over: bool,
    places: FxHashMap<SiteId, Arc<str>>,
    statics: FxHashMap<(String, String), i32>,
}

impl Control {
    pub fn new(agent_config: &raddle_findings::Config, dir: PathBuf) -> Result<Option<Self>, String> {
        let Some(config) = agent_config.control.clone() else {
            return Ok(None);
        };
        let named = Named::from_name(&config.strategy)
            .ok_or_else(|| format!("there is no strategy `{}`", config.strategy))?;
        let replay = config.replay.as_ref().map(|path| {
            let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let saved: Saved<Recording> = serde_json::from_slice(&text)
                .map_err(|error| format!("{} is no recording: {error}", path.display()))?;
            Replay::of(&saved.recording)
        });
        let sites = limits::sites(&agent_config.limits) + 1;
        let asked = reserve(sites) as usize;
        Ok(Some(Self {
            dir,
            began: Instant::now(),
            core: turn::core(config.core),
            asked,
            sites,
            state: Mutex::new(State {
                strategy: named.make(),
                replay: replay.transpose()?,
                schedule: None,
                next: config.first,
                tried: 0,
                explored: Explored {
                    next: config.first,
                    ..Explored::default()
                },
                behaviours: FxHashSet::default(),
                told: Instant::now(),
                is_over: false,
                places: FxHashMap::default(),
                statics: FxHashMap::default(),
            }),
            frozen: AtomicBool::new(false),
            ending: AtomicUsize::new(0),
            config,
        }))
    }

    pub fn asked_table(&self) -> i64 {
        self.asked as i64
    }

    /// Whether this JVM is one schedule, from its start on.
    pub fn is_alone(&self) -> bool {
        self.config.entry.is_empty()
    }

    // The life of a schedule.

    /// Begins the next schedule, with the calling thread as its first. `None`: there is no more.
    pub fn begin(&self, agent: &Agent, env: Env, thread: jobject, id: ThreadId) -> Option<u64> {
        let mut state = self.state.lock();
        let is_replay = state.replay.is_some();
        let late = self
            .config
            .millis
            .is_some_and(|millis| self.began.elapsed().as_millis() as u64 >= millis);
        let most = if is_replay { 1 } else { self.config.runs };
        if state.is_over || state.tried >= most || late {
            self.tell(agent, &mut state);
            return None;
        }
        let number = state.next;
        if !is_replay && !state.strategy.begin(number, self.config.seed) {
            state.explored.exhausted = match state.strategy.exhausted() {
                Exhausted::No => None,
                Exhausted::UpTo(bound) => Some(Bound::Preemptions(bound)),
                Exhausted::All => Some(Bound::None),
            };
            state.is_over = true;
            self.tell(agent, &mut state);
            return None;
        }
        state.next = number + self.config.stride.max(1);
        state.tried += 1;
        let mut schedule = Schedule::new(number, self.config.spurious, self.config.max_steps);
        let first = schedule.add(env.new_global(thread) as usize, id, false);
        schedule.running = Some(first);
        if let Some(turn) = schedule.turn(first) {
            turn.adopt(self.core);
        }
        state.schedule = Some(schedule);
        Some(number)
    }

    /// The first thread has done its work; returns once all others have. True: nothing is left of them.
    pub fn finish(&'static self, agent: &'static Agent, env: Env, thread: ThreadId) -> bool {
        let Some(mut state) = self.enter() else {
            return false;
        };
        let state_ref = &mut *state;
        let Some(schedule) = &mut state_ref.schedule else {
            return false;
        };
        schedule.complete(&mut *state_ref.strategy);
        schedule.model.end(thread);
        let Some(turn) = schedule.turn(thread) else {
            return false;
        };
        match self.next(&mut state) {
            Next::Over => drop(state),
            next => {
                self.hand_over(agent, env, state, next);
                turn.wait();
            }
        }
        self.settle(agent, env);
        agent.nesting.conclude(agent, env);
        let mut state = self.state.lock();
        let clean = state
            .schedule
            .as_ref()
            .is_some_and(|schedule| !schedule.model.has_threads());
        self.end(agent, env, &mut state, false);
        if !clean {
            self.tell(agent, &mut state);
        }
        clean
    }

    /// The schedule is over. What it has shown is kept.
    fn end(&self, agent: &Agent, env: Env, state: &mut State, cut_off: bool) {
        let Some(mut schedule) = state.schedule.take() else {
            return;
        };
        schedule.complete(&mut *state.strategy);
        state.strategy.end(cut_off);
        let explored = &mut state.explored;
        explored.schedules += 1;
        explored.steps += schedule.steps;
        explored.cut_off += u64::from(cut_off);
        explored.failed += u64::from(schedule.has_failed);
        explored.next = state.next;
        for doubt in &schedule.doubts {
            if !explored.doubts.contains(doubt) {
                explored.doubts.push(doubt.clone());
            }
        }
        if state.behaviours.insert(schedule.behaviour()) {
            explored.distinct += 1;
        }
        state.is_over |= schedule.has_failed && !self.config.keep_going;
        // A process of its own may fail by its status, which only the command sees.
        if (schedule.is_news || self.is_alone()) && state.replay.is_none() {
            self.save(agent, state, &schedule);
        }
        for member in &schedule.members {
            env.delete_global(member.object as jobject);
        }
        if state.told.elapsed() >= TOLD_EVERY {
            self.tell(agent, state);
        }
    }

    fn tell(&self, agent: &Agent, state: &mut State) {
        state.told = Instant::now();
        agent.record.write(&Line::Explored(state.explored.clone()));
    }

    /// The JVM ends: if it is one schedule, that is over.
    pub fn stop(&self, agent: &Agent, env: Env) {
        let Some(mut state) = self.state.try_lock_for(Duration::from_secs(1)) else {
            return;
        };
        if state.schedule.is_some() {
            self.end(agent, env, &mut state, false);
            self.tell(agent, &mut state);
        }
    }

    /// A finding that nobody had before, or a failure that this schedule has shown again.
    pub fn found(&self, is_new: bool, is_failure: bool) -> Option<u64> {
        // The thread that found it has its turn, and holds no lock of ours.
        let mut state = self.state.lock();
        let schedule = state.schedule.as_mut()?;
        schedule.is_news |= is_new;
        schedule.has_failed |= is_failure;
        Some(schedule.number)
    }

    /// Something that a schedule could confirm. Plain accesses at these sites are switch points from now on.
    pub fn suspect(&self, hint: &Hint) {
        if let Hint::Race(sites) = hint {
            for site in sites.iter().filter(|site| (site.0 as usize) < self.sites) {
                // SAFETY: the table has a byte for each site, which everybody accesses as a whole.
                unsafe { ((self.asked + site.0 as usize) as *mut u8).write_volatile(1) };
            }
        }
        self.state.lock().strategy.hint(hint);
    }

    fn save(&self, agent: &Agent, state: &mut State, schedule: &Schedule) {
        let mut numbers: FxHashMap<SiteId, u32> = FxHashMap::default();
        let mut recording = Recording {
            version: Recording::VERSION,
            strategy: self.config.strategy.clone(),
            seed: self.config.seed,
            schedule: schedule.number,
            entry: self.config.entry.clone(),
            doubts: schedule.doubts.clone(),
            ..Recording::default()
        };
        for chosen in &schedule.chosen {
            let word = match *chosen {
                Chosen::Step {
                    thread,
                    how,
                    act,
                    site,
                } => {
                    let places = &mut recording.places;
                    let place = *numbers.entry(site).or_insert_with(|| {
                        places.push(state.place(agent, site).to_string());
                        places.len() as u32 - 1
                    });
                    Word::Step {
                        thread,
                        how,
                        act,
                        place,
                    }
                }
                Chosen::Woken(thread) => Word::Woken(thread),
            };
            recording.push(word);
        }
        let saved = Saved {
            config: agent.config.clone(),
            recording,
        };
        let path = self.dir.join(Saved::<Recording>::name(schedule.number));
        let written = serde_json::to_vec(&saved)
            .map_err(std::io::Error::from)
            .and_then(|text| fs::write(&path, text));
        if let Err(error) = written {
            agent.record.write(&Line::Incomplete {
                reason: format!("schedule {} cannot be kept: {error}", schedule.number),
            });
        }
    }

    // Turns.

    /// The lock; `None` if nobody goes on any more and the calling thread is the one to say so. Any other waits
    /// for the end.
    fn enter(&self) -> Option<MutexGuard<'_, State>> {
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
        spot: Spot,
    ) -> Resumed {
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
        let was_outside = schedule.model.is_outside(me);
        if !was_outside {
            schedule.complete(&mut **strategy);
        }
        schedule.model.arrive(me, op, spot);
        if was_outside && schedule.running.is_some() {
            drop(state);
            return self.wait(agent, env, &turn);
        }
        match self.next(&mut state) {
            Next::Thread(next, resumed) if next == me => resumed,
            next => {
                self.hand_over(agent, env, state, next);
                self.wait(agent, env, &turn)
            }
        }
    }

    fn wait(&self, agent: &Agent, env: Env, turn: &turn::Turn) -> Resumed {
        let resumed = turn.wait();
        self.settle(agent, env);
        resumed
    }

    /// A thread runs for the first time.
    pub fn first_turn(&self, agent: &Agent, env: Env, me: ThreadId) {
        let turn = self
            .state
            .lock()
            .schedule
            .as_ref()
            .and_then(|schedule| schedule.turn(me));
        let Some(turn) = turn else { return };
        // The JVM also says of its first thread that it starts, after that has begun a schedule.
        if turn.adopt(self.core) {
            self.wait(agent, env, &turn);
        }
    }

    fn next(&self, state: &mut State) -> Next {
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
        schedule.next(&mut **strategy, replay.as_mut(), place)
    }

    /// Lets somebody else go on, or says that nobody can.
    fn hand_over(&'static self, agent: &'static Agent, env: Env, state: MutexGuard<'_, State>, next: Next) {
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
                // Whoever waits for the end is the first thread; a JVM that is one schedule ends by itself.
                let first = schedule.turn(ThreadId(0)).filter(|_| !self.is_alone());
                drop(state);
                if let Some(first) = first {
                    first.grant(Resumed::Done);
                }
            }
            Next::Outside => drop(state),
            Next::Nobody => self.conclude(agent, env, state, Verdict::Nobody),
            Next::CutOff { spins } => self.conclude(agent, env, state, Verdict::CutOff { spins }),
            Next::Diverged(divergence) => self.conclude(agent, env, state, Verdict::Diverged(divergence)),
        }
    }

    /// A thread has done all that it does in Java. It will not be back.
    pub fn gone(&'static self, agent: &'static Agent, env: Env, me: ThreadId, thread: jobject, object: u32) {
        let Some(mut state) = self.enter() else { return };
        let State {
            schedule, strategy, ..
        } = &mut *state;
        let Some(schedule) = schedule else { return };
        schedule.touch(Target::life(me), true);
        let waiting = schedule.model.waiting(object).to_vec();
        if !waiting.is_empty() {
            schedule.touch(Target::monitor(object), true);
            waiting.into_iter().for_each(|other| schedule.model.notify(other));
        }
        schedule.model.exit(me, object);
        schedule.complete(&mut **strategy);
        let was_outside = schedule.model.is_outside(me);
        schedule.model.end(me);
        schedule.ending.push(env.new_global(thread) as usize);
        self.ending.fetch_add(1, Ordering::Release);
        if was_outside && schedule.running.is_some() {
            return;
        }
        let next = self.next(&mut state);
        self.hand_over(agent, env, state, next);
    }

    /// Threads that have ended are really gone before anybody else goes on: whoever asks gets the same answer
    /// each time.
    fn settle(&self, agent: &Agent, env: Env) {
        if self.ending.load(Ordering::Acquire) == 0 {
            return;
        }
        let ended = match &mut self.state.lock().schedule {
            Some(schedule) => std::mem::take(&mut schedule.ending),
            None => return,
        };
        self.ending.fetch_sub(ended.len(), Ordering::AcqRel);
        for thread in ended {
            while agent.jvmti.thread_state(thread as jobject) & TERMINATED == 0 {
                turn::give_way();
            }
            env.delete_global(thread as jobject);
        }
    }

    // What threads do to each other.

    /// What the thread that runs, or one that is not controlled, does to the schedule.
    fn with<T>(&self, otherwise: T, body: impl FnOnce(&mut Schedule) -> T) -> T {
        match self.enter() {
            Some(mut state) => state.schedule.as_mut().map_or(otherwise, body),
            None => otherwise,
        }
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
            if (is_mine || !may) && schedule.model.enter_at_once(me, object) {
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
            self.arrive(agent, env, me, op, Spot::Enter(object));
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
        if let Err(divergence) = schedule.notify(object, all, &mut **strategy, replay.as_mut()) {
            self.conclude(agent, env, state, Verdict::Diverged(divergence));
        }
    }

    pub fn unpark(&'static self, agent: &'static Agent, env: Env, thread: ThreadId) {
        self.let_anybody(agent, env, |schedule| {
            schedule.touch(Target::permit(thread), true);
            schedule.model.unpark(thread);
        });
    }

    pub fn interrupt(&'static self, agent: &'static Agent, env: Env, thread: ThreadId) {
        self.let_anybody(agent, env, |schedule| {
            schedule.touch(Target::life(thread), true);
            schedule.touch(Target::permit(thread), true);
            schedule.model.interrupt(thread);
        });
    }

    /// What a thread that is not controlled may do, too: then somebody may be able to go on where nobody was.
    fn let_anybody(&'static self, agent: &'static Agent, env: Env, body: impl FnOnce(&mut Schedule)) {
        let Some(mut state) = self.enter() else { return };
        let Some(schedule) = &mut state.schedule else {
            return;
        };
        body(schedule);
        if schedule.running.is_none() {
            let next = self.next(&mut state);
            self.hand_over(agent, env, state, next);
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

    pub fn blocked(&self, thread: ThreadId) -> raddle_schedule::Blocked {
        self.with(raddle_schedule::Blocked::No, |schedule| {
            let mut all = schedule.model.blocked();
            all.find(|(id, _)| *id == thread)
                .map_or(raddle_schedule::Blocked::No, |(_, blocked)| blocked)
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

impl State {
    fn place(&mut self, agent: &Agent, site: SiteId) -> Arc<str> {
        place(Some(agent), &mut self.places, site)
    }
}

/// The fields of Java's half that have to do with turns.
struct Fields {
    state: jfieldID,
    turn: jfieldID,
    busy: jfieldID,
}

// SAFETY: a field has the same id on every thread, as long as its class is loaded, and these never go.
unsafe impl Send for Fields {}
// SAFETY: as above.
unsafe impl Sync for Fields {}

fn fields(env: Env) -> Option<&'static Fields> {
    static FIELDS: OnceLock<Option<Fields>> = OnceLock::new();
    let find = || {
        let object = env.class(c"java/lang/Thread")?;
        let noted = env.class(c"java/lang/RaddleThread")?;
        Some(Fields {
            state: env.field(object, c"$raddle", c"Ljava/lang/RaddleThread;")?,
            turn: env.field(noted, c"turn", c"I")?,
            busy: env.field(noted, c"busy", c"Z")?,
        })
    };
    FIELDS.get_or_init(find).as_ref()
}

/// The number in the schedule of a thread that is about to run, if it is controlled.
pub fn turn_of(env: Env, thread: jobject) -> Option<ThreadId> {
    let fields = fields(env)?;
    let noted = env.object_field(thread, fields.state)?;
    let number = env.int_field(noted, fields.turn);
    env.delete_local(noted);
    u32::try_from(number).ok()?.checked_sub(1).map(ThreadId)
}

/// What the calling thread does from now on is Raddle's business.
fn leave_alone(env: Env) {
    let mark = || {
        let fields = fields(env)?;
        let thread = env.current_thread()?;
        env.set_boolean_field(env.object_field(thread, fields.state)?, fields.busy, true);
        Some(())
    };
    mark();
}

/// A place as recordings have it.
fn place(agent: Option<&Agent>, known: &mut FxHashMap<SiteId, Arc<str>>, site: SiteId) -> Arc<str> {
    let text = || {
        let Some(frame) = agent.and_then(|agent| agent.sites.frame(site)) else {
            return Arc::from("");
        };
        let file = frame.file.as_deref().unwrap_or("?");
        let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
        Arc::from(format!("{}.{}({file}{line})", frame.class, frame.method))
    };
    known.entry(site).or_insert_with(text).clone()
}
