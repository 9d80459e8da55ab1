//! Every search on random graphs, with estimates of all kinds, with pruning, and with a bound.

use std::cell::Cell;
use std::collections::HashMap;

use banto::search::open::{Alternation, Entry, Fifo, Known, OpenList};
use banto::search::{
    At, Blind, Cost, EagerRules, Estimate, Exhaustion, Heuristic, Lexicographic, Outcome, Prune, PruneClaims,
    Random, Reopen, Report, SEARCHES, Search, Settings, Space, StateId, Step, UnitCost, eager, gbfs_rules,
    lazy,
};
use proptest::prelude::*;

use crate::dijkstra::{cheapest_goal, check, found, says_no_more_than_it_knows};
use crate::graph::{graph, ragged, senseless};

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn with_admissible_estimates(graph in graph(0..6_u32), seed: u64, preferred: bool, explore: bool) {
        check(&graph, &[ragged(&graph, seed)], preferred, explore);
    }

    #[test]
    fn with_several_heuristics(graph in graph(0..6_u32), seed: u64, preferred: bool, explore: bool) {
        let nodes = graph.edges.len();
        check(&graph, &[ragged(&graph, seed), senseless(nodes, seed, false)], preferred, explore);
        check(&graph, &[ragged(&graph, seed), ragged(&graph, seed ^ 1)], preferred, explore);
    }

    #[test]
    fn with_senseless_estimates(graph in graph(0..4_u32), seed: u64, preferred: bool, explore: bool) {
        check(&graph, &[senseless(graph.edges.len(), seed, false)], preferred, explore);
    }

    #[test]
    fn blind_with_large_costs(graph in graph(prop_oneof![0..9_u64, 0..1_u64 << 50])) {
        check(&graph, &[Blind], false, false);
    }

    #[test]
    fn blind_with_two_costs(graph in graph((0..3_u32, 0..5_u32).prop_map(|(one, two)| Lexicographic(one, two)))) {
        check(&graph, &[Blind], false, false);
        check(&UnitCost(&graph), &[Blind], true, true);
    }

    #[test]
    fn what_is_not_proven_is_not_said(graph in graph(0..6_u32), seed: u64) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES {
            let heuristic = senseless(graph.edges.len(), seed, true);
            let report = Search::new(&graph).heuristic(heuristic).run(row.algorithm);
            says_no_more_than_it_knows(&graph, &report, optimum, row.name);
        }
    }

    #[test]
    fn what_is_pruned_unsafely_is_not_proven(graph in graph(0..6_u32), seed: u64, cost_preserving: bool) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES {
            let claims = PruneClaims { safe: false, cost_preserving: false };
            let prune = DropSome { random: Random::new(seed), claims };
            let report = Search::new(&graph).prune(prune).run(row.algorithm);
            says_no_more_than_it_knows(&graph, &report, optimum, row.name);
            let claims = PruneClaims { safe: true, cost_preserving };
            let prune = DropSome { random: Random::new(seed), claims };
            let report = Search::new(&graph).prune(prune).run(row.algorithm);
            prop_assert!(!matches!(report.outcome, Outcome::Exhausted(Exhaustion::Unsafe)));
        }
    }

    #[test]
    fn what_may_lose_a_cheapest_path_proves_nothing_below_a_bound(graph in graph(0..6_u32), seed: u64, bound in 0..12_u32) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES {
            let claims = PruneClaims { safe: true, cost_preserving: false };
            let prune = DropSome { random: Random::new(seed), claims };
            let settings = Settings::default().bound(bound);
            let report = Search::new(&graph).prune(prune).settings(settings).run(row.algorithm);
            let is_proven = matches!(report.outcome, Outcome::Exhausted(Exhaustion::Proven));
            prop_assert!(!is_proven || optimum.is_none_or(|optimum| optimum >= bound), "{}", row.name);
        }
    }

    #[test]
    fn a_bound_is_kept(graph in graph(0..6_u32), seed: u64, bound in 0..12_u32) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES {
            let settings = Settings::default().bound(bound);
            let report = Search::new(&graph).heuristic(ragged(&graph, seed)).settings(settings).run(row.algorithm);
            match report.outcome {
                Outcome::Solved { path, optimal } => {
                    prop_assert!(path.cost < bound, "{}", row.name);
                    prop_assert!(!optimal || Some(path.cost) == optimum, "{}", row.name);
                }
                Outcome::Exhausted(Exhaustion::Proven) => {
                    prop_assert!(optimum.is_none_or(|optimum| optimum >= bound), "{}", row.name);
                }
                outcome => {
                    prop_assert!(!row.optimal, "{}: {:?}", row.name, outcome);
                }
            }
        }
    }

    #[test]
    fn a_beam_proves_only_where_it_loses_nothing(graph in graph(0..6_u32), width in 1..6_usize) {
        let optimum = cheapest_goal(&graph);
        let says = |report: &Report<u32>, has_lost: bool, name: &str| match &report.outcome {
            Outcome::Exhausted(end) if has_lost => assert_eq!(*end, Exhaustion::Unsafe, "{name}"),
            Outcome::Solved { optimal, .. } if has_lost => {
                assert!(!optimal && report.readings.lower_bound.is_none(), "{name}");
            }
            _ => drop(found(&graph, report, optimum, name)),
        };
        let has_lost = Cell::new(false);
        let mut search = Search::new(&graph);
        let rules = EagerRules { reopen: Reopen::Always, early_goal: false, weight: Some(1), ..gbfs_rules(false) };
        let report = eager(&mut search, &mut Beam::new(width, &has_lost), rules);
        says(&report, has_lost.take(), "eager");
        let report = lazy(&mut search, &mut Beam::new(width, &has_lost), true);
        says(&report, has_lost.take(), "lazy");
        // What one list loses, another may keep.
        let mut lists = Alternation::new(0);
        lists.add(Box::new(Beam::new(width, &has_lost)), false);
        lists.add(Box::new(Fifo::new()), false);
        let report = eager(&mut search, &mut lists, gbfs_rules(false));
        says(&report, false, "with a list that keeps all");
    }

    #[test]
    fn heuristics_hear_of_every_path(graph in graph(0..6_u32), preferred: bool) {
        for row in SEARCHES.iter().filter(|row| row.uses_heuristic && row.tells_paths) {
            let settings = Settings::default().preferred(preferred);
            let heuristic = Listener { claims_of: HashMap::new() };
            let report = Search::new(&graph).heuristic(heuristic).settings(settings).run(row.algorithm);
            prop_assert_eq!(report.path().is_some(), cheapest_goal(&graph).is_some());
        }
    }
}

/// Keeps the cheapest entries, and no more than its width.
struct Beam<'l, E> {
    entries: Vec<(u32, E)>,
    width: usize,
    has_lost: &'l Cell<bool>,
}

impl<'l, E> Beam<'l, E> {
    fn new(width: usize, has_lost: &'l Cell<bool>) -> Self {
        Self { entries: Vec::new(), width, has_lost }
    }
}

impl<E: Entry> OpenList<u32, E> for Beam<'_, E> {
    fn push(&mut self, entry: E, known: &Known<'_, u32>) -> bool {
        let mut rest = Some(entry);
        while let Some((one, others)) = rest.map(E::split_first) {
            self.entries.push((known.g, one));
            rest = others;
        }
        self.entries.sort_by_key(|(g, _)| *g);
        let has_room = self.entries.len() <= self.width;
        self.entries.truncate(self.width);
        self.has_lost.set(self.has_lost.get() || !has_room);
        has_room
    }
    fn pop(&mut self) -> Option<E> {
        (!self.entries.is_empty()).then(|| self.entries.remove(0).1)
    }
    fn least(&mut self) -> Option<u32> {
        self.entries.first().map(|(g, _)| *g)
    }
    fn bytes(&self) -> usize {
        0
    }
}

/// Drops some actions and some states.
struct DropSome {
    random: Random,
    claims: PruneClaims,
}

impl<S: Space> Prune<S> for DropSome {
    fn claims(&self) -> PruneClaims {
        self.claims
    }
    fn keep_action(&mut self, _space: &S, _action: u32) -> bool {
        self.random.below(8) != 0
    }
    fn keep_state(&mut self, _space: &S, _action: u32, _state: &[u64], _g: S::Cost) -> bool {
        self.random.below(8) != 0
    }
}

/// Follows paths, and insists on having heard of a state before it is asked.
struct Listener {
    claims_of: HashMap<StateId, Vec<u64>>,
}

impl<S: Space> Heuristic<S> for Listener {
    fn evaluate(&mut self, at: &At<'_, S>, _preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        assert_eq!(self.claims_of[&at.id.unwrap()], at.state);
        Estimate::Cost(S::Cost::from_count(at.state[0] % 5))
    }
    fn follows_paths(&self) -> bool {
        true
    }
    fn started(&mut self, _space: &S, id: StateId, state: &[u64]) {
        self.claims_of.insert(id, state.to_vec());
    }
    fn reached(&mut self, step: &Step<'_, S>) {
        assert_eq!(self.claims_of[&step.parent], step.parent_state);
        let known = self.claims_of.entry(step.id).or_insert_with(|| step.state.to_vec());
        assert_eq!(known, step.state);
        let mut row = vec![0; step.state.len()];
        step.space.apply(&mut step.space.scratch(), step.parent_state, step.action, &mut row);
        assert_eq!(row, step.state);
    }
    fn reset(&mut self) {
        self.claims_of.clear();
    }
}
