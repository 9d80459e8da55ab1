//! Which of the changes that would give a plan is likely to be meant: a table that a person can read.
//!
//! In: a candidate, and what is known of the model. Out: its rank, the lower the likelier. First comes how far a kind
//! of change is from a slip of writing, then what the rest of the model says about the place. What the changed model
//! and its plan show is added by `judge`.

use super::candidates::{Act, Candidate, Site, Written};
use super::chain::Chain;
use super::invariants::{Invariants, of_both};
use super::literal::{Change, Pattern, literals_of};
use super::rows::{New, is_odd, leads_back};
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
        (Site::Init, Act::Add) | (Site::Parameters(_), _) | (Site::Effect(_), Act::Exchange) => 2,
        (Site::Condition(_), Act::Exchange | Act::Argument) | (Site::Init, Act::Argument) => 3,
        // The goal is what is wanted: another thing may be meant, but hardly less.
        (Site::Goal, Act::Predicate | Act::Connective) => 8,
        // Who mistakes a predicate or a connective has more than a slip to mend.
        (Site::Condition(_) | Site::Effect(_), Act::Predicate)
        | (Site::Goal, Act::Deny | Act::Quantifier) => 6,
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
    // What is needed and never made stands for what is made elsewhere, too.
    (-3, |evidence, candidate| is_mixed_up(evidence, candidate)),
    // An action that is never taken asks for too much.
    (-1, |evidence, candidate| !matches!(candidate.site, Site::Effect(_)) && is_idle(evidence, candidate)),
    // An action asks for the contrary of what it makes.
    (-2, |evidence, candidate| {
        matches!(candidate.site, Site::Condition(_))
            && candidate.act == Act::Deny
            && is_ended(evidence, candidate)
    }),
    // What actions make is not to be given.
    (2, |evidence, candidate| {
        candidate.site == Site::Init && candidate.act == Act::Add && is_made(evidence, candidate)
    }),
    // Facts are like each other: roads lead back, keys are not given twice.
    (2, |evidence, candidate| of_fact(evidence, candidate, is_odd)),
    (-4, |evidence, candidate| of_fact(evidence, candidate, leads_back)),
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

/// A goal that neither holds at the start nor is added by any action, whatever it asks for.
pub(crate) fn is_vain(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    let (chain, task) = (evidence.chain, evidence.task());
    let Some(gone) = candidate.gone().filter(|gone| gone.positive) else { return false };
    // What a quantifier is about may be anything.
    let arguments = gone.arguments.iter().map(|name| task.objects.find(name)).collect();
    let asked = Pattern { predicate: gone.predicate, arguments, positive: true };
    !chain.stated(gone.predicate).any(|row| asked.fits(row))
        && !chain.changes_of(true, gone.predicate).any(|change| chain.can_give(change, &asked))
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

/// Whether an effect has the wrong predicate: no action makes what comes, and another action makes what goes.
fn is_mixed_up(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    if !matches!((candidate.site, candidate.act), (Site::Effect(_), Act::Predicate)) {
        return false;
    }
    let (Some(gone), Some(come)) = (candidate.gone(), candidate.come()) else { return false };
    let is_other = |change: &Change<'_>| Some(change.source) != candidate.source();
    evidence.chain.changes_of(come.positive, come.predicate).next().is_none()
        && evidence.chain.changes_of(gone.positive, gone.predicate).any(is_other)
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

/// Whether no action changes facts of a predicate.
fn is_fixed(evidence: &Evidence<'_, '_>, literal: &Written) -> bool {
    !evidence.chain.is_changed(literal.predicate)
}

/// Whether some action adds facts of the predicate that comes.
fn is_made(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> bool {
    candidate.come().is_some_and(|come| evidence.chain.growing.contains(&come.predicate))
}

/// Whether the other facts say something of the one that comes, where no action changes such facts.
fn of_fact(
    evidence: &Evidence<'_, '_>,
    candidate: &Candidate,
    say: fn(&Task, PredicateId, New<'_>) -> bool,
) -> bool {
    let row = |fact: &Written| -> Option<Vec<ObjectId>> {
        fact.arguments.iter().map(|name| evidence.task().objects.find(name)).collect()
    };
    let is_fact = candidate.site == Site::Init;
    let Some(come) = candidate.come().filter(|come| is_fact && is_fixed(evidence, come)) else {
        return false;
    };
    let gone = candidate.gone().filter(|gone| gone.predicate == come.predicate).and_then(row);
    row(come).is_some_and(|row| say(evidence.task(), come.predicate, (&row, gone.as_deref())))
}
