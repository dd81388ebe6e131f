//! The JSON schema: the page in `docs/schema` is what the command prints, and what the command writes fits it, with no field
//! that it does not name.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_findings::SCHEMA;
use raddle_testkit::{Test, compile, in_turn, tests};
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::corpus;

pub fn tests() -> Vec<Test> {
    tests![
        the_page_is_what_the_command_prints,
        what_is_written_fits,
        a_schedule_fits,
        what_does_not_fit_is_found,
    ]
}

const RADDLE: &str = env!("CARGO_BIN_EXE_raddle");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the command prints.
fn printed() -> String {
    let output = Command::new(RADDLE).arg("schema").output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn schema() -> Value {
    serde_json::from_str(&printed()).unwrap()
}

fn the_page_is_what_the_command_prints() {
    let page = root().join(format!("docs/schema/{}.json", SCHEMA.replace('/', "-")));
    let text = printed();
    if env::var_os("RADDLE_BLESS").is_some() {
        fs::create_dir_all(page.parent().unwrap()).unwrap();
        fs::write(&page, text).unwrap();
    } else {
        let known = fs::read_to_string(&page).unwrap_or_default();
        assert!(
            known == text,
            "{} differs: write it anew with RADDLE_BLESS=1",
            page.display()
        );
    }
}

/// Runs the command with `--json`, and holds what it has written against the schema.
fn written(verb: &str, options: &[&str], last: &[&str], directory: &Path) -> Value {
    let file = TempDir::with_prefix("raddle-schema-").unwrap();
    let json = file.path().join("run.json");
    let output = Command::new(RADDLE)
        .arg(verb)
        .arg("--json")
        .arg(&json)
        .args(options)
        .args(last)
        .current_dir(directory)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let run = fs::read(&json).unwrap_or_else(|error| panic!("{error}: {text}"));
    let run: Value = serde_json::from_slice(&run).unwrap();
    let schema = schema();
    let problems = Form { root: &schema }.problems(&schema, &run, "run");
    assert!(problems.is_empty(), "{problems:#?}\n{run:#}");
    run
}

fn what_is_written_fits() {
    let traces = root().join("examples/traces");
    for trace in ["deadlock.std", "transfer.std"] {
        let run = written("analyze", &[], &[trace], &traces);
        assert!(!run["findings"].as_array().unwrap().is_empty(), "{run:#}");
    }
}

fn a_schedule_fits() {
    for jdk in in_turn().unwrap() {
        let dir = TempDir::with_prefix("raddle-schema-").unwrap();
        let bad = corpus().join("explore/bad");
        for class in ["Account", "Carter"] {
            compile(&jdk, &[bad.join(format!("{class}.java"))], dir.path()).unwrap();
            let java = jdk.java();
            let command = ["--", java.to_str().unwrap(), "-cp", ".", class];
            let run = written("explore", &[], &command, dir.path());
            assert!(run["explored"].is_object() && run["findings"][0]["schedule"].is_object());
        }
    }
}

fn what_does_not_fit_is_found() {
    let schema = schema();
    let form = Form { root: &schema };
    let run = serde_json::to_value(raddle_findings::Run::default()).unwrap();
    assert_eq!(form.problems(&schema, &run, "run"), [""; 0]);
    let with = |name: &str, value: Value| {
        let mut run = run.clone();
        run[name] = value;
        form.problems(&schema, &run, "run").len()
    };
    for (name, wrong) in [
        ("schema", "raddle-findings/2".into()),
        ("status", "0".into()),
        ("unheard_of", 1.into()),
        ("findings", vec![Value::Null].into()),
        ("explored", 7.into()),
    ] {
        assert_eq!(with(name, wrong), 1, "{name}");
    }
    let mut less = run.clone();
    less.as_object_mut().unwrap().remove("complete");
    assert_eq!(form.problems(&schema, &less, "run").len(), 1);
}

/// As much of JSON Schema as ours uses; any other word is a problem.
struct Form<'a> {
    root: &'a Value,
}

impl Form<'_> {
    fn problems(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(words) = schema.as_object() else {
            return vec![format!("{at}: no schema: {schema}")];
        };
        let problem = |is_right: bool, word: &str| match is_right {
            true => Vec::new(),
            false => vec![format!("{at}: {word}: {value}")],
        };
        let fitting = |of: &Value| {
            let fits = |schema: &&Value| self.problems(schema, value, at).is_empty();
            of.as_array().into_iter().flatten().filter(fits).count()
        };
        let one = |(word, of): (&String, &Value)| match word.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "default" | "required" => Vec::new(),
            "$ref" => {
                let place = of.as_str().and_then(|place| place.strip_prefix('#'));
                match place.and_then(|place| self.root.pointer(place)) {
                    Some(schema) => self.problems(schema, value, at),
                    None => vec![format!("{at}: there is no {of}")],
                }
            }
            "type" => problem(is_of_type(value, of), word),
            "const" => problem(value == of, word),
            "enum" => problem(of.as_array().is_some_and(|all| all.contains(value)), word),
            "minimum" | "maximum" => match (value.as_f64(), of.as_f64()) {
                (Some(value), Some(bound)) if word == "minimum" => problem(value >= bound, word),
                (Some(value), Some(bound)) => problem(value <= bound, word),
                _ => Vec::new(),
            },
            "anyOf" => problem(fitting(of) > 0, word),
            "oneOf" => problem(fitting(of) == 1, word),
            "items" => {
                let items = (0..).zip(value.as_array().into_iter().flatten());
                items
                    .flat_map(|(index, item)| self.problems(of, item, &format!("{at}[{index}]")))
                    .collect()
            }
            "properties" => self.object(of, words.get("required"), value, at),
            "additionalProperties" => Vec::new(),
            _ => vec![format!(
                "{at}: the schema has {word}, which this test does not know"
            )],
        };
        words.iter().flat_map(one).collect()
    }

    fn object(&self, properties: &Value, required: Option<&Value>, value: &Value, at: &str) -> Vec<String> {
        let nothing = Map::new();
        let fields = value.as_object().unwrap_or(&nothing);
        let each = fields
            .iter()
            .flat_map(|(name, value)| match properties.get(name) {
                Some(schema) => self.problems(schema, value, &format!("{at}.{name}")),
                None => vec![format!("{at}: {name} is not in the schema")],
            });
        let required = required.and_then(Value::as_array).into_iter().flatten();
        let missing = required
            .filter_map(Value::as_str)
            .filter(|name| value.is_object() && !fields.contains_key(*name));
        let missing = missing.map(|name| format!("{at}: {name} is missing"));
        each.chain(missing).collect()
    }
}

fn is_of_type(value: &Value, types: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match types {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => false,
    }
}
