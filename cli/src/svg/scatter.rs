//! Pairs that are held against each other: a square for each, its points below the diagonal where the upper name is less.

use std::fmt::Write;

use crate::svg::decades::Decades;
use crate::svg::{Draw, HEADING, MARGIN, WIDTH, escaped, label};

/// Squares side by side, all on one scale.
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    pub(crate) title: String,
    pub(crate) scale: Decades,
    pub(crate) pairs: Vec<Pair>,
}

/// Two that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) across: String,
    pub(crate) up: String,
    pub(crate) points: Vec<Point>,
}

/// What both did with one thing; `None` where that came to no end, which is drawn beyond the scale.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) name: String,
    pub(crate) across: Option<f64>,
    pub(crate) up: Option<f64>,
}

/// Squares in a row.
const COLUMNS: u32 = 2;
/// The room of a square with its names.
const CELL: u32 = (WIDTH - 2 * MARGIN) / COLUMNS;
/// The scale with its numbers left of it and below.
const EDGE: u32 = 62;
/// The square itself.
const SIDE: u32 = CELL - EDGE - 32;
const ROW: u32 = SIDE + 64;
/// How far beyond the scale no end is drawn.
const BEYOND: f64 = 12.0;

impl Draw for Scatter {
    fn height(&self) -> u32 {
        let rows = u32::try_from(self.pairs.len())
            .unwrap_or(0)
            .div_ceil(COLUMNS);
        HEADING + rows * ROW
    }

    fn draw(&self, top: u32, out: &mut String) {
        let bold = " font-weight=\"bold\"";
        let place = (f64::from(MARGIN), f64::from(top + HEADING) - 14.0);
        label(place, bold, &self.title, out);
        for (index, pair) in (0..).zip(&self.pairs) {
            let (row, column) = (index / COLUMNS, index % COLUMNS);
            let left = f64::from(MARGIN + column * CELL + EDGE);
            let upper = f64::from(top + HEADING + row * ROW) + 16.0;
            self.draw_pair(pair, (left, upper), out);
        }
    }
}

impl Scatter {
    fn draw_pair(&self, pair: &Pair, (left, upper): (f64, f64), out: &mut String) {
        let side = f64::from(SIDE);
        let bottom = upper + side;
        for (part, told) in self.scale.marks() {
            let (x, y) = (left + part * side, bottom - part * side);
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {upper:.1}v{SIDE}M{left:.1} {y:.1}h{SIDE}\" class=\"rule\" stroke=\"#dddddd\"/>"
            );
            label(
                (x, bottom + 14.0),
                " font-size=\"10\" text-anchor=\"middle\"",
                &told,
                out,
            );
            label(
                (left - 5.0, y + 3.0),
                " font-size=\"10\" text-anchor=\"end\"",
                &told,
                out,
            );
        }
        let _ = writeln!(
            out,
            "<path d=\"M{left:.1} {bottom:.1}l{SIDE} -{SIDE}\" class=\"axis\" stroke=\"#222222\" stroke-dasharray=\"3 3\"/>"
        );
        let middle = " font-size=\"11\" text-anchor=\"middle\"";
        label(
            (left + side / 2.0, bottom + 30.0),
            middle,
            &pair.across,
            out,
        );
        let (x, y) = (left - f64::from(EDGE) + 10.0, upper + side / 2.0);
        let turned = format!("{middle} transform=\"rotate(-90 {x:.1} {y:.1})\"");
        label((x, y), &turned, &pair.up, out);
        for Point { name, across, up } in &pair.points {
            if across.is_none() && up.is_none() {
                continue;
            }
            let along = |value: Option<f64>| {
                value.map_or(side + BEYOND, |value| self.scale.part(value) * side)
            };
            let (x, y) = (left + along(*across), bottom - along(*up));
            let ended = across.is_some() && up.is_some();
            let (class, fill) = if ended {
                ("bar", "#4477aa")
            } else {
                ("late", "none")
            };
            let name = escaped(name);
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" class=\"{class}\" fill=\"{fill}\" \
                 stroke=\"#cc3311\" stroke-width=\"{}\" fill-opacity=\"0.7\"><title>{name}</title></circle>",
                if ended { "0" } else { "1" }
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pair, Point, Scatter};
    use crate::svg::Chart;
    use crate::svg::decades::{Decades, Unit};

    #[test]
    fn points_lie_on_the_scale_or_beyond_it() {
        let point = |across, up| Point {
            name: "one & all".to_owned(),
            across,
            up,
        };
        let pair = Pair {
            across: "a".to_owned(),
            up: "b".to_owned(),
            points: vec![
                point(Some(1.0), Some(100.0)),
                point(Some(10.0), None),
                point(None, None),
            ],
        };
        let scatter = Scatter {
            title: "counts".to_owned(),
            scale: Decades::of(Unit::Count, [1.0, 100.0].into_iter()),
            pairs: vec![pair],
        };
        let chart = Chart {
            title: String::new(),
            panels: vec![scatter],
        };
        let svg = chart.to_svg();
        assert!(svg.contains("cx=\"78.0\" cy=\"100.0\""), "{svg}");
        assert!(svg.contains("cx=\"203.0\" cy=\"88.0\""), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("<title>one &amp; all</title>"));
    }
}
