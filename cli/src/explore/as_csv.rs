//! A space that was enumerated, as comma-separated values for programs.

use std::io::Write;

use statewalk::catalog::report::Exploration;

use crate::fault::Outcome;

/// What the lines tell beside the layers.
#[derive(Clone, Copy, Debug)]
pub(super) struct More {
    /// Local maxima were asked for: they have a column.
    pub(super) maxima: bool,
    /// States were asked for: they have lines of their own, and all lines say what they are of.
    pub(super) states: bool,
}

/// A line for each layer, then one for each state that is to be drawn. Numbers of states stand on the lines of layers
/// alone, so that they add up.
pub(super) fn write(out: &mut impl Write, explored: &[Exploration], more: More) -> Outcome<()> {
    let maxima = if more.maxima { ",local_maxima" } else { "" };
    let states = if more.states { ",kind,state" } else { "" };
    writeln!(out, "space,depth,states,direction{maxima}{states}")?;
    // The cells that are there on every line, or on none.
    let none = if more.maxima { "," } else { "" };
    let layer = if more.states { ",layer," } else { "" };
    for (space, number) in explored.iter().zip(1..) {
        let direction = space.direction.word();
        let known = space.maxima.as_ref().and_then(|told| told.as_ref().ok());
        for (depth, count) in space.profile.iter().enumerate() {
            write!(out, "{number},{depth},{count},{direction}")?;
            match known.and_then(|maxima| maxima.profile.get(depth)) {
                Some(maxima) => write!(out, ",{maxima}")?,
                None => write!(out, "{none}")?,
            }
            writeln!(out, "{layer}")?;
        }
        if !more.states {
            continue;
        }
        let deepest = space.profile.len().saturating_sub(1) as u64;
        for state in &space.deepest {
            let state = quoted(state);
            writeln!(out, "{number},{deepest},,{direction}{none},deepest,{state}")?;
        }
        for (state, depth) in known.iter().flat_map(|maxima| &maxima.first) {
            let state = quoted(state);
            writeln!(
                out,
                "{number},{depth},,{direction}{none},local_maximum,{state}"
            )?;
        }
    }
    Ok(())
}

/// A picture as one cell, whatever stands in it (RFC 4180).
fn quoted(picture: &str) -> String {
    let lines = picture.trim_end_matches('\n');
    format!("\"{}\"", lines.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn pictures_are_cells() {
        assert_eq!(quoted("1 2\n_ 3\n"), "\"1 2\n_ 3\"");
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }
}
