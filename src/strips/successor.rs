//! Which operators can be applied in a state: a decision tree over variables.
//!
//! A node asks for the value of one variable; below each value hang the operators that need it, and below another branch
//! those that do not care. Beside it stands the plain scan over all operators, its oracle.

use super::{FactId, OpId, Task, VarId};

/// No node.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Operators that need nothing more.
    start: u32,
    end: u32,
    /// The variable that is asked for, unless there is nothing below.
    variable: VarId,
    first: FactId,
    /// Where the children stand, one for each value; none without a question.
    children: u32,
    /// The operators that do not care.
    other: u32,
}

/// The decision tree of a task.
#[derive(Clone, Debug, Default)]
pub struct SuccessorGenerator {
    nodes: Vec<Node>,
    children: Vec<u32>,
    operators: Vec<OpId>,
}

impl SuccessorGenerator {
    /// Builds the tree.
    #[must_use]
    pub fn new(task: &Task) -> Self {
        let mut generator = Self::default();
        let mut operators: Vec<OpId> = task.operators().collect();
        // Conditions are sorted by variable: operators with the same beginning share their path.
        operators
            .sort_by(|left, right| task.condition(*left).cmp(task.condition(*right)).then(left.cmp(right)));
        generator.build(task, &operators, 0);
        generator
    }

    /// A tree for operators whose conditions agree before `depth`. Recursion is as deep as a condition is long.
    fn build(&mut self, task: &Task, operators: &[OpId], depth: usize) -> u32 {
        let at = self.nodes.len();
        let start = self.operators.len();
        let done = operators.iter().take_while(|operator| task.condition(**operator).len() == depth).count();
        self.operators.extend(&operators[..done]);
        let number = |index: usize| u32::try_from(index).unwrap_or(NONE);
        let (start, end) = (number(start), number(self.operators.len()));
        let empty = Node {
            start,
            end,
            variable: VarId::default(),
            first: FactId::default(),
            children: NONE,
            other: NONE,
        };
        self.nodes.push(empty);
        self.fill(task, &operators[done..], depth, at);
        number(at)
    }

    /// Lets a node ask for the first variable of the operators' next facts; the rest goes to further nodes.
    fn fill(&mut self, task: &Task, mut operators: &[OpId], depth: usize, mut at: usize) {
        let number = |index: usize| u32::try_from(index).unwrap_or(NONE);
        while let Some(operator) = operators.first() {
            let variable = task.variable_of(task.condition(*operator)[depth]);
            let here = operators
                .iter()
                .take_while(|other| task.variable_of(task.condition(**other)[depth]) == variable);
            let (mut here, rest) = operators.split_at(here.count());
            let info = task.variables()[variable.index()];
            let children = self.children.len();
            self.children.extend(std::iter::repeat_n(NONE, info.size as usize));
            self.nodes[at].variable = variable;
            self.nodes[at].first = info.first;
            self.nodes[at].children = number(children);
            while let Some(operator) = here.first() {
                let fact = task.condition(*operator)[depth];
                let same = here.iter().take_while(|other| task.condition(**other)[depth] == fact).count();
                let child = self.build(task, &here[..same], depth + 1);
                self.children[children + fact.index() - info.first.index()] = child;
                here = &here[same..];
            }
            operators = rest;
            if !rest.is_empty() {
                let next = self.nodes.len();
                self.nodes[at].other = number(next);
                let (start, end) = (0, 0);
                self.nodes.push(Node { start, end, children: NONE, other: NONE, ..self.nodes[at] });
                at = next;
            }
        }
    }

    /// Calls `visit` with each operator that can be applied in a complete state. The order is fixed by the task alone.
    pub fn applicable(&self, task: &Task, state: &[u64], visit: &mut impl FnMut(OpId)) {
        self.walk(task, state, 0, visit);
    }

    fn walk(&self, task: &Task, state: &[u64], mut at: u32, visit: &mut impl FnMut(OpId)) {
        while at != NONE {
            let node = &self.nodes[at as usize];
            self.operators[node.start as usize..node.end as usize]
                .iter()
                .for_each(|operator| visit(*operator));
            if node.children == NONE {
                return;
            }
            let fact = task.packing.get(state, node.variable);
            let child = self.children[node.children as usize + fact.index() - node.first.index()];
            if child != NONE {
                self.walk(task, state, child, visit);
            }
            at = node.other;
        }
    }
}

/// All operators that can be applied in a complete state, by looking at each of them: the oracle of the tree.
#[must_use]
pub fn applicable_by_scan(task: &Task, state: &[u64]) -> Vec<OpId> {
    let holds = |fact: &FactId| task.packing.get(state, task.variable_of(*fact)) == *fact;
    task.operators().filter(|operator| task.condition(*operator).iter().all(holds)).collect()
}
