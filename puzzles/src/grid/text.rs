//! Files: a map, a scenario on it, or both one after the other.

use statewalk::catalog::companion::Companion;
use statewalk::catalog::kept::Kept;
use statewalk::catalog::params::{Param, ParamError, Params};
use statewalk::catalog::puzzle::{Ask, Group, Problem, Question, ReadError};
use statewalk::catalog::text::lines::{Line, Lines};
use statewalk::catalog::text::{InputError, first_line};
use statewalk::goal::Exactly;
use statewalk::search::limits::{Limit, Limits, Pace};
use statewalk::words::counted;

use crate::grid::GridPuzzle;
use crate::grid::map::{Map, Terrain};
use crate::grid::rules::{Cell, Grid, Steps};

/// The words of a line of a scenario.
const FIELDS: usize = 9;

/// Lines that are read between two looks at the clock.
const PATIENCE: u32 = 1 << 12;

const BEGINNING: &str = "`type octile` (a map) or `version 1` (a scenario)";

/// Where a question on a map alone begins.
pub(super) const FROM: Param = Param {
    name: "from",
    meaning: "on a map without a scenario: where to begin, as column,row from 0",
    default: "of the scenario",
};

/// Where it ends.
pub(super) const TO: Param = Param {
    name: "to",
    meaning: "on a map without a scenario: where to go, as column,row from 0",
    default: "of the scenario",
};

/// The file with the map of a scenario.
pub(super) const MAP: Param = Param {
    name: "map",
    meaning: "the file with the map of a scenario",
    default: "looked for by the name that the scenario gives",
};

type Questions = Vec<Question<Cell, Exactly<Cell>>>;

/// Whether `text` begins as a map or a scenario does.
pub(super) fn sniff(text: &[u8]) -> bool {
    let line = first_line(text);
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    match (words.next(), words.next(), words.next()) {
        (Some(b"type"), Some(b"octile"), None) => true,
        (Some(b"version"), Some(number), None) => is_version_1(number),
        _ => false,
    }
}

/// Whether a word is 1, 1.0 or the like.
fn is_version_1(word: &[u8]) -> bool {
    let zeros = |rest: &[u8]| {
        let zeros = rest.strip_prefix(b".");
        zeros.is_some_and(|zeros| !zeros.is_empty() && zeros.iter().all(|&digit| digit == b'0'))
    };
    word.strip_prefix(b"1")
        .is_some_and(|rest| rest.is_empty() || zeros(rest))
}

/// The map that a scenario without one needs.
pub(super) fn companion(text: &[u8]) -> Option<Companion> {
    let mut lines = Lines::new(text, FIELDS);
    let version = lines.next_line().ok()??;
    if version.word(0) != b"version" {
        return None;
    }
    let mut wanted = None;
    while let Some(line) = lines.next_line().ok()? {
        if line.word(0) == b"type" {
            return None;
        }
        if wanted.is_none() && line.len() == FIELDS {
            let place = line.error_at(1, "");
            let name = String::from_utf8_lossy(line.word(1)).into_owned();
            wanted = Some((name, (place.line, place.column)));
        }
    }
    let (name, place) = wanted?;
    Some(Companion {
        what: "the map of the scenario",
        name,
        place,
        option: MAP.name,
    })
}

/// Reads a file.
///
/// # Errors
/// [`ReadError::Input`] at the first fault, [`ReadError::Param`] for a wrong option, [`ReadError::Limit`] if a
/// limit comes first.
pub(super) fn read(
    text: &[u8],
    options: &Params,
    limits: &Limits,
) -> Result<Problem<Grid, Exactly<Cell>>, ReadError> {
    let steps = Steps::of(options)?;
    let (map, line) = map(text, limits)?;
    if let Some(name) = options.given(MAP.name) {
        let expected = "nothing beside a file that holds its map";
        return Err(refused(&MAP, name, expected).into());
    }
    let rules = Grid::new(map, steps).map_err(Limit::from)?;
    let questions = if let Some(questions) = questions(text, &rules, limits)? {
        for param in [FROM, TO] {
            if let Some(value) = options.given(param.name) {
                let expected = "nothing beside a scenario, which tells where to go";
                return Err(refused(&param, value, expected).into());
            }
        }
        questions
    } else {
        let [start, goal] = [FROM, TO].map(|param| end(&rules, &param, options));
        vec![asked(0, line, Ok((start?, goal?)))]
    };
    let group = Group { rules, questions };
    Ok(Problem {
        groups: vec![group],
    })
}

fn refused(param: &Param, value: &str, expected: &str) -> ParamError {
    ParamError::Value {
        name: param.name.to_owned(),
        value: value.to_owned(),
        expected: expected.to_owned(),
    }
}

/// The only map of a file, and the line in which it begins.
fn map(text: &[u8], limits: &Limits) -> Result<(Map, usize), ReadError> {
    let mut lines = Lines::new(text, FIELDS);
    let Some(first) = lines.next_line()? else {
        return Err(lines.error_at_end(BEGINNING).into());
    };
    let mut line = match first.word(0) {
        b"type" => Some(first),
        b"version" => {
            version(&first)?;
            lines.next_line()?
        }
        _ => return Err(first.error_at(0, BEGINNING).into()),
    };
    let mut pace = Pace::new(limits, PATIENCE);
    while let Some(begin) = line {
        pace.tick(1)?;
        if begin.word(0) == b"type" {
            return Ok((Map::read(&mut lines, &begin, limits)?, begin.number));
        }
        line = lines.next_line()?;
    }
    scenario(text)?;
    let expected = "the map of the scenario (`type octile`)";
    Err(lines.error_at_end(expected).into())
}

/// What the words of a line of a scenario are.
const MEANINGS: [&str; FIELDS] = [
    "the bucket",
    "the name of the map",
    "the width of the map",
    "the height of the map",
    "the column of the start",
    "the row of the start",
    "the column of the goal",
    "the row of the goal",
    "the optimal length, 0 or more",
];

/// A line of a scenario.
const QUESTION: &str = "a line of the scenario: bucket, map, width, height, start, goal, length";

/// Refuses a scenario without a map that is none: that has no questions, or one with too few words.
fn scenario(text: &[u8]) -> Result<(), InputError> {
    let mut lines = Lines::new(text, FIELDS);
    lines.next_line()?;
    let mut questions = 0;
    while let Some(line) = lines.next_line()? {
        questions += 1;
        if let Some(missing) = MEANINGS.get(line.len()) {
            return Err(line.error_at(line.len(), missing));
        }
    }
    if questions == 0 {
        return Err(lines.error_at_end(QUESTION));
    }
    Ok(())
}

/// Refuses versions that are not known.
fn version(line: &Line<'_>) -> Result<(), InputError> {
    if !is_version_1(line.word(1)) {
        return Err(line.error_at(1, "version 1 of scenarios"));
    }
    if line.len() > 2 {
        return Err(line.error_at(2, "the end of the line"));
    }
    Ok(())
}

/// The questions of the scenario, or `None` if the file is a map alone. The map was read already.
fn questions(text: &[u8], rules: &Grid, limits: &Limits) -> Result<Option<Questions>, ReadError> {
    let mut lines = Lines::new(text, FIELDS);
    let mut kept = Kept::read::<GridPuzzle>(limits);
    let mut pace = Pace::new(limits, PATIENCE);
    let mut found: Option<Questions> = None;
    // The first name of the map, and whether its rows have passed.
    let (mut called, mut has_passed) = (None, false);
    while let Some(line) = lines.next_line()? {
        pace.tick(1)?;
        match (line.word(0), &mut found) {
            (b"type", _) if has_passed => {
                return Err(line.error_at(0, "one map in a file").into());
            }
            (b"type", _) => {
                // Height, width, the word `map`, and the rows.
                for _ in 0..rules.map().height() + 3 {
                    lines.next_line()?;
                }
                has_passed = true;
            }
            (b"version", None) => {
                version(&line)?;
                found = Some(Vec::new());
            }
            (_, None) => {
                let expected = format!(
                    "the end of the map, which has {}, or `version 1` (a scenario)",
                    counted(rules.map().height(), "row")
                );
                return Err(line.error_at(0, &expected).into());
            }
            (_, Some(questions)) => {
                kept.add(1)?;
                let name = *called.get_or_insert(line.word(1));
                if line.word(1) != name {
                    let expected = format!(
                        "`{}`, the map of the questions before",
                        String::from_utf8_lossy(name)
                    );
                    return Err(line.error_at(1, &expected).into());
                }
                let ask = ends(&line, rules)?;
                questions.push(asked(questions.len(), line.number, ask));
            }
        }
    }
    if found.as_ref().is_some_and(Vec::is_empty) {
        return Err(lines.error_at_end(QUESTION).into());
    }
    Ok(found)
}

fn asked(
    number: usize,
    line: usize,
    ends: Result<(Cell, Cell), InputError>,
) -> Question<Cell, Exactly<Cell>> {
    let ask = ends.map(|(start, goal)| Ask {
        starts: vec![(start, 0)],
        goal: Exactly(goal),
        reason: None,
    });
    Question { number, line, ask }
}

/// Start and goal of a line of a scenario, or why they are none.
fn ends(line: &Line<'_>, rules: &Grid) -> Result<Result<(Cell, Cell), InputError>, InputError> {
    let (width, height) = (rules.map().width(), rules.map().height());
    line.number(0, MEANINGS[0], 0..=u64::MAX)?;
    if line.len() < 2 {
        return Err(line.error_at(1, MEANINGS[1]));
    }
    for (index, side, what) in [(2, width, "width"), (3, height, "height")] {
        let number = line.number(index, MEANINGS[index], 1..=u64::MAX)?;
        if number != u64::from(side) {
            let expected = format!("{side}, the {what} of the map; maps are not scaled");
            return Err(line.error_at(index, &expected));
        }
    }
    let mut numbers = [0; 4];
    for ((at, what), number) in (4..).zip(&MEANINGS[4..8]).zip(&mut numbers) {
        *number = line.number(at, what, 0..=u64::MAX)?;
    }
    let length = std::str::from_utf8(line.word(8)).ok();
    let length = length.and_then(|word| word.parse::<f64>().ok());
    if !length.is_some_and(|length| length.is_finite() && length >= 0.0) {
        return Err(line.error_at(8, MEANINGS[8]));
    }
    let place = |at: usize, what: &str| {
        let inside = |index: usize, side: u32| {
            let number = line.number(4 + index, MEANINGS[4 + index], 0..=u64::from(side - 1))?;
            Ok(u32::try_from(number).unwrap_or(u32::MAX))
        };
        let place = (inside(at, width)?, inside(at + 1, height)?);
        free(rules, place).ok_or_else(|| {
            let mut error = line.error_at(4 + at, &format!("{what} that is not blocked"));
            error.found = format!("the blocked cell {},{}", place.0, place.1);
            error
        })
    };
    let start = place(0, "a start");
    Ok(start.and_then(|start| Ok((start, place(2, "a goal")?))))
}

/// The cell at a place, if it is on the map and not blocked.
fn free(rules: &Grid, place: (u32, u32)) -> Option<Cell> {
    let cell = rules.map().cell(place)?;
    let terrain = rules.map().terrain().get(cell as usize)?;
    (*terrain != Terrain::Blocked).then_some(cell)
}

/// The cell that an option names.
fn end(rules: &Grid, param: &Param, options: &Params) -> Result<Cell, ParamError> {
    let Some(value) = options.given(param.name) else {
        let expected = "a scenario for the map (`.scen`), or `-p from=COLUMN,ROW -p to=COLUMN,ROW`: this is a map alone";
        return Err(refused(param, "", expected));
    };
    let cell = place(value).and_then(|place| free(rules, place));
    cell.ok_or_else(|| {
        let (right, bottom) = (rules.map().width() - 1, rules.map().height() - 1);
        let expected =
            format!("column,row of a cell that is not blocked, from 0,0 to {right},{bottom}");
        refused(param, value, &expected)
    })
}

/// A place as `column,row`.
pub(super) fn place(word: &str) -> Option<(u32, u32)> {
    let (column, row) = word.trim().split_once(',')?;
    let number = |word: &str| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| is_number)
    };
    Some((number(column)?, number(row)?))
}
