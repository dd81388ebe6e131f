//! The names of the files in a run directory.

/// What the JVMs are asked for: a [`Config`](crate::Config).
pub const CONFIG: &str = "config.json";

/// The file that the command keeps locked, and removes when it ends.
pub const RUNNING: &str = "running";

/// What came of the run, in the form of `--json`, where it is more than what the records say.
pub const RESULT: &str = "run.json";

/// Where a JVM leaves what its search has come to, for the next one to go on.
pub const SEARCH: &str = "search.json";

const RECORD: (&str, &str) = ("jvm-", ".jsonl");
const SCHEDULE: (&str, &str) = ("schedule-", ".json");

/// The record of a JVM.
pub fn record(pid: u32) -> String {
    let (prefix, suffix) = RECORD;
    format!("{prefix}{pid}{suffix}")
}

/// A record that one of several workers has left, to stand beside those of the others.
pub fn record_of_worker(worker: impl std::fmt::Display, record: &str) -> String {
    let (prefix, _) = RECORD;
    let rest = record.strip_prefix(prefix).unwrap_or(record);
    format!("{prefix}{worker}-{rest}")
}

pub fn is_record(name: &str) -> bool {
    let (prefix, suffix) = RECORD;
    name.starts_with(prefix) && name.ends_with(suffix)
}

/// The recording of a schedule: a [`Saved`](crate::Saved).
pub fn schedule(number: u64) -> String {
    let (prefix, suffix) = SCHEDULE;
    format!("{prefix}{number}{suffix}")
}

/// The number of the schedule that a file of [`schedule`] is of.
pub fn schedule_number(name: &str) -> Option<u64> {
    let (prefix, suffix) = SCHEDULE;
    name.strip_prefix(prefix)?.strip_suffix(suffix)?.parse().ok()
}

/// What the repetition of a schedule has shown, step by step: an
/// [`ExplainedSchedule`](raddle_findings::ExplainedSchedule).
pub fn explained(number: u64) -> String {
    format!("explained-{number}.json")
}

/// The recording that is kept for a finding, once it was simplified.
pub fn simplified(fingerprint: &str) -> String {
    format!("shown-{fingerprint}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_form() {
        assert!(is_record(&record(4711)) && is_record(&record_of_worker(3, &record(4711))));
        assert!(!is_record(CONFIG) && !is_record(&schedule(1)));
        assert_eq!(record_of_worker(3, &record(4711)), "jvm-3-4711.jsonl");
        assert_eq!(schedule_number(&schedule(17)), Some(17));
        for other in [CONFIG, &explained(17), &simplified("17"), "schedule-x.json"] {
            assert_eq!(schedule_number(other), None, "{other}");
        }
    }
}
