//! Reading a run directory: every record in it, by [`Line`].
//!
//! The JVMs that wrote these files may have been killed at any instruction. A last line that was cut
//! off is therefore expected, and the missing [`Line::End`] already tells that story. Anything else
//! that is not a record means that findings may be missing; it is kept in [`Records::problems`].

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use raddle_events::schedule::Divergence;
use raddle_findings::{Finding, Interrupted, Rule, declared};

use crate::record::Line;
use crate::{Error, Explored, files};

/// What all JVMs of a run wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    pub jvms: Vec<JvmRecord>,
    /// What could not be read, one sentence each.
    pub problems: Vec<String>,
}

/// What one JVM wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct JvmRecord {
    pub pid: u32,
    pub java: String,
    pub command: String,
    pub left_alone: Option<String>,
    pub findings: Vec<Finding>,
    /// `class: reason` or `class.method: reason`.
    pub not_instrumented: Vec<String>,
    pub incomplete: Vec<String>,
    /// The ends of rules that found a method.
    pub rules: Vec<(Rule, declared::End)>,
    /// The patterns of classes to check that matched one.
    pub included: Vec<String>,
    /// What it has tried of the program's schedules.
    pub explored: Option<Explored>,
    /// Where it differed first from the schedule that it was to repeat.
    pub diverged: Option<Divergence>,
    /// The first signal that asked it to end.
    pub interrupted: Option<Interrupted>,
    /// `None` if the JVM did not end by itself.
    pub end: Option<End>,
    /// Whether the process still runs. Its record does not say so; the process that started it can.
    pub running: bool,
    /// Whether the command has ended it, having seen enough.
    pub stopped: bool,
}

/// The contents of [`Line::End`].
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub counts: BTreeMap<String, u64>,
    pub classes: u64,
    pub threads: u64,
    pub coarse: bool,
    pub notes: Vec<String>,
}

impl JvmRecord {
    /// Whether the JVM has written all that it ever will.
    pub fn is_finished(&self) -> bool {
        self.end.is_some() || self.left_alone.is_some()
    }
}

/// The records in a run directory, by name.
pub fn record_files(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let error = |source| Error::Read {
        path: dir.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(error)? {
        let entry = entry.map_err(error)?;
        if entry.file_name().to_str().is_some_and(files::is_record) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Everything in a run directory. A record that cannot be read is a problem and hides no other.
pub fn read_dir(dir: &Path) -> Result<Records, Error> {
    let mut records = Records::default();
    for path in record_files(dir)? {
        match fs::read(&path) {
            Ok(bytes) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                read_record(&name, &String::from_utf8_lossy(&bytes), &mut records);
            }
            Err(source) => records.problems.push(Error::Read { path, source }.to_string()),
        }
    }
    records.jvms.sort_by_key(|jvm| jvm.pid);
    Ok(records)
}

/// Adds the text of one record. A second [`Line::Start`] in it is a second JVM with the same process id.
pub fn read_record(name: &str, text: &str, records: &mut Records) {
    let problems_before = records.problems.len();
    let mut current: Option<JvmRecord> = None;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let parsed = match serde_json::from_str(line) {
            Ok(parsed) => parsed,
            Err(_) if !line.ends_with('\n') => break,
            Err(error) => {
                records
                    .problems
                    .push(format!("{name}, line {}, is not a record: {error}", number + 1));
                continue;
            }
        };
        match (parsed, &mut current) {
            (
                Line::Start {
                    pid,
                    java,
                    command,
                    left_alone,
                },
                _,
            ) => {
                records.jvms.extend(current.take());
                current = Some(JvmRecord {
                    pid,
                    java,
                    command,
                    left_alone,
                    findings: Vec::new(),
                    not_instrumented: Vec::new(),
                    incomplete: Vec::new(),
                    rules: Vec::new(),
                    included: Vec::new(),
                    explored: None,
                    diverged: None,
                    interrupted: None,
                    end: None,
                    running: false,
                    stopped: false,
                });
            }
            (line, Some(jvm)) => jvm.add(line),
            (_, None) => {
                records.problems.push(format!(
                    "{name}, line {}, comes before the record's start",
                    number + 1
                ));
            }
        }
    }
    if current.is_none() && records.problems.len() == problems_before {
        records.problems.push(format!(
            "{name} is empty: its JVM ended, or could not write, before it began"
        ));
    }
    records.jvms.extend(current);
}

impl JvmRecord {
    fn add(&mut self, line: Line) {
        match line {
            Line::Start { .. } => {}
            Line::Finding(finding) => self.findings.push(finding),
            Line::Note { fingerprint, note } => {
                let known = self.findings.iter_mut();
                known
                    .filter(|finding| finding.fingerprint == fingerprint && !finding.notes.contains(&note))
                    .for_each(|finding| finding.notes.push(note.clone()));
            }
            Line::NotInstrumented {
                class,
                method,
                reason,
            } => self.not_instrumented.push(match method {
                Some(method) => format!("{class}.{method}: {reason}"),
                None => format!("{class}: {reason}"),
            }),
            Line::RuleApplied { rule, end } => self.rules.push((rule, end)),
            Line::Included { pattern } => self.included.push(pattern),
            Line::Incomplete { reason } => self.incomplete.push(reason),
            Line::Interrupted(interrupted) => {
                self.interrupted.get_or_insert(interrupted);
            }
            Line::Explored(explored) => self.explored = Some(explored),
            Line::Diverged(diverged) => {
                self.diverged.get_or_insert(diverged);
            }
            Line::End {
                counts,
                classes,
                sites: _,
                threads,
                coarse,
                notes,
            } => {
                self.end = Some(End {
                    counts,
                    classes,
                    threads,
                    coarse,
                    notes,
                })
            }
        }
    }
}
