//! The features of states in the space of macro steps, for feature-space search (Shoham and Schaeffer 2020).
//!
//! In: a state. Out: its features (things on goals that can stay there, by the order of goals; regions of the leaves),
//! its priority, which is an estimate, and of its successors for each advisor the one that improves its value most.
//! Dead ends are those of the estimate and those that few things prove.

use super::ways::Ways;
use crate::decoupled::{DecoupledSpace, Factoring};
use crate::heuristics::BoxedHeuristic;
use crate::macros::{MacroSpace, Patterns};
use crate::strips::FactSpace;
use banto_base::limits::{Limits, Stop};
use banto_search::{Advisor, At, Cost, Estimate, GoalOrder, Guide, Profile, weigh_by};

/// Where the features stand in a profile: things that can stay, regions of leaves.
const STAYING: usize = 0;
const REGIONS: usize = 1;
/// Notes: the values that leaves reach, and the operators that apply.
const REACH: usize = 0;
const APPLICABLE: usize = 1;

/// Which steps are recommended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// Those by which more things can stay.
    Order,
    /// Those that improve any value.
    All,
}

impl Advice {
    const fn advisors(self) -> &'static [Advisor] {
        const ALL: &[Advisor] = &[
            |one| -i64::from(one.features[STAYING]),
            |one| i64::from(one.features[REGIONS]),
            |one| -i64::from(one.notes[REACH]),
            |one| -i64::from(one.notes[APPLICABLE]),
            |one| i64::try_from(one.priority).unwrap_or(i64::MAX),
        ];
        match self {
            Self::Order => ALL.split_at(1).0,
            Self::All => ALL,
        }
    }
}

/// Describes states.
pub(crate) struct MacroGuide<'a, C: Cost> {
    order: GoalOrder<Ways>,
    patterns: Patterns,
    goals: Vec<(usize, u64, u64)>,
    estimate: BoxedHeuristic<'a, DecoupledSpace<'a, C>>,
    advice: Advice,
    shown: Vec<u64>,
    preferred: Vec<u32>,
}

impl<'a, C: Cost> MacroGuide<'a, C> {
    /// A guide with an estimate.
    pub(crate) fn within(
        space: &MacroSpace<'a, C>,
        factoring: &Factoring<'a>,
        estimate: BoxedHeuristic<'a, DecoupledSpace<'a, C>>,
        advice: Advice,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let ways = Ways::new(&space.things, factoring, limits)?;
        let goals: Vec<_> = ways.goals.iter().map(|goal| space.base.pattern(*goal)).collect();
        let order = GoalOrder::new(goals.len(), ways, limits)?;
        let shown = vec![0; space.base.shown_words()];
        let patterns = Patterns::new(space, factoring, limits)?;
        Ok(Self { order, patterns, goals, estimate, advice, shown, preferred: Vec::new() })
    }
}

impl<'a, C: Cost> Guide<MacroSpace<'a, C>> for MacroGuide<'a, C> {
    fn describe(&mut self, space: &MacroSpace<'a, C>, state: &[u64], profile: &mut Profile) -> bool {
        let Self { order, patterns, goals, estimate, shown, preferred, .. } = self;
        space.base.show(state, shown);
        let Some((regions, reach)) = patterns.regions(space, state, shown) else { return false };
        let at = At { space: &space.base, id: None, state, g: C::ZERO, earlier: &[] };
        preferred.clear();
        let Estimate::Cost(estimated) = estimate.evaluate(&at, preferred) else { return false };
        let holds = |(word, mask, bits): &(usize, u64, u64)| shown[*word] & mask == *bits;
        let staying =
            order.value((0..).zip(&*goals).filter(|(_, goal)| holds(goal)).map(|(number, _)| number));
        let mut applicable = 0;
        space.base.applicable(shown, &mut |_| applicable += 1);
        profile.features.extend([staying, regions]);
        profile.notes.extend([reach, applicable]);
        profile.priority = estimated.shown();
        true
    }

    fn is_safe(&self) -> bool {
        self.estimate.claims().safe
    }

    fn weigh(&mut self, _: &MacroSpace<'a, C>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        weigh_by(self.advice.advisors(), parent, children, weights);
    }
}
