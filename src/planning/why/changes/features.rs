//! The features of a change, one line each: what speaks for it or against it. How much each says is learned, see
//! `weights`.
//!
//! In: a change, and what is known of the task. Out: numbers, each with its name. Some count signs of a slip, which
//! sound models rarely have: a change is judged by what it adds to them.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::why::chain::{Chain, is_starved};
use crate::why::edit::{Edit, EditKind, Patch, Site};
use crate::why::invariants::Invariants;
use crate::why::literal::{Change, Literal, Source, changes, distinct, reads};
use crate::why::rows::{FACTS, Rows, count};
use banto_text::task::{Atom, Condition, GroundAtoms, ObjectId, PredicateId, Task, Term};

/// A feature.
pub(crate) type Feature = (&'static str, f64);

/// The task and what its changes are compared with.
pub(crate) struct Scene<'c, 'a> {
    pub(crate) chain: &'c Chain<'a>,
    /// Actions that are never taken, as all reachable states show.
    idle: Vec<usize>,
    /// A fact of `:init` of which there is too little.
    scarce: Option<String>,
    /// Whether every action is taken in some state, and every rule applies.
    is_used: bool,
    /// The task without facts: changes to the domain are made to it, for speed.
    domain: Task,
    stated: FxHashSet<PredicateId>,
    before: [f64; DOMAIN.len()],
    rows: RefCell<FxHashMap<PredicateId, Rows<'a>>>,
    pub(crate) invariants: Invariants,
}

impl<'c, 'a> Scene<'c, 'a> {
    pub(crate) fn new(chain: &'c Chain<'a>, idle: Vec<usize>, scarce: Option<String>) -> Self {
        let task = chain.task();
        let domain = Task { init: GroundAtoms::default(), ..task.clone() };
        let stated = task.init.iter().map(|fact| fact.0).collect();
        let before = of_domain(&domain, &stated);
        let invariants = Invariants::of(task, &chain.changes);
        let is_used = idle.is_empty() && !chain.changes.iter().any(|one| chain.is_dead(one.source));
        Self { chain, idle, scarce, is_used, domain, stated, before, rows: RefCell::default(), invariants }
    }

    /// Features of a change, known before it is tried.
    pub(crate) fn features(&self, edit: &Edit) -> Vec<Feature> {
        let [gone, come] = edit.literals();
        let source = match edit.site {
            Site::Condition(source) => Some(source),
            Site::Effect(at) | Site::Parameter(at) => Some(Source::Action(at)),
            _ => None,
        };
        let (is_effect, is_condition) =
            (matches!(edit.site, Site::Effect(_)), matches!(edit.site, Site::Condition(_)));
        let is_fact = edit.site == Site::Init;
        let (is_add, is_argument) = (edit.kind == EditKind::Add, edit.kind == EditKind::Argument);
        let is_permuted = matches!(edit.kind, EditKind::Permute | EditKind::Swap);
        let adds = come.is_some_and(|one| one.1);
        let is_idle = source.is_some_and(|one| {
            self.chain.is_dead(one) || one.schema().is_some_and(|at| self.idle.contains(&at))
        });
        let sign = gone.filter(|_| matches!(edit.kind, EditKind::Negate | EditKind::Drop));
        let own = source.filter(|_| is_effect).map_or(&[][..], |one| self.chain.changes_by(one));
        let fresh = come.filter(|_| is_effect && is_add);
        let times = |sign: bool| {
            let of = |(atom, adds): &(Atom, bool)| {
                own.iter().filter(|one| one.is(*adds == sign, atom.predicate)).count()
            };
            fresh.map_or(0, of)
        };
        let mut found = vec![
            ("an effect that adds is one more", flag(is_effect && is_add && adds)),
            ("a condition goes", flag(is_condition && edit.kind == EditKind::Drop)),
            ("a condition has another connective", flag(is_condition && edit.kind == EditKind::Connective)),
            ("a fact is one more", flag(is_fact && is_add && edit.facts()[1].len() == 1)),
            ("the domain changes, whose actions are all taken", flag(self.is_used && source.is_some())),
            ("a fact has another argument", flag(is_fact && is_argument)),
            ("a condition of an action that is never taken", flag(is_idle && !is_effect)),
            ("what comes is written alike elsewhere", flag(come.is_some_and(|one| self.is_usual(edit, one)))),
            ("elsewhere only the opposite is asked", flag(sign.is_some_and(|one| self.is_opposed(one)))),
            ("the action takes such facts, and gives fewer", flag(times(false) > times(true))),
            ("the action adds nothing", flag(is_effect && !own.iter().any(|one| one.adds))),
            ("arguments of the domain are exchanged", flag(is_permuted && source.is_some())),
            ("arguments of a fact are exchanged", flag(is_permuted && is_fact)),
            ("a condition is denied or affirmed", flag(is_condition && edit.kind == EditKind::Negate)),
            ("another predicate", flag(edit.kind == EditKind::Predicate)),
            ("another type", flag(edit.kind == EditKind::Type)),
            ("the goal changes", flag(edit.site == Site::Goal)),
            ("what never changed is changed", flag(is_effect && come.is_some_and(|one| self.is_fixed(one)))),
            ("what never changes is denied", flag(come.is_some_and(|one| !one.1 && self.is_fixed(one)))),
            (
                "a fact is one more that actions make",
                flag(is_fact && is_add && come.is_some_and(|one| self.is_made(one))),
            ),
            ("another fact than the one that runs out", flag(is_fact && is_argument && self.runs_out(edit))),
            ("an object beside the one before", flag(is_fact && is_argument && self.is_beside(edit))),
            ("the name of the action speaks for it", self.named(source, come) - self.named(source, gone)),
            (
                "an effect that another theme makes",
                flag(is_effect && come.is_some_and(|one| self.is_elsewhere(edit, one))),
            ),
            ("the goal has another thing", flag(edit.site == Site::Goal && is_argument)),
            (
                "an object comes with facts",
                count(if let Patch::Object(_, facts) = &edit.patch { facts.len().min(3) } else { 0 }),
            ),
            ("another atom", flag(edit.kind == EditKind::Other)),
            ("for all, if they are such", flag(is_condition && is_implied(edit))),
            ("a condition of a rule changes", flag(matches!(source, Some(Source::Rule(_))))),
            ("an object has another type", flag(edit.site == Site::Objects && edit.kind == EditKind::Type)),
            ("the action is called after the type", self.typed(edit)),
            ("the goal goes", flag(edit.site == Site::Goal && edit.kind == EditKind::Drop)),
        ];
        let after = source.is_some().then(|| of_domain(&edit.apply(&self.domain), &self.stated));
        let domain = after.map_or([0.0; DOMAIN.len()], |after| {
            std::array::from_fn(|at| (after[at] - self.before[at]).clamp(-2.0, 2.0))
        });
        found.extend(DOMAIN.into_iter().zip(domain));
        found.extend(FACTS.into_iter().zip(self.rows_after(edit)));
        found
    }

    /// Whether only others change a predicate, and none of them has to do with what this action changes.
    fn is_elsewhere(&self, edit: &Edit, (atom, _): &(Atom, bool)) -> bool {
        let Some(at) = edit.schema() else { return false };
        let of = |source: Source| self.chain.changes_by(source).iter();
        let own: FxHashSet<PredicateId> = of(Source::Action(at)).map(|one| one.atom.predicate).collect();
        let is_akin = |one: &Change<'_>| {
            own.contains(&one.atom.predicate)
                || one.all_literals().any(|one| own.contains(&one.atom.predicate))
        };
        let all = self.chain.changes.iter().filter(|one| one.atom.predicate == atom.predicate);
        let mut others = all.filter(|one| one.source != Source::Action(at)).peekable();
        others.peek().is_some()
            && !own.contains(&atom.predicate)
            && !others.any(|one| of(one.source).any(is_akin))
    }

    /// Whether the name of an action speaks for the type that comes, against that which goes.
    fn typed(&self, edit: &Edit) -> f64 {
        let (Site::Parameter(at), Patch::Parameters(slots, types)) = (edit.site, &edit.patch) else {
            return 0.0;
        };
        let task = self.chain.task();
        let schema = &task.schemas[at];
        let old = &schema.parameters[slots[0]].types;
        let [one, two] = [types, old].map(|types| flag(is_akin(&task.types.show(types), &schema.name)));
        one - two
    }

    /// Whether no action changes facts of a predicate.
    fn is_fixed(&self, (atom, _): &(Atom, bool)) -> bool {
        !self.chain.is_changed(atom.predicate)
    }

    /// Whether some action adds facts of a predicate.
    fn is_made(&self, (atom, _): &(Atom, bool)) -> bool {
        self.chain.growing.contains(&atom.predicate)
    }

    /// Whether it is a fact that the proof is about, which goes.
    fn runs_out(&self, edit: &Edit) -> bool {
        self.scarce.is_some() && edit.old.as_ref().map(|old| &old.text) == self.scarce.as_ref()
    }

    /// Whether a fact that never changes tells of the object that comes together with the one that goes.
    fn is_beside(&self, edit: &Edit) -> bool {
        let ([[(_, old)], [(_, new)]], task) = (edit.facts(), self.chain.task()) else { return false };
        let differs = old.iter().zip(new).find(|(one, other)| one != other);
        let both =
            |row: &[ObjectId]| differs.is_some_and(|(one, other)| row.contains(one) && row.contains(other));
        task.init.iter().any(|(of, row)| !self.chain.is_changed(of) && both(row))
    }

    /// How many of the names in a literal share the beginning of a word with the name of its action.
    fn named(&self, source: Option<Source>, literal: Option<&(Atom, bool)>) -> f64 {
        let task = self.chain.task();
        let (Some(at), Some((atom, _))) = (source.and_then(Source::schema), literal) else { return 0.0 };
        let object = |term: &Term| match term {
            Term::Object(object) => Some(task.objects.name(*object)),
            Term::Variable(_) => None,
        };
        let names = atom.arguments.iter().filter_map(object).chain([task.predicates.name(atom.predicate)]);
        count(names.filter(|name| is_akin(name, &task.schemas[at].name)).count())
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

    /// Whether the other conditions on a predicate ask for the opposite.
    fn is_opposed(&self, (atom, positive): &(Atom, bool)) -> bool {
        let all = self.chain.changes.iter().flat_map(Change::all_literals);
        let mut all =
            all.filter(|one| one.atom.predicate == atom.predicate && one.atom.span != atom.span).peekable();
        all.peek().is_some() && all.all(|one| one.positive != *positive)
    }

    /// Change in the regularities of the facts.
    fn rows_after(&self, edit: &Edit) -> [f64; FACTS.len()] {
        let (chain, [old, new]) = (self.chain, edit.facts());
        let mut cached = self.rows.borrow_mut();
        let mut all = [0.0; FACTS.len()];
        for predicate in distinct(old.iter().chain(new).map(|fact| fact.0)) {
            let rows = cached
                .entry(predicate)
                .or_insert_with(|| Rows::of(chain.task(), predicate, chain.is_changed(predicate)));
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

/// Counts of likely slips in a domain.
const DOMAIN: [&str; 11] = [
    "effects that are conditions",
    "deleted without being asked for",
    "parameters that only effects name",
    "given and never read",
    "deleted and never given back",
    "added and never taken back",
    "actions that only take away",
    "actions that take each other back",
    "added and never read",
    "deleted and never read",
    "atoms that name a thing twice",
];

/// The counts of a domain. Some predicates are `stated` in `:init`.
fn of_domain(task: &Task, stated: &FxHashSet<PredicateId>) -> [f64; DOMAIN.len()] {
    let changes = changes(task);
    let mut counts = [0; DOMAIN.len()];
    let read = reads(task, &changes);
    let sources: Vec<&[Change<'_>]> = changes.chunk_by(|one, other| one.source == other.source).collect();
    for own in &sources {
        of_source(task, own, &mut counts);
        let is_useful = |one: &Change<'_>| read.contains(&(one.atom.predicate, false)) && one.is_asked();
        counts[6] += usize::from(!own.iter().any(|one| one.adds || is_useful(one)));
    }
    let actions: Vec<_> =
        sources.iter().filter(|own| own[0].source.schema().is_some()).take(MAX_TWINS).collect();
    for (at, one) in actions.iter().enumerate() {
        counts[7] += actions[..at].iter().filter(|other| take_back(other, one)).count();
    }
    for predicate in task.predicates.ids() {
        let [is_read, is_denied] = [true, false].map(|sign| read.contains(&(predicate, sign)));
        let is_added = changes.iter().any(|change| change.is(true, predicate));
        counts[3] += usize::from(!is_read && !is_denied && !is_added && stated.contains(&predicate));
        counts[4] += usize::from(is_read && is_starved(&changes, predicate, true));
        counts[5] += usize::from(is_denied && is_starved(&changes, predicate, false));
        let is_deleted = changes.iter().any(|change| change.is(false, predicate));
        counts[8] += usize::from(!is_read && !is_denied && is_added);
        counts[9] += usize::from(!is_read && !is_denied && is_deleted);
    }
    counts.map(count)
}

/// More actions are not compared with each other.
const MAX_TWINS: usize = 60;

/// Counts what one action or rule has.
fn of_source(task: &Task, own: &[Change<'_>], counts: &mut [usize; DOMAIN.len()]) {
    let is_twice =
        |atom: &Atom| atom.arguments.iter().enumerate().any(|(at, term)| atom.arguments[..at].contains(term));
    let asked = own.iter().flat_map(|change| change.all_literals().map(|one| one.atom).collect::<Vec<_>>());
    let atoms = asked.chain(own.iter().map(|one| &*one.atom)).filter(|one| is_twice(one));
    counts[10] += distinct(atoms.map(|one| (one.predicate, one.span))).len();
    for change in own {
        counts[0] += usize::from(change.asks_for_itself().is_some());
        counts[1] += usize::from(!change.adds && !change.is_asked());
    }
    let parameters = match own[0].source {
        Source::Action(at) => task.schemas[at].parameters.len(),
        Source::Rule(at) => task.axioms[at].parameters.len(),
    };
    let is_named = |slot: &u32| {
        let is_own = |term: &Term| *term == Term::Variable(*slot);
        let is_in = |change: &Change<'_>| {
            change.literals.iter().any(|one| one.atom.arguments.iter().any(is_own))
                || change.rest.iter().any(|part| mentions(part.condition, *slot))
        };
        own.iter().any(|one| one.atom.arguments.iter().any(is_own)) && !own.iter().any(is_in)
    };
    counts[2] += (0..).take(parameters).filter(is_named).count();
}

fn mentions(condition: &Condition, slot: u32) -> bool {
    match condition {
        Condition::Atom(atom) => atom.arguments.contains(&Term::Variable(slot)),
        _ => condition.parts(true).into_iter().any(|(part, _)| mentions(part, slot)),
    }
}

/// Whether one action takes back what another does. Terms are told apart by their types alone.
fn take_back(one: &[Change<'_>], other: &[Change<'_>]) -> bool {
    let heads = |own: &[Change<'_>], turned: bool| {
        let types = |change: &Change<'_>, term: &Term| match term {
            Term::Variable(slot) => change.variables.get(*slot as usize).map(|one| one.types.clone()),
            Term::Object(_) => None,
        };
        let head = |change: &Change<'_>| {
            let all: Vec<_> = change.atom.arguments.iter().map(|term| types(change, term)).collect();
            (change.atom.predicate, change.adds != turned, all)
        };
        let mut heads: Vec<_> = own.iter().map(head).collect();
        heads.sort_unstable();
        heads
    };
    one.len() > 1 && one.len() == other.len() && heads(one, false) == heads(other, true)
}

/// Whether a condition on all things becomes one on those that are such.
fn is_implied(edit: &Edit) -> bool {
    let Patch::Part { new: Some(Condition::Forall(_, inner)), .. } = &edit.patch else { return false };
    matches!(**inner, Condition::Imply(..)) && edit.kind == EditKind::Connective
}

/// Whether a word of one name begins like a word of the other.
fn is_akin(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let all = name.split(['-', '_']).filter(|word| word.len() >= STEM);
        all.map(|word| word.chars().take(STEM).collect::<String>().to_lowercase()).collect()
    };
    let others = words(other);
    words(one).iter().any(|word| others.contains(word))
}

/// So many letters tell whether two words are akin.
const STEM: usize = 3;

pub(crate) fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}
