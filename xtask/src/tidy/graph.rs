//! The crate graph: what the table of crates in ARCHITECTURE.md allows, held against what the manifests say.
//!
//! A row is about the crate in the directory that its first cell names; its last cell names the directories below
//! `crates` of those that it may use, in backquotes. There is a row for each crate, and no row allows what is not used.
//! For tests, any crate may use what is [`FOR_TESTS`]. A dependency that no source file of its crate names is unused, and so
//! is one of the workspace that no manifest names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path};

use serde_json::Value;

use super::{Text, has_word};

pub const PAGE: &str = "ARCHITECTURE.md";
/// How the header of the table begins.
const HEADER: &str = "| place |";
/// Crates that any crate may use for its tests.
const FOR_TESTS: &[&str] = &["crates/classfile", "crates/testkit", "crates/jdk"];

/// Which crates a crate may use, all by their directories.
type Allowed<'a> = BTreeMap<&'a str, Vec<String>>;

/// A dependency as a manifest has it.
struct Dependency<'a> {
    name: &'a str,
    /// What the source calls it.
    used_as: String,
    kind: Option<&'a str>,
}

/// A package of the workspace.
struct Package<'a> {
    name: &'a str,
    /// Relative to the root.
    dir: String,
    dependencies: Vec<Dependency<'a>>,
}

pub fn complaints(metadata: &Value, page: &str, texts: &[Text]) -> Vec<String> {
    let packages = packages(metadata);
    let allowed = allowed(page);
    if allowed.is_empty() {
        return vec![format!("{PAGE}: the table of crates is missing")];
    }
    let mut complaints = Vec::new();
    for package in &packages {
        match allowed.get(package.dir.as_str()) {
            None => complaints.push(format!(
                "{PAGE}: {} has no row in the table of crates",
                package.dir
            )),
            Some(allowed) => complaints.extend(against_row(package, allowed, &packages)),
        }
        complaints.extend(unused(package, texts));
    }
    complaints.extend(needless(&packages, texts));
    let is_gone = |dir: &&&str| !packages.iter().any(|package| package.dir == **dir);
    let gone = allowed.keys().filter(is_gone);
    complaints.extend(gone.map(|dir| format!("{PAGE}: there is no crate {dir}")));
    complaints
}

/// The rows of the table whose place has a manifest.
fn allowed(page: &str) -> Allowed<'_> {
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with(HEADER))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let row = |line| {
        let mut cells = quoted_cells(line);
        let last = cells.pop()?;
        let place = cells.into_iter().next()?.into_iter().next()?;
        let is_crate = ["fuzz", "xtask"].contains(&place) || place.starts_with("crates/");
        let used = last.into_iter().map(|name| format!("crates/{name}"));
        is_crate.then(|| (place, used.collect()))
    };
    rows.filter_map(row).collect()
}

/// What is in backquotes in each cell of a row.
fn quoted_cells(line: &str) -> Vec<Vec<&str>> {
    let cells = line.trim().trim_matches('|').split('|');
    cells
        .map(|cell| cell.split('`').skip(1).step_by(2).collect())
        .collect()
}

fn packages(metadata: &Value) -> Vec<Package<'_>> {
    let root = Path::new(metadata["workspace_root"].as_str().unwrap_or_default());
    each(&metadata["packages"])
        .map(|package| {
            let manifest = Path::new(text(&package["manifest_path"]));
            let dir = manifest.parent().unwrap_or(manifest);
            let dir = dir.strip_prefix(root).unwrap_or(dir);
            Package {
                name: text(&package["name"]),
                dir: dir.to_string_lossy().into_owned(),
                dependencies: each(&package["dependencies"]).map(dependency).collect(),
            }
        })
        .collect()
}

fn dependency(value: &Value) -> Dependency<'_> {
    let name = text(&value["name"]);
    Dependency {
        name,
        used_as: value["rename"].as_str().unwrap_or(name).replace('-', "_"),
        kind: value["kind"].as_str(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn against_row(package: &Package<'_>, allowed: &[String], packages: &[Package<'_>]) -> Vec<String> {
    let dir = |dependency: &Dependency<'_>| {
        let ours = packages.iter().find(|package| package.name == dependency.name)?;
        Some((ours.dir.clone(), dependency.kind == Some("dev")))
    };
    let used: Vec<_> = package.dependencies.iter().filter_map(dir).collect();
    let wrong = used.iter().filter(|(dir, is_for_tests)| {
        let may = allowed.contains(dir) || *is_for_tests && FOR_TESTS.contains(&dir.as_str());
        !may
    });
    let wrong = wrong.map(|(dir, _)| format!("{}: may not depend on {dir}", package.dir));
    let needless = allowed
        .iter()
        .filter(|dir| !used.iter().any(|(used, _)| used == *dir));
    let needless = needless.map(|dir| format!("{PAGE}: {} may depend on {dir}, and does not", package.dir));
    wrong.chain(needless).collect()
}

/// The dependencies of a package that none of the files names in which it could be used. What a file takes in by
/// `#[path]` is used where that file is.
fn unused(package: &Package<'_>, texts: &[Text]) -> Vec<String> {
    let is_named = |dependency: &&Dependency<'_>| {
        let dirs: &[&str] = match dependency.kind {
            Some("build") => &["build.rs"],
            Some("dev") => &["src/", "tests/", "examples/", "benches/"],
            _ => &["src/", "build.rs"],
        };
        let own: Vec<_> = dirs.iter().map(|dir| format!("{}/{dir}", package.dir)).collect();
        let own = files_below(&own, texts);
        let taken_in: Vec<_> = own.iter().flat_map(|text| taken_in(text)).collect();
        let taken_in = files_below(&taken_in, texts);
        let mut files = own.iter().chain(&taken_in);
        files.any(|text| has_word(&text.content, &dependency.used_as))
    };
    let unused = package
        .dependencies
        .iter()
        .filter(|dependency| !is_named(dependency));
    unused
        .map(|dependency| format!("{}/Cargo.toml: {} is not used", package.dir, dependency.name))
        .collect()
}

const WORKSPACE: &str = "Cargo.toml";

/// The dependencies that the workspace has a version of and no package has.
fn needless(packages: &[Package<'_>], texts: &[Text]) -> Vec<String> {
    let manifest = texts.iter().find(|text| text.path == WORKSPACE);
    let lines = manifest.into_iter().flat_map(|text| text.content.lines());
    let lines = lines
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| Some(line.split_once('=')?.0.trim()));
    let used = || packages.iter().flat_map(|package| &package.dependencies);
    names
        .filter(|name| !used().any(|dependency| dependency.name == *name))
        .map(|name| format!("{WORKSPACE}: no crate uses {name}"))
        .collect()
}

fn files_below<'a>(dirs: &[String], texts: &'a [Text]) -> Vec<&'a Text> {
    let is_below = |text: &&Text| dirs.iter().any(|dir| text.path.starts_with(dir));
    texts
        .iter()
        .filter(|text| text.path.ends_with(".rs"))
        .filter(is_below)
        .collect()
}

/// The files that a file takes in by `#[path]`, and the directory below each, where its modules are.
fn taken_in(text: &Text) -> Vec<String> {
    let dir = Path::new(&text.path).parent().unwrap_or(Path::new(""));
    let paths = text.content.lines().filter_map(|line| {
        let path = line.trim().strip_prefix("#[path = \"")?;
        path.strip_suffix("\"]")
    });
    let files = paths.map(|path| normal(&dir.join(path)));
    files
        .map(|file| file.strip_suffix("mod.rs").unwrap_or(&file).to_owned())
        .collect()
}

/// A path without `..`.
fn normal(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part.as_os_str().to_string_lossy()),
        }
    }
    parts.join("/")
}

/// The page as it is in the repository.
pub fn page(root: &Path) -> std::io::Result<String> {
    fs::read_to_string(root.join(PAGE))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: &str = "\
# Architecture
| other | table |
|---|---|
| `crates/none` | `x` |

| place | holds | may depend on |
|---|---|---|
| `crates/low` | `Words` | nothing of ours |
| `crates/testkit` | | nothing of ours |
| `crates/high` | | `low`; `jdk` to build |
| `crates/jdk` | | nothing of ours |
| `java/x` | not Rust | the JDK alone |
";

    fn metadata(high: &[(&str, Value)]) -> Value {
        let package = |name: &str, dependencies: Value| {
            json!({
                "name": format!("raddle-{name}"),
                "manifest_path": format!("/r/crates/{name}/Cargo.toml"),
                "dependencies": dependencies,
            })
        };
        let high: Vec<_> = high
            .iter()
            .map(|(name, kind)| json!({"name": name, "kind": kind}))
            .collect();
        json!({
            "workspace_root": "/r",
            "packages": [
                package("low", json!([])), package("testkit", json!([])), package("jdk", json!([])),
                package("high", json!(high)),
            ],
        })
    }

    fn texts(source: &str, build: &str) -> Vec<Text> {
        let text = |path: &str, content: &str| Text {
            path: path.to_owned(),
            content: content.to_owned(),
        };
        vec![
            text("crates/high/src/lib.rs", source),
            text("crates/high/build.rs", build),
            text("crates/high/tests/it.rs", "use raddle_testkit::run;\n"),
            text("crates/low/src/lib.rs", "use raddle_high as wrong_crate;\n"),
        ]
    }

    const LOW: (&str, Value) = ("raddle-low", Value::Null);

    fn used() -> Vec<(&'static str, Value)> {
        vec![LOW, ("raddle-jdk", json!("build"))]
    }

    fn found(high: &[(&str, Value)]) -> Vec<String> {
        let texts = texts("use raddle_low::X; use serde;\n", "raddle_jdk::find();\n");
        complaints(&metadata(high), TABLE, &texts)
    }

    #[test]
    fn what_the_table_allows_is_allowed() {
        assert_eq!(found(&used()), [""; 0]);
        let more = [("serde", Value::Null), ("raddle-testkit", json!("dev"))];
        assert_eq!(found(&[used(), more.to_vec()].concat()), [""; 0]);
    }

    #[test]
    fn what_it_does_not_allow_is_not() {
        let texts = texts(
            "use raddle_low::X; use raddle_testkit;\n",
            "raddle_jdk::find();\n",
        );
        let with = |kind| [used(), vec![("raddle-testkit", kind)]].concat();
        assert_eq!(
            complaints(&metadata(&with(Value::Null)), TABLE, &texts),
            ["crates/high: may not depend on crates/testkit"]
        );
        assert_eq!(complaints(&metadata(&with(json!("dev"))), TABLE, &texts), [""; 0]);
    }

    #[test]
    fn the_table_is_as_the_manifests() {
        assert_eq!(
            found(&[LOW]),
            ["ARCHITECTURE.md: crates/high may depend on crates/jdk, and does not"]
        );
        let no_row = TABLE.replace("| `crates/jdk` |", "| `crates/jdks` |");
        let texts = texts("use raddle_low::X;\n", "raddle_jdk::find();\n");
        assert_eq!(
            complaints(&metadata(&used()), &no_row, &texts),
            [
                "ARCHITECTURE.md: crates/jdk has no row in the table of crates",
                "ARCHITECTURE.md: there is no crate crates/jdks"
            ]
        );
        assert_eq!(complaints(&metadata(&used()), "# Nothing\n", &texts).len(), 1);
    }

    #[test]
    fn a_dependency_that_no_file_names_is_found() {
        let unused = |source: &str, build: &str| complaints(&metadata(&used()), TABLE, &texts(source, build));
        assert_eq!(
            unused("use raddle_lower::X;\n", "raddle_jdk::find();\n"),
            ["crates/high/Cargo.toml: raddle-low is not used"]
        );
        assert_eq!(
            unused("use raddle_low::X; use raddle_jdk;\n", ""),
            ["crates/high/Cargo.toml: raddle-jdk is not used"]
        );
    }

    #[test]
    fn a_dependency_that_only_the_workspace_names_is_found() {
        let mut texts = texts("use raddle_low::X;\n", "raddle_jdk::find();\n");
        let manifest = |names: &str| Text {
            path: WORKSPACE.to_owned(),
            content: format!("[workspace.dependencies]\n{names}\n[profile.release]\ndebug = 1\n"),
        };
        let both = "raddle-low = { path = \"crates/low\" }\nraddle-jdk = { path = \"crates/jdk\" }\n";
        texts.push(manifest(both));
        assert_eq!(complaints(&metadata(&used()), TABLE, &texts), [""; 0]);
        texts.pop();
        texts.push(manifest(&format!("{both}\nserde = \"1\"\n")));
        assert_eq!(
            complaints(&metadata(&used()), TABLE, &texts),
            ["Cargo.toml: no crate uses serde"]
        );
    }

    #[test]
    fn what_a_file_takes_in_counts() {
        let mut texts = texts("use raddle_lower::X;\n", "raddle_jdk::find();\n");
        let text = |path: &str, content: &str| Text {
            path: path.to_owned(),
            content: content.to_owned(),
        };
        texts.push(text("crates/far/tests/support/mod.rs", "mod below;\n"));
        texts.push(text("crates/far/tests/support/below.rs", "use raddle_low::X;\n"));
        assert_eq!(complaints(&metadata(&used()), TABLE, &texts).len(), 1);
        texts[0].content = "#[path = \"../../far/tests/support/mod.rs\"]\nmod support;\n".to_owned();
        assert_eq!(complaints(&metadata(&used()), TABLE, &texts), [""; 0]);
    }
}
