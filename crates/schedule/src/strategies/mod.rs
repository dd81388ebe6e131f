//! Strategies, one in each file, and their names.
//!
//! [`StrategySpec`] is what a user asks for: a [`Named`] one, in a text such as `pct:5`, or a class of the user's own, such as
//! `class:com.example.Mine`, which only code with a JVM can call. The directed ones need hints from a detector and walk
//! at random without. [`Fewest`] and [`Shrink`] have no name: they need a recording to begin with.
//!
//! Start reading at [`random`], then [`pos`] and [`pct`]; [`exhaustive`] is the long one.

pub mod directed;
pub mod exhaustive;
pub mod fewest;
mod patience;
pub mod pct;
pub mod portfolio;
pub mod pos;
pub mod random;
pub mod round_robin;
pub mod seed;
pub mod shrink;
mod spinning;
pub mod stall;
pub mod surw;

use std::fmt;

pub use directed::{Directed, Suspicion};
pub use exhaustive::Exhaustive;
pub use fewest::Fewest;
pub use pct::Pct;
pub use portfolio::Portfolio;
pub use pos::Pos;
pub use random::Random;
pub use round_robin::RoundRobin;
pub use shrink::Shrink;
pub use stall::Stall;
pub use surw::Surw;

use crate::strategy::Strategy;

/// What a user asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategySpec {
    Named(Named),
    /// A class, by its name in Java.
    Class(String),
}

impl StrategySpec {
    const CLASS: &str = "class:";

    /// What [`Display`](fmt::Display) wrote.
    pub fn from_name(text: &str) -> Option<StrategySpec> {
        match text.strip_prefix(Self::CLASS) {
            Some(name) => is_class(name).then(|| StrategySpec::Class(name.to_owned())),
            None => Named::from_name(text).map(StrategySpec::Named),
        }
    }
}

impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategySpec::Named(named) => named.fmt(f),
            StrategySpec::Class(name) => write!(f, "{}{name}", Self::CLASS),
        }
    }
}

/// Whether this may be the name of a class, as `Class.getName` has it.
fn is_class(name: &str) -> bool {
    let is_part = |part: &str| {
        let begins = part.chars().next().is_some_and(|c| !c.is_ascii_digit());
        begins
            && part
                .chars()
                .all(|c| !c.is_ascii() || c.is_ascii_alphanumeric() || "_$".contains(c))
    };
    name.split('.').all(is_part)
}

/// A strategy that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Portfolio,
    Pos,
    Pct {
        depth: u32,
    },
    Surw,
    Stall,
    Random,
    RoundRobin,
    /// With at most so many preemptions; none stands for all schedules.
    Exhaustive {
        preemptions: Option<u32>,
    },
    Directed(Suspicion),
}

impl Named {
    /// Each once, with the number it has if none is given.
    pub const ALL: &[Named] = &[
        Named::Portfolio,
        Named::Pos,
        Named::Pct { depth: Pct::DEPTH },
        Named::Surw,
        Named::Stall,
        Named::Random,
        Named::RoundRobin,
        Named::Exhaustive { preemptions: None },
        Named::Directed(Suspicion::Any),
        Named::Directed(Suspicion::Deadlock),
        Named::Directed(Suspicion::Race),
    ];

    /// The names without numbers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(Named::name)
    }

    /// What [`Display`](fmt::Display) wrote.
    pub fn from_name(text: &str) -> Option<Named> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number.parse::<u32>().ok()?)),
            None => (text, None),
        };
        let named = Self::ALL.iter().find(|named| named.name() == name)?;
        match (*named, number) {
            (named, None) => Some(named),
            (Named::Pct { .. }, Some(depth)) => Some(Named::Pct { depth }).filter(|_| depth > 0),
            (Named::Exhaustive { .. }, preemptions) => Some(Named::Exhaustive { preemptions }),
            (_, Some(_)) => None,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Named::Portfolio => "portfolio",
            Named::Pos => "pos",
            Named::Pct { .. } => "pct",
            Named::Surw => "surw",
            Named::Stall => "stall",
            Named::Random => "random",
            Named::RoundRobin => "round-robin",
            Named::Exhaustive { .. } => "exhaustive",
            Named::Directed(Suspicion::Any) => "directed",
            Named::Directed(Suspicion::Deadlock) => "deadlock-directed",
            Named::Directed(Suspicion::Race) => "race-directed",
        }
    }

    /// What a list of strategies says.
    pub fn about(&self) -> &'static str {
        match self {
            Named::Portfolio => "all that draw at random, in turn, and directed once there is a suspicion",
            Named::Pos => "partial order sampling: what does not race is not tried in all orders",
            Named::Pct { .. } => {
                "random priorities that change now and then; pct:5 looks for bugs of depth 5"
            }
            Named::Surw => "samples the orders of some events evenly, and the rest freely",
            Named::Stall => "stops one thread half-way and lets all others go on",
            Named::Random => "at each switch point, anybody",
            Named::RoundRobin => "one after the other, each for some switch points",
            Named::Exhaustive { .. } => {
                "all schedules that differ; exhaustive:2 those with up to 2 preemptions"
            }
            Named::Directed(Suspicion::Any) => "at random, but towards suspected races and deadlocks",
            Named::Directed(Suspicion::Deadlock) => "at random, but towards suspected deadlocks",
            Named::Directed(Suspicion::Race) => "at random, but towards suspected races",
        }
    }

    pub fn make(&self) -> Box<dyn Strategy> {
        match *self {
            Named::Portfolio => Box::new(Portfolio::default()),
            Named::Pos => Box::new(Pos::default()),
            Named::Pct { depth } => Box::new(Pct::new(depth)),
            Named::Surw => Box::new(Surw::default()),
            Named::Stall => Box::new(Stall::default()),
            Named::Random => Box::new(Random::default()),
            Named::RoundRobin => Box::new(RoundRobin::default()),
            Named::Exhaustive { preemptions } => Box::new(Exhaustive::new(preemptions)),
            Named::Directed(suspicion) => Box::new(Directed::new(suspicion)),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Pct { depth: number }
            | Named::Exhaustive {
                preemptions: Some(number),
            } => {
                write!(f, "{}:{number}", self.name())
            }
            named => f.write_str(named.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let more = [
            Named::Pct { depth: 5 },
            Named::Exhaustive { preemptions: Some(0) },
        ];
        for named in Named::ALL.iter().chain(&more) {
            assert_eq!(Named::from_name(&named.to_string()), Some(*named));
        }
        for name in Named::names() {
            assert_eq!(Named::from_name(name).map(|named| named.name()), Some(name));
        }
    }

    #[test]
    fn a_class_is_named_as_java_does() {
        for name in ["Mine", "com.example.Mine", "com.example.Outer$Mine"] {
            let asked = StrategySpec::Class(name.to_owned());
            assert_eq!(StrategySpec::from_name(&asked.to_string()), Some(asked));
        }
        for text in [
            "class:",
            "class:a..b",
            "class:a/b",
            "class:1a",
            "class:a b",
            "com.example.Mine",
        ] {
            assert_eq!(StrategySpec::from_name(text), None, "{text}");
        }
        assert_eq!(
            StrategySpec::from_name("pos"),
            Some(StrategySpec::Named(Named::Pos))
        );
    }

    #[test]
    fn what_is_no_name() {
        for text in [
            "",
            "pos:1",
            "pct:",
            "pct:0",
            "pct:x",
            "pct:-1",
            "pct:3:4",
            "PCT",
            "exhaustive:all",
        ] {
            assert_eq!(Named::from_name(text), None, "{text}");
        }
    }
}
