//! The command line. Each option is defined once, here or in [`watch`], which has those that `check`,
//! `explore` and others share; what the agent needs of it becomes a [`Config`].

mod explore;
mod watch;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use raddle_detect::Detectors;
use raddle_findings::Kind;
use raddle_session::{Config, OnDeadlock};

pub use explore::{ExploreArgs, MergeArgs, ReplayArgs, Shard};
pub use watch::Watch;

const EXAMPLES: &str = "\
Examples:
  raddle check -- java -jar app.jar
  raddle check -- mvn test
  raddle check --include com.example --json races.json -- ./gradlew test --no-daemon
  raddle explore -- java -cp classes com.example.BankTest
  raddle replay raddle-replays/deadlock-1a2b3c4d.json
  raddle explain data-race
  raddle doctor";

const CHECK_EXAMPLES: &str = "\
Examples:
  raddle check -- java -cp classes com.example.Main
  raddle check -- java Main.java
  raddle check --json races.json -- mvn test
  raddle check --include com.example --exclude 'com.example.generated.**' -- java -jar app.jar
  raddle check --exit-code 0 -- ./run-tests.sh
  raddle check --detect deadlock,lock-order,stuck -- mvn test
  raddle check --suppressions races.supp -- mvn test
  raddle check --happens-before 'com.example.Mailbox.send -> com.example.Mailbox.take' -- java -jar app.jar

Patterns are class names. `com.example` is the package and all below it, `*` stands for any
characters but a dot, `**` for any characters. Classes that are not checked still synchronise.

A suppression is a line `race:PATTERN  # reason`: a class, com.example.Cache.hits, com.example.Cache.get()
or fingerprint:HEX. A rule takes all before a call of FROM to happen before the return from a later call
of TO on the same object: `this`, or what follows in parentheses: (arg0), (return), (class). See
docs/suppressions.md and docs/happens-before.md.

Exit status: the command's own if there are no findings; 66 (or --exit-code) if there are; 2 if
the command line is wrong, or if Raddle failed or could not watch to the end and found nothing.";

const ANALYZE_EXAMPLES: &str = "\
Examples:
  raddle analyze examples/traces/transfer.std
  raddle analyze --detect lock-discipline --json findings.json run.std
  gunzip -c run.std.gz | raddle analyze -

A trace has one event per line, THREAD|OPERATION(TARGET)|LOCATION, such as T0|acq(L1)|12.
Operations are r and w (a variable), acq, rel and req (a lock; req begins to wait for it), fork
and join (a thread). Lines that begin with # are comments.

Exit status: 0 if nothing was found, 66 if something was; 2 if the command line or the trace is
wrong, or if something had to be left out and nothing was found.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  raddle completions bash > ~/.local/share/bash-completion/completions/raddle
  raddle completions zsh > ~/.zfunc/_raddle
  raddle completions fish > ~/.config/fish/completions/raddle.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  raddle man ~/.local/share/man/man1";

/// Finds concurrency errors in Java programs: runs them as they are and watches every JVM.
#[derive(Debug, Parser)]
#[command(name = "raddle", version, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub verb: Verb,
    /// When to colour the report; auto is on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Run a command and report the concurrency errors in its JVMs
    #[command(after_help = CHECK_EXAMPLES, override_usage = "raddle check [OPTIONS] -- COMMAND [ARGUMENTS]...")]
    Check(Box<CheckArgs>),
    /// Run a program again and again, each time in another order of its threads, until it fails
    #[command(
        after_help = explore::EXPLORE_EXAMPLES,
        override_usage = "raddle explore [OPTIONS] -- COMMAND [ARGUMENTS]..."
    )]
    Explore(Box<ExploreArgs>),
    /// Repeat a schedule that failed, step by step
    #[command(after_help = explore::REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Make one report of several, such as those of shards
    #[command(after_help = explore::MERGE_EXAMPLES)]
    Merge(MergeArgs),
    /// Look for the same errors in a trace of a run, without a JVM
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(AnalyzeArgs),
    /// Find the JDKs, plant a race in each and see whether it is found
    Doctor,
    /// Say what a kind of finding means and how to fix it
    Explain {
        /// A kind such as data-race, or its code; without it the kinds are listed
        kind: Option<String>,
    },
    /// Print the JSON schema of what --json writes
    Schema,
    /// Print a script by which a shell completes the command line
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions { shell: Shell },
    /// Write manual pages into a directory: raddle.1, raddle-check.1 and so on
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The directory, made if need be
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub watch: Watch,
    /// What to do with a program that can never go on: end it, write all its stacks and end it, or let it hang
    #[arg(long, value_name = "WHAT", default_value = "exit")]
    pub on_deadlock: OnHang,
    /// The command to run, with its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

#[derive(Debug, clap::Args)]
pub struct AnalyzeArgs {
    /// How the trace is written
    #[arg(long, value_enum, default_value_t = TraceFormat::Std)]
    pub format: TraceFormat,
    /// What to look for, separated by commas
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = trace_kinds(),
          default_value = "data-race,deadlock,lock-order")]
    pub detect: Vec<Kind>,
    /// Write the findings to FILE as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// The trace; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// THREAD|OPERATION(TARGET)|LOCATION, one event per line
    Std,
}

/// A trace does not tell what a thread waits for, other than locks, so none can be found stuck; nor whether it
/// fails or gets on.
fn trace_kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Detectors::kinds().map(Kind::name))
        .try_map(|name| Kind::from_name(&name).ok_or("no such kind of finding"))
}

impl CheckArgs {
    /// What the agents need to know, but for what is in files.
    pub fn config(&self) -> Config {
        let mut config = self.watch.config(&Config::usual());
        config.detect.retain(|kind| !kind.needs_control());
        config.on_deadlock = self.on_deadlock.into();
        config
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnHang {
    Exit,
    Dump,
    Report,
}

impl From<OnHang> for OnDeadlock {
    fn from(what: OnHang) -> Self {
        match what {
            OnHang::Exit => Self::Exit,
            OnHang::Dump => Self::Dump,
            OnHang::Report => Self::Report,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use raddle_findings::Optimisation;
    use raddle_session::Scope;

    use super::*;

    fn check(args: &[&str]) -> Result<CheckArgs, clap::Error> {
        match Args::try_parse_from([&["raddle", "check"], args].concat())?.verb {
            Verb::Check(options) => Ok(*options),
            other => panic!("parsed as {other:?}"),
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn the_command_keeps_its_own_options() {
        let options = check(&["--quiet", "--", "java", "--quiet", "--", "-x"]).unwrap();
        assert_eq!(options.command, ["java", "--quiet", "--", "-x"]);
        let without_dashes = check(&["java", "-jar", "--json", "x"]).unwrap();
        assert_eq!(without_dashes.command, ["java", "-jar", "--json", "x"]);
        assert_eq!(without_dashes.watch.output.json, None);
    }

    #[test]
    fn mistakes_are_usage_errors() {
        for wrong in [
            &["--bogus", "java"][..],
            &[],
            &["--"],
            &["--exit-code", "256", "java"],
            &["--max-findings", "0", "java"],
            &["--happens-before", "A.send", "java"],
            &["--limit", "slots", "java"],
            &["--limit", "sloths=3", "java"],
            &["--disable", "unescaped,stale", "java"],
        ] {
            assert_eq!(check(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
    }

    #[test]
    fn a_command_that_is_missing_is_asked_for_with_its_dashes() {
        for wrong in [&[][..], &["--"], &["--include", "com.example"]] {
            let message = check(wrong).unwrap_err().to_string();
            assert!(message.contains("raddle check [OPTIONS] -- COMMAND"), "{message}");
        }
    }

    #[test]
    fn options_reach_the_agent() {
        let args = [
            "--include",
            "a",
            "--include",
            "b",
            "--exclude",
            "c",
            "--all-jvms",
            "--no-fast-path",
            "--disable",
            "unescaped,thread-confined",
            "--happens-before",
            "A.send->A.take(return)",
            "--limit",
            "slots=8",
            "java",
        ];
        let config = check(&args).unwrap().config();
        assert_eq!(
            config.scope,
            Scope {
                include: vec!["a".into(), "b".into()],
                exclude: vec!["c".into()]
            }
        );
        assert!(config.launchers && !config.fast_path);
        assert_eq!(config.happens_before[0].to_string(), "A.send -> A.take(return)");
        assert_eq!(config.limits.slots, Some(8));
        assert_eq!(
            config.disabled,
            [Optimisation::Unescaped, Optimisation::ThreadConfined]
        );
        assert_eq!(check(&["java"]).unwrap().config(), Config::default());
    }
}
