//! Charts as SVG: self-contained, without scripts, fonts or colours from elsewhere, readable on a light and on
//! a dark page.

mod bars;
mod decades;
mod histogram;
mod pictures;
mod scatter;
mod steps;

use std::fmt::Write;

pub(crate) use bars::{Bar, Panel};
pub(crate) use decades::{Decades, Unit};
pub(crate) use histogram::Histogram;
pub(crate) use pictures::{Picture, Pictures};
pub(crate) use scatter::{Pair, Point, Scatter};
pub(crate) use steps::{Line, Steps};

/// A drawing of panels, one below the other.
#[derive(Clone, Debug)]
pub(crate) struct Chart<P> {
    /// The heading.
    pub(crate) title: String,
    /// What is drawn.
    pub(crate) panels: Vec<P>,
}

impl<P> Default for Chart<P> {
    fn default() -> Self {
        Self {
            title: String::new(),
            panels: Vec::new(),
        }
    }
}

/// Part of a chart, as wide as the chart.
pub(crate) trait Draw {
    /// How much room it takes.
    fn height(&self) -> u32;

    /// Draws it below `top`.
    fn draw(&self, top: u32, out: &mut String);
}

const WIDTH: u32 = 720;
const HEADING: u32 = 34;
/// Space around everything.
const MARGIN: u32 = 16;

/// What is another colour where pages are dark. Programs that know no style sheets draw for light ones.
const DARK: &str = "@media (prefers-color-scheme:dark){.ground{fill:#16181c}.ink{fill:#e4e6ea}\
                    .bar{fill:#77aadd}.range{stroke:#ee8866}.rule{stroke:#3a3f47}.axis{stroke:#e4e6ea}.late{stroke:#ee8866}}";

impl<P: Draw> Chart<P> {
    /// The document.
    pub(crate) fn to_svg(&self) -> String {
        let height = 2 * MARGIN + HEADING + self.panels.iter().map(Draw::height).sum::<u32>();
        let mut out = String::new();
        let title = escaped(&self.title);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<title>{title}</title>\n<style>{DARK}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" class=\"ground\" fill=\"#ffffff\"/>\n\
             <text x=\"{MARGIN}\" y=\"{}\" font-size=\"17\" class=\"ink\" fill=\"#222222\">{title}</text>",
            MARGIN + 16
        );
        let mut y = MARGIN + HEADING;
        for panel in &self.panels {
            panel.draw(y, &mut out);
            y += panel.height();
        }
        out.push_str("</svg>\n");
        out
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
pub(crate) fn escaped(text: &str) -> String {
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

/// Words at a place; `more` are attributes.
fn label((x, y): (f64, f64), more: &str, text: &str, out: &mut String) {
    let text = escaped(text);
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"ink\" fill=\"#222222\"{more}>{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::{Chart, Panel, escaped, rounded};

    #[test]
    fn an_empty_chart_is_a_document() {
        let svg = Chart::<Panel>::default().to_svg();
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
