//! The options of `explore`, `replay` and `merge`.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use raddle_findings::Kind;
use raddle_schedule::strategies::{Named, StrategySpec};
use raddle_session::{Config, Control, SwitchOn};

use super::watch::{Output, Watch};

pub const EXPLORE_EXAMPLES: &str = "\
Examples:
  raddle explore -- java -cp classes com.example.BankTest
  raddle explore -- java -cp classes:junit.jar 'com.example.BankTest#deposits'
  raddle explore --runs 10000 --time 5m -- java -cp classes com.example.BankTest
  raddle explore --strategy pct:3 --seed 42 -- java -cp classes com.example.BankTest
  raddle explore --strategy exhaustive:2 -- java -cp classes com.example.SmallTest
  raddle explore --strategy class:com.example.Mine -- java -cp classes com.example.BankTest
  raddle explore --switch-on fields,arrays -- java -cp classes com.example.BankTest
  raddle explore --each-process --runs 50 -- mvn test
  raddle explore --shard 2/8 --out part2 -- java -cp classes com.example.BankTest
  raddle merge part*

One thread runs at a time, and the strategy decides which. `java [options] MainClass`, or a test as
TestClass#method, is run in one JVM, again and again, with a fresh class loader each time; anything
else (java -jar, a build tool, a script) in a new process for each schedule. The same seed tries the same schedules. The program's
output is its own, as often as it runs; its standard input is empty.

A schedule that fails (uncaught exception, deadlock, stuck, livelock, in a process of its own also a
status other than 0) ends the exploration, unless --keep-going, and is kept in raddle-replays:
`raddle replay FILE` runs it again. Races and lock orders are collected meanwhile. See
docs/exploring.md.

Exit status: 0 if all that was asked for was tried and nothing found; 66 (or --exit-code) if
something was; 2 if the command line is wrong, or if Raddle failed or could not control everything
and found nothing.";

pub const REPLAY_EXAMPLES: &str = "\
Examples:
  raddle replay raddle-replays/deadlock-1a2b3c4d.json
  raddle replay --debug 5005 raddle-replays/deadlock-1a2b3c4d.json
  raddle replay --stop-at 117 raddle-replays/deadlock-1a2b3c4d.json
  raddle replay --times 100 raddle-replays/deadlock-1a2b3c4d.json
  raddle replay raddle-replays/deadlock-1a2b3c4d.json -- java -cp fixed com.example.BankTest

Run it where the exploration ran: the command is the same, with the same relative paths. With
--stop-at the program waits for a debugger before that step of the table: `jdb -attach` to the
address that is printed finds it there, and `cont` goes on.

Exit status: 66 if what was found then shows again, with --times each time; 0 if it does not; 3 if the
program did something else than in the recording, so that it is not the same schedule, or if what shows
is not the same each time; 2 if the file cannot be used, or if
Raddle failed or could not control everything and found nothing.";

pub const MERGE_EXAMPLES: &str = "\
Examples:
  raddle merge part1 part2 part3
  raddle merge --json all.json shard-*.json

Takes the files of --json and the directories of --out. Equal findings become one.

Exit status: 66 if there are findings; else 2 if one of the parts is incomplete; else 0.";

/// Steps after which a schedule is cut off, and schedules, unless something else is asked for.
const RUNS: u64 = 1000;

#[derive(Debug, clap::Args)]
pub struct ExploreArgs {
    /// How the next thread is chosen
    ///
    /// A name, some with a number: pct:3, exhaustive:2; or a class of your own: class:com.example.Mine.
    /// `raddle explore --strategy help` lists them.
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = strategy)]
    pub strategy: StrategySpec,
    /// Print the interface of a strategy of your own, as a Java source, and do nothing else
    #[arg(long)]
    pub strategy_interface: bool,
    /// Where chance comes from: the same number tries the same schedules
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many schedules to try
    #[arg(long, value_name = "N", default_value_t = RUNS, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// The number of the first of them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub first: u64,
    /// For how long to begin new ones: 30, 30s, 5m, "1h 30m"
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Cut a schedule off after so many steps
    #[arg(long, value_name = "N", default_value_t = Control::default().max_steps,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: u64,
    /// How many JVMs to use at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub jobs: u32,
    /// Try only the I-th of N parts of the schedules, for as many machines
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Go on after a schedule that failed, and report all that is found
    #[arg(long)]
    pub keep_going: bool,
    /// Keep a schedule that failed as it was found, with all its preemptions
    #[arg(long)]
    pub no_minimize: bool,
    /// For how long to begin attempts to leave preemptions out, for each failure
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = duration, hide = true)]
    pub minimize_for: Duration,
    /// Switch threads at plain accesses, too, not only at synchronisation
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub switch_on: Vec<Plain>,
    /// Switch threads inside operations of the JDK, too, not only before them
    #[arg(long)]
    pub switch_in_jdk: bool,
    /// Let `wait` and `park` return without a reason, as they may
    #[arg(long)]
    pub spurious: bool,
    /// Let waits end by their time even where a thread that could run would have come first
    #[arg(long)]
    pub early_timeouts: bool,
    /// Let the program see the real time, not that of the schedule
    #[arg(long)]
    pub real_time: bool,
    /// Start a new process for each schedule, whatever the command is
    #[arg(long)]
    pub each_process: bool,
    /// Write down each step with its stack at the end of FILE
    #[arg(long, value_name = "FILE", hide = true)]
    pub steps: Option<PathBuf>,
    /// The first processor to use, by its number among those allowed
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    pub core: u32,
    #[command(flatten)]
    pub watch: Watch,
    /// The command to run, with its arguments
    #[arg(
        required_unless_present = "strategy_interface",
        trailing_var_arg = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<OsString>,
}

#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// Wait for a debugger before the program starts; without PORT, at a port that is free
    #[arg(long, value_name = "PORT", num_args = 0..=1, value_parser = clap::value_parser!(u16).range(1..))]
    #[expect(
        clippy::option_option,
        reason = "the way in which clap tells an option from its value"
    )]
    pub debug: Option<Option<u16>>,
    /// Wait for a debugger before this step, not before the program starts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub stop_at: Option<u64>,
    /// Repeat it so often, and say whether it was the same each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..),
          conflicts_with_all = ["debug", "stop_at"])]
    pub times: u64,
    /// Write down each step with its stack at the end of FILE
    #[arg(long, value_name = "FILE", hide = true)]
    pub steps: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
    /// Keep the JVMs' records in DIR
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The recording, as `raddle explore` left it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Another command than the one that was explored
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

#[derive(Debug, clap::Args)]
pub struct MergeArgs {
    #[command(flatten)]
    pub output: Output,
    /// The exit status if there are findings
    #[arg(long, value_name = "N", default_value_t = 66)]
    pub exit_code: u8,
    /// Files of --json, or directories of --out
    #[arg(required = true, value_name = "RESULT")]
    pub results: Vec<PathBuf>,
}

impl ExploreArgs {
    /// What the agents need to know, but for what is in files and what differs from JVM to JVM.
    pub fn config(&self) -> Config {
        let mut usual = Config::usual();
        usual.extend(Kind::ALL.into_iter().filter(|kind| kind.needs_control()));
        let command = self.command.iter();
        Config {
            control: Some(Control {
                strategy: self.strategy.to_string(),
                seed: self.seed,
                first: self.first,
                runs: self.runs,
                max_steps: self.max_steps,
                keep_going: self.keep_going,
                switch_on: self.switch_on.iter().map(|what| SwitchOn::from(*what)).collect(),
                switch_in_jdk: self.switch_in_jdk,
                spurious: self.spurious,
                early_timeouts: self.early_timeouts,
                real_time: self.real_time,
                steps: self.steps.clone(),
                core: self.core,
                command: command.map(|arg| arg.to_string_lossy().into_owned()).collect(),
                ..Control::default()
            }),
            ..self.watch.config(&usual)
        }
    }
}

/// Sorts of plain accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    Fields,
    Arrays,
}

impl From<Plain> for SwitchOn {
    fn from(what: Plain) -> Self {
        match what {
            Plain::Fields => Self::Fields,
            Plain::Arrays => Self::Arrays,
        }
    }
}

/// One of several parts, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub index: u32,
    pub of: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text
            .split_once('/')
            .and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((index, of)) if (1..=of).contains(&index) && of <= 1_000_000 => Ok(Shard { index, of }),
            _ => Err("write it as 2/8, the second of eight parts".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

fn strategy(text: &str) -> Result<StrategySpec, String> {
    StrategySpec::from_name(text).ok_or_else(|| {
        let named = Named::ALL.iter().map(|named| (named.name(), named.about()));
        let all: Vec<_> = named.chain([OWN]).collect();
        let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let lines: Vec<String> = all
            .iter()
            .map(|(name, about)| format!("\n  {name:width$}  {about}"))
            .collect();
        format!("the strategies are{}", lines.concat())
    })
}

/// What the list of strategies says of those that are not in it.
const OWN: (&str, &str) = (
    "class:NAME",
    "a class of your own on the program's class path; --strategy-interface prints what it looks like",
);

/// A time as people write it; a number alone is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let time = match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.filter(|time| (1..=u128::from(u64::MAX)).contains(&time.as_millis()))
        .ok_or_else(|| "a number of seconds, or a time with its units: 30s, 5m, 1h 30m".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Args, Verb};

    fn explore(args: &[&str]) -> Result<ExploreArgs, clap::Error> {
        match Args::try_parse_from([&["raddle", "explore"], args].concat())?.verb {
            Verb::Explore(options) => Ok(*options),
            other => panic!("parsed as {other:?}"),
        }
    }

    fn replay(args: &[&str]) -> Result<ReplayArgs, clap::Error> {
        match Args::try_parse_from([&["raddle", "replay"], args].concat())?.verb {
            Verb::Replay(options) => Ok(options),
            other => panic!("parsed as {other:?}"),
        }
    }

    #[test]
    fn the_usual_is_a_fixed_seed_and_everything_that_fails() {
        let config = explore(&["java", "Main"]).unwrap().config();
        let control = config.control.clone().unwrap();
        assert_eq!(
            (control.seed, control.runs, control.strategy.as_str()),
            (0, 1000, "portfolio")
        );
        assert_eq!(control.command, ["java", "Main"]);
        assert!(config.detects(Kind::UncaughtException) && config.detects(Kind::Livelock));
        assert!(config.detects(Kind::DataRace) && !config.detects(Kind::LockDiscipline));
    }

    #[test]
    fn options_reach_the_agent() {
        let args = [
            "--strategy",
            "pct:5",
            "--seed",
            "7",
            "--runs",
            "12",
            "--first",
            "3",
            "--max-steps",
            "99",
            "--keep-going",
            "--switch-on",
            "fields,arrays",
            "--switch-in-jdk",
            "--spurious",
            "--early-timeouts",
            "--real-time",
            "--include",
            "a",
            "--",
            "java",
            "--runs",
            "1",
        ];
        let config = explore(&args).unwrap().config();
        let control = config.control.unwrap();
        assert_eq!(
            control,
            Control {
                strategy: "pct:5".to_owned(),
                seed: 7,
                first: 3,
                runs: 12,
                max_steps: 99,
                keep_going: true,
                switch_on: vec![SwitchOn::Fields, SwitchOn::Arrays],
                switch_in_jdk: true,
                spurious: true,
                early_timeouts: true,
                real_time: true,
                command: vec!["java".to_owned(), "--runs".to_owned(), "1".to_owned()],
                ..Control::default()
            }
        );
        assert_eq!(config.scope.include, ["a"]);
    }

    #[test]
    fn times_and_shards_are_read() {
        let time = |text| explore(&["--time", text, "java"]).map(|args| args.time.unwrap().as_millis());
        let all = ["30", "30s", "5m", "5min", "2h", "1h 30m", "250ms"].map(|text| time(text).unwrap());
        assert_eq!(all, [30_000, 30_000, 300_000, 300_000, 7_200_000, 5_400_000, 250]);
        let shard = explore(&["--shard", "2/8", "java"]).unwrap().shard.unwrap();
        assert_eq!((shard.index, shard.of, shard.to_string().as_str()), (2, 8, "2/8"));
    }

    #[test]
    fn mistakes_are_usage_errors() {
        for wrong in [
            &["--strategy", "luck", "java"][..],
            &["--strategy", "pct:0", "java"],
            &["--runs", "0", "java"],
            &["--time", "soon", "java"],
            &["--time", "0", "java"],
            &["--time", "99999999999999999999h", "java"],
            &["--time", "18446744073709551615", "java"],
            &["--time", "10us", "java"],
            &["--time", "-5", "java"],
            &["--shard", "0/2", "java"],
            &["--shard", "3/2", "java"],
            &["--shard", "1", "java"],
            &["--jobs", "0", "java"],
            &["--switch-on", "locals", "java"],
            &["--on-deadlock", "report", "java"],
            &[],
        ] {
            assert_eq!(explore(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
        let text = explore(&["--strategy", "help", "java"]).unwrap_err().to_string();
        assert!(
            text.contains("round-robin") && text.contains("\n  pct "),
            "{text}"
        );
    }

    #[test]
    fn a_recording_may_have_another_command() {
        let args = replay(&["x.json", "--debug", "5005", "--stop-at", "9", "--", "java", "-cp"]).unwrap();
        assert_eq!((args.debug, args.stop_at), (Some(Some(5005)), Some(9)));
        assert_eq!(args.command, ["java", "-cp"]);
        assert_eq!(replay(&["x.json", "--debug"]).unwrap().debug, Some(None));
        assert_eq!(replay(&["x.json"]).unwrap().debug, None);
        assert_eq!(replay(&["x.json", "--times", "100"]).unwrap().times, 100);
        for wrong in [
            &["x.json", "--times", "0"][..],
            &["x.json", "--times", "2", "--debug"],
            &[],
            &["--debug"],
            &["x.json", "--stop-at", "0"],
            &["x", "java"],
        ] {
            assert!(replay(wrong).is_err(), "{wrong:?}");
        }
    }
}
