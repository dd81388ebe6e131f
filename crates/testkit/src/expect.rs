//! Expectations, read out of a fixture's comments. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::{Error, Mechanism, Result};

/// What the directory of a fixture promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The marked races are found, and nothing else.
    Bad,
    /// There is no race, and nothing is found.
    Ok,
    /// There is a race that Raddle is known not to see: nothing is found.
    Missed,
}

impl Verdict {
    pub const ALL: [Verdict; 3] = [Verdict::Bad, Verdict::Ok, Verdict::Missed];

    /// The name of the directory.
    pub const fn directory(self) -> &'static str {
        match self {
            Verdict::Bad => "bad",
            Verdict::Ok => "ok",
            Verdict::Missed => "missed",
        }
    }
}

/// A variable as a fixture names it. Of a class, the last part of the name counts: `Inner` for
/// `com.example.Outer$Inner`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    Field {
        class: String,
        field: String,
    },
    Array {
        name: String,
        index: Option<u32>,
    },
    /// The inside of an object of the JDK that is not made for sharing.
    Contents {
        class: String,
    },
}

impl Variable {
    pub fn field(class: &str, field: &str) -> Variable {
        Variable::Field {
            class: last_name(class),
            field: field.to_owned(),
        }
    }

    pub fn contents(class: &str) -> Variable {
        Variable::Contents {
            class: last_name(class),
        }
    }

    fn parse(text: &str) -> Option<Variable> {
        if let Some(class) = text.strip_prefix("contents:") {
            return Some(Variable::contents(class));
        }
        if let Some((class, field)) = text.rsplit_once('.') {
            return Some(Variable::field(class, field));
        }
        match text.split_once('[') {
            None => Some(Variable::Array {
                name: text.to_owned(),
                index: None,
            }),
            Some((name, index)) => {
                let index = index.strip_suffix(']')?.parse().ok()?;
                Some(Variable::Array {
                    name: name.to_owned(),
                    index: Some(index),
                })
            }
        }
    }
}

fn last_name(class: &str) -> String {
    class.rsplit(['.', '$']).next().unwrap_or(class).to_owned()
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variable::Field { class, field } => write!(f, "{class}.{field}"),
            Variable::Array { name, index: None } => write!(f, "{name}"),
            Variable::Array {
                name,
                index: Some(index),
            } => write!(f, "{name}[{index}]"),
            Variable::Contents { class } => write!(f, "contents:{class}"),
        }
    }
}

/// What a fixture expects of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectations {
    /// The file's name without directories, as in class files.
    pub file: String,
    /// The oldest feature release that the fixture is for.
    pub jdk: u32,
    /// Whether the pairs of lines that are reported may differ from run to run.
    pub sites_vary: bool,
    /// What the fixture is about.
    pub mechanisms: Vec<Mechanism>,
    /// Further arguments of `raddle check`.
    pub options: Vec<String>,
    /// The line on which each named array is made.
    pub arrays: BTreeMap<String, u32>,
    /// For each variable that must be found, the lines that may be its sides.
    pub races: BTreeMap<Variable, BTreeSet<u32>>,
}

impl Expectations {
    /// Reads the marks of a source file. A mark that is not understood is an error: it would be a
    /// promise that nobody checks.
    pub fn parse(file: &str, source: &str, verdict: Verdict) -> Result<Expectations> {
        let mut it = Expectations {
            file: file.to_owned(),
            jdk: 17,
            sites_vary: false,
            mechanisms: Vec::new(),
            options: Vec::new(),
            arrays: BTreeMap::new(),
            races: BTreeMap::new(),
        };
        for (number, text) in (1..).zip(source.lines()) {
            it.line(number, text).map_err(|reason| it.error(number, reason))?;
        }
        for (variable, lines) in &it.races {
            if let Variable::Array { name, .. } = variable
                && !it.arrays.contains_key(name)
            {
                let line = lines.first().copied().unwrap_or(0);
                return Err(it.error(line, format!("no line says `//~ array {name}`")));
            }
        }
        match verdict {
            Verdict::Bad if it.races.is_empty() => Err(it.error(1, "no line is marked".to_owned())),
            Verdict::Ok | Verdict::Missed if !it.races.is_empty() => {
                Err(it.error(1, "a mark in a file that expects no finding".to_owned()))
            }
            Verdict::Bad | Verdict::Ok | Verdict::Missed => Ok(it),
        }
    }

    /// The name of the class with `main`: each fixture has one, named as its file.
    pub fn main_class(&self) -> &str {
        self.file.strip_suffix(".java").unwrap_or(&self.file)
    }

    fn line(&mut self, number: u32, text: &str) -> std::result::Result<(), String> {
        if let Some(directive) = text.strip_prefix("//@ ") {
            return self.directive(directive.trim());
        }
        let Some((_, mark)) = text.split_once("//~") else {
            return Ok(());
        };
        let mut words = mark.split_whitespace();
        match words.next() {
            Some("race") => {
                for word in words {
                    let variable = Variable::parse(word).ok_or_else(|| format!("`{word}` is no variable"))?;
                    self.races.entry(variable).or_default().insert(number);
                }
                Ok(())
            }
            Some("array") => {
                for name in words {
                    if self.arrays.insert(name.to_owned(), number).is_some() {
                        return Err(format!("two arrays are named `{name}`"));
                    }
                }
                Ok(())
            }
            _ => Err(format!("`//~{mark}` is not a mark")),
        }
    }

    fn directive(&mut self, text: &str) -> std::result::Result<(), String> {
        if text == "sites vary" {
            self.sites_vary = true;
            return Ok(());
        }
        if let Some(mechanism) = text.strip_prefix("mechanism ") {
            self.mechanisms.push(Mechanism::parse(mechanism)?);
            return Ok(());
        }
        if let Some(options) = text.strip_prefix("options ") {
            self.options.extend(options.split_whitespace().map(str::to_owned));
            return Ok(());
        }
        let release = text.strip_prefix("jdk ").and_then(|rest| rest.strip_suffix('+'));
        self.jdk = release
            .and_then(|release| release.parse().ok())
            .ok_or_else(|| format!("`//@ {text}` is not a directive"))?;
        Ok(())
    }

    fn error(&self, line: u32, reason: String) -> Error {
        Error::Expectation {
            file: self.file.clone(),
            line: line as usize,
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(source: &str) -> Result<Expectations> {
        Expectations::parse("X.java", source, Verdict::Bad)
    }

    fn message(source: &str) -> String {
        parse(source).unwrap_err().to_string()
    }

    #[test]
    fn marks_are_collected_by_variable() {
        let source = "//@ jdk 21+\nint[] a = new int[3]; //~ array data\n\
            x.n++; //~ race X$Inner.n data[2]\na[2] = x.n; //~ race data[2] Inner.n\n";
        let it = parse(source).unwrap();
        assert_eq!((it.jdk, it.sites_vary, it.main_class()), (21, false, "X"));
        assert_eq!(it.arrays["data"], 2);
        let races: Vec<_> = it
            .races
            .iter()
            .map(|(v, lines)| (v.to_string(), lines.clone()))
            .collect();
        let both = BTreeSet::from([3, 4]);
        assert_eq!(
            races,
            [("Inner.n".to_owned(), both.clone()), ("data[2]".to_owned(), both)]
        );
    }

    #[test]
    fn a_mark_that_nobody_would_check_is_an_error() {
        assert_eq!(
            message("x++; //~ rice X.x"),
            "X.java:1: `//~ rice X.x` is not a mark"
        );
        assert_eq!(message("//@ jdk 21"), "X.java:1: `//@ jdk 21` is not a directive");
        assert_eq!(
            message("\na[0]++; //~ race a[0]"),
            "X.java:2: no line says `//~ array a`"
        );
        assert_eq!(
            message("a[0]++; //~ race a[zero]"),
            "X.java:1: `a[zero]` is no variable"
        );
        assert_eq!(message("x++;"), "X.java:1: no line is marked");
        assert_eq!(
            message("//~ array a\n//~ array a"),
            "X.java:2: two arrays are named `a`"
        );
        let silent = Expectations::parse("X.java", "x++; //~ race X.x", Verdict::Ok);
        assert!(silent.is_err());
    }

    #[test]
    fn contents_are_known_by_the_class() {
        let it = parse("map.put(1, 1); //~ race contents:java.util.HashMap contents:TreeMap").unwrap();
        let names: Vec<_> = it.races.keys().map(Variable::to_string).collect();
        assert_eq!(names, ["contents:HashMap", "contents:TreeMap"]);
    }

    #[test]
    fn directives_repeat() {
        let it = parse(
            "//@ mechanism grading: torn long\n//@ mechanism thread basics: start\n\
            //@ options --max-findings 3\n//@ options --quiet\nx++; //~ race X.x",
        )
        .unwrap();
        let mechanisms: Vec<_> = it.mechanisms.iter().map(Mechanism::to_string).collect();
        assert_eq!(mechanisms, ["grading: torn long", "thread basics: start"]);
        assert_eq!(it.options, ["--max-findings", "3", "--quiet"]);
        assert!(message("//@ mechanism start").starts_with("X.java:1: `start` is not"));
        assert_eq!(
            message("//@ options"),
            "X.java:1: `//@ options` is not a directive"
        );
    }

    #[test]
    fn files_without_marks_are_for_silence() {
        let it = Expectations::parse("X.java", "//@ sites vary\nx++; // counts", Verdict::Missed).unwrap();
        assert!(it.races.is_empty() && it.sites_vary);
        assert_eq!(it.jdk, 17);
    }
}
