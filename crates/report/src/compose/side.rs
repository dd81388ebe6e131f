//! One side of a finding: which thread did what, where, with which locks.

use raddle_findings::{Act, Finding, Frame, HeldLock, Kind, Mode, Needs, Side};

use super::order::{self, Letters};
use super::wait;
use super::words::simple;
use crate::Sources;
use crate::document::{FrameLine, Phrase, Role, Span, StackLine, ThreadBlock, phrase};

/// The side of this number.
pub fn block(finding: &Finding, number: usize, side: &Side, sources: &Sources) -> ThreadBlock {
    let mut details = locks(finding, side);
    if let Some(frame) = creation_site(&side.thread.created_at) {
        details.push(phrase![format!(
            "thread {} was started at {frame}",
            side.thread.id
        )]);
    }
    ThreadBlock {
        number,
        does: deed(finding, number, side),
        stack: stack(side, sources),
        details,
    }
}

/// A thread that does nothing wrong: where it is, and what it waits for.
pub fn thread(number: usize, side: &Side, sources: &Sources) -> ThreadBlock {
    let does = side
        .wait
        .as_ref()
        .map_or("runs, or waits for a while".into(), |wait| {
            wait::described(number, wait)
        });
    ThreadBlock {
        number,
        does: phrase![named(side), " ", does],
        stack: stack(side, sources),
        details: held(side.locks.as_deref().unwrap_or_default()),
    }
}

fn locks(finding: &Finding, side: &Side) -> Vec<Phrase> {
    match (finding.kind, &side.locks) {
        (Kind::LockOrder, _) => {
            let letters = Letters::of(finding);
            let of_cycle = letters
                .held(side)
                .map(|(name, held)| phrase!["holding ", Role::Object.of(name), taken(held)]);
            let others = letters
                .others(side)
                .map(|held| phrase!["also holding ", order::allocated(&held.lock), taken(held)]);
            of_cycle.chain(others).collect()
        }
        (kind, Some(locks)) => match kind.descriptor().needs {
            Needs::Memory | Needs::Events if locks.is_empty() => vec!["no locks held".into()],
            Needs::Memory | Needs::Events | Needs::Locks | Needs::Control => held(locks),
        },
        (kind, None) => match kind.descriptor().needs {
            Needs::Memory | Needs::Events => vec!["locks no longer known".into()],
            Needs::Locks => vec!["locks not known".into()],
            Needs::Control => Vec::new(),
        },
    }
}

/// `thread 2 "a"`.
fn named(side: &Side) -> Span {
    Role::Thread.of(format!("thread {} \"{}\"", side.thread.id, side.thread.name))
}

/// Which thread does what: `write by thread 2 "a"`, `thread 2 "a" waits for …`.
fn deed(finding: &Finding, number: usize, side: &Side) -> Phrase {
    let thread = named(side);
    let access = |op: &str| {
        let call = side.call.as_ref().map(|call| phrase![", in ", call.as_str()]);
        let order = match finding.kind {
            Kind::DataRace if number > 1 => ", not ordered with (1)",
            _ => "",
        };
        phrase![Role::Operation.of(op), " by ", thread.clone(), call, order]
    };
    let does = match (side.op, &side.wait) {
        (Act::Read, _) => return access("read"),
        (Act::Write, _) => return access("write"),
        (Act::Lock, _) if finding.kind == Kind::LockOrder => Letters::of(finding).step(side),
        (Act::Lock | Act::Wait, Some(wait)) => wait::described(number, wait),
        (Act::Lock, None) => "takes a lock".into(),
        (Act::Wait, None) => "waits".into(),
        (Act::Throw, _) => match &side.call {
            Some(class) => phrase!["ended by ", Role::Object.of(class.as_str())],
            None => "ended by an exception".into(),
        },
        (Act::Spin, Some(wait)) => phrase![wait::described(number, wait), ", again and again"],
        (Act::Spin, None) => "goes round and round".into(),
        (Act::Exit, _) => "ends the JVM".into(),
    };
    phrase![thread, " ", does]
}

/// The place in the program first. How the JDK waits inside says nothing, but for the method that was called.
fn stack(side: &Side, sources: &Sources) -> Vec<StackLine> {
    let Some(index) = side.site_index() else {
        return vec![StackLine::Gap("a place that was not recorded")];
    };
    let (inside, outside) = side.stack.split_at(index);
    let called = inside.iter().rfind(|frame| !frame.is_own());
    let mut called = called.map(|frame| format!("{}.{}", simple(&frame.class), frame.method));
    let shown = &outside[..outside.len() - called_by_reflection(outside)];
    let frames = shown.iter().filter(|frame| !frame.is_own()).enumerate();
    let mut lines: Vec<_> = frames
        .map(|(index, frame)| {
            let is_site = index == 0;
            StackLine::Frame(FrameLine {
                frame: frame.clone(),
                is_site,
                called: called.take(),
                source: is_site.then(|| sources.line(frame)).flatten(),
            })
        })
        .collect();
    if side.stack.len() > 1 && !side.stack_complete {
        lines.push(StackLine::Gap("… (the callers before these were not recorded)"));
    }
    lines
}

/// How many frames at the bottom only call the first one of the program: `main` is called so where it runs
/// again and again.
fn called_by_reflection(stack: &[Frame]) -> usize {
    let calls = |frame: &&Frame| {
        let reflects = ["jdk.internal.reflect.", "java.lang.reflect."];
        frame.is_own() || reflects.iter().any(|package| frame.class.starts_with(package))
    };
    let count = stack.iter().rev().take_while(calls).count();
    if count == stack.len() { 0 } else { count }
}

fn held(locks: &[HeldLock]) -> Vec<Phrase> {
    let line = |held: &HeldLock| {
        let made = held.lock.created_at.as_ref();
        let made = made.map(|frame| phrase![format!(" (made at {frame})")]);
        let read = if held.mode == Mode::Shared { " to read" } else { "" };
        phrase!["holding ", wait::named(&held.lock), read, made, taken(held)]
    };
    locks.iter().map(line).collect()
}

/// Where a lock was taken: monitors are entered.
fn taken(held: &HeldLock) -> String {
    let verb = match held.lock.class.starts_with("java.util.concurrent.locks.") {
        true => "taken",
        false => "entered",
    };
    let at = held.acquired_at.as_ref();
    at.map(|frame| format!(", {verb} at {frame}")).unwrap_or_default()
}

/// Where the program started a thread: the first frame that is not the JDK's, for a thread pool's
/// inside says little.
fn creation_site(stack: &[Frame]) -> Option<&Frame> {
    let mut shown = stack.iter().filter(|frame| !frame.is_own());
    shown
        .clone()
        .find(|frame| !frame.is_jdk())
        .or_else(|| shown.next())
}
