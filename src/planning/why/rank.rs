//! Which change is meant: the likeliest first, and of those that help the best.
//!
//! In: changes, and the chain of causes. Out: those after which there is a plan, with its length. A change is likely
//! if such slips are frequent, if it concerns the cause that was proven, and if it makes the model less odd.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Note;
use super::chain::Chain;
use super::clash::Clash;
use super::edit::{Edit, Kind, Site};
use super::literal::{Pattern, distinct};
use super::oddity::{self, Rows, count};
use super::repair::{Trials, Used};
use super::rewrites::Mutations;
use super::root::Root;
use crate::text::task::{GroundAtoms, PredicateId, Task};

/// A change that helps.
#[derive(Clone, Debug)]
pub(super) struct Cure {
    pub(super) edit: Edit,
    pub(super) used: Used,
    /// How unlikely it is.
    pub(super) doubt: f64,
    /// The root that it concerns.
    pub(super) root: Option<usize>,
}

/// At most this many that help are looked at.
const MAX_CURES: usize = 6;

/// Changes that are so much less likely than the best are not named.
const MARGIN: f64 = 3.5;

/// Steps that are taken again on any way.
const A_FEW: usize = 3;

/// What the states showed.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    /// Actions that are never taken.
    pub(super) idle: Vec<usize>,
    /// Goals that exclude each other.
    pub(super) contrary: Option<Contrary>,
    /// Conditions that exclude each other.
    pub(super) clashes: Vec<Clash>,
}

/// Goals that exclude each other.
#[derive(Clone, Debug)]
pub(super) struct Contrary {
    pub(super) note: Note,
    pub(super) goals: Vec<Pattern>,
    /// How much speaks for it that the goal is wrong, not the actions.
    pub(super) points: f64,
}

/// A change with less doubt than this speaks for itself.
pub(super) const SURE: f64 = 1.0;
/// With more doubt than this, what is proven says more.
pub(super) const WEAK: f64 = 6.0;

impl Chain<'_> {
    /// The changes that help, the likeliest first.
    pub(super) fn cured(&self, roots: &[Root], hints: &Hints, trials: &mut Trials<'_>) -> Vec<Cure> {
        let task = self.task();
        if !trials.may_try(self) {
            return Vec::new();
        }
        let most = trials.effort.edits;
        let edits = Mutations::all(self, most, trials.limits);
        let mut left = edits.len();
        trials.has_more = left >= most;
        let stated: FxHashSet<PredicateId> = task.init.iter().map(|fact| fact.0).collect();
        // Changes to the domain are made to a task without facts, for speed.
        let domain = Task { init: GroundAtoms::default(), ..task.clone() };
        let before = oddity::of_domain(&domain, &stated);
        let mut patterns: FxHashMap<PredicateId, Rows<'_>> = FxHashMap::default();
        let mut ranked: Vec<(f64, Option<usize>, Edit)> = Vec::new();
        for edit in edits {
            if let Err(stop) = trials.limits.check_now() {
                trials.stop = Some(stop);
                return Vec::new();
            }
            let (near, root) = self.distance(&edit, roots, hints);
            let odd = match edit.site {
                Site::Condition(_) | Site::Effect(_) | Site::Parameter(_) => {
                    oddity::of_domain(&edit.apply(&domain), &stated) - before
                }
                _ => {
                    let [old, new] = edit.facts();
                    let worse = distinct(old.iter().chain(new).map(|fact| fact.0)).into_iter().map(|one| {
                        let rows = patterns.entry(one).or_insert_with(|| {
                            Rows::of(task, one, self.is_changed(one), self.is_moving(one))
                        });
                        rows.worse(one, old, new)
                    });
                    let worse: f64 = worse.sum();
                    // Whatever is dropped is missed somewhere.
                    if edit.kind == Kind::Drop { worse.min(0.5) } else { worse }
                }
            };
            ranked.push((self.prior(&edit) + near + odd, root, edit));
        }
        ranked.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut cures: Vec<Cure> = Vec::new();
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
            if let Some(used) = trials.tried(&edit) {
                let doubt = doubt + self.cheap(used);
                cures.push(Cure { edit, used, doubt, root });
            }
        }
        trials.left = left;
        // What was not tried to its end makes no message.
        if trials.effort.is_brief && (trials.has_more || trials.is_over()) {
            return Vec::new();
        }
        // A plan that passes by actions or objects that another uses is suspicious.
        let most = |of: fn(&Used) -> usize| cures.iter().map(|cure| of(&cure.used)).max().unwrap_or(0);
        let (objects, actions) = (most(|used| used.objects), most(|used| used.actions));
        let again = cures.iter().map(|cure| cure.used.again).min().unwrap_or(0);
        for Cure { used, doubt, .. } in &mut cures {
            // So is one that does again, more than a few times, what it did before.
            *doubt += (0.4 * count((used.again - again).saturating_sub(A_FEW))).min(2.0);
            *doubt += (0.3 * count(objects - used.objects)).min(1.2);
            *doubt += (0.5 * count(actions - used.actions)).min(1.5);
        }
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
        // To ask for the opposite says no more than not to ask, unless it is as likely.
        let is_cut = |one: &Cure, other: &Cure| {
            (one.edit.site, one.edit.kind) == (other.edit.site, Kind::Drop)
                && one.edit.old == other.edit.old
                && one.doubt + 1.5 < other.doubt
        };
        let cuts: Vec<Cure> = cures.iter().filter(|cure| cure.edit.kind == Kind::Drop).cloned().collect();
        cures.retain(|cure| cure.edit.kind != Kind::Negate || !cuts.iter().any(|cut| is_cut(cut, cure)));
        let best = cures.first().map_or(0.0, |cure| cure.doubt);
        // Two places of one action may take the same change.
        let mut shown = FxHashSet::default();
        cures.retain(|cure| cure.doubt <= best + MARGIN && shown.insert(cure.edit.show(task)));
        cures
    }

    /// A plan that uses little of the domain is suspicious.
    fn cheap(&self, used: Used) -> f64 {
        let all = self.task().schemas.len();
        let is_short = if used.steps <= 2 { 1.0 } else { 0.0 };
        let unused = count(all.saturating_sub(used.actions)) / count(all.max(1));
        is_short + 1.5 * unused
    }
}
