//! What runs say to be proved, held against each other.

use std::collections::BTreeMap;

use statewalk::catalog::entry::Offer;
use statewalk::cost::Cost;

use crate::compare::Comparison;
use crate::compare::answer::{Answer, Verdict};
use crate::compare::instances::told;

/// What a run says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// A plan of this cost, and no cheaper one.
    Optimal(Cost),
    /// A plan of this cost.
    Plan(Cost),
    /// No plan costs less.
    Bound(Cost),
    Unsolvable,
    Unbounded,
}

impl Claim {
    /// What is claimed by an answer.
    fn of(answer: &Answer) -> Vec<Self> {
        match (answer.verdict, answer.cost) {
            (Verdict::Solved, Some(cost)) if answer.proved => vec![Self::Optimal(cost)],
            (Verdict::Solved | Verdict::Limit, cost) => {
                let (plan, bound) = (cost.map(Self::Plan), answer.lower.map(Self::Bound));
                plan.into_iter().chain(bound).collect()
            }
            (Verdict::Unsolvable, _) => vec![Self::Unsolvable],
            (Verdict::Unbounded, _) => vec![Self::Unbounded],
            _ => Vec::new(),
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Optimal(_) => "optimal",
            Self::Plan(_) => "plan",
            Self::Bound(_) => "bound",
            Self::Unsolvable => "unsolvable",
            Self::Unbounded => "unbounded",
        }
    }

    /// Its cost, if it has one.
    pub(super) fn cost(self) -> Option<Cost> {
        match self {
            Self::Optimal(cost) | Self::Plan(cost) | Self::Bound(cost) => Some(cost),
            Self::Unsolvable | Self::Unbounded => None,
        }
    }

    /// The cost of the plan that it has.
    fn plan(self) -> Option<Cost> {
        match self {
            Self::Optimal(cost) | Self::Plan(cost) => Some(cost),
            _ => None,
        }
    }

    /// No plan costs less, it says.
    fn bound(self) -> Option<Cost> {
        match self {
            Self::Optimal(cost) | Self::Bound(cost) => Some(cost),
            _ => None,
        }
    }

    /// Whether both cannot be true.
    fn denies(self, other: Self) -> bool {
        let cheaper = |bound: Self, plan: Self| {
            let pair = bound.bound().zip(plan.plan());
            pair.is_some_and(|(bound, plan)| plan < bound)
        };
        let apart = |none: Self, plan: Self| match none {
            Self::Unsolvable => plan.plan().is_some() || plan == Self::Unbounded,
            Self::Unbounded => plan.bound().is_some(),
            _ => false,
        };
        [(self, other), (other, self)]
            .into_iter()
            .any(|(a, b)| cheaper(a, b) || apart(a, b))
    }

    fn told(self) -> String {
        match self {
            Self::Optimal(cost) => format!("cost {cost}, proved optimal"),
            Self::Plan(cost) => format!("a plan of cost {cost}"),
            Self::Bound(cost) => format!("no plan costs less than {cost}"),
            Self::Unsolvable => "proved unsolvable".to_owned(),
            Self::Unbounded => "unbounded".to_owned(),
        }
    }
}

/// A question on which not all that is claimed can be true.
pub(super) struct Contradiction {
    /// The index of the file, and of the question among its legal ones.
    pub(super) place: (usize, usize),
    /// The question in words.
    pub(super) name: String,
    /// The claims that another one denies, and the combinations that made them.
    pub(super) claims: BTreeMap<Claim, Vec<Offer>>,
}

impl Contradiction {
    /// In words.
    pub(super) fn told(&self) -> String {
        let each = self.claims.iter().map(|(claim, offers)| {
            let by: Vec<_> = offers.iter().map(told).collect();
            format!("{} by {}", claim.told(), by.join(", "))
        });
        let each: Vec<_> = each.collect();
        format!("{}: {}", self.name, each.join("; "))
    }
}

/// All of them, in the order of the questions.
pub(super) fn contradictions(comparison: &Comparison<'_>) -> Vec<Contradiction> {
    let mut claims: BTreeMap<(usize, usize), BTreeMap<Claim, Vec<Offer>>> = BTreeMap::new();
    let mut done: Vec<_> = comparison.runs.done.iter().collect();
    done.sort_by_key(|done| done.job);
    for done in done {
        let offer = comparison.sources[done.job.source].offers[done.job.offer];
        let place = (done.job.source, done.job.question);
        for claim in Claim::of(&done.answer) {
            let by = claims.entry(place).or_default().entry(claim).or_default();
            if !by.contains(&offer) {
                by.push(offer);
            }
        }
    }
    let found = claims.into_iter().filter_map(|(place, mut claims)| {
        let all: Vec<_> = claims.keys().copied().collect();
        claims.retain(|claim, _| all.iter().any(|other| claim.denies(*other)));
        let name = comparison.sources[place.0].called(place.1);
        (!claims.is_empty()).then_some(Contradiction {
            place,
            name,
            claims,
        })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::Claim::{Bound, Optimal, Plan, Unbounded, Unsolvable};

    #[test]
    fn claims_deny_each_other_where_both_cannot_be_true() {
        let apart = [
            (Optimal(3), Optimal(4)),
            (Optimal(4), Plan(3)),
            (Bound(4), Plan(3)),
            (Bound(4), Optimal(3)),
            (Unsolvable, Plan(3)),
            (Unsolvable, Optimal(3)),
            (Unsolvable, Unbounded),
            (Unbounded, Optimal(3)),
            (Unbounded, Bound(3)),
        ];
        let together = [
            (Optimal(3), Optimal(3)),
            (Optimal(3), Plan(4)),
            (Optimal(3), Bound(3)),
            (Bound(2), Bound(9)),
            (Plan(2), Plan(9)),
            (Unsolvable, Bound(3)),
            (Unsolvable, Unsolvable),
            (Unbounded, Plan(3)),
        ];
        for (a, b) in apart {
            assert!(a.denies(b) && b.denies(a), "{a:?} {b:?}");
        }
        for (a, b) in together {
            assert!(!a.denies(b) && !b.denies(a), "{a:?} {b:?}");
        }
    }
}
