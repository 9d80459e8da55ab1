//! Which change is likely: by what is learned of its features, before it is tried and after.
//!
//! In: what is known of a task, and how much work trials may take. Out: the changes after which there is a plan, the
//! likeliest first; what breaks an invariant of the model comes after all that keep them. Where no single change helps,
//! pairs are tried.

use rustc_hash::FxHashSet;

use super::edit::Edit;
use super::features::{Feature, Scene, count, flag};
use super::invariants::Invariants;
use super::literal::changes;
use super::repair::{Trials, Used};
use super::rewrites::Mutations;
use super::weights::WEIGHTS;
use crate::text::task::Task;

/// At most this many that help are looked at, and at most this many single changes are paired.
const MAX_CURES: usize = 30;
const MAX_PAIRED: usize = 60;

/// How much less likely than the best, in log-odds, a change may be that is still tried or named.
const TRIED: f64 = 6.0;
const NAMED: f64 = 4.5;

/// One change that helps, or two that do together.
#[derive(Clone, Debug)]
pub(super) struct Cure {
    pub(super) edits: Vec<Edit>,
    pub(super) used: Used,
    /// What speaks for it.
    pub(super) features: Vec<Feature>,
    /// How likely it is beside the others, as log-odds.
    pub(super) score: f64,
    /// What it gives up.
    pub(super) lost: Option<String>,
}

/// What is learned of some features.
fn score(features: &[Feature]) -> f64 {
    features.iter().zip(WEIGHTS).map(|((_, value), (_, weight))| value * weight).sum()
}

/// The changes that help, the likeliest first.
pub(super) fn cures(scene: &Scene<'_, '_>, trials: &mut Trials<'_>) -> Vec<Cure> {
    if trials.effort.trials == 0 {
        return Vec::new();
    }
    let most = trials.effort.edits;
    let edits = Mutations::all(scene.chain, most, trials.limits);
    trials.has_more = edits.len() >= most;
    trials.left = edits.len();
    let mut ranked: Vec<(f64, Vec<Feature>, Edit)> = Vec::new();
    for edit in edits {
        if let Err(stop) = trials.limits.check_now() {
            trials.stop = Some(stop);
            return Vec::new();
        }
        let features = scene.features(&edit);
        ranked.push((score(&features), features, edit));
    }
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut found: Vec<Cure> = Vec::new();
    let mut shown = FxHashSet::default();
    for (score, features, edit) in &ranked {
        let best = found.iter().map(|cure| cure.score).max_by(f64::total_cmp);
        let is_far = best.is_some_and(|best| *score + TRIED < best) && !trials.effort.is_thorough;
        if is_far || found.len() >= MAX_CURES && !trials.effort.is_thorough {
            trials.left = 0;
            break;
        }
        if trials.is_over() {
            break;
        }
        trials.left -= 1;
        let after = edit.apply(trials.task);
        // Two places of one action may take the same change.
        if let Some(used) = trials.tried(&after).filter(|_| shown.insert(edit.show(trials.task))) {
            found.push(cure(scene, vec![edit.clone()], used, features.clone(), &after));
        }
    }
    if found.is_empty() && trials.left == 0 {
        found = pairs(scene, &ranked, trials);
    }
    compared(&mut found, trials.effort.is_thorough);
    found
}

/// A change that helps, with what it gives up.
fn cure(scene: &Scene<'_, '_>, edits: Vec<Edit>, used: Used, features: Vec<Feature>, after: &Task) -> Cure {
    let (lost, lost_count, gained) = scene.invariants.compared(&Invariants::of(after, &changes(after)));
    let lost = lost.map(|group| Invariants::show(scene.chain.task(), group));
    let mut features = features;
    features.push(("invariants lost", count(lost_count.min(3))));
    features.push(("invariants gained", count(gained.min(3))));
    Cure { edits, used, score: score(&features), features, lost }
}

/// What only shows beside the other changes that help: how much of the model their plans use.
fn compared(found: &mut Vec<Cure>, is_thorough: bool) {
    let most = |of: fn(&Used) -> usize| found.iter().map(|cure| of(&cure.used)).max().unwrap_or(0);
    let (objects, actions) = (most(|used| used.objects), most(|used| used.actions));
    let again = found.iter().map(|cure| cure.used.again).min().unwrap_or(0);
    for cure in found.iter_mut() {
        let used = cure.used;
        let share = |part: usize, all: usize| count(part) / count(all.max(1));
        cure.features.extend([
            ("a plan of one or two steps", flag(used.steps <= 2)),
            (
                "actions that the plan leaves out",
                share(used.schemas - used.actions.min(used.schemas), used.schemas),
            ),
            ("fewer actions than in other plans", count((actions - used.actions).min(4))),
            ("fewer objects than in other plans", count((objects - used.objects).min(5))),
            ("steps taken again", count((used.again - again).min(6))),
        ]);
        cure.score = score(&cure.features);
    }
    let best = found.iter().map(|cure| cure.score).max_by(f64::total_cmp).unwrap_or(0.0);
    found.retain(|cure| cure.score + NAMED >= best || is_thorough);
    found.sort_by(|one, other| {
        one.lost.is_some().cmp(&other.lost.is_some()).then(other.score.total_cmp(&one.score))
    });
}

/// Pairs of changes to different parts that help together, by the sum of their scores.
fn pairs(scene: &Scene<'_, '_>, ranked: &[(f64, Vec<Feature>, Edit)], trials: &mut Trials<'_>) -> Vec<Cure> {
    let first = &ranked[..ranked.len().min(MAX_PAIRED)];
    let mut order: Vec<(f64, usize, usize)> = Vec::new();
    for (two, (right, _, second)) in first.iter().enumerate() {
        for (one, (left, _, first)) in first[..two].iter().enumerate() {
            if first.is_apart(second) {
                order.push((left + right, one, two));
            }
        }
    }
    order.sort_by(|one, other| other.0.total_cmp(&one.0));
    trials.left = order.len();
    let mut found: Vec<Cure> = Vec::new();
    let mut shown = FxHashSet::default();
    for (_, one, two) in order {
        if trials.is_over() || found.len() >= MAX_CURES {
            break;
        }
        trials.left -= 1;
        let mut edits = vec![first[one].2.clone(), first[two].2.clone()];
        // A part that goes moves those behind it.
        edits.sort_by(|one, two| two.path().cmp(one.path()));
        let after = edits.iter().fold(trials.task.clone(), |task, edit| edit.apply(&task));
        let words: Vec<String> = edits.iter().map(|edit| edit.show(trials.task)).collect();
        if let Some(used) = trials.tried(&after).filter(|_| shown.insert(words)) {
            let both = first[one].1.iter().zip(&first[two].1).map(|(one, other)| (one.0, one.1 + other.1));
            found.push(cure(scene, edits, used, both.collect(), &after));
        }
    }
    trials.has_paired = true;
    found
}
