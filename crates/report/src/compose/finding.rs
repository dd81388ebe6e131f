//! One finding: a headline, all sides, hints, and the next step.

use raddle_findings::{Finding, Kind};

use super::hint::hints;
use super::order::Letters;
use super::side;
use super::variable;
use super::words::counted;
use crate::Sources;
use crate::document::{FindingSection, Label, Phrase, Remark};

pub fn section(finding: &Finding, sources: &Sources) -> FindingSection {
    let sides = (1..).zip(&finding.sides);
    let legend = match finding.kind {
        Kind::LockOrder => Letters::of(finding).legend(),
        _ => Vec::new(),
    };
    FindingSection {
        kind: finding.kind,
        code: finding.code.clone(),
        severity: finding.severity,
        fingerprint: finding.fingerprint.clone(),
        headline: headline(finding).into(),
        sides: sides
            .map(|(number, side)| side::block(finding, number, side, sources))
            .collect(),
        legend,
        remarks: remarks(finding),
    }
}

fn remarks(finding: &Finding) -> Vec<Remark> {
    let remark = |label: Label| {
        move |text: String| Remark {
            label,
            text: Phrase::from(text),
        }
    };
    let mut seen = match finding.count {
        0 | 1 => "once".to_owned(),
        count => counted(count, "time"),
    };
    if finding.pids.len() > 1 {
        seen += &format!(" in {}", counted(finding.pids.len() as u64, "JVM"));
    }
    seen += &format!("; fingerprint {}", finding.fingerprint);
    let hints = hints(finding).into_iter().map(remark(Label::Hint));
    let notes = finding.notes.iter().cloned().map(remark(Label::Note));
    let replay = finding.replay.iter().cloned().map(remark(Label::Replay));
    let more = format!("raddle explain {}", finding.kind.name());
    hints
        .chain(notes)
        .chain([remark(Label::Seen)(seen)])
        .chain(replay)
        .chain([remark(Label::More)(more)])
        .collect()
}

/// Most kinds say more than their message, which stands alone in JSON.
fn headline(finding: &Finding) -> String {
    let threads = counted(finding.sides.len() as u64, "thread");
    let message = || finding.message.clone();
    match (&finding.variable, finding.kind) {
        (Some(variable), Kind::DataRace) => {
            format!("data race on {}", variable::described(variable, &finding.sides))
        }
        (Some(variable), Kind::LockDiscipline) => format!(
            "no lock protects every access to {}",
            variable::named(variable, &finding.sides)
        ),
        (_, Kind::Deadlock) => match finding.sides.len() {
            0 => message(),
            1 => "deadlock: a thread waits for itself".to_owned(),
            _ => format!("deadlock: {threads} wait for each other"),
        },
        (_, Kind::LockOrder) => match Letters::of(finding).count() {
            0 => message(),
            1 => format!("possible deadlock: {threads} hold one lock and want it again in another way"),
            locks => format!(
                "possible deadlock: {threads} take {} in different orders",
                counted(locks, "lock")
            ),
        },
        (_, Kind::Stuck) => "the program is stuck: no thread can go on".to_owned(),
        (_, Kind::Livelock) => match finding.sides.len() {
            0 => message(),
            1 => {
                "livelock: a thread does the same again and again, and no other thread can end it".to_owned()
            }
            _ => format!("livelock: {threads} are busy and none gets on"),
        },
        (_, Kind::BadExit) => format!("bad exit: {}", finding.message),
        // The message of any other kind is its headline.
        _ => message(),
    }
}
