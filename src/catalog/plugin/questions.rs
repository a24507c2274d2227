//! The questions of a file: what they are, and one of them alone.

use crate::catalog::entry::{Asked, Failure};
use crate::catalog::menu::Strategy;
use crate::catalog::puzzle::{Problem, Puzzle};
use crate::search::outcome::SearchError;
use crate::space::StateSpace;

/// All questions, in the order of the file.
pub(super) fn asked<R: StateSpace, G>(problem: &Problem<R, G>) -> Vec<Asked> {
    let questions = problem.groups.iter().flat_map(|group| &group.questions);
    let asked = questions.map(|question| Asked {
        number: question.number,
        line: question.line,
        illegal: question.ask.as_ref().err().cloned(),
    });
    let mut asked: Vec<_> = asked.collect();
    asked.sort_by_key(|question| question.number);
    asked
}

/// Why `strategy` answers none of the questions, if none of their spaces is one that it serves.
pub(super) fn refusal<P: Puzzle>(
    problem: &Problem<P::Rules, P::Goal>,
    strategy: &Strategy<P>,
) -> Option<SearchError> {
    let mut first = None;
    for group in &problem.groups {
        let refused = strategy.unless_refused(&group.rules).err()?;
        first.get_or_insert(refused);
    }
    first
}

/// Leaves nothing but the question at the place `number`, with its space.
pub(super) fn keep<R: StateSpace, G>(
    problem: &mut Problem<R, G>,
    number: usize,
) -> Result<(), Failure> {
    let questions = problem.len();
    for group in &mut problem.groups {
        group.questions.retain(|question| question.number == number);
    }
    problem.groups.retain(|group| !group.questions.is_empty());
    if problem.groups.is_empty() {
        return Err(Failure::NoQuestion { number, questions });
    }
    Ok(())
}
