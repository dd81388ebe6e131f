//! What was tried of a program's schedules, by all JVMs of a run or of several runs: the part of a
//! [`Run`](crate::Run) that `raddle explore` adds.

use serde::{Deserialize, Serialize};

use crate::control::{Bound, Control, Explored, Widened};

/// All schedules together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exploration {
    pub strategy: String,
    pub seed: u64,
    pub schedules: u64,
    pub steps: u64,
    /// How many of them differed in the order of what depends on each other. Each JVM counts for itself, so
    /// with several of them it is the most that it can be.
    pub distinct: u64,
    /// How many were cut off, and after how many steps.
    pub cut_off: u64,
    pub max_steps: u64,
    /// How many showed a failure.
    pub failed: u64,
    /// The number of the first that did, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_failure: Option<u64>,
    /// All that the program can do has been seen; with a bound, up to so many preemptions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<Bound>,
    /// Why schedules may not repeat exactly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// Kinds of switch points that were added on the way, since schedules hardly differed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub widened: Vec<Widened>,
    /// The JVMs that did it.
    pub jvms: u64,
    pub millis: u64,
    /// The part of all schedules that this was, if not all: `2/8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

impl Exploration {
    /// One that was asked for, before it has begun.
    pub fn planned(control: &Control) -> Self {
        Self {
            strategy: control.strategy.clone(),
            seed: control.seed,
            max_steps: control.max_steps,
            ..Self::default()
        }
    }

    /// Adds what one JVM has tried. Whether the whole is exhausted is for others to say.
    pub fn add(&mut self, jvm: &Explored) {
        self.schedules = self.schedules.saturating_add(jvm.schedules);
        self.steps = self.steps.saturating_add(jvm.steps);
        self.distinct = self.distinct.saturating_add(jvm.distinct);
        self.cut_off = self.cut_off.saturating_add(jvm.cut_off);
        self.failed = self.failed.saturating_add(jvm.failed);
        self.jvms += 1;
        self.widen(&jvm.widened);
        self.doubt(&jvm.doubts);
    }

    /// Adds another part of the same exploration, such as another machine's.
    pub fn join(&mut self, other: &Exploration) {
        for (whole, part) in [
            (&mut self.schedules, other.schedules),
            (&mut self.steps, other.steps),
            (&mut self.distinct, other.distinct),
            (&mut self.cut_off, other.cut_off),
            (&mut self.failed, other.failed),
            (&mut self.jvms, other.jvms),
        ] {
            *whole = whole.saturating_add(part);
        }
        if !self.strategy.split(", ").any(|known| known == other.strategy) {
            self.strategy = format!("{}, {}", self.strategy, other.strategy);
        }
        self.max_steps = self.max_steps.min(other.max_steps);
        self.millis = self.millis.max(other.millis);
        self.first_failure = self.first_failure.into_iter().chain(other.first_failure).min();
        self.exhausted = weaker(self.exhausted, other.exhausted);
        self.shard = None;
        self.widen(&other.widened);
        self.doubt(&other.doubts);
    }

    /// From which schedule on there were more switch points; of several, the first.
    fn widen(&mut self, widened: &[Widened]) {
        for new in widened {
            match self.widened.iter_mut().find(|known| known.to == new.to) {
                Some(known) => known.schedule = known.schedule.min(new.schedule),
                None => self.widened.push(*new),
            }
        }
    }

    /// Says why schedules may not repeat exactly, once.
    pub fn doubt(&mut self, doubts: &[String]) {
        for doubt in doubts {
            if !self.doubts.contains(doubt) {
                self.doubts.push(doubt.clone());
            }
        }
    }
}

/// What two parts have both seen all of.
pub fn weaker(a: Option<Bound>, b: Option<Bound>) -> Option<Bound> {
    match (a?, b?) {
        (Bound::None, bound) | (bound, Bound::None) => Some(bound),
        (Bound::Preemptions(a), Bound::Preemptions(b)) => Some(Bound::Preemptions(a.min(b))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jvm(schedules: u64, doubt: &str) -> Explored {
        Explored {
            schedules,
            distinct: schedules / 2,
            steps: 10 * schedules,
            cut_off: 1,
            failed: 0,
            doubts: vec![doubt.to_owned()],
            ..Explored::default()
        }
    }

    #[test]
    fn jvms_add_up() {
        let mut all = Exploration::planned(&Control::default());
        all.add(&jvm(10, "input"));
        all.add(&jvm(4, "input"));
        assert_eq!(
            (all.schedules, all.steps, all.distinct, all.cut_off),
            (14, 140, 7, 2)
        );
        assert_eq!((all.jvms, all.doubts.len()), (2, 1));
        assert_eq!((all.strategy.as_str(), all.exhausted), ("portfolio", None));
    }

    #[test]
    fn shards_join_and_only_what_all_have_exhausted_is() {
        let part = |exhausted, first_failure| Exploration {
            strategy: "pct".to_owned(),
            schedules: 5,
            exhausted,
            first_failure,
            millis: 7,
            ..Exploration::default()
        };
        let mut all = part(Some(Bound::None), None);
        all.join(&part(Some(Bound::Preemptions(2)), Some(9)));
        all.join(&part(Some(Bound::Preemptions(3)), Some(4)));
        assert_eq!((all.schedules, all.millis, all.strategy.as_str()), (15, 7, "pct"));
        assert_eq!(all.exhausted, Some(Bound::Preemptions(2)));
        assert_eq!(all.first_failure, Some(4));
        all.join(&part(None, None));
        assert_eq!(all.exhausted, None);
    }
}
