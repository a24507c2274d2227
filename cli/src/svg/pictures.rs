//! Pictures of text, as many side by side as there is room for.

use crate::svg::{Draw, HEADING, MARGIN, WIDTH, label};

/// Pictures under a title, in letters of one width.
#[derive(Clone, Debug)]
pub(crate) struct Pictures {
    /// What they are of.
    pub(crate) title: String,
    /// What is drawn, in its order.
    pub(crate) pictures: Vec<Picture>,
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// What stands above it; nothing if that is empty.
    pub(crate) caption: String,
    /// Its lines.
    pub(crate) text: String,
}

/// The size of letters, unless a picture is too wide for them, and the size that can still be read.
const LARGEST: f64 = 13.0;
const LEAST: f64 = 4.0;

/// How wide a letter is, and how far a line is from the next, by its size. Letters of one width are 0.6 wide in most
/// fonts.
const LETTER: f64 = 0.62;
const LINE: f64 = 1.25;

/// More lines than this are not drawn.
const MOST_LINES: usize = 500;

/// Between pictures.
const GAP: f64 = 24.0;

/// What stands in the place of a picture that is too large.
const TOO_LARGE: &str = "too large to be drawn here";

/// A picture with its place: the upper left corner, from that of the panel.
struct Placed<'a> {
    caption: &'a str,
    lines: Vec<&'a str>,
    letters: f64,
    x: f64,
    y: f64,
}

impl Placed<'_> {
    fn width(&self) -> f64 {
        let wide = |line: &str, size: f64| real(line.chars().count()) * size * LETTER;
        let lines = self.lines.iter().map(|line| wide(line, self.letters));
        lines.fold(wide(self.caption, LARGEST), f64::max)
    }

    fn height(&self) -> f64 {
        let captions = usize::from(!self.caption.is_empty());
        real(captions) * LARGEST * LINE + real(self.lines.len()) * self.letters * LINE
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "it becomes a place in a drawing"
)]
fn real(count: usize) -> f64 {
    count as f64
}

impl Pictures {
    /// The pictures with their places, and where the last of them ends.
    fn placed(&self) -> (Vec<Placed<'_>>, f64) {
        let (left, right) = (f64::from(MARGIN), f64::from(WIDTH - MARGIN));
        let (mut x, mut y, mut bottom) = (left, f64::from(HEADING), f64::from(HEADING));
        let mut all = Vec::new();
        for picture in &self.pictures {
            let mut lines: Vec<_> = picture.text.lines().collect();
            let widest = lines.iter().map(|line| line.chars().count()).max();
            let fitting = (right - left) / (real(widest.unwrap_or(0).max(1)) * LETTER);
            let mut letters = fitting.min(LARGEST);
            if letters < LEAST || lines.len() > MOST_LINES {
                (lines, letters) = (vec![TOO_LARGE], LARGEST);
            }
            let caption = &picture.caption;
            let mut placed = Placed {
                caption,
                lines,
                letters,
                x,
                y,
            };
            let width = placed.width();
            if x > left && x + width > right {
                (x, y) = (left, bottom);
                (placed.x, placed.y) = (x, y);
            }
            x += width + GAP;
            bottom = bottom.max(y + placed.height() + GAP);
            all.push(placed);
        }
        (all, bottom)
    }
}

impl Draw for Pictures {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pictures have few lines"
    )]
    fn height(&self) -> u32 {
        self.placed().1.ceil() as u32
    }

    fn draw(&self, top: u32, out: &mut String) {
        let top = f64::from(top);
        let title = (f64::from(MARGIN), top + f64::from(HEADING) - 14.0);
        label(title, " font-weight=\"bold\"", &self.title, out);
        for placed in self.placed().0 {
            let Placed { x, y, letters, .. } = placed;
            let mut y = top + y;
            if !placed.caption.is_empty() {
                label((x, y + LARGEST), "", placed.caption, out);
                y += LARGEST * LINE;
            }
            let letter = format!(
                " font-family=\"monospace\" font-size=\"{letters:.1}\" xml:space=\"preserve\""
            );
            for line in placed.lines {
                label((x, y + letters), &letter, line, out);
                y += letters * LINE;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Picture, Pictures, TOO_LARGE};
    use crate::svg::{Chart, Draw};

    fn pictures(texts: &[&str]) -> Pictures {
        let picture = |text: &&str| Picture {
            caption: "at <3>".to_owned(),
            text: (*text).to_owned(),
        };
        Pictures {
            title: "deepest".to_owned(),
            pictures: texts.iter().map(picture).collect(),
        }
    }

    /// The left ends of the lines that hold `part`, and where they stand, in tenths.
    fn places(svg: &str, part: &str) -> Vec<(u32, u32)> {
        let number = |line: &str, name: &str| {
            let rest = line.split_once(&format!(" {name}=\"")).unwrap().1;
            let digits = rest.split('"').next().unwrap().replace('.', "");
            digits.parse::<u32>().unwrap()
        };
        let lines = svg.lines().filter(|line| line.contains(part));
        lines
            .map(|line| (number(line, "x"), number(line, "y")))
            .collect()
    }

    fn drawn(pictures: Pictures) -> String {
        let chart = Chart {
            title: String::new(),
            panels: vec![pictures],
        };
        chart.to_svg()
    }

    #[test]
    fn pictures_stand_side_by_side_until_there_is_no_room() {
        let wide = "x".repeat(50);
        let panel = pictures(&["1 2\n_ <", "3  4\n5 6", &wide, &wide]);
        let height = panel.height();
        let svg = drawn(panel);
        assert!(svg.contains(">deepest<") && svg.contains(">_ &lt;<") && svg.contains(">3  4<"));
        assert_eq!(svg.matches("at &lt;3&gt;").count(), 4);
        let [first, second, third] = ["1 2", "3  4", "5 6"].map(|part| places(&svg, part)[0]);
        assert!(
            first.1 == second.1 && first.0 < second.0,
            "{first:?} {second:?}"
        );
        assert!(second.0 == third.0 && second.1 < third.1);
        let [one, other] = [places(&svg, &wide)[0], places(&svg, &wide)[1]];
        assert!(
            one.1 == first.1 && other.1 > third.1 && other.0 == 160,
            "{other:?}"
        );
        // All of it lies in the panel.
        assert!(other.1 < 10 * (16 + 34 + height));
    }

    #[test]
    fn letters_are_small_where_lines_are_long() {
        let long = "y".repeat(150);
        let svg = drawn(pictures(&[&long]));
        assert!(svg.contains("font-size=\"7.4\""), "{svg}");
        let (longest, many) = ("Z".repeat(1000), "Z\n".repeat(501));
        let svg = drawn(pictures(&[&longest, &many]));
        assert_eq!(
            (svg.matches(TOO_LARGE).count(), svg.matches('Z').count()),
            (2, 0)
        );
    }

    #[test]
    fn nothing_is_a_title() {
        let svg = drawn(pictures(&[]));
        assert!(svg.contains(">deepest<") && !svg.contains("NaN"));
        assert!(!drawn(pictures(&[""])).contains("inf"));
    }
}
