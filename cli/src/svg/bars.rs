//! Bars that lie one below the other.

use std::fmt::Write;

use crate::svg::{Draw, HEADING, MARGIN, escaped, rounded};

/// Bars that are compared with each other, on a scale of their own from 0 on.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// What is measured, and in which unit.
    pub(crate) title: String,
    /// The bars, from top to bottom.
    pub(crate) bars: Vec<Bar>,
}

/// One bar.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// What it is of.
    pub(crate) label: String,
    /// How long it is; a bar without a value says so.
    pub(crate) value: Option<f64>,
    /// The range that half of the measurements lie in.
    pub(crate) range: Option<(f64, f64)>,
}

/// Where bars begin.
const LEFT: u32 = 240;
/// The longest bar.
const LONGEST: f64 = 380.0;
const ROW: u32 = 22;

impl Draw for Panel {
    fn height(&self) -> u32 {
        HEADING + ROW * u32::try_from(self.bars.len()).unwrap_or(0)
    }

    fn draw(&self, top: u32, out: &mut String) {
        let title = escaped(&self.title);
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{}\" font-weight=\"bold\" class=\"ink\" fill=\"#222222\">{title}</text>",
            top + 22
        );
        let ends = self.bars.iter().filter_map(|bar| {
            let high = bar.range.map(|(_, high)| high);
            high.into_iter().chain(bar.value).reduce(f64::max)
        });
        let most = ends.fold(0.0, f64::max);
        let scale = if most > 0.0 { LONGEST / most } else { 0.0 };
        for (y, bar) in (top + HEADING..).step_by(ROW as usize).zip(&self.bars) {
            bar.draw(y, scale, out);
        }
    }
}

impl Bar {
    fn draw(&self, y: u32, scale: f64, out: &mut String) {
        let (label, base) = (escaped(&self.label), y + 12);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\" class=\"ink\" fill=\"#222222\">{label}</text>",
            LEFT - 8
        );
        let length = self.value.map_or(0.0, |value| value * scale);
        let mut end = length;
        if self.value.is_some() {
            let _ = writeln!(
                out,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"16\" class=\"bar\" fill=\"#4477aa\"/>"
            );
        }
        if let Some((low, high)) = self.range {
            let [low, high] = [low, high].map(|end| f64::from(LEFT) + end * scale);
            end = end.max(high - f64::from(LEFT));
            let _ = writeln!(
                out,
                "<path d=\"M{low:.1} {}V{}M{low:.1} {}H{high:.1}M{high:.1} {}V{}\" \
                 class=\"range\" stroke=\"#cc3311\" fill=\"none\"/>",
                y + 4,
                y + 12,
                y + 8,
                y + 4,
                y + 12
            );
        }
        let value = self.value.map_or_else(|| "-".to_owned(), rounded);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{base}\" class=\"ink\" fill=\"#222222\">{value}</text>",
            f64::from(LEFT) + end + 6.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, Panel};
    use crate::svg::Chart;

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bar = |label: &str, value, range| Bar {
            label: label.to_owned(),
            value,
            range,
        };
        let panel = Panel {
            title: "a & b".to_owned(),
            bars: vec![
                bar("long", Some(3.0), Some((2.0, 4.0))),
                bar("short", Some(1.0), None),
                bar("none", None, None),
            ],
        };
        let chart = Chart {
            title: "<chart>".to_owned(),
            panels: vec![panel],
        };
        let svg = chart.to_svg();
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("&lt;chart&gt;") && svg.contains("a &amp; b"));
        // The scale ends at 4.
        assert!(
            svg.contains("width=\"285.0\"") && svg.contains("width=\"95.0\""),
            "{svg}"
        );
        assert!(svg.contains(">-</text>"));
        assert_eq!(svg.matches("<rect").count(), 3, "the ground and two bars");
        assert_eq!(svg.matches("<text").count(), 8);
        // Nothing is loaded from elsewhere.
        assert_eq!(svg.matches("http").count(), 1);
    }
}
