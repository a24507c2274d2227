//! A comparison as a page that stands alone: tables, plots, and what it is repeated from. Nothing is loaded from elsewhere,
//! and nothing is run.

use std::fmt::Write;

use crate::compare::Comparison;
use crate::compare::as_text::{
    EACH, NAMES, PACE, SUMS, TIME, failures, heading, names, one, pace, sums,
};
use crate::compare::claims;
use crate::compare::plots::{Measure, cactus, scatter};
use crate::compare::tally::{Board, Tally, boards};
use crate::console;
use crate::svg::escaped;

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:15px/1.45 sans-serif;max-width:1400px;margin:2em auto;padding:0 1em;background:#ffffff;color:#222222}
table{border-collapse:collapse;margin:1em 0;font-size:13px;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
th,td{padding:.25em .6em;text-align:right;border-bottom:1px solid #dddddd;white-space:nowrap}
th.name,td.name{text-align:left}
thead th{border-bottom:2px solid #888888}
pre{padding:1em;background:#f4f4f4;white-space:pre-wrap;overflow-wrap:anywhere}
svg{max-width:100%;height:auto}
.wrong{color:#cc3311}
summary{cursor:pointer;margin:.5em 0}
@media (prefers-color-scheme:dark){body{background:#16181c;color:#e4e6ea}th,td{border-color:#3a3f47}\
pre{background:#22252b}.wrong{color:#ee8866}}";

/// The whole page.
pub(super) fn page(comparison: &Comparison<'_>) -> String {
    let boards = boards(comparison);
    let mut puzzles: Vec<_> = boards.iter().map(|board| board.puzzle).collect();
    puzzles.dedup();
    let title = escaped(&format!("Comparison: {}", puzzles.join(", ")));
    // Writing to a string does not fail.
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{title}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let line = escaped(comparison.manifest.line);
    let _ = writeln!(out, "<pre>{line}</pre>");
    let (done, planned) = (comparison.runs.done.len(), comparison.runs.planned);
    if done < planned {
        let _ = writeln!(
            out,
            "<p class=\"wrong\">Interrupted: {done} of {planned} runs.</p>"
        );
    }
    for contradiction in claims::contradictions(comparison) {
        let told = escaped(&contradiction.told());
        let _ = writeln!(out, "<p class=\"wrong\">Contradiction: {told}</p>");
    }
    for board in &boards {
        let told = escaped(&heading(board, comparison));
        let _ = writeln!(out, "<h2>{told}</h2>");
        write_board(&mut out, board, comparison.timing);
    }
    write_manifest(&mut out, comparison);
    out.push_str("</body>\n</html>\n");
    out
}

fn write_board(out: &mut String, board: &Board<'_>, timing: bool) {
    let (all, settled) = board.tallies();
    write_sums(out, board, &all, timing);
    if let Some((count, settled)) = settled.filter(|(count, _)| *count > 0) {
        let all = board.rows.len();
        let _ = writeln!(
            out,
            "<p>On the {count} of {all} questions that every combination settled:</p>"
        );
        write_sums(out, board, &settled, timing);
    }
    let failures = failures(board);
    if !failures.is_empty() {
        out.push_str("<ul class=\"wrong\">\n");
        for failure in failures {
            let _ = writeln!(out, "<li>{}</li>", escaped(&failure));
        }
        out.push_str("</ul>\n");
    }
    let measures = [Measure::Time, Measure::Expanded];
    for measure in measures
        .into_iter()
        .filter(|m| timing || *m != Measure::Time)
    {
        out.push_str(&cactus(board, measure));
    }
    let measure = if timing {
        Measure::Time
    } else {
        Measure::Expanded
    };
    if let Some(svg) = scatter(board, measure) {
        out.push_str(&svg);
    }
    write_each(out, board, timing);
}

fn write_sums(out: &mut String, board: &Board<'_>, tallies: &[Tally], timing: bool) {
    let times = |cells: Vec<String>| if timing { cells } else { Vec::new() };
    let head = [&SUMS[..], if timing { &PACE } else { &[] }].concat();
    let rows = board.offers.iter().zip(tallies);
    let rows =
        rows.map(|(offer, tally)| (names(offer), [sums(tally), times(pace(tally))].concat()));
    write_table(out, &NAMES, &head, rows);
}

/// The table of every question, folded: it may be long.
fn write_each(out: &mut String, board: &Board<'_>, timing: bool) {
    out.push_str("<details>\n<summary>Each question</summary>\n");
    let mut head = EACH.to_vec();
    head.extend(timing.then_some(TIME));
    for row in &board.rows {
        let _ = writeln!(out, "<h3>{}</h3>", escaped(&row.name));
        let cells = board.offers.iter().zip(&row.cells);
        let rows = cells.filter_map(|(offer, cell)| {
            let cell = cell.as_ref()?;
            let mut told = one(cell);
            let mut names = names(offer);
            names.push(told.remove(0));
            told.extend(timing.then(|| console::duration(cell.time)));
            Some((names, told))
        });
        write_table(out, &[&NAMES[..], &["verdict"]].concat(), &head, rows);
    }
    out.push_str("</details>\n");
}

fn write_table(
    out: &mut String,
    names: &[&str],
    numbers: &[&str],
    rows: impl Iterator<Item = (Vec<String>, Vec<String>)>,
) {
    out.push_str("<div class=\"wide\"><table>\n<thead><tr>");
    for name in names {
        let _ = write!(out, "<th class=\"name\">{name}</th>");
    }
    for name in numbers {
        let _ = write!(out, "<th>{name}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (names, numbers) in rows {
        out.push_str("<tr>");
        for name in names {
            let _ = write!(out, "<td class=\"name\">{}</td>", escaped(&name));
        }
        for number in numbers {
            let _ = write!(out, "<td>{}</td>", escaped(&number));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
}

/// What it is repeated from, as programs read it.
fn write_manifest(out: &mut String, comparison: &Comparison<'_>) {
    let manifest = serde_json::to_string_pretty(&comparison.manifest);
    let lines = manifest.unwrap_or_default();
    out.push_str("<h2>To repeat it</h2>\n<pre>");
    for line in lines.lines() {
        let _ = writeln!(out, "{}", escaped(line));
    }
    out.push_str("</pre>\n");
}
