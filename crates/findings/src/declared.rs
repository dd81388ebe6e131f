//! Order that a user declares, for synchronisation that bytecode does not show: hand-made with fences,
//! or in native code.
//!
//! A [`Rule`] is `FROM -> TO`. All that a thread did before it called FROM happens-before what another
//! thread does after a later call of TO has returned, if the two calls have the same key object. FROM
//! hands over at its entry (with the key `return`, at its return), TO takes over at its return.
//!
//! False alarms: none come from a rule. Misses: a rule that claims more order than there is hides races.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// `FROM -> TO`; its text is its form in files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Rule {
    pub from: Endpoint,
    pub to: Endpoint,
}

/// The methods of one name in one class, all overloads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    /// As in source: `com.example.Mailbox`.
    pub class: String,
    pub method: String,
    /// `None`: `this`, or the class if the method is static.
    pub key: Option<Key>,
}

/// The object by which two calls are known to belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    This,
    /// Counted from 0.
    Argument(u8),
    Return,
    /// The class that has the method.
    Class,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum End {
    From,
    To,
}

/// A rule that ordered nothing in the whole run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnusedRule {
    pub rule: Rule,
    /// The ends for which no loaded class had a method.
    pub missing: Vec<End>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    #[error("{0:?} has no arrow\n  {EXAMPLE}")]
    NoArrow(String),
    #[error("{0:?} is no class and method\n  {EXAMPLE}")]
    NoMethod(String),
    #[error(
        "{0:?} is no key\n  a key is (this), (arg0), (arg1) and so on, (return) or (class): com.example.Mailbox.send(arg0)"
    )]
    NoKey(String),
    #[error(
        "the two keys are never the same object: {0} and {1} are different classes\n  name an object that both methods get or return: {0}.{2}(arg0)"
    )]
    DifferentClasses(String, String, String),
}

const EXAMPLE: &str = "write FROM -> TO, such as: com.example.Mailbox.send -> com.example.Mailbox.receive";

/// The rules of a file, one per line; `#` begins a comment. An error comes with its line.
pub fn parse_file(text: &str) -> Result<Vec<Rule>, (u32, RuleError)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rules = (1..).zip(text.lines()).filter_map(|(number, line)| {
        let written = line.split('#').next().unwrap_or_default().trim();
        let rule = (!written.is_empty()).then(|| written.parse::<Rule>());
        rule.map(|rule| rule.map_err(|error| (number, error)))
    });
    rules.collect()
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let no_arrow = || RuleError::NoArrow(text.trim().to_owned());
        let (from, to) = text.split_once("->").ok_or_else(no_arrow)?;
        let (from, to) = (Endpoint::parse(from)?, Endpoint::parse(to)?);
        let by_class = |end: &Endpoint| end.key == Some(Key::Class);
        if by_class(&from) && by_class(&to) && !from.is_in(&to.class) {
            return Err(RuleError::DifferentClasses(from.class, to.class, from.method));
        }
        Ok(Rule { from, to })
    }
}

impl Endpoint {
    fn parse(text: &str) -> Result<Endpoint, RuleError> {
        let text = text.trim();
        let no_method = || RuleError::NoMethod(text.to_owned());
        let (path, key) = match text.split_once('(') {
            Some((path, key)) => (path, Some(Key::parse(key)?)),
            None => (text, None),
        };
        let is_odd =
            |c: char| c.is_whitespace() || c.is_control() || matches!(c, ')' | '*' | '-' | ':' | '#');
        let (class, method) = path.trim_end().rsplit_once('.').ok_or_else(no_method)?;
        let is_name = |part: &str| !part.is_empty() && !part.contains(is_odd);
        if !class.split('.').all(is_name) || !is_name(method) {
            return Err(no_method());
        }
        Ok(Endpoint {
            class: class.to_owned(),
            method: method.to_owned(),
            key,
        })
    }

    /// Whether this names a class, by its internal or source name. `Outer.Inner` is `Outer$Inner`.
    pub fn is_in(&self, class: &str) -> bool {
        let dot = |c: char| if matches!(c, '/' | '$') { '.' } else { c };
        self.class.chars().map(dot).eq(class.chars().map(dot))
    }
}

impl Key {
    /// What follows the opening parenthesis.
    fn parse(text: &str) -> Result<Key, RuleError> {
        let no_key = || RuleError::NoKey(format!("({text}"));
        match text.strip_suffix(')').ok_or_else(no_key)?.trim() {
            "this" => Ok(Key::This),
            "return" => Ok(Key::Return),
            "class" => Ok(Key::Class),
            other => {
                let number = other.strip_prefix("arg").ok_or_else(no_key)?;
                let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
                let number = is_number.then(|| number.parse().ok()).flatten();
                number.map(Key::Argument).ok_or_else(no_key)
            }
        }
    }
}

impl UnusedRule {
    /// The endpoints for which there was no method.
    pub fn endpoints(&self) -> impl Iterator<Item = &Endpoint> {
        self.missing.iter().map(|end| match end {
            End::From => &self.rule.from,
            End::To => &self.rule.to,
        })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.from, self.to)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.method)?;
        match self.key {
            None => Ok(()),
            Some(Key::This) => f.write_str("(this)"),
            Some(Key::Argument(number)) => write!(f, "(arg{number})"),
            Some(Key::Return) => f.write_str("(return)"),
            Some(Key::Class) => f.write_str("(class)"),
        }
    }
}

impl TryFrom<String> for Rule {
    type Error = RuleError;

    fn try_from(text: String) -> Result<Rule, RuleError> {
        text.parse()
    }
}

impl From<Rule> for String {
    fn from(rule: Rule) -> String {
        rule.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Rule {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_rule_is_two_methods_with_their_keys() {
        let plain = rule("com.acme.Mailbox.send->com.acme.Mailbox.take");
        assert_eq!(
            (&*plain.from.class, &*plain.from.method, plain.from.key),
            ("com.acme.Mailbox", "send", None)
        );
        let keys = rule("  A.put( arg12 )  ->  A$B.get (return) ");
        assert_eq!(keys.from.key, Some(Key::Argument(12)));
        assert_eq!((&*keys.to.class, keys.to.key), ("A$B", Some(Key::Return)));
        assert_eq!(rule("A.<init>(class) -> A.m(class)").from.method, "<init>");
    }

    #[test]
    fn the_text_is_the_rule() {
        for text in [
            "A.b -> C.d",
            "x.A.b(this) -> x.A.c(arg0)",
            "A.b(return) -> A.c(class)",
        ] {
            assert_eq!(rule(text).to_string(), text);
            let json = serde_json::to_string(&rule(text)).unwrap();
            assert_eq!(json, format!("{text:?}"));
            assert_eq!(serde_json::from_str::<Rule>(&json).unwrap(), rule(text));
        }
        assert!(serde_json::from_str::<Rule>("\"A.b\"").is_err());
    }

    #[test]
    fn mistakes_say_what_to_write() {
        for (text, words) in [
            ("", "no arrow"),
            ("A.send", "com.example.Mailbox.send -> "),
            ("send -> A.take", "\"send\" is no class and method"),
            ("A.send -> ", "\"\" is no class and method"),
            ("A.send -> A.", "no class and method"),
            (".send -> A.take", "no class and method"),
            ("A..send -> A.take", "no class and method"),
            ("A.*-> A.take", "no class and method"),
            ("A.b -> C.d -> E.f", "no class and method"),
            ("A.send(arg) -> A.take", "\"(arg)\" is no key"),
            ("A.send(arg+1) -> A.take", "(arg0)"),
            ("A.send(arg256) -> A.take", "is no key"),
            ("A.send(0) -> A.take", "is no key"),
            ("A.send() -> A.take", "is no key"),
            ("A.send(this -> A.take", "is no key"),
            ("A.send(class) -> B.take(class)", "different classes"),
        ] {
            let error = text.parse::<Rule>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
            assert!(error.contains("\n  "), "{text}: {error}");
        }
    }

    #[test]
    fn nested_classes_go_by_either_name() {
        let end = rule("x.Outer.Inner.m -> A.b").from;
        assert!(end.is_in("x/Outer$Inner") && end.is_in("x.Outer.Inner"));
        assert!(!end.is_in("x/Outer") && !end.is_in("x/Outer$Inner$1"));
        assert!(rule("x.Outer$Inner.m -> A.b").from.is_in("x/Outer$Inner"));
    }

    #[test]
    fn files_have_comments_and_errors_their_lines() {
        let text = "\u{feff}# by hand\r\n\r\nA.b -> C.d  # native\r\n  E.f->G.h\n";
        assert_eq!(
            parse_file(text).unwrap(),
            [rule("A.b -> C.d"), rule("E.f -> G.h")]
        );
        assert_eq!(parse_file("").unwrap(), []);
        let (line, error) = parse_file("A.b -> C.d\n\nA.b\n").unwrap_err();
        assert_eq!((line, error), (3, RuleError::NoArrow("A.b".to_owned())));
    }
}
