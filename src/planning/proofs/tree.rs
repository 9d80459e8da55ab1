//! Operators by what they need, so that a proof need not refuse each one in each state.
//!
//! In: operators, and the variables of states. Out: for a state, the few operators and nodes that say that a step from
//! it is by one of those that apply. A node stands for the operators below it: the proof defines it so. It asks for a
//! variable; below each value are the operators that need it, and beside them those that do not ask.

use std::io;

use rustc_hash::FxHashMap;

use super::formula::{Id, Lit, StepIds, Var, no, yes};
use super::plain::PlainTask;
use super::proof::Lines;
use super::variables::Variables;

/// So many operators are refused one by one.
const FEW: usize = 3;

enum Kind {
    Leaf(Vec<usize>),
    /// A variable, the nodes below its values, and the one for operators that need none of them.
    Ask(usize, Vec<(u16, usize)>, Option<usize>),
}

struct Node {
    name: Lit,
    /// It means one of its operators; and for each of its nodes, that a value is needed.
    means: Id,
    kind: Kind,
    /// One of the nodes below it.
    below: Id,
    needs: Vec<Id>,
}

pub(super) struct Tree {
    nodes: Vec<Node>,
    /// What a value leaves of a node.
    left: FxHashMap<(usize, u16), Id>,
}

/// What refuses a step from a state, from the leaves up.
pub(super) struct Branch {
    pub(super) operators: Vec<usize>,
    pub(super) nodes: Vec<Id>,
}

type Needs = Vec<(usize, u16)>;

impl Tree {
    pub(super) fn new(
        task: &PlainTask,
        variables: &Variables,
        ids: &StepIds,
        lines: &mut Lines<'_>,
    ) -> io::Result<Self> {
        let needs = task.operators.iter().map(|operator| {
            let mut needs: Needs = operator.condition.needed().map(|fact| variables.place_of[fact]).collect();
            needs.sort_unstable();
            needs.dedup_by_key(|need| need.0);
            needs
        });
        let needs: Vec<Needs> = needs.collect();
        let mut tree = Self { nodes: Vec::new(), left: FxHashMap::default() };
        let mut builder = Builder { needs, variables, ids, lines };
        let all: Vec<usize> = (0..task.operators.len()).collect();
        builder.node(&mut tree, &all, 0, Some((yes(Var::Step), ids.some)))?;
        Ok(tree)
    }

    /// What refuses all operators but those that apply: these have to be refused by themselves.
    pub(super) fn hints(
        &mut self,
        values: &[u16],
        (variables, gates): (&Variables, &[Option<usize>]),
        groups: &[Id],
        lines: &mut Lines<'_>,
    ) -> io::Result<Branch> {
        let mut branch = Branch { operators: Vec::new(), nodes: Vec::new() };
        let mut open = vec![self.nodes.len() - 1];
        while let Some(number) = open.pop() {
            let node = &self.nodes[number];
            match &node.kind {
                Kind::Leaf(operators) => {
                    branch.operators.extend(operators);
                    branch.nodes.push(node.means);
                }
                Kind::Ask(variable, children, rest) => {
                    let value = values[*variable];
                    let child = children.iter().find(|child| child.0 == value).map(|child| child.1);
                    let id = match self.left.get(&(number, value)) {
                        Some(id) => *id,
                        None => {
                            let facts = &variables.each[*variable].facts;
                            let holds = match (facts.get(usize::from(value)), gates[*variable]) {
                                (Some(fact), _) => yes(Var::Fact(*fact)),
                                (None, Some(gate)) => yes(Var::Gate(gate)),
                                (None, None) => no(Var::Fact(facts[0])),
                            };
                            let stay = child.iter().chain(rest).map(|node| self.nodes[*node].name);
                            let clause = stay.chain([no(Var::Step), node.name.not(), holds.not()]);
                            let hints = groups.iter().chain(&node.needs).chain([&node.below]).copied();
                            let id = lines.rup(clause, hints)?;
                            self.left.insert((number, value), id);
                            id
                        }
                    };
                    branch.nodes.push(id);
                    open.extend(child.into_iter().chain(*rest));
                }
            }
        }
        branch.nodes.reverse();
        Ok(branch)
    }
}

struct Builder<'a, 'l, 'w> {
    needs: Vec<Needs>,
    variables: &'a Variables,
    ids: &'a StepIds,
    lines: &'l mut Lines<'w>,
}

impl Builder<'_, '_, '_> {
    /// Adds a node, after all below it, for operators whose first needs have been asked for.
    fn node(
        &mut self,
        tree: &mut Tree,
        operators: &[usize],
        asked: usize,
        root: Option<(Lit, Id)>,
    ) -> io::Result<usize> {
        let next = |builder: &Self, operator: usize| {
            builder.needs[operator].iter().copied().find(|(variable, _)| *variable >= asked)
        };
        let first = operators.iter().filter_map(|operator| Some(next(self, *operator)?.0)).min();
        let (kind, needs) = match first.filter(|_| operators.len() > FEW) {
            None => (Kind::Leaf(operators.to_vec()), Vec::new()),
            Some(variable) => {
                let mut by_value: Vec<(u16, Vec<usize>)> = Vec::new();
                let mut others = Vec::new();
                for operator in operators {
                    match next(self, *operator).filter(|(of, _)| *of == variable) {
                        None => others.push(*operator),
                        Some((_, value)) => match by_value.iter_mut().find(|one| one.0 == value) {
                            Some(one) => one.1.push(*operator),
                            None => by_value.push((value, vec![*operator])),
                        },
                    }
                }
                let mut children = Vec::new();
                let mut needs = Vec::new();
                for (value, below) in by_value {
                    let ids: Vec<Id> = below.iter().map(|operator| self.ids.operators[*operator]).collect();
                    let child = self.node(tree, &below, variable + 1, None)?;
                    let fact = self.variables.each[variable].facts[usize::from(value)];
                    let hints = ids.into_iter().chain([tree.nodes[child].means]);
                    needs.push(self.lines.rup([tree.nodes[child].name.not(), yes(Var::Fact(fact))], hints)?);
                    children.push((value, child));
                }
                let rest = if others.is_empty() {
                    None
                } else {
                    Some(self.node(tree, &others, variable + 1, None)?)
                };
                (Kind::Ask(variable, children, rest), needs)
            }
        };
        let (name, means) = match root {
            Some(root) => root,
            None => {
                let name = yes(Var::Own(tree.nodes.len()));
                let count = operators.len() as u128;
                let none = operators.iter().map(|operator| (1, no(Var::Operator(*operator))));
                self.lines.define(
                    &[(count, name)].into_iter().chain(none).collect::<Vec<_>>(),
                    count,
                    name,
                )?;
                let one = operators.iter().map(|operator| (1, yes(Var::Operator(*operator))));
                let sum: Vec<_> = [(1, name.not())].into_iter().chain(one).collect();
                (name, self.lines.define(&sum, 1, name.not())?)
            }
        };
        let below = match &kind {
            Kind::Leaf(_) => means,
            Kind::Ask(_, children, rest) => {
                let nodes: Vec<usize> = children.iter().map(|child| child.1).chain(*rest).collect();
                let names: Vec<Lit> = nodes.iter().map(|node| tree.nodes[*node].name).collect();
                // The constraint that a node is one of its operators comes before the one that it means one of them.
                let hints = nodes.iter().map(|node| tree.nodes[*node].means - 1).chain([means]);
                self.lines.rup(names.into_iter().chain([name.not()]), hints)?
            }
        };
        tree.nodes.push(Node { name, means, kind, below, needs });
        Ok(tree.nodes.len() - 1)
    }
}
