//! `cargo xtask mechanisms`: the table of mechanisms and their fixtures, `docs/mechanisms.md`, written
//! from what the fixtures say of themselves. `tidy` holds the page to the corpus, and the corpus to its
//! promise: every mechanism that orders accesses has a fixture in `ok` and one in `bad`, or one in `missed`.

use std::collections::BTreeMap;
use std::fs;

use raddle_findings::Kind;
use raddle_testkit::{Area, Expectations, Mechanism, Verdict, sources_of};

use crate::repo::{self, Outcome};

const PAGE: &str = "docs/mechanisms.md";
const CORPUS: &str = "corpus";

/// The fixtures of one mechanism, by verdict in the order of [`COLUMNS`].
type Row<'a> = [Vec<&'a Expectations>; 3];

const COLUMNS: [Verdict; 3] = [Verdict::Ok, Verdict::Bad, Verdict::Missed];

pub fn run() -> Outcome {
    let fixtures = fixtures()?;
    let rows = rows(&fixtures);
    fs::write(repo::root().join(PAGE), page(&rows))?;
    println!("{PAGE}: {} mechanisms, {} fixtures", rows.len(), fixtures.len());
    Ok(())
}

/// What is wrong with the table, for `tidy`.
pub fn complaints() -> Outcome<Vec<String>> {
    let fixtures = fixtures()?;
    let rows = rows(&fixtures);
    let mut complaints = gaps(&rows);
    for fixture in fixtures.iter().filter(|fixture| fixture.mechanisms.is_empty()) {
        let place = place(fixture);
        complaints.push(format!("{place}: no line says `//@ mechanism AREA: TEXT`"));
    }
    if fs::read_to_string(repo::root().join(PAGE)).unwrap_or_default() != page(&rows) {
        complaints.push(format!("{PAGE}: not up to date, run `cargo xtask mechanisms`"));
    }
    Ok(complaints)
}

fn fixtures() -> Outcome<Vec<Expectations>> {
    let mut fixtures = Vec::new();
    // What shows under control alone has its programs in `corpus/explore`, which are about bugs, not mechanisms.
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.needs_control()) {
        for verdict in COLUMNS {
            for path in sources_of(&repo::root().join(CORPUS), kind, verdict)? {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                let source = fs::read_to_string(&path)?;
                fixtures.push(Expectations::parse(&file, &source, kind, verdict)?);
            }
        }
    }
    Ok(fixtures)
}

/// Where a fixture is in the repository.
fn place(fixture: &Expectations) -> String {
    let (kind, verdict) = (fixture.kind.descriptor().corpus, fixture.verdict.directory());
    format!("{CORPUS}/{kind}/{verdict}/{}", fixture.file)
}

fn rows(fixtures: &[Expectations]) -> BTreeMap<&Mechanism, Row<'_>> {
    let mut rows = BTreeMap::<_, Row<'_>>::new();
    for fixture in fixtures {
        for mechanism in &fixture.mechanisms {
            let row = rows.entry(mechanism).or_default();
            if let Some(column) = COLUMNS.iter().position(|column| *column == fixture.verdict) {
                row[column].push(fixture);
            }
        }
    }
    rows
}

fn gaps(rows: &BTreeMap<&Mechanism, Row<'_>>) -> Vec<String> {
    let mut gaps = Vec::new();
    // Some ways to wait, such as for a timer, can only be right.
    let orders = |fixtures: &Vec<&Expectations>| fixtures.iter().any(|it| it.kind == Kind::DataRace);
    for (mechanism, row) in rows.iter().filter(|(_, row)| row.iter().any(orders)) {
        let [ok, bad, missed] = row;
        for (fixtures, name) in [(ok, "ok"), (bad, "bad")] {
            if fixtures.is_empty() && missed.is_empty() {
                gaps.push(format!("{CORPUS}/race: no `{name}` fixture for \"{mechanism}\""));
            }
        }
    }
    gaps
}

fn page(rows: &BTreeMap<&Mechanism, Row<'_>>) -> String {
    let mut page = String::from(
        "# Mechanisms and their fixtures\n\n\
        Written by `cargo xtask mechanisms` from the fixtures in [corpus](../corpus); edit those.\n\
        A fixture in *ok* uses the mechanism rightly, and nothing may be found. One in *bad* uses it wrongly,\n\
        or relies on an order that it does not give, and exactly that is found. One in *missed* has an error\n\
        that Raddle does not see. All of them run on every JDK found, from the release in the last column on.\n",
    );
    for area in Area::ALL {
        let mut rows = rows
            .iter()
            .filter(|(mechanism, _)| mechanism.area == area)
            .peekable();
        if rows.peek().is_none() {
            continue;
        }
        page += &format!("\n## {}\n\n", area.name());
        page += "| mechanism | ok | bad | missed | JDK |\n|---|---|---|---|---|\n";
        for (mechanism, row) in rows {
            let columns = row.each_ref().map(|fixtures| links(fixtures));
            page += &format!(
                "| {} | {} | {}+ |\n",
                mechanism.text,
                columns.join(" | "),
                jdk(row)
            );
        }
    }
    page
}

fn links(fixtures: &[&Expectations]) -> String {
    let link = |fixture: &&Expectations| format!("[{}](../{})", fixture.main_class(), place(fixture));
    fixtures.iter().map(link).collect::<Vec<_>>().join(", ")
}

/// The oldest release on which each kind of fixture that the mechanism has is run.
fn jdk(row: &Row<'_>) -> u32 {
    let oldest = |fixtures: &Vec<&Expectations>| fixtures.iter().map(|fixture| fixture.jdk).min();
    row.iter().filter_map(oldest).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(verdict: Verdict, file: &str, source: &str) -> Expectations {
        let source = match verdict {
            Verdict::Bad => format!("{source}\nx++; //~ race X.x"),
            Verdict::Ok | Verdict::Missed => source.to_owned(),
        };
        Expectations::parse(file, &source, Kind::DataRace, verdict).unwrap()
    }

    #[test]
    fn the_table_has_a_line_for_each_mechanism() {
        let start = "//@ mechanism thread basics: start";
        let fixtures = [
            fixture(Verdict::Ok, "A.java", start),
            fixture(Verdict::Ok, "B.java", start),
            fixture(Verdict::Bad, "C.java", &format!("//@ jdk 21+\n{start}")),
        ];
        let page = page(&rows(&fixtures));
        let line = "| start | [A](../corpus/race/ok/A.java), [B](../corpus/race/ok/B.java) \
            | [C](../corpus/race/bad/C.java) |  | 21+ |\n";
        assert!(page.ends_with(line), "{page}");
        assert!(page.contains("\n## thread basics\n") && !page.contains("## collections"));
    }

    #[test]
    fn half_a_mechanism_is_a_gap_unless_it_is_missed() {
        let (torn, same) = ("//@ mechanism grading: torn", "//@ mechanism grading: same");
        let mut fixtures = vec![
            fixture(Verdict::Ok, "A.java", torn),
            fixture(Verdict::Bad, "B.java", same),
        ];
        assert_eq!(
            gaps(&rows(&fixtures)),
            [
                "corpus/race: no `ok` fixture for \"grading: same\"",
                "corpus/race: no `bad` fixture for \"grading: torn\"",
            ]
        );
        fixtures.push(fixture(Verdict::Missed, "C.java", &format!("{torn}\n{same}")));
        assert!(gaps(&rows(&fixtures)).is_empty());
        let timers = "//@ mechanism stuck programs: timers";
        fixtures.push(Expectations::parse("D.java", timers, Kind::Stuck, Verdict::Ok).unwrap());
        assert!(gaps(&rows(&fixtures)).is_empty());
    }
}
