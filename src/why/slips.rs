//! Slips that a text may have anywhere: all single changes, for faults that show no root of their own.
//!
//! In: the changes that actions make, and the facts of `:init`. Out: lists of [`Edit`]s, the most plausible first.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::{Literal, Pattern, Source, conjuncts, distinct};
use super::repair::Edit;
use super::root::Root;
use super::ways::unify;
use crate::source::Span;
use crate::task::{Atom, ObjectId, PredicateId, Term, TypeSet, Variable};

/// More facts of one predicate are not made.
const MAX_FACTS: usize = 200;

/// An atom of an action, with whether it is to hold or is added, and the variables in its sight.
struct Word<'c> {
    schema: usize,
    atom: &'c Atom,
    positive: bool,
    is_effect: bool,
    variables: Vec<&'c Variable>,
}

impl Word<'_> {
    /// Another atom in its place.
    fn instead(&self, atom: Atom, positive: bool) -> Edit {
        let (old, new) = ((self.atom.clone(), self.positive), (atom, positive));
        if self.is_effect {
            Edit::OtherEffect(self.schema, old, new)
        } else {
            Edit::Condition(self.schema, old, new)
        }
    }

    /// With the other sign.
    fn negated(&self) -> Edit {
        self.instead(self.atom.clone(), !self.positive)
    }
}

impl Chain<'_> {
    /// All single changes.
    pub(super) fn slips(&self) -> Vec<Vec<Edit>> {
        let schemas = || 0..self.task().schemas.len();
        let [stray, lone, elsewhere] = self.lone_facts();
        let (effects, conditions): (Vec<Word<'_>>, Vec<Word<'_>>) =
            self.words().into_iter().partition(|word| word.is_effect);
        let negated = conditions.iter().map(Word::negated).collect();
        let [conditions, effects] = [conditions, effects].map(|words| {
            words.iter().filter(|word| !self.is_used(word)).flat_map(|word| self.others_of(word)).collect()
        });
        let deletes = self.changes.iter().filter_map(Edit::dropping).collect();
        let predicates = || self.task().predicates.ids().filter(|one| !self.is_derived(*one));
        let mut more: Vec<Edit> = predicates().flat_map(|one| self.all_effects(one, true).concat()).collect();
        let goals = conjuncts(&[(&self.task().goal, 0)]).0;
        // What is wanted is not given away.
        more.retain(|edit| {
            let is_goal = |atom: &Atom| goals.iter().any(|goal| goal.atom.predicate == atom.predicate);
            !matches!(edit, Edit::Effect(_, atom, _) if is_goal(atom) && self.growing.contains(&atom.predicate))
        });
        let mut facts: Vec<Edit> = predicates().flat_map(|one| self.new_facts(one)).collect();
        facts.retain(
            |edit| !matches!(edit, Edit::Fact(predicate, objects) if self.is_goal(*predicate, objects)),
        );
        let mut lists =
            vec![self.other_types(false), [stray, self.ways_back()].concat(), conditions, effects];
        lists.extend([lone, elsewhere, self.fewer_facts(), self.more_objects(), self.all_moved()]);
        lists.extend([deletes, self.without(schemas(), None), more, self.fewer_goals(), facts, negated]);
        lists
    }

    /// The atoms of effects and of conditions, as far as these are conjunctions.
    fn words(&self) -> Vec<Word<'_>> {
        let mut seen: FxHashSet<Span> = FxHashSet::default();
        let mut found = Vec::new();
        for change in &self.changes {
            let Some(schema) = change.source.schema() else { continue };
            let conditions = change.literals.iter().map(|literal| (literal.atom, literal.positive, false));
            for (atom, positive, is_effect) in conditions.chain([(&*change.atom, change.adds, true)]) {
                if seen.insert(atom.span) {
                    let count = self.task().schemas[schema].parameters.len();
                    let is_inner =
                        |term: &Term| matches!(term, Term::Variable(slot) if *slot as usize >= count);
                    let is_inner = is_effect || atom.arguments.iter().any(is_inner);
                    let count = if is_inner { change.variables.len() } else { count };
                    let variables = change.variables[..count].to_vec();
                    found.push(Word { schema, atom, positive, is_effect, variables });
                }
            }
        }
        found
    }

    /// Whether an action asks for an atom and deletes it: that agrees with itself.
    fn is_used(&self, word: &Word<'_>) -> bool {
        let own = || self.changes_by(Source::Action(word.schema)).iter();
        own().any(|change| {
            !change.adds
                && change.atom.arguments == word.atom.arguments
                && change.is(false, word.atom.predicate)
        }) && own().any(|change| change.literals.iter().any(|one| one.positive && one.is_of(word.atom)))
    }

    /// An atom with another variable, two arguments the other way round, or another predicate.
    fn others_of(&self, word: &Word<'_>) -> Vec<Edit> {
        let atom = word.atom;
        let mut found = Vec::new();
        for at in 0..atom.arguments.len() {
            let variables = (0..).zip(&word.variables).map(|(slot, _)| Term::Variable(slot));
            let turns = atom.arguments[..at].iter().enumerate().map(|(other, term)| (Some(other), *term));
            for (other, term) in variables.map(|term| (None, term)).chain(turns) {
                let mut new = atom.clone();
                let old = std::mem::replace(&mut new.arguments[at], term);
                if let Some(other) = other {
                    new.arguments[other] = old;
                }
                if old != term && self.suits(&new, &word.variables) {
                    found.push(word.instead(new, word.positive));
                }
            }
        }
        let others = self.task().predicates.ids().filter(|other| !word.is_effect || !self.is_derived(*other));
        found.extend(others.filter_map(|other| self.renamed_word(word, other)));
        found
    }

    /// An atom with the name of another predicate.
    fn renamed_word(&self, word: &Word<'_>, predicate: PredicateId) -> Option<Edit> {
        let new = Atom { predicate, ..word.atom.clone() };
        let suits = predicate != word.atom.predicate && self.suits(&new, &word.variables);
        suits.then(|| word.instead(new, word.positive))
    }

    /// Whether the arguments of an atom can be of the declared types.
    fn suits(&self, atom: &Atom, variables: &[&Variable]) -> bool {
        let declared = self.declared(atom.predicate);
        let fits = |(term, types): (&Term, &TypeSet)| match term {
            Term::Variable(slot) => self.task().types.overlap(&variables[*slot as usize].types, types),
            Term::Object(object) => self.reach.is_a(*object, types),
        };
        declared.len() == atom.arguments.len() && atom.arguments.iter().zip(declared).all(fits)
    }

    /// Other conditions in the place of one; and its negation.
    pub(super) fn other_conditions(&self, literal: &Literal<'_>) -> [Vec<Edit>; 2] {
        let word = self.words().into_iter().find(|word| word.atom.span == literal.atom.span);
        word.map_or_else(Default::default, |word| [self.others_of(&word), vec![word.negated()]])
    }

    /// Conditions that may mean a predicate that is made and never read.
    pub(super) fn unread(&self) -> Vec<Edit> {
        let read = self.read();
        let made = self.task().predicates.ids().filter(|one| !read.contains(one) && self.is_made(*one));
        let (made, words) = (made.collect::<Vec<_>>(), self.words());
        let words = words.iter().filter(|word| !word.is_effect);
        words.flat_map(|word| made.iter().filter_map(|one| self.renamed_word(word, *one))).collect()
    }

    /// Deletions that nothing asks for, of what nothing adds: additions may be meant.
    pub(super) fn other_signs(&self) -> Vec<Edit> {
        let words = self.words().into_iter().filter(|word| {
            let own = self.changes_by(Source::Action(word.schema)).iter();
            let mut own = own.filter(|change| change.atom.span == word.atom.span);
            let is_asked =
                own.any(|change| change.literals.iter().any(|one| one.positive && one.is_of(word.atom)));
            word.is_effect && !word.positive && !is_asked && !self.growing.contains(&word.atom.predicate)
        });
        words.map(|word| word.negated()).collect()
    }

    /// Objects that might be meant to be of a type that some action takes: of one that has none, or any.
    pub(super) fn other_types(&self, is_empty: bool) -> Vec<Edit> {
        let task = self.task();
        let types = task.schemas.iter().flat_map(|schema| &schema.parameters).map(|one| one.types.clone());
        let mut found = Vec::new();
        for types in
            distinct(types).iter().filter(|types| !is_empty || task.objects_of(types).next().is_none())
        {
            let is_right = |object: &ObjectId| {
                let mut facts = task.init.iter().filter(|(_, objects)| objects.contains(object));
                !self.reach.is_a(*object, types)
                    && facts.all(|(predicate, objects)| {
                        let mut pairs = objects.iter().zip(self.declared(predicate));
                        pairs.all(|(one, declared)| one != object || task.types.fits(types, declared))
                    })
            };
            found
                .extend(task.objects.ids().filter(is_right).map(|object| Edit::Typed(object, types.clone())));
        }
        found
    }

    /// Objects of a circle that might be meant to be of a narrower type that some action takes.
    pub(super) fn narrower(&self, root: &Root) -> Vec<Edit> {
        let facts = root.circle.iter().filter_map(|node| self.fact(*node));
        let objects: Vec<ObjectId> = facts.flat_map(|fact| &fact.arguments).flatten().copied().collect();
        let own = |object: ObjectId| {
            self.fact(root.node).is_some_and(|fact| fact.arguments.contains(&Some(object)))
        };
        let mut types = self.other_types(false);
        types.sort_by_key(|edit| !matches!(edit, Edit::Typed(object, _) if own(*object)));
        types.retain(|edit| match edit {
            Edit::Typed(object, types) => {
                let is = &self.task().object_types[object.index()];
                objects.contains(object) && self.task().types.fits(types, is)
            }
            _ => false,
        });
        types
    }

    /// One object more of each type that an action takes.
    fn more_objects(&self) -> Vec<Edit> {
        let parameters = self.task().schemas.iter().flat_map(|schema| &schema.parameters);
        distinct(parameters.map(|one| one.types.clone())).into_iter().map(Edit::Object).collect()
    }

    /// A fact of `:init` with one other object at some of its places.
    fn moved_fact(&self, predicate: PredicateId, row: &[ObjectId], places: &[usize]) -> Vec<Edit> {
        let mut found = Vec::new();
        for at in places {
            for object in self.task().objects_of(&self.declared(predicate)[*at]) {
                let mut new = row.to_vec();
                new[*at] = object;
                if !self.stated(predicate).any(|other| other == new) && !self.is_goal(predicate, &new) {
                    found.push(Edit::Moved(predicate, row.to_vec(), new));
                }
            }
        }
        found
    }

    fn all_moved(&self) -> Vec<Edit> {
        let places = |row: &[ObjectId]| (0..row.len()).collect::<Vec<_>>();
        let facts = self.task().init.iter();
        facts.flat_map(|(predicate, row)| self.moved_fact(predicate, row, &places(row))).collect()
    }

    /// Facts of `:init` that hold a circle together: what its actions take may lie where they cannot get it.
    pub(super) fn misplaced(&self, root: &Root) -> Vec<Edit> {
        let mut found = Vec::new();
        for pattern in root.circle.iter().filter_map(|node| self.fact(*node)) {
            for change in self.changes_of(pattern.positive, pattern.predicate) {
                let Some(binding) = unify(change, pattern) else { continue };
                for literal in change.literals.iter().filter(|one| one.positive) {
                    let wanted = literal.with(&binding);
                    let holes = wanted.arguments.iter().enumerate().filter(|(_, one)| one.is_none());
                    let holes: Vec<usize> = holes.map(|(at, _)| at).collect();
                    if holes.is_empty()
                        || holes.len() == wanted.arguments.len()
                        || !self.is_changed(wanted.predicate)
                    {
                        continue;
                    }
                    let rows = self.stated(wanted.predicate).filter(|row| wanted.fits(row));
                    found.extend(rows.flat_map(|row| self.moved_fact(wanted.predicate, row, &holes)));
                }
            }
        }
        found
    }

    /// Each fact of `:init` left out, of predicates that some condition asks not to hold.
    fn fewer_facts(&self) -> Vec<Edit> {
        let denied = self.denied();
        let facts = self.task().init.iter().filter(|(predicate, _)| denied.contains(predicate));
        facts.map(|(predicate, objects)| Edit::NoFact(predicate, objects.to_vec())).collect()
    }

    /// Each part of the goal left out.
    pub(super) fn fewer_goals(&self) -> Vec<Edit> {
        let goals = conjuncts(&[(&self.task().goal, 0)]).0;
        goals.into_iter().map(|goal| Edit::NoGoal(goal.atom.clone(), goal.positive)).collect()
    }

    /// The facts of a predicate that are not in `:init`.
    fn new_facts(&self, predicate: PredicateId) -> Vec<Edit> {
        let mut facts = self.fill(&Pattern::any(self.task(), predicate), MAX_FACTS);
        facts.retain(|edit| {
            !matches!(edit, Edit::Fact(_, objects) if self.stated(predicate).any(|row| row == objects))
        });
        facts
    }
}
