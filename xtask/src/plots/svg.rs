//! As much of SVG as the plots need. There is no background, and all colours have the same contrast with
//! black as with white, so a plot can be read on both. Numbers have one decimal: the same on any machine.

use std::fmt::Write;

pub const GREY: &str = "#797979";
/// For the series of a plot, in their order.
pub const COLOURS: [&str; 4] = ["#3a7fc4", "#b8691a", "#2e8b57", "#a05fb4"];

#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy)]
pub struct Stroke {
    pub colour: &'static str,
    pub width: f64,
    pub dashed: bool,
}

impl Stroke {
    pub const AXIS: Stroke = Stroke {
        colour: GREY,
        width: 1.0,
        dashed: false,
    };
    /// A goal, or some other number to compare with.
    pub const MARK: Stroke = Stroke {
        colour: GREY,
        width: 1.5,
        dashed: true,
    };

    fn attributes(self) -> String {
        let Stroke {
            colour,
            width,
            dashed,
        } = self;
        let dashes = if dashed { " stroke-dasharray=\"5 3\"" } else { "" };
        format!("stroke=\"{colour}\" stroke-width=\"{width:.1}\" fill=\"none\"{dashes}")
    }
}

pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// The title is for those who cannot see the picture.
    pub fn new(width: f64, height: f64, title: &str) -> Svg {
        Svg {
            width,
            height,
            body: format!("  <title>{}</title>\n", escaped(title)),
        }
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        self.path(&[from, to], stroke);
    }

    pub fn path(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.body,
            "  <polyline points=\"{}\" {}/>",
            points.join(" "),
            stroke.attributes()
        );
    }

    pub fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
        let _ = writeln!(
            self.body,
            "  <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
        );
    }

    pub fn dot(&mut self, (x, y): (f64, f64), colour: &str) {
        let _ = writeln!(
            self.body,
            "  <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>"
        );
    }

    /// Text at the height of `y`, not above it.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, colour: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // Half of an upper-case letter: not every viewer knows about baselines.
        let y = y + 4.0;
        let _ = writeln!(
            self.body,
            "  <text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
            escaped(text)
        );
    }

    pub fn finish(self) -> String {
        let Svg { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
             {body}</svg>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn() {
        let mut svg = Svg::new(10.0, 20.0, "a < b");
        svg.bar((1.0, 2.0), (3.25, 4.0), GREY);
        svg.text((5.0, 6.0), Anchor::End, GREY, "R&D");
        let text = svg.finish();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
        assert!(text.contains("<title>a &lt; b</title>"), "{text}");
        assert!(
            text.contains("<rect x=\"1.0\" y=\"2.0\" width=\"3.2\" height=\"4.0\""),
            "{text}"
        );
        assert!(
            text.contains("y=\"10.0\" text-anchor=\"end\" fill=\"#797979\">R&amp;D<"),
            "{text}"
        );
    }
}
