//! A strategy of the user's own: a class of the program's class path that is asked who goes on.
//!
//! An answer may be needed by any thread, in the middle of anything, also by one that the JVM does not know. So the
//! class is called on a thread of the agent's, of which nothing is recorded, and which is not controlled: questions and
//! answers go over a [`RequestChannel`]. The requesting thread holds the lock of the schedule meanwhile, so a class
//! that waits for the program would wait for ever; it is given up on after a while.
//!
//! The contract is in `java/strategy/raddle/Strategy.java`.

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jni::{JNIEnv, jclass, jmethodID, jobject, jvalue};
use jvmti_bindings::sys::jvmti::jvmtiEnv;
use parking_lot::{Condvar, Mutex};
use raddle_events::{AccessKind, SiteId};
use raddle_schedule::{Candidate, Choice, ChoiceKind, Op, ResumeKind, Strategy, Target};
use rustc_hash::FxHashMap;

use super::{Control, place};
use crate::jvm::Env;
use crate::lifecycle::agent_thread;
use crate::reporting::names::dotted;
use crate::{Agent, agent};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// References that a question needs, but for its candidates.
const REFERENCES: i32 = 32;

const BEGIN: &str = "void begin(long, long)";
const CHOOSE: &str = "int choose(int, int[], String[], String[], String[])";

/// What a schedule sees of the class.
pub struct UserStrategy {
    class: String,
    channel: Arc<RequestChannel>,
    places: FxHashMap<SiteId, Arc<str>>,
    problem: Option<String>,
}

impl UserStrategy {
    pub fn new(class: String, channel: Arc<RequestChannel>) -> Self {
        Self {
            class,
            channel,
            places: FxHashMap::default(),
            problem: None,
        }
    }

    fn ask(&mut self, question: Question) -> i32 {
        let answer = self.channel.ask(question);
        answer.unwrap_or_else(|problem| {
            self.problem = Some(format!("the strategy {}: {problem}", self.class));
            0
        })
    }
}

impl Strategy for UserStrategy {
    fn begin(&mut self, number: u64, seed: u64) -> bool {
        self.ask(Question::Begin {
            class: self.class.clone(),
            schedule: number.cast_signed(),
            seed: seed.cast_signed(),
        });
        true
    }

    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let count = choice.candidates.len();
        let places = &mut self.places;
        let question = Question::Choose {
            last: choice.last.map_or(-1, |last| last.0.cast_signed()),
            threads: choice
                .candidates
                .iter()
                .map(|c| c.thread.0.cast_signed())
                .collect(),
            acts: choice.candidates.iter().map(|c| act(c, choice.what)).collect(),
            objects: choice.candidates.iter().map(|c| object(c.op)).collect(),
            places: choice
                .candidates
                .iter()
                .map(|c| place(agent(), places, c.op.site))
                .collect(),
        };
        let answer = self.ask(question);
        let index = usize::try_from(answer).ok().filter(|index| *index < count);
        if index.is_none() && self.problem.is_none() {
            self.problem = Some(format!(
                "the strategy {}: choose answered {answer}, where it had to be from 0 to {}",
                self.class,
                count - 1
            ));
        }
        index.unwrap_or_default()
    }

    fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }
}

fn act(candidate: &Candidate, what: ChoiceKind) -> String {
    let words = candidate.op.act.words();
    match (what, candidate.how) {
        (ChoiceKind::Waiter, _) => "is woken".to_owned(),
        (ChoiceKind::Thread, ResumeKind::Go) => words.to_owned(),
        (ChoiceKind::Thread, ResumeKind::Expire) => format!("{words}, its time being up"),
        (ChoiceKind::Thread, ResumeKind::Spurious) => format!("{words}, for no reason"),
    }
}

fn object(op: Op) -> String {
    let Target { object, part } = op.target;
    let access = || agent()?.sites.get(op.site).map(|place| place.access);
    match (object, part) {
        _ if op.target == Target::NONE => String::new(),
        (Target::THREADS, thread) => format!("thread {thread}"),
        (permits, thread) if permits == Target::THREADS - 1 => format!("thread {thread}"),
        _ => match access() {
            Some(AccessKind::Field { owner, name, .. }) if object == 0 => {
                format!("{}.{name}", dotted(&owner))
            }
            Some(AccessKind::Field { owner, name, .. } | AccessKind::Call { owner, name, .. }) => {
                format!("{}.{name} of object {object}", dotted(&owner))
            }
            _ if part == Target::MONITOR => format!("monitor {object}"),
            Some(AccessKind::Array { .. }) => format!("element {} of object {object}", part - 1),
            _ => format!("object {object}"),
        },
    }
}

enum Question {
    Begin {
        class: String,
        schedule: i64,
        seed: i64,
    },
    Choose {
        last: i32,
        threads: Vec<i32>,
        acts: Vec<String>,
        objects: Vec<String>,
        places: Vec<Arc<str>>,
    },
}

/// Where one thread asks and another answers.
#[derive(Default)]
pub struct RequestChannel {
    line: Mutex<Line>,
    asked: Condvar,
    answered: Condvar,
}

#[derive(Default)]
struct Line {
    question: Option<Question>,
    answer: Option<Result<i32, String>>,
    /// No answer will come.
    is_closed: bool,
}

impl RequestChannel {
    fn ask(&self, question: Question) -> Result<i32, String> {
        let end = Instant::now() + PATIENCE;
        let mut line = self.line.lock();
        line.answer = None;
        line.question = Some(question);
        self.asked.notify_one();
        loop {
            if line.is_closed {
                return Err("the JVM has no thread to run it on".to_owned());
            }
            if let Some(answer) = line.answer.take() {
                return answer;
            }
            if self.answered.wait_until(&mut line, end).timed_out() {
                return Err(format!("it has not answered for {} s", PATIENCE.as_secs()));
            }
        }
    }

    fn close(&self) {
        self.line.lock().is_closed = true;
        self.answered.notify_all();
    }

    fn serve(&self, env: Env) {
        let mut worker = Worker { env, known: None };
        loop {
            let question = {
                let mut line = self.line.lock();
                loop {
                    match line.question.take() {
                        Some(question) => break question,
                        None => self.asked.wait(&mut line),
                    }
                }
            };
            let answer = worker.answer(&question);
            self.line.lock().answer = Some(answer);
            self.answered.notify_all();
        }
    }
}

impl Control {
    /// Starts the thread that answers, if a class of the user's decides.
    pub fn open_channel(&self, agent: &Agent, env: Env) {
        if let Some(channel) = &self.channel
            && agent_thread::start(agent.jvmti, env, "Raddle", run).is_none()
        {
            channel.close();
        }
    }
}

unsafe extern "system" fn run(_: *mut jvmtiEnv, jni: *mut JNIEnv, _: *mut c_void) {
    let Some(channel) = agent().and_then(|agent| agent.control.as_ref()?.channel.as_ref()) else {
        return;
    };
    let serve = || {
        // SAFETY: the JVM passes the environment of the thread that it has made for this.
        channel.serve(unsafe { Env::new(jni) });
    };
    if catch_unwind(AssertUnwindSafe(serve)).is_err() {
        channel.close();
    }
}

/// Calls the class.
struct Worker {
    env: Env,
    known: Option<Known>,
}

/// Global references, for good.
struct Known {
    object: jobject,
    begin: jmethodID,
    choose: jmethodID,
}

impl Worker {
    fn answer(&mut self, question: &Question) -> Result<i32, String> {
        let room = match question {
            Question::Begin { .. } => 0,
            Question::Choose { threads, .. } => 3 * threads.len() as i32,
        };
        if !self.env.push_frame(REFERENCES + room) {
            self.env.clear_exception();
            return Err("there is no memory for a question".to_owned());
        }
        let answer = match question {
            Question::Begin {
                class,
                schedule,
                seed,
            } => self.begin(class, *schedule, *seed),
            Question::Choose {
                last,
                threads,
                acts,
                objects,
                places,
            } => {
                let env = self.env;
                let arguments = [
                    jvalue { i: *last },
                    jvalue {
                        l: env.int_array(threads),
                    },
                    jvalue { l: texts(env, acts) },
                    jvalue {
                        l: texts(env, objects),
                    },
                    jvalue {
                        l: texts(env, places),
                    },
                ];
                self.choose(&arguments)
            }
        };
        self.env.pop_frame(std::ptr::null_mut());
        answer
    }

    fn begin(&mut self, class: &str, schedule: i64, seed: i64) -> Result<i32, String> {
        if self.known.is_none() {
            self.known = Some(self.find(class)?);
        }
        let known = self.known.as_ref().ok_or("it was not found")?;
        let arguments = [jvalue { j: schedule }, jvalue { j: seed }];
        let called = self.env.call_void(known.object, known.begin, &arguments);
        called
            .map(|()| 0)
            .map_err(|thrown| format!("begin threw {}", self.describe(thrown)))
    }

    fn choose(&self, arguments: &[jvalue]) -> Result<i32, String> {
        let known = self.known.as_ref().ok_or("it was asked before it could begin")?;
        let called = self.env.call_int(known.object, known.choose, arguments);
        called.map_err(|thrown| format!("choose threw {}", self.describe(thrown)))
    }

    fn find(&self, name: &str) -> Result<Known, String> {
        let env = self.env;
        let (helper, load) = self
            .helper(c"load", c"(Ljava/lang/String;)Ljava/lang/Class;")
            .ok_or("a class of the agent's is missing")?;
        let class: jclass = env
            .call_static_object(helper, load, env.string(name))
            .map_err(|thrown| format!("it cannot be loaded: {}", self.describe(thrown)))?;
        let missing = |what: &str| {
            format!(
                "it has no `{what}`; `raddle explore --strategy-interface` prints what it has to look like"
            )
        };
        let make = env
            .method(class, c"<init>", c"()V")
            .ok_or_else(|| missing("constructor without parameters"))?;
        let begin = env
            .method(class, c"begin", c"(JJ)V")
            .ok_or_else(|| missing(BEGIN))?;
        let choose = c"(I[I[Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;)I";
        let choose = env
            .method(class, c"choose", choose)
            .ok_or_else(|| missing(CHOOSE))?;
        let object = env
            .construct(class, make)
            .map_err(|thrown| format!("its constructor threw {}", self.describe(thrown)))?;
        Ok(Known {
            object: env.new_global(object),
            begin,
            choose,
        })
    }

    fn helper(&self, name: &CStr, descriptor: &CStr) -> Option<(jclass, jmethodID)> {
        let helper = self.env.class(c"java/lang/RaddleStrategy")?;
        Some((helper, self.env.static_method(helper, name, descriptor)?))
    }

    fn describe(&self, thrown: jobject) -> String {
        let text = || {
            let (helper, describe) =
                self.helper(c"describe", c"(Ljava/lang/Throwable;)Ljava/lang/String;")?;
            let text = self.env.call_static_object(helper, describe, thrown).ok()?;
            self.env.text(text)
        };
        text().unwrap_or_else(|| "something that cannot be shown".to_owned())
    }
}

fn texts(env: Env, texts: &[impl AsRef<str>]) -> jobject {
    let array = env.object_array(texts.len() as i32, c"java/lang/String");
    for (index, text) in (0..).zip(texts).filter(|_| !array.is_null()) {
        env.set_element(array, index, env.string(text.as_ref()));
    }
    array
}
