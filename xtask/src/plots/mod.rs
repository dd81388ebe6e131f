//! `cargo xtask plots`: what is drawn and written from the result files in `bench/results`: the pages beside
//! them, the plots in `docs/plots`, and the parts of `docs/performance.md` between its marks. `tidy` holds
//! all of it to the result files.
//!
//! Start reading at [`files`].

mod bars;
mod curves;
mod figures;
mod scale;
mod svg;

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::bench::results::Results;
use crate::bench::scaling::Axis;
use crate::bench::{optimisations, peers, results, scaling, table};
use crate::explore::{directed, matrix, rates, replays, throughput};
use crate::repo::{self, Outcome};

pub const RESULTS: &str = "bench/results";
const PLOTS: &str = "docs/plots";
const PAGE: &str = "docs/performance.md";
/// A part of the page goes from such a line with its name to [`END`].
const BEGIN: &str = "<!-- by `cargo xtask plots`: ";
const END: &str = "<!-- end -->";

pub fn run() -> Outcome {
    let files = files()?;
    fs::create_dir_all(repo::root().join(PLOTS))?;
    for (path, content) in &files {
        fs::write(repo::root().join(path), content)?;
    }
    println!("{} files from {RESULTS}", files.len());
    Ok(())
}

/// What is out of date, for `tidy`.
pub fn complaints() -> Outcome<Vec<String>> {
    let files = files()?;
    let mut complaints = Vec::new();
    for (path, content) in &files {
        if fs::read_to_string(repo::root().join(path)).unwrap_or_default() != *content {
            complaints.push(format!("{path}: not up to date, run `cargo xtask plots`"));
        }
    }
    for path in repo::files(&repo::root().join(PLOTS), "svg")? {
        let known = |(file, _): &(String, String)| path.ends_with(file);
        if !files.iter().any(known) {
            complaints.push(format!("{}: no result file leads to it", path.display()));
        }
    }
    Ok(complaints)
}

/// Every file that follows from the results, with its content.
fn files() -> Outcome<Vec<(String, String)>> {
    let dir = repo::root().join(RESULTS);
    let runs = results::latest(&dir)?;
    let pooled: Vec<_> = runs.iter().filter_map(|runs| Results::pooled(runs)).collect();
    let scaled: Vec<scaling::Results> = read(&dir.join(scaling::FILE))?;
    let left_out: Vec<optimisations::Results> = read(&dir.join(optimisations::FILE))?;

    let mut files = Vec::new();
    let mut parts = Parts::default();
    if !pooled.is_empty() {
        files.push((format!("{RESULTS}/latest.md"), table::page(&runs)));
        files.push(plot("kernels", figures::kernels(&pooled)));
        files.push(plot("memory", figures::memory(&pooled)));
        let tables = runs.iter().map(|runs| table::summary(runs)).collect::<Vec<_>>();
        parts.add(
            "runs",
            &[
                &tables.join("\n"),
                &image("kernels", "CPU time of each kernel, checked by plain"),
            ],
        );
        parts.add("beside", &[&figures::beside(&pooled)]);
        parts.add(
            "memory",
            &[&image("memory", "Memory of each kernel, checked by plain")],
        );
    }
    if !scaled.is_empty() {
        files.push((format!("{RESULTS}/scaling.md"), scaling::page(&scaled)));
        for axis in Axis::ALL {
            files.push(plot(
                &format!("scaling-{}", axis.name()),
                figures::scaling(&scaled, axis),
            ));
        }
        let by = |axis: Axis| {
            let name = axis.name();
            image(
                &format!("scaling-{name}"),
                &format!("CPU time per event by the number of {name}"),
            )
        };
        let memory = figures::memory_by_variables(&scaled);
        parts.add("scaling", &[&by(Axis::Threads), &by(Axis::Variables), &memory]);
    }
    if !left_out.is_empty() {
        files.push((
            format!("{RESULTS}/optimisations.md"),
            optimisations::page(&left_out),
        ));
        files.push(plot("optimisations", figures::optimisations(&left_out)));
        let shown = image(
            "optimisations",
            "CPU time without an optimisation, by CPU time with all",
        );
        parts.add(
            "optimisations",
            &[&shown, &figures::optimisations_table(&left_out)],
        );
    }
    if let Some(compared) = read::<peers::Results>(&dir.join(peers::FILE))?.first() {
        files.push((format!("{RESULTS}/peers.md"), peers::page(compared)));
        parts.add("peers", &[&peers::markdown(compared)]);
    }
    explored(&dir, &mut files, &mut parts)?;
    let page = fs::read_to_string(repo::root().join(PAGE)).map_err(|e| format!("{PAGE}: {e}"))?;
    files.push((PAGE.to_owned(), parts.filled_into(&page)?));
    Ok(files)
}

/// What exploring is worth.
fn explored(dir: &Path, files: &mut Vec<(String, String)>, parts: &mut Parts) -> Outcome {
    let rates = read(&dir.join(rates::FILE))?;
    if !rates.is_empty() {
        files.push(page(rates::FILE, rates::page(&rates)));
    }
    let directed = read(&dir.join(directed::FILE))?;
    if !directed.is_empty() {
        files.push(page(directed::FILE, directed::page(&directed)));
    }
    let matrix = read(&dir.join(matrix::FILE))?;
    if !matrix.is_empty() {
        files.push(page(matrix::FILE, matrix::page(&matrix)));
    }
    let replays = read(&dir.join(replays::FILE))?;
    if !replays.is_empty() {
        files.push(page(replays::FILE, replays::page(&replays)));
    }
    let throughput = read(&dir.join(throughput::FILE))?;
    if !throughput.is_empty() {
        files.push(page(throughput::FILE, throughput::page(&throughput)));
        parts.add("throughput", &[&throughput::table(&throughput)]);
    }
    Ok(())
}

/// The page beside a result file.
fn page(file: &str, content: String) -> (String, String) {
    (format!("{RESULTS}/{}", file.replace(".json", ".md")), content)
}

/// An empty list if there is no such file: not everything is measured every time.
fn read<T: DeserializeOwned>(path: &Path) -> Outcome<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let all = serde_json::from_str(&fs::read_to_string(path)?);
    all.map_err(|e| format!("{}: {e}", path.display()).into())
}

fn plot(name: &str, content: String) -> (String, String) {
    (format!("{PLOTS}/{name}.svg"), content)
}

fn image(name: &str, alternative: &str) -> String {
    format!("![{alternative}](plots/{name}.svg)\n")
}

/// What goes between the marks of the page, by name.
#[derive(Default)]
struct Parts(Vec<(&'static str, String)>);

impl Parts {
    fn add(&mut self, name: &'static str, blocks: &[&str]) {
        self.0.push((name, blocks.join("\n")));
    }

    /// The page, its parts replaced. One that nothing was measured for says so.
    fn filled_into(&self, page: &str) -> Outcome<String> {
        let mut filled = String::new();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            filled += line;
            filled += "\n";
            let Some(name) = line
                .strip_prefix(BEGIN)
                .and_then(|rest| rest.strip_suffix(" -->"))
            else {
                continue;
            };
            let part = self.0.iter().find(|(part, _)| *part == name);
            filled += "\n";
            filled += part.map_or("*Not measured yet.*\n", |(_, text)| text);
            filled += "\n";
            if !lines.any(|line| line == END) {
                return Err(format!("{PAGE}: the part {name} has no end").into());
            }
            filled += END;
            filled += "\n";
        }
        if let Some((name, _)) = self
            .0
            .iter()
            .find(|(name, _)| !page.contains(&format!("{BEGIN}{name} -->")))
        {
            return Err(format!("{PAGE}: has no part {name}").into());
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_replaced_and_the_rest_stays() {
        let mut parts = Parts::default();
        parts.add("runs", &["a\n", "b\n"]);
        let page = format!("# Title\n\n{BEGIN}runs -->\nold\n{END}\n\nText.\n{BEGIN}other -->\n{END}\n");
        let filled = parts.filled_into(&page).unwrap();
        let expected = format!(
            "# Title\n\n{BEGIN}runs -->\n\na\n\nb\n\n{END}\n\nText.\n{BEGIN}other -->\n\n*Not measured yet.*\n\n{END}\n"
        );
        assert_eq!(filled, expected);
        assert_eq!(parts.filled_into(&filled).unwrap(), expected);
    }

    #[test]
    fn a_page_without_its_parts_is_an_error() {
        let mut parts = Parts::default();
        parts.add("runs", &["a\n"]);
        assert!(parts.filled_into("# Title\n").is_err());
        assert!(parts.filled_into(&format!("{BEGIN}runs -->\n")).is_err());
    }
}
