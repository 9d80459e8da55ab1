//! Top-k planning: the cheapest plans that visit no state twice, different as sequences of actions (Katz, Sohrabi,
//! Udrea and Winterer 2018; loopless: von Tschammer, Mattmüller and Speck 2022).
//!
//! In: a space, an admissible heuristic, limits. Out: plans, the cheapest first, and whether there are no others. A*
//! explores all states that plans up to a cost can visit ([`Region`]); what it has found there are the exact distances
//! to the goal, by which the paths are enumerated (`Paths`). If there are too few, A* goes on where it was, as in
//! K* (Aljazzar and Leue 2011; Lee, Katz and Sohrabi 2023). Nothing may be pruned that a plan can visit: no
//! symmetries, no stubborn sets, no decoupling.

mod paths;
mod region;

use banto_base::limits::Stop;
pub use paths::{Found, Paths};
pub use region::Region;

/// Which plans are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// So many of the cheapest.
    Top(u64),
    /// All that cost no more than a cheapest one.
    AllCheapest,
}

/// After an enumeration that was not enough, so many hundredths more of the states are explored before the next one.
const MORE: u64 = 10;

impl Wanted {
    /// Calls `found` with each wanted plan, the cheapest first. True if it is proven that there are no others.
    ///
    /// # Errors
    /// A limit that was reached before, or an error of `found`; what was found until then are the cheapest plans.
    pub fn enumerate(
        self,
        region: &mut Region<'_, '_>,
        found: &mut dyn FnMut(&Found<'_>) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let (mut count, mut told, mut explored) = (0, None, 0);
        while let Some(layer) = region.explore_layer()? {
            let cost = if region.is_explored() { region::DEAREST } else { layer };
            let is_grown = region.expanded() >= explored + explored * MORE / 100;
            if !region.has_goal() || !is_grown && !region.is_explored() {
                continue;
            }
            explored = region.expanded();
            let mut paths = Paths::new(region, cost)?;
            while let Some(path) = paths.next()? {
                if self == Self::AllCheapest && path.cost > region.cheapest() {
                    return Ok(true);
                }
                // Earlier enumerations have told of the cheaper ones.
                if told.is_none_or(|told| path.cost > told) {
                    count += 1;
                    found(&path)?;
                    if self == Self::Top(count) {
                        return Ok(false);
                    }
                }
            }
            if self == Self::AllCheapest {
                return Ok(true);
            }
            told = Some(cost);
        }
        Ok(!region.overflows())
    }
}
