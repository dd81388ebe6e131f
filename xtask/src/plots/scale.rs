//! From values to places in a picture.

/// A stretch of values on a stretch of the picture.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    log: bool,
    values: (f64, f64),
    places: (f64, f64),
}

impl Scale {
    /// From zero to a little more than `most`.
    pub fn linear(most: f64, places: (f64, f64)) -> Scale {
        let step = step(most);
        Scale {
            log: false,
            values: (0.0, (most / step).ceil().max(1.0) * step),
            places,
        }
    }

    /// Whole powers of ten around all values, which are greater than zero.
    pub fn decades(least: f64, most: f64, places: (f64, f64)) -> Scale {
        let low = 10_f64.powf(least.log10().floor());
        let high = 10_f64.powf(most.log10().ceil()).max(10.0 * low);
        Scale {
            log: true,
            values: (low, high),
            places,
        }
    }

    /// From just below the least value to just above the greatest, in logarithms.
    pub fn log(least: f64, most: f64, places: (f64, f64)) -> Scale {
        Scale {
            log: true,
            values: (least, most.max(least * 1.01)),
            places,
        }
    }

    pub fn place(&self, value: f64) -> f64 {
        let ((low, high), (from, to)) = (self.values, self.places);
        let share = if self.log {
            (value / low).ln() / (high / low).ln()
        } else {
            (value - low) / (high - low)
        };
        from + share.clamp(0.0, 1.0) * (to - from)
    }

    /// The values that an axis names.
    pub fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.values;
        if self.log {
            let decades = std::iter::successors(Some(1e-3), |value| Some(value * 10.0)).take(14);
            let steps = decades.flat_map(|decade| [decade, 2.0 * decade, 5.0 * decade]);
            // Rounding must not cost the ends their names.
            let inside = |value: &f64| *value > low * 0.999 && *value < high * 1.001;
            return steps.filter(inside).collect();
        }
        let step = step(high);
        let count = (high / step).round() as u32;
        (0..=count).map(|n| f64::from(n) * step).collect()
    }
}

/// 1, 2 or 5 times a power of ten, some four to eight of which make up `most`.
fn step(most: f64) -> f64 {
    let rough = (most / 8.0).max(1e-9);
    let decade = 10_f64.powf(rough.log10().floor());
    let fits = |factor: &f64| factor * decade >= rough;
    [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * decade
}

/// A number for people: no more digits than it needs.
pub fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", trimmed(v / 1e6)),
        v if v >= 1e3 => format!("{}k", trimmed(v / 1e3)),
        v => trimmed(v),
    }
}

fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_scale_begins_at_zero() {
        let scale = Scale::linear(14.1, (100.0, 260.0));
        assert_eq!(scale.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]);
        assert_eq!(
            [0.0, 8.0, 16.0, 99.0].map(|v| scale.place(v)),
            [100.0, 180.0, 260.0, 260.0]
        );
    }

    #[test]
    fn a_logarithmic_scale_names_its_ends() {
        let scale = Scale::decades(1.5, 37.0, (200.0, 0.0));
        assert_eq!(scale.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        assert_eq!(scale.place(1.0), 200.0);
        assert!((scale.place(10.0) - 100.0).abs() < 1e-9);
        let threads = Scale::log(1.0, 64.0, (0.0, 60.0));
        assert!((threads.place(8.0) - 30.0).abs() < 1e-9);
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.5, 3.5, 10.0, 1000.0, 2_500_000.0].map(short);
        assert_eq!(shown, ["0.5", "3.5", "10", "1k", "2.5M"]);
    }
}
