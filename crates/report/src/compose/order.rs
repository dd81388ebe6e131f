//! The locks of a cycle that could close. Their numbers differ from run to run, so they get letters in the
//! order in which the cycle takes them, and a legend that names them by class and allocation site.

use raddle_findings::{Finding, Frame, HeldLock, LockInfo, Mode, Side, WaitKind};

use crate::document::{Phrase, phrase};

/// The locks of a cycle, each at most once.
pub struct Letters<'a> {
    locks: Vec<&'a LockInfo>,
}

impl<'a> Letters<'a> {
    /// The last side wants what the first one holds; that is A.
    pub fn of(finding: &'a Finding) -> Letters<'a> {
        let wanted = |side: &'a Side| side.wait.as_ref()?.object.as_ref();
        let last_first = finding.sides.last().into_iter().chain(&finding.sides);
        let mut locks: Vec<&LockInfo> = Vec::new();
        for lock in last_first.filter_map(wanted) {
            if !locks.iter().any(|known| known.id == lock.id) {
                locks.push(lock);
            }
        }
        Letters { locks }
    }

    pub fn count(&self) -> u64 {
        self.locks.len() as u64
    }

    fn letter(&self, lock: &LockInfo) -> Option<String> {
        let index = self.locks.iter().position(|known| known.id == lock.id)?;
        let letter = u8::try_from(index).ok().filter(|index| *index < 26);
        Some(letter.map_or_else(
            || format!("L{}", index + 1),
            |index| char::from(b'A' + index).to_string(),
        ))
    }

    /// What a side does: `takes lock B while holding lock A`.
    pub fn step(&self, side: &Side) -> Phrase {
        let wait = side.wait.as_ref();
        let wanted = wait.and_then(|wait| self.letter(wait.object.as_ref()?));
        let to_read = wait.is_some_and(|wait| wait.kind == WaitKind::ReadLock);
        let wanted = wanted.map_or("a lock".to_owned(), |letter| {
            format!("lock {letter}{}", reading(to_read))
        });
        let held = Phrase::listed(self.held(side).map(|(letter, _)| Phrase::from(letter)));
        match held.is_empty() {
            true => phrase!["takes ", wanted],
            false => phrase!["takes ", wanted, " while holding ", held],
        }
    }

    /// The locks of the cycle that a side holds, as `lock A`.
    pub fn held<'b>(&self, side: &'b Side) -> impl Iterator<Item = (String, &'b HeldLock)> {
        let locks = side.locks.iter().flatten();
        locks.filter_map(|held| {
            let letter = self.letter(&held.lock)?;
            let read = reading(held.mode == Mode::Shared);
            Some((format!("lock {letter}{read}"), held))
        })
    }

    /// Locks that a side holds and that are no part of the cycle.
    pub fn others<'b>(&self, side: &'b Side) -> impl Iterator<Item = &'b HeldLock> {
        let locks = side.locks.iter().flatten();
        locks.filter(|held| self.letter(&held.lock).is_none())
    }

    /// A line for each lock: `lock A is bank.Account (made at Main.java:8)`.
    pub fn legend(&self) -> Vec<Phrase> {
        let line = |lock: &&LockInfo| Some(format!("lock {} is {}", self.letter(lock)?, allocated(lock)));
        self.locks.iter().filter_map(line).map(Phrase::from).collect()
    }
}

fn reading(to_read: bool) -> &'static str {
    if to_read { " to read" } else { "" }
}

/// A lock by its class and where it was made: `bank.Account (made at Main.java:8)`.
pub fn allocated(lock: &LockInfo) -> String {
    let made = lock.created_at.as_ref().and_then(Frame::position);
    let class = &lock.class;
    made.map_or(class.clone(), |made| format!("{class} (made at {made})"))
}
