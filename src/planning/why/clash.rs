//! Conditions of one action that each hold in some reachable state, and together in none.
//!
//! In: a chain. Out: pairs of literals of one change, proven by all reachable states.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Note;
use super::chain::Chain;
use super::edit::{Edit, Fact, Kind, Site};
use super::enumeration::{Seen, explore, holds};
use super::literal::{Binding, Change, Literal, Pattern, Source, list};
use super::repair::grounded;
use crate::base::limits::{Limits, Stop};
use crate::planning::ground::Scope;
use crate::planning::strips::{self, CostKind, FactId, TaskSpace};
use crate::text::task::{Atom, ObjectId, PredicateId, Term};

/// The most states that are enumerated for it.
const STATES: usize = 50_000;

/// Two literals of a change, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Clash {
    change: usize,
    pair: [usize; 2],
}

/// What has been seen of two literals: for values of the variables that they share, whether each of them has held.
struct Watched<'c> {
    clash: Clash,
    literals: [Literal<'c>; 2],
    shared: Vec<u32>,
    /// The values with which the literals have held.
    held: [FxHashSet<Binding>; 2],
}

/// The facts of a state by predicate.
type ByPredicate<'s> = FxHashMap<PredicateId, Vec<&'s [ObjectId]>>;

impl Chain<'_> {
    /// The conditions that never hold together; none if the states are too many.
    pub(super) fn clashes(&self, limits: &Limits) -> Result<Vec<Clash>, Stop> {
        let mut watched = self.watched();
        if watched.is_empty() {
            return Ok(Vec::new());
        }
        let task = self.task();
        let kept = task.predicates.ids().filter(|one| self.is_changed(*one)).collect();
        let Some(ground_task) = grounded(task, &Scope::Everything(kept), limits)?.and_then(|one| one.task)
        else {
            return Ok(Vec::new());
        };
        let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
            return Ok(Vec::new());
        };
        let seen = explore(&ground_task, &space, STATES, limits)?;
        if !seen.complete {
            return Ok(Vec::new());
        }
        self.watch(&mut watched, &ground_task, &seen, limits)?;
        let is_clash = |one: &Watched<'_>| one.held[0].iter().any(|values| one.held[1].contains(values));
        Ok(watched.into_iter().filter(is_clash).map(|one| one.clash).collect())
    }

    /// The pairs of conditions that may exclude each other: about one thing, or one of them about nothing.
    fn watched(&self) -> Vec<Watched<'_>> {
        let mut found: Vec<Watched<'_>> = Vec::new();
        for (change, one) in self.changes.iter().enumerate() {
            let is_watched = |literal: &&Literal<'_>| {
                literal.positive
                    && self.is_changed(literal.atom.predicate)
                    && !self.is_derived(literal.atom.predicate)
            };
            let literals: Vec<(usize, &Literal<'_>)> =
                one.literals.iter().enumerate().filter(|(_, literal)| is_watched(literal)).collect();
            for (index, (at, second)) in literals.iter().enumerate() {
                for (before, first) in &literals[..index] {
                    let literals = [**first, **second];
                    let is_known = |known: &Watched<'_>| {
                        literals
                            .iter()
                            .zip(&known.literals)
                            .all(|(one, known)| std::ptr::eq(one.atom, known.atom))
                    };
                    let variables = |atom: &Atom| -> Vec<u32> {
                        let slots = atom.arguments.iter().filter_map(|term| match term {
                            Term::Variable(slot) => Some(*slot),
                            Term::Object(_) => None,
                        });
                        slots.collect()
                    };
                    let [left, right] = [first, second].map(|one| variables(one.atom));
                    let shared: Vec<u32> = left.iter().copied().filter(|slot| right.contains(slot)).collect();
                    let is_about_one = !shared.is_empty() || left.is_empty() || right.is_empty();
                    if is_about_one && !found.iter().any(is_known) {
                        let clash = Clash { change, pair: [*before, *at] };
                        found.push(Watched { clash, literals, shared, held: Default::default() });
                    }
                }
            }
        }
        found
    }

    /// Looks at all states, and drops the pairs that hold together in one.
    fn watch(
        &self,
        watched: &mut Vec<Watched<'_>>,
        ground_task: &strips::Task,
        seen: &Seen,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let facts: Vec<Option<Pattern>> =
            (0..ground_task.fact_count()).map(|fact| Pattern::of(ground_task, FactId::from(fact))).collect();
        let known: FxHashSet<Fact> =
            facts.iter().flatten().filter_map(|one| Some((one.predicate, one.ground()?))).collect();
        // What is not in the ground task and holds initially holds always.
        let mut always: ByPredicate<'_> = FxHashMap::default();
        for (predicate, row) in self.task().init.iter() {
            if !known.contains(&(predicate, row.to_vec())) {
                always.entry(predicate).or_default().push(row);
            }
        }
        let rows: Vec<Option<Fact>> = facts
            .iter()
            .map(|one| {
                one.as_ref().filter(|one| one.positive).and_then(|one| Some((one.predicate, one.ground()?)))
            })
            .collect();
        for state in seen.rows() {
            limits.check()?;
            let mut here = always.clone();
            for variable in ground_task.variables() {
                let fact = variable.facts().find(|fact| holds(ground_task, state, *fact));
                if let Some((predicate, row)) = fact.and_then(|fact| rows[fact.index()].as_ref()) {
                    here.entry(*predicate).or_default().push(row);
                }
            }
            watched.retain_mut(|one| !one.holds(&here));
            if watched.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The conditions that a change to the model is about, and how much that speaks for it.
    pub(super) fn clashing<'c>(&self, edit: &Edit, clashes: &'c [Clash]) -> Option<(&'c Clash, f64)> {
        let [gone, _] = edit.literals();
        let about = |clash: &Clash| -> Option<f64> {
            let change = &self.changes[clash.change];
            let is_one = clash.pair.iter().any(|at| {
                let literal = change.literals[*at];
                gone.is_some_and(|gone| literal.atom.predicate == gone.0.predicate)
            });
            match (edit.site, edit.kind) {
                (Site::Condition(source), _) if source == change.source && is_one => {
                    Some(if self.is_balanced(clash) { 2.5 } else { 1.0 })
                }
                (Site::Effect(schema), Kind::Drop) if is_one && self.trades(clash, schema) => {
                    Some(if self.is_balanced(clash) { 0.0 } else { 3.0 })
                }
                _ => None,
            }
        };
        // What never happens, but would add one of the two, comes before.
        let is_first = |clash: &&Clash| {
            !clash
                .pair
                .iter()
                .any(|at| self.has_dead_adder(self.changes[clash.change].literals[*at].atom.predicate))
        };
        clashes
            .iter()
            .filter(is_first)
            .filter_map(|clash| Some((clash, about(clash)?)))
            .max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Whether an action gives one of two conditions and takes the other.
    fn trades(&self, clash: &Clash, schema: usize) -> bool {
        let [one, other] = clash.pair.map(|at| self.changes[clash.change].literals[at].atom.predicate);
        let changes =
            |adds: bool, predicate| self.change_by(Source::Action(schema), adds, predicate).is_some();
        changes(true, one) && changes(false, other) || changes(true, other) && changes(false, one)
    }

    /// Whether each of two conditions is given where the other is taken: they exclude each other by design.
    fn is_balanced(&self, clash: &Clash) -> bool {
        let [one, other] = clash.pair.map(|at| self.changes[clash.change].literals[at].atom.predicate);
        let trades = |given: PredicateId, taken: PredicateId| {
            let mut gives = self.changes_of(true, given);
            gives.any(|change| self.change_by(change.source, false, taken).is_some())
        };
        trades(one, other) && trades(other, one)
    }

    /// That two conditions never hold together, and what action sees to that.
    pub(super) fn clash(&self, clash: &Clash) -> Note {
        let task = self.task();
        let change = &self.changes[clash.change];
        let [first, second] = clash.pair.map(|at| change.literals[at]);
        let shown = [first, second].map(|one| one.show(task, &change.variables));
        let both = list(&shown, "and");
        let name = change.source.name(task);
        let is_conditional = [first, second].iter().any(|one| change.is_guard(one.atom));
        let mut text = if is_conditional {
            format!("{name} {} only with {both}, which never hold together", change.act(task))
        } else {
            format!("{name} needs {both}, which never hold together")
        };
        let takes = |one: &Change<'_>| {
            let gives = |literal: &Literal<'_>| one.is(true, literal.atom.predicate);
            let kept = if gives(&first) { second } else { first };
            let own = self.changes_by(one.source).iter();
            let mut taken = own.filter(|other| other.is(false, kept.atom.predicate));
            (gives(&first) || gives(&second)).then(|| taken.next())?
        };
        if let Some((one, other)) = self.changes.iter().find_map(|one| Some((one, takes(one)?))) {
            let (by, added, deleted) = (one.source.name(task), one.show(task), other.show(task));
            text = format!("{text}: {by} adds {added} and deletes {deleted}");
        }
        Note::of(text, Some((0, second.atom.span)))
    }
}

impl Watched<'_> {
    /// Whether both hold in a state with the same values; notes with which values each does.
    fn holds(&mut self, here: &ByPredicate<'_>) -> bool {
        let values = [0, 1].map(|at: usize| {
            let atom = self.literals[at].atom;
            let rows = here.get(&atom.predicate).map_or(&[][..], Vec::as_slice);
            rows.iter().filter_map(|row| self.values(at, row)).collect::<FxHashSet<Binding>>()
        });
        if values[0].iter().any(|one| values[1].contains(one)) {
            return true;
        }
        for (held, values) in self.held.iter_mut().zip(values) {
            held.extend(values);
        }
        false
    }

    /// The values of the shared variables with which a literal is a fact.
    fn values(&self, at: usize, row: &[ObjectId]) -> Option<Binding> {
        let mut binding: FxHashMap<u32, ObjectId> = FxHashMap::default();
        for (term, object) in self.literals[at].atom.arguments.iter().zip(row) {
            let is_it = match term {
                Term::Object(wanted) => wanted == object,
                Term::Variable(slot) => *binding.entry(*slot).or_insert(*object) == *object,
            };
            if !is_it {
                return None;
            }
        }
        Some(self.shared.iter().map(|slot| binding.get(slot).copied()).collect())
    }
}
