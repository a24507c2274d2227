//! How many there are of each of 0, 1, 2, ..., as columns side by side.

use std::fmt::Write;

use crate::svg::{Draw, HEADING, MARGIN, WIDTH, label};

/// Columns over the whole numbers from 0 on. Where counts differ a thousandfold the scale is logarithmic.
#[derive(Clone, Debug)]
pub(crate) struct Histogram {
    /// What it is of.
    pub(crate) title: String,
    /// What is numbered.
    pub(crate) across: String,
    /// What is counted.
    pub(crate) up: String,
    /// The counts, in their order.
    pub(crate) counts: Vec<u64>,
}

/// Where columns begin, right of the numbers of the scale.
const LEFT: u32 = 96;
/// The room for columns.
const ACROSS: u32 = WIDTH - LEFT - MARGIN;
const UP: u32 = 260;
/// The numbers below the columns, and what they number.
const FOOT: u32 = 56;
/// More columns than this are drawn together.
const MOST: usize = 2 * ACROSS as usize;
/// Counts that differ so many times need a logarithmic scale.
const STEEP: u64 = 1000;
/// Where a logarithmic scale begins, so that a column of 1 is seen: below 10 to the 0.
const BELOW: f64 = 0.3;

/// How high a count is drawn, as a part of [`UP`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    Linear(f64),
    /// So many decades.
    Logarithmic(f64),
}

impl Scale {
    fn of(counts: &[u64]) -> Self {
        let seen = || counts.iter().copied().filter(|&count| count > 0);
        let (least, most) = (seen().min().unwrap_or(1), seen().max().unwrap_or(1));
        if most / least >= STEEP {
            Self::Logarithmic(real(most).log10())
        } else {
            Self::Linear(real(most))
        }
    }

    fn height(self, count: u64) -> f64 {
        let part = match self {
            _ if count == 0 => 0.0,
            Self::Linear(most) => real(count) / most,
            Self::Logarithmic(decades) => (real(count).log10() + BELOW) / (decades + BELOW),
        };
        part * f64::from(UP)
    }

    /// The numbers that stand beside it.
    fn marks(self, most: u64) -> Vec<u64> {
        match self {
            Self::Linear(_) => steps(most, 6).collect(),
            Self::Logarithmic(_) => {
                let powers = (0..=19).map_while(|power| 10u64.checked_pow(power));
                let powers: Vec<u64> = powers.take_while(|&power| power <= most).collect();
                let every = powers.len().div_ceil(8).max(1);
                powers.into_iter().step_by(every).collect()
            }
        }
    }
}

/// Round numbers from 0 to `most`, about so many.
pub(super) fn steps(most: u64, wanted: u64) -> impl Iterator<Item = u64> {
    let least = most.div_ceil(wanted).max(1);
    let decades = (0..20).map_while(|power| 10u64.checked_pow(power));
    let round = decades.flat_map(|ten| [1, 2, 5].map(|digit| ten.saturating_mul(digit)));
    let step = { round }.find(|&step| step >= least).unwrap_or(least);
    (0..=most / step).map(move |index| index * step)
}

/// Where columns stand.
struct Frame {
    bottom: f64,
    /// The width of a column.
    width: f64,
    /// How many counts a column is of.
    size: u64,
    scale: Scale,
}

impl Frame {
    /// The left end of a column.
    fn x(&self, column: u64) -> f64 {
        f64::from(LEFT) + real(column) * self.width
    }

    /// The upper end of a column.
    fn y(&self, count: u64) -> f64 {
        self.bottom - self.scale.height(count)
    }
}

#[expect(clippy::cast_precision_loss, reason = "it becomes a height of pixels")]
fn real(count: u64) -> f64 {
    count as f64
}

/// A number with spaces between thousands.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// The largest of each group of so many: a peak stays a peak.
fn grouped(counts: &[u64], size: usize) -> Vec<u64> {
    let groups = counts.chunks(size);
    groups
        .map(|group| group.iter().max().copied().unwrap_or(0))
        .collect()
}

impl Draw for Histogram {
    fn height(&self) -> u32 {
        HEADING + UP + FOOT
    }

    fn draw(&self, top: u32, out: &mut String) {
        let size = self.counts.len().div_ceil(MOST).max(1);
        let counts = grouped(&self.counts, size);
        let frame = Frame {
            bottom: f64::from(top + HEADING + UP),
            width: f64::from(ACROSS) / real(counts.len().max(1) as u64),
            size: size as u64,
            scale: Scale::of(&counts),
        };
        let title = (f64::from(MARGIN), f64::from(top + HEADING) - 14.0);
        label(title, " font-weight=\"bold\"", &self.title, out);
        self.draw_numbers(&frame, out);
        draw_scale(&frame, &self.up, counts.iter().max().copied(), out);
        draw_columns(&frame, &counts, out);
        let (left, bottom) = (LEFT, frame.bottom);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {bottom:.1}h{ACROSS}\" class=\"axis\" stroke=\"#222222\"/>"
        );
    }
}

impl Histogram {
    /// What stands below the columns.
    fn draw_numbers(&self, frame: &Frame, out: &mut String) {
        let last = self.counts.len().saturating_sub(1) as u64;
        for number in steps(last, 12) {
            let x = frame.x(number / frame.size) + frame.width / 2.0;
            label((x, frame.bottom + 18.0), SMALL, &spaced(number), out);
        }
        let across = match frame.size {
            1 => self.across.clone(),
            size => format!("{} (a column is the largest of {size})", self.across),
        };
        let half = f64::from(LEFT) + f64::from(ACROSS) / 2.0;
        let more = " text-anchor=\"middle\"";
        label((half, frame.bottom + 40.0), more, &across, out);
    }
}

const SMALL: &str = " font-size=\"11\" text-anchor=\"middle\"";

/// What stands left of the columns, and the lines from there on.
fn draw_scale(frame: &Frame, up: &str, most: Option<u64>, out: &mut String) {
    let up = match frame.scale {
        Scale::Linear(_) => up.to_owned(),
        Scale::Logarithmic(_) => format!("{up} (logarithmic)"),
    };
    let (x, y) = (f64::from(MARGIN) + 2.0, frame.bottom - f64::from(UP) / 2.0);
    let turned = format!(" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\"");
    label((x, y), &turned, &up, out);
    let (left, small) = (LEFT, " font-size=\"11\" text-anchor=\"end\"");
    for mark in frame.scale.marks(most.unwrap_or(0)) {
        let y = frame.y(mark);
        let end = (f64::from(left) - 8.0, y + 4.0);
        label(end, small, &spaced(mark), out);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {y:.1}h{ACROSS}\" class=\"rule\" stroke=\"#dddddd\"/>"
        );
    }
}

/// Each column tells its count to who points at it.
fn draw_columns(frame: &Frame, counts: &[u64], out: &mut String) {
    let gap = if frame.width >= 4.0 { 1.0 } else { 0.0 };
    for (column, &count) in (0..).zip(counts).filter(|&(_, &count)| count > 0) {
        let _ = writeln!(
            out,
            "<rect x=\"{:.2}\" y=\"{:.1}\" width=\"{:.2}\" height=\"{:.1}\" class=\"bar\" \
             fill=\"#4477aa\"><title>{}: {}</title></rect>",
            frame.x(column) + gap / 2.0,
            frame.y(count),
            frame.width - gap,
            frame.scale.height(count),
            spaced(column * frame.size),
            spaced(count)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Histogram, MOST, Scale, UP, grouped, spaced, steps};
    use crate::svg::Chart;

    fn drawn(counts: &[u64]) -> String {
        let panel = Histogram {
            title: "from <here>".to_owned(),
            across: "depth".to_owned(),
            up: "states".to_owned(),
            counts: counts.to_vec(),
        };
        let chart = Chart {
            title: "ring".to_owned(),
            panels: vec![panel],
        };
        chart.to_svg()
    }

    #[test]
    fn columns_are_as_high_as_their_counts() {
        let svg = drawn(&[1, 4, 0, 2]);
        let heights: Vec<_> = svg.split(" height=\"").skip(3).collect();
        let heights = heights.iter().map(|rest| rest.split('"').next().unwrap());
        assert_eq!(heights.collect::<Vec<_>>(), ["65.0", "260.0", "130.0"]);
        assert!(svg.contains("<title>1: 4</title>") && svg.contains("from &lt;here&gt;"));
        assert!(svg.contains(">states</text>") && svg.contains(">depth</text>"));
        // All columns stand on one line, inside the drawing.
        let bottom = 16 + 34 + 34 + UP;
        assert!(svg.contains(&format!("M96 {bottom}.0h608")), "{svg}");
        assert_eq!(svg.matches("http").count(), 1, "nothing is loaded");
    }

    #[test]
    fn steep_counts_are_drawn_by_decades() {
        let svg = drawn(&[1, 1000, 1_000_000]);
        assert!(svg.contains("states (logarithmic)"));
        assert!(svg.contains(">1\u{202f}000\u{202f}000</text>"));
        let scale = Scale::of(&[1, 1000, 1_000_000]);
        let heights = [1, 1000, 1_000_000].map(|count| scale.height(count));
        assert!(heights[0] > 5.0, "one state is seen");
        let steps = [heights[1] - heights[0], heights[2] - heights[1]];
        assert!((steps[0] - steps[1]).abs() < 1e-9, "decades are equal");
        assert!((heights[2] - f64::from(UP)).abs() < 1e-9);
        assert!(scale.height(0).abs() < 1e-9);
        assert_eq!(scale.marks(2000), [1, 10, 100, 1000]);
        let most = Scale::of(&[1, u64::MAX]).marks(u64::MAX);
        assert_eq!(most[..3], [1, 1000, 1_000_000]);
        assert!(Scale::of(&[2, 1999]) == Scale::Linear(1999.0));
    }

    #[test]
    fn many_columns_are_drawn_together() {
        let mut counts = vec![1; 3 * MOST];
        counts[4] = 9;
        let svg = drawn(&counts);
        assert!(svg.contains("depth (a column is the largest of 3)"));
        assert_eq!(svg.matches("class=\"bar\"").count(), MOST);
        assert!(svg.contains("<title>3: 9</title>"));
        assert_eq!(grouped(&[1, 5, 2, 3], 3), [5, 3]);
    }

    #[test]
    fn marks_are_round_and_few() {
        assert_eq!(
            steps(31, 12).collect::<Vec<_>>(),
            [0, 5, 10, 15, 20, 25, 30]
        );
        assert_eq!(steps(3, 12).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(steps(0, 12).collect::<Vec<_>>(), [0]);
        assert!(steps(u64::MAX, 6).count() <= 7);
        assert_eq!(spaced(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!([spaced(0), spaced(999)], ["0", "999"]);
    }

    #[test]
    fn nothing_is_an_empty_frame() {
        let svg = drawn(&[]);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
    }
}
