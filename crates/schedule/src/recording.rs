//! A schedule, kept: enough to repeat it exactly and to notice where a repetition differs.
//!
//! Every step is one word: the thread, how it went on, what it was about to do, and where, as a number into
//! `places`. `3e12` is thread 3, about to take a monitor at place 12; `!` before the letter stands for a time that was
//! up, `~` for no reason at all. `>3` says that a notification woke thread 3 of several. Threads are
//! numbered in the order of their start, so the same schedule has the same numbers in every JVM; places are
//! text, since their numbers depend on the order in which classes are loaded.

use raddle_events::ThreadId;
use raddle_events::schedule::{Act, Divergence, ResumeKind};
use serde::{Deserialize, Serialize};

/// One word of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Step {
        thread: ThreadId,
        how: ResumeKind,
        act: Act,
        place: u32,
    },
    /// Whom a notification woke.
    Woken(ThreadId),
}

/// What was chosen in one schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    pub version: u32,
    /// Where the choices came from.
    pub strategy: String,
    pub seed: u64,
    /// Of the schedule among those of its exploration.
    pub schedule: u64,
    /// `main` or whatever else was run: the class and its arguments; empty if the command has it all.
    #[serde(default)]
    pub entry: Vec<String>,
    /// Why the repetition may not be exact.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// Plain accesses that were switch points, since they had been seen to race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// What went wrong: fingerprints of the findings.
    #[serde(default)]
    pub shows: Vec<String>,
    /// The steps, counted from 1, before which a thread was preempted though it could have gone on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preempted: Vec<u64>,
    /// The steps at which a wait ended by its time though a thread that could run was held up for long.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub early_timeouts: Vec<EarlyTimeout>,
    /// How many such steps there were before as many as possible were taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preemptions_before: Option<u64>,
    /// All schedules with fewer were seen, and none shows this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_least: bool,
    pub places: Vec<String>,
    pub steps: String,
}

/// A wait that ended by its time too early to be fair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlyTimeout {
    /// The step at which it ended, counted from 1.
    pub step: u64,
    pub thread: u32,
    /// A thread that could run and did not.
    pub runnable: u32,
}

impl Recording {
    pub const VERSION: u32 = 2;

    pub fn push(&mut self, word: Word) {
        use std::fmt::Write;
        if !self.steps.is_empty() {
            self.steps.push(' ');
        }
        let _ = match word {
            Word::Step {
                thread,
                how,
                act,
                place,
            } => {
                let mark = match how {
                    ResumeKind::Go => "",
                    ResumeKind::Expire => "!",
                    ResumeKind::Spurious => "~",
                };
                write!(self.steps, "{}{mark}{}{place}", thread.0, act.letter())
            }
            Word::Woken(thread) => write!(self.steps, ">{}", thread.0),
        };
    }

    /// The words, or what is wrong with the first one that is none.
    pub fn words(&self) -> Result<Vec<Word>, String> {
        self.steps
            .split_ascii_whitespace()
            .map(|text| parse(text).ok_or_else(|| format!("`{text}` is no step")))
            .collect()
    }

    pub fn place(&self, number: u32) -> &str {
        self.places.get(number as usize).map_or("?", String::as_str)
    }
}

fn parse(text: &str) -> Option<Word> {
    if let Some(thread) = text.strip_prefix('>') {
        return Some(Word::Woken(ThreadId(thread.parse().ok()?)));
    }
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (thread, rest) = text.split_at(digits);
    let mut rest = rest.chars();
    let mut letter = rest.next()?;
    let how = match letter {
        '!' => ResumeKind::Expire,
        '~' => ResumeKind::Spurious,
        _ => ResumeKind::Go,
    };
    if how != ResumeKind::Go {
        letter = rest.next()?;
    }
    Some(Word::Step {
        thread: ThreadId(thread.parse().ok()?),
        how,
        act: Act::from_letter(letter)?,
        place: rest.as_str().parse().ok()?,
    })
}

/// What is there where no step is.
const END: &str = "the end of the schedule";

/// Goes through a recording.
#[derive(Debug)]
pub struct Replay {
    words: Vec<Word>,
    places: Vec<String>,
    next: usize,
    has_diverged: bool,
}

impl Replay {
    pub fn of(recording: &Recording) -> Result<Self, String> {
        if recording.version != Recording::VERSION {
            return Err(format!(
                "the recording is of version {}; this Raddle repeats version {}",
                recording.version,
                Recording::VERSION
            ));
        }
        Ok(Self {
            words: recording.words()?,
            places: recording.places.clone(),
            next: 0,
            has_diverged: false,
        })
    }

    /// Begins again.
    pub fn rewind(&mut self) {
        self.next = 0;
        self.has_diverged = false;
    }

    /// The schedule has ended before the recording has. `None` also where a difference was reported already.
    pub fn unfinished(&self) -> Option<Divergence> {
        let word = self.words.get(self.next).filter(|_| !self.has_diverged)?;
        Some(Divergence {
            step: self.step(),
            expected: self.tell(*word),
            found: END.to_owned(),
        })
    }

    /// The number of the step that comes next, counted from 1.
    pub fn step(&self) -> u64 {
        self.next as u64 + 1
    }

    pub fn is_over(&self) -> bool {
        self.next >= self.words.len()
    }

    /// The thread whose step comes next.
    pub fn next_thread(&self) -> Option<ThreadId> {
        match self.words.get(self.next)? {
            Word::Step { thread, .. } => Some(*thread),
            Word::Woken(_) => None,
        }
    }

    /// Whether the next step of a thread is this one.
    pub fn is_next_of(&self, thread: ThreadId, act: Act, place: &str) -> bool {
        let steps = self.words.iter().skip(self.next);
        let mut own = steps.filter_map(|word| match *word {
            Word::Step {
                thread: whose,
                act,
                place,
                ..
            } if whose == thread => Some((act, place)),
            Word::Step { .. } | Word::Woken(_) => None,
        });
        own.next().is_some_and(|(next, at)| {
            next == act && self.places.get(at as usize).is_some_and(|at| at == place)
        })
    }

    /// The next step, if it is one of these: thread, way, act and place.
    pub fn step_among<'a>(
        &mut self,
        candidates: impl Iterator<Item = (ThreadId, ResumeKind, Act, &'a str)> + Clone,
    ) -> Result<usize, Divergence> {
        let Some(&word) = self.words.get(self.next) else {
            return Err(self.divergence(END.to_owned(), candidates));
        };
        if let Word::Step {
            thread,
            how,
            act,
            place,
        } = word
        {
            let place = self.places.get(place as usize).map(String::as_str);
            let is_it = |c: (ThreadId, ResumeKind, Act, &str)| {
                (c.0, c.1, c.2) == (thread, how, act) && Some(c.3) == place
            };
            if let Some(index) = candidates.clone().position(is_it) {
                self.next += 1;
                return Ok(index);
            }
        }
        let expected = self.tell(word);
        Err(self.divergence(expected, candidates))
    }

    /// The thread that the next notification wakes.
    pub fn woken_among(&mut self, waiting: &[ThreadId]) -> Result<usize, Divergence> {
        let word = self.words.get(self.next).copied();
        if let Some(Word::Woken(thread)) = word
            && let Some(index) = waiting.iter().position(|&other| other == thread)
        {
            self.next += 1;
            return Ok(index);
        }
        self.has_diverged = true;
        Err(Divergence {
            step: self.step(),
            expected: word.map_or_else(|| END.to_owned(), |word| self.tell(word)),
            found: format!("a notification that could wake {} threads", waiting.len()),
        })
    }

    fn divergence<'a>(
        &mut self,
        expected: String,
        candidates: impl Iterator<Item = (ThreadId, ResumeKind, Act, &'a str)>,
    ) -> Divergence {
        let found: Vec<String> = candidates
            .map(|(thread, how, act, place)| tell(thread, how, act, place))
            .collect();
        self.has_diverged = true;
        Divergence {
            step: self.step(),
            expected,
            found: match found.is_empty() {
                true => "no thread could go on".to_owned(),
                false => found.join("; or "),
            },
        }
    }

    fn tell(&self, word: Word) -> String {
        match word {
            Word::Step {
                thread,
                how,
                act,
                place,
            } => {
                let place = self.places.get(place as usize).map_or("?", String::as_str);
                tell(thread, how, act, place)
            }
            Word::Woken(thread) => format!("a notification that wakes thread {}", thread.0),
        }
    }
}

fn tell(thread: ThreadId, how: ResumeKind, act: Act, place: &str) -> String {
    let why = match how {
        ResumeKind::Go => "",
        ResumeKind::Expire => ", its time being up",
        ResumeKind::Spurious => ", for no reason",
    };
    let at = match place.is_empty() {
        true => String::new(),
        false => format!(" at {place}"),
    };
    format!("thread {} {}{at}{why}", thread.0, act.words())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording() -> Recording {
        let mut recording = Recording {
            version: Recording::VERSION,
            places: vec![String::new(), "A.run(A.java:3)".into()],
            ..Recording::default()
        };
        for word in words() {
            recording.push(word);
        }
        recording
    }

    fn words() -> [Word; 3] {
        let step = |thread, how, act, place| Word::Step {
            thread: ThreadId(thread),
            how,
            act,
            place,
        };
        [
            step(0, ResumeKind::Go, Act::Enter, 1),
            Word::Woken(ThreadId(12)),
            step(12, ResumeKind::Expire, Act::Park, 0),
        ]
    }

    #[test]
    fn words_are_short_and_come_back() {
        assert_eq!(recording().steps, "0e1 >12 12!p0");
        assert_eq!(recording().words().unwrap(), words());
        for wrong in ["e1", "0", "0e", "0?1", ">", "1!", "1é2", "99999999999e1"] {
            let broken = Recording {
                steps: wrong.into(),
                ..recording()
            };
            assert!(broken.words().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_repetition_follows_and_notices_the_first_difference() {
        let mut replay = Replay::of(&recording()).unwrap();
        let (a, b) = (ThreadId(0), ThreadId(12));
        let place = "A.run(A.java:3)";
        let both = [
            (b, ResumeKind::Go, Act::Read, place),
            (a, ResumeKind::Go, Act::Enter, place),
        ];
        assert_eq!(replay.step_among(both.into_iter()), Ok(1));
        assert_eq!(replay.woken_among(&[a, b]), Ok(1));
        let other = [(b, ResumeKind::Expire, Act::Park, place)];
        let divergence = replay.step_among(other.into_iter()).unwrap_err();
        assert_eq!(divergence.step, 3);
        assert_eq!(divergence.expected, "thread 12 parks, its time being up");
        assert_eq!(
            divergence.found,
            "thread 12 parks at A.run(A.java:3), its time being up"
        );
        let right = [(b, ResumeKind::Expire, Act::Park, "")];
        assert_eq!(replay.step_among(right.into_iter()), Ok(0));
        assert!(replay.is_over());
        assert!(replay.step_among(right.into_iter()).is_err());
    }

    #[test]
    fn an_end_that_comes_too_early_is_a_difference_too() {
        let mut replay = Replay::of(&recording()).unwrap();
        let first = [(ThreadId(0), ResumeKind::Go, Act::Enter, "A.run(A.java:3)")];
        assert_eq!(replay.step_among(first.into_iter()), Ok(0));
        let early = replay.unfinished().unwrap();
        assert_eq!((early.step, early.found.as_str()), (2, END));
        assert_eq!(early.expected, "a notification that wakes thread 12");
        assert!(replay.step_among(first.into_iter()).is_err());
        assert_eq!(replay.unfinished(), None, "it is reported once");
        replay.rewind();
        assert_eq!(replay.step_among(first.into_iter()), Ok(0));
    }

    #[test]
    fn the_next_step_of_a_thread_may_come_after_those_of_others() {
        let mut replay = Replay::of(&recording()).unwrap();
        let (first, other) = (ThreadId(0), ThreadId(12));
        assert!(replay.is_next_of(first, Act::Enter, "A.run(A.java:3)"));
        assert!(!replay.is_next_of(first, Act::Enter, ""));
        assert!(replay.is_next_of(other, Act::Park, "") && !replay.is_next_of(other, Act::Yield, ""));
        let step = [(first, ResumeKind::Go, Act::Enter, "A.run(A.java:3)")];
        assert_eq!(replay.step_among(step.into_iter()), Ok(0));
        assert!(
            !replay.is_next_of(first, Act::Enter, "A.run(A.java:3)"),
            "it is over"
        );
    }

    #[test]
    fn other_versions_are_refused() {
        let later = Recording {
            version: 3,
            ..recording()
        };
        assert!(Replay::of(&later).unwrap_err().contains("version 3"));
    }
}
