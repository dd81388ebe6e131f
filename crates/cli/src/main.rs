//! `raddle`: runs a command under the agent and reports what the agents found.
//!
//! The program under test owns stdin and stdout; the report goes to stderr, after the program has
//! ended. Exit status: the command's own if there is nothing to report, 66 (or `--exit-code`) if there
//! are findings, 2 if the command line is wrong or if Raddle cannot vouch for the silence.
//!
//! [`explore`] runs a command many times, each time under another schedule, [`replay`] once more under one of
//! them. [`analyze`] runs nothing: it reads a trace and prints what is wrong with it; nor does [`merge`].
//!
//! Start reading at [`check`], then [`program`] for how a command is started with the agent in its JVMs, waited for and judged.

mod analyze;
mod args;
mod check;
mod doctor;
mod error;
mod explain;
mod explore;
mod merge;
mod output;
mod pages;
mod program;
mod replay;
mod rules;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use owo_colors::OwoColorize;

use crate::args::{Args, Verb};

fn main() -> ExitCode {
    let args = Args::parse();
    let colors = args.color.into();
    let mut err = anstream::AutoStream::new(std::io::stderr(), colors);
    let mut out = anstream::AutoStream::new(std::io::stdout(), colors);
    let result = match args.verb {
        Verb::Check(options) => check::run(&options, &mut err),
        Verb::Explore(options) => explore::run(&options, &mut err),
        Verb::Replay(options) => replay::run(&options, &mut err),
        Verb::Merge(options) => merge::run(&options, &mut err),
        Verb::Analyze(options) => analyze::run(&options, &mut out),
        Verb::Doctor => doctor::run(&mut out),
        Verb::Explain { kind } => explain::run(kind.as_deref(), &mut out),
        Verb::Schema => pages::schema(&mut std::io::stdout()),
        Verb::Completions { shell } => pages::completions(shell, &mut std::io::stdout()),
        Verb::Man { dir } => pages::man(&dir),
    };
    let status = result.unwrap_or_else(|error| {
        // If even stderr is gone, the status alone has to tell.
        let _ = writeln!(err, "{} {error}", "raddle: error:".red().bold());
        error::STATUS
    });
    // Only on Windows is there a status that does not fit; it is no success.
    u8::try_from(status).map_or(ExitCode::FAILURE, ExitCode::from)
}
