//! Actions that take each other back are dropped, also where others stand between them.

use crate::improve::windows::{Access, Windows};
use crate::improve::{Halt, pace};
use crate::memory::{BudgetVec, Memory, MemoryExhausted};
use crate::search::limits::Limits;
use crate::space::StateSpace;

/// No entry.
const NONE: u32 = u32::MAX;

/// The plan without pairs of actions of which the later one undoes the earlier one, and may be taken just behind it
/// since nothing between them has to do with it; `None` if there are none.
///
/// What an action has to do with is the last action before it that changes a part which it touches, or touches one
/// which it changes (Mazurkiewicz 1977, on traces). One pass; plans of more than 2^32 accesses are not looked at. Time
/// and memory: a few steps and 8 bytes for each part that an action touches, twice that while the list grows.
pub(super) fn cancelled<P: StateSpace>(
    space: &P,
    start: &P::State,
    actions: &[P::Action],
    windows: &impl Windows<P>,
    limits: &Limits,
) -> Result<Option<Vec<P::Action>>, Halt> {
    let can_be_undone = |action| windows.inverse(space, action).is_some();
    if !actions.iter().any(can_be_undone) {
        return Ok(None);
    }
    let mut pace = pace(limits);
    let mut accesses = Accesses::new(windows.parts(space, start), &limits.memory)?;
    let mut is_dropped = BudgetVec::filled(&limits.memory, actions.len(), false)?;
    let mut state = start.clone();
    let mut touched = Vec::new();
    let mut count = 0;
    for (place, action) in actions.iter().enumerate() {
        pace.tick(1)?;
        touched.clear();
        windows.touched(space, &state, action, &mut |part, access| {
            touched.push((part, access));
        });
        let before = touched
            .iter()
            .filter_map(|&(part, access)| accesses.last(part, access, &is_dropped))
            .max();
        let undone = before
            .filter(|&before| windows.inverse(space, &actions[before]).as_ref() == Some(action));
        if let Some(before) = undone {
            is_dropped[before] = true;
            is_dropped[place] = true;
            count += 1;
        } else if !accesses.note(&touched, place)? {
            break;
        }
        space.apply(&mut state, action);
    }
    if count == 0 {
        return Ok(None);
    }
    let kept = actions.iter().zip(is_dropped.iter());
    let kept = kept.filter(|&(_, &is_dropped)| !is_dropped);
    Ok(Some(kept.map(|(action, _)| action.clone()).collect()))
}

/// Who read and who changed each part, the last one first.
struct Accesses {
    /// For each part, its last change and its last reading.
    heads: BudgetVec<[u32; 2]>,
    /// The place of an action, and the entry before this one of the same part and kind.
    entries: BudgetVec<(u32, u32)>,
}

impl Accesses {
    fn new(parts: usize, memory: &Memory) -> Result<Self, MemoryExhausted> {
        Ok(Self {
            heads: BudgetVec::filled(memory, parts, [NONE; 2])?,
            entries: BudgetVec::new(memory),
        })
    }

    /// The last action that is left of those that an access to `part` may not be taken before.
    fn last(&mut self, part: usize, access: Access, is_dropped: &[bool]) -> Option<usize> {
        let changed = self.top(part, 0, is_dropped);
        match access {
            Access::Reads => changed,
            Access::Changes => changed.max(self.top(part, 1, is_dropped)),
        }
    }

    fn top(&mut self, part: usize, kind: usize, is_dropped: &[bool]) -> Option<usize> {
        let head = &mut self.heads[part][kind];
        while *head != NONE {
            let (place, next) = self.entries[*head as usize];
            if !is_dropped[place as usize] {
                return Some(place as usize);
            }
            *head = next;
        }
        None
    }

    /// Notes what the action at `place` touches, if it can still be numbered.
    fn note(&mut self, touched: &[(usize, Access)], place: usize) -> Result<bool, MemoryExhausted> {
        for &(part, access) in touched {
            let (Ok(place), Ok(entry)) = (u32::try_from(place), u32::try_from(self.entries.len()))
            else {
                return Ok(false);
            };
            if entry == NONE {
                return Ok(false);
            }
            let kind = usize::from(access == Access::Reads);
            let head = &mut self.heads[part][kind];
            self.entries.push((place, *head))?;
            *head = entry;
        }
        Ok(true)
    }
}
