//! Cycles of negative cost, and the replay that proves one by the rules alone.

use crate::cost::Cost;
use crate::plan::{PlanFault, Replay};
use crate::space::StateSpace;

/// A cycle whose actions cost less than 0 in sum, and a way to it from one of the starts of a search:
/// the longer a plan runs round it, the less it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle<A> {
    /// Which start the way begins at: an index into the list of starts.
    pub start: usize,
    /// The actions from the start to a state on the cycle; none where the start is on it.
    pub approach: Vec<A>,
    /// The actions from that state round and back to it.
    pub actions: Vec<A>,
}

impl<A> Cycle<A> {
    /// The same cycle with every action turned into another.
    pub fn map<B>(self, mut f: impl FnMut(A) -> B) -> Cycle<B> {
        Cycle {
            start: self.start,
            approach: self.approach.into_iter().map(&mut f).collect(),
            actions: self.actions.into_iter().map(f).collect(),
        }
    }

    /// Checks the cycle by the rules of `space` and returns what going round it costs: every action of
    /// the way and of the cycle is applicable, the cycle ends where it begins, and its cost is negative.
    ///
    /// # Errors
    /// The first [`PlanFault`] met.
    pub fn validate<S>(&self, space: &S, starts: &[(S::State, Cost)]) -> Result<Cost, PlanFault>
    where
        S: StateSpace<Action = A>,
    {
        let mut approach = self.replay_approach(space, starts)?;
        while approach.advance(usize::MAX, |_, _| ())? {}
        let mut round = self.replay_round(space, &approach);
        while round.advance(usize::MAX, |_, _| ())? {}
        Self::accept(&approach, &round)
    }

    /// The replay of the way to the cycle, of which no action is taken yet, for callers that do what
    /// [`validate`](Self::validate) does part by part.
    ///
    /// # Errors
    /// [`PlanFault::NoSuchStart`].
    pub fn replay_approach<'a, S>(
        &'a self,
        space: &'a S,
        starts: &[(S::State, Cost)],
    ) -> Result<Replay<'a, S>, PlanFault>
    where
        S: StateSpace<Action = A>,
    {
        let start = starts.get(self.start);
        let (start, _) = start.ok_or(PlanFault::NoSuchStart(self.start))?;
        Ok(Replay::new(space, (start, 0), &self.approach))
    }

    /// The replay of the cycle from the end of the way to it; none of its actions is taken yet.
    pub fn replay_round<'a, S>(&'a self, space: &'a S, approach: &Replay<'_, S>) -> Replay<'a, S>
    where
        S: StateSpace<Action = A>,
    {
        Replay::new(space, (approach.state(), 0), &self.actions)
    }

    /// Checks the ends of both replays, of which no action is left, and returns the cost of the cycle.
    ///
    /// # Errors
    /// [`PlanFault::NotACycle`], [`PlanFault::NotNegative`].
    pub fn accept<S>(approach: &Replay<'_, S>, round: &Replay<'_, S>) -> Result<Cost, PlanFault>
    where
        S: StateSpace<Action = A>,
    {
        if approach.state() != round.state() {
            return Err(PlanFault::NotACycle);
        }
        match round.spent() {
            cost @ ..0 => Ok(cost),
            cost => Err(PlanFault::NotNegative(cost)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cycle;
    use crate::cost::Cost;
    use crate::plan::PlanFault;
    use crate::space::StateSpace;

    /// Numbers; an action adds itself, up to 9, and costs what it adds; 0 goes back to 5 for 4 less.
    struct Adding;

    impl StateSpace for Adding {
        type State = i64;
        type Action = i64;

        fn actions<'a>(&'a self, &at: &i64) -> impl Iterator<Item = i64> + use<'a> {
            (0..=3).filter(move |more| at + more <= 9)
        }

        fn apply(&self, at: &mut i64, &more: &i64) {
            *at = if more == 0 { 5 } else { *at + more };
        }

        fn cost(&self, &at: &i64, &more: &i64) -> Cost {
            if more == 0 { 5 - at - 4 } else { more }
        }
    }

    #[test]
    fn a_cycle_is_proved_by_the_rules() {
        let cycle = |start, approach: &[i64], actions: &[i64]| {
            let (approach, actions) = (approach.to_vec(), actions.to_vec());
            let cycle = Cycle {
                start,
                approach,
                actions,
            };
            cycle.validate(&Adding, &[(1, 7), (3, 0)])
        };
        assert_eq!(cycle(1, &[3], &[1, 2, 0]), Err(PlanFault::NotACycle));
        assert_eq!(cycle(1, &[3, 1], &[2, 0, 2]), Ok(-4));
        assert_eq!(cycle(0, &[0], &[0]), Ok(-4));
        assert_eq!(cycle(0, &[], &[]), Err(PlanFault::NotNegative(0)));
        assert_eq!(cycle(2, &[], &[]), Err(PlanFault::NoSuchStart(2)));
        let (step, action) = (1, "3".to_owned());
        let fault = PlanFault::NotApplicable { step, action };
        assert_eq!(cycle(0, &[0], &[3, 3]), Err(fault));
    }

    #[test]
    fn actions_are_turned_into_others() {
        let cycle = Cycle {
            start: 1,
            approach: vec![1, 2],
            actions: vec![3],
        };
        let right = Cycle {
            start: 1,
            approach: vec!["1".to_owned(), "2".to_owned()],
            actions: vec!["3".to_owned()],
        };
        assert_eq!(cycle.map(|action: i64| action.to_string()), right);
    }
}
