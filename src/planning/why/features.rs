//! The features of a change: what speaks for it or against it, one line each. How much each says is learned, see
//! `weights`.
//!
//! In: a change, and what is known of the task. Out: numbers, each with its name.

mod evidence;
mod kinds;

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::Chain;
use super::edit::{Edit, Fact, Kind, Patch, Site};
use super::invariants::Invariants;
use super::literal::{Change, Pattern, Source, distinct, literals_of, value};
use super::root::{self, Root};
use super::signs::{self, DOMAIN, FACTS, Rows, count, flag};
use crate::text::task::{Atom, GroundAtoms, ObjectId, PredicateId, Task, Types};

use evidence::may_be;
use kinds::{KINDS, kind};

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
