//! All single changes to a model that a slip of writing would explain.
//!
//! In: a task, and what its goal lacks. Out: [`Edit`]s, in no particular order, and not all of a large task: `score`
//! says which is likely.

use std::cell::Cell;

use rustc_hash::FxHashSet;

use super::rewrites::{Changed, Mutations};
use crate::why::chain::Chain;
use crate::why::edit::{Edit, EditKind, Fact, Patch, Piece, Site};
use crate::why::literal::{Change, MAX_FACTS, Source, changes, literals_of, reads, tuples};
use crate::why::parts::{as_condition, put};
use crate::why::rows::both_ways;
use banto_base::limits::Limits;
use banto_base::source::Span;
use banto_text::task::{Amount, Atom, Condition, ObjectId, PredicateId, Term, TypeSet, Variable};

/// At most of this many facts about one predicate the objects are looked at.
const MAX_ALIKE: usize = 40;

impl<'a> Mutations<'a> {
    /// All changes, or the first of more than `most`.
    pub(crate) fn all(chain: &Chain<'a>, most: usize, limits: &'a Limits) -> Vec<Edit> {
        let task = chain.task();
        let named = changes(task);
        let named =
            named.iter().flat_map(|change| change.literals.iter().map(|one| one.atom).chain([&*change.atom]));
        let named = named.flat_map(|atom| &atom.arguments);
        let last =
            named.filter_map(|term| if let Term::Object(one) = term { Some(*one) } else { None }).max();
        // Constants of the domain come before all other objects.
        let constants = task.objects.ids().filter(|object| Some(*object) <= last).collect();
        let read = reads(task, &chain.changes);
        let is_base = |one: &PredicateId| task.predicate_info[one.index()].layer.is_none();
        let both = task.predicates.ids().filter(is_base).flat_map(|one| [(one, true), (one, false)]);
        let wanted: Vec<(PredicateId, bool)> = both.filter(|one| read.contains(one)).collect();
        let in_problem = Cell::new(false);
        let mutations = Self { task, most, limits, constants, in_problem, wanted };
        let mut found = Vec::new();
        mutations.domain(chain, &mut found);
        mutations.in_problem.set(true);
        if !mutations.is_over(&found) {
            found.extend(mutations.goal());
            found.extend(mutations.facts(chain));
        }
        found.truncate(most);
        found
    }

    /// Whether there are as many as are looked at, or a limit is reached.
    pub(crate) fn is_over(&self, found: &[Edit]) -> bool {
        found.len() >= self.most || self.limits.check_now().is_err()
    }

    fn domain(&self, chain: &Chain<'a>, found: &mut Vec<Edit>) {
        for (at, schema) in self.task.schemas.iter().enumerate() {
            if self.is_over(found) {
                return;
            }
            let variables: Vec<&Variable> = schema.parameters.iter().collect();
            let site = Site::Condition(Source::Action(at));
            let conditions = self.condition(&schema.precondition, &variables, true).into_iter();
            found.extend(conditions.map(|one| edit(site, false, one)));
            let own = chain.changes_by(Source::Action(at));
            // What holds already is not added, unless something else deletes it: that is what takes an effect away.
            let is_idle = |one: &Changed| {
                let [old, new] =
                    one.pieces.each_ref().map(|piece| piece.as_ref().and_then(|one| one.literal.as_ref()));
                let Some((atom, true)) = new.filter(|_| !one.is_guard) else { return false };
                let holds = own.iter().any(|change| {
                    change.literals[..change.required].iter().any(|asked| asked.positive && asked.is_of(atom))
                });
                let is_old = |span: Option<Span>| old.is_some_and(|one| Some(one.0.span) == span);
                holds && !own.iter().any(|change| change.is(false, atom.predicate) && !is_old(change.span))
            };
            let effects = self.effect(&as_condition(&schema.effects), &variables).into_iter();
            let effects = effects.filter(|one| !is_idle(one));
            found.extend(
                effects.map(|one| edit(if one.is_guard { site } else { Site::Effect(at) }, true, one)),
            );
            self.parameters(chain, at, found);
        }
        for (at, axiom) in self.task.axioms.iter().enumerate() {
            let variables: Vec<&Variable> = axiom.parameters.iter().collect();
            let mut changed = self.condition(&axiom.condition, &variables, true);
            changed.retain(|one| {
                let mut after = axiom.condition.clone();
                put(&mut after, &one.path, one.new.clone());
                self.is_layered(at, &after)
            });
            found.extend(changed.into_iter().map(|one| edit(Site::Condition(Source::Rule(at)), false, one)));
        }
        self.objects(chain, found);
    }

    /// Whether a condition keeps the layers of derived predicates.
    fn is_layered(&self, axiom: usize, condition: &Condition) -> bool {
        let layer = |predicate: PredicateId| self.task.predicate_info[predicate.index()].layer;
        let head = layer(self.task.axioms[axiom].predicate);
        literals_of((condition, true)).into_iter().all(|one| match layer(one.atom.predicate) {
            Some(below) if one.positive => Some(below) <= head,
            below => below.is_none() || below < head,
        })
    }

    /// The arguments of an atom with the types that they are declared with.
    pub(crate) fn arguments(&self, atom: &Atom) -> Vec<(Term, &'a TypeSet)> {
        atom.arguments.iter().copied().zip(self.declared(atom.predicate)).collect()
    }

    /// The terms of a change, each with a type that it has to be of.
    pub(crate) fn uses(&self, change: &Change<'_>) -> Vec<(Term, &'a TypeSet)> {
        let atoms = change.all_literals().flat_map(|one| self.arguments(one.atom));
        let costs = change.cost.iter().flat_map(|amount| match amount {
            Amount::Function(function, terms, _) => {
                terms.iter().copied().zip(&self.task.function_types[function.index()]).collect()
            }
            Amount::Number(_) => Vec::new(),
        });
        atoms.chain(self.arguments(&change.atom)).chain(costs).collect()
    }

    /// Other types of parameters, alone or of several in a row, which are often written once for all.
    fn parameters(&self, chain: &Chain<'a>, at: usize, found: &mut Vec<Edit>) {
        let task = self.task;
        let parameters = &task.schemas[at].parameters;
        let own = chain.changes_by(Source::Action(at));
        let uses: Vec<(Term, &TypeSet)> = own.iter().flat_map(|change| self.uses(change)).collect();
        let all: Vec<(usize, &Variable)> = parameters.iter().enumerate().collect();
        let rows = all.chunk_by(|one, other| one.1.types == other.1.types);
        // Where there is no object of a type, it is rather one that is missing.
        let rows = rows.filter(|row| row.len() > 1 && task.objects_of(&row[0].1.types).next().is_some());
        for group in all.chunks(1).chain(rows) {
            let variable = group[0].1;
            let names: Vec<&str> = group.iter().map(|(_, one)| one.name.as_str()).collect();
            let piece = |types: &TypeSet| {
                let text = format!("{} - {}", names.join(" "), task.types.show(types));
                Some(Piece { text, literal: None, span: variable.span })
            };
            let is_own = |term: &Term| {
                group
                    .iter()
                    .any(|(slot, _)| *term == Term::Variable(u32::try_from(*slot).unwrap_or(u32::MAX)))
            };
            let fits = |types: &TypeSet| {
                let asked = uses.iter().filter(|(term, _)| is_own(term));
                asked.clone().all(|(_, wanted)| {
                    let is_wider = task.types.fits(wanted, types) && *wanted != types;
                    task.types.overlap(types, wanted) && !is_wider
                })
            };
            for types in self.types_for(&variable.types).into_iter().filter(fits) {
                let (old, new) = (piece(&variable.types), piece(&types));
                let patch = Patch::Parameters(group.iter().map(|one| one.0).collect(), types);
                found.push(Edit { site: Site::Parameter(at), kind: EditKind::Type, old, new, patch });
            }
        }
    }

    fn goal(&self) -> Vec<Edit> {
        let (task, site) = (self.task, Site::Goal);
        let changed = self.condition(&task.goal, &[], true).into_iter();
        let mut found: Vec<Edit> = changed.map(|one| edit(site, false, one)).collect();
        // Nobody wants a goal denied. One that is there already takes no other's place: that only drops the other.
        let asked = literals_of((&task.goal, true));
        found.retain(|edit| {
            let is_it =
                |new: &(Atom, bool)| asked.iter().any(|one| one.positive == new.1 && one.is_of(&new.0));
            let is_other = matches!(edit.kind, EditKind::Argument | EditKind::Predicate);
            let is_denied = edit.kind == EditKind::Negate && edit.literals()[1].is_none_or(|one| !one.1);
            !(is_denied || is_other && edit.literals()[1].is_some_and(is_it))
        });
        found
    }

    fn facts(&self, chain: &Chain<'_>) -> Vec<Edit> {
        let task = self.task;
        let mut found = Vec::new();
        let known: FxHashSet<Fact> =
            task.init.iter().map(|(predicate, objects)| (predicate, objects.to_vec())).collect();
        let mut seen = FxHashSet::default();
        let mut put = |kind: EditKind, old: Option<&Fact>, new: Option<Fact>| {
            let is_known = new.as_ref().is_some_and(|new| known.contains(new));
            if !is_known && seen.insert((old.cloned(), new.clone())) {
                let patch =
                    Patch::Facts(old.cloned().into_iter().collect(), new.clone().into_iter().collect());
                let [old, new] = [old, new.as_ref()].map(|fact| fact.map(|fact| Piece::fact(task, fact)));
                found.push(Edit { site: Site::Init, kind, old, new, patch });
            }
        };
        // Facts that are asked for, then all of the predicates that have few.
        let is_read = |one: PredicateId| self.wanted.iter().any(|(wanted, _)| *wanted == one);
        let asked = (0..chain.nodes.len()).filter_map(|node| chain.fact(node));
        let asked = asked.filter(|one| one.positive && self.is_base(one.predicate));
        let any = task.predicates.ids().filter(|one| is_read(*one));
        let any = any.map(|one| (one, vec![None; self.declared(one).len()]));
        for (predicate, arguments) in asked.map(|one| (one.predicate, one.arguments.clone())).chain(any) {
            for objects in tuples(task, predicate, &arguments) {
                put(EditKind::Add, None, Some((predicate, objects)));
            }
        }
        for (predicate, objects) in task.init.iter().take(MAX_FACTS) {
            let fact = (predicate, objects.to_vec());
            put(EditKind::Drop, Some(&fact), None);
            let terms: Vec<Term> = objects.iter().copied().map(Term::Object).collect();
            let atom = Atom { predicate, arguments: terms, span: Span::default() };
            // Of many facts, none is suspected of naming another object.
            let is_one_of_many = chain.stated(predicate).nth(MAX_ALIKE).is_some();
            let others = self.atoms(&atom, &[]).into_iter();
            for (kind, other) in others.filter(|one| one.0 == EditKind::Permute || !is_one_of_many) {
                let new = Piece::literal(task, &other, true, &[]).objects();
                if let Some(new) = new.filter(|_| kind != EditKind::Predicate || is_read(other.predicate)) {
                    put(kind, Some(&fact), Some((other.predicate, new)));
                }
            }
        }
        for one in self.both_ways(chain, &known) {
            let pieces: Vec<String> = one.iter().map(|fact| Piece::fact(task, fact).text).collect();
            let literal = Piece::fact(task, &one[0]).literal;
            let new = Some(Piece { text: pieces.join(" and "), literal, span: Span::default() });
            let patch = Patch::Facts(Vec::new(), one);
            found.push(Edit { site: Site::Init, kind: EditKind::Add, old: None, new, patch });
        }
        found
    }

    /// Two facts, there and back, where facts that never change are mostly given both ways.
    fn both_ways(&self, chain: &Chain<'_>, known: &FxHashSet<Fact>) -> Vec<Vec<Fact>> {
        let mut found: Vec<Vec<Fact>> = Vec::new();
        for predicate in
            self.task.predicates.ids().filter(|one| !chain.is_changed(*one) && self.is_base(*one))
        {
            let arity = self.declared(predicate).len();
            let rows: Vec<&[ObjectId]> = chain.stated(predicate).take(MAX_FACTS).collect();
            for (one, two) in both_ways(&rows, arity) {
                let there = tuples(self.task, predicate, &vec![None; arity]).into_iter();
                for there in there.filter(|row| row[one] < row[two]) {
                    let mut back = there.clone();
                    back.swap(one, two);
                    let both = vec![(predicate, there), (predicate, back)];
                    if !both.iter().any(|fact| known.contains(fact)) {
                        found.push(both);
                    }
                }
            }
        }
        found
    }
}

/// A changed condition, or effect, as a change to the model.
fn edit(site: Site, is_effect: bool, Changed { kind, path, new, pieces: [old, piece], .. }: Changed) -> Edit {
    Edit { site, kind, old, new: piece, patch: Patch::Part { is_effect, path, new } }
}
