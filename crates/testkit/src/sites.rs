//! Findings reduced to what stays the same from run to run: kind, variable and places.

use std::collections::{BTreeMap, BTreeSet};

use raddle_findings::{Finding, Run, Side};

/// What was found, without what may differ from run to run: for each kind and variable, the places of the
/// sides of each finding.
pub type Sites = BTreeMap<String, BTreeSet<Vec<String>>>;

/// What a run found, for comparing it with another run of the same program.
pub fn sites(run: &Run) -> Sites {
    let mut sites = Sites::new();
    for finding in &run.findings {
        let mut places = finding.sides.iter().map(place).collect::<Vec<_>>();
        places.sort();
        let subject = format!("{} on {}", finding.kind.name(), variable(finding));
        sites.entry(subject).or_default().insert(places);
    }
    sites
}

fn variable(finding: &Finding) -> String {
    let Some(variable) = &finding.variable else {
        return "no variable".to_owned();
    };
    match (&variable.field, &variable.array) {
        (Some(field), _) => format!("{}.{field}", variable.class),
        (None, Some(element)) => {
            let line = element.allocated_at.as_ref().and_then(|at| at.line);
            let made = line.map_or("an unknown line".to_owned(), |line| format!("line {line}"));
            format!("{} made on {made}", variable.class)
        }
        (None, None) => format!("contents of {}", variable.class),
    }
}

fn place(side: &Side) -> String {
    match side.site() {
        None => "(no stack)".to_owned(),
        Some(frame) => {
            let file = frame.file.as_deref().unwrap_or("?");
            let line = frame.line.map_or("?".to_owned(), |line| line.to_string());
            format!("{file}:{line}")
        }
    }
}

pub(crate) fn describe(finding: &Finding) -> String {
    let sides = finding
        .sides
        .iter()
        .map(|side| format!("{:?} at {}", side.op, place(side)));
    format!(
        "{} on {}: {}",
        finding.kind.name(),
        variable(finding),
        sides.collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn finding(class: &str, lines: &[u32]) -> Value {
        let side = |line: &u32| {
            json!({"thread": {"name": "t", "id": 1}, "op": "write", "locks": null,
                "stack": [{"class": "X", "method": "main", "file": "X.java", "line": line}]})
        };
        json!({"kind": "data-race", "code": "RAD001", "fingerprint": "f", "severity": "error", "message": "m",
            "count": 1, "variable": {"class": class, "field": "n", "type": "int"},
            "sides": lines.iter().map(side).collect::<Vec<_>>()})
    }

    fn sites(findings: &[Value]) -> Sites {
        let run = json!({"schema": "raddle-findings/1", "command": ["java"], "status": 0, "complete": true,
            "incomplete": [], "jvms": [], "findings": findings});
        super::sites(&serde_json::from_value(run).unwrap())
    }

    #[test]
    fn sites_do_not_depend_on_order_or_number() {
        let other = || finding("X", &[3, 3]);
        let once = sites(&[other(), finding("Y", &[9, 2])]);
        let twice = sites(&[finding("Y", &[2, 9]), other(), finding("Y", &[2, 9])]);
        assert_eq!(once, twice);
        assert_ne!(once, sites(&[other()]));
        assert_ne!(
            sites(&[finding("X", &[1, 2, 3])]),
            sites(&[finding("X", &[1, 2, 4])])
        );
    }
}
