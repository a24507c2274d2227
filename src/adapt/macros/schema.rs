//! Macros as data: the schema, its instances, and the steps of a body.
//!
//! A schema is plain functions and names, so that the macros of a puzzle are a table in its source.

use crate::space::StateSpace;

/// The arguments of an instance: cells, labels, directions - whatever the schema's parameter names
/// say, as numbers. Those that the schema does not name are 0.
pub type Parameters = [u32; 4];

/// A macro with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    /// Which schema: its index in the list that [`Macros::new`](super::Macros::new) was given.
    pub schema: u16,
    /// The arguments.
    pub parameters: Parameters,
}

/// One step of a body, and one action of the adapted space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator<A> {
    /// An action of the space below.
    Primitive(A),
    /// A composite operator.
    Macro(Instance),
}

/// What a schema's functions see: the space, the data that its author put beside it, the state.
pub struct View<'a, S: StateSpace, C> {
    /// The primitive space.
    pub space: &'a S,
    /// Data beside the space, such as a target arrangement.
    pub context: &'a C,
    /// The state in which the macro begins.
    pub state: &'a S::State,
}

impl<S: StateSpace, C> Clone for View<'_, S, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace, C> Copy for View<'_, S, C> {}

/// Lists arguments worth trying in a state.
pub type Candidates<S, C> = fn(View<'_, S, C>, &mut Vec<Parameters>);

/// Writes the steps of a macro.
pub type Steps<S, C> = fn(View<'_, S, C>, Parameters, &mut Body<'_, <S as StateSpace>::Action>);

/// A macro as data: plain functions, so that a list of schemas is a table.
pub struct Schema<S: StateSpace, C = ()> {
    /// The name, for messages.
    pub name: &'static str,
    /// The names of the arguments in use; at most four.
    pub parameters: &'static [&'static str],
    /// The arguments worth trying in a state, for a search over macros; `None` keeps the macro to
    /// the bodies of others. Arguments that fail the precondition are dropped later.
    pub candidates: Option<Candidates<S, C>>,
    /// Whether the instance may begin in the state.
    pub precondition: fn(View<'_, S, C>, Parameters) -> bool,
    /// Writes the steps. It sees the state in which the macro begins; a step that depends on what
    /// earlier steps did is a macro itself, whose body is computed when its turn comes.
    pub body: Steps<S, C>,
}

/// The precondition of a macro that may begin anywhere.
#[must_use]
pub fn always<S: StateSpace, C>(_: View<'_, S, C>, _: Parameters) -> bool {
    true
}

/// The steps of a body as it is written.
pub struct Body<'a, A> {
    steps: &'a mut Vec<Operator<A>>,
    /// How many steps may be open, those of the bodies around this one included.
    most: usize,
    /// Whether steps were left out for that.
    cut: bool,
}

impl<'a, A> Body<'a, A> {
    /// A body that is written behind `steps`, until these are `most`.
    pub(super) fn at_end_of(steps: &'a mut Vec<Operator<A>>, most: usize) -> Self {
        let cut = false;
        Self { steps, most, cut }
    }

    /// Whether there was no room for all steps.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// Appends a primitive action.
    pub fn action(&mut self, action: A) {
        self.push(Operator::Primitive(action));
    }

    /// Appends the macro number `schema` with its arguments.
    pub fn call(&mut self, schema: u16, parameters: Parameters) {
        self.push(Operator::Macro(Instance { schema, parameters }));
    }

    fn push(&mut self, step: Operator<A>) {
        if self.steps.len() < self.most {
            self.steps.push(step);
        } else {
            self.cut = true;
        }
    }
}

impl<S: StateSpace, C> Schema<S, C> {
    /// An instance in words, such as `carry(king=3, block=7)`.
    pub(super) fn describe(&self, parameters: &Parameters) -> String {
        let named = self.parameters.iter().zip(parameters);
        let list: Vec<String> = named
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!("{}({})", self.name, list.join(", "))
    }
}
