//! Suppressions: findings that were looked at and accepted, with the reason.
//!
//! A file has one entry per line, `KIND:PATTERN  # reason`; the reason may also be the comment line
//! directly above. What a pattern means is [`Pattern`]. Parsing and matching are pure: the caller
//! reads the file.
//!
//! Laws: an entry without a reason is an error, so that no reader has to guess later. A suppressed finding
//! is kept in [`Run::suppressed`]. An entry that matched nothing is reported, unless findings may be missing.
//!
//! Start reading at [`parse`] and [`Run::suppress`].

use serde::{Deserialize, Serialize};

use crate::pattern::{glob, matches};
use crate::{Finding, Frame, Kind, Run};

/// An entry of a suppression file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    pub entry: SuppressionEntry,
    /// `None`: any kind.
    kind: Option<Kind>,
    pattern: Pattern,
}

/// An entry as its author knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuppressionEntry {
    pub file: String,
    pub line: u32,
    /// As written, with the kind: `race:com.example.Cache.hits`.
    pub pattern: String,
    pub reason: String,
}

/// A finding that is not shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Suppressed {
    /// The first entry that it matched.
    pub entry: SuppressionEntry,
    pub finding: Finding,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pattern {
    Fingerprint(String),
    /// `class.method()`: a frame of any side.
    Method {
        class: String,
        method: String,
    },
    /// A class pattern, or a class and a field; both readings count. The class is the variable's, that of a
    /// frame of any side, or that of something a side waits for; the field is the variable's.
    Name(String),
}

/// Why a suppression file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct SuppressionError {
    pub file: String,
    pub line: u32,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("{0:?} has no kind\n  write it in front: race:{0}  # why this is harmless")]
    NoKind(String),
    #[error("there is no kind of finding {0:?}\n  the kinds are: race, {kinds}, and * for any", kinds = Kind::ALL.map(Kind::name).join(", "))]
    UnknownKind(String),
    #[error(
        "{0} has no reason\n  say why it is harmless, behind it or in a comment on the line above: {0}  # a statistics counter that may be off"
    )]
    NoReason(String),
    #[error(
        "{0:?} is no pattern\n  write a class (com.example.Cache, com.example.**), a field (com.example.Cache.hits), a method (com.example.Cache.get()) or fingerprint:HEX"
    )]
    NoPattern(String),
    #[error("{0:?} is no fingerprint\n  copy the 16 digits from the report's `seen:` line")]
    NoFingerprint(String),
}

/// The entries of a suppression file. `file` is its name for messages.
pub fn parse(file: &str, text: &str) -> Result<Vec<Suppression>, SuppressionError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut entries = Vec::new();
    let mut above = "";
    for (number, line) in (1..).zip(text.lines()) {
        let (written, comment) = line.split_once('#').unwrap_or((line, ""));
        let (written, comment) = (
            written.trim(),
            comment.trim_start_matches(['#', ' ', '\t']).trim_end(),
        );
        if written.is_empty() {
            above = comment;
            continue;
        }
        let reason = if comment.is_empty() { above } else { comment };
        above = "";
        let entry = SuppressionEntry {
            file: file.to_owned(),
            line: number,
            pattern: written.to_owned(),
            reason: reason.to_owned(),
        };
        entries.push(Suppression::new(entry).map_err(|problem| SuppressionError {
            file: file.to_owned(),
            line: number,
            problem,
        })?);
    }
    Ok(entries)
}

impl Suppression {
    fn new(entry: SuppressionEntry) -> Result<Suppression, Problem> {
        let written = &entry.pattern;
        let no_kind = || Problem::NoKind(written.clone());
        let (kind, pattern) = written.split_once(':').ok_or_else(no_kind)?;
        let (kind, pattern) = (kind.trim(), pattern.trim());
        let kind = match kind {
            "*" => None,
            "race" => Some(Kind::DataRace),
            // A bare fingerprint is one pasted by a user who has forgotten the kind, not misspelt one.
            "fingerprint" => return Err(no_kind()),
            name => {
                let known = Kind::from_name(name);
                Some(known.ok_or_else(|| Problem::UnknownKind(name.to_owned()))?)
            }
        };
        let pattern = Pattern::parse(pattern)?;
        if entry.reason.is_empty() {
            return Err(Problem::NoReason(written.clone()));
        }
        Ok(Suppression { entry, kind, pattern })
    }

    /// Whether this entry accepts a finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        self.kind.is_none_or(|kind| kind == finding.kind) && self.pattern.covers(finding)
    }
}

impl Pattern {
    fn parse(text: &str) -> Result<Pattern, Problem> {
        if let Some(digits) = text.strip_prefix("fingerprint:") {
            let digits = digits.trim().to_ascii_lowercase();
            let is_hex = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            return match is_hex {
                true => Ok(Pattern::Fingerprint(digits)),
                false => Err(Problem::NoFingerprint(digits)),
            };
        }
        let no_pattern = || Problem::NoPattern(text.to_owned());
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ':' | '(' | ')');
        if let Some(path) = text.strip_suffix("()") {
            return match path.rsplit_once('.') {
                Some((class, method))
                    if !class.is_empty() && !method.is_empty() && !path.contains(is_odd) =>
                {
                    Ok(Pattern::Method {
                        class: class.to_owned(),
                        method: method.to_owned(),
                    })
                }
                _ => Err(no_pattern()),
            };
        }
        match text.is_empty() || text.contains(is_odd) {
            true => Err(no_pattern()),
            false => Ok(Pattern::Name(text.to_owned())),
        }
    }

    fn covers(&self, finding: &Finding) -> bool {
        let variable = finding.variable.as_ref();
        let mut frames = finding.sides.iter().flat_map(|side| &side.stack);
        let waits = finding.sides.iter().filter_map(|side| side.wait.as_ref());
        let mut awaited = waits.filter_map(|wait| wait.object.as_ref());
        match self {
            Pattern::Fingerprint(digits) => *digits == finding.fingerprint,
            Pattern::Method { class, method } => {
                frames.any(|frame: &Frame| is_name(method, &frame.method) && is_class(class, &frame.class))
            }
            Pattern::Name(name) => {
                let member = || {
                    let (class, field) = name.rsplit_once('.')?;
                    let variable = variable?;
                    Some(is_name(field, variable.field.as_ref()?) && is_class(class, &variable.class))
                };
                variable.is_some_and(|variable| matches(name, &variable.class))
                    || member().unwrap_or(false)
                    || frames.any(|frame| matches(name, &frame.class))
                    || awaited.any(|object| matches(name, &object.class))
            }
        }
    }
}

/// Whether `pattern` is this class and no other: unlike a class pattern alone, it covers nothing nested,
/// for a member of another class is another member. `Outer.Inner` is `Outer$Inner`.
fn is_class(pattern: &str, class: &str) -> bool {
    let dotted = |name: &str| name.replace(['/', '$'], ".");
    is_name(pattern, class) || is_name(&dotted(pattern), &dotted(class))
}

fn is_name(pattern: &str, name: &str) -> bool {
    glob(pattern.as_bytes(), name.as_bytes())
}

impl Run {
    /// Puts the findings that are accepted aside, and says which entries were of no use.
    pub fn suppress(&mut self, entries: &[Suppression]) {
        let mut used = vec![false; entries.len()];
        let mut shown = Vec::new();
        for finding in self.findings.drain(..) {
            let mut first = None;
            for (entry, used) in entries.iter().zip(&mut used) {
                if entry.covers(&finding) {
                    *used = true;
                    first = first.or(Some(&entry.entry));
                }
            }
            match first {
                Some(entry) => self.suppressed.push(Suppressed {
                    entry: entry.clone(),
                    finding,
                }),
                None => shown.push(finding),
            }
        }
        self.findings = shown;
        // Where findings may be missing, that an entry matched none of them says nothing.
        if self.complete {
            let unused = entries.iter().zip(used).filter(|(_, used)| !used);
            self.unused_suppressions = unused.map(|(entry, _)| entry.entry.clone()).collect();
        }
    }
}
