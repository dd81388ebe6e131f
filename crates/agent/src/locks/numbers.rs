//! Lock numbers, with what reports say of each lock.
//!
//! A program may lock a new object every microsecond, so nothing is kept for each: locks of one class that
//! were made at one site get numbers from ranges of their own, which grow with their number.

use parking_lot::Mutex;
use raddle_events::{SiteId, SyncId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::locks::log::Held;

/// A lock, by its number. 0 stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockId(pub u32);

impl LockId {
    /// As Java has it.
    pub fn from_java(number: i32) -> LockId {
        LockId(number.cast_unsigned())
    }
}

impl From<LockId> for SyncId {
    fn from(lock: LockId) -> SyncId {
        SyncId(u64::from(lock.0))
    }
}

impl From<SyncId> for LockId {
    /// Of what was a lock: others have larger numbers.
    fn from(object: SyncId) -> LockId {
        LockId(object.0 as u32)
    }
}

#[derive(Default)]
pub struct Locks(Mutex<Numbered>);

/// The first range of a kind, and the longest.
const SHORT: u32 = 8;
const LONG: u32 = 1 << 16;

#[derive(Default)]
struct Numbered {
    /// The first number of each range, and its kind.
    ranges: Vec<(u32, u32)>,
    kinds: Vec<Alike>,
    by_kind: FxHashMap<(String, SiteId), u32>,
    /// All numbers below are in ranges.
    end: u32,
    /// From then on a number may be that of several locks.
    ran_out: bool,
    /// Released by others than those that took them: their owners are not known.
    shared: FxHashSet<LockId>,
}

/// Locks of one class that were made at one site.
struct Alike {
    class: String,
    made_at: SiteId,
    /// The next number, and where its range ends.
    next: u32,
    end: u32,
    /// The length of the next range.
    length: u32,
}

impl Locks {
    /// A number for a new lock. Should they run out, locks of a kind share one.
    pub fn add(&self, class: String, made_at: SiteId) -> LockId {
        let mut all = self.0.lock();
        let all = &mut *all;
        let kinds = &mut all.kinds;
        let index = *all
            .by_kind
            .entry((class, made_at))
            .or_insert_with_key(|(class, made_at)| {
                kinds.push(Alike {
                    class: class.clone(),
                    made_at: *made_at,
                    next: 0,
                    end: 0,
                    length: SHORT,
                });
                kinds.len() as u32 - 1
            });
        let kind = &mut kinds[index as usize];
        if kind.next == kind.end {
            let first = all.end.max(1);
            let Some(end) = first
                .checked_add(kind.length)
                .filter(|&end| end < i32::MAX as u32)
            else {
                all.ran_out = true;
                return LockId(kind.next.saturating_sub(1).max(1));
            };
            all.ranges.push((first, index));
            (kind.next, kind.end, all.end) = (first, end, end);
            kind.length = (kind.length * 4).min(LONG);
        }
        kind.next += 1;
        LockId(kind.next - 1)
    }

    /// The class, as people call it, and where the lock was made.
    pub fn get(&self, LockId(lock): LockId) -> (String, SiteId) {
        let all = self.0.lock();
        let after = all.ranges.partition_point(|&(first, _)| first <= lock);
        let range = after.checked_sub(1).and_then(|at| all.ranges.get(at));
        let kind = range.and_then(|&(_, kind)| all.kinds.get(kind as usize));
        match kind.filter(|_| lock < all.end) {
            Some(kind) => (called(&kind.class).to_owned(), kind.made_at),
            None => ("?".to_owned(), SiteId::UNKNOWN),
        }
    }

    pub fn share(&self, lock: LockId) {
        self.0.lock().shared.insert(lock);
    }

    /// One of the first locks that is also one of the second, where no two threads can hold it at the same time.
    pub fn certainly_common(&self, first: &[Held], second: &[Held]) -> Option<LockId> {
        let is_second = |lock| second.iter().any(|held| held.lock == lock && held.is_certain());
        let mut common = first
            .iter()
            .filter(|held| held.is_certain() && is_second(held.lock));
        let all = self.0.lock();
        common
            .find(|held| !all.ran_out && !all.shared.contains(&held.lock))
            .map(|held| held.lock)
    }

    /// Whether a lock has an owner, as locks do.
    pub fn is_owned(&self, lock: LockId) -> bool {
        !self.0.lock().shared.contains(&lock)
    }
}

/// A lock of `java.util.concurrent` is known by its own class, not by the one it keeps inside.
fn called(class: &str) -> &str {
    match class.split_once('$') {
        Some((outer, inner)) if class.starts_with("java.util.concurrent.") && inner.ends_with("Sync") => {
            outer
        }
        _ => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locks::log::Taken;

    #[test]
    fn locks_are_called_by_the_class_that_people_know() {
        let locks = Locks::default();
        let nested = locks.add("a.B$Sync".to_owned(), SiteId(3));
        let fair = locks.add(
            "java.util.concurrent.locks.ReentrantLock$FairSync".to_owned(),
            SiteId(0),
        );
        assert_eq!(locks.get(nested), ("a.B$Sync".to_owned(), SiteId(3)));
        assert_eq!(locks.get(fair).0, "java.util.concurrent.locks.ReentrantLock");
        assert_eq!(locks.get(LockId(99)).0, "?");
        assert_eq!(locks.get(LockId(0)).0, "?");
        locks.share(fair);
        assert!(locks.is_owned(nested) && !locks.is_owned(fair));
    }

    #[test]
    fn a_lock_that_keeps_others_out_differs_from_one_that_may_not() {
        let locks = Locks::default();
        let [a, b] = [3, 4].map(|site| locks.add("A".to_owned(), SiteId(site)));
        let held = |lock, how: u32| Held {
            lock,
            at: Taken(7 | how),
        };
        use raddle_events::runtime::{LOCK_SHARED, LOCK_TRIED, LOCK_UNCERTAIN};
        let exclusive = [held(a, 0), held(b, LOCK_TRIED)];
        assert_eq!(locks.certainly_common(&exclusive, &[held(b, 0)]), Some(b));
        assert_eq!(locks.certainly_common(&exclusive[..1], &exclusive[1..]), None);
        for how in [LOCK_SHARED, LOCK_UNCERTAIN] {
            assert_eq!(locks.certainly_common(&exclusive, &[held(b, how)]), None);
            assert_eq!(locks.certainly_common(&[held(b, how)], &exclusive), None);
        }
        locks.share(b);
        assert_eq!(locks.certainly_common(&exclusive, &exclusive[1..]), None);
        assert_eq!(locks.certainly_common(&exclusive, &exclusive), Some(a));
    }

    #[test]
    fn a_million_locks_take_little_room_and_no_two_have_one_number() {
        let locks = Locks::default();
        let mut seen = FxHashSet::default();
        for n in 0..1_000_000 {
            let site = SiteId(n % 3);
            let number = locks.add("A".to_owned(), site);
            assert!(seen.insert(number));
            assert_eq!(locks.get(number), ("A".to_owned(), site));
        }
        assert!(locks.0.lock().ranges.len() < 100);
    }
}
