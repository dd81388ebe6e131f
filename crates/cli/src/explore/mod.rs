//! `raddle explore`: run a program under one schedule after the other, and report what any of them shows.
//!
//! The law is that of `check`: silence must mean "looked, and found nothing". No schedule run, code that could
//! not be controlled, a JVM that went away: each makes the exploration incomplete.
//!
//! Start reading at [`run`]: `shards` says which schedules, `workers` runs them, `account` decides after each JVM how to go
//! on, `simplify` makes those that failed easy to follow, `recordings` keeps them.

mod account;
mod progress;
pub mod recordings;
pub mod rerun;
mod shards;
pub mod simplify;
mod workers;

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use owo_colors::OwoColorize;
use raddle_findings::{Exploration, Run};
use raddle_report::{Document, Options, Sources};
use raddle_schedule::strategies::{Named, StrategySpec};
use raddle_session::files;

use crate::args::ExploreArgs;
use crate::error::Error;
use crate::program::entry::Entry;
use crate::program::{RunDir, gather, launch, signals, verdict};
use crate::{output, rules};
use progress::Progress;
use recordings::Kept;
use rerun::Rerun;
use shards::Lane;
use workers::{Outcome, Workers};

/// Of the schedules that failed, this many are shown as tables.
const TABLES: usize = 3;

/// What a strategy of the user's own looks like.
const STRATEGY: &str = include_str!("../../../../java/strategy/raddle/Strategy.java");

pub fn run(args: &ExploreArgs, err: &mut impl Write) -> Result<i32, Error> {
    if args.strategy_interface {
        let _ = std::io::stdout().write_all(STRATEGY.as_bytes());
        return Ok(0);
    }
    let library = launch::agent_library()?;
    if let Some(path) = &args.watch.output.json {
        output::check_json_target(path)?;
    }
    let suppressions = rules::suppressions(&args.watch.suppressions)?;
    let mut config = args.config();
    config
        .happens_before
        .extend(rules::happens_before(&args.watch.happens_before_file)?);
    let entry = match args.each_process {
        true => Entry::Process,
        false => Entry::of(&args.command),
    };
    let searches = searches(args, &entry)?;
    let lanes = Lane::all(args.first, args.runs, args.jobs, args.shard);
    if lanes.is_empty() {
        return Err(Error::EmptyShard {
            shard: args.shard.map(|shard| shard.to_string()).unwrap_or_default(),
        });
    }
    let dir = RunDir::prepare(args.watch.out.as_deref(), &config)?;
    let runs = lanes.iter().map(Lane::left).sum();
    let progress = Progress::new(runs, lanes.len(), args.watch.output.quiet);
    let began = Instant::now();
    let workers = Workers {
        command: &args.command,
        entry: &entry,
        library: &library,
        config: &config,
        suppressions: &suppressions,
        dir: &dir,
        deadline: args.time.and_then(|time| began.checked_add(time)),
        searches,
        progress: &progress,
    };
    signals::survive();
    let outcome = workers.run(lanes);
    progress.clear();
    let Outcome {
        mut records,
        mut explored,
    } = outcome?;
    explored.millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    explored.shard = args.shard.map(|shard| shard.to_string());
    records.problems.extend(doubts(&explored));
    let mut run = gather::whole(&args.command, 0, records, dir.is_full(), &config);
    gather::doubt_uncontrolled(&mut run);
    run.explored = Some(explored);
    run.suppress(&suppressions);
    first_failure(&mut run);
    let rerun = Rerun {
        command: &args.command,
        entry: &entry,
        library: &library,
        dir: &dir,
    };
    let unexplained = simplify::all(
        &mut run,
        &rerun,
        (!args.no_minimize).then_some(args.minimize_for),
        &progress,
    );
    progress.clear();
    let (kept, problems) = recordings::keep(&mut run, dir.path(), &target(args, &dir));
    for problem in unexplained.iter().chain(&problems) {
        let _ = writeln!(err, "{} {problem}", "raddle: error:".red().bold());
    }
    if dir.is_kept() {
        output::write_json(&run, &dir.path().join(files::RESULT))?;
    }
    let document = report(&run, &kept, args.watch.output.quiet);
    let verdict = verdict::of(&run, args.watch.exit_code, 0);
    output::report(&run, &document, args.watch.output.json.as_deref(), verdict, err)
}

/// Whether schedules have to be tried one after the other, since the strategy learns from each.
fn searches(args: &ExploreArgs, entry: &Entry) -> Result<bool, Error> {
    if !matches!(args.strategy, StrategySpec::Named(Named::Exhaustive { .. })) {
        return Ok(false);
    }
    let option = match () {
        () if args.jobs > 1 => "--jobs",
        () if args.shard.is_some() => "--shard",
        () if args.each_process => "--each-process",
        () if *entry == Entry::Process => "what is not `java [options] MainClass`",
        () => return Ok(true),
    };
    Err(Error::OneByOne {
        strategy: args.strategy.to_string(),
        option,
    })
}

/// Reasons why silence would mean nothing.
fn doubts(explored: &Exploration) -> Vec<String> {
    let mut doubts = Vec::new();
    if explored.schedules == 0 {
        doubts.push("no schedule was run".to_owned());
    } else if explored.cut_off > 0 {
        let which = match explored.cut_off {
            all if all == explored.schedules => "every schedule was".to_owned(),
            1 => "1 schedule was".to_owned(),
            some => format!("{some} schedules were"),
        };
        doubts.push(format!(
            "{which} cut off after {} steps, and what would have come then was not seen: allow more with --max-steps, or \
             give the program less to do",
            explored.max_steps
        ));
    }
    if let Some(signal) = signals::received() {
        doubts.push(format!("signal {signal} ended the exploration early"));
    }
    doubts
}

/// The first schedule with a failure that is not accepted.
fn first_failure(run: &mut Run) {
    let failures = run.findings.iter().filter(|finding| finding.kind.is_failure());
    let numbers: Vec<u64> = failures.filter_map(recordings::schedule).collect();
    if let Some(explored) = &mut run.explored {
        explored.first_failure = numbers.into_iter().min();
    }
}

/// Where recordings go. A relative path stays one: it is part of a command that is shown.
fn target(args: &ExploreArgs, dir: &RunDir) -> PathBuf {
    match &args.watch.out {
        Some(out) if !out.as_os_str().is_empty() => out.clone(),
        Some(_) => dir.path().to_owned(),
        None => Path::new(recordings::DIRECTORY).to_owned(),
    }
}

fn report(run: &Run, kept: &[Kept], quiet: bool) -> Document {
    let sources = Sources::below(env::current_dir().unwrap_or_default());
    let mut document = Document::default();
    document.findings(run, &sources);
    for kept in kept.iter().filter(|kept| kept.is_failure).take(TABLES) {
        document.schedule(&kept.recording, kept.explained.as_ref(), &kept.what);
    }
    document.summary(run, Options { quiet });
    document
}
