//! What a thread waits for, in words that follow its name: `waits for the lock bank.Account#2, which (2) has`.

use owo_colors::OwoColorize;
use raddle_findings::{LockInfo, Wait, WaitKind};

use crate::words::{clean, listed};

/// The wait of the side of this number.
pub fn described(number: usize, wait: &Wait) -> String {
    let who = sides(&wait.held_by);
    let itself = wait.held_by == [number];
    let object = wait.object.as_ref().map(named);
    let of = |words: &str| {
        object
            .as_ref()
            .map(|name| format!("{words} {name}"))
            .unwrap_or_default()
    };
    let lock = object
        .clone()
        .unwrap_or_else(|| "that was not recorded".to_owned());
    let owned = match wait.held_by.len() {
        0 => String::new(),
        _ if itself => ", which it has itself".to_owned(),
        1 => format!(", which {who} has"),
        _ => format!(", which {who} have"),
    };
    let awaited = match wait.held_by.len() {
        0 => String::new(),
        _ if itself => ", which is up to itself".to_owned(),
        _ => format!(", which is up to {who}"),
    };
    match wait.kind {
        WaitKind::Monitor | WaitKind::Lock => format!("waits for the lock {lock}{owned}"),
        WaitKind::ReadLock => format!("waits to read under the lock {lock}{owned}"),
        WaitKind::Notification => {
            format!("waits in Object.wait() for a notification{}{awaited}", of(" of"))
        }
        WaitKind::Condition => format!("waits in Condition.await() for a signal{}{awaited}", of(" of")),
        WaitKind::Thread => thread(wait, &who, itself),
        WaitKind::ClassInit => {
            let class = wait.object.as_ref().map_or("a class".to_owned(), |class| {
                format!("class {}", clean(&class.class).yellow())
            });
            match wait.held_by.len() {
                0 => format!("waits until {class} is initialised"),
                1 => format!("waits until {who} has initialised {class}"),
                _ => format!("waits until {who} have initialised {class}"),
            }
        }
        WaitKind::Result => format!("waits for the result of a task{}{awaited}", of(",")),
        WaitKind::Latch => format!("waits for a latch to be counted down{}{awaited}", of(",")),
        WaitKind::Permit => format!("waits for a permit{}{awaited}", of(" of")),
        WaitKind::Meeting => format!("waits for others to come{}{awaited}", of(" to")),
        WaitKind::Queue => format!("waits at a queue{}{awaited}", of(",")),
        WaitKind::Parked => format!("is parked{}{awaited}", of(" at")),
    }
}

fn thread(wait: &Wait, who: &str, itself: bool) -> String {
    if itself {
        return "waits for its own end".to_owned();
    }
    let thread = wait.thread.as_ref().map_or("another thread".to_owned(), |name| {
        format!("thread \"{}\"", clean(name))
    });
    match wait.held_by.len() {
        0 => format!("waits for {thread} to end"),
        _ => format!("waits for {thread} to end, which is {who}"),
    }
}

/// `(2)`, `(2) and (3)`.
fn sides(numbers: &[usize]) -> String {
    listed(
        &numbers
            .iter()
            .map(|number| format!("({number})"))
            .collect::<Vec<_>>(),
    )
}

/// An object by its class and number: the same number is the same object.
pub fn named(lock: &LockInfo) -> String {
    format!("{}#{}", clean(&lock.class), lock.id).yellow().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(kind: WaitKind, held_by: &[usize]) -> String {
        let object = LockInfo {
            class: "a.B".to_owned(),
            id: 7,
            created_at: None,
        };
        let wait = Wait {
            kind,
            object: Some(object),
            thread: Some("worker".to_owned()),
            held_by: held_by.to_vec(),
        };
        anstream::adapter::strip_str(&described(1, &wait)).to_string()
    }

    #[test]
    fn every_wait_has_its_words() {
        let words = [
            (WaitKind::Monitor, "waits for the lock a.B#7, which (2) has"),
            (WaitKind::Lock, "waits for the lock a.B#7, which (2) has"),
            (
                WaitKind::ReadLock,
                "waits to read under the lock a.B#7, which (2) has",
            ),
            (
                WaitKind::Notification,
                "waits in Object.wait() for a notification of a.B#7, which is up to (2)",
            ),
            (
                WaitKind::Condition,
                "waits in Condition.await() for a signal of a.B#7, which is up to (2)",
            ),
            (
                WaitKind::Thread,
                "waits for thread \"worker\" to end, which is (2)",
            ),
            (WaitKind::ClassInit, "waits until (2) has initialised class a.B"),
            (
                WaitKind::Result,
                "waits for the result of a task, a.B#7, which is up to (2)",
            ),
            (
                WaitKind::Latch,
                "waits for a latch to be counted down, a.B#7, which is up to (2)",
            ),
            (
                WaitKind::Permit,
                "waits for a permit of a.B#7, which is up to (2)",
            ),
            (
                WaitKind::Meeting,
                "waits for others to come to a.B#7, which is up to (2)",
            ),
            (WaitKind::Queue, "waits at a queue, a.B#7, which is up to (2)"),
            (WaitKind::Parked, "is parked at a.B#7, which is up to (2)"),
        ];
        for (kind, expected) in words {
            assert_eq!(said(kind, &[2]), expected);
        }
    }

    #[test]
    fn several_nobody_and_itself_are_told_apart() {
        assert_eq!(
            said(WaitKind::Lock, &[2, 3, 4]),
            "waits for the lock a.B#7, which (2), (3) and (4) have"
        );
        assert_eq!(said(WaitKind::Lock, &[]), "waits for the lock a.B#7");
        assert_eq!(
            said(WaitKind::Lock, &[1]),
            "waits for the lock a.B#7, which it has itself"
        );
        assert_eq!(said(WaitKind::Thread, &[]), "waits for thread \"worker\" to end");
        assert_eq!(said(WaitKind::Thread, &[1]), "waits for its own end");
        assert_eq!(
            said(WaitKind::ClassInit, &[]),
            "waits until class a.B is initialised"
        );
        assert_eq!(
            said(WaitKind::Latch, &[]),
            "waits for a latch to be counted down, a.B#7"
        );
        assert_eq!(
            said(WaitKind::Result, &[1]),
            "waits for the result of a task, a.B#7, which is up to itself"
        );
    }

    #[test]
    fn what_is_not_recorded_leaves_no_gap() {
        for kind in [
            WaitKind::Monitor,
            WaitKind::Notification,
            WaitKind::ClassInit,
            WaitKind::Thread,
        ] {
            let wait = Wait {
                kind,
                object: None,
                thread: None,
                held_by: Vec::new(),
            };
            let words = described(1, &wait);
            assert!(!words.contains("  ") && !words.ends_with(' '), "{words}");
        }
    }
}
