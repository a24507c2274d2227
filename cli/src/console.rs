//! What goes to people: colours on standard output, remarks and progress on standard error.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::Duration;

use anstream::AutoStream;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use statewalk::catalog::menu::Watch;
use statewalk::cost::Cost;
use statewalk::search::Stats;

use crate::fault::Fault;

/// When output is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The colours that are used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    Green,
    Yellow,
    Red,
}

/// How the program talks to people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    pub(crate) quiet: bool,
    pub(crate) color: Color,
}

impl Console {
    /// Says something that is no answer; not if it is to be quiet.
    pub(crate) fn remark(self, text: &str) {
        if !self.quiet {
            complain(text);
        }
    }

    /// Shows lines that are no answer as they are, such as a table; not if it is to be quiet.
    pub(crate) fn aside(self, text: &str) {
        if !self.quiet {
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }

    /// Whether standard output is coloured.
    pub(crate) fn colored(self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        }
    }

    /// A watcher of a search that shows its progress on a terminal.
    pub(crate) fn progress(self) -> Progress {
        let shown = !self.quiet && io::stderr().is_terminal();
        let target = if shown {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let spinner = ProgressStyle::default_spinner();
        let style = spinner.clone().template("{spinner} {msg} {elapsed}");
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(style.unwrap_or(spinner));
        if shown {
            // The clock goes on where work has nothing to report.
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress {
            bar,
            shown,
            layers: 0,
            over: (0, 0),
        }
    }
}

/// Says why a command ended.
pub(crate) fn explain(fault: &Fault) {
    if let Fault::Said { message, hint, .. } = fault {
        complain(message);
        if let Some(hint) = hint {
            let _ = writeln!(io::stderr(), "  hint: {hint}");
        }
    }
}

/// A line on standard error; where that is closed there is nobody to tell.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "statewalk: {text}");
}

/// `text` in a colour, if `colored`.
pub(crate) fn paint(colored: bool, paint: Paint, text: &str) -> String {
    if !colored {
        return text.to_owned();
    }
    let code = match paint {
        Paint::Green => 32,
        Paint::Yellow => 33,
        Paint::Red => 31,
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}

/// Standard output behind a buffer. The caller flushes it, since errors matter.
pub(crate) fn stdout() -> impl Write {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Shows the progress of a search.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    shown: bool,
    layers: Cost,
    /// What searches that are over have expanded and stored.
    over: (u64, u64),
}

impl Progress {
    /// What was expanded and stored by all searches, the one that runs included.
    fn whole(&self, stats: &Stats) -> (u64, u64) {
        let (expanded, stored) = self.over;
        (
            expanded.saturating_add(stats.expanded),
            stored.saturating_add(stats.stored),
        )
    }
}

impl Watch for Progress {
    fn progress(&mut self, stats: &Stats) {
        if self.shown {
            let ((expanded, stored), layers) = (self.whole(stats), self.layers);
            let depth = if layers > 0 {
                format!(", depth {layers}")
            } else {
                String::new()
            };
            let text = format!("{expanded} expanded, {stored} stored{depth}");
            self.bar.set_message(text);
            self.bar.tick();
        }
    }

    fn finished(&mut self, stats: &Stats) {
        self.over = self.whole(stats);
        self.layers = 0;
        self.progress(&Stats::default());
    }

    fn phase(&mut self, name: &'static str, steps: u64) {
        if self.shown {
            let done = match steps {
                0 => name.to_owned(),
                _ => format!("{name}: {steps} steps"),
            };
            self.bar.set_message(done);
            self.bar.tick();
        }
    }

    fn layer(&mut self, depth: Cost, states: u64) {
        self.layers = depth;
        if self.shown {
            self.bar
                .set_message(format!("depth {depth}: {states} states"));
            self.bar.tick();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A duration in words.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// `count` of something, with the plural where it belongs.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{end}")
}

#[cfg(test)]
mod tests {
    use statewalk::catalog::menu::Watch;
    use statewalk::search::Stats;

    use super::{Color, Console};

    #[test]
    fn counters_add_up_over_searches() {
        let console = Console {
            quiet: true,
            color: Color::Never,
        };
        let mut progress = console.progress();
        let stats = |expanded, stored| Stats {
            expanded,
            stored,
            ..Stats::default()
        };
        progress.finished(&stats(5, 9));
        progress.finished(&stats(2, 3));
        assert_eq!(progress.whole(&stats(1, 1)), (8, 13));
    }
}
