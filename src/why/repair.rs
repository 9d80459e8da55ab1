//! Tries single changes to a task, each with a bounded search.
//!
//! In: a task, and changes in the order of their plausibility. Out: those after which there is a plan, with its
//! length. A plan counts only after the validator has accepted it. The bound is a number of states, so the result is
//! the same on every machine.

use rustc_hash::FxHashSet;

use super::literal::{Change, Equality, of_schema, show_term};
use crate::ground::{GroundError, Scope, ground_for};
use crate::heuristics::{Ff, Novelty};
use crate::improve::{WORK_OF_SUCCESSOR, Work, work_of_estimate};
use crate::limits::{Limits, Stop};
use crate::plan::{Plan, Step, Verdict, validate};
use crate::search::{Algorithm, Search, Settings, alternation, lazy};
use crate::strips::{self, CostKind, OpId, TaskSpace};
use crate::task::{Atom, Condition, Effect, GroundAtoms, ObjectId, PredicateId, Task, TypeSet};

/// One change to a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// One more fact in `:init`.
    Fact(PredicateId, Vec<ObjectId>),
    /// One fact less in `:init`.
    NoFact(PredicateId, Vec<ObjectId>),
    /// One more effect: the schema, the atom, whether it is added.
    Effect(usize, Atom, bool),
    /// One delete effect less: the schema, and the atom.
    NoEffect(usize, Atom),
    /// One condition less: the schema, the atom, whether it was to hold.
    NoCondition(usize, Atom, bool),
    /// One equality less among the conditions.
    NoEquality(usize, Equality),
    /// A condition with its arguments in another order: the schema, the atom as it is, and as it might be.
    Turned(usize, Atom, Atom),
    /// One more object of a type.
    Object(TypeSet),
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
            Self::NoFact(predicate, objects) => {
                let mut init = GroundAtoms::default();
                let kept = task.init.iter().filter(|fact| *fact != (*predicate, &objects[..]));
                kept.for_each(|(predicate, objects)| init.push(predicate, objects));
                task.init = init;
            }
            Self::Effect(schema, atom, adds) => {
                let atom = atom.clone();
                let effect = if *adds { Effect::Add(atom) } else { Effect::Delete(atom) };
                task.schemas[*schema].effects.push(effect);
            }
            Self::NoEffect(schema, atom) => drop_delete(&mut task.schemas[*schema].effects, atom),
            Self::NoCondition(schema, atom, positive) => {
                let is_it = |condition: &Condition| match condition {
                    Condition::Atom(other) => *positive && other == atom,
                    Condition::Not(inner) => {
                        !positive && matches!(&**inner, Condition::Atom(other) if other == atom)
                    }
                    _ => false,
                };
                replace(&mut task.schemas[*schema].precondition, &is_it, &Condition::default());
            }
            Self::NoEquality(schema, (.., wanted)) => {
                let is_it =
                    |condition: &Condition| matches!(condition, Condition::Equal(.., span) if span == wanted);
                replace(&mut task.schemas[*schema].precondition, &is_it, &Condition::default());
            }
            Self::Turned(schema, old, new) => {
                let is_it = |condition: &Condition| matches!(condition, Condition::Atom(atom) if atom == old);
                replace(&mut task.schemas[*schema].precondition, &is_it, &Condition::Atom(new.clone()));
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
            Self::Turned(schema, old, new) => {
                let [old, new] = [old, new].map(|atom| literal(*schema, atom, true));
                format!("with {new} instead of {old} among the conditions of {}", name(*schema))
            }
            Self::Object(types) => format!("with an object of type {}", task.types.show(types)),
        };
        format!("{change} there is a plan of {steps} step{}", if steps == 1 { "" } else { "s" })
    }
}

fn drop_delete(effects: &mut Vec<Effect>, wanted: &Atom) {
    effects.retain(|effect| !matches!(effect, Effect::Delete(atom) if atom == wanted));
    for effect in effects {
        if let Effect::Forall(_, inner) | Effect::When(_, inner) = effect {
            drop_delete(inner, wanted);
        }
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

/// How many changes of one kind are tried.
const TRIALS: usize = 120;
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
    /// How many were not tried.
    pub(super) left: usize,
    /// The limit that ended it.
    pub(super) stop: Option<Stop>,
}

/// At most this many changes of a long list are named; and how long a short list is at most.
const MAX_ALIKE: usize = 2;
const MAX_SHORT: usize = 4;

impl<'a> Trials<'a> {
    pub(super) fn new(task: &'a Task, limits: &'a Limits, at_length: bool) -> Self {
        let (most, work) = match (at_length, limits.time()) {
            (true, Some(_)) => (TRIALS, Work::MAX),
            (true, None) => (TRIALS, TRIAL_WORK),
            (false, _) => (BRIEF_TRIALS, BRIEF_TRIAL_WORK),
        };
        Self { task, limits, at_length, most, work, left: 0, stop: None }
    }

    /// Tries lists of changes until `enough` of them help. Of a short list all that help count; of a long one, those
    /// with the shortest plan. Returns them with the length of a plan.
    pub(super) fn that_help(&mut self, lists: Vec<Vec<Edit>>, enough: usize) -> Vec<(Edit, usize)> {
        let mut helpful = Vec::new();
        let mut count = 0;
        let mut names = FxHashSet::default();
        for list in lists {
            if helpful.len() >= enough {
                break;
            }
            let mut found = Vec::new();
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
                match steps {
                    Ok(Some(steps)) if steps > 0 => found.push((edit, steps)),
                    Ok(_) => {}
                    Err(stop) => {
                        self.stop = Some(stop);
                        return helpful;
                    }
                }
            }
            let least = found.iter().map(|(_, steps)| *steps).min().filter(|_| !is_short);
            found.retain(|(_, steps)| least.is_none_or(|least| least == *steps));
            helpful.extend(found.into_iter().take(if is_short { MAX_SHORT } else { MAX_ALIKE }));
        }
        helpful
    }
}
