//! What was tried of a program's schedules, in words.

use raddle_events::schedule::{Bound, Divergence, Widened, Wider};
use raddle_findings::Exploration;

use super::words::counted;
use crate::document::{Message, Role, phrase};

/// Of what may be many, this many are named.
const SHOWN: usize = 3;

/// `explored 1000 schedules (214 distinct) with strategy portfolio, seed 0`.
pub fn tried(all: &Exploration) -> String {
    // Each JVM counts for itself.
    let distinct = match all.jvms {
        _ if all.schedules < 2 || all.distinct == 0 => String::new(),
        0 | 1 => format!(" ({} distinct)", all.distinct),
        _ if all.distinct >= all.schedules => String::new(),
        _ => format!(" (at most {} distinct)", all.distinct),
    };
    let shard = all.shard.as_ref();
    let shard = shard.map(|shard| format!(", shard {shard}")).unwrap_or_default();
    let strategy = all.strategies.join(", ");
    format!(
        "explored {}{distinct} with strategy {strategy}, seed {}{shard}",
        counted(all.schedules, "schedule"),
        all.seed
    )
}

/// `, the first in schedule 17`.
pub fn first(all: &Exploration) -> String {
    let first = all.first_failure;
    first
        .map(|number| format!(", the first failure in schedule {number}"))
        .unwrap_or_default()
}

/// Where a repetition was none, and why that may be.
pub fn diverged(diverged: &Divergence) -> Message {
    let heading = format!("step {} is not that of the recording", diverged.step);
    Message {
        text: phrase![Role::Error.of(heading)],
        details: vec![
            phrase!["expected: ", diverged.expected.as_str()],
            phrase!["found:    ", diverged.found.as_str()],
            "likely causes: the program, its classes or its arguments have changed; it asks for the time (--real-time), \
             for random numbers,"
                .into(),
            "for files or the network; threads of the JVM or of native code came in between; classes were loaded in \
             another order"
                .into(),
        ],
    }
}

/// What a reader should know before believing the verdict.
pub fn doubts(all: &Exploration) -> Vec<String> {
    let mut lines = Vec::new();
    match all.exhausted {
        Some(Bound::None) => lines.push("all that the program can do has been seen".to_owned()),
        Some(Bound::Preemptions(most)) => lines.push(format!(
            "all that the program can do with at most {} has been seen",
            counted(u64::from(most), "preemption")
        )),
        None => {}
    }
    if !all.widened.is_empty() {
        let one = |widened: &Widened| {
            let what = match widened.to {
                Wider::InJdk => "inside operations of the JDK",
                Wider::Fields => "at plain accesses of fields",
                Wider::Arrays => "at plain accesses of array elements",
            };
            format!("{what} from schedule {} on", widened.schedule)
        };
        let all: Vec<String> = all.widened.iter().map(one).collect();
        lines.push(format!(
            "few schedules differed, so threads were also switched {}",
            all.join(", ")
        ));
    }
    if !all.doubts.is_empty() {
        let shown: Vec<_> = all.doubts.iter().take(SHOWN).cloned().collect();
        let more = match all.doubts.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        lines.push(format!(
            "schedules may not repeat exactly: {}{more}",
            shown.join("; ")
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Exploration {
        Exploration {
            strategies: vec!["pct:3".to_owned()],
            seed: 7,
            schedules: 1000,
            distinct: 214,
            max_steps: 500,
            jvms: 1,
            ..Exploration::default()
        }
    }

    #[test]
    fn how_much_was_tried() {
        let said = "explored 1000 schedules (214 distinct) with strategy pct:3, seed 7";
        assert_eq!(tried(&all()), said);
        let several = Exploration {
            jvms: 2,
            shard: Some("2/8".to_owned()),
            ..all()
        };
        let said = "explored 1000 schedules (at most 214 distinct) with strategy pct:3, seed 7, shard 2/8";
        assert_eq!(tried(&several), said);
        let one = Exploration {
            schedules: 1,
            first_failure: Some(1),
            ..all()
        };
        assert_eq!(tried(&one), "explored 1 schedule with strategy pct:3, seed 7");
        assert_eq!(first(&one), ", the first failure in schedule 1");
    }

    #[test]
    fn what_makes_silence_doubtful_is_said() {
        assert!(doubts(&all()).is_empty());
        let doubtful = Exploration {
            doubts: vec!["it reads a file".to_owned(), "time".to_owned()],
            exhausted: Some(Bound::Preemptions(2)),
            ..all()
        };
        assert_eq!(
            doubts(&doubtful),
            [
                "all that the program can do with at most 2 preemptions has been seen",
                "schedules may not repeat exactly: it reads a file; time",
            ]
        );
    }
}
