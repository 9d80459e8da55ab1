//! Which of the changes that would give a plan is likely to be meant: a table that a person can read.
//!
//! In: a candidate, and what is known of the model. Out: its rank, the lower the likelier. First comes how far a kind of
//! change is from a slip of writing, then what the rest of the model says about the place. What reading the changed text
//! and its plan show is added by `judge`.

use super::candidates::{Act, Candidate, Site, Written};
use super::chain::Chain;
use super::invariants::Invariants;
use super::literal::{Change, Literal, Source};
use super::rows::{completes, is_odd, leads_back};
use banto_text::task::{ObjectId, Task};

/// What candidates are compared with.
pub(crate) struct Scene<'c, 'a> {
    pub(crate) chain: &'c Chain<'a>,
    /// Actions that are never taken, as all reachable states show.
    pub(crate) idle: Vec<usize>,
    pub(crate) invariants: Invariants,
}

/// A reason for or against a change, and by how much it moves it back.
struct Rule {
    moves: i32,
    holds: fn(&Scene<'_, '_>, &Candidate) -> bool,
}

const fn rule(moves: i32, holds: fn(&Scene<'_, '_>, &Candidate) -> bool) -> Rule {
    Rule { moves, holds }
}

/// The table. Kinds of changes come first, then what speaks for a change (its rank falls) and against it (it rises).
const ORDER: &[Rule] = &[
    // Two words in the wrong order are the commonest slip; in a fact nothing else depends on them.
    rule(1, |_, one| one.act == Act::Exchange && one.site != Site::Init),
    // A fact that was forgotten, a type that is too narrow.
    rule(1, |_, one| one.site == Site::Init && one.act == Act::Add),
    rule(1, |_, one| matches!(one.site, Site::Parameters(_))),
    rule(2, |_, one| is_part(one) && one.act != Act::Exchange),
    rule(2, |_, one| one.site == Site::Init && !matches!(one.act, Act::Exchange | Act::Add)),
    // The goal is what is wanted, and the objects are what there is.
    rule(2, |_, one| matches!(one.site, Site::Goal | Site::Objects)),
    rule(1, |_, one| one.site == Site::Goal && one.act != Act::Argument),
    // Who mistakes a predicate or a connective has more than a slip to mend.
    rule(2, |_, one| matches!(one.act, Act::Predicate | Act::Connective)),
    rule(1, |_, one| one.site == Site::Goal && one.act == Act::Drop),
    // What an action takes and does not give back is what it forgot to give, and hardly anything else.
    rule(1, |_, one| is_new_effect(one) && adds(one)),
    rule(-2, |scene, one| is_new_effect(one) && takes_more(scene, one)),
    // An action that is never taken asks for too much.
    rule(-1, |scene, one| matches!(one.site, Site::Condition(_)) && is_idle(scene, one)),
    // What is written alike elsewhere in the domain, and what elsewhere only the opposite is asked of.
    rule(-1, |scene, one| one.come().is_some_and(|come| is_usual(scene, one, come))),
    rule(-1, |scene, one| matches!(one.act, Act::Drop | Act::Deny) && is_opposed(scene, one)),
    // The name of an action tells what it is about.
    rule(-1, |scene, one| is_named(scene, one, one.come())),
    rule(1, |scene, one| is_named(scene, one, one.gone())),
    // What no action changes is not to become false; what actions make is not to be given.
    rule(2, |scene, one| one.come().is_some_and(|come| !come.positive && is_fixed(scene, come))),
    rule(2, |scene, one| one.site == Site::Init && one.act == Act::Add && is_made(scene, one)),
    // Facts are like each other: what is said of all is said of one more, roads lead back, keys are not given twice.
    rule(-1, |scene, one| is_fact(scene, one, &|task, of, row| completes(task, of, row))),
    rule(-2, |scene, one| is_fact(scene, one, &|task, of, row| leads_back(task, of, row) == Some(true))),
    rule(2, |scene, one| is_fact(scene, one, &|task, of, row| leads_back(task, of, row) == Some(false))),
    rule(1, |scene, one| is_fact(scene, one, &is_odd)),
    // Hardly any atom names a thing twice.
    rule(2, |_, one| one.come().is_some_and(names_twice) && !one.gone().is_some_and(names_twice)),
];

/// The rank of a candidate before it is tried.
pub(crate) fn rank(scene: &Scene<'_, '_>, candidate: &Candidate) -> i32 {
    ORDER.iter().filter(|rule| (rule.holds)(scene, candidate)).map(|rule| rule.moves).sum()
}

impl Candidate {
    fn gone(&self) -> Option<&Written> {
        self.literals()[0]
    }

    fn come(&self) -> Option<&Written> {
        self.literals()[1]
    }
}

fn is_part(one: &Candidate) -> bool {
    matches!(one.site, Site::Condition(_) | Site::Effect(_))
}

fn is_new_effect(one: &Candidate) -> bool {
    matches!(one.site, Site::Effect(_)) && one.act == Act::Add
}

fn adds(one: &Candidate) -> bool {
    one.come().is_some_and(|come| come.positive)
}

/// Whether the action makes more facts of a predicate of the other kind than of the one that comes.
fn takes_more(scene: &Scene<'_, '_>, one: &Candidate) -> bool {
    let (Some(source), Some(come)) = (one.source(), one.come()) else { return false };
    let own = scene.chain.changes_by(source);
    let count = |adds: bool| own.iter().filter(|change| change.is(adds, come.predicate)).count();
    count(!come.positive) > count(come.positive)
}

fn is_idle(scene: &Scene<'_, '_>, one: &Candidate) -> bool {
    one.source().is_some_and(|source| {
        scene.chain.is_dead(source) || source.schema().is_some_and(|at| scene.idle.contains(&at))
    })
}

/// Whether another action or rule has a literal as it is written, as a condition or as an effect.
fn is_usual(scene: &Scene<'_, '_>, one: &Candidate, come: &Written) -> bool {
    let (task, is_effect) = (scene.chain.task(), matches!(one.site, Site::Effect(_)));
    let atom = Written { positive: true, ..come.clone() }.show(task);
    let mut others = scene.chain.changes.iter().filter(|change| Some(change.source) != one.source());
    is_part(one)
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
fn is_opposed(scene: &Scene<'_, '_>, one: &Candidate) -> bool {
    let Some(gone) = one.gone() else { return false };
    let changes = scene.chain.changes.iter().filter(|change| Some(change.source) != one.source());
    let asked = changes.flat_map(Change::all_literals);
    let mut asked = asked.filter(|asked| asked.atom.predicate == gone.predicate).peekable();
    asked.peek().is_some() && asked.all(|asked| asked.positive != gone.positive)
}

/// Whether a name in a literal begins like a word of the name of its action.
fn is_named(scene: &Scene<'_, '_>, one: &Candidate, literal: Option<&Written>) -> bool {
    let task = scene.chain.task();
    let (Some(Source::Action(at)), Some(literal)) = (one.source(), literal) else { return false };
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
fn is_fixed(scene: &Scene<'_, '_>, literal: &Written) -> bool {
    !scene.chain.is_changed(literal.predicate)
}

/// Whether some action adds facts of the predicate that comes.
fn is_made(scene: &Scene<'_, '_>, one: &Candidate) -> bool {
    one.come().is_some_and(|come| scene.chain.growing.contains(&come.predicate))
}

type Row<'t> = &'t dyn Fn(&Task, banto_text::task::PredicateId, &[ObjectId]) -> bool;

/// Whether something is so of the fact that comes, which no action changes.
fn is_fact(scene: &Scene<'_, '_>, one: &Candidate, is_so: Row<'_>) -> bool {
    let Some(come) = one.come().filter(|_| one.site == Site::Init && one.edits.len() == 1) else {
        return false;
    };
    let task = scene.chain.task();
    let row = come.arguments.iter().map(|name| task.objects.find(name)).collect::<Option<Vec<ObjectId>>>();
    is_fixed(scene, come) && row.is_some_and(|row| is_so(task, come.predicate, &row))
}

fn names_twice(literal: &Written) -> bool {
    literal.arguments.iter().enumerate().any(|(at, one)| literal.arguments[..at].contains(one))
}
