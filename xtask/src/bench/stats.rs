//! The few statistics that the tables need.

use serde::{Deserialize, Serialize};

/// The middle of some ratios, and how far they spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Spread {
    /// Of the ratios of neighbours: a plain run and the checked run right after it see the same machine,
    /// however that changes over time.
    pub fn of_pairs(plain: &[f64], checked: &[f64]) -> Spread {
        let ratios: Vec<_> = plain.iter().zip(checked).map(|(p, c)| c / p).collect();
        Spread {
            median: median(&ratios),
            min: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            max: ratios.iter().copied().fold(0.0, f64::max),
        }
    }
}

/// Zero for nothing at all.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match (sorted.len(), sorted.len() / 2) {
        (0, _) => 0.0,
        (n, middle) if n % 2 == 1 => sorted[middle],
        (_, middle) => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// One for nothing at all.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut logs, mut n) = (0.0, 0.0_f64);
    for value in values {
        logs += value.ln();
        n += 1.0;
    }
    (logs / n.max(1.0)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[]), 0.0);
        assert!((geometric_mean([1.0, 4.0, 16.0]) - 4.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), 1.0);
    }

    #[test]
    fn ratios_are_taken_pair_by_pair() {
        let spread = Spread::of_pairs(&[1.0, 2.0, 4.0], &[3.0, 4.0, 4.0]);
        assert_eq!(
            spread,
            Spread {
                median: 2.0,
                min: 1.0,
                max: 3.0
            }
        );
    }
}
