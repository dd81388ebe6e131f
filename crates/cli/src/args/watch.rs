//! The options of all commands that run a program and watch its JVMs.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use raddle_findings::{Kind, Optimisation, Rule};
use raddle_session::{Config, Limits, Scope};

/// Where the results of a run go.
#[derive(Debug, clap::Args)]
pub struct Output {
    /// Write the findings to FILE as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print findings and failures only
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, clap::Args)]
pub struct Watch {
    /// Check only classes that match
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<String>,
    /// Do not check classes that match
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// What to look for, separated by commas; `all` for everything
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds(), long_help = about_kinds())]
    pub detect: Vec<String>,
    /// Do not show the findings that FILE accepts, and do not count them
    #[arg(long, value_name = "FILE")]
    pub suppressions: Vec<PathBuf>,
    /// Take a call of FROM to happen before the return from a later call of TO; RULE is 'FROM -> TO'
    #[arg(long, value_name = "RULE")]
    pub happens_before: Vec<Rule>,
    /// Read such rules from FILE, one per line
    #[arg(long, value_name = "FILE")]
    pub happens_before_file: Vec<PathBuf>,
    #[command(flatten)]
    pub output: Output,
    /// Keep the JVMs' records in DIR
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The exit status if there are findings
    #[arg(long, value_name = "N", default_value_t = 66)]
    pub exit_code: u8,
    /// How many different findings a JVM reports at most
    #[arg(long, value_name = "N", default_value_t = Config::default().max_findings,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_findings: u32,
    /// Show races on caches too
    ///
    /// A cache here is a field that a method reads once, finds to be 0 or null, and fills with a value that comes out
    /// the same for every thread: `hash` of a value class, for example. Such a race is one by the letter of the memory
    /// model and does no harm. Without this option the report only says how many there were.
    #[arg(long)]
    pub show_caches: bool,
    /// Watch build tools and compilers too
    #[arg(long)]
    pub all_jvms: bool,
    /// Decide every access in the detector itself: slow, for checking Raddle
    #[arg(long)]
    pub no_fast_path: bool,
    /// Disable an optimisation, for measuring Raddle and for finding its bugs
    ///
    /// An optimisation checks less often and finds the same: the findings do not depend on it, the time does. Several
    /// are separated by commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = optimisations())]
    pub disable: Vec<Optimisation>,
    /// A smaller limit than Raddle has, for testing Raddle
    #[arg(long = "limit", value_name = "NAME=N", hide = true, value_parser = limit)]
    pub limits: Vec<(String, u64)>,
}

impl Watch {
    /// What the agents need to know, but for what is in files. `usual` is looked for unless something else is
    /// asked for.
    pub fn config(&self, usual: &[Kind]) -> Config {
        Config {
            scope: Scope {
                include: self.include.clone(),
                exclude: self.exclude.clone(),
            },
            detect: self.kinds(usual),
            launchers: self.all_jvms,
            fast_path: !self.no_fast_path,
            disabled: self.disable.clone(),
            max_findings: self.max_findings,
            happens_before: self.happens_before.clone(),
            show_caches: self.show_caches,
            limits: self
                .limits
                .iter()
                .fold(Limits::default(), |mut limits, (name, most)| {
                    limits.set(name, *most);
                    limits
                }),
            ..Config::default()
        }
    }

    /// The kinds that were asked for by name.
    pub fn asked_for(&self) -> impl Iterator<Item = Kind> {
        self.detect.iter().filter_map(|name| Kind::from_name(name))
    }

    fn kinds(&self, usual: &[Kind]) -> Vec<Kind> {
        match self.detect.as_slice() {
            [] => usual.to_vec(),
            names if names.iter().any(|name| name == ALL_KINDS) => Kind::ALL.to_vec(),
            names => Kind::ALL
                .into_iter()
                .filter(|kind| names.iter().any(|name| name == kind.name()))
                .collect(),
        }
    }
}

const ALL_KINDS: &str = "all";

fn about_kinds() -> String {
    let listed = |kinds: Vec<Kind>| {
        kinds
            .iter()
            .map(|kind| kind.name())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut controlled = Kind::ALL.to_vec();
    controlled.retain(|kind| kind.needs_control());
    format!(
        "What to look for, separated by commas; `all` for everything\n\nWithout this: {}; `raddle explore` adds {}, \
         which it alone can find. `raddle explain` lists the kinds.",
        listed(Config::usual()),
        listed(controlled)
    )
}

fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.name()).chain([ALL_KINDS]))
}

fn optimisations() -> impl TypedValueParser<Value = Optimisation> {
    let value =
        |optimisation: &Optimisation| PossibleValue::new(optimisation.name()).help(optimisation.about());
    PossibleValuesParser::new(Optimisation::ALL.iter().map(value))
        .try_map(|name| Optimisation::from_name(&name).ok_or("no such optimisation"))
}

fn limit(text: &str) -> Result<(String, u64), String> {
    let parsed = text
        .split_once('=')
        .and_then(|(name, most)| Some((name, most.parse().ok()?)))
        .filter(|(name, _)| Limits::NAMES.contains(name));
    let (name, most) =
        parsed.ok_or_else(|| format!("NAME=N, with NAME one of {}", Limits::NAMES.join(", ")))?;
    Ok((name.to_owned(), most))
}
