//! Which of the changes that would give a plan is likely to be meant: a table that a person can read.
//!
//! In: a candidate, and what is known of the model. Out: its rank, the lower the likelier. First comes how far a kind
//! of change is from a slip of writing, then what the rest of the model says about the place. What reading the changed
//! text and its plan show is added by `judge`.

use super::candidates::{Act, Candidate, Site, Written};
use super::chain::Chain;
use super::invariants::{Invariants, of_both};
use super::literal::{Change, Literal, Pattern, Source, literals_of};
use super::rows::{New, completes, is_odd, leads_back, names_twice};
use banto_text::task::{ObjectId, PredicateId, Task};

/// What candidates are compared with.
pub(crate) struct Evidence<'c, 'a> {
    pub(crate) chain: &'c Chain<'a>,
    /// The predicate of which there are too few facts, as is proven.
    pub(crate) scarce: Option<PredicateId>,
    /// Actions that are never taken, as all reachable states show.
    pub(crate) idle: Vec<usize>,
    pub(crate) invariants: Invariants,
}

impl<'a> Evidence<'_, 'a> {
    /// Whether the goal asks for two facts of which at most one ever holds.
    fn is_contrary(&self) -> bool {
        let goal = literals_of((&self.task().goal, true));
        let goal: Vec<Pattern> = goal.iter().map(|literal| literal.with(&[])).collect();
        let mut pairs =
            goal.iter().enumerate().flat_map(|(at, one)| goal[..at].iter().map(move |other| [one, other]));
        pairs.any(|pair| pair[0] != pair[1] && of_both(&self.invariants, pair).is_some())
    }

    /// Whether every action is taken in some state, and every rule applies, as far as is known.
    fn is_used(&self) -> bool {
        let mut changes = self.chain.changes.iter();
        self.idle.is_empty() && !changes.any(|change| self.chain.is_dead(change.source))
    }

    fn task(&self) -> &'a Task {
        self.chain.task()
    }
}

/// How far a kind of change is from a slip of writing.
const fn distance(site: Site, act: Act) -> i32 {
    match (site, act) {
        // Words in the wrong order are the commonest slip, above all in a fact, on which nothing else depends.
        (Site::Init, Act::Exchange) => 0,
        // A fact or a type is as easily forgotten.
        (Site::Init, Act::Add) | (Site::Parameters(_), _) => 2,
        (Site::Condition(_) | Site::Effect(_), Act::Exchange) => 3,
        // The goal is what is wanted: another thing may be meant, but hardly less.
        (Site::Goal, Act::Deny | Act::Quantifier) => 6,
        (Site::Goal, Act::Predicate | Act::Connective) => 8,
        // Who mistakes a predicate or a connective has more than a slip to mend.
        (Site::Goal, Act::Drop) | (_, Act::Predicate | Act::Connective) => 7,
        // The objects are what there is; and what goes is simpler than what is denied.
        (_, Act::Deny) | (Site::Objects, Act::Add) => 5,
        _ => 4,
    }
}

/// By how much something moves a change back, and of which changes it is so.
type Rule = (i32, fn(&Evidence<'_, '_>, &Candidate) -> bool);

/// The table: what the model says for a change (its rank falls) and against it.
const ORDER: &[Rule] = &[
    // What is proven to be missing, or to be wanted in vain.
    (-2, |evidence, candidate| evidence.scarce.is_some() && is_about(candidate, evidence.scarce)),
    (-4, |evidence, candidate| {
        candidate.site == Site::Goal && (evidence.is_contrary() || is_vain(evidence, candidate))
    }),
    // What an action takes it may have forgotten to give back; other effects are rarely forgotten.
    (2, |_, candidate| is_new_effect(candidate) && candidate.come().is_some_and(|come| come.positive)),
    (-3, |evidence, candidate| is_new_effect(candidate) && takes_more(evidence, candidate)),
    // An action that is never taken asks for too much; where all are taken, the domain is rather right.
    (-1, |evidence, candidate| matches!(candidate.site, Site::Condition(_)) && is_idle(evidence, candidate)),
    (1, |evidence, candidate| candidate.source().is_some() && evidence.is_used()),
    // An action asks for the contrary of what it makes.
    (-2, |evidence, candidate| {
        matches!(candidate.site, Site::Condition(_))
            && candidate.act == Act::Deny
            && is_ended(evidence, candidate)
    }),
    // The rest of the domain: what is written alike there, and of what only the opposite is asked.
    (-2, |evidence, candidate| candidate.come().is_some_and(|come| is_usual(evidence, candidate, come))),
    (-1, |evidence, candidate| {
        matches!(candidate.act, Act::Drop | Act::Deny) && is_opposed(evidence, candidate)
    }),
    // The name of an action tells what it is about.
    (-1, |evidence, candidate| is_named(evidence, candidate, candidate.come())),
    (1, |evidence, candidate| is_named(evidence, candidate, candidate.gone())),
    // What no action changes is not to become false; what actions make is not to be given.
    (2, |evidence, candidate| {
        candidate.come().is_some_and(|come| !come.positive && is_fixed(evidence, come))
    }),
    (2, |evidence, candidate| {
        candidate.site == Site::Init && candidate.act == Act::Add && is_made(evidence, candidate)
    }),
    // Facts are like each other: what is said of most is said of one more, roads lead back, keys are not given twice.
    (-1, |evidence, candidate| of_fact(evidence, candidate, completes) == Some(true)),
    (2, |evidence, candidate| of_fact(evidence, candidate, is_odd) == Some(true)),
    (-4, |evidence, candidate| of_fact(evidence, candidate, leads_back) == Some(Some(true))),
    (4, |evidence, candidate| of_fact(evidence, candidate, leads_back) == Some(Some(false))),
    // Hardly any atom names a thing twice.
    (2, |_, candidate| {
        let is_double = |literal: Option<&Written>| literal.is_some_and(|one| names_twice(&one.arguments));
        is_double(candidate.come()) && !is_double(candidate.gone())
    }),
];

/// The rank of a candidate before it is tried.
pub(crate) fn rank(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> i32 {
    let rules = ORDER.iter().filter(|(_, holds)| holds(evidence, candidate));
    distance(candidate.site, candidate.act) + rules.map(|rule| rule.0).sum::<i32>()
}

impl Candidate {
    fn gone(&self) -> Option<&Written> {
        self.literals()[0]
    }

    fn come(&self) -> Option<&Written> {
        self.literals()[1]
    }
}

fn is_about(candidate: &Candidate, predicate: Option<PredicateId>) -> bool {
    candidate.literals().into_iter().flatten().any(|literal| Some(literal.predicate) == predicate)
}

/// A goal of which no fact is ever there.
pub(crate) fn is_vain(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    candidate.gone().is_some_and(|gone| gone.positive && !evidence.chain.is_made(gone.predicate))
}

fn is_new_effect(candidate: &Candidate) -> bool {
    matches!(candidate.site, Site::Effect(_)) && candidate.act == Act::Add
}

/// Whether the action makes more facts of a predicate of the other kind than of the one that comes.
fn takes_more(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    let (Some(source), Some(come)) = (candidate.source(), candidate.come()) else { return false };
    let own = evidence.chain.changes_by(source);
    let count = |adds: bool| own.iter().filter(|change| change.is(adds, come.predicate)).count();
    count(!come.positive) > count(come.positive)
}

fn is_idle(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    candidate.source().is_some_and(|source| {
        evidence.chain.is_dead(source) || source.schema().is_some_and(|at| evidence.idle.contains(&at))
    })
}

/// Whether the action makes false what it would ask for.
fn is_ended(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    let (Some(source), Some(come)) = (candidate.source(), candidate.come()) else { return false };
    let task = evidence.task();
    let atom = Written { positive: true, ..come.clone() }.show(task);
    let mut own = evidence.chain.changes_by(source).iter();
    own.any(|change| change.is(!come.positive, come.predicate) && change.show(task) == atom)
}

/// Whether another action or rule has a literal as it is written, as a condition or as an effect.
fn is_usual(evidence: &Evidence<'_, '_>, candidate: &Candidate, come: &Written) -> bool {
    let (task, is_effect) = (evidence.task(), matches!(candidate.site, Site::Effect(_)));
    let atom = Written { positive: true, ..come.clone() }.show(task);
    let mut others = evidence.chain.changes.iter().filter(|change| Some(change.source) != candidate.source());
    candidate.source().is_some()
        && others.any(|change| {
            let is_it = |asked: &Literal<'_>| {
                asked.positive == come.positive
                    && asked.atom.predicate == come.predicate
                    && Literal { positive: true, ..*asked }.show(task, &change.variables) == atom
            };
            if is_effect {
                change.atom.predicate == come.predicate && change.show(task) == atom
            } else {
                change.literals.iter().any(is_it)
            }
        })
}

/// Whether all other conditions on a predicate ask for the opposite.
fn is_opposed(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    let Some(gone) = candidate.gone() else { return false };
    let changes = evidence.chain.changes.iter().filter(|change| Some(change.source) != candidate.source());
    let asked = changes.flat_map(Change::all_literals);
    let mut asked = asked.filter(|asked| asked.atom.predicate == gone.predicate).peekable();
    asked.peek().is_some() && asked.all(|asked| asked.positive != gone.positive)
}

/// Whether a name in a literal begins like a word of the name of its action.
fn is_named(evidence: &Evidence<'_, '_>, candidate: &Candidate, literal: Option<&Written>) -> bool {
    let task = evidence.task();
    let (Some(Source::Action(at)), Some(literal)) = (candidate.source(), literal) else { return false };
    let names = literal.arguments.iter().map(String::as_str).chain([task.predicates.name(literal.predicate)]);
    names.filter(|name| !name.starts_with('?')).any(|name| is_akin(name, &task.schemas[at].name))
}

/// Whether a word of one name begins like a word of the other.
fn is_akin(one: &str, other: &str) -> bool {
    const STEM: usize = 3;
    let words = |name: &str| -> Vec<String> {
        let all = name.split(['-', '_']).filter(|word| word.len() >= STEM);
        all.map(|word| word.chars().take(STEM).collect::<String>().to_lowercase()).collect()
    };
    let others = words(other);
    words(one).iter().any(|word| others.contains(word))
}

/// Whether no action changes facts of a predicate.
fn is_fixed(evidence: &Evidence<'_, '_>, literal: &Written) -> bool {
    !evidence.chain.is_changed(literal.predicate)
}

/// Whether some action adds facts of the predicate that comes.
fn is_made(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    candidate.come().is_some_and(|come| evidence.chain.growing.contains(&come.predicate))
}

/// What the other facts say of the one that comes, if no action changes such facts.
fn of_fact<T>(
    evidence: &Evidence<'_, '_>,
    candidate: &Candidate,
    say: fn(&Task, PredicateId, New<'_>) -> T,
) -> Option<T> {
    let row = |fact: &Written| -> Option<Vec<ObjectId>> {
        fact.arguments.iter().map(|name| evidence.task().objects.find(name)).collect()
    };
    let is_fact = candidate.site == Site::Init;
    let come = candidate.come().filter(|come| is_fact && is_fixed(evidence, come))?;
    let gone = candidate.gone().filter(|gone| gone.predicate == come.predicate).and_then(row);
    Some(say(evidence.task(), come.predicate, (&row(come)?, gone.as_deref())))
}
