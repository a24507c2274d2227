//! Measured encodings as a chart.

use statewalk::catalog::laboratory::{Measured, Run, RunEnd, Spread};
use statewalk::catalog::params::Params;
use statewalk::catalog::report::Trials;

use crate::encodings::as_text::heading;
use crate::headings::numbered;
use crate::svg::{Bar, Chart, Panel};

/// Bars for each run: bits a state at the peak, and the durations if they are wanted.
pub(super) fn chart(trials: &[Trials], given: &Params, timing: bool) -> Chart<Panel> {
    let mut chart = Chart::default();
    for (index, space) in trials.iter().enumerate() {
        if index == 0 {
            chart.title = format!("{}: encodings", heading(space, given));
        }
        let number = numbered(index, trials.len());
        let mut panel = |title: &str, bar: &dyn Fn(&Run) -> Option<Measurement>| {
            let bars = |measured: &Measured| {
                let name = measured.name;
                let bar = |run: &Run| Some(labelled(name, run, bar(run)?));
                measured.runs.iter().filter_map(bar).collect::<Vec<_>>()
            };
            chart.panels.push(Panel {
                title: format!("{title}{number}"),
                bars: space.encodings.iter().flat_map(bars).collect(),
            });
        };
        panel("memory at the peak, bits a state", &|run| {
            Some((run.bits_a_state(), None))
        });
        if timing {
            panel(
                "a rank or look-up, nanoseconds (median, middle half)",
                &|run| spread(run.timing.rank),
            );
            let mut runs = space.encodings.iter().flat_map(|measured| &measured.runs);
            let each = runs.any(|run| run.timing.rank_each.is_some());
            if each {
                panel(
                    "a rank of many at once, nanoseconds (median, middle half)",
                    &|run| spread(run.timing.rank_each),
                );
            }
            panel(
                "an unrank or load, nanoseconds (median, middle half)",
                &|run| spread(run.timing.unrank),
            );
            if each {
                panel(
                    "an unrank of many at once, nanoseconds (median, middle half)",
                    &|run| spread(run.timing.unrank_each),
                );
            }
            panel("the whole space, milliseconds", &|run| {
                let whole = run.end == RunEnd::Whole;
                let time = run.timing.sweep.as_secs_f64() * 1e3;
                Some((whole.then_some(time), None))
            });
        }
    }
    chart
}

/// A value, and the range of half of the measurements.
type Measurement = (Option<f64>, Option<(f64, f64)>);

/// No bar where it was not measured: sweeps on planes rank nothing.
fn spread(spread: Option<Spread>) -> Option<Measurement> {
    spread.map(|spread| (Some(spread.median), Some((spread.low, spread.high))))
}

fn labelled(name: &str, run: &Run, (value, range): Measurement) -> Bar {
    Bar {
        label: format!("{name}, {}", run.store),
        value,
        range,
    }
}
