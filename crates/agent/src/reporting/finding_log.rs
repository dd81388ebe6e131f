//! The findings of this JVM: written once each, and counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use raddle_findings::Finding;
use raddle_findings::control::Saved;
use raddle_findings::record::Line;

use crate::Agent;

#[derive(Default)]
pub struct Found(Mutex<State>);

#[derive(Default)]
struct State {
    counts: Vec<(String, Counter)>,
    dropped: u64,
}

/// How often a finding occurred; as long as the JVM lives, since the runtime counts too, by the address.
#[derive(Clone, Copy)]
pub struct Counter(&'static AtomicU64);

impl Counter {
    /// Counts one more occurrence, and gives the address to count further ones by.
    pub fn count(self) -> *const AtomicU64 {
        self.0.fetch_add(1, Ordering::Relaxed);
        self.0
    }
}

impl Found {
    /// Writes a finding down if it is new, else counts it. `None`: there is no room for more.
    pub fn add(&self, agent: &Agent, mut finding: Finding) -> (Option<Counter>, bool) {
        let mut state = self.0.lock();
        let is_same = |(fingerprint, _): &&(String, Counter)| *fingerprint == finding.fingerprint;
        if let Some(&(_, counter)) = state.counts.iter().find(is_same) {
            counter.count();
            if let Some(control) = &agent.control {
                control.found(&mut finding, false);
            }
            return (Some(counter), false);
        }
        if state.counts.len() >= agent.config.max_findings as usize {
            state.dropped += 1;
            return (None, false);
        }
        let counter = Counter(Box::leak(Box::new(AtomicU64::new(1))));
        state.counts.push((finding.fingerprint.clone(), counter));
        if let Some(control) = &agent.control {
            let schedule = control.found(&mut finding, true);
            finding.replay = schedule.map(Saved::<()>::name);
        }
        agent.record.write(&Line::Finding(finding));
        (Some(counter), true)
    }

    /// How often each finding occurred.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let state = self.0.lock();
        let counts = state.counts.iter();
        counts
            .map(|(fingerprint, counter)| (fingerprint.clone(), counter.0.load(Ordering::Relaxed)))
            .collect()
    }

    /// How many different findings there were no room for.
    pub fn dropped(&self) -> u64 {
        self.0.lock().dropped
    }
}
