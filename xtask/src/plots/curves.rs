//! Curves in panels side by side, both axes logarithmic and the same in all panels.

use super::scale::{Scale, short};
use super::svg::{Anchor, GREY, Stroke, Svg};

const WIDTH: f64 = 720.0;
const PANEL: f64 = 200.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 40.0;
const GAP: f64 = 24.0;

pub struct Curves {
    pub title: String,
    /// What grows to the right.
    pub across: String,
    pub panels: Vec<Panel>,
}

pub struct Panel {
    pub title: String,
    pub curves: Vec<Curve>,
}

pub struct Curve {
    pub name: String,
    pub stroke: Stroke,
    pub points: Vec<(f64, f64)>,
}

impl Curves {
    pub fn draw(&self) -> String {
        let mut svg = Svg::new(WIDTH, TOP + PANEL + BOTTOM, &self.title);
        svg.text((8.0, 12.0), Anchor::Start, GREY, &self.title);
        self.legend(&mut svg);
        let points = || self.panels.iter().flat_map(|p| &p.curves).flat_map(|c| &c.points);
        let least = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(0.0, f64::max);
        if points().next().is_none() {
            return svg.finish();
        }
        let count = self.panels.len() as f64;
        let width = (WIDTH - LEFT - GAP * count) / count;
        let down = Scale::decades(least(|p| p.1), most(|p| p.1), (TOP + PANEL, TOP));
        for (number, panel) in self.panels.iter().enumerate() {
            let left = LEFT + (width + GAP) * number as f64;
            let across = Scale::log(least(|p| p.0), most(|p| p.0), (left + 6.0, left + width - 6.0));
            svg.text(
                (left + width / 2.0, TOP - 12.0),
                Anchor::Middle,
                GREY,
                &panel.title,
            );
            for tick in down.ticks() {
                let y = down.place(tick);
                svg.line((left - 4.0, y), (left, y), Stroke::AXIS);
                if number == 0 {
                    svg.text((left - 8.0, y), Anchor::End, GREY, &short(tick));
                }
            }
            self.panel(&mut svg, panel, across, down, left);
            svg.line((left, TOP), (left, TOP + PANEL), Stroke::AXIS);
            svg.line((left, TOP + PANEL), (left + width, TOP + PANEL), Stroke::AXIS);
            let below = TOP + PANEL + 30.0;
            svg.text((left + width / 2.0, below), Anchor::Middle, GREY, &self.across);
        }
        svg.finish()
    }

    fn panel(&self, svg: &mut Svg, panel: &Panel, across: Scale, down: Scale, left: f64) {
        let mut named: Vec<f64> = Vec::new();
        for curve in &panel.curves {
            let places: Vec<_> = curve
                .points
                .iter()
                .map(|&(x, y)| (across.place(x), down.place(y)))
                .collect();
            svg.path(&places, curve.stroke);
            places
                .iter()
                .for_each(|&place| svg.dot(place, curve.stroke.colour));
            named.extend(curve.points.iter().map(|point| point.0));
        }
        named.sort_by(f64::total_cmp);
        named.dedup();
        for x in named {
            let place = across.place(x).max(left);
            svg.line((place, TOP + PANEL), (place, TOP + PANEL + 4.0), Stroke::AXIS);
            svg.text((place, TOP + PANEL + 14.0), Anchor::Middle, GREY, &short(x));
        }
    }

    fn legend(&self, svg: &mut Svg) {
        let mut x = LEFT;
        for curve in self.panels.first().iter().flat_map(|panel| &panel.curves) {
            svg.line((x, 32.0), (x + 24.0, 32.0), curve.stroke);
            svg.text((x + 30.0, 32.0), Anchor::Start, curve.stroke.colour, &curve.name);
            x += 165.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::COLOURS;
    use super::*;

    fn plot(points: Vec<(f64, f64)>) -> String {
        let curve = Curve {
            name: "fields".to_owned(),
            stroke: Stroke {
                colour: COLOURS[0],
                width: 2.0,
                dashed: false,
            },
            points,
        };
        let panel = Panel {
            title: "JDK 17".to_owned(),
            curves: vec![curve],
        };
        let curves = Curves {
            title: "Cost".to_owned(),
            across: "threads".to_owned(),
            panels: vec![panel],
        };
        curves.draw()
    }

    #[test]
    fn equal_factors_are_equal_distances() {
        let text = plot(vec![(1.0, 1.0), (8.0, 10.0), (64.0, 100.0)]);
        assert!(
            text.contains("points=\"50.0,264.0 370.0,164.0 690.0,64.0\""),
            "{text}"
        );
        assert_eq!(text.matches("<circle").count(), 3);
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(plot(vec![]).ends_with("</svg>\n"));
    }
}
