//! Which change is meant: the likeliest first, and of those that help the best.
//!
//! In: changes, and the chain of causes. Out: those after which there is a plan, with its length. A change is likely
//! if such slips are frequent, if it concerns the cause that was proven, and if it makes the model less odd.

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::Chain;
use super::edit::{Edit, Kind, Site};
use super::oddity::{self, count};
use super::repair::Trials;
use super::rewrites::Mutations;
use super::root::Root;
use crate::task::{GroundAtoms, PredicateId, Task};

/// A change that helps.
#[derive(Clone, Debug)]
pub(super) struct Cure {
    pub(super) edit: Edit,
    pub(super) steps: usize,
    /// How unlikely it is.
    pub(super) doubt: f64,
    /// The root that it concerns.
    pub(super) root: Option<usize>,
}

/// At most this many changes are looked at, and this many that help.
const MAX_EDITS: usize = 6_000;
const MAX_CURES: usize = 6;

/// Changes that are so much less likely than the best are not named.
const MARGIN: f64 = 3.5;

/// What the states showed.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    /// Actions that are never taken.
    pub(super) idle: Vec<usize>,
    /// Whether the goal contradicts itself.
    pub(super) is_contrary: bool,
}

/// A change with less doubt than this speaks for itself.
pub(super) const SURE: f64 = 1.0;
/// With more doubt than this, what is proven says more.
pub(super) const WEAK: f64 = 4.5;

impl Chain<'_> {
    /// The changes that help, the likeliest first.
    pub(super) fn cured(&self, roots: &[Root], hints: &Hints, trials: &mut Trials<'_>) -> Vec<Cure> {
        let task = self.task();
        // A message has to come at once: it names what is proven.
        if !trials.at_length {
            return Vec::new();
        }
        let mut edits = Mutations::all(self);
        edits.truncate(MAX_EDITS);
        let stated: FxHashSet<PredicateId> = task.init.iter().map(|fact| fact.0).collect();
        // Changes to the domain are made to a task without facts, for speed.
        let domain = Task { init: GroundAtoms::default(), ..task.clone() };
        let before = oddity::of_domain(&domain, &stated);
        let mut patterns: FxHashMap<PredicateId, oddity::Pattern<'_>> = FxHashMap::default();
        let mut ranked: Vec<(f64, Option<usize>, Edit)> = Vec::new();
        for edit in edits {
            if let Err(stop) = trials.limits.check_now() {
                trials.stop = Some(stop);
                return Vec::new();
            }
            let (near, root) = self.distance(&edit, roots, hints);
            let odd = match (edit.site, edit.facts()) {
                (Site::Condition(_) | Site::Effect(_) | Site::Parameter(_), _) => {
                    oddity::of_domain(&edit.apply(&domain), &stated) - before
                }
                (_, Some((predicate, old, new))) => {
                    let pattern = patterns.entry(predicate).or_insert_with(|| {
                        oddity::Pattern::of(
                            task,
                            predicate,
                            self.is_changed(predicate),
                            self.is_moving(predicate),
                        )
                    });
                    let worse = pattern.worse(&old, &new);
                    // Whatever is dropped is missed somewhere.
                    if edit.kind == Kind::Drop { worse.min(0.5) } else { worse }
                }
                _ => 0.0,
            };
            ranked.push((self.prior(&edit) + near + odd, root, edit));
        }
        ranked.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut cures: Vec<Cure> = Vec::new();
        let mut left = ranked.len();
        for (doubt, root, edit) in ranked {
            let best = cures.iter().map(|cure| cure.doubt).min_by(f64::total_cmp);
            if best.is_some_and(|best| doubt > best + MARGIN) || cures.len() >= 5 * MAX_CURES {
                left = 0;
                break;
            }
            if trials.is_over() {
                break;
            }
            left -= 1;
            if let Some((steps, actions)) = trials.tried(&edit) {
                let doubt = doubt + self.cheap(steps, actions);
                cures.push(Cure { edit, steps, doubt, root });
            }
        }
        trials.left = left;
        cures.sort_by(|one, other| one.doubt.total_cmp(&other.doubt));
        // Of many alike, none is meant.
        let alike = |one: &Edit, other: &Edit| {
            let predicate =
                |edit: &Edit| edit.literals().into_iter().flatten().last().map(|one| one.0.predicate);
            one.site == other.site && one.kind == other.kind && predicate(one) == predicate(other)
        };
        let points = (0..cures.len()).map(|at| {
            let (before, edit) = (&cures[..at], &cures[at].edit);
            let same = cures.iter().filter(|one| alike(&one.edit, edit) && one.edit.old == edit.old).count();
            let same = if edit.site == Site::Init { 1 } else { same };
            0.5 * count(same).log2() + 0.5 * count(before.iter().filter(|one| alike(&one.edit, edit)).count())
        });
        let points: Vec<f64> = points.collect();
        cures.iter_mut().zip(points).for_each(|(cure, points)| cure.doubt += points);
        cures.sort_by(|one, other| one.doubt.total_cmp(&other.doubt));
        let best = cures.first().map_or(0.0, |cure| cure.doubt);
        cures.retain(|cure| cure.doubt <= best + MARGIN);
        cures
    }

    /// A plan that uses little of the domain is suspicious.
    fn cheap(&self, steps: usize, actions: usize) -> f64 {
        let all = self.task().schemas.len();
        let is_short = if steps <= 2 { 1.0 } else { 0.0 };
        let unused = count(all.saturating_sub(actions)) / count(all.max(1));
        is_short + 1.5 * unused
    }
}
