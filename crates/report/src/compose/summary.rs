//! The end of a report: what was watched, what was not, and what may be missing.

use std::collections::BTreeSet;

use raddle_findings::{JvmState, JvmSummary, Run, UnusedRule};

use super::words::counted;
use super::{Options, explored};
use crate::document::{Message, Phrase, Role, phrase};

/// Of a list that may be long, this many are shown.
const SHOWN: usize = 3;

/// Reasons why findings may be missing are shown even to those who want quiet.
pub fn messages(run: &Run, options: Options) -> Vec<Message> {
    let incomplete = |reason: &String| phrase![Role::Warning.of("incomplete:"), " ", reason.as_str()].into();
    let mut messages: Vec<Message> = run.incomplete.iter().map(incomplete).collect();
    messages.extend(run.diverged.iter().map(explored::diverged));
    if options.quiet {
        return messages;
    }
    let jvms = &run.jvms;
    let once = [left_alone(jvms), not_instrumented(jvms), coarse(jvms)];
    let unused = [unused_suppressions(run), unused_rules(run)];
    let lines = once
        .into_iter()
        .flatten()
        .chain(notes(jvms))
        .chain(unused.into_iter().flatten())
        .chain(run.explored.iter().flat_map(explored::doubts));
    messages.extend(lines.map(|line| Phrase::from(line).into()));
    messages.push(verdict(run).into());
    messages
}

fn verdict(run: &Run) -> Phrase {
    let verdict = match run.findings.len() {
        0 if run.complete => Role::Good.of("no findings"),
        0 => Role::Doubtful.of("no findings"),
        count => Role::Bad.of(counted(count as u64, "finding")),
    };
    let doubt = if run.complete {
        ""
    } else {
        ", but the run is incomplete"
    };
    let suppressed = match run.suppressed.len() {
        0 => String::new(),
        count => format!(", {} suppressed", counted(count as u64, "finding")),
    };
    match &run.explored {
        Some(all) => phrase![
            explored::tried(all),
            ": ",
            verdict,
            explored::first(all),
            suppressed,
            doubt
        ],
        None => phrase![verdict, " in ", watched(&run.jvms), suppressed, doubt],
    }
}

fn watched(jvms: &[JvmSummary]) -> String {
    let watched = jvms
        .iter()
        .filter(|jvm| !matches!(jvm.state, JvmState::LeftAlone(_)));
    let (mut count, mut classes, mut threads, mut versions) = (0, 0u64, 0u64, Vec::new());
    for jvm in watched {
        count += 1;
        classes = classes.saturating_add(jvm.classes);
        threads = threads.saturating_add(jvm.threads);
        if !versions.contains(&jvm.java.as_str()) {
            versions.push(&jvm.java);
        }
    }
    let jvm_count = counted(count, "JVM");
    if count == 0 {
        return jvm_count;
    }
    let (classes, threads) = (counted(classes, "class"), counted(threads, "thread"));
    format!("{jvm_count} (Java {}; {classes}, {threads})", versions.join(", "))
}

fn left_alone(jvms: &[JvmSummary]) -> Option<String> {
    let reasons: Vec<_> = jvms
        .iter()
        .filter_map(|jvm| match &jvm.state {
            JvmState::LeftAlone(why) => Some(why.clone()),
            JvmState::Checked | JvmState::Killed => None,
        })
        .collect();
    let different: Vec<_> = BTreeSet::from_iter(reasons.iter().cloned()).into_iter().collect();
    let list = shortened(&different)?;
    Some(format!(
        "{} left alone: {list} (--all-jvms watches them too)",
        counted(reasons.len() as u64, "JVM")
    ))
}

fn not_instrumented(jvms: &[JvmSummary]) -> Option<String> {
    let places = jvms.iter().flat_map(|jvm| &jvm.not_instrumented).cloned();
    let list = shortened(&Vec::from_iter(BTreeSet::from_iter(places)))?;
    Some(format!("not instrumented, so not checked: {list}"))
}

fn coarse(jvms: &[JvmSummary]) -> Option<String> {
    jvms.iter().any(|jvm| jvm.coarse).then(|| {
        "some synchronisation was ordered by whole arrays or objects, or only roughly for being long past, \
         which may hide races (see `raddle explain data-race`)"
            .to_owned()
    })
}

fn unused_suppressions(run: &Run) -> Option<String> {
    let unused = run.unused_suppressions.iter();
    let unused: Vec<_> = unused
        .map(|entry| format!("{}:{} {}", entry.file, entry.line, entry.pattern))
        .collect();
    Some(format!(
        "unused suppressions: {}; remove them?",
        shortened(&unused)?
    ))
}

fn unused_rules(run: &Run) -> Option<String> {
    let missing = |unused: &UnusedRule| {
        let methods = unused
            .endpoints()
            .map(|end| format!("{}.{}", end.class, end.method));
        methods.collect::<Vec<_>>().join(", ")
    };
    let unused = run.unused_rules.iter();
    let unused: Vec<_> = unused
        .map(|unused| format!("{} (nothing to apply it to: {})", unused.rule, missing(unused)))
        .collect();
    Some(format!(
        "happens-before rules that ordered nothing: {}; is the class that has the method's code spelt right?",
        shortened(&unused)?
    ))
}

fn notes(jvms: &[JvmSummary]) -> Vec<String> {
    let notes: BTreeSet<_> = jvms.iter().flat_map(|jvm| &jvm.notes).collect();
    notes.into_iter().map(|note| format!("note: {note}")).collect()
}

fn shortened(items: &[String]) -> Option<String> {
    let shown = items.get(..SHOWN).unwrap_or(items).join("; ");
    match items.len() {
        0 => None,
        len if len > SHOWN => Some(format!("{shown}; and {} more (--json has them all)", len - SHOWN)),
        _ => Some(shown),
    }
}
