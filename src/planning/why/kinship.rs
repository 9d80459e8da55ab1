//! How near a change is to what was proven.
//!
//! In: a change, the roots, and what the states showed. Out: its doubt, and the root that it concerns.

use super::chain::{Chain, Way};
use super::edit::{Edit, Fact, Kind, Patch, Site};
use super::literal::{Binding, Change, Literal, Pattern, Source, value};
use super::prior::sum;
use super::rank::{Contrary, Hints};
use super::root::{self, Root};
use super::ways::{Node, unify};
use crate::text::task::{Atom, ObjectId, PredicateId, Term};

/// Looks at a node, what gives it, its other literals, and the values of its variables; true ends the walk.
type Visit<'v> = dyn FnMut(usize, &Change<'_>, &[Literal<'_>], &Binding) -> bool + 'v;

impl Chain<'_> {
    /// How far a change is from the roots, and which of them it concerns.
    pub(super) fn distance(&self, edit: &Edit, roots: &[Root], hints: &Hints) -> (f64, Option<usize>) {
        let clash = self.clashing(edit, &hints.clashes).map_or(0.0, |(_, points)| points);
        let (points, root) = match roots {
            [] => (self.distance_from_states(edit, hints), None),
            _ => self.distance_from_roots(edit, roots),
        };
        (points - clash, root)
    }

    /// How far a change is from what the states showed.
    fn distance_from_states(&self, edit: &Edit, hints: &Hints) -> f64 {
        let asks = |schema: &usize, one: &(Atom, bool)| {
            self.changes_by(Source::Action(*schema)).iter().any(|change| change.asks_for(one.0.predicate))
        };
        let [old, new] = edit.literals();
        let new = new.filter(|one| edit.site == Site::Init && !self.is_changed(one.0.predicate));
        let is_lacked = new.is_some_and(|one| {
            hints.idle.iter().any(|schema| asks(schema, one)) || !self.is_made(one.0.predicate)
        });
        let is_idle = matches!(edit.site, Site::Condition(_) | Site::Parameter(_))
            && edit.schema().is_some_and(|schema| hints.idle.contains(&schema));
        let is_contrary = |contrary: &&Contrary| {
            let is_one = |old: &(Atom, bool)| contrary.goals.iter().any(|goal| may_be(goal, old));
            edit.site == Site::Goal && old.is_none_or(is_one)
        };
        let contrary = hints.contrary.as_ref().filter(is_contrary).map_or(0.0, |contrary| contrary.points);
        // What is never taken is where to look.
        sum([(is_lacked, -2.0), (is_idle, -1.5), (!is_idle && !hints.idle.is_empty(), 1.0)]) - contrary
    }

    fn distance_from_roots(&self, edit: &Edit, roots: &[Root]) -> (f64, Option<usize>) {
        let touched = self.touched(edit);
        let root_of =
            |node: usize| roots.iter().position(|root| root.node == node || root.circle.contains(&node));
        if let Some(at) = touched.iter().find_map(|node| root_of(*node)) {
            // One condition of several is rather what closes a circle.
            let closes = edit.kind == Kind::Drop
                && roots[at].kind == root::Kind::Circle
                && matches!(edit.site, Site::Condition(source) if self.conditions(source) > 1);
            return (sum([(!touched.contains(&roots[at].node), 0.5), (closes, -0.75)]), Some(at));
        }
        let wanted = |node: usize| root_of(node).is_some();
        let [old, new] = edit.facts();
        let is_double = old.len() > 1;
        let mut lacking = new.iter().filter(|_| old.is_empty() || is_double);
        if let Some(node) = lacking.find_map(|fact| self.lacking(fact, &wanted)) {
            return if is_double { (0.5, None) } else { (-0.75, root_of(node)) };
        }
        let leads = |node: usize| self.leads(&[node], 0);
        if !is_double
            && new.iter().filter(|_| old.is_empty()).any(|fact| self.lacking(fact, &leads).is_some())
        {
            return (0.0, None);
        }
        if !is_double && old.iter().any(|fact| self.binding(fact, &wanted)) {
            return (0.5, None);
        }
        match &edit.patch {
            Patch::Typed(_, types) if self.is_lacking(types) => (0.5, None),
            Patch::Parameters(..) if touched.is_empty() => (3.0, None),
            _ if touched.is_empty() => (4.0, None),
            _ => (if self.leads(&touched, 0) { 1.0 } else { 3.0 }, None),
        }
    }

    /// How many conditions an action or a rule has.
    fn conditions(&self, source: Source) -> usize {
        self.changes_by(source).iter().map(|change| change.required).max().unwrap_or(0)
    }

    /// The ways to bind the variables of what gives a node and asks for a fact; visits the node, the change, and its
    /// other literals.
    fn bound(&self, (predicate, objects): &Fact, visit: &mut Visit<'_>) -> bool {
        let nodes = (0..self.nodes.len()).filter_map(|node| Some((node, self.fact(node)?)));
        for (node, pattern) in nodes.filter(|(_, pattern)| pattern.positive) {
            for change in self.changes_of(true, pattern.predicate) {
                let Some(start) = unify(change, pattern) else { continue };
                for (at, literal) in change.literals.iter().enumerate() {
                    let mut binding = start.clone();
                    let mut pairs = literal.atom.arguments.iter().zip(objects);
                    let is_it = literal.positive && literal.atom.predicate == *predicate;
                    let fits = is_it
                        && pairs.all(|(term, object)| match (value(*term, &binding), term) {
                            (None, Term::Variable(slot)) => {
                                binding[*slot as usize] = Some(*object);
                                true
                            }
                            (known, _) => known == Some(*object),
                        });
                    if fits && visit(node, change, &super::ways::others(&change.literals, at), &binding) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// A node for which a fact that nothing adds is all that is missing.
    fn lacking(&self, fact: &Fact, wanted: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut found = None;
        let is_fixed = !self.growing.contains(&fact.0);
        self.bound(fact, &mut |node, _, rest, binding| {
            let is_it = is_fixed && wanted(node) && rest.iter().all(|one| self.reach.may(&one.with(binding)));
            found = found.or(is_it.then_some(node));
            is_it
        });
        found
    }

    /// Whether a fact is what makes some action lack a node.
    fn binding(&self, fact: &Fact, wanted: &dyn Fn(usize) -> bool) -> bool {
        self.bound(fact, &mut |node, change, rest, binding| {
            let ways = self.ways[node].iter().filter(|way| way.source == change.source);
            let mut needs = ways.flat_map(|way| &way.needs).filter(|(need, _)| wanted(*need));
            needs.any(|(need, _)| {
                let is_same = |need: &Pattern, one: &Pattern| one.covers(need) || need.covers(one);
                self.fact(*need).is_some_and(|need| rest.iter().any(|one| is_same(need, &one.with(binding))))
            })
        })
    }

    /// The nodes that a change concerns.
    fn touched(&self, edit: &Edit) -> Vec<usize> {
        let [old, new] = edit.literals();
        // What is no literal stands in the way of all that the action adds.
        let is_whole = matches!(edit.kind, Kind::Drop | Kind::Negate) && old.is_none();
        let is_touched = |node: &usize| match (edit.site, &self.nodes[*node]) {
            (Site::Condition(source), Node::Fact(pattern)) if is_whole => {
                self.is_asked_by(*node, Some(source), old)
                    || self.change_by(source, pattern.positive, pattern.predicate).is_some()
            }
            (Site::Condition(source), _) => self.is_asked_by(*node, Some(source), old),
            (Site::Goal, _) => self.is_asked_by(*node, None, old),
            (Site::Effect(schema), node) if edit.kind == Kind::Type => {
                self.is_excluded(node, schema, &edit.patch)
            }
            (Site::Effect(_), Node::Fact(pattern)) => new.is_some_and(|new| may_be(pattern, new)),
            (Site::Effect(schema), Node::Useless { change }) => {
                self.changes[*change].source == Source::Action(schema)
            }
            (Site::Init, Node::Fact(pattern)) => {
                let one = if pattern.positive { new } else { old };
                one.is_some_and(|one| may_be(pattern, &(one.0.clone(), pattern.positive)))
            }
            (Site::Init, Node::Obstacle { source, .. }) => new.is_some_and(|new| {
                self.changes_by(*source).iter().any(|change| change.asks_for(new.0.predicate))
            }),
            (Site::Parameter(schema), Node::Obstacle { source, span, .. }) => {
                let variable = edit.old.as_ref().map(|old| old.span);
                *source == Source::Action(schema) && *span == variable
            }
            (Site::Parameter(schema), node) => self.is_excluded(node, schema, &edit.patch),
            (Site::Objects, Node::Empty { types, .. }) => match &edit.patch {
                Patch::Typed(_, of) | Patch::Object(of) => *types == self.task().types.show(of),
                _ => false,
            },
            _ => false,
        };
        (0..self.nodes.len()).filter(is_touched).collect()
    }

    /// Whether a literal of an action, a rule, or the goal, or all of it, asks for a node.
    fn is_asked_by(&self, node: usize, source: Option<Source>, old: Option<&(Atom, bool)>) -> bool {
        let is_asking = |way: &Way, user: usize| {
            !way.is_instance && (user == 0) == source.is_none() && source.is_none_or(|one| one == way.source)
        };
        let mut users = self.users[node].iter();
        users.any(|(user, way)| is_asking(&self.ways[*user][*way], *user))
            && old.is_none_or(|old| match &self.nodes[node] {
                Node::Fact(pattern) => may_be(pattern, old),
                Node::Useless { change } => self.changes[*change].atom.predicate == old.0.predicate,
                _ => true,
            })
    }

    /// Whether actions change the predicate, and no fact of `:init` that they change is about the object.
    pub(super) fn is_stray(&self, predicate: PredicateId, object: ObjectId) -> bool {
        // What moves about is at one place, and there are others.
        let is_place = self.declared(predicate).len() == 1
            && self.is_stated(predicate)
            && self.link(predicate, 0).is_some();
        let is_described = |object: ObjectId| {
            self.task().init.iter().any(|fact| fact.1.contains(&object) && self.is_changed(fact.0))
        };
        if !self.is_changed(predicate) || is_place || is_described(object) {
            return false;
        }
        // Most others like it are told of.
        let kinds = &self.task().object_types;
        let others = self.task().objects.ids().filter(|one| *one != object);
        let others: Vec<ObjectId> =
            others.filter(|one| kinds[one.index()] == kinds[object.index()]).collect();
        let told = others.iter().filter(|one| is_described(**one)).count();
        told * 2 >= others.len()
    }

    /// Whether a fact is about one object alone, and no other that changes is about it.
    pub(super) fn has_stray(&self, pattern: &Pattern) -> bool {
        let mut objects = pattern.arguments.iter().flatten();
        objects.clone().count() == 1 && objects.any(|object| self.is_stray(pattern.predicate, *object))
    }

    /// Whether an action does not give a node because of the type of a parameter.
    pub(super) fn is_excluded(&self, node: &Node, schema: usize, patch: &Patch) -> bool {
        let Patch::Parameters(slots, types) = patch else { return false };
        let source = Source::Action(schema);
        match node {
            Node::Fact(pattern) => self.changes_by(source).iter().any(|change| {
                let binding =
                    unify(change, pattern).filter(|_| change.is(pattern.positive, pattern.predicate));
                binding.is_some_and(|binding| {
                    let excluded = |(slot, object): (&usize, ObjectId)| {
                        !self.reach.is_a(object, &change.variables[*slot].types)
                            && self.reach.is_a(object, types)
                    };
                    slots.iter().filter_map(|slot| Some((slot, (*binding.get(*slot)?)?))).any(excluded)
                })
            }),
            _ => false,
        }
    }
}

/// Whether an instance of a literal may be what a pattern asks for.
fn may_be(pattern: &Pattern, (atom, positive): &(Atom, bool)) -> bool {
    let mut pairs = atom.arguments.iter().zip(&pattern.arguments);
    atom.predicate == pattern.predicate
        && *positive == pattern.positive
        && pairs.all(|(term, object)| match (term, object) {
            (Term::Object(one), Some(object)) => one == object,
            _ => true,
        })
}
