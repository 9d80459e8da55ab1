//! What features ask of the model: which nodes a change concerns, what is written alike elsewhere, what facts lack.
//!
//! In: a change, or a literal or fact of it. Out: yes or no. Must not: weigh; that is learned.

use super::Scene;
use crate::planning::why::chain::Way;
use crate::planning::why::edit::{Edit, Fact, Kind, Patch, Site};
use crate::planning::why::literal::{Change, Literal, Pattern, Source, value};
use crate::planning::why::signs::Rows;
use crate::planning::why::ways::{Node, others, unify};
use crate::text::task::{Atom, ObjectId, PredicateId, Term};

impl Scene<'_, '_> {
    /// The nodes that a change concerns.
    pub(super) fn touched(&self, edit: &Edit) -> Vec<usize> {
        let chain = self.chain;
        let [old, new] = edit.literals();
        // What is no literal stands in the way of all that the action adds.
        let is_whole = matches!(edit.kind, Kind::Drop | Kind::Negate) && old.is_none();
        let is_touched = |node: &usize| match (edit.site, &chain.nodes[*node]) {
            (Site::Condition(source), Node::Fact(pattern)) if is_whole => {
                self.is_asked_by(*node, Some(source), old)
                    || chain.change_by(source, pattern.positive, pattern.predicate).is_some()
            }
            (Site::Condition(source), _) => self.is_asked_by(*node, Some(source), old),
            (Site::Goal, _) => self.is_asked_by(*node, None, old),
            (Site::Effect(_), Node::Fact(pattern)) => new.is_some_and(|new| may_be(pattern, new)),
            (Site::Effect(schema), Node::Useless { change }) => {
                chain.changes[*change].source == Source::Action(schema)
            }
            (Site::Init, Node::Fact(pattern)) => {
                let one = if pattern.positive { new } else { old };
                one.is_some_and(|one| may_be(pattern, &(one.0.clone(), pattern.positive)))
            }
            (Site::Init, Node::Obstacle { source, .. }) => new.is_some_and(|new| {
                chain.changes_by(*source).iter().any(|change| change.asks_for(new.0.predicate))
            }),
            (Site::Parameter(schema), Node::Obstacle { source, span, .. }) => {
                let variable = edit.old.as_ref().map(|old| old.span);
                *source == Source::Action(schema) && *span == variable
            }
            (Site::Parameter(schema), node) => self.is_excluded(node, schema, &edit.patch),
            (Site::Objects, Node::Empty { types, .. }) => match &edit.patch {
                Patch::Typed(_, of) | Patch::Object(of) => *types == chain.task().types.show(of),
                _ => false,
            },
            _ => false,
        };
        (0..chain.nodes.len()).filter(is_touched).collect()
    }

    /// Whether a literal of an action, a rule, or the goal, or all of it, asks for a node.
    pub(super) fn is_asked_by(
        &self,
        node: usize,
        source: Option<Source>,
        old: Option<&(Atom, bool)>,
    ) -> bool {
        let chain = self.chain;
        let is_asking = |way: &Way, user: usize| {
            !way.is_instance && (user == 0) == source.is_none() && source.is_none_or(|one| one == way.source)
        };
        chain.users[node].iter().any(|(user, way)| is_asking(&chain.ways[*user][*way], *user))
            && old.is_none_or(|old| match &chain.nodes[node] {
                Node::Fact(pattern) => may_be(pattern, old),
                Node::Useless { change } => chain.changes[*change].atom.predicate == old.0.predicate,
                _ => true,
            })
    }

    /// Whether an action does not give a node because of the type of a parameter.
    pub(super) fn is_excluded(&self, node: &Node, schema: usize, patch: &Patch) -> bool {
        let (Patch::Parameters(slots, types), Node::Fact(pattern)) = (patch, node) else { return false };
        let is_a = |object: ObjectId, types: &_| self.chain.reach.is_a(object, types);
        self.chain.changes_by(Source::Action(schema)).iter().any(|change| {
            let binding = unify(change, pattern).filter(|_| change.is(pattern.positive, pattern.predicate));
            binding.is_some_and(|binding| {
                let excluded = |(slot, object): (&usize, ObjectId)| {
                    !is_a(object, &change.variables[*slot].types) && is_a(object, types)
                };
                slots.iter().filter_map(|slot| Some((slot, (*binding.get(*slot)?)?))).any(excluded)
            })
        })
    }

    /// Whether a fact that nothing adds is all that one of some nodes lacks.
    pub(super) fn completes(&self, (predicate, objects): &Fact, wanted: &dyn Fn(usize) -> bool) -> bool {
        let chain = self.chain;
        let nodes = (0..chain.nodes.len()).filter(|node| wanted(*node)).filter_map(|node| chain.fact(node));
        let mut ways =
            nodes.filter(|one| one.positive && !chain.growing.contains(predicate)).flat_map(|pattern| {
                let changes = chain.changes_of(true, pattern.predicate);
                changes.filter_map(|change| Some((change, unify(change, pattern)?)))
            });
        ways.any(|(change, start)| {
            (0..change.literals.len()).any(|at| {
                let (literal, mut binding) = (change.literals[at], start.clone());
                let mut pairs = literal.atom.arguments.iter().zip(objects);
                literal.positive
                    && literal.atom.predicate == *predicate
                    && pairs.all(|(term, object)| match (value(*term, &binding), term) {
                        (None, Term::Variable(slot)) => {
                            binding[*slot as usize] = Some(*object);
                            true
                        }
                        (known, _) => known == Some(*object),
                    })
                    && others(&change.literals, at).iter().all(|one| chain.reach.may(&one.with(&binding)))
            })
        })
    }

    /// Whether another action or rule has a literal as it is written, as a condition or an effect.
    pub(super) fn is_usual(&self, edit: &Edit, (atom, positive): &(Atom, bool)) -> bool {
        let (task, is_effect) = (self.chain.task(), matches!(edit.site, Site::Effect(_)));
        let source = match edit.site {
            Site::Condition(source) => source,
            Site::Effect(schema) => Source::Action(schema),
            _ => return false,
        };
        let own = self.chain.changes_by(source).iter().max_by_key(|one| one.variables.len());
        let Some(own) = own.map(|one| Literal { atom, positive: true }.show(task, &one.variables)) else {
            return false;
        };
        let mut elsewhere = self.chain.changes.iter().filter(|one| one.source != source);
        elsewhere.any(|one| {
            let is_alike =
                |other: &&Literal<'_>| other.positive == *positive && other.atom.predicate == atom.predicate;
            let mut asked = one.literals.iter().filter(is_alike);
            if is_effect {
                one.atom.predicate == atom.predicate && one.show(task) == own
            } else {
                asked.any(|other| Literal { positive: true, ..*other }.show(task, &one.variables) == own)
            }
        })
    }

    /// Whether the other conditions on a predicate ask for the same, and for the opposite.
    pub(super) fn signs_elsewhere(&self, (atom, positive): &(Atom, bool)) -> (bool, bool) {
        let all = self.chain.changes.iter().flat_map(Change::all_literals);
        let all = all.filter(|one| one.atom.predicate == atom.predicate && one.atom.span != atom.span);
        let signs: Vec<bool> = all.map(|one| one.positive == *positive).collect();
        (signs.contains(&true), signs.contains(&false))
    }

    /// Whether something asks for a predicate to be false, or deletes it.
    pub(super) fn is_denied(&self, predicate: PredicateId) -> bool {
        let asks = |one: Literal<'_>| !one.positive && one.atom.predicate == predicate;
        let mut all = self.chain.changes.iter();
        all.any(|change| change.is(false, predicate) || change.all_literals().any(asks))
    }

    /// Whether an effect takes back what another action does, which also adds what this one deletes, of the same
    /// objects.
    pub(super) fn takes_back(&self, schema: usize, atom: &Atom, adds: bool) -> bool {
        let source = Source::Action(schema);
        let agrees = |change: &Change<'_>, given: &Change<'_>, taken: &Change<'_>| {
            taken.atom.predicate == given.atom.predicate
                && taken.atom.predicate != atom.predicate
                && taken.literals.iter().any(|one| one.positive && one.is_of(&taken.atom))
                && change.atom.arguments.iter().zip(&atom.arguments).all(|(theirs, ours)| {
                    let at = given.atom.arguments.iter().position(|term| term == theirs);
                    at.is_some_and(|at| taken.atom.arguments[at] == *ours)
                })
        };
        let taken = || self.chain.changes_by(source).iter().filter(|one| !one.adds);
        let mut others = self.chain.changes_of(!adds, atom.predicate).filter(|one| one.source != source);
        others.any(|change| {
            let mut given = self.chain.changes_by(change.source).iter().filter(|one| one.adds);
            given.any(|given| taken().any(|taken| agrees(change, given, taken)))
        })
    }

    /// Whether actions change the predicate, and no fact of `:init` that they change is about the object, as of most
    /// others like it.
    pub(super) fn is_stray(&self, predicate: PredicateId, object: ObjectId) -> bool {
        let task = self.chain.task();
        let is_told = |object: ObjectId| {
            task.init.iter().any(|fact| fact.1.contains(&object) && self.chain.is_changed(fact.0))
        };
        if !self.chain.is_changed(predicate) || is_told(object) {
            return false;
        }
        let kinds = &task.object_types;
        let is_alike = |one: &ObjectId| *one != object && kinds[one.index()] == kinds[object.index()];
        let others: Vec<ObjectId> = task.objects.ids().filter(is_alike).collect();
        others.iter().filter(|one| is_told(**one)).count() * 2 >= others.len()
    }

    /// Whether some fact of `:init` is one that actions only ever add together with this one, which nothing deletes.
    pub(super) fn has_companion(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let chain = self.chain;
        let stands = |adder: &Change<'_>, row: &[ObjectId], atom: &Atom| {
            atom.arguments.iter().zip(objects).all(|(term, object)| {
                let at = adder.atom.arguments.iter().position(|other| other == term);
                at.is_some_and(|at| row[at] == *object)
            })
        };
        let goes_along = |(lead, row): (PredicateId, &[ObjectId])| {
            let mut adders = chain.changes_of(true, lead).peekable();
            lead != predicate
                && adders.peek().is_some()
                && adders.all(|adder| {
                    let own = chain.changes_by(adder.source).iter();
                    own.filter(|one| one.is(true, predicate)).any(|one| stands(adder, row, &one.atom))
                })
        };
        let is_kept = chain.changes_of(false, predicate).next().is_none();
        !objects.is_empty() && is_kept && chain.task().init.iter().any(goes_along)
    }

    /// Whether a fact is the only one that `:init` lacks of all about objects of its kinds.
    pub(super) fn is_gap(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let task = self.chain.task();
        let kind = |object: &ObjectId| &task.object_types[object.index()];
        let alike = |row: &&[ObjectId]| row.iter().zip(objects).all(|(one, other)| kind(one) == kind(other));
        let of_kind = |object| task.objects.ids().filter(|one| kind(one) == kind(object)).count();
        let all: usize = objects.iter().map(of_kind).product();
        let given = self.chain.stated(predicate).filter(alike).count();
        objects.len() > 1 && all > 5 && !self.chain.is_changed(predicate) && given + 1 == all
    }

    /// Whether `:init` says the same of another object of the kind, and nothing of this one.
    pub(super) fn has_sibling(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let types = |object: &ObjectId| &self.chain.task().object_types[object.index()];
        let Some(first) = objects.first() else { return false };
        let mut stated = self.chain.stated(predicate);
        self.chain.is_changed(predicate)
            && self.chain.stated(predicate).all(|row| row[0] != *first)
            && stated.any(|row| types(&row[0]) == types(first))
    }

    /// Whether a fact is in `:init` the other way round.
    pub(super) fn is_way_back(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let is_back = |fact: &[ObjectId]| {
            let apart: Vec<_> = fact.iter().zip(objects).filter(|(one, other)| one != other).collect();
            matches!(apart[..], [(a, b), (c, d)] if a == d && b == c)
        };
        self.chain.stated(predicate).any(is_back)
    }

    /// Whether actions use up the facts of a predicate, and none makes new ones.
    pub(super) fn is_used_up(&self, predicate: PredicateId) -> bool {
        let chain = self.chain;
        chain.declared(predicate).len() == 1
            && !chain.growing.contains(&predicate)
            && chain.changes_of(false, predicate).next().is_some()
    }

    /// Whether an argument goes from level to level in one direction, and nothing restores it.
    pub(super) fn is_level(&self, predicate: PredicateId, at: usize) -> bool {
        let chain = self.chain;
        chain.changes_of(true, predicate).all(|change| chain.link_of(change, at).is_some())
            && chain
                .link(predicate, at)
                .is_some_and(|atom| Rows::of(chain.task(), atom.predicate, false, false).is_acyclic)
    }
}

/// Whether an instance of a literal may be what a pattern asks for.
pub(super) fn may_be(pattern: &Pattern, (atom, positive): &(Atom, bool)) -> bool {
    let mut pairs = atom.arguments.iter().zip(&pattern.arguments);
    atom.predicate == pattern.predicate
        && *positive == pattern.positive
        && pairs.all(|(term, object)| match (term, object) {
            (Term::Object(one), Some(object)) => one == object,
            _ => true,
        })
}
