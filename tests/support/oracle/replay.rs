//! The library held against the oracle: a uniform-cost search over packed states, each replayed as a set of atoms.
//!
//! In: a task. Out: what both say of it; panics where they disagree, with the place. Checked in every state: the tree
//! of successors against a scan, derived facts against rounds and against the oracle, every variable and every mutex
//! group against the atoms, the goal, and every operator against the action that it stands for.

use std::collections::{BTreeSet, HashMap};

use banto::ground::ground;
use banto::internals::{AxiomEvaluator, SuccessorGenerator};
use banto::limits::Limits;
use banto::plan::{Plan, Step, Verdict, validate};
use banto::strips::{self, FactId, FactName, OpId, VarId};
use banto::task::Task;

use super::by_trying::{applicable_by_scan, evaluate_by_rounds};
use super::{Answer, Oracle, State};

/// Compares, and gives the answer on which both agree.
pub fn compare(task: &Task, most: usize) -> Answer {
    let oracle = Oracle::new(task);
    let wanted = oracle.solve(most);
    let grounded = ground(task, &Limits::none(), &mut |_| {}).expect("nothing limits it");
    let Some(packed) = &grounded.task else {
        assert!(!matches!(wanted, Answer::Cost(_)), "said to be unsolvable, but {wanted:?}");
        return Answer::Unsolvable;
    };
    let mut replay = Replay::new(&oracle, packed);
    let (found, plan) = replay.search(most);
    if let Answer::Cost(cost) = found {
        assert_eq!(validate(task, &plan), Verdict::Valid { cost }, "the validator, of {}", plan.text(task));
    }
    if wanted != Answer::TooLarge && found != Answer::TooLarge {
        assert_eq!(found, wanted, "the library against the oracle");
    }
    found
}

struct Replay<'a> {
    oracle: &'a Oracle<'a>,
    packed: &'a strips::Task,
    generator: SuccessorGenerator,
    axioms: AxiomEvaluator,
}

/// How a packed state was reached: its cost, its predecessor, and its atoms.
struct Node {
    cost: u64,
    from: Option<(Vec<u64>, OpId)>,
    atoms: State,
}

impl<'a> Replay<'a> {
    fn new(oracle: &'a Oracle<'a>, packed: &'a strips::Task) -> Self {
        let generator = SuccessorGenerator::new(packed);
        Self { oracle, packed, generator, axioms: AxiomEvaluator::new(packed) }
    }

    fn search(&mut self, most: usize) -> (Answer, Plan) {
        let packed = self.packed;
        let mut start = vec![0; packed.packing().words()];
        for (index, fact) in packed.initial().iter().enumerate() {
            if packed.variables()[index].layer.is_none() {
                packed.packing().set(&mut start, VarId::from(index), *fact);
            }
        }
        let first = Node { cost: 0, from: None, atoms: self.oracle.initial() };
        let mut nodes = HashMap::from([(start.clone(), first)]);
        let mut queue = BTreeSet::from([(0, start)]);
        let mut closed = 0;
        while let Some((cost, state)) = queue.pop_first() {
            if nodes[&state].cost < cost {
                continue;
            }
            let atoms = nodes[&state].atoms.clone();
            let known = self.oracle.complete(&atoms);
            let complete = self.complete(&state);
            self.check_facts(&complete, &known);
            let goal = packed.goal().iter().all(|fact| self.holds(&complete, *fact));
            assert_eq!(goal, self.oracle.is_goal(&atoms), "the goal");
            if goal {
                return (Answer::Cost(cost), plan(packed, &nodes, state));
            }
            closed += 1;
            if closed > most {
                return (Answer::TooLarge, Plan::default());
            }
            for operator in self.applicable(&complete) {
                let (schema, arguments) = packed.step(operator);
                let step = self.oracle.apply(&atoms, &known, schema.index(), arguments);
                let name = packed.show_operator(self.oracle.task, operator);
                let Some((atoms, step)) = step else { panic!("{name} cannot be applied") };
                assert_eq!(step, packed.cost(operator), "the cost of {name}");
                let next = self.apply(&complete, operator);
                let Some(sum) = cost.checked_add(step) else { continue };
                if nodes.get(&next).is_none_or(|node| sum < node.cost) {
                    let from = Some((state.clone(), operator));
                    nodes.insert(next.clone(), Node { cost: sum, from, atoms });
                    queue.insert((sum, next));
                }
            }
        }
        (Answer::Unsolvable, Plan::default())
    }

    fn holds(&self, complete: &[u64], fact: FactId) -> bool {
        self.packed.packing().get(complete, self.packed.variable_of(fact)) == fact
    }

    /// A state with its derived facts, by both ways.
    fn complete(&mut self, state: &[u64]) -> Vec<u64> {
        let mut complete = state.to_vec();
        complete.resize(self.packed.packing().complete_words(), 0);
        let mut by_rounds = complete.clone();
        self.axioms.evaluate(self.packed, &mut complete);
        evaluate_by_rounds(self.packed, &mut by_rounds);
        assert_eq!(complete, by_rounds, "derived facts by counting and by rounds");
        complete
    }

    /// The operators that can be applied, by both ways.
    fn applicable(&self, complete: &[u64]) -> Vec<OpId> {
        let mut found = Vec::new();
        self.generator.applicable(complete, &mut |operator| found.push(operator));
        found.sort_unstable();
        assert_eq!(found, applicable_by_scan(self.packed, complete), "the tree and the scan");
        found
    }

    fn apply(&self, complete: &[u64], operator: OpId) -> Vec<u64> {
        let mut next = complete[..self.packed.packing().words()].to_vec();
        for effect in self.packed.effects(operator) {
            if effect.condition.iter().all(|fact| self.holds(complete, *fact)) {
                self.packed.packing().set(&mut next, self.packed.variable_of(effect.fact), effect.fact);
            }
        }
        next
    }

    /// Whether the atom of a fact holds; none where the fact is no atom.
    fn known(&self, atoms: &[bool], fact: FactId) -> Option<bool> {
        let holds = |atom| {
            let (predicate, arguments) = self.packed.atom(atom);
            atoms[self.oracle.number(predicate, arguments)]
        };
        match self.packed.name(fact) {
            FactName::Atom(atom) => Some(holds(atom)),
            FactName::Not(atom) => Some(!holds(atom)),
            FactName::NoneOfThem | FactName::Invented(_) => None,
        }
    }

    /// Every fact of the state against the atoms.
    fn check_facts(&self, complete: &[u64], atoms: &[bool]) {
        let show = |fact| self.packed.show_fact(self.oracle.task, fact);
        for (index, variable) in self.packed.variables().iter().enumerate() {
            let value = self.packed.packing().get(complete, VarId::from(index));
            for fact in (0..variable.size as usize).map(|at| variable.first.plus(at)) {
                if let Some(wanted) = self.known(atoms, fact) {
                    assert_eq!(value == fact, wanted, "{} of variable {index}", show(fact));
                }
            }
        }
        for group in self.packed.groups() {
            let held: Vec<String> = group
                .iter()
                .filter(|fact| self.known(atoms, **fact) == Some(true))
                .map(|fact| show(*fact))
                .collect();
            assert!(held.len() < 2, "mutex, but all of {held:?} hold");
        }
    }
}

fn plan(packed: &strips::Task, nodes: &HashMap<Vec<u64>, Node>, mut state: Vec<u64>) -> Plan {
    let mut steps = Vec::new();
    while let Some((before, operator)) = &nodes[&state].from {
        let (schema, arguments) = packed.step(*operator);
        steps.push(Step { schema, arguments: arguments.to_vec() });
        state = before.clone();
    }
    steps.reverse();
    Plan { steps }
}
