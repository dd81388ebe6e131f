//! `cargo xtask tidy`: the house rules that a compiler does not know.
//!
//! - Every Rust file says in a short `//!` header what it is.
//! - Crates depend on each other as the table in ARCHITECTURE.md says, no other way, and on nothing that they do not use.
//! - Every kind of finding has its page in `docs/findings`, and every page its kind.
//! - The tour of the code names files that exist, and none twice.
//! - Every fixture says what it is about, and `docs/mechanisms.md` has it all.
//! - Plots and pages of measurements are those of the result files.
//! - The words are the field's (`words.rs`).
//! - No note to self and no path of one machine is left in any file.

mod graph;
mod words;

use std::fs;
use std::path::Path;

use crate::repo::{self, Outcome};
use crate::{mechanisms, plots};
use raddle_findings::Kind;

const LONGEST_HEADER: usize = 25;

/// Where tests are listed instead of marked.
const OWN_HARNESS: &str = "crates/cli/tests/";
const MARK: &str = "#[test]";

/// In two halves, so that this file keeps its own rule.
const NOTES: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
const PLACES: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("/tm", "p/"),
];

/// A text file of the repository.
struct Text {
    path: String,
    content: String,
}

pub fn run() -> Outcome {
    let mut texts = Vec::new();
    collect(repo::root(), "", &mut texts)?;
    let mut complaints = Vec::new();
    for text in &texts {
        complaints.extend(header(text));
        complaints.extend(strays(text));
        complaints.extend(never_run(text));
        complaints.extend(words::complaints(text));
    }
    let page = graph::page(repo::root())?;
    complaints.extend(graph::complaints(&repo::metadata()?, &page, &texts));
    let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    complaints.extend(pages(&names, &texts));
    complaints.extend(tour(&texts));
    complaints.extend(mechanisms::complaints()?);
    complaints.extend(plots::complaints()?);
    if complaints.is_empty() {
        println!("tidy: {} files", texts.len());
        return Ok(());
    }
    Err(format!("not tidy:\n  {}", complaints.join("\n  ")).into())
}

/// All text files below `dir` but what builds and git leave behind.
fn collect(dir: &Path, prefix: &str, texts: &mut Vec<Text>) -> Outcome {
    let mut entries = fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if [".git", "target", "bench/out"].contains(&path.as_str()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), texts)?;
        } else if let Ok(content) = fs::read_to_string(entry.path()) {
            texts.push(Text { path, content });
        }
    }
    Ok(())
}

fn header(text: &Text) -> Option<String> {
    if !text.path.ends_with(".rs") {
        return None;
    }
    let lines = text
        .content
        .lines()
        .take_while(|line| line.starts_with("//!"))
        .count();
    match lines {
        0 => Some(format!("{}: has no //! header", text.path)),
        1..=LONGEST_HEADER => None,
        _ => Some(format!(
            "{}: its header has {lines} lines, more than {LONGEST_HEADER}",
            text.path
        )),
    }
}

/// The compiler drops what is marked as a test where there is another harness.
fn never_run(text: &Text) -> Option<String> {
    let marked = text.path.starts_with(OWN_HARNESS) && text.content.lines().any(|line| line.trim() == MARK);
    marked.then(|| format!("{}: {MARK} is never run here; list it in tests![]", text.path))
}

fn strays(text: &Text) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in text.content.lines().enumerate() {
        let at = format!("{}:{}", text.path, number + 1);
        if let Some(note) = NOTES.iter().find(|note| has_word(line, note)) {
            complaints.push(format!("{at}: {note}"));
        }
        if let Some(place) = PLACES.iter().find(|place| has_path(line, place)) {
            complaints.push(format!("{at}: a path below {place} is of one machine only"));
        }
    }
    complaints
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|w| w == word)
}

/// Whether an absolute path begins with `place`, as opposed to having it inside.
fn has_path(line: &str, place: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || "._-~}*".contains(c);
    line.match_indices(place)
        .any(|(at, _)| !line[..at].ends_with(inside))
}

fn pages(kinds: &[&str], texts: &[Text]) -> Vec<String> {
    let page = |text: &Text| {
        let name = text.path.strip_prefix("docs/findings/")?.strip_suffix(".md")?;
        Some(name.to_owned()).filter(|name| name != "README")
    };
    let pages: Vec<_> = texts.iter().filter_map(page).collect();
    let missing = kinds
        .iter()
        .filter(|kind| !pages.iter().any(|page| page == *kind));
    let extra = pages.iter().filter(|page| !kinds.contains(&page.as_str()));
    missing
        .map(|kind| format!("docs/findings/{kind}.md: missing"))
        .chain(extra.map(|page| format!("docs/findings/{page}.md: there is no such kind of finding")))
        .collect()
}

const TOUR: &str = "docs/tour.md";
/// The only file that the tour may lead to from its text, and as often as it likes.
const MAP: &str = "ARCHITECTURE.md";

/// A file that a journey would need twice, or that two need, does too much.
fn tour(texts: &[Text]) -> Vec<String> {
    let Some(page) = texts.iter().find(|text| text.path == TOUR) else {
        return vec![format!("{TOUR}: missing")];
    };
    let links = page.content.split("](../").skip(1);
    let links = links
        .filter_map(|link| link.split_once(')'))
        .map(|(path, _)| path);
    let mut seen = Vec::new();
    let mut complaints = Vec::new();
    for path in links.filter(|path| *path != MAP) {
        if !texts.iter().any(|text| text.path == path) {
            complaints.push(format!("{TOUR}: there is no {path}"));
        }
        if seen.contains(&path) {
            complaints.push(format!("{TOUR}: {path} is named twice"));
        }
        seen.push(path);
    }
    if seen.is_empty() {
        complaints.push(format!("{TOUR}: it names no file"));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, content: &str) -> Text {
        Text {
            path: path.into(),
            content: content.into(),
        }
    }

    #[test]
    fn a_rust_file_needs_a_short_header() {
        assert_eq!(header(&text("a.rs", "//! What it is.\nfn f() {}\n")), None);
        assert!(header(&text("a.rs", "fn f() {}\n")).is_some());
        assert!(header(&text("a.rs", &"//! Long.\n".repeat(LONGEST_HEADER + 1))).is_some());
        assert_eq!(header(&text("a.java", "class A {}\n")), None);
    }

    #[test]
    fn a_test_that_is_never_run_is_found() {
        let marked = "#[test]\nfn f() {}\n";
        assert!(never_run(&text("crates/cli/tests/it/cli.rs", marked)).is_some());
        assert!(never_run(&text("crates/clocks/tests/lazy_release.rs", marked)).is_none());
    }

    #[test]
    fn notes_and_foreign_paths_are_found() {
        let note = format!("// {}: later", NOTES[0]);
        assert_eq!(strays(&text("a.rs", &note)).len(), 1);
        let path = format!("let home = \"{}me\";", PLACES[0]);
        assert_eq!(
            strays(&text("a.rs", &path)),
            [format!(
                "a.rs:1: a path below {} is of one machine only",
                PLACES[0]
            )]
        );
        let inside = format!("https://example.org{}x, mastodons, ~{}y", PLACES[3], PLACES[4]);
        assert_eq!(strays(&text("a.md", &inside)).len(), 0);
    }

    #[test]
    fn kinds_and_pages_match() {
        let pages = |kinds: &[&str]| pages(kinds, &[text("docs/findings/data-race.md", "# Data race\n")]);
        assert!(pages(&["data-race"]).is_empty());
        assert_eq!(
            pages(&["data-race", "deadlock"]),
            ["docs/findings/deadlock.md: missing"]
        );
        assert_eq!(pages(&[]).len(), 1);
    }

    #[test]
    fn the_tour_names_files_that_exist_and_each_once() {
        let complaints = |page: &str| tour(&[text("a.rs", ""), text("b/c.rs", ""), text(TOUR, page)]);
        let map = "See [the map](../ARCHITECTURE.md), and [the map](../ARCHITECTURE.md).";
        let good = format!("{map}\n1. [a](../a.rs): first.\n2. [c](../b/c.rs): then.\n");
        assert_eq!(complaints(&good), [""; 0]);
        let twice = format!("{good}3. [a](../a.rs): again.\n");
        assert_eq!(complaints(&twice), ["docs/tour.md: a.rs is named twice"]);
        assert_eq!(complaints("[d](../d.rs)"), ["docs/tour.md: there is no d.rs"]);
        assert_eq!(complaints(map), ["docs/tour.md: it names no file"]);
        assert_eq!(tour(&[text("a.rs", "")]), ["docs/tour.md: missing"]);
    }
}
