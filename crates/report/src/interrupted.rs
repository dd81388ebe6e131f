//! What the threads of a JVM did when a signal asked it to end: mostly the user's, who waited in vain.

use owo_colors::OwoColorize;
use raddle_findings::{Interrupted, JvmSummary, Run};

use crate::side::write_thread;
use crate::source::Sources;
use crate::words::{clean, counted};

/// Of more threads, scripts get the rest.
const SHOWN: usize = 16;

pub fn text(run: &Run, sources: &Sources) -> String {
    let mut out = String::new();
    for jvm in &run.jvms {
        if let Some(interrupted) = &jvm.interrupted {
            write(jvm, interrupted, sources, &mut out);
            out.push('\n');
        }
    }
    out
}

fn write(jvm: &JvmSummary, interrupted: &Interrupted, sources: &Sources, out: &mut String) {
    *out += &format!(
        "{} JVM {} ({}) by {}, while its threads were here:\n",
        "interrupted:".yellow().bold(),
        jvm.pid,
        clean(&jvm.command),
        signal(interrupted.signal)
    );
    for (number, side) in (1..).zip(&interrupted.threads).take(SHOWN) {
        // Writing to a string cannot fail.
        let _ = write_thread(number, side, sources, out);
    }
    let more = interrupted.threads.len().saturating_sub(SHOWN);
    if more > 0 {
        let threads = counted(more as u64, "more thread");
        *out += &format!("  and {threads} (--json has them all)\n");
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
