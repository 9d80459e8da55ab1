//! A proof that there is no plan: a resource, such as fuel, energy or money, runs out (Seipp, Pommerening, Sievers and
//! others 2016; resource-constrained planning: Nakhost, Hoffmann and Müller 2012).
//!
//! In: a task. Out: whether some resource runs out. A *resource* is a variable whose domain transition graph has no
//! cycle: a value that is left never comes back. Each reachable value has a *level*, and no operator leads to a higher
//! one: it *consumes* the difference. So a plan consumes at most the initial level minus the level of the goal, or
//! minus zero if the goal does not mention the resource; with several resources, at most the sum. It is also a plan of
//! the task without the resources, in which operators cost what they consume. If all plans of that task cost more, as
//! `red_black` may prove, there is no plan.
//!
//! Of 28 tasks of nomystery, pegsol, mystery and childsnack with less fuel, other goals or less bread, `plan --first`
//! proved 19 unsolvable in 8 s with this proof and 11 without (2026-11-29).
//!
//! Any levels that never increase give a proof; good ones let an operator consume the same amount wherever it applies.
//! Variables with conditional effects are not resources, and tasks with axioms are not supported.

use rustc_hash::FxHashMap;

use super::moves::{Move, Moves, longest_ways, moves};
use super::potentials::{to_float, whole};
use super::red_black::{Enough, RedBlack};
use super::{Attempt, Attempted, Proof};
use crate::strips::{DisjointSets, FactId, Task, VarId};
use banto_base::limits::{Limits, Stop};

/// The work per effect that is examined, and per number of an equation.
const LOOKUP_COST: u64 = 128;
const NUMBER: u64 = 2;
/// The work per effect of building the task without a resource, and of the first estimate.
const PREPARED: u64 = 2048;
/// The most resources, those with most levels first.
const MOST: usize = 4;
/// The most kinds of decreases for which equations are solved.
const MOST_KINDS: usize = 64;
/// The highest level if no exact small numbers exist.
const FINEST: f64 = 16384.0;
/// Smaller numbers count as zero.
const TINY: f64 = 1e-7;

/// A decrease from one value to another, and its kind; decreases to final values may form a separate kind.
type Fall = (usize, usize, usize);
type LastFall = (usize, usize, Option<usize>);

/// A variable that can only decrease.
struct Resource {
    variable: VarId,
    /// The level of each reachable value.
    levels: Vec<Option<u64>>,
}

/// Tries to find a resource that runs out.
pub(super) fn attempt(task: &Task, work: u64, limits: &Limits) -> Attempted {
    if !task.axioms().is_empty() {
        return Ok(Attempt::Nothing);
    }
    let effects: usize = task.operators().map(|operator| task.effects(operator).len()).sum();
    let looked_at = effects as u64 * LOOKUP_COST;
    let Some(mut work) = work.checked_sub(looked_at) else { return Ok(Attempt::TooMuch(looked_at)) };
    let moves = moves(task, limits)?;
    let Some(resources) = find(task, &moves, &mut work, limits)? else { return Ok(Attempt::TooMuch(0)) };
    let mut sets: Vec<&[Resource]> = resources.chunks(1).collect();
    if resources.len() > 1 {
        sets.push(&resources);
    }
    let proof =
        |set: &[Resource]| Ok(Attempt::Proof(Proof::Resources(set.iter().map(|one| one.variable).collect())));
    let prepared = effects as u64 * PREPARED;
    let all = looked_at + prepared * sets.len() as u64;
    // One estimate is enough to give up on most sets; the others share the remaining work.
    let mut near = Vec::new();
    for set in sets {
        let Some(left) = work.checked_sub(prepared) else { return Ok(Attempt::TooMuch(all)) };
        work = left;
        let (relaxed, budget) = relaxed(task, &moves, set, limits)?;
        match relaxed.is_enough(budget, None, limits)? {
            Enough::No => return proof(set),
            Enough::MayBe => {}
            Enough::Unknown => near.push((set, relaxed, budget)),
        }
    }
    let (mut result, share) = (Attempt::Nothing, work / near.len().max(1) as u64);
    for (set, relaxed, budget) in near {
        match relaxed.is_enough(budget, Some(share), limits)? {
            Enough::No => return proof(set),
            Enough::MayBe => {}
            Enough::Unknown => result = Attempt::TooMuch(0),
        }
    }
    Ok(result)
}

/// The task without some resources, with their consumption as cost, and the amount that may be consumed.
fn relaxed(task: &Task, moves: &Moves, set: &[Resource], limits: &Limits) -> Result<(RedBlack, u64), Stop> {
    let budget: u64 = set.iter().map(|resource| resource.left(task)).sum();
    // What each operator consumes; `None` if it never applies.
    let mut costs = vec![Some(0u64); task.operator_count()];
    for resource in set {
        for one in moves[resource.variable.index()].iter().flatten() {
            let cost = &mut costs[one.operator.index()];
            let (from, to) = (resource.levels[one.from], resource.levels[one.to]);
            let taken = from.zip(to).map(|(from, to)| from.saturating_sub(to));
            *cost = cost.zip(taken).map(|(cost, taken)| cost.saturating_add(taken));
        }
    }
    let dropped: Vec<VarId> = set.iter().map(|resource| resource.variable).collect();
    Ok((RedBlack::new(task, moves, &dropped, &costs, limits)?, budget))
}

impl Resource {
    /// The amount that may be consumed before the goal.
    fn left(&self, task: &Task) -> u64 {
        let level = |fact: FactId| {
            let first = task.variables()[self.variable.index()].first;
            self.levels[fact.index() - first.index()].unwrap_or(0)
        };
        let wanted = task.goal().iter().find(|goal| task.variable_of(**goal) == self.variable);
        level(task.initial()[self.variable.index()]).saturating_sub(wanted.map_or(0, |goal| level(*goal)))
    }
}

/// The resources; `None` if finding their levels takes more than the remaining work.
fn find(task: &Task, moves: &Moves, work: &mut u64, limits: &Limits) -> Result<Option<Vec<Resource>>, Stop> {
    let mut falling = Vec::new();
    for (index, known) in moves.iter().enumerate() {
        let Some(known) = known.as_ref().filter(|known| !known.is_empty()) else { continue };
        let row = task.variables()[index];
        let pairs: Vec<(usize, usize)> = known.iter().map(|one| (one.from, one.to)).collect();
        let Some(longest) = longest_ways(row.size as usize, &pairs) else { continue };
        let start = task.initial()[index].index() - row.first.index();
        if longest[start] > 0 {
            falling.push((VarId::from(index), start, longest));
        }
    }
    falling.sort_by_key(|(variable, start, longest)| (std::cmp::Reverse(longest[*start]), *variable));
    falling.truncate(MOST);
    let mut resources = Vec::new();
    for (variable, start, longest) in falling {
        limits.check()?;
        let known = moves[variable.index()].as_deref().unwrap_or_default();
        let Some(levels) = levels(task, variable, start, known, &longest, work) else { return Ok(None) };
        resources.push(Resource { variable, levels });
    }
    Ok(Some(resources))
}

/// Levels by which operators that differ only in this variable consume the same amount, if they exist; otherwise the
/// longest paths. `None` if that takes more than the remaining work.
fn levels(
    task: &Task,
    variable: VarId,
    start: usize,
    known: &[Move],
    longest: &[u64],
    work: &mut u64,
) -> Option<Vec<Option<u64>>> {
    let by_longest = || longest.iter().copied().map(Some).collect();
    // Operators that differ only in this variable are of one kind, and so are those that share a move. Moves to final
    // values are left out: grounding merges values that nothing needs.
    let mut of_pair: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut of_rest: FxHashMap<Vec<Option<FactId>>, usize> = FxHashMap::default();
    let mut kinds = DisjointSets::default();
    let (mut falls, mut last) = (Vec::new(), Vec::new());
    for one in known {
        let other = |fact: &FactId| task.variable_of(*fact) != variable;
        let needs = task.condition(one.operator).iter().copied().filter(other).map(Some);
        let gives = task.effects(one.operator).map(|effect| effect.fact).filter(other).map(Some);
        let rest: Vec<Option<FactId>> = needs.chain([None]).chain(gives).collect();
        *work = work.checked_sub(rest.len() as u64 * LOOKUP_COST)?;
        if longest[one.to] == 0 {
            last.push((one.from, one.to, rest));
            continue;
        }
        let pair = *of_pair.entry((one.from, one.to)).or_insert_with(|| {
            let kind = kinds.add();
            falls.push((one.from, one.to, kind));
            kind
        });
        kinds.join(pair, *of_rest.entry(rest).or_insert(pair));
    }
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    for (_, _, kind) in &mut falls {
        let next = numbers.len();
        *kind = *numbers.entry(kinds.least(*kind)).or_insert(next);
    }
    let count = numbers.len();
    if !(1..=MOST_KINDS).contains(&count) {
        return Some(by_longest());
    }
    *work = work.checked_sub((falls.len() * count * count) as u64 * NUMBER)?;
    let mut kind_of = |rest| of_rest.get(rest).map(|pair| numbers[&kinds.least(*pair)]);
    let last: Vec<LastFall> = last.iter().map(|(from, to, rest)| (*from, *to, kind_of(rest))).collect();
    Some(even_levels(start, &falls, &last, count, longest).unwrap_or_else(by_longest))
}

/// Levels by which all decreases of a kind are equal: of these, the ones nearest to the means by the longest paths.
/// Moves to final values need only decrease by at least that much. Values without a level cannot be reached.
fn even_levels(
    start: usize,
    falls: &[Fall],
    last: &[LastFall],
    count: usize,
    longest: &[u64],
) -> Option<Vec<Option<u64>>> {
    // How often each kind occurs on a path from the first value.
    let mut places: Vec<Option<Vec<f64>>> = vec![None; longest.len()];
    places[start] = Some(vec![0.0; count]);
    let mut order: Vec<&Fall> = falls.iter().collect();
    // A value's predecessors have longer paths than the value itself.
    order.sort_by_key(|(from, to, _)| (std::cmp::Reverse(longest[*from]), *from, *to));
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut means = vec![(0.0f64, 0.0f64); count];
    for (from, to, kind) in &order {
        let Some(mut place) = places[*from].clone() else { continue };
        place[*kind] += 1.0;
        means[*kind].0 += to_float(longest[*from].cast_signed()) - to_float(longest[*to].cast_signed());
        means[*kind].1 += 1.0;
        let Some(known) = &places[*to] else {
            places[*to] = Some(place);
            continue;
        };
        // Two paths to one value decrease by the same amount.
        place.iter_mut().zip(known).for_each(|(one, other)| *one -= other);
        (0..2).for_each(|_| remove(&basis, &mut place));
        let length = place.iter().map(|value| value * value).sum::<f64>().sqrt();
        if length > TINY {
            place.iter_mut().for_each(|value| *value /= length);
            basis.push(place);
        }
    }
    let mut heights: Vec<f64> = means.iter().map(|(sum, times)| sum / times.max(1.0)).collect();
    remove(&basis, &mut heights);
    if basis.len() >= count || heights.iter().any(|height| *height < -TINY) {
        return None;
    }
    let deepest =
        |heights: &[f64]| places.iter().flatten().map(|place| depth(place, heights)).fold(0.0, f64::max);
    // Small whole numbers in the same proportion; otherwise large ones, rounded, so that decreases are not quite equal.
    let exact = whole(&heights).map(|heights| heights.into_iter().map(to_float).collect::<Vec<f64>>());
    let heights = exact.filter(|heights| deepest(heights) <= FINEST).unwrap_or_else(|| {
        let deepest = deepest(&heights);
        heights.iter().map(|height| height / deepest * FINEST).collect()
    });
    #[allow(clippy::cast_possible_truncation, reason = "the finest is far below 2^63")]
    let rounded = |place: &Vec<f64>| depth(place, &heights).round() as i64;
    let mut depths: Vec<Option<i64>> = places.iter().map(|place| place.as_ref().map(rounded)).collect();
    for (from, to, kind) in last {
        let Some(mut place) = places[*from].clone() else { continue };
        kind.iter().for_each(|kind| place[*kind] += 1.0);
        depths[*to] = depths[*to].max(Some(rounded(&place)));
    }
    let deepest = depths.iter().flatten().copied().max()?;
    // The proof rests on this alone: from a value with a level, every decrease leads to one whose level is no higher.
    let mut pairs = falls.iter().map(|fall| (fall.0, fall.1)).chain(last.iter().map(|fall| (fall.0, fall.1)));
    let never_rises = pairs.all(|(from, to)| depths[from] <= depths[to]);
    let levels = depths.iter().map(|depth| depth.map(|depth| deepest.abs_diff(depth))).collect();
    (never_rises && deepest > 0).then_some(levels)
}

/// The total decrease on the path to a place.
fn depth(place: &[f64], heights: &[f64]) -> f64 {
    place.iter().zip(heights).map(|(times, height)| times * height).sum()
}

/// Projects out the vectors of an orthonormal basis.
fn remove(basis: &[Vec<f64>], from: &mut [f64]) {
    for vector in basis {
        let along: f64 = vector.iter().zip(from.iter()).map(|(one, other)| one * other).sum();
        from.iter_mut().zip(vector).for_each(|(value, part)| *value -= along * part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_even_where_that_is_possible() {
        // From twelve down in steps of two and of three. Nothing leads on from one and from zero.
        let step = |size: usize, kind: usize| (0..=12 - size).map(move |to| (to + size, to, kind));
        let falls: Vec<Fall> = step(2, 0).chain(step(3, 1)).filter(|fall| fall.0 != 11).collect();
        let pairs: Vec<_> = falls.iter().map(|(from, to, _)| (*from, *to)).collect();
        let longest = longest_ways(13, &pairs).expect("no way leads back");
        assert_eq!((longest[12], longest[5], longest[1]), (6, 2, 0));
        let (last, others): (Vec<Fall>, Vec<Fall>) = falls.iter().partition(|fall| fall.1 < 2);
        let last: Vec<LastFall> = last.into_iter().map(|(from, to, kind)| (from, to, Some(kind))).collect();
        let levels = even_levels(12, &others, &last, 2, &longest).expect("they exist");
        for (from, to, kind) in falls {
            let fall = levels[from].zip(levels[to]).map(|(from, to)| from - to);
            assert_eq!(fall, Some([2, 3][kind]), "{from} to {to}");
        }
        assert_eq!(longest_ways(2, &[(0, 1), (1, 0)]), None);
    }

    #[test]
    fn falls_of_one_kind_that_cannot_be_even_give_no_levels() {
        // One way from 3 to 1 falls once, the other twice, by the same kind.
        let falls = [(3, 2, 0), (2, 1, 0), (3, 1, 0)];
        assert_eq!(even_levels(3, &falls, &[(1, 0, Some(0))], 1, &[0, 1, 2, 3]), None);
    }

    #[test]
    fn a_last_fall_of_a_kind_of_its_own_leads_to_a_level_that_is_no_higher() {
        let levels = even_levels(3, &[(3, 2, 0), (2, 1, 0)], &[(1, 0, None), (2, 0, None)], 1, &[0, 1, 2, 3]);
        assert_eq!(levels, Some(vec![Some(0), Some(0), Some(1), Some(2)]));
    }
}
