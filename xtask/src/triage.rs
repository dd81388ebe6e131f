//! The findings in real programs that were looked into: a line each, `KEY | race or benign | why`. A false alarm has
//! no verdict here: it is a bug of Raddle.

use std::collections::BTreeSet;

use raddle_findings::{Act, Finding, Frame, Run, Side, Variable};

use crate::repo::Outcome;

/// The findings that have a verdict.
pub struct Triage(Vec<Entry>);

struct Entry {
    /// A fingerprint, or what [`key`] makes of a variable.
    key: String,
    verdict: String,
}

impl Triage {
    /// Lines of a file; empty ones and those that begin with `#` say nothing.
    pub fn parse(text: &str) -> Outcome<Triage> {
        let mut entries = Vec::new();
        let lines = text.lines().map(str::trim).enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let parts: Vec<_> = line.splitn(3, '|').map(str::trim).collect();
            let [key, verdict @ ("race" | "benign"), reason] = parts[..] else {
                return Err(format!("line {}: not KEY | race or benign | why", number + 1).into());
            };
            if reason.is_empty() {
                return Err(format!("line {}: no reason", number + 1).into());
            }
            entries.push(Entry {
                key: key.to_owned(),
                verdict: verdict.to_owned(),
            });
        }
        Ok(Triage(entries))
    }

    /// Prints a run's findings, and gives back those that have no verdict.
    pub fn judge(&self, run: &Run) -> Vec<String> {
        for finding in &run.findings {
            println!("  {}", line(finding, self));
        }
        let new = run
            .findings
            .iter()
            .filter(|finding| self.entry(finding).is_none());
        let keys = new.map(key).collect::<BTreeSet<_>>();
        keys.iter().map(|key| format!("not triaged: {key}")).collect()
    }

    fn entry(&self, finding: &Finding) -> Option<&Entry> {
        let key = key(finding);
        let matches = |entry: &&Entry| entry.key == finding.fingerprint || entry.key == key;
        self.0.iter().find(matches)
    }
}

/// A finding's variable in one line; the pairs of places differ from run to run. What an object of the JDK
/// holds has no name, so it is known by the method that writes it (of two, the first by name).
fn key(finding: &Finding) -> String {
    let Some(variable) = &finding.variable else {
        return "no variable".to_owned();
    };
    let Variable {
        class, field, array, ..
    } = variable;
    let method = |frame: &Frame| format!("{}.{}", frame.class, frame.method);
    match (field, array) {
        (Some(field), _) => format!("{class}.{field}"),
        (None, Some(array)) => match &array.allocated_at {
            Some(at) => format!("{class} from {}", method(at)),
            None => class.clone(),
        },
        (None, None) => {
            let writes = finding.sides.iter().filter(|side| side.op == Act::Write);
            match writes.filter_map(Side::site).map(method).min() {
                Some(writer) => format!("{class} in {writer}"),
                None => class.clone(),
            }
        }
    }
}

fn line(finding: &Finding, triage: &Triage) -> String {
    let verdict = triage.entry(finding).map_or("NEW", |entry| &entry.verdict);
    let sides: Vec<_> = finding.sides.iter().map(side).collect();
    format!(
        "{verdict:6} {} {} ×{}: {}",
        finding.fingerprint,
        key(finding),
        finding.count,
        sides.join(" / ")
    )
}

fn side(side: &Side) -> String {
    let place = |frame: &Frame| {
        let line = frame.line.map_or(String::new(), |line| format!(":{line}"));
        format!("{}.{}{line}", frame.class, frame.method)
    };
    let op = format!("{:?}", side.op).to_lowercase();
    format!("{op} {}", side.site().map_or("somewhere".to_owned(), place))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn finding(variable: Value) -> Finding {
        serde_json::from_value(json!({"kind": "data-race", "code": "RAD001", "fingerprint": "0f",
            "severity": "error", "message": "m", "count": 1, "variable": variable, "sides": []}))
        .unwrap()
    }

    fn field() -> Finding {
        finding(json!({"class": "a.B", "field": "c", "type": "int"}))
    }

    #[test]
    fn variables_have_keys() {
        let at = json!({"class": "a.B", "method": "make", "line": 3});
        let array = json!({"index": 1, "allocated_at": at});
        let element = finding(json!({"class": "int[]", "type": "int", "array": array}));
        assert_eq!(key(&field()), "a.B.c");
        assert_eq!(key(&element), "int[] from a.B.make");
    }

    #[test]
    fn contents_are_known_by_their_writer() {
        let side = |op: &str, method: &str| -> Side {
            let frame = json!({"class": "a.B", "method": method, "line": 3});
            serde_json::from_value(json!({"thread": {"name": "t", "id": 1}, "op": op,
                "call": "HashMap.m", "stack": [frame], "locks": []}))
            .unwrap()
        };
        let mut contents = finding(json!({"class": "java.util.HashMap", "type": "contents"}));
        for sides in [
            [side("read", "get"), side("write", "put")],
            [side("write", "put"), side("read", "get")],
            [side("write", "remove"), side("write", "put")],
        ] {
            contents.sides = sides.into();
            assert_eq!(key(&contents), "java.util.HashMap in a.B.put");
        }
    }

    #[test]
    fn a_finding_is_triaged_by_variable_or_fingerprint() {
        let listed = |line: &str| Triage::parse(line).unwrap().entry(&field()).is_some();
        assert!(listed("# why\n\na.B.c | benign | because"));
        assert!(listed("0f | race | because"));
        assert!(!listed("a.B.d | race | because"));
        assert!(!listed(""));
    }

    #[test]
    fn a_verdict_needs_a_word_that_we_know_and_a_reason() {
        for wrong in [
            "a.B.c",
            "a.B.c | benign",
            "a.B.c | benign |",
            "a.B.c | false | no",
        ] {
            assert!(Triage::parse(wrong).is_err(), "{wrong}");
        }
    }
}
