//! A space that was enumerated, as text for people.

use std::io::Write;

use statewalk::catalog::params::Params;
use statewalk::catalog::report::Exploration;
use statewalk::words::counted;

use crate::columns::aligned;
use crate::explore::{deepest, drawn, stopped, total, toward};
use crate::fault::Outcome;
use crate::headings;

/// One table a space, and pictures of states below it.
pub(super) fn write(out: &mut impl Write, explored: &[Exploration], given: &Params) -> Outcome<()> {
    let given = headings::given(given);
    for (index, space) in explored.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let number = headings::numbered(index, explored.len());
        let toward = toward(space.direction);
        writeln!(
            out,
            "# {}{given}{number}, explored on {}, depths {toward} {}",
            space.puzzle, space.store, space.origin
        )?;
        out.write_all(profile(space).as_bytes())?;
        let depth = space.profile.len().saturating_sub(1);
        let states = counted(total(space), "state");
        if let Some(limit) = space.limit {
            let why = stopped(space, limit);
            writeln!(out, "not the whole space: {why}; {states} in whole layers")?;
        } else {
            writeln!(out, "{states}, the deepest at depth {depth}")?;
        }
        if let Some(told) = deepest(space) {
            writeln!(out, "{told}:")?;
        }
        for picture in &space.deepest {
            draw(out, picture)?;
        }
        write_maxima(out, space)?;
    }
    Ok(())
}

/// The numbers of states at each depth, and of local maxima if they are known.
fn profile(space: &Exploration) -> String {
    let maxima = space.maxima.as_ref().and_then(|told| told.as_ref().ok());
    let mut rows = vec![vec!["depth".to_owned(), "states".to_owned()]];
    rows[0].extend(maxima.map(|_| "local maxima".to_owned()));
    for (depth, count) in space.profile.iter().enumerate() {
        let mut row = vec![depth.to_string(), count.to_string()];
        let maxima = maxima.and_then(|maxima| maxima.profile.get(depth));
        row.extend(maxima.map(u64::to_string));
        rows.push(row);
    }
    aligned(&rows, 0)
}

/// How many local maxima there are, and the first of them.
fn write_maxima(out: &mut impl Write, space: &Exploration) -> Outcome<()> {
    match &space.maxima {
        None => {}
        Some(Err(limit)) => writeln!(out, "local maxima are not known: {}", limit.was_reached())?,
        Some(Ok(maxima)) => {
            writeln!(out, "{}", drawn(maxima))?;
            for (picture, depth) in &maxima.first {
                write!(out, "\nat depth {depth}:")?;
                draw(out, picture)?;
            }
        }
    }
    Ok(())
}

fn draw(out: &mut impl Write, picture: &str) -> Outcome<()> {
    writeln!(out)?;
    for line in picture.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
