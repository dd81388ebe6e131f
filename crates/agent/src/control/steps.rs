//! Each step, written down with its stack, so that two JVMs that should do the same can be compared line by line: the
//! first line that differs is where they part. For those who look for what does not repeat; it takes far longer.
//!
//! A line has the thread, the act, the object and its part, the last identity hash code that the JVM gave, and the stack, the
//! innermost method first.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use parking_lot::Mutex;
use raddle_events::ThreadId;
use raddle_schedule::Op;

use crate::Agent;
use crate::control::hash_codes;
use crate::jvm::Env;
use crate::reporting::naming::Naming;

const DEPTH: usize = 48;

pub struct Steps(Mutex<File>);

impl Steps {
    pub fn at(path: &Path) -> Result<Self, String> {
        let file = File::options().create(true).append(true).open(path);
        file.map(|file| Self(Mutex::new(file)))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    pub fn begins(&self, schedule: u64) {
        self.write(&format!("schedule {schedule}\n"));
    }

    /// The calling thread is about to do something.
    pub fn step(&self, agent: &Agent, env: Env, me: ThreadId, op: Op) {
        let stack = agent.names(env).stack(&agent.jvmti.stack(DEPTH));
        let frame = |frame: &raddle_findings::Frame| {
            let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
            format!("{}.{}{line}", frame.class, frame.method)
        };
        let stack: Vec<String> = stack.iter().map(frame).collect();
        self.write(&format!(
            "{} {} {}.{} hash {}\t{}\n",
            me.0,
            op.act.words(),
            op.target.object,
            op.target.part,
            hash_codes::last().unwrap_or_default(),
            stack.join(" < ")
        ));
    }

    /// What is lost is missed by the comparison.
    fn write(&self, line: &str) {
        let _ = self.0.lock().write_all(line.as_bytes());
    }
}
