//! A run held against the expectations of its fixture. Pure.

use std::collections::{BTreeMap, BTreeSet};

use raddle_findings::{Finding, Kind, Mark, Run};

use crate::Expectations;
use crate::expect::{Lines, Variables};
use crate::sites::describe;
use crate::variable::Variable;

impl Expectations {
    /// All that is wrong with a run of the fixture. Empty: it is as expected.
    pub fn problems(&self, run: &Run) -> Vec<String> {
        let mut problems = Vec::new();
        if run.status != self.status() {
            let instead = match self.status() {
                0 => String::new(),
                status => format!(" instead of {status}"),
            };
            problems.push(format!("the program ended with status {}{instead}", run.status));
        }
        if !run.complete {
            problems.push(format!("the run is incomplete: {}", run.incomplete.join("; ")));
        }
        for skipped in run.jvms.iter().flat_map(|jvm| &jvm.not_instrumented) {
            if skipped.starts_with(self.main_class()) {
                problems.push(format!("not instrumented: {skipped}"));
            }
        }
        let mut found = BTreeMap::<(Kind, String), usize>::new();
        for finding in &run.findings {
            match self.expected(finding) {
                Ok(name) => *found.entry((finding.kind, name)).or_default() += 1,
                Err(reason) => problems.push(reason),
            }
        }
        // A variable may race between several pairs of places; anything else is one finding.
        let again = found
            .iter()
            .filter(|((kind, _), count)| **count > 1 && *kind == self.kind);
        let again = again.filter(|((kind, _), _)| *kind != Kind::DataRace);
        problems.extend(again.map(|((_, name), count)| format!("found {count} times: {name}")));
        let missing = self.names_to_find().filter(|key| !found.contains_key(key));
        problems.extend(missing.map(|(_, name)| format!("not found: {name}")));
        problems
    }

    /// All that must be found.
    fn names_to_find(&self) -> impl Iterator<Item = (Kind, String)> {
        let variables = self
            .variables
            .iter()
            .flat_map(|(kind, marks)| marks.keys().map(|variable| (*kind, variable.to_string())));
        let cycles = self.cycles.keys().map(|name| (self.kind, name.clone()));
        let also = self.also.iter().map(|kind| (*kind, also(*kind)));
        variables.chain(cycles).chain(also)
    }

    /// The name of what a finding shows, or why it is not expected.
    fn expected(&self, finding: &Finding) -> Result<String, String> {
        let kind = finding.kind;
        if self.also.contains(&kind) {
            return Ok(also(kind));
        }
        match (kind.descriptor().mark, self.variables.get(&kind)) {
            (Mark::Variable(_), Some(marks)) => self.on_variable(marks, finding),
            (Mark::Threads(_), _) if kind == self.kind => self.cycle(finding),
            _ => Err(format!("not expected: {}", describe(finding))),
        }
    }

    /// The marked variable that a finding is on.
    fn on_variable(&self, marks: &Variables, finding: &Finding) -> Result<String, String> {
        let shown = describe(finding);
        let names = self.names(finding);
        let Some((variable, lines)) = marks.iter().find(|(variable, _)| names.contains(variable)) else {
            return Err(format!("not expected: {shown}"));
        };
        if finding.sides.len() != 2 {
            return Err(format!("{} sides: {shown}", finding.sides.len()));
        }
        let mut seen = BTreeSet::new();
        for side in &finding.sides {
            let here = side
                .stack
                .first()
                .filter(|frame| frame.file.as_deref() == Some(&self.file));
            match here
                .and_then(|frame| frame.line)
                .filter(|line| lines.contains(line))
            {
                Some(line) => seen.insert(line),
                None => return Err(format!("not on a line marked for {variable}: {shown}")),
            };
        }
        let some_will_do = finding.kind == Kind::DataRace || self.sites_vary;
        if !some_will_do && seen != *lines {
            return Err(format!("not on all lines marked for {variable}: {shown}"));
        }
        Ok(variable.to_string())
    }

    /// The marked cycle whose sides a finding has.
    fn cycle(&self, finding: &Finding) -> Result<String, String> {
        let mut lines = Lines::new();
        let mut elsewhere = 0;
        for side in &finding.sides {
            let mut here = side
                .stack
                .iter()
                .filter(|frame| frame.file.as_deref() == Some(&self.file));
            match here.next().and_then(|frame| frame.line) {
                Some(line) => *lines.entry(line).or_default() += 1,
                None => elsewhere += 1,
            }
        }
        let has_all = |marked: &Lines| marked.iter().all(|(line, count)| lines.get(line) >= Some(count));
        let fits = |marked: &Lines| match self.others {
            true => has_all(marked),
            false => *marked == lines && elsewhere == 0,
        };
        let cycle = self.cycles.iter().find(|(_, marked)| fits(marked));
        cycle
            .map(|(name, _)| name.clone())
            .ok_or_else(|| format!("not the sides of a marked cycle: {}", describe(finding)))
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

/// Findings of this kind, wherever.
fn also(kind: Kind) -> String {
    format!("any {}", kind.name())
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
        Expectations::parse("X.java", SOURCE, Kind::DataRace, Verdict::Bad)
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

    const CYCLES: &str = "a(); //~ waits pair\nb(); //~ waits pair\nc(); //~ waits ring*3\n";

    fn waiting(kind: &str, lines: &[u32]) -> Value {
        let sides = lines.iter().map(|line| {
            let park =
                json!({"class": "java.util.concurrent.locks.LockSupport", "method": "park", "line": 7});
            let here = json!({"class": "X", "method": "main", "file": "X.java", "line": line});
            json!({"thread": {"name": "t", "id": 1}, "op": "lock", "locks": [], "stack": [park, here]})
        });
        let sides = sides.collect::<Vec<_>>();
        json!({"kind": kind, "code": "RAD003", "fingerprint": "f", "severity": "error", "message": "m",
            "count": 1, "sides": sides})
    }

    /// The problems of a run of a fixture for deadlocks that ended as it should.
    fn hung(source: &str, findings: &[Value]) -> Vec<String> {
        let run = Run {
            status: 66,
            ..run(findings)
        };
        let it = Expectations::parse("X.java", source, Kind::Deadlock, Verdict::Bad);
        it.unwrap().problems(&run)
    }

    #[test]
    fn a_cycle_is_known_by_the_lines_of_its_sides() {
        let (pair, ring) = (waiting("deadlock", &[2, 1]), waiting("deadlock", &[3, 3, 3]));
        assert_eq!(hung(CYCLES, &[pair.clone(), ring.clone()]), [""; 0]);
        assert_eq!(hung(CYCLES, std::slice::from_ref(&pair)), ["not found: ring"]);
        assert_eq!(
            hung(CYCLES, &[pair.clone(), ring.clone(), pair.clone()]),
            ["found 2 times: pair"]
        );
        for lines in [&[1][..], &[1, 1], &[1, 2, 2], &[1, 2, 3], &[3, 3], &[3, 3, 3, 3]] {
            let wrong = hung(CYCLES, &[pair.clone(), ring.clone(), waiting("deadlock", lines)]);
            assert!(
                wrong[0].starts_with("not the sides of a marked cycle"),
                "{wrong:?}"
            );
        }
        let plain = run(&[pair, ring]);
        let it = Expectations::parse("X.java", CYCLES, Kind::Deadlock, Verdict::Bad).unwrap();
        assert_eq!(
            it.problems(&plain),
            ["the program ended with status 0 instead of 66"]
        );
    }

    #[test]
    fn more_sides_than_marked_are_found_if_the_fixture_says_so() {
        let source = format!("//@ others\n{CYCLES}");
        let (pair, ring) = (
            waiting("deadlock", &[2, 9, 3]),
            waiting("deadlock", &[4, 4, 4, 4]),
        );
        assert_eq!(hung(&source, &[pair, ring.clone()]), [""; 0]);
        let half = waiting("deadlock", &[2, 9]);
        assert_eq!(hung(&source, &[half, ring]).len(), 2);
    }

    #[test]
    fn other_kinds_are_found_only_where_they_are_expected() {
        let all = [
            waiting("deadlock", &[2, 1]),
            waiting("deadlock", &[3, 3, 3]),
            waiting("lock-order", &[8, 9]),
        ];
        assert!(hung(CYCLES, &all)[0].starts_with("not expected: lock-order"));
        let source = CYCLES.to_owned() + "//@ also lock-order";
        assert_eq!(hung(&source, &all), [""; 0]);
        assert_eq!(hung(&source, &all[..2]), ["not found: any lock-order"]);
    }

    #[test]
    fn a_lock_discipline_finding_is_on_both_its_lines() {
        let problems = |lines| {
            let source = "x++; //~ unprotected X.x\nx--; //~ unprotected X.x";
            let it = Expectations::parse("X.java", source, Kind::LockDiscipline, Verdict::Bad).unwrap();
            let mut found = finding(json!({"class": "X", "field": "x", "type": "int"}), lines);
            found["kind"] = json!("lock-discipline");
            it.problems(&run(&[found]))
        };
        assert_eq!(problems([2, 1]), [""; 0]);
        assert!(problems([1, 1])[0].starts_with("not on all lines marked for X.x"));
        assert!(problems([1, 3])[0].starts_with("not on a line marked for X.x"));
    }
}
