//! What the threads of a JVM did when a signal asked it to end: mostly the user's, who waited in vain.

use raddle_findings::{Interrupted, JvmSummary, Run};

use super::side;
use crate::Sources;
use crate::document::{InterruptedSection, phrase};

/// Of more threads, scripts get the rest.
const SHOWN: usize = 16;

pub fn sections(run: &Run, sources: &Sources) -> impl Iterator<Item = InterruptedSection> {
    let jvms = run.jvms.iter();
    jvms.filter_map(|jvm| Some(section(jvm, jvm.interrupted.as_ref()?, sources)))
}

fn section(jvm: &JvmSummary, interrupted: &Interrupted, sources: &Sources) -> InterruptedSection {
    let shown = (1..).zip(&interrupted.threads).take(SHOWN);
    let signal = signal(interrupted.signal);
    InterruptedSection {
        text: phrase![format!(
            "JVM {} ({}) by {signal}, while its threads were here",
            jvm.pid, jvm.command
        )],
        threads: shown
            .map(|(number, side)| side::thread(number, side, sources))
            .collect(),
        more: interrupted.threads.len().saturating_sub(SHOWN) as u64,
    }
}

fn signal(number: i32) -> String {
    match number {
        1 => "SIGHUP".to_owned(),
        2 => "SIGINT".to_owned(),
        15 => "SIGTERM".to_owned(),
        number => format!("signal {number}"),
    }
}
