//! One side of a finding: who, what, where, with which locks.

use std::fmt::Write;

use owo_colors::OwoColorize;
use raddle_findings::{Act, Finding, Frame, HeldLock, Kind, Mode, Needs, Side};

use crate::order::{self, Letters};
use crate::source::Sources;
use crate::wait;
use crate::words::{clean, place};

/// Longer source lines are cut.
const MAX_SOURCE_CHARS: usize = 120;

/// Appends the side of this number.
pub fn write_side(
    finding: &Finding,
    number: usize,
    side: &Side,
    sources: &Sources,
    out: &mut String,
) -> std::fmt::Result {
    writeln!(
        out,
        "  {} {}",
        format!("({number})").bold(),
        deed(finding, number, side)
    )?;
    write_stack(side, sources, out)?;
    match (finding.kind, &side.locks) {
        (Kind::LockOrder, _) => {
            let letters = Letters::of(finding);
            for (name, held) in letters.held(side) {
                writeln!(out, "      holding {}{}", name.yellow(), taken(held))?;
            }
            for held in letters.others(side) {
                writeln!(
                    out,
                    "      also holding {}{}",
                    order::birth(&held.lock),
                    taken(held)
                )?;
            }
        }
        (kind, Some(locks)) => match kind.descriptor().needs {
            Needs::Memory if locks.is_empty() => writeln!(out, "      no locks held")?,
            Needs::Memory | Needs::Locks | Needs::Control => write_locks(locks, out)?,
        },
        (kind, None) => match kind.descriptor().needs {
            Needs::Memory => writeln!(out, "      locks no longer known")?,
            Needs::Locks => writeln!(out, "      locks not known")?,
            Needs::Control => {}
        },
    }
    if let Some(frame) = creation_site(&side.thread.created_at) {
        writeln!(
            out,
            "      thread {} was started at {}",
            side.thread.id,
            place(frame)
        )?;
    }
    Ok(())
}

/// Appends a thread that does nothing wrong: where it is, and what it waits for.
pub fn write_thread(number: usize, side: &Side, sources: &Sources, out: &mut String) -> std::fmt::Result {
    let thread = format!("thread {} \"{}\"", side.thread.id, clean(&side.thread.name));
    let does = side
        .wait
        .as_ref()
        .map_or("runs, or waits for a while".to_owned(), |wait| {
            wait::described(number, wait)
        });
    writeln!(
        out,
        "  {} {} {does}",
        format!("({number})").bold(),
        thread.green()
    )?;
    write_stack(side, sources, out)?;
    write_locks(side.locks.as_deref().unwrap_or_default(), out)
}

/// Who does what: `write by thread 2 "a"`, `thread 2 "a" waits for …`.
fn deed(finding: &Finding, number: usize, side: &Side) -> String {
    let thread = format!("thread {} \"{}\"", side.thread.id, clean(&side.thread.name));
    let thread = thread.green();
    let access = |op: &str| {
        let call = side.call.as_ref();
        let call = call
            .map(|call| format!(", in {}", clean(call)))
            .unwrap_or_default();
        let order = match finding.kind {
            Kind::DataRace if number > 1 => ", not ordered with (1)",
            _ => "",
        };
        format!("{} by {thread}{call}{order}", op.bold())
    };
    match (side.op, &side.wait) {
        (Act::Read, _) => access("read"),
        (Act::Write, _) => access("write"),
        (Act::Lock, _) if finding.kind == Kind::LockOrder => {
            format!("{thread} {}", Letters::of(finding).step(side))
        }
        (Act::Lock | Act::Wait, Some(wait)) => format!("{thread} {}", wait::described(number, wait)),
        (Act::Lock, None) => format!("{thread} takes a lock"),
        (Act::Wait, None) => format!("{thread} waits"),
        (Act::Throw, _) => match &side.call {
            Some(class) => format!("{thread} ended by {}", clean(class).yellow()),
            None => format!("{thread} ended by an exception"),
        },
        (Act::Spin, Some(wait)) => format!("{thread} {}, again and again", wait::described(number, wait)),
        (Act::Spin, None) => format!("{thread} goes round and round"),
        (Act::Exit, _) => format!("{thread} ends the JVM"),
    }
}

/// The place in the program first. How the JDK waits inside says nothing, but for the method that was called.
fn write_stack(side: &Side, sources: &Sources, out: &mut String) -> std::fmt::Result {
    let Some(index) = side.site_index() else {
        return writeln!(out, "      at a place that was not recorded");
    };
    let (inside, outside) = side.stack.split_at(index);
    let called = inside.iter().rfind(|frame| !frame.is_own());
    let called = called
        .map(|frame| {
            format!(
                ", in {}",
                clean(&format!("{}.{}", simple(&frame.class), frame.method))
            )
        })
        .unwrap_or_default();
    let mut frames = outside[..outside.len() - called_by_reflection(outside)]
        .iter()
        .filter(|frame| !frame.is_own());
    if let Some(site) = frames.next() {
        writeln!(out, "      at {}{called}", place(site).bold())?;
        if let (Some(line), Some(text)) = (site.line, sources.line(site)) {
            writeln!(out, "         {} {}", format!("{line} |").blue(), quoted(&text))?;
        }
    }
    for frame in frames {
        writeln!(out, "      at {}", place(frame))?;
    }
    if side.stack.len() > 1 && !side.stack_complete {
        writeln!(out, "      at … (the callers before these were not recorded)")?;
    }
    Ok(())
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

fn simple(class: &str) -> &str {
    class.rsplit_once('.').map_or(class, |(_, simple)| simple)
}

fn write_locks(locks: &[HeldLock], out: &mut String) -> std::fmt::Result {
    for held in locks {
        let made = held.lock.created_at.as_ref();
        let made = made
            .map(|frame| format!(" (made at {})", place(frame)))
            .unwrap_or_default();
        let name = wait::named(&held.lock);
        let read = if held.mode == Mode::Shared { " to read" } else { "" };
        writeln!(out, "      holding {name}{read}{made}{}", taken(held))?;
    }
    Ok(())
}

/// Where a lock was taken: monitors are entered.
fn taken(held: &HeldLock) -> String {
    let verb = match held.lock.class.starts_with("java.util.concurrent.locks.") {
        true => "taken",
        false => "entered",
    };
    let at = held.acquired_at.as_ref();
    at.map(|frame| format!(", {verb} at {}", place(frame)))
        .unwrap_or_default()
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

fn quoted(line: &str) -> String {
    let line = clean(&line.replace('\t', " "));
    match line.char_indices().nth(MAX_SOURCE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
