//! Tables of macros as readable text: written, and read back.
//!
//! ```text
//! macros tiles h=2 w=3
//! macro cycle-1-2-3
//! # 1 2 3    2 3 1
//! # 4 5 _ -> 4 5 _
//!   up
//!   left
//! ```
//!
//! The first line names the puzzle and the parameters of its patterns. A macro is a line with the name of its pattern, and
//! below it its actions, one a line behind a blank. Lines that begin with `#` are remarks, among them the pictures
//! of the pattern. What a file says is believed of no macro: each is replayed.

use std::fmt::{self, Write};

use crate::catalog::params::Params;
use crate::catalog::report::Macros;
use crate::catalog::text::{END, InputError, quoted};
use crate::macro_table::Finding;
use crate::words::counted;

/// What a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroText {
    /// The puzzle.
    pub puzzle: String,
    /// The parameters of its patterns.
    pub params: Params,
    /// The macros.
    pub macros: Vec<MacroLines>,
}

/// A macro of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroLines {
    /// The name of its pattern.
    pub name: String,
    /// The line that names it, from 1.
    pub line: usize,
    /// Its actions, with their lines.
    pub actions: Vec<(usize, String)>,
}

impl MacroText {
    /// Reads a text.
    ///
    /// # Errors
    /// [`InputError`] at the first line that is none of a table of macros.
    pub fn read(text: &[u8]) -> Result<Self, InputError> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let mut read: Option<Self> = None;
        let mut number = 0;
        for line in text.split(|&byte| byte == b'\n') {
            number += 1;
            let line = line.trim_ascii_end();
            let is_action = line.first().is_some_and(u8::is_ascii_whitespace);
            let Ok(words) = std::str::from_utf8(line) else {
                return Err(fault(number, line, "text"));
            };
            let words = words.trim();
            if words.is_empty() || line.starts_with(b"#") {
                continue;
            }
            let Some(table) = &mut read else {
                read = Some(Self::begin(number, words)?);
                continue;
            };
            if is_action {
                let Some(last) = table.macros.last_mut() else {
                    let expected = "`macro` and the name of a pattern before its actions";
                    return Err(fault(number, line, expected));
                };
                last.actions.push((number, words.to_owned()));
                continue;
            }
            let name = words.strip_prefix("macro ").map(str::trim);
            let Some(name) = name.filter(|name| !name.contains(char::is_whitespace)) else {
                let expected = "`macro` and the name of a pattern, an action behind a blank, or a remark behind `#`";
                return Err(fault(number, line, expected));
            };
            table.macros.push(MacroLines {
                name: name.to_owned(),
                line: number,
                actions: Vec::new(),
            });
        }
        read.ok_or_else(|| InputError {
            line: number,
            column: 0,
            found: END.to_owned(),
            expected: HEADER.to_owned(),
        })
    }

    fn begin(number: usize, words: &str) -> Result<Self, InputError> {
        let mut rest = words.split_whitespace();
        let is_ours = rest.next() == Some("macros");
        let puzzle = rest.next().filter(|_| is_ours);
        let puzzle = puzzle.ok_or_else(|| fault(number, words.as_bytes(), HEADER))?;
        let given: Vec<_> = rest.collect();
        let params = Params::parse(&given).map_err(|error| {
            let expected = format!("parameters of the patterns ({error})");
            fault(number, words.as_bytes(), &expected)
        })?;
        Ok(Self {
            puzzle: puzzle.to_owned(),
            params,
            macros: Vec::new(),
        })
    }
}

const HEADER: &str = "`macros`, the name of a puzzle and the parameters of its patterns";

fn fault(line: usize, found: &[u8], expected: &str) -> InputError {
    InputError {
        line,
        column: 0,
        found: quoted(found),
        expected: expected.to_owned(),
    }
}

/// Writes a table as text. Reading it back gives the same macros.
///
/// # Errors
/// Those of `out`.
pub fn write(macros: &Macros, out: &mut dyn Write) -> fmt::Result {
    let total = macros.rows.len();
    let with = |kind: fn(&Finding<String>) -> bool| {
        macros.rows.iter().filter(|row| kind(&row.finding)).count()
    };
    let found = with(|finding| matches!(finding, Finding::Macro { .. }));
    let cheapest = with(|finding| matches!(finding, Finding::Macro { cheapest: true, .. }));
    let impossible = with(|finding| matches!(finding, Finding::Impossible));
    write!(
        out,
        "# {}: {found} with a macro",
        counted(total as u64, "pattern")
    )?;
    if found > 0 {
        let told = if cheapest == found {
            "replayed, and proved to be the cheapest"
        } else {
            "replayed"
        };
        write!(out, ", {told}")?;
    }
    if impossible > 0 {
        write!(out, "; {impossible} proved to have none")?;
    }
    let open = total - found - impossible;
    if open > 0 {
        write!(out, "; {open} open")?;
    }
    writeln!(
        out,
        "{}",
        if open == 0 {
            "; the table is complete"
        } else {
            ""
        }
    )?;
    write!(out, "macros {}", macros.puzzle)?;
    for (name, value) in macros.params.iter() {
        write!(out, " {name}={value}")?;
    }
    writeln!(out)?;
    for row in &macros.rows {
        let name = &row.name;
        match &row.finding {
            Finding::Macro { actions, cost, .. } => {
                writeln!(out, "\nmacro {name}")?;
                writeln!(
                    out,
                    "# {}, cost {cost}",
                    counted(actions.len() as u64, "action")
                )?;
                beside(&row.from, &row.to, out)?;
                for action in actions {
                    writeln!(out, "  {action}")?;
                }
            }
            Finding::Impossible => writeln!(out, "\n# no macro: {name}")?,
            Finding::Open(Some(limit)) => {
                writeln!(out, "\n# open: {name}, {} first", limit.was_reached())?;
            }
            Finding::Open(None) => writeln!(out, "\n# open: {name}")?,
        }
    }
    Ok(())
}

/// Two pictures side by side, as remarks.
fn beside(from: &str, to: &str, out: &mut dyn Write) -> fmt::Result {
    let (left, right): (Vec<_>, Vec<_>) = (from.lines().collect(), to.lines().collect());
    let width = left
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let lines = left.len().max(right.len());
    for index in 0..lines {
        let piece = |side: &[&str]| side.get(index).copied().unwrap_or_default().to_owned();
        let arrow = if index + 1 == lines { "->" } else { "  " };
        let line = format!("# {:width$} {arrow} {}", piece(&left), piece(&right));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MacroText, write};
    use crate::catalog::params::Params;
    use crate::catalog::report::{MacroRow, Macros};
    use crate::macro_table::Finding;
    use crate::search::Stats;
    use crate::search::limits::Limit;

    fn table() -> Macros {
        let row = |name: &str, finding| MacroRow {
            name: name.to_owned(),
            from: "1 2\n3 _\n".to_owned(),
            to: "2 3\n1 _\n".to_owned(),
            finding,
        };
        let found = Finding::Macro {
            actions: vec!["up".to_owned(), "left 2".to_owned()],
            cost: 2,
            cheapest: true,
        };
        Macros {
            puzzle: "tiles",
            params: Params::parse(&["w=2", "h=2"]).unwrap(),
            rows: vec![
                row("cycle", found),
                row("swap", Finding::Impossible),
                row("far", Finding::Open(Some(Limit::Time))),
            ],
            stats: Stats::default(),
        }
    }

    const TEXT: &str = "\
# 3 patterns: 1 with a macro, replayed, and proved to be the cheapest; 1 proved to have none; 1 open
macros tiles h=2 w=2

macro cycle
# 2 actions, cost 2
# 1 2    2 3
# 3 _ -> 1 _
  up
  left 2

# no macro: swap

# open: far, the time limit was reached first
";

    #[test]
    fn what_is_written_is_read_back() {
        let mut text = String::new();
        write(&table(), &mut text).unwrap();
        assert_eq!(text, TEXT);
        for text in [
            text.clone(),
            text.replace('\n', "\r\n"),
            format!("\u{feff}{text}"),
        ] {
            let read = MacroText::read(text.as_bytes()).unwrap();
            assert_eq!(
                (read.puzzle.as_str(), &read.params),
                ("tiles", &table().params)
            );
            let macros: Vec<_> = read
                .macros
                .iter()
                .map(|m| (m.name.as_str(), m.line))
                .collect();
            assert_eq!(macros, [("cycle", 4)]);
            let lines = [(8, "up".to_owned()), (9, "left 2".to_owned())];
            assert_eq!(read.macros[0].actions, lines);
        }
    }

    #[test]
    fn what_is_no_table_is_told_with_its_line() {
        for (text, line, words) in [
            ("", 1, "found the end of the input, expected `macros`"),
            ("# only a remark\n", 2, "found the end of the input"),
            ("1 2 3\n", 1, "found `1 2 3`, expected `macros`"),
            ("macros\n", 1, "found `macros`, expected `macros`, the name"),
            ("macros tiles w\n", 1, "key=value"),
            ("macros tiles\n up\n", 2, "found ` up`, expected `macro`"),
            ("macros tiles\nmacro a b\n", 2, "found `macro a b`"),
            ("macros tiles\nmacro\n", 2, "found `macro`"),
            ("macros tiles\nmacro a\nup\n", 3, "found `up`"),
        ] {
            let error = MacroText::read(text.as_bytes()).unwrap_err();
            assert_eq!(error.line, line, "{text:?}: {error}");
            assert!(error.to_string().contains(words), "{text:?}: {error}");
        }
        let error = MacroText::read(b"macros tiles\nmacro a\n \xff\n").unwrap_err();
        assert_eq!((error.line, error.expected.as_str()), (3, "text"));
    }
}
