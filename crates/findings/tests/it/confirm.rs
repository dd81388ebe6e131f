//! What one finding warns of and another confirms is reported once.

use raddle_findings::{Finding, Kind, Run, fingerprint};
use serde_json::{Value, json};

fn frame(line: u32) -> Value {
    json!({"class": "bank.Account", "method": "transfer", "file": "Account.java", "line": line})
}

/// A finding as an agent writes it, with the fingerprint that it would have.
fn finding(kind: Kind, variable: Option<Value>, sides: &[Value]) -> Finding {
    let mut finding = json!({"kind": kind.name(), "code": kind.code(), "fingerprint": "", "severity": "error",
        "message": "m", "count": 1, "sides": sides});
    if let Some(variable) = variable {
        finding["variable"] = variable;
    }
    let mut finding: Finding = serde_json::from_value(finding).unwrap();
    finding.fingerprint = fingerprint(kind, finding.variable.as_ref(), &finding.sides);
    finding
}

fn access(line: u32) -> Value {
    json!({"thread": {"name": "t", "id": 1}, "op": "write", "locks": [], "stack": [frame(line)]})
}

/// A side that has `own` since line `taken` and waits at `line` for the next one's lock.
fn waiting(own: u64, next: u64, held_by: usize, taken: u32, line: u32) -> Value {
    json!({"thread": {"name": "t", "id": own}, "op": "lock", "stack": [frame(line)],
        "locks": [{"class": "bank.Account", "id": own, "acquired_at": frame(taken)}],
        "wait": {"kind": "monitor", "object": {"class": "bank.Account", "id": next}, "held_by": [held_by]}})
}

fn run(findings: &[Finding]) -> Run {
    Run::join([Run {
        findings: findings.to_vec(),
        ..Run::default()
    }])
}

fn kinds(run: &Run) -> Vec<(Kind, usize)> {
    let all = run.findings.iter();
    all.map(|finding| (finding.kind, finding.notes.len())).collect()
}

fn field(name: &str) -> Option<Value> {
    Some(json!({"class": "bank.Account", "field": name, "type": "long"}))
}

#[test]
fn a_race_takes_the_warning_on_its_variable() {
    let race = |line| finding(Kind::DataRace, field("balance"), &[access(line), access(9)]);
    let warning = |name: &str| finding(Kind::LockDiscipline, field(name), &[access(20), access(21)]);
    let both = run(&[warning("balance"), race(7), race(8), warning("owner")]);
    assert_eq!(
        kinds(&both),
        [
            (Kind::DataRace, 1),
            (Kind::DataRace, 1),
            (Kind::LockDiscipline, 0)
        ]
    );
    assert_eq!(
        both.findings[0].notes,
        ["lock discipline agrees: no lock is held at every access to it"]
    );
    let alone = run(&[warning("balance")]);
    assert_eq!(kinds(&alone), [(Kind::LockDiscipline, 0)]);
}

#[test]
fn what_has_no_name_is_known_by_its_places() {
    let map = || Some(json!({"class": "java.util.HashMap", "type": "java.util.HashMap"}));
    let race = finding(Kind::DataRace, map(), &[access(7), access(8)]);
    let warning = |line| finding(Kind::LockDiscipline, map(), &[access(line), access(30)]);
    let run = run(&[race, warning(8), warning(29)]);
    assert_eq!(kinds(&run), [(Kind::DataRace, 1), (Kind::LockDiscipline, 0)]);
}

#[test]
fn arrays_are_known_by_their_birthplace() {
    let array = |index, line| {
        Some(json!({"class": "int[]", "type": "int", "array": {"index": index, "allocated_at": frame(line)}}))
    };
    let race = finding(Kind::DataRace, array(3, 2), &[access(7), access(8)]);
    let same = finding(Kind::LockDiscipline, array(5, 2), &[access(20), access(21)]);
    let other = finding(Kind::LockDiscipline, array(3, 4), &[access(20), access(22)]);
    assert_eq!(
        kinds(&run(&[race, same, other])),
        [(Kind::DataRace, 1), (Kind::LockDiscipline, 0)]
    );
}

#[test]
fn a_deadlock_takes_the_warning_of_its_cycle() {
    let cycle = |taken, line| [waiting(1, 2, 2, 16, 17), waiting(2, 1, 1, taken, line)];
    let deadlock = finding(Kind::Deadlock, None, &cycle(26, 27));
    // The sides may come in another order, and the objects have other numbers.
    let turned = [waiting(8, 5, 2, 26, 27), waiting(5, 8, 1, 16, 17)];
    let same = finding(Kind::LockOrder, None, &turned);
    let elsewhere = finding(Kind::LockOrder, None, &cycle(25, 27));
    let run = run(&[same, elsewhere, deadlock]);
    assert_eq!(kinds(&run), [(Kind::Deadlock, 1), (Kind::LockOrder, 0)]);
    assert_eq!(
        run.findings[0].notes,
        ["lock order agrees: these locks are taken in different orders"]
    );
}
