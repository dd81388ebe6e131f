//! What runs leave behind: recordings of schedules, and the records of JVMs.

use raddle_findings::Run;
use raddle_fuzz::{Outcome, mutate};
use raddle_schedule::{Recording, Replay, Word};
use raddle_session::read::read_record;
use raddle_session::{Records, Saved};

use crate::fuzz;

/// A recording that is taken is written as it was read, and each of its steps is found when it is the only choice.
#[test]
fn recording() {
    fuzz("recording", mutate::json, |bytes| {
        let Ok(saved) = serde_json::from_slice::<Saved>(bytes) else {
            return Outcome::Refused;
        };
        let written = serde_json::to_vec(&saved).expect("what was read is written");
        let again: Saved = serde_json::from_slice(&written).expect("what was written is read");
        assert_eq!(again, saved);
        let recording = &saved.recording;
        let (Ok(words), Ok(mut replay)) = (recording.words(), Replay::of(recording)) else {
            return Outcome::Refused;
        };
        let mut rewritten = Recording::default();
        words.iter().for_each(|word| rewritten.push(*word));
        assert_eq!(rewritten.words().expect("what was written is read"), words);
        for word in &words {
            assert!(!replay.is_over(), "there is a step for each word");
            let taken = match *word {
                Word::Woken(thread) => replay.woken_among(&[thread]).is_ok(),
                Word::Step {
                    thread,
                    how,
                    act,
                    place,
                } => {
                    assert_eq!(replay.next_thread(), Some(thread));
                    let place = recording.places.get(place as usize);
                    let only = place.map(|place| (thread, how, act, place.as_str()));
                    replay.step_among(only.into_iter()).is_ok() == place.is_some() && place.is_some()
                }
            };
            if !taken {
                // A step at a place that the recording does not have is never found.
                assert!(matches!(word, Word::Step { .. }));
                return Outcome::Refused;
            }
        }
        assert!(replay.is_over() && replay.unfinished().is_none());
        Outcome::Read
    });
}

/// Any record makes a run that is written as it was read; a run is complete only if every JVM has finished, and nothing
/// of its record was lost.
#[test]
fn record() {
    fuzz("record", mutate::json, |bytes| {
        let mut records = Records::default();
        read_record("jvm-1.jsonl", &String::from_utf8_lossy(bytes), &mut records);
        let are_whole = records.problems.is_empty() && records.jvms.iter().all(|jvm| jvm.is_finished());
        let run = records.into_run(&["java".to_owned()], 0);
        assert!(
            are_whole || !run.complete,
            "what is missing is said: {:?}",
            run.incomplete
        );
        let written = serde_json::to_vec(&run).expect("what was read is written");
        let again: Run = serde_json::from_slice(&written).expect("what was written is read");
        assert_eq!(again, run);
        match run.complete {
            true => Outcome::Read,
            false => Outcome::Refused,
        }
    });
}
