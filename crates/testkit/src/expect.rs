//! Expectations, read out of a fixture's comments. Pure.

use std::collections::{BTreeMap, BTreeSet};

use raddle_findings::{Kind, Mark};
use raddle_session::OnDeadlock;

use crate::variable::Variable;
use crate::{Error, Mechanism, Result};

/// What the directory of a fixture promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What is marked is found, and nothing else.
    Bad,
    /// There is nothing to find, and nothing is found.
    Ok,
    /// There is an error that Raddle is known not to see: nothing is found.
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

/// For each variable that a finding must be on, the lines that may be its sides.
pub type Variables = BTreeMap<Variable, BTreeSet<u32>>;

/// How many sides of a finding are on each line.
pub type Lines = BTreeMap<u32, usize>;

/// What a fixture expects of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectations {
    /// The file's name without directories, as in class files.
    pub file: String,
    /// What the fixture is about.
    pub kind: Kind,
    pub verdict: Verdict,
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
    /// What must be found on variables, by kind.
    pub variables: BTreeMap<Kind, Variables>,
    /// For each cycle, or group of threads that are stuck, by its name: where its sides are.
    pub cycles: BTreeMap<String, Lines>,
    /// Whether sides beyond the marked ones may be found: threads of pools, for example.
    pub others: bool,
    /// Whether the program ends by itself, though some of its threads hang.
    pub ends: bool,
    /// Other kinds of which there must be findings too, wherever.
    pub also: BTreeSet<Kind>,
}

impl Expectations {
    /// Reads the marks of a source file. A mark that is not understood is an error: it would be a promise that no test
    /// checks.
    pub fn parse(file: &str, source: &str, kind: Kind, verdict: Verdict) -> Result<Expectations> {
        let mut it = Expectations {
            file: file.to_owned(),
            kind,
            verdict,
            jdk: 17,
            sites_vary: false,
            mechanisms: Vec::new(),
            options: Vec::new(),
            arrays: BTreeMap::new(),
            variables: BTreeMap::new(),
            cycles: BTreeMap::new(),
            others: false,
            ends: false,
            also: BTreeSet::new(),
        };
        for (number, text) in (1..).zip(source.lines()) {
            it.line(number, text).map_err(|reason| it.error(number, reason))?;
        }
        for (variable, lines) in it.variables.values().flatten() {
            if let Variable::Array { name, .. } = variable
                && !it.arrays.contains_key(name)
            {
                let line = lines.first().copied().unwrap_or(0);
                return Err(it.error(line, format!("no line says `//~ array {name}`")));
            }
        }
        let marked = match kind.descriptor().mark {
            Mark::Variable(_) => it.variables.contains_key(&kind),
            Mark::Threads(_) => !it.cycles.is_empty(),
            Mark::Failure => false,
        };
        let expects_none = it.variables.is_empty() && it.cycles.is_empty() && it.also.is_empty();
        match verdict {
            Verdict::Bad if !marked => Err(it.error(1, "no line is marked".to_owned())),
            Verdict::Ok | Verdict::Missed if !expects_none => {
                Err(it.error(1, "a mark in a file that expects no finding".to_owned()))
            }
            Verdict::Bad | Verdict::Ok | Verdict::Missed => Ok(it),
        }
    }

    /// The status that the program ends with. Threads that hang for ever are ended by the agent.
    pub fn status(&self) -> i32 {
        let is_ended = self.verdict == Verdict::Bad && self.kind.descriptor().ends_jvm && !self.ends;
        if is_ended { OnDeadlock::STATUS } else { 0 }
    }

    /// The arguments of `raddle check`: the fixture's own, and what its kind needs to be looked for at all.
    pub fn arguments(&self) -> Vec<&str> {
        let mut arguments: Vec<_> = self.options.iter().map(String::as_str).collect();
        let descriptor = self.kind.descriptor();
        if !descriptor.is_usual && !arguments.contains(&"--detect") {
            arguments.extend(["--detect", Kind::DataRace.name(), "--detect", descriptor.name]);
        }
        arguments
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
        let word = words.next();
        let word = word.ok_or_else(|| format!("`//~{mark}` is not a mark"))?;
        if word == "array" {
            for name in words {
                if self.arrays.insert(name.to_owned(), number).is_some() {
                    return Err(format!("two arrays are named `{name}`"));
                }
            }
            return Ok(());
        }
        // Kinds may share a word, such as those of threads that wait.
        let is_marked_so = |kind: &&Kind| match kind.descriptor().mark {
            Mark::Variable(its) | Mark::Threads(its) => its == word,
            Mark::Failure => false,
        };
        let marked_so: Vec<&Kind> = Kind::ALL.iter().filter(is_marked_so).collect();
        let [first, ..] = marked_so[..] else {
            return Err(format!("`//~{mark}` is not a mark"));
        };
        let kind = if marked_so.contains(&&self.kind) {
            self.kind
        } else {
            *first
        };
        let descriptor = kind.descriptor();
        match descriptor.mark {
            Mark::Variable(_) if kind == self.kind || descriptor.is_usual => {
                add(self.variables.entry(kind).or_default(), words, number)
            }
            Mark::Threads(_) if kind == self.kind => words.try_for_each(|word| self.side(word, number)),
            Mark::Variable(_) | Mark::Threads(_) | Mark::Failure => Err(format!(
                "`//~{mark}` is no mark of a fixture for {}",
                self.kind.name()
            )),
        }
    }

    /// `NAME`, or `NAME*3` if three threads are on this line.
    fn side(&mut self, word: &str, number: u32) -> std::result::Result<(), String> {
        let (name, count) = match word.split_once('*') {
            None => (word, Some(1)),
            Some((name, count)) => (name, count.parse().ok().filter(|count| *count > 0)),
        };
        let count: usize = count.ok_or_else(|| format!("`{word}` has no count behind the `*`"))?;
        *self
            .cycles
            .entry(name.to_owned())
            .or_default()
            .entry(number)
            .or_default() += count;
        Ok(())
    }

    fn directive(&mut self, text: &str) -> std::result::Result<(), String> {
        if text == "sites vary" {
            self.sites_vary = true;
            return Ok(());
        }
        if text == "others" {
            self.others = true;
            return Ok(());
        }
        if text == "ends" {
            self.ends = true;
            return Ok(());
        }
        if let Some(name) = text.strip_prefix("also ") {
            let kind = Kind::from_name(name).filter(|kind| *kind != self.kind);
            self.also
                .insert(kind.ok_or_else(|| format!("`{name}` is no other kind of finding"))?);
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

/// Adds a line to each variable that is named.
fn add<'a>(
    marks: &mut BTreeMap<Variable, BTreeSet<u32>>,
    mut words: impl Iterator<Item = &'a str>,
    line: u32,
) -> std::result::Result<(), String> {
    words.try_for_each(|word| {
        let variable = Variable::parse(word).ok_or_else(|| format!("`{word}` is no variable"))?;
        marks.entry(variable).or_default().insert(line);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(source: &str) -> Result<Expectations> {
        Expectations::parse("X.java", source, Kind::DataRace, Verdict::Bad)
    }

    fn message(source: &str) -> String {
        parse(source).unwrap_err().to_string()
    }

    #[test]
    fn the_sides_of_a_cycle_are_counted() {
        let source = "//@ others\n//@ also data-race\nx(); //~ waits ring*3 pair\ny(); //~ waits pair\n\
            z(); //~ waits ring";
        let it = Expectations::parse("X.java", source, Kind::Deadlock, Verdict::Bad).unwrap();
        assert_eq!(it.cycles["ring"], Lines::from([(3, 3), (5, 1)]));
        assert_eq!(it.cycles["pair"], Lines::from([(3, 1), (4, 1)]));
        assert!(it.others && it.also.contains(&Kind::DataRace));
        assert!(it.arguments().is_empty());
        assert_eq!(it.status(), 66);
    }

    #[test]
    fn a_mark_belongs_to_its_directory() {
        let message = |source: &str, kind| {
            let it = Expectations::parse("X.java", source, kind, Verdict::Bad);
            it.unwrap_err().to_string()
        };
        assert_eq!(
            message("x(); //~ waits a", Kind::LockOrder),
            "X.java:1: `//~ waits a` is no mark of a fixture for lock-order"
        );
        assert!(message("x(); //~ takes a", Kind::Stuck).ends_with("for stuck"));
        assert!(message("x++; //~ unprotected X.x", Kind::DataRace).ends_with("for data-race"));
        assert!(message("x(); //~ waits a*0", Kind::Stuck).contains("no count"));
        assert!(message("//@ also deadlock", Kind::Deadlock).contains("no other kind"));
        // A race beside it does not make it a fixture of its directory.
        assert!(message("x++; //~ race X.x", Kind::Stuck).ends_with("no line is marked"));
    }

    #[test]
    fn lock_discipline_is_looked_for_unless_the_fixture_says_what_to_look_for() {
        let of = |source: &str| {
            let it = Expectations::parse("X.java", source, Kind::LockDiscipline, Verdict::Ok).unwrap();
            it.arguments().join(" ")
        };
        assert_eq!(of(""), "--detect data-race --detect lock-discipline");
        assert_eq!(
            of("//@ options --detect lock-discipline"),
            "--detect lock-discipline"
        );
    }

    #[test]
    fn marks_are_collected_by_variable() {
        let source = "//@ jdk 21+\nint[] a = new int[3]; //~ array data\n\
            x.n++; //~ race X$Inner.n data[2]\na[2] = x.n; //~ race data[2] Inner.n\n";
        let it = parse(source).unwrap();
        assert_eq!((it.jdk, it.sites_vary, it.main_class()), (21, false, "X"));
        assert_eq!(it.arrays["data"], 2);
        let races: Vec<_> = it.variables[&Kind::DataRace]
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
    fn a_mark_that_no_test_would_check_is_an_error() {
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
        let silent = Expectations::parse("X.java", "x++; //~ race X.x", Kind::DataRace, Verdict::Ok);
        assert!(silent.is_err());
    }

    #[test]
    fn contents_are_known_by_the_class() {
        let it = parse("map.put(1, 1); //~ race contents:java.util.HashMap contents:TreeMap").unwrap();
        let names: Vec<_> = it.variables[&Kind::DataRace]
            .keys()
            .map(Variable::to_string)
            .collect();
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
        let source = "//@ sites vary\nx++; // counts";
        let it = Expectations::parse("X.java", source, Kind::DataRace, Verdict::Missed).unwrap();
        assert!(it.variables.is_empty() && it.sites_vary);
        assert_eq!(it.jdk, 17);
    }
}
