//! Ways to look less often and still find the same. Each can be left out, which tells what it buys and
//! whether it is right: findings must not depend on it.

use serde::{Deserialize, Serialize};

macro_rules! shortcuts {
    ($(#[doc = $about:literal] $variant:ident $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Shortcut {
            $(#[doc = $about] #[serde(rename = $name)] $variant,)*
        }

        impl Shortcut {
            pub const ALL: &[Shortcut] = &[$(Shortcut::$variant),*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Shortcut::$variant => $name,)*
                }
            }

            /// What it does, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Shortcut::$variant => $about.trim(),)*
                }
            }

            pub fn from_name(name: &str) -> Option<Shortcut> {
                Self::ALL.iter().copied().find(|shortcut| shortcut.name() == name)
            }
        }
    };
}

// In the order of the bits that the Java runtime has for them: new ones go to the end.
shortcuts! {
    /// Arrays that never leave their method have no hooks.
    Confined "confined",
    /// Constructors mark their writes in place, as long as nobody else has the object.
    Fresh "fresh",
    /// Threads remember which elements they have told of in their epoch.
    Views "views",
    /// A loop that cannot synchronise tells its array accesses when it is over.
    Runs "runs",
    /// Elements that are accessed alike share their words, by blocks.
    Blocks "blocks",
}

impl Shortcut {
    /// Its bit in the mask that the Java runtime gets.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Whether it needs no hook at an access that another thread may race with. A detector that has to hear
    /// of every such access in its turn does without.
    pub const fn skips_hooks(self) -> bool {
        matches!(self, Shortcut::Fresh | Shortcut::Runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bits_are_their_own() {
        for (place, &shortcut) in Shortcut::ALL.iter().enumerate() {
            assert_eq!(Shortcut::from_name(shortcut.name()), Some(shortcut));
            assert_eq!(shortcut.bit(), 1 << place);
        }
        assert_eq!(Shortcut::from_name("Confined"), None);
    }
}
