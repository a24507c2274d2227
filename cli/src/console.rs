//! What goes to people: colours on standard output, remarks and progress on standard error.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstream::AutoStream;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use statewalk::catalog::forecast::{Forecast, Sample};
use statewalk::catalog::menu::{Resumed, Watch};
use statewalk::cost::Cost;
use statewalk::memory::in_units;
use statewalk::search::Stats;
use statewalk::words::counted;

use crate::fault::Fault;
use crate::program::renamed_commands;

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
    /// The name of the program, before what it says.
    pub(crate) program: &'static str,
    pub(crate) quiet: bool,
    pub(crate) color: Color,
}

impl Console {
    /// Says something that is no answer; not if it is to be quiet.
    pub(crate) fn remark(self, text: &str) {
        if !self.quiet {
            complain(self.program, text);
        }
    }

    /// Says what is wrong, also if it is to be quiet, where the command goes on.
    pub(crate) fn error(self, text: &str) {
        complain(self.program, text);
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
            console: self,
            bar,
            shown,
            layers: 0,
            best: None,
            told: None,
            over: (0, 0),
            ranks: None,
            expected: None,
            begun: Instant::now(),
        }
    }
}

/// Says why a command ended.
pub(crate) fn explain(program: &str, fault: &Fault) {
    if let Fault::Said { message, hint, .. } = fault {
        complain(program, message);
        if let Some(hint) = hint {
            let hint = renamed_commands(hint, program);
            let _ = writeln!(io::stderr(), "  hint: {hint}");
        }
    }
}

/// A line on standard error; where that is closed there is nobody to tell.
fn complain(program: &str, text: &str) {
    let _ = writeln!(io::stderr(), "{program}: {text}");
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

/// Plans that get better are told no sooner after each other: at first there may be thousands.
const PAUSE: Duration = Duration::from_millis(200);

/// Shows the progress of a search.
#[derive(Debug)]
pub(crate) struct Progress {
    console: Console,
    bar: ProgressBar,
    shown: bool,
    layers: Cost,
    /// What the best plan costs that the search has found so far.
    best: Option<Cost>,
    /// When a plan was told last that may not be the best yet.
    told: Option<Instant>,
    /// What searches that are over have expanded and stored.
    over: (u64, u64),
    /// The size of the space that is explored, where it is known.
    ranks: Option<u64>,
    /// How long that takes, where it was forecast.
    expected: Option<Duration>,
    /// When its exploration began.
    begun: Instant,
}

impl Progress {
    /// Shows how far work is that no search reports.
    pub(crate) fn say(&self, text: String) {
        if self.shown {
            self.bar.set_message(text);
        }
    }

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
            let course = self.ranks.map_or_else(String::new, |ranks| {
                let course = course(stats.stored, ranks, self.begun.elapsed(), self.expected);
                format!("{course}, ")
            });
            let best = self
                .best
                .map_or_else(String::new, |cost| format!(", best plan {cost}"));
            let text = format!("{course}{expanded} expanded, {stored} stored{depth}{best}");
            self.bar.set_message(text);
            self.bar.tick();
        }
    }

    fn forecast(&mut self, forecast: &Forecast) {
        self.ranks = forecast.ranks;
        self.expected = forecast.time();
        self.begun = Instant::now();
        if self.shown {
            let told = describe(forecast, true).join(", ");
            let console = self.console;
            self.bar
                .suspend(|| console.remark(&format!("forecast: {told}")));
        }
    }

    fn resumed(&mut self, from: Resumed) {
        let states = counted(from.states, "state");
        let told = format!("going on from depth {}, {states} so far", from.depth);
        let console = self.console;
        self.bar.suspend(|| console.remark(&told));
    }

    fn is_shown(&self) -> bool {
        self.shown
    }

    fn finished(&mut self, stats: &Stats) {
        self.over = self.whole(stats);
        (self.layers, self.best, self.told) = (0, None, None);
        self.progress(&Stats::default());
    }

    fn better(&mut self, cost: Cost, _: &Stats) {
        self.best = Some(cost);
        // A terminal shows it with the progress.
        let is_due = self.told.is_none_or(|told| told.elapsed() >= PAUSE);
        if !self.shown && is_due {
            self.told = Some(Instant::now());
            self.console
                .remark(&format!("found a plan of cost {cost}, the best so far"));
        }
    }

    fn phase(&mut self, name: &'static str, steps: u64) {
        if self.shown {
            let done = match steps {
                0 => name.to_owned(),
                _ => format!("{name}: {}", counted(steps, "step")),
            };
            self.bar.set_message(done);
            self.bar.tick();
        }
    }

    fn layer(&mut self, depth: Cost, states: u64) {
        self.layers = depth;
        if self.shown {
            self.bar
                .set_message(format!("depth {depth}: {}", counted(states, "state")));
            self.bar.tick();
        }
    }
}

/// Until so many thousandths of a space are stored, its rate tells little: small layers are slow for their states.
const EARLY: u128 = 50;

/// How far an exploration is: its share of a space, its rate, and the time that the rest would take if all of it were
/// reached. That is what it takes at the rate so far; early on, no more than what was expected of the whole.
fn course(stored: u64, ranks: u64, elapsed: Duration, expected: Option<Duration>) -> String {
    let share = u128::from(stored) * 1000 / u128::from(ranks.max(1));
    let rate = u128::from(stored) * 1_000_000_000 / elapsed.as_nanos().max(1);
    let left = u128::from(ranks.saturating_sub(stored)) * 1000 / rate.max(1);
    let left = Duration::from_millis(u64::try_from(left).unwrap_or(u64::MAX));
    let early = expected.filter(|_| share < EARLY);
    let left = early.map_or(left, |whole| left.min(whole));
    let (whole, tenth) = (share / 10, share % 10);
    format!(
        "{whole}.{tenth} % of {}, {rate} states/s, about {} to go",
        counted(ranks, "rank"),
        duration(left)
    )
}

/// A forecast in words, without what was measured unless `timing` is wanted.
pub(crate) fn describe(forecast: &Forecast, timing: bool) -> Vec<String> {
    let amount = |bytes: u64| format!("{} ({})", counted(bytes, "byte"), in_units(bytes.into()));
    let mut told = Vec::new();
    match (forecast.ranks, forecast.least, forecast.most) {
        (Some(ranks), least, most) => {
            told.push(counted(ranks, "rank"));
            let some = if most.is_some() { "" } else { "at least " };
            told.extend(least.map(|least| format!("{some}{} of memory to begin", amount(least))));
            let most = most.filter(|_| most > least);
            told.extend(most.map(|most| format!("{} of memory at most", amount(most))));
        }
        _ => told.push("size and memory are not known beforehand".to_owned()),
    }
    let disk = forecast.disk;
    told.extend(disk.map(|disk| format!("checkpoints take at most {} of disk", amount(disk))));
    told.extend(timed(forecast).filter(|_| timing));
    told
}

/// The time that was measured for a forecast, in words.
pub(crate) fn timed(forecast: &Forecast) -> Option<String> {
    let (time, rate) = (duration(forecast.time()?), forecast.rate?);
    let states = counted(rate.states, "state");
    let about = format!("about {time} on one thread");
    Some(match rate.sample {
        Sample::Spread => {
            format!("{about} if every rank is reached (measured on {states})")
        }
        Sample::Chunks { layers } => format!(
            "{about} if every rank is reached, over some {} (measured on chunks of planes)",
            counted(layers, "layer")
        ),
        Sample::Whole => format!("{about} (the whole space was swept to measure it: {states})"),
    })
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A duration in words.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (minutes, rest) = (time.as_secs() / 60, time.as_secs() % 60);
    if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else if minutes < 2 {
        format!("{seconds:.2} s")
    } else if minutes < 120 {
        format!("{minutes} min {rest} s")
    } else {
        format!("{} h {} min", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use statewalk::catalog::menu::Watch;
    use statewalk::search::Stats;

    use super::{Color, Console, course, duration};

    #[test]
    fn the_course_of_an_exploration_is_in_proportion() {
        let seconds = Duration::from_secs;
        let told = course(250, 1000, seconds(5), None);
        assert_eq!(
            told,
            "25.0 % of 1000 ranks, 50 states/s, about 15.00 s to go"
        );
        // The first layers of a large space tell nothing of the others.
        let told = course(2, 239_500_800, seconds(1), Some(seconds(2)));
        assert!(told.ends_with("2 states/s, about 2.00 s to go"), "{told}");
        let told = course(750, 1000, seconds(6), Some(seconds(7)));
        assert!(told.ends_with("about 2.00 s to go"), "{told}");
        // Slower than expected.
        let told = course(100, 1000, seconds(6), Some(seconds(3)));
        assert!(told.ends_with("about 56.25 s to go"), "{told}");
        assert!(course(0, 0, Duration::ZERO, None).starts_with("0.0 % of 0 ranks"));
    }

    #[test]
    fn durations_are_in_units_that_people_use() {
        for (millis, words) in [
            (12, "12.0 ms"),
            (1_500, "1.50 s"),
            (119_990, "119.99 s"),
            (120_000, "2 min 0 s"),
            (7_199_999, "119 min 59 s"),
            (25_890_650, "7 h 11 min"),
        ] {
            assert_eq!(duration(Duration::from_millis(millis)), words);
        }
    }

    #[test]
    fn counters_add_up_over_searches() {
        let console = Console {
            program: "p",
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
