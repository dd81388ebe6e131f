//! The exit status that a run deserves.
//!
//! The law: silence must mean "looked, and found nothing". Whatever may have hidden a finding makes a run incomplete,
//! and an incomplete run without findings fails.

use raddle_findings::{Replayed, Run};
use raddle_schedule::Recording;

use crate::error;

/// The status of a repetition in which what was recorded shows again, and of one that is none.
pub const SHOWN: i32 = 66;
pub const DIVERGED: i32 = 3;

/// The status of a run: `found` if there are findings, and `clean` if there are none and nothing may be missing.
pub fn of(run: &Run, found: u8, clean: i32) -> i32 {
    match (run.findings.is_empty(), run.complete) {
        (false, _) => i32::from(found),
        (true, false) => error::STATUS,
        (true, true) => clean,
    }
}

/// What the repetition of a recording was.
pub fn replayed(run: &Run, recording: &Recording) -> Replayed {
    match () {
        () if run.diverged.is_some() => Replayed::Diverged,
        () if shows(run, recording) => Replayed::Same,
        () => Replayed::Otherwise,
    }
}

/// The status of the repetition of a recording, and what it means.
pub fn of_replay(run: &Run, recording: &Recording) -> (i32, String) {
    let number = recording.schedule;
    let doubts = match recording.doubts.is_empty() {
        true => String::new(),
        false => format!(" (that was to be feared: {})", recording.doubts.join("; ")),
    };
    let fails = run.findings.iter().any(|finding| finding.kind.is_failure());
    match () {
        () if run.diverged.is_some() => (DIVERGED, format!("schedule {number} was not repeated{doubts}")),
        () if shows(run, recording) => (
            SHOWN,
            format!("schedule {number} was repeated, and shows the same"),
        ),
        () if fails => (
            SHOWN,
            format!("schedule {number} was repeated, and fails in another way"),
        ),
        () if !run.complete => (
            error::STATUS,
            format!("schedule {number} may not have been repeated"),
        ),
        () => (
            0,
            format!("schedule {number} was repeated, and what it showed did not come again"),
        ),
    }
}

fn shows(run: &Run, recording: &Recording) -> bool {
    let mut found = run.findings.iter();
    found.any(|finding| recording.shows.contains(&finding.fingerprint))
}

#[cfg(test)]
mod tests {
    use raddle_events::schedule::Divergence;
    use raddle_findings::Finding;

    use super::*;

    fn run(status: i32, kinds: &[(&str, &str)]) -> Run {
        let finding = |(kind, fingerprint): &(&str, &str)| -> Finding {
            let text = format!(
                r#"{{"kind":"{kind}","code":"C","fingerprint":"{fingerprint}","severity":"error","message":"m","count":1,
                    "sides":[]}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        Run {
            findings: kinds.iter().map(finding).collect(),
            ..Run {
                status,
                ..Run::default()
            }
        }
    }

    fn incomplete(run: Run) -> Run {
        Run {
            complete: false,
            ..run
        }
    }

    #[test]
    fn silence_of_an_incomplete_run_fails() {
        let found = || run(5, &[("data-race", "a")]);
        assert_eq!(of(&run(5, &[]), 66, 5), 5);
        assert_eq!(of(&incomplete(run(5, &[])), 66, 5), error::STATUS);
        assert_eq!(of(&found(), 70, 5), 70);
        assert_eq!(of(&incomplete(found()), 0, 5), 0);
    }

    fn repeated(run: &Run, shows: &[&str]) -> (i32, Replayed) {
        let recording = Recording {
            version: Recording::VERSION,
            schedule: 17,
            shows: shows.iter().map(|text| (*text).to_owned()).collect(),
            ..Recording::default()
        };
        (of_replay(run, &recording).0, replayed(run, &recording))
    }

    #[test]
    fn the_status_says_what_became_of_a_repetition() {
        let same = (SHOWN, Replayed::Same);
        assert_eq!(repeated(&run(0, &[("deadlock", "a")]), &["a"]), same);
        assert_eq!(repeated(&incomplete(run(0, &[("deadlock", "a")])), &["a"]), same);
        assert_eq!(
            repeated(&run(0, &[("deadlock", "b")]), &["a"]),
            (SHOWN, Replayed::Otherwise)
        );
        let gone = (0, Replayed::Otherwise);
        assert_eq!(repeated(&run(0, &[("data-race", "b")]), &["a"]), gone);
        assert_eq!(repeated(&run(0, &[]), &["a"]), gone);
        assert_eq!(
            repeated(&incomplete(run(0, &[])), &["a"]),
            (error::STATUS, Replayed::Otherwise)
        );
        let mut other = run(0, &[("deadlock", "a")]);
        other.diverged = Some(Divergence {
            step: 3,
            expected: "x".to_owned(),
            found: "y".to_owned(),
        });
        assert_eq!(repeated(&other, &["a"]), (DIVERGED, Replayed::Diverged));
    }
}
