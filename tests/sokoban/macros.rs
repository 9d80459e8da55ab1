//! Macro steps against single steps: on random levels, both reach the same decoupled states, and a path by macro steps
//! is one by single steps that costs the same. No state that few things prove dead can reach a goal.
//!
//! `BANTO_LONG=1 cargo test --release --test sokoban macros` looks at more random levels.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases;
use crate::encode::{random_level, resolved};
use crate::puzzle::{Encoding, Puzzle};
use banto::ground::ground;
use banto::internals::decoupled::Factoring;
use banto::internals::macros::{MacroSpace, Patterns};
use banto::internals::symmetry::Fold;
use banto::limits::Limits;
use banto::search::{Algorithm, Random, Search, Space, replay};
use banto::sokoban::encode::{encode, encoding_named};
use banto::strips::{CostKind, FactSpace};
use banto::task;

/// Levels with more states are left out.
const STATES: usize = 3000;

/// All states that can be reached; `None` if there are too many.
fn reached<S: Space>(space: &S) -> Option<BTreeSet<Vec<u64>>> {
    let mut first = vec![0; space.words()];
    space.initial(&mut first);
    let (mut seen, mut open) = (BTreeSet::from([first.clone()]), vec![first]);
    let mut scratch = space.scratch();
    while let Some(state) = open.pop() {
        space.expand(&mut scratch, &state, &mut |_, _, row| {
            if seen.insert(row.to_vec()) {
                open.push(row.to_vec());
            }
        });
        if seen.len() > STATES {
            return None;
        }
    }
    Some(seen)
}

/// Visits the spaces of random levels in three encodings, and of puzzles in others, each with its name and its factored
/// task.
fn for_each_space(mut visit: impl FnMut(&str, &MacroSpace<'_, u64>, &Factoring<'_>)) {
    let mut look = |what: &str, names: &task::Task| {
        let Some(task) = ground(names, &Limits::none(), &mut |_| {}).unwrap().task else { return };
        let fold = Fold::find(&task, &Limits::none()).unwrap();
        let task = fold.as_ref().map_or(&task, |fold| &fold.task);
        let Some(factoring) = Factoring::find(task, &Limits::none()).unwrap() else { return };
        let space = MacroSpace::within(&factoring, CostKind::Real, &Limits::none());
        visit(what, &space.unwrap().unwrap(), &factoring);
    };
    for seed in cases::seeds(150, 5000) {
        for name in ["filtered", "basic", "typed"] {
            let encoded = encode(&random_level(seed), encoding_named(name).unwrap()).unwrap();
            look(&format!("{name} {seed}"), &resolved(encoded.domain, &encoded.problem));
        }
        let mut random = Random::new(seed);
        let puzzle = Puzzle::random(&mut random);
        let encoding = Encoding::random(&mut random);
        let (domain, problem) = puzzle.encoded(encoding);
        look(&format!("{encoding:?} {seed}"), &task::read(&domain, &problem).unwrap());
    }
}

#[test]
fn macro_steps_are_chains_of_steps_and_lose_nothing() {
    let (mut levels, mut solved, mut longer, mut own) = (0, 0, 0, 0);
    for_each_space(|case, space, _| {
        let Some(single) = reached(space.base()) else { return };
        levels += 1;
        assert_eq!(reached(space), Some(single), "{case}");
        for algorithm in [Algorithm::Bfs, Algorithm::Gbfs] {
            let by_macros = Search::new(space).run(algorithm);
            let by_steps = Search::new(space.base()).run(algorithm);
            assert_eq!(by_macros.path().is_some(), by_steps.path().is_some(), "{case}");
            let Some(path) = by_macros.path() else { continue };
            let steps = space.unfold(&path.actions);
            assert_eq!(replay(space.base(), &steps), Some((path.cost, true)), "{case}");
            solved += 1;
            let is_longer = usize::from(steps.len() > path.actions.len());
            longer += is_longer;
            own += if case.contains("Own") { is_longer } else { 0 };
        }
    });
    cases::tell(&format!(
        "{levels} levels, {solved} paths, {longer} shorter by macro steps, {own} of these of things with own goals"
    ));
    assert!(
        levels > cases::least(50)
            && solved > cases::least(50)
            && longer > cases::least(20)
            && own > cases::least(8),
        "{levels} {solved} {longer} {own}"
    );
}

/// The states from which a goal can be reached, of all.
fn solvable<S: Space>(space: &S, all: &BTreeSet<Vec<u64>>) -> BTreeSet<Vec<u64>> {
    let mut before: BTreeMap<Vec<u64>, Vec<&Vec<u64>>> = BTreeMap::new();
    let mut scratch = space.scratch();
    for state in all {
        space.expand(&mut scratch, state, &mut |_, _, row| {
            before.entry(row.to_vec()).or_default().push(state);
        });
    }
    let mut open: Vec<&Vec<u64>> = all.iter().filter(|state| space.is_goal(state)).collect();
    let mut found: BTreeSet<Vec<u64>> = open.iter().copied().cloned().collect();
    while let Some(state) = open.pop() {
        for earlier in before.get(state).into_iter().flatten() {
            if found.insert((*earlier).clone()) {
                open.push(earlier);
            }
        }
    }
    found
}

#[test]
fn what_few_things_prove_dead_has_no_plan() {
    let (mut looked_at, mut dead) = (0, 0);
    for_each_space(|case, space, factoring| {
        let Some(all) = reached(space.base()) else { return };
        let solvable = solvable(space.base(), &all);
        let mut patterns = Patterns::new(space, factoring, &Limits::none()).unwrap();
        let mut shown = vec![0; space.shown_words()];
        for state in &all {
            space.show(state, &mut shown);
            let is_dead = patterns.regions(space, state, &shown).is_none();
            assert!(!is_dead || !solvable.contains(state), "{case}: {state:?}");
            dead += usize::from(is_dead);
        }
        looked_at += all.len();
    });
    cases::tell(&format!("{dead} of {looked_at} states proven dead"));
    assert!(dead > cases::least(20), "{dead} of {looked_at}");
}
