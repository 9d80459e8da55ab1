//! What warnings claim of a model, held against all that happens in it: random tasks with conditions of every shape.

use crate::cases;
use crate::oracle::{self, Oracle};

use std::collections::BTreeMap;

use banto::source::{Diagnostic, SourceText, Span};
use banto::task::{Condition, Effect, ObjectId, Schema, Term};
use banto::{pddl, task};

/// As many states of a task are looked at; most have fewer.
const MOST_STATES: usize = 150;

/// Whether a warning is true of a task as far as states show; `None` if it claims nothing about states.
fn is_true(oracle: &Oracle<'_>, states: &[oracle::State], warning: &Diagnostic) -> Option<bool> {
    let task = oracle.task;
    let named = |word: &str| {
        let rest = warning.message.split_once(word)?.1;
        rest.split_whitespace().next()
    };
    let action =
        |word: &str| task.schemas.iter().position(|schema| Some(schema.name.as_str()) == named(word));
    // Whether a condition is false in all states, with all values of an action's parameters.
    let never = |schema: usize, condition: &Condition| {
        let is_false = |state: &oracle::State| {
            oracle.bindings[schema].iter().all(|binding| !oracle.holds(state, condition, binding))
        };
        states.iter().all(is_false)
    };
    match warning.code.id {
        "W0204" => {
            let predicate = task.predicates.find(named("predicate ")?)?;
            let width = task.predicate_info[predicate.index()].parameters.len();
            let first = oracle.number(predicate, &vec![ObjectId::default(); width]);
            let count = task.objects.len().pow(u32::try_from(width).unwrap());
            Some(states.iter().all(|state| !state[first..first + count].contains(&true)))
        }
        "W0215" | "W0219" if warning.message.contains("action ") => {
            let schema = action("action ")?;
            Some(never(schema, &task.schemas[schema].precondition))
        }
        "W0215" if warning.message.starts_with("an effect of ") => {
            let schema = action("an effect of ")?;
            let wanted = &task.schemas[schema];
            let condition = condition_at(&wanted.effects, warning.labels[0].span)?;
            let variables = condition_is_closed(wanted, condition);
            let both = Condition::And(vec![wanted.precondition.clone(), condition.clone()]);
            variables.then(|| never(schema, &both))
        }
        "W0215" if warning.message.starts_with("the goal ") => {
            Some(states.iter().all(|state| !oracle.holds(state, &task.goal, &[])))
        }
        "W0217" => {
            let (schema, wanted) = task
                .schemas
                .iter()
                .enumerate()
                .find(|(_, schema)| warning.message.starts_with(&format!("{} ", schema.name)))?;
            let (atom, adds) = wanted.effects.iter().find_map(|effect| match effect {
                Effect::Add(atom) if atom.span == warning.labels[0].span => Some((atom, true)),
                Effect::Delete(atom) if atom.span == warning.labels[0].span => Some((atom, false)),
                _ => None,
            })?;
            let atom = Condition::Atom(atom.clone());
            let changes = if adds { Condition::Not(Box::new(atom)) } else { atom };
            Some(never(schema, &Condition::And(vec![wanted.precondition.clone(), changes])))
        }
        "W0224" => Some(oracle.holds(&states[0], &task.goal, &[])),
        _ => None,
    }
}

/// The condition of an effect that contains a place.
fn condition_at(effects: &[Effect], place: Span) -> Option<&Condition> {
    effects.iter().find_map(|effect| match effect {
        Effect::When(condition, inner) => {
            if mentions(condition, place) {
                Some(condition)
            } else {
                condition_at(inner, place)
            }
        }
        Effect::Forall(_, inner) => condition_at(inner, place),
        Effect::Add(_) | Effect::Delete(_) => None,
    })
}

fn mentions(condition: &Condition, place: Span) -> bool {
    match condition {
        Condition::Atom(atom) => atom.span == place,
        Condition::Equal(_, _, span) => *span == place,
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| mentions(part, place)),
        Condition::Not(part) | Condition::Forall(_, part) | Condition::Exists(_, part) => {
            mentions(part, place)
        }
        Condition::Imply(left, right) => mentions(left, place) || mentions(right, place),
    }
}

/// Whether a condition speaks of an action's parameters alone, and not of variables of a quantified effect.
fn condition_is_closed(schema: &Schema, condition: &Condition) -> bool {
    let known = |term: &Term| match term {
        Term::Object(_) => true,
        Term::Variable(slot) => (*slot as usize) < schema.parameters.len(),
    };
    match condition {
        Condition::Atom(atom) => atom.arguments.iter().all(known),
        Condition::Equal(left, right, _) => known(left) && known(right),
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().all(|part| condition_is_closed(schema, part))
        }
        Condition::Not(part) => condition_is_closed(schema, part),
        Condition::Imply(left, right) => {
            condition_is_closed(schema, left) && condition_is_closed(schema, right)
        }
        Condition::Forall(..) | Condition::Exists(..) => false,
    }
}

#[test]
fn what_warnings_say_of_random_tasks_is_true_in_every_state() {
    let mut checked: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in cases::seeds(1500, 40_000) {
        let (domain, problem) = oracle::random::task(seed);
        let [domain, problem] =
            [("domain", domain), ("problem", problem)].map(|(name, text)| SourceText::new(name, text));
        let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
        let Some(task) = resolved.task else { continue };
        let oracle = Oracle::new(&task);
        let states: Vec<_> =
            oracle.first_states(MOST_STATES).iter().map(|state| oracle.complete(state)).collect();
        for warning in &resolved.diagnostics {
            if let Some(is_true) = is_true(&oracle, &states, warning) {
                let (domain, problem) = (domain.text(), problem.text());
                assert!(is_true, "seed {seed}: {}\n{domain}\n{problem}", warning.message);
                *checked.entry(warning.code.id).or_default() += 1;
            }
        }
    }
    cases::tell(&format!("warnings that are true: {checked:?}"));
    for code in ["W0204", "W0215", "W0217", "W0219", "W0224"] {
        assert!(checked.get(code).is_some_and(|count| *count > cases::least(4)), "{checked:?}");
    }
}
