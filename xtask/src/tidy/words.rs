//! Words that documents, code and help do not use, and the field's term to use instead: a reader who knows the
//! literature needs no dictionary, and a sentence has a subject that exists.
//!
//! The decisions are history and keep the words of their day, as does the change log.

use super::{Text, has_word};

/// What is not said, and what is.
const BANNED: &[(&str, &str)] = &[
    ("nobody", "no thread"),
    ("somebody", "the other thread, the user"),
    ("whoever", "the thread that"),
    ("told", "reported, explained"),
    ("birthplace", "allocation site"),
    ("birthplaces", "allocation sites"),
    ("tenancy", "slot allocation"),
    ("tenancies", "slot allocations"),
    ("heir", "successor"),
    ("lookout", "watchdog"),
    ("unharmed", "transparency"),
    ("shortcut", "optimisation"),
    ("shortcuts", "optimisations"),
    ("go_blind", "stop_reporting"),
];

const KINDS_OF_FILE: &[&str] = &[".rs", ".java", ".md"];

/// Where other words are at home: history, and programs with names of their own.
const ELSEWHERE: &[&str] = &[
    "docs/decisions/",
    "CHANGELOG.md",
    "corpus/",
    "examples/",
    "README.md",
];

/// This list itself.
const OWN: &str = "xtask/src/tidy/words.rs";

pub(super) fn complaints(text: &Text) -> Vec<String> {
    let is_ours = KINDS_OF_FILE.iter().any(|end| text.path.ends_with(end))
        && !ELSEWHERE.iter().any(|start| text.path.starts_with(start))
        && text.path != OWN;
    if !is_ours {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (number, line) in text.content.lines().enumerate() {
        let lower = line.to_lowercase();
        let banned = BANNED.iter().filter(|(word, _)| has_word(&lower, word));
        complaints.extend(banned.map(|(word, instead)| {
            let at = format!("{}:{}", text.path, number + 1);
            format!("{at}: {word}; the glossary has: {instead}")
        }));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, content: &str) -> Vec<String> {
        complaints(&Text {
            path: path.into(),
            content: content.into(),
        })
    }

    #[test]
    fn a_banned_word_is_found_with_its_replacement() {
        let found = of("a.rs", "// fine\n// Nobody waits.\nlet untold = 1;\n");
        assert_eq!(found, ["a.rs:2: nobody; the glossary has: no thread"]);
        assert_eq!(of("docs/a.md", "It was told.").len(), 1);
        assert_eq!(of("docs/decisions/0001-a.md", "It was told.").len(), 0);
        assert_eq!(of("a.json", "told").len(), 0);
    }
}
