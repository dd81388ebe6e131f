//! Hints for threads that wait: each follows from what they wait for.

use std::collections::BTreeSet;

use raddle_findings::{Finding, Mode, Side, Wait, WaitKind};

pub fn deadlock(finding: &Finding) -> Vec<String> {
    let kinds = kinds(finding);
    let mut hints = Vec::new();
    if takes_again(finding) {
        hints.push("this lock does not let the thread that has it in again: pass on that it is held, or use one that does");
    } else if upgrades(finding) {
        hints.push(UPGRADE);
    } else if kinds.iter().all(|kind| kind.is_lock()) {
        hints.push(
            "take these locks in one order everywhere, hold one lock instead, or use tryLock and give the first one \
             back",
        );
    }
    if kinds.contains(&WaitKind::Thread) {
        hints.push("wait for a thread to end only when holding nothing that it needs");
    }
    if kinds.contains(&WaitKind::ClassInit) {
        hints.push(
            "a class initialiser has the class to itself until it ends: start no threads and wait for none in it, and \
             let no two classes need each other",
        );
    }
    if kinds.contains(&WaitKind::Result) {
        hints.push(
            "wait for a task neither with a lock that it needs nor in a thread of the pool that has to run it; chain \
             tasks instead (thenCompose), or use another pool",
        );
    }
    owned(&hints)
}

pub fn order(finding: &Finding) -> Vec<String> {
    let hint = match upgrades(finding) {
        true => UPGRADE,
        false => {
            "nothing hung this time, but another schedule may: take them in one order everywhere, or hold one lock \
             around both"
        }
    };
    owned(&[hint])
}

pub fn stuck(finding: &Finding) -> Vec<String> {
    let mut hints = Vec::new();
    for kind in kinds(finding) {
        hints.extend(match kind {
            WaitKind::Latch => {
                Some("count a latch down on every path, in `finally`, and as often as it was made for")
            }
            WaitKind::Permit => Some("release a permit in `finally`, once for each that was acquired"),
            WaitKind::Meeting => {
                Some("fewer threads came than the meeting is for: did one fail, or is the count wrong?")
            }
            WaitKind::Result => {
                Some("no thread is left to complete it: was the task ever given to a pool that runs?")
            }
            WaitKind::Notification
            | WaitKind::Condition
            | WaitKind::Queue
            | WaitKind::Parked
            | WaitKind::Monitor
            | WaitKind::Lock
            | WaitKind::ReadLock
            | WaitKind::Thread
            | WaitKind::ClassInit => None,
        });
    }
    if finding.sides.iter().any(is_idle_worker) {
        hints.push("threads of an executor wait for tasks until it is shut down: call shutdown() or close()");
    }
    owned(&hints)
}

const UPGRADE: &str = "a read lock cannot become the write lock while others read: leave it first, take the write lock \
                       and look again";

fn owned(hints: &[&str]) -> Vec<String> {
    hints.iter().map(|hint| (*hint).to_owned()).collect()
}

fn waits(finding: &Finding) -> impl Iterator<Item = (usize, &Side, &Wait)> {
    let numbered = (1..).zip(&finding.sides);
    numbered.filter_map(|(number, side)| Some((number, side, side.wait.as_ref()?)))
}

fn kinds(finding: &Finding) -> BTreeSet<WaitKind> {
    waits(finding).map(|(_, _, wait)| wait.kind).collect()
}

/// Whether a thread waits for a lock that it has itself, to write or from writing.
fn takes_again(finding: &Finding) -> bool {
    finding.sides.len() == 1
        && !upgrades(finding)
        && waits(finding).all(|(number, _, wait)| wait.kind.is_lock() && wait.held_by == [number])
}

/// Whether every side holds, together with other readers, the very lock that it wants alone.
fn upgrades(finding: &Finding) -> bool {
    let holds_to_read = |side: &Side, wait: &Wait| {
        let wanted = wait.object.as_ref().map(|lock| lock.id);
        let mut held = side.locks.iter().flatten();
        held.any(|held| held.mode == Mode::Shared && Some(held.lock.id) == wanted)
    };
    !finding.sides.is_empty()
        && waits(finding).count() == finding.sides.len()
        && waits(finding).all(|(_, side, wait)| wait.kind == WaitKind::Lock && holds_to_read(side, wait))
}

fn is_idle_worker(side: &Side) -> bool {
    let mut stack = side.stack.iter();
    stack.any(|frame| frame.class == "java.util.concurrent.ThreadPoolExecutor" && frame.method == "getTask")
}
