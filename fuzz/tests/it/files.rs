//! What users write by hand: suppressions, and rules of order.

use raddle_findings::{Act, Finding, Frame, Kind, Rule, Side, ThreadInfo, Variable, declared, suppress};
use raddle_fuzz::{Outcome, mutate};

use crate::fuzz;

fn text(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes).ok()
}

/// A race on `com.example.Cache.hits` in `com.example.Cache.get`.
fn finding() -> Finding {
    let class = "com.example.Cache".to_owned();
    let variable = Variable {
        class: class.clone(),
        field: Some("hits".to_owned()),
        type_name: "int".to_owned(),
        is_static: false,
        array: None,
    };
    let frame = Frame {
        class,
        method: "get".to_owned(),
        file: None,
        line: None,
    };
    let side = |id| Side {
        thread: ThreadInfo {
            name: "t".to_owned(),
            id,
            created_at: Vec::new(),
        },
        op: Act::Write,
        call: None,
        stack: vec![frame.clone()],
        stack_complete: false,
        locks: None,
        wait: None,
    };
    let sides = vec![side(0), side(1)];
    Finding::new(Kind::DataRace, "m".to_owned(), Some(variable), sides)
}

/// An entry that is taken is taken again by itself, with its reason behind it, and covers the same.
#[test]
fn suppressions() {
    let finding = finding();
    fuzz("suppressions", mutate::lines, |bytes| {
        let Some(Ok(entries)) = text(bytes).map(|text| suppress::parse("file", text)) else {
            return Outcome::Refused;
        };
        for entry in &entries {
            assert!(!entry.entry.reason.is_empty(), "an entry has a reason");
            let alone = format!("{}  # {}", entry.entry.pattern, entry.entry.reason);
            let again = suppress::parse("file", &alone).expect("what was taken is taken alone");
            assert_eq!(again.len(), 1, "{alone:?}");
            assert_eq!(again[0].entry.pattern, entry.entry.pattern);
            assert_eq!(again[0].covers(&finding), entry.covers(&finding), "{alone:?}");
        }
        Outcome::Read
    });
}

/// A rule that is taken says of itself what is taken for the same rule.
#[test]
fn rules() {
    fuzz("rules", mutate::lines, |bytes| {
        let Some(Ok(rules)) = text(bytes).map(declared::parse_file) else {
            return Outcome::Refused;
        };
        for rule in &rules {
            let again: Rule = rule.to_string().parse().expect("what was written is read");
            assert_eq!(again, *rule);
        }
        let all: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
        assert_eq!(
            declared::parse_file(&all).expect("what was written is read"),
            rules
        );
        Outcome::Read
    });
}
