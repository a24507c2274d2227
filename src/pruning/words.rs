//! Words of actions that are pruned for others: found out on sample states, proved on others, and read by an
//! automaton.

use std::fmt::Debug;

use thiserror::Error;

use crate::cost::{self, Cost};
use crate::pruning::Pruning;
use crate::space::StateSpace;

/// A rule: the word `pruned` need not be tried, since `kept` does the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<A> {
    /// What is not tried.
    pub pruned: Vec<A>,
    /// What is tried instead; nothing, if the pruned word leads nowhere.
    pub kept: Vec<A>,
}

/// Why a rule does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{pruned} cannot be pruned for {kept}: {why}")]
pub struct RuleFault {
    /// The pruned word, printed.
    pub pruned: String,
    /// The kept word, printed.
    pub kept: String,
    /// What is wrong.
    pub why: String,
}

impl<A: Clone + Eq + Debug> Rule<A> {
    /// Whether the rule holds in each of `states`: where the pruned word applies, the kept word applies, ends in the
    /// same state and costs no more.
    ///
    /// It is proved if these are all states; or, where every action applies everywhere and only moves things
    /// from place to place, if all things of one of them are different.
    ///
    /// # Errors
    /// The first [`RuleFault`].
    pub fn check<P>(
        &self,
        space: &P,
        states: impl IntoIterator<Item = P::State>,
    ) -> Result<(), RuleFault>
    where
        P: StateSpace<Action = A, State: Debug>,
    {
        for state in states {
            let (pruned, kept) = (
                effect(space, &state, &self.pruned),
                effect(space, &state, &self.kept),
            );
            if !replaces(kept.as_ref(), pruned.as_ref()) {
                return Err(
                    self.fault(format!("in {state:?} they lead to {pruned:?} and {kept:?}"))
                );
            }
        }
        Ok(())
    }

    fn fault(&self, why: String) -> RuleFault {
        RuleFault {
            pruned: format!("{:?}", self.pruned),
            kept: format!("{:?}", self.kept),
            why,
        }
    }
}

/// Where a word leads from a state, and at which cost; `None` if it does not apply.
fn effect<P: StateSpace>(
    space: &P,
    state: &P::State,
    word: &[P::Action],
) -> Option<(P::State, Cost)> {
    let (mut state, mut spent) = (state.clone(), 0);
    for action in word {
        if !space.is_applicable(&state, action) {
            return None;
        }
        spent = cost::add(spent, space.cost(&state, action)).ok()?;
        space.apply(&mut state, action);
    }
    Some((state, spent))
}

fn replaces<S: Eq>(kept: Option<&(S, Cost)>, pruned: Option<&(S, Cost)>) -> bool {
    match (kept, pruned) {
        (_, None) => true,
        (Some((to, spent)), Some((end, most))) => to == end && spent <= most,
        (None, Some(_)) => false,
    }
}

/// A word, and its effect in each of some states.
type Word<P> = (
    Vec<<P as StateSpace>::Action>,
    Vec<Option<(<P as StateSpace>::State, Cost)>>,
);

/// The rules that hold in all of `states` for words of at most `length` of `actions`: of words that do the same,
/// the shortest is kept, and among these the one whose actions come first. So actions that commute are kept in
/// one order, and an action and its inverse in none.
///
/// What it finds is not proved by a few states: [`Rule::check`] each. Time: (actions)^length words, each pair
/// of them compared in the states. Memory: a state for each word and state.
pub fn discover<P: StateSpace>(
    space: &P,
    actions: &[P::Action],
    states: &[P::State],
    length: usize,
) -> Vec<Rule<P::Action>> {
    let effects = |word: &[P::Action]| -> Vec<_> {
        states
            .iter()
            .map(|state| effect(space, state, word))
            .collect()
    };
    let mut rules: Vec<Rule<P::Action>> = Vec::new();
    let mut kept: Vec<Word<P>> = vec![(Vec::new(), effects(&[]))];
    let mut from = 0;
    for _ in 0..length {
        let longest = from..kept.len();
        from = kept.len();
        for index in longest {
            for action in actions {
                let mut word: Vec<P::Action> = kept[index].0.clone();
                word.push(action.clone());
                if rules.iter().any(|rule| word.ends_with(&rule.pruned)) {
                    continue;
                }
                let found = effects(&word);
                if found.iter().all(Option::is_none) {
                    continue;
                }
                let does_the_same = |(_, others): &&Word<P>| {
                    let mut both = others.iter().zip(&found);
                    both.all(|(kept, pruned)| replaces(kept.as_ref(), pruned.as_ref()))
                };
                match kept.iter().find(does_the_same) {
                    Some((other, _)) => rules.push(Rule {
                        pruned: word,
                        kept: other.clone(),
                    }),
                    None => kept.push((word, found)),
                }
            }
        }
    }
    rules
}

/// The end of a pruned word.
const PRUNED: u32 = u32::MAX;

/// The automaton that refuses an action where it completes a pruned word (Aho and Corasick 1975).
///
/// Time: a look at a table for each action. Memory: 4 bytes for each action and each beginning of a pruned word.
#[derive(Clone, Debug)]
pub struct Words<F> {
    next: Vec<u32>,
    actions: usize,
    number: F,
}

impl<F> Words<F> {
    /// The automaton of proved rules. `actions` are all that the space has, in the order of preference, and
    /// `number` tells an action's place among them.
    ///
    /// # Errors
    /// [`RuleFault`] if a rule's kept word is not shorter than the pruned one, or as long and earlier in the
    /// order of `actions`: then rules could prune each other's kept words. Also if it names another action.
    pub fn new<A>(rules: &[Rule<A>], actions: &[A], number: F) -> Result<Self, RuleFault>
    where
        A: Clone + Eq + Debug,
        F: Fn(&A) -> usize,
    {
        let mut tree = vec![vec![None; actions.len()]];
        let mut ends = vec![false];
        for rule in rules {
            let numbers = |word: &[A]| -> Option<Vec<usize>> {
                let known =
                    |action| Some(number(action)).filter(|&n| actions.get(n) == Some(action));
                word.iter().map(known).collect()
            };
            let (Some(pruned), Some(kept)) = (numbers(&rule.pruned), numbers(&rule.kept)) else {
                return Err(rule.fault("an action is not in the list at its number".to_owned()));
            };
            if (kept.len(), &kept) >= (pruned.len(), &pruned) {
                return Err(rule.fault("the kept word does not come first".to_owned()));
            }
            let mut at = 0;
            for action in pruned {
                at = if let Some(next) = tree[at][action] {
                    next
                } else {
                    tree.push(vec![None; actions.len()]);
                    ends.push(false);
                    let next = tree.len() - 1;
                    tree[at][action] = Some(next);
                    next
                };
            }
            ends[at] = true;
        }
        Ok(Self {
            next: complete(tree, ends, actions.len()),
            actions: actions.len(),
            number,
        })
    }
}

/// The transitions of all nodes of a tree of words, each to the longest end of what was read that begins a word.
fn complete(mut tree: Vec<Vec<Option<usize>>>, mut ends: Vec<bool>, actions: usize) -> Vec<u32> {
    let mut fail = vec![0; tree.len()];
    let mut queue = vec![0];
    let mut read = 0;
    while let Some(&at) = queue.get(read) {
        read += 1;
        let shorter = if at == 0 {
            vec![Some(0); actions]
        } else {
            tree[fail[at]].clone()
        };
        for (action, shorter) in shorter.into_iter().enumerate() {
            if let Some(next) = tree[at][action] {
                fail[next] = shorter.unwrap_or(0);
                ends[next] |= ends[fail[next]];
                queue.push(next);
            } else {
                tree[at][action] = shorter;
            }
        }
    }
    let number = |next: Option<usize>| {
        let next = next.unwrap_or(0);
        let pruned = ends[next];
        if pruned {
            PRUNED
        } else {
            u32::try_from(next).unwrap_or(0)
        }
    };
    tree.into_iter().flatten().map(number).collect()
}

impl<A, F: Fn(&A) -> usize> Pruning<A> for Words<F> {
    /// The number of a beginning of a pruned word.
    type State = u32;

    #[inline]
    fn start(&self) -> u32 {
        0
    }

    #[inline]
    fn after(&self, &at: &u32, action: &A) -> Option<u32> {
        let number = (self.number)(action);
        if number >= self.actions {
            // An action that is not in the list is in no pruned word.
            return Some(0);
        }
        let next = self.next.get(at as usize * self.actions + number);
        next.copied().filter(|&next| next != PRUNED)
    }
}
