//! The findings of this JVM: each is kept once, and counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Findings by their fingerprints, as many as there may be.
pub struct FindingLog {
    counts: Vec<(String, Counter)>,
    most: usize,
    dropped: u64,
}

/// How often a finding occurred; as long as the JVM lives, since the runtime counts too, by the address.
#[derive(Clone, Copy, Debug)]
pub struct Counter(&'static AtomicU64);

impl Counter {
    /// Counts one more occurrence, and gives the address to count further ones by.
    pub fn count(self) -> *const AtomicU64 {
        self.0.fetch_add(1, Ordering::Relaxed);
        self.0
    }
}

/// What became of a finding.
#[derive(Clone, Copy, Debug)]
pub enum Logged {
    New(Counter),
    /// It was there, and is counted once more.
    Again(Counter),
    /// There is no room for more.
    Dropped,
}

impl Logged {
    pub fn counter(self) -> Option<Counter> {
        match self {
            Logged::New(counter) | Logged::Again(counter) => Some(counter),
            Logged::Dropped => None,
        }
    }

    pub fn is_new(self) -> bool {
        matches!(self, Logged::New(_))
    }
}

impl FindingLog {
    pub fn new(most: usize) -> Self {
        Self {
            counts: Vec::new(),
            most,
            dropped: 0,
        }
    }

    pub fn add(&mut self, fingerprint: &str) -> Logged {
        let is_same = |(known, _): &&(String, Counter)| known == fingerprint;
        if let Some(&(_, counter)) = self.counts.iter().find(is_same) {
            counter.count();
            return Logged::Again(counter);
        }
        if self.counts.len() >= self.most {
            self.dropped += 1;
            return Logged::Dropped;
        }
        let counter = Counter(Box::leak(Box::new(AtomicU64::new(1))));
        self.counts.push((fingerprint.to_owned(), counter));
        Logged::New(counter)
    }

    /// How often each finding occurred.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let counts = self.counts.iter();
        counts
            .map(|(fingerprint, counter)| (fingerprint.clone(), counter.0.load(Ordering::Relaxed)))
            .collect()
    }

    /// How many different findings there were no room for.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}
