//! The plots of the measurements, and the tables beside them.

use std::fmt::Write;

use super::bars::{Bars, Mark, Row};
use super::curves::{Curve, Curves, Panel};
use super::svg::{COLOURS, Stroke};
use crate::bench::results::{CPU, MEMORY, Measure, Results};
use crate::bench::scaling::{self, Axis, Cost, Kind};
use crate::bench::stats::geometric_mean;
use crate::bench::{goals, optimisations};
use raddle_findings::Optimisation;

/// The CPU ratios of RoadRunner's FastTrack2 on the programs that these kernels have the shape of, as
/// measured elsewhere.
const FAST_TRACK: [(&str, &str); 8] = [
    ("Crypt", "17"),
    ("LuFact", "11–20"),
    ("Series", "2"),
    ("Sor", "8–12"),
    ("SparseMult", "52–76"),
    ("MolDyn", "13"),
    ("MonteCarlo", "8–10"),
    ("RayTracer", "12"),
];
const FAST_TRACK_MEAN: &str = "12";

/// Raddle's ratios beside FastTrack's.
pub fn beside(all: &[Results]) -> String {
    let mut text = String::from("| CPU time, checked / plain | FastTrack2, elsewhere |");
    for results in all {
        let _ = write!(text, " Raddle, JDK {} |", results.setup.feature);
    }
    let _ = write!(text, "\n|---|--:|{}\n", "--:|".repeat(all.len()));
    let mut means = vec![Vec::new(); all.len()];
    for (name, theirs) in FAST_TRACK {
        let _ = write!(text, "| {name} | {theirs} |");
        for (results, of) in all.iter().zip(&mut means) {
            let ours = results.kernels.iter().find(|kernel| kernel.name == name);
            let ours = ours.map(|kernel| kernel.ratio(CPU).median);
            let _ = write!(
                text,
                " {} |",
                ours.map_or(String::new(), |ratio| format!("{ratio:.1}"))
            );
            of.extend(ours);
        }
        text += "\n";
    }
    let _ = write!(text, "| **geometric mean** | **{FAST_TRACK_MEAN}** |");
    for of in means {
        let _ = write!(text, " **{:.1}** |", geometric_mean(of));
    }
    text + "\n"
}

/// The CPU time of every kernel, held against the goals.
pub fn kernels(all: &[Results]) -> String {
    let mark = |value, what| Mark {
        value,
        text: format!("{what} {value}"),
    };
    let marks = vec![
        mark(goals::MEAN, "goal, mean"),
        mark(goals::KERNEL, "goal, each kernel"),
    ];
    ratios("CPU time, checked / plain", all, CPU, marks)
}

pub fn memory(all: &[Results]) -> String {
    let goal = Mark {
        value: goals::MEMORY_RATIO,
        text: format!("goal {}", goals::MEMORY_RATIO),
    };
    ratios("Memory, checked / plain", all, MEMORY, vec![goal])
}

/// `all` has the pooled runs of each JDK.
fn ratios(title: &str, all: &[Results], measure: Measure, marks: Vec<Mark>) -> String {
    let labelled = |value: f64| (value, format!("{value:.1}"));
    let mut names: Vec<&str> = Vec::new();
    for kernel in all.iter().flat_map(|results| &results.kernels) {
        if !names.contains(&kernel.name.as_str()) {
            names.push(&kernel.name);
        }
    }
    let row = |name: &str| {
        let value = |results: &Results| {
            let kernel = results.kernels.iter().find(|kernel| kernel.name == name)?;
            Some(labelled(kernel.ratio(measure).median))
        };
        Row {
            name: name.to_owned(),
            values: all.iter().map(value).collect(),
        }
    };
    let mean = Row {
        name: "geometric mean".to_owned(),
        values: all
            .iter()
            .map(|results| Some(labelled(results.geometric_mean(measure))))
            .collect(),
    };
    let bars = Bars {
        title: title.to_owned(),
        series: all
            .iter()
            .map(|results| format!("JDK {}", results.setup.feature))
            .collect(),
        rows: names.into_iter().map(row).chain([mean]).collect(),
        marks,
    };
    bars.draw()
}

/// What an event costs along an axis, a panel per JDK.
pub fn scaling(all: &[scaling::Results], axis: Axis) -> String {
    let panel = |results: &scaling::Results| {
        let curve = |kind: Kind, colour: &'static str, checked: bool| Curve {
            name: format!("{}, {}", kind.name(), if checked { "checked" } else { "plain" }),
            stroke: Stroke {
                colour,
                width: 2.0,
                dashed: !checked,
            },
            points: results
                .along(axis, kind)
                .into_iter()
                .map(|point| {
                    let costs = if checked { &point.checked } else { &point.plain };
                    (f64::from(axis.of(point)), scaling::of(costs, |cost| cost.cpu_ns))
                })
                .collect(),
        };
        let curves = Kind::ALL
            .into_iter()
            .zip(COLOURS)
            .flat_map(|(kind, colour)| [curve(kind, colour, true), curve(kind, colour, false)]);
        Panel {
            title: format!("JDK {}", results.setup.feature),
            curves: curves.collect(),
        }
    };
    let curves = Curves {
        title: "CPU time per event, in nanoseconds".to_owned(),
        across: axis.name().to_owned(),
        panels: all.iter().map(panel).collect(),
    };
    curves.draw()
}

/// How memory grows with the variables.
pub fn memory_by_variables(all: &[scaling::Results]) -> String {
    let mut text = String::from("| JDK | variables | plain MB | checked MB |\n|--:|---|--:|--:|\n");
    for results in all {
        for kind in Kind::ALL {
            for point in results.along(Axis::Variables, kind) {
                let mb = |costs: &[Cost]| scaling::of(costs, |cost| cost.rss_mb);
                let _ = writeln!(
                    text,
                    "| {} | {} {} | {:.0} | {:.0} |",
                    results.setup.feature,
                    point.variables,
                    kind.name(),
                    mb(&point.plain),
                    mb(&point.checked)
                );
            }
        }
    }
    text
}

/// By how much the kernels slow down in the mean if an optimisation is left out.
pub fn optimisations(all: &[optimisations::Results]) -> String {
    let bought: Vec<_> = all.iter().map(optimisations::Results::bought).collect();
    let row = |name: &'static str| {
        let value = |bought: &Vec<optimisations::Bought<'_>>| {
            let line = bought.iter().find(|line| line.name == name)?;
            Some((line.mean, format!("{:.2}", line.mean)))
        };
        Row {
            name: name.to_owned(),
            values: bought.iter().map(value).collect(),
        }
    };
    let bars = Bars {
        title: "CPU time without an optimisation / with all, geometric mean".to_owned(),
        series: all
            .iter()
            .map(|results| format!("JDK {}", results.setup.feature))
            .collect(),
        rows: bought
            .first()
            .iter()
            .flat_map(|lines| lines.iter().map(|line| row(line.name)))
            .collect(),
        marks: vec![Mark {
            value: 1.0,
            text: "no difference".to_owned(),
        }],
    };
    bars.draw()
}

pub fn optimisations_table(all: &[optimisations::Results]) -> String {
    let mut text = String::from(
        "| JDK | left out | slower, mean | slower, most | what it does |\n|--:|---|--:|---|---|\n",
    );
    for results in all {
        for line in results.bought() {
            let about = Optimisation::from_name(line.name).map_or("All of them.", Optimisation::about);
            let _ = writeln!(
                text,
                "| {} | `{}` | {:.2}× | {} {:.2}× | {about} |",
                results.setup.feature, line.name, line.mean, line.kernel, line.most
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::results;

    #[test]
    fn a_kernel_that_one_jdk_lacks_has_one_bar() {
        let text = kernels(&[
            results(17, &[("A", 2.0), ("B", 3.0)], 0.0),
            results(25, &[("A", 2.5)], 0.0),
        ]);
        // Kernels, means, legend.
        assert_eq!(text.matches("<rect").count(), 3 + 2 + 2, "{text}");
        assert!(
            text.contains(">JDK 25<") && text.contains("goal, mean 3.5"),
            "{text}"
        );
    }

    #[test]
    fn the_means_beside_each_other_are_of_the_same_kernels() {
        let text = beside(&[results(17, &[("Crypt", 2.0), ("Sor", 8.0), ("Locks", 99.0)], 0.0)]);
        assert!(
            text.contains("| Crypt | 17 | 2.0 |\n") && text.contains("| Series | 2 |  |\n"),
            "{text}"
        );
        assert!(
            text.ends_with("| **geometric mean** | **12** | **4.0** |\n"),
            "{text}"
        );
    }

    #[test]
    fn plain_and_checked_have_a_curve_for_each_kind() {
        let all = [scaling::tests::results()];
        let text = scaling(&all, Axis::Threads);
        assert!(
            text.contains(">elements, plain<") && text.contains(">threads<"),
            "{text}"
        );
        assert!(memory_by_variables(&all).contains("| 17 | 1000 fields | 50 | 50 |\n"));
    }

    #[test]
    fn what_an_optimisation_buys_is_reported_with_the_kernel_that_has_most_of_it() {
        let all = [optimisations::tests::results(&[("A", 2.0), ("B", 8.0)])];
        assert!(optimisations(&all).contains(">4.00<"));
        let table = optimisations_table(&all);
        assert!(
            table.contains("| 17 | `unescaped` | 4.00× | B 8.00× | Constructors store"),
            "{table}"
        );
    }
}
