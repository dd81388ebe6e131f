//! What the papers measured that the programs in `corpus/explore/paper` are from.

/// A program, and in how many of a hundred runs its error showed.
pub struct Paper {
    pub class: &'static str,
    pub name: &'static str,
    /// Without help, and with random delays of 75 to 150 ms at two of five places (Concutest), the mean of four
    /// machines with at least 10,000 runs each: table 3.7 of Ricken's thesis. Per run of the program, as one of
    /// ours is one schedule.
    pub alone: f64,
    pub delayed: f64,
}

pub const PAPERS: [Paper; 5] = [
    Paper {
        class: "RaceOnFlag",
        name: "race on a flag",
        alone: 0.6,
        delayed: 33.0,
    },
    Paper {
        class: "FundManagers",
        name: "fund managers",
        alone: 13.8,
        delayed: 100.0,
    },
    Paper {
        class: "UninitializedData",
        name: "uninitialised data",
        alone: 0.2,
        delayed: 79.7,
    },
    Paper {
        class: "ChainOfThreads",
        name: "chain of threads",
        alone: 63.1,
        delayed: 99.8,
    },
    Paper {
        class: "MissedNotification",
        name: "missed notification",
        alone: 9.3,
        delayed: 99.8,
    },
];

impl Paper {
    pub fn of(class: &str) -> Option<&'static Paper> {
        PAPERS.iter().find(|paper| paper.class == class)
    }

    /// Whether so many of a hundred are more than with delays. Of all there is no more.
    pub fn is_beaten_by(&self, percent: f64) -> bool {
        percent > self.delayed || percent >= 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_all_is_not_asked_for() {
        let beaten = |class, percent| Paper::of(class).unwrap().is_beaten_by(percent);
        assert!(beaten("RaceOnFlag", 33.1) && !beaten("RaceOnFlag", 33.0));
        assert!(beaten("FundManagers", 100.0) && !beaten("FundManagers", 99.9));
    }

    #[test]
    fn each_is_in_the_corpus() {
        for paper in &PAPERS {
            let file = format!("corpus/explore/paper/{}.java", paper.class);
            assert!(crate::repo::root().join(file).is_file(), "{}", paper.class);
        }
    }
}
