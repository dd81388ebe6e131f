//! What is tested this time. One run of the tests takes each test in one way: on one JDK, and a fixture in one
//! mode of the JVM. Which, changes with each commit, so that all ways have had their turn after a week of
//! commits, and any run can be repeated. `RADDLE_TEST_ALL=1` takes each test in all ways, `RADDLE_TEST_QUICK=1` a
//! sample of the fixtures.

use std::env;
use std::process::Command;
use std::sync::LazyLock;
use std::thread;

const ALL: &str = "RADDLE_TEST_ALL";
const QUICK: &str = "RADDLE_TEST_QUICK";
const TURN: &str = "RADDLE_TEST_TURN";

/// Whether each test is to be taken in all ways.
pub fn all() -> bool {
    is_set(ALL)
}

/// Whether a sample of the fixtures will do.
pub fn quick() -> bool {
    is_set(QUICK)
}

fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| value != "0" && !value.is_empty())
}

/// The number of this turn: `RADDLE_TEST_TURN`, or how many commits there are.
pub fn number() -> usize {
    static NUMBER: LazyLock<usize> = LazyLock::new(|| {
        let given = env::var(TURN).ok();
        let given = given.map(|text| {
            text.parse()
                .unwrap_or_else(|_| panic!("{TURN} is no number: {text}"))
        });
        given.or_else(commits).unwrap_or(0)
    });
    *NUMBER
}

fn commits() -> Option<usize> {
    let output = Command::new("git")
        .args(["rev-list", "--count", "HEAD"])
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Takes choices apart, one after the other: over enough turns, a test meets every combination of them.
#[derive(Clone, Debug)]
pub struct Turn {
    rest: usize,
}

impl Turn {
    /// The turn of the test with this name. Tests begin at different places, so that each turn has all choices.
    pub fn of(name: &str) -> Turn {
        // FNV-1a.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Turn {
            rest: number().wrapping_add((hash >> 32) as usize),
        }
    }

    /// The choice whose turn it is.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        assert!(!choices.is_empty(), "nothing to choose from");
        let choice = &choices[self.rest % choices.len()];
        self.rest /= choices.len();
        choice
    }

    /// Whether it is its turn, which it is once in `every`.
    pub fn is(&mut self, every: usize) -> bool {
        let now = self.rest.is_multiple_of(every);
        self.rest /= every;
        now
    }
}

/// The turn of the test that this thread runs: a thread has the name of its test.
pub(crate) fn current() -> Turn {
    Turn::of(thread::current().name().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_combinations_have_their_turn() {
        let first = Turn::of("race/bad/Field").rest;
        let met: BTreeSet<_> = (first..first + 24)
            .map(|rest| {
                let mut turn = Turn { rest };
                (
                    *turn.pick(&[17, 21, 25]),
                    *turn.pick(&['a', 'b', 'c', 'd']),
                    turn.is(2),
                )
            })
            .collect();
        assert_eq!(met.len(), 24);
    }

    #[test]
    fn tests_are_at_different_places() {
        let met: BTreeSet<_> = (0..50)
            .map(|n| *Turn::of(&format!("test {n}")).pick(&[0, 1, 2]))
            .collect();
        assert_eq!(met.len(), 3);
    }
}
