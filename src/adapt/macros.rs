//! Composite operators: a space whose actions are also macros over its primitive actions.
//!
//! A macro is a [`Schema`], kept as data: a name, parameters, a precondition and a body computed
//! from the parameters and the state. An [`Instance`] is a schema and its parameters; ground
//! macros are made when they are asked for and never all stored. Macro-operators go back to
//! R. E. Korf, *Macro-operators: a weak method for learning* (1985).

use crate::adapt::macros::fault::MacroFault;
use crate::adapt::macros::schema::{Body, Instance, Operator, Schema, View};
use crate::cost::{self, Cost};
use crate::plan::Plan;
use crate::space::{Invertible, StateSpace};

pub mod fault;
pub mod schema;

/// How far an expansion may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The deepest nesting of macros; an instance without macros in its body has depth 1.
    pub depth: usize,
    /// The most operators taken, macros and primitive actions together.
    pub operators: u64,
    /// The most operators in bodies that are open at once. It bounds the memory of an expansion: the size of an
    /// [`Operator`] for each, at most twice that while it grows.
    pub open: usize,
}

impl Default for Bounds {
    /// Depth 64, 2^32 operators, and 2^20 of them open.
    fn default() -> Self {
        Self {
            depth: 64,
            operators: 1 << 32,
            open: 1 << 20,
        }
    }
}

/// A space with macros: its actions are the primitive ones, then the instances of every schema
/// with candidates, in the order of the schemas.
///
/// The cost of an instance is the sum of the costs of its primitive actions. Taking, pricing or
/// testing an instance expands it, in time proportional to its length.
pub struct Macros<S: StateSpace, C = ()> {
    space: S,
    context: C,
    schemas: Vec<Schema<S, C>>,
    bounds: Bounds,
}

impl<S: StateSpace, C> Macros<S, C> {
    /// Adapts `space`. A body calls a macro by its index in `schemas`; `context` is handed to
    /// every function of a schema.
    pub fn new(space: S, context: C, schemas: Vec<Schema<S, C>>) -> Self {
        let bounds = Bounds::default();
        Self {
            space,
            context,
            schemas,
            bounds,
        }
    }

    /// The same macros with other bounds on an expansion.
    #[must_use]
    pub fn with_bounds(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The space below.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The data beside the space.
    pub fn context(&self) -> &C {
        &self.context
    }

    /// Takes `operators` one after the other from `state`, which ends as the last state, and
    /// hands every primitive action to `receive`, which returns whether to go on. Returns the
    /// sum of the costs.
    ///
    /// Every action is checked by [`StateSpace::is_applicable`] of the primitive space before it
    /// is taken, so the actions received are a replayed plan. Time: the operators taken. Memory:
    /// the open bodies, up to [`Bounds::open`]. Nothing is allocated for a step.
    ///
    /// # Errors
    /// The first [`MacroFault`] met; `state` is then the state before it.
    pub fn run(
        &self,
        state: &mut S::State,
        operators: &[Operator<S::Action>],
        mut receive: impl FnMut(&S::Action) -> bool,
    ) -> Result<Cost, MacroFault> {
        let mut trace = Trace {
            // The plan itself is the outermost body.
            steps: operators.to_vec(),
            calls: vec![Call {
                instance: None,
                begin: 0,
                next: 0,
            }],
        };
        let mut total = 0;
        let mut left = self.bounds.operators;
        while let Some(operator) = trace.next() {
            left = left
                .checked_sub(1)
                .ok_or(MacroFault::TooLong(self.bounds.operators))?;
            match operator {
                Operator::Primitive(action) => {
                    if !self.space.is_applicable(state, &action) {
                        let (within, step) = self.place(&trace);
                        let action = format!("{action:?}");
                        return Err(MacroFault::NotApplicable {
                            within,
                            step,
                            action,
                        });
                    }
                    total = cost::add(total, self.space.cost(state, &action))?;
                    self.space.apply(state, &action);
                    if !receive(&action) {
                        return Err(MacroFault::Stopped);
                    }
                }
                Operator::Macro(instance) => self.enter(&mut trace, state, instance)?,
            }
        }
        Ok(total)
    }

    /// Opens the body of `instance` on top of `trace`.
    fn enter(
        &self,
        trace: &mut Trace<S::Action>,
        state: &S::State,
        instance: Instance,
    ) -> Result<(), MacroFault> {
        let Some(schema) = self.schemas.get(usize::from(instance.schema)) else {
            let (within, step) = self.place(trace);
            let schema = instance.schema;
            return Err(MacroFault::NoSuchSchema {
                within,
                step,
                schema,
            });
        };
        // The outermost call is the plan, so an open macro counts from 1.
        if trace.calls.len() > self.bounds.depth {
            let (within, step) = self.place(trace);
            let depth = self.bounds.depth;
            return Err(MacroFault::TooDeep {
                within,
                step,
                depth,
            });
        }
        if !(schema.precondition)(self.view(state), instance.parameters) {
            let (within, step) = self.place(trace);
            let callee = self.describe(&instance);
            return Err(MacroFault::Precondition {
                within,
                step,
                callee,
            });
        }
        let begin = trace.steps.len();
        let most = self.bounds.open;
        let mut body = Body::at_end_of(&mut trace.steps, most);
        (schema.body)(self.view(state), instance.parameters, &mut body);
        if body.is_cut() {
            let (within, step) = self.place(trace);
            let callee = self.describe(&instance);
            return Err(MacroFault::TooWide {
                within,
                step,
                callee,
                most,
            });
        }
        trace.calls.push(Call {
            instance: Some(instance),
            begin,
            next: begin,
        });
        Ok(())
    }

    /// The primitive actions of `operators` taken from `start`, and their cost.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn expand(
        &self,
        start: &S::State,
        operators: &[Operator<S::Action>],
    ) -> Result<(Vec<S::Action>, Cost), MacroFault> {
        let mut actions = Vec::new();
        let total = self.run(&mut start.clone(), operators, |action| {
            actions.push(action.clone());
            true
        })?;
        Ok((actions, total))
    }

    /// The plan of primitive actions that a plan over macros stands for, with the same cost.
    ///
    /// # Errors
    /// As [`run`](Self::run), and [`MacroFault::NoSuchStart`].
    pub fn expand_plan(
        &self,
        starts: &[(S::State, Cost)],
        plan: &Plan<Operator<S::Action>>,
    ) -> Result<Plan<S::Action>, MacroFault> {
        let start = plan.start;
        let (state, initial) = starts.get(start).ok_or(MacroFault::NoSuchStart(start))?;
        let (actions, spent) = self.expand(state, &plan.actions)?;
        let cost = cost::add(*initial, spent)?;
        Ok(Plan {
            start,
            actions,
            cost,
        })
    }

    /// `instance` in words, such as `carry(king=3, block=7)`.
    #[must_use]
    pub fn describe(&self, instance: &Instance) -> String {
        match self.schemas.get(usize::from(instance.schema)) {
            Some(schema) => schema.describe(&instance.parameters),
            None => format!("macro number {}", instance.schema),
        }
    }

    /// The innermost open macro and the step of it that was taken last, from 1.
    fn place(&self, trace: &Trace<S::Action>) -> (String, usize) {
        let open = trace.calls.last();
        let step = open.map_or(0, |call| call.next - call.begin);
        let within = open.and_then(|call| call.instance);
        let within = within.map_or_else(|| "the plan".to_owned(), |i| self.describe(&i));
        (within, step)
    }

    fn view<'a>(&'a self, state: &'a S::State) -> View<'a, S, C> {
        View {
            space: &self.space,
            context: &self.context,
            state,
        }
    }

    /// The cost of `instance` from `state`, if it expands.
    fn price(&self, state: &S::State, instance: Instance) -> Option<Cost> {
        self.run(&mut state.clone(), &[Operator::Macro(instance)], |_| true)
            .ok()
    }
}

/// An instance is offered where its precondition holds and it expands to applicable actions. A
/// schema whose precondition promises too much is therefore never taken by a search;
/// [`Macros::expand`] tells what is wrong with it.
impl<S: StateSpace, C> StateSpace for Macros<S, C> {
    type State = S::State;
    type Action = Operator<S::Action>;

    fn actions<'a>(
        &'a self,
        state: &Self::State,
    ) -> impl Iterator<Item = Self::Action> + use<'a, S, C> {
        let mut all = Vec::new();
        self.actions_into(state, &mut all);
        all.into_iter()
    }

    fn actions_into(&self, state: &Self::State, buffer: &mut Vec<Self::Action>) {
        buffer.extend(self.space.actions(state).map(Operator::Primitive));
        let mut candidates = Vec::new();
        for (schema, number) in self.schemas.iter().zip(0u16..) {
            let Some(list) = schema.candidates else {
                continue;
            };
            candidates.clear();
            list(self.view(state), &mut candidates);
            buffer.extend(candidates.iter().filter_map(|&parameters| {
                let schema = number;
                let operator = Operator::Macro(Instance { schema, parameters });
                self.is_applicable(state, &operator).then_some(operator)
            }));
        }
    }

    fn apply(&self, state: &mut Self::State, action: &Self::Action) {
        match action {
            Operator::Primitive(action) => self.space.apply(state, action),
            // The caller promises that it applies; a fault would leave the state before it.
            Operator::Macro(_) => {
                let _ = self.run(state, std::slice::from_ref(action), |_| true);
            }
        }
    }

    /// The sum over the primitive actions; [`Cost::MAX`] for an instance that does not expand.
    fn cost(&self, state: &Self::State, action: &Self::Action) -> Cost {
        match action {
            Operator::Primitive(action) => self.space.cost(state, action),
            Operator::Macro(instance) => self.price(state, *instance).unwrap_or(Cost::MAX),
        }
    }

    fn is_applicable(&self, state: &Self::State, action: &Self::Action) -> bool {
        match action {
            Operator::Primitive(action) => self.space.is_applicable(state, action),
            Operator::Macro(instance) => self.price(state, *instance).is_some(),
        }
    }
}

/// Whether `action` takes back `last`, the action before it: then a plan may do without both.
///
/// A plan from which such pairs are dropped as its actions come, as from a stack, is the same as that
/// which [`cancel_inverses`] leaves of the whole.
#[inline]
pub fn cancels<S: Invertible>(space: &S, last: Option<&S::Action>, action: &S::Action) -> bool {
    last.is_some_and(|last| space.inverse(last) == *action)
}

/// Drops adjacent pairs of an action and its inverse until none is left, and returns how many
/// actions went. The plan ends in the same state and is applicable where it was.
///
/// One pass; the kept actions are the stack.
pub fn cancel_inverses<S: Invertible>(space: &S, actions: &mut Vec<S::Action>) -> usize {
    let before = actions.len();
    let mut kept = 0;
    for read in 0..before {
        if cancels(space, actions[..kept].last(), &actions[read]) {
            kept -= 1;
        } else {
            actions.swap(kept, read);
            kept += 1;
        }
    }
    actions.truncate(kept);
    before - kept
}

/// The open bodies of an expansion. The steps of all of them lie in one vector, those of the
/// innermost last, so that opening and closing a body moves no memory.
struct Trace<A> {
    steps: Vec<Operator<A>>,
    calls: Vec<Call>,
}

struct Call {
    /// `None` for the plan itself.
    instance: Option<Instance>,
    begin: usize,
    next: usize,
}

impl<A: Clone> Trace<A> {
    /// The next operator, after the bodies that have ended are closed.
    fn next(&mut self) -> Option<Operator<A>> {
        loop {
            let call = self.calls.last_mut()?;
            if let Some(operator) = self.steps.get(call.next) {
                call.next += 1;
                return Some(operator.clone());
            }
            self.steps.truncate(call.begin);
            self.calls.pop();
        }
    }
}

#[cfg(test)]
mod tests;
