//! How a game is played: what each operator and axiom waits for, and what a move changes.
//!
//! In: a ground task and whose move each operator is. Out: [`MoveRules`]. Operators and axioms are *units* that wait
//! for facts: a position counts what each one still lacks (the counters of Dowling and Gallier 1984, for unit
//! resolution). Units are numbered axioms first, then operators.

use super::side_to_move::SideToMove;
use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{AxiomEvaluator, FactId, Lists, OpId, Task, to_u32};

#[derive(Clone, Debug)]
pub(super) struct ConditionalEffect {
    pub(super) condition: Vec<u32>,
    pub(super) fact: u32,
}

#[derive(Clone, Debug)]
pub(super) struct MoveRules {
    pub(super) to_move: SideToMove,
    pub(super) variable: Vec<u32>,
    /// For each fact the units that wait for it. Operators do not wait for their turn.
    pub(super) readers: Lists,
    /// For each unit how many facts it waits for.
    pub(super) needs: Vec<u32>,
    /// For each axiom the variable that it derives.
    pub(super) heads: Vec<u32>,
    pub(super) bodies: Lists,
    /// For each operator, the facts that hold after it, whatever held before; empty for those with conditional effects.
    pub(super) effects: Lists,
    /// For each operator, its effects if some have conditions.
    pub(super) conditional: Vec<Vec<ConditionalEffect>>,
    /// For each operator, its index among those of its side.
    pub(super) slots: Vec<u32>,
    /// For each side, its operators. Those of one action are adjacent.
    pub(super) of_side: [Vec<u32>; 2],
    /// The actions that are several operators, one for each way in which their condition can hold: for each operator
    /// the first one of its action. Empty if no action is.
    pub(super) first_of_action: Vec<OpId>,
    /// Evaluates derived facts as a whole, if they depend on each other in cycles.
    pub(super) circular: Option<AxiomEvaluator>,
}

impl MoveRules {
    pub(super) fn new(task: &Task, to_move: SideToMove, limits: &Limits) -> Result<Self, Stop> {
        let mut rules = Self {
            to_move,
            variable: (0..task.fact_count()).map(|fact| task.variable_of(fact.into()).into()).collect(),
            readers: Lists::default(),
            needs: Vec::new(),
            heads: Vec::new(),
            bodies: Lists::default(),
            effects: Lists::default(),
            conditional: Vec::new(),
            slots: Vec::new(),
            of_side: [Vec::new(), Vec::new()],
            first_of_action: Vec::new(),
            circular: is_circular(task).then(|| AxiomEvaluator::new(task)),
        };
        rules.count_units(task, limits)?;
        rules.list_effects(task, limits)?;
        limits.check_now()?;
        rules.order_operators(task);
        limits.check_now()?;
        Ok(rules)
    }

    fn count_units(&mut self, task: &Task, limits: &Limits) -> Result<(), Stop> {
        let mut waits: Vec<(usize, usize)> = Vec::new();
        let mut bodies: Vec<(usize, usize)> = Vec::new();
        for (index, axiom) in task.axioms().iter().enumerate() {
            limits.check()?;
            waits.extend(axiom.body.iter().map(|fact| (fact.index(), index)));
            bodies.extend(axiom.body.iter().map(|fact| (index, fact.index())));
            self.needs.push(to_u32(axiom.body.len()));
            self.heads.push(task.variable_of(axiom.head).into());
        }
        let axioms = task.axioms().len();
        for operator in task.operators() {
            limits.check()?;
            let asked = task.condition(operator).iter().filter(|fact| !self.to_move.is_turn(**fact));
            let before = waits.len();
            waits.extend(asked.map(|fact| (fact.index(), axioms + operator.index())));
            self.needs.push(to_u32(waits.len() - before));
        }
        limits.check_allocation(Lists::bytes(task.fact_count() + axioms, waits.len() + bodies.len()))?;
        self.readers = Lists::new(task.fact_count(), waits.iter().copied());
        self.bodies = Lists::new(axioms, bodies.iter().copied());
        Ok(())
    }

    /// Effects: of several on one variable, the last one counts.
    fn list_effects(&mut self, task: &Task, limits: &Limits) -> Result<(), Stop> {
        let mut effects: Vec<(usize, usize)> = Vec::new();
        for operator in task.operators() {
            limits.check()?;
            let mut conditional = Vec::new();
            if task.effects(operator).all(|effect| effect.condition.is_empty()) {
                let mut facts: Vec<FactId> = Vec::new();
                for effect in task.effects(operator) {
                    facts.retain(|fact| task.variable_of(*fact) != task.variable_of(effect.fact));
                    facts.push(effect.fact);
                }
                effects.extend(facts.iter().map(|fact| (operator.index(), fact.index())));
            } else {
                conditional.extend(task.effects(operator).map(|effect| ConditionalEffect {
                    condition: effect.condition.iter().map(|fact| u32::from(*fact)).collect(),
                    fact: effect.fact.into(),
                }));
            }
            self.conditional.push(conditional);
        }
        self.effects = Lists::new(task.operator_count(), effects.iter().copied());
        Ok(())
    }

    /// Gives each operator its index among those of its side.
    fn order_operators(&mut self, task: &Task) {
        let mut order: Vec<OpId> = task.operators().collect();
        let first = task.first_of_action();
        if first != order {
            order.sort_by_key(|operator| first[operator.index()]);
            self.first_of_action = first;
        }
        self.slots = vec![0; order.len()];
        for operator in order {
            let of_side = &mut self.of_side[self.to_move.mover(operator.index()).index()];
            self.slots[operator.index()] = to_u32(of_side.len());
            of_side.push(operator.into());
        }
    }
}

/// Whether some derived fact depends on itself.
fn is_circular(task: &Task) -> bool {
    let count = task.variables().len();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut waiting = vec![0usize; count];
    for axiom in task.axioms() {
        let head = task.variable_of(axiom.head).index();
        for fact in &axiom.body {
            let read = task.variable_of(*fact).index();
            if task.variables()[read].layer.is_some() {
                pairs.push((read, head));
                waiting[head] += 1;
            }
        }
    }
    let users = Lists::new(count, pairs.iter().copied());
    let mut ready: Vec<usize> = (0..count).filter(|variable| waiting[*variable] == 0).collect();
    let mut done = 0;
    while let Some(variable) = ready.pop() {
        done += 1;
        for user in users.of(variable) {
            waiting[*user as usize] -= 1;
            if waiting[*user as usize] == 0 {
                ready.push(*user as usize);
            }
        }
    }
    done < count
}
