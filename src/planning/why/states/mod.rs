//! Proofs about a task whose goals are all reachable without deletes: goals that exclude each other, a resource that
//! does not suffice, facts that hold in no reachable state, for want of an action that is ever taken.
//!
//! In: a task and its chain. Out: sentences, the most telling first; and what its states show of the changes to try.

mod enumeration;
pub(crate) mod proof;
mod resource;
mod whole;

use super::chain::Chain;
use super::chain::words::TextPlace;
use super::invariants::{Invariants, of_both, show};
use super::literal::{Literal, Pattern, conjuncts, contradiction, distinct, list};
use super::reach::Cut;
use super::trials::{accepted, grounded, trial};
use super::{Effort, Explanation, Finding, Note};
use crate::deadends::disproof;
use crate::ground::Scope;
use crate::strips::{self, CostKind, FactId, FactName, TaskSpace};
use crate::why::facts::{pattern_asked, pattern_of};
use banto_base::limits::{Limits, Stop};
use banto_text::task::{PredicateId, Task, Variable};
use enumeration::{Seen, explore};
use proof::abstraction;
use resource::Shortage;
use whole::Whole;

/// The work of a proof that there is no plan.
const PROOF: u64 = 1 << 31;

/// At most this many goals or pairs are named.
const MAX_NOTES: usize = 5;

/// What the states show of the changes to try: actions that are never taken, and the predicate of which there are too
/// few facts.
type Shown = (Vec<usize>, Option<PredicateId>);

/// Explains what the states show, if there is no plan.
pub(crate) fn explained(
    chain: &Chain<'_>,
    (limits, effort): (&Limits, &Effort),
    explanation: &mut Explanation,
) -> Option<Shown> {
    match look(chain, limits, effort, explanation) {
        Ok(shown) => return shown,
        // The proof may come before the states, or from them.
        Err(stop) if explanation.finding == Finding::Unsolvable => {
            explanation.stopped(Cut::Stop(stop), "the cause was not looked for to the end");
        }
        Err(stop) => explanation.stopped(Cut::Stop(stop), "the states were not all looked at"),
    }
    None
}

/// Looks at the states: the actions that are never taken. None if there is a plan, or nothing is known.
fn look(
    chain: &Chain<'_>,
    limits: &Limits,
    effort: &Effort,
    explanation: &mut Explanation,
) -> Result<Option<Shown>, Stop> {
    let task = chain.task();
    let (literals, _) = conjuncts(&[(&task.goal, 0)]);
    if let Some((one, other)) = contradiction(&literals) {
        let shown = [one, other].map(|literal| literal.show::<Variable>(task, &[]));
        let text = format!("the goal asks for {} and for {}", shown[0], shown[1]);
        explanation.root = Some(Note::of(text, Some((1, other.atom.span))));
        explanation.finding = Finding::Unsolvable;
        return Ok(Some(Shown::default()));
    }
    let Some(grounded_task) = grounded(task, &Scope::Goal, limits)? else {
        explanation.left_out.push("the states were not looked at: a cost is too large".to_owned());
        return Ok(None);
    };
    // Where grounding proves that the goal is out of reach, the states are those of all that can be reached.
    let may_be_reached = grounded_task.task.is_some();
    if !may_be_reached {
        explanation.finding = Finding::Unsolvable;
    }
    let kept = || literals.iter().map(|literal| literal.atom.predicate).collect();
    let ground_task = match grounded_task.task {
        Some(ground_task) => Some(ground_task),
        None => grounded(task, &Scope::Everything(kept()), limits)?.and_then(|one| one.task),
    };
    let Some(ground_task) = ground_task else { return Ok(Some(Shown::default())) };
    if may_be_reached && ground_task.goal().is_empty() {
        explanation.finding = Finding::Solvable(0);
        return Ok(None);
    }
    let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
        return Ok(None);
    };
    // What is a goal and never changes is no fact of the ground task.
    let facts = ground_task.variables().iter().flat_map(|one| one.facts());
    let facts: Vec<(FactId, Pattern)> =
        facts.filter_map(|one| Some((one, pattern_of(&ground_task, one)?))).collect();
    let fact = |literal: &Literal<'_>| facts.iter().find(|one| one.1 == literal.with(&[])).map(|one| one.0);
    let asked: Vec<FactId> =
        if may_be_reached { ground_task.goal().to_vec() } else { literals.iter().filter_map(fact).collect() };
    let seen = explore(&ground_task, &space, &asked, effort.states, limits)?;
    if let Some(plan) = seen.plan.as_ref().filter(|_| may_be_reached) {
        if let Some(plan) = accepted(task, &ground_task, plan.iter().copied()) {
            explanation.finding = Finding::Solvable(plan.steps.len());
        }
        return Ok(None);
    }
    let mut proof = None;
    if seen.complete {
        explanation.finding = Finding::Unsolvable;
    } else if may_be_reached {
        if effort.is_message {
            return Ok(None);
        }
        if let Some(plan) = trial(task, limits, &mut { effort.trials })? {
            explanation.finding = Finding::Solvable(plan.steps.len());
            return Ok(None);
        }
        if let Some(found) = disproof(&ground_task, PROOF, limits) {
            explanation.finding = Finding::Unsolvable;
            proof = Some(Note::of(abstraction(&found), None));
        } else {
            explanation.left_out.push(match seen.states {
                1 => "only the initial state was looked at".to_owned(),
                states => format!("only {states} states were looked at"),
            });
        }
    }
    let whole = if seen.complete { Whole::of(task, limits)? } else { None };
    let view = View { literals, chain, task, ground_task, seen, whole };
    let is_asked = may_be_reached && !view.seen.goal.is_empty();
    let shortage = if is_asked { Shortage::of(&view.ground_task, task, limits)? } else { None };
    if shortage.is_some() {
        explanation.finding = Finding::Unsolvable;
    }
    let notes = view.notes(is_asked, shortage.as_ref(), proof);
    let mut notes = notes.into_iter();
    if explanation.finding == Finding::Unsolvable {
        explanation.root = notes.next();
    }
    explanation.states = notes.collect();
    Ok(Some((view.idle(), shortage.map(|shortage| shortage.pattern.predicate))))
}

/// A task with its enumerated states.
pub(crate) struct View<'c, 'a> {
    /// The literals that the goal asks for, with their places.
    literals: Vec<Literal<'a>>,
    pub(crate) chain: &'c Chain<'a>,
    pub(crate) task: &'a Task,
    pub(crate) ground_task: strips::Task,
    seen: Seen,
    /// The same with all facts, if there are not too many states.
    pub(crate) whole: Option<Whole>,
}

impl View<'_, '_> {
    /// Proofs from the states, the most telling first, those before that prove alone that there is no plan; if no goal
    /// `is_asked` for, only of goals that exclude each other.
    fn notes(&self, is_asked: bool, shortage: Option<&Shortage>, proof: Option<Note>) -> Vec<Note> {
        let mut notes = Vec::new();
        let exclusive = self.exclusive();
        notes.extend(shortage.map(|shortage| shortage.note(self.task, &self.ground_task)));
        notes.extend(exclusive.map(|pair| self.contrary(pair)));
        let is_shown = is_asked || !self.seen.never.is_empty() || !self.seen.apart.is_empty();
        // Of the first states alone nothing follows.
        let is_proven = is_shown && self.seen.complete;
        let shown = if is_proven { self.shown(exclusive) } else { Vec::new() };
        notes.extend(shown.into_iter().chain(proof));
        let made = self.never_made();
        if notes.is_empty() && (self.seen.complete || made.is_some()) {
            notes.push(match made {
                Some(literal) => {
                    let (fact, shown) = (literal.with(&[]), literal.show::<Variable>(self.task, &[]));
                    let (why, place) = self.why_never(&fact);
                    let text = format!("{shown} holds in no reachable state{why}");
                    Note::of(text, place.or(Some((1, literal.atom.span))))
                }
                None => self.never(),
            });
        }
        notes
    }

    /// That the goal as a whole is never had.
    fn never(&self) -> Note {
        let place = self.literals.first().map(|literal| (1, literal.atom.span));
        Note::of("the goal holds in no reachable state".to_owned(), place)
    }

    /// A part of the goal that does not hold at the start and that grounding found no operator to change.
    fn never_made(&self) -> Option<&Literal<'_>> {
        let facts = self.ground_task.variables().iter().flat_map(|one| one.facts());
        let facts: Vec<Pattern> = facts.filter_map(|one| pattern_of(&self.ground_task, one)).collect();
        let init = &self.task.init;
        let is_given = |wanted: &Pattern| {
            init.iter().any(|(predicate, row)| predicate == wanted.predicate && wanted.fits(row))
        };
        self.literals.iter().find(|literal| {
            let wanted = literal.with(&[]);
            let is_same =
                |fact: &Pattern| fact.predicate == wanted.predicate && fact.arguments == wanted.arguments;
            let is_derived = self.task.predicate_info[wanted.predicate.index()].layer.is_some();
            !is_derived && is_given(&wanted) != wanted.positive && !facts.iter().any(is_same)
        })
    }

    /// The actions that are never taken, if all states were seen.
    fn idle(&self) -> Vec<usize> {
        let steps = self.seen.applied.iter();
        let taken = distinct(steps.map(|step| self.ground_task.step(*step).0.index()));
        let all = 0..self.task.schemas.len();
        all.filter(|at| self.seen.complete && !taken.contains(at)).collect()
    }

    /// A goal as it is asked for.
    fn name(&self, goal: FactId) -> String {
        self.ground_task.show_asked(self.task, &self.task.goal, goal)
    }

    /// Where the goal asks for a fact.
    fn place(&self, fact: FactId) -> TextPlace {
        let wanted = pattern_asked(&self.ground_task, &self.task.goal, fact)?;
        self.literals.iter().find(|literal| literal.with(&[]) == wanted).map(|literal| (1, literal.atom.span))
    }

    /// Two goals of a mutex group.
    fn exclusive(&self) -> Option<(FactId, FactId)> {
        let variables = self.ground_task.variables().iter().map(|one| one.facts().collect::<Vec<FactId>>());
        let mut groups = variables.chain(self.ground_task.groups().iter().cloned());
        groups.find_map(|group| {
            let mut both = group.iter().filter(|fact| self.place(**fact).is_some());
            Some((*both.next()?, *both.next()?))
        })
    }

    fn contrary(&self, (one, other): (FactId, FactId)) -> Note {
        let both = list(&[one, other].map(|fact| self.name(fact)), "and");
        let facts = [one, other].map(|fact| pattern_of(&self.ground_task, fact));
        let invariants = Invariants::of(self.task, &self.chain.changes);
        let why = match &facts {
            [Some(one), Some(other)] => of_both(&invariants, [one, other]),
            _ => None,
        };
        let why = why.map_or(String::new(), |group| format!(": {}", show(self.task, group)));
        let text = format!("the goal asks for {both}, which never hold together{why}");
        Note::of(text, self.place(one).max(self.place(other)))
    }

    /// Findings from the states, a line each; `said` is a pair of goals already reported.
    fn shown(&self, said: Option<(FactId, FactId)>) -> Vec<Note> {
        let (seen, ground_task) = (&self.seen, &self.ground_task);
        let is_named = |fact: &&FactId| !matches!(ground_task.name(**fact), FactName::Invented(_));
        let mut never = Vec::new();
        for fact in seen.never.iter().filter(is_named) {
            let why = pattern_of(ground_task, *fact).map(|fact| self.why_never(&fact));
            let (why, place) = why.unwrap_or_default();
            let text = format!("{} holds in no reachable state{why}", self.name(*fact));
            never.push((text, place.or(self.place(*fact))));
        }
        let is_said = |pair: &(FactId, FactId)| [Some(*pair), Some((pair.1, pair.0))].contains(&said);
        let is_both = |pair: &&(FactId, FactId)| is_named(&&pair.0) && is_named(&&pair.1);
        let apart = seen.apart.iter().filter(is_both).filter(|pair| !is_said(pair)).map(|(one, other)| {
            let Note { text, place, .. } = self.contrary((*one, *other));
            (text, place)
        });
        let mut lines: Vec<(String, TextPlace)> = never.into_iter().chain(apart).collect();
        let is_told = !lines.is_empty() || said.is_some();
        lines.truncate(MAX_NOTES);
        let mut notes: Vec<Note> = lines.into_iter().map(|(text, place)| Note::of(text, place)).collect();
        if !is_told && seen.goal.iter().all(|fact| is_named(&fact)) {
            let fewest = seen.fewest(ground_task, &seen.goal);
            let place = fewest.iter().filter_map(|fact| self.place(*fact)).min();
            let (all, is_all) = (fewest.len(), fewest.len() == seen.goal.len());
            let names: Vec<String> = fewest.iter().map(|fact| self.name(*fact)).collect();
            let of = if all > 4 && is_all { String::new() } else { format!("{} ", list(&names, "and")) };
            let of = format!("at most {} of the {all} goals {of}hold", all.saturating_sub(1));
            let states = self.whole.as_ref().map_or(seen.states, Whole::states);
            let text = format!("{of} at a time (all {states} reachable states were looked at)");
            notes.push(Note::of(self.counted(&fewest).unwrap_or(text), place));
        } else if !is_told {
            notes.push(self.never());
        }
        notes
    }

    /// Why some goals never hold together: the number of facts of their predicate stays odd, or even.
    fn counted(&self, goals: &[FactId]) -> Option<String> {
        let goals: Vec<Pattern> =
            goals.iter().map(|goal| pattern_of(&self.ground_task, *goal)).collect::<Option<_>>()?;
        let predicate = goals.first()?.predicate;
        let is_alike = goals.iter().all(|goal| goal.positive && goal.predicate == predicate);
        let parity = self.whole.as_ref()?.parity(self.task, predicate, goals.len()).filter(|_| is_alike)?;
        let any = Pattern::any(self.task, predicate).show(self.task);
        Some(format!("the goal asks for {} facts {any}, but {parity}", goals.len()))
    }

    /// Why no action makes a fact true, behind a colon, and the condition at fault: none that could is ever taken.
    fn why_never(&self, fact: &Pattern) -> (String, TextPlace) {
        let why = self.whole.as_ref().and_then(|whole| whole.never_made(self.chain, fact, &[]));
        why.map_or_else(Default::default, |(why, span)| (format!(": {why}"), span.map(|span| (0, span))))
    }
}
