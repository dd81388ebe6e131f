//! What was tried of a program's schedules, by all JVMs of a run or of several runs: the part of a
//! [`Run`](crate::Run) that `raddle explore` adds.

use raddle_events::schedule::{Bound, Widened};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// All schedules together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exploration {
    /// Written as one text, such as `pos` or `pos, pct:3`.
    #[serde(rename = "strategy", serialize_with = "listed", deserialize_with = "unlisted")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub strategies: Vec<String>,
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
    /// Counts what one part of this exploration has done, such as one JVM.
    pub fn add(&mut self, part: &Exploration) {
        for (whole, part) in [
            (&mut self.schedules, part.schedules),
            (&mut self.steps, part.steps),
            (&mut self.distinct, part.distinct),
            (&mut self.cut_off, part.cut_off),
            (&mut self.failed, part.failed),
            (&mut self.jvms, part.jvms),
        ] {
            *whole = whole.saturating_add(part);
        }
        self.widen(&part.widened);
        self.doubt(&part.doubts);
    }

    /// Joins an exploration that has ended, such as another machine's.
    pub fn join(&mut self, other: &Exploration) {
        self.add(other);
        for strategy in &other.strategies {
            if !self.strategies.contains(strategy) {
                self.strategies.push(strategy.clone());
            }
        }
        self.max_steps = self.max_steps.min(other.max_steps);
        self.millis = self.millis.max(other.millis);
        self.first_failure = self.first_failure.into_iter().chain(other.first_failure).min();
        self.exhausted = weaker(self.exhausted, other.exhausted);
        self.shard = None;
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

const SEPARATOR: &str = ", ";

fn listed<S: Serializer>(strategies: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&strategies.join(SEPARATOR))
}

fn unlisted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(text.split(SEPARATOR).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jvm(schedules: u64, doubt: &str) -> Exploration {
        Exploration {
            schedules,
            distinct: schedules / 2,
            steps: 10 * schedules,
            cut_off: 1,
            failed: 0,
            doubts: vec![doubt.to_owned()],
            jvms: 1,
            ..Exploration::default()
        }
    }

    #[test]
    fn jvms_add_up() {
        let mut all = Exploration::default();
        all.add(&jvm(10, "input"));
        all.add(&jvm(4, "input"));
        assert_eq!(
            (all.schedules, all.steps, all.distinct, all.cut_off),
            (14, 140, 7, 2)
        );
        assert_eq!((all.jvms, all.doubts.len(), all.exhausted), (2, 1, None));
    }

    #[test]
    fn shards_join_and_only_what_all_have_exhausted_is() {
        let part = |exhausted, first_failure| Exploration {
            strategies: vec!["pct".to_owned()],
            schedules: 5,
            exhausted,
            first_failure,
            millis: 7,
            ..Exploration::default()
        };
        let mut all = part(Some(Bound::None), None);
        all.join(&part(Some(Bound::Preemptions(2)), Some(9)));
        all.join(&part(Some(Bound::Preemptions(3)), Some(4)));
        assert_eq!(
            (all.schedules, all.millis, all.strategies.as_slice()),
            (15, 7, &["pct".to_owned()][..])
        );
        assert_eq!(all.exhausted, Some(Bound::Preemptions(2)));
        assert_eq!(all.first_failure, Some(4));
        all.join(&part(None, None));
        assert_eq!(all.exhausted, None);
    }

    #[test]
    fn strategies_are_one_text_in_json() {
        let part = |name: &str| Exploration {
            strategies: vec![name.to_owned()],
            ..Exploration::default()
        };
        let mut all = part("pos");
        for name in ["pct:3", "pos"] {
            all.join(&part(name));
        }
        let text = serde_json::to_string(&all).unwrap();
        assert!(text.starts_with(r#"{"strategy":"pos, pct:3","#), "{text}");
        assert_eq!(serde_json::from_str::<Exploration>(&text).unwrap(), all);
    }
}
