//! Optimisations: they check less often and find the same. Each can be disabled, which shows what it buys and
//! whether it is right: findings must not depend on it.

use serde::{Deserialize, Serialize};

macro_rules! optimisations {
    ($(#[doc = $about:literal] $variant:ident $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Optimisation {
            $(#[doc = $about] #[serde(rename = $name)] $variant,)*
        }

        impl Optimisation {
            pub const ALL: &[Optimisation] = &[$(Optimisation::$variant),*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Optimisation::$variant => $name,)*
                }
            }

            /// What it does, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Optimisation::$variant => $about.trim(),)*
                }
            }

            pub fn from_name(name: &str) -> Option<Optimisation> {
                Self::ALL.iter().copied().find(|optimisation| optimisation.name() == name)
            }
        }
    };
}

optimisations! {
    /// Thread-confined arrays, which never leave their method, have no hooks.
    ThreadConfined "thread-confined",
    /// Constructors store the epochs of their writes in place, as long as the object has not escaped.
    Unescaped "unescaped",
    /// Each thread has a cache of the elements that it has recorded in its epoch.
    AccessCaches "access-caches",
    /// A loop that cannot synchronise records its array accesses as ranges when it is over.
    AccessRanges "access-ranges",
    /// Elements of a block that are accessed alike share an access record.
    Blocks "blocks",
}

impl Optimisation {
    /// Its bit in the mask that the Java runtime gets.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Whether it needs no hook at an access that another thread may race with. A detector that needs every
    /// such access when it happens disables it.
    pub const fn skips_hooks(self) -> bool {
        matches!(self, Optimisation::Unescaped | Optimisation::AccessRanges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bits_are_their_own() {
        for (place, &optimisation) in Optimisation::ALL.iter().enumerate() {
            assert_eq!(Optimisation::from_name(optimisation.name()), Some(optimisation));
            assert_eq!(optimisation.bit(), 1 << place);
        }
        assert_eq!(Optimisation::from_name("Blocked"), None);
    }
}
