//! Bar charts as SVG: self-contained, without scripts, fonts or colours from elsewhere.

use std::fmt::Write;

/// A drawing of panels, one below the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    /// The heading.
    pub(crate) title: String,
    /// What is drawn.
    pub(crate) panels: Vec<Panel>,
}

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

const WIDTH: u32 = 720;
/// Where bars begin.
const LEFT: u32 = 240;
/// The longest bar.
const LONGEST: f64 = 380.0;
const ROW: u32 = 22;
const HEADING: u32 = 34;
/// Space around everything.
const MARGIN: u32 = 16;

impl Chart {
    /// The document.
    pub(crate) fn to_svg(&self) -> String {
        let rows = |panel: &Panel| HEADING + ROW * u32::try_from(panel.bars.len()).unwrap_or(0);
        let height = 2 * MARGIN + HEADING + self.panels.iter().map(rows).sum::<u32>();
        let mut out = String::new();
        let title = escaped(&self.title);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <text x=\"{MARGIN}\" y=\"{}\" font-size=\"17\" fill=\"#222222\">{title}</text>",
            MARGIN + 16
        );
        let mut y = MARGIN + HEADING;
        for panel in &self.panels {
            panel.draw(y, &mut out);
            y += rows(panel);
        }
        out.push_str("</svg>\n");
        out
    }
}

impl Panel {
    fn draw(&self, top: u32, out: &mut String) {
        let title = escaped(&self.title);
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{}\" font-weight=\"bold\" fill=\"#222222\">{title}</text>",
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
            "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\" fill=\"#222222\">{label}</text>",
            LEFT - 8
        );
        let length = self.value.map_or(0.0, |value| value * scale);
        let mut end = length;
        if self.value.is_some() {
            let _ = writeln!(
                out,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"16\" fill=\"#4477aa\"/>"
            );
        }
        if let Some((low, high)) = self.range {
            let [low, high] = [low, high].map(|end| f64::from(LEFT) + end * scale);
            end = end.max(high - f64::from(LEFT));
            let _ = writeln!(
                out,
                "<path d=\"M{low:.1} {}V{}M{low:.1} {}H{high:.1}M{high:.1} {}V{}\" \
                 stroke=\"#cc3311\" fill=\"none\"/>",
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
            "<text x=\"{:.1}\" y=\"{base}\" fill=\"#222222\">{value}</text>",
            f64::from(LEFT) + end + 6.0
        );
    }
}

/// A number in three digits or more.
pub(crate) fn rounded(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// `text` between tags. What XML has no character for is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Bar, Chart, Panel, escaped, rounded};

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

    #[test]
    fn an_empty_chart_is_a_document() {
        let svg = Chart::default().to_svg();
        assert!(svg.contains("<title></title>") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn texts_and_numbers_are_safe_and_short() {
        assert_eq!(
            escaped("a<b>&\"c\"\u{1}\n"),
            "a&lt;b&gt;&amp;&quot;c&quot; "
        );
        let numbers = [0.0, 0.1234, 1.234, 12.34, 123.4, 12345.6];
        let shown = numbers.map(rounded);
        assert_eq!(shown, ["0", "0.123", "1.23", "12.3", "123", "12346"]);
    }
}
