//! The end of a report: what was watched, what was not, and what may be missing.

use std::collections::BTreeSet;

use owo_colors::OwoColorize;
use raddle_findings::{JvmState, JvmSummary, Run, UnusedRule};

use crate::Options;
use crate::explored;
use crate::words::{clean, counted};

/// Of a list that may be long, this many are shown.
const SHOWN: usize = 3;

/// Appends the summary. Reasons why findings may be missing are shown even to those who want quiet.
pub fn render(run: &Run, options: Options, out: &mut String) {
    let mut say = |text: String| *out += &format!("{} {text}\n", "raddle:".bold());
    for reason in &run.incomplete {
        say(format!("{} {}", "incomplete:".yellow().bold(), clean(reason)));
    }
    if let Some(diverged) = &run.diverged {
        say(explored::diverged(diverged));
    }
    if options.quiet {
        return;
    }
    for line in left_alone(&run.jvms)
        .into_iter()
        .chain(not_instrumented(&run.jvms))
        .chain(coarse(&run.jvms))
        .chain(notes(&run.jvms))
    {
        say(line);
    }
    for line in unused_suppressions(run).into_iter().chain(unused_rules(run)) {
        say(line);
    }
    for line in run.explored.iter().flat_map(explored::doubts) {
        say(line);
    }
    let verdict = match run.findings.len() {
        0 if run.complete => "no findings".green().to_string(),
        0 => "no findings".yellow().to_string(),
        count => counted(count as u64, "finding").red().to_string(),
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
    say(match &run.explored {
        Some(all) => format!(
            "{}: {verdict}{}{suppressed}{doubt}",
            explored::tried(all),
            explored::first(all)
        ),
        None => format!("{verdict} in {}{suppressed}{doubt}", watched(&run.jvms)),
    });
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
        if !versions.contains(&clean(&jvm.java)) {
            versions.push(clean(&jvm.java));
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
            JvmState::LeftAlone(why) => Some(clean(why)),
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
    let places = jvms
        .iter()
        .flat_map(|jvm| &jvm.not_instrumented)
        .map(|place| clean(place));
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
        .map(|entry| clean(&format!("{}:{} {}", entry.file, entry.line, entry.pattern)))
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
        .map(|unused| {
            clean(&format!(
                "{} (nothing to apply it to: {})",
                unused.rule,
                missing(unused)
            ))
        })
        .collect();
    Some(format!(
        "happens-before rules that ordered nothing: {}; is the class that has the method's code spelt right?",
        shortened(&unused)?
    ))
}

fn notes(jvms: &[JvmSummary]) -> Vec<String> {
    let notes: BTreeSet<_> = jvms.iter().flat_map(|jvm| &jvm.notes).collect();
    notes
        .into_iter()
        .map(|note| format!("note: {}", clean(note)))
        .collect()
}

fn shortened(items: &[String]) -> Option<String> {
    let shown = items.get(..SHOWN).unwrap_or(items).join("; ");
    match items.len() {
        0 => None,
        len if len > SHOWN => Some(format!("{shown}; and {} more (--json has them all)", len - SHOWN)),
        _ => Some(shown),
    }
}
