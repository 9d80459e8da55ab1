//! Which change is likely: by what is learned of its features, before it is tried and after.
//!
//! In: what is known of a task, and how much work trials may take. Out: the changes after which there is a plan, the
//! likeliest first; what breaks an invariant of the model, or leaves a goal out, comes after all that keep them. Pairs
//! are tried, too: of more changes where no single one helps without that.

use rustc_hash::FxHashSet;

use super::features::{Feature, Scene, flag};
use super::rewrites::Mutations;
use super::touch::reached;
use super::weights::WEIGHTS;
use crate::why::edit::{Edit, EditKind, Fact, Patch, Piece, Site};
use crate::why::invariants::{Group, Invariants, is_broken, is_renewed, lost_and_gained, show};
use crate::why::literal::{Literal, changes, literals_of};
use crate::why::rows::count;
use crate::why::trials::{Trials, Used};
use banto_text::plan::Plan;
use banto_text::task::{Atom, Condition, ObjectId, Task, Term};

/// At most this many that help are looked at, and at most this many single changes are paired.
const MAX_CURES: usize = 30;
const MAX_PAIRED: usize = 120;

/// How much less likely than the best, in log-odds, a change may be that is still tried or named.
const TRIED: f64 = 7.0;
const NAMED: f64 = 5.5;

/// One change that helps, or two that do together.
#[derive(Clone, Debug)]
pub(crate) struct Cure {
    pub(crate) edits: Vec<Edit>,
    pub(crate) used: Used,
    /// Its features.
    pub(crate) features: Vec<Feature>,
    /// How likely it is beside the others, as log-odds.
    pub(crate) score: f64,
    /// An invariant or a goal that it gives up.
    pub(crate) lost: Option<String>,
}

/// The sum of the features by their learned weights.
fn score(features: &[Feature]) -> f64 {
    features.iter().zip(WEIGHTS).map(|((_, value), (_, weight))| value * weight).sum()
}

/// The changes that help, the likeliest first.
pub(crate) fn cures(scene: &Scene<'_, '_>, trials: &mut Trials<'_>) -> Vec<Cure> {
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
        if found.iter().any(|cure| cure.edits[0].is_same_object(edit)) && !trials.effort.is_thorough {
            continue;
        }
        let after = edit.apply(trials.task);
        // Two places of one action may take the same change.
        if let Some(plan) = trials.tried(&after).filter(|_| shown.insert(edit.show(trials.task))) {
            found.push(cure(scene, vec![edit.clone()], &plan, features.clone(), &after));
        }
    }
    if trials.left == 0 {
        pairs(scene, &ranked, &mut found, trials);
    }
    compared(&mut found, trials.effort.is_thorough);
    found
}

/// A change that helps, with what it gives up.
fn cure(
    scene: &Scene<'_, '_>,
    edits: Vec<Edit>,
    plan: &Plan,
    mut features: Vec<Feature>,
    after: &Task,
) -> Cure {
    let kept = Invariants::of(after, &changes(after));
    let (lost, gained) = lost_and_gained(&scene.invariants, &kept);
    // What never changed is in no invariant.
    let is_of_changes = |group: &&&Group| group.0.iter().all(|part| scene.chain.is_changed(part.0));
    let goal = edits.iter().find(|edit| is_weaker(scene, edit)).and_then(|edit| edit.old.as_ref());
    let goal = goal.map(|old| format!("{} holds in the end", old.text));
    let given = edits.iter().flat_map(|edit| edit.facts()[1]).find(|fact| is_goal(scene, fact));
    let given =
        given.map(|fact| format!("actions bring about {}", Piece::fact(scene.chain.task(), fact).text));
    // What the plan breaks, else what is about something that the action takes.
    let task = scene.chain.task();
    let breaks = |group: &&&Group| is_broken(after, plan, group, scene.chain.reach.limits);
    let is_taken = |group: &&&Group| {
        let parameters = edits[0].schema().map_or(&[][..], |at| &task.schemas[at].parameters);
        let of = |object: ObjectId| &task.object_types[object.index()];
        group.1.is_some_and(|key| parameters.iter().any(|one| task.types.fits(of(key), &one.types)))
    };
    let (strong, weak): (Vec<&Group>, Vec<&Group>) =
        lost.into_iter().partition(|group| is_renewed(&scene.chain.changes, group));
    let first =
        if strong.len() > 1 { strong.iter().find(breaks).or(strong.iter().find(is_taken)) } else { None };
    let first = first.or(strong.first()).map(|group| show(task, group));
    let lost = goal.or(given).or(first);
    features.extend([
        ("two changes", flag(edits.len() > 1)),
        ("invariants lost", count(strong.len().min(3))),
        ("invariants lost in which things are used up", count(weak.len().min(3))),
        ("invariants gained", count(gained.iter().filter(is_of_changes).count().min(3))),
    ]);
    let used = Used::by(plan);
    Cure { edits, used, score: score(&features), features, lost }
}

/// Whether the goal asks for a fact, and actions can bring it about.
fn is_goal(scene: &Scene<'_, '_>, (predicate, row): &Fact) -> bool {
    let asked = literals_of((&scene.chain.task().goal, true));
    let is_it =
        |one: &Literal<'_>| one.positive && one.atom.predicate == *predicate && one.with(&[]).fits(row);
    scene.chain.growing.contains(predicate) && asked.iter().any(is_it)
}

/// Whether a change to the goal asks for less: a part goes, is denied, or becomes a fact that never changes; `exists`
/// takes the place of `forall`, or an object that of a variable that is for all.
fn is_weaker(scene: &Scene<'_, '_>, edit: &Edit) -> bool {
    let Patch::Part { path, new, .. } = &edit.patch else { return false };
    let mut is_for_all = false;
    let mut part = (&scene.chain.task().goal, true);
    for at in path {
        is_for_all |= matches!(part.0, Condition::Forall(..)) == part.1
            && matches!(part.0, Condition::Forall(..) | Condition::Exists(..));
        let parts = part.0.parts(part.1);
        part = parts.get(*at).or(parts.last()).copied().unwrap_or(part);
    }
    let is_fixed = |one: &(Atom, bool)| !scene.chain.is_changed(one.0.predicate);
    let [old, come] = edit.literals();
    let objects =
        |one: &(Atom, bool)| one.0.arguments.iter().filter(|term| matches!(term, Term::Object(_))).count();
    edit.site == Site::Goal
        && match edit.kind {
            EditKind::Drop | EditKind::Negate => true,
            EditKind::Quantifier => part.1 != matches!(new, Some(Condition::Forall(..))),
            EditKind::Connective => part.1 != matches!(new, Some(Condition::And(_))),
            EditKind::Add => false,
            _ if come.is_some_and(is_fixed) => !old.is_some_and(is_fixed),
            _ => is_for_all && old.zip(come).is_some_and(|(old, come)| objects(old) < objects(come)),
        }
}

/// Adds features that depend on the other changes that help: how much of the model their plans use.
fn compared(found: &mut Vec<Cure>, is_thorough: bool) {
    let most = |of: fn(&Used) -> usize| found.iter().map(|cure| of(&cure.used)).max().unwrap_or(0);
    let (objects, actions) = (most(|used| used.objects), most(|used| used.actions));
    for cure in found.iter_mut() {
        let used = cure.used;
        cure.features.extend([
            ("fewer actions than in other plans", count((actions - used.actions).min(4))),
            ("fewer objects than in other plans", count((objects - used.objects).min(5))),
        ]);
        cure.score = score(&cure.features);
    }
    let best = found.iter().map(|cure| cure.score).max_by(f64::total_cmp).unwrap_or(0.0);
    found.retain(|cure| cure.score + NAMED >= best || is_thorough);
    let order = |one: &Cure, other: &Cure| one.lost.is_some().cmp(&other.lost.is_some());
    found.sort_by(|one, other| order(one, other).then(other.score.total_cmp(&one.score)));
}

/// Pairs of changes to different parts that help together, and neither alone, by the sum of their scores.
fn pairs(
    scene: &Scene<'_, '_>,
    ranked: &[(f64, Vec<Feature>, Edit)],
    found: &mut Vec<Cure>,
    trials: &mut Trials<'_>,
) {
    let single =
        |edit: &Edit| found.iter().any(|one| one.edits[0].show(trials.task) == edit.show(trials.task));
    // Beside single changes that help, only the likeliest pairs are worth their work.
    let is_needed = found.iter().all(|one| one.lost.is_some());
    let all = ranked.iter().filter(|one| found.is_empty() || !single(&one.2));
    let first: Vec<_> = all.take(if is_needed { MAX_PAIRED } else { MAX_PAIRED / 2 }).collect();
    let reached: Vec<_> = first.iter().map(|one| reached(&one.2, scene.chain)).collect();
    let mut order: Vec<(f64, usize, usize)> = Vec::new();
    for (two, (right, _, second)) in first.iter().enumerate() {
        for (one, (left, _, first)) in first[..two].iter().enumerate() {
            let may_lead = || match (&reached[one], &reached[two]) {
                (Some(some), Some(more)) => scene.chain.leads(&[&some[..], more].concat(), 0),
                _ => true,
            };
            if first.is_apart(second) && may_lead() {
                order.push((left + right, one, two));
            }
        }
    }
    order.sort_by(|one, other| other.0.total_cmp(&one.0));
    trials.has_paired = found.is_empty();
    trials.left = order.len();
    let most = found.len() + 2 * MAX_CURES;
    let mut shown = FxHashSet::default();
    for (_, one, two) in order {
        if trials.is_over() || found.len() >= most {
            break;
        }
        trials.left -= 1;
        let mut edits = vec![first[one].2.clone(), first[two].2.clone()];
        // A part that goes moves those behind it.
        edits.sort_by(|one, two| two.path().cmp(one.path()));
        let after = edits.iter().fold(trials.task.clone(), |task, edit| edit.apply(&task));
        let words: Vec<String> = edits.iter().map(|edit| edit.show(trials.task)).collect();
        if let Some(plan) = trials.tried(&after).filter(|_| shown.insert(words)) {
            let both = first[one].1.iter().zip(&first[two].1).map(|(one, other)| (one.0, one.1 + other.1));
            let features = both.collect();
            found.push(cure(scene, edits, &plan, features, &after));
        }
    }
}
