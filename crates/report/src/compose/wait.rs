//! What a thread waits for, in words that follow its name: `waits for the lock bank.Account#2, which (2) has`.

use raddle_findings::{LockInfo, Wait, WaitKind};

use crate::document::{Phrase, Role, Span, phrase};

/// The wait of the side of this number.
pub fn described(number: usize, wait: &Wait) -> Phrase {
    let itself = wait.held_by == [number];
    let object = wait.object.as_ref().map(named);
    let of = |words: &str| object.clone().map(|name| phrase![words, " ", name]);
    let lock = object
        .clone()
        .map_or("that was not recorded".into(), Phrase::from);
    let holders = sides(&wait.held_by);
    let owned = match wait.held_by.len() {
        0 => phrase![],
        _ if itself => phrase![", which it has itself"],
        1 => phrase![", which ", holders.clone(), " has"],
        _ => phrase![", which ", holders.clone(), " have"],
    };
    let awaited = match wait.held_by.len() {
        0 => phrase![],
        _ if itself => phrase![", which is up to itself"],
        _ => phrase![", which is up to ", holders.clone()],
    };
    match wait.kind {
        WaitKind::Monitor | WaitKind::Lock => phrase!["waits for the lock ", lock, owned],
        WaitKind::ReadLock => phrase!["waits to read under the lock ", lock, owned],
        WaitKind::Notification => {
            phrase!["waits in Object.wait() for a notification", of(" of"), awaited]
        }
        WaitKind::Condition => phrase!["waits in Condition.await() for a signal", of(" of"), awaited],
        WaitKind::Thread => thread(wait, holders, itself),
        WaitKind::ClassInit => {
            let class = wait.object.as_ref().map_or("a class".into(), |class| {
                phrase!["class ", Role::Object.of(class.class.as_str())]
            });
            match wait.held_by.len() {
                0 => phrase!["waits until ", class, " is initialised"],
                1 => phrase!["waits until ", holders, " has initialised ", class],
                _ => phrase!["waits until ", holders, " have initialised ", class],
            }
        }
        WaitKind::Result => phrase!["waits for the result of a task", of(","), awaited],
        WaitKind::Latch => phrase!["waits for a latch to be counted down", of(","), awaited],
        WaitKind::Permit => phrase!["waits for a permit", of(" of"), awaited],
        WaitKind::Meeting => phrase!["waits for others to come", of(" to"), awaited],
        WaitKind::Queue => phrase!["waits at a queue", of(","), awaited],
        WaitKind::Parked => phrase!["is parked", of(" at"), awaited],
    }
}

fn thread(wait: &Wait, holders: Phrase, itself: bool) -> Phrase {
    if itself {
        return phrase!["waits for its own end"];
    }
    let thread = wait
        .thread
        .as_ref()
        .map_or("another thread".to_owned(), |name| format!("thread \"{name}\""));
    match wait.held_by.len() {
        0 => phrase!["waits for ", thread, " to end"],
        _ => phrase!["waits for ", thread, " to end, which is ", holders],
    }
}

/// `(2)`, `(2) and (3)`.
fn sides(numbers: &[usize]) -> Phrase {
    Phrase::listed(numbers.iter().map(|number| format!("({number})").into()))
}

/// An object by its class and number: the same number is the same object.
pub fn named(lock: &LockInfo) -> Span {
    Role::Object.of(format!("{}#{}", lock.class, lock.id))
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
        described(1, &wait).words()
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
    fn no_several_and_the_same_thread_have_words_of_their_own() {
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
            let words = described(1, &wait).words();
            assert!(!words.contains("  ") && !words.ends_with(' '), "{words}");
        }
    }
}
