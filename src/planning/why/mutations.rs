//! All single changes to a model that a slip of writing would explain.
//!
//! In: a task, and what its goal lacks. Out: [`Edit`]s, in no particular order, and not all of a large task: `rank`
//! says which is likely.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::Chain;
use super::edit::{Edit, Kind, Patch, Piece, Site};
use super::literal::{Change, Source, changes, literals_of, show_literal};
use super::oddity;
use super::rewrites::{Changed, Mutations, has_choices};
use super::ways::Node;
use crate::base::limits::Limits;
use crate::base::source::Span;
use crate::text::task::{Amount, Atom, Condition, Effect, ObjectId, PredicateId, Term, TypeSet, Variable};

impl<'a> Mutations<'a> {
    /// All changes, or the first of more than `most`.
    pub(super) fn all(chain: &Chain<'a>, most: usize, limits: &'a Limits) -> Vec<Edit> {
        let task = chain.task();
        let last = changes(task)
            .iter()
            .flat_map(|change| change.literals.iter().map(|one| one.atom).chain([&*change.atom]))
            .flat_map(|atom| &atom.arguments)
            .filter_map(|term| if let Term::Object(object) = term { Some(*object) } else { None })
            .max();
        // Constants of the domain come before all other objects.
        let constants = task.objects.ids().filter(|object| Some(*object) <= last).collect();
        let in_problem = Cell::new(false);
        let mutations = Self { task, most, limits, constants, in_problem, has_choices: has_choices(task) };
        let mut found = Vec::new();
        mutations.conditions(&mut found);
        mutations.effects(chain, &mut found);
        mutations.types(chain, &mut found);
        mutations.in_problem.set(true);
        if !mutations.is_over(&found) {
            found.extend(mutations.goal());
            found.extend(mutations.facts(chain));
        }
        found.truncate(most);
        found
    }

    /// Whether there are as many as are looked at, or a limit is reached.
    fn is_over(&self, found: &[Edit]) -> bool {
        found.len() >= self.most || self.limits.check_now().is_err()
    }

    fn conditions(&self, found: &mut Vec<Edit>) {
        let schemas = self.task.schemas.iter().enumerate();
        let schemas = schemas.map(|(at, one)| (Source::Action(at), &one.parameters, &one.precondition));
        let axioms = self.task.axioms.iter().enumerate();
        let axioms = axioms.map(|(at, one)| (Source::Rule(at), &one.parameters, &one.condition));
        for (source, parameters, condition) in schemas.chain(axioms) {
            if self.is_over(found) {
                return;
            }
            let variables: Vec<&Variable> = parameters.iter().collect();
            let mut changed = self.condition(condition, &variables, true);
            // Two ways to derive a fact.
            if let (Source::Rule(_), Condition::And(parts)) = (source, condition)
                && parts.len() == 2
            {
                let new = Condition::Or(parts.clone());
                let [old, piece] = [condition, &new].map(|one| Some(Piece::of(self.task, one, &variables)));
                changed.push((Kind::Connective, Some(new), old, piece));
            }
            for (kind, new, old, piece) in changed {
                let new = new.unwrap_or_default();
                if self.is_layered(source, &new) {
                    let (site, patch) = (Site::Condition(source), Patch::Condition(new));
                    found.push(Edit { site, kind, old, new: piece, patch });
                }
            }
        }
    }

    /// Whether a condition keeps the layers of derived predicates.
    fn is_layered(&self, source: Source, condition: &Condition) -> bool {
        let Source::Rule(at) = source else { return true };
        let layer = |predicate: PredicateId| self.task.predicate_info[predicate.index()].layer;
        let head = layer(self.task.axioms[at].predicate);
        literals_of((condition, true)).into_iter().all(|one| match layer(one.atom.predicate) {
            Some(below) if one.positive => Some(below) <= head,
            below => below.is_none() || below < head,
        })
    }

    fn effects(&self, chain: &Chain<'a>, found: &mut Vec<Edit>) {
        let task = self.task;
        let read = oddity::reads(task, &chain.changes);
        // What something asks for and nothing but a move of it adds.
        let starved: Vec<PredicateId> = task
            .predicates
            .ids()
            .filter(|one| self.is_base(*one))
            .filter(|one| read.contains(&(*one, true)) && chain.is_starved(*one))
            .collect();
        let wanted: Vec<(PredicateId, bool)> = task
            .predicates
            .ids()
            .filter(|one| self.is_base(*one))
            .flat_map(|one| [(one, true), (one, false)])
            .filter(|one| read.contains(one))
            .collect();
        for (at, schema) in task.schemas.iter().enumerate() {
            if self.is_over(found) {
                return;
            }
            let variables: Vec<&Variable> = schema.parameters.iter().collect();
            for (is_effect, (kind, new, old, piece)) in
                self.block(&schema.effects, &variables, &wanted, &starved)
            {
                let site = if is_effect { Site::Effect(at) } else { Site::Condition(Source::Action(at)) };
                let patch = Patch::Effects(at, new.unwrap_or_default());
                found.push(Edit { site, kind, old, new: piece, patch });
            }
            found.extend(self.swapped(at));
        }
    }

    /// The changes to the effects of a block, each with whether it is one to an effect, not to its condition: what is
    /// `wanted` somewhere is added, and what is `starved` put in the place of another.
    fn block(
        &self,
        effects: &[Effect],
        variables: &[&Variable],
        wanted: &[(PredicateId, bool)],
        starved: &[PredicateId],
    ) -> Vec<(bool, Changed<Vec<Effect>>)> {
        let task = self.task;
        let show = |atom: &Atom, adds: bool| Some(Piece::literal(task, atom, adds, variables));
        let make = |atom: Atom, adds: bool| if adds { Effect::Add(atom) } else { Effect::Delete(atom) };
        let mut found: Vec<(bool, Changed<Vec<Effect>>)> = Vec::new();
        for (predicate, adds) in wanted {
            for atom in self.fill(*predicate, variables).into_iter().filter(|atom| !writes(effects, atom)) {
                let piece = show(&atom, *adds);
                let new = effects.iter().cloned().chain([make(atom, *adds)]).collect();
                found.push((true, (Kind::Add, Some(new), None, piece)));
            }
        }
        for (at, effect) in effects.iter().enumerate() {
            let with = |new: Option<Effect>| {
                let mut all = effects.to_vec();
                all.splice(at..=at, new);
                Some(all)
            };
            match effect {
                Effect::Add(atom) | Effect::Delete(atom) => {
                    let adds = matches!(effect, Effect::Add(_));
                    let mut put = |kind: Kind, new: Option<(Atom, bool)>| {
                        let piece = new.as_ref().and_then(|(atom, adds)| show(atom, *adds));
                        let new = with(new.map(|(atom, adds)| make(atom, adds)));
                        found.push((true, (kind, new, show(atom, adds), piece)));
                    };
                    put(Kind::Drop, None);
                    put(Kind::Negate, Some((atom.clone(), !adds)));
                    self.atoms(atom, variables)
                        .into_iter()
                        .filter(|(_, other)| self.is_base(other.predicate))
                        .for_each(|(kind, other)| put(kind, Some((other, adds))));
                    for predicate in starved.iter().filter(|one| adds && **one != atom.predicate) {
                        for other in self.fill(*predicate, variables) {
                            if other.arguments != atom.arguments {
                                put(Kind::Other, Some((Atom { span: atom.span, ..other }, adds)));
                            }
                        }
                    }
                }
                Effect::Forall(more, inner) => {
                    let all: Vec<&Variable> = variables.iter().copied().chain(more).collect();
                    let inside = self.block(inner, &all, wanted, starved).into_iter();
                    found.extend(inside.map(|(is_effect, (kind, new, old, piece))| {
                        let new = with(new.map(|new| Effect::Forall(more.clone(), new)));
                        (is_effect, (kind, new, old, piece))
                    }));
                }
                Effect::When(condition, inner) => {
                    let inside = self.block(inner, variables, wanted, starved).into_iter();
                    found.extend(inside.map(|(is_effect, (kind, new, old, mut piece))| {
                        if let Some(piece) = piece.as_mut().filter(|_| kind == Kind::Add) {
                            let guard = Piece::of(task, condition, variables).text;
                            piece.text = format!("(when {guard} {})", piece.text);
                        }
                        let new = with(new.map(|new| Effect::When(condition.clone(), new)));
                        (is_effect, (kind, new, old, piece))
                    }));
                    for (kind, new, old, piece) in self.condition(condition, variables, true) {
                        let new = with(Some(Effect::When(new.unwrap_or_default(), inner.clone())));
                        found.push((false, (kind, new, old, piece)));
                    }
                    found.extend(self.exchanged_guards(effects, at, variables));
                }
            }
        }
        found
    }

    /// A conditional effect and a later one that exchange their conditions.
    fn exchanged_guards(
        &self,
        effects: &[Effect],
        at: usize,
        variables: &[&Variable],
    ) -> Vec<(bool, Changed<Vec<Effect>>)> {
        let Effect::When(one, first) = &effects[at] else { return Vec::new() };
        let mut found = Vec::new();
        for (index, effect) in effects.iter().enumerate().skip(at + 1) {
            let Effect::When(other, second) = effect else { continue };
            let mut new = effects.to_vec();
            new[at] = Effect::When(other.clone(), first.clone());
            new[index] = Effect::When(one.clone(), second.clone());
            let [left, right] = [one, other].map(|one| Piece::of(self.task, one, variables));
            let both = |left: &Piece, right: &Piece| {
                let text = format!("{} and {}", left.text, right.text);
                Some(Piece { text, literal: None, span: left.span })
            };
            found.push((false, (Kind::Swap, Some(new), both(&left, &right), both(&right, &left))));
        }
        found
    }

    /// An addition and a deletion of an action the other way round.
    fn swapped(&self, schema: usize) -> Vec<Edit> {
        let task = self.task;
        let Some(action) = task.schemas.get(schema) else { return Vec::new() };
        let variables: Vec<&Variable> = action.parameters.iter().collect();
        let mut found = Vec::new();
        for (one, added) in action.effects.iter().enumerate() {
            for (two, deleted) in action.effects.iter().enumerate() {
                let (Effect::Add(added), Effect::Delete(deleted)) = (added, deleted) else { continue };
                let show = |atom: &Atom, adds: bool| show_literal(task, atom, adds, &variables);
                let piece = |left: &Atom, right: &Atom| Piece {
                    text: format!("{} and {}", show(left, true), show(right, false)),
                    literal: Some((left.clone(), true)),
                    span: added.span,
                };
                let mut new = action.effects.clone();
                new[one] = Effect::Add(deleted.clone());
                new[two] = Effect::Delete(added.clone());
                let (old, piece) = (piece(added, deleted), piece(deleted, added));
                let (site, patch) = (Site::Effect(schema), Patch::Effects(schema, new));
                found.push(Edit { site, kind: Kind::Swap, old: Some(old), new: Some(piece), patch });
            }
        }
        found
    }

    /// The arguments of an atom with the types that they are declared with.
    fn arguments(&self, atom: &Atom) -> Vec<(Term, &'a TypeSet)> {
        atom.arguments.iter().copied().zip(self.declared(atom.predicate)).collect()
    }

    /// The terms of a change, each with a type that it has to be of.
    fn uses(&self, change: &Change<'_>) -> Vec<(Term, &'a TypeSet)> {
        let atoms = change.all_literals().flat_map(|one| self.arguments(one.atom));
        let costs = change.cost.iter().flat_map(|amount| match amount {
            Amount::Function(function, terms, _) => {
                terms.iter().copied().zip(&self.task.function_types[function.index()]).collect()
            }
            Amount::Number(_) => Vec::new(),
        });
        atoms.chain(self.arguments(&change.atom)).chain(costs).collect()
    }

    fn types(&self, chain: &Chain<'_>, found: &mut Vec<Edit>) {
        let task = self.task;
        let piece = |text: String, span: Span| Some(Piece { text, literal: None, span });
        for (at, schema) in task.schemas.iter().enumerate() {
            if self.is_over(found) {
                return;
            }
            let own = chain.changes_by(Source::Action(at));
            let outer = schema.parameters.len();
            // What the atoms ask of a variable.
            let uses = |slot: usize, variable: &Variable| -> Vec<&TypeSet> {
                let slot_of = Term::Variable(u32::try_from(slot).unwrap_or(u32::MAX));
                own.iter()
                    .filter(|change| change.variables.get(slot).is_some_and(|one| one.span == variable.span))
                    .flat_map(|change| self.uses(change))
                    .filter(|(term, _)| *term == slot_of)
                    .map(|one| one.1)
                    .collect()
            };
            let inner = own.iter().flat_map(|change| change.variables.iter().copied().enumerate());
            let inner = inner.filter(|(slot, _)| *slot >= outer);
            let mut seen = FxHashSet::default();
            let all = schema.parameters.iter().enumerate().chain(inner);
            let mut groups: Vec<Vec<(usize, &Variable)>> =
                all.filter(|one| seen.insert(one.1.span)).map(|one| vec![one]).collect();
            // Parameters in a row of the same types, which are often written once for all.
            let rows: Vec<Vec<(usize, &Variable)>> = groups[..outer]
                .concat()
                .chunk_by(|one, other| one.1.types == other.1.types)
                .map(<[_]>::to_vec)
                .collect();
            // Where there is no object of a type, it is rather one that is missing.
            let is_row = |row: &Vec<(usize, &Variable)>| {
                row.len() > 1 && task.objects_of(&row[0].1.types).next().is_some()
            };
            groups.extend(rows.into_iter().filter(is_row));
            for group in groups {
                let (first, variable) = group[0];
                let names: Vec<&str> = group.iter().map(|(_, one)| one.name.as_str()).collect();
                let of = |types: &TypeSet| format!("{} - {}", names.join(" "), task.types.show(types));
                let asked: Vec<&TypeSet> = group.iter().flat_map(|(slot, one)| uses(*slot, one)).collect();
                let fits = |types: &TypeSet| {
                    asked.iter().all(|wanted| {
                        task.types.overlap(types, wanted)
                            && !(task.types.fits(wanted, types) && *wanted != types)
                    })
                };
                for types in self.types_for(&variable.types).into_iter().filter(fits) {
                    let (old, new) =
                        (piece(of(&variable.types), variable.span), piece(of(&types), variable.span));
                    let patch = Patch::Parameters(group.iter().map(|one| one.0).collect(), types);
                    let site = if first >= outer { Site::Effect(at) } else { Site::Parameter(at) };
                    found.push(Edit { site, kind: Kind::Type, old, new, patch });
                }
            }
        }
        let taken = task.schemas.iter().flat_map(|schema| &schema.parameters).map(|one| &one.types);
        let taken: Vec<&TypeSet> = super::literal::distinct(taken);
        let mut uses: FxHashMap<ObjectId, FxHashSet<&TypeSet>> = FxHashMap::default();
        let facts = task.init.iter().map(|(predicate, row)| (row, self.declared(predicate)));
        let values =
            task.values.iter().map(|(function, row)| (row, &task.function_types[function.index()][..]));
        for (object, types) in facts.chain(values).flat_map(|(row, declared)| row.iter().zip(declared)) {
            uses.entry(*object).or_default().insert(types);
        }
        let goal = literals_of((&task.goal, true)).into_iter().flat_map(|one| self.arguments(one.atom));
        let named = chain.changes.iter().flat_map(|change| self.uses(change)).chain(goal);
        for (term, types) in named {
            if let Term::Object(object) = term {
                uses.entry(object).or_default().insert(types);
            }
        }
        for types in &taken {
            if self.is_over(found) {
                return;
            }
            let shown = task.types.show(types);
            let is_empty = task.objects_of(types).next().is_none();
            for (object, own) in task.objects.ids().zip(&task.object_types) {
                let fits = |of: &&TypeSet| task.types.fits(types, of);
                let may_be = uses.get(&object).is_none_or(|uses| uses.iter().all(fits));
                if may_be && (!task.types.fits(own, types) || is_empty && own != *types) {
                    let (old, new) = (
                        piece(task.objects.name(object).to_owned(), Span::default()),
                        piece(shown.clone(), Span::default()),
                    );
                    let patch = Patch::Typed(object, (*types).clone());
                    found.push(Edit { site: Site::Objects, kind: Kind::Type, old, new, patch });
                }
            }
        }
        let empty = chain.nodes.iter().any(|node| matches!(node, Node::Empty { .. }))
            || chain.empty_types().next().is_some();
        for types in taken {
            let (is_first, shown) = (task.objects_of(types).next().is_none(), task.types.show(types));
            if is_first && !empty {
                continue;
            }
            let an = if is_first { "an" } else { "another" };
            let new = piece(format!("{an} object of type {shown}"), Span::default());
            let patch = Patch::Object(types.clone());
            found.push(Edit { site: Site::Objects, kind: Kind::Add, old: None, new, patch });
        }
    }
}

/// Whether some of the effects, at any depth, are of an atom as it is written.
fn writes(effects: &[Effect], atom: &Atom) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Add(own) | Effect::Delete(own) => {
            own.predicate == atom.predicate && own.arguments == atom.arguments
        }
        Effect::Forall(_, inner) | Effect::When(_, inner) => writes(inner, atom),
    })
}
