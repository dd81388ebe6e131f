//! `raddle merge`: the results of several runs, such as the shards of one exploration, as one report.
//!
//! A result is a file of `--json` or a directory of `--out`. Equal findings become one, and a part that is
//! incomplete makes the whole so.
//!
//! Start reading at [`run`].

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;

use raddle_findings::{Run, SCHEMA};
use raddle_report::{Document, Options, Sources};
use raddle_session::read::read_dir;
use raddle_session::{Control, files};

use crate::args::MergeArgs;
use crate::error::Error;
use crate::output;
use crate::program::gather::{self, NO_JVM};
use crate::program::{RunDir, verdict};

pub fn run(args: &MergeArgs, err: &mut impl Write) -> Result<i32, Error> {
    if let Some(path) = &args.output.json {
        output::check_json_target(path)?;
    }
    let parts: Vec<Run> = args
        .results
        .iter()
        .map(|path| read(path))
        .collect::<Result<_, _>>()?;
    let whole = Run::join(parts);
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let document = Document::of(
        &whole,
        &sources,
        Options {
            quiet: args.output.quiet,
        },
    );
    let verdict = verdict::of(&whole, args.exit_code, 0);
    output::report(&whole, &document, args.output.json.as_deref(), verdict, err)
}

fn read(path: &Path) -> Result<Run, Error> {
    let error = |problem: String| Error::Result {
        path: path.to_owned(),
        problem,
    };
    let file = match path.is_dir() {
        true => path.join(files::RESULT),
        false => path.to_owned(),
    };
    if path.is_dir() && !file.exists() {
        return records(path).ok_or_else(|| error("it is not the directory of a run".to_owned()))?;
    }
    let text = fs::read(&file).map_err(|source| error(source.to_string()))?;
    let run: Run = serde_json::from_slice(&text).map_err(|problem| error(problem.to_string()))?;
    match run.schema == SCHEMA {
        true => Ok(run),
        false => Err(error(format!("its schema is {}, not {SCHEMA}", run.schema))),
    }
}

/// What the records of a directory say, where nothing else does. `None`: it is none of ours.
fn records(path: &Path) -> Option<Result<Run, Error>> {
    let config = RunDir::configured(path)?;
    Some(read_dir(path).map_err(Error::from).map(|mut records| {
        let mut explored = config.control.as_ref().map(Control::planned);
        if let Some(explored) = &mut explored {
            gather::explored(&records).for_each(|jvm| explored.add(&jvm.as_part()));
            let name = path.display();
            records.problems.push(format!(
                "{name} is of an exploration that did not come to its end"
            ));
        }
        if records.jvms.is_empty() {
            records.problems.push(NO_JVM.to_owned());
        }
        let command = config.control.map(|control| control.command).unwrap_or_default();
        Run {
            explored,
            ..records.into_run(&command, 0)
        }
    }))
}
