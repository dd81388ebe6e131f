//! The rules of order that the user declared: what they want of a class, and which of them did something.

use parking_lot::Mutex;
use raddle_findings::Rule;
use raddle_findings::declared::{End, Endpoint, Key};
use raddle_rewrite::{Declared, RuleEnd, RuleKey};
use raddle_session::record::Line;
use rustc_hash::FxHashSet;

use crate::Agent;

/// The ends of rules that have found a method.
#[derive(Default)]
pub struct Applied(Mutex<FxHashSet<(usize, RuleEnd)>>);

impl Applied {
    /// Writes down what is new, at once: a JVM that is killed must not make a rule look useless.
    pub fn applied(&self, agent: &Agent, ends: &[(usize, RuleEnd)]) {
        for &(rule, end) in ends {
            let (true, Some(known)) = (
                self.0.lock().insert((rule, end)),
                agent.config.happens_before.get(rule),
            ) else {
                continue;
            };
            agent.reports.write(&Line::RuleApplied {
                rule: known.clone(),
                end: match end {
                    RuleEnd::From => End::From,
                    RuleEnd::To => End::To,
                },
            });
        }
    }
}

/// The ends of rules that name methods of a class, by its internal name.
pub fn of_class(rules: &[Rule], class: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let ends = [
            (RuleEnd::From, &rule.from, &rule.to),
            (RuleEnd::To, &rule.to, &rule.from),
        ];
        for (end, here, other) in ends.into_iter().filter(|(_, here, _)| here.is_in(class)) {
            found.push(Declared {
                rule: number,
                end,
                method: here.method.clone(),
                key: here.key.map(key),
                class_is_alone: is_alone(here, other),
                text: rule.to_string(),
            });
        }
    }
    found
}

/// Whether the class of `here` cannot be the key of `other`: that has another class for its key, or none
/// of its own, which is its `this` or its class.
fn is_alone(here: &Endpoint, other: &Endpoint) -> bool {
    matches!(other.key, None | Some(Key::Class)) && !here.is_in(&other.class)
}

fn key(key: Key) -> RuleKey {
    match key {
        Key::This => RuleKey::This,
        Key::Argument(number) => RuleKey::Argument(number),
        Key::Return => RuleKey::Result,
        Key::Class => RuleKey::Class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_gets_the_ends_that_name_it() {
        let rules = ["a.Box.put(arg1) -> a.Box.get", "a.Box.In.x -> b.C.y"].map(|r| r.parse().unwrap());
        let ends = |class: &str| -> Vec<_> {
            let found = of_class(&rules, class).into_iter();
            found
                .map(|d| (d.rule, d.end, d.method, d.key, d.class_is_alone))
                .collect()
        };
        let put = (
            0,
            RuleEnd::From,
            "put".to_owned(),
            Some(RuleKey::Argument(1)),
            false,
        );
        assert_eq!(
            ends("a/Box"),
            [put, (0, RuleEnd::To, "get".to_owned(), None, false)]
        );
        assert_eq!(ends("a/Box$In"), [(1, RuleEnd::From, "x".to_owned(), None, true)]);
        assert_eq!(ends("a/Boxes"), []);
    }
}
