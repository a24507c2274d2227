//! The questions of a file: what they are, and one of them alone.

use crate::catalog::entry::{Asked, Failure};
use crate::catalog::puzzle::Problem;
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
