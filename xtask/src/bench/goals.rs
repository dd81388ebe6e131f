//! What checking may cost at most, and where it costs more.

use super::results::{CPU, MEMORY, Measure, Results, WALL};

/// Of the geometric mean over all kernels, in processor and in wall time.
pub const MEAN: f64 = 3.5;
/// Of any kernel, in processor and in wall time.
pub const KERNEL: f64 = 10.0;
/// Of any kernel.
pub const MEMORY_RATIO: f64 = 3.0;
pub const STARTUP_MS: f64 = 120.0;
/// The start-up of other releases is not promised.
pub const STARTUP_FEATURE: u32 = 17;

pub const TIMES: [(&str, Measure); 2] = [("CPU time", CPU), ("wall time", WALL)];

/// Every goal that a run missed, in words, kernel by kernel. Empty: all are met.
pub fn missed(results: &Results) -> Vec<String> {
    let mut missed = Vec::new();
    for (what, measure) in TIMES {
        let mean = results.geometric_mean(measure);
        if mean > MEAN {
            missed.push(format!("geometric mean of {what} {mean:.2}, goal {MEAN}"));
        }
        missed.extend(kernels_above(results, what, measure, KERNEL));
    }
    missed.extend(kernels_above(results, "memory", MEMORY, MEMORY_RATIO));
    let startup = results.startup.above_plain_ms();
    if results.setup.feature == STARTUP_FEATURE && startup > STARTUP_MS {
        missed.push(format!("start-up {startup:.0} ms more, goal {STARTUP_MS}"));
    }
    missed
}

fn kernels_above(results: &Results, what: &str, measure: Measure, most: f64) -> Option<String> {
    let ratios = results
        .kernels
        .iter()
        .map(|kernel| (&kernel.name, kernel.ratio(measure).median));
    let above: Vec<_> = ratios
        .filter(|(_, ratio)| *ratio > most)
        .map(|(name, ratio)| format!("{name} {ratio:.2}"))
        .collect();
    (!above.is_empty()).then(|| format!("{what} of {}, goal {most}", above.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results;
    use super::*;

    #[test]
    fn what_is_missed_is_named() {
        assert_eq!(missed(&results(17, &[("A", 2.0), ("B", 5.0)], 119.0)), [""; 0]);
        let slow = results(17, &[("A", 2.0), ("B", 20.0), ("C", 10.1)], 121.0);
        assert_eq!(
            missed(&slow),
            [
                "geometric mean of CPU time 7.39, goal 3.5",
                "CPU time of B 20.00, C 10.10, goal 10",
                "geometric mean of wall time 7.39, goal 3.5",
                "wall time of B 20.00, C 10.10, goal 10",
                "start-up 121 ms more, goal 120",
            ]
        );
        assert_eq!(missed(&results(25, &[("A", 2.0)], 121.0)), [""; 0]);
        let mut large = results(25, &[("A", 2.0)], 0.0);
        large.kernels[0].checked[0].rss_mb = 1e6;
        large.kernels[0].checked[1].rss_mb = 1e6;
        assert_eq!(missed(&large), ["memory of A 20000.00, goal 3"]);
    }
}
