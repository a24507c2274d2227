//! From the boards of a file to questions, for states of either kind.

use std::collections::HashMap;
use std::hash::Hash;

use statewalk::catalog::params::Params;
use statewalk::catalog::puzzle::{Ask, Group, Problem, Question, ReadError, Reason};
use statewalk::catalog::text::InputError;
use statewalk::goal::Exactly;
use statewalk::space::StateSpace;

use super::rules::MOST_CELLS;
use super::text::{Boards, Found};
use super::{BLANKS, given_size, goal_for, ordered};
use crate::sliding::parity::is_solvable;

type Tasks<R, S> = Group<R, Exactly<S>>;

/// The boards of a file, as questions of rules and states that `make` and `state` give: the rules and the goal of a
/// size, and a board of it that can become the goal; `None` where it is too large.
pub(super) fn problem<R, S>(
    text: &[u8],
    options: &Params,
    make: impl Fn(usize, usize, &[u16]) -> Option<(R, S)>,
    state: impl Fn(&R, &[u16]) -> Option<S>,
) -> Result<Problem<R, Exactly<S>>, ReadError>
where
    R: StateSpace<State = S>,
    S: Clone + Eq + Hash,
{
    let mut boards = Boards::new(text, given_size(options)?);
    let mut groups: Vec<(Vec<u16>, S, Tasks<R, S>)> = Vec::new();
    let mut group_of = HashMap::new();
    let mut number = 0;
    let mut faults = 0;
    let mut fault = None;
    while let Some(found) = boards.next_board()? {
        if let Err(error) = &found.cells {
            faults += 1;
            fault.get_or_insert_with(|| error.clone());
        }
        let (width, height) = found.size;
        let group = if let Some(&group) = group_of.get(&found.size) {
            group
        } else {
            let goal = goal_for(options, width * height)?;
            // A size that was read is within bounds.
            let Some((rules, target)) = make(width, height, &goal) else {
                continue;
            };
            let questions = Vec::new();
            groups.push((goal, target, Group { rules, questions }));
            group_of.insert(found.size, groups.len() - 1);
            groups.len() - 1
        };
        let (goal, target, group) = &mut groups[group];
        let line = found.line;
        let rules = &group.rules;
        let ask = ask((goal, target), found, |cells| state(rules, cells));
        group.questions.push(Question { number, line, ask });
        number += 1;
    }
    match fault {
        // A file in which nothing is a board is of another kind.
        Some(fault) if faults == number => Err(fault.into()),
        None if number == 0 => Err(boards.error_at_end("a board").into()),
        _ => Ok(Problem {
            groups: groups.into_iter().map(|(.., group)| group).collect(),
        }),
    }
}

/// What is asked about a board.
fn ask<S: Clone + Eq>(
    (goal, target): (&[u16], &S),
    found: Found<'_>,
    state: impl Fn(&[u16]) -> Option<S>,
) -> Result<Ask<S, Exactly<S>>, InputError> {
    let cells = found.cells?;
    let (width, height) = found.size;
    let mut ask = Ask {
        starts: Vec::new(),
        goal: Exactly(target.clone()),
        reason: None,
    };
    if !is_solvable(width, &cells, goal) {
        let why = unsolvable((width, height), &cells, goal);
        ask.reason = Some(Reason::Unsolvable(why));
        return Ok(ask);
    }
    let Some(start) = state(&cells) else {
        let (line, first) = &found.begin;
        let expected = format!(
            "a board of at most {MOST_CELLS} cells; this one, of {}, has a plan, but only the strategy `constructive` \
             finds one",
            cells.len()
        );
        return Err(line.error_at(*first, &expected));
    };
    ask.starts.push((start, 0));
    Ok(ask)
}

/// Why a board cannot become the goal; if another goal with its tiles in order is what was meant, which one.
fn unsolvable((width, height): (usize, usize), cells: &[u16], goal: &[u16]) -> String {
    if width == 1 || height == 1 {
        return "tiles in a single row or column never pass each other".to_owned();
    }
    let mut why = "the parity of the board is not that of the goal".to_owned();
    let goals = BLANKS.map(|(word, last)| (word, ordered(last, goal.len())));
    if goals.iter().any(|(_, ordered)| ordered == goal)
        && let Some((word, _)) = { goals.iter() }.find(|(_, goal)| is_solvable(width, cells, goal))
    {
        why += ", but that of the goal with the option `blank=";
        why += word;
        why += "`";
    }
    why
}
