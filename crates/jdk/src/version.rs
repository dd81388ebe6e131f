//! Java's version strings, old style (`1.8.0_392`) and new (`25.0.3+9-LTS`).

use std::cmp::Ordering;
use std::fmt;

/// Ordered as releases are: 17.0.9 is older than 17.0.15.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The feature release: 8, 17, 25.
    pub feature: u32,
    /// As the JDK itself says it.
    pub full: String,
}

impl Version {
    pub fn parse(text: &str) -> Option<Version> {
        let full = text.trim().trim_matches('"');
        let mut numbers = full.split(|c: char| !c.is_ascii_digit()).map(str::parse);
        let feature = match numbers.next()?.ok()? {
            1 => numbers.next().and_then(Result::ok).unwrap_or(1),
            n => n,
        };
        Some(Version {
            feature,
            full: full.to_owned(),
        })
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.full
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|n| n.parse().ok())
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.feature
            .cmp(&other.feature)
            .then_with(|| self.numbers().cmp(other.numbers()))
            .then_with(|| self.full.cmp(&other.full))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(text: &str) -> Option<u32> {
        Version::parse(text).map(|v| v.feature)
    }

    #[test]
    fn both_styles_are_understood() {
        assert_eq!(feature("\"25.0.3\""), Some(25));
        assert_eq!(feature("17"), Some(17));
        assert_eq!(feature("26-ea"), Some(26));
        assert_eq!(feature("1.8.0_392"), Some(8));
        assert_eq!(feature("unknown"), None);
        assert_eq!(feature(""), None);
        assert_eq!(feature("99999999999999999999"), None);
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        let version = |text| Version::parse(text).unwrap();
        assert!(version("17.0.9") < version("17.0.15"));
        assert!(version("1.8.0_392") < version("11.0.1"));
        assert!(version("25") < version("25.0.1"));
    }
}
