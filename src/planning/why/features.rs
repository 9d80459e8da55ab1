//! The features of a change: what speaks for it or against it, one line each. How much each says is learned, see
//! `weights`.
//!
//! In: a change, and what is known of the task. Out: numbers, each with its name.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::{Chain, Way};
use super::edit::{Edit, Fact, Kind, Patch, Site};
use super::invariants::Invariants;
use super::literal::{Change, Literal, Pattern, Source, distinct, literals_of, value};
use super::root::{self, Root};
use super::signs::{self, DOMAIN, FACTS, Rows, count, flag};
use super::ways::{Node, others, unify};
use crate::text::task::{Atom, GroundAtoms, ObjectId, PredicateId, Task, Term, Types};

/// A feature.
pub(super) type Feature = (&'static str, f64);

/// What is known of a task.
pub(super) struct Scene<'c, 'a> {
    pub(super) chain: &'c Chain<'a>,
    pub(super) roots: &'c [Root],
    /// Actions that are never taken, as all reachable states show.
    idle: Vec<usize>,
    /// Goals that exclude each other.
    contrary: Vec<Pattern>,
    /// The task without facts: changes to the domain are made to it, for speed.
    domain: Task,
    stated: FxHashSet<PredicateId>,
    before: [f64; DOMAIN.len()],
    rows: RefCell<FxHashMap<PredicateId, Rows<'a>>>,
    pub(super) invariants: Invariants,
}

impl<'c, 'a> Scene<'c, 'a> {
    pub(super) fn new(
        chain: &'c Chain<'a>,
        roots: &'c [Root],
        idle: Vec<usize>,
        contrary: Vec<Pattern>,
    ) -> Self {
        let task = chain.task();
        let domain = Task { init: GroundAtoms::default(), ..task.clone() };
        let stated = task.init.iter().map(|fact| fact.0).collect();
        let before = signs::of_domain(&domain, &stated);
        let invariants = Invariants::of(task, &chain.changes);
        Self { chain, roots, idle, contrary, domain, stated, before, rows: RefCell::default(), invariants }
    }

    /// What a change looks like.
    pub(super) fn features(&self, edit: &Edit) -> Vec<Feature> {
        let kind = kind(edit);
        let mut found: Vec<Feature> = KINDS.iter().map(|name| (*name, flag(*name == kind))).collect();
        found.extend(self.of_place(edit));
        found.extend(self.of_words(edit));
        found.extend(self.of_effect(edit));
        found.extend(self.of_type(edit));
        found.extend(self.of_fact(edit));
        let domain = match edit.site {
            Site::Condition(_) | Site::Effect(_) | Site::Parameter(_) => {
                let after = signs::of_domain(&edit.apply(&self.domain), &self.stated);
                std::array::from_fn(|at| (after[at] - self.before[at]).clamp(-2.0, 2.0))
            }
            _ => [0.0; DOMAIN.len()],
        };
        found.extend(DOMAIN.into_iter().zip(domain));
        found.extend(FACTS.into_iter().zip(self.rows_after(edit)));
        found
    }

    /// How near it is to what is proven.
    fn of_place(&self, edit: &Edit) -> [Feature; 11] {
        let chain = self.chain;
        let touched = self.touched(edit);
        let of_root =
            |root: &Root| touched.iter().any(|node| root.node == *node || root.circle.contains(node));
        let root = self.roots.iter().find(|root| of_root(root));
        let is_circle = root.is_some_and(|root| root.kind == root::Kind::Circle);
        let named = self.roots.iter().any(|root| touched.contains(&root.node));
        let wanted =
            |node: usize| self.roots.iter().any(|one| one.node == node || one.circle.contains(&node));
        let completes = edit.facts()[1].iter().any(|fact| self.completes(fact, &wanted));
        let (source, own) = match edit.site {
            Site::Condition(source) => (Some(source), true),
            Site::Effect(at) => (Some(Source::Action(at)), false),
            Site::Parameter(at) => (Some(Source::Action(at)), true),
            _ => (None, false),
        };
        let is_idle = source
            .is_some_and(|one| chain.is_dead(one) || one.schema().is_some_and(|at| self.idle.contains(&at)));
        let [gone, _] = edit.literals();
        let is_contrary = edit.site == Site::Goal
            && gone.is_some_and(|gone| self.contrary.iter().any(|goal| may_be(goal, gone)));
        let unrooted = self.roots.is_empty();
        [
            ("about the root", flag(root.is_some())),
            ("about the fact that the root names", flag(named)),
            ("about what would be enough", flag(!unrooted && chain.leads(&touched, 0))),
            ("about nothing that is missing", flag(!unrooted && touched.is_empty() && !completes)),
            ("a fact that completes what is missing", flag(completes)),
            ("a condition of a circle is dropped", flag(is_circle && own && edit.kind == Kind::Drop)),
            ("in an action that is never taken", flag(own && is_idle)),
            ("in another than is never taken", flag(source.is_some() && !is_idle && !self.idle.is_empty())),
            ("an effect of an action that is never taken", flag(source.is_some() && !own && is_idle)),
            ("a goal that others exclude", flag(is_contrary)),
            ("all goals can be reached one by one", flag(unrooted && edit.schema().is_some())),
        ]
    }

    /// How the words fit those around them.
    fn of_words(&self, edit: &Edit) -> [Feature; 10] {
        let (chain, task) = (self.chain, self.chain.task());
        let [gone, come] = edit.literals();
        let named = [&edit.old, &edit.new].map(|piece| {
            let mut words = piece.iter().flat_map(|piece| piece.text.split([' ', '(', ')']));
            let name = edit.schema().map_or("", |at| &task.schemas[at].name);
            words.any(|word| !word.starts_with('?') && share_part(word, name))
        });
        let predicates = [gone, come].map(|one| one.map(|one| one.0.predicate));
        let is_other = predicates[0].is_some() && predicates[1].is_some() && predicates[0] != predicates[1];
        let words = predicates.map(|one| one.map_or("", |one| task.predicates.name(one)));
        let is_fixed = predicates.map(|one| one.is_some_and(|one| !chain.is_changed(one)));
        let usual = |one: Option<&(Atom, bool)>| one.is_some_and(|one| self.is_usual(edit, one));
        let signs = gone.map_or((false, false), |gone| self.signs_elsewhere(gone));
        let is_turned = matches!(edit.kind, Kind::Negate | Kind::Drop);
        let is_own = matches!(edit.site, Site::Condition(Source::Rule(at))
            if predicates[1].is_some_and(|one| task.axioms[at].predicate == one));
        [
            ("what comes is a word of the action", flag(named[1] && !named[0])),
            ("what goes is a word of the action", flag(named[0] && !named[1])),
            ("two words for one thing", flag(is_other && share_part(words[0], words[1]))),
            ("what goes never changes", flag(is_fixed[0])),
            ("what comes never changes", flag(is_fixed[1] && is_other)),
            ("what goes is written alike elsewhere", flag(usual(gone))),
            ("what comes is written alike elsewhere", flag(usual(come))),
            ("elsewhere only the opposite is asked", flag(is_turned && signs == (false, true))),
            ("elsewhere the same is asked", flag(is_turned && signs.0)),
            ("a rule that calls itself", flag(is_own)),
        ]
    }

    /// How an effect fits the others.
    fn of_effect(&self, edit: &Edit) -> [Feature; 9] {
        let Site::Effect(schema) = edit.site else { return EFFECTS.map(|name| (name, 0.0)) };
        let chain = self.chain;
        let own = chain.changes_by(Source::Action(schema));
        let [gone, come] = edit.literals();
        let times = |atom: &Atom, adds: bool| own.iter().filter(|one| one.is(adds, atom.predicate)).count();
        let fresh = come.filter(|_| edit.kind == Kind::Add);
        let [gives, takes] =
            [true, false].map(|same| fresh.map_or(0, |(atom, adds)| times(atom, *adds == same)));
        let moves = gone.is_some_and(|(atom, adds)| !adds && times(atom, true) > 0);
        let is_made = |(atom, adds): &(Atom, bool)| chain.changes_of(*adds, atom.predicate).next().is_some();
        let is_back = fresh.is_some_and(|(atom, adds)| self.takes_back(schema, atom, *adds));
        let is_final = fresh.is_some_and(|(atom, adds)| !adds && !self.is_denied(atom.predicate));
        let outer = chain.task().schemas[schema].parameters.len();
        let is_inner = |one: &Change<'_>| one.literals.len() > one.required || one.variables.len() > outer;
        let is_inner =
            gone.is_some_and(|gone| own.iter().any(|one| one.atom.span == gone.0.span && is_inner(one)));
        let used_up = gone.is_some_and(|(atom, adds)| {
            !adds && !chain.growing.contains(&atom.predicate) && atom.arguments.len() < 2
        });
        let values = [
            takes > gives,
            takes > 0 && takes <= gives,
            moves,
            come.is_some_and(is_made) && !is_back,
            is_back,
            !own.iter().any(|one| one.adds),
            is_final,
            is_inner,
            used_up,
        ];
        std::array::from_fn(|at| (EFFECTS[at], flag(values[at])))
    }

    /// How a type fits.
    fn of_type(&self, edit: &Edit) -> [Feature; 9] {
        let (chain, task) = (self.chain, self.chain.task());
        let lacks = |types: &[_]| {
            let mut schemas = task.schemas.iter().enumerate();
            schemas.any(|(at, one)| {
                one.parameters.iter().any(|one| one.types == types) && chain.is_dead(Source::Action(at))
            })
        };
        let mut values = [false; 9];
        match (&edit.patch, edit.site) {
            (Patch::Parameters(slots, types), Site::Parameter(schema)) => {
                let own = &task.schemas[schema].parameters[slots[0]];
                let others = task.schemas.iter().enumerate().filter(|(at, _)| *at != schema);
                let same = others.flat_map(|(_, one)| &one.parameters).filter(|one| one.name == own.name);
                let alike: Vec<bool> = same.map(|one| one.types == own.types).collect();
                values[0] = !task.types.fits(&own.types, types);
                values[1] = task.objects_of(&own.types).next().is_none();
                values[2] = types.contains(&Types::object());
                values[3] = chain.nodes.iter().any(|node| self.is_excluded(node, schema, &edit.patch));
                values[4] = alike.contains(&true);
                values[5] = alike.contains(&false) && !alike.contains(&true);
                values[6] = slots.len() > 1;
            }
            (Patch::Typed(_, types) | Patch::Object(types), _) => {
                values[7] = task.objects_of(types).next().is_none();
                values[8] = lacks(types);
            }
            _ => {}
        }
        std::array::from_fn(|at| (TYPES[at], flag(values[at])))
    }

    /// How a fact of `:init`, or of the goal, fits.
    fn of_fact(&self, edit: &Edit) -> [Feature; 13] {
        let (chain, task) = (self.chain, self.chain.task());
        let [old, new] = edit.facts();
        let fresh = new.first().filter(|_| edit.kind == Kind::Add);
        let is_new = |test: &dyn Fn(PredicateId, &[ObjectId]) -> bool| {
            flag(fresh.is_some_and(|(predicate, row)| test(*predicate, row)))
        };
        let pair = old.first().zip(new.first()).filter(|_| edit.kind == Kind::Argument);
        let steps = pair.map_or(Vec::new(), |(old, new)| {
            let places = (0..old.1.len()).filter(|at| old.1[*at] != new.1[*at]);
            places.map(|at| self.is_level(old.0, at)).collect()
        });
        let far = pair.map_or(0, |(old, new)| {
            old.1.iter().zip(&new.1).map(|(one, other)| one.index().abs_diff(other.index())).sum::<usize>()
        });
        let goals = literals_of((&task.goal, true));
        let is_goal = |(predicate, row): &Fact| {
            goals.iter().any(|goal| goal.with(&[]) == Pattern::fact(*predicate, row))
        };
        let [gone, come] = edit.literals();
        let kinds = |one: Option<&(Atom, bool)>| -> Vec<PredicateId> {
            let objects =
                one.into_iter().flat_map(|one| &one.0.arguments).filter_map(|term| value(*term, &[]));
            let of =
                |object| chain.kinds.iter().filter(move |(_, all)| all.contains(&object)).map(|one| *one.0);
            distinct(objects.flat_map(of))
        };
        let is_misfit = edit.site == Site::Goal && edit.kind == Kind::Argument && kinds(gone) != kinds(come);
        [
            ("it says where a thing is", is_new(&|one, row| row.len() > 1 && chain.is_changed(one))),
            (
                "nothing else is said of an object",
                is_new(&|one, row| row.iter().any(|of| self.is_stray(one, *of))),
            ),
            ("always made with one that is given", is_new(&|one, row| self.has_companion(one, row))),
            ("the only one that is not given", is_new(&|one, row| self.is_gap(one, row))),
            ("the same is given of another", is_new(&|one, row| self.has_sibling(one, row))),
            ("the other way round is given", is_new(&|one, row| self.is_way_back(one, row))),
            ("nothing is like it, or makes it", is_new(&|one, _| !chain.is_made(one))),
            ("actions use it up", is_new(&|one, _| self.is_used_up(one))),
            ("actions add such facts", is_new(&|one, _| chain.growing.contains(&one))),
            ("a fact of the goal", flag(new.iter().any(is_goal))),
            ("one of a row of levels", flag(!steps.is_empty() && steps.iter().all(|one| *one))),
            ("objects between the two", count(far.min(20))),
            ("a goal for another kind of thing", flag(is_misfit)),
        ]
    }

    /// What the facts have less in common afterwards.
    fn rows_after(&self, edit: &Edit) -> [f64; FACTS.len()] {
        let (chain, [old, new]) = (self.chain, edit.facts());
        let mut cached = self.rows.borrow_mut();
        let mut all = [0.0; FACTS.len()];
        for predicate in distinct(old.iter().chain(new).map(|fact| fact.0)) {
            let rows = cached.entry(predicate).or_insert_with(|| {
                Rows::of(chain.task(), predicate, chain.is_changed(predicate), chain.is_moving(predicate))
            });
            let kept = |row: &&&[ObjectId]| !old.iter().any(|old| old.0 == predicate && old.1 == **row);
            let kept = rows.given.iter().filter(kept).copied();
            let added = new.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1.as_slice());
            let after = rows.counts(&kept.chain(added).collect::<Vec<_>>());
            let before = rows.counts(&rows.given);
            (0..all.len()).for_each(|at| all[at] += after[at] - before[at]);
        }
        all
    }

    /// The nodes that a change concerns.
    fn touched(&self, edit: &Edit) -> Vec<usize> {
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
    fn is_asked_by(&self, node: usize, source: Option<Source>, old: Option<&(Atom, bool)>) -> bool {
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
    fn is_excluded(&self, node: &Node, schema: usize, patch: &Patch) -> bool {
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
    fn completes(&self, (predicate, objects): &Fact, wanted: &dyn Fn(usize) -> bool) -> bool {
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
    fn is_usual(&self, edit: &Edit, (atom, positive): &(Atom, bool)) -> bool {
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
    fn signs_elsewhere(&self, (atom, positive): &(Atom, bool)) -> (bool, bool) {
        let all = self.chain.changes.iter().flat_map(Change::all_literals);
        let all = all.filter(|one| one.atom.predicate == atom.predicate && one.atom.span != atom.span);
        let signs: Vec<bool> = all.map(|one| one.positive == *positive).collect();
        (signs.contains(&true), signs.contains(&false))
    }

    /// Whether something asks for a predicate to be false, or deletes it.
    fn is_denied(&self, predicate: PredicateId) -> bool {
        let asks = |one: Literal<'_>| !one.positive && one.atom.predicate == predicate;
        let mut all = self.chain.changes.iter();
        all.any(|change| change.is(false, predicate) || change.all_literals().any(asks))
    }

    /// Whether an effect takes back what another action does, which also adds what this one deletes, of the same
    /// objects.
    fn takes_back(&self, schema: usize, atom: &Atom, adds: bool) -> bool {
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
    fn is_stray(&self, predicate: PredicateId, object: ObjectId) -> bool {
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
    fn has_companion(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
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
    fn is_gap(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let task = self.chain.task();
        let kind = |object: &ObjectId| &task.object_types[object.index()];
        let alike = |row: &&[ObjectId]| row.iter().zip(objects).all(|(one, other)| kind(one) == kind(other));
        let of_kind = |object| task.objects.ids().filter(|one| kind(one) == kind(object)).count();
        let all: usize = objects.iter().map(of_kind).product();
        let given = self.chain.stated(predicate).filter(alike).count();
        objects.len() > 1 && all > 5 && !self.chain.is_changed(predicate) && given + 1 == all
    }

    /// Whether `:init` says the same of another object of the kind, and nothing of this one.
    fn has_sibling(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let types = |object: &ObjectId| &self.chain.task().object_types[object.index()];
        let Some(first) = objects.first() else { return false };
        let mut stated = self.chain.stated(predicate);
        self.chain.is_changed(predicate)
            && self.chain.stated(predicate).all(|row| row[0] != *first)
            && stated.any(|row| types(&row[0]) == types(first))
    }

    /// Whether a fact is in `:init` the other way round.
    fn is_way_back(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let is_back = |fact: &[ObjectId]| {
            let apart: Vec<_> = fact.iter().zip(objects).filter(|(one, other)| one != other).collect();
            matches!(apart[..], [(a, b), (c, d)] if a == d && b == c)
        };
        self.chain.stated(predicate).any(is_back)
    }

    /// Whether actions use up the facts of a predicate, and none makes new ones.
    fn is_used_up(&self, predicate: PredicateId) -> bool {
        let chain = self.chain;
        chain.declared(predicate).len() == 1
            && !chain.growing.contains(&predicate)
            && chain.changes_of(false, predicate).next().is_some()
    }

    /// Whether an argument goes from level to level in one direction, and nothing restores it.
    fn is_level(&self, predicate: PredicateId, at: usize) -> bool {
        let chain = self.chain;
        chain.changes_of(true, predicate).all(|change| chain.link_of(change, at).is_some())
            && chain
                .link(predicate, at)
                .is_some_and(|atom| Rows::of(chain.task(), atom.predicate, false, false).is_acyclic)
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

/// Whether two names have a word in common, or nearly: `wash` and `is-washed`.
fn share_part(one: &str, other: &str) -> bool {
    let is_stem = |one: &str, other: &str| one.len() > 2 && other.starts_with(one);
    let parts = |name: &str| -> Vec<String> {
        let parts = name.split(['-', '_']);
        parts.map(|part| part.to_ascii_lowercase().trim_end_matches('e').to_owned()).collect()
    };
    let (ours, theirs) = (parts(one), parts(other));
    ours.iter().any(|part| theirs.iter().any(|of| is_stem(part, of) || is_stem(of, part)))
}

const EFFECTS: [&str; 9] = [
    "taken more often than given",
    "given as often as taken",
    "a deletion of what is moved",
    "others do it already",
    "takes back what another action does",
    "the action adds nothing",
    "nothing asks for it to be false",
    "under a quantifier or a condition",
    "it is used up",
];

const TYPES: [&str; 9] = [
    "a narrower type",
    "a type without objects is replaced",
    "any object",
    "it would add what is missing",
    "its name is of that type elsewhere",
    "its name is of another type elsewhere",
    "several parameters",
    "a type without objects",
    "a type of an action that is never taken",
];

/// The kinds of changes.
pub(super) const KINDS: [&str; 30] = [
    "effect: one that adds",
    "effect: one that deletes",
    "effect: none that adds",
    "effect: none that deletes",
    "effect: turned",
    "effect: other order",
    "effect: other argument",
    "effect: other predicate",
    "effect: other atom",
    "effect: two exchanged",
    "condition: none",
    "condition: not denied",
    "condition: turned",
    "condition: other order",
    "condition: other argument",
    "condition: other predicate",
    "condition: other connective",
    "guards exchanged",
    "quantifier: other type",
    "parameter: other type",
    "object: other type",
    "object: one more",
    "fact: one more",
    "fact: none",
    "fact: other order",
    "fact: other argument",
    "fact: two exchanged",
    "goal: none",
    "goal: other argument",
    "goal: other",
];

/// Which of them a change is.
fn kind(edit: &Edit) -> &'static str {
    let [gone, come] = edit.literals();
    let is = |one: Option<&(Atom, bool)>| one.is_some_and(|one| one.1);
    let at = match (edit.site, edit.kind) {
        (Site::Effect(_), Kind::Add) => usize::from(!is(come)),
        (Site::Effect(_), Kind::Drop) => 2 + usize::from(!is(gone)),
        (Site::Effect(_), Kind::Negate) => 4,
        (Site::Effect(_), Kind::Permute) => 5,
        (Site::Effect(_), Kind::Argument) => 6,
        (Site::Effect(_), Kind::Predicate) => 7,
        (Site::Effect(_) | Site::Condition(_), Kind::Type) => 18,
        (Site::Effect(_), Kind::Swap) => 9,
        (Site::Effect(_), _) => 8,
        (Site::Condition(_), Kind::Drop) => 10 + usize::from(gone.is_some() && !is(gone)),
        (Site::Condition(_), Kind::Negate) => 12,
        (Site::Condition(_), Kind::Permute) => 13,
        (Site::Condition(_), Kind::Argument) => 14,
        (Site::Condition(_), Kind::Predicate) => 15,
        (Site::Condition(_), Kind::Swap) => 17,
        (Site::Condition(_), _) => 16,
        (Site::Parameter(_), _) => 19,
        (Site::Objects, kind) => 20 + usize::from(kind == Kind::Add),
        (Site::Init, Kind::Add) => 22,
        (Site::Init, Kind::Drop) => 23,
        (Site::Init, Kind::Permute) => 24,
        (Site::Init, Kind::Swap) => 26,
        (Site::Init, _) => 25,
        (Site::Goal, Kind::Drop) => 27,
        (Site::Goal, Kind::Argument) => 28,
        (Site::Goal, _) => 29,
    };
    KINDS[at]
}
