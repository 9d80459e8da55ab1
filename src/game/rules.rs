//! The rules of a game: a ground task prepared for playing.
//!
//! In: a resolved task, its ground task, the convention. Out: [`Rules`], from which positions start, or diagnostics. Operators
//! and rules of derived facts are *units* that wait for facts; positions count what each unit still waits for. Facts are
//! numbered as in the ground task. Knows no search.

use super::change::Changes;
use super::convention::Convention;
use super::fates::Fates;
use super::keys::Keys;
use super::masks::Masks;
use super::play::Side;
use super::position::Estimate;
use super::symmetry::{Symmetry, symmetries};
use super::turns::{Turns, find, turns};
use crate::source::Diagnostic;
use crate::strips::{AxiomEvaluator, FactId, FactName, Lists, OpId, Task, number};
use crate::task::{self, ObjectId};

/// No side: of rules that derive something else than a win.
pub(super) const NOBODY: u8 = 2;

/// An effect under a condition.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) condition: Vec<u32>,
    pub(super) fact: u32,
}

/// The rules of a game.
#[derive(Debug)]
pub struct Rules<'a> {
    pub(super) names: &'a task::Task,
    pub(super) task: Task,
    /// The names of the players.
    players: [ObjectId; 2],
    pub(super) turns: Turns,
    /// The variable of each fact.
    pub(super) variable: Vec<u32>,
    /// For each fact the units that wait for it: rules first, then operators, which do not wait for their turn.
    pub(super) readers: Lists,
    pub(super) needs: Vec<u32>,
    /// For each rule the variable that it derives.
    pub(super) heads: Vec<u32>,
    /// For each rule the side that it makes the winner.
    pub(super) claims: Vec<u8>,
    /// For each rule what it reads.
    pub(super) bodies: Lists,
    /// For each operator the facts that hold after it, whatever held before.
    pub(super) effects: Lists,
    /// For each operator its effects under conditions.
    pub(super) conditional: Vec<Vec<Effect>>,
    /// For each operator its number among those of its mover.
    pub(super) slots: Vec<u32>,
    /// For each side its operators.
    pub(super) of_side: [Vec<u32>; 2],
    /// The winning rules that an operator brings nearer, and those of the opponent that it ends.
    pub(super) furthers: Lists,
    pub(super) hinders: Lists,
    pub(super) masks: Masks,
    pub(super) fates: Fates,
    pub(super) keys: Keys,
    pub(super) changes: Changes,
    pub(super) symmetries: Vec<Symmetry>,
    /// Symmetries by operator, backwards.
    pub(super) backwards: Vec<Vec<u32>>,
    /// Evaluates derived facts as a whole where they depend on each other in circles.
    pub(super) circular: Option<AxiomEvaluator>,
    /// `(wins ...)` of both sides, and `(draw)`.
    pub(super) wins: [Option<u32>; 2],
    /// Sides that have won whatever happens: nothing changes a win that is stated at first.
    pub(super) always: [bool; 2],
    pub(super) draw: Option<u32>,
    /// Whether all that wins is a conjunction of facts that operators change.
    pub(super) plain: bool,
    pub(super) first_mover: Side,
}

impl<'a> Rules<'a> {
    /// Prepares a ground task: one with every operator, and with all facts of `turn`, `wins` and `draw`.
    ///
    /// ```
    /// use banto::game::{Ending, Position, Rules, Side, convention, solve};
    /// use banto::ground::{Scope, ground_for};
    /// use banto::limits::Limits;
    /// use banto::source::SourceText;
    /// use banto::{pddl, task};
    ///
    /// let read = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
    /// let (domain, problem) = (read("domains/games/nim.pddl"), read("problems/games/nim-1-2-3.pddl"));
    /// let (domain, problem) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
    /// let task = task::resolve(&domain, Some(&problem)).task.unwrap();
    /// let (convention, faults) = convention(&domain.tree.unwrap(), &problem.tree.unwrap(), &task);
    /// let convention = convention.unwrap();
    /// let scope = Scope::Everything(convention.predicates());
    /// let grounded = ground_for(&task, &scope, &Limits::none(), &mut |_| {}).unwrap();
    /// let rules = Rules::new(&task, grounded.task.unwrap(), &convention).unwrap();
    /// let solved = solve(&mut Position::new(&rules), 1 << 20, &Limits::none()).unwrap();
    /// assert_eq!(solved.value, Some(Ending::Won(Side::Second)), "heaps of 1, 2 and 3 are lost for the mover");
    /// # assert!(faults.is_empty());
    /// ```
    ///
    /// # Errors
    /// Where the ground task is no game.
    pub fn new(names: &'a task::Task, task: Task, convention: &Convention) -> Result<Self, Vec<Diagnostic>> {
        let turns = turns(names, &task, convention)?;
        let wins = convention.players.map(|player| find(&task, convention.wins, &[player]).map(u32::from));
        let draw = convention.draw.and_then(|draw| find(&task, draw, &[])).map(u32::from);
        let changes = Changes::new(&task);
        let symmetries = symmetries(&task, &roles(&task, &turns, wins, draw));
        let keys = Keys::new(&task, &symmetries);
        let backwards = symmetries.iter().map(|symmetry| inverse(&symmetry.operators)).collect();
        let first = convention.players[0];
        let first_moves = names.init.iter().any(|(it, args)| it == convention.turn && args == [first]);
        let stated =
            |player: ObjectId| names.init.iter().any(|(it, args)| it == convention.wins && args == [player]);
        let always = [0, 1].map(|side| wins[side].is_none() && stated(convention.players[side]));
        let mut rules = Self {
            always,
            names,
            players: convention.players,
            variable: (0..task.fact_count()).map(|fact| task.variable_of(fact.into()).into()).collect(),
            readers: Lists::default(),
            needs: Vec::new(),
            heads: Vec::new(),
            claims: Vec::new(),
            bodies: Lists::default(),
            effects: Lists::default(),
            conditional: Vec::new(),
            slots: Vec::new(),
            of_side: [Vec::new(), Vec::new()],
            furthers: Lists::default(),
            hinders: Lists::default(),
            masks: Masks::default(),
            fates: Fates::default(),
            keys,
            changes,
            symmetries,
            backwards,
            circular: is_circular(&task).then(|| AxiomEvaluator::new(&task)),
            wins,
            draw,
            plain: true,
            first_mover: if first_moves { Side::First } else { Side::Second },
            turns,
            task,
        };
        rules.units();
        rules.moves();
        rules.hopes();
        rules.masks = Masks::new(&rules);
        rules.fates = Fates::new(&rules.task, &rules.changes, &rules.masks.claims);
        Ok(rules)
    }

    /// Rules and operators with what they wait for.
    fn units(&mut self) {
        let task = &self.task;
        let mut waits: Vec<(usize, usize)> = Vec::new();
        let mut bodies: Vec<(usize, usize)> = Vec::new();
        for (index, rule) in task.axioms().iter().enumerate() {
            waits.extend(rule.body.iter().map(|fact| (fact.index(), index)));
            bodies.extend(rule.body.iter().map(|fact| (index, fact.index())));
            self.needs.push(number(rule.body.len()));
            self.heads.push(task.variable_of(rule.head).into());
            let claim = self.wins.iter().position(|wins| *wins == Some(rule.head.into()));
            self.claims.push(claim.map_or(NOBODY, |side| u8::from(side != 0)));
            if claim.is_some() {
                self.plain &= rule.body.iter().all(|fact| !self.is_derived(*fact));
            }
        }
        let rules = task.axioms().len();
        for operator in task.operators() {
            let mut count = 0u32;
            for fact in task.condition(operator) {
                if !self.turns.facts.contains(&Some(*fact)) {
                    waits.push((fact.index(), rules + operator.index()));
                    count += 1;
                }
            }
            self.needs.push(count);
        }
        // Where a win is no derived fact, operators give it.
        let given = |fact: &Option<u32>| fact.is_none_or(|fact| self.is_derived(FactId::from(fact)));
        self.plain &= self.wins.iter().all(given) && self.always == [false; 2];
        self.readers = Lists::new(task.fact_count(), waits.iter().copied());
        self.bodies = Lists::new(rules, bodies.iter().copied());
    }

    pub(super) fn is_derived(&self, fact: FactId) -> bool {
        self.task.variables()[self.task.variable_of(fact).index()].layer.is_some()
    }

    /// Operators by their movers, and their effects: of several on one variable the last one.
    fn moves(&mut self) {
        let task = &self.task;
        let mut effects: Vec<(usize, usize)> = Vec::new();
        for operator in task.operators() {
            let (mover, _) = self.turns.moves[operator.index()];
            let of_side = &mut self.of_side[mover.index()];
            self.slots.push(number(of_side.len()));
            of_side.push(operator.into());
            let mut conditional = Vec::new();
            if task.effects(operator).all(|effect| effect.condition.is_empty()) {
                let mut facts: Vec<FactId> = Vec::new();
                for effect in task.effects(operator) {
                    facts.retain(|fact| task.variable_of(*fact) != task.variable_of(effect.fact));
                    facts.push(effect.fact);
                }
                effects.extend(facts.iter().map(|fact| (operator.index(), fact.index())));
            } else {
                conditional.extend(task.effects(operator).map(|effect| Effect {
                    condition: effect.condition.iter().map(|fact| u32::from(*fact)).collect(),
                    fact: effect.fact.into(),
                }));
            }
            self.conditional.push(conditional);
        }
        self.effects = Lists::new(task.operator_count(), effects.iter().copied());
    }

    /// The winning rules that operators bring nearer or end.
    fn hopes(&mut self) {
        let mut nearer: Vec<(usize, usize)> = Vec::new();
        let mut ended: Vec<(usize, usize)> = Vec::new();
        for operator in self.task.operators() {
            let mover = self.turns.moves[operator.index()].0;
            for after in self.effects.of(operator.index()).iter().map(|fact| FactId::from(*fact)) {
                for (rule, claim) in self.claims.iter().enumerate().filter(|(_, claim)| **claim != NOBODY) {
                    let mine = usize::from(*claim) == mover.index();
                    for read in self.bodies.of(rule).iter().map(|fact| FactId::from(*fact)) {
                        if mine && read == after {
                            nearer.push((operator.index(), rule));
                        }
                        let same = self.task.variable_of(read) == self.task.variable_of(after);
                        if !mine && same && !self.changes.may_follow(&self.task, after, read) {
                            ended.push((operator.index(), rule));
                        }
                    }
                }
            }
        }
        self.furthers = Lists::new(self.task.operator_count(), nearer.iter().copied());
        self.hinders = Lists::new(self.task.operator_count(), ended.iter().copied());
    }

    /// How positions are estimated where nothing else is said: by lines where wins are conjunctions of facts.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        if self.plain { Estimate::Lines } else { Estimate::Distance }
    }

    /// The name of a player.
    #[must_use]
    pub fn player(&self, side: Side) -> &str {
        self.names.objects.name(self.players[side.index()])
    }

    /// A move as an action.
    #[must_use]
    pub fn show_move(&self, one: u32) -> String {
        self.task.show_operator(self.names, OpId::from(one))
    }

    /// The arguments of a move.
    #[must_use]
    pub fn arguments(&self, one: u32) -> &[ObjectId] {
        self.task.step(OpId::from(one)).1
    }

    /// The ground task.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The resolved task.
    #[must_use]
    pub fn names(&self) -> &'a task::Task {
        self.names
    }
}

/// What no symmetry may exchange.
fn roles(task: &Task, turns: &Turns, wins: [Option<u32>; 2], draw: Option<u32>) -> Vec<u32> {
    let mut roles = vec![0; task.fact_count()];
    let special = [turns.facts[0], turns.facts[1], wins[0].map(FactId::from), wins[1].map(FactId::from)];
    for (role, fact) in special.into_iter().chain([draw.map(FactId::from)]).enumerate() {
        if let Some(fact) = fact {
            roles[fact.index()] = number(role) + 1;
        }
    }
    roles
}

fn inverse(permutation: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; permutation.len()];
    for (from, to) in permutation.iter().enumerate() {
        inverse[*to as usize] = number(from);
    }
    inverse
}

/// Whether some derived fact depends on itself.
fn is_circular(task: &Task) -> bool {
    let count = task.variables().len();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut waiting = vec![0usize; count];
    for rule in task.axioms() {
        let head = task.variable_of(rule.head).index();
        for fact in &rule.body {
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

/// Whether a variable repeats what another one says: that an atom holds, or does not.
pub(super) fn is_repeated(task: &Task, variable: usize) -> bool {
    let info = task.variables()[variable];
    let FactName::Atom(atom) = task.name(info.first) else { return false };
    if info.size != 2 || !matches!(task.name(info.first.plus(1)), FactName::Not(_)) {
        return false;
    }
    (0..info.first.index()).map(FactId::from).any(|fact| match task.name(fact) {
        FactName::Atom(other) => task.atom(other) == task.atom(atom),
        _ => false,
    })
}
