//! Every fixture of `corpus/race`, `deadlock`, `lock-order`, `stuck` and `lock-discipline`, on every JDK
//! found, with the fast path and without it.
//!
//! `RADDLE_CORPUS_REPEAT=20` runs each fixture so often, in different modes of the JVM;
//! `RADDLE_CORPUS_ONLY=Volatile` runs those whose name contains the word, and
//! `RADDLE_CORPUS_WITHOUT=confined,fresh` leaves these shortcuts out of every run.

use std::env;
use std::path::Path;
use std::sync::Mutex;

use raddle_findings::Kind;
use raddle_testkit::{Corpus, Raddle, Verdict, jdks};

/// Directories one after another: each uses all the processors there are.
static TURN: Mutex<()> = Mutex::new(());

fn check(kind: Kind, verdict: Verdict) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let raddle = Raddle::at(Path::new(env!("CARGO_BIN_EXE_raddle"))).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let repeat = env::var("RADDLE_CORPUS_REPEAT").map_or(1, |text| text.parse().expect("a number"));
    let mut failed = false;
    for jdk in jdks().unwrap() {
        let mut corpus = Corpus::load(&root, kind, verdict, &jdk).unwrap();
        if let Ok(part) = env::var("RADDLE_CORPUS_ONLY") {
            corpus.only(&part);
        }
        if let Ok(names) = env::var("RADDLE_CORPUS_WITHOUT") {
            corpus.without(&names);
        }
        let summary = corpus.check(&raddle, repeat);
        println!("{summary}");
        failed |= !summary.failures.is_empty();
    }
    assert!(!failed, "some fixtures are not as expected, see above");
}

macro_rules! directories {
    ($($name:ident of $kind:expr,)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn errors_are_found() {
                check($kind, Verdict::Bad);
            }

            #[test]
            fn there_are_no_false_alarms() {
                check($kind, Verdict::Ok);
            }

            #[test]
            fn what_is_documented_as_missed_is_missed() {
                check($kind, Verdict::Missed);
            }
        }
    )*};
}

directories! {
    race of Kind::DataRace,
    deadlock of Kind::Deadlock,
    lock_order of Kind::LockOrder,
    stuck of Kind::Stuck,
    lock_discipline of Kind::LockDiscipline,
}
