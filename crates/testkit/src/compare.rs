//! A run held against the expectations of its fixture. Pure.

use std::collections::{BTreeMap, BTreeSet};

use raddle_findings::{Finding, Run, Side};

use crate::Expectations;
use crate::expect::Variable;

/// What was found, without what may differ from run to run: for each variable, the pairs of places.
pub type Sites = BTreeMap<String, BTreeSet<(String, String)>>;

impl Expectations {
    /// All that is wrong with a run of the fixture. Empty: it is as expected.
    pub fn problems(&self, run: &Run) -> Vec<String> {
        let mut problems = Vec::new();
        if run.status != 0 {
            problems.push(format!("the program ended with status {}", run.status));
        }
        if !run.complete {
            problems.push(format!("the run is incomplete: {}", run.incomplete.join("; ")));
        }
        for skipped in run.jvms.iter().flat_map(|jvm| &jvm.not_instrumented) {
            if skipped.starts_with(self.main_class()) {
                problems.push(format!("not instrumented: {skipped}"));
            }
        }
        let mut found = BTreeSet::new();
        for finding in &run.findings {
            match self.expected(finding) {
                Ok(variable) => {
                    found.insert(variable);
                }
                Err(reason) => problems.push(reason),
            }
        }
        let missing = self.races.keys().filter(|variable| !found.contains(variable));
        problems.extend(missing.map(|variable| format!("not found: {variable}")));
        problems
    }

    /// The expected race that a finding shows, or why it shows none.
    fn expected(&self, finding: &Finding) -> Result<&Variable, String> {
        let told = describe(finding);
        let names = self.names(finding);
        let Some((variable, lines)) = self.races.iter().find(|(variable, _)| names.contains(variable)) else {
            return Err(format!("not expected: {told}"));
        };
        if finding.sides.len() != 2 {
            return Err(format!("{} sides: {told}", finding.sides.len()));
        }
        for side in &finding.sides {
            let here = side
                .stack
                .first()
                .filter(|frame| frame.file.as_deref() == Some(&self.file));
            if !here
                .and_then(|frame| frame.line)
                .is_some_and(|line| lines.contains(&line))
            {
                return Err(format!("not on a line marked for {variable}: {told}"));
            }
        }
        Ok(variable)
    }

    /// The names that the fixture could have for a finding's variable.
    fn names(&self, finding: &Finding) -> Vec<Variable> {
        let Some(variable) = &finding.variable else {
            return Vec::new();
        };
        if let Some(field) = &variable.field {
            return vec![Variable::field(&variable.class, field)];
        }
        let Some(element) = &variable.array else {
            return vec![Variable::contents(&variable.class)];
        };
        let Some(made) = element
            .allocated_at
            .as_ref()
            .filter(|at| at.file.as_deref() == Some(&self.file))
        else {
            return Vec::new();
        };
        let arrays = self.arrays.iter().filter(|(_, line)| made.line == Some(**line));
        let names = arrays.flat_map(|(name, _)| {
            [None, Some(element.index)].map(|index| Variable::Array {
                name: name.clone(),
                index,
            })
        });
        names.collect()
    }
}

/// What a run found, for comparing it with another run of the same program.
pub fn sites(run: &Run) -> Sites {
    let mut sites = Sites::new();
    for finding in &run.findings {
        let mut places = finding.sides.iter().map(place).collect::<Vec<_>>();
        places.sort();
        let pairs = sites.entry(variable(finding)).or_default();
        if let [a, b] = &places[..] {
            pairs.insert((a.clone(), b.clone()));
        }
    }
    sites
}

fn variable(finding: &Finding) -> String {
    let Some(variable) = &finding.variable else {
        return "(no variable)".to_owned();
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
    match side.stack.first() {
        None => "(no stack)".to_owned(),
        Some(frame) => {
            let file = frame.file.as_deref().unwrap_or("?");
            let line = frame.line.map_or("?".to_owned(), |line| line.to_string());
            format!("{file}:{line}")
        }
    }
}

fn describe(finding: &Finding) -> String {
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
    use crate::Verdict;

    const SOURCE: &str = "int[] a = new int[9]; //~ array data
a[3] = 1; //~ race data[3]
box.n++; //~ race Box.n
map.put(1, 1); //~ race contents:HashMap
";

    fn side(line: u32) -> Value {
        json!({"thread": {"name": "t", "id": 1}, "op": "write", "locks": null,
            "stack": [{"class": "X", "method": "main", "file": "X.java", "line": line}]})
    }

    fn finding(variable: Value, lines: [u32; 2]) -> Value {
        json!({"kind": "data-race", "code": "RAD001", "fingerprint": "f", "severity": "error",
            "message": "m", "count": 1, "variable": variable, "sides": [side(lines[0]), side(lines[1])]})
    }

    fn field() -> Value {
        finding(json!({"class": "X$Box", "field": "n", "type": "int"}), [3, 3])
    }

    fn contents(class: &str) -> Value {
        finding(json!({"class": class, "type": class}), [4, 4])
    }

    fn element(index: u32, made: u32) -> Value {
        let at = json!({"class": "X", "method": "main", "file": "X.java", "line": made});
        let array = json!({"index": index, "allocated_at": at});
        finding(json!({"class": "int[]", "type": "int", "array": array}), [2, 2])
    }

    fn all() -> [Value; 3] {
        [field(), element(3, 1), contents("java.util.HashMap")]
    }

    fn run(findings: &[Value]) -> Run {
        let run = json!({"schema": "raddle-findings/1", "command": ["java"], "status": 0, "complete": true,
            "incomplete": [], "jvms": [], "findings": findings});
        serde_json::from_value(run).unwrap()
    }

    fn problems(run: &Run) -> Vec<String> {
        Expectations::parse("X.java", SOURCE, Verdict::Bad)
            .unwrap()
            .problems(run)
    }

    #[test]
    fn what_is_expected_is_no_problem() {
        assert_eq!(problems(&run(&all())), [""; 0]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(
            problems(&run(&[field()])),
            ["not found: data[3]", "not found: contents:HashMap"]
        );
    }

    #[test]
    fn another_variable_line_index_or_array_is_a_problem() {
        let with = |more: Value| problems(&run(&[&all()[..], &[more]].concat()));
        let other = finding(json!({"class": "X", "field": "m", "type": "int"}), [3, 3]);
        assert_eq!(
            with(other),
            ["not expected: data-race on X.m: Write at X.java:3, Write at X.java:3"]
        );
        let mut lines = field();
        lines["sides"][1] = side(2);
        assert!(with(lines)[0].starts_with("not on a line marked for Box.n"));
        assert!(with(element(4, 1))[0].starts_with("not expected"));
        assert!(with(contents("java.util.TreeMap"))[0].starts_with("not expected"));
        assert!(with(element(3, 2))[0].starts_with("not expected"));
        let mut one_side = field();
        one_side["sides"].as_array_mut().unwrap().pop();
        assert!(with(one_side)[0].starts_with("1 sides"));
    }

    #[test]
    fn a_run_that_did_not_look_is_a_problem() {
        let mut it = run(&all());
        it.complete = false;
        it.incomplete = vec!["killed".to_owned()];
        it.status = 1;
        assert_eq!(
            problems(&it),
            ["the program ended with status 1", "the run is incomplete: killed"]
        );
    }

    #[test]
    fn sites_do_not_depend_on_order_or_number() {
        let turned = finding(json!({"class": "Y", "field": "n", "type": "int"}), [9, 2]);
        let straight = finding(json!({"class": "Y", "field": "n", "type": "int"}), [2, 9]);
        let once = sites(&run(&[field(), turned]));
        let twice = sites(&run(&[straight.clone(), field(), straight]));
        assert_eq!(once, twice);
        assert_ne!(once, sites(&run(&[field()])));
    }
}
