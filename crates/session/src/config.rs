//! What the command line tells the agent. The agent's only option is the path of the run directory;
//! this file is `config.json` in it.

use raddle_events::Optimisation;
use raddle_findings::{Kind, Needs, Rule};
use serde::{Deserialize, Serialize};

use crate::Control;

/// How a JVM is to be watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    pub scope: Scope,
    /// What to look for.
    #[serde(default = "Config::usual")]
    pub detect: Vec<Kind>,
    #[serde(default)]
    pub on_deadlock: OnDeadlock,
    /// Watch build tools and compilers too.
    pub launchers: bool,
    /// Decide in Java where that is possible. Off: every access goes to the detector in Rust.
    pub fast_path: bool,
    /// The disabled optimisations.
    #[serde(default)]
    pub disabled: Vec<Optimisation>,
    /// A JVM stops adding new findings to its record after this many.
    pub max_findings: u32,
    /// Order that the program makes in a way that bytecode does not show.
    #[serde(default)]
    pub happens_before: Vec<Rule>,
    /// Report races on fields that all threads fill with the same value.
    #[serde(default)]
    pub show_caches: bool,
    #[serde(default)]
    pub limits: Limits,
    /// Decide which thread runs. Without: the JVM and the system do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            scope: Scope::default(),
            detect: Self::usual(),
            on_deadlock: OnDeadlock::default(),
            launchers: false,
            fast_path: true,
            disabled: Vec::new(),
            max_findings: 1000,
            happens_before: Vec::new(),
            show_caches: false,
            limits: Limits::default(),
            control: None,
        }
    }
}

impl Config {
    /// What is looked for unless something else is asked for.
    pub fn usual() -> Vec<Kind> {
        let mut all = Kind::ALL.to_vec();
        all.retain(|kind| kind.descriptor().is_usual);
        all
    }

    pub fn detects(&self, kind: Kind) -> bool {
        self.detect.contains(&kind)
    }

    /// Whether all events go to the detectors in Rust, in one order.
    pub fn is_event_mode(&self) -> bool {
        !self.fast_path || self.needs(|needs| needs == Needs::Events)
    }

    /// Whether anything is looked for that has to do with accesses to memory.
    pub fn watches_memory(&self) -> bool {
        self.needs(|needs| matches!(needs, Needs::Memory | Needs::Events))
    }

    fn needs(&self, what: impl Fn(Needs) -> bool) -> bool {
        self.detect.iter().any(|kind| what(kind.descriptor().needs))
    }

    /// Whether an optimisation is on.
    pub fn has(&self, optimisation: Optimisation) -> bool {
        // Where threads may be switched at plain accesses, each has to be recorded when it happens.
        let is_too_late = self.control.is_some() && optimisation == Optimisation::AccessRanges;
        !self.disabled.contains(&optimisation)
            && !is_too_late
            && (!self.is_event_mode() || !optimisation.skips_hooks())
    }
}

/// What to do with a program in which threads wait for each other for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnDeadlock {
    /// End it.
    #[default]
    Exit,
    /// Let it go on.
    Report,
    /// Write the stacks of all its threads to its stderr, and end it.
    Dump,
}

impl OnDeadlock {
    /// The status of a JVM that was ended.
    pub const STATUS: i32 = 66;
}

/// Whose memory accesses are checked. Patterns are class names with `*` for any characters but a dot
/// and `**` for any characters; a pattern without a wildcard also covers what is nested below it.
/// What that means for a class is [`Scope::checks`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// If not empty, only these classes (and classes of the JDK, if named here) are checked.
    pub include: Vec<String>,
    /// These classes are not checked. They still synchronise.
    pub exclude: Vec<String>,
}

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Smaller limits than the agent has, to test what happens at them.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Limits {
            $($(#[$doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $name: Option<u64>,)*
        }

        impl Limits {
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Sets a limit by its name; false if there is none of that name.
            pub fn set(&mut self, name: &str, most: u64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = Some(most),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

limits! {
    /// Slots of the vector clocks.
    slots,
    /// Free slots that wait for an exact successor.
    recent,
    /// The last clock of a slot.
    clock,
    /// Bytes of past vector clocks.
    history,
    /// News that a thread learns one by one; of more, its vector changes as a whole.
    wide,
    /// Bytes of vectors that several threads have published into.
    joined,
    /// Bytes of the read vectors of fields.
    reads,
    /// Numbered places in the program.
    sites,
    /// Numbered classes with static initialisers.
    classes,
    /// Bytes of the shadows of all arrays.
    shadow,
}
