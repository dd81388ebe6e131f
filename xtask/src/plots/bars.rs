//! Bars that lie, in groups: a group per row, a bar per series. What is there to compare them with is a line
//! through all.

use super::scale::{Scale, short};
use super::svg::{Anchor, COLOURS, GREY, Stroke, Svg};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 120.0;
/// Room for the number behind the longest bar.
const RIGHT: f64 = 60.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 28.0;
const BAR: f64 = 12.0;
const GAP: f64 = 8.0;

pub struct Bars {
    pub title: String,
    pub series: Vec<String>,
    pub rows: Vec<Row>,
    pub marks: Vec<Mark>,
}

pub struct Row {
    pub name: String,
    /// One per series, `None` where it was not measured, and what is written behind the bar.
    pub values: Vec<Option<(f64, String)>>,
}

pub struct Mark {
    pub value: f64,
    pub text: String,
}

impl Bars {
    pub fn draw(&self) -> String {
        let group = BAR * self.series.len() as f64 + GAP;
        let height = TOP + group * self.rows.len() as f64 + BOTTOM;
        let all = self
            .rows
            .iter()
            .flat_map(|row| &row.values)
            .flatten()
            .map(|(v, _)| *v);
        let most = all
            .chain(self.marks.iter().map(|mark| mark.value))
            .fold(0.0, f64::max);
        let scale = Scale::linear(most, (LEFT, WIDTH - RIGHT));
        let mut svg = Svg::new(WIDTH, height, &self.title);
        self.heading(&mut svg);
        let end = height - BOTTOM;
        for tick in scale.ticks() {
            let x = scale.place(tick);
            svg.line((x, end), (x, end + 4.0), Stroke::AXIS);
            svg.text((x, end + 14.0), Anchor::Middle, GREY, &short(tick));
        }
        for mark in &self.marks {
            let x = scale.place(mark.value);
            svg.line((x, TOP - 6.0), (x, end), Stroke::MARK);
            svg.text((x, TOP - 14.0), Anchor::Middle, GREY, &mark.text);
        }
        for (number, row) in self.rows.iter().enumerate() {
            let top = TOP + group * number as f64 + GAP / 2.0;
            let middle = top + (group - GAP) / 2.0;
            svg.text((LEFT - 8.0, middle), Anchor::End, GREY, &row.name);
            for (place, value) in row.values.iter().enumerate() {
                let Some((value, text)) = value else { continue };
                let y = top + BAR * place as f64;
                let x = scale.place(*value);
                svg.bar((LEFT, y), (x - LEFT, BAR - 1.0), colour(place));
                svg.text((x + 5.0, y + BAR / 2.0 - 0.5), Anchor::Start, colour(place), text);
            }
        }
        svg.line((LEFT, TOP), (LEFT, end), Stroke::AXIS);
        svg.line((LEFT, end), (WIDTH - RIGHT, end), Stroke::AXIS);
        svg.finish()
    }

    fn heading(&self, svg: &mut Svg) {
        svg.text((8.0, 12.0), Anchor::Start, GREY, &self.title);
        let mut x = WIDTH - 80.0;
        for (place, name) in self.series.iter().enumerate().rev() {
            svg.bar((x, 8.0), (BAR, BAR), colour(place));
            svg.text((x + 18.0, 14.0), Anchor::Start, colour(place), name);
            x -= 80.0;
        }
    }
}

fn colour(place: usize) -> &'static str {
    COLOURS[place % COLOURS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_for_each_value_and_a_line_for_each_mark() {
        let value = |v: f64| Some((v, format!("{v:.1}")));
        let bars = Bars {
            title: "Cost".to_owned(),
            series: vec!["JDK 17".to_owned(), "JDK 25".to_owned()],
            rows: vec![
                Row {
                    name: "Crypt".to_owned(),
                    values: vec![value(2.0), value(8.0)],
                },
                Row {
                    name: "Sor".to_owned(),
                    values: vec![value(4.0), None],
                },
            ],
            marks: vec![Mark {
                value: 4.0,
                text: "goal 4".to_owned(),
            }],
        };
        let text = bars.draw();
        // Two more for the legend.
        assert_eq!(text.matches("<rect").count(), 3 + 2, "{text}");
        assert_eq!(text.matches("stroke-dasharray").count(), 1);
        // 2 of 8 on a stretch of 540.
        assert!(text.contains("x=\"120.0\" y=\"52.0\" width=\"135.0\""), "{text}");
        assert_eq!(text, bars.draw());
    }
}
