//! What the JVMs of a run leave behind, as one [`Run`] with every reason why a finding may be missing.
//!
//! Start reading at [`gather`]: [`settled`] waits for the records, [`whole`] makes one run of them.

use std::ffi::OsString;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use raddle_events::is_jdk_class;
use raddle_findings::{Finding, Run};
use raddle_session::read::read_dir;
use raddle_session::{Config, Explored, JvmRecord, Records, files, unused_rules};

use super::{RunDir, signals};
use crate::error::Error;

/// How long JVMs that outlive the command may take to end.
const GRACE: Duration = Duration::from_secs(2);
/// And if they were asked to end.
const GRACE_ASKED: Duration = Duration::from_secs(10);
/// How often their records are read meanwhile.
const SAMPLE: Duration = Duration::from_millis(20);

/// What all JVMs of a run left behind, with every reason why something may be missing.
pub fn gather(command: &[OsString], status: i32, dir: &RunDir, config: &Config) -> Result<Run, Error> {
    let records = settled(dir.path())?;
    Ok(whole(command, status, records, dir.is_full(), config))
}

/// The records, once every JVM has finished or the patience with it is over.
pub fn settled(dir: &Path) -> Result<Records, Error> {
    let grace = signals::received().map_or(GRACE, |_| GRACE_ASKED);
    let deadline = Instant::now() + grace;
    loop {
        // Alive is asked before the record is read, so that a JVM which ends in between is not missed.
        let alive = |pid: &u32| signals::is_alive(*pid);
        let alive: Vec<u32> = read_dir(dir)?
            .jvms
            .iter()
            .map(|jvm| jvm.pid)
            .filter(alive)
            .collect();
        let mut records = read_dir(dir)?;
        for jvm in &mut records.jvms {
            jvm.running = !jvm.is_finished() && alive.contains(&jvm.pid);
        }
        if Instant::now() >= deadline || !records.jvms.iter().any(|jvm| jvm.running) {
            return Ok(records);
        }
        thread::sleep(SAMPLE);
    }
}

/// One run of all records of a command. `is_full`: the disk that they are on.
pub fn whole(command: &[OsString], status: i32, mut records: Records, is_full: bool, config: &Config) -> Run {
    let command: Vec<_> = command
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    if is_full {
        records
            .problems
            .push("the disk of the run directory is full, so records may be cut off: make room, or use another with --out".to_owned());
    }
    if records.jvms.is_empty() {
        records.problems.push(NO_JVM.to_owned());
    } else if records.jvms.iter().all(|jvm| jvm.left_alone.is_some()) {
        records
            .problems
            .push("every JVM was left alone, so nothing was checked".to_owned());
    } else {
        let unmatched = config.scope.unmatched(&records.jvms).map(no_class);
        records.problems.extend(unmatched);
    }
    let unused_rules = unused_rules(&config.happens_before, &records.jvms);
    Run {
        unused_rules,
        ..records.into_run(&command, status)
    }
}

pub const NO_JVM: &str = "no JVM reported, so nothing was checked";

fn no_class(pattern: &str) -> String {
    let advice = match is_jdk_class(&format!("{pattern}.")) {
        true => "of the JDK, only what its boot loader does not load can be checked",
        false => {
            "name a class, such as com.example.Main, or a package, such as com.example, which stands for all \
             below it too"
        }
    };
    format!("no class that was checked matches --include {pattern}: {advice}")
}

/// What the JVMs of a run say of the schedules that they tried.
pub fn explored(records: &Records) -> impl Iterator<Item = &Explored> {
    records.jvms.iter().filter_map(|jvm| jvm.explored.as_ref())
}

/// Makes a finding of the status of a command that was controlled in a process of its own, if that is not 0 and no
/// failure of its JVMs says why. Says whether it did.
pub fn add_exit(records: &mut Records, status: i32, schedule: u64) -> bool {
    let mut found = records.jvms.iter().flat_map(|jvm| &jvm.findings);
    let has_failed = found.any(|finding| finding.kind.is_failure());
    let has_diverged = records.jvms.iter().any(|jvm| jvm.diverged.is_some());
    if status == 0 || has_failed || has_diverged {
        return false;
    }
    let controlled = |jvm: &&mut JvmRecord| {
        let explored = jvm.explored.as_ref();
        explored.is_some_and(|explored| explored.schedules > 0)
    };
    let Some(jvm) = records.jvms.iter_mut().find(controlled) else {
        return false;
    };
    let name = files::schedule(schedule);
    jvm.findings.push(Finding::of_status(status, Some(name)));
    true
}

/// Code without hooks is not controlled: where the schedule is, such code makes the run incomplete.
pub fn doubt_uncontrolled(run: &mut Run) {
    let mut places: Vec<_> = run.jvms.iter().flat_map(|jvm| &jvm.not_instrumented).collect();
    places.sort();
    places.dedup();
    let Some(first) = places.first() else { return };
    let more = match places.len() {
        1 => String::new(),
        count => format!("; and {} more", count - 1),
    };
    let reason = format!("some code could not be controlled: {first}{more}");
    run.incomplete.push(reason);
    run.complete = false;
}

#[cfg(test)]
mod tests {
    use raddle_events::schedule::Divergence;
    use raddle_findings::Kind;
    use raddle_session::Scope;
    use raddle_session::read::read_record;

    use super::*;

    /// The records of JVMs, each given by its lines.
    fn records(jvms: &[&str]) -> Records {
        let mut records = Records::default();
        for (number, lines) in (1..).zip(jvms) {
            let start = format!(r#"{{"line":"start","pid":{number},"java":"17","command":"Main"}}"#);
            read_record("jvm.jsonl", &format!("{start}\n{lines}"), &mut records);
        }
        assert_eq!(records.problems, [""; 0]);
        records
    }

    const END: &str = "{\"line\":\"end\",\"counts\":{},\"classes\":1,\"sites\":1,\"threads\":1}\n";
    const SOME: &str = r#""steps":9,"distinct":1,"cut_off":0,"failed":0,"next":2"#;

    fn explored_line(schedules: u64) -> String {
        format!("{{\"line\":\"explored\",\"schedules\":{schedules},{SOME}}}\n{END}")
    }

    fn reasons(records: Records, is_full: bool, config: &Config) -> Vec<String> {
        let run = whole(&["java".into()], 0, records, is_full, config);
        assert_eq!(run.complete, run.incomplete.is_empty());
        run.incomplete
    }

    #[test]
    fn a_run_that_was_watched_to_its_end_is_complete() {
        assert_eq!(reasons(records(&[END]), false, &Config::default()), [""; 0]);
    }

    #[test]
    fn whatever_may_hide_a_finding_is_a_reason() {
        let config = Config::default();
        assert_eq!(reasons(records(&[]), false, &config), [NO_JVM]);
        assert!(reasons(records(&[END]), true, &config)[0].contains("disk of the run directory is full"));
        assert!(
            reasons(records(&[END, ""]), false, &config)[0].contains("JVM 2 (Main) did not end by itself")
        );
        let mut left_alone = records(&[END]);
        left_alone.jvms[0].left_alone = Some("a build tool".to_owned());
        assert!(reasons(left_alone, false, &config)[0].starts_with("every JVM was left alone"));
        let only = |pattern: &str| Config {
            scope: Scope {
                include: vec![pattern.to_owned()],
                ..Scope::default()
            },
            ..Config::default()
        };
        assert!(reasons(records(&[END]), false, &only("com.example"))[0].contains("name a class"));
        assert!(reasons(records(&[END]), false, &only("java.util"))[0].contains("boot loader"));
    }

    #[test]
    fn a_status_is_a_finding_where_nothing_else_says_why() {
        let with = |lines: &str, status| {
            let mut records = records(&[END, lines]);
            let added = add_exit(&mut records, status, 7);
            assert_eq!(records.jvms[1].findings.len(), usize::from(added));
            (added, records)
        };
        let (added, records) = with(&explored_line(1), 3);
        assert!(added && records.jvms[0].findings.is_empty());
        let finding = &records.jvms[1].findings[0];
        assert_eq!(
            (finding.kind, finding.replay.as_deref()),
            (Kind::BadExit, Some("schedule-7.json"))
        );
        assert!(!with(&explored_line(1), 0).0, "it is a success");
        assert!(!with(&explored_line(0), 3).0, "no schedule was run");
        assert!(!with(END, 3).0, "no JVM was controlled");
        let mut known = records;
        assert!(!add_exit(&mut known, 3, 7), "a failure says why");
        known.jvms[1].findings.clear();
        known.jvms[1].diverged = Some(Divergence {
            step: 1,
            expected: "x".to_owned(),
            found: "y".to_owned(),
        });
        assert!(!add_exit(&mut known, 3, 7), "it was another schedule");
    }

    #[test]
    fn code_without_hooks_makes_a_controlled_run_incomplete() {
        let mut run = records(&[END, END]).into_run(&[], 0);
        doubt_uncontrolled(&mut run);
        assert!(run.complete);
        run.jvms[0].not_instrumented = vec!["B: odd".to_owned(), "A: odd".to_owned()];
        run.jvms[1].not_instrumented = vec!["A: odd".to_owned()];
        doubt_uncontrolled(&mut run);
        assert!(!run.complete);
        assert_eq!(
            run.incomplete,
            ["some code could not be controlled: A: odd; and 1 more"]
        );
    }
}
