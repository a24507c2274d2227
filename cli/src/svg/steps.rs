//! How many are done by when: a rising line of steps for each of several, with a legend below.

use std::fmt::Write;

use crate::svg::decades::{Decades, Unit};
use crate::svg::{Draw, HEADING, MARGIN, WIDTH, escaped, label};

/// What is compared: all lines have one scale.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) title: String,
    /// What it is done by, logarithmic.
    pub(crate) across: String,
    pub(crate) unit: Unit,
    /// What is counted.
    pub(crate) up: String,
    /// How many there are in all.
    pub(crate) all: usize,
    pub(crate) lines: Vec<Line>,
}

/// One of several.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) label: String,
    /// When each was done, in any order.
    pub(crate) values: Vec<f64>,
}

const LEFT: u32 = 64;
const ACROSS: u32 = WIDTH - LEFT - MARGIN;
const UP: u32 = 280;
/// The numbers below the lines, and what they number.
const FOOT: u32 = 56;
/// A row of the legend.
const ROW: u32 = 20;
/// Entries in a row of it.
const COLUMNS: usize = 2;

/// Colours that are told apart by people who see few of them too, light and dark enough for any page.
const COLORS: [&str; 7] = [
    "#4477aa", "#ee6677", "#228833", "#ccaa22", "#33aacc", "#aa3377", "#888888",
];
/// Lines of the same colour differ in their dashes.
const DASHES: [&str; 4] = ["none", "7 3", "2 3", "9 3 2 3"];

impl Draw for Steps {
    fn height(&self) -> u32 {
        let rows = self.lines.len().div_ceil(COLUMNS);
        HEADING + UP + FOOT + ROW * u32::try_from(rows).unwrap_or(0)
    }

    fn draw(&self, top: u32, out: &mut String) {
        let (left, upper) = (f64::from(LEFT), f64::from(top + HEADING));
        let bottom = upper + f64::from(UP);
        let scale = self
            .lines
            .iter()
            .flat_map(|line| line.values.iter().copied());
        let scale = Decades::of(self.unit, scale);
        let bold = " font-weight=\"bold\"";
        label((f64::from(MARGIN), upper - 14.0), bold, &self.title, out);
        for (part, told) in scale.marks() {
            let x = left + part * f64::from(ACROSS);
            rule(&format!("M{x:.1} {upper:.1}v{UP}"), "rule", out);
            label((x, bottom + 18.0), SMALL, &told, out);
        }
        let half = left + f64::from(ACROSS) / 2.0;
        label(
            (half, bottom + 40.0),
            " text-anchor=\"middle\"",
            &self.across,
            out,
        );
        let height = |count: usize| bottom - f64::from(UP) * share(count, self.all);
        for count in marks(self.all) {
            let y = height(count);
            rule(&format!("M{LEFT} {y:.1}h{ACROSS}"), "rule", out);
            let end = (left - 8.0, y + 4.0);
            label(
                end,
                " font-size=\"11\" text-anchor=\"end\"",
                &count.to_string(),
                out,
            );
        }
        let (x, y) = (f64::from(MARGIN) + 2.0, bottom - f64::from(UP) / 2.0);
        let turned = format!(" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\"");
        label((x, y), &turned, &self.up, out);
        rule(&format!("M{LEFT} {bottom:.1}h{ACROSS}"), "axis", out);
        for (index, line) in self.lines.iter().enumerate() {
            let mut path = format!("M{left:.1} {bottom:.1}");
            let mut values: Vec<_> = line.values.iter().map(|&value| scale.part(value)).collect();
            values.sort_by(f64::total_cmp);
            for (count, part) in (1..).zip(values) {
                let (x, y) = (left + part * f64::from(ACROSS), height(count));
                let _ = write!(path, "H{x:.1}V{y:.1}");
            }
            let _ = write!(path, "H{}", LEFT + ACROSS);
            stroke(&path, index, &line.label, out);
        }
        self.draw_legend(bottom + f64::from(FOOT), out);
    }
}

impl Steps {
    fn draw_legend(&self, top: f64, out: &mut String) {
        for (index, line) in self.lines.iter().enumerate() {
            let (row, column) = (index / COLUMNS, index % COLUMNS);
            let width = f64::from(ACROSS) / f64::from(u32::try_from(COLUMNS).unwrap_or(1));
            let x = f64::from(LEFT) + width * share(column, 1);
            let y = top + f64::from(ROW) * share(row, 1) + 8.0;
            stroke(&format!("M{x:.1} {y:.1}h30"), index, &line.label, out);
            let told = format!("{} ({} of {})", line.label, line.values.len(), self.all);
            label((x + 38.0, y + 4.0), " font-size=\"12\"", &told, out);
        }
    }
}

const SMALL: &str = " font-size=\"11\" text-anchor=\"middle\"";

/// A line of the series `index`, which tells its name to who points at it.
fn stroke(path: &str, index: usize, name: &str, out: &mut String) {
    let color = COLORS[index % COLORS.len()];
    let dash = DASHES[index / COLORS.len() % DASHES.len()];
    let name = escaped(name);
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" \
         stroke-dasharray=\"{dash}\"><title>{name}</title></path>"
    );
}

fn rule(path: &str, class: &str, out: &mut String) {
    let color = if class == "axis" {
        "#222222"
    } else {
        "#dddddd"
    };
    let _ = writeln!(
        out,
        "<path d=\"{path}\" class=\"{class}\" stroke=\"{color}\"/>"
    );
}

/// One number as a part of another.
#[expect(clippy::cast_precision_loss, reason = "it becomes a place in pixels")]
fn share(count: usize, all: usize) -> f64 {
    count as f64 / all.max(1) as f64
}

/// Round numbers from 0 to `all`, a few.
fn marks(all: usize) -> impl Iterator<Item = usize> {
    let most = u64::try_from(all).unwrap_or(u64::MAX);
    crate::svg::histogram::steps(most, 6).filter_map(|mark| usize::try_from(mark).ok())
}

#[cfg(test)]
mod tests {
    use super::{Line, Steps};
    use crate::svg::decades::Unit;
    use crate::svg::{Chart, Draw};

    #[test]
    fn lines_rise_by_one_at_each_value() {
        let line = |label: &str, values: &[f64]| Line {
            label: label.to_owned(),
            values: values.to_vec(),
        };
        let steps = Steps {
            title: "a & b".to_owned(),
            across: "time".to_owned(),
            unit: Unit::Seconds,
            up: "solved".to_owned(),
            all: 2,
            lines: vec![line("fast", &[0.1, 0.01]), line("none", &[])],
        };
        let height = steps.height();
        let chart = Chart {
            title: String::new(),
            panels: vec![steps],
        };
        let svg = chart.to_svg();
        // Half of the way up at the left end, all of it at the right one; the other line stays at the bottom.
        assert!(
            svg.contains("d=\"M64.0 364.0H64.0V224.0H704.0V84.0H704\""),
            "{svg}"
        );
        assert!(svg.contains("d=\"M64.0 364.0H704\""), "{svg}");
        assert!(svg.contains(">fast (2 of 2)<") && svg.contains(">none (0 of 2)<"));
        assert!(height > 34 + 280 + 56);
    }
}
