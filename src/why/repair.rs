//! Tries single changes to a task, each with a bounded search.
//!
//! In: a task, and changes in the order of their plausibility. Out: those after which there is a plan, with its
//! length. A plan counts only after the validator has accepted it. The bound is a number of states, so the result is
//! the same on every machine.

use rustc_hash::FxHashSet;

use super::literal::{Change, Equality, Literal, of_schema, show_term};
use crate::ground::{GroundError, Scope, ground_for};
use crate::heuristics::{Ff, Novelty};
use crate::improve::{Ticks as Work, WORK_OF_SUCCESSOR, work_of_estimate};
use crate::limits::{Limits, Stop};
use crate::plan::{Plan, Step, Verdict, validate};
use crate::search::{Algorithm, Search, Settings, alternation, lazy};
use crate::strips::{self, CostKind, OpId, TaskSpace};
use crate::task::{
    Atom, Condition, Effect, GroundAtoms, ObjectId, PredicateId, Schema, Task, TypeSet, Variable,
};

/// One change to a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// One more fact in `:init`.
    Fact(PredicateId, Vec<ObjectId>),
    /// One fact less in `:init`.
    NoFact(PredicateId, Vec<ObjectId>),
    /// A fact of `:init` with other objects.
    Moved(PredicateId, Vec<ObjectId>, Vec<ObjectId>),
    /// One more effect: the schema, the atom, whether it is added.
    Effect(usize, Atom, bool),
    /// One delete effect less: the schema, and the atom.
    NoEffect(usize, Atom),
    /// An effect in place of another: the schema, and each atom with whether it is added.
    OtherEffect(usize, (Atom, bool), (Atom, bool)),
    /// One condition less: the schema, the atom, whether it was to hold.
    NoCondition(usize, Atom, bool),
    /// One equality less among the conditions.
    NoEquality(usize, Equality),
    /// A condition in place of another: the schema, and each atom with whether it is to hold.
    Condition(usize, (Atom, bool), (Atom, bool)),
    /// One more object of a type.
    Object(TypeSet),
    /// An object of another type.
    Typed(ObjectId, TypeSet),
    /// A part of the goal less.
    NoGoal(Atom, bool),
}

impl Edit {
    /// Leaves out a change, if it is a deletion by an action.
    pub(super) fn dropping(change: &Change<'_>) -> Option<Self> {
        let schema = change.source.schema().filter(|_| !change.adds)?;
        Some(Self::NoEffect(schema, change.atom.clone().into_owned()))
    }

    /// The changed task.
    pub(super) fn apply(&self, task: &Task) -> Task {
        let mut task = task.clone();
        match self {
            Self::Fact(predicate, objects) => task.init.push(*predicate, objects),
            Self::NoFact(predicate, objects) => task.init = without(&task, *predicate, objects),
            Self::Moved(predicate, old, new) => {
                task.init = without(&task, *predicate, old);
                task.init.push(*predicate, new);
            }
            Self::Effect(schema, atom, adds) => {
                let atom = atom.clone();
                let effect = if *adds { Effect::Add(atom) } else { Effect::Delete(atom) };
                task.schemas[*schema].effects.push(effect);
            }
            Self::NoEffect(schema, atom) => {
                other_effect(&mut task.schemas[*schema].effects, (atom, false), None);
            }
            Self::OtherEffect(schema, (old, adds), new) => {
                other_effect(&mut task.schemas[*schema].effects, (old, *adds), Some(new));
            }
            Self::NoCondition(schema, atom, positive) => {
                task.schemas[*schema].replace(&is_literal(atom, *positive), &Condition::default());
            }
            Self::NoEquality(schema, (.., wanted)) => {
                let is_it =
                    |condition: &Condition| matches!(condition, Condition::Equal(.., span) if span == wanted);
                task.schemas[*schema].replace(&is_it, &Condition::default());
            }
            Self::Condition(schema, (old, positive), (new, holds)) => {
                let new = Condition::Atom(new.clone());
                let new = if *holds { new } else { Condition::Not(Box::new(new)) };
                task.schemas[*schema].replace(&is_literal(old, *positive), &new);
            }
            Self::Typed(object, types) => task.object_types[object.index()].clone_from(types),
            Self::NoGoal(atom, positive) => {
                replace(&mut task.goal, &is_literal(atom, *positive), &Condition::default());
            }
            Self::Object(types) => {
                let mut name = "another".to_owned();
                while task.objects.add(&name).is_err() {
                    name.push('-');
                }
                task.object_types.push(types.clone());
            }
        }
        task
    }

    /// Changes of one kind differ in nothing but objects or variables: the predicate, and the schema.
    fn kind(&self) -> (Option<PredicateId>, Option<usize>) {
        match self {
            Self::Fact(predicate, _) | Self::NoFact(predicate, _) | Self::Moved(predicate, ..) => {
                (Some(*predicate), None)
            }
            Self::NoGoal(atom, _) => (Some(atom.predicate), None),
            Self::NoCondition(schema, atom, _)
            | Self::Effect(schema, atom, _)
            | Self::NoEffect(schema, atom) => (Some(atom.predicate), Some(*schema)),
            Self::OtherEffect(schema, _, (atom, _)) | Self::Condition(schema, _, (atom, _)) => {
                (Some(atom.predicate), Some(*schema))
            }
            Self::NoEquality(schema, _) => (None, Some(*schema)),
            Self::Object(_) | Self::Typed(..) => (None, None),
        }
    }

    /// The change in words, with what comes of it.
    pub(super) fn show(&self, task: &Task, steps: usize) -> String {
        let fact = |predicate: PredicateId, objects: &[ObjectId]| task.show_atom(predicate, objects);
        let literal = |schema: usize, atom: &Atom, positive: bool| of_schema(task, schema, atom, positive);
        let name = |schema: usize| &task.schemas[schema].name;
        let change = match self {
            Self::Fact(predicate, objects) => format!("with {} in :init", fact(*predicate, objects)),
            Self::NoFact(predicate, objects) => format!("without {} in :init", fact(*predicate, objects)),
            Self::Effect(schema, atom, adds) => {
                format!("with {} among the effects of {}", literal(*schema, atom, *adds), name(*schema))
            }
            Self::NoEffect(schema, atom) => {
                format!("without {} among the effects of {}", literal(*schema, atom, false), name(*schema))
            }
            Self::NoCondition(schema, atom, positive) => {
                format!("without the condition {} of {}", literal(*schema, atom, *positive), name(*schema))
            }
            Self::NoEquality(schema, (left, right, _)) => {
                let variables = &task.schemas[*schema].parameters;
                let [left, right] = [left, right].map(|term| show_term(task, *term, variables, &[]));
                format!("without the condition (= {left} {right}) of {}", name(*schema))
            }
            Self::Condition(schema, old, new) => {
                let [old, new] = [old, new].map(|(atom, positive)| literal(*schema, atom, *positive));
                format!("with {new} instead of {old} among the conditions of {}", name(*schema))
            }
            Self::OtherEffect(schema, old, new) => {
                let [old, new] = [old, new].map(|(atom, adds)| literal(*schema, atom, *adds));
                format!("with {new} instead of {old} among the effects of {}", name(*schema))
            }
            Self::Moved(predicate, old, new) => {
                format!("with {} instead of {} in :init", fact(*predicate, new), fact(*predicate, old))
            }
            Self::Object(types) => {
                let many = if task.objects_of(types).next().is_none() { "an" } else { "one more" };
                format!("with {many} object of type {}", task.types.show(types))
            }
            Self::Typed(object, types) => {
                let (object, types) = (task.objects.name(*object), task.types.show(types));
                format!("with {object} declared as {types}")
            }
            Self::NoGoal(atom, positive) => {
                let goal = Literal { atom, positive: *positive }.show::<Variable>(task, &[]);
                format!("without {goal} in the goal")
            }
        };
        format!("{change} there is a plan of {steps} step{}", if steps == 1 { "" } else { "s" })
    }
}

/// The facts of `:init` but one.
fn without(task: &Task, predicate: PredicateId, objects: &[ObjectId]) -> GroundAtoms<PredicateId> {
    let mut init = GroundAtoms::default();
    let kept = task.init.iter().filter(|fact| *fact != (predicate, objects));
    kept.for_each(|(predicate, objects)| init.push(predicate, objects));
    init
}

/// Whether a condition is an atom, or its negation.
fn is_literal(atom: &Atom, positive: bool) -> impl Fn(&Condition) -> bool {
    move |condition| match condition {
        Condition::Atom(other) => positive && other == atom,
        Condition::Not(inner) => !positive && matches!(&**inner, Condition::Atom(other) if other == atom),
        _ => false,
    }
}

/// Puts another effect in the place of one, or none.
fn other_effect(effects: &mut Vec<Effect>, old: (&Atom, bool), new: Option<&(Atom, bool)>) {
    effects.retain_mut(|effect| {
        match effect {
            Effect::Add(atom) | Effect::Delete(atom) if atom == old.0 => {}
            Effect::Forall(_, inner) | Effect::When(_, inner) => {
                other_effect(inner, old, new);
                return true;
            }
            _ => return true,
        }
        if matches!(effect, Effect::Add(_)) != old.1 {
            return true;
        }
        if let Some((atom, adds)) = new {
            *effect = if *adds { Effect::Add(atom.clone()) } else { Effect::Delete(atom.clone()) };
        }
        new.is_some()
    });
}

impl Schema {
    /// Replaces the parts of its conditions that are meant.
    fn replace(&mut self, is_it: &dyn Fn(&Condition) -> bool, new: &Condition) {
        fn in_effects(effects: &mut [Effect], is_it: &dyn Fn(&Condition) -> bool, new: &Condition) {
            for effect in effects {
                if let Effect::When(condition, _) = effect {
                    replace(condition, is_it, new);
                }
                if let Effect::When(_, inner) | Effect::Forall(_, inner) = effect {
                    in_effects(inner, is_it, new);
                }
            }
        }
        replace(&mut self.precondition, is_it, new);
        in_effects(&mut self.effects, is_it, new);
    }
}

/// Replaces the parts of a conjunction for which `is_it` holds.
fn replace(condition: &mut Condition, is_it: &dyn Fn(&Condition) -> bool, new: &Condition) {
    if is_it(condition) {
        *condition = new.clone();
    } else if let Condition::And(parts) = condition {
        parts.iter_mut().for_each(|part| replace(part, is_it, new));
    }
}

/// What grounding takes for each fact of `:init` and for each operator.
const WORK_OF_FACT: Work = 1_000;
const WORK_OF_GROUNDING: Work = 12_000;

/// States that a trial may expand: first breadth first, for a shortest plan, then greedily.
const SHORTEST: u64 = 4_000;
const GREEDY: u64 = 10_000;

/// The ground task; `None` if the goal cannot be reached even without deletes, or if costs are too large.
pub(super) fn grounded(task: &Task, scope: &Scope, limits: &Limits) -> Result<Option<strips::Task>, Stop> {
    match ground_for(task, scope, limits, &mut |_| {}) {
        Ok(grounded) => Ok(grounded.task),
        Err(GroundError::Stopped(stop)) => Err(stop),
        Err(GroundError::Cost(_)) => Ok(None),
    }
}

/// How many steps a plan of a task has, if one is found. Adds what the trial took to `work`.
pub(super) fn trial(task: &Task, limits: &Limits, work: &mut Work) -> Result<Option<usize>, Stop> {
    *work += WORK_OF_FACT * task.init.len() as Work;
    let Some(ground_task) = grounded(task, &Scope::Goal, limits)? else { return Ok(None) };
    *work += WORK_OF_GROUNDING * ground_task.operator_count() as Work;
    let estimate = work_of_estimate(&ground_task);
    let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
        return Ok(None);
    };
    for (is_greedy, effort) in [(false, SHORTEST), (true, GREEDY)] {
        let settings = Settings { effort: Some(effort), ..Settings::default() };
        let mut search = Search::new(&space).limits(limits).settings(settings);
        let report = if is_greedy {
            let mut search = search.heuristic(Ff::limited(&ground_task, CostKind::Unit, limits)?);
            let mut open = alternation(search.chosen(), 1, None);
            open.add(Box::new(Novelty::new(&space, 2).within(limits)), false);
            lazy(&mut search, &mut open, false)
        } else {
            search.run(Algorithm::Bfs)
        };
        let counts = &report.work.counts;
        *work += counts.generated * WORK_OF_SUCCESSOR + counts.evaluated * estimate * Work::from(is_greedy);
        if let Some(path) = report.path() {
            let step = |action: &u32| {
                let (schema, arguments) = ground_task.step(OpId::from(*action));
                Step { schema, arguments: arguments.to_vec() }
            };
            let plan = Plan { steps: path.actions.iter().map(step).collect() };
            let is_valid = matches!(validate(task, &plan), Verdict::Valid { .. });
            return Ok(is_valid.then_some(plan.steps.len()));
        }
        limits.check_now()?;
    }
    Ok(None)
}

/// How many changes are tried at a time for a message.
const BRIEF_TRIALS: usize = 12;

/// The work of all changes that are tried: about ten seconds; more where the caller sets a time. For a message, less.
const TRIAL_WORK: Work = 12_000_000_000;
const BRIEF_TRIAL_WORK: Work = 1_000_000_000;

/// The work for the rest of a list of which one change helps: a quarter of a second.
const MORE_WORK: Work = 300_000_000;

/// Tries changes, within the work that an explanation may take.
pub(super) struct Trials<'a> {
    pub(super) task: &'a Task,
    pub(super) limits: &'a Limits,
    /// Whether the explanation may take long; else it is for a message.
    pub(super) at_length: bool,
    /// How many changes may be tried at a time.
    most: usize,
    /// The work that is left for all of them.
    work: Work,
    /// How many were tried, and how many were not.
    pub(super) tried: usize,
    pub(super) left: usize,
    /// How many help and are not named.
    pub(super) more: usize,
    /// The limit that ended it.
    pub(super) stop: Option<Stop>,
}

/// At most this many changes of a list are named; a list that is no longer is short.
const MAX_SHORT: usize = 4;

impl<'a> Trials<'a> {
    pub(super) fn new(task: &'a Task, limits: &'a Limits, at_length: bool) -> Self {
        let (most, work) = match (at_length, limits.time()) {
            (true, Some(_)) => (usize::MAX, Work::MAX),
            (true, None) => (usize::MAX, TRIAL_WORK),
            (false, _) => (BRIEF_TRIALS, BRIEF_TRIAL_WORK),
        };
        Self { task, limits, at_length, most, work, tried: 0, left: 0, more: 0, stop: None }
    }

    /// Tries lists of changes until `enough` of them help. Of each list it returns those that help, with the length of
    /// a plan: of short lists as they come, of others first the best of each kind.
    pub(super) fn that_help(&mut self, lists: Vec<Vec<Edit>>, enough: usize) -> Vec<(Edit, usize)> {
        let mut helpful = Vec::new();
        let (mut count, mut lists_that_help) = (0, 0);
        let mut names = FxHashSet::default();
        for list in lists {
            if lists_that_help >= enough {
                break;
            }
            let mut found: Vec<(Edit, usize)> = Vec::new();
            let is_short = list.len() <= MAX_SHORT;
            let mut more = MORE_WORK;
            for edit in list.into_iter().filter(|edit| names.insert(edit.show(self.task, 0))) {
                if count == self.most || self.work == 0 {
                    self.left += 1;
                    continue;
                }
                if more == 0 {
                    break;
                }
                count += 1;
                let mut work = 0;
                let steps = trial(&edit.apply(self.task), self.limits, &mut work);
                self.work = self.work.saturating_sub(work);
                more = if is_short || found.is_empty() { more } else { more.saturating_sub(work) };
                self.tried += 1;
                match steps {
                    Ok(Some(steps)) if steps > 0 => found.push((edit, steps)),
                    Ok(_) => {}
                    Err(stop) => {
                        self.stop = Some(stop);
                        return helpful;
                    }
                }
            }
            if !is_short {
                found.sort_by_key(|(_, steps)| *steps);
                let kinds: Vec<_> = found.iter().map(|(edit, _)| edit.kind()).collect();
                let mut order: Vec<usize> = (0..found.len()).collect();
                order.sort_by_key(|at| kinds[..*at].iter().filter(|kind| **kind == kinds[*at]).count());
                found = order.into_iter().map(|at| found[at].clone()).collect();
            }
            lists_that_help += usize::from(!found.is_empty());
            self.more += found.len().saturating_sub(MAX_SHORT);
            helpful.extend(found.into_iter().take(MAX_SHORT));
        }
        helpful
    }
}
