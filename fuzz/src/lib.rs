//! Fuzzing on the stable toolchain: seeds, mutations that know the form of an input, and a loop that keeps what gets far.
//!
//! There is no coverage to guide it. In its place, the check of a target says whether an input was [`Read`](Outcome::Read)
//! to its end; such an input joins the pool, so that mutations add up behind the reader's first checks.
//! The same seed of [`Chance`] makes the same inputs. An input that a check fails on is written down with the name of the
//! file to keep it in: every file in `fuzz/seeds` is checked as it is before anything is mutated.
//!
//! Start reading at [`run`]; `mutate` has the mutations, `tests/it` the targets.

mod chance;
pub mod mutate;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use chance::Chance;

/// So many inputs are kept beside the seeds.
const POOL: usize = 512;
/// An input may be so much larger than the largest seed, in bytes.
const ROOM: usize = 1 << 14;
/// The most mutations that make one input of another.
const STEPS: u64 = 6;

/// What became of an input that did no harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was refused, with a reason.
    Refused,
    /// It was read to its end.
    Read,
}

/// An input that a check failed on.
#[derive(Debug)]
pub struct Failure {
    pub input: Vec<u8>,
    /// What the check said.
    pub message: String,
    /// The seed file itself, if it was not mutated.
    pub seed: Option<PathBuf>,
}

/// How many inputs were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub checked: u64,
    pub read: u64,
}

/// The files of a target, in order: their names and what is in them. A `.hex` file is bytes in hexadecimal digits.
///
/// # Panics
///
/// If there is none, or one cannot be read.
pub fn seeds(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut seeds: Vec<_> = files
        .map(|file| {
            let path = file.expect("a directory entry").path();
            let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let is_hex = path.extension().is_some_and(|extension| extension == "hex");
            let bytes = if is_hex { from_hex(&bytes) } else { bytes };
            (path, bytes)
        })
        .collect();
    seeds.sort();
    seeds
}

/// Checks all seeds, then mutates them until the time is over or a check fails.
///
/// # Errors
///
/// The first input that a check fails on.
pub fn run(
    seeds: &[(PathBuf, Vec<u8>)],
    mut chance: Chance,
    time: Duration,
    mutate: impl Fn(&mut Vec<u8>, &[Vec<u8>], &mut Chance),
    check: impl Fn(&[u8]) -> Outcome,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut pool: Vec<Vec<u8>> = Vec::new();
    for (path, bytes) in seeds {
        let outcome = guarded(&check, bytes).map_err(|message| Failure {
            input: bytes.clone(),
            message,
            seed: Some(path.clone()),
        })?;
        tally.count(outcome);
        pool.push(bytes.clone());
    }
    let longest = pool.iter().map(Vec::len).max().unwrap_or(0) + ROOM;
    let own = pool.len();
    let deadline = Instant::now() + time;
    while !pool.is_empty() && Instant::now() < deadline {
        let mut input = pool[chance.below(pool.len())].clone();
        for _ in 0..=chance.below_u64(STEPS) {
            mutate(&mut input, &pool, &mut chance);
        }
        input.truncate(longest);
        let outcome = guarded(&check, &input).map_err(|message| Failure {
            input: input.clone(),
            message,
            seed: None,
        })?;
        tally.count(outcome);
        if outcome == Outcome::Read && !pool.contains(&input) {
            match pool.len() - own < POOL {
                true => pool.push(input),
                false => {
                    let old = own + chance.below(POOL);
                    pool[old] = input;
                }
            }
        }
    }
    Ok(tally)
}

impl Tally {
    fn count(&mut self, outcome: Outcome) {
        self.checked += 1;
        self.read += u64::from(outcome == Outcome::Read);
    }
}

impl Failure {
    /// Writes the input to a file in `dir`, and says where it belongs once it is repaired: among the seeds of `target`.
    pub fn report(&self, target: &str, dir: &Path) -> String {
        if let Some(seed) = &self.seed {
            return format!("{target}: {}\n{}", seed.display(), self.message);
        }
        let text = str::from_utf8(&self.input).is_ok_and(|text| !text.contains('\0'));
        let name = format!("{target}-{:016x}", fingerprint(&self.input));
        let (name, content) = match text {
            true => (format!("{name}.txt"), self.input.clone()),
            false => (format!("{name}.hex"), to_hex(&self.input).into_bytes()),
        };
        let path = dir.join(&name);
        let kept = fs::create_dir_all(dir).and_then(|()| fs::write(&path, content));
        let kept = match kept {
            Ok(()) => format!("is in {}", path.display()),
            Err(error) => format!("cannot be kept ({error}): {:?}", self.input),
        };
        format!(
            "{target}: {}\nthe input {kept}\nkeep it as fuzz/seeds/{target}/{name}, and repair what it shows",
            self.message
        )
    }
}

/// The check of one input; a panic is its failure.
fn guarded(check: &impl Fn(&[u8]) -> Outcome, input: &[u8]) -> Result<Outcome, String> {
    panic::catch_unwind(AssertUnwindSafe(|| check(input))).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        text.unwrap_or_else(|| "a panic without words".to_owned())
    })
}

fn fingerprint(bytes: &[u8]) -> u64 {
    // FNV-1a.
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Hexadecimal digits, 32 bytes to a line.
pub fn to_hex(bytes: &[u8]) -> String {
    let line = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    bytes.chunks(32).map(|bytes| line(bytes) + "\n").collect()
}

fn from_hex(text: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = text
        .iter()
        .filter_map(|digit| char::from(*digit).to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(bytes: &[u8]) -> Vec<(PathBuf, Vec<u8>)> {
        vec![(PathBuf::from("seed"), bytes.to_vec())]
    }

    fn grow(input: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
        input.push(b"ab"[chance.below(2)]);
    }

    /// Only what grew from something that was read can get so far: six steps at a time are not enough.
    fn deep(input: &[u8]) -> Outcome {
        assert!(input.len() < 40, "too long");
        Outcome::Read
    }

    #[test]
    fn what_gets_far_is_mutated_again() {
        let found = run(&one(b"a"), Chance::new(1), Duration::from_secs(60), grow, deep);
        let failure = found.unwrap_err();
        assert_eq!(
            (failure.input.len() >= 40, failure.message.as_str()),
            (true, "too long")
        );
        let refused = |input: &[u8]| {
            deep(input);
            Outcome::Refused
        };
        let found = run(
            &one(b"a"),
            Chance::new(1),
            Duration::from_millis(50),
            grow,
            refused,
        );
        assert_eq!(found.unwrap().read, 0);
    }

    #[test]
    fn the_same_chance_makes_the_same_inputs() {
        let found = || {
            let time = Duration::from_secs(60);
            run(&one(b"a"), Chance::new(7), time, grow, deep)
                .unwrap_err()
                .input
        };
        assert_eq!(found(), found());
    }

    #[test]
    fn a_seed_is_checked_as_it_is() {
        let wrong = |_: &[u8]| -> Outcome { panic!("{}", "wrong") };
        let failure = run(&one(b"a"), Chance::new(1), Duration::ZERO, grow, wrong).unwrap_err();
        assert_eq!(failure.seed.as_deref(), Some(Path::new("seed")));
        assert!(failure.report("x", Path::new("nowhere")).contains("seed\nwrong"));
    }

    #[test]
    fn bytes_survive_hexadecimal_digits() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(to_hex(&all).as_bytes()), all);
    }
}
