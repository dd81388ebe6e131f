//! Chores of the project: `cargo xtask CHORE`. One file per chore; this one only dispatches.

mod bench;
mod corpus;
mod demo;
mod explore;
mod instructions;
mod jdks;
mod maven;
mod mechanisms;
mod plots;
mod projects;
mod real;
mod repo;
mod test;
mod tidy;
mod triage;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build Raddle and let it find the race in the bundled example
    Demo,
    /// Run everything that has to pass: format, lints, build, tests, documentation, house rules
    Test(test::Args),
    /// List the JDKs that tests run on, and what compiles for them
    Jdks,
    /// Check the house rules: headers, crate graph, pages, table of mechanisms, plots, stray notes and paths
    Tidy,
    /// Run the corpus many times over: no fixture may pass by luck
    Corpus(corpus::Args),
    /// Write docs/mechanisms.md, the table of what the corpus covers
    Mechanisms,
    /// Draw the plots of docs/performance.md, and write its tables, from the results of bench
    Plots,
    /// Measure what checking costs, and that the kernels' known races are found
    Bench(bench::Args),
    /// Measure what exploring is worth: how often it finds what papers found, that it ends and repeats, how fast it is
    Explore(explore::Args),
    /// Count the instructions of fixed work in the Rust parts: they may not grow unnoticed
    Instructions(instructions::Args),
    /// Rewrite every class of java.base, and of a large jar, and link them all under full verification
    Verify(verify::Args),
    /// Run real programs from Maven Central plain and checked: nothing may change, every finding is triaged
    Real(real::Args),
    /// Run the test suites of checked out projects plain and checked: nothing may change, every finding is triaged
    Projects(projects::Args),
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        Chore::Demo => demo::run(),
        Chore::Test(args) => test::run(&args),
        Chore::Jdks => jdks::run(),
        Chore::Tidy => tidy::run(),
        Chore::Corpus(args) => corpus::run(&args),
        Chore::Mechanisms => mechanisms::run(),
        Chore::Plots => plots::run(),
        Chore::Bench(args) => bench::run(&args),
        Chore::Explore(args) => explore::run(&args),
        Chore::Instructions(args) => instructions::run(&args),
        Chore::Verify(args) => verify::run(&args),
        Chore::Real(args) => real::run(&args),
        Chore::Projects(args) => projects::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
